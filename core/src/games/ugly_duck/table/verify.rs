//! Verification of tables: checksums, the number of positions, and results recomputed from the positions that
//! follow.
//!
//! The positions are set up on a board and their moves come from the rules of the game. The code that made
//! the table is used only to look up results and to know which of them the file stores.

use super::block::BlockKey;
use super::build::is_kept;
use super::errors::TableError;
use super::plies::{PliesTable, bytes};
use super::{EndgameTable, Source};
use crate::games::ugly_duck::board::{Geometry, Small};
use crate::games::ugly_duck::position::{Kind, Piece, UglyDuckPosition};
use crate::games::ugly_duck::size::{Cell, Size};
use crate::model::{GameRng, Outcome, Player, Position as _, StopSignal};

/// The number of positions of a row that are checked together, because they have most successors in common.
const ROWS_PER_SAMPLE: u64 = 20_000;

/// The findings of a verification.
#[derive(Debug, Default)]
pub struct Verification {
    /// The number of blocks whose checksums were compared.
    pub blocks: u64,
    /// The damaged parts.
    pub damaged: Vec<TableError>,
    /// The materials with a wrong number of positions: pieces of the side to move and of the opponent.
    pub miscounted: Vec<[usize; 2]>,
    /// The number of positions checked.
    pub positions: u64,
    /// The number of positions whose result contradicts the positions after their moves.
    pub wrong: u64,
}

impl Verification {
    /// Returns whether nothing is wrong.
    pub fn is_ok(&self) -> bool {
        self.damaged.is_empty() && self.miscounted.is_empty() && self.wrong == 0
    }

    /// Compares the checksums of the blocks with `check_block`, then checks `sample` random positions with
    /// `check_some`, which gets the number left and returns whether there are any. `listener` receives the work done and
    /// the total work. Raising `stop` ends the check early.
    fn run(
        blocks: &[BlockKey],
        check_block: impl Fn(BlockKey) -> Vec<TableError>,
        sample: u64,
        mut check_some: impl FnMut(&mut Verification, u64) -> Result<bool, TableError>,
        stop: &StopSignal,
        listener: &mut dyn FnMut(u64, u64),
    ) -> Verification {
        let mut found = Verification::default();
        let all = (blocks.len() as u64).saturating_add(sample);
        for key in blocks {
            if stop.is_raised() {
                return found;
            }
            found.damaged.extend(check_block(*key));
            found.blocks += 1;
            listener(found.blocks, all);
        }
        while found.positions < sample && !stop.is_raised() {
            let left = sample - found.positions;
            match check_some(&mut found, left) {
                Ok(true) => listener(found.blocks.saturating_add(found.positions), all),
                Ok(false) => break,
                Err(error) => {
                    found.damaged.push(error);
                    break;
                }
            }
        }
        found
    }
}

impl EndgameTable {
    /// Compares all checksums and counts, and checks `sample` random positions whose results the file stores.
    /// `listener` receives the work done and the total work. Raising `stop` ends the check early.
    pub fn verify(
        &self,
        size: Size,
        sample: u64,
        rng: &mut GameRng,
        stop: &StopSignal,
        listener: &mut dyn FnMut(u64, u64),
    ) -> Verification {
        let (Source::Stored(stored), Some(board)) = (&self.source, Small::new(size)) else {
            return Verification::default();
        };
        let check_block = |key| stored.check_block(&self.index, key);
        let check_some = |found: &mut Verification, left| {
            let Some(material) = self.random_material(rng) else { return Ok(false) };
            self.verify_some(board, material, left, rng, found).map(|()| true)
        };
        let found = Verification::run(&stored.file.blocks(), check_block, sample, check_some, stop, listener);
        Verification { miscounted: self.miscounted(size), ..found }
    }

    /// Returns the materials with a wrong number of positions.
    fn miscounted(&self, size: Size) -> Vec<[usize; 2]> {
        let wrong =
            self.materials().iter().filter(|it| it.count.positions != positions(size, it.own, it.enemy));
        wrong.map(|material| [material.own, material.enemy]).collect()
    }

    /// Checks at most `left` positions of a material whose results the file stores, all with the same pieces of
    /// the side to move.
    fn verify_some(
        &self,
        board: Small,
        [own_pieces, enemy_pieces]: [usize; 2],
        left: u64,
        rng: &mut GameRng,
        found: &mut Verification,
    ) -> Result<(), TableError> {
        let mover = Player::BOTH[rng.below(2)];
        let mut own = UglyDuckPosition::empty(board, mover);
        put(&mut own, mover, own_pieces, rng);
        let all = (0..ROWS_PER_SAMPLE).filter_map(|_| {
            let mut position = own;
            put(&mut position, mover.opponent(), enemy_pieces, rng);
            Some((self.stored_progress(&position)?, position))
        });
        let mut all: Vec<_> = all.take(usize::try_from(left).unwrap_or(usize::MAX)).collect();
        // Successors of neighbours in this order are mostly in the same chunks.
        all.sort_by_key(|(progress, _)| *progress);
        for (_, position) in all {
            found.positions += 1;
            found.wrong += u64::from(!self.follows(&position)?);
        }
        Ok(())
    }

    /// Returns the number of steps made by the side not to move, if the file stores the result of this
    /// position itself.
    fn stored_progress<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<usize> {
        let [own, enemy] = self.index.board().sides(position, self.pieces)?;
        let (key, _) = self.index.place(own, enemy)?;
        is_kept(key).then_some(key.enemy.progress)
    }

    /// Returns a random material whose results the file stores.
    fn random_material(&self, rng: &mut GameRng) -> Option<[usize; 2]> {
        let kept = self.materials().iter().filter(|material| material.own <= material.enemy);
        let kept: Vec<_> = kept.map(|it| ([it.own, it.enemy], it.count.positions)).collect();
        random_material(&kept, rng)
    }

    /// Returns whether the result of a position agrees with the positions after its moves.
    pub(super) fn follows<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Result<bool, TableError> {
        let win = Some(Outcome::Win(position.to_move()));
        let mut is_won = false;
        for mv in position.moves() {
            let Some(result) = self.winner(&position.after(mv))? else { return Ok(false) };
            is_won |= Some(result) == win;
        }
        Ok(self.winner(position)?.is_some_and(|result| (Some(result) == win) == is_won))
    }
}

impl PliesTable {
    /// Compares all checksums, and checks the plies of `sample` random positions against those after each
    /// move. The other parameters are those of [`EndgameTable::verify`].
    pub fn verify(
        &self,
        size: Size,
        sample: u64,
        rng: &mut GameRng,
        stop: &StopSignal,
        listener: &mut dyn FnMut(u64, u64),
    ) -> Verification {
        let Some(board) = Small::new(size) else { return Verification::default() };
        let materials = self.materials(size);
        let check_block = |key| self.stored.check_block(key, bytes(&self.index, key));
        let check_some = |found: &mut Verification, _| {
            let Some([own, enemy]) = random_material(&materials, rng) else { return Ok(false) };
            let mover = Player::BOTH[rng.below(2)];
            let mut position = UglyDuckPosition::empty(board, mover);
            put(&mut position, mover, own, rng);
            put(&mut position, mover.opponent(), enemy, rng);
            found.wrong += u64::from(!self.follows(&position)?);
            found.positions += 1;
            Ok(true)
        };
        Verification::run(&self.stored.blocks(), check_block, sample, check_some, stop, listener)
    }

    /// Returns the materials of the table, each with its number of positions.
    fn materials(&self, size: Size) -> Vec<([usize; 2], u64)> {
        let max_side = size.width();
        let pairs = (1..=max_side).flat_map(|own| (1..=max_side).map(move |enemy| [own, enemy]));
        let stored = pairs.filter(|[own, enemy]| own + enemy <= self.pieces());
        stored.map(|[own, enemy]| ([own, enemy], positions(size, own, enemy))).collect()
    }

    /// Returns whether the plies of an unfinished game agree with the positions after its moves: the winner
    /// hurries, the loser delays.
    pub(super) fn follows<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Result<bool, TableError> {
        let (mut quickest_win, mut slowest_loss) = (None, 0);
        for mv in position.moves() {
            let after = position.after(mv);
            let answer = match after.outcome() {
                Some(outcome) => Some((outcome == Outcome::Win(after.to_move()), 0)),
                None => self.result(&after)?,
            };
            match answer {
                None => return Ok(false),
                Some((true, plies)) => slowest_loss = slowest_loss.max(plies + 1),
                Some((false, plies)) => {
                    quickest_win = Some(quickest_win.map_or(plies + 1, |best: u32| best.min(plies + 1)));
                }
            }
        }
        let expected = quickest_win.map_or((false, slowest_loss), |plies| (true, plies));
        Ok(self.result(position)? == Some(expected))
    }
}

/// Picks one of these materials, in proportion to its number of positions.
fn random_material(materials: &[([usize; 2], u64)], rng: &mut GameRng) -> Option<[usize; 2]> {
    let all = materials.iter().fold(0_u64, |all, (_, positions)| all.saturating_add(*positions));
    let mut left = rng.below(usize::try_from(all).ok().filter(|all| *all > 0)?) as u64;
    let found = materials.iter().find(|(_, positions)| {
        let is_here = left < *positions;
        left = left.saturating_sub(*positions);
        is_here
    });
    found.map(|(material, _)| *material)
}

/// Puts `pieces` random pieces of a player on free cells, without ducks on their far row or swans at home.
pub(super) fn put<G: Geometry>(
    position: &mut UglyDuckPosition<G>,
    owner: Player,
    pieces: usize,
    rng: &mut GameRng,
) {
    let size = position.geometry().size();
    let last = size.height() as u8 - 1;
    let mut left = pieces;
    while left > 0 {
        let cell = Cell { row: rng.below(size.height()) as u8, column: rng.below(size.width()) as u8 };
        let kind = *rng.pick(&[Kind::Duck, Kind::Swan]).unwrap_or(&Kind::Duck);
        let forbidden = if (owner == Player::One) == (kind == Kind::Duck) { last } else { 0 };
        if cell.row != forbidden && position.piece(cell).is_none() {
            position.put(cell, Piece { owner, kind });
            left -= 1;
        }
    }
}

/// Returns the number of positions of a material. A cell of the first or the last row can hold one kind of
/// piece of each side, any other cell two.
pub(super) fn positions(size: Size, own: usize, enemy: usize) -> u64 {
    let choose = |n: usize, k: usize| (0..k).fold(1_u64, |ways, i| ways * (n - i) as u64 / (i as u64 + 1));
    let (all, edge) = (own + enemy, 2 * size.width());
    let inside = size.width() * size.height() - edge;
    let on_edge = all.saturating_sub(inside)..=all.min(edge);
    let ways = on_edge.map(|k| (choose(edge, k) * choose(inside, all - k)) << (all - k));
    ways.sum::<u64>() * choose(all, own)
}
