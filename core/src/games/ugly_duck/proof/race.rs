//! Wins that are proven without search, by runs that nothing can stop, and captures that cost nothing.

use super::super::board::Geometry;
use super::super::position::UglyDuckPosition;
use super::super::size::Cell;
use crate::engine::solver::StaticWin;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// The cells where pieces of one player could be: those that head for the last row, and those that head for row a.
#[derive(Clone, Copy)]
struct HeadingSets<B> {
    out: B,
    back: B,
}

impl<B: Bits> HeadingSets<B> {
    #[inline]
    fn of<G: Geometry<Bits = B>>(position: &UglyDuckPosition<G>, player: Player) -> Self {
        let pieces = position.pieces(player);
        HeadingSets { out: pieces & position.outbound, back: pieces & !position.outbound }
    }

    #[inline]
    fn straight<G: Geometry<Bits = B>>(self, geometry: G) -> Self {
        let stride = geometry.stride();
        HeadingSets { out: self.out.up(stride), back: self.back.down(stride) }.within(geometry.board())
    }

    #[inline]
    fn diagonal<G: Geometry<Bits = B>>(self, geometry: G) -> Self {
        let stride = geometry.stride();
        let out = self.out.up(stride - 1) | self.out.up(stride + 1);
        let back = self.back.down(stride - 1) | self.back.down(stride + 1);
        HeadingSets { out, back }.within(geometry.board())
    }

    /// Adds the way back of ducks on the far row, which are swans. There is no step further out from there. No swan is
    /// at home.
    #[inline]
    fn promoted<G: Geometry<Bits = B>>(self, geometry: G) -> Self {
        let (first, last) = (geometry.first_row(), geometry.last_row());
        HeadingSets { out: self.out | self.back & first, back: self.back | self.out & last }
    }

    /// Returns the cells of swans of this player.
    #[inline]
    fn swans(self, player: Player) -> B {
        match player {
            Player::One => self.back,
            Player::Two => self.out,
        }
    }

    #[inline]
    fn all(self) -> B {
        self.out | self.back
    }

    #[inline]
    fn union(self, other: Self) -> Self {
        HeadingSets { out: self.out | other.out, back: self.back | other.back }
    }

    #[inline]
    fn within(self, cells: B) -> Self {
        HeadingSets { out: self.out & cells, back: self.back & cells }
    }
}

/// Returns the minimum number of moves until a piece of `player` is at home, ignoring all other pieces. A duck on the far
/// row, possible only in a position read from text, stays there.
#[inline]
fn min_moves_home<G: Geometry>(position: &UglyDuckPosition<G>, player: Player) -> u32 {
    let (stride, length) = (position.geometry().stride(), position.length());
    let (ducks, swans) = (position.ducks(player), position.swans(player));
    let (mut near_home, mut near_far) = (position.home(player), position.home(player.opponent()));
    let mut fewest = u32::MAX;
    for rows in 1..=length {
        (near_home, near_far) = match player {
            Player::One => (near_home.up(stride), near_far.down(stride)),
            Player::Two => (near_home.down(stride), near_far.up(stride)),
        };
        if swans.meets(near_home) {
            return rows;
        }
        if fewest == u32::MAX && ducks.meets(near_far) {
            fewest = length + rows;
        }
    }
    fewest
}

/// Returns whether the player to move can capture a piece on a cell where no enemy could recapture.
#[inline]
pub fn has_free_capture<G: Geometry>(position: &UglyDuckPosition<G>) -> bool {
    let mover = position.to_move();
    let [reached, protected] = [mover, mover.opponent()]
        .map(|player| HeadingSets::of(position, player).diagonal(position.geometry()).all());
    (position.theirs & reached).meets(!protected)
}

/// Finds a run home that nothing can stop. Nobody must have won yet.
#[inline]
pub fn unstoppable_run<G: Geometry>(position: &UglyDuckPosition<G>) -> Option<StaticWin> {
    let mover = position.to_move();
    let [mine, theirs] = [mover, mover.opponent()].map(|player| min_moves_home(position, player));
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
    let (geometry, own, enemy) = (position.geometry(), position.pieces(runner), runner.opponent());
    let mut runners = HeadingSets::of(position, runner).within(pieces);
    let mut chasers = HeadingSets::of(position, enemy);
    let mut runner_moves = position.to_move() == runner;
    for ply in 1.. {
        if runner_moves {
            let diagonal = runners.diagonal(geometry).within(!own);
            let straight = runners.straight(geometry).within(!own & !chasers.all());
            let moved = diagonal.union(straight);
            if moved.swans(runner).meets(position.home(runner)) {
                return Some(ply);
            }
            runners = moved.promoted(geometry);
        } else {
            let captures = chasers.diagonal(geometry);
            runners = runners.within(!captures.all());
            let moved = captures.union(chasers.straight(geometry));
            if moved.swans(enemy).meets(position.home(enemy)) {
                return None;
            }
            chasers = chasers.union(moved.promoted(geometry));
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
