//! Tests of the help, the manual pages and the completions.

use crate::cli::{assert_fails, names_in, run, run_in, text};

/// Checks that the help begins with what a player needs, and that the other groups follow.
#[test]
fn help_groups_the_commands() {
    let help = text(&run(&["--help"], b"").stdout);
    let positions = [
        "\nPlay:\n  play ",
        "\n  learn ",
        "\n  puzzle ",
        "\n  review ",
        "\n  rules ",
        "\nStudy:\n",
        "\n  analyze ",
        "\nEngines and scripts:\n",
        "\n  arena ",
        "\n  moves ",
        "\nSetup:\n",
        "\nOptions:\n",
        "\nExamples:\n",
    ]
    .map(|part| help.find(part).unwrap_or_else(|| panic!("{part:?} is not in {help}")));
    assert!(positions.is_sorted(), "{help}");
    for arguments in [&["help"][..], &["-h"], &["--color", "never", "--help"]] {
        assert_eq!(text(&run(arguments, b"").stdout), help, "{arguments:?}");
    }
}

#[test]
fn completions_and_manual_come_from_the_same_declaration() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&run(&["completions", shell], b"").stdout);
        assert!(script.contains("perft") && script.contains("restricted"), "{shell}");
    }
    let help = text(&run(&["--help"], b"").stdout);
    let page = text(&run(&["man"], b"").stdout);
    let commands = help.lines().take_while(|line| !line.starts_with("Options:"));
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands = commands.filter(|command| !command.is_empty());
    for command in commands.filter(|command| *command != "help") {
        assert!(page.contains(&format!("cygnet\\-{command}")), "{command} is not in the manual");
        let own = run(&["man", command], b"");
        assert_eq!(own.status.code(), Some(0), "{command}");
        let own_help = text(&run(&[command, "--help"], b"").stdout);
        assert!(own_help.contains("Example"), "{command} has no example");
    }
    assert!(
        text(&run(&["man", "play"], b"").stdout).contains(":resign"),
        "session commands are in the manual"
    );
    assert_fails(&["man", "pley"], b"", 2, "the commands are play");
}

#[test]
fn man_writes_all_pages_into_a_directory() {
    let folder = tempfile::tempdir().unwrap();
    let write = || run_in(folder.path(), &["man", "--out", "."], b"");
    let (first, again) = (write(), write());
    assert_eq!((again.status.code(), &again.stdout), (Some(0), &first.stdout), "{}", text(&again.stderr));
    let name = |line: &str| line.rsplit(['/', '\\']).next().unwrap().to_owned();
    let mut printed: Vec<String> = text(&first.stdout).lines().map(name).collect();
    let mut written = names_in(folder.path());
    printed.sort();
    written.sort();
    assert_eq!(printed, written);
    assert!(
        ["cygnet.1", "cygnet-play.1", "cygnet-games-export.1"]
            .iter()
            .all(|name| printed.contains(&(*name).to_owned()))
    );
    assert!(!printed.iter().any(|name| name.contains("help")), "{printed:?}");
    let page = std::fs::read(folder.path().join("cygnet-play.1")).unwrap();
    assert_eq!(page, run(&["man", "play"], b"").stdout);
    let new = run_in(folder.path(), &["man", "--out", "new/pages"], b"");
    assert_eq!(new.status.code(), Some(0), "{}", text(&new.stderr));
    assert_eq!(names_in(&folder.path().join("new/pages")).len(), written.len());
    for (place, error) in [("cygnet.1", "not a directory\nhint: "), ("cygnet.1/new", "Not a directory")] {
        let output = run_in(folder.path(), &["man", "--out", place], b"");
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""));
        assert!(
            text(&output.stderr).starts_with(&format!("error: {place}: {error}")),
            "{}",
            text(&output.stderr)
        );
    }
}

/// Checks the pages with `mandoc`, where it is installed. The tests of `src/cli/manual.rs` need no tool.
#[cfg(unix)]
#[test]
fn mandoc_finds_nothing_wrong_with_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let written = text(&run_in(folder.path(), &["man", "--out", "."], b"").stdout);
    let mut lint = std::process::Command::new("mandoc");
    lint.arg("-Tlint").args(written.lines()).current_dir(folder.path());
    let Ok(output) = lint.output() else {
        return eprintln!("mandoc is not installed: the manual pages were not checked with it");
    };
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
}
