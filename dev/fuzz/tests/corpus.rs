//! Checks every file of the corpus, so that the targets are compiled and run without a fuzzer.

use std::fs;
use std::path::Path;

/// Checks the files of a target.
fn replay(name: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{}", folder.display());
    for path in paths {
        println!("{}", path.display());
        check(&fs::read(&path).unwrap());
    }
}

#[test]
fn configuration() {
    replay("configuration", cygnet_fuzz::configuration::check);
}

#[test]
fn moves() {
    replay("moves", cygnet_fuzz::moves::check);
}

#[test]
fn network() {
    replay("network", cygnet_fuzz::network::check);
}

#[test]
fn positions() {
    replay("positions", cygnet_fuzz::positions::check);
}

#[test]
fn records() {
    replay("records", cygnet_fuzz::records::check);
}

#[test]
fn rpc() {
    replay("rpc", cygnet_fuzz::rpc::check);
}

#[test]
fn tables() {
    replay("tables", cygnet_fuzz::tables::check);
}

#[test]
fn ugi() {
    replay("ugi", cygnet_fuzz::ugi::check);
}
