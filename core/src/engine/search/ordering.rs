//! Move ordering. The sooner the best move is searched, the more of the others are cut off.

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::model::{Evaluate, Player, fold_words};

use super::transposition_table::NO_MOVE;

/// A move waiting to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub mv: M,
    /// Its number in generator order; [`NO_MOVE`] in the quiescence search.
    pub index: u16,
    /// Whether the move changes little. Only killers and history rank quiet moves.
    pub quiet: bool,
}

/// The moves waiting to be tried.
#[derive(Debug)]
pub(super) struct Candidates<M> {
    list: Vec<Candidate<M>>,
    /// The rank of each move. Without the moves between them, the best is found twice as fast.
    ranks: Vec<i32>,
}

/// The number of ranks that are compared at a time.
const BLOCK: usize = 16;

impl<M> Default for Candidates<M> {
    fn default() -> Self {
        Candidates { list: Vec::new(), ranks: Vec::new() }
    }
}

impl<M: Copy> Candidates<M> {
    fn clear(&mut self) {
        self.list.clear();
        self.ranks.clear();
    }

    fn push(&mut self, candidate: Candidate<M>, rank: i32) {
        self.list.push(candidate);
        self.ranks.push(rank);
    }

    /// Returns the moves: those picked, in the order of [`Candidates::pick_best`], and then the others.
    pub fn as_slice(&self) -> &[Candidate<M>] {
        &self.list
    }

    /// Swaps the best candidate from `place` on, the first among equals, to `place`. This is one step of a
    /// selection sort: a cutoff usually comes after a few moves. `None` if there is none.
    #[inline]
    pub fn pick_best(&mut self, place: usize) -> Option<Candidate<M>> {
        let mut best: Option<(i32, usize)> = None;
        for (number, block) in self.ranks.get(place..)?.chunks(BLOCK).enumerate() {
            let highest = block.iter().copied().fold(i32::MIN, i32::max);
            if best.is_none_or(|(rank, _)| highest > rank) {
                best = Some((highest, place + BLOCK * number));
            }
        }
        let (rank, start) = best?;
        let best = start + self.ranks[start..].iter().position(|other| *other == rank)?;
        // A rotation would keep the order of the others. A swap is cheaper, and just as deterministic.
        self.ranks.swap(place, best);
        self.list.swap(place, best);
        self.list.get(place).copied()
    }
}

/// The killer moves of a ply: the two quiet moves that last caused a cutoff there, latest first.
pub(super) type Killers<M> = [Option<M>; 2];

/// The maximum number of ordered moves in a position. If there are more (tall stacks in Qawale), the rest
/// follows one by one in generator order, because the full list might not fit into memory.
pub(super) const MAX_ORDERED: usize = 4_096;

// The ranks, best first: table move, noisy moves, killers, quiet moves by history, low-priority moves by
// history.
const TABLE_MOVE: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const LOW_PRIORITY: i32 = -(1 << 28);
/// Higher priorities are clamped to this.
const MAX_PRIORITY: i32 = 1 << 20;

/// Fills `list` with the moves of `position` and their ranks; `table_move` is the number of the best move
/// known. Returns whether there are more than [`MAX_ORDERED`] moves.
pub(super) fn list_moves<P: Evaluate>(
    position: &P,
    list: &mut Candidates<P::Move>,
    table_move: u16,
    killers: &Killers<P::Move>,
    history: &HistoryTable,
) -> bool {
    list.clear();
    let player = position.to_move();
    position
        .visit_moves(|mv| {
            let number = list.as_slice().len();
            if number == MAX_ORDERED {
                return ControlFlow::Break(());
            }
            let index = number as u16;
            let priority = position.move_priority(mv).clamp(-MAX_PRIORITY, MAX_PRIORITY);
            let rank = if index == table_move {
                TABLE_MOVE
            } else if priority > 0 {
                NOISY + priority
            } else if killers[0] == Some(mv) {
                KILLER + 1
            } else if killers[1] == Some(mv) {
                KILLER
            } else {
                history.get(player, mv) + if priority < 0 { LOW_PRIORITY } else { 0 }
            };
            list.push(Candidate { mv, index, quiet: priority <= 0 }, rank);
            ControlFlow::Continue(())
        })
        .is_break()
}

/// Fills `list` with the noisy moves among the first [`MAX_ORDERED`] that `position` offers, and their ranks.
pub(super) fn list_noisy_moves<P: Evaluate>(position: &P, list: &mut Candidates<P::Move>) {
    list.clear();
    let mut visited = 0;
    let _ = position.visit_noisy_moves(|mv| {
        visited += 1;
        if visited > MAX_ORDERED {
            return ControlFlow::Break(());
        }
        let rank = position.move_priority(mv);
        if rank > 0 {
            list.push(Candidate { mv, index: NO_MOVE, quiet: false }, rank);
        }
        ControlFlow::Continue(())
    });
}

/// The history heuristic (Schaeffer, 1983): how often quiet moves have caused cutoffs in any position. Old
/// values fade as new ones are added.
#[derive(Clone, Debug)]
pub(super) struct HistoryTable {
    values: Vec<i32>,
}

/// The slots per player.
const HISTORY_SLOTS: usize = 1 << 12;
/// The limit of the values, positive and negative.
const MAX_HISTORY: i32 = 1 << 14;
/// 2^64 / golden ratio, odd.
const HASH_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl HistoryTable {
    pub fn new() -> Self {
        HistoryTable { values: vec![0; 2 * HISTORY_SLOTS] }
    }

    #[inline]
    fn slot<M: Hash>(player: Player, mv: M) -> usize {
        // Speed matters most here: it does no harm if two moves share a slot.
        let key = fold_words(&mv, |key, word| (key.rotate_left(5) ^ word).wrapping_mul(HASH_FACTOR));
        player.index() * HISTORY_SLOTS + (key >> 40) as usize % HISTORY_SLOTS
    }

    #[inline]
    fn get<M: Hash>(&self, player: Player, mv: M) -> i32 {
        self.values[HistoryTable::slot(player, mv)]
    }

    /// Adds a bonus for `mv`, or a malus if negative. The nearer the value is to the limit, the less is
    /// added.
    #[inline]
    pub fn update<M: Hash>(&mut self, player: Player, mv: M, bonus: i32) {
        let value = &mut self.values[HistoryTable::slot(player, mv)];
        let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
        *value += bonus - *value * bonus.abs() / MAX_HISTORY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

    #[test]
    fn moves_are_picked_by_rank_and_none_twice() {
        let mut rng = GameRng::from_seed(8);
        for count in [0, 1, 2, 15, 16, 17, 100] {
            let mut candidates = Candidates::default();
            let ranks: Vec<i32> = (0..count).map(|_| rng.below(40) as i32 - 20).collect();
            for (index, rank) in ranks.iter().enumerate() {
                candidates.push(Candidate { mv: index, index: 0, quiet: true }, *rank);
            }
            let picked: Vec<usize> =
                (0..).map_while(|place| candidates.pick_best(place)).map(|candidate| candidate.mv).collect();
            assert!(
                picked.windows(2).all(|pair| ranks[pair[0]] >= ranks[pair[1]]),
                "{picked:?} of {ranks:?}"
            );
            let mut all = picked.clone();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count));
            let first = picked.first().copied();
            assert_eq!(first, (0..count).min_by_key(|index| std::cmp::Reverse(ranks[*index])));
        }
    }
}
