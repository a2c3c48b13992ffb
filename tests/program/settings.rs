//! `cygnet config`: what holds, and where it comes from.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the command prints for a person whose configuration file holds this.
fn shown(folder: &Path, file: &str, arguments: &[&str], variable: &str) -> String {
    fs::create_dir_all(folder.join("cygnet")).unwrap();
    fs::write(folder.join("cygnet/config.toml"), file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(name);
    }
    command.arg("config").args(arguments).env("XDG_CONFIG_HOME", folder).env(variable, "1");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_setting_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cygnet/config.toml");
    let file = "# mine\nboard = \"compact\"\n\ndelay = 1.5\ncolor = \"auto\"\n";
    let said = shown(folder.path(), file, &[], "NO_COLOR");
    let place = |line: usize| format!("{}, line {line}", path.display());
    let wanted = [
        ("board", "compact", place(2)),
        ("coach", "false", "usual".to_owned()),
        ("color", "never", "NO_COLOR".to_owned()),
        ("delay", "1.5", place(4)),
        ("finished_games", "1000", "usual".to_owned()),
        ("palette", "standard", "usual".to_owned()),
    ];
    for (line, (name, value, from)) in said.lines().zip(&wanted) {
        assert_eq!(line, format!("{name:<16}{value:<14}{from}"));
    }
    assert!(said.contains(&format!("\nfile            {}\n", path.display())), "{said}");
    let said = shown(folder.path(), "color = \"never\"\n", &["--format", "json"], "CLICOLOR_FORCE");
    let from = place(1);
    assert!(said.contains(&format!(r#"{{"name":"color","value":"never","from":"{from}"}}"#)), "{said}");
}
