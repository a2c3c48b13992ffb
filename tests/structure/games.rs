//! Checks that lists of games come from the list of games: no other array names most of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cygnet::games::FAMILIES;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::layers::{ROOT, sources};

/// The directories with code.
const CODE: [&str; 5] = ["core", "src", "tests", "dev/trainer/src", "dev/benches"];

/// Returns the games that an array of names names. An array with anything else, such as a value for each game, is
/// no list of games.
fn named_games(array: TokenStream) -> BTreeSet<String> {
    let mut games = BTreeSet::new();
    for tree in array {
        let text = tree.to_string();
        let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let id = name.and_then(|name| name.split(':').next());
        match (tree, id.filter(|id| FAMILIES.iter().any(|family| family.id == *id))) {
            (_, Some(id)) => drop(games.insert(id.to_owned())),
            (TokenTree::Punct(sign), _) if [',', '&'].contains(&sign.as_char()) => {}
            _ => return BTreeSet::new(),
        }
    }
    games
}

/// Adds the line of each array that names most games.
fn add_lists(code: TokenStream, lines: &mut Vec<usize>) {
    for tree in code {
        let TokenTree::Group(group) = tree else { continue };
        let is_array = group.delimiter() == Delimiter::Bracket;
        if is_array && named_games(group.stream()).len() + 1 >= FAMILIES.len().min(5) {
            lines.push(group.span_open().start().line);
        }
        add_lists(group.stream(), lines);
    }
}

fn lists(code: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    add_lists(code.parse().unwrap(), &mut lines);
    lines
}

#[test]
fn lists_of_games_come_from_the_list_of_games() {
    for (code, count) in [
        (r#"for name in ["uglyduck", "uglyduck-xl:4x6", "replica", "qawale"] {}"#, 1),
        (r#"const GAMES: &[&str] = &["uglyduck", "uglyduck-xl", "replica", "three-dragons"];"#, 1),
        (r#"for name in ["uglyduck", "uglyduck-xl:4x6", "uglyduck-xl", "replica"] {}"#, 0),
        (r#"[("uglyduck", 1), ("uglyduck-xl", 2), ("replica", 3), ("qawale", 4)]"#, 0),
        (r#"["easy", "uglyduck", "uglyduck-xl", "replica", "qawale"]"#, 0),
    ] {
        assert_eq!(lists(code).len(), count, "{code}");
    }
    let root = Path::new(ROOT);
    let files = CODE.iter().flat_map(|folder| sources(&root.join(folder)));
    let found: Vec<String> = files
        .flat_map(|file| {
            let at = lists(&fs::read_to_string(&file).unwrap());
            at.into_iter().map(move |line| format!("{}:{line}", file.display()))
        })
        .collect();
    assert!(found.is_empty(), "use FAMILIES, so that new games are not skipped: {}", found.join(", "));
}
