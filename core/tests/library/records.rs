//! Records: read from any source, replayed and checked.

use std::collections::HashSet;
use std::io::{self, BufReader, Read};

use cygnet_core::games::ReplayErrorKind;
use cygnet_core::model::{GameRng, Record, RecordErrorKind};

use crate::common::{every_kind, random_game};
use crate::laws::own_game::Hexapawn;

const GAME: &str = "cygnet record 1\ngame: uglyduck\n1. a1b2\n2. e3d3\nresult: p2, resigned\n";

/// Gives one byte at a time, then fails if it should.
struct Slow<'a>(&'a [u8], Option<io::ErrorKind>);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else {
            return self.1.map_or(Ok(0), |kind| Err(kind.into()));
        };
        self.0 = rest;
        buffer[0] = *first;
        Ok(1)
    }
}

#[test]
fn a_game_of_every_kind_is_replayed_to_its_end() {
    let mut rng = GameRng::from_seed(17);
    for game in every_kind() {
        let moves = random_game(&game, &mut rng, 20, |_, _| {});
        let mut record = Record::new(game.name()).with_moves(moves.clone());
        let played = record.play_in(&game).unwrap();
        record.result = played.ending();
        assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
        let replayed = record.replay().unwrap();
        assert_eq!(replayed.game(), &game);
        assert_eq!(replayed.position(), played.position());
        let mut wrong = record.clone();
        wrong.start = Some("nothing".to_owned());
        assert!(matches!(wrong.replay().unwrap_err().kind, ReplayErrorKind::Start(_)));
        let wrong = record.clone().with_moves([moves.clone(), moves[..1].to_vec()].concat());
        assert!(matches!(wrong.replay().unwrap_err().kind, ReplayErrorKind::Move { .. }), "{}", game.name());
        let mut wrong = record.clone();
        wrong.game = "chess".to_owned();
        assert!(matches!(wrong.replay().unwrap_err().kind, ReplayErrorKind::Game(_)));
        let mut wrong = record.with_moves([""; 0]);
        wrong.result = "p1, rules".parse().ok();
        assert!(matches!(wrong.replay().unwrap_err().kind, ReplayErrorKind::NotOver(_)));
    }
}

#[test]
fn a_custom_game_is_replayed_too() {
    let record =
        "cygnet record 1\ngame: hexapawn\n1. b1b2\nresult: none, unfinished\n".parse::<Record>().unwrap();
    assert_eq!(record.replay_in(&Hexapawn).unwrap().position().to_string(), "bbb/1w1/w1w b");
}

#[test]
fn records_are_read_from_any_source() {
    let text = format!("# three games\n{GAME}\r\n{GAME}  \n\n{GAME}");
    let records: Vec<Record> = Record::read_each(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(records.iter().map(|record| record.result_line).collect::<Vec<_>>(), [6, 12, 19]);
    let slowly = BufReader::new(Slow(text.as_bytes(), None));
    assert_eq!(Record::read_each(slowly).map(Result::unwrap).collect::<Vec<_>>(), records);
    for size in [1, 2, 7, 64] {
        let input = BufReader::with_capacity(size, text.as_bytes());
        assert_eq!(Record::read_each(input).map(Result::unwrap).collect::<Vec<_>>(), records);
    }
}

#[test]
fn a_source_that_fails_gives_one_error() {
    let input = BufReader::new(Slow(GAME.as_bytes(), Some(io::ErrorKind::ConnectionReset)));
    let mut records = Record::read_each(input);
    assert!(records.next().unwrap().is_ok());
    let error = records.next().unwrap().unwrap_err();
    assert!(matches!(error.problem, RecordErrorKind::Unreadable(_)) && error.line == 6, "{error}");
    assert!(records.next().is_none());
    let bytes = [GAME.as_bytes(), b"\xff\xfe\n"].concat();
    let error = Record::read_each(&bytes[..]).find_map(Result::err).unwrap();
    assert_eq!(error.to_string(), "line 6: the line is not text in UTF-8");
}

#[test]
fn a_line_without_end_takes_no_memory() {
    let start = "cygnet record 1\ngame: uglyduck\n";
    for (line, is_fine) in [("#", true), (" ", true), ("x", false), ("é", false)] {
        let endless = io::repeat(line.as_bytes()[0]).take(50_000_000);
        let letters = io::Cursor::new(line.repeat(5_000));
        let input = BufReader::new(
            io::Cursor::new(start)
                .chain(letters)
                .chain(endless)
                .chain(io::Cursor::new("\nresult: p1, time\n")),
        );
        let read: Result<Vec<Record>, _> = Record::read_each(input).collect();
        match read {
            Ok(records) => assert!(is_fine && records.len() == 1, "{line:?}"),
            Err(error) => {
                assert!(!is_fine && error.problem == RecordErrorKind::TooLong, "{line:?}: {error}")
            }
        }
    }
}

#[test]
fn records_of_the_same_game_are_equal_wherever_they_were_read() {
    let written: Record = GAME.parse().unwrap();
    let mut made = Record::new("uglyduck").with_moves(["a1b2", "e3d3"]);
    made.result.clone_from(&written.result);
    let later = Record::read_each(format!("# a comment\n\n{GAME}").as_bytes()).next().unwrap().unwrap();
    assert_ne!(later.moves, written.moves);
    assert_eq!([&later, &made], [&written; 2]);
    assert_eq!(HashSet::from([written.clone(), later, made]).len(), 1);
    assert_ne!(written.clone().with_moves(["a1b2"]), written);
    let varied = "cygnet record 2\ngame: uglyduck\n1. a1b2\n   (1. a1b1)\nresult: none, unfinished\n";
    let [one, two] =
        [varied.to_owned(), format!("# a comment\n{varied}")].map(|text| text.parse::<Record>().unwrap());
    assert_eq!(one, two);
    assert_eq!(HashSet::from([one, two]).len(), 1);
}
