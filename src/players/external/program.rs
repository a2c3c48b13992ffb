//! How a program is named as a player: `ugi:[NAME=VALUE]... PROGRAM [ARGUMENT]...`.

use std::time::Duration;

use thiserror::Error;

use crate::engine::bots::SearchBudget;
use crate::engine::expert::MAX_TIME;

/// What the name of a program as a player begins with.
const PREFIX: &str = "ugi:";
/// How long a program may take for an answer, unless told otherwise.
const DEFAULT_REPLY_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer than its time for a move it may take, unless told otherwise.
const DEFAULT_MOVE_MARGIN: Duration = Duration::from_secs(1);

/// A program to be started, and how it is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// What it may use for a move.
    pub budget: SearchBudget,
    /// How long it may take for an answer; for a move too, where depth or positions limit it and not time.
    pub reply_timeout: Duration,
    /// How much longer than its time for a move it may take.
    pub margin: Duration,
    /// The options it is given, name and value.
    pub options: Vec<(String, String)>,
}

/// Why a name is not that of a program although it begins like one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// There are line ends or other control characters in it.
    #[error("a command stands on one line")]
    ControlCharacter,
    /// A quote is not closed, or a backslash stands at the end.
    #[error("a quote is not closed")]
    OpenQuote,
    /// No program stands behind the settings.
    #[error("the program is missing: ugi:PROGRAM")]
    Missing,
    /// A setting is no number, or a number that makes no sense.
    #[error("{0} is a whole number above 0")]
    Number(String),
    /// A setting is no time, or a time that makes no sense.
    #[error("{0} is a number of seconds above 0, at most {longest}", longest = MAX_TIME.as_secs_f64())]
    Seconds(String),
    /// The time for a move is too long.
    #[error("movetime is at most {} milliseconds", MAX_TIME.as_millis())]
    LongMove(Duration),
}

/// Whether `name` is that of a program, whatever follows the prefix.
pub fn is_program(name: &str) -> bool {
    command(name).is_some()
}

fn command(name: &str) -> Option<&str> {
    let name = name.trim_start();
    let prefix = name.get(..PREFIX.len())?;
    prefix.eq_ignore_ascii_case(PREFIX).then(|| &name[PREFIX.len()..])
}

impl Program {
    /// Reads a name; `None` if it is not that of a program. Words are split as a shell splits them, with quotes and
    /// backslashes, but nothing is expanded. Words `NAME=VALUE` before the program say how it plays.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(name: &str) -> Option<Result<Self, ProgramError>> {
        command(name).map(parse_command)
    }
}

fn parse_command(command: &str) -> Result<Program, ProgramError> {
    if command.chars().any(char::is_control) {
        return Err(ProgramError::ControlCharacter);
    }
    let words = shell_words::split(command).map_err(|_| ProgramError::OpenQuote)?;
    let settings = words.iter().map_while(|word| setting(word)).count();
    let mut program = Program {
        words: words[settings..].to_vec(),
        budget: SearchBudget::default(),
        reply_timeout: DEFAULT_REPLY_TIMEOUT,
        margin: DEFAULT_MOVE_MARGIN,
        options: Vec::new(),
    };
    if program.words.is_empty() {
        return Err(ProgramError::Missing);
    }
    words[..settings]
        .iter()
        .filter_map(|word| setting(word))
        .try_for_each(|(key, value)| program.set(key, value))?;
    Ok(program)
}

/// Splits `NAME=VALUE`, where the name is a letter and then letters, digits, `-`, `_` or `.`.
fn setting(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    is_name.then_some((name, value))
}

impl Program {
    fn set(&mut self, key: &str, value: &str) -> Result<(), ProgramError> {
        match key {
            "movetime" => {
                let time = Duration::from_millis(parse_positive(key, value)?);
                if time > MAX_TIME {
                    return Err(ProgramError::LongMove(time));
                }
                self.budget.time = Some(time);
            }
            "nodes" => self.budget.nodes = Some(parse_positive(key, value)?),
            "depth" => {
                let depth = u32::try_from(parse_positive(key, value)?).unwrap_or(u32::MAX);
                self.budget.depth = Some(depth);
            }
            "patience" => self.reply_timeout = parse_seconds(key, value)?,
            "margin" => self.margin = parse_seconds(key, value)?,
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

fn parse_positive(key: &str, value: &str) -> Result<u64, ProgramError> {
    let number = value.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| ProgramError::Number(key.to_owned()))
}

fn parse_seconds(key: &str, value: &str) -> Result<Duration, ProgramError> {
    let longest = MAX_TIME.as_secs_f64();
    let seconds = value.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= longest);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| ProgramError::Seconds(key.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(name: &str) -> Result<Program, ProgramError> {
        Program::parse(name).unwrap()
    }

    #[test]
    fn bot_names_are_not_programs() {
        for name in ["hard", "minimax:4", "ugi", "", "ügi:"] {
            assert_eq!(Program::parse(name), None, "{name}");
            assert!(!is_program(name));
        }
        assert!(is_program(" UGI:x"));
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        let program = parse(r#"ugi:./my\ engine 'two words' "$HOME" a=b"#).unwrap();
        assert_eq!(program.words, ["./my engine", "two words", "$HOME", "a=b"]);
        assert_eq!((program.budget, program.options), (SearchBudget::default(), Vec::new()));
    }

    #[test]
    fn settings_stand_before_the_program() {
        let program =
            parse("ugi:movetime=250 Hash=16 patience=0.5 margin=2 Bot='minimax:4' cygnet ugi uglyduck")
                .unwrap();
        assert_eq!(program.words, ["cygnet", "ugi", "uglyduck"]);
        let time = Some(Duration::from_millis(250));
        assert_eq!(program.budget, SearchBudget { time, ..SearchBudget::default() });
        assert_eq!(
            (program.reply_timeout, program.margin),
            (Duration::from_millis(500), Duration::from_secs(2))
        );
        let options = [("Hash", "16"), ("Bot", "minimax:4")];
        assert_eq!(program.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let both = parse("ugi:depth=3 nodes=5 x").unwrap().budget;
        assert_eq!(both, SearchBudget { depth: Some(3), nodes: Some(5), time: None });
    }

    #[test]
    fn errors_are_specific() {
        let problem = |name: &str| parse(name).unwrap_err().to_string();
        assert_eq!(problem("ugi:"), "the program is missing: ugi:PROGRAM");
        assert_eq!(problem("ugi: Hash=1"), "the program is missing: ugi:PROGRAM");
        assert_eq!(problem("ugi:'x"), "a quote is not closed");
        assert_eq!(problem("ugi:x\ny"), "a command stands on one line");
        assert_eq!(problem("ugi:nodes=0 x"), "nodes is a whole number above 0");
        assert_eq!(problem("ugi:patience=never x"), "patience is a number of seconds above 0, at most 3600");
        assert_eq!(problem("ugi:movetime=99999999999 x"), "movetime is at most 3600000 milliseconds");
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "(ugi:)?\\PC{0,40}", words in "ugi:[a-z= '\"\\\\.0-9-]{0,30}") {
            let _ = Program::parse(&text);
            let _ = Program::parse(&words);
        }

        #[test]
        fn quoted_words_round_trip(words in proptest::collection::vec("[ -~]{0,10}", 1..5)) {
            prop_assume!(setting(&words[0]).is_none());
            let name = format!("ugi:{}", shell_words::join(&words));
            prop_assert_eq!(parse(&name).unwrap().words, words);
        }
    }
}
