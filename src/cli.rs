//! The command line, declared, and what each command does with it.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::console::standard::{self, ColorChoice, Wishes};
use crate::console::{BoardStyle, Look, Seating, Stop};
use crate::engine::bots::BotError;
use crate::face::AnyGame;
use crate::games::{self, NameError};
use crate::model::Chance;
use crate::play::{Circumstances, Files, Plan, Shell, Visit};
use crate::tools::report::{self, Question, ReportError};

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

Exit codes: 0 done, 1 something was wrong with the data, 2 the command line was wrong, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays a game at the console: its menus, or at once with the seats given
    #[command(after_help = PLAY_EXAMPLES)]
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
}

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
    #[command(flatten)]
    talk: TalkOptions,
}

#[derive(Clone, Debug, Args)]
struct LookOptions {
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
    /// How to draw the board
    #[arg(long, value_enum, default_value = "classic", value_name = "STYLE")]
    board: BoardStyle,
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
            Some(Command::Moves { game, successors, subject }) => {
                answer(games::open(&game)?.as_ref(), &subject, Question::Moves { successors })
            }
            Some(Command::Perft { game, depth, divide, subject }) => {
                answer(games::open(&game)?.as_ref(), &subject, Question::Perft { depth, divide })
            }
        }
    }
}

fn play(options: &PlayOptions) -> Result<(), Failure> {
    let Some(name) = &options.game else { return converse(&Visit::AllGames, &options.talk) };
    let (family, game_options) = games::find(name)?;
    let game = games::open(name)?;
    if options.p1.is_none() && options.p2.is_none() && options.position.is_none() {
        let visit = Visit::Menus { family, options: game_options };
        return converse(&visit, &options.talk);
    }
    let bot = |seat: &Option<String>| seat.clone().filter(|seat| !seat.eq_ignore_ascii_case("human"));
    let seating = Seating { bots: [bot(&options.p1), bot(&options.p2)], names: [None, None] };
    game.check_seating(&seating)?;
    game.position(options.position.as_deref()).map_err(ReportError::Position)?;
    let seed = seed(&options.talk);
    let plan = Plan { start: options.position.clone(), date: today(), ..Plan::new(seating, seed) };
    converse_with(&Visit::Table { game, plan }, &options.talk, seed)
}

fn converse(visit: &Visit, talk: &TalkOptions) -> Result<(), Failure> {
    converse_with(visit, talk, seed(talk))
}

fn converse_with(visit: &Visit, talk: &TalkOptions, seed: u64) -> Result<(), Failure> {
    let mut console = standard::console(&Wishes {
        color: talk.look.color,
        board: talk.look.board,
        echo: talk.echo,
        strict: talk.strict,
        delay: talk.delay,
        wait: !talk.no_wait,
    })?;
    let around = Circumstances { seed, date: today(), files: Files::on_request(), resume_from: None };
    Ok(Shell::new(&mut console, around).run(visit)?)
}

/// Today's date, for records.
fn today() -> Option<String> {
    Some(time::OffsetDateTime::now_utc().date().to_string())
}

/// The seed asked for, or a fresh one, which is told.
#[expect(clippy::print_stderr, reason = "scripts read the answer on standard output, people the seed here")]
fn seed(talk: &TalkOptions) -> u64 {
    talk.seed.unwrap_or_else(|| {
        let seed = Chance::fresh_seed();
        eprintln!("seed: {seed}");
        seed
    })
}

fn rules(game: &dyn AnyGame, options: &LookOptions) -> Result<(), Failure> {
    let paint = standard::paint(options.color);
    let look = Look { paint, board: options.board, width: standard::columns().columns() };
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
