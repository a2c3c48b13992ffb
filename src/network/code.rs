//! The code that one person tells another, so that only they can join.

use std::fmt;
use std::str::FromStr;

use crate::model::text::escape;
use crate::model::{GameRng, nearest};

/// The number of a code is from 1 to this.
const MAX_NUMBER: u8 = 99;

/// A code to join or watch a game, like `7-amber-otter`: one of 1.6 million, or 20 bits. Guessing is limited to three tries
/// by the host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code {
    number: u8,
    adjective: &'static str,
    noun: &'static str,
}

/// The form of a code.
const FORM: &str = "a code is a number and two words, like 7-amber-otter";

impl Code {
    /// Returns a random code. If the system has no randomness, the code is predictable, but then no connection can
    /// be made either.
    pub fn random() -> Self {
        let mut rest = GameRng::random_seed();
        // The number of codes is so far below 2^32 that the bias of the remainders does not matter.
        let mut below = |bound: u8| {
            let digit = rest % u64::from(bound);
            rest /= u64::from(bound);
            digit as usize
        };
        let number = below(MAX_NUMBER) as u8 + 1;
        let [adjectives, nouns] = words();
        Code { number, adjective: adjectives[below(128)], noun: nouns[below(128)] }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.number, self.adjective, self.noun)
    }
}

/// Hides the code, which is a secret.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

/// Accepts any case, surrounding blanks, and blanks instead of hyphens.
impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let is_separator = |letter: char| letter == '-' || letter.is_whitespace();
        let parts: Vec<&str> = text.split(is_separator).filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            return Err(format!("no code was given: {FORM}"));
        }
        let &[number, adjective, noun] = &*parts else {
            return Err(format!("{} is not a code: {FORM}", escape(text.as_bytes())));
        };
        let parsed = number.parse().ok().filter(|number| (1..=MAX_NUMBER).contains(number));
        let number = parsed.ok_or_else(|| {
            let wrong = escape(number.as_bytes());
            format!("{wrong} is not a number from 1 to {MAX_NUMBER}, and a code begins with one, like 7-amber-otter")
        })?;
        let [adjectives, nouns] = words();
        Ok(Code { number, adjective: find(adjective, &adjectives)?, noun: find(noun, &nouns)? })
    }
}

fn find(word: &str, words: &[&'static str]) -> Result<&'static str, String> {
    let word = word.to_lowercase();
    let known = words.iter().copied().find(|known| *known == word);
    known.ok_or_else(|| {
        let meant = nearest(&word, words.iter().copied()).map(|word| format!(": did you mean {word}?"));
        let (word, meant) = (escape(word.as_bytes()), meant.unwrap_or_default());
        format!("{word} is not a word of a code like 7-amber-otter{meant}")
    })
}

/// 128 lines with an adjective and a noun each. Any two adjectives differ in two letters or more, and so do any two nouns, so
/// that a mistyped word is not another one.
const WORDS: &str = include_str!("words.txt");

/// Returns the adjectives and the nouns.
fn words() -> [Vec<&'static str>; 2] {
    [0, 1].map(|column| WORDS.split_ascii_whitespace().skip(column).step_by(2).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Code>().unwrap_err().to_string()
    }

    #[test]
    fn a_code_is_read_as_it_is_written() {
        let mut random = HashSet::new();
        for _ in 0..100 {
            let code = Code::random();
            assert_eq!(code.to_string().parse(), Ok(code));
            random.insert(code.to_string());
        }
        assert!(random.len() > 90, "random codes differ: {random:?}");
        let code: Code = "7-amber-otter".parse().unwrap();
        assert_eq!("  7 AMBER \t Otter\n".parse(), Ok(code));
        assert_eq!("7--amber - otter".parse(), Ok(code));
        assert_ne!("8-amber-otter".parse(), Ok(code));
        assert_eq!(code.to_string(), "7-amber-otter");
        assert!(!format!("{code:?}").contains("otter"));
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        assert_eq!(
            error("amber"),
            "amber is not a code: a code is a number and two words, like 7-amber-otter"
        );
        assert_eq!(error(""), "no code was given: a code is a number and two words, like 7-amber-otter");
        assert!(error("100-amber-otter").starts_with("100 is not a number from 1 to 99"));
        assert!(error("0-amber-otter").starts_with("0 is not a number"));
        assert!(
            error("7-ambre-otter")
                .ends_with("ambre is not a word of a code like 7-amber-otter: did you mean amber?")
        );
        assert!(error("7-amber-oter").ends_with("did you mean otter?"));
        assert_eq!(error("7-amber-xyzzy"), "xyzzy is not a word of a code like 7-amber-otter");
        assert!(!error("7-\u{1b}[2J-otter").contains('\u{1b}'));
    }

    #[test]
    fn words_are_short_plain_and_distinct() {
        let words = words().concat();
        assert_eq!(words.iter().collect::<HashSet<_>>().len(), 256);
        assert!(words.iter().all(|word| (3..=7).contains(&word.len())));
        assert!(words.iter().all(|word| word.bytes().all(|letter| letter.is_ascii_lowercase())));
    }
}
