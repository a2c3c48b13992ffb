use super::*;
use crate::model::{Date, Outcome, Player, Reason};
use proptest::prelude::*;

fn sample() -> Record {
    Record {
        game: "uglyduck".to_owned(),
        start: Some("D4/5/5/5/4d 1".to_owned()),
        seats: ["human".to_owned(), "minimax:4".to_owned()],
        names: [Some("Ana: the first".to_owned()), Some("Ben".to_owned())],
        seed: Some(7),
        date: Date::new(2026, 11, 21),
        moves: vec![(0, "a1b2".to_owned()), (0, "e5d5".to_owned())],
        result: Some(Ending { outcome: Outcome::Win(Player::Two), reason: Reason::Resigned }),
        game_line: 0,
        start_line: 0,
        result_line: 0,
        annotations: Annotations::default(),
    }
}

fn without_lines(mut record: Record) -> Record {
    record.moves.iter_mut().for_each(|(line, _)| *line = 0);
    (record.game_line, record.start_line, record.result_line) = (0, 0, 0);
    record.annotations.variations.values_mut().flatten().flatten().for_each(|turn| turn.line = 0);
    record
}

#[test]
fn records_are_read_as_they_are_written() {
    let unfinished = Record { result: None, ..sample() };
    let text = format!("\u{feff}# two games\n\n{}\n{unfinished}", sample());
    let read: Vec<Record> = Record::read_each(text.as_bytes())
        .collect::<Result<Vec<_>, _>>()
        .unwrap()
        .into_iter()
        .map(without_lines)
        .collect();
    assert_eq!(read, [sample(), unfinished]);
    assert_eq!(Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>().unwrap()[0].moves[1].0, 13);
}

#[test]
fn errors_name_the_line() {
    let problem = |text: &str| text.parse::<Record>().unwrap_err().to_string();
    assert_eq!(problem(""), "line 1: no game found");
    assert_eq!(
        problem("game: uglyduck"),
        "line 1: a record must begin with the line \"cygnet record 1\" or \"cygnet record 2\""
    );
    let begin = "cygnet record 1\ngame: uglyduck\n";
    assert_eq!(problem(begin), "line 2: the record ends without a result");
    for number in ["2", "0", "99999999999999999999"] {
        let wanted = format!("line 3: expected move 1, found move {number}");
        assert_eq!(problem(&format!("{begin}{number}. a1b1")), wanted);
    }
    assert_eq!(
        problem(&format!("{begin}color: red")),
        "line 3: unknown key \"color\"; the keys are game, start, player 1, player 2, name 1, name 2, seed, date, result"
    );
    assert!(
        problem(&format!("{begin}sede: 1"))
            .starts_with("line 3: unknown key \"sede\"; did you mean seed? the keys are game, ")
    );
    assert_eq!(
        problem("cygnet record 2\ngame: uglyduck\n:y"),
        "line 3: expected \"KEY: VALUE\" or \"NUMBER. MOVE\""
    );
    assert_eq!(
        problem(&format!("{begin}result: p3, x")),
        "line 3: the winner must be p1, p2, draw or none, not \"p3\""
    );
    for date in ["2026-02-30", "2026-99-99", "0000-00-00", "2026-1-1", "some day", ""] {
        let wanted = format!("line 3: there is no day \"{date}\"; expected a day such as 2026-11-21");
        assert_eq!(problem(&format!("{begin}date: {date}")), wanted);
    }
    assert_eq!(problem(&format!("{}{}", sample(), sample())), "line 1: expected one game, found several");
    assert_eq!(
        problem("cygnet record 1\n1. a1b1"),
        "line 2: the name of the game must come before the moves"
    );
    assert_eq!(problem("cygnet record 1\nresult: draw, rules"), "line 2: the record does not name its game");
}

#[test]
fn missing_players_are_not_written_and_read_as_people() {
    let record = Record { game: "replica".to_owned(), ..Record::default() };
    let text = record.to_string();
    assert_eq!(text, "cygnet record 1\ngame: replica\nresult: none, unfinished\n");
    assert_eq!(record.summary(), "replica, human against human, 0 moves");
    for (players, seats) in [
        ("", ["human", "human"]),
        ("player 1: easy\nplayer 2:\n", ["easy", "human"]),
        ("player 1:\nplayer 2: easy\n", ["human", "easy"]),
    ] {
        let record = text.replace("result:", &format!("{players}result:")).parse::<Record>().unwrap();
        assert_eq!(record.seats, seats);
        assert_eq!(record.to_string().parse::<Record>().unwrap().seats, seats);
    }
}

const ANNOTATED: &str = "\
cygnet record 2
game: uglyduck
player 1: human
player 2: hard
event: Pond cup
{A short game.}
1. a1b2 ?? [lost in 12] {walks into e3d3}
   (1. a3b3 ! {holds} 2. e1d1 [+0.50])
   (1. a4b4 ?!)
2. e3d3 [won] [clock 0:59] {one comment} {and another}
result: p2, resigned
";

#[test]
fn annotations_round_trip() {
    let record = ANNOTATED.parse::<Record>().unwrap();
    assert_eq!(record.to_string(), ANNOTATED);
    assert_eq!(record.move_texts(), ["a1b2", "e3d3"]);
    let words = &record.annotations;
    assert_eq!(words.header, [("event".to_owned(), "Pond cup".to_owned())]);
    assert_eq!(words.note(0).unwrap().comments, ["A short game."]);
    let note = words.note(1).unwrap();
    assert_eq!((note.mark, note.eval), (Some(Mark::Blunder), Some(Eval::Lost(Some(12)))));
    assert_eq!(note.comments, ["walks into e3d3"]);
    let variations: Vec<&Variation> = words.variations(1).collect();
    assert_eq!((variations.len(), variations[0][1].mv.as_str(), variations[0][1].line), (2, "e1d1", 8));
    assert_eq!(variations[0][1].note.eval, Some(Eval::Estimate(50)));
    assert_eq!(words.note(2).unwrap().tags, ["clock 0:59"]);
    // Without annotations, the record is in version 1.
    let bare = Record { annotations: Annotations::default(), ..record };
    assert!(bare.to_string().starts_with("cygnet record 1\n"));
}

#[test]
fn annotations_may_come_in_any_order_and_on_any_line() {
    let text = "\
cygnet record 2
game: uglyduck
{}1. a1b2?? 2.e3d3
{walks # into

# it \\} \\x}{}[ ](
  2. e1d1 ! )
!? [ -1.25 ]
result: none, unfinished";
    let record = text.parse::<Record>().unwrap();
    assert_eq!(record.annotations.note(1).unwrap().mark, Some(Mark::Blunder));
    let note = record.annotations.note(2).unwrap();
    assert_eq!((note.mark, note.eval), (Some(Mark::Interesting), Some(Eval::Estimate(-125))));
    assert_eq!(note.comments, ["walks # into # it } \\x"]);
    assert_eq!(record.annotations.variations(2).next().unwrap()[0].note.mark, Some(Mark::Good));
    let written = record.to_string();
    assert_eq!(without_lines(written.parse::<Record>().unwrap()), without_lines(record));
}

#[test]
fn invalid_annotations_are_reported_with_their_line() {
    let problem = |text: &str| {
        let text = format!("cygnet record 2\ngame: uglyduck\n{text}\nresult: none, unfinished\n");
        text.parse::<Record>().unwrap_err().to_string()
    };
    assert_eq!(problem("?? {x}"), "line 3: there is no move before \"??\"");
    assert_eq!(problem("{x} (1. a1b2)"), "line 3: there is no move before \"(\"");
    assert_eq!(problem("1. a1b2 {x"), "line 3: \"{\" without a closing \"}\"");
    assert_eq!(problem("1. a1b2\n[x"), "line 4: \"[\" without a closing \"]\"");
    assert_eq!(problem("1. a1b2 ()"), "line 3: there is no move before \")\"");
    assert_eq!(problem("1. a1b2 (1. a1b1 (1. a2b2))"), "line 3: variations cannot be nested");
    assert_eq!(problem("1. a1b2 (2. a1b1)"), "line 3: expected move 1, found move 2");
    let expected = "expected NUMBER. MOVE, a mark such as ??, [VALUE], {COMMENT} or (VARIATION), not";
    assert_eq!(problem("1. a1b2 !!!"), format!("line 3: {expected} \"!!!\""));
    assert_eq!(problem("1. a1b2 (1. a1b1"), format!("line 4: {expected} \"result:\""));
    assert_eq!(problem("1.?? a1b2"), format!("line 3: {expected} \"??\""));
    assert_eq!(problem("1.?a]"), format!("line 3: {expected} \"?a]\""));
    assert_eq!(problem("1. {x} a1b2"), format!("line 3: {expected} \"{{\""));
    assert_eq!(problem("1. a1b2 x"), format!("line 3: {expected} \"x\""));
    let version = "cygnet record 3".parse::<Record>().unwrap_err().to_string();
    assert_eq!(version, "line 1: unknown format version \"3\"; this program reads versions 1 and 2");
    // In version 1, the rest of the line is the move.
    let first =
        "cygnet record 1\ngame: uglyduck\n1. a1b2 ??\nresult: none, unfinished".parse::<Record>().unwrap();
    assert_eq!(first.move_texts(), ["a1b2 ??"]);
}

#[test]
fn long_annotations_are_wrapped_and_read_back() {
    let mut record = ANNOTATED.parse::<Record>().unwrap();
    record.annotations.note_mut(2).comment(&"a long comment } \\ # with everything in it\n".repeat(30));
    record.annotations.note_mut(2).comment(&"x".repeat(5_000));
    let text = record.to_string();
    assert!(text.lines().all(|line| line.len() < 1_100), "{text}");
    assert_eq!(without_lines(text.parse::<Record>().unwrap()), without_lines(record.clone()));
    let short = text.lines().filter(|line| line.len() <= 100).count();
    assert_eq!(text.lines().count() - short, 5, "{text}");
}

#[test]
fn words_are_kept_as_they_are() {
    let long = |letter: &str| letter.repeat(5_000 / letter.len());
    let family = "👩\u{200d}👩\u{200d}👧";
    for text in ["水", "e\u{301}", family, "\\", "}", "]", "}\\]", "#", "\u{3000}", "\u{1b}", "x\0"].map(long)
    {
        let text = format!("{text} \u{3000}a\u{a0}b {text}");
        let mut record = sample();
        record.annotations.note_mut(1).comment(&text);
        record.annotations.note_mut(2).bracket(&text);
        record.names[0] = Some(format!("\u{3000}{family}\u{a0}"));
        let written = record.to_string();
        let read = written.parse::<Record>().unwrap();
        let notes = &read.annotations.notes;
        assert_eq!(
            (notes[&1].comments[0].as_str(), notes[&2].tags[0].as_str()),
            (text.as_str(), text.as_str())
        );
        assert_eq!((&read.names, read.to_string()), (&record.names, written));
    }
    let mut note = Note::default();
    note.comment("  many \t blanks\r\n\x0c\n in it\n");
    assert_eq!(note.comments, ["many blanks in it"]);
}

#[test]
fn a_line_is_broken_only_before_a_part_that_does_not_fit() {
    for length in 1..30 {
        let comment = "x".repeat(length);
        let mut record = sample();
        (0..60).for_each(|_| record.annotations.note_mut(2).comment(&comment));
        let text = record.to_string();
        let mut lines: Vec<&str> = text.lines().filter(|line| line.starts_with(INDENT)).collect();
        let last = lines.pop().unwrap();
        assert!(last.len() <= LINE);
        let next = " {}".len() + length;
        assert!(lines.iter().all(|line| line.len() <= LINE && line.len() + next > LINE), "{text}");
    }
}

#[test]
fn annotations_are_kept_for_unchanged_turns() {
    let words = ANNOTATED.parse::<Record>().unwrap().annotations;
    assert!(words.truncated_to(1).note(1).is_some() && words.truncated_to(1).note(2).is_none());
    assert_eq!((words.truncated_to(0).variations(1).count(), words.truncated_to(2)), (0, words));
}

fn note() -> impl Strategy<Value = Note> {
    let mark = prop::option::of(prop::sample::select(vec![Mark::Blunder, Mark::Good, Mark::Dubious]));
    let eval = prop_oneof![
        any::<Option<u32>>().prop_map(Eval::Won),
        any::<Option<u32>>().prop_map(Eval::Lost),
        Just(Eval::Draw(None)),
        any::<i32>().prop_map(Eval::Estimate),
    ];
    let texts = || {
        prop::collection::vec(
            "\\PC{0,40}|[{}\\\\()\\[\\]#a\u{3000}\u{a0}\u{1b} \t\n]{0,30}|([a-z]{1,9} ){20}|[水}\\\\]{900,2000}",
            0..3,
        )
    };
    (mark, prop::option::of(eval), texts(), texts()).prop_map(|(mark, eval, tags, comments)| {
        let mut note = Note { mark, eval, ..Note::default() };
        comments.iter().for_each(|text| note.comment(text));
        tags.iter().filter(|tag| tag.trim().parse::<Eval>().is_err()).for_each(|tag| note.bracket(tag));
        note
    })
}

fn annotated() -> impl Strategy<Value = Record> {
    let turn = || ("[a-z][0-9]{1,2}", note()).prop_map(|(mv, note)| AnnotatedMove { line: 0, mv, note });
    let line = prop::collection::vec(turn(), 1..3);
    let turns = prop::collection::vec((turn(), prop::collection::vec(line, 0..2)), 0..4);
    let header = prop::collection::vec(("[a-z]{1,9} x", "[a-z: ]{0,9}"), 0..3);
    (turns, header).prop_map(|(turns, header)| {
        let mut record = Record { result: None, moves: Vec::new(), ..sample() };
        record.annotations.header =
            header.into_iter().map(|(key, value)| (key, value.trim().to_owned())).collect();
        for (number, (turn, variations)) in (1..).zip(turns) {
            record.moves.push((0, turn.mv));
            record.annotations.notes.insert(number, turn.note);
            record.annotations.variations.insert(number, variations);
        }
        record
    })
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in "\\PC{0,80}", lines in proptest::collection::vec("[a-z0-9:., ]{0,20}", 0..12)) {
        let _ = Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>();
        let _ = Record::read_each(format!("cygnet record 1\ngame: uglyduck\n{}", lines.join("\n")).as_bytes()).count();
    }

    #[test]
    fn any_annotations_are_rejected_or_kept(lines in prop::collection::vec("[12][.] ?[ab1?#.\\]]{0,3}[?!]{0,2}|[{}()\\[\\]?!.1a\\\\# ]{0,30}", 0..9)) {
        let text = format!("cygnet record 2\ngame: x\n{}\nresult: none, unfinished\n", lines.join("\n"));
        if let Ok(records) = Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>() {
            for record in records {
                let again = record.to_string().parse::<Record>().unwrap();
                prop_assert_eq!(again.to_string(), record.to_string());
                prop_assert_eq!(without_lines(again), without_lines(record));
            }
        }
    }

    #[test]
    #[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
    fn annotations_round_trip_for_any_record(record in annotated()) {
        let text = record.to_string();
        let read = text.parse::<Record>().map(without_lines);
        prop_assert_eq!(read.as_ref().map(ToString::to_string), Ok(text));
        prop_assert_eq!(read, Ok(without_lines(record)));
    }
}

#[test]
fn the_size_of_a_record_is_limited() {
    let record = |header: &str, moves: &str| {
        let text =
            format!("cygnet record 2\ngame: uglyduck\n{header}1. a1b2\n{moves}\nresult: none, unfinished\n");
        text.parse::<Record>().map(drop).map_err(|error| error.problem)
    };
    let many = |part: &str, times: usize| part.repeat(times);
    let moves = |last: usize| (2..=last).map(|number| format!("{number}. a1b2\n")).collect::<String>();
    for part in ["{a}\n", "[a]\n", "(1. a1b1)\n"] {
        assert_eq!(record("", &many(part, MAX_PARTS)), Ok(()), "{part}");
        assert_eq!(record("", &many(part, MAX_PARTS + 1)), Err(RecordErrorKind::TooLarge), "{part}");
    }
    assert_eq!(record(&many("key: value\n", MAX_PARTS + 1), ""), Err(RecordErrorKind::TooLarge));
    assert_eq!(record("", &moves(MAX_PARTS)), Ok(()));
    assert_eq!(record("", &moves(MAX_PARTS + 1)), Err(RecordErrorKind::TooLarge));
    let line = |bytes: usize| record("", &format!("{{{}}}", "a ".repeat(bytes)[2..bytes].to_owned()));
    assert_eq!(line(MAX_LINE_BYTES), Ok(()));
    for bytes in [MAX_LINE_BYTES + 1, 2 * MAX_LINE_BYTES] {
        assert_eq!(line(bytes), Err(RecordErrorKind::TooLong));
    }
    let game = |version: u8, move_bytes: usize, reason_bytes: usize| {
        let (mv, reason) = ("a".repeat(move_bytes), "b".repeat(reason_bytes));
        let text =
            format!("cygnet record {version}\ngame: uglyduck\n1. {mv}\nresult:p2,forfeited:{reason}\n");
        text.parse::<Record>().map(drop).map_err(|error| error.problem)
    };
    for version in [1, 2] {
        assert_eq!(game(version, 1_000, MAX_LINE_BYTES - 23), Ok(()));
        assert_eq!(game(version, 1_001, 1), Err(RecordErrorKind::TooLong));
        assert_eq!(game(version, 1, MAX_LINE_BYTES - 22), Err(RecordErrorKind::TooLong));
    }
}

#[test]
fn values_say_what_is_proven_in_how_many_plies_and_what_is_estimated() {
    for (text, is_win, is_loss, is_proven, estimate, plies) in [
        ("won", true, false, true, 0, None),
        ("won in 7", true, false, true, 0, Some(7)),
        ("lost in 8", false, true, true, 0, Some(8)),
        ("draw in 2", false, false, true, 0, Some(2)),
        ("draw", false, false, true, 0, None),
        ("+0.00", false, false, false, 0, None),
        ("+0.05", false, false, false, 5, None),
        ("-0.05", false, false, false, -5, None),
        ("-12.34", false, false, false, -1_234, None),
    ] {
        let eval: Eval = text.parse().unwrap();
        assert_eq!(eval.to_string(), text);
        assert_eq!((eval.is_win(), eval.is_loss(), eval.is_proven()), (is_win, is_loss, is_proven), "{text}");
        assert_eq!((eval.estimate(), eval.plies()), (estimate, plies), "{text}");
        let other = eval.reversed();
        let seen = (other.is_win(), other.is_loss(), other.estimate());
        assert_eq!(seen, (is_loss, is_win, -estimate), "{text}");
    }
}

#[test]
fn only_these_marks_say_that_there_was_a_better_move() {
    for (mark, is_mistake) in
        [("!!", false), ("!", false), ("!?", false), ("?!", true), ("?", true), ("??", true)]
    {
        assert_eq!(mark.parse().map(Mark::is_mistake), Ok(is_mistake), "{mark}");
    }
}
