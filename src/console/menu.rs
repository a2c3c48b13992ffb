//! What is built of questions: menus, texts shown page by page, and the way back from one question to another.

use super::{Dialog, Document, Prompt, PromptExit};

/// The rows that a question takes, with what leads to it.
const MENU_PROMPT_ROWS: usize = 5;

/// `answer`, or `None` where the person has gone back.
///
/// # Errors
/// Those of `answer`, except [`PromptExit::Back`].
pub fn none_if_back<T>(answer: Result<T, PromptExit>) -> Result<Option<T>, PromptExit> {
    match answer {
        Err(PromptExit::Back) => Ok(None),
        other => other.map(Some),
    }
}

/// The answers to two questions; going back from the second leads to the first again.
///
/// # Errors
/// A command, the end of input, or going back from the first question left them.
pub fn ask_both<A, B>(
    dialog: &mut Dialog<'_>,
    mut one: impl FnMut(&mut Dialog<'_>) -> Result<A, PromptExit>,
    mut other: impl FnMut(&mut Dialog<'_>, &A) -> Result<B, PromptExit>,
) -> Result<(A, B), PromptExit> {
    loop {
        let first = one(dialog)?;
        if let Some(second) = none_if_back(other(dialog, &first))? {
            return Ok((first, second));
        }
    }
}

/// A numbered menu.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'a> {
    /// The whole menu as it is shown.
    pub text: &'a str,
    /// The question under it.
    pub prompt: &'a str,
    /// The answers are the numbers from 1 to this.
    pub options: usize,
    /// What is said to any other answer.
    pub error: &'a str,
}

impl Menu<'_> {
    fn numbers(&self) -> impl Iterator<Item = String> {
        (1..=self.options).map(|option| option.to_string())
    }

    fn read(&self, answer: &str) -> Option<usize> {
        answer.parse().ok().filter(|number| (1..=self.options).contains(number))
    }
}

/// What was chosen in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuChoice {
    /// A number, from 1.
    Number(usize),
    /// A letter, small.
    Letter(char),
}

impl Dialog<'_> {
    /// Shows a menu and asks for one of its numbers, from 1.
    ///
    /// # Errors
    /// A command or the end of input left the menu.
    pub fn choose(&mut self, menu: &Menu<'_>) -> Result<usize, PromptExit> {
        self.say(menu.text)?;
        let prompt = Prompt::with_answers(menu.prompt, menu.numbers());
        self.ask_for(&prompt, |answer| menu.read(answer).ok_or(menu.error))
    }

    /// Shows a menu and asks for one of its numbers or one of `letters`, which are small.
    ///
    /// # Errors
    /// A command or the end of input left the menu.
    pub fn choose_with_letters(
        &mut self,
        menu: &Menu<'_>,
        letters: &[char],
    ) -> Result<MenuChoice, PromptExit> {
        self.say(menu.text)?;
        let answers = menu.numbers().chain(letters.iter().map(char::to_string));
        let prompt = Prompt::with_answers(menu.prompt, answers);
        self.ask_for(&prompt, |answer| {
            let letter =
                || letters.iter().copied().find(|letter| answer.to_lowercase() == letter.to_string());
            menu.read(answer)
                .map(MenuChoice::Number)
                .or_else(|| letter().map(MenuChoice::Letter))
                .ok_or(menu.error)
        })
    }

    /// An empty line above or below a text, where there is no terminal: at one, pages follow on prompts of their own.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn blank_line_if_piped(&mut self) -> Result<(), PromptExit> {
        if self.is_at_terminal() { Ok(()) } else { self.say("") }
    }

    /// Shows a text: at a terminal page by page, of which the last one, too, stays until the person has read it, unless it is the
    /// only one and leaves room for the next question.
    ///
    /// # Errors
    /// A command or the end of input left the text.
    pub fn show(&mut self, document: &Document) -> Result<(), PromptExit> {
        self.show_pages(document, MENU_PROMPT_ROWS)
    }

    /// The same before a menu, which would push even a short text off the screen.
    ///
    /// # Errors
    /// A command or the end of input left the text.
    pub fn show_and_wait(&mut self, document: &Document) -> Result<(), PromptExit> {
        self.show_pages(document, usize::MAX)
    }

    /// Shows a text on which something of `next` rows follows.
    fn show_pages(&mut self, document: &Document, next: usize) -> Result<(), PromptExit> {
        let style = self.style();
        let pages = style.wording(vec![document.unpaged(style.width)], document.pages(&style));
        let room = style.above(next);
        if let [only] = &pages[..]
            && room.shows(only)
        {
            return self.say(only);
        }
        for (number, page) in (1..).zip(&pages) {
            self.say(page)?;
            let goes = if number == pages.len() { "Enter" } else { "Enter goes on, q" };
            let prompt = Prompt::new(format!("({number} of {}; {goes} leaves) ", pages.len()));
            if !self.confirm_next(&prompt, true)? {
                break;
            }
        }
        Ok(())
    }

    /// Asks whether to continue: Enter is yes, `q` and going back are no. Through a pipe nothing is asked, and the answer is
    /// `piped`.
    ///
    /// # Errors
    /// A command or the end of input left the question.
    pub fn confirm_next(&mut self, prompt: &Prompt, piped: bool) -> Result<bool, PromptExit> {
        if !self.is_at_terminal() {
            return Ok(piped);
        }
        let answer = self.ask_for(prompt, |answer| match answer.to_lowercase().as_str() {
            "" => Ok(true),
            "q" => Ok(false),
            _ => Err("Press Enter to go on, or type q to leave."),
        });
        Ok(none_if_back(answer)? == Some(true))
    }
}
