//! Keys pressed while no question is open, because a computer is thinking or playing.
//!
//! They are not echoed into the program's output, and answer the next questions.

use super::Keyboard;
use super::terminal_state::TerminalState;

/// Turns off the terminal's echo for the lifetime of this value.
#[derive(Debug)]
pub(super) struct NoEchoKeyboard {
    /// What dropping this value restores.
    _saved: TerminalState,
    /// Whether keys are read here. Lines that were already waiting are left for the editor, which got the ones before
    /// them.
    reads_keys: bool,
}

impl NoEchoKeyboard {
    /// Turns off echo and line buffering. The interrupt key still works. If `leave_pending_lines`, lines that
    /// are already waiting are left for the editor. Where the terminal has no modes, echo stays on and no keys are read.
    pub(super) fn start(leave_pending_lines: bool) -> Self {
        let saved = TerminalState::save();
        let is_silent = saved.silence();
        let has_pending_lines = leave_pending_lines && has_waiting_line();
        NoEchoKeyboard { _saved: saved, reads_keys: is_silent && !has_pending_lines }
    }
}

impl Keyboard for NoEchoKeyboard {
    fn read_available(&self) -> Vec<u8> {
        if self.reads_keys { read_waiting() } else { Vec::new() }
    }
}

/// Reads what waits to be read from a terminal that does not wait for a whole line.
#[cfg(unix)]
fn read_waiting() -> Vec<u8> {
    let mut bytes = Vec::new();
    while has_waiting_line() {
        let mut buffer = [0; 256];
        match rustix::io::read(std::io::stdin(), &mut buffer) {
            Ok(length @ 1..) => bytes.extend_from_slice(&buffer[..length]),
            _ => break,
        }
    }
    bytes
}

/// Other systems leave all keys for the editor.
#[cfg(not(unix))]
fn read_waiting() -> Vec<u8> {
    Vec::new()
}

/// Returns whether a line waits to be read from the terminal.
pub(super) fn has_waiting_line() -> bool {
    #[cfg(unix)]
    {
        rustix::io::ioctl_fionread(std::io::stdin()).is_ok_and(|waiting| waiting > 0)
    }
    #[cfg(not(unix))]
    {
        false
    }
}

/// Discards what was typed at the terminal and has not been read.
pub(super) fn discard_pending_input() {
    #[cfg(unix)]
    {
        // If that fails, the rest of the line answers the next question.
        let _ = rustix::termios::tcflush(std::io::stdin(), rustix::termios::QueueSelector::IFlush);
    }
}

/// Keys typed before a question was asked: complete lines and the start of another.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TypeAhead {
    /// Complete lines, oldest first. Blank ones are dropped: Enter pressed while a computer is thinking does
    /// not answer the next question.
    pub(super) lines: std::collections::VecDeque<String>,
    /// The start of the next line.
    pub(super) partial_line: String,
    /// Whether Enter was pressed on a blank line.
    pub(super) enter_pressed: bool,
    /// Whether Ctrl-D was pressed on an empty line.
    pub(super) end_pressed: bool,
    /// The bytes of a letter that is not complete yet.
    letter: Vec<u8>,
    /// How much of an escape sequence has been read.
    key: Key,
}

/// How much of an escape sequence has been read.
#[derive(Debug, Default, PartialEq, Eq)]
enum Key {
    /// All of it, or none.
    #[default]
    Complete,
    /// Only the escape character.
    Escape,
    /// The escape character and at least `[` or `O`, but not the last letter.
    Sequence,
}

const ERASE: [char; 2] = ['\u{8}', '\u{7f}'];
const KILL: char = '\u{15}';
const END: char = '\u{4}';
const ESCAPE: char = '\u{1b}';

impl TypeAhead {
    /// Adds typed bytes, which can end within a letter or a key. Erase keys work; cursor keys are ignored.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let mut typed = std::mem::take(&mut self.letter);
        typed.extend(bytes);
        self.letter = typed.split_off(typed.len() - cut_off_at_end(&typed));
        String::from_utf8_lossy(&typed).chars().for_each(|letter| self.add_letter(letter));
    }

    fn add_letter(&mut self, letter: char) {
        match (std::mem::take(&mut self.key), letter) {
            (_, ESCAPE) => self.key = Key::Escape,
            // Function keys of the Linux console have two brackets.
            (Key::Escape, '[' | 'O') | (Key::Sequence, '[') => self.key = Key::Sequence,
            (Key::Sequence, '@'..='~') => {}
            (Key::Sequence, letter) if !letter.is_control() => self.key = Key::Sequence,
            (_, '\r' | '\n') => self.enter(),
            (_, KILL) => self.partial_line.clear(),
            (_, letter) if ERASE.contains(&letter) => drop(self.partial_line.pop()),
            (_, END) if self.partial_line.is_empty() => self.end_pressed = true,
            (_, letter) if letter.is_control() => {}
            (_, letter) => self.partial_line.push(letter),
        }
    }

    fn enter(&mut self) {
        let line = std::mem::take(&mut self.partial_line);
        self.add_line(line);
    }

    /// Adds a line.
    pub(super) fn add_line(&mut self, line: String) {
        match line.trim().is_empty() {
            true => self.enter_pressed = true,
            false => self.lines.push_back(line),
        }
    }

    /// Drops a single letter, unless it is a colon.
    pub(super) fn drop_single_letter(&mut self) {
        if self.lines.is_empty() && self.partial_line.chars().count() == 1 && self.partial_line != ":" {
            self.partial_line.clear();
        }
    }

    /// Returns whether anything but blank lines was typed.
    pub(super) fn has_text(&self) -> bool {
        !self.lines.is_empty() || !self.partial_line.is_empty()
    }
}

/// Returns how many bytes at the end are the start of a letter.
fn cut_off_at_end(bytes: &[u8]) -> usize {
    let tail = |length: &usize| &bytes[bytes.len() - length..];
    let is_start = |length: &usize| {
        std::str::from_utf8(tail(length)).is_err_and(|it| it.valid_up_to() == 0 && it.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(is_start).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[&str]) -> TypeAhead {
        let mut ahead = TypeAhead::default();
        keys.iter().for_each(|keys| ahead.add(keys.as_bytes()));
        ahead
    }

    #[test]
    fn keeps_non_blank_lines_in_order() {
        let ahead = typed(&["\r", "a1\r b2\r\n", "  \rc", "3"]);
        assert_eq!(ahead.lines, ["a1", " b2"]);
        assert_eq!((ahead.partial_line.as_str(), ahead.enter_pressed), ("c3", true));
        assert!(!typed(&["\r\r"]).has_text() && typed(&["x"]).has_text());
    }

    #[test]
    fn handles_erase_keys_and_ignores_control_keys() {
        assert_eq!(typed(&["ax\u{7f}1\u{8}2"]).partial_line, "a2");
        assert_eq!(typed(&["zzz\u{15}b1"]).partial_line, "b1");
        assert_eq!(typed(&["\u{1b}[A\u{1b}[1;5Cc\u{1b}OPd\u{4}\u{1b}"]).partial_line, "cd");
        assert_eq!(typed(&["a\u{1b}[[Ab\u{1b}[\rc"]), typed(&["ab\rc"]));
    }

    #[test]
    fn letters_and_keys_may_arrive_in_parts() {
        let text = "ä\u{1b}[1;5CB\u{1b}[[A\u{265c}\r\u{1b}OPe\u{301}";
        let mut ahead = TypeAhead::default();
        text.bytes().for_each(|byte| ahead.add(&[byte]));
        assert_eq!(ahead, typed(&[text]));
        assert_eq!((&ahead.lines[0], ahead.partial_line.as_str()), (&"äB\u{265c}".to_owned(), "e\u{301}"));
        ahead.add(b"\xff\xe2x");
        assert_eq!(ahead.partial_line, "e\u{301}\u{fffd}\u{fffd}x");
    }
}
