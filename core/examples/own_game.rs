//! A custom game outside the list of games: rules, notation and evaluation, and what the engine then does
//! with it.
//!
//! ```sh
//! cargo run -p cygnet-core --example own_game
//! ```
//!
//! The game is hexapawn (Martin Gardner, 1962): three pawns per side on a 3x3 board. A pawn moves one cell
//! straight ahead, or captures one cell diagonally ahead. A player wins by reaching the far row or by leaving
//! the opponent without a move.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use cygnet_core::engine::bots::{self, BotCatalog, EngineGame, MoveContext};
use cygnet_core::engine::referee::Referee;
use cygnet_core::engine::search::Searcher;
use cygnet_core::engine::solver::Solver;
use cygnet_core::model::notation::{self, NotationError, NotationProblem};
use cygnet_core::model::{
    Evaluate, Game, GameRng, Outcome, Player, Position, Record, StopSignal, Symmetry, SystemClock,
};

/// The width and height of the board in cells.
const SIZE: usize = 3;

/// A cell: its column from a and its row from the top, from 0. Row 0 is rank 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: usize,
    row: usize,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: Cell,
    to: Cell,
}

/// The pawns by row and column, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [[Option<Player>; SIZE]; SIZE],
    to_move: Player,
}

/// Why the rules refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over, so every move is refused.
    GameOver,
    /// The cell has no pawn of the player to move.
    NotYourPawn,
    /// The target is not one of the three cells ahead.
    NotAhead,
    /// There is a pawn straight ahead.
    Blocked,
    /// There is no enemy pawn on the diagonal cell.
    NothingToCapture,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::GameOver => "The game is over.",
            Refusal::NotYourPawn => "There is no pawn of yours on that cell.",
            Refusal::NotAhead => "A pawn moves to the next row, straight or diagonally.",
            Refusal::Blocked => "That cell is taken: a pawn captures diagonally.",
            Refusal::NothingToCapture => "There is nothing to capture: a pawn moves straight ahead.",
        })
    }
}

impl Error for Refusal {}

/// The row that the player's pawns try to reach.
const fn far_row(player: Player) -> usize {
    match player {
        Player::One => 0,
        Player::Two => SIZE - 1,
    }
}

impl Board {
    fn at(&self, cell: Cell) -> Option<Player> {
        self.cells[cell.row][cell.column]
    }

    /// Returns the cells with a pawn of `player`.
    fn pawns(&self, player: Player) -> impl Iterator<Item = Cell> {
        let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Cell { column, row }));
        all.filter(move |cell| self.at(*cell) == Some(player))
    }

    /// Returns the cells ahead of `from` on the board, at most three.
    fn ahead(from: Cell, player: Player) -> impl Iterator<Item = Cell> {
        let row = match player {
            Player::One => from.row.checked_sub(1),
            Player::Two => Some(from.row + 1).filter(|row| *row < SIZE),
        };
        let columns = from.column.saturating_sub(1)..(from.column + 2).min(SIZE);
        row.into_iter().flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }
}

impl Position for Board {
    type Move = Step;
    type Refusal = Refusal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Checks the last mover first, because a position read from text can have pawns on both far rows. The
    /// trait already covers players without a move.
    fn terminal_outcome(&self) -> Option<Outcome> {
        let has_reached_goal = |player: &Player| self.pawns(*player).any(|pawn| pawn.row == far_row(*player));
        [self.to_move.opponent(), self.to_move].into_iter().find(has_reached_goal).map(Outcome::Win)
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Step) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in self.pawns(self.to_move) {
            for to in Board::ahead(from, self.to_move) {
                let wanted = if to.column == from.column { None } else { Some(self.to_move.opponent()) };
                if self.at(to) == wanted {
                    visit(Step { from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check_move(&self, Step { from, to }: Step) -> Result<(), Refusal> {
        if self.terminal_outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        if self.at(from) != Some(self.to_move) {
            return Err(Refusal::NotYourPawn);
        }
        let is_next_row = match self.to_move {
            Player::One => to.row + 1 == from.row,
            Player::Two => from.row + 1 == to.row,
        };
        match (from.column.abs_diff(to.column), self.at(to)) {
            _ if !is_next_row => Err(Refusal::NotAhead),
            (0, None) => Ok(()),
            (0, Some(_)) => Err(Refusal::Blocked),
            (1, Some(owner)) if owner != self.to_move => Ok(()),
            (1, _) => Err(Refusal::NothingToCapture),
            _ => Err(Refusal::NotAhead),
        }
    }

    fn after_unchecked(&self, Step { from, to }: Step) -> Board {
        let mut cells = self.cells;
        cells[to.row][to.column] = cells[from.row][from.column].take();
        Board { cells, to_move: self.to_move.opponent() }
    }
}

impl Evaluate for Board {
    /// A pawn is worth 100.
    fn evaluate(&self) -> i32 {
        let count = |player| self.pawns(player).count() as i32;
        100 * (count(self.to_move) - count(self.to_move.opponent()))
    }

    /// Every move brings a pawn one row ahead. With this, searches to that depth are proofs, and the solver
    /// can prove draws in games that have them.
    fn max_remaining_plies(&self) -> Option<u32> {
        let rows =
            |player| self.pawns(player).map(move |pawn| pawn.row.abs_diff(far_row(player))).sum::<usize>();
        Some((rows(Player::One) + rows(Player::Two)) as u32)
    }
}

/// The game, without options.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn;

/// The sides in the notation.
const SIDES: &str = "w or b";

/// Writes what [`Hexapawn`] reads.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = notation::write_rows(SIZE, SIZE, |row, column| self.cells[row][column].map(letter));
        write!(f, "{rows} {}", letter(self.to_move))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = [self.from, self.to];
        cells.iter().try_for_each(|cell| write!(f, "{}{}", notation::letter(cell.column), SIZE - cell.row))
    }
}

impl Game for Hexapawn {
    type Position = Board;

    fn name(&self) -> String {
        "hexapawn".to_owned()
    }

    fn start(&self) -> Board {
        let [white, black] = Player::BOTH.map(|player| [Some(player); SIZE]);
        Board { cells: [black, [None; SIZE], white], to_move: Player::One }
    }

    /// `bbb/3/www w`: the rows from the top, with numbers for empty cells, and the side to move.
    fn read_position(&self, text: &str) -> Result<Board, NotationError> {
        let [board, side] = notation::split_position(text, SIDES, "nothing more")?;
        let mut cells = [[None; SIZE]; SIZE];
        notation::read_rows(board, SIZE, SIZE, |row, column, letter| {
            cells[row][column] = Some(player(letter).ok_or(NotationProblem::UnknownLetter(letter))?);
            Ok(())
        })?;
        let mut letters = side.text.chars();
        let to_move = letters.next().and_then(player).filter(|_| letters.next().is_none());
        let unknown = || NotationProblem::UnknownSide { found: side.text.to_owned(), sides: SIDES };
        Ok(Board { cells, to_move: to_move.ok_or_else(|| NotationError::new(side.start, unknown()))? })
    }

    /// `a1a2`: two cells.
    fn read_move(&self, text: &str) -> Result<Step, NotationError> {
        let (from, rest) = read_cell(text)?;
        let (to, rest) = read_cell(rest)?;
        if !rest.is_empty() {
            return Err(NotationError::new(4, NotationProblem::ExtraText(rest.to_owned())));
        }
        Ok(Step { from, to })
    }

    /// Left and right are alike.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::MIRROR]
    }

    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::One => "white",
            Player::Two => "black",
        }
    }
}

/// No classic bots and no prover: the general bots play it, and the general method solves it.
impl EngineGame for Hexapawn {}

impl BotCatalog for Hexapawn {}

fn player(letter: char) -> Option<Player> {
    match letter.to_ascii_lowercase() {
        'w' => Some(Player::One),
        'b' => Some(Player::Two),
        _ => None,
    }
}

fn letter(player: Player) -> char {
    match player {
        Player::One => 'w',
        Player::Two => 'b',
    }
}

/// Parses a cell at the start of `text`. Returns it with the rest of the text.
fn read_cell(text: &str) -> Result<(Cell, &str), NotationError> {
    notation::read_cell(text)
        .filter(|(column, rank, _)| *column < SIZE && (1..=SIZE).contains(rank))
        .map(|(column, rank, rest)| (Cell { column, row: SIZE - rank }, rest))
        .ok_or_else(|| NotationError::new(0, NotationProblem::Expected("a cell from a1 to c3")))
}

/// Plays a game between two bots and returns its record.
fn selfplay(seats: [&str; 2]) -> Result<Record, Box<dyn Error>> {
    let mut first = bots::make(&Hexapawn, seats[0])?;
    let mut second = bots::make(&Hexapawn, seats[1])?;
    let (mut rng, stop, clock) = (GameRng::from_seed(1), StopSignal::new(), SystemClock::new());
    let mut context = MoveContext::new(&mut rng, &stop, &clock);
    let mut referee = Referee::new(&Hexapawn);
    referee.play_out([first.as_mut(), second.as_mut()], &mut context);
    Ok(referee.record(&Record::new(Hexapawn.name()).with_seats(seats)))
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", selfplay(["random", "minimax:6"])?);

    let start = Hexapawn.start();
    let texts = |moves: &[Step]| moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ");
    let best = Searcher::new(1 << 16).best(&start, 20).ok_or("no move")?;
    println!("search: {} (proven: {})", texts(&best.moves), best.proven);

    let solution = Solver::new(1 << 16).solve(&Hexapawn, &start);
    let winner = solution.outcome.and_then(Outcome::winner).map(|winner| Hexapawn.player_name(winner));
    println!("solver: {winner:?} wins after {:?} plies: {}", solution.plies, texts(&solution.line));
    Ok(())
}

#[test]
fn the_second_player_wins() -> Result<(), Box<dyn Error>> {
    main()?;
    let wins = Some(Outcome::Win(Player::Two));
    let start = Hexapawn.start();
    let solution = Solver::new(1 << 16).solve(&Hexapawn, &start);
    assert_eq!((solution.outcome, solution.plies), (wins, Some(6)));
    let best = Searcher::new(1 << 16).best(&start, 20).ok_or("no move")?;
    assert!(best.proven && best.value < 0 && best.moves.len() == 6);
    assert_eq!(selfplay(["random", "minimax:6"])?.result.map(|result| result.outcome), wins);
    Ok(())
}
