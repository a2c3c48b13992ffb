//! Wins that are proven without search, by runs that nothing can stop, and captures that cost nothing.

use super::super::board::Geometry;
use super::super::position::UglyDuckPosition;
use super::super::size::Cell;
use crate::engine::solver::StaticWin;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// The cells where one player's pieces could be, by their direction.
#[derive(Clone, Copy)]
struct HeadingSets<B> {
    away: B,
    homeward: B,
}

/// The board from the point of view of one player's pieces.
struct RunnerView<G: Geometry> {
    geometry: G,
    player: Player,
    home: G::Bits,
    far: G::Bits,
}

impl<G: Geometry> RunnerView<G> {
    fn new(position: &UglyDuckPosition<G>, player: Player) -> Self {
        let (home, far) = (position.home(player), position.home(player.opponent()));
        RunnerView { geometry: position.geometry(), player, home, far }
    }

    #[inline]
    fn heading_sets(&self, position: &UglyDuckPosition<G>) -> HeadingSets<G::Bits> {
        HeadingSets { away: position.ducks(self.player), homeward: position.swans(self.player) }
    }

    #[inline]
    fn straight(&self, pieces: HeadingSets<G::Bits>) -> HeadingSets<G::Bits> {
        let (stride, board) = (self.geometry.stride(), self.geometry.board());
        let (up, down) = self.by_direction(pieces);
        self.by_heading(up.up(stride) & board, down.down(stride) & board)
    }

    #[inline]
    fn diagonal(&self, pieces: HeadingSets<G::Bits>) -> HeadingSets<G::Bits> {
        let (stride, board) = (self.geometry.stride(), self.geometry.board());
        let (up, down) = self.by_direction(pieces);
        let up = up.up(stride - 1) | up.up(stride + 1);
        let down = down.down(stride - 1) | down.down(stride + 1);
        self.by_heading(up & board, down & board)
    }

    #[inline]
    fn by_direction(&self, pieces: HeadingSets<G::Bits>) -> (G::Bits, G::Bits) {
        match self.player {
            Player::One => (pieces.away, pieces.homeward),
            Player::Two => (pieces.homeward, pieces.away),
        }
    }

    #[inline]
    fn by_heading(&self, up: G::Bits, down: G::Bits) -> HeadingSets<G::Bits> {
        match self.player {
            Player::One => HeadingSets { away: up, homeward: down },
            Player::Two => HeadingSets { away: down, homeward: up },
        }
    }

    /// Returns the minimum number of moves until one of these pieces is at home, ignoring all other pieces. A
    /// duck on the far row, possible only in a position read from text, stays there.
    #[inline]
    fn min_moves_home(&self, pieces: HeadingSets<G::Bits>) -> u32 {
        let stride = self.geometry.stride();
        let length = self.geometry.size().height() as u32 - 1;
        let (mut near_home, mut near_far, mut fewest) = (self.home, self.far, u32::MAX);
        for rows in 1..=length {
            (near_home, near_far) = match self.player {
                Player::One => (near_home.up(stride), near_far.down(stride)),
                Player::Two => (near_home.down(stride), near_far.up(stride)),
            };
            if pieces.homeward.meets(near_home) {
                return rows;
            }
            if fewest == u32::MAX && pieces.away.meets(near_far) {
                fewest = length + rows;
            }
        }
        fewest
    }

    /// Turns ducks on the far row into swans.
    #[inline]
    fn promoted(&self, pieces: HeadingSets<G::Bits>) -> HeadingSets<G::Bits> {
        HeadingSets { away: pieces.away & !self.far, homeward: pieces.homeward | pieces.away & self.far }
    }
}

impl<B: Bits> HeadingSets<B> {
    #[inline]
    fn all(self) -> B {
        self.away | self.homeward
    }

    #[inline]
    fn union(self, other: Self) -> Self {
        HeadingSets { away: self.away | other.away, homeward: self.homeward | other.homeward }
    }

    #[inline]
    fn within(self, cells: B) -> Self {
        HeadingSets { away: self.away & cells, homeward: self.homeward & cells }
    }
}

/// Returns whether the player to move can capture a piece on a cell where no enemy could recapture.
#[inline]
pub fn has_free_capture<G: Geometry>(position: &UglyDuckPosition<G>) -> bool {
    let mover = position.to_move();
    let [reached, protected] = [mover, mover.opponent()].map(|player| {
        let view = RunnerView::new(position, player);
        view.diagonal(view.heading_sets(position)).all()
    });
    (position.theirs & reached).meets(!protected)
}

/// Finds a run home that nothing can stop. Nobody must have won yet.
#[inline]
pub fn unstoppable_run<G: Geometry>(position: &UglyDuckPosition<G>) -> Option<StaticWin> {
    let mover = position.to_move();
    let [mine, theirs] = [mover, mover.opponent()].map(|player| {
        let view = RunnerView::new(position, player);
        view.min_moves_home(view.heading_sets(position))
    });
    // If nobody interfered, the other player would be home later, so only this player can have such a run.
    let winner = if mine <= theirs { mover } else { mover.opponent() };
    let plies = plies_of_runners(position, winner, position.pieces(winner))?;
    Some(StaticWin { winner, plies })
}

/// Returns the piece of `player` that is home first, if an unstoppable run proves that it is, and after how many
/// plies. Nobody must have won yet.
pub fn runner<G: Geometry>(position: &UglyDuckPosition<G>, player: Player) -> Option<(Cell, u32)> {
    plies_of_runners(position, player, position.pieces(player))?;
    let geometry = position.geometry();
    let plies = |piece: u32| plies_of_runners(position, player, geometry.bit(geometry.cell(piece)));
    let runs =
        position.pieces(player).indices().filter_map(|piece| Some((geometry.cell(piece), plies(piece)?)));
    runs.min_by_key(|(_, plies)| *plies)
}

/// Returns after how many plies `runner` wins by walking one of `pieces` home, whatever the opponent does. Returns
/// `None` if this static analysis finds no such run. Nobody must have won yet.
///
/// Both sides are tracked as sets of cells, ply by ply, as if every piece moved at once. The enemy's set
/// contains every cell where a piece could be after any choice of moves: nothing blocks it, and it could have
/// stayed behind. The runner's set contains only cells that are certain to be reachable: diagonally any cell
/// that does not currently hold a friendly piece, and straight ahead only those where no enemy can be
/// either. Cells that an enemy could capture on next are removed. If the runner can be at home before an
/// unblocked enemy can, the runner wins.
fn plies_of_runners<G: Geometry>(
    position: &UglyDuckPosition<G>,
    runner: Player,
    pieces: G::Bits,
) -> Option<u32> {
    let (view, enemy) = (RunnerView::new(position, runner), RunnerView::new(position, runner.opponent()));
    let own = position.pieces(runner);
    let mut runners = view.heading_sets(position).within(pieces);
    let mut chasers = enemy.heading_sets(position);
    let mut runner_moves = position.to_move() == runner;
    for ply in 1.. {
        if runner_moves {
            let diagonal = view.diagonal(runners).within(!own);
            let straight = view.straight(runners).within(!own & !chasers.all());
            runners = view.promoted(diagonal.union(straight));
            if runners.homeward.meets(view.home) {
                return Some(ply);
            }
        } else {
            let captures = enemy.diagonal(chasers);
            runners = runners.within(!captures.all());
            chasers = chasers.union(enemy.promoted(captures.union(enemy.straight(chasers))));
            if chasers.homeward.meets(enemy.home) {
                return None;
            }
        }
        if runners.all().is_empty() {
            return None;
        }
        runner_moves = !runner_moves;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::super::{CLASSIC, Size, Small, UglyDuckXl};
    use super::*;
    use crate::model::{Game, GameRng};

    #[test]
    fn a_capture_is_free_if_nobody_can_recapture() {
        for (position, is_free) in [
            ("5/5/2D2/1d3/5 1", true),
            ("5/5/1d3/2D2/5 1", false), // A duck does not turn back,
            ("5/5/2D2/2d2/5 1", false), // and it does not capture straight ahead.
            ("5/5/2D2/1d3/d4 1", false),
            ("5/5/2D2/1d3/3d1 1", true),
            ("5/5/s1D2/1d3/5 1", false), // A swan of player 2 moves towards the last row.
            ("5/5/s1D2/1d3/5 2", true),
            ("5/1D3/2D2/1d3/5 2", false),
        ] {
            let read = CLASSIC.read_position(position).unwrap();
            assert_eq!(has_free_capture(&read), is_free, "{position}");
        }
    }

    #[test]
    fn the_side_behind_has_no_unstoppable_run() {
        fn check<G: Game<Position = UglyDuckPosition<B>>, B: Geometry>(game: &G, seed: u64) -> u32 {
            let (mut rng, mut runs) = (GameRng::from_seed(seed), 0);
            for _ in 0..300 {
                let mut position = game.start();
                while position.terminal_outcome().is_none() {
                    let mover = position.to_move();
                    let either = [mover, mover.opponent()].into_iter().find_map(|winner| {
                        let plies = plies_of_runners(&position, winner, position.pieces(winner))?;
                        Some(StaticWin { winner, plies })
                    });
                    assert_eq!(unstoppable_run(&position), either, "{position:?}");
                    runs += u32::from(either.is_some());
                    let Some(mv) = position.random_move(&mut rng) else { break };
                    position = position.after(mv);
                }
            }
            runs
        }
        let board = Small::new(Size::new(4, 7).unwrap()).unwrap();
        assert!(check(&CLASSIC, 1) > 300);
        assert!(check(&UglyDuckXl::on(board), 2) > 300);
    }
}
