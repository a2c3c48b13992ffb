//! The messages between two computers. `docs/network.md` describes the protocol.

use serde::{Deserialize, Serialize};

use crate::lines::is_default;
use crate::model::text::cleaned;

/// The version of the protocol. Both sides must have the same.
pub const PROTOCOL_VERSION: u16 = 1;
/// The maximum length of a message of a host, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// The maximum length of a message of a guest or a spectator, in bytes. They never send a game.
pub const MAX_REQUEST_BYTES: usize = 1 << 12;
/// The maximum length of a line of chat, in bytes.
pub const MAX_TEXT_BYTES: usize = 300;
/// The maximum length of a text that arrives, in letters, except for records.
const MAX_LETTERS: usize = MAX_TEXT_BYTES;
/// The maximum length of a line of a record that arrives: the longest position has fewer letters.
const MAX_LINE_LETTERS: usize = 4096;

/// A message. Each is written as one JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Message {
    /// The first message of a player or spectator who joins.
    Hello {
        /// The name of the person.
        name: Option<String>,
        /// Whether this side allows hints.
        casual: bool,
    },
    /// From the host: the game as it is now.
    Game(GameUpdate),
    /// From the guest: the turn just played. Repeated after a connection was lost.
    Move {
        /// The step before the turn.
        at: u64,
        /// The move in canonical notation.
        text: String,
        /// How long the player thought, in milliseconds.
        ms: u64,
    },
    /// Asks the other side to agree to something.
    Offer {
        /// What is asked.
        offer: Offer,
    },
    /// Agrees.
    Accept {
        /// What was asked.
        offer: Offer,
    },
    /// Does not agree.
    Decline {
        /// What was asked.
        offer: Offer,
    },
    /// From the guest: resigns the game with this number.
    Resign {
        /// The number of the game, from 1.
        round: u32,
    },
    /// Starts the clocks again after a pause.
    Resume,
    /// A line of chat.
    Say {
        /// The text.
        text: String,
    },
    /// From the guest: the finished game with this number is kept on disk.
    Kept {
        /// The number of the game, from 1.
        round: u32,
    },
    /// From the host, to the player or the spectators who are connected: the code with which to join from now on.
    Code {
        /// The code.
        code: String,
    },
    /// Shows that the connection is alive.
    Ping,
}

/// Something that needs the agreement of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The step at which it was offered. It lapses with the next step.
    pub at: u64,
    /// What is offered.
    pub what: Request,
}

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Take back turns, until this number of plies is left.
    Undo(usize),
    /// A draw.
    Draw,
    /// Stop the clocks.
    Pause,
    /// Another game, with the sides changed.
    Again,
}

/// The game as the host has it. Only the host sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameUpdate {
    /// The number of changes of the game so far: turns played, takebacks, ends and new games.
    pub step: u64,
    /// The number of the game, from 1.
    pub round: u32,
    /// The player of the host in this game: 1 or 2.
    pub host: u8,
    /// The record of the game without its moves: the game with its options, players, names, first position. Sent
    /// to anyone who joins, and when a game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// How many of the moves that the host last sent stay.
    pub keep: usize,
    /// The moves after them, in canonical notation.
    pub moves: Vec<String>,
    /// How the game ended, unless by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<DeclaredEnd>,
    /// The time left to both players in milliseconds, player 1 first, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[u64; 2]>,
    /// The time that each player gains with a turn, in milliseconds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub increment: u64,
    /// Whether the clocks are stopped by agreement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// Whether both sides allow hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub casual: bool,
}

/// An end of a game that does not follow from its rules, as in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredEnd {
    /// The winner, 1 or 2, or nothing for a draw.
    pub winner: Option<u8>,
    /// The reason as in a record: `resigned`, `time`, `agreed`, `forfeited: PROBLEM`.
    pub reason: String,
}

impl Message {
    /// Writes the message as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        // Only maps with keys that are no strings, and failing writers, cannot be written.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a message.
    ///
    /// # Errors
    /// It is not one of the messages of the protocol.
    pub fn from_json(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}

/// A message that has arrived. This is the door for everything that another computer sends: each text in it is bounded,
/// and nothing in it can act on a terminal, now or when it is shown later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received(Message);

impl Received {
    /// Bounds and cleans what has arrived.
    pub fn new(mut message: Message) -> Self {
        match &mut message {
            Message::Hello { name, casual: _ } => name.iter_mut().for_each(clean),
            Message::Game(GameUpdate { record, moves, end, .. }) => {
                let line = |line: &str| cleaned(line, MAX_LINE_LETTERS) + "\n";
                record.iter_mut().for_each(|record| *record = record.lines().map(line).collect());
                moves.iter_mut().for_each(clean);
                end.iter_mut().for_each(|end| clean(&mut end.reason));
            }
            Message::Move { text, .. } | Message::Say { text } | Message::Code { code: text } => clean(text),
            Message::Offer { .. }
            | Message::Accept { .. }
            | Message::Decline { .. }
            | Message::Resign { .. }
            | Message::Resume
            | Message::Kept { .. }
            | Message::Ping => {}
        }
        Received(message)
    }

    /// Returns the message.
    pub fn message(&self) -> &Message {
        &self.0
    }

    /// Returns the message.
    pub fn into_message(self) -> Message {
        self.0
    }
}

/// Returns the words of a text with one space between them, as two would look like a column.
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns at most `letters` letters of a text as it is shown, with single spaces and without what cannot be seen.
pub(super) fn clean_text(text: &str, letters: usize) -> String {
    cleaned(&single_spaced(&cleaned(text, usize::MAX)), letters).trim_end().to_owned()
}

fn clean(text: &mut String) {
    *text = clean_text(text, MAX_LETTERS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_that_arrives_can_act_on_a_terminal() {
        let bad = || "a\u{1b}]0;x\u{7}\u{9b}\u{202e}\u{200b}".repeat(2_000);
        let messages = [
            Message::Hello { name: Some(bad()), casual: true },
            Message::Move { at: 0, text: bad(), ms: 0 },
            Message::Say { text: bad() },
            Message::Code { code: bad() },
            Message::Game(GameUpdate {
                step: 0,
                round: 1,
                host: 1,
                record: Some(format!("{}\n{}", bad(), bad())),
                keep: 0,
                moves: vec![bad()],
                end: Some(DeclaredEnd { winner: None, reason: bad() }),
                clocks: None,
                increment: 0,
                paused: false,
                casual: false,
            }),
        ];
        for message in messages {
            let received = String::from_utf8(Received::new(message).message().to_json()).unwrap();
            for part in ["\\u001b", "\\u0007", "\u{9b}", "\u{202e}", "\u{200b}"] {
                assert!(!received.contains(part), "{part:?} in {received}");
            }
            assert!(received.len() < 10_000, "{}", received.len());
        }
    }
}
