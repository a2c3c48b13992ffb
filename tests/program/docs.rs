//! Runs every example in the documentation. In a fenced block marked `console`, a line that begins with `$ `
//! is a shell command, and the lines below it are its expected standard output. A line `...` matches any
//! number of lines, and `...` at the end of a line matches the rest of that line. A block marked with a language and a
//! name is a file in the directory where the page's commands run. Examples with `jq` or `python3` are skipped where it
//! is not installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

struct Example {
    place: String,
    command: String,
    wanted: Vec<String>,
    /// The names and contents of the files on the page.
    files: Vec<(String, String)>,
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.chain(folders.iter().flat_map(|folder| pages(folder))).collect()
}

/// Returns the names and contents of the fenced blocks that have a name.
fn files(text: &str) -> Vec<(String, String)> {
    let blocks = text.split("```").skip(1).step_by(2);
    let named = blocks.filter_map(|block| {
        let (heading, contents) = block.split_once('\n')?;
        let (_, name) = heading.split_once(' ')?;
        Some((name.to_owned(), contents.to_owned()))
    });
    named.filter(|(name, _)| !name.contains('/')).collect()
}

fn examples(page: &Path) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    let text = fs::read_to_string(page).unwrap();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
            continue;
        }
        if !inside {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            let place = format!("{}:{}", page.display(), number + 1);
            let (command, wanted) = (command.to_owned(), Vec::new());
            found.push(Example { place, command, wanted, files: files(&text) });
        } else {
            found.last_mut().expect("a command comes before its output").wanted.push(line.to_owned());
        }
    }
    found
}

fn run(Example { command, files, .. }: &Example) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_cygnet"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let scratch = tempfile::tempdir().unwrap();
    for (name, contents) in files {
        fs::write(scratch.path().join(name), contents).unwrap();
    }
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
    let is_missing = |tool: &&&str| Command::new(tool).arg("--version").output().is_err();
    let missing: Vec<&str> = ["jq", "python3"].iter().filter(is_missing).copied().collect();
    for example in examples {
        let words = |sign| ['\'', ':', ' '].contains(&sign);
        if let Some(tool) = missing.iter().find(|tool| example.command.split(words).any(|word| word == **tool)) {
            eprintln!("{}: skipped, because {tool} is not installed", example.place);
            continue;
        }
        let found = run(&example);
        let Example { place, command, wanted, .. } = &example;
        assert!(matches(wanted, &found), "{place}: {command}\n{}", found.join("\n"));
    }
}

/// Checks that the tests named in `docs/reliability.md` exist.
#[test]
fn every_documented_guarantee_has_a_test() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/reliability.md")).unwrap();
    let promises = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| event |"));
    for promise in promises.filter(|line| !line.starts_with("| ---")) {
        let named: Vec<(&str, &str)> =
            promise.split('`').filter_map(|part| part.split_once(".rs::")).collect();
        assert!(!named.is_empty(), "no test: {promise}");
        for (file, test) in named {
            let code = fs::read_to_string(Path::new(ROOT).join(file).with_extension("rs")).unwrap();
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(code.contains(&format!("#[test] fn {test}(")), "{file}: {test}");
        }
    }
}
