//! One object-safe face for all games: what menus, the command line and protocols hold.
//!
//! Types are erased here, at the door, and nowhere deeper: behind each method runs code that is generic in the game.

use std::ops::ControlFlow;

use crate::console::{Console, Look, Screen, Seating, Stop};
use crate::engine::bots::{self, BotError};
use crate::engine::perft;
use crate::model::{NotationError, Outcome, Player, Position};
use crate::play::{Plan, Table};

/// A game whose type is not known.
pub trait AnyGame: Send + Sync {
    /// The full name, which opens the same game again.
    fn name(&self) -> String;

    /// The instructions screen.
    fn instructions(&self, look: &Look) -> String;

    /// The last words of the program.
    fn farewell(&self) -> String;

    /// The bots of this game: name and what they do.
    fn bots(&self) -> Vec<(String, String)>;

    /// Makes sure that every bot named at the table exists.
    ///
    /// # Errors
    /// The first name that is unknown.
    fn check_seating(&self, seating: &Seating) -> Result<(), BotError>;

    /// The position that `text` describes; without a text, the start.
    ///
    /// # Errors
    /// Says what is wrong with the text and where.
    fn position(&self, text: Option<&str>) -> Result<Box<dyn AnyPosition>, NotationError>;

    /// Plays a game at the console.
    ///
    /// # Errors
    /// The conversation ended before the game.
    fn play(&self, plan: &Plan, console: &mut Console) -> Result<(), Stop>;
}

/// A position whose type is not known.
pub trait AnyPosition: Send + Sync {
    /// The canonical text.
    fn text(&self) -> String;

    /// The player to move.
    fn to_move(&self) -> Player;

    /// The outcome; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Shows the text of each legal move to `visit`, with a function that gives the text of the position after it;
    /// none in a finished game. Stops when `visit` breaks.
    fn visit_moves(&self, visit: &mut MoveVisitor<'_>);

    /// [`perft::perft`] of this position.
    fn perft(&self, depth: u32) -> u64;

    /// [`perft::divide`] of this position, with the moves as texts.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

/// Receives a move's text and a function for the text of the position after it.
pub type MoveVisitor<'a> = dyn FnMut(&str, &dyn Fn() -> String) -> ControlFlow<()> + 'a;

struct Placed<G: Screen> {
    game: G,
    position: G::Position,
}

impl<G: Screen> AnyGame for G {
    fn name(&self) -> String {
        crate::model::Game::name(self)
    }

    fn instructions(&self, look: &Look) -> String {
        Screen::instructions(self, look)
    }

    fn farewell(&self) -> String {
        Screen::farewell(self)
    }

    fn bots(&self) -> Vec<(String, String)> {
        bots::names(self)
    }

    fn check_seating(&self, seating: &Seating) -> Result<(), BotError> {
        seating.bots.iter().flatten().try_for_each(|name| bots::make(self, name).map(drop))
    }

    fn position(&self, text: Option<&str>) -> Result<Box<dyn AnyPosition>, NotationError> {
        let position = text.map_or_else(|| Ok(self.start()), |text| self.read_position(text))?;
        Ok(Box::new(Placed { game: self.clone(), position }))
    }

    fn play(&self, plan: &Plan, console: &mut Console) -> Result<(), Stop> {
        Table::set(self, plan)?.play(console)
    }
}

impl<G: Screen> AnyPosition for Placed<G> {
    fn text(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn visit_moves(&self, visit: &mut MoveVisitor<'_>) {
        if self.position.decided().is_some() {
            return;
        }
        let _ = self.position.visit_moves(|mv| {
            visit(&self.game.write_move(mv), &|| self.game.write_position(&self.position.after(mv)))
        });
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let counts = perft::divide(&self.position, depth).into_iter();
        counts.map(|(mv, count)| (self.game.write_move(mv), count)).collect()
    }
}
