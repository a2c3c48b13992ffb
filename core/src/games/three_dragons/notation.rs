//! Positions and moves as text, in the notation of the rulebook.
//!
//! `A`..`E` are white's pieces of level 1 to 5, `a`..`e` black's, `#` a mountain, `*` a cave, `o` a used
//! cave. Rows are written from row 1, which is black's. A letter on a cave square is a dragon that has not
//! left its cave yet. Such a cave is always used.

use std::fmt;
use std::str::FromStr;

use super::board::{CAVE_SQUARES, Direction, SIZE, Square};
use super::moves::{CaptureChoice, Move};
use super::position::{Content, MAX_LEVEL, Piece, ThreeDragonsPosition};
use super::{ID, ThreeDragons};
use crate::model::notation::{
    NotationError, NotationProblem, Word, check_piece_count, letter, lettered_cells, read_rows, read_side,
    split_position, write_rows,
};
use crate::model::text_traits;
use crate::model::{Exchange, Game, Player, Position as _, Symmetry};

/// The number of pieces each player starts with. Every used cave can have added one.
const FIRST_PIECES: usize = 8;

/// The letters for squares without a piece.
const LANDSCAPE: [char; 3] = ['#', '*', 'o'];

const SIDES: &str = "w or b";
const SQUARE: &str = "a cell from a1 to i9";

/// Exchanging left and right, top and bottom, and the two sides.
const SYMMETRIES: [Symmetry; 3] = [
    Symmetry::MIRROR,
    Symmetry { rows: true, ..Symmetry::NONE },
    Symmetry::of_sides(Exchange {
        pieces: &[('A', 'a'), ('B', 'b'), ('C', 'c'), ('D', 'd'), ('E', 'e')],
        sides: ('w', 'b'),
    }),
];

impl Game for ThreeDragons {
    type Position = ThreeDragonsPosition;

    fn name(&self) -> String {
        format!("{ID}{}", self.suffix())
    }

    fn start(&self) -> ThreeDragonsPosition {
        ThreeDragonsPosition::start(*self)
    }

    /// Reads a position of nine rows of nine squares, with mountains and caves in the right places. A player has at most
    /// eight pieces and one for each used cave.
    fn read_position(&self, text: &str) -> Result<ThreeDragonsPosition, NotationError> {
        let [board, side] = split_position(text, SIDES, "nothing more")?;
        let mut letters = [None; SIZE * SIZE];
        read_rows(board, SIZE, SIZE, |row, column, letter| {
            if !LANDSCAPE.contains(&letter) && read_piece(letter).is_none() {
                return Err(NotationProblem::UnknownLetter(letter));
            }
            letters[row * SIZE + column] = Some(letter);
            Ok(())
        })?;
        let mut position = ThreeDragonsPosition::empty(read_side(side, ["w", "b"], SIDES)?, *self);
        for (square, letter) in Square::all().zip(letters) {
            place(&mut position, square, letter, *self).map_err(|problem| {
                NotationError::new(board.start + offset_of(board.text, square), problem)
            })?;
        }
        check_counts(board, &position, *self)?;
        Ok(position)
    }

    /// Reads a move such as `e8e6` or `e8e6*u`, in either case. Surrounding blanks are ignored.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim_ascii();
        let expected = |rest: &str, what| {
            NotationError::new(text.chars().count() - rest.chars().count(), NotationProblem::Expected(what))
        };
        let (from, rest) = Square::read(text).ok_or_else(|| expected(text, SQUARE))?;
        let (to, rest) = Square::read(rest).ok_or_else(|| expected(rest, SQUARE))?;
        let choice =
            read_choice(rest).ok_or_else(|| expected(rest, "the end of the move or one of *u *d *l *r"))?;
        Ok(Move { from, to, choice })
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn player_name(&self, player: Player) -> &'static str {
        player_name(player)
    }

    /// Pieces can walk back and forth forever, so computers stop after this many turns.
    fn max_idle_turns(&self) -> Option<u32> {
        Some(500)
    }

    /// A capture or a dragon is progress. Either changes the number of one player's pieces, and both together
    /// change both numbers.
    fn is_progress(&self, position: &ThreeDragonsPosition, mv: Move) -> bool {
        let after = position.after(mv);
        Player::BOTH.into_iter().any(|player| position.count(player) != after.count(player))
    }
}

/// Writes the notation of the rulebook.
impl fmt::Display for ThreeDragonsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = write_rows(SIZE, SIZE, |row, column| cell_letter(self.content(Square::new(row, column)?)));
        f.pad(&format!("{rows} {}", ['w', 'b'][self.to_move().index()]))
    }
}

/// Reads a position of the game without options, which the text does not name. Use [`Game::read_position`] for others.
impl FromStr for ThreeDragonsPosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        ThreeDragons::default().read_position(text)
    }
}

/// Writes canonical notation: `e8e6`, or `e8e6*u` with the choice of a capture.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { from, to, choice } = self;
        f.pad(&match choice {
            CaptureChoice::Automatic => format!("{from}{to}"),
            CaptureChoice::Strength(direction) => format!("{from}{to}*{}", direction.letter()),
        })
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        ThreeDragons::default().read_move(text)
    }
}

text_traits! {
    [] Move, "Move";
    [] ThreeDragonsPosition, "ThreeDragonsPosition";
}

/// Places what `letter` means on `square`; `None` is an empty square. Mountains and caves must be where they
/// belong.
fn place(
    position: &mut ThreeDragonsPosition,
    square: Square,
    letter: Option<char>,
    game: ThreeDragons,
) -> Result<(), NotationProblem> {
    let refuse = |why: &str| Err(NotationProblem::Other(format!("{} {why}", square.name())));
    let piece = letter.and_then(read_piece);
    match (position.content(square), letter) {
        (Content::Mountain, Some('#')) | (Content::Cave { .. }, Some('*')) | (Content::Empty, None) => {}
        (Content::Cave { .. }, Some('o')) => position.use_cave(square),
        (Content::Mountain, _) => return refuse("is a mountain and must be written as #"),
        (_, Some('#')) => return refuse("cannot be a mountain"),
        (_, Some('*' | 'o')) => return refuse("cannot be a cave"),
        (_, None) => return refuse("is a cave and must be written as *, o or its dragon"),
        (Content::Cave { .. }, Some(_)) if !game.has_dragons() => {
            return refuse("is a cave, and this game has no dragons");
        }
        (_, Some(_)) => piece.into_iter().for_each(|piece| position.put(square, piece)),
    }
    Ok(())
}

fn read_piece(letter: char) -> Option<Piece> {
    let owner = if letter.is_ascii_uppercase() { Player::One } else { Player::Two };
    let level = (1..=MAX_LEVEL).find(|level| piece_letter(Piece { owner, level: *level }) == letter)?;
    Some(Piece { owner, level })
}

fn piece_letter(piece: Piece) -> char {
    let small = letter(usize::from(piece.level).saturating_sub(1));
    if piece.owner == Player::One { small.to_ascii_uppercase() } else { small }
}

/// Returns the offset in `board` of the letter on `square`, or of the run of empty squares that covers it.
/// All rows must be complete.
fn offset_of(board: &str, square: Square) -> usize {
    let before: usize = board.split('/').take(square.row()).map(|row| row.chars().count() + 1).sum();
    let row = board.split('/').nth(square.row()).unwrap_or("");
    let (letters, _) = lettered_cells(row);
    let last = letters.into_iter().rev().find(|(_, column, _)| *column <= square.column());
    before + last.map_or(0, |(index, column, _)| index + usize::from(column < square.column()))
}

fn check_counts(
    board: Word<'_>,
    position: &ThreeDragonsPosition,
    game: ThreeDragons,
) -> Result<(), NotationError> {
    let used_caves = (CAVE_SQUARES & !position.unused_caves()).count_ones() as usize;
    let most = FIRST_PIECES + if game.has_dragons() { used_caves } else { 0 };
    for player in Player::BOTH {
        let is_own = |letter| read_piece(letter).is_some_and(|piece| piece.owner == player);
        check_piece_count(board, is_own, player_name(player), most)?;
    }
    Ok(())
}

/// Returns the name of a player: `white` or `black`.
pub fn player_name(player: Player) -> &'static str {
    ["white", "black"][player.index()]
}

fn cell_letter(cell: Content) -> Option<char> {
    match cell {
        Content::Empty => None,
        Content::Mountain => Some('#'),
        Content::Cave { used: false } => Some('*'),
        Content::Cave { used: true } => Some('o'),
        Content::Piece(piece) => Some(piece_letter(piece)),
    }
}

fn read_choice(text: &str) -> Option<CaptureChoice> {
    if text.is_empty() {
        return Some(CaptureChoice::Automatic);
    }
    let mut letters = text.strip_prefix('*')?.chars();
    let direction = Direction::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(CaptureChoice::Strength(direction))
}
