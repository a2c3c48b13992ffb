//! Checks every file of the corpus, so that the targets are compiled and run without a fuzzer.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use cygnet_fuzz::{configuration, moves, network, positions, records, rpc, tables, ugi};

/// The check of a target.
type Check = fn(&[u8]);

/// The directories of the corpus, each with what its target checks.
const TARGETS: [(&str, Check); 8] = [
    ("configuration", configuration::check),
    ("moves", moves::check),
    ("network", network::check),
    ("positions", positions::check),
    ("records", records::check),
    ("rpc", rpc::check),
    ("tables", tables::check),
    ("ugi", ugi::check),
];

/// Returns the files of a target that fail its check.
fn failing(name: &str, check: Check) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!paths.is_empty(), "{}", folder.display());
    paths.retain(|path| {
        let bytes = fs::read(path).unwrap();
        catch_unwind(|| check(&bytes)).is_err()
    });
    paths
}

#[test]
fn every_file_of_the_corpus_passes_the_check_of_its_target() {
    thread::scope(|scope| {
        let targets = TARGETS.map(|(name, check)| scope.spawn(move || failing(name, check)));
        let failing: Vec<PathBuf> = targets.into_iter().flat_map(|target| target.join().unwrap()).collect();
        assert!(failing.is_empty(), "{failing:#?}");
    });
}
