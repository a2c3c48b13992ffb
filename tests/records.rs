//! Records of random games: written, read, verified, typed again at the prompts, and resumed from a slot.
//!
//! `CYGNET_GAMES=1000 cargo test --release --test records` plays a thousand games of each kind.

mod common;

use common::{amount, every_kind, legal, printed, random_game, random_moves, with_every_kind};
use cygnet::console::BoardStyle;
use cygnet::face::AnyGame;
use cygnet::model::{Chance, Record, Verdict};
use cygnet::tools::records;

fn record_of(game: &dyn AnyGame, moves: &[String]) -> Record {
    let mut position = game.position(None).unwrap();
    for mv in moves {
        position = position.play(mv).unwrap();
    }
    let reason = "rules".to_owned();
    Record {
        game: game.name(),
        seats: ["human".to_owned(), "human".to_owned()],
        moves: moves.iter().map(|mv| (0, mv.clone())).collect(),
        result: position.outcome().map(|outcome| Verdict { outcome, reason }),
        ..Record::default()
    }
}

#[test]
fn random_games_go_through_a_record_and_the_prompts_unchanged() {
    let games = amount("CYGNET_GAMES", 8);
    with_every_kind(|game| {
        let mut chance = Chance::from_seed(8);
        for _ in 0..games {
            let (moves, end) = random_moves(game, &mut chance, 2_000);
            let text = record_of(game, &moves).to_string();
            let record = Record::read_one(&text).unwrap();
            assert_eq!(record.move_texts(), moves);
            records::verify(&record).unwrap_or_else(|error| panic!("{}: {error}\n{text}", game.name()));
            check_the_prompts(game, &record, &moves, &end.text());
        }
    });
}

/// Typed again, all moves but the last lead to the position before it, and the last move ends the game as recorded.
fn check_the_prompts(game: &dyn AnyGame, record: &Record, moves: &[String], last: &str) {
    let lines = records::as_input(record).unwrap();
    let before = game.typed(None, &moves[..moves.len() - 1]).unwrap();
    let mut position = game.position(None).unwrap();
    for mv in &moves[..moves.len() - 1] {
        position = position.play(mv).unwrap();
    }
    let mut asked = before.clone();
    asked.push(":position".to_owned());
    let text = printed(game, &asked, BoardStyle::Words);
    assert!(text.lines().any(|line| line == position.text()), "{}: {text}", game.name());
    assert_eq!(position.play(moves.last().unwrap()).unwrap().text(), last);
    assert_eq!(lines[..before.len()], before);
}

#[test]
fn a_wrong_record_is_refused_at_its_line() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(9);
        let moves = random_game(game.as_ref(), &mut chance, 6, |_, _| {});
        let text = record_of(game.as_ref(), &moves).to_string();
        let line_of = |what: &str| text.lines().position(|line| line.starts_with(what)).unwrap() + 1;
        let spoil = |from: &str, to: &str| {
            let spoilt = text.replacen(from, to, 1);
            assert_ne!(spoilt, text);
            records::verify(&Record::read_one(&spoilt).unwrap()).err().unwrap()
        };
        let third = format!("3. {}", moves[2]);
        assert_eq!(spoil(&third, "3. nonsense").line, line_of("3. "));
        assert!(spoil(&third, "3. nonsense").problem.starts_with("move 3 \"nonsense\": "));
        let winner = spoil("result: none, unfinished", "result: p1, rules");
        assert_eq!(winner.line, line_of("result"));
        assert!(winner.problem.contains("not over"), "{}", winner.problem);
    }
}

#[test]
fn pages_show_every_position() {
    for game in every_kind() {
        let mut chance = Chance::from_seed(10);
        let moves = random_game(game.as_ref(), &mut chance, 8, |_, _| {});
        let look = cygnet::console::Look {
            paint: cygnet::console::Paint::PLAIN,
            board: BoardStyle::Compact,
            width: None,
        };
        let pages = game.pages(None, &moves, &look).unwrap();
        assert_eq!(pages.len(), moves.len() + 1);
        assert!(pages.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(!legal(game.position(None).unwrap().as_ref()).is_empty());
    }
}
