//! The command line, declared, and what each command does with it.

mod arena;
mod solve;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::config::{self, Config};
use crate::console::standard::{self, ColorChoice, SystemClock, Wishes};
use crate::console::{BoardStyle, Console, Look, Seating, Stop};
use crate::engine::bots::BotError;
use crate::engine::search::DEEPEST;
use crate::face::AnyGame;
use crate::games::{self, NameError};
use crate::model::{Chance, Record, RecordError};
use crate::play::files::{self, FileError, Files};
use crate::play::{Circumstances, HUMAN, Plan, Shell, Visit, seats, session_help};
use crate::tools::analyze::Effort;
use crate::tools::bench;
use crate::tools::records;
use crate::tools::report::{self, Question, ReportError};
use crate::tools::ugi::Talk;

/// Five abstract board games for two at the console: Ugly Duck, Ugly Duck on any board, Replica, Three Dragons, Qawale.
#[derive(Debug, Parser)]
#[command(name = "cygnet", version, max_term_width = 100, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    talk: TalkOptions,
}

const EXAMPLES: &str = "\
Examples:
  cygnet                                          the menu of the games
  cygnet play uglyduck --p1 human --p2 hard       a game at once
  cygnet rules uglyduck                           the instructions
  cygnet moves uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1'
  cygnet perft uglyduck 8
  cygnet analyze uglyduck --depth 12 --lines 3
  cygnet solve uglyduck-xl:4x4                    who wins

Configuration: board and color can be set in ~/.config/cygnet/config.toml (docs/configuration.md).

Exit codes: 0 done, 1 something was wrong with the data, 2 the command line was wrong, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays a game at the console: its menus, or at once with the seats given
    #[command(after_help = PLAY_EXAMPLES, after_long_help = format!("{PLAY_EXAMPLES}\n\n{}", session_help(true)))]
    Play(PlayOptions),
    /// Shows the instructions of a game
    #[command(after_help = "Example:\n  cygnet rules uglyduck")]
    Rules {
        /// The game: `id` or `id:options`
        game: String,
        #[command(flatten)]
        look: LookOptions,
    },
    /// Lists the legal moves of a position, one a line
    #[command(after_help = MOVES_EXAMPLES)]
    Moves {
        /// The game: `id` or `id:options`
        game: String,
        /// Add a tab and the position after the move
        #[arg(long)]
        successors: bool,
        #[command(flatten)]
        subject: SubjectOptions,
    },
    /// Counts the sequences of DEPTH moves from a position
    #[command(after_help = "Examples:\n  cygnet perft uglyduck 8\n  cygnet perft uglyduck 5 --divide")]
    Perft {
        /// The game: `id` or `id:options`
        game: String,
        /// How many moves
        depth: u32,
        /// Count for each first move: a line `MOVE<tab>COUNT`, then the total
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        subject: SubjectOptions,
    },
    /// Says what each legal move is worth, best first, with its best line and whether that is proven
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze {
        /// The game: `id` or `id:options`
        game: String,
        #[command(flatten)]
        effort: EffortOptions,
        #[command(flatten)]
        subject: SubjectOptions,
    },
    /// Measures the speed of perft, random games and search in every game
    #[command(after_help = BENCH_EXAMPLES)]
    Bench {
        /// The size of the run: count at most about so many sequences of moves in each game
        #[arg(long, value_name = "N", default_value_t = bench::USUAL_LEAVES)]
        leaves: u64,
        /// The form of the table
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Proves the result of a position: who wins under best play, or that it is a draw
    #[command(after_help = solve::EXAMPLES)]
    Solve(solve::SolveOptions),
    /// Writes a book of proven moves near the start: lines `POSITION MOVE`
    #[command(hide = true, after_help = "Example:\n  cygnet book uglyduck --memory 4096 > book.txt")]
    Book(solve::BookOptions),
    /// Shows a recorded game, or prints the lines that play it again
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayOptions),
    /// Verifies records: every move legal, every result what the board says
    #[command(after_help = "Example:\n  cygnet check *.cygnet")]
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Plays a match between bots
    #[command(after_help = arena::EXAMPLES)]
    Arena(arena::ArenaOptions),
    /// Speaks the Universal Game Interface on standard input and output, as an engine for other programs
    #[command(after_help = UGI_EXAMPLES)]
    Ugi {
        /// The game: `id` or `id:options`
        game: String,
    },
    /// Prints a completion script for a shell
    #[command(
        after_help = "Example:\n  cygnet completions bash > ~/.local/share/bash-completion/completions/cygnet"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of the program, or of one of its commands
    #[command(after_help = "Example:\n  cygnet man play | man -l -")]
    Man {
        /// The command
        command: Option<String>,
    },
}

const REPLAY_EXAMPLES: &str = "\
Examples:
  cygnet replay game.cygnet --board compact
  cygnet replay game.cygnet --from 10 --step
  cygnet replay game.cygnet --as-input | cygnet play uglyduck --p1 human --p2 human";

#[derive(Debug, Args)]
struct ReplayOptions {
    /// The file with the record
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Begin after so many moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Wait for Enter after each move
    #[arg(long)]
    step: bool,
    /// Print the lines which, piped into `cygnet play` with two people at the table, play the same game
    #[arg(long, conflicts_with_all = ["step", "from"])]
    as_input: bool,
    #[command(flatten)]
    look: LookOptions,
}

const BENCH_EXAMPLES: &str = "\
The last line is the signature: the number of positions searched. It changes only when the search does.

Examples:
  cygnet bench
  cygnet bench --format json";

const ANALYZE_EXAMPLES: &str = "\
Each line is MOVE<tab>VALUE<tab>LINE; values are in pieces for the player to move, or `won in N`, `lost in N` (plies), `draw`
where that is proven. Without --depth, --time and --nodes, a second is taken.

Examples:
  cygnet analyze uglyduck --depth 12 --lines 3
  cygnet analyze uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1' --time 5
  cygnet analyze uglyduck --position - --depth 8 --format json < positions.txt";

const UGI_EXAMPLES: &str = "\
The protocol is described in docs/protocol.md. Programs that speak it play wherever a bot is named, as ugi:COMMAND.

Examples:
  printf 'position startpos\\ngo depth 8\\n' | cygnet ugi uglyduck
  cygnet play uglyduck --p1 human --p2 'ugi:./engine --fast'";

const PLAY_EXAMPLES: &str = "\
Examples:
  cygnet play uglyduck
  cygnet play uglyduck --p1 human --p2 minimax:6
  cygnet play uglyduck --p1 easy --p2 hard --seed 7
  printf 'a1\\nb1\\n' | cygnet play uglyduck --p1 human --p2 human --echo

At every prompt, :help lists the commands of a session.";

const MOVES_EXAMPLES: &str = "\
Examples:
  cygnet moves uglyduck
  cygnet moves uglyduck --position 'DDs2/5/1Dd2/d1S2/4d 1' --successors
  cygnet moves uglyduck --position - --format json < positions.txt";

#[derive(Debug, Args)]
struct PlayOptions {
    /// The game: `id` or `id:options`; without it, the menu of the games
    game: Option<String>,
    /// Who plays first: `human` or a bot
    #[arg(long, value_name = "SEAT", requires = "game")]
    p1: Option<String>,
    /// Who plays second: `human` or a bot
    #[arg(long, value_name = "SEAT", requires = "game")]
    p2: Option<String>,
    /// Begin at this position; people play where no seat is given
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "restricted"])]
    record: Option<PathBuf>,
    #[command(flatten)]
    talk: TalkOptions,
}

#[derive(Clone, Debug, Args)]
struct LookOptions {
    /// When to use colours [default: auto, or what the configuration file says]
    #[arg(long, value_enum, value_name = "WHEN")]
    color: Option<ColorChoice>,
    /// How to draw the board [default: classic, or what the configuration file says]
    #[arg(long, value_enum, value_name = "STYLE")]
    board: Option<BoardStyle>,
}

impl LookOptions {
    /// The style of the board and the colours: the flags, then the configuration file, then the usual ones.
    fn settle(&self) -> Result<(BoardStyle, ColorChoice), Failure> {
        let config = read_config()?;
        let board = match (self.board, &config.board) {
            (Some(board), _) => board,
            (None, Some(name)) => setting("board", name)?,
            (None, None) => BoardStyle::Classic,
        };
        let color = match (self.color, &config.color) {
            (Some(color), _) => color,
            (None, Some(name)) => setting("color", name)?,
            (None, None) => ColorChoice::Auto,
        };
        Ok((board, color))
    }
}

/// A setting of the configuration file, which takes the same words as the flag of its name.
fn setting<T: ValueEnum>(key: &str, name: &str) -> Result<T, Failure> {
    T::from_str(name, true)
        .map_err(|_| Failure::data(format!("configuration file: {key} = \"{}\"", name.escape_debug())))
}

fn read_config() -> Result<Config, Failure> {
    let Some(path) = config::config_file().filter(|path| path.exists()) else { return Ok(Config::default()) };
    let text = files::read(&path).map_err(|FileError(problem)| Failure::data(problem))?;
    Config::parse(&text).map_err(|problem| Failure::data(format!("{}: {problem}", path.display())))
}

#[derive(Clone, Debug, Args)]
struct TalkOptions {
    #[command(flatten)]
    look: LookOptions,
    /// The seed of all chance; a random one is drawn and printed otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// End with the first refused line, and when input ends before the game does
    #[arg(long)]
    strict: bool,
    /// Print the lines read, so that a piped session reads like a typed one
    #[arg(long)]
    echo: bool,
    /// Wait so long between the moves of two computers [default: 2 on a terminal, else 0]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    delay: Option<Duration>,
    /// Do not ask for Enter after a computer's turn
    #[arg(long)]
    no_wait: bool,
    /// Tell after each turn of a person what it cost, and how it is refuted
    #[arg(long)]
    coach: bool,
    /// Keep the game in progress in this file, written after every turn
    #[arg(long, value_name = "FILE", conflicts_with = "restricted")]
    autosave: Option<PathBuf>,
    /// Turn off everything that touches files or starts programs, for strangers over ssh or a socket
    #[arg(long)]
    restricted: bool,
}

#[derive(Debug, Args)]
struct SubjectOptions {
    /// The position asked about; `-` reads one a line from standard input and answers each in JSON
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Args)]
struct EffortOptions {
    /// Look so many plies ahead, 1 to 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Take so long
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Look at so many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Show the K best moves [default: all]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The memory for what has been found, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Search in so many threads; with more than one, the answer may differ from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

impl EffortOptions {
    fn effort(&self) -> Effort {
        Effort {
            depth: self.depth,
            time: self.time,
            nodes: self.nodes,
            lines: self.lines.map(|lines| lines as usize),
            memory: (self.memory as usize) << 20,
            threads: self.threads as usize,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl ValueEnum for ColorChoice {
    fn value_variants<'a>() -> &'a [Self] {
        &[ColorChoice::Auto, ColorChoice::Always, ColorChoice::Never]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        }))
    }
}

impl ValueEnum for BoardStyle {
    fn value_variants<'a>() -> &'a [Self] {
        &[BoardStyle::Classic, BoardStyle::Compact, BoardStyle::Ascii, BoardStyle::Words]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "it should be seconds from 0 to 3600".to_owned())
}

/// Why a command did not succeed: the exit code and what to say on standard error.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// 1 wrong data, 2 wrong command line, 130 interrupted; 0 when nobody reads the output any more.
    pub code: u8,
    /// What happened.
    pub error: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Failure {
    fn quiet(code: u8) -> Self {
        Failure { code, error: None, hint: None }
    }

    fn data(error: impl ToString) -> Self {
        Failure { code: 1, error: Some(error.to_string()), hint: None }
    }

    fn usage(error: impl ToString, hint: String) -> Self {
        Failure { code: 2, error: Some(error.to_string()), hint: Some(hint) }
    }

    /// Says on standard error what is to be said and gives the exit code.
    #[expect(clippy::print_stderr, reason = "the one place where errors are printed")]
    pub fn report(&self) -> ExitCode {
        if let Some(error) = &self.error {
            eprintln!("error: {error}");
        }
        if let Some(hint) = &self.hint {
            eprintln!("hint: {hint}");
        }
        ExitCode::from(self.code)
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        Failure::usage(&error, error.hint())
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Self {
        Failure::usage(&error, format!("the seats are human, {}", error.known.join(", ")))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::quiet(0),
            _ => Failure::data(format!("cannot read or write: {error}")),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Position(error) => Failure {
                hint: Some("docs/games has the notation of each game".to_owned()),
                ..Failure::data(format!("position: {error}"))
            },
            ReportError::Some(count) => Failure::data(format!("{count} of the positions could not be read")),
            ReportError::Io(error) => error.into(),
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::EndOfInput | Stop::Quit => Failure::quiet(0),
            Stop::Interrupted => Failure::quiet(130),
            Stop::Ended(number) => Failure::quiet(128_u8.saturating_add(number)),
            Stop::Strict(message) | Stop::Invalid(message) => Failure::data(message),
            Stop::Output(error) | Stop::Input(error) => error.into(),
        }
    }
}

impl Cli {
    /// Does what the command line asks for.
    ///
    /// # Errors
    /// What went wrong, with the exit code for it.
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            None => converse(&Visit::AllGames, &self.talk),
            Some(Command::Play(options)) => play(&options),
            Some(Command::Rules { game, look }) => rules(games::open(&game)?.as_ref(), &look),
            Some(Command::Solve(options)) => options.run(),
            Some(Command::Book(options)) => options.run(),
            Some(Command::Replay(options)) => replay(&options),
            Some(Command::Check { files }) => check(&files),
            Some(Command::Arena(options)) => arena::run(&options),
            Some(Command::Completions { shell }) => completions(shell),
            Some(Command::Man { command }) => manual(command.as_deref()),
            Some(Command::Moves { game, successors, subject }) => {
                answer(games::open(&game)?.as_ref(), &subject, Question::Moves { successors })
            }
            Some(Command::Perft { game, depth, divide, subject }) => {
                answer(games::open(&game)?.as_ref(), &subject, Question::Perft { depth, divide })
            }
            Some(Command::Bench { leaves, format }) => {
                let mut out = standard::output();
                match format {
                    Format::Text => bench::text(leaves, &SystemClock::new(), &mut out)?,
                    Format::Json => bench::json(leaves, &SystemClock::new(), &mut out)?,
                }
                Ok(out.flush()?)
            }
            Some(Command::Ugi { game }) => speak(games::open(&game)?.as_ref()),
            Some(Command::Analyze { game, effort, subject }) => answer(
                games::open(&game)?.as_ref(),
                &subject,
                Question::Analyze(effort.effort(), &SystemClock::new()),
            ),
        }
    }
}

fn play(options: &PlayOptions) -> Result<(), Failure> {
    if let Some(path) = &options.record {
        return play_on(path, options);
    }
    let Some(name) = &options.game else { return converse(&Visit::AllGames, &options.talk) };
    let (family, game_options) = games::find(name)?;
    let game = games::open(name)?;
    if options.p1.is_none() && options.p2.is_none() && options.position.is_none() {
        let visit = Visit::Menus { family, options: game_options };
        return converse(&visit, &options.talk);
    }
    let seating = Seating { bots: [bot(options.p1.as_ref()), bot(options.p2.as_ref())], names: [None, None] };
    if options.talk.restricted && seating.bots.iter().flatten().any(|name| seats::is_program(name)) {
        let hint = "a bot of cygnet, or a person, may take the seat".to_owned();
        return Err(Failure::usage("programs do not play where --restricted is given", hint));
    }
    game.check_seating(&seating)?;
    game.position(options.position.as_deref()).map_err(ReportError::Position)?;
    let seed = seed(&options.talk);
    let plan = Plan { start: options.position.clone(), date: today(), ..Plan::new(seating, seed) };
    converse_with(&Visit::Table { game, plan }, &options.talk, seed)
}

/// The bot of a seat, `None` for a person's.
fn bot(seat: Option<&String>) -> Option<String> {
    seat.filter(|seat| !seat.eq_ignore_ascii_case(HUMAN)).cloned()
}

/// Goes on with a recorded game. Seats on the command line replace those of the record.
fn play_on(path: &Path, options: &PlayOptions) -> Result<(), Failure> {
    let record = files::read_record(path).map_err(|FileError(problem)| Failure::data(problem))?;
    let wrong =
        |error: RecordError| Failure::data(format!("{}:{}: {}", path.display(), error.line, error.problem));
    let game = records::verify(&record).map_err(wrong)?;
    let seed = seed(&options.talk);
    let mut plan = Plan::from_record(&record, seed);
    let wishes = [("--p1", &options.p1), ("--p2", &options.p2)];
    for (seat, (flag, wanted)) in plan.seating.bots.iter_mut().zip(wishes) {
        match seat {
            _ if wanted.is_some() => *seat = bot(wanted.as_ref()),
            Some(program) if seats::is_program(program) => return Err(not_from_a_file(program, flag)),
            _ => {}
        }
    }
    game.check_seating(&plan.seating)?;
    converse_with(&Visit::Table { game, plan }, &options.talk, seed)
}

/// A record may come from anybody, and starts no programs by itself.
fn not_from_a_file(program: &str, flag: &str) -> Failure {
    let program = program.escape_debug();
    Failure {
        hint: Some(format!("{flag} \"{program}\" starts it; another seat takes its place")),
        ..Failure::data(format!(
            "the record names the program \"{program}\", and a file does not start programs"
        ))
    }
}

fn replay(options: &ReplayOptions) -> Result<(), Failure> {
    let text = files::read(&options.file).map_err(|FileError(problem)| Failure::data(problem))?;
    let file = options.file.display();
    let wrong = |error: RecordError| Failure::data(format!("{file}:{}: {}", error.line, error.problem));
    let games = Record::read_all(&text).map_err(wrong)?;
    let index = options.game.checked_sub(1);
    let record = index.and_then(|index| games.get(index)).ok_or_else(|| {
        Failure::data(format!("{file}: there is no game {}, the file holds {}", options.game, games.len()))
    })?;
    if options.as_input {
        let mut out = standard::output();
        for line in records::as_input(record).map_err(wrong)? {
            writeln!(out, "{line}")?;
        }
        return Ok(out.flush()?);
    }
    records::verify(record).map_err(wrong)?;
    let (board, color) = options.look.settle()?;
    let wishes = Wishes { color, board, echo: false, strict: false, delay: None, wait: true, coach: false };
    let _restored = standard::TerminalState::save();
    let mut console = standard::console(&wishes)?;
    let shown = records::show(record, options.from, options.step, &mut console);
    console.flush()?;
    Ok(shown?)
}

fn check(paths: &[PathBuf]) -> Result<(), Failure> {
    let mut out = standard::output();
    let wrong = records::check_files(paths, &mut out)?;
    out.flush()?;
    if wrong == 0 {
        return Ok(());
    }
    Err(Failure::data(format!("{wrong} of {} files are wrong", paths.len())))
}

fn speak(game: &dyn AnyGame) -> Result<(), Failure> {
    let (input, signals) = standard::protocol()?;
    Ok(game.ugi(Talk { input, signals, output: standard::output(), clock: Arc::new(SystemClock::new()) })?)
}

fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cygnet", &mut script);
    let mut out = standard::output();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

fn manual(name: Option<&str>) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let page = match name {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            Failure::usage(
                format!("there is no command \"{}\"", name.escape_debug()),
                format!("the commands are {}", names.join(", ")),
            )
        })?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    let mut out = standard::output();
    out.write_all(&text)?;
    Ok(out.flush()?)
}

fn converse(visit: &Visit, talk: &TalkOptions) -> Result<(), Failure> {
    converse_with(visit, talk, seed(talk))
}

fn converse_with(visit: &Visit, talk: &TalkOptions, seed: u64) -> Result<(), Failure> {
    let (board, color) = talk.look.settle()?;
    let _restored = standard::TerminalState::save();
    let mut console = standard::console(&Wishes {
        color,
        board,
        echo: talk.echo,
        strict: talk.strict,
        delay: talk.delay,
        wait: !talk.no_wait,
        coach: talk.coach,
    })?;
    let at_terminal = standard::is_terminal() && !talk.restricted;
    let folder = config::state_folder().filter(|_| at_terminal && talk.autosave.is_none());
    let files = match (&folder, &talk.autosave) {
        _ if talk.restricted => Files::forbidden(),
        (_, Some(path)) => Files::in_file(path.clone()),
        (Some(folder), None) => keep_in(folder, &mut console)?,
        (None, None) => Files::on_request(),
    };
    let resume_from =
        folder.filter(|_| !matches!(visit, Visit::Table { plan, .. } if !plan.moves.is_empty()));
    let around = Circumstances { seed, date: today(), files, resume_from };
    Ok(Shell::new(&mut console, around).run(visit)?)
}

/// Keeps the game in progress in a slot of `folder`; where that cannot be, says so and goes on.
fn keep_in(folder: &Path, console: &mut Console) -> Result<Files, Failure> {
    match Files::in_slot_of(folder) {
        Ok(files) => Ok(files),
        Err(error) => {
            console.say(&format!("(The game will not be kept: {}: {error}.)", folder.display()))?;
            Ok(Files::on_request())
        }
    }
}

/// Today's date, for records.
fn today() -> Option<String> {
    Some(time::OffsetDateTime::now_utc().date().to_string())
}

fn seed(talk: &TalkOptions) -> u64 {
    seed_or_fresh(talk.seed)
}

/// The seed asked for, or a fresh one, which is told.
#[expect(clippy::print_stderr, reason = "scripts read the answer on standard output, people the seed here")]
fn seed_or_fresh(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = Chance::fresh_seed();
        eprintln!("seed: {seed}");
        seed
    })
}

fn rules(game: &dyn AnyGame, options: &LookOptions) -> Result<(), Failure> {
    let (board, color) = options.settle()?;
    let look = Look { paint: standard::paint(color), board, width: standard::columns().columns() };
    let mut out = standard::output();
    out.write_all(game.instructions(&look).as_bytes())?;
    Ok(out.flush()?)
}

fn answer(game: &dyn AnyGame, subject: &SubjectOptions, question: Question) -> Result<(), Failure> {
    let mut out = standard::output();
    let result = match (subject.position.as_deref(), subject.format) {
        (Some("-"), _) => report::answer_lines(game, standard::reader(), question, &mut out),
        (position, Format::Text) => report::answer_text(game, position, question, &mut out),
        (position, Format::Json) => report::answer_json(game, position, question, &mut out),
    };
    // What was answered is written even if the run ends in an error.
    out.flush()?;
    Ok(result?)
}
