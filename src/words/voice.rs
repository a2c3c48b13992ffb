//! How sentences call the two sides: the reader is "you", everybody else has a name.
//!
//! Sentences are written in one of two voices: about both sides by name, or to the player whose turn it is or was. Here
//! they are put into the voice for who reads them.

use crate::games::AnyGame;
use crate::model::{Game as _, Player};

use super::capitalised;

/// How the reader is called at the start of a sentence.
pub const YOU: &str = "You";

/// Puts sentences that call `speaker` "you" into the voice for `reader`, the only person who plays. Without one, both
/// sides have their names.
pub fn in_voice(game: &AnyGame, text: &str, speaker: Player, reader: Option<Player>) -> String {
    let name = |player: Player| capitalised(game.player_name(player));
    match reader {
        Some(reader) if reader == speaker => addressed(text, &name(reader)),
        Some(reader) => addressed(&named(text, &name(speaker), &name(speaker.opponent())), &name(reader)),
        None => named(text, &name(speaker), &name(speaker.opponent())),
    }
}

/// Calls `reader` "you", if somebody reads alone, in sentences that call both sides by name.
pub fn for_reader(game: &AnyGame, text: &str, reader: Option<Player>) -> String {
    reader.map_or_else(|| text.to_owned(), |reader| addressed(text, &capitalised(game.player_name(reader))))
}

/// Calls the player called `name` "you" in sentences that call both sides by name.
pub fn addressed(text: &str, name: &str) -> String {
    let lower = name.to_lowercase();
    let is_about = |rest: &str| ["'s", " can ", " takes "].iter().any(|next| rest.starts_with(next));
    let mut parts = Parts::new(text);
    while !parts.rest.is_empty() {
        let found = parts.word(name).or_else(|| parts.word(&lower).filter(|rest| is_about(rest)));
        let Some(rest) = found else {
            parts.copy();
            continue;
        };
        let you = if parts.starts_sentence() { YOU } else { "you" };
        let is_owner = parts.done.ends_with(" of ");
        match rest.strip_prefix("'s") {
            Some(rest) => parts.put(&format!("{you}r"), rest),
            None if is_owner && parts.owns_the_subject() => parts.put("", rest),
            None if is_owner => parts.put("yours", rest),
            None => {
                parts.put(you, rest);
                parts.conjugate(plain_form);
            }
        }
    }
    parts.done
}

/// Calls both sides by name in sentences that call the one with the name `you` "you".
fn named(text: &str, you: &str, opponent: &str) -> String {
    let mut parts = Parts::new(text);
    while !parts.rest.is_empty() {
        let of_opponent = parts.word("your opponent").or_else(|| parts.word("Your opponent"));
        let of_you = ["your", "Your", "yours"].iter().find_map(|word| parts.word(word));
        if let Some(rest) = of_opponent {
            parts.put(opponent, rest);
        } else if let Some(rest) = parts.word("your next turn") {
            parts.put("the next turn", rest);
        } else if let Some(rest) = of_you {
            parts.put(&format!("{you}'s"), rest);
        } else if let Some(rest) = parts.word("you").or_else(|| parts.word(YOU)) {
            parts.put(you, rest);
            parts.conjugate(third_form);
        } else {
            parts.copy();
        }
    }
    parts.done
}

/// A text that is being rewritten.
struct Parts<'a> {
    done: String,
    rest: &'a str,
}

impl<'a> Parts<'a> {
    fn new(rest: &'a str) -> Self {
        Parts { done: String::new(), rest }
    }

    /// Returns what follows `word`, if that comes next as a whole word.
    fn word(&self, word: &str) -> Option<&'a str> {
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let rest = self.rest.strip_prefix(word)?;
        (!is_letter(self.done.chars().next_back()) && !is_letter(rest.chars().next())).then_some(rest)
    }

    fn copy(&mut self) {
        let mut letters = self.rest.chars();
        self.done.extend(letters.next());
        self.rest = letters.as_str();
    }

    fn put(&mut self, text: &str, rest: &'a str) {
        self.done += text;
        self.rest = rest;
    }

    /// Rewrites the verb that comes next, after an adverb if there is one.
    fn conjugate(&mut self, form: impl Fn(&str) -> Option<String>) {
        let start = if self.rest.starts_with(" probably ") { " probably ".len() } else { 1 };
        let Some(after) = self.rest.get(start..).filter(|_| self.rest.starts_with(' ')) else { return };
        let verb = after.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
        if let Some(changed) = form(verb) {
            self.put(&format!("{}{changed}", &self.rest[..start]), &after[verb.len()..]);
        }
    }

    /// Turns `The duck of ` into `Your duck`, if that comes last. Returns whether it did.
    fn owns_the_subject(&mut self) -> bool {
        let of_whom = self.done.strip_suffix(" of ").and_then(|done| done.rsplit_once("The "));
        let Some((before, thing)) = of_whom.filter(|(_, thing)| !thing.contains(' ')) else { return false };
        self.done = format!("{before}{YOU}r {thing}");
        true
    }

    /// Whether a sentence, or a column of a table, starts here.
    fn starts_sentence(&self) -> bool {
        let before = without_colour(self.done.trim_end_matches(' ')).trim_end_matches(' ');
        before.is_empty() || before.ends_with(['.', '\n']) || self.done.ends_with("  ")
    }
}

/// Returns `text` without the sequence for a colour that it ends with.
fn without_colour(text: &str) -> &str {
    match text.rsplit_once("\u{1b}[") {
        Some((before, colour)) if colour.find('m').is_some_and(|end| end + 1 == colour.len()) => before,
        _ => text,
    }
}

/// Returns the form of a verb after "you"; `None` if it is the same.
fn plain_form(verb: &str) -> Option<String> {
    let plain = match verb {
        "is" => "are",
        "was" => "were",
        "has" => "have",
        _ if ["sses", "ches", "shes"].iter().any(|end| verb.ends_with(end)) => verb.strip_suffix("es")?,
        _ => verb.strip_suffix('s')?,
    };
    Some(plain.to_owned())
}

/// Returns the form of a verb after a name; `None` if it is the same.
fn third_form(verb: &str) -> Option<String> {
    let forms = [("are", "is"), ("were", "was"), ("play", "plays"), ("win", "wins"), ("have", "has")];
    forms.iter().find(|(plain, _)| *plain == verb).map(|(_, third)| (*third).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_is_you_and_everybody_else_has_a_name() {
        for (named, wanted) in [
            ("Player 1's duck can go there.", "Your duck can go there."),
            (
                "Player 1 probably loses one piece: b4 (Player 2), a5 (Player 1).",
                "You probably lose one piece: b4 (Player 2), a5 (you).",
            ),
            (
                "After a5, every move of Player 1 lets Player 2 take it.",
                "After a5, every move of yours lets Player 2 take it.",
            ),
            ("Player 2 wins, whatever Player 1 plays.", "Player 2 wins, whatever you play."),
            (
                "Turn 2: Player 1 was losing. Player 1 has a swan.",
                "Turn 2: you were losing. You have a swan.",
            ),
            ("   2  Player 1  a1 b2", "   2  You  a1 b2"),
            ("The duck of Player 1 on e2 is now a swan!", "Your duck on e2 is now a swan!"),
            ("Player 2 captures a duck of Player 1 on c3!", "Player 2 captures a duck of yours on c3!"),
            ("Player 1 captures d1 with D1!", "You capture d1 with D1!"),
            ("Player 12 wins.", "Player 12 wins."),
        ] {
            assert_eq!(addressed(named, "Player 1"), wanted);
        }
        let taken = "Custodial capture: white takes the level 2 piece on C6.";
        assert_eq!(addressed(taken, "White"), "Custodial capture: you take the level 2 piece on C6.");
        assert_eq!(addressed("e8: white's piece, a white king.", "White"), "e8: your piece, a white king.");
    }

    #[test]
    fn between_two_people_both_have_names() {
        let text = "You could have won; after it your opponent can win.\n  Better: you play a1, then Player 2 b1, then you c1. You are better.";
        let wanted = "Player 1 could have won; after it Player 2 can win.\n  Better: Player 1 plays a1, then Player 2 b1, then Player 1 c1. Player 1 is better.";
        assert_eq!(super::named(text, "Player 1", "Player 2"), wanted);
    }
}
