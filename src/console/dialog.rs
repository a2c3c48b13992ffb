//! Questions and answers: prompts, refusals, and the commands that players can type instead of an answer.

mod answers;
mod refusals;
mod showing;

use super::aside::hear_news;
use super::reading::Reading;
use super::{CommandHandler, Console, Prompt, PromptExit, Style, TurnBoard, readings, rows, wrap};
use showing::Introduction;

use crate::lines::{InputLine, MAX_LINE_BYTES};
use crate::model::text::escape;

/// The words that ask for help at a terminal.
const HELP_WORDS: [&str; 3] = ["", "?", "help"];
/// The word that leaves a question at a terminal.
const BACK: &str = "back";
const BACK_LETTER: &str = "b";
const LEAVE_LETTER: &str = "q";
/// The sign that commands start with.
const COMMAND_SIGN: char = ':';
const FIRST_QUESTION_HINT: &str = "This is the first question of the turn. Type :menu for the menu of the game, :undo to take back a turn, :quit to leave.";

/// A console together with the commands that make sense at its prompts. Every other line is an answer.
///
/// Words that share a line with the answer of a question wait in the console and answer the next questions,
/// also those of another dialog.
pub struct Dialog<'a> {
    pub(super) console: &'a mut Console,
    pub(super) handler: &'a mut dyn CommandHandler,
    /// Whether the questions are those of a turn.
    is_turn: bool,
    /// Whether a line is one answer, also in a menu.
    takes_one_answer: bool,
    /// Whether a command or a whole turn leaves the question.
    pub(super) is_aside: bool,
    /// Whether Ctrl-C ends the conversation without a question.
    pub(super) ends_on_interrupt: bool,
    /// The word that answered the last question, if it shared its line with others.
    word: Option<String>,
    /// What introduces the next question. The board was not shown, because the next answer had been typed.
    next: Introduction,
    /// The text that introduced the question being asked, with the board if that has changed in the turn.
    asked: Introduction,
    /// The boards in the middle of the turn that wait until the rest of their line is accepted, and how the last of them is
    /// drawn again.
    held_boards: (String, Option<TurnBoard>),
    /// The first prompt of the turn, once it has been asked.
    first_prompt: Option<String>,
    /// The text about the selected piece.
    selection: String,
    /// The answers since the start of the turn or since the answers together were last refused.
    answered: Vec<String>,
    /// The number of answers that the turn still begins with when what followed is refused.
    kept: usize,
    /// The answers of this turn before the last line.
    before_line: Vec<String>,
    /// The answers of this turn up to the end of the line that holds several, if there is one.
    typed_line: Option<String>,
}

impl<'a> Dialog<'a> {
    /// Creates a dialog on `console` that passes commands to `handler`.
    pub fn new(console: &'a mut Console, handler: &'a mut dyn CommandHandler) -> Self {
        Dialog {
            console,
            handler,
            is_turn: false,
            takes_one_answer: false,
            is_aside: false,
            ends_on_interrupt: false,
            word: None,
            next: Introduction::default(),
            asked: Introduction::default(),
            held_boards: (String::new(), None),
            first_prompt: None,
            selection: String::new(),
            answered: Vec::new(),
            kept: 0,
            before_line: Vec::new(),
            typed_line: None,
        }
    }

    /// Starts the questions of a turn, several of which can be answered on one line. `answers` are used
    /// first, as if they had been typed. What is left of a line that answered menus is used if a turn begins with it or it is
    /// a command.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn begin_turn(&mut self, answers: Vec<String>) -> Result<(), PromptExit> {
        self.is_turn = true;
        self.console.recent.is_turn_kept &= !answers.is_empty();
        if !answers.is_empty() {
            self.console.pending_answers = answers.into();
            return Ok(());
        }
        let left = self.console.pending_answers.make_contiguous().join(" ");
        if left.is_empty() || self.handler.begun_turn(&left).is_some() {
            return Ok(());
        }
        self.console.pending_answers.clear();
        let command = self.handler.command_in(&left).unwrap_or_else(|| left.clone());
        if command.starts_with(COMMAND_SIGN) && self.is_at_terminal() {
            return self.command(&command);
        }
        self.say(&format!("(Ignored: {})", escape(left.as_bytes())))
    }

    /// Takes one answer a line from now on, and none that was typed before.
    pub fn take_only_new_answers(&mut self) {
        self.takes_one_answer = true;
        self.console.drop_type_ahead();
    }

    /// Returns the console, for what happens between the questions.
    pub fn console_mut(&mut self) -> &mut Console {
        self.console
    }

    /// Returns the current style for drawing.
    pub fn style(&self) -> Style {
        self.console.style()
    }

    /// Returns whether someone is typing at a terminal.
    pub fn is_at_terminal(&self) -> bool {
        self.console.is_at_terminal()
    }

    /// Returns whether a menu was opened from a game in progress, which can be resumed.
    pub fn can_resume(&self) -> bool {
        self.handler.can_resume()
    }

    /// Returns whether the next question has been answered on the same line.
    pub fn is_answered(&self) -> bool {
        !self.console.pending_answers.is_empty()
    }

    /// Returns whether several answers of the turn were typed on one line.
    pub fn has_typed_whole_turn(&self) -> bool {
        self.typed_line.is_some()
    }

    /// Writes `text` on its own lines.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say(&mut self, text: &str) -> Result<(), PromptExit> {
        Ok(self.console.say(text)?)
    }

    /// Ends a turn with these answers. If words are left on the line, refuses it with the text `too_many`, and the
    /// turn keeps the answers of earlier lines. A line typed at a terminal in another form is shown as it was
    /// understood.
    ///
    /// # Errors
    /// Fails if words are left, or if the output cannot be written.
    pub fn finish(&mut self, answers: &[String], too_many: &str) -> Result<(), PromptExit> {
        self.word = self.console.pending_answers.pop_front();
        if self.word.is_some() {
            self.held_boards = Default::default();
            self.refuse(too_many)?;
            return Err(self.start_over_before_line());
        }
        self.show_held_boards()?;
        let typed = self.typed_line.as_ref().filter(|_| self.is_at_terminal());
        match (typed, answers.join(" ")) {
            (Some(typed), turn) if !typed.eq_ignore_ascii_case(&turn) => self.say(&format!("({turn})")),
            _ => Ok(()),
        }
    }

    /// Asks until the answer is not a command, and returns it trimmed.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the question.
    pub fn ask(&mut self, prompt: &Prompt) -> Result<String, PromptExit> {
        self.first_prompt.get_or_insert_with(|| prompt.text.clone());
        self.console.recent.is_board_new = false;
        self.word = self.console.pending_answers.pop_front();
        if !self.next.text.is_empty() || self.next.is_board_due {
            self.asked = std::mem::take(&mut self.next);
        }
        if let Some(word) = &self.word {
            return Ok(word.clone());
        }
        self.show_held_boards()?;
        self.before_line.clone_from(&self.answered);
        let at_terminal = self.is_at_terminal();
        let example = || self.handler.example().filter(|_| !self.is_mid_turn(prompt));
        let help = prompt.help(self.is_turn, example).filter(|_| at_terminal);
        let help = help.map(|help| help + self.handler.more_help());
        let mut shown = self.shown(prompt);
        if !self.is_aside {
            let columns = self.style().width;
            self.console.question_rows = rows(&wrap(&shown.text, columns), columns).max(1);
        }
        let is_known = self.repeats_nothing() && self.console.recent.note_introduction(&shown.introduction);
        self.console.say_nonempty(if is_known { "" } else { &shown.introduction })?;
        loop {
            let line = self.read_line(&shown)?;
            if line.is_truncated() {
                self.console
                    .refuse(&format!("The line is longer than {MAX_LINE_BYTES} bytes and was ignored."))?;
                continue;
            }
            let text = line.text();
            if let Some(answer) = prompt.default.as_ref().filter(|_| at_terminal && text.is_empty()) {
                return Ok(answer.clone());
            }
            if let Some(help) = help.as_ref().filter(|_| asks_for_help(&text, prompt)) {
                self.console.say(help)?;
                continue;
            }
            if at_terminal && self.is_back(&text, prompt) {
                self.go_back(&text, prompt)?;
                continue;
            }
            let was_flipped = self.style().is_flipped();
            if !self.run(&self.with_colon(&text, prompt), prompt)? {
                return Ok(text);
            }
            if self.is_turn && self.style().is_flipped() != was_flipped {
                // The texts of the question name directions: ask it again.
                self.selection.clear();
                self.remind("")?;
                return Err(PromptExit::StartOver(self.answered.clone()));
            }
            if prompt.takes_one_line {
                return Ok(String::new());
            }
            // The command may have changed the style.
            shown = self.shown(prompt);
            self.remind(&self.text_above(&shown))?;
            self.console.recent.note_introduction(&shown.introduction);
        }
    }

    /// Reads a line, and says meanwhile what arrives. After Ctrl-C it asks first whether to leave. News that end the
    /// question leave its line open, because nothing can take a half-typed line away. No news ends the question of a
    /// command: what it changes is followed after the answer.
    ///
    /// # Errors
    /// Fails if news end the question, at the end of input, on an interrupt, or if reading fails.
    pub fn read_line(&mut self, prompt: &Prompt) -> Result<InputLine, PromptExit> {
        hear_news(self.handler, self.console, self.is_aside)?;
        let mut reading = self.console.open_question(prompt, self.is_turn)?;
        loop {
            reading = match reading {
                Reading::News => {
                    let (handler, is_aside) = (&mut *self.handler, self.is_aside);
                    let hear = |console: &mut Console| hear_news(handler, console, is_aside);
                    if let Err(exit) = self.console.say_aside(prompt, hear) {
                        self.console.leave_line_open(prompt);
                        return Err(exit);
                    }
                    self.console.wait_for_line(prompt)?
                }
                Reading::Cleared => {
                    self.draw_anew(prompt)?;
                    self.console.open_question(prompt, self.is_turn)?
                }
                Reading::Cancelled => {
                    self.confirm_leaving()?;
                    return self.read_line(prompt);
                }
                Reading::Line(line) => return Ok(self.console.accept_line(line)?),
            };
        }
    }

    /// Returns `prompt` as it is shown, with the commands for completion.
    fn shown(&self, prompt: &Prompt) -> Prompt {
        let by_ear = self.style().by_ear;
        let mut shown = if by_ear { prompt.heard() } else { prompt.clone() };
        let default = prompt.default.as_ref().filter(|answer| self.is_at_terminal() && !answer.is_empty());
        if let Some(answer) = default {
            shown.text +=
                &if by_ear { format!("Enter means {answer}. ") } else { format!("(Enter:\u{a0}{answer}) ") };
        }
        shown.answers.extend(self.handler.command_names());
        if self.is_at_terminal() {
            shown.next_words = self.handler.next_words(if self.is_turn { &self.answered } else { &[] });
        }
        shown
    }

    /// Returns `line` with a colon if it is a command without one. Only a terminal allows that, where no
    /// answer looks like the command.
    fn with_colon(&self, line: &str, prompt: &Prompt) -> String {
        let is_letter = line.len() == 1 && prompt.letters.contains(&line.to_lowercase());
        let is_command = self.is_at_terminal() && !prompt.takes(line) && !is_letter;
        let command = if is_command { self.handler.command_in(line) } else { None };
        command.unwrap_or_else(|| line.to_owned())
    }

    /// Executes `line`, typed at `prompt`, if it is a command. `Ok(false)` means that it is an answer.
    fn run(&mut self, line: &str, prompt: &Prompt) -> Result<bool, PromptExit> {
        if line.starts_with(COMMAND_SIGN) && !prompt.is_free_text && prompt.takes(line) {
            return Ok(false);
        }
        if self.is_aside && line.starts_with(COMMAND_SIGN) {
            return Err(PromptExit::Command(line.to_owned()));
        }
        if self.is_aside && !prompt.takes(line) {
            let mut readings = readings::as_meant(line, self.handler.whole_turn(line)).into_iter();
            if let Some(turn) = readings.find_map(|reading| self.handler.whole_turn(&reading)) {
                return Err(PromptExit::StartOver(turn));
            }
            // Below a page, unless a number leads to a turn of a review.
            let is_number = |text: &str| text.parse::<usize>().is_ok();
            let is_shadowed = is_number(line) && prompt.answers.iter().any(|answer| is_number(answer));
            if prompt.default.as_deref() == Some("")
                && let Some(begun) = self.handler.begun_turn(line).filter(|_| !is_shadowed)
            {
                return Err(PromptExit::StartOver(begun));
            }
        }
        if self.is_mid_turn(prompt) && self.handler.takes_back(line) {
            if !self.style().is_original_only() {
                self.console.say("(Dropped the half-typed turn.)")?;
            }
            return Err(PromptExit::StartOver(Vec::new()));
        }
        self.execute(line)
    }

    /// Executes `line`, and then the commands typed at questions that it asks.
    fn execute(&mut self, line: &str) -> Result<bool, PromptExit> {
        self.console.recent.is_board_new = false;
        if self.is_at_terminal() {
            self.handler.set_typed(&self.answered);
        }
        let mut result = self.handler.handle(self.console, line);
        while let Err(PromptExit::Command(next)) = &result {
            let next = next.clone();
            result = self.handler.handle(self.console, &next);
        }
        result
    }

    /// Returns whether `text` leaves the question: `back`, or below a text or a menu `b`, if that is not an answer.
    fn is_back(&self, text: &str, prompt: &Prompt) -> bool {
        let is_answer = |letter: &str| prompt.answers.iter().any(|answer| answer == letter);
        let knows_answers = prompt.default.is_some() || !prompt.answers.is_empty();
        let takes_letter = !self.is_turn && !prompt.is_free_text && knows_answers && !is_answer(BACK_LETTER);
        text.eq_ignore_ascii_case(BACK)
            || (takes_letter && text.eq_ignore_ascii_case(BACK_LETTER))
            || self.leaves_turn(text, prompt)
    }

    /// Returns whether `text` is a letter that leaves a turn of a lesson or puzzle, and cannot be an answer.
    fn leaves_turn(&self, text: &str, prompt: &Prompt) -> bool {
        let letter = text.to_lowercase();
        self.is_turn
            && self.handler.can_leave_turn()
            && [BACK_LETTER, LEAVE_LETTER].contains(&letter.as_str())
            && !prompt.takes(&letter)
            && !prompt.letters.contains(&letter)
    }

    /// Leaves a question, as `text` says. A half-typed turn starts over, unless a letter leaves it too. At the start of a
    /// turn, a hint names the commands that lead further back.
    fn go_back(&mut self, text: &str, prompt: &Prompt) -> Result<(), PromptExit> {
        if !self.is_turn || text.eq_ignore_ascii_case(LEAVE_LETTER) {
            return Err(PromptExit::Back);
        }
        if self.is_mid_turn(prompt) {
            return Err(PromptExit::StartOver(Vec::new()));
        }
        if self.handler.can_leave_turn() {
            return Err(PromptExit::Back);
        }
        Ok(self.console.say(FIRST_QUESTION_HINT)?)
    }

    /// Returns whether a turn has been typed in part when `prompt` is asked.
    fn is_mid_turn(&self, prompt: &Prompt) -> bool {
        self.is_turn && (!self.answered.is_empty() || self.first_prompt.as_ref() != Some(&prompt.text))
    }

    /// Executes a session command as if it had been typed.
    ///
    /// # Errors
    /// Fails if the command ends the turn or the conversation.
    pub fn command(&mut self, command: &str) -> Result<(), PromptExit> {
        self.execute(command).map(drop)
    }
}

/// Returns whether `text` asks for help at `prompt`. A name may be empty, or any word.
fn asks_for_help(text: &str, prompt: &Prompt) -> bool {
    if prompt.is_free_text { text == "?" } else { HELP_WORDS.contains(&text.to_lowercase().as_str()) }
}
