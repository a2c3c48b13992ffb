//! Questions outside the conversation: yes or no, the one below a page, the one after Ctrl-C. A command leaves
//! them and runs.

use super::{CommandHandler, Console, Dialog, Prompt, PromptExit, Stop, none_if_back};

impl<'a> Dialog<'a> {
    /// Creates a dialog for the questions of a command. Another command leaves them and is passed on, as
    /// [`PromptExit::Command`], to the dialog in which the first was typed.
    pub fn aside(console: &'a mut Console, handler: &'a mut dyn CommandHandler) -> Self {
        let mut dialog = Dialog::new(console, handler);
        dialog.is_aside = true;
        dialog
    }

    /// Asks a question outside the conversation. Returns `None` if it was left without an answer: the player
    /// went back, or typed a command, which has been executed.
    ///
    /// # Errors
    /// Fails if the command or the end of input ends the conversation. In a dialog that is itself aside, a
    /// command is passed on.
    pub(super) fn ask_aside<T>(
        &mut self,
        question: impl FnOnce(&mut Dialog<'_>) -> Result<T, PromptExit>,
    ) -> Result<Option<T>, PromptExit> {
        match question(&mut Dialog::aside(self.console, self.handler)) {
            Err(PromptExit::Command(line)) if !self.is_aside => {
                self.console.recent.is_page_left = true;
                let done = self.command(&line);
                self.console.recent.is_page_left = false;
                done.map(|()| None)
            }
            answer => none_if_back(answer),
        }
    }

    /// Asks at a terminal for confirmation of something that should not happen by mistake. Elsewhere it does
    /// not ask and returns true. Going back, a command and an empty line mean no.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the question.
    pub fn confirm(&mut self, question: &str) -> Result<bool, PromptExit> {
        if !self.is_at_terminal() {
            return Ok(true);
        }
        Ok(self.ask_aside(|aside| aside.ask_yes_no(question))? == Some(true))
    }

    /// Asks after Ctrl-C whether to leave the program. If not, the question before it can be asked again.
    ///
    /// # Errors
    /// [`Stop::Interrupted`]: the player leaves, with an answer or by pressing Ctrl-C again. Also fails if a
    /// command or the end of input ends the question.
    pub fn confirm_leaving(&mut self) -> Result<(), PromptExit> {
        if self.ends_on_interrupt {
            return Err(Stop::Interrupted.into());
        }
        let kept = if self.handler.keeps_game() { " The game is kept." } else { "" };
        let question = format!("Leave the program?{kept}");
        let answer = self.ask_aside(|aside| {
            aside.ends_on_interrupt = true;
            aside.ask_yes_no(&question)
        })?;
        if answer == Some(true) { Err(Stop::Interrupted.into()) } else { Ok(()) }
    }

    /// Asks a yes/no question. What was typed before it is not its answer.
    fn ask_yes_no(&mut self, question: &str) -> Result<bool, PromptExit> {
        self.console.drop_type_ahead();
        self.read_yes_no(question, "n")
    }

    /// Reads yes or no, `default` for an empty line, or `q`, which means yes where the question is whether to leave.
    pub(super) fn read_yes_no(&mut self, question: &str, default: &str) -> Result<bool, PromptExit> {
        let leaves = self.ends_on_interrupt;
        self.ask_for(&Prompt::yes_no(question, default), |answer| match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            "q" => Ok(leaves),
            _ => Err("Type y or n."),
        })
    }
}

/// Says what has arrived. That can end a question of the conversation; one of a command, asked aside, stays until its
/// answer.
pub(super) fn hear_news(
    handler: &mut dyn CommandHandler,
    console: &mut Console,
    is_aside: bool,
) -> Result<(), PromptExit> {
    match handler.news(console) {
        Err(PromptExit::GameChanged | PromptExit::StartOver(_)) if is_aside => Ok(()),
        result => result,
    }
}
