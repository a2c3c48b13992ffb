//! Tests of what a side believes.

use super::*;

/// Returns the head that a host sends as the text of a record.
fn head_from(record: String) -> Result<Record, Violation> {
    read_head(&GameUpdate {
        step: 0,
        round: 1,
        host: 1,
        record: Some(record),
        keep: 0,
        moves: Vec::new(),
        end: None,
        clocks: None,
        paused: false,
        casual: false,
    })
}

#[test]
fn nothing_in_a_record_that_arrives_acts_on_a_terminal() {
    const ATTACK: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}1m\u{202e}";
    let lines = ["game: uglyduck", "player 1: human", "name 1: Bo", "player 2: human", "name 2: Di"];
    let text = |planted: usize| {
        let line =
            |(index, line): (usize, &&str)| format!("{line}{}\n", if index == planted { ATTACK } else { "" });
        lines.iter().enumerate().map(line).collect::<String>() + "result: none, unfinished\n"
    };
    let mut read = 0;
    for planted in 0..=lines.len() {
        let Ok(head) = head_from(format!("cygnet record 2\n{}", text(planted))) else { continue };
        read += 1;
        let kept = head.to_string();
        assert!(kept.lines().all(|line| cleaned(line, usize::MAX) == line), "{kept:?}");
    }
    assert!(read >= 3, "{read}");
    let long =
        format!("cygnet record 2\ngame: uglyduck\nname 1: {}\nresult: none, unfinished\n", "x".repeat(9999));
    let head = head_from(long);
    assert!(
        head.is_err() || head.is_ok_and(|head| head.names[0].as_ref().is_some_and(|name| name.len() == 40))
    );
}
