//! The search for a forced win: can the attacker win within a number of turns, whatever the defender does?

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::key::key;
use crate::engine::solver::{
    Bounds, FullKey, MateResult, ProofKey, ProofLimits, ProofListener, ProofProgress, ResultTable as _,
};
use crate::games::qawale::Qawale;
use crate::games::qawale::board::{CELLS, Cell, has_line};
use crate::games::qawale::generator::visit_results;
use crate::games::qawale::moves::Move;
use crate::games::qawale::position::QawalePosition;
use crate::games::qawale::wins::{can_complete_line, can_win};
use crate::model::{Player, Position as _};

/// What is known about attacks, by position: bounds on the number of turns. It can lose entries, but never confuses
/// positions.
pub(super) type Table = <FullKey<[u64; 2]> as ProofKey>::Table;

/// Results that took longer to find are worth more.
fn retention_priority(data: u32) -> u32 {
    let Bounds { forced, refuted, .. } = Bounds::unpack(data);
    u32::from(forced.max(refuted).unwrap_or(0))
}

/// The turns that last stopped an attack with a number of turns left, latest first.
type Killers = [Option<Move>; 2];

/// The number of turns of the longest game.
const MAX_TURNS: usize = Qawale::Ten.turns();

/// The search of one thread.
pub(super) struct Search<'a, 'b> {
    table: &'a Table,
    limits: ProofLimits<'a>,
    listener: &'a mut ProofListener<'b>,
    /// The positions made so far.
    pub positions: u64,
    next_report: u64,
    /// Whether a result has been stored.
    has_stored: bool,
    /// Whether a limit has been reached, or another thread is done. From then on all answers are meaningless.
    pub stopped: bool,
    done: &'a AtomicBool,
    attacker: Player,
    /// The number of turns within which a win is sought.
    horizon: u32,
    /// By the number of turns left.
    killers: [Killers; MAX_TURNS + 1],
    /// The first cell to place on.
    first: Cell,
}

/// How many positions beyond its limit a search makes to store its first result, so that the next search of
/// the same position can build on it.
const SLACK: u64 = 1 << 12;

/// The number of positions between two reports of the progress, less than a millisecond.
const REPORT_INTERVAL: u64 = 1 << 12;

impl<'a, 'b> Search<'a, 'b> {
    /// Creates a search that ends once `done` is set, and begins with placements on the cell of its order.
    pub fn new(
        table: &'a Table,
        limits: ProofLimits<'a>,
        done: &'a AtomicBool,
        listener: &'a mut ProofListener<'b>,
    ) -> Self {
        Search {
            table,
            limits,
            listener,
            positions: 0,
            next_report: REPORT_INTERVAL,
            has_stored: limits.positions == 0,
            stopped: false,
            done,
            attacker: Player::One,
            horizon: 0,
            killers: [[None; 2]; MAX_TURNS + 1],
            first: Cell::wrapped(limits.order as usize % CELLS),
        }
    }

    /// Returns whether `attacker` can force a win within `turns` turns of both sides, the last of them by the
    /// attacker. `None` if a limit was reached. The game must not be over.
    pub fn forces_win(&mut self, position: &QawalePosition, attacker: Player, turns: u32) -> Option<bool> {
        if self.attacker != attacker {
            self.killers = [[None; 2]; MAX_TURNS + 1];
        }
        self.attacker = attacker;
        self.horizon = turns;
        let wins = self.search(position, turns);
        (!self.stopped).then_some(wins)
    }

    fn search(&mut self, position: &QawalePosition, turns: u32) -> bool {
        match turns {
            0 => false,
            1 => can_win(position),
            2 => self.defend_last(position),
            _ => self.search_stored(position, turns),
        }
    }

    /// Searches a position whose result is worth storing.
    fn search_stored(&mut self, position: &QawalePosition, turns: u32) -> bool {
        let attacks = position.to_move() == self.attacker;
        if can_win(position) {
            return attacks;
        }
        let slot = self.table.slot(FullKey(key(position)), attacks);
        let known = self.table.get(slot).map_or_else(Bounds::default, Bounds::unpack);
        if let Some(result) = known.result_within(turns as u8) {
            return result == MateResult::Forced;
        }
        if self.must_stop() {
            return false;
        }
        let wins = if attacks { self.attack(position, turns) } else { self.defend(position, turns) };
        if !self.stopped {
            let result = if wins { MateResult::Forced } else { MateResult::Refuted };
            self.table.put(slot, known.updated(result, turns as u8, 0).pack(), retention_priority);
            self.has_stored = true;
        }
        wins
    }

    /// Returns whether the attacker has a turn that wins.
    fn attack(&mut self, position: &QawalePosition, turns: u32) -> bool {
        self.any_turn(position, turns, |search, result| {
            !has_line(result.tops(search.attacker.opponent())) && search.search(result, turns - 1)
        })
    }

    /// Returns whether no turn of the defender stops the attack.
    fn defend(&mut self, position: &QawalePosition, turns: u32) -> bool {
        !self.any_turn(position, turns, |search, result| {
            !has_line(result.tops(search.attacker)) && !search.search(result, turns - 1)
        })
    }

    /// Like [`Search::defend`] with one turn of the attacker left.
    fn defend_last(&mut self, position: &QawalePosition) -> bool {
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
        position: &QawalePosition,
        turns: u32,
        good: impl Fn(&mut Self, &QawalePosition) -> bool,
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
            if self.must_stop_at_once() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        });
        match found {
            ControlFlow::Break(Some(mv)) => self.reward(turns, mv),
            _ => false,
        }
    }

    #[inline]
    fn is_good(
        &mut self,
        result: &QawalePosition,
        good: &impl Fn(&mut Self, &QawalePosition) -> bool,
    ) -> bool {
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

    /// Returns whether the search must stop before it searches another position.
    fn must_stop(&mut self) -> bool {
        self.stopped |= self.has_stored && self.positions >= self.limits.positions
            || self.limits.stop.is_raised()
            || self.done.load(Ordering::Relaxed);
        self.stopped
    }

    /// Returns whether the search must stop in the middle of a position, which can have millions of turns. Reports
    /// the progress.
    #[inline]
    fn must_stop_at_once(&mut self) -> bool {
        if self.positions >= self.next_report {
            self.next_report = self.positions + REPORT_INTERVAL;
            (self.listener)(ProofProgress { positions: self.positions, plies: Some(self.horizon) });
            self.stopped |= self.limits.stop.is_raised();
        }
        self.stopped |= self.positions >= self.limits.positions.saturating_add(SLACK);
        self.stopped
    }
}
