//! In which order moves are tried. The sooner the best comes, the less of the rest has to be looked at.

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::model::{Evaluate, Player, fold_words};

use super::table::NO_MOVE;

/// A move waiting to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub mv: M,
    /// Its number in the order of the generator; [`NO_MOVE`] if it is too large for the table.
    pub index: u16,
    /// Whether nothing but experience speaks for it.
    pub quiet: bool,
    rank: i32,
}

/// The two quiet moves that last refuted something at a ply.
pub(super) type Killers<M> = [Option<M>; 2];

/// At most so many moves of a position are ordered. Positions with more (tall stacks in Qawale) give the rest in the
/// order of the generator, one by one: there may be more than there is memory.
pub(super) const MOST_ORDERED: usize = 4_096;

const KNOWN_BEST: i32 = i32::MAX;
const URGENT: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const UNLIKELY: i32 = -(1 << 28);
/// Urgencies beyond this count as this.
const MOST_URGENT: i32 = 1 << 20;

/// Lists the moves of `position`, ranked, in `list`. Whether there are more than fitted.
pub(super) fn list<P: Evaluate>(
    position: &P,
    list: &mut Vec<Candidate<P::Move>>,
    best: u16,
    killers: &Killers<P::Move>,
    experience: &Experience,
) -> bool {
    list.clear();
    let player = position.to_move();
    position
        .visit_moves(|mv| {
            let number = list.len();
            if number == MOST_ORDERED {
                return ControlFlow::Break(());
            }
            let index = u16::try_from(number).unwrap_or(NO_MOVE);
            let urgency = position.urgency(mv).clamp(-MOST_URGENT, MOST_URGENT);
            let rank = if index == best {
                KNOWN_BEST
            } else if urgency > 0 {
                URGENT + urgency
            } else if killers[0] == Some(mv) {
                KILLER + 1
            } else if killers[1] == Some(mv) {
                KILLER
            } else {
                experience.of(player, mv) + if urgency < 0 { UNLIKELY } else { 0 }
            };
            list.push(Candidate { mv, index, quiet: urgency <= 0, rank });
            ControlFlow::Continue(())
        })
        .is_break()
}

/// Lists the urgent moves among the first [`MOST_ORDERED`] of `position` in `list`, ranked.
pub(super) fn list_urgent<P: Evaluate>(position: &P, list: &mut Vec<Candidate<P::Move>>) {
    list.clear();
    let mut seen = 0;
    let _ = position.visit_moves(|mv| {
        seen += 1;
        if seen > MOST_ORDERED {
            return ControlFlow::Break(());
        }
        let rank = position.urgency(mv);
        if rank > 0 {
            list.push(Candidate { mv, index: NO_MOVE, quiet: false, rank });
        }
        ControlFlow::Continue(())
    });
}

/// Brings the best of the candidates from `place` on to `place`; earlier ones first among equals.
#[inline]
pub(super) fn bring_best<M: Copy>(list: &mut [Candidate<M>], place: usize) -> Candidate<M> {
    let mut best = place;
    for (index, candidate) in list.iter().enumerate().skip(place + 1) {
        if candidate.rank > list[best].rank {
            best = index;
        }
    }
    // A rotation would keep the order of the others; a swap is cheaper, and as deterministic.
    list.swap(place, best);
    list[place]
}

/// How often quiet moves have turned out well, whatever the position: the history heuristic (Schaeffer, 1983), with
/// values that fade as new ones come.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    values: Vec<i32>,
}

/// Moves of one player share so many numbers.
const SHELVES: usize = 1 << 12;
/// Experience stays within plus and minus this.
const MOST_EXPERIENCE: i32 = 1 << 14;
/// 2^64 / golden ratio, odd.
const STIR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Experience {
    pub fn new() -> Self {
        Experience { values: vec![0; 2 * SHELVES] }
    }

    #[inline]
    fn shelf<M: Hash>(player: Player, mv: M) -> usize {
        // Quick is what counts: two moves on one shelf do no harm.
        let key = fold_words(&mv, |key, word| (key.rotate_left(5) ^ word).wrapping_mul(STIR));
        player.index() * SHELVES + (key >> 40) as usize % SHELVES
    }

    #[inline]
    fn of<M: Hash>(&self, player: Player, mv: M) -> i32 {
        self.values[Experience::shelf(player, mv)]
    }

    /// `mv` turned out well (`bonus` above 0) or badly.
    #[inline]
    pub fn learn<M: Hash>(&mut self, player: Player, mv: M, bonus: i32) {
        let value = &mut self.values[Experience::shelf(player, mv)];
        let bonus = bonus.clamp(-MOST_EXPERIENCE, MOST_EXPERIENCE);
        *value += bonus - *value * bonus.abs() / MOST_EXPERIENCE;
    }
}
