//! What a game shows: the board, the turn just played, the coach's comment.

use crate::analysis::assessment::Assessor;
use crate::analysis::coach;
use crate::console::{Console, InterruptMessages, Stop};
use crate::engine::bots::BotCatalog as _;
use crate::screens::drawing::draw;
use crate::screens::moves::move_sentence;
use crate::screens::{Screen, capitalised};

use super::GameSession;

/// Texts for interrupting the coach.
const COACH_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped: no comment on this turn.)" };

impl GameSession {
    /// Shows the position, in a smaller style if the terminal is too small for the chosen one.
    pub(super) fn show(&mut self, console: &mut Console) -> Result<(), Stop> {
        let mut welcome = self.welcome(console);
        let (mut text, mut note) = draw(self.game(), self.history(), console, &welcome);
        if !welcome.is_empty() {
            let alone = draw(self.game(), self.history(), console, "");
            if alone.0 != text {
                // A larger board is worth more than the welcome below it.
                console.say(&welcome)?;
                welcome.clear();
                (text, note) = alone;
            }
        }
        if let Some(note) = note.filter(|_| !self.has_shown_size_warning) {
            self.has_shown_size_warning = true;
            console.say(note)?;
        }
        console.say("")?;
        console.say_nonempty(&self.game().above_board(&self.referee.view(), &self.seating))?;
        console.say_nonempty(&text)?;
        console.say_nonempty(&welcome)
    }

    /// Returns the text below the first board at a terminal; empty for later boards.
    fn welcome(&mut self, console: &Console) -> String {
        let is_first = !std::mem::replace(&mut self.has_shown_welcome, true);
        if !is_first || self.seating.is_bots_only() {
            return String::new();
        }
        let levels = self.game().classic_bots();
        let level = levels.first().map_or_else(String::new, |level| {
            format!(" {} is a good first opponent.", capitalised(level.name))
        });
        let welcome = format!("(:help lists commands, :hint suggests a move.{level})\n");
        console.style().wording(String::new(), welcome)
    }

    /// Warns once that the game makes no progress.
    pub(super) fn warn_no_progress(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(turns) = self.referee.exceeded_idle_turns().filter(|_| !self.has_shown_idle_warning) else {
            return Ok(());
        };
        self.has_shown_idle_warning = true;
        console.say(&format!(
            "(The game has made no progress for {turns} turns. You can keep playing, or leave with :quit.)"
        ))
    }

    /// Shows the player's turn in one line if no board follows it.
    pub(super) fn report_turn(&self, console: &mut Console) -> Result<(), Stop> {
        let Some((_, mv, _)) =
            self.history().turns().next_back().filter(|_| self.is_computer_reply_next(console))
        else {
            return Ok(());
        };
        let mut earlier = self.history().clone();
        earlier.undo(1);
        console.say(&move_sentence(self.game(), &earlier, mv, false))
    }

    /// Shows what the turn just played cost, if the coach is on.
    pub(super) fn coach(&self, console: &mut Console) -> Result<(), Stop> {
        let Some((before, mv, _)) = self.history().turns().next_back().filter(|_| console.settings().coach)
        else {
            return Ok(());
        };
        let signal = console.stop_signal().clone();
        let assessor = Assessor::new(self.game(), self.advice, &signal, &self.knowledge);
        let mut turn = None;
        console.think(COACH_INTERRUPT, &mut |_| turn = coach::assess(&assessor, before, mv))?;
        turn.map_or(Ok(()), |turn| console.advise(&coach::describe(self.game(), self.history(), &turn)))
    }
}
