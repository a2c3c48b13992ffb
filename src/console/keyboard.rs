//! Keys pressed while no question is open, because a computer is thinking or playing.
//!
//! They are not echoed into the program's output, and answer the next questions.

use super::Keyboard;

/// Turns off the terminal's echo for the lifetime of this value.
#[derive(Debug)]
pub(super) struct NoEchoKeyboard {
    #[cfg(unix)]
    saved_modes: Option<rustix::termios::Termios>,
    /// Whether lines were already waiting. They are left for the editor, which got the ones before them.
    has_pending_lines: bool,
}

#[cfg(unix)]
impl NoEchoKeyboard {
    /// Turns off echo and line buffering. The interrupt key still works. If `leave_pending_lines`, lines that
    /// are already waiting are left for the editor.
    pub(super) fn start(leave_pending_lines: bool) -> Self {
        use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
        let input = std::io::stdin();
        let saved_modes = tcgetattr(&input).ok();
        if let Some(mut modes) = saved_modes.clone() {
            modes.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON);
            // An interrupt keeps what was typed before it.
            modes.local_modes.insert(LocalModes::NOFLSH);
            // Reads return what is available without waiting.
            modes.special_codes[SpecialCodeIndex::VMIN] = 0;
            modes.special_codes[SpecialCodeIndex::VTIME] = 0;
            // If the terminal refuses, keys are echoed.
            let _ = tcsetattr(&input, OptionalActions::Now, &modes);
        }
        let waiting = rustix::io::ioctl_fionread(&input).unwrap_or(0);
        NoEchoKeyboard { saved_modes, has_pending_lines: leave_pending_lines && waiting > 0 }
    }
}

#[cfg(unix)]
impl Keyboard for NoEchoKeyboard {
    fn read_available(&self) -> Vec<u8> {
        let (input, mut bytes) = (std::io::stdin(), Vec::new());
        let is_waiting = || rustix::io::ioctl_fionread(&input).is_ok_and(|waiting| waiting > 0);
        while self.saved_modes.is_some() && !self.has_pending_lines && is_waiting() {
            let mut buffer = [0; 256];
            match rustix::io::read(&input, &mut buffer) {
                Ok(length @ 1..) => bytes.extend_from_slice(&buffer[..length]),
                _ => break,
            }
        }
        bytes
    }
}

#[cfg(unix)]
impl Drop for NoEchoKeyboard {
    fn drop(&mut self) {
        if let Some(modes) = &self.saved_modes {
            let _ =
                rustix::termios::tcsetattr(std::io::stdin(), rustix::termios::OptionalActions::Now, modes);
        }
    }
}

#[cfg(not(unix))]
impl NoEchoKeyboard {
    /// Does nothing: echo stays on.
    pub(super) fn start(_leave_pending_lines: bool) -> Self {
        NoEchoKeyboard { has_pending_lines: true }
    }
}

#[cfg(not(unix))]
impl Keyboard for NoEchoKeyboard {
    /// Returns nothing: all keys are left for the editor.
    fn read_available(&self) -> Vec<u8> {
        debug_assert!(self.has_pending_lines);
        Vec::new()
    }
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
}

const ERASE: [char; 2] = ['\u{8}', '\u{7f}'];
const KILL: char = '\u{15}';
const ESCAPE: char = '\u{1b}';

impl TypeAhead {
    /// Adds typed bytes. Erase keys work; cursor keys are ignored.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\r' | '\n' => self.enter(),
                KILL => self.partial_line.clear(),
                ESCAPE if letters.next_if(|next| matches!(next, '[' | 'O')).is_some() => {
                    // Skip to the final letter of the escape sequence.
                    let _ = letters.find(|letter| ('@'..='~').contains(letter));
                }
                letter if ERASE.contains(&letter) => drop(self.partial_line.pop()),
                letter if letter.is_control() => {}
                letter => self.partial_line.push(letter),
            }
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
    }
}
