//! A question for one line, and the list of its answers.

use super::NextWords;
use crate::words::join_with_word;

/// The number of consecutive suggestions from which they are shown as a range.
const MIN_RANGE_LEN: usize = 9;
const HELP_HINT: &str = "Type :help for a list of commands.";

/// A question for one line.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The text before the answer, on the same line.
    pub text: String,
    /// Suggested answers, for completion at a terminal.
    pub answers: Vec<String>,
    /// The names of the options of a menu, which can be typed too.
    pub names: Vec<String>,
    /// What can follow an answer or a command on its line, for completion.
    pub next_words: Option<NextWords>,
    /// The text shown each time before the question; may be empty.
    pub introduction: String,
    /// Whether any text is an answer, such as a name. Then only lines with a colon are commands.
    pub is_free_text: bool,
    /// The whole question as a sentence, for someone who listens; if empty, it is made from the text.
    pub question: String,
    /// What kind of answer the question takes: `a cell`.
    pub wanted: &'static str,
    /// The answer that an empty line gives at a terminal. An empty one only continues.
    pub default: Option<String>,
    /// The letters that are never commands here, even if they are not among the answers now.
    pub letters: &'static str,
    /// Whether a command ends the question too, with an empty answer.
    pub takes_one_line: bool,
}

impl Prompt {
    /// Creates a question without suggested answers.
    pub fn new(text: impl Into<String>) -> Self {
        Prompt { text: text.into(), ..Prompt::default() }
    }

    /// Creates a request for Enter.
    pub fn enter(text: impl Into<String>) -> Self {
        Prompt::new(text).with_default("")
    }

    /// Creates a question whose answer is yes or no, and `default` for an empty line; what `q` means, the caller decides.
    pub fn yes_no(question: &str, default: &str) -> Self {
        let answers = ["y", "n", "yes", "no"];
        let prompt = Prompt::with_answers(format!("{question} [y/n] "), answers).with_default(default);
        Prompt { letters: "q", ..prompt }.heard_as(format!("{question} Type y or n."), "")
    }

    /// Creates a question that takes any text; `wanted` says what kind: `a name`.
    pub fn free_text(text: impl Into<String>, wanted: &'static str) -> Self {
        Prompt { is_free_text: true, wanted, ..Prompt::new(text) }
    }

    /// Creates the question for the file of a game.
    pub fn new_file() -> Self {
        Prompt::free_text("Save to which file? ", "the name of a new file, such as game.cygnet,")
    }

    /// Creates a question with suggested answers.
    pub fn with_answers<T: Into<String>>(
        text: impl Into<String>,
        answers: impl IntoIterator<Item = T>,
    ) -> Self {
        Prompt { answers: answers.into_iter().map(Into::into).collect(), ..Prompt::new(text) }
    }

    /// Sets the answer that an empty line gives at a terminal.
    #[must_use]
    pub fn with_default(self, answer: impl ToString) -> Self {
        Prompt { default: Some(answer.to_string()), ..self }
    }

    /// Returns whether `line` is one of the answers, or any line is.
    pub(super) fn takes(&self, line: &str) -> bool {
        self.is_free_text || self.answers.iter().chain(&self.names).any(|answer| is_answer(answer, line))
    }

    /// Says what can be typed; `None` if any answer is allowed. In a turn, `example` returns a whole turn that can
    /// be typed now.
    pub(super) fn help(&self, is_turn: bool, example: impl FnOnce() -> Option<String>) -> Option<String> {
        if self.is_free_text {
            return Some(format!(
                "You can type {} here, or press Enter for none. Type back to leave, :help for a list of commands.",
                self.wanted
            ));
        }
        if self.answers.is_empty() {
            if self.default.is_some() {
                return Some(format!("You can press Enter here. {HELP_HINT}"));
            }
            return is_turn.then(|| format!("No answer is legal here: type back. {HELP_HINT}"));
        }
        let more = match (is_turn, is_turn.then(example).flatten()) {
            (false, _) if !self.names.is_empty() => {
                format!(
                    ", or a name: {}. Type back to leave, :help for a list of commands.",
                    self.names.join(", ")
                )
            }
            (false, _) => ". Type back to leave, :help for a list of commands.".to_owned(),
            (true, None) => format!(". {HELP_HINT}"),
            // On its own line, the example is not wrapped.
            (true, Some(turn)) => format!(", or a whole turn on one line:\n{turn}\n{HELP_HINT}"),
        };
        let enter = match self.default.as_deref() {
            None => String::new(),
            Some("") => "press Enter, or ".to_owned(),
            Some(answer) => format!("press Enter for {answer}, or "),
        };
        Some(format!("You can {enter}type {} here{more}", list_answers(&self.answers)))
    }

    /// Says which answers there are: `Type 1, 2 or s.`
    pub fn options(&self) -> String {
        format!("Type {}.", list_answers(&self.answers).trim_end_matches(','))
    }
}

/// Returns whether `line` is the answer `answer` of a question. One with a colon is a command, which can be typed without
/// the colon and with other words after it.
pub(super) fn is_answer(answer: &str, line: &str) -> bool {
    let is_command = |name: &str| {
        let first = line.strip_prefix(':').unwrap_or(line).split_whitespace().next();
        first.is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    line.eq_ignore_ascii_case(answer) || answer.strip_prefix(':').is_some_and(is_command)
}

/// Returns the first and the last of at least three consecutive numbers; `None` for other answers.
pub(super) fn number_range(answers: &[String]) -> Option<(usize, usize)> {
    let numbers: Option<Vec<usize>> = answers.iter().map(|answer| answer.parse().ok()).collect();
    match numbers?.as_slice() {
        numbers if numbers.windows(2).any(|pair| pair[1] != pair[0].saturating_add(1)) => None,
        [first, _, .., last] => Some((*first, *last)),
        _ => None,
    }
}

/// Lists answers as `1, 2 or 3`, or a long run of numbers by its first and last.
pub(super) fn list_answers(answers: &[String]) -> String {
    let answers: Vec<String> = answers.iter().map(|answer| answer.replace(' ', "\u{a0}")).collect();
    let numbers = answers.iter().take_while(|answer| answer.parse::<usize>().is_ok()).count();
    let (numbers, others) = answers.split_at(numbers);
    let others = &shortened(others)[..];
    match (number_range(numbers).filter(|_| numbers.len() >= MIN_RANGE_LEN), &answers[..]) {
        (Some((first, last)), _) if others.is_empty() => {
            format!("a number from {first} to {last}, for example {first},")
        }
        (Some((first, last)), _) => {
            format!("a number from {first} to {last}, {}", join_with_word(others, "or"))
        }
        _ => join_with_word(&[numbers, others].concat(), "or"),
    }
}

/// Returns the answers with a long run such as `d1`, `d2`, `d3` as one: `d1 to d3`.
fn shortened(answers: &[String]) -> Vec<String> {
    let parts = |answer: &str| Some((answer.get(..1)?.to_owned(), answer.get(1..)?.parse::<usize>().ok()?));
    let follows = |one: &String, next: &String| {
        parts(one).zip(parts(next)).is_some_and(|(one, next)| one.0 == next.0 && one.1 + 1 == next.1)
    };
    let runs = answers.chunk_by(follows).flat_map(|run| match run {
        [first, .., last] if run.len() >= MIN_RANGE_LEN => vec![format!("{first} to {last}")],
        run => run.to_vec(),
    });
    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_answers_and_abbreviates_number_ranges() {
        let words =
            |words: &[&str]| list_answers(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(words(&["a1"]), "a1");
        assert_eq!(words(&["1", "2", "s"]), "1, 2 or s");
        let numbers: Vec<String> = (3..=22).map(|number| number.to_string()).collect();
        assert_eq!(list_answers(&numbers), "a number from 3 to 22, for example 3,");
        assert_eq!(list_answers(&numbers[..3]), "3, 4 or 5");
        let deleted: Vec<String> = (1..=9).map(|number| format!("d{number}")).collect();
        assert_eq!(list_answers(&[&numbers[..1], &deleted].concat()), "3 or d1 to d9");
        assert_eq!(list_answers(&deleted[..3]), "d1, d2 or d3");
    }
}
