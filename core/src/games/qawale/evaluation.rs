//! Evaluation of a position without looking ahead.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::Qawale;
use super::board::{CELLS, Cell, LINE_SETS, LINES, SIDE};
use super::moves::Move;
use super::position::QawalePosition;
use super::stack::Piece;
use super::wins::{can_win, winning_move};
use crate::engine::network::Network;
use crate::model::{Evaluate, Player, Position as _};

/// The value of a line by its number of tops of one colour. The fourth ends the game, so it needs no value.
const LINE: [i32; 5] = [0, 6, 25, 80, 0];

/// The value of each piece on the board. Buried pieces count: they resurface when their stack walks.
const PIECE: i32 = 10;

/// The value of a win on this turn, larger than anything else can add up to.
const WIN_NEXT: i32 = 100_000;

/// The number of pieces from the top of a stack that count as features. Deeper pieces rarely resurface.
const FEATURE_LAYERS: usize = 5;

/// The network that corrects the handcrafted evaluation, for both numbers of pieces. `docs/engine.md` describes how
/// it was made.
static NETWORK: LazyLock<Option<Network>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/4x4")));

/// If the player to move can win at once, nothing else matters. Otherwise the score counts tops in line and
/// pieces on the board, and adds the value of the network.
impl Evaluate for QawalePosition {
    fn evaluate(&self) -> i32 {
        if can_win(self) {
            return WIN_NEXT;
        }
        self.evaluate_static() + NETWORK.as_ref().map_or(0, |network| network.value(self))
    }

    fn evaluate_handcrafted(&self) -> i32 {
        if can_win(self) { WIN_NEXT } else { self.evaluate_static() }
    }

    fn evaluate_static(&self) -> i32 {
        let mover = self.to_move();
        side_value(self, mover) - side_value(self, mover.opponent())
    }

    fn winning_move(&self) -> Option<Move> {
        winning_move(self)
    }

    fn has_winning_move(&self) -> bool {
        can_win(self)
    }

    fn pruning_margin(&self) -> i32 {
        25
    }

    /// No walk is urgent unless it wins, and [`winning_move`] finds those.
    fn visit_noisy_moves<B>(&self, _visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// Every turn places one piece.
    fn max_remaining_plies(&self) -> Option<u32> {
        Some(self.pieces_left() as u32)
    }

    /// For each cell, the colours of the topmost pieces (own, enemy or tan) by depth; for each line, the colours
    /// that its four cells show; and the number of pieces left.
    fn feature_count(&self) -> usize {
        PIECES_LEFT + Qawale::Ten.turns() + 1
    }

    #[inline]
    fn visit_features(&self, mut visit: impl FnMut(usize)) {
        let mover = self.to_move();
        let own = Piece::of(mover);
        for (cell, stack) in self.stacks().iter().enumerate() {
            let height = stack.height();
            for (place, piece) in stack.pieces().enumerate().skip(height.saturating_sub(FEATURE_LAYERS)) {
                let colour = if piece == Piece::Tan { 2 } else { usize::from(piece != own) };
                visit((cell * FEATURE_LAYERS + height - 1 - place) * 3 + colour);
            }
        }
        let tops = [self.tops(mover), self.tops(mover.opponent())];
        for (number, line) in LINES.iter().enumerate() {
            visit(SHOWN + SHOWN_BY_LINE * number + colours_shown(line, tops));
        }
        visit(PIECES_LEFT + self.pieces_left());
    }
}

/// The first feature of what lines show.
const SHOWN: usize = CELLS * FEATURE_LAYERS * 3;

/// The number of ways in which the four cells of a line can show own, enemy or other colours.
const SHOWN_BY_LINE: usize = 3_usize.pow(SIDE as u32);

/// The first feature of the number of pieces left.
const PIECES_LEFT: usize = SHOWN + SHOWN_BY_LINE * LINES.len();

/// Returns the number of the colours that the cells of a line show, given the cells that show own and enemy
/// colours.
#[inline]
fn colours_shown(line: &[Cell; SIDE], [own, enemy]: [u16; 2]) -> usize {
    line.iter().fold(0, |number, cell| {
        let colour = (own >> cell.index() & 1) + 2 * (enemy >> cell.index() & 1);
        3 * number + usize::from(colour)
    })
}

pub(super) fn side_value(position: &QawalePosition, player: Player) -> i32 {
    let tops = position.tops(player);
    let lines: i32 = LINE_SETS.iter().map(|line| LINE[(tops & line).count_ones() as usize]).sum();
    let pieces: usize = position.stacks().iter().map(|stack| stack.count(Piece::of(player))).sum();
    lines + PIECE * pieces as i32
}

#[cfg(test)]
mod tests {
    use crate::games::qawale::{Qawale, QawalePosition};
    use crate::model::Evaluate as _;

    #[test]
    fn the_network_is_valid() {
        for game in Qawale::ALL {
            let features = QawalePosition::start(game).feature_count();
            assert_eq!(super::NETWORK.as_ref().unwrap().feature_count(), features, "{game:?}");
        }
    }
}
