//! Choosing a move in a separate thread: the player, its limits and its `info` lines.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::bots::{self, Bot, BotEval, MoveContext, SearchBudget};
use crate::engine::expert::{DEFAULT_TIME, Expert};
use crate::engine::referee::Referee;
use crate::engine::resources::Resources;
use crate::engine::search::{MAX_DEPTH, SearchReport};
use crate::engine::time_control::time_for_move;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Clock, Eval, GameRng, Player, SCORE_LIMIT, StopSignal, Stopwatch};
use crate::words::moves::moves_text;

use super::command::GoLimits;
use super::options::{EngineOptions, SEARCH_BOT};
use super::output::SharedOutput;

/// The player that chooses the moves of a game, with the memory it keeps from move to move.
pub enum UgiPlayer {
    /// The search, which respects the limits of `go`.
    Searcher(Box<SearchPlayer>),
    /// A bot, which respects the limits of `go` as far as it can.
    Bot(Box<dyn Bot<AnyPosition>>, GameRng),
}

/// A search with its memory.
pub struct SearchPlayer {
    expert: Expert<AnyGame>,
    rng: GameRng,
    /// Whether a shortage of threads has been reported. It is reported only once.
    has_shown_shortage: bool,
}

impl UgiPlayer {
    /// Creates the player with these options, using threads from `resources`.
    pub fn new(game: &AnyGame, options: &EngineOptions, resources: &Resources) -> Self {
        let rng = GameRng::from_seed(options.seed);
        // The name was checked when it was set.
        if options.bot != SEARCH_BOT
            && let Ok(mut bot) = bots::make(game, &options.bot)
        {
            bot.new_game();
            return UgiPlayer::Bot(bot, rng);
        }
        let mut expert = Expert::new(game, DEFAULT_TIME);
        expert.settings.bytes = usize::try_from(options.hash << 20).unwrap_or(usize::MAX);
        expert.settings.resources = resources.clone();
        UgiPlayer::Searcher(Box::new(SearchPlayer { expert, rng, has_shown_shortage: false }))
    }
}

/// A `go` command to execute.
pub struct GoTask {
    /// The game so far.
    pub referee: Referee<AnyGame>,
    /// The limits.
    pub go: GoLimits,
    /// The number of searching threads.
    pub threads: usize,
    /// The number of best moves to report.
    pub lines: usize,
    /// Ends the search.
    pub stop: StopSignal,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

impl GoTask {
    /// Chooses a move, writing `info` lines to `output`, and returns the line with the best move.
    ///
    /// # Errors
    /// A line could not be written.
    pub fn run(&self, player: &mut UgiPlayer, output: &SharedOutput) -> io::Result<String> {
        let watch = Stopwatch::start(self.clock.as_ref());
        let best = match player {
            UgiPlayer::Searcher(player) => self.search(player, &watch, output)?,
            UgiPlayer::Bot(bot, rng) => {
                let mut context = self.context(rng);
                let best = bot.choose(&self.referee.view(), &mut context);
                let numbers = counters_text(context.nodes, watch.elapsed());
                output.write_line(&format!("info {}{numbers}", opinion_text(context.eval)))?;
                best
            }
        };
        if let Some(mv) = best {
            return Ok(format!("bestmove {}", mv));
        }
        output.write_line("info string the game is over: there are no legal moves")?;
        Ok("bestmove none".to_owned())
    }

    fn search(
        &self,
        player: &mut SearchPlayer,
        watch: &Stopwatch<'_>,
        output: &SharedOutput,
    ) -> io::Result<Option<AnyMove>> {
        let expert = &mut player.expert;
        (expert.settings.threads, expert.settings.lines) = (self.threads, self.lines);
        let mut context = self.context(&mut player.rng);
        let mut written = Ok(());
        let report = expert.search(&self.referee.view(), &mut context, &mut |report| {
            if let Err(error) = self.write_info(report, watch.elapsed(), output) {
                // Nobody is reading the output any more.
                self.stop.raise();
                written = Err(error);
            }
        });
        written?;
        if let Some(shortage) = report.thread_shortage(self.threads)
            && !std::mem::replace(&mut player.has_shown_shortage, true)
        {
            output.write_line(&format!("info string {shortage}"))?;
        }
        let Some(best) = report.best() else { return Ok(None) };
        self.write_info(&report, watch.elapsed(), output)?;
        Ok(Some(best.moves[0]))
    }

    /// Returns the limits of `go`. For those that are missing, bots use their own.
    fn budget(&self) -> SearchBudget {
        let time = self.time(self.referee.to_move());
        let depth = self.go.depth.map(|depth| depth.clamp(1, u64::from(MAX_DEPTH)) as u32);
        SearchBudget::default().with_time(time).with_nodes(self.go.nodes).with_depth(depth)
    }

    /// Returns the context for a move within the limits of `go`.
    fn context<'a>(&'a self, rng: &'a mut GameRng) -> MoveContext<'a> {
        MoveContext { budget: self.budget(), ..MoveContext::new(rng, &self.stop, self.clock.as_ref()) }
    }

    /// Returns the time for this move: the time in `go` or a part of the time on the player's clock.
    fn time(&self, player: Player) -> Option<Duration> {
        let index = player.index();
        let increment = Duration::from_millis(self.go.increments[index].unwrap_or(0));
        let clock = self.go.clocks[index].map(|left| time_for_move(Duration::from_millis(left), increment));
        let movetime = self.go.movetime.map(Duration::from_millis);
        [clock, movetime].into_iter().flatten().min()
    }

    /// Writes an `info` line for each line of `report`, the best first.
    fn write_info(
        &self,
        report: &SearchReport<AnyMove>,
        elapsed: Duration,
        output: &SharedOutput,
    ) -> io::Result<()> {
        let numbers = format!("{} hashfull {}", counters_text(Some(report.nodes), elapsed), report.hashfull);
        (1..).zip(&report.lines).try_for_each(|(rank, line)| {
            let selective = report.selective_depth.max(line.moves.len() as u32);
            let score = score_text(line.eval());
            let moves = moves_text(&line.moves);
            output.write_line(&format!(
                "info depth {} seldepth {selective} multipv {rank}{score} {numbers} pv {moves}",
                line.depth
            ))
        })
    }
}

/// Formats the number of positions searched and the positions per second, if they are known, and the time in milliseconds.
fn counters_text(nodes: Option<u64>, elapsed: Duration) -> String {
    let speed = |nodes| u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let counted = nodes.map_or_else(String::new, |nodes| format!("nodes {nodes} nps {} ", speed(nodes)));
    format!("{counted}time {}", elapsed.as_millis())
}

/// Formats a bot's evaluation of its move: the depth, and the score if there is one. Empty if it has not evaluated it.
fn opinion_text(opinion: Option<BotEval>) -> String {
    opinion.map_or_else(String::new, |BotEval { depth, eval }| format!("depth {depth}{} ", score_text(eval)))
}

/// Formats a score: `mate` with the plies to the end for a proven result, negative for a loss, otherwise `cp`
/// with hundredths of a piece, beyond all estimates for a proven win or loss without a distance.
fn score_text(eval: Eval) -> String {
    match eval {
        Eval::Won(Some(plies)) => format!(" score mate {plies}"),
        Eval::Lost(Some(plies)) => format!(" score mate -{plies}"),
        Eval::Estimate(value) => format!(" score cp {value}"),
        Eval::Draw(_) => " score cp 0".to_owned(),
        Eval::Won(None) => format!(" score cp {SCORE_LIMIT}"),
        Eval::Lost(None) => format!(" score cp -{SCORE_LIMIT}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, score::MATE};
    use crate::games;
    use crate::model::SystemClock;

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    #[test]
    fn scores_are_hundredths_of_a_piece_or_plies() {
        let score = |value, proven| score_text(engine::score::to_eval(value, proven));
        assert_eq!(score(-35, false), " score cp -35");
        assert_eq!(score(0, true), " score cp 0");
        assert_eq!(score(MATE - 3, true), " score mate 3");
        assert_eq!(score(4 - MATE, true), " score mate -4");
        assert_eq!(score(4 - MATE, false), " score cp -1000000");
    }

    #[test]
    fn a_bot_reports_its_evaluation_if_any() {
        let text = |eval| opinion_text(Some(BotEval { depth: 4, eval }));
        assert_eq!(text(Eval::Estimate(-12)), "depth 4 score cp -12 ");
        assert_eq!(text(Eval::Lost(Some(6))), "depth 4 score mate -6 ");
        assert_eq!(text(Eval::Won(None)), "depth 4 score cp 1000000 ");
        assert_eq!(opinion_text(None), "");
    }

    #[test]
    fn the_time_for_a_move_is_a_part_of_the_clock() {
        let time = |go: GoLimits| {
            let task = GoTask {
                referee: Referee::new(&classic()),
                go,
                threads: 1,
                lines: 1,
                stop: StopSignal::new(),
                clock: Arc::new(SystemClock::new()),
            };
            Player::BOTH.map(|player| task.time(player).map(|time| time.as_millis()))
        };
        let clocks = GoLimits {
            clocks: [Some(60_000), Some(40)],
            increments: [Some(1_000), None],
            ..GoLimits::default()
        };
        assert_eq!(time(clocks), [Some(3_150), Some(1)]);
        assert_eq!(time(GoLimits { movetime: Some(200), ..clocks }), [Some(200), Some(1)]);
        assert_eq!(time(GoLimits { movetime: Some(200), ..GoLimits::default() }), [Some(200), Some(200)]);
        assert_eq!(time(GoLimits { depth: Some(3), ..GoLimits::default() }), [None, None]);
        let huge =
            GoLimits { clocks: [Some(u64::MAX); 2], increments: [Some(u64::MAX); 2], ..GoLimits::default() };
        assert!(time(huge).iter().all(|time| time.is_some_and(|time| time < u64::MAX.into())));
    }
}
