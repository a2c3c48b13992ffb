//! Tests of what someone who listens hears in every game: whole questions, and nothing drawn.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use crate::console::{BoardStyle, Console, Dialog, Echo, Exit, Input, PromptExit, Settings, Stop, Window};
use crate::games::{self, FAMILIES};
use crate::model::{GameRng, Seating};
use crate::screens::Screen;
use crate::session::commands::MenuCommander;
use crate::session::{GamePlan, GameSession};
use crate::store::SessionFiles;

use super::fit::{CapturedOutput, captured};

/// The prompts that were heard.
type Heard = Arc<Mutex<BTreeSet<String>>>;

const LISTENING: Settings = Settings {
    window: Window::Size { columns: 1_000, rows: 24 },
    board: BoardStyle::Words,
    echo: Echo::ByTerminal,
    ..Settings::PIPED
};

/// Creates a console for someone who listens and types random answers, one of three times one of `others`.
fn console(others: &'static [&'static str], heard: &Heard) -> (Console, CapturedOutput) {
    let (heard, mut rng, mut left) = (Arc::clone(heard), GameRng::from_seed(5), 300);
    let input = Input::scripted(move |prompt, answers| {
        heard.lock().unwrap().insert(prompt.to_owned());
        left -= 1;
        let answers: Vec<&str> =
            answers.iter().map(String::as_str).filter(|answer| !answer.starts_with(':')).collect();
        let choices = if answers.is_empty() || rng.below(3) == 0 { others } else { &answers };
        (left > 0).then(|| choices[rng.below(choices.len())].to_owned())
    });
    captured(input, LISTENING)
}

/// Checks that every line of `text` has words.
fn has_words(text: &str) {
    let is_silent = |line: &&str| !line.contains(char::is_alphanumeric) || line.contains("***");
    assert_eq!(text.trim_end().lines().find(is_silent), None, "{text}");
}

#[test]
fn every_question_says_what_it_wants() {
    let heard = Heard::default();
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let (mut menu_console, page) = console(&["", "back", "?", "nonsense", "s", "7"], &heard);
        let files = SessionFiles::manual_only();
        let (mut commander, mut menus) = (MenuCommander::new(&files), game.menus(""));
        while !matches!(
            menus.run(&mut Dialog::new(&mut menu_console, &mut commander)),
            Err(PromptExit::Leave(Exit::Stop(Stop::EndOfInput)))
        ) {}
        has_words(&page.take());
        const ASKED: &[&str] =
            &["?", "back", ":where a1", ":attacks b2", ":pieces", ":board", "nonsense", ":undo"];
        let (mut game_console, page) = console(ASKED, &heard);
        let plan = GamePlan::new(Seating::new(None, None), 1);
        let _ =
            GameSession::new(&game, &plan).unwrap().play(&mut game_console, &mut SessionFiles::disabled());
        has_words(&page.take());
    }
    // A file can have any name.
    let says = |prompt: &&String| {
        prompt.contains(" Type ") || prompt.contains("Enter") || *prompt == "Save to which file? "
    };
    let heard = heard.lock().unwrap();
    assert_eq!(heard.iter().find(|prompt| !says(prompt)), None);
    // Each question knows what kind of answer it takes.
    assert_eq!(heard.iter().find(|prompt| prompt.contains(" Type an answer")), None);
    assert!(heard.len() > 30, "{heard:?}");
}

#[test]
fn a_piece_typed_before_the_type_of_move_is_asked_where_it_goes() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let prompts = Arc::clone(&heard);
    let mut lines = ["8-7"].into_iter();
    let input = Input::scripted(move |prompt, _| {
        prompts.lock().unwrap().push(prompt.to_owned());
        lines.next().map(str::to_owned)
    });
    let (mut console, _) = captured(input, LISTENING);
    let game = games::open("replica").unwrap();
    let plan = GamePlan::new(Seating::new(None, None), 1);
    let _ = GameSession::new(&game, &plan).unwrap().play(&mut console, &mut SessionFiles::disabled());
    let wanted = "Where does 8-7 move to? Type ";
    assert!(heard.lock().unwrap()[1].starts_with(wanted), "{heard:?}");
}
