//! The search for a forced win: can the attacker win within a number of turns, whatever the defender does?

use std::ops::ControlFlow;

use super::key::key;
use super::table::Table;
use crate::engine::solver::{ProofLimits, ProofListener, ProofProgress};
use crate::games::qawale::board::{Cell, has_line};
use crate::games::qawale::moves::Move;
use crate::games::qawale::position::{Position, TURNS};
use crate::games::qawale::results::visit_results;
use crate::games::qawale::wins::{can_complete_line, can_win};
use crate::model::{Player, Position as _};

/// The turns that last stopped an attack with a number of turns left, latest first.
type Killers = [Option<Move>; 2];

/// A search through the attacks of one player.
pub(super) struct Attack<'a, 'b> {
    pub table: &'a Table,
    pub limits: ProofLimits<'a>,
    pub listener: &'a mut ProofListener<'b>,
    /// The positions made so far.
    pub positions: u64,
    /// Whether a limit has been reached. From then on all answers are meaningless.
    pub stopped: bool,
    attacker: Player,
    /// The horizon of the current search in turns.
    horizon: u32,
    /// By the number of turns left.
    killers: [Killers; TURNS + 1],
    first: Cell,
}

/// How many positions a search makes beyond its limit, so that a search with little left still finishes one
/// piece of work and the next one can build on it.
const SLACK: u64 = 1_000;

impl<'a, 'b> Attack<'a, 'b> {
    pub fn new(
        table: &'a Table,
        limits: ProofLimits<'a>,
        listener: &'a mut ProofListener<'b>,
        order: u64,
    ) -> Self {
        Attack {
            table,
            limits,
            listener,
            positions: 0,
            stopped: false,
            attacker: Player::One,
            horizon: 0,
            killers: [[None; 2]; TURNS + 1],
            first: Cell::wrapped(order as usize),
        }
    }

    /// Returns whether `attacker` can force a win within `turns` turns of both sides, the last of them by the
    /// attacker. `None` if a limit was reached. The game must not be over.
    pub fn forces_win(&mut self, position: &Position, attacker: Player, turns: u32) -> Option<bool> {
        if self.attacker != attacker {
            self.killers = [[None; 2]; TURNS + 1];
        }
        self.attacker = attacker;
        self.horizon = turns;
        let wins = self.search(position, turns);
        (!self.stopped).then_some(wins)
    }

    fn search(&mut self, position: &Position, turns: u32) -> bool {
        match turns {
            0 => false,
            1 => can_win(position),
            2 => self.defend_last(position),
            _ => self.search_stored(position, turns),
        }
    }

    /// Searches a position whose result is worth storing.
    fn search_stored(&mut self, position: &Position, turns: u32) -> bool {
        let attacks = position.to_move() == self.attacker;
        if can_win(position) {
            return attacks;
        }
        let slot = self.table.slot(key(position), attacks);
        let known = self.table.get(slot);
        if let Some(wins) = known.verdict(turns) {
            return wins;
        }
        if self.is_over_limit(0) {
            return false;
        }
        let wins = if attacks { self.attack(position, turns) } else { self.defend(position, turns) };
        if !self.stopped {
            self.table.put(slot, known.with(wins, turns));
        }
        wins
    }

    /// Returns whether the attacker has a turn that wins.
    fn attack(&mut self, position: &Position, turns: u32) -> bool {
        self.any_turn(position, turns, |search, result| {
            !has_line(result.tops(search.attacker.opponent())) && search.search(result, turns - 1)
        })
    }

    /// Returns whether no turn of the defender stops the attack.
    fn defend(&mut self, position: &Position, turns: u32) -> bool {
        !self.any_turn(position, turns, |search, result| {
            !has_line(result.tops(search.attacker)) && !search.search(result, turns - 1)
        })
    }

    /// Like [`Attack::defend`] with one turn of the attacker left.
    fn defend_last(&mut self, position: &Position) -> bool {
        !can_win(position)
            && !self.any_turn(position, 2, |search, result| {
                !has_line(result.tops(search.attacker)) && !can_complete_line(result, search.attacker)
            })
    }

    /// Returns whether a turn leads to a position that is `good`, trying those that were good in other positions
    /// first. The last good turn becomes the first killer.
    #[inline]
    fn any_turn(
        &mut self,
        position: &Position,
        turns: u32,
        good: impl Fn(&mut Self, &Position) -> bool,
    ) -> bool {
        let killers = self.killers[turns as usize];
        for mv in killers.into_iter().flatten() {
            if position.allows(mv) && self.is_good(&position.after(mv), &good) {
                return self.reward(turns, mv);
            }
        }
        let found = visit_results(position, self.first, |result, mv| {
            if self.is_good(result, &good) {
                return ControlFlow::Break(Some(mv));
            }
            if self.is_over_limit(SLACK) { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        });
        match found {
            ControlFlow::Break(Some(mv)) => self.reward(turns, mv),
            _ => false,
        }
    }

    #[inline]
    fn is_good(&mut self, result: &Position, good: &impl Fn(&mut Self, &Position) -> bool) -> bool {
        self.positions += 1;
        good(self, result)
    }

    /// Remembers a turn that decided a position. Returns true.
    #[inline]
    fn reward(&mut self, turns: u32, mv: Move) -> bool {
        let killers = &mut self.killers[turns as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        true
    }

    /// Returns whether the search must stop now that it has made `slack` positions more than it should.
    #[inline]
    fn is_over_limit(&mut self, slack: u64) -> bool {
        self.stopped |= self.positions >= self.limits.positions.saturating_add(slack);
        if slack == 0 {
            self.stopped |= self.limits.stop.is_raised();
        }
        self.stopped
    }

    /// Reports the progress.
    pub fn report(&mut self) {
        (self.listener)(ProofProgress { positions: self.positions, plies: Some(self.horizon) });
    }
}
