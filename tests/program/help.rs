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
}

#[test]
fn completions_manual_and_help_come_from_the_same_declaration() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&run(&["completions", shell], b"").stdout);
        assert!(script.contains("perft") && script.contains("restricted"), "{shell}");
    }
    let help = text(&run(&["--help"], b"").stdout);
    let page = text(&run(&["man"], b"").stdout);
    let commands = help.lines().take_while(|line| !line.starts_with("Options:"));
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands = commands.filter(|command| !command.is_empty());
    let commands: Vec<&str> = commands.collect();
    for command in &commands {
        assert!(*command == "help" || page.contains(&format!("cygnet\\-{command}")), "{command}");
    }
    for name in commands.into_iter().chain(["table build", "games list", "puzzle make", "practice export"]) {
        let arguments: Vec<&str> = name.split(' ').chain(["--screen-reader", "--help"]).collect();
        let output = run(&arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let help = text(&output.stdout);
        assert!(help.contains("--screen-reader"), "{name}: {help}");
        assert!(name.contains(' ') || help.contains("Example"), "{name}: {help}");
    }
    let moves = run(&["--screen-reader", "moves", "uglyduck"], b"").stdout;
    assert_eq!(moves, run(&["moves", "uglyduck"], b"").stdout);
    assert!(
        text(&run(&["man", "play"], b"").stdout).contains(":resign"),
        "session commands are in the manual"
    );
    assert_fails(&["man", "pley"], b"", 2, "the commands are play");
}

#[test]
fn help_answers_whatever_is_asked() {
    let help = |line: &str| {
        let output = run(&line.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let games = "uglyduck, uglyduck-xl, replica, three-dragons";
    let joined = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in ["--help", "play --help", "help moves", "help perft", "rules --help", "learn -h"] {
        assert!(joined(help(line)).contains(games), "{line}");
    }
    let whole = help("--help");
    for line in [
        "-h",
        "help",
        "help --help",
        "--color never help",
        "help help",
        "help --color never",
        "--screen-reader help",
    ] {
        assert_eq!(help(line), whole, "{line}");
    }
    let table = help("table build --help");
    for line in [
        "help table build",
        "table help build",
        "--color never help table build",
        "help table build --color never",
    ] {
        assert_eq!(help(line), table, "{line}");
    }
    assert_eq!(help("help uglyduck"), help("play --help"));
    assert_eq!(help("lessons --help"), help("learn --help"));
    for (line, error, hint) in [
        ("help nonsense", "unknown command \"nonsense\"", "the commands are play, "),
        ("help games nonsense", "unknown command \"nonsense\"", "the commands are list, "),
        ("games help nonsense", "unknown command \"nonsense\"", "the commands are list, "),
        ("games foo", "unknown command \"foo\"", "the commands are list, show, review, export, delete"),
        ("games qawale", "unknown command \"qawale\"", "did you mean --game qawale?"),
        ("games 12", "unknown command \"12\"", "did you mean show 12?"),
        ("table", "cygnet table needs a command", "the commands are build, verify, info, remove"),
        ("table uglyduck", "unknown command \"uglyduck\"", "the commands are build, "),
    ] {
        let error = format!("error: {error}\nhint: {hint}");
        assert_fails(&line.split(' ').collect::<Vec<_>>(), b"", 2, &error);
    }
}

#[test]
fn a_host_says_that_an_address_is_not_one_of_this_computer() {
    for address in
        ["8.8.8.8", "255.255.255.255", "127.255.255.255:4555", "224.0.0.1", "[ff02::1]:4040", "fe80::1"]
    {
        let ip = address.trim_start_matches('[').split(']').next().unwrap().trim_end_matches(":4555");
        let error =
            format!("error: {ip} is not an address that this computer can listen on\nhint: name one of its");
        assert_fails(&["host", "uglyduck", "--listen", address], b"", 1, &error);
    }
}

#[test]
fn fish_completes_help_and_values() {
    let script = text(&run(&["completions", "fish"], b"").stdout);
    let line = |starts: &str, ends: &str| {
        let mut lines = script.lines();
        let found = lines.find(|line| {
            line.starts_with(&format!("complete -c cygnet -n \"{starts}")) && line.contains(ends)
        });
        found.unwrap_or_else(|| panic!("{starts} ... {ends}")).to_owned()
    };
    // A condition that names `help` would never hold: it has been typed.
    let command = line("__fish_cygnet_using_subcommand help; and not ", "-f -a \"play\"");
    assert!(!command.contains(" help\" -f"), "{command}");
    for name in ["games", "stats"] {
        let start = format!("__fish_cygnet_using_subcommand {name}");
        assert!(line(&start, " -l result ").contains(" -a \"won\\t''"), "{name}");
        assert!(line(&start, " -l side ").contains(" -a \"first\\t''"), "{name}");
    }
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
    // The tests of `src/cli/manual.rs` need no tool.
    let lint =
        std::process::Command::new("mandoc").arg("-Tlint").args(&written).current_dir(folder.path()).output();
    match lint {
        Ok(output) => assert!(output.stdout.is_empty(), "{}", text(&output.stdout)),
        Err(_) => eprintln!("mandoc is not installed: the manual pages were not checked with it"),
    }
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
