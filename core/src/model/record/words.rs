//! Annotations of a record: marks, values, comments, variations and custom header lines.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::{fmt, iter};

use super::INDENT;
use crate::model::notation::read_digits;
use crate::model::{NotationError, serde_as_text};

/// The maximum size of a part of a word in a comment, in bytes. Longer words are written on several lines.
const MAX_WORD_BYTES: usize = 1000;

/// The annotations of a record. A record without annotations is written in version 1 of the format.
///
/// ```
/// use cygnet_core::model::{Mark, Record, Eval};
///
/// let mut record = "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n".parse::<Record>()?;
/// let note = record.annotations.note_mut(1);
/// note.mark = Some(Mark::Blunder);
/// note.eval = Some(Eval::Lost(Some(12)));
/// note.comment("walks into e3d3");
/// let line = record.to_string().lines().nth(4).map(str::to_owned);
/// assert_eq!(line.as_deref(), Some("1. a1b2 ?? [lost in 12] {walks into e3d3}"));
/// # Ok::<(), cygnet_core::model::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Annotations {
    /// Header lines `KEY: VALUE` with unknown keys, in order.
    pub header: Vec<(String, String)>,
    /// The note of each turn, by its number from 1; at 0, the note before the first move.
    pub notes: BTreeMap<usize, Note>,
    /// Alternatives to a turn and its successors, by the number of that turn.
    pub variations: BTreeMap<usize, Vec<Variation>>,
}

/// Turns that were not played, in order.
pub type Variation = Vec<AnnotatedMove>;

/// A turn of a variation. Turns are equal whatever the lines that they were read from.
#[derive(Clone, Debug, Default)]
pub struct AnnotatedMove {
    /// The line number in the file, from 1; 0 if not read from a file.
    pub line: usize,
    /// The move in canonical notation.
    pub mv: String,
    /// The annotations of the move.
    pub note: Note,
}

/// The annotations of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Note {
    /// The quality of the turn.
    pub mark: Option<Mark>,
    /// The value of the turn.
    pub eval: Option<Eval>,
    /// Texts in square brackets other than the value in `eval`.
    pub tags: Vec<String>,
    /// Comments, with single blanks between words.
    pub comments: Vec<String>,
}

/// The quality of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `!!`
    Brilliant,
    /// `!`: good; in a review, the only turn that kept the result.
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`: in a review, a turn that gave away a won or drawn game.
    Blunder,
}

/// The text of each mark.
const MARKS: [(Mark, &str); 6] = [
    (Mark::Brilliant, "!!"),
    (Mark::Good, "!"),
    (Mark::Interesting, "!?"),
    (Mark::Dubious, "?!"),
    (Mark::Mistake, "?"),
    (Mark::Blunder, "??"),
];

/// The value of a turn for the player who made it. Plies are counted from before the turn and include it, as
/// in `cygnet analyze`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// A proven win, with the number of plies if known.
    Won(Option<u32>),
    /// A proven loss, with the number of plies if known.
    Lost(Option<u32>),
    /// A proven draw, with the number of plies if known. Records do not store the plies of a draw.
    Draw(Option<u32>),
    /// An estimate, in hundredths of the game's basic piece.
    Estimate(i32),
}

impl Mark {
    /// Returns whether there was a better move.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        self >= Mark::Dubious
    }
}

impl FromStr for Mark {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let known = MARKS.iter().find(|(_, written)| *written == text);
        known
            .map(|(mark, _)| *mark)
            .ok_or_else(|| NotationError::expected("one of the marks !! ! !? ?! ? ??"))
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = MARKS.iter().find(|(mark, _)| mark == self).map_or("", |(_, written)| written);
        f.pad(written)
    }
}

impl Eval {
    /// Returns the proven result for the player: `Greater` is a win, `Equal` a draw, `Less` a loss.
    #[must_use]
    pub fn result(self) -> Option<Ordering> {
        match self {
            Eval::Won(_) => Some(Ordering::Greater),
            Eval::Draw(_) => Some(Ordering::Equal),
            Eval::Lost(_) => Some(Ordering::Less),
            Eval::Estimate(_) => None,
        }
    }

    /// Creates a proven value from a result as in [`Eval::result`].
    #[must_use]
    pub fn proven(result: Ordering, plies: Option<u32>) -> Eval {
        match result {
            Ordering::Greater => Eval::Won(plies),
            Ordering::Equal => Eval::Draw(plies),
            Ordering::Less => Eval::Lost(plies),
        }
    }

    /// Returns the estimate; 0 if the value is proven.
    #[must_use]
    pub fn estimate(self) -> i32 {
        if let Eval::Estimate(value) = self { value } else { 0 }
    }

    /// Replaces the number of plies. Estimates stay unchanged.
    #[must_use]
    pub fn with_plies(self, plies: Option<u32>) -> Eval {
        self.result().map_or(self, |result| Eval::proven(result, plies))
    }

    /// Returns the value as records store it: without the plies of a draw.
    #[must_use]
    pub fn as_recorded(self) -> Eval {
        if self.result() == Some(Ordering::Equal) { self.with_plies(None) } else { self }
    }

    /// Returns whether the value is proven.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.result().is_some()
    }

    /// Returns whether the value is a proven win.
    #[must_use]
    pub fn is_win(self) -> bool {
        matches!(self, Eval::Won(_))
    }

    /// Returns whether the value is a proven loss.
    #[must_use]
    pub fn is_loss(self) -> bool {
        matches!(self, Eval::Lost(_))
    }

    /// Returns the plies to a proven end, if known.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Eval::Won(plies) | Eval::Draw(plies) | Eval::Lost(plies) => plies,
            Eval::Estimate(_) => None,
        }
    }

    /// Returns the value for the other player.
    #[must_use]
    pub fn reversed(self) -> Eval {
        match self {
            Eval::Won(plies) => Eval::Lost(plies),
            Eval::Lost(plies) => Eval::Won(plies),
            Eval::Draw(plies) => Eval::Draw(plies),
            Eval::Estimate(value) => Eval::Estimate(value.saturating_neg()),
        }
    }
}

/// Reads `won in 7`, `lost`, `draw`, `draw in 3` or `+0.50`.
impl FromStr for Eval {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_eval(text)
            .ok_or_else(|| NotationError::expected("a value such as won in 7, lost, draw or +0.50"))
    }
}

fn read_eval(text: &str) -> Option<Eval> {
    let (word, plies) = match text.split_once(" in ") {
        Some((word, plies)) => (word, Some(read_digits(plies)?)),
        None => (text, None),
    };
    match word {
        "won" => return Some(Eval::Won(plies)),
        "lost" => return Some(Eval::Lost(plies)),
        "draw" => return Some(Eval::Draw(plies)),
        _ => {}
    }
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = number.split_once('.').filter(|(_, part)| part.len() == 2)?;
    let hundredths = i64::from(read_digits::<u32>(whole)?) * 100 + i64::from(read_digits::<u32>(part)?);
    i32::try_from(sign * hundredths).ok().map(Eval::Estimate)
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Eval::Won(_) => "won",
            Eval::Lost(_) => "lost",
            Eval::Draw(_) => "draw",
            Eval::Estimate(hundredths) => {
                let size = hundredths.unsigned_abs();
                let sign = if *hundredths < 0 { '-' } else { '+' };
                return f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100));
            }
        };
        match self.plies() {
            None => f.pad(word),
            Some(plies) => f.pad(&format!("{word} in {plies}")),
        }
    }
}

serde_as_text! {
    [] Mark;
    [] Eval;
}

impl Note {
    /// Returns whether there are no annotations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }

    /// Adds a comment. Line breaks and runs of blanks become single blanks.
    pub fn comment(&mut self, text: &str) {
        let text = plain(text);
        if !text.is_empty() {
            self.comments.push(text);
        }
    }

    /// Adds a text in square brackets: as the value if it is the first one, otherwise as a tag.
    pub(super) fn bracket(&mut self, text: &str) {
        let text = plain(text);
        let eval = text.parse().ok().filter(|eval: &Eval| eval.as_recorded() == *eval);
        match eval.filter(|_| self.eval.is_none()) {
            Some(eval) => self.eval = Some(eval),
            None if text.is_empty() => {}
            None => self.tags.push(text),
        }
    }

    /// Returns the parts of the note, between which a line can be broken. A word that is too long for a line is one
    /// part of several lines, joined by backslashes.
    fn parts(&self) -> impl Iterator<Item = String> {
        let eval = self.eval.iter().map(|eval| eval.as_recorded().to_string());
        let brackets = eval.chain(self.tags.iter().map(|tag| plain(tag)));
        let comments = self.comments.iter().map(|comment| plain(comment));
        let texts = brackets.map(|text| ('[', text, ']')).chain(comments.map(|text| ('{', text, '}')));
        let texts = texts.filter(|(_, text, _)| !text.is_empty());
        let words = texts.flat_map(|(open, text, close)| {
            let escape = |text: &str| text.replace('\\', "\\\\").replace(close, &format!("\\{close}"));
            let word = |word| pieces(word).map(escape).collect::<Vec<_>>().join(&format!("\\\n{INDENT}"));
            let mut words: Vec<String> = text.split(' ').map(word).collect();
            if let [first, ..] = words.as_mut_slice() {
                first.insert(0, open);
            }
            words.last_mut().into_iter().for_each(|last| last.push(close));
            words
        });
        self.mark.iter().map(ToString::to_string).chain(words)
    }
}

/// Returns `text` with single blanks between words.
fn plain(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a word into pieces that fit on a line.
fn pieces(mut word: &str) -> impl Iterator<Item = &str> {
    iter::from_fn(move || {
        let end = (0..=MAX_WORD_BYTES).rev().find(|end| word.is_char_boundary(*end));
        let (piece, rest) = word.split_at(end.filter(|_| word.len() > MAX_WORD_BYTES).unwrap_or(word.len()));
        word = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Writes the note as in a record: `?? [lost in 12] {walks into e3d3}`.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().collect::<Vec<_>>().join(" "))
    }
}

impl Annotations {
    /// Returns whether there are no annotations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.header.is_empty()
            && self.notes.values().all(Note::is_empty)
            && self.variations.values().flatten().all(Vec::is_empty)
    }

    /// Returns the note of the turn with this number, unless it is empty.
    #[must_use]
    pub fn note(&self, number: usize) -> Option<&Note> {
        self.notes.get(&number).filter(|note| !note.is_empty())
    }

    /// Returns the note of the turn with this number for editing.
    pub fn note_mut(&mut self, number: usize) -> &mut Note {
        self.notes.entry(number).or_default()
    }

    /// Returns the variations to the turn with this number.
    pub fn variations(&self, number: usize) -> impl Iterator<Item = &Variation> {
        self.variations.get(&number).into_iter().flatten().filter(|turns| !turns.is_empty())
    }

    /// Returns the annotations that still apply if only the first `turns` turns stay the same, without empty ones.
    #[must_use]
    pub(crate) fn truncated_to(&self, turns: usize) -> Annotations {
        let mut words = self.clone();
        words.notes.retain(|number, note| *number <= turns && !note.is_empty());
        words.variations.values_mut().for_each(|known| known.retain(|turns| !turns.is_empty()));
        words.variations.retain(|number, known| *number <= turns && !known.is_empty());
        words
    }

    /// Returns the parts that follow the move of a turn, between which a line can be broken.
    pub(super) fn parts(&self, number: usize) -> Vec<String> {
        self.notes.get(&number).into_iter().flat_map(Note::parts).collect()
    }
}

/// Returns the parts of a variation from the turn with this number, between which a line can be broken.
pub(super) fn variation_parts(number: usize, turns: &Variation) -> Vec<String> {
    let turn = |(number, turn): (usize, &AnnotatedMove)| {
        iter::once(format!("{number}. {}", turn.mv)).chain(turn.note.parts()).collect::<Vec<_>>()
    };
    let mut parts: Vec<String> = (number..).zip(turns).flat_map(turn).collect();
    if let Some(first) = parts.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = parts.last_mut() {
        last.push(')');
    }
    parts
}
