//! One object-safe face for all games: what menus, the command line and protocols hold.
//!
//! Types are erased here, at the door, and nowhere deeper: behind each method runs code that is generic in the game.

use std::ops::ControlFlow;

use crate::console::{Console, Look, Screen, Seating, Stop};
use crate::engine::bots::BotError;
use crate::engine::perft;
use crate::engine::rollout::rollout;
use crate::engine::search::{Report, Request, Searcher};
use crate::engine::solver::{self, BookBuilder, ProgressListener, ProofLimits, Solution};
use crate::model::{Chance, History, Mv, NotationError, Outcome, Player, Position, StopSignal};
use crate::play::{After, Files, Plan, Table, seats};
use crate::tools::arena::{self, Job, MatchError, Watch};
use crate::tools::ugi::{self, Talk};

/// A game whose type is not known.
pub trait AnyGame: Send + Sync {
    /// The full name, which opens the same game again.
    fn name(&self) -> String;

    /// The instructions screen.
    fn instructions(&self, look: &Look) -> String;

    /// The last words of the program.
    fn farewell(&self) -> String;

    /// The bots of this game: name and what they do.
    fn bots(&self) -> Vec<(String, String)>;

    /// Makes sure that every bot named at the table exists.
    ///
    /// # Errors
    /// The first name that is unknown.
    fn check_seating(&self, seating: &Seating) -> Result<(), BotError>;

    /// The position that `text` describes; without a text, the start.
    ///
    /// # Errors
    /// Says what is wrong with the text and where.
    fn position(&self, text: Option<&str>) -> Result<Box<dyn AnyPosition>, NotationError>;

    /// The lines which, typed at the prompts of this game, play `moves` (canonical texts) from the position that `start`
    /// describes; without a text, from the start.
    ///
    /// # Errors
    /// The start or a move is wrong: which one, counted from 1 (0 is the start), and why.
    fn typed(&self, start: Option<&str>, moves: &[String]) -> Result<Vec<String>, (usize, String)>;

    /// The drawings of a game, in the style of `look`: of the position that `start` describes (the usual one without a text)
    /// and of the position after each of `moves`.
    ///
    /// # Errors
    /// As [`AnyGame::typed`].
    fn pages(
        &self,
        start: Option<&str>,
        moves: &[String],
        look: &Look,
    ) -> Result<Vec<String>, (usize, String)>;

    /// Plays the games of a match and shows them to `watch` in order: [`arena::contest`].
    ///
    /// # Errors
    /// The match cannot be played; nothing has been shown.
    fn contest(&self, job: &Job<'_>, watch: &mut Watch<'_>) -> Result<(), MatchError>;

    /// A book for the start: texts of positions, each with a move that keeps the win of the player to move.
    ///
    /// # Errors
    /// Why there is none.
    fn book(&self, plan: &BookPlan, listener: &mut dyn FnMut(usize))
    -> Result<Vec<(String, String)>, String>;

    /// Plays a game at the console and keeps it in `files` after every turn.
    ///
    /// # Errors
    /// The conversation ended before the game.
    fn play(&self, plan: &Plan, console: &mut Console, files: &mut Files) -> Result<After, Stop>;

    /// [`ugi::serve`] about this game.
    ///
    /// # Errors
    /// The conversation was interrupted, or input or output failed.
    fn ugi(&self, talk: Talk) -> Result<(), Stop>;
}

/// How a book is made.
#[derive(Clone, Debug)]
pub struct BookPlan {
    /// The memory for the proofs, in bytes.
    pub memory: usize,
    /// The threads that prove.
    pub threads: usize,
    /// The memory of the player who will use the book, in bytes.
    pub player_memory: usize,
    /// The positions after which that player gives up to solve a position by himself.
    pub patience: u64,
    /// Ends the work once it is raised.
    pub stop: StopSignal,
}

/// A position whose type is not known.
pub trait AnyPosition: Send + Sync {
    /// The canonical text.
    fn text(&self) -> String;

    /// The player to move.
    fn to_move(&self) -> Player;

    /// The outcome; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Shows the text of each legal move to `visit`, with a function that gives the text of the position after it;
    /// none in a finished game. Stops when `visit` breaks.
    fn visit_moves(&self, visit: &mut MoveVisitor<'_>);

    /// The position after the move with this text.
    ///
    /// # Errors
    /// Why the text is no legal move here.
    fn play(&self, text: &str) -> Result<Box<dyn AnyPosition>, String>;

    /// [`perft::perft`] of this position.
    fn perft(&self, depth: u32) -> u64;

    /// [`perft::divide`] of this position, with the moves as texts.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// Plays random moves, at most `most`: the text of the position at the end, and how many were played.
    fn random_game(&self, most: u32, chance: &mut Chance) -> (String, u32);

    /// The same, and nothing but the number of plies.
    fn random_plies(&self, most: u32, chance: &mut Chance) -> u32;

    /// The answer to `request` by a fresh [`Searcher`] with a table of `memory` bytes, with the moves as texts.
    fn search(&self, request: &Request<'_>, memory: usize) -> Report<String>;

    /// The solution of this position within `bytes` of memory, with the moves as texts: by the game's own prover if it has
    /// one, else in the general way.
    fn solve(
        &self,
        bytes: usize,
        distance: bool,
        effort: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> Solution<String>;
}

/// Receives a move's text and a function for the text of the position after it.
pub type MoveVisitor<'a> = dyn FnMut(&str, &dyn Fn() -> String) -> ControlFlow<()> + 'a;

struct Placed<G: Screen> {
    game: G,
    position: G::Position,
}

impl<G: Screen> AnyGame for G {
    fn name(&self) -> String {
        crate::model::Game::name(self)
    }

    fn instructions(&self, look: &Look) -> String {
        Screen::instructions(self, look)
    }

    fn farewell(&self) -> String {
        Screen::farewell(self)
    }

    fn bots(&self) -> Vec<(String, String)> {
        seats::names(self)
    }

    fn check_seating(&self, seating: &Seating) -> Result<(), BotError> {
        seating.bots.iter().flatten().try_for_each(|name| seats::check(self, name))
    }

    fn position(&self, text: Option<&str>) -> Result<Box<dyn AnyPosition>, NotationError> {
        let position = text.map_or_else(|| Ok(self.start()), |text| self.read_position(text))?;
        Ok(Box::new(Placed { game: self.clone(), position }))
    }

    fn typed(&self, start: Option<&str>, moves: &[String]) -> Result<Vec<String>, (usize, String)> {
        let mut lines = Vec::new();
        walk(self, start, moves, |history, mv| lines.extend(Screen::typed(self, history, mv)))?;
        Ok(lines)
    }

    fn pages(
        &self,
        start: Option<&str>,
        moves: &[String],
        look: &Look,
    ) -> Result<Vec<String>, (usize, String)> {
        let mut pages = Vec::new();
        let page = |history: &_| self.announce(history, look) + &self.board(history, look);
        let history = walk(self, start, moves, |history, _| pages.push(page(history)))?;
        pages.push(page(&history));
        Ok(pages)
    }

    fn contest(&self, job: &Job<'_>, watch: &mut Watch<'_>) -> Result<(), MatchError> {
        arena::contest(self, job, watch)
    }

    fn book(
        &self,
        plan: &BookPlan,
        listener: &mut dyn FnMut(usize),
    ) -> Result<Vec<(String, String)>, String> {
        const TOO_LITTLE: &str = "this game has no prover in so little memory, and so no book";
        let mut prover = self.prover(plan.memory).ok_or(TOO_LITTLE)?;
        let players: Option<Vec<_>> = (0..plan.threads).map(|_| self.prover(plan.player_memory)).collect();
        let effort = ProofLimits { positions: u64::MAX, threads: plan.threads, stop: &plan.stop };
        let players = players.ok_or(TOO_LITTLE)?;
        let mut builder =
            BookBuilder { prover: prover.as_mut(), players, patience: plan.patience, limits: effort };
        let pages = builder.build(&self.start(), listener).ok_or("broken off: the book is not finished")?;
        let text = |(position, mv)| (self.write_position(&position), self.write_move(mv));
        Ok(pages.into_iter().map(text).collect())
    }

    fn play(&self, plan: &Plan, console: &mut Console, files: &mut Files) -> Result<After, Stop> {
        Table::set(self, plan)?.play(console, files)
    }

    fn ugi(&self, talk: Talk) -> Result<(), Stop> {
        ugi::serve(self, talk)
    }
}

impl<G: Screen> AnyPosition for Placed<G> {
    fn text(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn visit_moves(&self, visit: &mut MoveVisitor<'_>) {
        if self.position.decided().is_some() {
            return;
        }
        let _ = self.position.visit_moves(|mv| {
            visit(&self.game.write_move(mv), &|| self.game.write_position(&self.position.after(mv)))
        });
    }

    fn play(&self, text: &str) -> Result<Box<dyn AnyPosition>, String> {
        let read = self.game.read_legal_move(&self.position, text);
        let mv = read.map_err(|error| error.to_string())?;
        Ok(Box::new(Placed { game: self.game.clone(), position: self.position.after(mv) }))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let counts = perft::divide(&self.position, depth).into_iter();
        counts.map(|(mv, count)| (self.game.write_move(mv), count)).collect()
    }

    fn random_game(&self, most: u32, chance: &mut Chance) -> (String, u32) {
        let game = rollout(&self.position, most, chance);
        (self.game.write_position(&game.end), game.plies)
    }

    fn random_plies(&self, most: u32, chance: &mut Chance) -> u32 {
        rollout(&self.position, most, chance).plies
    }

    fn search(&self, request: &Request<'_>, memory: usize) -> Report<String> {
        let report = Searcher::new(memory).search(&self.position, request, &mut |_| {});
        report.map_moves(|mv| self.game.write_move(mv))
    }

    fn solve(
        &self,
        bytes: usize,
        distance: bool,
        effort: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> Solution<String> {
        let solution = match self.game.prover(bytes) {
            Some(mut prover) => solver::solve_by(prover.as_mut(), &self.position, distance, effort, listener),
            None => solver::solve(&self.position, bytes, effort, listener),
        };
        solution.map_moves(|mv| self.game.write_move(mv))
    }
}

/// Plays `moves` one by one and shows `see` the game before each, and the move.
fn walk<G: Screen>(
    game: &G,
    start: Option<&str>,
    moves: &[String],
    mut see: impl FnMut(&History<G::Position>, Mv<G>),
) -> Result<History<G::Position>, (usize, String)> {
    let start = start.map_or_else(|| Ok(game.start()), |text| game.read_position(text));
    let mut history = History::new(start.map_err(|error| (0, error.to_string()))?);
    for (index, text) in moves.iter().enumerate() {
        let read = game.read_legal_move(history.current(), text);
        let mv = read.map_err(|error| (index + 1, error.to_string()))?;
        see(&history, mv);
        history.play(mv);
    }
    Ok(history)
}
