//! A number for every position of a board: the exact keys of the solver's table.
//!
//! Each player's pieces are read row by row, starting from the mover's home. A row is a number in base 3
//! (empty, duck, swan). Take all such arrangements with at most as many pieces as the board has columns, in
//! lexicographic order: the rank of an arrangement is a sum over its rows of how many arrangements come
//! before because of that row. A key combines the ranks of both players, so there are no more keys than pairs
//! of arrangements: on 5x5, 1,922,211^2 < 2^42.
//!
//! Positions that differ only by swapped colours (with the board rotated) or by mirroring left and right
//! share a key. They have the same result for the player to move.

use super::super::board::Geometry;
use super::super::position::UglyDuckPosition;
use super::super::size::{Cell, Size};
use super::ExactKeys;
use crate::engine::solver::FullKey;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// The maximum number of bits of a key. With more, the smallest table would be too large.
const MAX_KEY_BITS: u32 = 56;

/// The keys of the positions of one board.
pub struct Keys {
    /// Indexed by the ducks and the pieces of a row as bits: its number in base 3, plain and mirrored.
    rows: Vec<[u16; 2]>,
    /// Indexed by row, number of earlier pieces, and number of the row: how many arrangements come before.
    before: Vec<u64>,
    arrangements: u64,
}

impl Keys {
    /// The maximum number of cells of a board with its padding, which must fit in one word.
    pub const MAX_CELLS: u32 = u64::BITS;

    /// Creates the keys of a board, or returns `None` if they would need more than [`MAX_KEY_BITS`].
    pub fn new(size: Size) -> Option<Keys> {
        let arrangements = arrangements(size.width() * size.height(), size.width())?;
        let all = arrangements * arrangements;
        // A row's number must fit in 16 bits.
        let is_small = (size.width() + 1) * size.height() <= Keys::MAX_CELLS as usize
            && size.width() <= 10
            && all <= 1 << MAX_KEY_BITS;
        is_small.then(|| Keys { rows: rows(size.width()), before: before(size), arrangements })
    }

    /// Returns the rank of a player's arrangement, plain and mirrored.
    #[inline]
    fn ranks<G: Geometry>(&self, geometry: G, mover: Player, pieces: u64, ducks: u64) -> [u64; 2] {
        let size = geometry.size();
        let (width, height) = (size.width(), size.height());
        let mask = (1 << width) - 1;
        let states = 3_usize.pow(width as u32);
        let mut ranks = [0; 2];
        let mut count = 0;
        for step in 0..height {
            let row = if mover == Player::One { step } else { height - 1 - step };
            let shift = row as u32 * geometry.stride();
            let here = (pieces >> shift & mask) as usize;
            if here == 0 {
                continue;
            }
            let numbers = self.rows[((ducks >> shift & mask) as usize) << width | here];
            let block = (step * (width + 1) + count) * states;
            ranks[0] += self.before[block + usize::from(numbers[0])];
            ranks[1] += self.before[block + usize::from(numbers[1])];
            count += here.count_ones() as usize;
        }
        ranks
    }
}

impl<G: Geometry> ExactKeys<G> for Keys {
    type Key = u64;

    fn bits(&self) -> u32 {
        u64::BITS - (self.arrangements * self.arrangements - 1).leading_zeros()
    }

    #[inline]
    fn key(&self, position: &UglyDuckPosition<G>) -> u64 {
        let mover = position.to_move();
        let mine = position.mine.low_word();
        let theirs = position.theirs.low_word();
        let outbound = position.outbound.low_word();
        let (my_ducks, their_ducks) = match mover {
            Player::One => (mine & outbound, theirs & !outbound),
            Player::Two => (mine & !outbound, theirs & outbound),
        };
        let mine = self.ranks(position.geometry(), mover, mine, my_ducks);
        let theirs = self.ranks(position.geometry(), mover, theirs, their_ducks);
        let [key, mirrored] = [0, 1].map(|side| mine[side] * self.arrangements + theirs[side]);
        key.min(mirrored)
    }
}

/// Returns the number of arrangements of at most `pieces` ducks and swans on `cells` cells, or `None` if it
/// is at least 2^32.
fn arrangements(cells: usize, pieces: usize) -> Option<u64> {
    let mut total: u64 = 1;
    let mut term: u64 = 1;
    for count in 0..pieces.min(cells) {
        term = term * 2 * (cells - count) as u64 / (count + 1) as u64;
        total += term;
        if total >= 1 << 32 {
            return None;
        }
    }
    Some(total)
}

fn rows(width: usize) -> Vec<[u16; 2]> {
    let mut rows = vec![[0; 2]; 1 << (2 * width)];
    for pieces in 0..1_usize << width {
        for ducks in (0..1_usize << width).filter(|ducks| ducks & !pieces == 0) {
            let digit = |column: usize| match (pieces >> column & 1, ducks >> column & 1) {
                (0, _) => 0,
                (_, 1) => 1,
                _ => 2,
            };
            let read = |columns: &mut dyn Iterator<Item = usize>| {
                columns.fold(0, |sum, column| 3 * sum + digit(column))
            };
            rows[ducks << width | pieces] = [read(&mut (0..width)), read(&mut (0..width).rev())];
        }
    }
    rows
}

fn before(size: Size) -> Vec<u64> {
    let (width, height) = (size.width(), size.height());
    let states = 3_usize.pow(width as u32);
    let pieces_in = |mut state: usize| {
        let mut pieces = 0;
        while state > 0 {
            pieces += usize::from(state % 3 != 0);
            state /= 3;
        }
        pieces
    };
    let mut before = Vec::with_capacity(height * (width + 1) * states);
    for row in 0..height {
        for count in 0..=width {
            let mut sum = 0;
            for state in 0..states {
                before.push(sum);
                if let Some(left) = (width - count).checked_sub(pieces_in(state)) {
                    sum += arrangements((height - 1 - row) * width, left).unwrap_or(0);
                }
            }
        }
    }
    before
}

/// The sets of cells themselves as keys, for boards with too many positions to number.
pub struct SetKeys;

/// The mover's pieces, the opponent's pieces, and the ducks of both, seen from the mover's home.
type Sets<B> = [B; 3];

impl<G: Geometry> ExactKeys<G> for SetKeys {
    type Key = FullKey<Sets<G::Bits>>;

    /// These keys are not numbers.
    fn bits(&self) -> u32 {
        0
    }

    fn key(&self, position: &UglyDuckPosition<G>) -> Self::Key {
        let [plain, mirrored] = [*position, position.mirrored()].map(|position| sets(&position));
        let cells = |sets: Sets<G::Bits>| sets.into_iter().flat_map(Bits::indices);
        FullKey(if cells(plain).le(cells(mirrored)) { plain } else { mirrored })
    }
}

fn sets<G: Geometry>(position: &UglyDuckPosition<G>) -> Sets<G::Bits> {
    let mover = position.to_move();
    let last_row = position.home_row(Player::Two);
    let seen =
        |cell: Cell| Cell { row: if mover == Player::One { cell.row } else { last_row - cell.row }, ..cell };
    let ducks = position.ducks(Player::One) | position.ducks(Player::Two);
    [position.pieces(mover), position.pieces(mover.opponent()), ducks].map(|set| position.moved(set, seen))
}
