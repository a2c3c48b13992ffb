//! Playing the games of records, and checking them: whether the game exists, every move is legal, also in variations,
//! and the result agrees with the board.

use std::error::Error as StdError;

use thiserror::Error;

use super::{AnyGame, NameError, open};
use crate::engine::referee::{Referee, TextError};
use crate::model::text::escape;
use crate::model::{
    AnnotatedMove, Ending, Game, NotationError, Outcome, Player, Position as _, Reason, Record, RecordError,
    RecordErrorKind, Variation,
};

/// Why a record is not a valid game, with the line of the file.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}{kind}", if *line == 0 { String::new() } else { format!("line {line}: ") })]
pub struct ReplayError {
    /// The line, from 1; 0 for a record that was not read from a file.
    pub line: usize,
    /// What is wrong.
    pub kind: ReplayErrorKind,
}

/// What is wrong with a record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// The text is not a record.
    #[error(transparent)]
    Malformed(RecordErrorKind),
    /// The game does not exist.
    #[error(transparent)]
    Game(NameError),
    /// The start position is invalid.
    #[error("start: {0}")]
    Start(NotationError),
    /// A move is malformed or illegal.
    #[error("move {number} \"{}\": {error}", escape(text.as_bytes()))]
    Move {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: Box<dyn StdError + Send + Sync>,
    },
    /// A move of a variation is malformed or illegal.
    #[error("variation: move {number} \"{}\": {error}", escape(text.as_bytes()))]
    Variation {
        /// The number that the move would have in the game, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: Box<dyn StdError + Send + Sync>,
    },
    /// The record has no result, but the game is over.
    #[error("the record says unfinished, but the board says {}", .0.tag())]
    Finished(Outcome),
    /// The results of the record and of the game differ.
    #[error("the record says {}, but the board says {}", recorded.tag(), on_board.tag())]
    ResultMismatch {
        /// The result in the record.
        recorded: Outcome,
        /// The result by the rules.
        on_board: Outcome,
    },
    /// According to the record the game is over, but it is not.
    #[error("the record says {} by {}, but the game is not over", .0.outcome.tag(), .0.reason)]
    NotOver(Ending),
    /// According to the record, a player that is not a program forfeited. Only programs can forfeit.
    #[error("the record says that player {} forfeited the game, but only programs can forfeit", .0.number())]
    ForfeitByNonProgram(Player),
    /// According to the record, a player forfeited when the other player was to move.
    #[error(
        "the record says that player {} forfeited the game, but it was the other player's turn",
        .0.number()
    )]
    ForfeitOutOfTurn(Player),
    /// The record gives the wrong reason for the end of the game.
    #[error("the record says {recorded}, but the board says {on_board}")]
    ReasonMismatch {
        /// The reason in the record.
        recorded: Reason,
        /// The reason by the rules.
        on_board: Reason,
    },
}

impl From<RecordError> for ReplayError {
    fn from(RecordError { line, problem }: RecordError) -> Self {
        ReplayError { line, kind: ReplayErrorKind::Malformed(problem) }
    }
}

impl Record {
    /// Opens the game of this record, plays its moves and checks its result. Every move must be legal, also in
    /// variations, and the result must agree with the board.
    ///
    /// ```
    /// use cygnet_core::Player;
    /// use cygnet_core::model::Record;
    ///
    /// let text = "cygnet record 1\ngame: uglyduck\n1. a1b2\n2. e3d3\nresult: p2, resigned\n";
    /// let game = text.parse::<Record>()?.replay()?;
    /// assert_eq!((game.to_move(), game.history().plies()), (Player::One, 2));
    ///
    /// let wrong: Record = text.replace("e3d3", "e3c3").parse()?;
    /// let error = wrong.replay().err().map(|error| error.to_string());
    /// assert_eq!(error.as_deref(), Some("line 4: move 2 \"e3c3\": A piece moves only one cell, straight or diagonally."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn replay(&self) -> Result<Referee<AnyGame>, ReplayError> {
        self.replay_in(&self.open_game()?)
    }

    /// Opens the game of this record.
    ///
    /// # Errors
    /// There is no such game.
    pub fn open_game(&self) -> Result<AnyGame, ReplayError> {
        open(&self.game)
            .map_err(|error| ReplayError { line: self.game_line, kind: ReplayErrorKind::Game(error) })
    }

    /// Does what [`Record::replay`] does in `game`, whatever the record says about its name: a custom game, or one
    /// with exact results.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn replay_in<G: Game>(&self, game: &G) -> Result<Referee<G>, ReplayError> {
        let referee = self.play_in(game)?;
        check_result(self.result.as_ref(), referee.ending().as_ref())
            .map_err(|kind| ReplayError { line: self.result_line, kind })?;
        for (number, variations) in &self.annotations.variations {
            let before = referee.history().at(number.saturating_sub(1));
            variations.iter().try_for_each(|turns| check_variation(game, before, *number, turns))?;
        }
        Ok(referee)
    }

    /// Plays the moves of this record in `game`, without regard to its result and its variations.
    ///
    /// # Errors
    /// The first position or move that is not valid, with its line.
    pub fn play_in<G: Game>(&self, game: &G) -> Result<Referee<G>, ReplayError> {
        let moves = self.moves.iter().map(|(_, mv)| mv);
        Referee::read(game, self.start.as_deref(), moves).map_err(|error| match error {
            TextError::Start(error) => {
                ReplayError { line: self.start_line, kind: ReplayErrorKind::Start(error) }
            }
            TextError::Move { number, error } => {
                let (line, text) = self.moves[number - 1].clone();
                ReplayError { line, kind: ReplayErrorKind::Move { number, text, error: Box::new(error) } }
            }
        })
    }

    /// Checks the record of a game between computers. In addition to [`Record::replay`], a game with a result must have
    /// ended by the rules or by patience, unless a program forfeited: on its own turn, or by disputing the result. The
    /// record does not show whether it really did.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn check_computer_game(&self, is_program: impl Fn(&str) -> bool) -> Result<(), ReplayError> {
        let referee = self.replay()?;
        check_ending(self, referee.ending().as_ref(), referee.to_move(), is_program)
            .map_err(|kind| ReplayError { line: self.result_line, kind })
    }
}

/// Checks the recorded result of a game between computers against its `ending`.
fn check_ending(
    record: &Record,
    ending: Option<&Ending>,
    to_move: Player,
    is_program: impl Fn(&str) -> bool,
) -> Result<(), ReplayErrorKind> {
    let Some(recorded) = &record.result else { return Ok(()) };
    if let (Some(loser), Reason::Forfeited(_)) = (recorded.loser(), &recorded.reason) {
        match ending {
            _ if !is_program(&record.seats[loser.index()]) => {
                return Err(ReplayErrorKind::ForfeitByNonProgram(loser));
            }
            None if loser != to_move => return Err(ReplayErrorKind::ForfeitOutOfTurn(loser)),
            None => return Ok(()),
            Some(ending) if ending.is_by_rules() => return Ok(()),
            Some(_) => {}
        }
    }
    ending.map_or_else(|| Err(ReplayErrorKind::NotOver(recorded.clone())), |ending| compare(recorded, ending))
}

/// Compares the recorded result with the ending of the game.
fn compare(recorded: &Ending, ending: &Ending) -> Result<(), ReplayErrorKind> {
    if recorded.outcome != ending.outcome {
        Err(ReplayErrorKind::ResultMismatch { recorded: recorded.outcome, on_board: ending.outcome })
    } else if recorded.reason != ending.reason {
        let (recorded, on_board) = (recorded.reason.clone(), ending.reason.clone());
        Err(ReplayErrorKind::ReasonMismatch { recorded, on_board })
    } else {
        Ok(())
    }
}

/// Checks that the moves of a variation are legal. It starts at `position`, and replaces the turn `number`.
fn check_variation<G: Game>(
    game: &G,
    position: &G::Position,
    number: usize,
    turns: &Variation,
) -> Result<(), ReplayError> {
    let mut position = position.clone();
    for (number, AnnotatedMove { line, mv, .. }) in (number..).zip(turns) {
        let legal = game.read_legal_move(&position, mv).map_err(|error| {
            let (text, error) = (mv.clone(), Box::new(error));
            ReplayError { line: *line, kind: ReplayErrorKind::Variation { number, text, error } }
        })?;
        position = position.after(legal);
    }
    Ok(())
}

/// Checks the recorded result against the ending of the game, if it has ended.
fn check_result(recorded: Option<&Ending>, ending: Option<&Ending>) -> Result<(), ReplayErrorKind> {
    let by_rules = ending.filter(|ending| ending.is_by_rules());
    match (recorded, by_rules) {
        (None, Some(ending)) => Err(ReplayErrorKind::Finished(ending.outcome)),
        // A player who disputes the result on the board loses, whatever the board shows.
        (None, None) | (Some(Ending { reason: Reason::Forfeited(_), .. }), _) => Ok(()),
        (Some(result), Some(ending)) => compare(result, ending),
        (Some(result), None) => match result.reason {
            Reason::NoProgress if ending.is_some() => Ok(()),
            Reason::Rules | Reason::NoMoves | Reason::NoProgress => {
                Err(ReplayErrorKind::NotOver(result.clone()))
            }
            _ => Ok(()),
        },
    }
}
