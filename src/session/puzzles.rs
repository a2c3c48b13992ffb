//! Puzzles at the console: the player finds a win against the best defence. Hints cost points.
//!
//! The puzzles are stored in [`collection`]; [`engine::puzzle`](crate::engine::puzzle) defines them.

use crate::analysis::puzzles::collection::{self, PuzzleEntry};
use crate::console::{Console, InterruptMessages, Stop};
use crate::engine::puzzle::{Claim, Difficulty, PuzzleAnalyzer};
use crate::engine::solver::Solver;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, GameRng, History, Outcome, Position as _};
use crate::screens::drawing::place_at_bottom;
use crate::screens::moves::{move_sentence, typed_text};
use crate::screens::{Screen, capitalised};
use crate::store::progress::ExerciseKind;

use super::Exit;
use super::exercise::{Attempt, Exercise, show_result};
use super::shell::Shell;
use super::solution::explain;

/// The points for a puzzle. Each hint and each wrong turn costs one point, down to zero.
const MAX_POINTS: u32 = 3;

/// What the points are, after the score at a terminal.
const POINTS_NOTE: &str = " (Each hint and each wrong turn costs one.)";

/// The maximum number of positions in a proof. The player waits for it.
const MAX_PROOF_POSITIONS: u64 = 2_000_000;
/// The memory for a proof, in bytes.
const PROOF_MEMORY_BYTES: usize = 32 << 20;

/// Texts for interrupting the check of a turn.
const JUDGE_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped: the turn was not checked.)" };

/// The verdict on a turn in a puzzle.
enum PuzzleVerdict {
    /// The game is won.
    Won,
    /// It wins in time. Contains the reply that holds out longest, and the winning turn after it.
    Continues(AnyMove, Option<AnyMove>),
    /// It wins, but too late.
    TooSlow,
    /// It does not win in time. Whether it wins later is unknown.
    NotInTime,
    /// It does not win. Contains a reply that shows why, if known.
    Fails(Option<AnyMove>),
    /// Nothing is proven.
    Unknown,
}

/// The points earned and the number of puzzles played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PuzzleScore {
    points: u32,
    puzzles: u32,
}

impl Shell<'_> {
    /// Runs puzzles of the game called `name`, of this difficulty or of one that the player chooses.
    pub(super) fn choose_puzzles(&mut self, name: &str, level: Option<Difficulty>) -> Result<(), Exit> {
        let entries = collection::bundled_for(name).map_err(|error| Stop::InvalidSetup(error.to_string()))?;
        if entries.is_empty() {
            return Ok(self.console.say("(There are no puzzles for this game and board.)")?);
        }
        let count = |level| entries.iter().filter(|entry| entry.difficulty() == level).count();
        let options =
            Difficulty::ALL.map(|level| format!("{} ({})", capitalised(level.name()), count(level)));
        if let Some(level) = level {
            let of_level = entries.into_iter().filter(|entry| entry.difficulty() == level);
            return self.run_puzzles(of_level.collect());
        }
        loop {
            let chosen = self.choose_or_back("PUZZLES", options.to_vec(), "Choose a difficulty: ")?;
            let Some(level) = chosen.and_then(|number| Difficulty::ALL.get(number - 1)) else {
                return Ok(());
            };
            let of_level = entries.iter().filter(|entry| entry.difficulty() == *level);
            self.run_puzzles(of_level.cloned().collect())?;
            if !self.console.is_at_terminal() {
                return Ok(());
            }
        }
    }

    /// Runs puzzles in random order, unsolved ones first. At a terminal it continues until the player leaves;
    /// through a pipe it runs one.
    pub(super) fn run_puzzles(&mut self, mut entries: Vec<PuzzleEntry>) -> Result<(), Exit> {
        let mut rng = GameRng::from_seed(self.settings.seed);
        rng.shuffle(&mut entries);
        let (solved, unsolved) = self.split_by_solved(entries)?;
        let (mut score, mut is_first) = (PuzzleScore::default(), true);
        for entry in unsolved.iter().chain(&solved) {
            let is_wanted = std::mem::take(&mut is_first) || self.wants_next(false)?;
            if !is_wanted {
                break;
            }
            let game = self.open(&entry.game)?;
            self.game = Some(game.clone());
            let points = self.run_puzzle(&game, entry);
            self.console.settings_mut().own_side_on_top = false;
            match points? {
                Some(points) => {
                    score = PuzzleScore { points: score.points + points, puzzles: score.puzzles + 1 };
                    let price = self.console.style().wording("", POINTS_NOTE);
                    self.console.say(&(score.summary(points) + price))?;
                }
                None => break,
            }
        }
        Ok(())
    }

    /// Splits puzzles into solved and unsolved ones.
    fn split_by_solved(
        &mut self,
        entries: Vec<PuzzleEntry>,
    ) -> Result<(Vec<PuzzleEntry>, Vec<PuzzleEntry>), Stop> {
        let mut names: Vec<&str> = entries.iter().map(|entry| entry.game.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut done = Vec::new();
        for name in names {
            let solved = self.completed(ExerciseKind::Puzzle, name)?;
            done.extend(solved.into_iter().map(|position| (name.to_owned(), position)));
        }
        let is_solved = |entry: &PuzzleEntry| {
            done.iter().any(|(game, position)| *game == entry.game && *position == entry.position)
        };
        Ok(entries.into_iter().partition(is_solved))
    }

    /// Runs one puzzle and returns the points for it, or `None` if the player went back.
    fn run_puzzle(&mut self, game: &AnyGame, entry: &PuzzleEntry) -> Result<Option<u32>, Exit> {
        let invalid = |error: &dyn std::error::Error| Stop::InvalidSetup(error.to_string());
        let position = game.read_position(&entry.position).map_err(|error| invalid(&error))?;
        let key = game.read_legal_move(&position, &entry.key).map_err(|error| invalid(&error))?;
        let (mut history, mut left, mut points) = (History::new(position), entry.plies, MAX_POINTS);
        let (mut best, mut claim) = (Some(key), entry.claim);
        place_at_bottom(game, Some(history.current().to_move()), self.console);
        loop {
            let task = task(game, &history, left, claim);
            let exercise = Exercise { game, history: &history, task: &task };
            exercise.show(self.console)?;
            let mut hints = 0;
            let (mv, answer) = loop {
                let attempt = exercise.ask(self.console, &self.settings.files, &mut |console| {
                    hints += 1;
                    points = points.saturating_sub(1);
                    console.advise(&hint(game, &history, best, hints))
                })?;
                let mv = match attempt {
                    Attempt::Turn(mv) => mv,
                    Attempt::GoneBack => return Ok(None),
                    Attempt::Skipped => {
                        if let Some(best) = best {
                            let solution = typed_text(game, &history, &[best]);
                            self.console.say(&format!("The solution was {solution}."))?;
                        }
                        return Ok(Some(0));
                    }
                };
                match judge(game, self.console, &history, mv, left)? {
                    PuzzleVerdict::Won => break (mv, None),
                    PuzzleVerdict::Continues(answer, next) => break (mv, Some((answer, next))),
                    refused => {
                        // A turn that could not be checked costs nothing.
                        let price = u32::from(!matches!(refused, PuzzleVerdict::Unknown));
                        points = points.saturating_sub(price);
                        self.console.refuse(&refusal(game, &history, mv, left, &refused))?;
                    }
                }
            };
            history.play(mv);
            let Some((answer, next)) = answer else { break };
            let console = &mut *self.console;
            console.say_nonempty(&game.announce(&game.view(&history), &console.style()))?;
            console.say(&move_sentence(game, &history, answer, true))?;
            history.play(answer);
            console.say_nonempty(&game.announce(&game.view(&history), &console.style()))?;
            left = left.saturating_sub(2);
            // From here on, every turn that wins in time is accepted.
            (best, claim) = (next, Claim::Only);
        }
        let solved = format!("Solved! {}", explain(game, &history, key, entry.claim, entry.turns()));
        show_result(game, &history, self.console.style().wording("", &solved), self.console)?;
        self.mark_done(ExerciseKind::Puzzle, &entry.game, &entry.position)?;
        Ok(Some(points))
    }
}

impl PuzzleScore {
    /// The points for this puzzle, and the total.
    fn summary(self, points: u32) -> String {
        let now = format!("{points} of {MAX_POINTS} points.");
        match self.puzzles {
            1 => now,
            puzzles => format!("{now} Total: {} of {}.", self.points, puzzles * MAX_POINTS),
        }
    }
}

/// The task as a sentence, with what is known about other turns.
fn task(game: &AnyGame, history: &History<AnyPosition>, left: u32, claim: Claim) -> String {
    let player = capitalised(game.player_name(history.current().to_move()));
    let others = match claim {
        Claim::Only => "",
        Claim::FastestWin => " Only one move wins in time; others may win later.",
    };
    format!("{player} to move: win {}.{others}", within_turns(left))
}

/// Names a number of plies in turns of the player to move.
fn within_turns(plies: u32) -> String {
    match plies.div_ceil(2) {
        0 | 1 => "this turn".to_owned(),
        turns => format!("in {turns} turns"),
    }
}

/// Returns a hint: first the first half of the turn, then the whole turn.
fn hint(game: &AnyGame, history: &History<AnyPosition>, mv: Option<AnyMove>, number: usize) -> String {
    let Some(mv) = mv else { return "There is no hint for this turn.".to_owned() };
    if number > 1 {
        return format!("The solution is {}.", typed_text(game, history, &[mv]));
    }
    let answers = game.typed_answers(&game.view(history), mv);
    format!("The solution starts with {}.", answers[..answers.len().div_ceil(2)].join(" "))
}

/// Checks whether `mv` wins within `left` plies.
fn judge(
    game: &AnyGame,
    console: &mut Console,
    history: &History<AnyPosition>,
    mv: AnyMove,
    left: u32,
) -> Result<PuzzleVerdict, Stop> {
    let win = Outcome::Win(history.current().to_move());
    let after = history.current().after(mv);
    if after.outcome() == Some(win) {
        return Ok(PuzzleVerdict::Won);
    }
    let stop = console.stop_signal().clone();
    let mut verdict = PuzzleVerdict::Unknown;
    console.think(JUDGE_INTERRUPT, &mut |_| {
        let study = PuzzleAnalyzer::new(
            game,
            Solver { positions: MAX_PROOF_POSITIONS, stop: stop.clone(), ..Solver::new(PROOF_MEMORY_BYTES) },
        );
        let time = left.saturating_sub(1);
        // Some games can go on for ever, so look only as far as the task asks.
        let best = match game.max_idle_turns() {
            Some(_) => study.best_within(&after, time),
            None => study.best(&after),
        };
        let answer = best.line.first().copied();
        verdict = match (best.outcome, answer) {
            (None, _) if best.no_win_within >= time => PuzzleVerdict::NotInTime,
            (None, _) => PuzzleVerdict::Unknown,
            (Some(outcome), Some(answer))
                if outcome == win && best.plies.is_some_and(|plies| plies <= time) =>
            {
                PuzzleVerdict::Continues(answer, best.line.get(1).copied())
            }
            (Some(outcome), _) if outcome == win => PuzzleVerdict::TooSlow,
            (Some(_), answer) => PuzzleVerdict::Fails(answer),
        };
    })?;
    Ok(verdict)
}

/// Explains why a turn does not solve the puzzle.
fn refusal(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    left: u32,
    verdict: &PuzzleVerdict,
) -> String {
    match verdict {
        PuzzleVerdict::Fails(Some(answer)) => {
            let mut after = history.clone();
            after.play(mv);
            let answered = move_sentence(game, &after, *answer, false);
            format!("That does not win. {answered} Try again.")
        }
        PuzzleVerdict::TooSlow => format!("That wins, but not {}. Try again.", within_turns(left)),
        PuzzleVerdict::NotInTime => format!("That does not win {}. Try again.", within_turns(left)),
        PuzzleVerdict::Unknown => {
            format!("That could not be shown to win {}. Try again.", within_turns(left))
        }
        _ => "That does not win. Try again.".to_owned(),
    }
}
