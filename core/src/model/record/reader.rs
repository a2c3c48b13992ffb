//! The parser of records. It works line by line, and word by word within the moves of version 2.

use super::{
    AnnotatedMove, Ending, KEYS, MAGIC, MAX_LINE_BYTES, MAX_MOVE_BYTES, MAX_PARTS, Note, Record, RecordError,
    RecordErrorKind, UNFINISHED, VERSIONS, Variation,
};
use std::mem;

use crate::model::notation::{is_digits, read_digits};

/// Parses records line by line.
#[derive(Default)]
pub(super) struct RecordReader {
    current: Option<RecordDraft>,
    last_line: usize,
}

/// A partially parsed record.
#[derive(Default)]
struct RecordDraft {
    record: Record,
    /// Whether moves can have annotations: version 2 of the format.
    has_words: bool,
    /// Which of [`KEYS`] have been read.
    seen: [bool; KEYS.len()],
    /// The number of annotations so far.
    annotations: usize,
    /// A move number whose move has not been read yet.
    number: Option<String>,
    /// An unclosed comment or bracket.
    open: Option<OpenText>,
    /// An unclosed variation.
    variation: Option<(usize, Variation)>,
}

/// The beginning of a comment or a bracket.
struct OpenText {
    line: usize,
    brackets: (char, char),
    text: String,
}

/// Characters that begin an annotation in version 2. No key begins with them.
const DELIMITERS: [char; 6] = ['{', '[', '(', ')', '?', '!'];
/// Characters that moves do not contain in version 2, besides blanks.
const NOT_IN_MOVES: [char; 9] = ['{', '}', '[', ']', '(', ')', '?', '!', '#'];

impl RecordReader {
    /// Parses a trimmed line. Returns the record, if this is its last line.
    pub(super) fn line(&mut self, number: usize, line: &str) -> Result<Option<Record>, RecordErrorKind> {
        let is_open = self.current.as_ref().is_some_and(|draft| draft.open.is_some());
        if !is_open && (line.is_empty() || line.starts_with('#')) {
            return Ok(None);
        }
        self.last_line = number;
        if line.len() > MAX_LINE_BYTES && self.current.is_some() {
            return Err(RecordErrorKind::TooLong);
        }
        if let Some(version) = line.strip_prefix(MAGIC).filter(|_| !is_open) {
            return self.begin(version).map(|()| None);
        }
        let draft = self.current.as_mut().ok_or(RecordErrorKind::MissingHeader)?;
        let is_complete = draft.line(number, line)?;
        Ok(if is_complete { self.current.take().map(|draft| draft.record) } else { None })
    }

    fn begin(&mut self, version: &str) -> Result<(), RecordErrorKind> {
        if self.current.is_some() {
            return Err(RecordErrorKind::ResultMissing);
        }
        let index = VERSIONS.iter().position(|known| *known == version);
        let has_words = index.ok_or_else(|| RecordErrorKind::Version(version.to_owned()))? > 0;
        let seats = ["human".to_owned(), "human".to_owned()];
        let record = Record { seats, ..Record::default() };
        self.current = Some(RecordDraft { record, has_words, ..RecordDraft::default() });
        Ok(())
    }

    /// Checks that the last record is complete.
    pub(super) fn finish(self) -> Result<(), RecordError> {
        let Some(draft) = self.current else { return Ok(()) };
        Err(match (draft.open, draft.variation) {
            (Some(OpenText { line, brackets: (open, close), .. }), _) => {
                RecordError { line, problem: RecordErrorKind::Open(open, close) }
            }
            (None, Some((line, _))) => RecordError { line, problem: RecordErrorKind::Open('(', ')') },
            (None, None) => RecordError { line: self.last_line, problem: RecordErrorKind::Truncated },
        })
    }
}

impl RecordDraft {
    /// Parses a line. Returns true if it was the last line of the record.
    fn line(&mut self, number: usize, line: &str) -> Result<bool, RecordErrorKind> {
        let numbered = numbered(line);
        if self.has_words {
            let continues = self.open.is_some() || self.variation.is_some() || self.number.is_some();
            if continues || numbered.is_some() || line.starts_with(DELIMITERS) {
                return self.turns(number, line).map(|()| false);
            }
        } else if let Some((index, mv)) = numbered {
            if mv.is_empty() {
                return Err(RecordErrorKind::UnknownLine);
            }
            check_length(mv)?;
            return self.add_move(number, index, mv).map(|()| false);
        }
        let (key, value) = line.split_once(':').ok_or(RecordErrorKind::UnknownLine)?;
        self.set(number, key.trim_ascii(), value.trim_ascii())?;
        Ok(self.record.result_line > 0)
    }

    /// Parses moves and annotations.
    fn turns(&mut self, number: usize, line: &str) -> Result<(), RecordErrorKind> {
        let mut rest = line;
        loop {
            rest = self.text(rest)?;
            let Some(first) = rest.chars().next() else { return Ok(()) };
            let is_word =
                |letter: char| !letter.is_ascii_whitespace() && !['{', '[', '(', ')'].contains(&letter);
            let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()).max(first.len_utf8());
            let (word, after) = rest.split_at(end);
            if self.number.is_some() && DELIMITERS.contains(&first) {
                return Err(RecordErrorKind::UnknownToken(word.to_owned()));
            }
            match first {
                '{' => self.open_text(number, ('{', '}'))?,
                '[' => self.open_text(number, ('[', ']'))?,
                '(' => self.open_variation(number)?,
                ')' => self.close_variation()?,
                '?' | '!' => self.mark(word)?,
                _ => self.token(number, word)?,
            }
            rest = after;
        }
    }

    /// Counts an annotation.
    fn count_annotation(&mut self) -> Result<(), RecordErrorKind> {
        self.annotations += 1;
        if self.annotations > MAX_PARTS { Err(RecordErrorKind::TooLarge) } else { Ok(()) }
    }

    fn open_text(&mut self, line: usize, brackets: (char, char)) -> Result<(), RecordErrorKind> {
        self.open = Some(OpenText { line, brackets, text: String::new() });
        self.count_annotation()
    }

    /// Continues an open comment or bracket, if any. A backslash at the end of the line joins the next line to it.
    /// Returns the rest of the line, without leading blanks.
    fn text<'a>(&mut self, line: &'a str) -> Result<&'a str, RecordErrorKind> {
        let Some(mut open) = self.open.take() else { return Ok(line.trim_ascii_start()) };
        let close = open.brackets.1;
        let mut letters = line.char_indices().peekable();
        while let Some((place, letter)) = letters.next() {
            if letter == close {
                let has_turn = close == '}' || self.has_turn();
                let note = self.note().filter(|_| has_turn);
                let note = note.ok_or_else(|| RecordErrorKind::NotAMove(open.text.clone()))?;
                match close {
                    '}' => note.comment(&open.text),
                    _ => note.bracket(&open.text),
                }
                return Ok(line[place + close.len_utf8()..].trim_ascii_start());
            }
            let escaped = letters.next_if(|(_, next)| letter == '\\' && (*next == '\\' || *next == close));
            if letter == '\\' && escaped.is_none() && letters.peek().is_none() {
                self.open = Some(open);
                return Ok("");
            }
            open.text.push(escaped.map_or(letter, |(_, next)| next));
        }
        open.text.push(' ');
        self.open = Some(open);
        Ok("")
    }

    /// Returns the note of the last move, or of the last move of an open variation, if it has one yet.
    fn note(&mut self) -> Option<&mut Note> {
        match &mut self.variation {
            Some((_, turns)) => turns.last_mut().map(|turn| &mut turn.note),
            None => Some(self.record.annotations.note_mut(self.record.moves.len())),
        }
    }

    /// Returns whether a mark or a value can follow, because there is a move.
    fn has_turn(&self) -> bool {
        self.variation.is_some() || !self.record.moves.is_empty()
    }

    fn mark(&mut self, word: &str) -> Result<(), RecordErrorKind> {
        let mark = word.parse().map_err(|_| RecordErrorKind::UnknownToken(word.to_owned()))?;
        let has_turn = self.has_turn();
        let note =
            self.note().filter(|_| has_turn).ok_or_else(|| RecordErrorKind::NotAMove(word.to_owned()))?;
        match note.mark.replace(mark) {
            None => Ok(()),
            Some(first) => Err(RecordErrorKind::TwoMarks(first, mark)),
        }
    }

    fn open_variation(&mut self, line: usize) -> Result<(), RecordErrorKind> {
        if self.variation.is_some() {
            return Err(RecordErrorKind::Nested);
        }
        if self.record.moves.is_empty() {
            return Err(RecordErrorKind::NotAMove("(".to_owned()));
        }
        self.variation = Some((line, Vec::new()));
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), RecordErrorKind> {
        let (_, turns) =
            self.variation.take().ok_or_else(|| RecordErrorKind::UnknownToken(")".to_owned()))?;
        if turns.is_empty() {
            return Err(RecordErrorKind::NotAMove(")".to_owned()));
        }
        self.record.annotations.variations.entry(self.record.moves.len()).or_default().push(turns);
        Ok(())
    }

    /// Parses a move number, optionally followed by its move, or a move, optionally followed by its mark.
    fn token(&mut self, line: usize, word: &str) -> Result<(), RecordErrorKind> {
        let Some(number) = self.number.take() else {
            let (number, mv) =
                numbered(word).ok_or_else(|| RecordErrorKind::UnknownToken(word.to_owned()))?;
            self.number = Some(number.to_owned());
            return if mv.is_empty() { Ok(()) } else { self.token(line, mv) };
        };
        let mv = word.trim_end_matches(['?', '!']);
        if mv.is_empty() || mv.contains(NOT_IN_MOVES) {
            return Err(RecordErrorKind::UnknownToken(word.to_owned()));
        }
        check_length(mv)?;
        if self.variation.is_some() {
            self.count_annotation()?;
        }
        match &mut self.variation {
            None => self.add_move(line, &number, mv)?,
            Some((_, turns)) => {
                let wanted = self.record.moves.len() + turns.len();
                if number.parse() != Ok(wanted) {
                    return Err(RecordErrorKind::MoveNumber { found: number, wanted });
                }
                turns.push(AnnotatedMove { line, mv: mv.to_owned(), note: Note::default() });
            }
        }
        let mark = &word[mv.len()..];
        if mark.is_empty() { Ok(()) } else { self.mark(mark) }
    }

    fn add_move(&mut self, line: usize, number: &str, mv: &str) -> Result<(), RecordErrorKind> {
        let record = &mut self.record;
        let wanted = record.moves.len() + 1;
        if record.game.is_empty() {
            return Err(RecordErrorKind::MoveBeforeGame);
        }
        if number.parse() != Ok(wanted) {
            return Err(RecordErrorKind::MoveNumber { found: number.to_owned(), wanted });
        }
        if wanted > MAX_PARTS {
            return Err(RecordErrorKind::TooLarge);
        }
        record.moves.push((line, mv.to_owned()));
        Ok(())
    }

    fn set(&mut self, line: usize, key: &str, value: &str) -> Result<(), RecordErrorKind> {
        match KEYS.iter().position(|known| *known == key) {
            Some(index) if mem::replace(&mut self.seen[index], true) => {
                return Err(RecordErrorKind::Repeated(key.to_owned()));
            }
            None if self.has_words => self.count_annotation()?,
            _ => {}
        }
        let result = if key == "result" { read_result(value)? } else { None };
        // The line as it will be written must be readable too.
        let length = result.as_ref().map_or(value.len(), |ending| ending.to_string().len());
        if key.len() + 2 + length > MAX_LINE_BYTES {
            return Err(RecordErrorKind::TooLong);
        }
        let record = &mut self.record;
        match key {
            "game" if value.is_empty() => return Err(RecordErrorKind::MissingGame),
            "game" => {
                value.clone_into(&mut record.game);
                record.game_line = line;
            }
            "start" => {
                record.start = Some(value.to_owned());
                record.start_line = line;
            }
            "player 1" if !value.is_empty() => value.clone_into(&mut record.seats[0]),
            "player 2" if !value.is_empty() => value.clone_into(&mut record.seats[1]),
            // Without a name it is `human`, as if the line were missing.
            "player 1" | "player 2" => {}
            "name 1" => record.names[0] = Some(value.to_owned()),
            "name 2" => record.names[1] = Some(value.to_owned()),
            "seed" => {
                let seed = read_digits(value);
                record.seed = Some(seed.ok_or_else(|| RecordErrorKind::Seed(value.to_owned()))?);
            }
            "date" => record.date = Some(value.parse()?),
            "result" => {
                record.result = result;
                record.result_line = line;
            }
            "" => return Err(RecordErrorKind::UnknownLine),
            _ if self.has_words => {
                record.annotations.header.push((key.to_owned(), value.to_owned()));
            }
            _ => return Err(RecordErrorKind::UnknownKey(key.to_owned())),
        }
        if key == "result" && record.game.is_empty() {
            return Err(RecordErrorKind::MissingGame);
        }
        Ok(())
    }
}

/// Splits `12. a1b2`.
fn numbered(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.split_once('.')?;
    is_digits(number).then(|| (number, rest.trim_ascii()))
}

fn check_length(mv: &str) -> Result<(), RecordErrorKind> {
    if mv.len() > MAX_MOVE_BYTES { Err(RecordErrorKind::TooLong) } else { Ok(()) }
}

fn read_result(value: &str) -> Result<Option<Ending>, RecordErrorKind> {
    match value.split_once(',').map(|(tag, reason)| (tag.trim_ascii(), reason.trim_ascii())) {
        Some(("none", UNFINISHED)) => Ok(None),
        Some(("none", text)) => Err(RecordErrorKind::Reason("none", text.to_owned(), UNFINISHED.to_owned())),
        _ => value.parse().map(Some),
    }
}
