//! Files that hold what the program is to show. `GOLDEN=overwrite cargo test --test program` writes them anew; then read what
//! `git diff` shows.

use std::fs;
use std::path::Path;

/// Where what was found differs from what the file of this name holds; writes it there instead if that was asked for.
pub fn difference(file: &Path, found: &str) -> Option<String> {
    let wanted = fs::read_to_string(file).unwrap_or_default();
    if wanted == found {
        return None;
    }
    if std::env::var("GOLDEN").is_ok_and(|mode| mode == "overwrite") {
        fs::write(file, found).unwrap();
        return None;
    }
    Some(format!("{}, {}", file.display(), first_difference(&wanted, found)))
}

fn first_difference(wanted: &str, found: &str) -> String {
    let pairs = wanted.lines().zip(found.lines()).enumerate();
    let (line, texts) = pairs
        .map(|(index, texts)| (index + 1, texts))
        .find(|(_, (wanted, found))| wanted != found)
        .unwrap_or((wanted.lines().count().min(found.lines().count()), ("its end", "another end")));
    format!("line {line}: wanted {:?}, found {:?}", texts.0, texts.1)
}
