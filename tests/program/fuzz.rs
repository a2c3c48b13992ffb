//! What each parser promises, with the corpus of the fuzz targets and with its files changed at random: parts are
//! removed, repeated, swapped and inserted. Nothing may panic, hang or accept anything false.
//! `CYGNET_SEED` chooses other samples.

use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::path::Path;
use std::process::Command;

use cygnet::arena;
use cygnet::console::BoardStyle;
use cygnet::engine::bots::EngineGame;
use cygnet::engine::search::{Limits, SearchRequest, Searcher, mate_distance};
use cygnet::engine::solver::{ProofLimits, solve};
use cygnet::games::AnyGame;
use cygnet::model::{Evaluate, Game, GameRng, Outcome, Position, Seating, StopSignal};
use cygnet::session::{GamePlan, GameSession};
use cygnet::store::{AutosaveFile, Disk, SessionFiles};

use crate::common::table::{SharedBuffer, console, typed};
use crate::common::{every_kind, moves, random_game, samples, seed};
use crate::promises::{configuration, moves as typed_moves, network, positions, records, rpc, tables, ugi};

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

/// Returns one of the files, changed in a few places.
fn mutated(rng: &mut GameRng, files: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.pick(files).unwrap().clone();
    for _ in 0..rng.below(5) {
        let other = match rng.below(3) {
            0 => rng.pick(&NASTY_FRAGMENTS).unwrap().as_bytes().to_vec(),
            1 => part(rng, &bytes).to_vec(),
            _ => {
                let other = rng.pick(files).unwrap();
                part(rng, other).to_vec()
            }
        };
        let begin = rng.below(bytes.len() + 1);
        let max = (bytes.len() - begin).min(12);
        let end = begin + if rng.below(2) == 0 { 0 } else { rng.below(max + 1) };
        bytes.splice(begin..end, other);
    }
    bytes
}

/// Returns one of the texts, changed in a few places.
fn mutated_text(rng: &mut GameRng, texts: &[String]) -> String {
    let files: Vec<Vec<u8>> = texts.iter().map(|text| text.clone().into_bytes()).collect();
    String::from_utf8_lossy(&mutated(rng, &files)).into_owned()
}

fn part<'a>(rng: &mut GameRng, bytes: &'a [u8]) -> &'a [u8] {
    let begin = rng.below(bytes.len() + 1);
    &bytes[begin..begin + rng.below((bytes.len() - begin).min(40) + 1)]
}

/// Checks the promise of a parser with every file of its corpus, and with `count` changed ones.
fn keeps_its_promise(target: &str, check: fn(&[u8]), count: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dev/fuzz/corpus").join(target);
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort_unstable();
    assert!(!paths.is_empty(), "{}", folder.display());
    let files: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    for (path, file) in paths.iter().zip(&files) {
        assert!(catch_unwind(|| check(file)).is_ok(), "{}", path.display());
    }
    let mut rng = rng(u64::from(crc32fast::hash(target.as_bytes())));
    for _ in 0..samples(count) {
        let changed = mutated(&mut rng, &files);
        assert!(catch_unwind(|| check(&changed)).is_ok(), "{:?}", String::from_utf8_lossy(&changed));
    }
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
fn any_record_is_refused_or_written_as_it_was_read() {
    keeps_its_promise("records", records::check, 2_000);
}

#[test]
fn any_position_is_refused_or_can_be_continued() {
    keeps_its_promise("positions", positions::check, 200);
}

#[test]
fn any_move_is_accepted_exactly_if_it_is_listed() {
    keeps_its_promise("moves", typed_moves::check, 1_000);
}

#[test]
fn any_line_of_ugi_leaves_the_session_open() {
    keeps_its_promise("ugi", ugi::check, 13);
}

#[test]
fn any_request_is_answered_or_ignored() {
    keeps_its_promise("rpc", rpc::check, 150);
}

#[test]
fn any_table_is_refused_or_looked_up() {
    keeps_its_promise("tables", tables::check, 500);
}

#[test]
fn any_configuration_is_refused_or_written_as_it_was_read() {
    keeps_its_promise("configuration", configuration::check, 500);
}

#[test]
fn no_message_changes_a_network_game_without_consent() {
    keeps_its_promise("network", network::check, 100);
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
    let headers = [header, "{\"version\":1}", "9999999999"].map(|header| header.as_bytes().to_vec());
    let mut rng = rng(300);
    assert_eq!(count_games(&path), Some(4));
    for round in 0..samples(200) {
        let bytes = match round % 2 {
            0 => [mutated(&mut rng, &headers).as_slice(), b"\n", games.as_bytes()].concat(),
            _ => mutated(&mut rng, &[whole.clone().into_bytes()]),
        };
        fs::write(&path, &bytes).unwrap();
        let is_valid = count_games(&path).is_none_or(|games| games <= 4);
        assert!(is_valid, "{:?}", String::from_utf8_lossy(&bytes));
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
                    0 => {
                        format!("{}\n{answer}\n", mutated_text(&mut rng, &answers).replace(['\n', '\r'], " "))
                    }
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
            let text = mutated_text(&mut rng, &texts);
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
