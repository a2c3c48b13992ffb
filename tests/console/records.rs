//! Records of random games: written, read, verified, replayed, and typed again at the prompts.

use std::io;

use cygnet::console::BoardStyle;
use cygnet::engine::referee::Referee;
use cygnet::games::{AnyGame, AnyPosition};
use cygnet::model::{AnnotatedMove, Eval, GameRng, Position as _, Record};
use cygnet::records;
use cygnet::show::replay::{self, ReplayRange};

use crate::common::table::{SharedBuffer, console, printed, typed};
use crate::common::{every_kind, play, play_all, random_game, random_moves, samples, with_every_kind};
use crate::prompts::position_after;

fn record_of(game: &AnyGame, moves: &[String]) -> Record {
    let head = Record::new(game.name()).with_seats(["human", "human"]);
    Referee::read(game, None, moves).unwrap().with_human(true).record(&head)
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn random_games_round_trip_through_records_and_prompts() {
    let games = samples(1);
    with_every_kind(|game| {
        let mut rng = GameRng::from_seed(8);
        for _ in 0..games {
            let (moves, end) = random_moves(game, &mut rng, 2_000);
            let text = record_of(game, &moves).to_string();
            let record = text.parse::<Record>().unwrap();
            assert_eq!(record.move_texts(), moves);
            record.replay().unwrap_or_else(|error| panic!("{}: {error}\n{text}", game.name()));
            check_the_prompts(game, &record, &moves, &end);
        }
    });
}

/// Checks that typing all moves but the last leads to the position before it, and the last move to `end`.
fn check_the_prompts(game: &AnyGame, record: &Record, moves: &[String], end: &AnyPosition) {
    let lines = records::to_input_lines(record).unwrap();
    let before = typed(game, &moves[..moves.len() - 1]);
    let position = play_all(game, &moves[..moves.len() - 1]);
    let mut asked = before.clone();
    asked.push(":position".to_owned());
    let text = printed(game, &asked, BoardStyle::Words);
    let shown = position.to_string();
    assert!(text.lines().any(|line| line == shown), "{}: {text}", game.name());
    assert_eq!(play(game, &position, moves.last().unwrap()).as_ref(), Some(end));
    assert_eq!(lines[..before.len()], before);
}

#[test]
fn a_wrong_record_is_refused_at_its_line() {
    for game in every_kind() {
        let mut rng = GameRng::from_seed(9);
        let moves = random_game(&game, &mut rng, 6, |_, _| {});
        let text = record_of(&game, &moves).to_string();
        let line_of = |what: &str| text.lines().position(|line| line.starts_with(what)).unwrap() + 1;
        let spoil = |from: &str, to: &str| {
            let spoilt = text.replacen(from, to, 1);
            assert_ne!(spoilt, text);
            spoilt.parse::<Record>().unwrap().replay().err().unwrap()
        };
        let third = format!("3. {}", moves[2]);
        assert_eq!(spoil(&third, "3. nonsense").line, line_of("3. "));
        assert!(spoil(&third, "3. nonsense").kind.to_string().starts_with("move 3 \"nonsense\": "));
        let winner = spoil("result: none, unfinished", "result: p1, rules");
        assert_eq!(winner.line, line_of("result"));
        assert!(winner.kind.to_string().contains("not over"), "{}", winner.kind);
    }
}

/// Results that a record can have, apart from forfeits.
const RESULTS: [&str; 15] = [
    "p1, rules",
    "p2, rules",
    "draw, rules",
    "p1, no moves",
    "p2, no moves",
    "draw, patience",
    "p1, resigned",
    "p2, resigned",
    "p1, time",
    "p2, time",
    "draw, agreed",
    "p1, adjudicated (proven)",
    "p2, adjudicated (score)",
    "draw, adjudicated (even score)",
    "none, unfinished",
];

#[test]
fn a_game_that_is_over_has_one_result_and_another_none_by_the_rules() {
    let valid = |text: &str| -> Vec<&str> {
        let (moves, recorded) = text.trim_end().split_once("\nresult: ").unwrap();
        assert!(RESULTS.contains(&recorded), "{recorded}");
        let verified = |result: &&str| {
            let record = format!("{moves}\nresult: {result}\n").parse::<Record>().unwrap();
            record.replay().is_ok()
        };
        RESULTS.into_iter().filter(verified).collect()
    };
    with_every_kind(|game| {
        let mut rng = GameRng::from_seed(12);
        let (moves, end) = random_moves(game, &mut rng, 2_000);
        let text = record_of(game, &moves).to_string();
        if end.outcome().is_some() {
            let recorded = text.trim_end().rsplit_once("\nresult: ").unwrap().1;
            assert_eq!(valid(&text), [recorded], "{text}");
        }
        // Nobody has won after a move, and computers have made progress.
        let begun = record_of(game, &moves[..1]).to_string();
        let open: Vec<&str> = RESULTS.into_iter().skip(6).collect();
        assert_eq!(valid(&begun), open, "{begun}");
    });
}

/// Returns what a replay from a turn shows.
fn replayed(record: &Record, from: usize) -> String {
    let output = SharedBuffer::default();
    let mut console = console(io::empty(), output.clone(), BoardStyle::Compact);
    let (range, replayed) = (ReplayRange { from, to: None, step: false }, record.replay().unwrap());
    replay::show(&mut record.clone(), replayed, range, &mut console).unwrap();
    drop(console);
    output.text()
}

#[test]
fn a_replay_shows_every_position_and_turns_that_can_be_typed() {
    for game in every_kind() {
        let played = random_game(&game, &mut GameRng::from_seed(9), 12, |_, _| {});
        // The last move can end the game, and then there is no prompt.
        let (_, moves) = played.split_last().unwrap();
        let record = record_of(&game, moves);
        let whole = replayed(&record, 0);
        let pages: Vec<&str> = whole.split("\nAfter move ").collect();
        assert_eq!(pages.len(), moves.len() + 1, "{whole}");
        assert!(pages.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(replayed(&record, 3).ends_with(&format!("After move {}", pages[3..].join("\nAfter move "))));
        let named = whole.lines().filter_map(|line| line.strip_prefix("After move ")?.split_once(", "));
        let turns: Vec<String> = named.map(|(_, turn)| turn.trim_end_matches(':').to_owned()).collect();
        let cells = turns.iter().flat_map(|turn| turn.split(' ')).map(str::to_owned).collect();
        let wanted = play_all(&game, moves).to_string();
        for lines in [turns, cells] {
            assert_eq!(position_after(&game, &lines, &[]), wanted, "{}: {lines:?}", game.name());
        }
    }
}

#[test]
fn annotated_random_games_round_trip() {
    for game in every_kind() {
        let mut rng = GameRng::from_seed(11);
        let mut record = record_of(&game, &random_game(&game, &mut rng, 12, |_, _| {}));
        let moves = record.move_texts();
        for number in 1..=moves.len() {
            record.annotations.note_mut(number).eval = Some(Eval::Estimate(number as i32));
            // The moves that were played are legal variations.
            let turns = moves[number - 1..]
                .iter()
                .map(|mv| AnnotatedMove { mv: mv.clone(), ..AnnotatedMove::default() });
            record.annotations.variations.insert(number, vec![turns.collect()]);
        }
        let text = record.to_string();
        let read = text.parse::<Record>().unwrap();
        assert_eq!(read.to_string(), text);
        read.replay().unwrap_or_else(|error| panic!("{}: {error}\n{text}", game.name()));
        // The first move is not legal twice in a row.
        let again = AnnotatedMove { mv: moves[0].clone(), ..AnnotatedMove::default() };
        record.annotations.variations.insert(1, vec![vec![again.clone(), again]]);
        let problem = record.replay().err().unwrap().kind.to_string();
        assert!(problem.starts_with("variation: move 2 "), "{}: {problem}", game.name());
    }
}
