//! What a side of a game between two computers keeps on disk, and until when.

use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::network::message::{Message, Request};
use crate::network::side::Role;
use crate::store::{AutosaveFile, FileError};

use super::{Event, RemoteGame};

impl RemoteGame {
    /// Returns whether the game is kept on this computer as it is now.
    pub fn is_kept_here(&self) -> bool {
        self.file.is_some() && !self.has_failed
    }

    /// Returns whether both sides have kept the current game after its end.
    pub fn is_kept(&self) -> bool {
        self.has_kept_end() && self.kept_round == self.side.round()
    }

    /// Returns whether the current game has been kept here after its end.
    pub fn has_kept_end(&self) -> bool {
        self.noted_round == self.side.round()
    }

    /// Keeps a game with turns, or one that replaces another in its file, before it is shown for the first time.
    pub fn keep_joined(&mut self, referee: &Referee<AnyGame>) -> Vec<Event> {
        let is_worth_it = self.has_guest || self.is_needed(referee);
        is_worth_it.then(|| self.publish(referee)).flatten().into_iter().collect()
    }

    /// Keeps the game on disk. Returns an error unless the attempt before failed too.
    pub(super) fn keep(&mut self, referee: &Referee<AnyGame>) -> Option<FileError> {
        let problem = self.save(referee).err();
        let had_failed = std::mem::replace(&mut self.has_failed, problem.is_some());
        problem.filter(|_| !had_failed)
    }

    /// Writes the game to its file, which is empty once both sides have kept the end of the game.
    fn save(&mut self, referee: &Referee<AnyGame>) -> Result<(), FileError> {
        let text = if self.is_kept() { String::new() } else { self.side.kept(referee).to_string() };
        self.file.as_mut().map_or(Ok(()), |file| file.save(&text))
    }

    /// Notes that the finished game has been kept here, and reports it to the host.
    pub fn note_end(&mut self, referee: &Referee<AnyGame>) {
        self.noted_round = self.side.round();
        if let Some(host) = self.other.filter(|_| self.side.role() == Role::Guest) {
            self.kept_round = self.side.round();
            self.link.send(host, Message::Kept { round: self.side.round() });
        }
        // If this fails, the game stays in the list.
        let _ = self.save(referee);
    }

    /// Returns what the computer that plays for the host answers now. The next game begins once the end of this one has
    /// been kept here.
    pub(super) fn own_answer(&self) -> Option<bool> {
        let asked = self.side.asked().filter(|offer| offer.what != Request::Again || self.has_kept_end());
        asked.and_then(|_| self.side.computer_answer())
    }

    /// Returns whether a guest has joined, who may play on from the game as it was then.
    pub fn has_guest(&self) -> bool {
        self.has_guest && self.side.role() == Role::Host
    }

    /// Returns whether there is something to keep: a turn or an end, or before that somebody has joined the host, or the
    /// guest has allowed hints or resigned.
    pub fn is_needed(&self, referee: &Referee<AnyGame>) -> bool {
        let has_decided = || self.side.allows_hints() || self.side.has_resigned();
        let has_begun = self.has_guest() || (self.side.role() == Role::Guest && has_decided());
        has_begun || referee.history().plies() > 0 || referee.ending().is_some()
    }

    /// Stops the clocks, sends what is waiting, unless it `is_urgent`, and closes the connections. The game stays on disk
    /// if there is something to keep, unless both sides have kept it after its end. Returns whether it stays.
    ///
    /// # Errors
    /// The game cannot be kept: it stays as it was kept before.
    pub fn finish(mut self, referee: &Referee<AnyGame>, is_urgent: bool) -> Result<bool, FileError> {
        let stays = self.is_needed(referee) && !self.is_kept() && self.file.is_some();
        self.side.disconnected(referee, self.clock.now());
        let kept = if stays { self.save(referee) } else { Ok(()) };
        match is_urgent {
            true => drop(self.link),
            false => self.link.finish(),
        }
        self.file.filter(|_| !stays).into_iter().for_each(AutosaveFile::remove);
        kept.map(|()| stays)
    }
}
