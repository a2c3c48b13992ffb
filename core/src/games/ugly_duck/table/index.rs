//! All arrangements of one side's pieces, in order: the rows and columns of a table.
//!
//! A **class** contains all arrangements with the same number of pieces and the same total number of steps
//! made. Of an arrangement and its mirror image, the one with the smaller bits represents both. The
//! representatives of a class are numbered in the order of their bits. So an arrangement corresponds to a
//! class, a number, and whether it is mirrored. This is one to one, because symmetric arrangements are never
//! mirrored. In a table, number and mirroring form a **line**: 2 x number, plus 1 if mirrored.

use std::num::NonZero;
use std::sync::OnceLock;

use super::block::BlockKey;
use super::side_board::{Pieces, SideBoard};
use crate::games::bits::Bits;

/// Identifies a class by the number of pieces and the number of steps that they have made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Group {
    pub pieces: usize,
    pub progress: usize,
}

/// A step to an arrangement of the next class, or home.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// One more than the line of the arrangement after the step, or `None` if it brings a swan home.
    next: Option<NonZero<u32>>,
    /// The cell that must be empty, or `None` if an enemy on it would be captured.
    pub blocked_cell: Option<u8>,
}

/// An arrangement with one piece fewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    /// The cell of the lost piece, as seen by its owner.
    pub cell: u8,
    /// The number of steps that the others have made.
    pub progress: u8,
    /// The line of the others in their class.
    pub line: u32,
}

/// The steps and losses of the arrangements of a class.
#[derive(Debug, Default)]
pub(super) struct Links {
    steps: Vec<Link>,
    ends: Vec<u32>,
    losses: Vec<Loss>,
    pieces: usize,
}

/// The arrangements of a class.
#[derive(Debug, Default)]
pub(super) struct Class {
    /// Sorted. Of two mirror images, the smaller one.
    sets: Vec<Pieces>,
    masks: OnceLock<Masks>,
    links: OnceLock<Links>,
}

/// Bit masks over the arrangements of a class, in words, for the columns of a table: first plain, then
/// mirrored.
#[derive(Debug)]
pub(super) struct Masks {
    words: usize,
    /// For each cell as seen by the *enemy*, the plain arrangements with a piece on it.
    on: Vec<u64>,
    /// For each half, the arrangements in it. Symmetric arrangements are only in the first.
    real: [Vec<u64>; 2],
}

/// All classes of a board.
#[derive(Debug)]
pub(super) struct Index {
    board: SideBoard,
    classes: Vec<Vec<Class>>,
}

impl Index {
    /// Lists the arrangements of at most `max_pieces` pieces.
    pub fn new(board: SideBoard, max_pieces: usize) -> Index {
        let classes = |pieces| (0..=pieces * board.last_step()).map(|_| Class::default()).collect();
        let mut index = Index { board, classes: (0..=max_pieces).map(classes).collect() };
        index.fill(0, 0, 0, Group { pieces: 0, progress: 0 });
        index.classes.iter_mut().flatten().for_each(|class| class.sets.sort_unstable());
        index
    }

    /// Adds every arrangement that consists of `pieces` and others from the place `from` on.
    fn fill(&mut self, from: usize, pieces: Pieces, cells: u64, group: Group) {
        if self.board.mirrored(pieces) >= pieces {
            self.classes[group.pieces][group.progress].sets.push(pieces);
        }
        if group.pieces + 1 == self.classes.len() {
            return;
        }
        for place in from..self.board.places() {
            let cell = 1 << self.board.cell(place);
            if cells & cell == 0 {
                let progress = group.progress + place / self.board.columns();
                let next = Group { pieces: group.pieces + 1, progress };
                self.fill(place + 1, pieces | 1 << place, cells | cell, next);
            }
        }
    }

    pub fn board(&self) -> SideBoard {
        self.board
    }

    /// Returns the maximum number of pieces of an arrangement.
    pub fn max_pieces(&self) -> usize {
        self.classes.len() - 1
    }

    /// Returns the number of classes with this number of pieces, which is one more than the largest progress.
    pub fn depth(&self, pieces: usize) -> usize {
        self.classes[pieces].len()
    }

    pub fn class(&self, group: Group) -> &Class {
        &self.classes[group.pieces][group.progress]
    }

    /// Returns the class and line of an arrangement, or `None` if it has too many pieces.
    pub fn find(&self, pieces: Pieces) -> Option<(Group, u32)> {
        let group = Group { pieces: pieces.count_ones() as usize, progress: self.board.progress(pieces) };
        let mirror = self.board.mirrored(pieces);
        let class = self.classes.get(group.pieces)?.get(group.progress)?;
        let number = class.sets.binary_search(&pieces.min(mirror)).ok()?;
        Some((group, 2 * number as u32 + u32::from(mirror < pieces)))
    }

    /// Finds a position: its block, and there the row number, the half and the column number.
    pub fn place(&self, own: Pieces, enemy: Pieces) -> Option<(BlockKey, [usize; 3])> {
        let ((own, row), (group, column)) = (self.find(own)?, self.find(enemy)?);
        // A symmetric arrangement is in the first half only.
        let half = usize::from((row ^ column) & 1 == 1 && self.board.mirrored(enemy) != enemy);
        Some((BlockKey { own, enemy: group }, [row as usize / 2, half, column as usize / 2]))
    }

    /// Returns the steps and losses of the arrangements of a class.
    pub fn links(&self, group: Group) -> &Links {
        self.class(group).links.get_or_init(|| self.make_links(group))
    }

    /// Returns the approximate memory of the index with all masks and links, in bytes. It assumes about two
    /// steps per piece.
    pub fn memory(&self) -> u64 {
        let links = 2 * size_of::<Link>() + size_of::<Loss>();
        let classes = self.classes.iter().enumerate();
        let bytes = classes.map(|(pieces, classes)| {
            let sets: usize = classes.iter().map(Class::len).sum();
            sets * (size_of::<Pieces>() + self.board.cells() / 8 + links * pieces)
        });
        bytes.sum::<usize>() as u64
    }

    /// Frees the memory of all links.
    pub fn drop_links(&mut self) {
        self.classes.iter_mut().flatten().for_each(|class| class.links = OnceLock::new());
    }

    fn make_links(&self, group: Group) -> Links {
        let mut links = Links { pieces: group.pieces, ..Links::default() };
        for &set in &self.class(group).sets {
            let steps = self.board.steps(set).map(|step| Link {
                next: step
                    .after
                    .and_then(|after| self.find(after))
                    .and_then(|(_, line)| NonZero::new(line + 1)),
                blocked_cell: step.straight.then_some(step.cell as u8),
            });
            links.steps.extend(steps);
            links.ends.push(links.steps.len() as u32);
            for place in set.indices() {
                if let Some((rest, line)) = self.find(set & !(1 << place)) {
                    let cell = self.board.cell(place as usize) as u8;
                    links.losses.push(Loss { cell, progress: rest.progress as u8, line });
                }
            }
        }
        links
    }

    /// Returns the masks of a class.
    pub fn masks(&self, group: Group) -> &Masks {
        let class = self.class(group);
        class.masks.get_or_init(|| Masks::new(self.board, &class.sets))
    }
}

impl Class {
    /// Returns the number of arrangements, counting mirror images once.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns the number of words in half a row of a table that has a column for each of these arrangements.
    pub fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    /// Returns the arrangement with this number.
    pub fn set(&self, number: usize) -> Pieces {
        self.sets[number]
    }
}

impl Link {
    /// Returns the line of the arrangement after the step, or `None` if it brings a swan home.
    pub fn line(self) -> Option<u32> {
        self.next.map(|next| next.get() - 1)
    }
}

impl Links {
    /// Returns the steps of the arrangement with this number.
    pub fn steps(&self, number: usize) -> &[Link] {
        let from = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.steps[from..self.ends[number] as usize]
    }

    /// Returns the arrangements without one of the pieces of this one.
    pub fn losses(&self, number: usize) -> &[Loss] {
        &self.losses[number * self.pieces..][..self.pieces]
    }
}

impl Masks {
    fn new(board: SideBoard, sets: &[Pieces]) -> Masks {
        let words = sets.len().div_ceil(64);
        let mut on = vec![0; board.cells() * words];
        let mut real = [vec![0; words], vec![0; words]];
        for (number, &set) in sets.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for cell in board.flipped(board.cells_of(set)).indices() {
                on[cell as usize * words + word] |= bit;
            }
            real[0][word] |= bit;
            if board.mirrored(set) != set {
                real[1][word] |= bit;
            }
        }
        Masks { words, on, real }
    }

    /// Returns the arrangements with a piece on `cell`, as seen by the enemy, in this half: 0 for plain, 1
    /// for mirrored.
    pub fn on(&self, board: SideBoard, cell: u8, half: usize) -> &[u64] {
        let cell = usize::from(cell);
        let cell = if half == 0 { cell } else { board.mirrored_index(cell) };
        &self.on[cell * self.words..][..self.words]
    }

    /// Returns the arrangements in this half, each once.
    pub fn real(&self, half: usize) -> &[u64] {
        &self.real[half]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::size::Size;
    use super::*;

    #[test]
    fn every_arrangement_has_its_own_line() {
        for (columns, rows) in [(3, 3), (4, 4), (5, 3), (3, 5)] {
            let board = SideBoard::new(Size::new(columns, rows).unwrap()).unwrap();
            let index = Index::new(board, columns);
            let mut lines = HashSet::new();
            let classes = index.classes.iter().flatten();
            for &set in classes.flat_map(|class| &class.sets) {
                for image in [set, board.mirrored(set)] {
                    let (group, line) = index.find(image).unwrap();
                    let class = index.class(group);
                    assert_eq!(class.set(line as usize / 2), set);
                    assert!(lines.insert((group, line)) || board.mirrored(set) == set);
                }
            }
            // A cell of the first or the last row can hold one kind of piece, any other cell two.
            let (single, double) = (2 * columns, columns * (rows - 2));
            let choose = |n: usize, k: usize| (0..k).fold(1, |sum, i| sum * (n - i) / (i + 1));
            let ways = |n: usize| -> usize {
                (0..=n.min(double))
                    .filter(|k| n - k <= single)
                    .map(|k| (choose(double, k) * choose(single, n - k)) << k)
                    .sum()
            };
            assert_eq!(lines.len(), (0..=columns).map(ways).sum::<usize>(), "{columns}x{rows}");
        }
    }
}
