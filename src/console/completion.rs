//! Completion: what the Tab key offers.

use std::fmt;
use std::sync::Arc;

use super::Prompt;

/// Returns the words that can follow others on a line; `None` if the name of a file follows.
type NextWordsOf = dyn Fn(&[&str]) -> Option<Vec<String>> + Send + Sync;

/// Finds the words that can follow others on a line: arguments of a command, the rest of a turn.
#[derive(Clone)]
pub struct NextWords(Arc<NextWordsOf>);

impl NextWords {
    /// Creates a finder from a function, which returns `None` for the name of a file.
    pub fn new(find: impl Fn(&[&str]) -> Option<Vec<String>> + Send + Sync + 'static) -> Self {
        NextWords(Arc::new(find))
    }

    /// Returns the words with which a line can begin.
    pub fn first(&self) -> Vec<String> {
        (self.0)(&[]).unwrap_or_default()
    }
}

impl fmt::Debug for NextWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NextWords")
    }
}

impl Prompt {
    /// Returns the start of the last word of `typed` and what it can become. Case does not matter. Commands are offered
    /// after a colon, and without one where no answer fits.
    pub fn completions(&self, typed: &str) -> (usize, Vec<String>) {
        let start = last_word(typed);
        let (before, last) = typed.split_at(start);
        let (before, last) = (before.split_whitespace().collect::<Vec<_>>(), last.to_lowercase());
        let fits = |word: &str| word.to_lowercase().starts_with(&last);
        if !before.is_empty() {
            let mut next = self.next_words_after(&before).unwrap_or_default();
            next.extend(self.rest_of_answers(&before));
            next.retain(|word| fits(word));
            return (start, next);
        }
        let (commands, answers): (Vec<&String>, Vec<&String>) =
            self.answers.iter().partition(|word| word.starts_with(':'));
        let offered = if last.starts_with(':') { &commands } else { &answers };
        let mut found: Vec<String> =
            offered.iter().filter(|word| fits(word)).map(|word| (*word).clone()).collect();
        if found.is_empty() && !self.is_free_text && !last.is_empty() {
            let bare = commands.iter().map(|word| word[1..].to_owned());
            found = bare.filter(|word| fits(word)).collect();
        }
        (start, found)
    }

    /// Returns whether the last word of `typed` is the name of a file.
    pub fn takes_file(&self, typed: &str) -> bool {
        let before: Vec<&str> = typed[..last_word(typed)].split_whitespace().collect();
        !before.is_empty() && self.next_words_after(&before).is_none()
    }

    fn next_words_after(&self, before: &[&str]) -> Option<Vec<String>> {
        let is_command = before[0].starts_with(':');
        let next_words = self.next_words.as_ref().filter(|_| is_command || !self.is_free_text);
        next_words.map_or(Some(Vec::new()), |next_words| (next_words.0)(before))
    }

    /// Returns what follows the words `before` in answers of several words.
    fn rest_of_answers(&self, before: &[&str]) -> impl Iterator<Item = String> {
        let begun = format!("{} ", before.join(" ").to_lowercase());
        let rest = move |word: &String| {
            word.to_lowercase()
                .starts_with(&begun)
                .then(|| word.get(begun.len()..).map(str::to_owned))
                .flatten()
        };
        self.answers.iter().filter_map(rest)
    }
}

/// Returns the start of the last word.
fn last_word(typed: &str) -> usize {
    let blank = typed.rfind(char::is_whitespace);
    blank.map_or(0, |blank| blank + typed[blank..].chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_answers_commands_and_what_follows_them() {
        let words = ["a1", "A2", "b1", "level 3", ":undo", ":help", ":hint"];
        let next_words = NextWords::new(|before| match before {
            ["a1"] => Some(["b1", "b2"].map(str::to_owned).to_vec()),
            [":hint" | "hint"] => Some(vec!["all".to_owned()]),
            [":save"] => None,
            _ => Some(Vec::new()),
        });
        let question = Prompt { next_words: Some(next_words), ..Prompt::with_answers("", words) };
        let of = |typed: &str| question.completions(typed).1;
        assert_eq!(of("a"), ["a1", "A2"]);
        assert_eq!(of(""), ["a1", "A2", "b1", "level 3"]);
        assert_eq!(of(":U"), [":undo"]);
        assert_eq!(of("hi"), ["hint"]);
        assert_eq!(of("z"), [""; 0]);
        assert_eq!(question.completions("a1 B"), (3, vec!["b1".to_owned(), "b2".to_owned()]));
        assert_eq!(question.completions(" a"), (1, vec!["a1".to_owned(), "A2".to_owned()]));
        assert_eq!((of("hint "), of(":hint a")), (vec!["all".to_owned()], vec!["all".to_owned()]));
        assert_eq!(of("level "), ["3"]);
        assert!(
            question.takes_file(":save x")
                && !question.takes_file(":save")
                && !question.takes_file(":hint x")
        );
        // In free text only a colon begins a command.
        let name = Prompt { is_free_text: true, ..question.clone() };
        assert_eq!((name.completions("hi").1, name.completions("hint ").1), (vec![], vec![]));
        assert_eq!(name.completions(":hint ").1, ["all"]);
    }
}
