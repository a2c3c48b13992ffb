//! Runs every example in the documentation. In a fenced block marked `console`, a line that begins with `$ `
//! is a shell command, and the lines below it are its expected standard output. A line `...` matches any
//! number of lines, and `...` at the end of a line matches the rest of that line. Examples with `jq` are skipped
//! where it is not installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

struct Example {
    place: String,
    command: String,
    wanted: Vec<String>,
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.chain(folders.iter().flat_map(|folder| pages(folder))).collect()
}

fn examples(page: &Path) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for (number, line) in fs::read_to_string(page).unwrap().lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
            continue;
        }
        if !inside {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            let place = format!("{}:{}", page.display(), number + 1);
            found.push(Example { place, command: command.to_owned(), wanted: Vec::new() });
        } else {
            found.last_mut().expect("a command comes before its output").wanted.push(line.to_owned());
        }
    }
    found
}

fn run(command: &str) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_cygnet"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let scratch = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).current_dir(scratch.path());
    shell
        .env_remove("CLICOLOR_FORCE")
        .env("XDG_STATE_HOME", scratch.path())
        .env("XDG_CONFIG_HOME", scratch.path());
    let output = shell.output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| line.trim_end().to_owned()).collect()
}

fn matches(wanted: &[String], found: &[String]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return found.is_empty() };
    if first == "..." {
        return (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]));
    }
    let Some((line, others)) = found.split_first() else { return false };
    let same = match first.strip_suffix("...") {
        Some(start) => line.starts_with(start),
        None => line == first.trim_end(),
    };
    same && matches(rest, others)
}

#[test]
fn examples_print_what_the_pages_say() {
    let mut all = pages(&Path::new(ROOT).join("docs"));
    all.push(Path::new(ROOT).join("README.md"));
    let examples: Vec<Example> = all.iter().flat_map(|page| examples(page)).collect();
    assert!(!examples.is_empty());
    let has_jq = Command::new("jq").arg("--version").output().is_ok();
    for example in examples {
        if !has_jq && example.command.split_whitespace().any(|word| word == "jq") {
            eprintln!("{}: skipped, because jq is not installed", example.place);
            continue;
        }
        let found = run(&example.command);
        let Example { place, command, wanted } = &example;
        assert!(matches(wanted, &found), "{place}: {command}\n{}", found.join("\n"));
    }
}

#[test]
fn links_lead_somewhere() {
    let mut all = pages(&Path::new(ROOT).join("docs"));
    all.push(Path::new(ROOT).join("README.md"));
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap();
            assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
        }
    }
}

/// Checks that the tests named in `docs/reliability.md` exist.
#[test]
fn every_documented_guarantee_has_a_test() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/reliability.md")).unwrap();
    let promises = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| event |"));
    for promise in promises.filter(|line| !line.starts_with("| ---")) {
        let named: Vec<(&str, &str)> = promise.split('`').filter_map(|part| part.split_once("::")).collect();
        assert!(!named.is_empty(), "no test: {promise}");
        for (file, test) in named {
            let code = fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            let mark = if file.ends_with(".py") { "def" } else { "#[test] fn" };
            assert!(code.contains(&format!("{mark} {test}(")), "{file}: {test}");
        }
    }
}
