//! Tests the scripts of `cygnet completions` in their shells.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Completion, Trial};

use crate::terminal::Terminal;

/// The text typed before Tab and Enter, and the last word of the completed line.
const TYPED: [(&str, &str); 10] = [
    ("man anal", "analyze"),
    ("rules uglyduck-xl:4", "uglyduck-xl:4x6"),
    ("rules replica:8", "replica:8,house"),
    ("table info uglyduck-xl:22", "uglyduck-xl:22x22"),
    ("play uglyduck --p1 gre", "greedy"),
    ("play uglyduck --p2 level:10", "level:10"),
    ("arena uglyduck --p1 @ol", "@old"),
    ("--color never draw qawale --board asc", "ascii"),
    ("puzzle qawale --difficulty med", "medium"),
    ("check my-ga", "my-game.cygnet"),
];

/// Returns a test for each shell. It is ignored if the shell is not installed.
pub fn trials() -> impl Iterator<Item = Trial> {
    let shells: [(&str, fn()); 3] = [("bash", bash), ("zsh", zsh), ("fish", fish)];
    shells.into_iter().map(|(shell, complete)| {
        Trial::ignorable_test(format!("completion::{shell}"), move || {
            if Command::new(shell).arg("--version").output().is_err() {
                return Ok(Completion::ignored_with(format!("{shell} is not installed")));
            }
            complete();
            Ok(Completion::Completed)
        })
    })
}

/// Creates a directory with the completion script for `shell` and a start-up file for it.
fn folder(shell: &str, set_up: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cygnet")).unwrap();
    fs::write(folder.path().join("cygnet/config.toml"), "[engines.old]\ncommand = \"./old\"\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    let script = command.args(["completions", shell]).env("XDG_CONFIG_HOME", folder.path()).output().unwrap();
    fs::write(folder.path().join("script"), script.stdout).unwrap();
    fs::write(folder.path().join("my-game.cygnet"), "").unwrap();
    let set_up = set_up.replace("SCRIPT", &folder.path().join("script").display().to_string());
    let set_up = set_up.replace("FOLDER", &folder.path().display().to_string());
    let file = folder.path().join(".zshrc");
    fs::write(&file, set_up).unwrap();
    (folder, file)
}

/// Types each line. A shell function replaces the program and prints its last argument.
fn type_all(arguments: &[&str], folder: &Path) {
    let mut shell = Terminal::run("env", arguments, (50, 200), folder);
    for (typed, wanted) in TYPED {
        shell.wait_for("ready> ");
        shell.type_in(&format!("cygnet {typed}\t\r"));
        shell.wait_for(&format!("last=<{wanted}>"));
    }
    shell.wait_for("ready> ");
    shell.type_in("exit\r");
    shell.rest();
}

fn bash() {
    let set_up = "cd FOLDER\ncygnet() { echo \"last=<${@: -1}>\"; }\nsource SCRIPT\nPS1='ready> '\n";
    let (folder, file) = folder("bash", set_up);
    type_all(&["bash", "--noprofile", "--rcfile", file.to_str().unwrap(), "-i"], folder.path());
}

fn zsh() {
    let set_up = "cd FOLDER\nautoload -U compinit; compinit -u -D\ncygnet() { echo \"last=<${@[-1]}>\"; }\n\
                  source SCRIPT\nPS1='ready> '\n";
    let (folder, _) = folder("zsh", set_up);
    let dot_dir = format!("ZDOTDIR={}", folder.path().display());
    type_all(&[&dot_dir, "zsh", "-d", "-i"], folder.path());
}

fn fish() {
    let set_up = "cd FOLDER\nfunction cygnet; echo \"last=<$argv[-1]>\"; end\nsource SCRIPT\n\
                  function fish_prompt; echo -n 'ready> '; end\n";
    let (folder, file) = folder("fish", set_up);
    let load = format!("source {}", file.display());
    type_all(&["fish", "--no-config", "-i", "-C", &load], folder.path());
}
