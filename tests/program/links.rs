//! Tests of symbolic links: a file that the program writes through a link is written where the link leads.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A game of one turn, and a session that saves it.
const SESSION: &str = "a1 b1\n:save! link\n:quit\n";
const PLAY: &str = "play uglyduck --p1 human --p2 human --seed 1";
const CARD: &str = "2026-11-26\t1\t0/0\tmissed-win\t-\tuglyduck\t5/D1S2/5/2s2/5 1\tb1c1\tb3a2\twon in 1\n";
const MISSED: &str =
    "cygnet record 1\ngame: uglyduck\nstart: D4/S4/1d3/5/5 1\n1. a1b2\nresult: none, unfinished\n";

fn run(folder: &Path, line: &str, input: &str) -> Output {
    fs::write(folder.join("input"), input).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(fs::File::open(folder.join("input")).unwrap());
    command.env("XDG_STATE_HOME", folder).env("XDG_CONFIG_HOME", folder).stdout(Stdio::piped());
    command.output().unwrap()
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn every_file_is_written_where_its_link_leads() {
    let cases = [
        (PLAY, SESSION, "link", "1. a1b1"),
        (&format!("{PLAY} --autosave link"), "a1 b1\n:quit\n", "link", "1. a1b1"),
        (PLAY, ":keep\n:quit\n", "cygnet/config.toml", "bottom = "),
        ("arena uglyduck --p1 easy --p2 easy --games 2 --seed 1 --out link", "", "link", "game"),
        ("arena uglyduck --p1 easy --p2 easy --games 2 --seed 1 --shard 1/2 --out link", "", "link", "game"),
        ("solve uglyduck-xl:3x3 --proof link", "", "link", ""),
        ("puzzle make --record missed.cygnet --out link", "", "link", "uglyduck"),
        ("practice import card.txt", "", "cygnet/practice.txt", "b1c1"),
        ("table build uglyduck-xl:3x3 --pieces 3 --dir cygnet", "", "cygnet/uglyduck-3x3.table", ""),
        ("man --out cygnet", "", "cygnet/cygnet-play.1", ".TH"),
    ];
    for (line, input, link, wanted) in cases {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(link);
        for name in ["cygnet", "elsewhere"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("card.txt"), CARD).unwrap();
        fs::write(folder.path().join("missed.cygnet"), MISSED).unwrap();
        // A link to a link to a file that does not exist yet.
        let target = folder.path().join("elsewhere/target");
        symlink("target", folder.path().join("elsewhere/second")).unwrap();
        symlink(folder.path().join("elsewhere/second"), &path).unwrap();
        let first = run(folder.path(), line, input);
        assert!(path.is_symlink() && target.is_file(), "{line}: {first:?}");
        let text = String::from_utf8_lossy(&fs::read(&target).unwrap()).into_owned();
        assert!(first.status.success() && text.contains(wanted), "{line}: {first:?} {text}");
        // The target exists now.
        if line.starts_with("arena") || line.starts_with("puzzle") {
            fs::write(&target, "").unwrap();
        }
        let again = run(folder.path(), line, input);
        assert!(path.is_symlink() && !target.is_symlink(), "{line}: {again:?}");
        assert!(again.status.success() || line.contains("autosave"), "{line}: {again:?}");
        assert_eq!(fs::read_dir(folder.path().join("elsewhere")).unwrap().count(), 2, "{line}");
    }
}

#[test]
fn a_command_that_replaces_no_file_refuses_a_link_and_a_circle_of_links_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    symlink("target", folder.path().join("link")).unwrap();
    let saved = run(folder.path(), PLAY, "a1 b1\n:save link\n:quit\n");
    assert!(String::from_utf8_lossy(&saved.stdout).contains("link: the file already exists"), "{saved:?}");
    assert!(!folder.path().join("target").exists());
    symlink("link", folder.path().join("target")).unwrap();
    let saved = run(folder.path(), PLAY, SESSION);
    assert!(String::from_utf8_lossy(&saved.stdout).contains("link: "), "{saved:?}");
    assert!(folder.path().join("link").is_symlink() && folder.path().join("target").is_symlink());
}
