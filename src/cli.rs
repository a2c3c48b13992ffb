//! The command line: its declaration and its commands.

mod arena;
mod argument_order;
mod certify;
mod completion;
mod config;
mod draw;
mod engines;
mod explore;
mod failure;
mod games;
mod groups;
mod help;
mod manual;
mod memory;
mod network;
mod play;
mod positions;
mod practice;
mod records;
mod review;
mod rpc;
mod settings;
mod solve;
mod state;
mod stats;
mod study;
mod style;
mod table;
mod tables;
mod today;
mod usage;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::styling::{self, Styles};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::tables::TableUse;
use play::SessionOptions;
use positions::{Format, note};
use style::StyleOptions;
use tables::{TablesOption, report_problems};
use today::today;

use crate::analysis::bench;
use crate::console::stdio;
use crate::engine::expert::MAX_TIME;
use crate::model::SystemClock;
use crate::players::external;
use crate::protocols::{Connection, ugi};
use crate::session::{SessionStart, session_help};
use crate::show::output::CommandOutput;

pub use config::{Config, ConfigError, with_settings};
pub use failure::Failure;
pub use settings::{ROWS, Row, Setting};

/// Bold text only: coloured text is unreadable on some backgrounds.
const STYLES: Styles = {
    let bold = styling::Style::new().bold();
    Styles::styled().error(bold).valid(bold).invalid(bold)
};

/// The command line of the program.
#[derive(Debug, Parser)]
#[command(about = help::about(), long_about = None, name = "cygnet", bin_name = "cygnet", version, max_term_width = 100, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[command(styles = STYLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: SessionOptions,
}

const EXAMPLES: &str = "\
Examples:
  cygnet                                          choose a game from a menu
  cygnet play uglyduck --p1 human --p2 hard       start a game without menus
  cygnet rules uglyduck                           read the instructions
  cygnet learn uglyduck                           lessons for beginners
  cygnet moves uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1'
  cygnet perft uglyduck 8
  cygnet analyze uglyduck --depth 12 --lines 3
  cygnet solve uglyduck-xl:4x4                    prove who wins

Configuration: the file ~/.config/cygnet/config.toml sets the board, color, palette and more, and names engines; cygnet config lists them.

Exit codes: 0 success, 1 bad data (such as an illegal move) or a file that cannot be used, 2 bad command line, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays a game, with its menus or with the players given
    #[command(after_help = play::EXAMPLES, after_long_help = format!("{}\n\n{}", play::EXAMPLES, session_help(true, false)))]
    Play(play::PlayOptions),
    /// Offers a network game, and waits for the other player
    #[command(after_help = network::HOST_EXAMPLES, mut_arg("restricted", |refused| refused.hide(true)))]
    Host(network::HostOptions),
    /// Joins a network game
    #[command(after_help = network::JOIN_EXAMPLES)]
    Join(network::JoinOptions),
    /// Watches a network game
    #[command(after_help = network::WATCH_EXAMPLES)]
    Watch(network::WatchOptions),
    /// Shows the instructions of a game
    #[command(after_help = positions::RULES_EXAMPLES)]
    Rules(positions::RulesOptions),
    /// Teaches a game with lessons: small positions with a task
    #[command(after_help = study::LEARN_EXAMPLES, aliases = ["lesson", "lessons", "teach", "tutorial"])]
    Learn(study::LearnOptions),
    /// Sets puzzles: positions with one winning move
    #[command(after_help = study::PUZZLE_EXAMPLES)]
    Puzzle(study::PuzzleOptions),
    /// Quizzes you on your mistakes in earlier games
    #[command(after_help = practice::EXAMPLES, mut_args(practice::hide_refused))]
    Practice(practice::PracticeOptions),
    /// Lists the legal moves of a position, one per line
    #[command(after_help = positions::MOVES_EXAMPLES)]
    Moves(positions::MovesOptions),
    /// Counts the move sequences of length DEPTH from a position
    #[command(after_help = positions::PERFT_EXAMPLES)]
    Perft(positions::PerftOptions),
    /// Evaluates the legal moves, best first, each with its best line
    #[command(after_help = positions::ANALYZE_EXAMPLES)]
    Analyze(positions::AnalyzeOptions),
    /// Measures the speed of the rules, the search and the solver
    #[command(after_help = positions::BENCH_EXAMPLES)]
    Bench {
        /// The size of the run: the approximate maximum number of move sequences counted in each game
        #[arg(long, value_name = "N", default_value_t = bench::DEFAULT_LEAVES, value_parser = clap::value_parser!(u64).range(1..))]
        leaves: u64,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Proves the result of a position with best play
    #[command(after_help = solve::EXAMPLES)]
    Solve(solve::SolveOptions),
    /// Writes a strategy for the winner, a proof that anyone can check
    #[command(after_help = certify::EXAMPLES)]
    Certify(certify::CertifyOptions),
    /// Builds, verifies, describes and removes tables of exact results
    #[command(after_help = table::EXAMPLES)]
    Table(table::TableOptions),
    /// Shows a recorded game, or prints the input that replays it
    #[command(after_help = records::REPLAY_EXAMPLES)]
    Replay(records::ReplayOptions),
    /// Shows what each turn of a recorded game was worth
    #[command(after_help = review::EXAMPLES)]
    Review(review::ReviewOptions),
    /// Lists, shows, reviews, exports and deletes your finished games
    #[command(after_help = games::EXAMPLES)]
    Games(games::GamesOptions),
    /// Shows your results by game, opponent and side, and your streaks
    #[command(after_help = stats::EXAMPLES)]
    Stats(stats::StatsOptions),
    /// Shows which moves you played from a position, and their results
    #[command(after_help = explore::EXAMPLES)]
    Explore(explore::ExploreOptions),
    /// Draws a position as text or as an SVG picture
    #[command(after_help = draw::EXAMPLES)]
    Draw(draw::DrawOptions),
    /// Verifies the moves and results of records, and certificates
    #[command(after_help = records::CHECK_EXAMPLES)]
    Check {
        /// The files to check; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Plays a match between bots
    #[command(after_help = arena::EXAMPLES)]
    Arena(Box<arena::ArenaOptions>),
    /// Runs as an engine that speaks UGI on standard input and output
    #[command(after_help = UGI_EXAMPLES)]
    Ugi {
        /// The game: `id` or `id:options`
        game: String,
        #[command(flatten)]
        tables: TablesOption,
    },
    /// Serves JSON-RPC 2.0 requests on standard input and output
    #[command(after_help = rpc::EXAMPLES)]
    Rpc(rpc::RpcOptions),
    /// Replaces itself with an engine, which ends when the parent process ends
    #[command(name = external::HIDDEN_COMMAND, hide = true)]
    BecomeEngine {
        /// The process ID of the parent
        parent: u32,
        /// The engine and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Shows each setting, its value and its source
    #[command(after_help = settings::EXAMPLES)]
    Config(settings::ConfigOptions),
    /// Prints a completion script for a shell
    #[command(
        after_help = "Example:\n  cygnet completions bash > ~/.local/share/bash-completion/completions/cygnet"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints a manual page, or writes all of them
    #[command(
        after_help = "Examples:\n  cygnet man play | man -l -\n  cygnet man --out ~/.local/share/man/man1"
    )]
    Man {
        /// The command, and its subcommand
        command: Vec<String>,
        /// Write the pages of the program and all its commands into this directory, creating it if necessary
        #[arg(long, value_name = "DIR", conflicts_with = "command", value_parser = path_to_write())]
        out: Option<PathBuf>,
    },
}

impl Cli {
    /// Parses the command line of this process.
    ///
    /// # Errors
    /// Returns an error if the command line is invalid, and after showing the help or the version.
    pub fn read() -> Result<Self, Failure> {
        let mut program = Cli::declaration();
        let words = argument_order::move_options_last(std::env::args_os().collect(), &program);
        let words = argument_order::help_to_option(words, &program);
        let mut parsed = program.try_get_matches_from_mut(&words);
        if parsed.as_ref().is_err_and(|error| usage::begins_with_a_game(error, &program, &words)) {
            // `cygnet qawale` is `cygnet play qawale`.
            let with_play =
                words[..1].iter().cloned().chain(["play".into()]).chain(words[1..].iter().cloned());
            parsed = program.try_get_matches_from_mut(with_play);
        }
        let parsed = parsed.and_then(|found| {
            if style::asks_for_screen_reader(&found) {
                stdio::use_screen_reader();
            }
            Cli::from_arg_matches(&found)
        });
        parsed.map_err(|answer| match answer.use_stderr() {
            true => usage::usage_error(&answer.format(&mut program), &program, &words),
            false => help::show(&answer, argument_order::color(&words)),
        })
    }

    /// Returns the declaration of the command line.
    fn declaration() -> clap::Command {
        groups::grouped(complete_arguments(Cli::command()))
    }

    /// Runs the command.
    ///
    /// # Errors
    /// Returns what went wrong, with the exit code for it.
    pub fn run(self) -> Result<(), Failure> {
        stdio::ignore_file_size_signal()?;
        external::enable_engine_launcher();
        use Command::{BecomeEngine, Completions, Man};
        if !matches!(self.command, Some(Completions { .. } | Man { .. } | BecomeEngine { .. })) {
            // Reports a bad configuration file even for commands that do not need it. `config` does so itself.
            let (config, problem) = config::read_valid()?;
            let is_config = matches!(self.command, Some(Command::Config(_)));
            problem.or_else(|problem| if is_config { Ok(()) } else { Err(problem) })?;
            if config.get(&settings::SCREEN_READER) {
                stdio::use_screen_reader();
            }
        }
        match self.command {
            None => play::run_session(&SessionStart::GamesMenu, &self.session),
            Some(Command::Play(options)) => play::run(&options),
            Some(Command::Host(options)) => network::host(&options),
            Some(Command::Join(options)) => network::join(&options),
            Some(Command::Watch(options)) => network::watch(&options),
            Some(Command::Rules(options)) => positions::rules(&options),
            Some(Command::Learn(options)) => study::learn(&options),
            Some(Command::Puzzle(options)) => study::puzzle(&options),
            Some(Command::Practice(options)) => practice::run(&options),
            Some(Command::Solve(options)) => options.run(),
            Some(Command::Certify(options)) => options.run(),
            Some(Command::Table(options)) => table::run(&options),
            Some(Command::Replay(options)) => records::replay(&options),
            Some(Command::Review(options)) => review::run(&options),
            Some(Command::Games(options)) => games::run(&options),
            Some(Command::Stats(options)) => stats::run(&options),
            Some(Command::Explore(options)) => explore::run(&options),
            Some(Command::Draw(options)) => draw::run(&options),
            Some(Command::Check { files, format }) => records::check(&files, format),
            Some(Command::Arena(options)) => arena::run(&options),
            Some(Command::Rpc(options)) => rpc::run(&options),
            Some(Command::BecomeEngine { parent, words }) => {
                external::become_engine(parent, &words);
                Err(Failure::silent(1))
            }
            Some(Command::Config(options)) => settings::run(&options),
            Some(Command::Completions { shell }) => print(completion::script(shell)),
            Some(Command::Man { out: Some(folder), .. }) => manual::write_pages(&folder),
            Some(Command::Man { command, .. }) => manual::print_page(&command),
            Some(Command::Moves(options)) => positions::moves(&options),
            Some(Command::Perft(options)) => positions::perft(&options),
            Some(Command::Analyze(options)) => positions::analyze(&options),
            Some(Command::Bench { leaves, format }) => positions::run_bench(leaves, format),
            Some(Command::Ugi { game, tables }) => {
                let game = tables.tables(TableUse::TimedOnly).attach(crate::games::open(&game)?);
                Failure::of_service(ugi::serve(&game, connection()?, Arc::new(SystemClock::new())))
            }
        }
    }
}

const UGI_EXAMPLES: &str = "\
UGI is the Universal Game Interface. Programs that speak it can take any seat: name them as ugi:COMMAND instead of a bot, or as @NAME \
after you have described them in the configuration file.

Examples:
  printf 'position startpos\\ngo depth 8\\n' | cygnet ugi uglyduck
  cygnet play uglyduck --p1 human --p2 'ugi:./engine --fast'";

/// Completes what is declared of every argument of `command` and of its subcommands.
fn complete_arguments(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| help::with_games(usage::accept_negative_numbers(argument)));
    command.mut_subcommands(complete_arguments)
}

/// Returns the connection to the program that has started this one.
fn connection() -> Result<Connection, Failure> {
    let (input, signals) = stdio::protocol_input()?;
    Ok(Connection { input, signals, output: stdio::stdout() })
}

/// Writes text to standard output.
fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    out.write_all(text.as_ref())?;
    Ok(out.flush()?)
}

/// Writes what a command found to standard output.
fn print_output(output: &impl CommandOutput, format: Format) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    output.write(format, &mut out)?;
    Ok(out.flush()?)
}

/// Reads the path of a file or directory to write, in a command that has no use for standard output there.
fn path_to_write() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("not standard output here; write ./- for a file of that name"),
        false => Ok(path),
    })
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let max = MAX_TIME.as_secs_f64();
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=max).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds from 0 to {max}"))
}
