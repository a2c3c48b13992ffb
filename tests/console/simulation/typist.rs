//! The person at the terminal: sensible answers most of the time, commands, nonsense, Ctrl-C.

use cygnet::words::GameWords as _;
use std::fs;

use cygnet::console::EditorQuestion;
use cygnet::games;
use cygnet::model::{Game as _, Position as _, Record};

use super::world::State;

/// What the typist does at a question.
#[derive(Debug)]
pub enum Typed {
    Line(String),
    CtrlC,
    End,
}

const WINDOWS: [(usize, usize); 4] = [(80, 50), (80, 24), (120, 60), (100, 40)];
/// Keys pressed while no question is open.
const KEYS: [&str; 8] = ["\r", "x", ":undo\r", "1\r", ":", "a\u{7f}\r", ":speed 0\r", "\u{1b}[A"];
const COMMANDS: [&str; 20] = [
    ":undo",
    ":undo",
    ":undo",
    ":redo",
    ":hint",
    ":hint all",
    ":play",
    ":menu",
    ":resume",
    ":resign",
    ":coach",
    ":moves",
    ":position",
    ":new",
    ":help",
    ":rules",
    ":pause",
    ":review",
    ":speed 1",
    ":seed",
];
const NONSENSE: [&str; 8] = ["", "?", "back", "zzz", ":hepl", "9 9 9", "\u{202e}\u{7}é", "a1 b9 c3"];
/// Answers that choose no slow player.
const PLAYERS: [&str; 6] = ["1", "2", "human", "level 1", "level 2", "random"];

/// Changes the size of the window now and then.
pub fn resize(state: &mut State) {
    if state.rng.below(40) == 0 {
        state.window = WINDOWS[state.rng.below(WINDOWS.len())];
        let line = format!("window {:?}", state.window);
        state.note(&line);
    }
}

/// Returns the keys pressed since the last call.
pub fn keys(state: &mut State) -> &'static str {
    if state.rng.below(20) == 0 { KEYS[state.rng.below(KEYS.len())] } else { "" }
}

/// Answers a question.
pub fn answer(state: &mut State, question: &EditorQuestion) -> Typed {
    if state.budget == 0 {
        if std::mem::replace(&mut state.has_quit, true) {
            return Typed::End;
        }
        return if state.rng.below(2) == 0 { Typed::End } else { Typed::Line(":quit".to_owned()) };
    }
    state.budget -= 1;
    match state.rng.below(120) {
        0 | 1 => return Typed::CtrlC,
        2 => return Typed::End,
        3 => return Typed::Line("x".repeat(5000)),
        _ => {}
    }
    let line = line(state, question);
    let keeps_start = state.rng.below(3) == 0;
    Typed::Line(if keeps_start { format!("{}{line}", question.initial_text) } else { line })
}

fn line(state: &mut State, question: &EditorQuestion) -> String {
    let prompt = question.prompt.as_str();
    let pick = |state: &mut State, words: &[&str]| words[state.rng.below(words.len())].to_owned();
    if prompt.contains("look ahead") {
        return pick(state, &["1", "2"]);
    }
    if ["evel", "a player", "DIFFICULTY", "opponent"].iter().any(|word| prompt.contains(word)) {
        return pick(state, &PLAYERS);
    }
    if prompt.contains("[y/n]") || prompt.contains("Type y or n") {
        return pick(state, &["y", "y", "n", ""]);
    }
    if prompt.contains("Save to which file") {
        return String::new();
    }
    // The words of a turn could choose to save in the menu after a game.
    let is_game =
        question.asked.answers.iter().any(|answer| answer == ":undo") && !prompt.contains("an option");
    match state.rng.below(14) {
        0 => return pick(state, &NONSENSE),
        1 => return pick(state, &COMMANDS),
        2..=6 if is_game => {
            if let Some(turn) = legal_turn(state) {
                return turn;
            }
        }
        _ => {}
    }
    let answers: Vec<&String> =
        question.asked.answers.iter().filter(|answer| !answer.starts_with(':')).collect();
    let is_deletion = |answer: &str| answer.starts_with('d') && answer[1..].parse::<u8>().is_ok();
    let sensible: Vec<&&String> =
        answers.iter().filter(|answer| !is_deletion(answer) && *answer != &"pause").collect();
    if question.asked.answers.iter().any(|answer| answer == "d1") && state.rng.below(3) > 0 {
        return "1".to_owned();
    }
    let words = if state.rng.below(12) == 0 { answers } else { sensible.into_iter().copied().collect() };
    if words.is_empty() { String::new() } else { words[state.rng.below(words.len())].clone() }
}

/// Returns a legal turn in the game that was saved last, as it is typed.
fn legal_turn(state: &mut State) -> Option<String> {
    let text = fs::read_to_string(state.saved.last()?).ok()?;
    let record = text.parse::<Record>().ok()?;
    let game = games::open(&record.game).ok()?;
    let referee = record.play_in(&game).ok()?;
    let moves = if referee.ending().is_none() { referee.position().moves() } else { Vec::new() };
    let mv = *state.rng.pick(&moves)?;
    let typed = game.typed_answers(&game.view(referee.history()), mv).join(" ");
    if state.rng.below(4) == 0 { Some(mv.to_string()) } else { Some(typed) }
}
