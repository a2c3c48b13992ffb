//! Complete sessions at an 80x24 terminal: the input, and everything on the screen, including lines that
//! scrolled off the top.

use libtest_mimic::Failed;
use serde::{Deserialize, Serialize};

use crate::terminal::Terminal;

const ROWS: u16 = 24;
pub const COLUMNS: u16 = 80;
/// More lines than any session has.
const SCROLLBACK: usize = 10_000;

#[derive(PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SessionCase {
    args: Vec<String>,
    /// Each line: a text to wait for, a tab, and the keys to type then.
    keys: String,
    #[serde(default)]
    screen: String,
}

pub fn run(case: &SessionCase) -> Result<SessionCase, Failed> {
    let screen = screen(&play(case, "xterm")?);
    Ok(SessionCase { args: case.args.clone(), keys: case.keys.clone(), screen })
}

/// Plays a session at a terminal of type `term` and returns everything that the program wrote.
pub fn play(case: &SessionCase, term: &str) -> Result<String, Failed> {
    let state = tempfile::tempdir()?;
    let term = format!("TERM={term}");
    let mut args = vec!["-u", "COLORTERM", "-u", "NO_COLOR", &term, env!("CARGO_BIN_EXE_cygnet")];
    args.extend(case.args.iter().map(String::as_str));
    let mut terminal = Terminal::run("env", &args, (ROWS, COLUMNS), state.path());
    let mut seen = String::new();
    for line in case.keys.lines() {
        let (text, keys) = line.split_once('\t').ok_or_else(|| format!("no tab in {line:?}"))?;
        seen += &terminal.wait_for(text);
        terminal.type_in(&format!("{keys}\r"));
    }
    Ok(seen + &terminal.rest())
}

/// Returns the text on a terminal after `bytes`, with the lines that scrolled off the top.
fn screen(bytes: &str) -> String {
    let mut parser = vt100::Parser::new(ROWS, COLUMNS, SCROLLBACK);
    parser.process(bytes.as_bytes());
    parser.screen_mut().set_scrollback(SCROLLBACK);
    let above = parser.screen().scrollback();
    let mut lines = Vec::new();
    for offset in (1..=above).rev() {
        parser.screen_mut().set_scrollback(offset);
        lines.extend(parser.screen().rows(0, COLUMNS).next());
    }
    parser.screen_mut().set_scrollback(0);
    lines.extend(parser.screen().rows(0, COLUMNS));
    let text: String = lines.iter().map(|line| format!("{}\n", line.trim_end())).collect();
    format!("{}\n", text.trim_end())
}
