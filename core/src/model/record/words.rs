//! What a record says about a game beside the game itself: marks, values, comments, variations, lines of its own.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// The most bytes of a word in a comment; a longer one is cut in parts.
const MAX_WORD_BYTES: usize = 1000;

/// The words of a record. Without any, a record is written in version 1 of the format.
///
/// ```
/// use cygnet_core::model::{Mark, Record, Eval};
///
/// let mut record = Record::read_one("cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n")?;
/// let note = record.words.note_mut(1);
/// note.mark = Some(Mark::Blunder);
/// note.eval = Some(Eval::Lost(Some(12)));
/// note.comment("walks into e3d3");
/// let line = record.to_string().lines().nth(4).map(str::to_owned);
/// assert_eq!(line.as_deref(), Some("1. a1b2 ?? [lost in 12] {walks into e3d3}"));
/// # Ok::<(), cygnet_core::model::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The lines `KEY: VALUE` of which the program knows nothing, in their order.
    pub header: Vec<(String, String)>,
    /// What is said about each turn, by its number from 1; at 0, about the game before its first move.
    pub notes: BTreeMap<usize, Note>,
    /// What could have been played instead of a turn and the ones that follow it, by the number of that turn.
    pub variations: BTreeMap<usize, Vec<Variation>>,
}

/// Turns that were not played, first turn first.
pub type Variation = Vec<AnnotatedMove>;

/// A turn of a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnnotatedMove {
    /// The line of the file it stands on, from 1; 0 in a record that was not read from a file.
    pub line: usize,
    /// The move in canonical notation.
    pub mv: String,
    /// What is said about it.
    pub note: Note,
}

/// What is said about a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// How good it was.
    pub mark: Option<Mark>,
    /// What it was worth.
    pub eval: Option<Eval>,
    /// What stands in square brackets and is no [`Eval`].
    pub tags: Vec<String>,
    /// Comments, with single blanks between their words.
    pub comments: Vec<String>,
}

/// How good a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `!!`
    Brilliant,
    /// `!`: good; in a review, the only turn that held.
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`: in a review, a won or drawn game was given away.
    Blunder,
}

/// Each mark and how it is written.
const MARKS: [(Mark, &str); 6] = [
    (Mark::Brilliant, "!!"),
    (Mark::Good, "!"),
    (Mark::Interesting, "!?"),
    (Mark::Dubious, "?!"),
    (Mark::Mistake, "?"),
    (Mark::Blunder, "??"),
];

/// What a turn was worth to the player who made it. Plies are counted from before the turn, so that it is the first of them: as
/// `cygnet analyze` values a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// It wins, that is proven; in so many plies if that is known too.
    Won(Option<u32>),
    /// It loses, that is proven; in so many plies if that is known too.
    Lost(Option<u32>),
    /// It leads to a draw, that is proven; in so many plies if that is known too. Records do not have the plies of a draw.
    Draw(Option<u32>),
    /// An estimate, in hundredths of the game's basic piece.
    Estimate(i32),
}

impl Mark {
    /// The mark that is written so.
    pub fn read(text: &str) -> Option<Mark> {
        MARKS.iter().find(|(_, written)| *written == text).map(|(mark, _)| *mark)
    }

    /// Whether something better could have been played.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        self >= Mark::Dubious
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = MARKS.iter().find(|(mark, _)| mark == self).map_or("", |(_, written)| written);
        f.pad(written)
    }
}

impl Eval {
    /// How the game ends for the player if that is proven: `Greater` is a win, `Equal` a draw, `Less` a loss.
    #[must_use]
    pub fn result(self) -> Option<Ordering> {
        match self {
            Eval::Won(_) => Some(Ordering::Greater),
            Eval::Draw(_) => Some(Ordering::Equal),
            Eval::Lost(_) => Some(Ordering::Less),
            Eval::Estimate(_) => None,
        }
    }

    /// A proven result, as [`Eval::result`] gives it.
    #[must_use]
    pub fn proven(result: Ordering, plies: Option<u32>) -> Eval {
        match result {
            Ordering::Greater => Eval::Won(plies),
            Ordering::Equal => Eval::Draw(plies),
            Ordering::Less => Eval::Lost(plies),
        }
    }

    /// The estimate; 0 if it is proven.
    #[must_use]
    pub fn estimate(self) -> i32 {
        if let Eval::Estimate(value) = self { value } else { 0 }
    }

    /// The same with other plies to the end; an estimate has none.
    #[must_use]
    pub fn with_plies(self, plies: Option<u32>) -> Eval {
        self.result().map_or(self, |result| Eval::proven(result, plies))
    }

    /// Whether it is more than an estimate.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.result().is_some()
    }

    /// Whether it is a proven win.
    #[must_use]
    pub fn is_win(self) -> bool {
        matches!(self, Eval::Won(_))
    }

    /// Whether it is a proven loss.
    #[must_use]
    pub fn is_loss(self) -> bool {
        matches!(self, Eval::Lost(_))
    }

    /// The plies to a proven end, if they are known.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Eval::Won(plies) | Eval::Draw(plies) | Eval::Lost(plies) => plies,
            Eval::Estimate(_) => None,
        }
    }

    /// The same for the other player.
    #[must_use]
    pub fn reversed(self) -> Eval {
        match self {
            Eval::Won(plies) => Eval::Lost(plies),
            Eval::Lost(plies) => Eval::Won(plies),
            Eval::Draw(plies) => Eval::Draw(plies),
            Eval::Estimate(value) => Eval::Estimate(-value),
        }
    }

    /// Reads `won in 7`, `lost`, `draw`, `+0.50`; `None` for any other text.
    pub fn read(text: &str) -> Option<Eval> {
        let (word, plies) = match text.split_once(" in ") {
            Some((word, plies)) => (word, Some(digits(plies)?)),
            None => (text, None),
        };
        match (word, plies) {
            ("won", _) => return Some(Eval::Won(plies)),
            ("lost", _) => return Some(Eval::Lost(plies)),
            ("draw", None) => return Some(Eval::Draw(None)),
            _ => {}
        }
        let (sign, number) = match text.strip_prefix('-') {
            Some(number) => (-1, number),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = number.split_once('.').filter(|(_, part)| part.len() == 2)?;
        let hundredths = i64::from(digits(whole)?) * 100 + i64::from(digits(part)?);
        i32::try_from(sign * hundredths).ok().map(Eval::Estimate)
    }
}

/// A number of digits alone.
fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Won(None) => f.write_str("won"),
            Eval::Won(Some(plies)) => write!(f, "won in {plies}"),
            Eval::Lost(None) => f.write_str("lost"),
            Eval::Lost(Some(plies)) => write!(f, "lost in {plies}"),
            Eval::Draw(_) => f.write_str("draw"),
            Eval::Estimate(hundredths) => {
                let size = hundredths.unsigned_abs();
                let sign = if *hundredths < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
        }
    }
}

impl Note {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }

    /// Adds a comment. Lines and blanks of any kind become single blanks.
    pub fn comment(&mut self, text: &str) {
        let text = plain(text);
        if !text.is_empty() {
            self.comments.push(text);
        }
    }

    /// Adds what stands in square brackets: the worth if it is one and there is none yet, else a tag.
    pub(super) fn bracket(&mut self, text: &str) {
        let text = plain(text);
        match Eval::read(&text).filter(|_| self.eval.is_none()) {
            Some(eval) => self.eval = Some(eval),
            None if text.is_empty() => {}
            None => self.tags.push(text),
        }
    }

    /// The note in parts between which a line may be broken.
    fn parts(&self) -> impl Iterator<Item = String> {
        let eval = self.eval.iter().map(ToString::to_string);
        let brackets = eval.chain(self.tags.iter().map(|tag| plain(tag)));
        let comments = self.comments.iter().map(|comment| plain(comment));
        let texts = brackets.map(|text| ('[', text, ']')).chain(comments.map(|text| ('{', text, '}')));
        let texts = texts.filter(|(_, text, _)| !text.is_empty());
        let words = texts.flat_map(|(open, text, close)| {
            let text = text.replace('\\', "\\\\").replace(close, &format!("\\{close}"));
            let whole = format!("{open}{text}{close}");
            whole.split(' ').map(str::to_owned).collect::<Vec<_>>()
        });
        self.mark.iter().map(ToString::to_string).chain(words)
    }
}

/// `text` with single blanks between its words, none of which is too long for a line.
fn plain(text: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for mut word in text.split_whitespace() {
        while word.len() > MAX_WORD_BYTES {
            let end = (1..=MAX_WORD_BYTES).rev().find(|end| word.is_char_boundary(*end));
            let (start, rest) = word.split_at(end.unwrap_or(word.len()));
            words.push(start);
            word = rest;
        }
        words.push(word);
    }
    words.join(" ")
}

/// As in a record: `?? [lost in 12] {walks into e3d3}`.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().collect::<Vec<_>>().join(" "))
    }
}

impl Annotations {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.header.is_empty()
            && self.notes.values().all(Note::is_empty)
            && self.variations.values().flatten().all(Vec::is_empty)
    }

    /// What is said about the turn of this number, if anything is.
    #[must_use]
    pub fn note(&self, number: usize) -> Option<&Note> {
        self.notes.get(&number).filter(|note| !note.is_empty())
    }

    /// What is said about the turn of this number, to be changed.
    pub fn note_mut(&mut self, number: usize) -> &mut Note {
        self.notes.entry(number).or_default()
    }

    /// The variations to the turn of this number.
    pub fn variations(&self, number: usize) -> impl Iterator<Item = &Variation> {
        self.variations.get(&number).into_iter().flatten().filter(|turns| !turns.is_empty())
    }

    /// The words that still hold where only the first `turns` turns are the same.
    #[must_use]
    pub fn truncated_to(&self, turns: usize) -> Annotations {
        let mut words = self.clone();
        words.notes.retain(|number, _| *number <= turns);
        words.variations.retain(|number, _| *number <= turns);
        words
    }

    /// The parts of what follows the move of a turn, between which a line may be broken.
    pub(super) fn parts(&self, number: usize) -> Vec<String> {
        self.notes.get(&number).into_iter().flat_map(Note::parts).collect()
    }
}

/// The parts of a variation that begins with the turn of this number, between which a line may be broken.
pub(super) fn variation_parts(number: usize, turns: &Variation) -> Vec<String> {
    let turn = |(number, turn): (usize, &AnnotatedMove)| {
        std::iter::once(format!("{number}. {}", turn.mv)).chain(turn.note.parts()).collect::<Vec<_>>()
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
