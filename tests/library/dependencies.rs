//! The library needs few dependencies, the program's are optional, and `docs/dependencies.md` accounts for each.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The most direct dependencies of the library.
const MOST: usize = 5;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The dependencies that stand in the sections of `Cargo.toml` whose heading is accepted: name and the rest of the line.
fn dependencies(accept: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let text = read("Cargo.toml");
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            inside = accept(heading.trim_end_matches(']'));
        } else if let Some((name, rest)) = line.split_once(" = ").filter(|_| inside && !line.starts_with('#'))
        {
            found.push((name.to_owned(), rest.to_owned()));
        }
    }
    found
}

/// The dependencies of the library, or those that only the program has.
fn normal(optional: bool) -> BTreeSet<String> {
    let all = dependencies(|heading| heading == "dependencies" || heading.ends_with(".dependencies"));
    let kept = all.into_iter().filter(|(_, rest)| rest.contains("optional = true") == optional);
    kept.map(|(name, _)| name).collect()
}

/// The names in the first column of the tables of a section of the page.
fn accounted_for(section: &str) -> BTreeSet<String> {
    let page = read("docs/dependencies.md");
    let (_, rest) = page.split_once(&format!("## {section}\n")).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let names = cells.flat_map(|cell| cell.split(['`', ',', ' ']).filter(|name| !name.is_empty()));
    names.filter(|name| !name.starts_with('(')).map(str::to_owned).collect()
}

#[test]
fn the_library_has_few() {
    let library = normal(false);
    assert!((1..=MOST).contains(&library.len()), "{library:?}");
}

#[test]
fn the_feature_of_the_program_has_the_others() {
    let text = read("Cargo.toml");
    let (_, feature) = text.split_once("\nconsole = [").unwrap();
    let listed = feature.split(']').next().unwrap().split('"');
    let listed: BTreeSet<String> =
        listed.filter_map(|name| Some(name.strip_prefix("dep:")?.to_owned())).collect();
    assert_eq!(listed, normal(true));
}

#[test]
fn the_page_accounts_for_all() {
    assert_eq!(accounted_for("The library"), normal(false));
    assert_eq!(accounted_for("The program"), normal(true));
    let tests = dependencies(|heading| heading.ends_with("dev-dependencies"));
    assert_eq!(accounted_for("The tests"), tests.into_iter().map(|(name, _)| name).collect());
}
