//! A day that does not exist is refused wherever a date is read, and records have the local date.

use std::fs;

use cygnet::analysis::practice::Deck;
use cygnet::model::{Date, Record};
use proptest::prelude::*;

#[cfg(unix)]
use crate::cli::{TWO_PEOPLE, cygnet};
use crate::cli::{run_in, text as written};

const CARD: &str = "1\t0/0\tmissed-win\t-\tuglyduck\t5/D1S2/5/2s2/5 1\tb1c1\tb3a2\twon in 1";

fn record(date: &str) -> String {
    format!("cygnet record 1\ngame: uglyduck\ndate: {date}\n1. a1b1\nresult: p1, resigned\n")
}

#[test]
fn commands_refuse_impossible_days_and_say_where() {
    let folder = tempfile::tempdir().unwrap();
    let finished = folder.path().join("cygnet/finished");
    fs::create_dir_all(&finished).unwrap();
    for date in ["2026-02-30", "yesterday"] {
        let card = format!("# mine\n{date}\t{CARD}\n");
        fs::write(folder.path().join("deck"), &card).unwrap();
        fs::write(folder.path().join("cygnet/practice.txt"), &card).unwrap();
        fs::write(folder.path().join("record"), record(date)).unwrap();
        fs::write(finished.join("game-1.cygnet"), record(date)).unwrap();
        let said = format!("there is no day \"{date}\"; expected a day such as 2026-11-21");
        let commands: [(&[&str], &str); 11] = [
            (&["check", "record"], "record:3: "),
            (&["replay", "record"], "record:3: "),
            (&["review", "record"], "record:3: "),
            (&["play", "--record", "record"], "record:3: "),
            (&["stats"], "game-1.cygnet:3: "),
            (&["games"], "game-1.cygnet:3: "),
            (&["games", "show", "1"], "game-1.cygnet:3: "),
            (&["practice", "import", "deck"], "deck:2: "),
            (&["practice", "list"], "practice.txt:2: "),
            (&["games", "--since", date], "--since <DAY>': "),
            (&["stats", "--since", date], "--since <DAY>': "),
        ];
        for (arguments, place) in commands {
            let output = run_in(folder.path(), arguments, b"");
            let text = written(&[output.stdout, output.stderr].concat());
            assert!(text.contains(&format!("{place}{said}")), "{arguments:?}: {text}");
            assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        }
    }
}

/// Texts that are dates, nearly dates, and others.
fn text() -> impl Strategy<Value = String> {
    let numbers = (0..=10_000, 0..=13, 0..=32);
    let date = numbers.prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    prop_oneof![4 => date, 1 => "[0-9+-]{0,4}-[0-9]{1,3}-[0-9]{1,3}", 1 => "[a-z0-9]{0,9}"]
}

proptest! {
    #[test]
    fn all_readers_agree_which_days_exist(text in text()) {
        let date = text.parse::<Date>().ok();
        prop_assert_eq!(record(&text).parse::<Record>().map(|record| record.date).ok(), date.map(Some));
        let deck = Deck::read(&format!("{text}\t{CARD}"));
        prop_assert_eq!(deck.cards().map(|card| card.schedule.due).next(), date);
        prop_assert_eq!(deck.problems().len(), usize::from(date.is_none()));
    }
}

#[cfg(unix)]
#[test]
fn records_use_the_local_date() {
    let date = |zone: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = cygnet(&TWO_PEOPLE);
        let mut child = command.env("TZ", zone).current_dir(folder.path()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b":save game\n:quit\n").unwrap();
        assert!(child.wait().unwrap().success());
        let text = fs::read_to_string(folder.path().join("game")).unwrap();
        text.lines().find_map(|line| line.strip_prefix("date: ")).unwrap().to_owned()
    };
    // The time zones are 26 hours apart, so the dates always differ.
    assert_ne!(date("<-12>12"), date("<+14>-14"));
}
