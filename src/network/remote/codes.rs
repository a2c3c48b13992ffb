//! The codes of a game between two computers, which a host can change.

use crate::network::code::Code;
use crate::network::link::Part;
use crate::network::message::Message;
use crate::store::FileError;

use super::{KeepCode, RemoteGame};

impl RemoteGame {
    /// Closes the connection of the other player, who does not get the new code.
    ///
    /// # Errors
    /// The new code cannot be kept. Nothing changes.
    pub fn send_away(&mut self) -> Result<Code, FileError> {
        let other = self.other.take();
        let made = self.new_code(Part::Player);
        self.other = other;
        if made.is_ok() {
            other.into_iter().for_each(|other| self.link.close(other));
            self.side.is_sent_away = true;
        }
        made
    }

    /// Makes a new code for `part` and returns it. Those who are connected with the old one get it.
    ///
    /// # Errors
    /// The new code cannot be kept, and the old one still works.
    pub fn new_code(&mut self, part: Part) -> Result<Code, FileError> {
        let code = Code::random();
        self.keep_code(part, code)?;
        self.use_code(part, code);
        let watching = self.spectators.iter().filter(|(_, is_known)| **is_known && part == Part::Spectator);
        let player = self.other.iter().filter(|_| part == Part::Player && self.side.is_present());
        for peer in watching.map(|(peer, _)| peer).chain(player) {
            self.link.send(*peer, Message::Code { code: code.to_string() });
        }
        Ok(code)
    }

    /// Uses another code for `part` from now on.
    pub(super) fn use_code(&mut self, part: Part, code: Code) {
        self.link.set_code(part, code);
        if part == Part::Player {
            self.code = code;
        }
    }

    /// Keeps the game under another code for `part`.
    pub(super) fn keep_code(&mut self, part: Part, code: Code) -> Result<(), FileError> {
        self.keep_code.as_mut().map_or(Ok(()), |keep| keep(part, code))
    }

    /// Returns the code of the game.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Lets `keep` note each new code of the game on disk.
    pub fn with_codes(self, keep: KeepCode) -> Self {
        RemoteGame { keep_code: Some(keep), ..self }
    }
}
