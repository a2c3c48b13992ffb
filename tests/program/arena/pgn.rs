//! Matches in PGN, read by a parser that knows only the grammar of PGN.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::{run_ok, text};
use crate::common::every_kind;

/// A game as a reader of PGN sees it.
#[derive(Debug)]
struct Pgn {
    tags: BTreeMap<String, String>,
    moves: Vec<String>,
    comments: Vec<String>,
}

fn replay(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.arg("replay").args(arguments).current_dir(folder).output().unwrap()
}

/// Reads the games of a text. As in rating tools, a line that begins with `[` is a tag, whatever it is a part of.
fn read(pgn: &str) -> Vec<Pgn> {
    let mut games = Vec::new();
    let mut parts = pgn.split("\n\n");
    while let Some(tags) = parts.next().filter(|part| !part.is_empty()) {
        let read_tag = |line: &str| {
            let (name, value) =
                line.strip_prefix('[').unwrap().strip_suffix("\"]").unwrap().split_once(" \"").unwrap();
            assert!(!value.contains('"') && name.chars().all(|part| part.is_ascii_alphanumeric()), "{line}");
            (name.to_owned(), value.replace("\\\\", "\\"))
        };
        let tags: BTreeMap<_, _> = tags.lines().map(read_tag).collect();
        let moves = parts.next().unwrap();
        assert!(!moves.lines().any(|line| line.starts_with(['[', '%', ';']) || line.len() > 200), "{moves}");
        games.push(read_moves(tags, moves));
    }
    games
}

/// Checks that Ordo finds the tags of these games and no others. It looks for them anywhere in a line, ends a value at the
/// first `"]` of the line, and holds 1023 bytes of it.
fn assert_ordo_reads(pgn: &str, games: &[Pgn]) {
    let mut found = Vec::new();
    for line in pgn.lines() {
        for name in ["White", "Black", "Result"] {
            if let Some((_, value)) = line.split_once(&format!("[{name} \"")) {
                let value = value.split_once("\"]").unwrap().0;
                assert!(value.len() < 1024 && line.find("\"]") > line.find(value), "{line}");
                found.push((name, value.replace("\\\\", "\\")));
            }
        }
    }
    let tags = games
        .iter()
        .flat_map(|game| ["White", "Black", "Result"].map(|name| (name, game.tags[name].clone())));
    assert_eq!(found, tags.collect::<Vec<_>>());
}

fn read_moves(tags: BTreeMap<String, String>, text: &str) -> Pgn {
    let mut game = Pgn { tags, moves: Vec::new(), comments: Vec::new() };
    let (mut rest, mut depth) = (text.trim(), 0);
    let is_symbol = |part: char| part.is_ascii_alphanumeric() || "_+#=:-/".contains(part);
    let mut result = "";
    while !rest.is_empty() {
        assert_eq!(result, "", "{text}");
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').unwrap();
            game.comments.push(comment.replace('\n', " "));
            rest = after.trim_start();
            continue;
        }
        let length = rest.find(|part| !is_symbol(part)).unwrap_or(rest.len()).max(1);
        let (token, after) = rest.split_at(length);
        rest = after.trim_start();
        match token {
            "(" => depth += 1,
            ")" => depth -= 1,
            "." => {}
            "$" => rest = rest.trim_start_matches(|part: char| part.is_ascii_digit()).trim_start(),
            "1-0" | "0-1" | "1/2-1/2" | "*" => result = token,
            number if number.parse::<u32>().is_ok() => {}
            mv if depth == 0 => game.moves.push(mv.to_owned()),
            _ => {}
        }
    }
    assert_eq!((game.tags["Result"].as_str(), depth), (result, 0), "{text}");
    game
}

#[test]
fn the_games_of_a_match_are_read_by_tools_for_pgn() {
    for game in every_kind() {
        let (folder, name) = (tempfile::tempdir().unwrap(), cygnet::model::Game::name(&game));
        let arguments =
            "--p1 random --p2 random --name new --games 4 --swap --opening 3 --seed 1 --maxplies 40";
        run_ok(folder.path(), &format!("{name} {arguments} --out all"));
        let output = replay(folder.path(), &["all", "--format", "pgn"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let games = read(&text(&output.stdout));
        assert_ordo_reads(&text(&output.stdout), &games);
        let records = fs::read_to_string(folder.path().join("all")).unwrap();
        let records: Vec<&str> = records.split("cygnet record 2\n").skip(1).collect();
        assert_eq!(games.len(), 4);
        for (number, (game, record)) in games.iter().zip(records).enumerate() {
            let value = |key: &str| record.lines().find_map(|line| line.strip_prefix(key)).unwrap();
            let players = if number % 2 == 0 { ["new", "random"] } else { ["random", "new"] };
            assert_eq!([&game.tags["White"], &game.tags["Black"]], players);
            let (outcome, reason) = value("result: ").split_once(", ").unwrap();
            let result = match outcome {
                "p1" => "1-0",
                "p2" => "0-1",
                _ => "1/2-1/2",
            };
            let numbered =
                record.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
            let moves: Vec<String> =
                numbered.map(|line| line.split_once(". ").unwrap().1.replace('*', ":")).collect();
            assert_eq!(game.moves, moves, "{name}");
            assert_eq!(game.comments, ["opening: 3"]);
            for (tag, wanted) in [
                ("Event", "?"),
                ("Site", "?"),
                ("Date", &*value("date: ").replace('-', ".")),
                ("Round", &*(number + 1).to_string()),
                ("Result", result),
                ("Variant", &*name),
                ("Termination", reason),
            ] {
                assert_eq!(game.tags[tag], wanted, "{name}");
            }
        }
    }
}

#[test]
fn pgn_keeps_the_start_the_players_and_the_notes_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = r#"cygnet record 2
game: uglyduck
start: 5/2D2/5/2d2/5 2
player 1: ugi:sh -c "exec ./a\b"
player 2: human
name 2: Ana
event: Pond cup
{First} {[White "x"] with \} and a long text, so that lines are broken at many places: [a] [b] [c] [d] [e] [f] %g ;h [i] [j]}
1. d3c3 ?? [lost in 2] {why?}
   (1. d3c4 ! 2. b3c2)
result: none, unfinished
"#;
    fs::write(folder.path().join("one"), record).unwrap();
    let shown = text(&replay(folder.path(), &["one", "--format", "pgn"]).stdout);
    let games = read(&shown);
    assert_ordo_reads(&shown, &games);
    let [game] = games.as_slice() else { panic!("{shown}") };
    assert_eq!(game.tags["FEN"], "5/2D2/5/2d2/5 2");
    assert_eq!(
        [&*game.tags["SetUp"], &game.tags["Event"], &game.tags["Termination"]],
        ["1", "Pond cup", "unfinished"]
    );
    assert_eq!([&*game.tags["White"], &game.tags["Black"]], ["ugi:sh -c 'exec ./a\\b'", "Ana"]);
    assert_eq!(game.moves, ["d3c3"]);
    let moves = "1... d3c3 $4 {lost in 2} {why?} (1... d3c4 $1 2. b3c2) * ";
    assert!(shown.replace('\n', " ").contains(moves), "{shown}");
    assert!(game.comments[1].starts_with("[White 'x'] with ) and"), "{:?}", game.comments);
}

#[test]
fn no_comment_and_no_name_confuses_a_rating_tool() {
    let folder = tempfile::tempdir().unwrap();
    let game = |number: usize, player: &str, comments: [&str; 2], result: &str| {
        let [before, after] = comments;
        format!(
            "cygnet record 2\ngame: uglyduck\nplayer 1: {player}\nplayer 2: easy\n{{{before}}}\n1. a1b{} {{{after}}}\nresult: {result}\n",
            number % 2 + 1
        )
    };
    let long = format!("ugi:./{} --net new", "x".repeat(4000));
    let records = [
        game(
            1,
            "random",
            ["[White \"x\"] [Black \"y\"] [Result \"0-1\"]", "[Result \"1-0\"]"],
            "p1, resigned",
        ),
        game(
            2,
            "ugi:sh -c \"./a b\"",
            ["[Result \"oops\"] [White \"", "a \"] b [Black \"c\"]"],
            "p2, forfeited: it \"exited\"",
        ),
        game(3, &long, ["\"]", "[White \""], "draw, agreed"),
        game(4, "random", ["[%eval 0.1] \"", "\""], "none, unfinished"),
    ];
    fs::write(folder.path().join("all"), records.join("\n")).unwrap();
    let output = replay(folder.path(), &["all", "--format", "pgn"]);
    let shown = text(&output.stdout);
    let games = read(&shown);
    assert_ordo_reads(&shown, &games);
    let found = games.iter().map(|game| [&*game.tags["White"], &game.tags["Result"]]);
    let long = "ugi:./xx...xxxxxxxxxxxxxxxxxxx --net new";
    let wanted = [["random", "1-0"], ["ugi:sh -c './a b'", "0-1"], [long, "1/2-1/2"], ["random", "*"]];
    assert_eq!(found.collect::<Vec<_>>(), wanted, "{shown}{}", text(&output.stderr));
}

#[test]
fn pgn_of_a_part_of_a_game_or_of_no_valid_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let record = "cygnet record 1\ngame: uglyduck\n1. a1b2\n2. a1b2\nresult: none, unfinished\n";
    fs::write(folder.path().join("bad"), record).unwrap();
    fs::write(folder.path().join("none"), "").unwrap();
    for (arguments, code, error) in [
        (&["bad", "--from", "1"][..], 2, "error: a game in PGN is complete\nhint: leave out --from and --to"),
        (&["bad"], 1, "bad:4: move 2 \"a1b2\""),
        (&["bad", "--number", "2"], 1, "bad: there is no game 2; the file contains 1 game"),
        (&["none"], 1, "none:1: no game found"),
    ] {
        let output = replay(folder.path(), &[arguments, &["--format", "pgn"]].concat());
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(code), true));
        assert!(message.contains(error), "{message}");
    }
}
