//! Fuzz tests: valid texts with parts removed, repeated, swapped and inserted. Every parser must reject or
//! understand them, without panicking, hanging or accepting anything false.
//! `CYGNET_SEED` chooses other samples.

use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::slice;
use std::sync::Arc;

use cygnet::console::{BoardStyle, Input, Signals};
use cygnet::engine::bots::EngineGame;
use cygnet::engine::search::{Limits, SearchRequest, Searcher, mate_distance};
use cygnet::engine::solver::{ProofLimits, solve};
use cygnet::games::AnyGame;
use cygnet::model::{
    AnnotatedMove, Eval, Evaluate, Game, GameRng, Mark, Outcome, Position, Record, Seating, StopSignal,
    SystemClock,
};
use cygnet::protocols::{Connection, ugi};
use cygnet::session::{GamePlan, GameSession};
use cygnet::store::{AutosaveFile, Disk, SessionFiles};
use cygnet::{arena, records};

use crate::common::table::{SharedBuffer, console, typed};
use crate::common::{classic, every_kind, legal, moves, play, random_game, samples, seed};

fn rng(stream: u64) -> GameRng {
    GameRng::with_stream(seed().unwrap_or(1), stream)
}

/// Fragments that are known to cause trouble in parsers.
const NASTY_FRAGMENTS: [&str; 24] = [
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{1b}[2J",
    "é",
    "\u{202e}",
    "0",
    "1",
    "-1",
    "9",
    "64",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "1e999",
    "NaN",
    "/",
    "\"",
];

/// Returns one of the texts, changed in a few places.
fn mutated(rng: &mut GameRng, texts: &[String]) -> String {
    let mut text: Vec<char> = rng.pick(texts).unwrap().chars().collect();
    for _ in 0..rng.below(5) {
        let other: Vec<char> = match rng.below(3) {
            0 => rng.pick(&NASTY_FRAGMENTS).unwrap().chars().collect(),
            1 => part(rng, &text).to_vec(),
            _ => {
                let other: Vec<char> = rng.pick(texts).unwrap().chars().collect();
                part(rng, &other).to_vec()
            }
        };
        let begin = rng.below(text.len() + 1);
        let max = (text.len() - begin).min(12);
        let end = begin + if rng.below(2) == 0 { 0 } else { rng.below(max + 1) };
        text.splice(begin..end, other);
        text.truncate(4_000);
    }
    text.into_iter().collect()
}

fn part<'a>(rng: &mut GameRng, text: &'a [char]) -> &'a [char] {
    let begin = rng.below(text.len() + 1);
    &text[begin..begin + rng.below((text.len() - begin).min(40) + 1)]
}

/// Returns positions from random games, as text.
fn position_texts(game: &AnyGame, rng: &mut GameRng) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..3 {
        random_game(game, rng, 40, |position, _| texts.push(position.to_string()));
    }
    texts
}

#[test]
fn mutated_positions_are_rejected_or_round_trip() {
    for (number, game) in (0..).zip(every_kind()) {
        let game = &game;
        let mut rng = rng(number);
        let texts = position_texts(game, &mut rng);
        let move_texts: Vec<String> =
            legal(game, &game.start()).into_iter().take(200).map(|(mv, _)| mv).collect();
        for _ in 0..samples(100) {
            let text = mutated(&mut rng, &texts);
            let Ok(position) = game.read_position(&text) else { continue };
            let written = position.to_string();
            assert_eq!(game.read_position(&written).as_ref(), Ok(&position), "{}: {text:?}", game.name());
            let moves = moves(&position);
            assert!(position.outcome().is_some() || !moves.is_empty(), "{}: {text:?}", game.name());
            for mv in moves.into_iter().take(20) {
                assert_eq!(position.check_move(mv), Ok(()), "{}: {text:?}", game.name());
                assert!(play(game, &position, &mv.to_string()).is_some(), "{}: {text:?}", game.name());
            }
            let mv = mutated(&mut rng, &move_texts);
            if let Ok(mv) = game.read_legal_move(&position, &mv) {
                assert_eq!(position.check_move(mv), Ok(()), "{}: {text:?}", game.name());
            }
        }
    }
}

/// Returns records of random games that use every kind of line.
fn record_texts(rng: &mut GameRng) -> Vec<String> {
    let texts = every_kind().map(|game| {
        let moves = random_game(&game, rng, 30, |_, _| {});
        let mut record = Record::new(game.name()).with_seats(["human", "easy"]).with_moves(moves);
        record.names[0] = Some("Ana".to_owned());
        record.seed = Some(7);
        record.date = "2026-11-21".parse().ok();
        [record.to_string(), with_annotations(record).to_string()]
    });
    texts.flatten().collect()
}

/// Annotates every turn of the record, and adds each move as its own variation.
fn with_annotations(mut record: Record) -> Record {
    record.annotations.header.push(("event".to_owned(), "cup".to_owned()));
    for (number, (_, mv)) in (1..).zip(record.moves.clone()) {
        let note = record.annotations.note_mut(number);
        note.mark = Some([Mark::Blunder, Mark::Good][number % 2]);
        note.eval = Some([Eval::Lost(Some(12)), Eval::Estimate(50), Eval::Draw(None)][number % 3]);
        note.comment("it } \\ falls");
        let note = note.clone();
        record.annotations.variations.insert(number, vec![vec![AnnotatedMove { line: 0, mv, note }]]);
    }
    record
}

#[test]
fn mutated_records_are_rejected_or_round_trip() {
    let mut rng = rng(100);
    let texts = record_texts(&mut rng);
    let (mut read, mut verified) = (0, 0);
    for _ in 0..samples(1_000) {
        let text = mutated(&mut rng, &texts);
        let Ok(all) = Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>() else { continue };
        for record in all {
            read += 1;
            let again = record.to_string().parse::<Record>().unwrap();
            assert_eq!(again.to_string(), record.to_string(), "{text:?}");
            if record.replay().is_ok() {
                verified += 1;
                assert!(records::to_input_lines(&record).is_ok(), "{text:?}");
            }
        }
    }
    assert!(0 < verified && verified < read, "{verified} of {read}");
}

#[test]
fn mutated_ugi_lines_never_end_the_session() {
    const LINES: [&str; 18] = [
        "ugi",
        "isready",
        "uginewgame",
        "setoption name Hash value 1",
        "setoption name Threads value 2",
        "setoption name Seed value 7",
        "setoption name Bot value greedy",
        "position startpos",
        "position startpos moves a1b2 e3d3",
        "position fen 5/S4/5/5/4d 1 moves b1a1",
        "go depth 2",
        "go nodes 100",
        "go movetime 1",
        "go p1time 100 p2time 100 p1inc 1 p2inc 1",
        "stop",
        "query p1turn",
        "query gameover",
        "query result",
    ];
    let mut rng = rng(200);
    let lines: Vec<String> = LINES.map(str::to_owned).to_vec();
    let game = classic();
    for _ in 0..samples(13) {
        let mut commands = String::new();
        for _ in 0..20 {
            let line = mutated(&mut rng, &lines).replace("quit", "");
            // `stop` ends any search. Skip mutated hash sizes, because large ones only take time.
            if !line.to_lowercase().contains("hash value") || lines.contains(&line) {
                commands += &format!("{line}\nstop\n");
            }
        }
        commands += "stop\nuginewgame\nquery gameover\nisready\n";
        let output = SharedBuffer::default();
        let connection = Connection {
            input: Input::new(Cursor::new(commands.clone())),
            signals: Signals::default(),
            output: Box::new(output.clone()),
        };
        ugi::serve(&game, connection, Arc::new(SystemClock::new())).unwrap();
        let said = output.text();
        assert!(said.contains("readyok\n"), "{commands:?}: {said}");
        assert!(!said.contains(|letter: char| letter.is_control() && letter != '\n'), "{commands:?}: {said}");
    }
}

#[test]
fn mutated_match_files_are_rejected_or_valid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args([
        "arena", "uglyduck", "--p1", "easy", "--p2", "random", "--games", "4", "--seed", "1", "--out",
    ]);
    assert!(command.arg(&path).output().unwrap().status.success());
    let whole = fs::read_to_string(&path).unwrap();
    let (header, games) = whole.split_once('\n').unwrap();
    let headers: Vec<String> = [header, "{\"version\":1}", "9999999999"].map(str::to_owned).to_vec();
    let mut rng = rng(300);
    assert_eq!(count_games(&path), Some(4));
    for round in 0..samples(200) {
        let text = match round % 2 {
            0 => format!("{}\n{games}", mutated(&mut rng, &headers)),
            _ => mutated(&mut rng, slice::from_ref(&whole)),
        };
        fs::write(&path, &text).unwrap();
        assert!(count_games(&path).is_none_or(|games| games <= 4), "{text:?}");
    }
}

/// Returns the number of games in a match file, if it is valid.
fn count_games(path: &Path) -> Option<usize> {
    let mut games = 0;
    let mut count = |_: &arena::PlayedGame| {
        games += 1;
        ControlFlow::Continue(())
    };
    arena::merge(&[path.to_owned()]).ok()?.read(&mut count).ok()?;
    Some(games)
}

#[test]
fn autosaved_games_are_always_legal() {
    for (number, game) in (0..).zip(every_kind()) {
        let game = &game;
        let mut rng = rng(400 + number);
        let folder = tempfile::tempdir().unwrap();
        for round in 0..samples(1) {
            let played = random_game(game, &mut rng, 12, |_, _| {});
            let answers = typed(game, &played);
            let mut lines = String::new();
            for answer in &answers {
                lines += &match rng.below(6) {
                    0 => format!("{}\n{answer}\n", mutated(&mut rng, &answers).replace(['\n', '\r'], " ")),
                    1 => format!("{answer} "),
                    2 => format!("{answer}\n:undo\n:redo\n"),
                    _ => format!("{answer}\n"),
                };
            }
            let (output, path) = (SharedBuffer::default(), folder.path().join(round.to_string()));
            let mut files = SessionFiles::in_file(AutosaveFile::lock(&Disk::default(), &path).unwrap());
            let plan = GamePlan::new(Seating::new(None, None), 1);
            let mut console = console(Cursor::new(lines.clone()), output.clone(), BoardStyle::Words);
            let _ = GameSession::new(game, &plan).unwrap().play(&mut console, &mut files);
            drop((console, files));
            let is_control = |letter: char| letter.is_control() && letter != '\n';
            assert!(!output.text().contains(is_control), "{}: {lines:?}", game.name());
            if path.exists() {
                let kept = Disk::default().read_record(&path).unwrap();
                assert!(kept.replay().is_ok(), "{}: {lines:?}: {kept}", game.name());
            }
        }
    }
}

/// Returns the winner if an exact search of a few plies finds a forced win.
fn short_win<P: Evaluate>(position: &P, stop: &StopSignal) -> Option<Outcome> {
    let request = SearchRequest::new(Limits::depth(3, stop).with_nodes(20_000));
    let report = Searcher::new(1 << 16).search(position, &request, &mut |_| {});
    let line = report.best()?;
    mate_distance(line.value).filter(|_| line.proven)?;
    let mover = position.to_move();
    Some(Outcome::Win(if line.value > 0 { mover } else { mover.opponent() }))
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn solvers_and_search_agree() {
    for (number, game) in (0..).zip(every_kind()) {
        let game = &game;
        let (mut rng, stop) = (rng(500 + number), StopSignal::new());
        let limits = ProofLimits::new(3_000, &stop);
        let texts = position_texts(game, &mut rng);
        for _ in 0..samples(5) {
            let text = mutated(&mut rng, &texts);
            let Ok(position) = game.read_position(&text) else { continue };
            // A tall stack in Qawale has too many moves for this test.
            if moves(&position).len() > 1_000 {
                continue;
            }
            let solved = solve(&position, 1 << 20, limits, &mut |_| {}).outcome;
            let mut prover = game.prover(1 << 22);
            let proven = prover.as_mut().and_then(|prover| {
                let winner = prover.prove(&position, limits, &mut |_| {}).winner();
                winner.filter(|_| position.outcome().is_none()).map(Outcome::Win)
            });
            let found = position.outcome().or_else(|| short_win(&position, &stop));
            let mut said = [solved, proven, found].into_iter().flatten();
            let first = said.next();
            assert!(
                said.all(|other| Some(other) == first),
                "{}: {text:?}: {solved:?} {proven:?} {found:?}",
                game.name()
            );
        }
    }
}
