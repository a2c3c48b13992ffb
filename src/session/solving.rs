//! Solving a puzzle at the console: the board and the task, then attempts and hints until the task is solved.

use std::ops::ControlFlow;

use crate::console::{Console, Exit, Stop};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Position as _};
use crate::screens::Screen as _;
use crate::screens::drawing::place_at_bottom;
use crate::words::moves::{instead_text, move_sentence, typed_text};
use crate::words::voice::in_voice;
use crate::words::{GameWords as _, Picture, Shape, counted};

use super::commands::{Aid, ExerciseMemory};
use super::exercise::{Attempt, Exercise, show_result};
use super::shell::Shell;

/// The points for a puzzle. Each hint and each wrong turn costs one point, down to zero.
pub(super) const MAX_POINTS: u32 = 3;

/// What the points are, above the first puzzle at a terminal.
pub(super) const POINTS_NOTE: &str =
    "(It is worth 3 points; each hint and each wrong turn costs one. :skip shows the solution.)";

/// A puzzle: its task, and the turns that solve it.
pub(super) trait Puzzle {
    /// The task as a sentence, for the current position of `history`.
    fn task(&self, game: &AnyGame, history: &History<AnyPosition>) -> String;

    /// The solution in the current position, if known. Hints and `:skip` show it.
    fn solution(&self) -> Option<AnyMove>;

    /// Judges a turn.
    ///
    /// # Errors
    /// The session ended.
    fn judge(
        &mut self,
        game: &AnyGame,
        console: &mut Console,
        history: &History<AnyPosition>,
        mv: AnyMove,
    ) -> Result<PuzzleVerdict, Stop>;

    /// Says what a turn does, as sentences that do not name the solution.
    ///
    /// # Errors
    /// The session ended.
    fn why(
        &mut self,
        game: &AnyGame,
        console: &mut Console,
        history: &History<AnyPosition>,
        mv: AnyMove,
    ) -> Result<String, Stop>;

    /// Says at a terminal why the solution is right, as sentences. `history` ends with the last turn.
    fn reason(&self, game: &AnyGame, history: &History<AnyPosition>) -> String;
}

/// The verdict on a turn in a puzzle.
pub(super) enum PuzzleVerdict {
    /// It solves the puzzle.
    Solved,
    /// It is right. The opponent gives this answer, and the puzzle continues.
    Continues(AnyMove),
    /// It is refused.
    Refused {
        /// Why, as sentences.
        reason: String,
        /// Whether it costs a point. A turn that could not be checked costs nothing.
        is_wrong: bool,
    },
}

/// How a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PuzzleEnd {
    /// It was solved for this number of points.
    Solved(u32),
    /// The player skipped it and saw the solution.
    Skipped,
    /// The player went back.
    Left,
}

/// The points earned and the number of puzzles played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PuzzleScore {
    points: u32,
    puzzles: u32,
    /// How many have not been solved.
    pub(super) left: usize,
}

impl PuzzleScore {
    /// Counts a puzzle, and returns its points and the total.
    pub(super) fn add(&mut self, points: u32) -> String {
        self.points += points;
        self.puzzles += 1;
        let now = format!("{points} of {MAX_POINTS} points.");
        match self.puzzles {
            1 => now,
            puzzles => now + &format!(" Total: {} of {}.", self.points, puzzles * MAX_POINTS),
        }
    }

    /// Sums up the puzzles played, which are called `noun`.
    fn sum(&self, noun: &str) -> String {
        let left = if self.left == 0 { "none".to_owned() } else { self.left.to_string() };
        let (played, most) = (counted(self.puzzles as usize, noun), self.puzzles * MAX_POINTS);
        format!("{played}, {} of {most} points, {left} left.", self.points)
    }
}

/// The hints to the current turn of a puzzle.
struct Hints {
    solution: Option<AnyMove>,
    has_shown_deed: bool,
    shown: Shown,
}

impl Hints {
    fn of(solution: Option<AnyMove>) -> Self {
        Hints { solution, has_shown_deed: false, shown: Shown::Nothing }
    }

    /// Returns the next hint after the answers `typed`, and whether it is free: one that says nothing new. The first
    /// one at a terminal says what the solution does, if that says something.
    fn next(
        &mut self,
        game: &AnyGame,
        history: &History<AnyPosition>,
        typed: &[String],
        is_at_terminal: bool,
    ) -> (String, bool) {
        let Some(mv) = self.solution else { return ("There is no hint for this turn.".to_owned(), true) };
        let is_first = !self.has_shown_deed && self.shown == Shown::Nothing;
        let deed = deed_of(game, history, mv).filter(|_| is_first && is_at_terminal && typed.is_empty());
        if let Some(deed) = deed {
            self.has_shown_deed = true;
            return (deed, false);
        }
        let is_free = self.shown == Shown::All;
        let (text, shown) = hint(game, history, mv, self.shown, typed);
        self.shown = shown;
        (text, is_free)
    }
}

impl Shell<'_> {
    /// Sums up at a terminal the puzzles that were played until they `ended`, unless something failed.
    pub(super) fn sum_up(
        &mut self,
        ended: Result<(), Exit>,
        score: &PuzzleScore,
        noun: &str,
    ) -> Result<(), Exit> {
        let is_left = matches!(ended, Ok(()) | Err(Exit::Menu | Exit::Stop(Stop::Quit)));
        if is_left && score.puzzles > 0 && self.console.is_at_terminal() {
            self.console.say(&score.sum(noun))?;
        }
        ended
    }

    /// Sets a puzzle and lets the player try until it is solved, skipped or left.
    pub(super) fn solve(
        &mut self,
        game: &AnyGame,
        position: AnyPosition,
        puzzle: &mut dyn Puzzle,
    ) -> Result<PuzzleEnd, Exit> {
        place_at_bottom(game, Some(position.to_move()), self.console);
        let end = self.solve_from(game, History::new(position), puzzle);
        self.console.settings_mut().own_side_on_top = false;
        end
    }

    fn solve_from(
        &mut self,
        game: &AnyGame,
        mut history: History<AnyPosition>,
        puzzle: &mut dyn Puzzle,
    ) -> Result<PuzzleEnd, Exit> {
        let mut points = MAX_POINTS;
        loop {
            let (mv, answer) = match self.ask_for_solution(game, &history, puzzle, &mut points)? {
                ControlFlow::Continue(accepted) => accepted,
                ControlFlow::Break(end) => return Ok(end),
            };
            history.play(mv);
            let Some(answer) = answer else { break };
            let console = &mut *self.console;
            console.say_nonempty(&game.announce(&game.view(&history), &console.style()))?;
            console.say(&move_sentence(game, &history, answer, true))?;
            history.play(answer);
            console.say_nonempty(&game.announce(&game.view(&history), &console.style()))?;
        }
        let solved = format!("Solved! {}", puzzle.reason(game, &history));
        show_result(game, &history, self.console.style().wording("", solved.trim_end()), self.console)?;
        Ok(PuzzleEnd::Solved(points))
    }

    /// Shows the position and asks for turns until one is accepted. Returns it with the opponent's answer, if the
    /// puzzle continues; or breaks with the end of the puzzle.
    fn ask_for_solution(
        &mut self,
        game: &AnyGame,
        history: &History<AnyPosition>,
        puzzle: &mut dyn Puzzle,
        points: &mut u32,
    ) -> Result<ControlFlow<PuzzleEnd, (AnyMove, Option<AnyMove>)>, Exit> {
        let (task, solution) = (puzzle.task(game, history), puzzle.solution());
        let exercise = Exercise { game, history, task: &task };
        exercise.show(self.console)?;
        let (mut hints, mut tried, mut memory) = (Hints::of(solution), Vec::new(), ExerciseMemory::default());
        loop {
            let attempt =
                exercise.ask(self.console, &self.settings.files, &mut memory, &mut |console, aid| {
                    let (text, is_free) = match aid {
                        Aid::Hint(typed) => hints.next(game, history, typed, console.is_at_terminal()),
                        Aid::Why(mv) => {
                            let is_free = tried.contains(&mv);
                            tried.push(mv);
                            let why = puzzle.why(game, console, history, mv)?;
                            (format!("{}: {why}", typed_text(game, history, &[mv])), is_free)
                        }
                    };
                    *points = points.saturating_sub(u32::from(!is_free));
                    let mover = history.current().to_move();
                    console.advise(&match console.is_at_terminal() {
                        true => in_voice(game, &text, mover, Some(mover)) + &points_left(*points, is_free),
                        false => text,
                    })?;
                    Ok(solution.filter(|_| hints.shown == Shown::All))
                })?;
            let mv = match attempt {
                Attempt::Turn(mv) => mv,
                Attempt::GoneBack => return Ok(ControlFlow::Break(PuzzleEnd::Left)),
                Attempt::Skipped => {
                    if let Some(solution) = solution {
                        let solution = typed_text(game, history, &[solution]);
                        self.console.say(&format!("The solution was {solution}."))?;
                    }
                    return Ok(ControlFlow::Break(PuzzleEnd::Skipped));
                }
            };
            match puzzle.judge(game, self.console, history, mv)? {
                PuzzleVerdict::Solved => return Ok(ControlFlow::Continue((mv, None))),
                PuzzleVerdict::Continues(answer) => return Ok(ControlFlow::Continue((mv, Some(answer)))),
                PuzzleVerdict::Refused { reason, is_wrong } => {
                    *points = points.saturating_sub(u32::from(is_wrong));
                    tried.push(mv);
                    memory.tried = Some(mv);
                    let left = if is_wrong { points_left(*points, false) } else { String::new() };
                    let left = self.console.style().wording(String::new(), left);
                    self.console.refuse(&format!("{reason} Try again.{left}"))?;
                }
            }
        }
    }
}

/// Says after a hint or a wrong turn at a terminal how many points are left, with a blank before it. A hint that says
/// nothing new is free.
fn points_left(points: u32, is_free: bool) -> String {
    match (is_free, points) {
        (true, _) => format!(" (This costs nothing more; {} left.)", counted_points(points)),
        (false, 0) => " (No points left: hints and turns cost nothing more.)".to_owned(),
        (false, _) => format!(" ({} left.)", counted_points(points)),
    }
}

fn counted_points(points: u32) -> String {
    counted(points as usize, "point")
}

/// Says which kind of piece a turn moves, and whether it captures, without naming a cell; `None` where that says nothing.
fn deed_of(game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) -> Option<String> {
    let (mover, mut next) = (history.current().to_move(), history.clone());
    next.play(mv);
    let [before, after] = [history, &next].map(|history| game.picture(&game.view(history)));
    let cells = game.cells(mv);
    let from = before.cells.iter().find(|cell| cells.len() > 1 && cell.name == cells[0])?;
    let piece = from.pieces.last().filter(|piece| piece.owner == Some(mover) && !before.has_stacks)?;
    let enemies = |picture: &Picture| {
        let pieces = picture.cells.iter().flat_map(|cell| &cell.pieces);
        pieces.filter(|piece| piece.owner == Some(mover.opponent())).count()
    };
    let level = if let Shape::Level(level) = piece.shape { format!("level {level} ") } else { String::new() };
    let captures = if enemies(&after) < enemies(&before) { "captures" } else { "does not capture" };
    Some(format!("The solution moves a {level}{} and {captures}.", piece.name))
}

/// How much of a solution the hints have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// At most what it does.
    Nothing,
    /// Its first half.
    Start,
    /// All of it.
    All,
}

/// Returns a hint after `shown`: the first half of the turn, or the whole turn, and how much of it that is. If the
/// solution begins with the answers `typed`, only the rest counts.
fn hint(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    shown: Shown,
    typed: &[String],
) -> (String, Shown) {
    let view = game.view(history);
    let begun = game.rest_of_turn(&view, mv, typed);
    let answers = begun.clone().unwrap_or_else(|| game.typed_answers(&view, mv));
    let count = if shown == Shown::Nothing { answers.len().div_ceil(2) } else { answers.len() };
    let shown = if count < answers.len() { Shown::Start } else { Shown::All };
    let (answers, is_begun) = (&answers[..count], !typed.is_empty());
    let does = match (begun, shown) {
        (None, _) => instead_text(typed, answers),
        (Some(_), _) if is_begun => format!("continues with {}", answers.join("\u{a0}")),
        (Some(_), Shown::All) => format!("is {}", answers.join("\u{a0}")),
        (Some(_), _) => format!("starts with {}", answers.join("\u{a0}")),
    };
    (format!("The solution {does}."), shown)
}

/// Says how the opponent answers a wrong turn `mv`, as a sentence with a blank before it; empty without an answer.
pub(super) fn refutation(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    answer: Option<AnyMove>,
) -> String {
    let Some(answer) = answer else { return String::new() };
    let mut after = history.clone();
    after.play(mv);
    format!(" {}", move_sentence(game, &after, answer, false))
}
