//! Puzzles at the console: the player finds a win against the best defence.
//!
//! The puzzles are stored in [`collection`]; [`engine::puzzle`](crate::engine::puzzle) defines them.

use crate::analysis::puzzles::collection::{self, PuzzleEntry, PuzzleList};
use crate::console::{Console, Exit, InterruptMessages, Stop};
use crate::engine::puzzle::{Difficulty, PuzzleAnalyzer, Uniqueness};
use crate::engine::solver::Solver;
use crate::games::{self, AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Outcome, Position as _};
use crate::store::progress::ExerciseKind;
use crate::words::moves::typed_turns;
use crate::words::{GameWords as _, PictureCell, capitalised, in_turns_of, join_with_word};

use super::exercise::Exercise;
use super::lessons::mark_done;
use super::shell::Shell;
use super::solving::{POINTS_NOTE, Puzzle, PuzzleScore, PuzzleVerdict, refutation};

/// The maximum number of positions in a proof. The player waits for it.
const MAX_PROOF_POSITIONS: u64 = 2_000_000;
/// The memory for a proof, in bytes.
const PROOF_MEMORY_BYTES: usize = 32 << 20;

/// Texts for interrupting the check of a turn.
pub(super) const JUDGE_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped: the turn was not checked.)" };

/// Puzzles with their numbers.
type NumberedPuzzles = Vec<(usize, PuzzleEntry)>;

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
            let others = games::find(name).ok().filter(|(family, _)| !family.puzzles.is_empty());
            let others = others.map(|(family, _)| format!(" There are some for {}.", family.id));
            let others = others.unwrap_or_default();
            return Ok(self.console.say(&format!("(There are no puzzles for {name}.{others})"))?);
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
            if !is_first && !self.wants_next(false, false)? {
                break;
            }
            let game = self.open(&entry.game)?;
            self.game = Some(game.clone());
            let title = format!("Puzzle {number} of {}, {}.", list.total, entry.difficulty().name());
            let title = if std::mem::take(&mut is_first) { format!("{title} {POINTS_NOTE}") } else { title };
            self.console.say_nonempty(self.console.style().wording("", &title))?;
            let points = self.run_puzzle(&game, entry)?;
            let is_new = unsolved.iter().any(|(new, _)| new == number);
            score.left -= usize::from(is_new && points.is_some());
            let summary = score.add(points.unwrap_or(0));
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

    fn run_puzzle(&mut self, game: &AnyGame, entry: &PuzzleEntry) -> Result<Option<u32>, Exit> {
        let invalid = |error: &dyn std::error::Error| Stop::InvalidSetup(error.to_string());
        let position = game.read_position(&entry.position).map_err(|error| invalid(&error))?;
        let key = game.read_legal_move(&position, &entry.key).map_err(|error| invalid(&error))?;
        let points = self.solve(game, position, key, &mut ForcedWin { entry, key })?;
        if points.is_some() {
            let files = &self.settings.files;
            mark_done(self.console, files, ExerciseKind::Puzzle, &entry.game, &entry.position)?;
        }
        Ok(points)
    }
}

/// A puzzle in which one move wins within a number of plies.
struct ForcedWin<'a> {
    entry: &'a PuzzleEntry,
    key: AnyMove,
}

impl ForcedWin<'_> {
    /// Returns the plies that are left after those of `history`.
    fn left(&self, history: &History<AnyPosition>) -> u32 {
        self.entry.plies.saturating_sub(u32::try_from(history.plies()).unwrap_or(u32::MAX))
    }
}

impl Puzzle for ForcedWin<'_> {
    fn task(&self, game: &AnyGame, history: &History<AnyPosition>) -> String {
        let player = capitalised(game.player_name(history.current().to_move()));
        // After the first turn, every turn that wins in time is accepted.
        let others = match self.entry.uniqueness {
            Uniqueness::FastestWin if history.plies() == 0 => {
                " Only one move wins in time; others may win later."
            }
            _ => "",
        };
        format!("{player} to move: win {}.{others}", within_turns(self.left(history)))
    }

    /// Proves whether the turn wins in time.
    fn judge(
        &mut self,
        exercise: &Exercise<'_>,
        console: &mut Console,
        mv: AnyMove,
    ) -> Result<PuzzleVerdict, Stop> {
        let Exercise { game, history, .. } = exercise;
        let win = Outcome::Win(history.current().to_move());
        let (after, left) = (history.current().after(mv), self.left(history));
        let in_time = within_turns(left);
        let right = |next| PuzzleVerdict::Right(format!("It wins {in_time}."), next);
        let refused = |reason: String, is_wrong| PuzzleVerdict::Refused { reason, is_wrong };
        if after.outcome() == Some(win) {
            return Ok(right(None));
        }
        let unknown = || refused(format!("No proof was found that this wins {in_time}."), false);
        let verdict = console.think(JUDGE_INTERRUPT, |stop, _| {
            let study = PuzzleAnalyzer::new(
                *game,
                Solver {
                    positions: MAX_PROOF_POSITIONS,
                    stop: stop.clone(),
                    ..Solver::new(PROOF_MEMORY_BYTES)
                },
            );
            let time = left.saturating_sub(1);
            // Some games can go on forever, so look only as far as the task asks.
            let best = study.best(&after, game.max_idle_turns().map(|_| time));
            let answer = best.line.first().copied();
            match (best.outcome, answer) {
                // Whether it wins later is unknown.
                (None, _) if best.no_win_within >= time => {
                    let captured = captured_text(game, history, mv);
                    refused(format!("That does not win {in_time}.{captured}"), true)
                }
                (None, _) => unknown(),
                (Some(outcome), Some(answer))
                    if outcome == win && best.plies.is_some_and(|plies| plies <= time) =>
                {
                    right(Some((answer, best.line.get(1).copied())))
                }
                (Some(outcome), _) if outcome == win => {
                    refused(format!("That wins, but not {in_time}."), true)
                }
                (Some(_), answer) => {
                    let refutation = refutation(game, history, mv, answer);
                    refused(format!("That does not win.{refutation}"), true)
                }
            }
        })?;
        Ok(verdict.unwrap_or_else(unknown))
    }

    /// Says what is proven of the first move, and how the game went, in which the replies hold out longest.
    fn reason(&self, game: &AnyGame, history: &History<AnyPosition>) -> String {
        let moves: Vec<_> = history.turns().map(|(_, mv, _)| mv).collect();
        let typed = typed_turns(game, &History::new(history.start().clone()), &moves);
        let [first, rest @ ..] = &typed[..] else { return String::new() };
        // A collection that is not proven can have another solution.
        let uniqueness = moves.first().filter(|mv| **mv == self.key).map(|_| self.entry.uniqueness);
        // A number of turns from now; `None` for the present turn.
        let turns = self.entry.turns();
        let time = (turns > 1).then(|| format!("{} or fewer", in_turns_of("your", turns)));
        let proven = match (uniqueness, time) {
            (Some(Uniqueness::Only), None) => format!("{first} is the only move that wins."),
            (Some(Uniqueness::Only), Some(time)) => {
                format!("{first} is the only move that wins, {time} against any defence.")
            }
            (Some(Uniqueness::FastestWin), None) => format!("{first} is the only move that wins this turn."),
            (Some(Uniqueness::FastestWin), Some(time)) => {
                format!("{first} is the only move that wins {time} against any defence.")
            }
            (None, None) => format!("{first} wins this turn."),
            (None, Some(time)) => format!("{first} wins {time} against any defence."),
        };
        let Some(last) = rest.last() else { return proven };
        let defender = capitalised(game.player_name(history.start().to_move().opponent()));
        let replies: Vec<String> = rest.iter().step_by(2).cloned().collect();
        let replies = join_with_word(&replies, "and");
        format!("{proven} {defender} held out as long as possible with {replies}, and {last} ended the game.")
    }
}

/// Says what `mv` captures, as a sentence with a blank before it; empty in games with stacks.
fn captured_text(game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) -> String {
    let mut after = history.clone();
    after.play(mv);
    let view = game.view(&after);
    let captured = game.captured(&view);
    let piece = |cell: &PictureCell| format!("the piece on {}", game.typed_cell(&cell.name));
    match &captured.iter().map(piece).collect::<Vec<_>>()[..] {
        _ if game.picture(&view).has_stacks => String::new(),
        [] => " It captures nothing.".to_owned(),
        pieces => format!(" It captures {}.", join_with_word(pieces, "and")),
    }
}

/// Names a number of plies in turns of the player to move.
fn within_turns(plies: u32) -> String {
    match plies.div_ceil(2) {
        0 | 1 => "this turn".to_owned(),
        turns => in_turns_of("your", turns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Returns the game of a puzzle in which both sides play as well as possible.
    fn solved(game: &AnyGame, entry: &PuzzleEntry) -> History<AnyPosition> {
        let mut history = History::new(game.read_position(&entry.position).unwrap());
        history.play(game.read_legal_move(history.current(), &entry.key).unwrap());
        let study = PuzzleAnalyzer::new(game, Solver::new(32 << 20));
        let rest = study.best(history.current(), Some(entry.plies - 1));
        rest.line.into_iter().for_each(|mv| history.play(mv));
        history
    }

    #[test]
    fn solutions_of_every_game_are_explained() {
        let family = |entry: &PuzzleEntry| games::find(&entry.game).unwrap().0.id;
        for plies in [1, 3] {
            let mut seen = Vec::new();
            for (game, entry) in collection::bundled().filter(|(_, entry)| entry.plies == plies) {
                if seen.contains(&(family(&entry), entry.uniqueness)) {
                    continue;
                }
                seen.push((family(&entry), entry.uniqueness));
                let history = solved(&game, &entry);
                assert_eq!(history.plies(), plies as usize, "{entry}");
                assert!(history.current().outcome().is_some(), "{entry}");
                let key = game.read_move(&entry.key).unwrap();
                let text = ForcedWin { entry: &entry, key }.reason(&game, &history);
                assert!(text.contains(" is the only move that wins"), "{text}");
                assert_eq!(text.contains(" held out as long as possible with "), plies > 1, "{text}");
                // "Only" is not claimed of another move.
                let is_other = |mv: &AnyMove| *mv != key;
                let Some(other) = history.start().moves().into_iter().find(is_other) else { continue };
                let text = ForcedWin { entry: &entry, key: other }.reason(&game, &history);
                assert!(!text.contains("only") && text.contains(" wins "), "{text}");
            }
            assert!(!seen.is_empty());
        }
    }
}
