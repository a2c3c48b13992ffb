//! No arrow runs up: the code of a layer names its own layer and those below it, and a game never another game. The order is
//! the one drawn in `docs/architecture.md`. And all games have one shape: the same files for the same things.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The sources of the library and of the program.
const SOURCES: [&str; 2] = ["core/src", "src"];

/// The layers as the page draws them, the lowest first: the block of lines after the heading `## Layers`.
fn layers() -> Vec<String> {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/architecture.md")).unwrap();
    let (_, section) = page.split_once("## Layers\n").unwrap();
    let block = section.split("```").nth(1).unwrap();
    let names = block.lines().filter_map(|line| line.split_whitespace().next());
    let mut names: Vec<String> = names.filter(|name| *name != "text").map(str::to_owned).collect();
    names.reverse();
    names
}

fn sources(folder: &Path) -> Vec<PathBuf> {
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

/// What follows each `crate::` in the code of a file: paths with their line number. Comments say what they like.
fn paths(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap();
    let code = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let found = code.flat_map(|(index, line)| {
        line.split("crate::").skip(1).map(move |rest| {
            let path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            (index + 1, rest.chars().take_while(|c| path(*c)).collect::<String>())
        })
    });
    found.collect()
}

/// The files of both packages.
fn all_sources() -> impl Iterator<Item = PathBuf> {
    SOURCES.into_iter().flat_map(|folder| sources(&Path::new(ROOT).join(folder)))
}

/// The layer of a source file: its folder under the sources, or the file beside the folder.
fn layer(file: &Path) -> String {
    let below =
        SOURCES.iter().find_map(|folder| file.strip_prefix(Path::new(ROOT).join(folder)).ok()).unwrap();
    let first = below.iter().next().unwrap().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

fn rank(layers: &[String], name: &str) -> Option<usize> {
    layers.iter().position(|layer| layer == name)
}

#[test]
fn no_arrow_runs_up() {
    let layers = layers();
    let mut wrong = Vec::new();
    for file in all_sources() {
        let own = layer(&file);
        for (line, path) in paths(&file) {
            let first = path.split(':').next().unwrap_or_default();
            // The one macro belongs to the list of games.
            let target = if first == "with_game" { "games" } else { first };
            let allowed = match (rank(&layers, &own), rank(&layers, target)) {
                (Some(own), Some(target)) => target <= own,
                // `lib.rs` and `main.rs` stand above all; anything else named there is no layer.
                (None, _) => true,
                (Some(_), None) => false,
            };
            if !allowed {
                wrong.push(format!("{}:{line}: {own} -> {path}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that run up:\n{}", wrong.join("\n"));
}

/// The names of the folders in a folder.
fn folders(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn no_game_knows_another() {
    let folder = Path::new(ROOT).join("core/src/games");
    let games = folders(&folder);
    assert!(games.len() >= 4, "{games:?}");
    for game in &games {
        for file in sources(&folder.join(game)) {
            for (line, path) in paths(&file) {
                let named = path.strip_prefix("games::").and_then(|rest| rest.split(':').next());
                let other = named.filter(|name| games.contains(*name) && name != game);
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

/// The files that every folder of rules has. Its tests are `tests.rs` or, if they are many, `tests/mod.rs`.
const RULES: [&str; 9] = [
    "mod.rs",
    "board.rs",
    "position.rs",
    "generator.rs",
    "moves.rs",
    "notation.rs",
    "evaluation.rs",
    "effects.rs",
    "levels.rs",
];
/// The files that every folder of a screen has.
const SCREEN: [&str; 7] = ["mod.rs", "board.rs", "turn.rs", "menus.rs", "words.rs", "rules.rs", "lessons.rs"];

/// The files of `wanted` that a folder in `folder` lacks, and the files of it that its `mod.rs` does not speak of.
fn misshapen(folder: &str, wanted: &[&str]) -> Vec<String> {
    let folder = Path::new(ROOT).join(folder);
    let mut wrong = Vec::new();
    for name in folders(&folder) {
        let own = folder.join(&name);
        let missing = wanted.iter().filter(|file| !own.join(file).exists());
        wrong.extend(missing.map(|file| format!("{name} has no {file}")));
        let table = fs::read_to_string(own.join("mod.rs")).unwrap_or_default();
        for entry in fs::read_dir(&own).unwrap() {
            let file = entry.unwrap().file_name().to_string_lossy().into_owned();
            let told = table.contains(&format!("`{file}`")) || table.contains(&format!("`{file}/`"));
            if !told && !["mod.rs", "tests.rs", "tests"].contains(&file.as_str()) {
                wrong.push(format!("the table of files of {name} has no {file}"));
            }
        }
    }
    wrong
}

#[test]
fn all_games_have_the_same_files() {
    let mut wrong = misshapen("core/src/games", &RULES);
    wrong.extend(misshapen("src/screens", &SCREEN));
    let games = Path::new(ROOT).join("core/src/games");
    for game in folders(&games) {
        if !games.join(&game).join("tests.rs").exists() && !games.join(&game).join("tests/mod.rs").exists() {
            wrong.push(format!("{game} has no tests"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_has_a_screen() {
    let games: Vec<&str> = cygnet::games::FAMILIES.iter().map(|family| family.id).collect();
    let screens: Vec<&str> = cygnet::screens::ENTRIES.iter().map(|entry| entry.id).collect();
    assert_eq!(games, screens);
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
