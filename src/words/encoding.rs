//! Positions as planes of bits, and moves as numbers, for programs that learn to play.
//!
//! Everything follows from the [`Picture`] of a game and from canonical notation, so a new game needs nothing
//! more. A cell has the number `letter * numbers + number`, both counted from 0. Planes and actions use the
//! same numbers.

use super::{GameWords, Picture, PictureCell, PicturePiece, Shape, Terrain};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::notation::{self, read_cell};
use crate::model::{Game as _, History, Player, Position as _};

/// How a game is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingRules {
    /// The kinds of pieces, in the order of their planes.
    pub pieces: Vec<PicturePiece>,
    /// The terrain that has planes. They contain empty cells only.
    pub terrain: &'static [Terrain],
    /// The height of the tallest stack; 1 in games without stacks.
    pub height: usize,
    /// What an action is.
    pub action: ActionForm,
}

/// What an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionForm {
    /// A whole move, from its first cell to its last, with the number of the choice at the end of its
    /// notation: `(from * cells + to) * choices + choice`. The first choice is empty.
    Move(&'static [&'static str]),
    /// A cell of a move. The same player acts until the move is complete.
    Cell,
}

impl EncodingRules {
    /// Creates the default rules for a game with these kinds of pieces: no terrain, no stacks, and moves that
    /// their first and last cells identify.
    pub fn new(pieces: Vec<PicturePiece>) -> Self {
        EncodingRules { pieces, terrain: &[], height: 1, action: ActionForm::Move(&[""]) }
    }
}

/// A move of which only some cells are known, in a game that encodes cells ([`ActionForm::Cell`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedMove {
    /// The board without the pieces in hand.
    pub board: Picture,
    /// The pieces in hand, from bottom to top. They are on the last cell.
    pub hand: Vec<PicturePiece>,
    /// The cells that can follow; none if the move is complete.
    pub next: Vec<String>,
}

/// What an action leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionEffect {
    /// The move is complete.
    Move(AnyMove),
    /// More cells of the move must follow.
    Unfinished,
}

/// The encoding of a game.
///
/// ```
/// use cygnet::games;
/// use cygnet::model::Game;
/// use cygnet::words::encoding::{ActionEffect, Encoding};
///
/// let game = games::open("uglyduck")?;
/// let encoding = Encoding::new(&game);
/// assert_eq!((encoding.shape(), encoding.action_count()), ([5, 5, 5], 625));
///
/// // a1b2 goes from cell 0 to cell 6.
/// let mv = game.read_move("a1b2")?;
/// assert!(encoding.legal_actions(&game.start(), &[]).contains(&6));
/// assert_eq!(encoding.effect(&game.start(), &[], 6), Some(ActionEffect::Move(mv)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    game: AnyGame,
    rules: EncodingRules,
    letters: usize,
    numbers: usize,
    /// The number of each cell of the picture.
    picture_order: Vec<usize>,
}

impl Encoding {
    /// Creates the encoding of `game`.
    pub fn new(game: &AnyGame) -> Self {
        let start = picture(game, &game.start());
        let cells = start.cells.iter().filter_map(|cell| coordinates(&cell.name));
        let (letters, numbers) = cells.fold((0, 0), |(letters, numbers), (letter, number)| {
            (letters.max(letter + 1), numbers.max(number))
        });
        let number = |(letter, number): (usize, usize)| letter * numbers + number.saturating_sub(1);
        let picture_order =
            start.cells.iter().map(|cell| coordinates(&cell.name).map_or(0, number)).collect();
        Encoding { game: game.clone(), rules: game.encoding_rules(), letters, numbers, picture_order }
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the number of letters, of numbers, and of planes.
    pub fn shape(&self) -> [usize; 3] {
        [self.letters, self.numbers, self.plane_count()]
    }

    /// Returns what an action is.
    pub fn action_form(&self) -> ActionForm {
        self.rules.action
    }

    /// Returns the number of actions, legal or not.
    pub fn action_count(&self) -> usize {
        match self.rules.action {
            ActionForm::Move(choices) => self.cell_count() * self.cell_count() * choices.len(),
            ActionForm::Cell => self.cell_count(),
        }
    }

    /// Returns the names of the cells in the order of their numbers.
    pub fn cell_names(&self) -> Vec<String> {
        (0..self.cell_count()).map(|cell| self.cell_name(cell)).collect()
    }

    /// Returns the names of the planes in their order.
    pub fn plane_names(&self) -> Vec<String> {
        let mut names = self.piece_plane_names("");
        names.extend(self.rules.terrain.iter().map(|ground| terrain_name(*ground).to_owned()));
        if self.rules.action == ActionForm::Cell {
            names.extend(self.piece_plane_names("in hand: "));
            names.push("previous cell of the move".to_owned());
        }
        names.push(format!("{} to move", self.game.player_name(Player::Two)));
        names
    }

    /// Returns the legal actions in ascending order, after the actions `begun` of the same move. The position
    /// must not be over.
    pub fn legal_actions(&self, position: &AnyPosition, begun: &[usize]) -> Vec<usize> {
        let mut actions: Vec<usize> = match self.rules.action {
            ActionForm::Move(choices) => {
                let moves = position.moves().into_iter();
                moves.filter_map(|mv| self.number_of(mv, choices)).collect()
            }
            ActionForm::Cell => {
                let next = self.unfinished(position, begun).map(|unfinished| unfinished.next);
                next.iter().flatten().filter_map(|name| self.cell_number(name)).collect()
            }
        };
        actions.sort_unstable();
        actions
    }

    /// Returns what `action` leads to after the actions `begun`. `None` if it is illegal. The position must
    /// not be over.
    pub fn effect(&self, position: &AnyPosition, begun: &[usize], action: usize) -> Option<ActionEffect> {
        match self.rules.action {
            ActionForm::Move(choices) => {
                let has_number = |mv: &AnyMove| self.number_of(*mv, choices) == Some(action);
                // In most games the cells and the choice are the notation of the move.
                let text = self.text_of(action, choices);
                let likely = self.game.read_legal_move(position, &text).ok().filter(has_number);
                let found = likely.or_else(|| position.moves().into_iter().find(has_number));
                found.map(ActionEffect::Move)
            }
            ActionForm::Cell => {
                let cells: Vec<usize> = begun.iter().copied().chain([action]).collect();
                if !self.unfinished(position, &cells)?.next.is_empty() {
                    return Some(ActionEffect::Unfinished);
                }
                let text: String = cells.into_iter().map(|cell| self.cell_name(cell)).collect();
                self.game.read_legal_move(position, &text).ok().map(ActionEffect::Move)
            }
        }
    }

    /// Returns the planes of a position and the actions `begun`: a bit for each cell and plane, the planes of
    /// the first cell first. The highest bit of a byte comes first; the last byte is filled with zeros.
    /// `None` if no move begins with these actions.
    pub fn planes(&self, position: &AnyPosition, begun: &[usize]) -> Option<Vec<u8>> {
        let mut bits = Bits::new(self.cell_count(), self.plane_count());
        let unfinished = match begun {
            [] => None,
            _ => Some(self.unfinished(position, begun)?),
        };
        match &unfinished {
            Some(UnfinishedMove { board, .. }) => self.set_board(&mut bits, board),
            None => self.set_board(&mut bits, &picture(&self.game, position)),
        }
        let before_hand = self.piece_plane_count() + self.rules.terrain.len();
        if let (Some(UnfinishedMove { hand, .. }), [earlier @ .., last]) = (&unfinished, begun) {
            self.set_pieces(&mut bits, *last, before_hand, hand);
            earlier
                .last()
                .into_iter()
                .for_each(|cell| bits.set(*cell, before_hand + self.piece_plane_count()));
        }
        if position.to_move() == Player::Two {
            (0..self.cell_count()).for_each(|cell| bits.set(cell, self.plane_count() - 1));
        }
        Some(bits.bytes)
    }

    fn set_board(&self, bits: &mut Bits, board: &Picture) {
        for (cell, PictureCell { ground, pieces, .. }) in self.picture_order.iter().zip(&board.cells) {
            self.set_pieces(bits, *cell, 0, pieces);
            let terrain = self.rules.terrain.iter().position(|terrain| terrain == ground);
            if let (Some(index), true) = (terrain, pieces.is_empty()) {
                bits.set(*cell, self.piece_plane_count() + index);
            }
        }
    }

    /// Sets the bits of a stack in the planes from `first`.
    fn set_pieces(&self, bits: &mut Bits, cell: usize, first: usize, stack: &[PicturePiece]) {
        for (level, piece) in stack.iter().enumerate().take(self.rules.height) {
            let is_kind = |kind: &PicturePiece| {
                (kind.owner, kind.letter, kind.shape) == (piece.owner, piece.letter, piece.shape)
            };
            if let Some(kind) = self.rules.pieces.iter().position(is_kind) {
                bits.set(cell, first + level * self.rules.pieces.len() + kind);
            }
        }
    }

    fn unfinished(&self, position: &AnyPosition, begun: &[usize]) -> Option<UnfinishedMove> {
        let is_cell = |cell: &usize| *cell < self.cell_count();
        let cells: Vec<String> = begun.iter().map(|cell| self.cell_name(*cell)).collect();
        begun.iter().all(is_cell).then(|| self.game.unfinished_move(position, &cells)).flatten()
    }

    fn cell_count(&self) -> usize {
        self.letters * self.numbers
    }

    fn cell_name(&self, cell: usize) -> String {
        let numbers = self.numbers.max(1);
        format!("{}{}", notation::letter(cell / numbers), cell % numbers + 1)
    }

    fn cell_number(&self, name: &str) -> Option<usize> {
        let (letter, number) = coordinates(name)?;
        self.number_at(letter, number)
    }

    /// Returns the number of a cell. `number` is the one in its name, from 1.
    fn number_at(&self, letter: usize, number: usize) -> Option<usize> {
        let is_inside = letter < self.letters && (1..=self.numbers).contains(&number);
        is_inside.then(|| letter * self.numbers + number - 1)
    }

    fn piece_plane_count(&self) -> usize {
        self.rules.pieces.len() * self.rules.height
    }

    fn plane_count(&self) -> usize {
        let hand = match self.rules.action {
            ActionForm::Move(_) => 0,
            ActionForm::Cell => self.piece_plane_count() + 1,
        };
        self.piece_plane_count() + self.rules.terrain.len() + hand + 1
    }

    fn piece_plane_names(&self, prefix: &str) -> Vec<String> {
        let kinds = |height: usize| {
            let level =
                if self.rules.height > 1 { format!(", {height} from the bottom") } else { String::new() };
            let name = move |piece| format!("{prefix}{}{level}", self.piece_name(piece));
            self.rules.pieces.iter().map(name)
        };
        (1..=self.rules.height).flat_map(kinds).collect()
    }

    fn piece_name(&self, piece: &PicturePiece) -> String {
        let owner = piece.owner.map(|player| self.game.player_name(player));
        let owner = owner.filter(|owner| *owner != piece.name);
        let name = owner.map_or_else(|| piece.name.to_owned(), |owner| format!("{} of {owner}", piece.name));
        match piece.shape {
            Shape::Level(level) => format!("{name}, level {level}"),
            _ => name,
        }
    }

    /// Returns the number of a move whose notation can end with one of `choices`.
    fn number_of(&self, mv: AnyMove, choices: &[&str]) -> Option<usize> {
        let text = mv.to_string();
        let starts = text.char_indices().filter(|(_, sign)| sign.is_ascii_lowercase());
        let mut cells = starts.filter_map(|(start, _)| {
            let (letter, number, rest) = read_cell(&text[start..])?;
            Some((self.number_at(letter, number)?, rest))
        });
        let first = cells.next()?;
        let (last, rest) = cells.next_back().unwrap_or(first);
        let choice = choices.iter().position(|choice| *choice == rest).unwrap_or(0);
        Some((first.0 * self.cell_count() + last) * choices.len() + choice)
    }

    /// Returns the cells and the choice of an action: in most games, the notation of its move.
    fn text_of(&self, action: usize, choices: &[&str]) -> String {
        let (cells, choice) = (action / choices.len().max(1), action % choices.len().max(1));
        let count = self.cell_count().max(1);
        self.cell_name(cells / count)
            + &self.cell_name(cells % count)
            + choices.get(choice).copied().unwrap_or("")
    }
}

/// The bits of planes.
struct Bits {
    bytes: Vec<u8>,
    planes: usize,
}

impl Bits {
    fn new(cells: usize, planes: usize) -> Bits {
        Bits { bytes: vec![0; (cells * planes).div_ceil(8)], planes }
    }

    fn set(&mut self, cell: usize, plane: usize) {
        let index = cell * self.planes + plane;
        if let Some(byte) = self.bytes.get_mut(index / 8) {
            *byte |= 0x80 >> (index % 8);
        }
    }
}

fn picture(game: &AnyGame, position: &AnyPosition) -> Picture {
    let history = History::new(position.clone());
    game.picture(&game.view(&history))
}

/// Returns the letter of a cell as a number from 0, and its number from 1.
fn coordinates(name: &str) -> Option<(usize, usize)> {
    let (letter, number, rest) = read_cell(name)?;
    rest.is_empty().then_some((letter, number))
}

fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Plain => "empty cell",
        Terrain::Mountain => "mountain",
        Terrain::Cave => "cave",
        Terrain::UsedCave => "empty cave",
    }
}

#[cfg(test)]
#[path = "encoding_tests.rs"]
mod tests;
