//! Checks the layers: code uses only its own layer and those below it, and no game uses another game. The
//! order of the layers comes from `docs/architecture.md`. Also checks that all games have the same files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The source directories of the library and the program.
const SOURCES: [&str; 2] = ["core/src", "src"];

/// Reads the layers, lowest first, from the block after the heading `## Layers` on the page.
fn layers() -> Vec<String> {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/architecture.md")).unwrap();
    let (_, section) = page.split_once("## Layers\n").unwrap();
    let block = section.split("```").nth(1).unwrap();
    let names = block.lines().filter_map(|line| line.split_whitespace().next());
    let mut names: Vec<String> = names.filter(|name| *name != "text").map(str::to_owned).collect();
    names.reverse();
    names
}

pub(super) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false => files.push(path),
        }
    }
    files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    files
}

/// Returns the module path of a source file within its package: both `foo.rs` and `foo/mod.rs` are the module
/// `foo`.
fn module(file: &Path) -> Vec<String> {
    let below =
        SOURCES.iter().find_map(|folder| file.strip_prefix(Path::new(ROOT).join(folder)).ok()).unwrap();
    let names = below.iter().map(|name| name.to_string_lossy().trim_end_matches(".rs").to_owned());
    let mut names: Vec<String> = names.collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

/// Returns the text of a file without comments, and the module of each line.
fn code(file: &Path) -> (String, Vec<Vec<String>>) {
    let (mut text, mut modules) = (String::new(), Vec::new());
    let mut inside = module(file);
    let mut ends: Vec<String> = Vec::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        text += if line.trim_start().starts_with("//") { "" } else { line };
        text.push('\n');
        modules.push(inside.clone());
        let bare = line.trim_start();
        let name = bare.strip_suffix(" {").and_then(|bare| bare.rsplit_once("mod ")).map(|(_, name)| name);
        if let Some(name) = name.filter(|name| !name.contains(' ')) {
            inside.push(name.to_owned());
            ends.push(format!("{}}}", &line[..line.len() - bare.len()]));
        } else if ends.last().is_some_and(|end| end == line) {
            ends.pop();
            inside.pop();
        }
    }
    (text, modules)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Parses the path at the start of `text`. Returns each branch of a group, with its alias after `as`.
fn branches(text: &str) -> Vec<(Vec<String>, Option<String>)> {
    if let Some(group) = text.strip_prefix('{') {
        let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
        for (index, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    found.extend(branches(group[begin..index].trim()));
                    begin = index + 1;
                }
                _ => {}
            }
            if c == '}' && depth == 0 && begin == index + 1 {
                break;
            }
        }
        return found;
    }
    let end = text.find(|c| !is_word_char(c)).unwrap_or(text.len());
    let (name, rest) = (text[..end].to_owned(), &text[end..]);
    if name.is_empty() {
        let all = text.starts_with('*').then(|| "*".to_owned());
        return vec![(all.into_iter().collect(), None)];
    }
    let Some(rest) = rest.strip_prefix("::") else {
        let renamed = rest.trim_start().strip_prefix("as ").map(|rest| rest.trim_start());
        let renamed =
            renamed.map(|rest| rest.split(|c| !is_word_char(c)).next().unwrap_or_default().to_owned());
        return vec![(vec![name], renamed)];
    };
    let below = branches(rest).into_iter();
    below.map(|(path, renamed)| (std::iter::once(name.clone()).chain(path).collect(), renamed)).collect()
}

/// Resolves `path` in this module to a path within its package. Returns `None` if it starts elsewhere.
fn absolute(
    path: &[String],
    module: &[String],
    renamed: &BTreeMap<String, Vec<String>>,
) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "super" => {
            let above = path.iter().take_while(|name| *name == "super").count();
            let kept = module.len().checked_sub(above)?;
            Some([&module[..kept], &path[above..]].concat())
        }
        name => Some([renamed.get(name)?, rest].concat()),
    }
}

/// Returns the paths in a file that start with `crate`, `super` or an alias of such a path, resolved within
/// the package, with their line numbers. Ignores comments.
fn paths(file: &Path) -> Vec<(usize, String)> {
    let (text, modules) = code(file);
    let mut renamed = BTreeMap::new();
    let mut found = Vec::new();
    let (mut before, mut line) = (' ', 0);
    for (index, c) in text.char_indices() {
        let begins = is_word_char(c) && !is_word_char(before) && before != ':';
        before = c;
        line += usize::from(c == '\n');
        for (path, name) in if begins { branches(&text[index..]) } else { Vec::new() } {
            let Some(path) = absolute(&path, &modules[line], &renamed) else { continue };
            // `pub(crate)` and `pub(super)` are not paths.
            found.extend((!path.is_empty()).then(|| (line + 1, path.join("::"))));
            renamed.extend(name.filter(|name| name != "_").map(|name| (name, path)));
        }
    }
    found
}

/// Returns the source files of both packages.
fn all_sources() -> impl Iterator<Item = PathBuf> {
    SOURCES.into_iter().flat_map(|folder| sources(&Path::new(ROOT).join(folder)))
}

/// Returns the layer of a source file: the first part of its module path.
fn layer(file: &Path) -> String {
    module(file).into_iter().next().unwrap_or_default()
}

fn rank(layers: &[String], name: &str) -> Option<usize> {
    layers.iter().position(|layer| layer == name)
}

/// Returns the exported macros, which are at the root of a package, with the layer that defines each.
fn macros() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for file in all_sources() {
        let text = fs::read_to_string(&file).unwrap();
        for rest in text.split("#[macro_export]\nmacro_rules! ").skip(1) {
            found.insert(rest.split(' ').next().unwrap().to_owned(), layer(&file));
        }
    }
    found
}

#[test]
fn no_layer_depends_on_a_higher_one() {
    let (layers, macros) = (layers(), macros());
    let mut wrong = Vec::new();
    for file in all_sources() {
        let own = layer(&file);
        for (line, path) in paths(&file) {
            let first = path.split(':').next().unwrap_or_default();
            let target = macros.get(first).map_or(first, String::as_str);
            let allowed = match (rank(&layers, &own), rank(&layers, target)) {
                (Some(own), Some(target)) => target <= own,
                // `lib.rs` and `main.rs` are above all layers. Tests of every layer take samples. Any other name is not
                // a layer.
                (None, _) => true,
                _ if target == "samples" => true,
                (Some(_), None) => false,
            };
            if !allowed {
                wrong.push(format!("{}:{line}: {own} -> {path}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "dependencies on a higher layer:\n{}", wrong.join("\n"));
}

/// Returns the names of the directories in a directory.
fn folders(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn no_game_uses_another() {
    let folder = Path::new(ROOT).join("core/src/games");
    let list = fs::read_to_string(folder.join("mod.rs")).unwrap();
    let modules = list.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let games: BTreeSet<&str> = modules.filter(|module| *module != "bits").collect();
    assert!(games.len() >= 4, "{games:?}");
    for game in &games {
        let file = folder.join(game).with_extension("rs");
        for file in if file.exists() { vec![file] } else { sources(&folder.join(game)) } {
            for (line, path) in paths(&file) {
                let named = path.strip_prefix("games::").and_then(|rest| rest.split(':').next());
                let other = named.filter(|name| games.contains(name) && name != game);
                assert_eq!(other, None, "{}:{line}: {path}", file.display());
            }
        }
    }
}

#[test]
fn every_layer_is_a_module_and_every_module_a_layer() {
    let maps = SOURCES.map(|folder| fs::read_to_string(Path::new(ROOT).join(folder).join("lib.rs")).unwrap());
    let lines = maps.iter().flat_map(|map| map.lines());
    let modules = lines.filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let modules: BTreeSet<String> = modules.map(str::to_owned).collect();
    assert_eq!(modules, layers().into_iter().collect());
}

/// The files that the rules of every game have, unless they are a single file. Tests are in `tests.rs` or
/// `tests/mod.rs`.
const RULES: [&str; 7] =
    ["mod.rs", "board.rs", "position.rs", "generator.rs", "moves.rs", "notation.rs", "evaluation.rs"];
/// The files that the screen of every game has. A game that is not drawn as the common grid also has a
/// `board.rs`, and one whose turns need the same words as its screen a `words.rs`.
const SCREEN: [&str; 4] = ["mod.rs", "turn.rs", "menus.rs", "rules.rs"];

/// Checks each directory in `folder`: returns the `wanted` files that are missing, and the files that its
/// `mod.rs` does not list.
fn find_layout_errors(folder: &str, wanted: &[&str]) -> Vec<String> {
    let folder = Path::new(ROOT).join(folder);
    let mut wrong = Vec::new();
    for name in folders(&folder) {
        let own = folder.join(&name);
        let missing = wanted.iter().filter(|file| !own.join(file).exists());
        wrong.extend(missing.map(|file| format!("{name} has no {file}")));
        let table = fs::read_to_string(own.join("mod.rs")).unwrap_or_default();
        for entry in fs::read_dir(&own).unwrap() {
            let file = entry.unwrap().file_name().to_string_lossy().into_owned();
            let is_listed = table.contains(&format!("`{file}`")) || table.contains(&format!("`{file}/`"));
            if !is_listed && !["mod.rs", "tests.rs", "tests"].contains(&file.as_str()) {
                wrong.push(format!("the mod.rs of {name} does not list {file}"));
            }
        }
    }
    wrong
}

#[test]
fn all_games_have_the_same_files() {
    let mut wrong = find_layout_errors("core/src/games", &RULES);
    wrong.extend(find_layout_errors("src/screens", &SCREEN));
    let games = Path::new(ROOT).join("core/src/games");
    for game in folders(&games) {
        if !games.join(&game).join("tests.rs").exists() && !games.join(&game).join("tests/mod.rs").exists() {
            wrong.push(format!("{game} has no tests"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_palette_names_colours() {
    let names = ["owo_colors", "anstyle"];
    let palette = Path::new("console/palette.rs");
    let users = all_sources().filter(|file| {
        let text = fs::read_to_string(file).unwrap();
        names.iter().any(|name| text.contains(name))
    });
    let users: Vec<PathBuf> = users.collect();
    assert!(users.len() == 1 && users[0].ends_with(palette), "{users:?}");
}

/// Faults and power cuts are tested at the disk of the store. A log is not worth that.
#[test]
fn only_the_store_changes_files() {
    let calls = ["File::create", "File::options", "fs::write", "fs::rename", "fs::remove", "fs::create_dir"];
    let calls = [&calls[..], &["DirBuilder::", "set_len(", "sync_all(", "sync_data("]].concat();
    let users = all_sources().filter(|file| {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let is_test = module(file).iter().any(|part| part == "tests");
        let is_called = |call: &&str| {
            code.match_indices(*call)
                .any(|(at, _)| !code[..at].ends_with(|before: char| is_word_char(before)))
        };
        !is_test && layer(file) != "store" && calls.iter().any(is_called)
    });
    let users = users.map(|file| file.strip_prefix(ROOT).unwrap().to_string_lossy().replace('\\', "/"));
    assert_eq!(users.collect::<BTreeSet<_>>(), BTreeSet::from(["src/players/external/log.rs".to_owned()]));
}
