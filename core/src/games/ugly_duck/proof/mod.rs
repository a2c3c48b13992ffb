//! Solver knowledge for Ugly Duck. Positions never repeat: every move brings a piece further on its journey
//! to the far row and back, and a piece makes at most 2 x (rows - 1) steps.
//!
//! | file | contents |
//! | --- | --- |
//! | `keys.rs` | the exact key of every position: a number, or its sets of cells |
//! | `endgame_tables.rs` | tables of positions with few pieces |
//! | `race.rs` | unstoppable runs home and free captures, found without search |
//! | `perfect.rs` | the player that never gives away a proven result |
//! | `book.rs` | proven moves near the start |

mod book;
mod endgame_tables;
mod keys;
mod perfect;
mod race;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use super::board::Geometry;
use super::table::EndgameTable;
use super::{Ducks, UglyDuckPosition};
use crate::engine::search::KnownResults;
use crate::engine::solver::{Knowledge, ProofKey, ProofSearch, ProvenFacts, Prover, StaticWin};
use crate::games::bits::Bits;
use crate::model::{Outcome, Player, Position as _, StopSignal};

pub use book::OpeningBook;
pub use endgame_tables::EndgameTables;
pub use perfect::{ABOUT as PERFECT, Perfect};
pub use race::runner;

use keys::{Keys, SetKeys};
use race::{has_free_capture, unstoppable_run};

/// Exact keys for the positions of a board. Positions share a key only if they differ by swapped colours
/// (with the board rotated) or by mirroring left and right.
trait ExactKeys<G: Geometry>: Send + Sync + 'static {
    type Key: ProofKey;

    /// Returns the number of bits of keys that are numbers.
    fn bits(&self) -> u32;

    fn key(&self, position: &UglyDuckPosition<G>) -> Self::Key;
}

/// Solver knowledge for Ugly Duck on one board, with the keys `K`.
struct UglyDuckKnowledge<G: Geometry, K> {
    geometry: G,
    keys: K,
    /// Results to use everywhere.
    known: Option<Arc<dyn KnownResults<UglyDuckPosition<G>>>>,
    /// The endgame tables that this proof shares with others.
    shared: EndgameTables,
    /// The endgame table, once the proof has become long.
    endgame_tables: OnceLock<Arc<EndgameTable>>,
}

/// The weights of the estimate that differ in long proofs. A piece is worth 100.
struct EstimateWeights {
    /// The lead at which a win is as good as proven.
    baseline: i32,
    /// Each step fewer for the piece nearest home.
    nearest: i32,
    /// An available capture of an unprotected piece.
    free_capture: i32,
}

impl EstimateWeights {
    const DEFAULT: EstimateWeights = EstimateWeights { baseline: 300, nearest: 20, free_capture: 0 };
    /// Positions in an endgame table need no estimate, and the remaining ones are more of a race.
    const WITH_ENDGAME_TABLES: EstimateWeights =
        EstimateWeights { baseline: 400, nearest: 40, free_capture: 70 };
}

/// A prover of one board.
type DuckProver<G> = Box<dyn Prover<UglyDuckPosition<G>>>;

/// Creates a prover for a board within `bytes` of memory, which uses what the game has attached. Returns
/// `None` if the board has too many positions to number, or if the memory is too small for exact keys.
pub fn prover<G: Geometry, const C: bool>(game: &Ducks<G, C>, bytes: usize) -> Option<DuckProver<G>> {
    // A compile-time constant, so that this search is not compiled for boards that are always too large.
    if G::Bits::CAPACITY > Keys::MAX_CELLS {
        return None;
    }
    prover_with(Keys::new(game.size())?, game, bytes)
}

/// Like [`prover`], but for every board and without time pressure: if positions cannot be numbered, it stores
/// them whole.
pub fn thorough_prover<G: Geometry, const C: bool>(
    game: &Ducks<G, C>,
    bytes: usize,
) -> Option<DuckProver<G>> {
    prover(game, bytes).or_else(|| prover_with(SetKeys, game, bytes))
}

fn prover_with<G: Geometry, K: ExactKeys<G>, const C: bool>(
    keys: K,
    game: &Ducks<G, C>,
    bytes: usize,
) -> Option<DuckProver<G>> {
    let (known, shared) = (game.results.always.clone(), game.endgame_tables.clone().unwrap_or_default());
    let endgame_tables = OnceLock::new();
    let knowledge = UglyDuckKnowledge { geometry: game.geometry, keys, known, shared, endgame_tables };
    Some(Box::new(ProofSearch::new(knowledge, bytes)?))
}

impl<G: Geometry, K: ExactKeys<G>> ProvenFacts<UglyDuckPosition<G>> for UglyDuckKnowledge<G, K> {
    #[inline]
    fn static_win(&self, position: &UglyDuckPosition<G>) -> Option<StaticWin> {
        unstoppable_run(position).or_else(|| {
            let winner = self.known_winner(position)?;
            // Each ply is a step of a piece.
            let plies = Player::BOTH.into_iter().flat_map(|player| position.steps_left(player)).sum();
            Some(StaticWin { winner, plies })
        })
    }

    fn min_moves_to_win(&self, position: &UglyDuckPosition<G>, player: Player) -> u32 {
        let enemies = position.pieces(player.opponent()).count();
        let run = position.steps_left(player).min().unwrap_or(0);
        run.min(enemies).min(self.moves_to_block(position, player))
    }
}

impl<G: Geometry, K: ExactKeys<G>> Knowledge for UglyDuckKnowledge<G, K> {
    type Position = UglyDuckPosition<G>;
    type Key = K::Key;

    fn key_bits(&self) -> u32 {
        self.keys.bits()
    }

    #[inline]
    fn key(&self, position: &UglyDuckPosition<G>) -> K::Key {
        self.keys.key(position)
    }

    fn prepare(&self, threads: usize, stop: &StopSignal) {
        if self.endgame_tables.get().is_none() {
            if let Some(table) = self.shared.table(self.geometry.size(), threads, stop) {
                self.endgame_tables.get_or_init(|| table);
            }
        }
    }

    #[inline]
    fn static_verdict(&self, position: &UglyDuckPosition<G>) -> Option<bool> {
        Some(unstoppable_run(position)?.winner == position.to_move())
    }

    #[inline]
    fn slow_verdict(&self, position: &UglyDuckPosition<G>) -> Option<bool> {
        Some(self.known_winner(position)? == position.to_move())
    }

    /// Counts pieces, swans, the steps made, and the steps left for the piece nearest home, the mover's minus
    /// the opponent's. The weights were tuned on 5x4 and 4x5, and with an endgame table on 5x5.
    fn estimate(&self, position: &UglyDuckPosition<G>) -> (u32, u32) {
        const STEP: i32 = 5;
        let weights = self.weights();
        let mover = position.to_move();
        let side_estimate = |player| self.side_estimate(position, player, weights);
        let mut lead = side_estimate(mover) - side_estimate(mover.opponent());
        if weights.free_capture != 0 && has_free_capture(position) {
            lead += weights.free_capture;
        }
        let number = |ahead: i32| 1 + ((weights.baseline - ahead).max(0) / STEP).min(999) as u32;
        (number(lead), number(-lead))
    }
}

impl<G: Geometry, K> UglyDuckKnowledge<G, K> {
    /// Returns the winner, if a table knows it.
    #[inline]
    fn known_winner(&self, position: &UglyDuckPosition<G>) -> Option<Player> {
        let endgame_tables = self
            .endgame_tables
            .get()
            .filter(|table| (position.mine | position.theirs).count() as usize <= table.pieces());
        // A table in memory is never damaged.
        let winner =
            endgame_tables.and_then(|table| table.winner(position).ok().flatten()).and_then(Outcome::winner);
        winner.or_else(|| self.known.as_ref()?.winner(position))
    }

    fn weights(&self) -> &'static EstimateWeights {
        if self.endgame_tables.get().is_some() {
            &EstimateWeights::WITH_ENDGAME_TABLES
        } else {
            &EstimateWeights::DEFAULT
        }
    }

    #[inline]
    fn side_estimate(
        &self,
        position: &UglyDuckPosition<G>,
        player: Player,
        weights: &EstimateWeights,
    ) -> i32 {
        const PIECE: i32 = 100;
        const SWAN: i32 = 40;
        const JOURNEY: i32 = 80;
        let whole = 2 * position.length();
        let (mut pieces, mut made, mut nearest) = (0, 0, whole);
        for left in position.steps_left(player) {
            pieces += 1;
            made += whole - left;
            nearest = nearest.min(left);
        }
        PIECE * pieces + SWAN * position.swans(player).count() as i32 + JOURNEY * made as i32 / whole as i32
            - weights.nearest * nearest as i32
    }

    /// Returns a lower bound on the number of moves `player` needs to block every enemy piece.
    ///
    /// A piece is stuck only if the cells diagonally ahead are off the board or hold friendly pieces.
    /// If all are stuck, the neighbouring columns hold such pieces, then their neighbours, and so every
    /// column. A side has no more pieces than columns, so each column holds one, and each piece and its
    /// neighbours must block each other: half of them are swans. Until then the enemy must make moves, and
    /// `player` makes one between each two of them.
    fn moves_to_block(&self, position: &UglyDuckPosition<G>, player: Player) -> u32 {
        let enemy = player.opponent();
        let width = self.geometry.size().width();
        // A duck on its far row, possible only in a position read from text, is stuck anyway.
        if position.ducks(enemy).meets(position.home(player)) {
            return 0;
        }
        if (position.pieces(enemy).count() as usize) < width {
            return u32::MAX / 4;
        }
        let missing = (width / 2).saturating_sub(position.swans(enemy).count() as usize);
        let ducks = position.ducks(enemy).indices();
        let mut steps: Vec<u32> =
            ducks.map(|duck| position.length() - position.rows_from_home(enemy, duck)).collect();
        steps.sort_unstable();
        steps.into_iter().take(missing).sum()
    }
}
