//! The practice deck: a text to read and edit, with one card a line.
//!
//! Empty lines and lines that start with `#` are comments. A line `practice: on` or `practice: off` says whether
//! reviewed games add cards. Any other line that is not a card is kept as it is, and costs only itself.

use std::collections::HashMap;
use std::fmt;

use super::card::Card;
use crate::model::{Date, GameRng};

/// The lines that say whether practice is on.
const SWITCHES: [(&str, bool); 2] = [("practice: on", true), ("practice: off", false)];

/// The comment at the top of a new deck.
const INTRODUCTION: &str = "\
# Positions from your own games to practise, one a line. Fields are separated by tabs.
# You can edit this file: delete a line, or change its due day.
";

/// A line of a deck: a card, a switch, a comment or a broken line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DeckLine {
    /// The line with its end, as it was read, or of a card that is new or has changed.
    text: String,
    card: Option<Card>,
}

/// The cards of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    lines: Vec<DeckLine>,
    /// Whether lines end as on Windows.
    has_crlf: bool,
    /// Whether it was read from a text, which then has its own introduction or none.
    is_old: bool,
    problems: Vec<(usize, String)>,
}

/// What adding or merging cards changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeckChanges {
    /// The number of new cards.
    pub added: usize,
    /// The number of existing cards that took the schedule of the other one.
    pub updated: usize,
}

impl Deck {
    /// Reads a deck. If a position occurs twice, the cards are merged.
    pub fn read(text: &str) -> Deck {
        let has_crlf = text.split_inclusive('\n').next().is_some_and(|line| line.ends_with("\r\n"));
        let mut deck = Deck { has_crlf, is_old: !text.is_empty(), ..Deck::default() };
        let mut lines = Vec::new();
        for (number, text) in (1..).zip(text.split_inclusive('\n')) {
            let line = text.trim_end_matches(['\n', '\r']);
            let is_card = !line.trim().is_empty() && !line.starts_with('#') && switch(line).is_none();
            let card = is_card.then(|| Card::read(line)).and_then(|read| match read {
                Ok(card) => Some(card),
                Err(error) => {
                    deck.problems.push((number, error));
                    None
                }
            });
            lines.push(DeckLine { text: text.to_owned(), card });
        }
        deck.extend(lines);
        deck
    }

    /// Returns the deck in `text` after a change, as a text.
    pub fn changed(text: &str, change: impl FnOnce(&mut Deck)) -> String {
        let mut deck = Deck::read(text);
        change(&mut deck);
        deck.to_string()
    }

    /// Returns whether reviewed games add cards; `None` if that was never said.
    pub fn is_on(&self) -> Option<bool> {
        self.lines.iter().rev().find_map(|line| switch(&line.text))
    }

    /// Says whether reviewed games add cards.
    pub fn set_on(&mut self, is_on: bool) {
        let text = self.ended(SWITCHES[usize::from(!is_on)].0);
        match self.lines.iter_mut().rev().find(|line| switch(&line.text).is_some()) {
            Some(line) if switch(&line.text) == Some(is_on) => {}
            Some(line) => line.text = text,
            None => self.push(DeckLine { text, card: None }),
        }
    }

    /// Returns the cards, in the order of the file.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.lines.iter().filter_map(|line| line.card.as_ref())
    }

    /// Returns the cards that are due, those that have waited longest first. `rng` decides the order of the others,
    /// so that it gives nothing away.
    pub fn due(&self, today: Date, rng: &mut GameRng) -> Vec<Card> {
        let mut due: Vec<Card> = self.cards().filter(|card| card.schedule.is_due(today)).cloned().collect();
        rng.shuffle(&mut due);
        due.sort_by_key(|card| card.schedule.due);
        due
    }

    /// Returns the number of cards that are due.
    pub fn count_due(&self, today: Date) -> usize {
        self.cards().filter(|card| card.schedule.is_due(today)).count()
    }

    /// Returns the broken lines by their numbers in the text, from 1.
    pub fn problems(&self) -> &[(usize, String)] {
        &self.problems
    }

    /// Adds cards whose positions are new. Others stay as they are.
    pub fn add(&mut self, cards: Vec<Card>) -> DeckChanges {
        let known: Vec<Card> = self.cards().cloned().collect();
        let is_new = |card: &Card| known.iter().all(|other| other.key() != card.key());
        let lines: Vec<DeckLine> = cards.into_iter().filter(is_new).map(|card| self.line(card)).collect();
        self.extend(lines)
    }

    /// Merges the cards of another deck. Of two cards for the same position, this deck keeps its own, with the
    /// schedule that is further.
    pub fn merge(&mut self, other: &Deck) -> DeckChanges {
        let lines: Vec<DeckLine> = other.cards().map(|card| self.line(card.clone())).collect();
        self.extend(lines)
    }

    /// Schedules the card of this deck for the same position after an answer, and returns the day when it comes back;
    /// `None` if there is no such card.
    pub fn answer(&mut self, card: &Card, is_right: bool, today: Date) -> Option<Date> {
        let is_it = |line: &DeckLine| line.card.as_ref().is_some_and(|kept| kept.key() == card.key());
        let index = self.lines.iter().position(is_it)?;
        let kept = self.lines[index].card.clone()?;
        let schedule = kept.schedule.after_answer(is_right, today);
        self.lines[index] = self.line(Card { schedule, ..kept });
        Some(schedule.due)
    }

    /// Returns a text as a line that ends as the others.
    fn ended(&self, text: &str) -> String {
        text.to_owned() + if self.has_crlf { "\r\n" } else { "\n" }
    }

    fn line(&self, card: Card) -> DeckLine {
        DeckLine { text: self.ended(&card.to_string()), card: Some(card) }
    }

    /// Adds a line. The one before it may have had no end.
    fn push(&mut self, line: DeckLine) {
        let end = self.ended("");
        if let Some(last) = self.lines.last_mut().filter(|last| !last.text.ends_with('\n')) {
            last.text += &end;
        }
        self.lines.push(line);
    }

    fn extend(&mut self, lines: impl IntoIterator<Item = DeckLine>) -> DeckChanges {
        let key = |card: &Card| (card.game.name(), card.position.clone());
        let mut places = HashMap::new();
        for (index, line) in self.lines.iter().enumerate() {
            if let Some(card) = &line.card {
                places.insert(key(card), index);
            }
        }
        let mut changes = DeckChanges::default();
        for line in lines {
            if let Some(card) = &line.card {
                if let Some(&index) = places.get(&key(card)) {
                    let is_further = |kept: &Card| card.schedule > kept.schedule;
                    if let Some(kept) = self.lines[index].card.clone().filter(is_further) {
                        self.lines[index] = self.line(Card { schedule: card.schedule, ..kept });
                        changes.updated += 1;
                    }
                    continue;
                }
                places.insert(key(card), self.lines.len());
                changes.added += 1;
            }
            self.push(line);
        }
        changes
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_old {
            writeln!(f, "{INTRODUCTION}{}", Card::header())?;
        }
        self.lines.iter().try_for_each(|line| f.write_str(&line.text))
    }
}

/// Returns what a line says about practice: on or off.
fn switch(line: &str) -> Option<bool> {
    SWITCHES.iter().find(|(switch, _)| *switch == line.trim()).map(|(_, is_on)| *is_on)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::practice::{CardKind, Schedule};
    use crate::words::days_after;

    pub const CARD: &str =
        "2026-11-26\t1\t0/0\tmissed-win\tunguarded-piece\tuglyduck\t5/D1S2/5/2s2/5 1\tb1c1\tb3a2\twon in 1";
    const OTHER: &str = "2026-11-28\t3\t2/3\tlosing-turn\t-\tuglyduck\t5/S4/5/5/4d 1\tb1a2\tb1a1\t+0.35";

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_deck_is_written_as_it_was_read() {
        let text = format!("# mine\n{CARD}\n\n# two\n{OTHER}\npractice: on\n");
        let deck = Deck::read(&text);
        assert_eq!((deck.to_string(), deck.problems(), deck.is_on()), (text, &[][..], Some(true)));
        let cards: Vec<&Card> = deck.cards().collect();
        assert_eq!([cards[0].kind, cards[1].kind], CardKind::ALL);
        assert_eq!(cards[0].pattern.as_deref(), Some("unguarded-piece"));
        let wanted = Schedule { due: day("2026-11-28"), box_number: 3, tries: 3, solved: 2 };
        assert_eq!((cards[1].schedule, cards[1].pattern.as_deref()), (wanted, None));
        let due = |text| deck.due(day(text), &mut GameRng::from_seed(1));
        assert_eq!((due("2026-11-25"), due("2026-11-27")), (vec![], vec![cards[0].clone()]));
        assert_eq!((due("2026-12-27").len(), deck.count_due(day("2026-11-27"))), (2, 1));
    }

    #[test]
    fn what_is_not_changed_stays_byte_for_byte() {
        let typed = OTHER.replace("uglyduck", " UglyDuck ");
        let text = format!("practice: off \r\n\r\n{typed}\r\n# mine\nnonsense\t \r\npractice: on");
        let mut deck = Deck::read(&text);
        deck.set_on(true);
        assert_eq!((deck.to_string(), deck.is_on()), (text.clone(), Some(true)));
        deck.merge(&Deck::read(CARD));
        assert_eq!(deck.to_string(), format!("{text}\r\n{CARD}\r\n"));
        deck.set_on(false);
        let off = text.replace("practice: on", "practice: off");
        assert_eq!(deck.to_string(), format!("{off}\r\n{CARD}\r\n"));
        let further = CARD.replace("11-26\t1\t0/0", "12-03\t4\t3/3");
        deck.merge(&Deck::read(&further));
        assert_eq!(deck.to_string(), format!("{off}\r\n{further}\r\n"));
    }

    #[test]
    fn a_broken_line_costs_only_itself() {
        let broken = [
            ("nonsense", "a card has ten fields separated by tabs: due, box, "),
            (
                &CARD.replace("11-26", "11-31"),
                "there is no day \"2026-11-31\"; expected a day such as 2026-11-21",
            ),
            (&CARD.replace("\t1\t", "\t11\t"), "\"11\" is not a valid box"),
            (
                &CARD.replace("0/0", "2/1"),
                "\"2/1\" is not a valid solved/tries; expected two numbers such as 2/3",
            ),
            (&CARD.replace("missed", "lost"), "\"lost-win\" is not a valid kind"),
            (&CARD.replace("unguarded-piece", "\u{1b}[31m"), "\"\\u{1b}[31m\" is not a valid pattern"),
            (&CARD.replace("uglyduck", "chess"), "unknown game \"chess\""),
            (&CARD.replace("5 1", "5 3"), "not a position to play in uglyduck: \"5/D1S2/5/2s2/5 3\""),
            (&CARD.replace("b3a2", "b3e5"), "\"b3e5\" is not a legal move in that position"),
            (
                &CARD.replace("won in", "lucky in"),
                "\"lucky in 1\" is not a valid value; expected one such as won in 7, draw or +0.50",
            ),
        ];
        let lines: Vec<&str> = broken.iter().map(|(line, _)| *line).collect();
        let text = format!("# mine\n{}\n{OTHER}\n", lines.join("\n"));
        let deck = Deck::read(&text);
        assert_eq!((deck.cards().count(), deck.to_string()), (1, text));
        assert_eq!(deck.problems().len(), broken.len());
        for ((number, error), (index, (_, wanted))) in deck.problems().iter().zip(broken.iter().enumerate()) {
            assert_eq!(*number, index + 2);
            assert!(error.to_string().starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn a_new_deck_explains_itself() {
        let mut deck = Deck::default();
        deck.set_on(true);
        let cards: Vec<Card> = Deck::read(CARD).cards().cloned().collect();
        // A card that the deck already has is not added again, nor is a position that a file has twice.
        assert_eq!(deck.add(cards.clone()).added, 1);
        assert_eq!(deck.add(cards), DeckChanges::default());
        assert_eq!(Deck::read(&format!("{CARD}\n{CARD}")).cards().count(), 1);
        let text = deck.to_string();
        assert!(
            text.starts_with("# Positions from your own games") && text.contains("# due\tbox\t"),
            "{text}"
        );
        assert!(text.ends_with(&format!("practice: on\n{CARD}\n")), "{text}");
        let again = Deck::read(&text);
        assert_eq!((again.to_string(), again.problems()), (text, &[][..]));
    }

    #[test]
    fn an_answer_counts_for_the_card_as_the_deck_has_it_then() {
        let mut deck = Deck::read(&format!("{CARD}\n{OTHER}"));
        let card = deck.cards().next().unwrap().clone();
        let mut answer = |is_right, due, wanted| {
            assert_eq!(deck.answer(&card, is_right, day("2026-11-26")), Some(day(due)));
            let wanted = CARD.replace("2026-11-26\t1\t0/0", wanted);
            assert_eq!(deck.to_string(), format!("{wanted}\n{OTHER}"));
        };
        answer(true, "2026-11-28", "2026-11-28\t2\t1/1");
        answer(false, "2026-11-27", "2026-11-27\t1\t1/2");
        answer(true, "2026-11-27", "2026-11-27\t1\t2/3");
        let mut without = Deck::read(OTHER);
        assert_eq!(
            (without.answer(&card, true, day("2026-11-26")), without.to_string()),
            (None, OTHER.to_owned())
        );
    }

    /// Lines of a deck: cards with any schedule, and others.
    fn line() -> impl Strategy<Value = String> {
        let schedule = (0..3_u32, 1..=4_u32, 0..3_u32);
        let card = (schedule, prop_oneof![Just(CARD), Just(OTHER)]).prop_map(
            |((days, box_number, solved), card)| {
                let rest = card.splitn(4, '\t').nth(3).unwrap_or_default();
                let due = days_after(day("2026-11-26"), days);
                format!("{due}\t{box_number}\t{solved}/3\t{rest}")
            },
        );
        prop_oneof![card, ".*", Just("practice: on".to_owned()), Just("# comment".to_owned())]
    }

    fn text() -> impl Strategy<Value = String> {
        let lines = prop::collection::vec(line(), 0..8);
        (lines, prop_oneof![Just("\n"), Just("\r\n")]).prop_map(|(lines, end)| lines.join(end))
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_what_is_written_is_read_again(text in text()) {
            let deck = Deck::read(&text);
            let cards = text.lines().filter(|line| line.ends_with(['1', '5'])).count();
            prop_assert!(deck.cards().count() < cards || deck.to_string() == text || text.is_empty());
            let again = Deck::read(&deck.to_string());
            prop_assert_eq!(again.to_string(), deck.to_string());
            prop_assert_eq!(again.is_on(), deck.is_on());
            prop_assert_eq!(again.problems().len(), deck.problems().len());
            prop_assert_eq!(again.cards().collect::<Vec<_>>(), deck.cards().collect::<Vec<_>>());
        }

        #[test]
        fn merging_twice_changes_nothing_and_the_order_does_not_matter(one in text(), other in text()) {
            let (one, other) = (Deck::read(&one), Deck::read(&other));
            let schedules = |deck: &Deck| {
                let mut cards: Vec<String> = deck.cards().map(Card::to_string).collect();
                cards.sort_unstable();
                cards
            };
            let (mut there, mut back) = (one.clone(), other.clone());
            there.merge(&other);
            back.merge(&one);
            prop_assert_eq!(schedules(&there), schedules(&back));
            prop_assert_eq!(there.merge(&other), DeckChanges::default());
        }
    }
}
