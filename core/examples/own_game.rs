//! A game of one's own, which is in no list: rules, notation and evaluation, and all that the engine then does with it.
//!
//! ```sh
//! cargo run --no-default-features --example own_game
//! ```
//!
//! The game is hexapawn (Martin Gardner, 1962): three pawns a side on a board of 3x3. A pawn goes one cell forward, or captures one
//! cell diagonally forward. Who reaches the far row wins, and so does who leaves the other without a move.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use cygnet_core::engine::bots::{self, BotCatalog, EngineGame, MoveContext};
use cygnet_core::engine::referee::Referee;
use cygnet_core::engine::search::Searcher;
use cygnet_core::engine::solver::Solver;
use cygnet_core::model::notation::{self, NotationError, NotationProblem};
use cygnet_core::model::{
    Evaluate, Game, GameRng, Outcome, Player, Position, Record, StopSignal, SystemClock,
};

/// Cells on a side of the board.
const SIZE: usize = 3;

/// A cell: its column from a, and its row from the top, both from 0. Row 0 is rank 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: usize,
    row: usize,
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: Cell,
    to: Cell,
}

/// Whose pawns stand where, by row and column, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [[Option<Player>; SIZE]; SIZE],
    to_move: Player,
}

/// Why the rules refuse a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over: all are refused.
    GameOver,
    /// There is no pawn to be moved, or not the player's.
    NotYourPawn,
    /// The cell is not one of the three ahead.
    NotAhead,
    /// Straight ahead is another pawn.
    Blocked,
    /// Diagonally ahead is no enemy.
    NothingToCapture,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::GameOver => "The game is over.",
            Refusal::NotYourPawn => "There is no pawn of yours on that cell.",
            Refusal::NotAhead => "A pawn goes to the next row, straight or diagonally.",
            Refusal::Blocked => "That cell is taken: a pawn captures diagonally.",
            Refusal::NothingToCapture => "There is nothing to capture: a pawn goes straight ahead.",
        })
    }
}

impl Error for Refusal {}

/// The row that a player's pawns walk to.
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

    /// The cells with a pawn of `player`.
    fn pawns(&self, player: Player) -> impl Iterator<Item = Cell> {
        let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Cell { column, row }));
        all.filter(move |cell| self.at(*cell) == Some(player))
    }

    /// The three cells ahead of `from`, as far as they are on the board.
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

    /// The player who has just moved is asked first, as a text may have pawns of both on their far rows. That a player
    /// without a move loses need not be said here.
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
        let one_row_on = match self.to_move {
            Player::One => to.row + 1 == from.row,
            Player::Two => from.row + 1 == to.row,
        };
        match (from.column.abs_diff(to.column), self.at(to)) {
            _ if !one_row_on => Err(Refusal::NotAhead),
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
    /// A pawn is worth a hundred.
    fn evaluate(&self) -> i32 {
        let count = |player| self.pawns(player).count() as i32;
        100 * (count(self.to_move) - count(self.to_move.opponent()))
    }

    /// Every turn brings a pawn a row further. With this, a search that looks so far ahead proves what it says, and the
    /// solver proves draws where a game has them.
    fn max_remaining_plies(&self) -> Option<u32> {
        let rows =
            |player| self.pawns(player).map(move |pawn| pawn.row.abs_diff(far_row(player))).sum::<usize>();
        Some((rows(Player::One) + rows(Player::Two)) as u32)
    }
}

/// The game. It has no options.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn;

/// The sides as a text has them.
const SIDES: &str = "w or b";

impl Game for Hexapawn {
    type Position = Board;

    fn name(&self) -> String {
        "hexapawn".to_owned()
    }

    fn start(&self) -> Board {
        let [white, black] = Player::BOTH.map(|player| [Some(player); SIZE]);
        Board { cells: [black, [None; SIZE], white], to_move: Player::One }
    }

    /// `bbb/3/www w`: the rows from the top, numbers for empty cells, the side to move.
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

    fn write_position(&self, board: &Board) -> String {
        let rows = notation::write_rows(SIZE, SIZE, |row, column| board.cells[row][column].map(letter));
        format!("{rows} {}", letter(board.to_move))
    }

    /// `a1a2`: a cell and a cell.
    fn read_move(&self, text: &str) -> Result<Step, NotationError> {
        let (from, rest) = read_cell(text)?;
        let (to, rest) = read_cell(rest)?;
        if !rest.is_empty() {
            return Err(NotationError::new(4, NotationProblem::ExtraText(rest.to_owned())));
        }
        Ok(Step { from, to })
    }

    fn write_move(&self, step: Step) -> String {
        [step.from, step.to]
            .map(|cell| format!("{}{}", notation::letter(cell.column), SIZE - cell.row))
            .concat()
    }

    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::One => "white",
            Player::Two => "black",
        }
    }
}

/// No levels of its own, and no prover: the general bots play it, and the solver goes the general way.
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

/// The cell at the front of `text`, and what follows.
fn read_cell(text: &str) -> Result<(Cell, &str), NotationError> {
    notation::read_cell(text)
        .filter(|(column, rank, _)| *column < SIZE && (1..=SIZE).contains(rank))
        .map(|(column, rank, rest)| (Cell { column, row: SIZE - rank }, rest))
        .ok_or_else(|| NotationError::new(0, NotationProblem::Expected("a cell from a1 to c3")))
}

/// A game between two bots, on paper.
fn selfplay(seats: [&str; 2]) -> Result<Record, Box<dyn Error>> {
    let mut first = bots::make(&Hexapawn, seats[0])?;
    let mut second = bots::make(&Hexapawn, seats[1])?;
    let (mut rng, stop, clock) = (GameRng::from_seed(1), StopSignal::new(), SystemClock::new());
    let mut context = MoveContext::new(&mut rng, &stop, &clock);
    let mut referee = Referee::new(&Hexapawn);
    referee.play_out([first.as_mut(), second.as_mut()], &mut context);
    let seats = seats.map(str::to_owned);
    Ok(referee.record(&Record { game: Hexapawn.name(), seats, ..Record::default() }))
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", selfplay(["random", "minimax:6"])?);

    let start = Hexapawn.start();
    let texts =
        |moves: &[Step]| moves.iter().map(|mv| Hexapawn.write_move(*mv)).collect::<Vec<_>>().join(" ");
    let best = Searcher::new(1 << 16).best(&start, 20).ok_or("no move")?;
    println!("search: {} (proven: {})", texts(&best.moves), best.proven);

    let solution = Solver::new(1 << 16).solve(&Hexapawn, &start);
    let winner = solution.outcome.and_then(Outcome::winner).map(|winner| Hexapawn.player_name(winner));
    println!("solver: {winner:?} wins after {:?} turns: {}", solution.plies, texts(&solution.line));
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
