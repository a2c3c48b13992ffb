//! The screen of Breakthrough.

use super::{Screen, Study, TurnDialog};
use crate::games::breakthrough::Breakthrough;
use crate::model::Game;

impl Screen for Breakthrough {
    fn study(&self) -> Study {
        Study { rules_in_brief: RULES, ..Study::of(self.name()) }
    }
}

impl TurnDialog for Breakthrough {}

const RULES: &str = "\
Each side has two rows of pawns. White moves first. A pawn moves one cell forward, straight or diagonally. It \
captures diagonally only, by moving onto the cell of an enemy pawn. Captures are never compulsory.

The first player to reach the far row with a pawn wins. So does a player who captures all enemy pawns.";
