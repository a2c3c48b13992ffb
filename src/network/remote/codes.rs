//! The codes of a game between two computers, which a host can change.

use crate::network::code::Code;
use crate::network::link::Part;
use crate::network::message::Message;

use super::{Event, KeepCode, RemoteGame};

impl RemoteGame {
    /// Closes the connection of the other player, who does not get the new code.
    pub fn send_away(&mut self) -> (Code, Option<Event>) {
        if let Some(other) = self.other.take() {
            self.link.close(other);
            self.other = Some(other);
        }
        self.side.is_sent_away = true;
        self.new_code(Part::Player)
    }

    /// Makes a new code for `part` and returns it. Those who are connected with the old one get it.
    pub fn new_code(&mut self, part: Part) -> (Code, Option<Event>) {
        let code = Code::random();
        let problem = self.note_code(part, code);
        let watching = self.spectators.iter().filter(|(_, is_known)| **is_known && part == Part::Spectator);
        let player = self.other.iter().filter(|_| part == Part::Player && self.side.is_present());
        for peer in watching.map(|(peer, _)| peer).chain(player) {
            self.link.send(*peer, Message::Code { code: code.to_string() });
        }
        (code, problem)
    }

    /// Uses another code for `part` from now on, and keeps the game under it.
    pub(super) fn note_code(&mut self, part: Part, code: Code) -> Option<Event> {
        self.link.set_code(part, code);
        if part == Part::Player {
            self.code = code;
        }
        self.keep_code.as_mut().and_then(|keep| keep(part, code).err()).map(Event::NotKept)
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
