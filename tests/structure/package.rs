//! Checks that the package of the library is complete: it uses no file of the project outside it, and the links of
//! its front page work on a registry.

use std::fs;
use std::path::Path;

use super::layers::{ROOT, sources};

/// The macros that include a file.
const INCLUDES: [&str; 2] = ["include_str!(\"", "include_bytes!(\""];

/// Returns the paths of the files that code includes.
fn included(code: &str) -> impl Iterator<Item = &str> {
    let paths = |include| code.split(include).skip(1).filter_map(|rest| rest.split('"').next());
    INCLUDES.into_iter().flat_map(paths)
}

#[test]
fn the_library_includes_only_files_of_its_package() {
    let library = Path::new(ROOT).join("core").canonicalize().unwrap();
    let mut count = 0;
    for file in ["src", "examples"].iter().flat_map(|folder| sources(&library.join(folder))) {
        let code = fs::read_to_string(&file).unwrap();
        for path in included(&code) {
            let path = file.parent().unwrap().join(path).canonicalize().unwrap();
            let inside =
                path.strip_prefix(&library).unwrap_or_else(|_| panic!("{}: {path:?}", file.display()));
            assert!(inside.starts_with("src") || inside == "README.md", "{}: {inside:?}", file.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn the_front_page_of_the_library_has_no_relative_links() {
    let page = fs::read_to_string(Path::new(ROOT).join("core/README.md")).unwrap();
    let links: Vec<&str> = page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 10 && links.iter().all(|link| link.starts_with("https://docs.rs/")), "{links:?}");
}
