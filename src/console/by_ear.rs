//! What someone who listens hears instead of what others see: whole questions, and texts without boxes.

use super::Prompt;
use super::prompt::{list_answers, number_range};
use super::style::shown_parts;

/// The largest number of answers that are read aloud with a question.
const MAX_HEARD_ANSWERS: usize = 4;

impl Prompt {
    /// Sets the question and the kind of answer that someone who listens hears instead of the text.
    ///
    /// ```
    /// use cygnet::console::Prompt;
    ///
    /// let prompt = Prompt::with_answers("Cell - ", ["a1", "a2"]).heard_as("Which piece do you move?", "a cell");
    /// assert_eq!(prompt.heard().text, "Which piece do you move? Type a1 or a2. ");
    /// ```
    #[must_use]
    pub fn heard_as(self, question: impl Into<String>, wanted: &'static str) -> Self {
        Prompt { question: question.into(), wanted, ..self }
    }

    /// Returns the prompt for someone who listens: what is asked, and what can be typed.
    #[must_use]
    pub fn heard(&self) -> Self {
        let question = match self.question.as_str() {
            "" => match self.text.trim_end_matches([' ', '-', ':']) {
                text if text.ends_with(['?', '.', '!', ')']) => text.to_owned(),
                text => format!("{text}."),
            },
            question => question.to_owned(),
        };
        let wanted = if self.wanted.is_empty() { "an answer" } else { self.wanted };
        let says_how = ["Type ", "or type ", "Press Enter"].iter().any(|how| question.contains(how));
        let text = match (self.answers.as_slice(), number_range(&self.answers)) {
            _ if says_how => format!("{question} "),
            ([], _) => format!("{question} "),
            (_, Some((first, last))) => format!("{question} Type a number from {first} to {last}. "),
            (answers, _) if answers.len() <= MAX_HEARD_ANSWERS => {
                format!("{question} Type {}. ", list_answers(answers))
            }
            ([first, ..], _) => format!("{question} Type {wanted}, such as {first}. "),
        };
        Prompt { text, introduction: String::new(), ..self.clone() }
    }
}

/// The shortest line of equal signs that is a drawing.
const MIN_RULE_LEN: usize = 3;

/// Removes drawn lines, boxes of `*` and empty lines, which say nothing to someone who listens. Keeps the text of
/// the boxes.
pub(super) fn without_art(text: &str) -> String {
    let content = |line: &str| {
        let plain: String = shown_parts(line).collect();
        let framed = plain.strip_prefix('*').and_then(|rest| rest.trim_end().strip_suffix('*'));
        match framed.map(str::trim) {
            _ if is_drawn(plain.trim()) => String::new(),
            None if plain.trim().is_empty() => String::new(),
            Some("") => String::new(),
            Some(inner) => format!("{inner}\n"),
            None => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(content).collect()
}

/// Returns whether a line is one sign again and again.
fn is_drawn(line: &str) -> bool {
    let Some(sign) = line.chars().next().filter(|sign| !sign.is_alphanumeric()) else { return false };
    line.chars().count() >= MIN_RULE_LEN && line.chars().all(|other| other == sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::menu_colours::paint_menu;
    use crate::console::{ColorDepth, Paint, Palette, star_box};

    #[test]
    fn a_heard_question_says_what_to_type() {
        let heard =
            |text: &str, answers: &[&str]| Prompt::with_answers(text, answers.iter().copied()).heard().text;
        assert_eq!(heard("Cell - ", &["a1", "a2"]), "Cell. Type a1 or a2. ");
        assert_eq!(heard("Which level? ", &["1", "2", "3", "4"]), "Which level? Type a number from 1 to 4. ");
        assert_eq!(heard("Save to which file? ", &[]), "Save to which file? ");
        let page = "Page 1 of 2. Press Enter for more, or type q to leave. ";
        assert_eq!(heard(page, &["q"]), page);
        let cells = ["a1", "a2", "a3", "a4", "a5", "b1", "b2"];
        let prompt = Prompt::with_answers("Cell - ", cells).heard_as("Where to?", "a cell");
        assert_eq!(prompt.heard().text, "Where to? Type a cell, such as a1. ");
    }

    #[test]
    fn a_box_leaves_its_text_to_listeners() {
        let heard = without_art(&format!("\n{}\nChoose! ", star_box("MENU", "1 - PLAY\n2 - EXIT")));
        assert_eq!(heard, "MENU\n1 - PLAY\n2 - EXIT\nChoose! ");
        let paint = Paint::new(Palette::Standard, ColorDepth::Ansi256);
        let painted = without_art(&paint_menu(&star_box("MENU", "1 - PLAY"), paint));
        assert!(
            painted.contains("MENU\n") && painted.ends_with(" - PLAY\n") && !painted.contains('*'),
            "{painted:?}"
        );
        assert_eq!(without_art("a * b\n* and +\n"), "a * b\n* and +\n");
        assert_eq!(without_art("RULES\n=====\n\n- one\n"), "RULES\n- one\n");
        assert_eq!(without_art("\n"), "");
    }
}
