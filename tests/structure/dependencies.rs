//! The library needs few dependencies, and `docs/dependencies.md` accounts for each of its and of the program's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The most direct dependencies of the library.
const MOST: usize = 5;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

const LIBRARY: &str = "core/Cargo.toml";
const PROGRAM: &str = "Cargo.toml";

/// The names in the sections of a package whose heading is accepted.
fn dependencies(package: &str, accept: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let text = read(package);
    let mut inside = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            inside = accept(heading.trim_end_matches(']'));
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| inside && !line.starts_with('#')) {
            found.insert(name.to_owned());
        }
    }
    found
}

/// What a package needs to be built.
fn normal(package: &str) -> BTreeSet<String> {
    dependencies(package, |heading| heading == "dependencies" || heading.ends_with(".dependencies"))
}

/// What its tests need.
fn tests(package: &str) -> BTreeSet<String> {
    dependencies(package, |heading| heading.ends_with("dev-dependencies"))
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
    let library = normal(LIBRARY);
    assert!((1..=MOST).contains(&library.len()), "{library:?}");
}

#[test]
fn the_page_accounts_for_all() {
    let library = normal(LIBRARY);
    let mut program = &normal(PROGRAM) - &library;
    assert!(program.remove("cygnet-core"));
    assert_eq!(accounted_for("The library"), library);
    assert_eq!(accounted_for("The program"), program);
    assert_eq!(accounted_for("The tests"), &tests(LIBRARY) | &tests(PROGRAM));
}

/// The crates below a dependency: its own, and all.
#[derive(Default)]
struct Below {
    own: BTreeSet<String>,
    all: BTreeSet<String>,
}

/// What is below each direct dependency of the packages on Linux, by `cargo tree`.
fn tree() -> BTreeMap<String, Below> {
    let options = "tree --offline --locked --workspace --edges normal --target x86_64-unknown-linux-gnu";
    let form = "--no-dedupe --prefix depth --format {p}";
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(options.split(' ')).args(form.split(' ')).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found: BTreeMap<String, Below> = BTreeMap::new();
    let mut direct = String::new();
    for line in String::from_utf8(output.stdout).unwrap().lines().filter(|line| !line.is_empty()) {
        let name = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let depth = &line[..line.len() - name.len()];
        let name = name.split(' ').next().unwrap().to_owned();
        if depth == "1" {
            direct.clone_from(&name);
        }
        let below = found.entry(direct.clone()).or_default();
        if depth == "2" {
            below.own.insert(name.clone());
        }
        if !["0", "1"].contains(&depth) {
            below.all.insert(name);
        }
    }
    found
}

/// The names in code marks.
fn marked(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_page_names_what_each_brings() {
    let (page, tree) = (read("docs/dependencies.md"), tree());
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|line| line.split(" | ").collect::<Vec<_>>()).filter(|cells| cells.len() == 4);
    for cells in rows {
        let crates = marked(cells[0]);
        let together = |below: fn(&Below) -> &BTreeSet<String>| -> BTreeSet<String> {
            let all = crates.iter().flat_map(|name| below(&tree[name]).clone());
            all.filter(|name| !crates.contains(name)).collect()
        };
        let (own, all) = (together(|below| &below.own), together(|below| &below.all));
        assert_eq!(marked(cells[2]), own, "{crates:?}");
        let count = format!("; {} in all", all.len());
        assert_eq!(cells[2].contains(&count), all.len() > own.len(), "{crates:?}: {} in all", all.len());
    }
}
