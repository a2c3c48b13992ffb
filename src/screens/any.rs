//! The screen of any game: that of the game in it.

use super::{Lesson, Picture, Screen, Teach};
use crate::console::{Dialog, Document, Style, Unanswered};
use crate::games::{AnyGame, AnyMove, AnyPosition, Listed};
use crate::model::{Ending, History, Seating};
use crate::with_game;

impl Screen for AnyGame {
    fn board(&self, history: &History<AnyPosition>, style: &Style) -> String {
        fn of<G: Listed + Screen>(game: &G, history: &History<AnyPosition>, style: &Style) -> String {
            game.board(&G::own_history(history), style)
        }
        with_game!(self, game => of(game, history, style))
    }

    fn picture(&self, history: &History<AnyPosition>, style: &Style) -> Picture {
        fn of<G: Listed + Screen>(game: &G, history: &History<AnyPosition>, style: &Style) -> Picture {
            game.picture(&G::own_history(history), style)
        }
        with_game!(self, game => of(game, history, style))
    }

    fn cells(&self, mv: AnyMove) -> Vec<String> {
        fn of<G: Listed + Screen>(game: &G, mv: AnyMove) -> Vec<String> {
            game.cells(G::own_move(mv))
        }
        with_game!(self, game => of(game, mv))
    }

    fn above_board(&self, history: &History<AnyPosition>, seating: &Seating) -> String {
        fn of<G: Listed + Screen>(game: &G, history: &History<AnyPosition>, seating: &Seating) -> String {
            game.above_board(&G::own_history(history), seating)
        }
        with_game!(self, game => of(game, history, seating))
    }

    fn heading(&self, history: &History<AnyPosition>, seating: &Seating, style: &Style) -> String {
        fn of<G: Listed + Screen>(
            game: &G,
            history: &History<AnyPosition>,
            seating: &Seating,
            style: &Style,
        ) -> String {
            game.heading(&G::own_history(history), seating, style)
        }
        with_game!(self, game => of(game, history, seating, style))
    }

    fn read_turn(
        &self,
        history: &History<AnyPosition>,
        seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<AnyMove, Unanswered> {
        fn of<G: Listed + Screen>(
            game: &G,
            history: &History<AnyPosition>,
            seating: &Seating,
            dialog: &mut Dialog<'_>,
        ) -> Result<AnyMove, Unanswered> {
            game.read_turn(&G::own_history(history), seating, dialog).map(G::any_move)
        }
        with_game!(self, game => of(game, history, seating, dialog))
    }

    fn questions(&self, history: &History<AnyPosition>, style: &Style) -> String {
        fn of<G: Listed + Screen>(game: &G, history: &History<AnyPosition>, style: &Style) -> String {
            game.questions(&G::own_history(history), style)
        }
        with_game!(self, game => of(game, history, style))
    }

    fn typed(&self, history: &History<AnyPosition>, mv: AnyMove) -> Vec<String> {
        fn of<G: Listed + Screen>(game: &G, history: &History<AnyPosition>, mv: AnyMove) -> Vec<String> {
            game.typed(&G::own_history(history), G::own_move(mv))
        }
        with_game!(self, game => of(game, history, mv))
    }

    fn computer_plays(&self, history: &History<AnyPosition>, mv: AnyMove, style: &Style) -> String {
        fn of<G: Listed + Screen>(
            game: &G,
            history: &History<AnyPosition>,
            mv: AnyMove,
            style: &Style,
        ) -> String {
            game.computer_plays(&G::own_history(history), G::own_move(mv), style)
        }
        with_game!(self, game => of(game, history, mv, style))
    }

    fn announce(&self, history: &History<AnyPosition>, style: &Style) -> String {
        fn of<G: Listed + Screen>(game: &G, history: &History<AnyPosition>, style: &Style) -> String {
            game.announce(&G::own_history(history), style)
        }
        with_game!(self, game => of(game, history, style))
    }

    fn after_computer(
        &self,
        history: &History<AnyPosition>,
        dialog: &mut Dialog<'_>,
    ) -> Result<(), Unanswered> {
        fn of<G: Listed + Screen>(
            game: &G,
            history: &History<AnyPosition>,
            dialog: &mut Dialog<'_>,
        ) -> Result<(), Unanswered> {
            game.after_computer(&G::own_history(history), dialog)
        }
        with_game!(self, game => of(game, history, dialog))
    }

    fn ending(&self, ending: &Ending, seating: &Seating, style: &Style) -> String {
        with_game!(self, game => game.ending(ending, seating, style))
    }

    fn instructions(&self, style: &Style) -> Document {
        with_game!(self, game => game.instructions(style))
    }

    fn farewell(&self) -> String {
        with_game!(self, game => game.farewell())
    }
}

/// The lessons of any game, as [`Teach`] has those of one.
pub trait Taught {
    /// [`Teach::taught`].
    fn taught(&self) -> &'static str;

    /// The words of the lessons, in order.
    fn lessons(&self) -> Vec<Lesson<()>>;

    /// [`Teach::miss`] of the lesson of this name.
    fn miss(&self, lesson: &str, position: &AnyPosition, mv: AnyMove) -> Option<&'static str>;
}

impl Taught for AnyGame {
    fn taught(&self) -> &'static str {
        with_game!(self, game => game.taught())
    }

    fn lessons(&self) -> Vec<Lesson<()>> {
        with_game!(self, game => game.lessons().iter().map(Lesson::words).collect())
    }

    fn miss(&self, lesson: &str, position: &AnyPosition, mv: AnyMove) -> Option<&'static str> {
        fn of<G: Listed + Teach>(
            game: &G,
            lesson: &str,
            position: &AnyPosition,
            mv: AnyMove,
        ) -> Option<&'static str> {
            let lesson = game.lessons().iter().find(|other| other.id == lesson)?;
            game.miss(lesson, G::position(position), G::own_move(mv))
        }
        with_game!(self, game => of(game, lesson, position, mv))
    }
}
