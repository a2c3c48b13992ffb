//! Escaping of text from outside: the only place that decides what may reach a terminal.
//!
//! Letters of every language are shown as they are, with their marks, and so are joined emoji. Escaped are characters that a
//! terminal could obey, or that could deceive a reader: controls, changes of direction, invisible letters, and marks
//! without a letter. Lengths are in letters as people see them: extended grapheme clusters of Unicode Annex 29.

use std::path::Path;

use unicode_segmentation::UnicodeSegmentation as _;

/// The mark with which some editors begin a text in UTF-8. It is not part of the text.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The maximum number of letters of foreign text to show.
const MAX_SHOWN_LETTERS: usize = 60;

/// The maximum length of a letter that is kept or sent, in bytes. A family of joined emoji has up to 41.
const MAX_LETTER_BYTES: usize = 64;

/// The maximum length of a text that is kept or sent, in bytes. It fits on a line of a record after its key.
const MAX_CLEANED_BYTES: usize = 4000;

/// Characters that are not escaped.
const PLAIN: &[char] = &['"', '\'', '\\'];

/// Letters that nobody sees: fillers of Hangul, and the empty pattern of Braille.
const BLANK: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];

/// Blanks that people type in some languages: they keep words together, or are as wide as a letter.
const WIDE_BLANKS: [char; 3] = ['\u{a0}', '\u{202f}', '\u{3000}'];

/// The characters that join letters, or keep them apart: parts of words in Arabic and Indic scripts, and of emoji.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Signs of Arabic, Syriac and Kaithi around the digits or letters after them. All others of their category are invisible.
const VISIBLE_FORMATS: &str =
    "\u{600}\u{601}\u{602}\u{603}\u{604}\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}\u{110bd}\u{110cd}";

/// The flags of England, Scotland and Wales: a black flag and invisible tags.
const TAGGED_FLAGS: [&str; 3] = [
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// Returns `bytes` as text that is safe to show. Escapes control characters, invisible characters and invalid
/// UTF-8, and shortens long text.
#[must_use]
pub fn escape(bytes: &[u8]) -> String {
    let mut letters = escaped(bytes, &PLAIN[..2]);
    let shown: String = letters.by_ref().take(MAX_SHOWN_LETTERS).collect();
    if letters.next().is_some() { shown + "..." } else { shown }
}

/// Escapes everything in `text` that could act on a terminal, at full length. Existing escapes stay as they
/// are.
#[must_use]
pub fn escape_line(text: &str) -> String {
    escaped(text.as_bytes(), PLAIN).collect()
}

/// Returns a file path that is safe to show, at full length.
///
/// ```
/// use cygnet_core::model::text::escape_path;
///
/// assert_eq!(escape_path("games/\u{7}won.rec".as_ref()), "games/\\u{7}won.rec");
/// ```
#[must_use]
pub fn escape_path(path: &Path) -> String {
    escaped(path.as_os_str().as_encoded_bytes(), PLAIN).collect()
}

/// Returns at most `letters` letters and 4000 bytes of `text`, without anything that [`escape`] would escape: a name or
/// a message that is kept and sent. Letters with more marks than any language has are left out.
///
/// ```
/// use cygnet_core::model::text::cleaned;
///
/// assert_eq!(cleaned("A\u{1b}[2Jna", 40), "A[2Jna");
/// assert_eq!(cleaned("सुनीता", 2), "सुनी");
/// assert_eq!(cleaned(&format!("A{}na", "\u{301}".repeat(99)), 40), "na");
/// ```
#[must_use]
pub fn cleaned(text: &str, letters: usize) -> String {
    let clean = text.graphemes(true).map(|letter| {
        parts(letter).filter(|(_, is_shown)| *is_shown).map(|(part, _)| part).collect::<String>()
    });
    let mut bytes = 0;
    let fits = |letter: &String| {
        bytes += letter.len();
        bytes <= MAX_CLEANED_BYTES
    };
    let clean = clean.filter(|letter| (1..=MAX_LETTER_BYTES).contains(&letter.len()));
    clean.take(letters).take_while(fits).collect()
}

/// Returns the number of letters in `text`.
#[must_use]
pub fn letters(text: &str) -> usize {
    text.graphemes(true).count()
}

/// Escapes `bytes` letter by letter, except for the characters in `plain`.
fn escaped(bytes: &[u8], plain: &[char]) -> impl Iterator<Item = String> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let letters = chunk.valid().graphemes(true).map(|letter| {
            let shown = parts(letter).map(|(part, is_shown)| match plain.contains(&part) {
                true => part.to_string(),
                false if part.is_ascii() => part.escape_debug().to_string(),
                false if is_shown => part.to_string(),
                false => part.escape_unicode().to_string(),
            });
            shown.collect::<String>()
        });
        letters.chain(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")))
    })
}

/// Returns the characters of a letter, and whether each is safe to show after those before it.
fn parts(letter: &str) -> impl Iterator<Item = (char, bool)> {
    let is_foreign = !letter.starts_with(|first: char| first.is_ascii());
    let is_key = letter.starts_with(|first: char| first.is_ascii_digit() || "#*".contains(first));
    let is_flag = TAGGED_FLAGS.contains(&letter);
    letter.chars().enumerate().map(move |(index, part)| {
        let is_shown = match index {
            _ if is_flag || VISIBLE_FORMATS.contains(part) => true,
            // What chooses a form of a foreign letter or a key hides in others.
            1.. if is_invisible_mark(part) => is_foreign || (is_key && part == '\u{fe0f}'),
            // A mark without a letter would stand on what is shown before it.
            0 => is_printable(part) && (part.escape_debug().len() <= 2 || WIDE_BLANKS.contains(&part)),
            _ => is_printable(part) || (is_foreign && JOINERS.contains(&part)),
        };
        (part, is_shown)
    })
}

/// Marks that nobody sees: joiners of marks, vowels of Khmer that are not spoken, selectors of variations.
fn is_invisible_mark(part: char) -> bool {
    matches!(part, '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}')
        || matches!(part, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns whether a character can be seen, or changes the letter before it. The others could act on a terminal or
/// deceive a reader.
#[must_use]
pub fn is_printable(part: char) -> bool {
    let is_escaped = |text: &str| text.escape_debug().count() > text.chars().count();
    match part {
        ' '..='~' => true,
        _ if WIDE_BLANKS.contains(&part) => true,
        _ => !BLANK.contains(&part) && !is_escaped(&format!("a{part}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_every_language_are_shown() {
        for text in [
            "सुनीता",
            "สุนีย์",
            "தமிழ்",
            "مُحَمَّد",
            "שָׁלוֹם",
            "می\u{200c}خواهم",
            "e\u{301}e\u{301}",
            "👩\u{200d}👩\u{200d}👧",
            "🏳\u{fe0f}\u{200d}🌈",
            "क\u{94d}\u{200d}ष",
            "Ångström",
            "한국어",
            "日本語",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "葛\u{e0100}飾",
            "❤\u{fe0f}",
            "#\u{fe0f}\u{20e3}",
            "\u{6dd}١",
            "日本\u{3000}語 à\u{a0}Ana\u{202f}!",
        ] {
            assert_eq!((escape_line(text), escape(text.as_bytes())), (text.to_owned(), text.to_owned()));
            assert_eq!(cleaned(text, 99), text);
            assert_eq!(cleaned(text, letters(text) - 1).chars().count(), {
                let last = text.graphemes(true).next_back().unwrap_or_default();
                text.chars().count() - last.chars().count()
            });
        }
    }

    #[test]
    fn what_could_deceive_is_escaped_or_left_out() {
        for (text, shown, clean) in [
            ("\u{1b}[2J", "\\u{1b}[2J", "[2J"),
            ("a\u{9b}b", "a\\u{9b}b", "ab"),
            ("a\u{202e}b", "a\\u{202e}b", "ab"),
            ("a\u{200b}b", "a\\u{200b}b", "ab"),
            ("a\u{200d}b", "a\\u{200d}b", "ab"),
            ("\u{301}a", "\\u{301}a", "a"),
            ("a\u{34f}b\u{e0101}1\u{fe00}", "a\\u{34f}b\\u{e0101}1\\u{fe00}", "ab1"),
            ("🏴\u{e0067}\u{e007f}", "🏴\\u{e0067}\\u{e007f}", "🏴"),
            ("a\u{3164}", "a\\u{3164}", "a"),
            ("a\u{feff}b\u{2028}c", "a\\u{feff}b\\u{2028}c", "abc"),
            ("\u{2067}a\u{e0041}", "\\u{2067}a\\u{e0041}", "a"),
        ] {
            assert_eq!((escape_line(text).as_str(), cleaned(text, 99).as_str()), (shown, clean));
        }
    }
}
