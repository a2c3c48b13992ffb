//! What was played from a position, and what is proven of it: the tree of a person's games, a position at a time.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;

use crate::console::output::{CommandOutput, table};
use crate::engine::bots::EngineGame;
use crate::engine::referee::{Referee, TextError};
use crate::games::{AnyGame, AnyMove, AnyPosition, AnyRefusal};
use crate::model::{Game, History, MoveError, Outcome, Position, Record, text::escape_line};
use crate::screens::Screen;

use super::stats::Counts;

/// A position, the moves that were played from it, and those of which a result is proven.
#[derive(Clone, Debug, Serialize)]
pub struct Exploration {
    game: String,
    /// The moves from the start.
    moves: Vec<String>,
    position: String,
    to_move: &'static str,
    /// What the player to move is called.
    #[serde(skip)]
    mover: &'static str,
    /// The games that came to this position; each counts once.
    games: u64,
    lines: Vec<ExploredMove>,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
struct ExploredMove {
    #[serde(rename = "move")]
    mv: String,
    games: u64,
    /// Counted for the player who makes the move.
    #[serde(flatten)]
    counts: Counts,
    /// `win`, `loss` or `draw` for that player.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
}

/// What is told of a position, and how it came about.
pub type ExploredPosition = (Exploration, History<AnyPosition>);

/// The position of `game` after these moves in canonical notation (and how it came about), with what was played from it in `records` (those of other games, and those
/// that are no games by the rules, do not count), however they came there.
///
/// # Errors
/// A move is no move, or not legal.
pub fn explore<'a>(
    game: &AnyGame,
    start: Option<&str>,
    moves: &[String],
    records: impl IntoIterator<Item = &'a Record>,
) -> Result<ExploredPosition, TextError<AnyRefusal>> {
    let history = Referee::read(game, start, moves.iter())?.into_history();
    let position = history.current();
    let mover = position.to_move();
    let mut known: BTreeMap<AnyMove, (Counts, Option<&'static str>)> = BTreeMap::new();
    let mut games = 0;
    for record in records.into_iter().filter(|record| record.game == game.name()) {
        let Some((outcome, mv)) = next_move(game, record, position) else { continue };
        games += 1;
        if let Some(mv) = mv {
            known.entry(mv).or_default().0.add_outcome(outcome, mover);
        }
    }
    visit_moves(position, |mv| {
        if let Some(result) = result(game, position, mv) {
            known.entry(mv).or_default().1 = Some(result);
        }
        ControlFlow::<()>::Continue(())
    });
    let line = |(mv, (counts, proven)): (AnyMove, (Counts, Option<&'static str>))| ExploredMove {
        mv: game.write_move(mv),
        games: counts.games(),
        counts,
        proven,
    };
    let mut lines: Vec<ExploredMove> = known.into_iter().map(line).collect();
    lines.sort_by_key(|line| {
        (std::cmp::Reverse(line.games), line.proven != Some("win"), line.proven == Some("loss"))
    });
    let exploration = Exploration {
        game: game.name(),
        moves: moves.to_vec(),
        position: game.write_position(position),
        to_move: mover.tag(),
        mover: game.player_name(mover),
        games,
        lines,
    };
    Ok((exploration, history))
}

/// Visits the legal moves until one of them is the answer; a finished game has none. Collects nothing: there may be more moves than
/// memory.
fn visit_moves<B>(position: &AnyPosition, visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> Option<B> {
    if position.terminal_outcome().is_some() { None } else { position.visit_moves(visit).break_value() }
}

/// The move that `text` names, in canonical notation: it may be in that, or as it is typed at the prompts of the game.
///
/// # Errors
/// It names no legal move, in words.
pub fn to_canonical(game: &AnyGame, history: &History<AnyPosition>, text: &str) -> Result<String, String> {
    let position = history.current();
    let words: Vec<&str> = text.split_whitespace().collect();
    match game.read_legal_move(position, text) {
        Ok(mv) => return Ok(game.write_move(mv)),
        Err(MoveError::Malformed(_)) => {}
        Err(error) => return Err(error.to_string()),
    }
    let typed = visit_moves(position, |mv| {
        let typed = game.typed_answers(&game.view(history), mv).join(" ");
        let is_it = typed.split_whitespace().map(str::to_lowercase).eq(words.iter().copied());
        if is_it { ControlFlow::Break(game.write_move(mv)) } else { ControlFlow::Continue(()) }
    });
    typed.ok_or_else(|| {
        let form = position.visit_moves(ControlFlow::Break).break_value().map(|mv| {
            let typed = game.typed_answers(&game.view(history), mv).join(" ").to_lowercase();
            format!(" Type one as {} or {typed}.", game.write_move(mv))
        });
        format!("\"{}\" is no legal move.{}", escape_line(text), form.unwrap_or_default())
    })
}

/// The outcome of a finished game that came to `position`, and the move that was played there, if one was; `None` if it did not.
fn next_move(game: &AnyGame, record: &Record, position: &AnyPosition) -> Option<(Outcome, Option<AnyMove>)> {
    let outcome = record.result.as_ref()?.outcome;
    let moves = record.moves.iter().map(|(_, mv)| mv);
    let referee = Referee::read(game, record.start.as_deref(), moves).ok()?;
    let history = referee.history();
    let ply = (0..=history.plies()).find(|ply| history.at(*ply) == position)?;
    Some((outcome, history.moves().get(ply).copied()))
}

/// What `mv` is known to lead to without search, for the player who makes it: by the rules, a book or a table.
fn result(game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> Option<&'static str> {
    let (mover, after) = (position.to_move(), position.after(mv));
    let of = |outcome: Outcome| match outcome {
        Outcome::Draw => "draw",
        Outcome::Win(winner) if winner == mover => "win",
        Outcome::Win(_) => "loss",
    };
    if let Some(outcome) = after.outcome() {
        return Some(of(outcome));
    }
    if game.known_win(position) == Some(mv) {
        return Some("win");
    }
    if game.known_win(&after).is_some() {
        return Some("loss");
    }
    game.known_winner(&after).map(|winner| of(Outcome::Win(winner)))
}

impl Exploration {
    /// What is asked about, on a line.
    fn title(&self) -> String {
        let after = if self.moves.is_empty() {
            "at the start".to_owned()
        } else {
            format!("after {}", self.moves.join(" "))
        };
        let games = if self.games == 1 { "1 game".to_owned() } else { format!("{} games", self.games) };
        format!("{} {after}: {games}, {} to move\n", self.game, self.mover)
    }

    /// The same as the text, but narrow, with `most` moves at most and without the position: for whoever sees the board above it.
    pub fn compact_text(&self, most: usize) -> String {
        let mut text = self.title();
        if self.lines.is_empty() {
            return text;
        }
        let mut rows = vec![["move", "games", "score", "proven"].map(str::to_owned).to_vec()];
        rows.extend(self.lines.iter().take(most).map(|line| {
            let [games, _, _, _, score] = line.counts.row();
            let counts = if line.games == 0 { ["-".to_owned(), "-".to_owned()] } else { [games, score] };
            let proven = line.proven.unwrap_or("").to_owned();
            std::iter::once(line.mv.clone()).chain(counts).chain([proven]).collect()
        }));
        text += &table(1, &rows);
        let more = self.lines.len().saturating_sub(most);
        text + &if more > 0 { format!("(and {more} more)\n") } else { String::new() }
    }
}

impl CommandOutput for Exploration {
    /// What is asked about, then a table with a row for each move.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.title())?;
        writeln!(out, "{}", self.position)?;
        if self.lines.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let heading = ["move", "games", "won", "drawn", "lost", "score", "proven"].map(str::to_owned);
        let mut rows = vec![heading.to_vec()];
        for line in &self.lines {
            let mut row = vec![line.mv.clone()];
            let score =
                |cells: [String; 5]| if line.games == 0 { vec!["-".to_owned(); 5] } else { cells.to_vec() };
            row.extend(score(line.counts.row()));
            row.push(line.proven.unwrap_or("").to_owned());
            rows.push(row);
        }
        write!(out, "{}", table(1, &rows))
    }
}
