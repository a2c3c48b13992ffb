//! A review at a terminal: its progress, its pages, and the boards of the turns that the reader asks for.

use crate::analysis::assessment::{AssessmentLimits, Assessor, Knowledge};
use crate::analysis::review::{Review, ReviewedTurn, plain, review};
use crate::console::{
    Console, Dialog, Document, InterruptMessages, Prompt, PromptExit, Stop, ThinkingProgress, none_if_back,
    wrap,
};
use crate::engine::reasons::TurnLine;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Outcome, Record};
use crate::screens::drawing::{draw_with_rows_below, flip};

use crate::words::voice::{YOU, addressed};

use super::spoken::describe;
use super::story::remarks;
use super::text::reason_lines;

/// Texts for interrupting a review.
pub const INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped.)" };
/// What asks for the explanation of a turn.
const WHY: &str = ":why";
/// What shows the review again.
const REVIEW: &str = "r";
/// What flips the boards.
const FLIP: &str = ":flip";
/// The commands after which the review is still read.
const TEXTS: [&str; 2] = [":help", ":rules"];
/// The most mistakes that the progress names.
const MAX_NAMED: usize = 3;
/// The rows below a board: its caption and the question below the page.
const ROWS_BELOW_BOARD: usize = 3;

/// Reviews the recorded game of `history`. At a terminal the progress names the mistakes as they are found, and Ctrl-C
/// stops it.
///
/// # Errors
/// Output could not be written, or an interrupt ends the conversation.
pub fn review_at(
    console: &mut Console,
    game: &AnyGame,
    history: &History<AnyPosition>,
    record: &Record,
    limits: AssessmentLimits<'_>,
) -> Result<Option<Review>, Stop> {
    let outcome = record.result.as_ref().map(|result| result.outcome);
    let reviewed = console.think(INTERRUPT, |stop, progress| {
        let knowledge = Knowledge::default();
        let assessor = Assessor::new(game, limits, stop, &knowledge);
        review_and_report(game, history, outcome, &assessor, progress)
    })?;
    Ok(reviewed.map(|review| review.with_record(game, record)))
}

/// Reviews the game of `history`, and reports the turns and the mistakes to `progress`.
pub fn review_and_report(
    game: &AnyGame,
    history: &History<AnyPosition>,
    outcome: Option<Outcome>,
    assessor: &Assessor<'_>,
    progress: &ThinkingProgress,
) -> Review {
    let mut on_progress = |done: &[ReviewedTurn]| {
        progress.report_turns(done.len(), history.plies(), latest_mistakes(done));
    };
    review(game, history, outcome, assessor, &mut on_progress)
}

/// Names the mistakes that were found last: `?? on turn 41, ? on turn 38`.
fn latest_mistakes(done: &[ReviewedTurn]) -> String {
    // What is found next can still change the last turn.
    let settled = done.iter().rev().skip(1).filter(|turn| turn.is_mistake());
    let named =
        settled.take(MAX_NAMED).filter_map(|turn| Some(format!("{} on turn {}", turn.mark()?, turn.number)));
    named.collect::<Vec<_>>().join(", ")
}

/// What the reader of a review asks for.
#[derive(Clone, Copy)]
enum Wish {
    Leave,
    /// The review again.
    Review,
    /// What the review says of a turn, or of the one just shown.
    Why(Option<usize>),
    /// The explanation of a move, which a review does not give.
    WhyMove,
    Turn(usize),
    /// The boards of the turn just shown, flipped.
    Flip,
}

/// Shows the text of a review in the conversation of `dialog`, and at a terminal the boards of the turns that its reader
/// asks for. An empty line leaves.
///
/// # Errors
/// Fails if a command or the end of input ends it.
pub fn read(
    dialog: &mut Dialog<'_>,
    game: &AnyGame,
    history: &History<AnyPosition>,
    review: &Review,
    text: &str,
) -> Result<(), PromptExit> {
    let numbers = review.turns.iter().map(|turn| turn.number.to_string());
    let answers: Vec<String> = numbers.chain([WHY, FLIP, REVIEW].map(str::to_owned)).collect();
    let mut typed = dialog.show_before(&Document::new(text, usize::MAX), &answers)?;
    dialog.console_mut().cover_board();
    let (Some(first), Some(last)) = (review.turns.first(), review.turns.last()) else { return Ok(()) };
    let prompt = Prompt::with_answers("Turn to look at (Enter: leave): ", answers.iter().cloned())
        .with_default("")
        .heard_as("Type the number of a turn to look at, or press Enter to leave.", "");
    let prompt = Prompt { letters: "q", ..prompt };
    let right = format!(
        "Type the number of a turn, from {} to {}, r for the review again, or press Enter to leave.",
        first.number, last.number
    );
    let parse = |answer: &str| {
        let words = answer.trim_start_matches(':').to_lowercase();
        let wish = match words.split_whitespace().collect::<Vec<_>>()[..] {
            [] | ["q"] => Some(Wish::Leave),
            [REVIEW] => Some(Wish::Review),
            ["flip", ..] => Some(Wish::Flip),
            ["why"] => Some(Wish::Why(None)),
            ["why", number] => Some(number.parse().map_or(Wish::WhyMove, |number| Wish::Why(Some(number)))),
            ["why", ..] => Some(Wish::WhyMove),
            [number] => number.parse().ok().filter(|number| review.turn(*number).is_some()).map(Wish::Turn),
            _ => None,
        };
        wish.ok_or(&right)
    };
    let mut shown: Option<&ReviewedTurn> = None;
    while dialog.is_at_terminal() {
        let wish = match typed.take().and_then(|answer| parse(&answer).ok()) {
            Some(wish) => wish,
            None => match dialog.ask_for(&prompt, parse) {
                Err(PromptExit::StartOver(turn)) if turn.is_empty() => continue,
                Err(PromptExit::Command(line))
                    if line.split(' ').next().is_some_and(|name| TEXTS.contains(&name)) =>
                {
                    dialog.command(&line)?;
                    continue;
                }
                answer => none_if_back(answer)?.unwrap_or(Wish::Leave),
            },
        };
        if let Wish::Why(Some(number)) = wish {
            shown = review.turn(number);
        }
        match (wish, shown) {
            (Wish::Leave, _) => break,
            (Wish::Review, _) => typed = dialog.show_before(&Document::new(text, usize::MAX), &answers)?,
            (Wish::Why(None) | Wish::Flip, None) => dialog.say("Type the number of a turn first.")?,
            (Wish::Why(_), None) => dialog.say(&right)?,
            (Wish::WhyMove, _) => dialog.say(&format!(
                "Below a review, :why takes the number of a turn, such as :why {}.",
                first.number
            ))?,
            (Wish::Why(_), Some(turn)) => dialog.say(&addressed(&describe(review, turn), YOU))?,
            (Wish::Flip, Some(turn)) => match flip(game, dialog.console_mut()) {
                Ok(()) => typed = Some(turn.number.to_string()),
                Err(problem) => dialog.refuse(problem)?,
            },
            (Wish::Turn(number), _) => {
                shown = review.turn(number);
                let boards = shown.map(|turn| boards(dialog.console_mut(), game, history, review, turn));
                let document = Document::new("", usize::MAX).with_drawings(boards.unwrap_or_default());
                typed = dialog.show_before(&document, &answers)?;
            }
        }
    }
    Ok(())
}

/// A board of a turn: its caption, the move that leads to it from the position before the turn, and the reasons that
/// show on it.
pub(super) struct TurnBoard<'a> {
    pub(super) caption: String,
    mv: Option<&'a String>,
    pub(super) reasons: String,
}

/// Returns the boards of a turn: the position before it, after it, and after a better turn. A reason belongs to the
/// move on whose line it shows.
pub(super) fn boards_shown<'a>(
    review: &Review,
    turn: &'a ReviewedTurn,
    columns: Option<usize>,
) -> Vec<TurnBoard<'a>> {
    let name = review.name(turn.player);
    let [value, value_after] = review.values_shown(turn);
    let owner = review.name(review.side_shown(turn));
    let mark = turn.mark().map(|mark| format!(" {mark}")).unwrap_or_default();
    let played = turn.played.first();
    let mut after = format!("{name} played {played}{mark}. {owner}'s position: {value_after}.");
    after.extend(remarks(review, turn).map(|remark| format!(" {remark}")));
    let mover =
        if review.is_reader(turn.player) { "your turn".to_owned() } else { format!("{name} to play") };
    let before = format!("Before turn {}, {mover}. {owner}'s position: {value}.", turn.number);
    let reasons = |line| reason_lines(turn.reasons_of(line), "", columns);
    let mut boards = vec![
        TurnBoard { caption: before, mv: None, reasons: String::new() },
        TurnBoard { caption: after, mv: turn.played.canonical.first(), reasons: reasons(TurnLine::Played) },
    ];
    if !turn.better.typed.is_empty() {
        let caption = format!("{}: {}.", turn.better_name(), turn.better.first());
        let mv = turn.better.canonical.first();
        boards.push(TurnBoard { caption, mv, reasons: reasons(TurnLine::Better) });
    }
    boards
}

/// Draws the boards of a turn, each between its caption and its reasons.
fn boards(
    console: &Console,
    game: &AnyGame,
    history: &History<AnyPosition>,
    review: &Review,
    turn: &ReviewedTurn,
) -> Vec<String> {
    let style = console.style();
    let mut before = history.clone();
    before.undo(history.plies() + 1 - turn.number);
    let shown = boards_shown(review, turn, style.width);
    let texts: Vec<[String; 2]> = shown
        .iter()
        .map(|board| {
            [&wrap(&addressed(&board.caption, YOU), style.width), &board.reasons].map(|text| plain(text))
        })
        .collect();
    // All boards have the size of the smallest, so that they can be compared.
    let rows = texts.iter().map(|texts| texts.concat().lines().count()).max().unwrap_or(0) + ROWS_BELOW_BOARD;
    let draw = |(board, [caption, reasons]): (&TurnBoard<'_>, &[String; 2])| {
        let mut history = before.clone();
        if let Some(mv) = board.mv.and_then(|text| game.read_move(text).ok()) {
            history.play(mv);
        }
        let (board, note) = draw_with_rows_below(game, &history, console, rows);
        let note = note.map(|note| format!("\n{note}")).unwrap_or_default();
        let text = format!("{caption}\n{}{note}\n{reasons}", board.trim_matches('\n'));
        text.trim_end().to_owned()
    };
    shown.iter().zip(&texts).map(draw).collect()
}
