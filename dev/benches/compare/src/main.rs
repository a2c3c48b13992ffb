//! Searches the start of Ugly Duck 5x5 with both programs: the same rules, keys and evaluation, a table of 1
//! GiB each, and one thread. Prints the time of each and their ratio.
//!
//! Usage: `cargo run --release -- [DEPTH]`

use std::time::Instant;

use cygnet::engine::search::{Limits, SearchRequest, Searcher};
use cygnet::games::ugly_duck::{CLASSIC, FiveByFive, Move, UglyDuckPosition};
use cygnet::model::{Evaluate, Game as _, Outcome, Position as _, StopSignal};
use minimax::strategies::iterative::{IterativeOptions, IterativeSearch};
use minimax::{Evaluation, Evaluator, Game, Strategy, Winner};

type Board = UglyDuckPosition<FiveByFive>;

const TABLE_BYTES: usize = 1 << 30;

struct Rules;

impl Game for Rules {
    type S = Board;
    type M = Move;

    fn generate_moves(state: &Board, moves: &mut Vec<Move>) -> Option<Winner> {
        if let Some(winner) = winner(state) {
            return Some(winner);
        }
        moves.extend(state.moves());
        // A player without a move has lost.
        moves.is_empty().then_some(Winner::PlayerJustMoved)
    }

    fn apply(state: &mut Board, mv: Move) -> Option<Board> {
        Some(state.after(mv))
    }

    fn get_winner(state: &Board) -> Option<Winner> {
        winner(state).or_else(|| (!state.has_moves()).then_some(Winner::PlayerJustMoved))
    }

    fn zobrist_hash(state: &Board) -> u64 {
        state.hash_key()
    }
}

fn winner(state: &Board) -> Option<Winner> {
    match state.terminal_outcome()? {
        Outcome::Draw => Some(Winner::Draw),
        Outcome::Win(player) if player == state.to_move() => Some(Winner::PlayerToMove),
        Outcome::Win(_) => Some(Winner::PlayerJustMoved),
    }
}

struct StaticEvaluator;

impl Evaluator for StaticEvaluator {
    type G = Rules;

    fn evaluate(&self, state: &Board) -> Evaluation {
        state.evaluate() as Evaluation
    }
}

fn theirs(depth: u8, options: IterativeOptions) -> f64 {
    let mut search = IterativeSearch::new(StaticEvaluator, options.with_table_byte_size(TABLE_BYTES));
    search.set_max_depth(depth);
    let start = Instant::now();
    let chosen = search.choose_move(&CLASSIC.start());
    let seconds = start.elapsed().as_secs_f64();
    println!("minimax  depth {depth}: value {:>5}, {seconds:.3} s ({chosen:?})", search.root_value());
    seconds
}

fn ours(depth: u8) -> f64 {
    let stop = StopSignal::new();
    let start = Instant::now();
    let mut searcher = Searcher::new(TABLE_BYTES);
    let request = SearchRequest::new(Limits::depth(u32::from(depth), &stop));
    let report = searcher.search(&CLASSIC.start(), &request, &mut |_| {});
    let seconds = start.elapsed().as_secs_f64();
    let best = report.best().map(|line| (line.value, line.moves[0]));
    println!("cygnet   depth {depth}: {best:?}, {} positions, {seconds:.3} s", report.nodes);
    seconds
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(14);
    let ours = ours(depth);
    let plain = theirs(depth, IterativeOptions::new());
    let tuned = theirs(depth, IterativeOptions::new().with_countermoves().with_countermove_history());
    println!(
        "cygnet takes {:.3} of the time of minimax with default options, {:.3} with tuned options",
        ours / plain,
        ours / tuned
    );
}
