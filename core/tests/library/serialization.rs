//! The feature `serde`: every value is read as it was written, alone, in lists and as a key.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_json::{from_str, json, to_string, to_value};

use cygnet_core::games::qawale::{self, QawalePosition};
use cygnet_core::games::replica::{Replica, ReplicaPosition, Rules};
use cygnet_core::games::ugly_duck::Size;
use cygnet_core::games::{AnyGame, AnyMove, AnyPosition};
use cygnet_core::model::{Date, Ending, Eval, Game, GameRng, Mark, Outcome, Player, Position, Record};
use cygnet_core::with_game;

use crate::common::{every_kind, moves, random_game, random_moves};

/// Checks that a value is written as `text`, and read again: alone, and in a list of pairs.
fn law<T: Serialize + for<'a> Deserialize<'a> + Clone + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(to_value(value).unwrap(), text);
    let list = vec![(value.clone(), Some(value.clone()))];
    assert_eq!(from_str::<Vec<(T, Option<T>)>>(&to_string(&list).unwrap()).unwrap(), list);
}

/// Checks that a value is a key of a map.
fn law_of_keys<T: Serialize + for<'a> Deserialize<'a> + Clone + Ord + Debug>(value: &T) {
    let map = BTreeMap::from([(value.clone(), 1)]);
    assert_eq!(from_str::<BTreeMap<T, i32>>(&to_string(&map).unwrap()).unwrap(), map);
}

/// Returns the error for a text that is not a value of type `T`.
fn problem<T: for<'a> Deserialize<'a>>(text: &str) -> String {
    from_str::<T>(text).err().unwrap().to_string()
}

#[test]
fn positions_and_moves_of_every_game_are_read_as_they_are_written() {
    let mut rng = GameRng::from_seed(6);
    for game in every_kind() {
        law(&game, &game.name());
        let played = random_game(&game, &mut rng, 12, |_, _| {});
        let record = Record::new(game.name()).with_seats(["human", "random"]).with_moves(played);
        law(&record, &record.to_string());
        for turns in [0, 1, 7, 30] {
            let (_, position) = random_moves(&game, &mut rng, turns);
            let text = format!("{} {position}", position.game());
            assert!(
                text == format!("{game} {position}")
                    || position.game().read_position(&position.to_string()).is_ok()
            );
            law(&position, &text);
            for mv in moves(&position).into_iter().take(100) {
                law(&mv, &format!("{} {mv}", game.name().split(':').next().unwrap().trim_end_matches("-xl")));
                law_of_keys(&mv);
            }
            // The text alone does not say that these have other rules.
            if !game.name().contains("house") && !game.name().contains("custodial") {
                with_game!(&game, _game: G => {
                    let position = <G as Game>::Position::try_from(position).unwrap();
                    law(&position, &position.to_string());
                    position.moves().into_iter().for_each(|mv| {
                        law(&mv, &mv.to_string());
                        law_of_keys(&mv);
                    });
                });
            }
        }
    }
}

#[test]
fn words_are_read_as_they_are_written() {
    for player in Player::BOTH {
        law(&player, player.tag());
        law_of_keys(&player);
        law(&Outcome::Win(player), player.tag());
    }
    law_of_keys(&Outcome::Draw);
    law(&Date::MIN, "0000-01-01");
    law_of_keys(&Date::MAX);
    law(&Size::FIVE_BY_FIVE, "5x5");
    for text in ["p1, resigned", "draw, agreed", "p2, forfeited: it ended", "draw, adjudicated (length)"] {
        law(&text.parse::<Ending>().unwrap(), text);
        law_of_keys(&text.parse::<Ending>().unwrap());
    }
    for text in ["won in 3", "lost", "draw", "draw in 8", "+0.35", "-12.00"] {
        law(&text.parse::<Eval>().unwrap(), text);
    }
    law(&Mark::Blunder, "??");
    law(&qawale::Cell::all().next_back().unwrap(), "d4");
}

#[test]
fn values_are_fields_without_attributes() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Puzzle {
        position: QawalePosition,
        solution: Vec<qawale::Move>,
        values: BTreeMap<qawale::Move, Eval>,
    }
    let text = r#"{"position":"tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16","solution":["a1b1c1d1"],"values":{"a1b1c1d1":"+0.10"}}"#;
    let puzzle: Puzzle = from_str(text).unwrap();
    assert_eq!(puzzle.position, QawalePosition::default());
    assert_eq!(to_string(&puzzle).unwrap(), text);
}

#[test]
fn bad_texts_are_explained() {
    assert_eq!(problem::<AnyGame>("\"qawlae\""), "unknown game \"qawlae\"; did you mean qawale?");
    assert_eq!(problem::<AnyGame>("\"replica:9\""), "game \"replica:9\": Replica has no options \"9\"");
    assert!(problem::<AnyGame>("5").starts_with("invalid type: integer `5`, expected a string"));
    let position = problem::<AnyPosition>("\"uglyduck 5/5/1x3/d1d2/5 1\"");
    assert_eq!(position, "position of uglyduck: character 6: unknown letter 'x'");
    assert_eq!(problem::<AnyPosition>("\"5/5/5/5/5 1\""), "unknown game \"5/5/5/5/5\"");
    assert_eq!(
        problem::<AnyMove>("\"uglyduck nowhere\""),
        "move of uglyduck: character 1: expected a move such as a1b2"
    );
    assert!(problem::<AnyMove>("\"a1b2\"").starts_with("unknown game \"a1b2\""));
    assert!(problem::<AnyMove>("\"replica:12 a1b2\"").ends_with("not replica:12"));
    assert_eq!(problem::<Player>("\"p3\""), "character 1: expected p1 or p2");
    let record = problem::<Record>("\"cygnet record 1\\ngame: qawale\\n\"");
    assert_eq!(record, "line 2: the record ends without a result");
}

#[test]
fn a_position_is_not_written_without_its_rules() {
    let house = Replica::<u64>::new(Rules::new(8, true).unwrap()).start();
    let refused = to_string(&house).unwrap_err().to_string();
    assert_eq!(refused, format!("\"{house}\" does not describe the whole value"));
    // With its game it can be.
    let any = AnyPosition::from(house);
    assert_eq!(to_value(&any).unwrap(), json!(format!("replica:8,house {house}")));
    assert_eq!(
        ReplicaPosition::try_from(from_str::<AnyPosition>(&to_string(&any).unwrap()).unwrap()),
        Ok(house)
    );
}
