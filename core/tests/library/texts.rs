//! Text and back: one law for everything that has a text.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{Debug, Display};
use std::str::FromStr;

use cygnet_core::engine::bots::EngineGame as _;
use cygnet_core::games::qawale::{self, Qawale, QawalePosition};
use cygnet_core::games::replica::{self, LargeSet, Replica, ReplicaPosition};
use cygnet_core::games::three_dragons::{self, ThreeDragons, ThreeDragonsPosition};
use cygnet_core::games::ugly_duck::{
    self, FiveByFive, Large, Medium, Size, Small, UglyDuck, UglyDuckPosition,
};
use cygnet_core::games::{self, AnyGame, AnyMove, AnyPosition, WrongGame};
use cygnet_core::model::{
    Adjudication, Ending, Eval, Game, GameRng, Mark, Outcome, Player, Position, Reason,
};
use cygnet_core::with_game;

use crate::common::{every_kind, random_moves};

/// Checks that the text of a value is read back as the same value, and can be aligned.
fn law<T: Display + Debug + FromStr<Err: Debug> + PartialEq>(value: &T) {
    let text = value.to_string();
    assert_eq!(&text.parse::<T>().unwrap(), value, "{text}");
    let width = text.chars().count() + 3;
    assert_eq!(format!("{value:>width$}"), format!("   {text}"));
}

/// Checks that a value is shown by its text, without what is inside it.
fn is_shown_by_its_text<T: Display + Debug>(value: &T) {
    let shown = format!("{value:?}");
    assert!(shown.ends_with(&format!("({value})")) && shown.len() < value.to_string().len() + 30, "{shown}");
}

#[test]
fn positions_and_moves_of_every_game_are_text_and_back() {
    let mut rng = GameRng::from_seed(31);
    for any in every_kind() {
        for turns in [0, 1, 8, 40] {
            let (_, erased) = random_moves(&any, &mut rng, turns);
            let around = |blank: &str| format!("{blank}{erased}{blank}");
            assert_eq!(any.read_position(&around(" \t\u{c}\r\n")).as_ref(), Ok(&erased));
            assert!(any.read_position(&around("\u{3000}")).is_err(), "{}", any.name());
            assert!(format!("{erased:?}").contains(&erased.to_string()));
            with_game!(&any, game: G => {
                let position = <G as Game>::Position::try_from(erased.clone()).unwrap();
                assert_eq!(position.to_string(), erased.to_string());
                is_shown_by_its_text(&position);
                let same = <G as Game>::Position::try_from(erased.clone()).unwrap();
                assert_eq!(AnyPosition::from(same), erased);
                let read = position.to_string().parse::<<G as Game>::Position>().unwrap();
                // The text does not name house rules, or that strength captures are off.
                let is_named = !game.name().contains("house") && !game.name().contains("custodial");
                assert!(read == position || !is_named, "{}: {position}", game.name());
                assert_eq!(read.to_string(), position.to_string());
                for mv in position.moves() {
                    law(&mv);
                    is_shown_by_its_text(&mv);
                    assert_eq!(game.read_move(&format!(" \t\u{c}{mv}\r\n")), Ok(mv));
                    assert!(game.read_move(&format!("{mv}\u{3000}")).is_err(), "{}: {mv}", game.name());
                    assert_eq!(AnyMove::from(mv).to_string(), mv.to_string());
                    assert_eq!(AnyMove::from(mv).try_into(), Ok(mv));
                }
            });
        }
    }
}

#[test]
fn words_are_text_and_back() {
    let outcomes = [Outcome::Draw, Outcome::Win(Player::One), Outcome::Win(Player::Two)];
    Player::BOTH.iter().for_each(law);
    outcomes.iter().for_each(law);
    let adjudications =
        [Adjudication::Proven, Adjudication::Score, Adjudication::EvenScore, Adjudication::Length];
    let mut reasons = vec![
        Reason::Rules,
        Reason::NoMoves,
        Reason::Resigned,
        Reason::NoProgress,
        Reason::Time,
        Reason::Agreed,
        Reason::Forfeited("it ended: badly".to_owned()),
        Reason::Forfeited(String::new()),
    ];
    reasons.extend(adjudications.map(Reason::Adjudicated));
    let mut endings = HashSet::new();
    for (reason, outcome) in reasons.iter().flat_map(|reason| outcomes.map(|outcome| (reason, outcome))) {
        law(reason);
        let ending = Ending { outcome, reason: reason.clone() };
        if reason.allows(outcome) {
            law(&ending);
            endings.insert(ending);
        } else {
            assert!(ending.to_string().parse::<Ending>().is_err(), "{ending}");
        }
    }
    assert!(endings.len() > 15, "{endings:?}");
    for mark in [Mark::Brilliant, Mark::Good, Mark::Interesting, Mark::Dubious, Mark::Mistake, Mark::Blunder]
    {
        law(&mark);
    }
    let plies = [None, Some(0), Some(7), Some(u32::MAX)];
    plies
        .into_iter()
        .flat_map(|plies| [Eval::Won(plies), Eval::Lost(plies), Eval::Draw(plies)])
        .for_each(|eval| law(&eval));
    [0, 5, -5, 99, -100, 123_456, i32::MIN, i32::MAX].map(Eval::Estimate).iter().for_each(law);
    every_kind().for_each(|game| law(&game));
    for size in ["3x3", "4x6", "22x22"] {
        law(&size.parse::<Size>().unwrap());
    }
}

#[test]
fn cells_are_text_and_back() {
    let mut shown = Vec::new();
    for size in ["3x3", "22x22"] {
        for cell in size.parse::<Size>().unwrap().cells() {
            law(&cell);
            shown.push(format!("{cell:?}"));
        }
    }
    qawale::Cell::all().for_each(|cell| law(&cell));
    three_dragons::Square::all().for_each(|square| law(&square));
    let cells = (0..16).flat_map(|row| (0..16).filter_map(move |column| replica::Cell::new(column, row)));
    cells.for_each(|cell| law(&cell));
    assert_eq!(shown.last().map(String::as_str), Some("Cell(v22)"));
    assert_eq!("E9".parse::<three_dragons::Square>(), "e9".parse());
}

#[test]
fn wrong_texts_are_explained() {
    fn problem<T: FromStr<Err: Display>>(text: &str) -> String {
        text.parse::<T>().err().unwrap().to_string()
    }
    assert_eq!(problem::<Player>("p3"), "character 1: expected p1 or p2");
    assert_eq!(problem::<Outcome>(""), "character 1: expected p1, p2 or draw");
    assert_eq!(problem::<Reason>("bored"), "character 1: expected a reason such as rules, resigned or time");
    assert!(problem::<Ending>("draw, resigned").starts_with("a result \"draw\" cannot have the reason"));
    assert_eq!(problem::<Ending>("p1"), "expected \"result: WINNER, REASON\"");
    assert_eq!(problem::<qawale::Cell>("e1"), "character 1: expected a cell from a1 to d4");
    assert_eq!(problem::<qawale::Cell>("a1b1"), "character 1: expected a cell from a1 to d4");
    assert_eq!(problem::<ugly_duck::Cell>("a"), "character 1: expected a cell such as a1");
    assert_eq!(problem::<ugly_duck::Move>("a1"), "character 3: expected a move such as a1b2");
    assert!(
        problem::<UglyDuckPosition<FiveByFive>>("4/4/4/4 1").contains("a board of 4x4 is of another type")
    );
    assert!(problem::<UglyDuckPosition<Small>>("2/2 1").contains("the width must be from 3 to 22"));
    assert!(problem::<ReplicaPosition<u64>>(&"12/".repeat(12)).contains("a board of 8, 12 or 16 rows"));
    for text in ["", " ", "/", "9999999999999999999999999/1 1", "x", "1 1 1", "é/é é"] {
        assert!(text.parse::<UglyDuckPosition<Small>>().is_err(), "{text}");
        assert!(text.parse::<ReplicaPosition<LargeSet>>().is_err(), "{text}");
        assert!(text.parse::<ThreeDragonsPosition>().is_err(), "{text}");
        assert!(text.parse::<QawalePosition>().is_err(), "{text}");
    }
}

#[test]
fn defaults_are_the_games_without_options_and_their_starts() {
    fn check<G: Game<Position: Default> + Default>(name: &str) {
        assert_eq!(G::default().name(), name);
        assert_eq!(G::Position::default(), G::default().start());
    }
    check::<UglyDuck>("uglyduck");
    check::<Replica<u64>>("replica");
    check::<ThreeDragons>("three-dragons");
    check::<Qawale>("qawale");
    assert_eq!(replica::Rules::default(), Replica::<u64>::default().rules());
}

#[test]
#[expect(clippy::mutable_key_type, reason = "the results attached to a game are not compared")]
fn games_and_results_are_keys() {
    let games: HashMap<AnyGame, String> = every_kind().map(|game| (game.clone(), game.name())).collect();
    for game in every_kind() {
        assert_eq!(games[&game], game.name());
    }
    let result: Ending = "p1, time".parse().unwrap();
    assert_eq!(BTreeMap::from([(result.clone(), 1)]).get(&result), Some(&1));
}

#[test]
fn values_are_converted_to_their_own_game_and_to_no_other() {
    let qawale = games::open("qawale").unwrap().start();
    let error = ReplicaPosition::<u64>::try_from(qawale.clone()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16\" is a position of qawale, not of type ReplicaPosition<u64>"
    );
    let mv = qawale.moves()[0];
    let other: Result<ugly_duck::Move, WrongGame> = mv.try_into();
    let wanted = format!("\"{mv}\" is a move of qawale, not of type ugly_duck::Move");
    assert_eq!(other.unwrap_err().to_string(), wanted);
    for any in every_kind() {
        with_game!(&any, game: G => assert_eq!(&G::try_from(any.clone()).unwrap(), game));
    }
    let refused = Replica::<u64>::try_from(games::open("qawale").unwrap()).unwrap_err().to_string();
    assert!(
        refused.starts_with("this is the game qawale, not of type cygnet_core::games::replica::Replica<u64>"),
        "{refused}"
    );
}

/// A mistake of the caller, which is documented at `AnyGame`.
#[test]
#[should_panic = "\"tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16\" is a position of qawale, not of type ReplicaPosition<u64>"]
fn a_position_of_another_game_is_named_in_the_panic() {
    let qawale = games::open("qawale").unwrap().start();
    games::open("replica").unwrap().known_plies(&qawale);
}

#[test]
fn a_board_has_only_one_type() {
    let text = games::open("replica").unwrap().start().to_string();
    assert!(text.parse::<ReplicaPosition<u64>>().is_ok());
    assert!(text.parse::<ReplicaPosition<LargeSet>>().is_err());
    let text = games::open("uglyduck").unwrap().start().to_string();
    assert!(text.parse::<UglyDuckPosition<FiveByFive>>().is_ok());
    assert!(text.parse::<UglyDuckPosition<Small>>().is_err());
    for name in ["uglyduck-xl:4x6", "uglyduck-xl:9x9", "uglyduck-xl:22x22"] {
        let start = games::open(name).unwrap().start();
        let text = start.to_string();
        let read = [
            text.parse::<UglyDuckPosition<Small>>().map(AnyPosition::from),
            text.parse::<UglyDuckPosition<Medium>>().map(AnyPosition::from),
            text.parse::<UglyDuckPosition<Large>>().map(AnyPosition::from),
        ];
        assert_eq!(read.into_iter().flatten().collect::<Vec<_>>(), [start], "{name}");
    }
}
