//! Reviews: the value of each turn of a game, where the game was lost, and how well each side played.
//!
//! | file | contents |
//! | --- | --- |
//! | `reviewer.rs` | reviewing a game from its end to its start, so that each proof helps with the position before |
//! | `measure.rs` | marks and accuracy, with the formulas of `docs/review.md` |
//! | `json.rs` | a review as JSON |
//! | `annotate.rs` | a review as annotations of a record |

mod annotate;
mod json;
mod measure;
mod reviewer;

use crate::engine::bots;
use crate::engine::reasons::TurnLine;
use crate::games::AnyGame;
use crate::model::{Eval, Mark, Outcome, Player, Reason, Record};
use crate::players::seats;
use crate::words::moves::{MAX_LINE_MOVES, with_players};
use crate::words::voice::{YOU, addressed};

use super::reasons::ReasonText;

pub use super::assessment::{AssessmentLimits, Assessor, Knowledge, TurnAssessment};
pub use annotate::{REVIEWED_KEY, annotate};
pub use json::{GameObject, TurnObject, objects};
pub(crate) use measure::MAX_LOST_CHANCE;
pub use measure::{PlayerSummary, ReviewSummary};
pub use reviewer::review;

/// The marks that a review gives, worst first. [`Mark::Good`] marks an only move.
pub const MARKS: [Mark; 4] = [Mark::Blunder, Mark::Mistake, Mark::Dubious, Mark::Good];

/// A line of moves as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTexts {
    /// In canonical notation.
    pub canonical: Vec<String>,
    /// In typed form, with non-breaking spaces within a turn.
    pub typed: Vec<String>,
}

impl MoveTexts {
    /// Returns the turns in typed form, separated by commas.
    pub(crate) fn joined(&self) -> String {
        self.typed.join(", ")
    }

    /// Returns the first turns, as many as are shown.
    pub(crate) fn first_turns(&self) -> &[String] {
        &self.typed[..self.typed.len().min(MAX_LINE_MOVES)]
    }

    /// Returns the first turn; empty if there is none.
    pub(crate) fn first(&self) -> String {
        self.typed.first().cloned().unwrap_or_default()
    }
}

/// Replaces the non-breaking spaces that keep a turn on one line with plain spaces, for copying.
pub(crate) fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// A reviewed turn. All values are from the view of the player who moved.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedTurn {
    /// The number of the turn, from 1.
    pub number: usize,
    /// The player who moved.
    pub player: Player,
    /// The move.
    pub played: MoveTexts,
    /// The value of the position, with the best move.
    pub before: Eval,
    /// The value after the move.
    pub after: Eval,
    /// The line of the best move, if that is better than the one played, or in a lost position a better try; otherwise
    /// empty.
    pub better: MoveTexts,
    /// The line of the best answer to the move.
    pub answer: MoveTexts,
    /// Why the turn is a mistake; empty if it is not, or if no pattern explains it.
    pub reasons: Vec<ReasonText>,
    /// Whether it was the only legal move.
    pub is_forced: bool,
    /// Whether every other move is proven to have a worse result.
    pub is_only_move: bool,
    /// Whether a hint gives this move. It is never a mistake, and gives nothing away.
    pub is_advised: bool,
    /// Whether only later turns can show that it is a blunder. Without a proof it then counts at most as a mistake.
    pub is_seen_late: bool,
    /// Whether it is a move of an opening, which nobody chose. It has no mark, and gives nothing away.
    pub is_opening: bool,
}

impl ReviewedTurn {
    /// Returns whether both values are proven.
    pub fn is_exact(&self) -> bool {
        self.before.is_proven() && self.after.is_proven()
    }

    /// Returns what a text calls the better move.
    pub(crate) fn better_name(&self) -> &'static str {
        if self.before.is_loss() { "Better try" } else { "Better" }
    }

    /// Iterates over the reasons that show on one of the two lines.
    pub(crate) fn reasons_of(&self, line: TurnLine) -> impl Iterator<Item = &ReasonText> {
        self.reasons.iter().filter(move |reason| reason.line == line)
    }
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The names of the players, such as `Player 1`.
    pub names: [String; 2],
    /// The side of the only person who played here, if there is exactly one: the review is written from this side.
    pub person: Option<Player>,
    /// Whether each player chose moves at random, so that their accuracy says nothing.
    pub is_random: [bool; 2],
    /// The result on the board or in the record; `None` for an unfinished game.
    pub outcome: Option<Outcome>,
    /// Why the game ended, if that is known.
    pub reason: Option<Reason>,
    /// The number of turns in the game.
    pub plies: usize,
    /// The reviewed turns: all of them, or the last ones if the review was stopped.
    pub turns: Vec<ReviewedTurn>,
    /// The value of the last position for player 1.
    pub final_evaluation: Eval,
}

impl Review {
    /// Returns whether the review was stopped before it was complete.
    pub fn is_incomplete(&self) -> bool {
        self.turns.len() < self.plies
    }

    /// Returns the value of the last position for `player`.
    pub(crate) fn final_evaluation_for(&self, player: Player) -> Eval {
        if player == Player::One { self.final_evaluation } else { self.final_evaluation.reversed() }
    }

    /// Returns the loser according to the result.
    pub(crate) fn loser(&self) -> Option<Player> {
        self.outcome.and_then(Outcome::winner).map(Player::opponent)
    }

    /// Returns the turn with this number, from 1, if it was reviewed.
    pub(crate) fn turn(&self, number: usize) -> Option<&ReviewedTurn> {
        let first = self.turns.first()?.number;
        self.turns.get(number.checked_sub(first)?)
    }

    /// Returns the review of the same game with what its record says: who played, at random or not, for whom it is kept,
    /// why it ended, and how many turns were an opening, for which nobody is blamed.
    #[must_use]
    pub fn with_record(self, game: &AnyGame, record: &Record) -> Self {
        let seating = seats::seating(record);
        let is_random = Player::BOTH.map(|player| bots::plays_at_random(game, seating.seat(player)));
        let reason = record.result.as_ref().map(|result| result.reason.clone());
        let mut review = Review { person: seats::reader(record), is_random, reason, ..self };
        for turn in review.turns.iter_mut().filter(|turn| turn.number <= record.opening()) {
            turn.is_opening = true;
            (turn.better, turn.reasons) = (MoveTexts::default(), Vec::new());
        }
        review
    }

    /// Returns the review for the only person who played here, if there is exactly one, whom its texts then call "you".
    #[must_use]
    pub fn addressed(mut self) -> Self {
        let Some(person) = self.person else { return self };
        let name = std::mem::replace(&mut self.names[person.index()], YOU.to_owned());
        for reason in self.turns.iter_mut().flat_map(|turn| &mut turn.reasons) {
            reason.text = addressed(&reason.text, &name);
        }
        self
    }

    /// Returns whether texts call `player` "you".
    pub(crate) fn is_reader(&self, player: Player) -> bool {
        self.name(player) == YOU
    }

    /// Returns the first turns of a line that begins with `player`, each with who makes it.
    pub(crate) fn line(&self, player: Player, moves: &MoveTexts) -> String {
        with_players(moves.first_turns(), [self.name(player), self.name(player.opponent())])
    }

    /// Returns the line of the best answer to a turn that is a mistake.
    pub(crate) fn best_answer(&self, turn: &ReviewedTurn) -> Option<String> {
        let is_shown = turn.is_mistake() && !turn.answer.typed.is_empty();
        is_shown.then(|| self.line(turn.player.opponent(), &turn.answer))
    }

    /// Returns the name of `player`.
    pub fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }
}
