//! Rules for the screens of all games, checked with random games typed at their prompts.

use clap::ValueEnum as _;

use cygnet::console::BoardStyle;
use cygnet::games::{self, AnyGame, FAMILIES, Family};
use cygnet::model::{Game, GameRng, Position};

use crate::common::table::{printed, typed};
use crate::common::{classic, every_kind, play_all, random_game};

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn typed_lines_play_the_same_game_in_every_style() {
    for game in every_kind() {
        let game = &game;
        let mut rng = GameRng::from_seed(5);
        let played = random_game(game, &mut rng, 12, |_, _| {});
        let (last, before) = played.split_last().unwrap();
        let position = play_all(game, before).to_string();
        let mut lines = typed(game, before);
        lines.push(":position".to_owned());
        for style in BoardStyle::value_variants().iter().copied() {
            let text = printed(game, &lines, style);
            assert!(text.contains(&position), "{}: {text}", game.name());
            if style == BoardStyle::Ascii {
                assert!(text.is_ascii(), "{}: {text}", game.name());
            }
        }
        assert!(typed(game, &played).len() > before.len(), "{last}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn undo_and_redo_lead_back_to_the_same_position() {
    for game in every_kind() {
        let game = &game;
        let mut rng = GameRng::from_seed(6);
        let mut texts = Vec::new();
        let mut moves = random_game(game, &mut rng, 12, |position, _| texts.push(position.to_string()));
        // The last move can end the game, and then there is no prompt.
        moves.pop();
        texts.truncate(moves.len() + 1);
        let mut lines = typed(game, &moves);
        let answers = lines.len();
        let commands =
            [":undo"].iter().cycle().take(moves.len()).chain([":redo"].iter().cycle().take(moves.len()));
        for command in commands {
            lines.extend([(*command).to_owned(), ":position".to_owned()]);
        }
        let text = printed(game, &lines[answers..], BoardStyle::Compact);
        assert!(!text.contains(&texts[moves.len()]), "no turn was played yet");
        let text = printed(game, &lines, BoardStyle::Compact);
        let shown: Vec<&str> = text.lines().filter(|line| texts.iter().any(|known| known == line)).collect();
        let back = texts[..moves.len()].iter().rev();
        let wanted: Vec<&String> = back.chain(&texts[1..]).collect();
        assert_eq!(shown, wanted, "{}", game.name());
    }
}

/// Returns the position after `before` and `lines` are typed in a game between two humans.
pub fn position_after(game: &AnyGame, before: &[String], lines: &[&str]) -> String {
    let lines = before.iter().map(String::as_str).chain(lines.iter().copied()).chain([":position"]);
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    last_position(game, &printed(game, &lines, BoardStyle::Words))
}

fn last_position(game: &AnyGame, text: &str) -> String {
    let shown = text.lines().rev().find(|line| game.read_position(line).is_ok());
    shown.unwrap_or_else(|| panic!("{}: no position in {text}", game.name())).to_owned()
}

/// Returns the first line that `command` prints in the position after `before`.
fn command_output(game: &AnyGame, before: &[String], command: &str) -> String {
    let quiet = printed(game, before, BoardStyle::Words);
    let lines: Vec<String> = before.iter().cloned().chain([command.to_owned()]).collect();
    let text = printed(game, &lines, BoardStyle::Words);
    // The output is the same up to the command. The prompt comes after it again.
    let start = quiet.trim_end().len();
    text[start..].lines().map(str::trim).find(|line| !line.is_empty()).unwrap().to_owned()
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn advice_can_be_typed_on_one_line() {
    for game in every_kind() {
        let game = &game;
        let mut rng = GameRng::from_seed(8);
        for plies in [0, 5] {
            let played = random_game(game, &mut rng, plies, |_, _| {});
            let position = play_all(game, &played);
            if position.outcome().is_some() {
                continue;
            }
            let before = typed(game, &played);
            let listed = command_output(game, &before, ":moves");
            let listed: Vec<&str> = listed.split(", ").filter(|text| *text != "...").collect();
            let legal = position.moves();
            for index in [listed.len() / 2, listed.len() - 1] {
                let wanted = position.after(legal[index]).to_string();
                assert_eq!(position_after(game, &before, &[listed[index]]), wanted, "{}", listed[index]);
                let play = format!(":play {}", listed[index]);
                assert_eq!(position_after(game, &before, &[&play]), wanted, "{play}");
                let play = format!(":play {}", legal[index]);
                assert_eq!(position_after(game, &before, &[&play]), wanted, "{play}");
                let one_by_one: Vec<&str> = listed[index].split(' ').collect();
                assert_eq!(position_after(game, &before, &one_by_one), wanted, "{one_by_one:?}");
            }
        }
    }
}

#[test]
fn a_hint_can_be_typed_and_played() {
    for family in FAMILIES {
        let game = &games::open(family.id).unwrap();
        let lines = [":hint", ":play", ":position"].map(str::to_owned);
        let text = printed(game, &lines, BoardStyle::Words);
        let hint = &text[printed(game, &[], BoardStyle::Words).trim_end().len()..];
        let (_, advice) = hint.trim_start().split_once(": ").unwrap();
        let (mv, _) = advice.split_once(". ").unwrap();
        let wanted = position_after(game, &[], &[mv]);
        assert_ne!(wanted, game.start().to_string(), "{text}");
        assert_eq!(last_position(game, &text), wanted);
    }
}

/// Returns the first turn of each line with these words before it.
fn advice_lines<'a>(text: &'a str, words: [&str; 2]) -> Vec<&'a str> {
    let rest = |line: &'a str| line.trim_start().strip_prefix(words[0])?.split_once(words[1]);
    let first = |(_, rest): (&'a str, &'a str)| rest.trim_end_matches('.').split(", ").next();
    text.lines().filter_map(rest).filter_map(first).collect()
}

#[test]
fn coach_moves_can_be_typed() {
    fn check_game(game: &AnyGame, seed: u64) -> usize {
        let mut rng = GameRng::from_seed(seed);
        let played = random_game(game, &mut rng, 3, |_, _| {});
        let (_, before) = played.split_last().unwrap();
        let lines: Vec<String> = typed(game, before).into_iter().chain([":coach".to_owned()]).collect();
        let silent = printed(game, &lines, BoardStyle::Words);
        let last = typed(game, &played).split_off(typed(game, before).len());
        let all: Vec<String> = lines.into_iter().chain(last).collect();
        let output = printed(game, &all, BoardStyle::Words).split_off(silent.trim_end().len());
        let typed_before = typed(game, before);
        let from = play_all(game, before).to_string();
        let (better, answers) =
            (advice_lines(&output, ["Better: ", " plays "]), advice_lines(&output, ["", " could now play "]));
        for better in &better {
            assert_ne!(position_after(game, &typed_before, &[better]), from, "{output}");
        }
        let to = play_all(game, &played).to_string();
        for answer in &answers {
            assert_ne!(position_after(game, &typed(game, &played), &[answer]), to, "{output}");
        }
        better.len() + answers.len()
    }
    let of_family = |family: &Family| check_game(&games::open(family.id).unwrap(), 0);
    let lines: usize = FAMILIES.iter().map(of_family).sum();
    assert!(lines > 3, "only {lines} coach lines");
}

#[test]
fn undo_at_the_start_of_a_new_game_returns_to_the_one_before() {
    let before = ["a1", "b1"].map(str::to_owned);
    let position = position_after(&classic(), &before, &[]);
    assert_eq!(position_after(&classic(), &before, &[":new", ":undo"]), position);
    assert_eq!(position_after(&classic(), &before, &[":new", "a2 b2", ":undo", ":undo"]), position);
    assert_eq!(position_after(&classic(), &[], &[":undo"]), "DDDDD/5/5/5/ddddd 1");
}

#[test]
fn a_hint_is_played_in_its_own_position_only() {
    let lines = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let stale = lines(&["a1 b1", "e1 d1", ":hint", ":undo", ":undo", "a2 b2", "e2 d2", ":play"]);
    let text = printed(&classic(), &stale, BoardStyle::Words);
    assert!(text.contains("There is no hint to play."), "{text}");
}

#[test]
fn a_pipe_is_never_asked_to_press_enter() {
    let text = printed(&classic(), &[":speed step", ":speed"].map(str::to_owned), BoardStyle::Words);
    assert!(text.contains(":speed step works only at a terminal"), "{text}");
    assert!(text.contains("The computers wait 0 s between moves."), "{text}");
}

#[test]
fn a_rejected_word_discards_the_rest_of_the_line() {
    let lines = ["a1 b9 c1 d1", "b2"].map(str::to_owned);
    let text = printed(&classic(), &lines, BoardStyle::Words);
    assert!(text.contains("\nCell invalid!\n(Ignored the rest of the line: c1 d1)\n"), "{text}");
    // The originals have no such line.
    let text = printed(&classic(), &lines, BoardStyle::Classic);
    assert!(text.contains("\nCell invalid!\n") && !text.contains("Ignored"), "{text}");
    assert_eq!(position_after(&classic(), &lines, &[]), "1DDDD/1D3/5/5/ddddd 2");
    // With a word too many, nothing is played, also if the turn began on another line.
    let refusal = "\nCell invalid!\n\"c3\": The turn was already complete. Nothing has been played.\n";
    for lines in [&["a1 b2 c3"][..], &["a1", "b2 c3"], &["a1 b2 c3 d4 e5"]] {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let text = printed(&classic(), &lines, BoardStyle::Words);
        assert!(text.contains(refusal), "{lines:?}: {text}");
        assert_eq!(position_after(&classic(), &lines, &[]), "DDDDD/5/5/5/ddddd 1", "{lines:?}");
    }
    // Any answer of a refused turn can be the wrong one.
    for lines in [&["b2 c3"][..], &["b2", "c3 d4"]] {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let text = printed(&classic(), &lines, BoardStyle::Words);
        assert!(text.contains("\nCell invalid!\n\"b2 c3\": There is no piece there.\n"), "{text}");
    }
    // The text above the question is not repeated.
    let text = printed(&classic(), &["a1", "x y", "b2"].map(str::to_owned), BoardStyle::Classic);
    assert_eq!(text.matches("wrong Cell").count(), 1, "{text}");
    // The original's error messages are unchanged.
    for line in ["a1b2", "a6", "b9 a1"] {
        let text = printed(&classic(), &[line.to_owned()], BoardStyle::Words);
        assert!(text.contains("\nCell invalid!\n"), "{line}: {text}");
    }
}
