//! Verification of tables: checksums, the number of positions, and results recomputed from the positions that
//! follow.
//!
//! The positions are set up on a board and their moves come from the rules of the game. The code that made
//! the table is used only to look up results and to know which of them the file stores.

use super::block::BlockKey;
use super::build::is_kept;
use super::errors::TableError;
use super::plies::bytes;
use super::{EndgameTable, Source};
use crate::games::ugly_duck::board::{Geometry, Small};
use crate::games::ugly_duck::position::{Kind, Piece, UglyDuckPosition};
use crate::games::ugly_duck::size::{Cell, Size};
use crate::model::{GameRng, Outcome, Player, Position as _, StopSignal};

/// The number of winners of a row that are checked together, because most of their successors are in the same chunks.
const POSITIONS_PER_ROW: u64 = 20_000;

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
}

impl EndgameTable {
    /// Compares all checksums and counts, and checks `sample` random positions that the file stores. `listener`
    /// receives the work done and the total work. Raising `stop` ends the check early.
    pub fn verify(
        &self,
        size: Size,
        sample: u64,
        rng: &mut GameRng,
        stop: &StopSignal,
        listener: &mut dyn FnMut(u64, u64),
    ) -> Verification {
        let mut found = Verification { miscounted: self.miscounted(size), ..Verification::default() };
        let (Some(file), Some(board)) = (self.file(), Small::new(size)) else { return found };
        let blocks = file.blocks();
        let all = (blocks.len() as u64).saturating_add(sample);
        for key in blocks {
            if stop.is_raised() {
                return found;
            }
            found.damaged.extend(self.check_block(key));
            found.blocks += 1;
            listener(found.blocks, all);
        }
        let materials = self.stored_materials(size);
        while found.positions < sample && !stop.is_raised() {
            let Some(material) = random_material(&materials, rng) else { break };
            let left = sample - found.positions;
            if let Err(error) = self.verify_some(board, material, left, rng, &mut found) {
                found.damaged.push(error);
                break;
            }
            listener(found.blocks.saturating_add(found.positions), all);
        }
        found
    }

    /// Compares the checksums of a block. Returns the errors.
    fn check_block(&self, key: BlockKey) -> Vec<TableError> {
        match &self.source {
            Source::Memory(_) => Vec::new(),
            Source::Results(reader) => reader.check_block(&self.index, key),
            Source::Plies(file) => file.check_block(key, bytes(&self.index, key)),
        }
    }

    /// Returns the materials with a wrong number of positions.
    fn miscounted(&self, size: Size) -> Vec<[usize; 2]> {
        let wrong =
            self.materials().iter().filter(|it| it.count.positions != positions(size, it.own, it.enemy));
        wrong.map(|material| [material.own, material.enemy]).collect()
    }

    /// Checks at most `left` positions of a material that the file stores: plies one by one, winners of positions with
    /// the same pieces of the side to move together.
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
        let together = if matches!(self.source, Source::Plies(_)) { 1 } else { POSITIONS_PER_ROW };
        let all = (0..together).filter_map(|_| {
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

    /// Returns the number of steps made by the side not to move, if the file stores this position itself.
    fn stored_progress<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<usize> {
        let [own, enemy] = self.index.board().sides(position, self.pieces)?;
        let (key, _) = self.index.place(own, enemy)?;
        is_kept(key).then_some(key.enemy.progress)
    }

    /// Returns the materials whose positions the file stores, with the number of their positions.
    fn stored_materials(&self, size: Size) -> Vec<([usize; 2], u64)> {
        let sides = 1..=self.index.max_pieces();
        let pairs = sides.flat_map(|enemy| (1..=enemy).map(move |own| [own, enemy]));
        let stored = pairs.filter(|[own, enemy]| own + enemy <= self.pieces);
        stored.map(|[own, enemy]| ([own, enemy], positions(size, own, enemy))).collect()
    }

    /// Returns whether what the table says about an unfinished game agrees with the positions after its moves.
    pub(super) fn follows<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Result<bool, TableError> {
        if matches!(self.source, Source::Plies(_)) {
            return self.plies_follow(position);
        }
        let win = Some(Outcome::Win(position.to_move()));
        let mut is_won = false;
        for mv in position.moves() {
            let Some(result) = self.winner(&position.after(mv))? else { return Ok(false) };
            is_won |= Some(result) == win;
        }
        Ok(self.winner(position)?.is_some_and(|result| (Some(result) == win) == is_won))
    }

    /// Returns whether the plies of an unfinished game agree with the positions after its moves: the winner
    /// hurries, the loser delays.
    fn plies_follow<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Result<bool, TableError> {
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
