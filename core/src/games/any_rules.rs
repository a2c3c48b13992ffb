//! The rules of [`AnyGame`]: forwarded to the game inside.

use std::ops::ControlFlow;

use super::{AnyGame, AnyMove, AnyPosition, AnyRefusal, ErasedGame};
use crate::model::{Evaluate, Game, GameRng, NotationError, Numbering, Outcome, Player, Position, Symmetry};
use crate::{each_game, forward_to_game, with_game};

/// Runs code with the position in an [`AnyPosition`]; `$G` is the type of its game.
macro_rules! with_position {
    ($any:expr, $position:ident : $G:ident => $code:expr) => {
        each_game!(match_game $any, AnyPosition, $position, $G, $code)
    };
}

impl Game for AnyGame {
    type Position = AnyPosition;

    forward_to_game! {
        fn write_position(position: Position) -> String;
        fn write_move(mv: Move) -> String;
        fn symmetries() -> &'static [Symmetry];
        fn player_name(player: [Player]) -> &'static str;
        fn max_idle_turns() -> Option<u32>;
        fn is_progress(position: Position, mv: Move) -> bool;
        fn number_pieces(start: Position) -> Numbering;
        fn renumber(numbering: [&mut Numbering], player: [Player], mv: Move);
    }

    fn name(&self) -> String {
        self.name()
    }

    fn start(&self) -> AnyPosition {
        with_game!(self, game: G => G::erase_position(game.start()))
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        with_game!(self, game: G => game.read_position(text).map(G::erase_position))
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, NotationError> {
        with_game!(self, game: G => game.read_move(text).map(G::erase_move))
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Refusal = AnyRefusal;

    fn to_move(&self) -> Player {
        with_position!(self, position: G => position.to_move())
    }

    fn terminal_outcome(&self) -> Option<Outcome> {
        with_position!(self, position: G => position.terminal_outcome())
    }

    fn visit_moves<B>(&self, visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        // Collected first, so that the generators are not compiled again for every visitor.
        self.moves().into_iter().try_for_each(visit)
    }

    fn check_move(&self, mv: AnyMove) -> Result<(), AnyRefusal> {
        with_position!(self, position: G => match G::try_downcast_move(mv) {
            Some(mv) => position.check_move(mv).map_err(G::erase_refusal),
            None => Err(AnyRefusal::Foreign),
        })
    }

    fn after_unchecked(&self, mv: AnyMove) -> Self {
        with_position!(self, position: G => match G::try_downcast_move(mv) {
            Some(mv) => G::erase_position(position.after_unchecked(mv)),
            None => self.clone(),
        })
    }

    fn with_turn_passed(&self) -> Option<Self> {
        with_position!(self, position: G => position.with_turn_passed().map(G::erase_position))
    }

    fn count_moves(&self) -> u64 {
        with_position!(self, position: G => position.count_moves())
    }

    fn count_two_plies(&self) -> u64 {
        with_position!(self, position: G => position.count_two_plies())
    }

    fn has_moves(&self) -> bool {
        with_position!(self, position: G => position.has_moves())
    }

    fn random_move(&self, rng: &mut GameRng) -> Option<AnyMove> {
        with_position!(self, position: G => position.random_move(rng).map(G::erase_move))
    }

    fn hash_key(&self) -> u64 {
        with_position!(self, position: G => position.hash_key())
    }

    fn moves(&self) -> Vec<AnyMove> {
        with_position!(self, position: G => position.moves().into_iter().map(G::erase_move).collect())
    }
}

impl Evaluate for AnyPosition {
    fn evaluate(&self) -> i32 {
        with_position!(self, position: G => position.evaluate())
    }

    fn evaluate_handcrafted(&self) -> i32 {
        with_position!(self, position: G => position.evaluate_handcrafted())
    }

    fn evaluate_static(&self) -> i32 {
        with_position!(self, position: G => position.evaluate_static())
    }

    fn move_priority(&self, mv: AnyMove) -> i32 {
        with_position!(self, position: G => G::try_downcast_move(mv).map_or(0, |mv| position.move_priority(mv)))
    }

    fn visit_noisy_moves<B>(&self, visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut noisy = Vec::new();
        with_position!(self, position: G => {
            let _ = position.visit_noisy_moves(|mv| {
                noisy.push(G::erase_move(mv));
                ControlFlow::<()>::Continue(())
            });
        });
        noisy.into_iter().try_for_each(visit)
    }

    fn winning_move(&self) -> Option<AnyMove> {
        with_position!(self, position: G => position.winning_move().map(G::erase_move))
    }

    fn has_winning_move(&self) -> bool {
        with_position!(self, position: G => position.has_winning_move())
    }

    fn cells_of(&self, player: Player) -> Vec<String> {
        with_position!(self, position: G => position.cells_of(player))
    }

    fn piece_count(&self, player: Player) -> u32 {
        with_position!(self, position: G => position.piece_count(player))
    }

    fn pruning_margin(&self) -> i32 {
        with_position!(self, position: G => position.pruning_margin())
    }

    fn feature_count(&self) -> usize {
        with_position!(self, position: G => position.feature_count())
    }

    fn visit_features(&self, visit: impl FnMut(usize)) {
        with_position!(self, position: G => position.visit_features(visit));
    }

    fn max_remaining_plies(&self) -> Option<u32> {
        with_position!(self, position: G => position.max_remaining_plies())
    }
}
