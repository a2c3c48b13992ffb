//! What every game on the list must obey, tried out in random games of each of its kinds. A new game is covered without
//! a new test.

mod common;

use std::collections::BTreeSet;

use common::{MOST_LISTED, every_kind, printed, random_game};
use cygnet::console::BoardStyle;
use cygnet::games::{self, FAMILIES};
use cygnet::model::Chance;

/// The most turns of a game that are looked at closely.
const TURNS: usize = 40;

#[test]
fn names_open_the_same_game_again() {
    for family in FAMILIES {
        assert_eq!(family.examples.first(), Some(&family.id), "the usual kind comes first");
        for name in family.examples {
            assert_eq!(games::open(name).unwrap().name(), *name);
            assert_eq!(games::open(&name.to_uppercase()).unwrap().name(), *name);
        }
        assert!(games::open(&format!("{}:nonsense", family.id)).is_err());
    }
}

#[test]
fn positions_and_moves_are_read_as_they_are_written() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(1);
        random_game(game.as_ref(), &mut chance, TURNS, |position, moves| {
            let text = position.text();
            assert_eq!(game.position(Some(&text)).unwrap().text(), text, "{}", game.name());
            let texts: BTreeSet<&String> = moves.iter().map(|(mv, _)| mv).collect();
            assert_eq!(texts.len(), moves.len(), "{}: a move is listed twice in {text}", game.name());
            for (mv, after) in moves.iter().take(200) {
                assert_eq!(&position.play(mv).unwrap().text(), after, "{}: {mv} in {text}", game.name());
            }
        });
    }
}

#[test]
fn what_is_not_listed_is_refused() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(2);
        let mut pool = BTreeSet::new();
        for _ in 0..4 {
            random_game(game.as_ref(), &mut chance, TURNS, |_, moves| {
                pool.extend(moves.iter().take(300).map(|(mv, _)| mv.clone()));
            });
        }
        random_game(game.as_ref(), &mut chance, TURNS, |position, moves| {
            let listed: BTreeSet<&String> = moves.iter().map(|(mv, _)| mv).collect();
            if moves.len() >= MOST_LISTED {
                return;
            }
            for mv in &pool {
                let accepted = position.play(mv).is_ok();
                assert_eq!(accepted, listed.contains(mv), "{}: {mv} in {}", game.name(), position.text());
            }
        });
    }
}

#[test]
fn counts_agree_with_the_moves() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(3);
        random_game(game.as_ref(), &mut chance, TURNS, |position, moves| {
            assert_eq!(position.perft(0), 1);
            if moves.len() >= MOST_LISTED {
                return;
            }
            let label = format!("{}: {}", game.name(), position.text());
            assert_eq!(position.perft(1), moves.len() as u64, "{label}");
            assert_eq!(position.divide(1).len(), moves.len(), "{label}");
            let after = |text: &str| game.position(Some(text)).unwrap().perft(1);
            if moves.len() <= 500 {
                assert_eq!(
                    position.perft(2),
                    moves.iter().map(|(_, text)| after(text)).sum::<u64>(),
                    "{label}"
                );
            }
        });
    }
}

#[test]
fn a_game_is_over_when_nobody_can_move_and_then_refuses_all() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(4);
        let mut last = None;
        let played = random_game(game.as_ref(), &mut chance, 3_000, |position, moves| {
            assert_eq!(position.outcome().is_some(), moves.is_empty(), "{}", position.text());
            last = Some((position.text(), position.outcome(), position.perft(1)));
        });
        let (text, outcome, count) = last.unwrap();
        if outcome.is_some() {
            assert_eq!(count, 0);
            let position = game.position(Some(&text)).unwrap();
            assert!(played.iter().all(|mv| position.play(mv).is_err()), "{}: {text}", game.name());
        }
    }
}

#[test]
fn typed_lines_play_the_same_game_in_every_style() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(5);
        let played = random_game(game.as_ref(), &mut chance, 30, |_, _| {});
        let (last, before) = played.split_last().unwrap();
        let mut position = game.position(None).unwrap();
        for mv in before {
            position = position.play(mv).unwrap();
        }
        let mut lines = game.typed(None, before).unwrap();
        lines.push(":position".to_owned());
        for style in BoardStyle::ALL.map(|(_, style)| style) {
            let text = printed(game.as_ref(), &lines, style);
            assert!(text.contains(&position.text()), "{}: {text}", game.name());
            if style == BoardStyle::Ascii {
                assert!(text.is_ascii(), "{}: {text}", game.name());
            }
        }
        assert!(game.typed(None, &played).unwrap().len() > before.len(), "{last}");
    }
}

#[test]
fn undo_and_redo_lead_back_to_the_same_position() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(6);
        let mut texts = Vec::new();
        let mut moves =
            random_game(game.as_ref(), &mut chance, 12, |position, _| texts.push(position.text()));
        // The last move may end the game, and then nobody is asked any more.
        moves.pop();
        texts.truncate(moves.len() + 1);
        let mut lines = game.typed(None, &moves).unwrap();
        let typed = lines.len();
        let commands =
            [":undo"].iter().cycle().take(moves.len()).chain([":redo"].iter().cycle().take(moves.len()));
        for command in commands {
            lines.extend([(*command).to_owned(), ":position".to_owned()]);
        }
        let text = printed(game.as_ref(), &lines[typed..], BoardStyle::Compact);
        assert!(!text.contains(&texts[moves.len()]), "nothing was played yet");
        let text = printed(game.as_ref(), &lines, BoardStyle::Compact);
        let shown: Vec<&str> = text.lines().filter(|line| texts.iter().any(|known| known == line)).collect();
        let back = texts[..moves.len()].iter().rev();
        let wanted: Vec<&String> = back.chain(&texts[1..]).collect();
        assert_eq!(shown, wanted, "{}", game.name());
    }
}
