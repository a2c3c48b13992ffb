//! Keeps the mistakes that a review found in the practice deck.

use crate::analysis::practice::{Deck, DeckChanges, mistakes};
use crate::analysis::review::Review;
use crate::console::{Console, Dialog, PromptExit};
use crate::screens::counted;
use crate::session::practice::read_deck;

use super::GameCommander;

/// Asked once, after the first review with a mistake of a person.
const QUESTION: &str = "Keep such mistakes, to practise them later as puzzles?";

impl GameCommander<'_> {
    /// Adds the mistakes of people in a finished game to the practice deck. Asks first if nobody has been asked yet.
    pub(super) fn keep_mistakes(&mut self, console: &mut Console, review: &Review) -> Result<(), PromptExit> {
        let Some(file) =
            self.files.practice().filter(|_| console.is_at_terminal() && self.result().is_some())
        else {
            return Ok(());
        };
        let (deck, today) = match read_deck(file) {
            Ok(read) => read,
            Err(error) => {
                return Ok(console.say(&format!("(Your practice deck could not be read: {error}.)"))?);
            }
        };
        let cards = mistakes::cards(self.game, self.history, self.seating, review, today);
        if cards.is_empty() || deck.is_on() == Some(false) {
            return Ok(());
        }
        let is_first = deck.is_on().is_none();
        let is_on = !is_first || Dialog::aside(console, self).confirm(QUESTION)?;
        let mut changes = DeckChanges::default();
        let kept = file.change(|text| {
            let mut deck = Deck::read(text);
            deck.set_on(is_on);
            if is_on {
                changes = deck.add(cards);
            }
            deck.to_string()
        });
        console.say_nonempty(&match kept {
            Err(error) => format!("(Your practice deck could not be saved: {error}.)"),
            Ok(()) if !is_on => "(They are not kept. \"cygnet practice on\" changes that.)".to_owned(),
            Ok(()) => kept_note(changes.added, is_first),
        })?;
        Ok(())
    }
}

/// Says how many cards were added; empty if there were none.
fn kept_note(added: usize, is_first: bool) -> String {
    let positions = counted(added, "position");
    match (added, is_first) {
        (0, _) => String::new(),
        (_, true) => {
            format!("(Your practice deck has {positions}. \"cygnet practice\" asks them from tomorrow on.)")
        }
        (_, false) => format!("(Added {positions} to your practice deck.)"),
    }
}
