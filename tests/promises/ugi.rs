//! The Universal Game Interface: the name of a game in the first line, a command in each of the others.

use std::io::Cursor;
use std::sync::Arc;

use cygnet::console::{Input, Signals};
use cygnet::model::SystemClock;
use cygnet::protocols::Connection;
use cygnet::protocols::ugi::{self, UgiCommand};

use super::{SharedOutput, check_message, first_line, open};

/// The maximum number of commands in a session.
const MAX_COMMANDS: usize = 24;

/// Checks that a session survives any lines, and answers what it has to answer.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (name, lines) = first_line(&text);
    let Some(game) = open(name) else { return };
    // A small table and one thread keep the session fast.
    let mut commands = "setoption name Hash value 1\n".to_owned();
    let (mut ready, mut queries, mut searches) = (1, 0, 0);
    for line in lines.lines().filter(|line| is_quick(line)).take(MAX_COMMANDS) {
        match ugi::parse(line) {
            Ok(Some(UgiCommand::IsReady)) => ready += 1,
            Ok(Some(UgiCommand::Query(_))) => queries += 1,
            Ok(Some(UgiCommand::Go(_))) => searches += 1,
            Ok(_) => {}
            Err(error) => check_message(&error.to_string()),
        }
        // `stop` ends any search.
        commands += &format!("{line}\nstop\n");
    }
    commands += "isready\n";
    let output = SharedOutput::default();
    let connection = Connection {
        input: Input::new(Cursor::new(commands.clone())),
        signals: Signals::default(),
        output: Box::new(output.clone()),
    };
    ugi::serve(&game, connection, Arc::new(SystemClock::new())).expect("the session ends with its input");
    let answers = output.text(char::is_control);
    let count = |word: &str| answers.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    assert_eq!((count("readyok"), count("response")), (ready, queries), "{commands:?}: {answers}");
    assert!(count("bestmove") <= searches, "{commands:?}: {answers}");
    assert!(!answers.contains("the search failed"), "{commands:?}: {answers}");
}

/// Returns whether a line neither ends the session nor asks for much memory or many threads.
fn is_quick(line: &str) -> bool {
    match ugi::parse(line) {
        Ok(Some(UgiCommand::Quit)) => false,
        Ok(Some(UgiCommand::SetOption { name, value })) => {
            let is_large = value.parse().is_ok_and(|number: u64| number > 2);
            !(is_large && ["hash", "threads"].contains(&name.to_lowercase().as_str()))
        }
        _ => true,
    }
}
