//! Solving a puzzle at the console: the board and the task, then attempts and hints until the task is solved.

use crate::console::{Console, Exit, Stop};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Position as _};
use crate::screens::Screen as _;
use crate::screens::drawing::place_at_bottom;
use crate::words::moves::{instead_text, move_sentence, spoken_turn, typed_text, typed_turns};
use crate::words::voice::{for_reader, in_voice};
use crate::words::{GameWords as _, Picture, Shape, capitalised, counted};

use super::commands::{Aid, ExerciseMemory};
use super::exercise::{Exercise, show_result, show_turn, speak_solution};
use super::shell::Shell;

/// The points for a puzzle. Each hint and each wrong turn costs one point, down to zero.
pub(super) const MAX_POINTS: u32 = 3;

/// What the points are, above the first puzzle at a terminal.
pub(super) const POINTS_NOTE: &str =
    "(It is worth 3 points; each hint, wrong turn and :why MOVE costs one. :skip shows the solution.)";

/// A puzzle: its task, and the turns that solve it.
pub(super) trait Puzzle {
    /// The task as a sentence, for the current position of `history`.
    fn task(&self, game: &AnyGame, history: &History<AnyPosition>) -> String;

    /// Judges a turn in the current position of the exercise.
    ///
    /// # Errors
    /// The session ended.
    fn judge(
        &mut self,
        exercise: &Exercise<'_>,
        console: &mut Console,
        mv: AnyMove,
    ) -> Result<PuzzleVerdict, Stop>;

    /// Says at a terminal why the solution is right, as sentences. `history` ends with the last turn.
    fn reason(&self, game: &AnyGame, history: &History<AnyPosition>) -> String;
}

/// The verdict on a turn in a puzzle.
pub(super) enum PuzzleVerdict {
    /// It is right, as this sentence says, which does not name it.
    Right(String, Continuation),
    /// It is refused.
    Refused {
        /// Why, as sentences.
        reason: String,
        /// Whether it costs a point. A turn that could not be checked costs nothing.
        is_wrong: bool,
    },
}

/// The opponent's answer with which a puzzle continues, and the solution after it, if that is known; `None` at its end.
type Continuation = Option<(AnyMove, Option<AnyMove>)>;

/// The points earned and the number of puzzles played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PuzzleScore {
    points: u32,
    puzzles: u32,
    /// How many puzzles are unsolved, or how many positions of the deck have not been asked.
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
    shown: Shown,
}

/// How much of a solution the hints have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Nothing,
    /// What it does.
    Deed,
    /// Its first half.
    Start,
    /// All of it.
    All,
}

impl Hints {
    /// Returns the next hint after the answers `typed`, and whether it is free: one that says nothing new. The first
    /// one at a terminal says what the solution does, if that says something. The others name the first half of the turn
    /// and then the whole turn; if that begins with `typed`, only the rest counts.
    fn next(&mut self, exercise: &Exercise<'_>, typed: &[String], is_at_terminal: bool) -> (String, bool) {
        let Exercise { game, history, .. } = exercise;
        let Some(mv) = self.solution else { return ("There is no hint for this turn.".to_owned(), true) };
        let is_first = self.shown == Shown::Nothing && is_at_terminal && typed.is_empty();
        if let Some(deed) = deed_of(game, history, mv).filter(|_| is_first) {
            self.shown = Shown::Deed;
            return (deed, false);
        }
        let view = game.view(history);
        let begun = game.rest_of_turn(&view, mv, typed);
        let all = begun.clone().unwrap_or_else(|| game.typed_answers(&view, mv));
        let count = if self.shown < Shown::Start { all.len().div_ceil(2) } else { all.len() };
        let (answers, shown) = (&all[..count], if count < all.len() { Shown::Start } else { Shown::All });
        let text = answers.join("\u{a0}");
        let does = match shown {
            _ if begun.is_none() => instead_text(typed, answers),
            _ if !typed.is_empty() => format!("continues with {text}"),
            Shown::All => format!("is {text}"),
            _ => format!("starts with {text}"),
        };
        (format!("The solution {does}."), std::mem::replace(&mut self.shown, shown) == Shown::All)
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
        let ended = if matches!(ended, Err(Exit::Back)) { Ok(()) } else { ended };
        let is_left = matches!(ended, Ok(()) | Err(Exit::Menu | Exit::Stop(Stop::Quit)));
        if is_left && score.puzzles > 0 && self.console.is_at_terminal() {
            self.console.say(&score.sum(noun))?;
        }
        ended
    }

    /// Sets a puzzle and lets the player try until it is solved, skipped or left. Its first turn is `solution`, which hints
    /// and `:skip` show. Returns its points; `None` if it was skipped.
    pub(super) fn solve(
        &mut self,
        game: &AnyGame,
        position: AnyPosition,
        solution: AnyMove,
        puzzle: &mut dyn Puzzle,
    ) -> Result<Option<u32>, Exit> {
        place_at_bottom(game, Some(position.to_move()), self.console);
        self.why.clear();
        let end = self.solve_from(game, History::new(position), Some(solution), puzzle);
        self.console.settings_mut().own_side_on_top = false;
        end
    }

    fn solve_from(
        &mut self,
        game: &AnyGame,
        mut history: History<AnyPosition>,
        mut solution: Option<AnyMove>,
        puzzle: &mut dyn Puzzle,
    ) -> Result<Option<u32>, Exit> {
        let (mut points, mut memory) = (MAX_POINTS, ExerciseMemory::default());
        if let Some(left) = self.left_puzzle.take().filter(|left| left.0.start() == history.start()) {
            (history, solution, points) = left;
        }
        if points < MAX_POINTS {
            self.console.say(points_left(points, false).trim())?;
        }
        let (mut is_first, mut has_heard_position) = (true, false);
        let below = loop {
            let task = puzzle.task(game, &history);
            let exercise = Exercise { game, history: &history, task: &task };
            match std::mem::replace(&mut has_heard_position, self.console.style().by_ear) {
                true => exercise.say_task(self.console)?,
                false => exercise.show(std::mem::take(&mut is_first), self.console)?,
            }
            let asked = self.ask_for_solution(&exercise, puzzle, solution, &mut points, &mut memory);
            if asked.is_err() {
                self.left_puzzle = Some((history.clone(), solution, points));
            }
            let Some((mv, next)) = asked? else { return Ok(None) };
            let below = exercise.rows_below(self.console);
            let by_ear = self.console.style().by_ear;
            let report = |history: &mut History<AnyPosition>, mv, is_computer| {
                let sentence = move_sentence(game, history, mv, is_computer);
                history.play(mv);
                if by_ear { spoken_turn(game, &game.view(history)) } else { sentence }
            };
            let turn = report(&mut history, mv, false);
            let Some((answer, next_solution)) = next else { break below };
            solution = next_solution;
            let console = &mut *self.console;
            console.say_nonempty(console.style().wording("", &turn))?;
            show_turn(game, &history, below, console)?;
            console.say(&report(&mut history, answer, true))?;
            console.say_nonempty(&game.announce(&game.view(&history), &console.style()))?;
        };
        let mover = history.current().to_move().opponent();
        self.why = in_voice(game, &memory.last, mover, Some(mover));
        let was_told = memory.hint.is_some() && memory.hint.as_ref() == history.moves().last();
        let praise = if was_told { "That is the solution." } else { "Solved!" };
        let solved = format!("{praise} {}", for_reader(game, &puzzle.reason(game, &history), Some(mover)));
        let remark = self.console.style().wording("", solved.trim_end());
        show_result(game, &history, remark, below, self.console)?;
        Ok(Some(points))
    }

    /// Asks for turns until one is accepted. Returns it, and how the puzzle continues; `None` if the player skips the
    /// puzzle, which shows its `solution`, if that is known.
    fn ask_for_solution(
        &mut self,
        exercise: &Exercise<'_>,
        puzzle: &mut dyn Puzzle,
        solution: Option<AnyMove>,
        points: &mut u32,
        memory: &mut ExerciseMemory,
    ) -> Result<Option<(AnyMove, Continuation)>, Exit> {
        let Exercise { game, history, .. } = exercise;
        let mut hints = Hints { solution, shown: Shown::Nothing };
        let mut tried = Vec::new();
        *memory = ExerciseMemory { last: std::mem::take(&mut memory.last), ..ExerciseMemory::default() };
        loop {
            let attempt = exercise.ask(self.console, &self.settings.files, memory, &mut |console, aid| {
                let (text, is_free) = match aid {
                    Aid::Hint(typed) => hints.next(exercise, typed, console.is_at_terminal()),
                    Aid::Why(mv) => {
                        let was_tried = tried.contains(&mv);
                        tried.push(mv);
                        let (why, is_free) = match puzzle.judge(exercise, console, mv)? {
                            PuzzleVerdict::Right(why, _) => (why, was_tried),
                            PuzzleVerdict::Refused { reason, is_wrong } => (reason, was_tried || !is_wrong),
                        };
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
            });
            let Some(mv) = attempt? else {
                if let Some(first) = solution {
                    let (line, end) = self.solution_line(game, history, puzzle, first)?;
                    let text = format!("The solution was {}.", line.join(", then "));
                    if self.console.style().by_ear {
                        self.console.say(&text)?;
                        speak_solution(game, history, &end, self.console)?;
                    } else if self.console.is_at_terminal() {
                        show_result(game, &end, &text, exercise.rows_below(self.console), self.console)?;
                    } else {
                        self.console.say(&text)?;
                    }
                }
                return Ok(None);
            };
            match puzzle.judge(exercise, self.console, mv)? {
                PuzzleVerdict::Right(why, next) => {
                    memory.last = format!("{}: {why}", typed_text(game, history, &[mv]));
                    return Ok(Some((mv, next)));
                }
                PuzzleVerdict::Refused { reason, is_wrong } => {
                    *points = points.saturating_sub(u32::from(is_wrong));
                    tried.push(mv);
                    let left = if is_wrong { points_left(*points, false) } else { String::new() };
                    let left = self.console.style().wording(String::new(), left);
                    let reason = format!("{reason} Try again.{left}");
                    exercise.refuse(self.console, memory, mv, &reason)?;
                }
            }
        }
    }

    /// Returns the solution that begins with `first`, in typed form, and the game after it: at a terminal to its end, with
    /// the answers to it and who plays each turn.
    fn solution_line(
        &mut self,
        game: &AnyGame,
        history: &History<AnyPosition>,
        puzzle: &mut dyn Puzzle,
        first: AnyMove,
    ) -> Result<(Vec<String>, History<AnyPosition>), Stop> {
        let (mut moves, mut after, mut solution) = (vec![first], history.clone(), Some(first));
        while let Some(mv) = solution.filter(|_| self.console.is_at_terminal()) {
            let exercise = Exercise { game, history: &after, task: "" };
            let PuzzleVerdict::Right(_, Some((answer, next))) = puzzle.judge(&exercise, self.console, mv)?
            else {
                break;
            };
            [mv, answer].into_iter().for_each(|mv| after.play(mv));
            moves.extend([Some(answer), next].into_iter().flatten());
            solution = next;
        }
        solution.into_iter().for_each(|mv| after.play(mv));
        let mut player = history.current().to_move();
        let mut typed = typed_turns(game, history, &moves);
        for turn in typed.iter_mut().skip(1) {
            player = player.opponent();
            *turn = format!("{} {turn}", capitalised(game.player_name(player)));
        }
        Ok((typed, after))
    }
}

/// Says after a hint or a wrong turn at a terminal how many points are left, with a blank before it. A hint that says
/// nothing new is free.
fn points_left(points: u32, is_free: bool) -> String {
    let left = counted(points as usize, "point");
    match (is_free, points) {
        (true, _) => format!(" (This costs nothing more; {left} left.)"),
        (false, 0) => " (No points left: hints and turns cost nothing more.)".to_owned(),
        (false, _) => format!(" ({left} left.)"),
    }
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
    let alike = before.cells.iter().flat_map(|cell| &cell.pieces);
    let alike = alike.filter(|other| (other.owner, other.shape) == (piece.owner, piece.shape)).count();
    let level = if let Shape::Level(level) = piece.shape { format!("level {level} ") } else { String::new() };
    let captures = if enemies(&after) < enemies(&before) { "captures" } else { "does not capture" };
    // The only piece of its kind would name its cell.
    (alike > 1).then(|| format!("The solution moves a {level}{} and {captures}.", piece.name))
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
    let answers = move_sentence(game, &after, answer, false);
    after.play(answer);
    match game.how_won(&game.view(&after)) {
        how if how.is_empty() => format!(" {answers}"),
        how => format!(" {} and wins: {how}.", answers.trim_end_matches('.')),
    }
}
