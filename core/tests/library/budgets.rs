//! Every bot of every game keeps to every limit: positions, depth, time and the stop signal.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cygnet_core::engine::bots::{self, BotEval, MoveContext, SearchBudget};
use cygnet_core::games::{AnyGame, AnyPosition};
use cygnet_core::model::{Clock, Game, GameRng, History, Position, StopSignal};

use crate::common::with_every_kind;

/// By how many positions a bot may exceed its budget.
const OVERRUN: u64 = 300;
/// The positions after which a bot that is stopped has noticed it.
const NOTICED: u64 = 600;
/// The positions between two looks at the clock.
const POSITIONS_PER_TICK: u64 = 1_000;

/// A clock that advances by a number of milliseconds whenever it is read.
#[derive(Debug)]
struct TickingClock {
    reading: AtomicU64,
    step: u64,
}

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.reading.fetch_add(self.step, Ordering::Relaxed))
    }
}

/// What a bot did for a move.
#[derive(Debug)]
struct Answer {
    /// The positions searched; `None` if the bot does not search.
    nodes: Option<u64>,
    eval: Option<BotEval>,
    /// The reading of the clock at the end.
    time: Duration,
}

/// Asks a new bot for a move, which must be legal.
fn ask(
    game: &AnyGame,
    name: &str,
    history: &History<AnyPosition>,
    budget: SearchBudget,
    stopped: bool,
) -> Answer {
    let step = u64::from(budget.time.is_some());
    let (clock, stop) = (TickingClock { reading: AtomicU64::new(0), step }, StopSignal::new());
    if stopped {
        stop.raise();
    }
    let mut rng = GameRng::from_seed(1);
    let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, &stop, &clock) };
    let mut bot = bots::make(game, name).unwrap();
    let mv = bot.choose(&game.view(history), &mut context);
    let (nodes, eval) = (context.nodes, context.eval);
    let position = history.current().to_string();
    let mv = mv.unwrap_or_else(|| panic!("{} {name}: no move in {position}", game.name()));
    assert_eq!(history.current().check_move(mv), Ok(()), "{} {name}: {position}", game.name());
    Answer { nodes, eval, time: clock.now() }
}

/// Calls `law` with every bot of every game in the starting position and in the middle of a random game.
fn every_bot(law: impl Fn(&AnyGame, &str, &History<AnyPosition>) + Sync) {
    with_every_kind(|game| {
        let mut rng = GameRng::from_seed(3);
        let mut history = History::new(game.start());
        for plies in [0, 6, 16] {
            while history.plies() < plies && history.current().outcome().is_none() {
                history.play(history.current().random_move(&mut rng).unwrap());
            }
            if history.current().outcome().is_some() {
                continue;
            }
            let listed = bots::names(game).into_iter().map(|(name, _)| name);
            for name in listed.chain(["minimax:8".to_owned(), "minimax:64".to_owned()]) {
                law(game, &name, &history);
            }
        }
    });
}

/// Returns whether a bot searches for every move, so that limits apply to it.
fn searches(name: &str) -> bool {
    ["minimax", "greedy", "level", "expert"].iter().any(|prefix| name.starts_with(prefix))
}

#[test]
fn every_bot_keeps_to_every_limit() {
    const TIME: u64 = 5;
    every_bot(|game, name, history| {
        let budget = SearchBudget::default();
        let visited = |budget, stopped| {
            let answer = ask(game, name, history, budget, stopped);
            (answer.nodes.unwrap_or(0), answer)
        };
        for nodes in [1, 100, 1_000] {
            let (used, answer) = visited(budget.with_nodes(nodes), false);
            assert!(answer.nodes.is_some() || !searches(name), "{} {name} does not count", game.name());
            assert!(used <= nodes + OVERRUN, "{} {name}: {used} positions of {nodes}", game.name());
        }
        let (used, answer) = visited(budget.with_time(Duration::from_millis(TIME)), false);
        assert!(used <= TIME * POSITIONS_PER_TICK, "{} {name}, time: {answer:?}", game.name());
        assert!(answer.time <= Duration::from_millis(4 * TIME), "{} {name}, time: {answer:?}", game.name());
        let (used, answer) = visited(budget, true);
        assert!(used <= NOTICED, "{} {name}, stopped: {answer:?}", game.name());
        let (_, answer) = visited(budget.with_depth(1).with_nodes(20_000), false);
        assert!(answer.eval.is_none_or(|eval| eval.depth <= 1), "{} {name}, depth: {answer:?}", game.name());
    });
}
