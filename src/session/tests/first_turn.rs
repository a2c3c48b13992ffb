//! Tests of what a player at a terminal sees and can type in the first minutes of a game.

use crate::analysis::assessment::AssessmentLimits;
use crate::console::{BoardStyle, Bottom, ColorDepth, Echo, Paint, Palette, Settings, Window};
use crate::games::{self, FAMILIES};
use crate::model::Seating;
use crate::session::{GamePlan, GameSession, SessionStart, Shell};
use crate::store::progress::ExerciseProgress;
use crate::store::{Disk, SessionFiles};

use super::fit::console_with;
use super::fit_texts::shell_settings;

/// A window in which nothing is wrapped or left out.
const LARGE: Window = Window::Size { columns: 200, rows: 60 };

/// Returns the output of a game between two people, or from `start`, when `lines` are typed in `window`.
fn shown(game: &str, start: Option<&str>, lines: &[&str], window: Window) -> String {
    play(game, Seating::new(None, None), start, lines, Settings { window, ..Settings::PIPED })
}

/// Returns the output of a game when `lines` are typed.
pub(super) fn play(
    game: &str,
    seating: Seating,
    start: Option<&str>,
    lines: &[&str],
    settings: Settings,
) -> String {
    play_with(game, seating, start, lines, settings, &mut SessionFiles::disabled())
}

/// Like [`play`], with these files.
fn play_with(
    game: &str,
    seating: Seating,
    start: Option<&str>,
    lines: &[&str],
    settings: Settings,
    files: &mut SessionFiles,
) -> String {
    let (mut console, page) = console_with(lines, Settings { echo: Echo::Line, ..settings });
    let advice = AssessmentLimits { nodes: 20_000, proof: 1_000, ..AssessmentLimits::ADVICE };
    let mut plan = GamePlan { advice, ..GamePlan::new(seating, 1) };
    plan.record.start = start.map(str::to_owned);
    let mut session = GameSession::new(&games::open(game).unwrap(), &plan).unwrap();
    let _ = session.play(&mut console, files);
    drop(console);
    page.take()
}

#[test]
fn a_flip_of_ugly_duck_keeps_columns_and_symbols() {
    for board in ["classic", "compact"] {
        let lines = [&format!(":board {board}"), ":flip"];
        let text = shown("uglyduck", Some("DDDD1/4S/5/s4/1dddd 1"), &lines, LARGE);
        let flipped = text.rsplit(":flip").next().unwrap();
        assert_eq!(flipped.contains("▼ ♥: Player 1's duck, swan"), board == "compact", "{text}");
        let rows = flipped.lines().map(|line| line.replace('#', " "));
        let rows = rows.map(|line| line.split_whitespace().collect::<Vec<_>>().concat());
        let rows: Vec<String> = rows.filter(|row| row.starts_with(['A', 'B', 'D', 'E'])).collect();
        let pieces = |row: &String| row.replace('·', "").chars().take(3).collect::<String>();
        assert_eq!(rows.iter().map(pieces).collect::<Vec<_>>(), ["E▲▲", "D♠", "B♥", "A▼▼"], "{text}");
    }
    let ascii = shown("uglyduck", None, &[":board ascii", ":flip"], LARGE);
    assert!(ascii.matches("A  D  D  D  D  D").count() == 2, "{ascii}");
}

/// What is typed as the first answer of a turn, and how it is understood.
const TURNS: [(&str, &[&str], &str); 7] = [
    ("uglyduck", &["a1b2", "A1B2", "a1-b2", "a1 to b2", "a1 - b2"], "a1 b2"),
    ("uglyduck-xl", &["2w", "2-w", "2 to w", "a2b2", "a2-b2", "a2 b2", "A2 to B2"], "2 w"),
    ("three-dragons", &["b9b5", "b9-b5", "b9 to b5"], "b9 b5"),
    ("replica", &["7-6 6-5", "7-6 to 6-5", "g6f5", "g6 f5", "g6-f5"], "step 7-6 6-5"),
    ("replica", &["8-5 6-5", "h5f5"], "jump 8-5 6-5"),
    ("qawale", &["a1a2b2b3", "a1-a2-b2-b3", "a1 a2b2b3"], "a1 a2 b2 b3"),
    ("uglyduck-xl:12x4", &["D12q", "D12 q", "DC q"], "12 q"),
];

#[test]
fn a_terminal_accepts_what_people_type_and_says_how_it_understood() {
    for (game, forms, typed) in TURNS {
        for form in forms {
            let text = shown(game, None, &[form], LARGE);
            let understood = text
                .lines()
                .find(|line| line.starts_with('(') && line.ends_with(')') && !line.starts_with("(:"));
            assert!(
                understood.is_some_and(|line| line.eq_ignore_ascii_case(&format!("({typed})"))),
                "{text}"
            );
            let position = |line: &str| {
                let text = shown(game, None, &[line, ":position"], LARGE);
                text.rsplit(":position").next().unwrap().lines().nth(1).map(str::to_owned)
            };
            assert_eq!(position(form), position(typed), "{text}");
            assert!(!shown(game, None, &[typed], LARGE).contains(&format!("\n({typed})")), "{text}");
        }
    }
}

/// Returns the output of a session that starts in the menu of games.
fn shown_in_menus(lines: &[&str], window: Window) -> String {
    let (mut console, page) = console_with(lines, Settings { window, ..Settings::PIPED });
    let _ = Shell::new(&mut console, shell_settings()).run(&SessionStart::GamesMenu);
    drop(console);
    page.take()
}

#[test]
fn the_menu_of_games_takes_names() {
    // The last option leaves the program.
    let numbers = format!("Type a number from 1 to {}", FAMILIES.len() + 1);
    for (name, title) in [
        ("replica", "REPLICA\n"),
        ("Three Dragons", "three dragons"),
        ("three-dragons", "three dragons"),
        ("ugly duck", "MENU"),
        ("UGLYDUCK-XL", "UGLY DUCK, 5x5 board"),
    ] {
        for window in [LARGE, Window::Unlimited] {
            let text = shown_in_menus(&[name], window);
            let menu = text.rsplit("Choose a game!").next().unwrap();
            assert!(menu.to_lowercase().contains(&title.to_lowercase()), "{name}: {text}");
        }
    }
    let text = shown_in_menus(&["chess"], LARGE);
    assert!(text.contains(&format!("{numbers}, or the name of a game.")), "{text}");
}

#[test]
fn a_pipe_is_as_strict_as_the_original() {
    for (game, forms, _) in TURNS {
        for form in forms.iter().filter(|form| form.len() < 4 || !form.contains(' ')) {
            let text = shown(game, None, &[form], Window::Unlimited);
            let refused = ["Cell invalid!", "Type the number", "Invalid row", "is not a type", "Type a cell"];
            assert!(refused.iter().any(|refusal| text.contains(refusal)), "{form}: {text}");
        }
    }
}

/// A position of Replica with kings of White on 8-8 and 2-2.
const KINGS: &str = "4wwwW/8/8/8/8/8/1W6/7B w";

#[test]
fn an_understood_turn_is_refused_with_its_reason() {
    // The names of cells can also be those of pieces.
    for turn in ["d1c1", "d1 c1", "D1 - C1", ":play d1 to c1"] {
        let text = shown("uglyduck-xl:4x4", Some("D3/4/4/d2d 2"), &[turn, ":position"], LARGE);
        assert!(text.contains("D3/4/d3/3d 1"), "{text}");
    }
    for (game, start, line, refusal) in [
        ("uglyduck", None, "a1b3", "Cell invalid!\n\"a1 b3\": "),
        ("uglyduck", None, "a1b9", "Cell invalid!\n\"b9\": "),
        ("uglyduck-xl", None, "d9", "d9 is not your piece."),
        ("uglyduck-xl", None, "d2 w", "\"d2\": d2 is not your piece. Type a number, for example 1, or D1."),
        ("uglyduck-xl", None, "s2", "s2 is not your piece."),
        ("uglyduck-xl", None, "D9", "There is no piece D9: yours are 1 to 5."),
        ("uglyduck-xl", None, "a1-c3", "A piece moves only one cell, straight or diagonally."),
        ("replica", None, "7-6 5-3", "not in a straight line"),
        ("replica", None, "1-1 1-2", "That is not your piece."),
        ("replica", None, "4-4", "There is no piece there."),
        ("replica", Some(KINGS), "t 8-8", "\"8-8\": That checker is already a king."),
        (
            "replica",
            Some("Ww6/2w5/8/8/8/8/8/7B w"),
            "t 3-7",
            "\"3-7\": None of your kings can see that checker.",
        ),
    ] {
        let text = shown(game, start, &[line], LARGE);
        assert!(text.contains(refusal), "{line}: {text}");
    }
}

#[test]
fn replica_infers_a_transform_and_explains_a_single_square() {
    let text = shown("replica", Some(KINGS), &["5-8 8-8"], LARGE);
    assert!(text.contains("(transform 5-8 8-8)") && text.contains("5-8 is now a king"), "{text}");
    let text = shown("replica", None, &["step", "7-6", "5-7 to 4-7"], LARGE);
    assert!(text.contains("(Understood as a whole turn: step 5-7 4-7.)"), "{text}");
    let text = shown("replica", None, &["7-6", "6-5"], LARGE);
    assert!(text.contains("7-6 can step to 6-6 6-5, can jump to 7-4."), "{text}");
    assert!(text.contains("Position to move to (X-Y): 6-5\n"), "{text}");
}

#[test]
fn cells_without_a_blank_between_them_leave_the_choice_of_a_capture() {
    let start = Some("#7#/9/9/9/*2b*3*/1Ab6/9/3D5/#4ee1# w");
    for line in ["d8d6", "d8-d6", "d8 d6"] {
        let text = shown("three-dragons", start, &[line], LARGE);
        assert!(text.contains("Select the capture") && !text.contains("custodial)"), "{text}");
    }
}

/// The seatings of a human against a computer, and of two people.
pub(super) fn seatings() -> [Seating; 3] {
    [Seating::new(None, Some("easy")), Seating::new(Some("easy"), None), Seating::new(None, None)]
}

/// What the first board says to the first player, to the second, and to two people.
const WHO_IS_WHO: [(&str, [&str; 3]); 5] = [
    (
        "uglyduck",
        [
            "You are ▼. Your ducks go down, your swans come back up. ▲ is the computer.",
            "You are ▲. Your ducks go up, your swans come back down. ▼ is the computer.",
            "Player 1 is ▼ and goes down, Player 2 is ▲ and goes up. Swans come back.",
        ],
    ),
    (
        "uglyduck-xl",
        [
            "You are D. Your ducks go up, your swans come back down. d is the computer.",
            "You are d. Your ducks go down, your swans come back up. D is the computer.",
            "Player 1 is D and goes up, Player 2 is d and goes down. Swans come back.",
        ],
    ),
    (
        "replica",
        [
            "You are White (w, kings W^) and go down and left. Win with a king on 1-1, or capture a king. Black is",
            "You are Black (b, kings B^) and go up and right. Win with a king on 8-8, or capture a king. White is",
            "White is w, kings W^; Black is b, kings B^. Win with a king in the opposite corner, or capture a king.",
        ],
    ),
    (
        "three-dragons",
        [
            "You are White (W). Black is the computer. Capture until it has one piece left.",
            "You are Black (B). White is the computer. Capture until it has one piece left.",
            "White is W, Black is B. Capture until your opponent has one piece left.",
        ],
    ),
    (
        "qawale",
        [
            "You are dark (d). Four tops of your colour in a row win, and you may move any stack. Light (l) is",
            "You are light (l). Four tops of your colour in a row win, and you may move any stack. Dark (d) is",
            "Player 1 is dark (d), Player 2 is light (l), tan (t) is neutral. Four tops of your colour in a row win.",
        ],
    ),
];

#[test]
fn the_first_board_says_who_is_who_within_the_window() {
    for (game, texts) in WHO_IS_WHO {
        // In words too, nothing is said of the first move: another position may have been set up.
        let words = Settings { window: LARGE, board: BoardStyle::Words, ..Settings::PIPED };
        let text = play(game, Seating::new(None, None), None, &[], words);
        assert!(!text.contains("moves first"), "{text}");
        for (seating, wanted) in seatings().into_iter().zip(texts) {
            for (columns, rows) in [(80, 24), (40, 24)] {
                let window = Window::Size { columns, rows };
                let settings = Settings { window, wait: false, ..Settings::PIPED };
                let text = play(game, seating.clone(), None, &[], settings);
                // Only the rows that are still on the screen at the first prompt.
                let lines: Vec<&str> = text.trim_end_matches(['\n', '!', '*']).lines().collect();
                let screen = lines[lines.len().saturating_sub(rows)..].join("\n");
                let words: Vec<&str> = wanted.split(' ').collect();
                let mut found = screen.split_whitespace();
                let is_shown = words.iter().all(|word| found.any(|found| found == *word));
                assert!(is_shown, "{game}, {columns}x{rows}, {wanted}\n{screen}");
                assert!(!text.contains(wanted) || columns == 80, "{text}");
            }
            let settings = Settings { wait: false, ..Settings::PIPED };
            assert!(!play(game, seating.clone(), None, &[], settings).contains("You are"));
        }
    }
}

/// Returns the line of the board below which no other row is, without labels.
fn last_row(game: &str, seating: Seating, lines: &[&str], settings: Settings) -> String {
    let lines: Vec<&str> = lines.iter().copied().chain([":board compact"]).collect();
    let text = play(game, seating, None, &lines, Settings { wait: false, ..settings });
    let board = text.rsplit(":board compact").next().unwrap_or_default();
    let rows = board.lines().filter(|line| {
        line.chars().filter(|letter| "▲▼dDwWbB".contains(*letter)).count() > 3 && !line.contains("'s")
    });
    let row = rows.take_while(|line| !line.contains("You")).last().unwrap_or_default();
    row.split("   ").next().unwrap_or_default().to_owned()
}

#[test]
fn the_side_of_the_only_person_is_at_the_bottom_if_they_ask_for_it() {
    let original = Settings { window: LARGE, ..Settings::PIPED };
    let large = Settings { bottom: Bottom::Own, ..original };
    for (game, [first, second], in_original) in [
        ("uglyduck", ["A  ▼", "E  ▲"], "E  ▲"),
        ("uglyduck-xl", ["a  D1", "e  d1"], "a  D1"),
        ("replica", [" 8  W", " 1  B"], " 1  B"),
        ("three-dragons", ["9  M", "1  M"], "9  M"),
    ] {
        let [one, two, people] = seatings();
        for (seating, own) in [(&one, first), (&two, second)] {
            assert!(last_row(game, seating.clone(), &[], large).starts_with(own), "{game} {own}");
            let shown = last_row(game, seating.clone(), &[], original);
            assert!(shown.starts_with(in_original), "{game}: {shown}");
            let shown = last_row(game, seating.clone(), &[":flip"], large);
            assert!(!shown.starts_with(own), "{game}: {shown}");
            assert!(last_row(game, seating.clone(), &[":flip", ":flip"], large).starts_with(own));
            let shown = last_row(game, seating.clone(), &[], Settings::PIPED);
            assert!(shown.contains(in_original.trim()), "{shown}");
        }
        assert!(last_row(game, people, &[], large).starts_with(in_original), "{game}");
    }
}

#[test]
fn who_is_who_is_in_words_where_no_board_is_drawn() {
    for (game, [first, _, people]) in WHO_IS_WHO {
        for (seating, drawn) in [(seatings()[0].clone(), first), (seatings()[2].clone(), people)] {
            let settings =
                Settings { board: BoardStyle::Words, window: LARGE, wait: false, ..Settings::PIPED };
            let text = play(game, seating, None, &[], settings);
            // The text is on separate lines, between the description of the board and the tip.
            let before = text.split("Type a whole turn").next().unwrap();
            let who = before.trim_end().lines().last().unwrap();
            assert!(!who.contains(['(', '▼', '▲']) && !who.contains("   "), "{game}: {who}");
            assert!(!drawn.starts_with("You") || who.starts_with("You are "), "{game}: {who}");
            assert!(![" is W,", " is w,", " is D "].iter().any(|sign| who.contains(sign)), "{game}: {who}");
        }
    }
}

#[test]
fn who_is_who_names_the_colours_that_are_shown() {
    for (game, palette, wanted) in [
        ("uglyduck", Palette::Standard, ["(green)", "(blue)"]),
        ("uglyduck-xl", Palette::Standard, ["(green)", "(red)"]),
        ("uglyduck-xl", Palette::ColourBlind, ["(blue)", "(brown)"]),
    ] {
        let paint = Paint::new(palette, ColorDepth::Ansi256);
        let settings = Settings { window: LARGE, paint, ..Settings::PIPED };
        let text = play(game, Seating::new(None, None), None, &[], settings);
        assert!(wanted.iter().all(|name| text.contains(name)), "{text}");
        assert!(!shown(game, None, &[], LARGE).contains(wanted[0]));
    }
}

#[test]
fn the_first_tip_is_a_whole_turn_until_one_was_typed() {
    for game in FAMILIES.iter().map(|family| family.id) {
        let text = shown(game, None, &[], LARGE);
        let tip = text.split("Type a whole turn, like ").nth(1).unwrap();
        let turn = tip.split(". ? helps.").next().unwrap();
        let played = shown(game, None, &[turn], LARGE);
        assert!(!played.contains("Ignored") && played.matches("Type a whole turn").count() == 1, "{played}");
        assert_ne!(played.len(), text.len(), "{turn} was played: {played}");
        assert!(!shown(game, None, &[], Window::Unlimited).contains("Type a whole turn"));
    }
}

#[test]
fn the_tip_is_not_repeated_in_later_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let session = |lines: &[&str]| {
        let progress = ExerciseProgress::in_state_dir(&Disk::default(), folder.path());
        let mut files = SessionFiles::manual_only();
        files.progress = progress;
        let settings = Settings { window: LARGE, ..Settings::PIPED };
        play_with("uglyduck", Seating::new(None, None), None, lines, settings, &mut files)
    };
    assert!(session(&["a1", "b1"]).contains("Type a whole turn"));
    assert!(session(&["a1b1"]).contains("Type a whole turn"));
    let third = session(&[]);
    assert!(!third.contains("Type a whole turn"), "{third}");
    assert!(third.contains("(:help lists commands, :hint suggests a move.)"), "{third}");
}
