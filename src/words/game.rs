//! What can be said about a game without drawing it or asking anything.

use super::encoding::{EncodingRules, UnfinishedMove};
use super::reasons::NamedFact;
use super::sentence::{capitalised, cells_in};
use super::{Picture, PictureCell};
use crate::engine::bots::BotCatalog;
use crate::games;
use crate::model::{History, Mv, Outcome, Player, Position, View};

/// The words of a game: its title, its board as data, and its moves as they are typed.
///
/// Only the picture is required. Everything else has a default that a game can replace.
pub trait GameWords: BotCatalog {
    /// Returns the game's title in the menu of games.
    fn title(&self) -> String {
        let name = self.name();
        let family = games::find(&name).map(|(family, _)| (family.title, family.id));
        match family.unwrap_or(("", &name)) {
            ("", id) => capitalised(id),
            (title, _) => title.to_owned(),
        }
    }

    /// Says in a sentence what the game is about, for the menu of games.
    fn about(&self) -> &'static str {
        ""
    }

    /// Returns the board as data, with rows and columns ordered and named as on the classic board, neither
    /// marked nor flipped. Title and description are empty; a screen fills them in.
    fn picture(&self, view: &View<'_, Self::Position>) -> Picture;

    /// Returns the cells of `mv` in canonical notation: its start, then its destinations in order. By default
    /// they are the cells named in its canonical notation.
    fn cells(&self, mv: Mv<Self>) -> Vec<String> {
        cells_in(&mv.to_string())
    }

    /// Returns how positions and moves become numbers, for programs that learn. By default each kind of piece
    /// in the picture has a plane, and the first and the last cell of a move identify it.
    fn encoding_rules(&self) -> EncodingRules {
        let history = History::new(self.start());
        EncodingRules::new(self.picture(&self.view(&history)).kinds.to_vec())
    }

    /// Returns the state of a move after some of its cells, if a move can begin with them. Only for games that
    /// encode the cells of a move one by one.
    fn unfinished_move(&self, _position: &Self::Position, _cells: &[String]) -> Option<UnfinishedMove> {
        None
    }

    /// Returns a cell, named in canonical notation, as the prompts take it.
    fn typed_cell(&self, cell: &str) -> String {
        cell.to_owned()
    }

    /// Returns the cells that decided a won game; by default the destination of the last move.
    fn deciding_cells(&self, view: &View<'_, Self::Position>) -> Vec<String> {
        view.last_move().and_then(|mv| self.cells(mv).pop()).into_iter().collect()
    }

    /// Returns the cells where the last move captured something, as they were before it: those with a piece of
    /// the other side then, and without one now. Stacks are not captured.
    fn captured(&self, view: &View<'_, Self::Position>) -> Vec<PictureCell> {
        let Some((before, _)) = view.last else { return Vec::new() };
        let victim = Some(before.to_move().opponent());
        let has_victim = |cell: &PictureCell| cell.pieces.iter().any(|piece| piece.owner == victim);
        let before = self.picture(&View { position: before, last: None, ..view.clone() });
        let pairs = before.cells.into_iter().zip(self.picture(view).cells);
        let taken = pairs.filter(|(old, new)| !before.has_stacks && has_victim(old) && !has_victim(new));
        taken.map(|(old, _)| old).collect()
    }

    /// Returns the names of the players, the first player's first.
    fn players(&self) -> [&'static str; 2] {
        Player::BOTH.map(|player| self.player_name(player))
    }

    /// Describes the last move in a sentence, by its cells: a direction would be wrong on a flipped board. Empty at the
    /// start.
    fn last_move(&self, view: &View<'_, Self::Position>) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        format!("Last move: {}, {}.\n", self.player_name(before.to_move()), mv)
    }

    /// Returns the answers that play `mv` at the prompts of a turn.
    fn typed_answers(&self, _view: &View<'_, Self::Position>, mv: Mv<Self>) -> Vec<String> {
        vec![mv.to_string()]
    }

    /// Returns the answers that are left of the turn `mv` after `typed`, the answers so far in any form that the
    /// prompts take; `None` if the turn does not begin with them.
    fn rest_of_turn(
        &self,
        view: &View<'_, Self::Position>,
        mv: Mv<Self>,
        typed: &[String],
    ) -> Option<Vec<String>> {
        rest_after(&self.typed_answers(view, mv), typed.iter().map(|answer| answer.to_lowercase()))
    }

    /// Returns how the position was won, as a clause: `a swan came home on a1`. Empty if nothing on the board
    /// says so.
    fn how_won(&self, _view: &View<'_, Self::Position>) -> String {
        String::new()
    }

    /// Words a fact about a turn as a sentence. `None` if it is of a pattern that games share: `reasons.rs` words
    /// those.
    fn own_reason(&self, _fact: &NamedFact) -> Option<String> {
        None
    }
}

/// Returns the winner by what is on the board, if there is one.
pub(super) fn winner<P: Position>(view: &View<'_, P>) -> Option<Player> {
    view.position.terminal_outcome().and_then(Outcome::winner)
}

/// Returns what is left of `answers` after the first ones, `typed`; `None` if they begin otherwise.
pub(super) fn rest_after(
    answers: &[String],
    typed: impl IntoIterator<Item = impl AsRef<str>>,
) -> Option<Vec<String>> {
    let mut rest = answers.iter();
    let is_begun = typed.into_iter().all(|typed| rest.next().is_some_and(|answer| answer == typed.as_ref()));
    is_begun.then(|| rest.cloned().collect())
}
