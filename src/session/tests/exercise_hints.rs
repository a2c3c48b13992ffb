//! Tests of hints in puzzles and lessons: what they say can be typed, and what they cost.

use crate::analysis::puzzles::collection::{self, PuzzleEntry, PuzzleList};
use crate::console::Window;
use crate::games::{self, AnyGame, FAMILIES};
use crate::model::{Game as _, History, Position as _, Seating};
use crate::screens::Screen as _;
use crate::session::{GamePlan, SessionStart};
use crate::words::GameWords as _;

use super::practice::session;

const WINDOW: Window = Window::Size { columns: 200, rows: 60 };

/// Returns what is said in a puzzle when `lines` are typed.
fn puzzle(entry: &PuzzleEntry, lines: &[&str]) -> String {
    session(None, &SessionStart::Puzzles(PuzzleList::new(vec![entry.clone()], None)), lines, WINDOW)
}

/// Returns the first answer of each turn of the position of a puzzle, and the answers of its solution.
fn answers(entry: &PuzzleEntry) -> (AnyGame, Vec<String>, Vec<String>) {
    let game = games::open(&entry.game).unwrap();
    let history = History::new(game.read_position(&entry.position).unwrap());
    let view = game.view(&history);
    let typed = |mv| game.typed_answers(&view, mv);
    let mut first: Vec<String> =
        history.current().moves().into_iter().map(|mv| typed(mv)[0].clone()).collect();
    first.sort_unstable();
    first.dedup();
    let solution = typed(game.read_move(&entry.key).unwrap());
    (game.clone(), first, solution)
}

/// A puzzle of each game that is won in one turn.
fn short_puzzles() -> impl Iterator<Item = PuzzleEntry> {
    FAMILIES.iter().map(|family| {
        let mut entries = collection::bundled_for(family.id).unwrap().into_iter();
        entries.find(|entry| entry.plies == 1).unwrap()
    })
}

#[test]
fn hints_to_a_puzzle_continue_the_turn_or_say_how_to_begin_it() {
    for entry in short_puzzles() {
        let (_, first, solution) = answers(&entry);
        // Whatever was begun, doing what the last hint says solves the puzzle.
        let (start, rest) = (&solution[0], solution[1..].join(" "));
        let said = puzzle(&entry, &[start, ":hint", ":hint", &rest]);
        assert!(said.contains(&format!("The solution continues with {rest}.")), "{said}");
        assert!(said.contains("That is the solution."), "{entry}: {said}");
        let whole = solution.join(" ");
        for wrong in first.iter().filter(|wrong| *wrong != start) {
            let said = puzzle(&entry, &[wrong, ":hint", ":hint", "back", &whole]);
            let hint = format!("The solution does not begin with {wrong}: type back, then {whole}.");
            assert!(said.contains(&hint) && said.contains("That is the solution."), "{entry}: {hint} {said}");
            assert!(!said.contains("The solution starts with"), "{said}");
        }
    }
}

#[test]
fn a_hint_that_names_the_turn_can_be_played() {
    for entry in short_puzzles() {
        let (_, first, solution) = answers(&entry);
        // At the start of the turn and in the middle of another.
        let wrong = first.iter().filter(|wrong| **wrong != solution[0]).take(1);
        let wrong: Vec<&str> = wrong.map(String::as_str).collect();
        for begun in [&[][..], &wrong] {
            let hints = [":hint"; 3];
            let said = puzzle(&entry, &[begun, &hints, &[":play"]].concat());
            assert!(said.contains("That is the solution."), "{entry}: {said}");
        }
        let said = puzzle(&entry, &[":play", &format!(":play {}", entry.key)]);
        assert!(said.contains("No hint has named a whole turn yet. Ask for one with :hint"), "{said}");
        assert!(said.contains("Solved!"), "{said}");
    }
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let lessons = || SessionStart::Lessons { game: game.clone(), first: Some(2) };
        let said = session(None, &lessons(), &[":hint", ":play", ":hint", ":play"], WINDOW);
        assert!(
            said.contains("No hint has named a whole turn yet.") && said.contains("Well done!"),
            "{said}"
        );
    }
}

#[test]
fn hints_to_a_lesson_continue_the_turn_or_say_how_to_begin_it() {
    let (mut continued, mut begun_anew) = (0, 0);
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        for (number, lesson) in (2..).zip(&game.study().lessons[1..4]) {
            let history = History::new(game.read_position(&lesson.position).unwrap());
            let moves = history.current().moves().into_iter();
            let mut first: Vec<_> =
                moves.map(|mv| game.typed_answers(&game.view(&history), mv)[0].clone()).collect();
            first.dedup();
            for begun in first.iter().take(3) {
                let start = SessionStart::Lessons { game: game.clone(), first: Some(number) };
                let said = session(None, &start, &[begun, ":hint", ":hint", ":play"], WINDOW);
                let another = format!("The solution does not begin with {begun}: type back, then ");
                let hints: Vec<_> = said.split(":hint\n").map(|said| said.contains(&another)).collect();
                let anew = hints == [false, false, true];
                assert!(anew != said.contains("\nType ") && said.contains("Well done!"), "{begun} {said}");
                *if anew { &mut begun_anew } else { &mut continued } += 1;
            }
        }
    }
    assert!(continued > 3 && begun_anew > 3, "{continued} {begun_anew}");
}

#[test]
fn each_hint_and_each_wrong_turn_says_what_is_left() {
    let entry = &collection::read("uglyduck\tD4/S4/1d3/2S2/5 1\tb1a2\t1\t1\n").unwrap()[0];
    let said = puzzle(entry, &["a1 b2", ":why", ":hint", ":hint", ":hint", ":hint", "b1 a2"]);
    let wanted = [
        "Try again. (2 points left.)",
        "(This costs nothing more; 2 points left.)",
        "does not capture. (1 point left.)",
        "starts with b1. (No points left: hints and turns cost nothing more.)",
        "is b1 a2. (No points left: hints and turns cost nothing more.)",
        "is b1 a2. (This costs nothing more; 0 points left.)",
        "0 of 3 points.",
    ];
    let places: Vec<_> = wanted.iter().map(|text| said.find(text)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {said}");
    // The only piece of its kind would name its cell.
    let entry = &collection::read("uglyduck\tD4/S4/1d3/5/5 1\tb1a2\t1\t1\n").unwrap()[0];
    let said = puzzle(entry, &[":hint"]);
    assert!(said.contains("The solution starts with b1."), "{said}");
    // A hint that says nothing new is free: in Qawale two hints say everything.
    let entry = &collection::bundled_for("qawale").unwrap()[0];
    let said = puzzle(entry, &[":hint", ":hint", ":hint", ":hint", ":play"]);
    assert!(said.contains("1 of 3 points."), "{said}");
}

#[test]
fn a_puzzle_shows_both_turns_and_a_skipped_one_its_whole_solution() {
    for family in FAMILIES {
        let mut entries = collection::bundled_for(family.id).unwrap().into_iter();
        let Some(entry) = entries.find(|entry| entry.plies == 3) else { continue };
        let (_, _, solution) = answers(&entry);
        let solution = solution.join("\u{a0}").replace('\u{a0}', " ");
        let said = puzzle(&entry, &[&solution]);
        assert!(said.contains(&format!(" plays {solution}.")), "{entry}: {said}");
        let said = puzzle(&entry, &[":skip"]);
        let line = said.split_once("The solution was ").map(|(_, line)| line.split_once('.').unwrap().0);
        let turns: Vec<&str> = line.unwrap().split(", then ").collect();
        assert!(turns.len() == 3 && turns[0] == solution, "{entry}: {turns:?}");
    }
}

#[test]
fn a_lesson_blames_a_choice_only_where_there_was_one() {
    let game = games::open("three-dragons").unwrap();
    let mut blamed = 0;
    for (number, lesson) in (1..).zip(game.study().lessons) {
        let position = game.read_position(&lesson.position).unwrap();
        let history = History::new(position.clone());
        let (view, moves) = (game.view(&history), position.moves());
        for mv in &moves {
            let Some(reason) = lesson.missing_effect(&game.effects(&position, *mv)) else { continue };
            let squares = |mv| game.typed_answers(&view, mv)[..2].to_vec();
            let has_choice = moves.iter().any(|other| other != mv && squares(*other) == squares(*mv));
            if lesson.id.starts_with("choose") {
                assert_eq!(reason.starts_with("You did not choose"), has_choice, "{number}: {mv} {reason}");
                blamed += usize::from(has_choice);
            }
        }
    }
    assert!(blamed > 1);
    let start = SessionStart::Lessons { game: game.clone(), first: Some(7) };
    let said = session(None, &start, &["b6 b5", "d8 d6", "?", "1"], WINDOW);
    assert!(
        said.contains("Your piece is not next to both black pieces, so there was nothing to choose."),
        "{said}"
    );
    assert!(
        said.contains("You can type custodial, strength, 1 or 2 here") && said.contains("Well done!"),
        "{said}"
    );
}

#[test]
fn commands_of_an_exercise_are_answered_between_exercises() {
    let game = games::open("uglyduck").unwrap();
    for skip in [":skip", "skip"] {
        let start = SessionStart::Lessons { game: game.clone(), first: Some(1) };
        let said = session(None, &start, &["", "a1 b1", ":hint", "hint", ":play", skip], WINDOW);
        assert_eq!(said.matches("Press Enter to continue, or type q to leave.").count(), 3, "{said}");
        assert!(said.contains("Well done!") && !said.contains("There is no game in progress"), "{said}");
    }
}

#[test]
fn help_explains_the_marks_on_boards_that_are_drawn() {
    let marks = "Marks on the board: ( ) where the last move began, [ ] where it went";
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let plan = GamePlan::new(Seating::new(None, None), 1);
        let play = |lines: &[&str]| {
            let start = SessionStart::Game { game: game.clone(), plan: Box::new(plan.clone()) };
            session(None, &start, lines, Window::Size { columns: 200, rows: 90 })
        };
        assert!(play(&[":help"]).contains(marks), "{}", family.id);
        assert!(!play(&[":board words", ":help"]).contains(marks), "{}", family.id);
        let start = SessionStart::Lessons { game: game.clone(), first: Some(2) };
        assert!(session(None, &start, &[":help"], WINDOW).contains(marks), "{}", family.id);
    }
}

#[test]
fn the_arguments_of_help_work_everywhere() {
    let game = games::open("uglyduck").unwrap();
    let plan = Box::new(GamePlan::new(Seating::new(None, None), 1));
    for start in [
        SessionStart::Game { game: game.clone(), plan },
        SessionStart::Lessons { game, first: Some(2) },
        SessionStart::GamesMenu,
    ] {
        let said = session(None, &start, &[":help values", "", ":help quit", "", ":help foo"], WINDOW);
        assert!(said.contains("Values are given from the point of view of the player to move."), "{said}");
        assert!(said.contains("  :quit             leaves"), "{said}");
        assert!(
            said.contains(":help takes \"values\", the name of a command or no argument, not \"foo\"."),
            "{said}"
        );
    }
}

#[test]
fn a_puzzle_that_was_left_for_the_menu_goes_on_where_it_was() {
    let entry =
        collection::bundled_for("uglyduck").unwrap().into_iter().find(|entry| entry.plies == 3).unwrap();
    let solution = answers(&entry).2.join(" ");
    let said = puzzle(&entry, &[&solution, ":menu", "back", ":skip"]);
    assert_eq!(said.matches("move: win this turn.").count(), 2, "{said}");
    let entry = short_puzzles().next().unwrap();
    let said = puzzle(&entry, &[":hint", ":menu", "back", ":hint", ":skip"]);
    let [first, again] = ["(2 points left.)", "(1 point left.)"].map(|left| said.matches(left).count());
    assert_eq!((first, again), (2, 1), "{said}");
}
