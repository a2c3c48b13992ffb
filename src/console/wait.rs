//! The wait between the moves of two computers.

use std::time::Duration;

use super::{Console, Keyboard, Stop};
use crate::model::Stopwatch;

/// How often keys and signals are noticed.
const POLL: Duration = Duration::from_millis(20);

/// How a wait between the moves of two computers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitEnd {
    /// The time was over, or the player pressed Enter.
    Over,
    /// The player pressed a key, which pauses the game.
    Key,
    /// The player pressed Ctrl-C.
    CtrlC,
}

impl Console {
    /// Waits for the delay between the moves of two computers. At a terminal Enter ends the wait, and a key or
    /// Ctrl-C pauses the game. That key is dropped unless it is a colon, which begins a command.
    ///
    /// # Errors
    /// Fails at the end of input, if the wait was interrupted, or if the output cannot be written.
    pub fn pause(&mut self) -> Result<WaitEnd, Stop> {
        let (clock, delay) = (self.clock(), self.settings.delay);
        let watch = Stopwatch::start(clock.as_ref());
        self.wait_while(true, &mut || delay.checked_sub(watch.elapsed()).filter(|left| !left.is_zero()))
    }

    /// Waits until `is_over`. At a terminal a key or Ctrl-C interrupts the wait. The key begins the next line.
    ///
    /// # Errors
    /// Fails at the end of input, if the wait was interrupted, or if the output cannot be written.
    pub fn wait_until(&mut self, is_over: &mut dyn FnMut() -> bool) -> Result<WaitEnd, Stop> {
        self.wait_while(false, &mut || (!is_over()).then_some(POLL))
    }

    /// Waits a moment for a line through a pipe, and returns the next one, which the next question still reads; an empty
    /// one at the end of the input.
    ///
    /// # Errors
    /// Fails if the wait was interrupted or the output cannot be written.
    pub fn peek_line(&mut self) -> Result<Option<String>, Stop> {
        let line = self.input.peek_line();
        if line.is_none() {
            let mut is_first = true;
            self.wait_until(&mut || !std::mem::take(&mut is_first))?;
        }
        Ok(line)
    }

    /// Whether a pipe has ended, and all of its lines have been read.
    pub fn has_no_more_input(&mut self) -> bool {
        self.input.peek_line();
        self.input.is_at_end()
    }

    /// Waits while there is `time` left. If `enter_ends`, Enter ends the wait. Ctrl-D is the end of input.
    fn wait_while(
        &mut self,
        enter_ends: bool,
        time: &mut dyn FnMut() -> Option<Duration>,
    ) -> Result<WaitEnd, Stop> {
        self.flush()?;
        self.type_ahead.end_pressed = false;
        let mut keyboard = None;
        while let Some(left) = time() {
            self.read_typed(&mut keyboard)?;
            if self.type_ahead.has_text()
                || self.type_ahead.end_pressed
                || (enter_ends && self.type_ahead.enter_pressed)
                || self.signals.interrupt.is_raised()
            {
                break;
            }
            self.host.sleep(left.min(POLL));
        }
        self.read_typed(&mut keyboard)?;
        drop(keyboard);
        self.type_ahead.enter_pressed = false;
        let has_text = self.type_ahead.has_text();
        if self.type_ahead.end_pressed && !has_text {
            return Err(Stop::EndOfInput);
        }
        if enter_ends {
            self.type_ahead.drop_single_letter();
        }
        Ok(match self.is_interrupted()? {
            true => WaitEnd::CtrlC,
            false if has_text => WaitEnd::Key,
            false => WaitEnd::Over,
        })
    }

    /// Reads what was typed at a terminal, without echo unless a line was left open.
    fn read_typed(&mut self, keyboard: &mut Option<Box<dyn Keyboard>>) -> Result<(), Stop> {
        match self.is_at_terminal() {
            true if self.open_line.is_some() => self.read_open_line()?,
            true => {
                let keyboard = keyboard.get_or_insert_with(|| self.host.keyboard(false));
                self.type_ahead.add(&keyboard.read_available());
            }
            false => {}
        }
        Ok(())
    }
}
