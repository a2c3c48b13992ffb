//! `cygnet explore`.
use clap::Args;

use crate::console::stdio;
use crate::console::{Console, Document, Prompt, Stop, Style, rows, wrap};
use crate::games::{self, AnyGame, AnyPosition};
use crate::model::text::escape;
use crate::model::{History, Position as _, Record};
use crate::records::explore::explore;
use crate::records::filter::GameFilter;
use crate::records::in_file;
use crate::screens::drawing::{check_flip, draw_with_rows_below, flip};
use crate::session::{ask_in_menu, choose_from_games, next_words};
use crate::tables::{TableUse, Tables};
use crate::words::counted;
use crate::words::moves::{example_turn, legal_moves, read_turn};

use super::games::{archive, records};
use super::study::check_game_can_be_chosen;
use super::{Failure, Format, StyleOptions, TablesOption, print_output, report_problems, state};

pub(super) const EXAMPLES: &str = "\
Shows a row for each move that was played from this position in your finished games (see cygnet games): how often, and with which \
results for the player who made it. Moves whose result is proven by the rules, a book or a table (see cygnet table) are listed even if \
they were never played. A game counts whichever moves led to the position. Add a move to the command line to go one step further.

Examples:
  cygnet explore uglyduck
  cygnet explore uglyduck a1b2 e3d3
  cygnet explore uglyduck --position '5/5/1D3/d1d2/5 1' --format json";

#[derive(Debug, Args)]
pub(super) struct ExploreOptions {
    /// The game: `id` or `id:options`; without it, a menu of the games at a terminal
    #[arg(required_if_eq("format", "json"))]
    game: Option<String>,
    /// The moves from the start, in either notation: `a1b2`, or 'a1 b2' in quotes
    moves: Vec<String>,
    /// The position to start from
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    style: StyleOptions,
}

pub(super) fn run(options: &ExploreOptions) -> Result<(), Failure> {
    let is_interactive = options.format == Format::Text && stdio::is_terminal();
    let tables = options.tables.tables(TableUse::Always);
    let Some(name) = &options.game else { return explore_chosen_game(options, &tables) };
    let game = tables.attach(games::open(name)?);
    let (records, problem) = finished_games();
    match is_interactive {
        true => {
            let mut console = options.style.console()?;
            explore_interactively(&game, options, &records, &mut console)?;
        }
        false => {
            let found = explore(&game, options.position.as_deref(), &options.moves, &records);
            print_output(&found.map_err(Failure::notation)?.0, options.format)?;
        }
    }
    report_problems(&[&tables]);
    problem
}

/// Returns the finished games, and an error if some of them cannot be read. If none can be, says so: a game can be
/// explored without. Says also which games have an illegal move, and leaves them out.
fn finished_games() -> (Vec<Record>, Result<(), Failure>) {
    let read = || {
        let archive = archive()?;
        let (games, problem) = records(&archive, &GameFilter::default())?;
        let legal = |(number, record): (u64, Record)| {
            let replayed = record.replay().map_err(in_file(&archive.path(number)));
            replayed.inspect_err(|error| stdio::eprint_line(format_args!("left out: {error}"))).ok()?;
            Some(record)
        };
        Ok::<_, Failure>((games.into_iter().filter_map(legal).collect(), problem))
    };
    read().unwrap_or_else(|failure| {
        stdio::eprint_line(state::nothing_is_kept(&failure.to_string()));
        (Vec::new(), Ok(()))
    })
}

/// Asks for the game, then explores it.
fn explore_chosen_game(options: &ExploreOptions, tables: &Tables) -> Result<(), Failure> {
    check_game_can_be_chosen()?;
    let mut console = options.style.console()?;
    let (records, problem) = finished_games();
    while let Some(Some(game)) = ask_in_menu(&mut console, |dialog| choose_from_games(dialog, "EXPLORE"))? {
        if !explore_interactively(&tables.attach(game), options, &records, &mut console)? {
            break;
        }
    }
    report_problems(&[tables]);
    problem
}

/// The prompt below each board, and the one for narrow windows.
const EXPLORE_PROMPTS: [&str; 2] = ["Move, back, start, or Enter to leave: ", "Move, back, start, Enter: "];
/// The prompt for someone who listens.
const HEARD_PROMPT: &str = "Type a move, back or start, or press Enter to leave. ";
/// The columns that an answer needs.
const ANSWER_COLUMNS: usize = 12;
/// The words that leave, besides an empty line.
const LEAVE: [&str; 8] = ["", "q", ":q", "quit", ":quit", "exit", ":exit", "leave"];

/// Shows the position, then the one after each typed move, until the player leaves. Returns whether that was by going back
/// from the start of the game.
fn explore_interactively(
    game: &AnyGame,
    options: &ExploreOptions,
    records: &[Record],
    console: &mut Console,
) -> Result<bool, Failure> {
    let (mut moves, mut is_first) = (options.moves.clone(), true);
    loop {
        let (found, history) =
            explore(game, options.position.as_deref(), &moves, records).map_err(Failure::notation)?;
        // One turn each, for going back.
        moves.clone_from(&found.moves);
        let style = console.style();
        let (columns, max_rows) = (style.width, style.rows.map_or(usize::MAX, |rows| rows / 4));
        let in_sentences = style.is_in_sentences();
        let mut table = found.compact_text(max_rows, in_sentences);
        match (history.current().count_moves() as usize).saturating_sub(found.lines.len()) {
            0 => {}
            others => table += &format!("(not listed: {}; type moves)\n", counted(others, "move")),
        }
        let table = wrap(&table, columns);
        let below = rows(&table, columns) + 1 + 1;
        let (board, note) = draw_with_rows_below(game, &history, console, below);
        console.say_nonempty(&note.filter(|_| std::mem::take(&mut is_first)).unwrap_or_default())?;
        console.say(&format!("\n{}\n{table}", board.trim_end()))?;
        loop {
            let Some(answer) = ask(console, game, &history)? else { return Ok(false) };
            let changed = match answer.strip_prefix(':').unwrap_or(&answer) {
                "back" | "b" if moves.pop().is_none() => return Ok(true),
                "back" | "b" => Ok(()),
                "start" => {
                    moves.clear();
                    Ok(())
                }
                "flip" => flip(game, console).map_err(str::to_owned),
                "moves" => {
                    show_list(console, legal_moves(game, &history, &[], true))?;
                    continue;
                }
                "more" => {
                    show_list(console, found.compact_text(usize::MAX, in_sentences))?;
                    continue;
                }
                "?" | "help" => {
                    console.say(&help(game, &history, &style))?;
                    continue;
                }
                _ if answer.starts_with(':') => Err(format!(
                    "{} does not work here. {}",
                    escape(answer.as_bytes()),
                    help(game, &history, &style)
                )),
                _ => read_turn(game, &history, &answer).map(|mv| moves.push(mv.to_string())),
            };
            match changed {
                Ok(()) => break,
                Err(problem) => console.refuse(&problem)?,
            }
        }
    }
}

/// Shows a list below the board, page by page if it is long.
fn show_list(console: &mut Console, list: String) -> Result<(), Failure> {
    ask_in_menu(console, |dialog| dialog.show(&Document::list(list.clone())))?;
    Ok(())
}

/// Says what can be typed, with a legal move as an example.
fn help(game: &AnyGame, history: &History<AnyPosition>, style: &Style) -> String {
    let example = example_turn(game, history);
    let example = example.map(|turn| format!("Type a move, such as {turn}, to see what follows it.\n"));
    let flip = check_flip(game, style);
    let flip = flip.map_or("and more the whole table", |()| "more the whole table, and flip flips the board");
    format!(
        "{}moves lists the legal moves, {flip}. back returns to the position before, or \
         leaves at the start; start returns there. Press Enter or type q to leave.",
        example.unwrap_or_default()
    )
}

/// Reads a line. Returns `None` if the player leaves, with an empty line, `q`, `quit` or the end of input.
fn ask(
    console: &mut Console,
    game: &AnyGame,
    history: &History<AnyPosition>,
) -> Result<Option<String>, Failure> {
    let [usual, narrow] = EXPLORE_PROMPTS;
    let style = console.style();
    let text = match style.fits(usual.len() + ANSWER_COLUMNS) {
        _ if style.by_ear => HEARD_PROMPT,
        true => usual,
        false => narrow,
    };
    let next_words = next_words(game, history, &[], false);
    let words = ["back", "start", "moves", "more", "flip", "quit"].map(str::to_owned);
    let answers = next_words.first().into_iter().chain(words);
    let prompt = Prompt { next_words: Some(next_words), ..Prompt::with_answers(text, answers) };
    match ask_in_menu(console, |dialog| dialog.read_line(&prompt)) {
        Ok(Some(line)) => {
            let answer = line.text().trim().to_lowercase();
            Ok(Some(answer).filter(|answer| !LEAVE.contains(&answer.as_str())))
        }
        Ok(None) => ask(console, game, history),
        Err(Stop::EndOfInput) => Ok(None),
        Err(stop) => Err(stop.into()),
    }
}
