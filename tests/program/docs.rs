//! Runs every example in the documentation. In a fenced block marked `console`, a line that begins with `$ `
//! is a shell command, and the lines below it are its expected standard output. A line `...` matches any
//! number of lines, and `...` at the end of a line matches the rest of that line. A block marked with a language and a
//! name is a file in the directory where the page's commands run. Examples with `jq` or `python3` are skipped where it
//! is not installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

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
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn examples_print_what_the_pages_say() {
    let mut all = pages(&Path::new(ROOT).join("docs"));
    all.push(Path::new(ROOT).join("README.md"));
    let examples: Vec<Example> = all.iter().flat_map(|page| examples(page)).collect();
    assert!(!examples.is_empty());
    let is_missing = |tool: &&&str| Command::new(tool).arg("--version").output().is_err();
    let missing: Vec<&str> = ["jq", "python3"].iter().filter(is_missing).copied().collect();
    for example in examples {
        let words = |sign| ['\'', ':', ' '].contains(&sign);
        if let Some(tool) =
            missing.iter().find(|tool| example.command.split(words).any(|word| word == **tool))
        {
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
        let named: Vec<(&str, &str)> = promise.split('`').filter_map(|part| part.split_once("::")).collect();
        assert!(!named.is_empty(), "no test: {promise}");
        for (file, test) in named {
            let code = fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            // A slow test has another attribute.
            let marks = if file.ends_with(".py") { ["def", "def"] } else { ["#[test] fn", "runs it\")] fn"] };
            let is_there = marks.iter().any(|mark| code.contains(&format!("{mark} {test}(")));
            assert!(is_there, "{file}: {test}");
        }
    }
}

/// Commands that together write every JSON field. They run in one directory, in this order.
const JSON: &str = "\
cygnet moves uglyduck-xl:3x3 --format json
cygnet perft uglyduck-xl:3x3 2 --divide --format json
cygnet analyze uglyduck --depth 2 --format json
cygnet analyze uglyduck --position '5/S4/5/5/d4 1' --depth 2 --format json
cygnet solve uglyduck-xl:3x3 --distance --memory 16 --threads 1 --format json
cygnet solve qawale --within 1 --format json
echo '5/S4/5/5/d4 1' | cygnet draw uglyduck --position - --board compact
echo nonsense | cygnet moves uglyduck --position -
cygnet certify uglyduck-xl:3x3 --out proof --format json
cygnet arena uglyduck --p1 hard --p2 easy --games 2 --swap --seed 1 --sprt 0 10 --out games --format json
cygnet check proof games --format json
cygnet replay games --format json
cygnet review games --nodes 100 --proof-nodes 100 --format json
mkdir -p cygnet/finished
printf 'cygnet record 1\\ngame: uglyduck\\nplayer 2: hard\\n1. a1b2\\nresult: p2, resigned\\n' > cygnet/finished/game-1.cygnet
cygnet games --format json
cygnet explore uglyduck --format json
cygnet config --format json
cygnet bench --leaves 1000 --format json
cygnet table build uglyduck-xl:3x3 --dir . --pieces 3 > log
cygnet table info uglyduck-xl:3x3 --dir . --format json
cygnet table verify uglyduck-xl:3x3 --dir . --sample 9 --seed 1 --format json
printf '2026-11-26\\t2\\t2/3\\tmissed-win\\t-\\tuglyduck\\t5/D1S2/5/2s2/5 1\\tb1c1\\tb3a2\\twon in 1\\n' > mine
cygnet practice import mine > log
cygnet stats --accuracy --format json
";

/// Collects the names of all fields in a value, except those of the options of a match.
fn fields(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::Array(values) => values.iter().for_each(|value| fields(value, found)),
        Json::Object(members) => {
            for (name, value) in members {
                found.insert(name.clone());
                if !["plan", "marks", "endings"].contains(&name.as_str()) {
                    fields(value, found);
                }
            }
        }
        _ => {}
    }
}

/// Checks that the fields of an object, and of those in it, have the meaning of their names. Returns the number
/// of values of positions.
fn check_meanings(json: &Json) -> usize {
    let Some(object) = json.as_object() else {
        return json.as_array().map_or(0, |elements| elements.iter().map(check_meanings).sum());
    };
    let is_one_of = |value: &Json, words: &[&str]| {
        value.is_null() || value.as_str().is_some_and(|word| words.contains(&word))
    };
    for (name, value) in object {
        assert!(name != "outcome" || is_one_of(value, &["p1", "p2", "draw"]), "{object:?}");
        assert!(name != "proven" || value.is_boolean(), "{object:?}");
        assert!(name != "game" || value.is_string(), "{object:?}");
        assert!(name != "moves" || value.is_array() || object.contains_key("claim"), "{object:?}");
    }
    let Some(result) = object.get("result") else { return object.values().map(check_meanings).sum() };
    assert!(is_one_of(result, &["win", "loss", "draw"]), "{object:?}");
    let [plies, value, chance] = ["plies", "value", "chance"].map(|name| object.get(name).expect(name));
    assert!(plies.is_null() || plies.is_u64() && !result.is_null(), "{object:?}");
    assert!(value.is_null() || value.is_f64() && result.is_null(), "{object:?}");
    assert_eq!(chance.is_null(), value.is_null() && result.is_null(), "{object:?}");
    1 + object.values().map(check_meanings).sum::<usize>()
}

#[test]
fn every_field_of_json_is_on_its_page_and_has_one_meaning_everywhere() {
    let (place, wanted, files) = (String::new(), Vec::new(), Vec::new());
    let printed = run(&Example { place, command: JSON.to_owned(), wanted, files });
    let object =
        |line: &String| serde_json::from_str(line).unwrap_or_else(|problem| panic!("{problem}: {line}"));
    let printed: Vec<Json> = printed.iter().map(object).collect();
    let page = fs::read_to_string(Path::new(ROOT).join("docs/json.md")).unwrap();
    let mut found = BTreeSet::new();
    printed.iter().for_each(|object| fields(object, &mut found));
    assert!(found.len() > 110, "{}", found.len());
    let missing: Vec<&String> = found.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/json.md does not name {missing:?}");
    let values: Vec<usize> = printed.iter().map(check_meanings).collect();
    assert!(values.iter().filter(|values| **values > 0).count() > 4, "{values:?}");
}
