//! The rules of [`AnyGame`]: forwarded to the game inside.

use std::ops::ControlFlow;

use super::any_values::each_position;
use super::{AnyGame, AnyMove, AnyPosition, AnyRefusal, WrongGame};
use crate::model::{
    ConcreteTask, Evaluate, Game, GameRng, NotationError, Numbering, Outcome, Player, Position, Symmetry,
};
use crate::{forward_to_game, with_game};

/// Runs code with the position in an [`AnyPosition`].
macro_rules! with_position {
    ($any:expr, $position:ident => $code:expr) => {
        each_position!(match_position $any, $position, $code)
    };
}

macro_rules! match_position {
    (($any:expr, $inner:ident, $code:expr) $($variant:ident: $position:ty,)*) => {
        match $any {
            $(AnyPosition::$variant($inner) => $code,)*
        }
    };
}

/// Writes methods that call the same method of the position in an [`AnyPosition`].
macro_rules! forward_to_position {
    ($(fn $name:ident($($parameter:ident: $type:ty)?) -> $result:ty;)*) => {
        $(fn $name(&self $(, $parameter: $type)?) -> $result {
            with_position!(self, position => position.$name($($parameter)?))
        })*
    };
}

impl Game for AnyGame {
    type Position = AnyPosition;

    forward_to_game! {
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
        with_game!(self, game => game.start().into())
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        with_game!(self, game => game.read_position(text).map(Into::into))
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, NotationError> {
        with_game!(self, game => game.read_move(text).map(Into::into))
    }
}

impl AnyPosition {
    /// Visits the moves like [`Position::visit_moves`]. The generators are compiled once, not for every visitor.
    fn visit_until_break(&self, visit: &mut dyn FnMut(AnyMove) -> ControlFlow<()>) {
        let _ = with_position!(self, position => position.visit_moves(|mv| visit(mv.into())));
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Refusal = AnyRefusal;

    forward_to_position! {
        fn to_move() -> Player;
        fn terminal_outcome() -> Option<Outcome>;
        fn count_moves() -> u64;
        fn count_two_plies() -> u64;
        fn has_moves() -> bool;
        fn hash_key() -> u64;
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut end = ControlFlow::Continue(());
        self.visit_until_break(&mut |mv| {
            end = visit(mv);
            if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        end
    }

    fn check_move(&self, mv: AnyMove) -> Result<(), AnyRefusal> {
        with_position!(self, position => match mv.try_into() {
            Ok(mv) => position.check_move(mv).map_err(Into::into),
            Err(WrongGame { .. }) => Err(AnyRefusal::Foreign),
        })
    }

    fn after_unchecked(&self, mv: AnyMove) -> Self {
        with_position!(self, position => match mv.try_into() {
            Ok(mv) => position.after_unchecked(mv).into(),
            Err(WrongGame { .. }) => self.clone(),
        })
    }

    fn with_turn_passed(&self) -> Option<Self> {
        with_position!(self, position => position.with_turn_passed().map(Into::into))
    }

    fn random_move(&self, rng: &mut GameRng) -> Option<AnyMove> {
        with_position!(self, position => position.random_move(rng).map(Into::into))
    }

    fn moves(&self) -> Vec<AnyMove> {
        with_position!(self, position => position.moves().into_iter().map(Into::into).collect())
    }
}

impl Evaluate for AnyPosition {
    forward_to_position! {
        fn evaluate() -> i32;
        fn evaluate_handcrafted() -> i32;
        fn evaluate_static() -> i32;
        fn has_winning_move() -> bool;
        fn cells_of(player: Player) -> Vec<String>;
        fn piece_count(player: Player) -> u32;
        fn pruning_margin() -> i32;
        fn feature_count() -> usize;
        fn max_remaining_plies() -> Option<u32>;
    }

    fn with_concrete<T: ConcreteTask<AnyMove>>(&self, task: T) -> T::Output {
        with_position!(self, position => task.run(position, AnyMove::from))
    }

    fn move_priority(&self, mv: AnyMove) -> i32 {
        with_position!(self, position => mv.try_into().map_or(0, |mv| position.move_priority(mv)))
    }

    fn visit_noisy_moves<B>(&self, visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut noisy = Vec::new();
        with_position!(self, position => {
            let _ = position.visit_noisy_moves(|mv| {
                noisy.push(mv.into());
                ControlFlow::<()>::Continue(())
            });
        });
        noisy.into_iter().try_for_each(visit)
    }

    fn winning_move(&self) -> Option<AnyMove> {
        with_position!(self, position => position.winning_move().map(Into::into))
    }

    fn visit_features(&self, visit: impl FnMut(usize)) {
        with_position!(self, position => position.visit_features(visit));
    }
}
