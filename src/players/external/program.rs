//! The name of a program as a player: `ugi:[NAME=VALUE]... PROGRAM [ARGUMENT]...`.

use std::time::Duration;

use crate::engine::bots::{SearchBudget, read_seconds};
use crate::engine::expert::MAX_TIME;
use crate::model::nearest;
use crate::words::join_with_word;

use super::EngineFault;

/// The settings before a program that are not options of the program.
const SETTINGS: [&str; 5] = ["movetime", "nodes", "depth", "patience", "margin"];

/// The maximum length of a command, in bytes. It fits on a line of a record after its key.
const MAX_COMMAND_BYTES: usize = 3900;

/// The prefix of the name of a program.
const PREFIX: &str = "ugi:";
/// The default time limit for an answer.
const DEFAULT_REPLY_TIMEOUT: Duration = Duration::from_secs(10);
/// The default time by which a program can exceed its time for a move.
const DEFAULT_MOVE_MARGIN: Duration = Duration::from_secs(1);

/// A program to start, and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// The search budget for a move.
    pub budget: SearchBudget,
    /// The time limit for an answer, including a move that is limited by depth or positions rather than time.
    pub reply_timeout: Duration,
    /// The time by which it can exceed its time for a move.
    pub margin: Duration,
    /// The UGI options to set, as names and values.
    pub options: Vec<(String, String)>,
}

/// Returns whether `name` begins with the prefix of a program. The rest may be invalid.
pub fn is_program(name: &str) -> bool {
    command(name).is_some()
}

fn command(name: &str) -> Option<&str> {
    let name = name.trim_start();
    let prefix = name.get(..PREFIX.len())?;
    prefix.eq_ignore_ascii_case(PREFIX).then(|| &name[PREFIX.len()..])
}

impl Program {
    /// Parses a name. Returns `None` if it does not begin with the prefix. Words are split as in a shell,
    /// with quotes and backslashes, but nothing is expanded. Words `NAME=VALUE` before the program are
    /// settings.
    ///
    /// # Errors
    /// The command or a setting is invalid.
    pub fn parse(name: &str) -> Option<Result<Self, String>> {
        command(name).map(Program::parse_command)
    }

    /// Parses what follows the prefix.
    ///
    /// # Errors
    /// See [`Program::parse`].
    pub fn parse_command(command: &str) -> Result<Self, String> {
        if command.chars().any(char::is_control) {
            let problem =
                "the command contains a line break or another control character: write it on one line";
            return Err(problem.to_owned());
        }
        if command.len() > MAX_COMMAND_BYTES {
            return Err(format!("the command is longer than {MAX_COMMAND_BYTES} bytes"));
        }
        let words = shell_words::split(command).map_err(|_| "a quote is not closed")?;
        let settings = words.iter().map_while(|word| setting(word)).count();
        let mut program = Program {
            words: words[settings..].to_vec(),
            budget: SearchBudget::default(),
            reply_timeout: DEFAULT_REPLY_TIMEOUT,
            margin: DEFAULT_MOVE_MARGIN,
            options: Vec::new(),
        };
        if program.words.is_empty() {
            return Err("the program is missing: use ugi:PROGRAM".to_owned());
        }
        let mut settings = words[..settings].iter().filter_map(|word| setting(word));
        settings.try_for_each(|(key, value)| program.set(key, value))?;
        Ok(program)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "movetime" => {
                let time = Duration::from_millis(parse_positive(key, value)?);
                if time > MAX_TIME {
                    return Err(format!("movetime must be at most {} milliseconds", MAX_TIME.as_millis()));
                }
                self.budget.time = Some(time);
            }
            "nodes" => self.budget.nodes = Some(parse_positive(key, value)?),
            "depth" => {
                self.budget.depth = Some(parse_positive(key, value)?.try_into().unwrap_or(u32::MAX));
            }
            "patience" => self.reply_timeout = parse_seconds(key, value)?,
            "margin" => self.margin = parse_seconds(key, value)?,
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// Splits `NAME=VALUE`. The name is a letter followed by letters, digits, `-`, `_` or `.`, with single blanks between.
fn setting(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.split(' ').all(|word| !word.is_empty() && word.chars().all(is_part));
    is_name.then_some((name, value))
}

/// Checks the value of an option against those that an engine has listed, with their kinds, if it has listed any.
pub(super) fn check_option(listed: &[(String, String)], name: &str, value: &str) -> Result<(), EngineFault> {
    let same = listed.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let Some((_, kind)) = same else {
        let known: Vec<&str> = listed.iter().map(|(name, _)| name.as_str()).collect();
        let meant = nearest(name, known.iter().copied().chain(SETTINGS));
        let names = || format!("its options are {}", known.join(", "));
        let names = meant.map_or_else(names, |meant| format!("did you mean {meant}?"));
        let unknown = format!("it has no option {name}: {names}");
        return if known.is_empty() { Ok(()) } else { Err(EngineFault::Option(unknown)) };
    };
    let words: Vec<&str> = kind.split_whitespace().collect();
    let after = |key| words.iter().skip_while(|word| **word != key).nth(1)?.parse::<i128>().ok();
    let is_one_of = |choices: &[String]| choices.iter().any(|choice| choice.eq_ignore_ascii_case(value));
    let (is_right, wanted) = match (words.first().copied(), after("min"), after("max")) {
        (Some("spin"), Some(min), Some(max)) => {
            let is_right = value.parse().is_ok_and(|value| (min..=max).contains(&value));
            (is_right, format!("a number from {min} to {max}"))
        }
        (Some("check" | "combo"), ..) => {
            let given = kind.split(" var ").skip(1).filter_map(|text| text.split(" default ").next());
            let given: Vec<String> = given.map(|choice| choice.trim().to_owned()).collect();
            let choices =
                if words[0] == "check" { ["true", "false"].map(str::to_owned).to_vec() } else { given };
            (is_one_of(&choices), join_with_word(&choices, "or"))
        }
        _ => return Ok(()),
    };
    let wrong = || EngineFault::Option(format!("its option {name} is {wanted}, not {value}"));
    is_right.then_some(()).ok_or_else(wrong)
}

fn parse_positive(key: &str, value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{key} must be a whole number above 0"))
}

fn parse_seconds(key: &str, value: &str) -> Result<Duration, String> {
    let max = MAX_TIME.as_secs_f64();
    read_seconds(value).ok_or_else(|| format!("{key} must be a number of seconds above 0 and at most {max}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(name: &str) -> Result<Program, String> {
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
    fn words_are_split_as_in_a_shell() {
        let program = parse(r#"ugi:'./my engine=1' 'two words' "$HOME" a=b"#).unwrap();
        assert_eq!(program.words, ["./my engine=1", "two words", "$HOME", "a=b"]);
        assert_eq!((program.budget, program.options), (SearchBudget::default(), Vec::new()));
    }

    #[test]
    fn settings_precede_the_program() {
        let program = parse(
            "ugi:movetime=250 'Clear Hash=16' patience=0.5 margin=2 Bot='minimax:4' cygnet ugi uglyduck",
        )
        .unwrap();
        assert_eq!(program.words, ["cygnet", "ugi", "uglyduck"]);
        let time = Some(Duration::from_millis(250));
        assert_eq!(program.budget, SearchBudget::default().with_time(time));
        assert_eq!(
            (program.reply_timeout, program.margin),
            (Duration::from_millis(500), Duration::from_secs(2))
        );
        let options = [("Clear Hash", "16"), ("Bot", "minimax:4")];
        assert_eq!(program.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let both = parse("ugi:depth=3 nodes=5 x").unwrap().budget;
        assert_eq!(both, SearchBudget::default().with_depth(3).with_nodes(5));
    }

    #[test]
    fn errors_are_specific() {
        let problem = |name: &str| parse(name).unwrap_err().to_string();
        assert_eq!(problem("ugi:"), "the program is missing: use ugi:PROGRAM");
        assert_eq!(problem("ugi: Hash=1"), "the program is missing: use ugi:PROGRAM");
        assert_eq!(problem("ugi:'x"), "a quote is not closed");
        assert!(problem("ugi:x\ny").ends_with("write it on one line"));
        assert_eq!(problem(&format!("ugi:x {}", "y".repeat(3899))), "the command is longer than 3900 bytes");
        assert_eq!(problem("ugi:nodes=0 x"), "nodes must be a whole number above 0");
        assert_eq!(
            problem("ugi:patience=never x"),
            "patience must be a number of seconds above 0 and at most 3600"
        );
        assert_eq!(problem("ugi:movetime=99999999999 x"), "movetime must be at most 3600000 milliseconds");
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
