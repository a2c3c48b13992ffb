//! What a table shows and tells: the board, the turn just played, the coach's comment.

use crate::analysis::coach;
use crate::console::{Console, CutShort, Stop};
use crate::engine::bots::Levels as _;
use crate::screens::Screen;
use crate::screens::drawing::draw;
use crate::screens::moves::plays;

use super::Table;

/// The coach's comment.
const NO_COMMENT: CutShort =
    CutShort { offer: "stops it", done: "(Stopped: the coach says nothing about this turn.)" };

impl Table {
    /// Shows the position, in a smaller style if the terminal is too small for the wanted one.
    pub(super) fn show(&mut self, console: &mut Console) -> Result<(), Stop> {
        let mut welcome = self.welcome(console);
        let (mut text, mut note) = draw(self.game(), self.history(), console, &welcome);
        if !welcome.is_empty() {
            let alone = draw(self.game(), self.history(), console, "");
            if alone.0 != text {
                // Rather a larger board than the welcome below it.
                console.say(&welcome)?;
                welcome.clear();
                (text, note) = alone;
            }
        }
        if let Some(note) = note.filter(|_| !self.told_small) {
            self.told_small = true;
            console.say(note)?;
        }
        console.say("")?;
        console.say_if_any(&self.game().above_board(&self.referee.view(), &self.seating))?;
        console.say_if_any(&text)?;
        console.say_if_any(&welcome)
    }

    /// What is said below the first board to a person at a terminal; nothing below the others.
    fn welcome(&mut self, console: &Console) -> String {
        let is_first = !std::mem::replace(&mut self.is_welcomed, true);
        if !is_first || self.seating.is_bots_only() {
            return String::new();
        }
        let levels = self.game().levels();
        let level = levels
            .first()
            .map_or_else(String::new, |level| format!(" A good first opponent is {}.", level.name));
        let welcome = format!("(:help lists the commands, :hint names a move.{level})\n");
        console.style().wording(String::new(), welcome)
    }

    /// Tells a person once that the game makes no progress.
    pub(super) fn tell_idle(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(turns) = self.referee.out_of_patience().filter(|_| !self.told_idle) else { return Ok(()) };
        self.told_idle = true;
        console.say(&format!(
            "(Nothing has been captured or changed for {turns} turns. You may go on, or leave with :quit.)"
        ))
    }

    /// Says in a line what the person has played, where no board shows it.
    pub(super) fn tell_turn(&self, console: &mut Console) -> Result<(), Stop> {
        let Some((_, mv, _)) = self.history().turns().next_back().filter(|_| self.is_answer_next(console))
        else {
            return Ok(());
        };
        let mut earlier = self.history().clone();
        earlier.undo(1);
        console.say(&plays(self.game(), &earlier, mv, false))
    }

    /// Says what the turn just played has cost, if the coach is on.
    pub(super) fn coach(&self, console: &mut Console) -> Result<(), Stop> {
        let Some((before, mv, _)) = self.history().turns().next_back().filter(|_| console.settings().coach)
        else {
            return Ok(());
        };
        let signal = console.signal().clone();
        let mut review = None;
        console.think(NO_COMMENT, &mut |_| {
            review = coach::review_turn(self.game(), before, mv, self.advice, &signal);
        })?;
        review.map_or(Ok(()), |review| console.advise(&coach::describe(self.game(), self.history(), &review)))
    }
}
