//! Checks the pages: links lead to files and headings, and `docs` stays small.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::layers::ROOT;

/// Returns the pages in a directory and its subdirectories.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| !path.ends_with("target");
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.chain(folders.iter().filter(|path| is_source(path)).flat_map(|folder| pages(folder))).collect()
}

/// Returns the text of a page without its fenced blocks.
fn prose(page: &Path) -> String {
    let text = fs::read_to_string(page).unwrap();
    text.split("```").step_by(2).collect()
}

/// Returns the anchors of the headings of a page.
fn anchors(page: &Path) -> HashSet<String> {
    let text = prose(page);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = Path::new(ROOT);
    let folders = ["docs", "tests", "dev", "core"].map(|folder| pages(&root.join(folder)));
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map(|page| root.join(page));
    let mut count = 0;
    for page in folders.into_iter().flatten().chain(top) {
        let text = prose(&page);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: {link}", page.display());
            let is_there = anchor.is_empty() || anchors(&file).contains(anchor);
            assert!(is_there, "{}: {link} has no such heading", page.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// A page that nobody finds helps nobody: before adding one, shorten or merge others.
#[test]
fn docs_stays_small_and_its_index_names_every_page() {
    let root = Path::new(ROOT).join("docs");
    let pages = pages(&root);
    let lines: usize = pages.iter().map(|page| fs::read_to_string(page).unwrap().lines().count()).sum();
    assert!(pages.len() <= 45, "docs has {} pages, more than 45", pages.len());
    assert!(lines <= 5000, "the pages of docs have {lines} lines, more than 5,000");
    let index = fs::read_to_string(root.join("README.md")).unwrap();
    for page in pages.iter().filter(|page| !page.ends_with("README.md")) {
        let path = page.strip_prefix(&root).unwrap().display().to_string();
        assert!(index.contains(&format!("]({path})")), "docs/README.md does not name {path}");
    }
}
