//! What a deck says about its player: how much they retain, and which mistakes they make.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::model::Date;
use crate::model::text::escape_line;
use crate::words::reasons::habit;
use crate::words::{capitalised, counted};

use super::{Card, Deck};

/// The number of cards of a kind or pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct MistakeCount {
    name: String,
    cards: usize,
}

/// The numbers of a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PracticeSummary {
    cards: usize,
    due: usize,
    /// How often cards were asked, and how often they were answered right.
    answers: u64,
    right: u64,
    /// The cards of each kind, the most frequent first.
    kinds: Vec<MistakeCount>,
    /// The cards of each known pattern, the most frequent first.
    patterns: Vec<MistakeCount>,
}

impl PracticeSummary {
    /// Counts the cards of the games that match. Returns `None` without cards.
    pub fn of(deck: &Deck, today: Date, matches: impl Fn(&str) -> bool) -> Option<Self> {
        let cards: Vec<&Card> = deck.cards().filter(|card| matches(&card.game.name())).collect();
        let sum = |count: fn(&Card) -> u32| cards.iter().map(|card| u64::from(count(card))).sum();
        (!cards.is_empty()).then(|| PracticeSummary {
            cards: cards.len(),
            due: cards.iter().filter(|card| card.schedule.is_due(today)).count(),
            answers: sum(|card| card.schedule.tries),
            right: sum(|card| card.schedule.solved),
            kinds: counts(cards.iter().map(|card| card.kind.name())),
            patterns: counts(cards.iter().filter_map(|card| card.pattern.as_deref())),
        })
    }

    /// Writes the numbers as lines of text.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = self.cards;
        writeln!(out, "Practice: {}, {} due today.", counted(all, "position"), self.due)?;
        match self.answers {
            0 => writeln!(out, "Retention: no answers yet.")?,
            answers => {
                let share = 100.0 * self.right as f64 / answers as f64;
                writeln!(
                    out,
                    "Retention: {} of {} right at once ({share:.0} %).",
                    self.right,
                    counted(answers, "answer")
                )?;
            }
        }
        let count = |mistake: &MistakeCount, words: &str| {
            format!("{}: in {} of {}.", capitalised(words), mistake.cards, counted(all, "position"))
        };
        for kind in &self.kinds {
            writeln!(out, "{}", count(kind, &kind.name.replace('-', " ")))?;
        }
        for pattern in &self.patterns {
            writeln!(out, "{}", escape_line(&count(pattern, habit(&pattern.name))))?;
        }
        Ok(())
    }
}

/// Counts names, the most frequent first.
fn counts<'a>(names: impl Iterator<Item = &'a str>) -> Vec<MistakeCount> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    let count = |(name, cards): (&str, usize)| MistakeCount { name: name.to_owned(), cards };
    let mut counts: Vec<MistakeCount> = counts.into_iter().map(count).collect();
    counts.sort_by_key(|count| Reverse(count.cards));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::practice::deck::tests::CARD;

    fn text(summary: &PracticeSummary) -> String {
        let mut bytes = Vec::new();
        summary.write_text(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn retention_and_kinds_of_mistakes_are_counted() {
        let lines = [
            CARD.to_owned(),
            CARD.replace("11-26\t1\t0/0", "11-25\t2\t3/4").replace("S2/5/", "S2/4d/"),
            CARD.replace("missed-win\tunguarded-piece", "losing-turn\tgap")
                .replace("S2/5/", "S2/3d1/")
                .replace("0/0", "0/1"),
            CARD.replace("unguarded-piece", "-").replace("2s2", "2s1d"),
        ];
        let deck = Deck::read(&lines.join("\n"));
        assert_eq!(deck.problems(), []);
        let today = "2026-11-25".parse().unwrap();
        let summary = PracticeSummary::of(&deck, today, |game| game == "uglyduck").unwrap();
        let wanted = "\
Practice: 4 positions, 1 due today.
Retention: 3 of 5 answers right at once (60 %).
Missed win: in 3 of 4 positions.
Losing turn: in 1 of 4 positions.
You leave pieces unguarded: in 2 of 4 positions.
Gap: in 1 of 4 positions.
";
        assert_eq!(text(&summary), wanted);
        assert_eq!(PracticeSummary::of(&deck, today, |game| game == "qawale"), None);
        let new = PracticeSummary::of(&Deck::read(CARD), today, |_| true).unwrap();
        assert!(text(&new).contains("Retention: no answers yet.\n"));
    }
}
