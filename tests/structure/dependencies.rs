//! Checks that the library has few direct dependencies, and that `docs/dependencies.md` lists those of both
//! packages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The maximum number of direct dependencies of the library, without optional ones.
const MAX_DIRECT: usize = 6;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

const LIBRARY: &str = "core/Cargo.toml";
const PROGRAM: &str = "Cargo.toml";
const FUZZ_TARGETS: &str = "dev/fuzz/Cargo.toml";

/// Returns the names in the accepted sections of a manifest.
fn dependencies(package: &str, accept: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let text = read(package);
    let mut inside = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            inside = accept(heading.trim_end_matches(']'));
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| inside && !line.starts_with('#')) {
            found.insert(name.trim_end_matches(".workspace").to_owned());
        }
    }
    found
}

/// Returns the build dependencies of a package.
fn normal(package: &str) -> BTreeSet<String> {
    dependencies(package, |heading| {
        heading == "dependencies" || heading.ends_with(".dependencies") && heading != "workspace.dependencies"
    })
}

/// Returns the dependencies of a package's tests.
fn tests(package: &str) -> BTreeSet<String> {
    dependencies(package, |heading| heading.ends_with("dev-dependencies"))
}

/// Returns the names in the first column of the tables in a section of the page.
fn documented(section: &str) -> BTreeSet<String> {
    let page = read("docs/dependencies.md");
    let (_, rest) = page.split_once(&format!("## {section}\n")).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let names = cells.flat_map(|cell| cell.split(['`', ',', ' ']).filter(|name| !name.is_empty()));
    names.filter(|name| !name.starts_with('(')).map(str::to_owned).collect()
}

#[test]
fn the_library_has_few_dependencies_and_all_are_documented() {
    let library = normal(LIBRARY);
    let optional = read(LIBRARY).matches("optional = true").count();
    assert!((1..=MAX_DIRECT).contains(&(library.len() - optional)), "{library:?}");
    let mut program = &normal(PROGRAM) - &library;
    assert!(program.remove("cygnet-core"));
    assert_eq!(documented("The library"), library);
    assert_eq!(documented("The program"), program);
    assert_eq!(documented("The tests"), &tests(LIBRARY) | &tests(PROGRAM));
    let mut fuzz_targets = &normal(FUZZ_TARGETS) - &(&library | &program);
    assert!(fuzz_targets.remove("cygnet"));
    assert_eq!(documented("The fuzz targets"), fuzz_targets);
}
