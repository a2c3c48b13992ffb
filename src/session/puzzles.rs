//! Puzzles at the console: the player finds a win against the best defence.
//!
//! The puzzles are stored in [`collection`]; [`engine::puzzle`](crate::engine::puzzle) defines them.

use crate::analysis::puzzles::collection::{self, PuzzleEntry, PuzzleList};
use crate::console::{Console, Exit, InterruptMessages, Stop};
use crate::engine::puzzle::{Difficulty, PuzzleAnalyzer, Uniqueness};
use crate::engine::solver::Solver;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Outcome, Position as _};
use crate::store::progress::ExerciseKind;
use crate::words::{capitalised, in_turns_of};

use super::shell::Shell;
use super::solution::explain;
use super::solving::{POINTS_NOTE, Puzzle, PuzzleEnd, PuzzleScore, PuzzleVerdict, refutation};

/// The maximum number of positions in a proof. The player waits for it.
const MAX_PROOF_POSITIONS: u64 = 2_000_000;
/// The memory for a proof, in bytes.
const PROOF_MEMORY_BYTES: usize = 32 << 20;

/// Texts for interrupting the check of a turn.
pub(super) const JUDGE_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped: the turn was not checked.)" };

/// Puzzles with their numbers.
type NumberedPuzzles = Vec<(usize, PuzzleEntry)>;

/// What is proven about a turn in a puzzle.
enum TurnResult {
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

impl Shell<'_> {
    /// Runs puzzles of the game called `name`, of this difficulty or of one that the player chooses.
    pub(super) fn choose_puzzles(
        &mut self,
        name: &str,
        level: Option<Difficulty>,
        seed: Option<u64>,
    ) -> Result<(), Exit> {
        let entries = collection::bundled_for(name).map_err(|error| Stop::InvalidSetup(error.to_string()))?;
        let list = PuzzleList::new(entries, seed);
        if list.entries.is_empty() {
            return Ok(self.console.say("(There are no puzzles for this game and board.)")?);
        }
        let count = |level| list.of_level(Some(level)).entries.len();
        if level.is_some() {
            return self.run_puzzles(list.of_level(level));
        }
        // Scripts know all levels by their numbers.
        let is_offered = |level: &Difficulty| !self.console.is_at_terminal() || count(*level) > 0;
        let levels: Vec<Difficulty> = Difficulty::ALL.into_iter().filter(is_offered).collect();
        loop {
            let option = |level: &Difficulty| format!("{} ({})", capitalised(level.name()), count(*level));
            let options = levels.iter().map(option).collect();
            let chosen = self.choose_or_back("PUZZLES", options, "Choose a difficulty: ", Some(1))?;
            let Some(level) = chosen.and_then(|number| levels.get(number - 1)) else {
                return Ok(());
            };
            self.run_puzzles(list.of_level(Some(*level)))?;
            if !self.console.is_at_terminal() {
                return Ok(());
            }
        }
    }

    /// Runs puzzles in the order of the list, unsolved ones first. At a terminal it continues until the player leaves, and
    /// sums up; through a pipe it runs one.
    pub(super) fn run_puzzles(&mut self, list: PuzzleList) -> Result<(), Exit> {
        let mut score = PuzzleScore::default();
        let ended = self.run_each_puzzle(list, &mut score);
        self.sum_up(ended, &score, "puzzle")
    }

    fn run_each_puzzle(&mut self, list: PuzzleList, score: &mut PuzzleScore) -> Result<(), Exit> {
        self.console.leave_menu()?;
        let (solved, unsolved) = self.split_by_solved(list.entries)?;
        let mut is_first = true;
        score.left = unsolved.len();
        for (number, entry) in unsolved.iter().chain(&solved) {
            if !is_first && !self.wants_next(false)? {
                break;
            }
            let game = self.open(&entry.game)?;
            self.game = Some(game.clone());
            let title = format!("Puzzle {number} of {}, {}.", list.total, entry.difficulty().name());
            let title = if std::mem::take(&mut is_first) { format!("{title} {POINTS_NOTE}") } else { title };
            self.console.say_nonempty(self.console.style().wording("", &title))?;
            let points = match self.run_puzzle(&game, entry)? {
                PuzzleEnd::Solved(points) => {
                    score.left -= usize::from(unsolved.iter().any(|(new, _)| new == number));
                    points
                }
                PuzzleEnd::Skipped => 0,
                PuzzleEnd::Left => break,
            };
            let summary = score.add(points);
            self.console.say(&summary)?;
        }
        Ok(())
    }

    /// Splits puzzles into solved and unsolved ones.
    fn split_by_solved(
        &mut self,
        entries: Vec<(usize, PuzzleEntry)>,
    ) -> Result<(NumberedPuzzles, NumberedPuzzles), Stop> {
        let mut names: Vec<&str> = entries.iter().map(|(_, entry)| entry.game.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut done = Vec::new();
        for name in names {
            let solved = self.completed(ExerciseKind::Puzzle, name)?;
            done.extend(solved.into_iter().map(|position| (name.to_owned(), position)));
        }
        let is_solved = |(_, entry): &(usize, PuzzleEntry)| {
            done.iter().any(|(game, position)| *game == entry.game && *position == entry.position)
        };
        Ok(entries.into_iter().partition(is_solved))
    }

    fn run_puzzle(&mut self, game: &AnyGame, entry: &PuzzleEntry) -> Result<PuzzleEnd, Exit> {
        let invalid = |error: &dyn std::error::Error| Stop::InvalidSetup(error.to_string());
        let position = game.read_position(&entry.position).map_err(|error| invalid(&error))?;
        let key = game.read_legal_move(&position, &entry.key).map_err(|error| invalid(&error))?;
        let mut puzzle = ForcedWin::new(entry, key);
        let end = self.solve(game, position, &mut puzzle)?;
        if matches!(end, PuzzleEnd::Solved(_)) {
            self.mark_done(ExerciseKind::Puzzle, &entry.game, &entry.position)?;
        }
        Ok(end)
    }
}

/// A puzzle in which one move wins within a number of plies.
struct ForcedWin {
    key: AnyMove,
    /// What was proven about the other moves of the puzzle.
    uniqueness: Uniqueness,
    /// The plies that are left.
    left: u32,
    /// The winning turn in the current position, if known.
    best: Option<AnyMove>,
    is_first_turn: bool,
    turns: u32,
}

impl ForcedWin {
    fn new(entry: &PuzzleEntry, key: AnyMove) -> Self {
        ForcedWin {
            key,
            uniqueness: entry.uniqueness,
            left: entry.plies,
            best: Some(key),
            is_first_turn: true,
            turns: entry.turns(),
        }
    }
}

impl Puzzle for ForcedWin {
    fn task(&self, game: &AnyGame, history: &History<AnyPosition>) -> String {
        let player = capitalised(game.player_name(history.current().to_move()));
        // After the first turn, every turn that wins in time is accepted.
        let others = match self.uniqueness {
            Uniqueness::FastestWin if self.is_first_turn => {
                " Only one move wins in time; others may win later."
            }
            _ => "",
        };
        format!("{player} to move: win {}.{others}", within_turns(self.left))
    }

    fn solution(&self) -> Option<AnyMove> {
        self.best
    }

    fn judge(
        &mut self,
        game: &AnyGame,
        console: &mut Console,
        history: &History<AnyPosition>,
        mv: AnyMove,
    ) -> Result<PuzzleVerdict, Stop> {
        Ok(match prove(game, console, history, mv, self.left)? {
            TurnResult::Won => PuzzleVerdict::Solved,
            TurnResult::Continues(answer, next) => {
                self.left = self.left.saturating_sub(2);
                self.best = next;
                self.is_first_turn = false;
                PuzzleVerdict::Continues(answer)
            }
            refused => PuzzleVerdict::Refused {
                reason: refusal(game, history, mv, self.left, &refused),
                is_wrong: !matches!(refused, TurnResult::Unknown),
            },
        })
    }

    fn why(
        &mut self,
        game: &AnyGame,
        console: &mut Console,
        history: &History<AnyPosition>,
        mv: AnyMove,
    ) -> Result<String, Stop> {
        Ok(match prove(game, console, history, mv, self.left)? {
            TurnResult::Won | TurnResult::Continues(..) => format!("It wins {}.", within_turns(self.left)),
            refused => refusal(game, history, mv, self.left, &refused),
        })
    }

    fn reason(&self, game: &AnyGame, history: &History<AnyPosition>) -> String {
        explain(game, history, self.key, self.uniqueness, self.turns)
    }
}

/// Names a number of plies in turns of the player to move.
fn within_turns(plies: u32) -> String {
    match plies.div_ceil(2) {
        0 | 1 => "this turn".to_owned(),
        turns => in_turns_of("your", turns),
    }
}

/// Proves whether `mv` wins within `left` plies.
fn prove(
    game: &AnyGame,
    console: &mut Console,
    history: &History<AnyPosition>,
    mv: AnyMove,
    left: u32,
) -> Result<TurnResult, Stop> {
    let win = Outcome::Win(history.current().to_move());
    let after = history.current().after(mv);
    if after.outcome() == Some(win) {
        return Ok(TurnResult::Won);
    }
    let stop = console.stop_signal().clone();
    let mut result = TurnResult::Unknown;
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
        result = match (best.outcome, answer) {
            (None, _) if best.no_win_within >= time => TurnResult::NotInTime,
            (None, _) => TurnResult::Unknown,
            (Some(outcome), Some(answer))
                if outcome == win && best.plies.is_some_and(|plies| plies <= time) =>
            {
                TurnResult::Continues(answer, best.line.get(1).copied())
            }
            (Some(outcome), _) if outcome == win => TurnResult::TooSlow,
            (Some(_), answer) => TurnResult::Fails(answer),
        };
    })?;
    Ok(result)
}

/// Explains why a turn does not solve the puzzle.
fn refusal(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    left: u32,
    result: &TurnResult,
) -> String {
    match result {
        TurnResult::Fails(answer) => format!("That does not win.{}", refutation(game, history, mv, *answer)),
        TurnResult::TooSlow => format!("That wins, but not {}.", within_turns(left)),
        TurnResult::NotInTime => format!("That does not win {}.", within_turns(left)),
        TurnResult::Unknown => format!("That could not be shown to win {}.", within_turns(left)),
        TurnResult::Won | TurnResult::Continues(..) => String::new(),
    }
}
