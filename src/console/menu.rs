//! Menus, texts shown page by page, and going back from one question to another.

use super::menu_colours::paint_menu;
use super::prompt::is_answer;
use super::{Dialog, Document, Prompt, PromptExit, Style, width};

/// Converts [`PromptExit::Back`] to `None`.
///
/// # Errors
/// Returns the other errors of `answer`.
pub fn none_if_back<T>(answer: Result<T, PromptExit>) -> Result<Option<T>, PromptExit> {
    match answer {
        Err(PromptExit::Back) => Ok(None),
        other => other.map(Some),
    }
}

/// Asks two questions; going back from the second returns to the first.
///
/// # Errors
/// Fails if a command, the end of input, or going back from the first question ends them.
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
    /// The text of the menu.
    pub text: &'a str,
    /// The prompt below it.
    pub prompt: &'a str,
    /// The number of options, numbered from 1.
    pub options: usize,
    /// The refusal of any other answer: a box, a sentence, or nothing. A line below it says what would be right;
    /// through a pipe only where there is no box.
    pub error: &'a str,
    /// The option that an empty line chooses at a terminal.
    pub default: Option<usize>,
}

impl Menu<'_> {
    /// Returns the prompt for an option's number or one of `letters`.
    pub fn prompt(&self, letters: &[char]) -> Prompt {
        let numbers = (1..=self.options).map(|option| option.to_string());
        Prompt {
            default: self.default.map(|option| option.to_string()),
            names: self.names(),
            ..Prompt::with_answers(self.prompt, numbers.chain(letters.iter().map(char::to_string)))
                .heard_as("", if letters.is_empty() { "its number" } else { "its number or letter" })
        }
    }

    /// Reads an option's number or one of `letters`, which are lowercase.
    pub fn read(&self, answer: &str, letters: &[char]) -> Option<MenuChoice> {
        let number = answer.parse().ok().filter(|number| (1..=self.options).contains(number));
        let letter = || letters.iter().copied().find(|letter| answer.to_lowercase() == letter.to_string());
        number.map(MenuChoice::Number).or_else(|| letter().map(MenuChoice::Letter))
    }

    /// Returns the words of an option: `PLAY` of `1 - PLAY` or `1. PLAY`.
    fn words(&self, number: usize) -> Option<&str> {
        let starts = [format!("{number} - "), format!("{number}. ")];
        let words = self.text.lines().find_map(|line| {
            let (before, words) = starts.iter().find_map(|start| line.split_once(start))?;
            let is_whole = !before.ends_with(|last: char| last.is_ascii_digit());
            is_whole.then(|| words.split("  ").next().unwrap_or_default().trim_end_matches([' ', '*']))
        });
        words.filter(|words| !words.is_empty())
    }

    /// Returns the words of all options without those in brackets, which are answers at a terminal.
    pub fn names(&self) -> Vec<String> {
        let words = (1..=self.options).filter_map(|option| self.words(option));
        words.filter_map(|words| words.split(" (").next()).map(str::to_owned).collect()
    }

    /// Returns the first option with these words, also without those in brackets. Only a terminal takes them.
    pub fn named(&self, answer: &str, style: &Style) -> Option<MenuChoice> {
        let is_meant = |words: &str| words.eq_ignore_ascii_case(answer.trim());
        let is_named = |words: &str| is_meant(words) || words.split(" (").next().is_some_and(is_meant);
        let mut options = style.wording(0..=0, 1..=self.options);
        options.find(|option| self.words(*option).is_some_and(is_named)).map(MenuChoice::Number)
    }

    /// Returns the message for any other answer.
    pub fn refusal(&self, letters: &[char], style: &Style) -> String {
        refusal(self.error, &self.numbers(), &self.prompt(letters).options(), style)
    }

    /// Says which numbers can be typed.
    pub fn numbers(&self) -> String {
        match self.options {
            1 => "Type 1.".to_owned(),
            2 => "Type 1 or 2.".to_owned(),
            options => format!("Type a number from 1 to {options}."),
        }
    }
}

/// Returns the question below a page of a text, its letters, and the refusal of any other answer.
fn page_keys(number: usize, pages: usize) -> (String, &'static [&'static str], &'static str) {
    let (keys, letters, right): (_, &[_], _) = match number {
        1 if pages == 1 => ("Enter to leave", &["q"], "Press Enter to leave."),
        1 => ("Enter for more, q to leave", &["q"], "Press Enter for more, or type q to leave."),
        number if number == pages => {
            ("Enter to leave, b: back", &["b", "q"], "Press Enter to leave, or type b to go back.")
        }
        _ => {
            let right = "Press Enter for more, or type b to go back, q to leave.";
            ("Enter: more, b: back, q: leave", &["b", "q"], right)
        }
    };
    (format!("({number} of {pages}; {keys}) "), letters, right)
}

/// What an answer below a page of a text means.
enum PageTurn {
    /// Show this page next.
    To(usize),
    /// Leave the text.
    Leave,
    /// It answers the question that follows the text.
    Answer(String),
}

/// Returns the message for a wrong answer: `error`, a box or a sentence, and what would be right: below it at a terminal,
/// and through a pipe `piped` after a sentence.
pub fn refusal(error: &str, piped: &str, right: &str, style: &Style) -> String {
    let is_box = error.trim_end().contains('\n');
    let piped = if is_box { error.to_owned() } else { format!("{error} {piped}").trim().to_owned() };
    style.wording(piped, format!("{}\n{right}", error.trim_end()).trim().to_owned())
}

/// A choice in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuChoice {
    /// An option's number, from 1.
    Number(usize),
    /// A lowercase letter.
    Letter(char),
}

impl Dialog<'_> {
    /// Shows the text of a menu in its colours, unless its question has already been answered.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say_menu(&mut self, text: &str) -> Result<(), PromptExit> {
        self.introduce(&paint_menu(text, self.style().paint))
    }

    /// Shows a menu and asks for an option. Returns its number, from 1.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the menu.
    pub fn choose(&mut self, menu: &Menu<'_>) -> Result<usize, PromptExit> {
        match self.choose_with_letters(menu, &[])? {
            MenuChoice::Number(number) => Ok(number),
            // Without letters, no letter can be chosen.
            MenuChoice::Letter(_) => Ok(menu.options),
        }
    }

    /// Shows a menu and asks for an option's number or for one of `letters`, which are lowercase.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the menu.
    pub fn choose_with_letters(
        &mut self,
        menu: &Menu<'_>,
        letters: &[char],
    ) -> Result<MenuChoice, PromptExit> {
        self.say_menu(menu.text)?;
        let style = self.style();
        let refusal = menu.refusal(letters, &style);
        self.ask_for(&menu.prompt(letters), |answer| {
            menu.read(answer, letters).or_else(|| menu.named(answer, &style)).ok_or(&refusal)
        })
    }

    /// Shows a text. At a terminal, one that does not fit above the next question is shown page by page, and the
    /// last page stays until the player presses Enter.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the text.
    pub fn show(&mut self, document: &Document) -> Result<(), PromptExit> {
        self.show_pages(document, self.console.question_rows, None).map(drop)
    }

    /// Shows a text that a command in a menu asks for: waits if the menu follows, because the command has left a page.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the text.
    pub fn show_in_menu(&mut self, document: &Document) -> Result<(), PromptExit> {
        match self.console.recent.is_page_left {
            true => self.show_and_wait(document),
            false => self.show(document),
        }
    }

    /// Like [`Dialog::show`], but always waits. For use before a menu, which would scroll even a short text
    /// away.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the text.
    pub fn show_and_wait(&mut self, document: &Document) -> Result<(), PromptExit> {
        self.show_pages(document, usize::MAX, None).map(drop)
    }

    /// Shows a text before a question that takes `answers`, which is asked below the last page. Returns the answer that was
    /// typed below another page, if there is one.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the text.
    pub fn show_before(
        &mut self,
        document: &Document,
        answers: &[String],
    ) -> Result<Option<String>, PromptExit> {
        self.show_pages(document, self.console.question_rows, Some(answers))
    }

    /// Shows a list and asks for one of its entries; the whole list page by page, below each of which it can be answered.
    ///
    /// # Errors
    /// Fails if a command, the end of input, or going back ends the question.
    pub fn choose_from_list<T>(
        &mut self,
        list: String,
        is_whole: bool,
        prompt: &Prompt,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, PromptExit> {
        let typed = match is_whole {
            // Without a blank line the title stays with the first entries.
            true => self.show_before(&Document::list(list.replacen("\n\n", "\n", 1)), &prompt.answers)?,
            false => self.say_menu(&list).map(|()| None)?,
        };
        match typed.and_then(|answer| read(&answer).ok()) {
            Some(chosen) => Ok(chosen),
            None => self.ask_for(prompt, read),
        }
    }

    /// Shows a text. The next question takes `next` rows, and `answers` if the last page does not wait.
    fn show_pages(
        &mut self,
        document: &Document,
        next: usize,
        answers: Option<&[String]>,
    ) -> Result<Option<String>, PromptExit> {
        let style = self.style();
        let pages = style.wording(vec![document.unpaged(style.width)], document.pages(&style));
        if let [only] = &pages[..]
            && style.above(next).shows(only)
        {
            // The board, shown again, would scroll a text away, but a drawing of another board takes its place.
            self.console.recent.is_board_covered = !document.drawings.is_empty();
            return self.say(only).map(|()| None);
        }
        let mut page = 0;
        while let Some(text) = pages.get(page) {
            self.console.cover_board();
            if answers.is_some() && page + 1 == pages.len() {
                return self.say(text).map(|()| None);
            }
            let turn_page = |aside: &mut Dialog<'_>| {
                aside.introduce(text)?;
                aside.turn_page(page, pages.len(), answers.unwrap_or_default())
            };
            match self.ask_aside(turn_page)? {
                Some(PageTurn::To(next)) => page = next,
                Some(PageTurn::Answer(answer)) => return Ok(Some(answer)),
                Some(PageTurn::Leave) | None => break,
            }
        }
        Ok(None)
    }

    /// Asks below a page for the next one to show, or for one of the answers `others`.
    fn turn_page(&mut self, page: usize, pages: usize, others: &[String]) -> Result<PageTurn, PromptExit> {
        let (mut question, letters, right) = page_keys(page + 1, pages);
        if !self.style().fits(width(&question)) {
            question = question.replace(": more", "");
        }
        let letters = letters.iter().map(|letter| (*letter).to_owned());
        let heard = format!("Page {} of {pages}. {right}", page + 1);
        let answers = others.iter().cloned().chain(letters).collect();
        let prompt = Prompt { answers, ..Prompt::enter(question) }.heard_as(heard, "");
        let turned = self.ask_for(&prompt, |answer| match answer.to_lowercase().as_str() {
            "" => Ok(PageTurn::To(page + 1)),
            "b" => Ok(page.checked_sub(1).map_or(PageTurn::Leave, PageTurn::To)),
            "q" => Ok(PageTurn::Leave),
            _ if others.iter().any(|other| is_answer(other, answer)) => {
                Ok(PageTurn::Answer(answer.to_owned()))
            }
            _ if others.is_empty() => Err(right.to_owned()),
            _ => Err(format!("{right} ? says what else you can type.")),
        });
        match (turned, page.checked_sub(1)) {
            (Err(PromptExit::Back), Some(before)) => Ok(PageTurn::To(before)),
            (turned, _) => turned,
        }
    }

    /// Asks whether to continue: Enter or `:skip` means yes, `q` or going back means no. Through a pipe it does not ask
    /// and returns `piped`. With `is_before_turn`, any other line means yes too, and begins the turn.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the question.
    pub fn confirm_next(&mut self, piped: bool, is_before_turn: bool) -> Result<bool, PromptExit> {
        if !self.is_at_terminal() {
            return Ok(piped);
        }
        let right = "Press Enter to continue, or type q to leave.";
        let question = Prompt::enter("(Enter to continue, q to leave) ");
        let prompt = Prompt { answers: vec!["q".to_owned()], ..question }.heard_as(right, "");
        let mut turn = Vec::new();
        let answer = self.ask_for(&prompt, |answer| match answer.to_lowercase().as_str() {
            "" | ":skip" | "skip" => Ok(true),
            "q" => Ok(false),
            typed if is_before_turn => {
                turn = typed.split_whitespace().map(str::to_owned).collect();
                Ok(true)
            }
            _ => Err(right),
        });
        self.console.pending_answers.extend(turn);
        Ok(none_if_back(answer)? == Some(true))
    }

    /// Offers something: Enter or `y` accepts it, `n` or going back declines. Through a pipe it does not ask
    /// and returns `true`.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the question.
    pub fn offer(&mut self, question: &str) -> Result<bool, PromptExit> {
        if !self.is_at_terminal() {
            return Ok(true);
        }
        Ok(none_if_back(self.read_yes_no(question, "y"))? == Some(true))
    }
}
