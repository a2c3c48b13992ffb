//! The feature `serde`: every value is read as it was written.

use serde::{Deserialize, Serialize};

use cygnet_core::games::qawale::Qawale;
use cygnet_core::games::replica::{Replica, Rules};
use cygnet_core::games::three_dragons::ThreeDragons;
use cygnet_core::games::ugly_duck::{CLASSIC, UglyDuck};
use cygnet_core::games::{self, AnyGame, GameMove, GamePosition};
use cygnet_core::model::{
    Game, GameResult, GameRng, MoveText, Mv, Outcome, Player, Position, PositionText, Reason, Record,
};

use crate::common::{every_kind, moves, random_game, random_moves};

/// Writes a value as JSON and reads it back.
fn copy<T: Serialize + for<'a> Deserialize<'a>>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// Returns the error for a text that is not a value of type `T`.
fn problem<T: for<'a> Deserialize<'a>>(text: &str) -> String {
    serde_json::from_str::<T>(text).err().unwrap().to_string()
}

#[test]
fn positions_and_moves_of_every_game_are_read_as_they_are_written() {
    let mut rng = GameRng::from_seed(6);
    for game in every_kind() {
        assert_eq!(copy(&game), game);
        assert_eq!(serde_json::to_value(&game).unwrap(), game.name());
        for turns in [0, 1, 7, 30] {
            let (_, position) = random_moves(&game, &mut rng, turns);
            for mv in moves(&position).into_iter().take(100) {
                let value = GameMove { game: game.clone(), mv };
                let written = serde_json::to_value(&value).unwrap();
                assert_eq!(written, serde_json::json!({"game": game.name(), "move": game.write_move(mv)}));
                assert_eq!(copy(&value), value);
            }
            let text = game.write_position(&position);
            let value = GamePosition { game: game.clone(), position };
            let written = serde_json::to_value(&value).unwrap();
            assert_eq!(written, serde_json::json!({"game": game.name(), "position": text}));
            assert_eq!(copy(&value), value);
        }
    }
}

#[test]
fn records_of_every_game_are_read_as_they_are_written() {
    let mut rng = GameRng::from_seed(7);
    for game in every_kind() {
        let played = random_game(&game, &mut rng, 12, |_, _| {});
        let record = Record {
            game: game.name(),
            seats: ["human", "random"].map(str::to_owned),
            moves: played.into_iter().map(|mv| (0, mv)).collect(),
            result: Some(GameResult { outcome: Outcome::Win(Player::Two), reason: Reason::Resigned }),
            ..Record::default()
        };
        assert_eq!(serde_json::to_value(&record).unwrap(), record.to_string());
        assert_eq!(copy(&record).to_string(), record.to_string());
        assert_eq!(copy(&record).move_texts(), record.move_texts());
    }
}

/// A position and a move of a game without options.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
struct Turn<G: Game + Default> {
    #[serde(with = "PositionText::<G>")]
    position: G::Position,
    #[serde(with = "MoveText::<G>")]
    mv: Mv<G>,
}

#[test]
fn values_of_games_without_options_need_no_game() {
    fn check<G: Game + Default>() {
        let game = G::default();
        let mut rng = GameRng::from_seed(8);
        let (_, position) = random_moves(&game, &mut rng, 5);
        let turn = Turn::<G> { mv: position.moves()[0], position };
        let wanted = serde_json::json!({
            "position": game.write_position(&turn.position),
            "mv": game.write_move(turn.mv),
        });
        assert_eq!(serde_json::to_value(&turn).unwrap(), wanted);
        let read = copy(&turn);
        assert!(read.position == turn.position && read.mv == turn.mv);
    }
    check::<UglyDuck>();
    check::<Replica<u64>>();
    check::<ThreeDragons>();
    check::<Qawale>();
}

#[test]
fn bad_texts_are_explained() {
    assert_eq!(problem::<AnyGame>("\"qawlae\""), "unknown game \"qawlae\"; did you mean qawale?");
    assert_eq!(problem::<AnyGame>("\"replica:9\""), "game \"replica:9\": Replica has no options \"9\"");
    assert!(problem::<AnyGame>("5").starts_with("invalid type: integer `5`, expected a string"));
    let position = problem::<GamePosition>("{\"game\": \"uglyduck\", \"position\": \"5/5/1x3/d1d2/5 1\"}");
    assert_eq!(position, "position of uglyduck: character 6: unknown letter 'x'");
    let mv = problem::<GameMove>("{\"game\": \"uglyduck\", \"move\": \"nowhere\"}");
    assert!(mv.starts_with("move of uglyduck: character "), "{mv}");
    assert!(problem::<GameMove>("{\"game\": \"uglyduck\"}").starts_with("missing field `move`"));
    let record = problem::<Record>("\"cygnet record 1\\ngame: qawale\\n\"");
    assert_eq!(record, "line 2: the record ends without a result");
}

#[test]
fn values_of_another_game_are_not_written() {
    let (duck, qawale) = (games::open("uglyduck").unwrap(), games::open("qawale").unwrap());
    let position = GamePosition { game: qawale.clone(), position: duck.start() };
    let refused = serde_json::to_string(&position).unwrap_err().to_string();
    assert_eq!(refused, "the position belongs to another game than qawale");
    let mv = GameMove { game: qawale, mv: duck.start().moves()[0] };
    let refused = serde_json::to_string(&mv).unwrap_err().to_string();
    assert_eq!(refused, "the move belongs to another game than qawale");

    // The variants share a notation, but not the meaning of a position.
    let house = games::open("replica:8,house").unwrap();
    let position = GamePosition { game: games::open("replica").unwrap(), position: house.start() };
    assert!(serde_json::to_string(&position).is_err());
    let house = Replica::<u64>::new(Rules::new(8, true).unwrap());
    let start = house.start();
    let turn = Turn::<Replica<u64>> { mv: start.moves()[0], position: start };
    assert!(serde_json::to_string(&turn).is_err());
    assert_eq!(UglyDuck::default(), CLASSIC);
}
