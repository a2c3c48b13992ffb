//! Keeps the mistakes that a review found in the practice deck.

use crate::analysis::practice::{Card, Deck, DeckChanges};
use crate::console::{Dialog, PromptExit};
use crate::model::Date;
use crate::store::PracticeFile;
use crate::words::counted;

/// Asked once, after the first review with a mistake of a human player.
const QUESTION: &str = "Keep your mistakes, to practise them later as puzzles?";

/// Adds the cards of a reviewed game to the deck, unless practice is off. If nobody has been asked yet, asks first
/// whether to keep them. With `may_ask` false, because a command is waiting, the next review asks. `cards` makes them, for
/// the day of the session.
///
/// # Errors
/// Output could not be written, or a command or the end of input ended the question.
pub fn keep_mistakes(
    dialog: &mut Dialog<'_>,
    file: &PracticeFile,
    may_ask: bool,
    cards: impl FnOnce(Date) -> Vec<Card>,
) -> Result<(), PromptExit> {
    let deck = match file.read() {
        Ok(text) => Deck::read(&text),
        Err(error) => return dialog.say(&format!("(Your practice deck could not be read: {error}.)")),
    };
    let cards = cards(file.today);
    let is_first = deck.is_on().is_none();
    if cards.is_empty() || deck.is_on() == Some(false) || (is_first && !may_ask) {
        return Ok(());
    }
    let is_on = !is_first || dialog.confirm(QUESTION)?;
    let mut changes = DeckChanges::default();
    let kept = file.change(|text| {
        let mut deck = Deck::read(text);
        deck.set_on(is_on);
        if is_on {
            changes = deck.add(cards);
        }
        deck.to_string()
    });
    let positions = counted(changes.added, "position");
    Ok(dialog.console_mut().say_nonempty(&match kept {
        Err(error) => format!("(Your practice deck could not be saved: {error}.)"),
        Ok(()) if !is_on => "(They are not kept. To keep them, type \"cygnet practice on\".)".to_owned(),
        Ok(()) if changes.added == 0 => String::new(),
        Ok(()) if is_first => {
            format!("(Your practice deck has {positions}. Type \"cygnet practice\" from tomorrow on.)")
        }
        Ok(()) => format!("(Added {positions} to your practice deck.)"),
    })?)
}
