//! Who plays whom, in which order, from which opening: everything that determines the games of a match.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Not, Range};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::bots::SearchBudget;

use super::adjudication::AdjudicationRules;
use super::clocks::TimeControl;
use super::notes::NoteKind;

/// The most bots of a match.
pub const MAX_BOTS: usize = 256;
/// The most games of a pairing.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The most random moves of an opening: games that never end by themselves have an end too.
pub const MAX_OPENING_PLIES: u32 = 10_000;

/// All that determines a match. The same plan gives the same games, as long as the bots' choices depend on nothing but the
/// seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The full name of the game.
    pub game: String,
    /// The bots, two to [`MAX_BOTS`].
    pub bots: Vec<String>,
    /// What the first of them are called in tables, if they have names of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Whether the first bot plays all others and they do not play each other; else each plays each.
    pub gauntlet: bool,
    /// The games of a pairing, 1 to [`MAX_GAMES`].
    pub games: u64,
    /// Whether each opening is played twice, with the sides swapped; `games` is even then.
    pub swap: bool,
    /// How the games begin.
    pub opening: Opening,
    /// What the bots may spend on a move.
    #[serde(rename = "allowance", with = "SearchBudgetFields")]
    pub budget: SearchBudget,
    /// The clocks of each game, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// When games are ended before the rules end them.
    #[serde(default, skip_serializing_if = "AdjudicationRules::is_none")]
    pub adjudication: AdjudicationRules,
    /// What records say about each move.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub notes: BTreeSet<NoteKind>,
    /// Whether bots may look results up in tables.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub tables: bool,
    /// The seed of all chance.
    pub seed: u64,
}

impl MatchPlan {
    /// The number of the bot that is called so, by its name in tables or its own.
    pub fn find_bot(&self, name: &str) -> Option<usize> {
        let is_called = |names: &[String]| names.iter().position(|known| known == name);
        is_called(&self.names).or_else(|| is_called(&self.bots))
    }

    /// Whether the numbers make a match: a plan in a file may come from anywhere.
    pub(super) fn is_valid(&self) -> bool {
        let games_per_block = if self.swap { 2 } else { 1 };
        let has_openings = match self.opening {
            Opening::Standard => true,
            Opening::Plies(plies) => plies <= MAX_OPENING_PLIES,
            Opening::Positions { count, .. } => count > 0,
        };
        (2..=MAX_BOTS).contains(&self.bots.len())
            && (1..=MAX_GAMES).contains(&self.games)
            && self.games.is_multiple_of(games_per_block)
            && has_openings
            && self.tc.is_none_or(|tc| tc.is_valid())
    }
}

/// The fields of [`SearchBudget`] as they stand in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "SearchBudget")]
struct SearchBudgetFields {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

/// How the games of a match begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// From the usual start.
    #[default]
    #[serde(rename = "usual")]
    Standard,
    /// After so many random moves.
    Plies(u32),
    /// From the positions of a list, one after the other and then again from the first.
    Positions {
        /// How many there are.
        count: usize,
        /// A hash of their texts, by which two lists are told apart.
        #[serde(rename = "mark")]
        hash: String,
    },
}

impl Opening {
    /// The opening from these positions.
    pub fn from_positions(positions: &[String]) -> Opening {
        // FNV-1a: to notice a mistake, not an attack.
        let bytes = positions.iter().flat_map(|text| text.bytes().chain([b'\n']));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Opening::Positions { count: positions.len(), hash: format!("{hash:016x}") }
    }
}

/// One of the parts into which a match is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1 to `of`.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether there is such a part.
    pub(super) fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.part)
    }

    /// Reads the text of a part, such as `2/3`.
    ///
    /// # Errors
    /// The text is of another form, or there is no such part.
    pub fn parse(text: &str) -> Result<Shard, &'static str> {
        let numbers =
            text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        numbers
            .map(|(part, of)| Shard { part, of })
            .filter(|shard| shard.is_valid())
            .ok_or("a part is I/N, with I from 1 to N: 2/3")
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The pairing that plays it, by its index in the schedule.
    pub pairing: usize,
    /// Its opening, from 0.
    pub opening: u64,
    /// The bots that play first and second, by their indices in the plan.
    pub seats: [usize; 2],
    /// Whether the second bot of the pairing plays first.
    pub swapped: bool,
}

/// The games of a match in their order. All pairings play an opening before the next one comes.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Who plays whom, by their indices in the plan.
    pub pairings: Vec<[usize; 2]>,
    games_per_block: u64,
    blocks: u64,
}

impl Schedule {
    /// The schedule of this plan.
    pub fn new(plan: &MatchPlan) -> Schedule {
        let firsts = if plan.gauntlet { 0..1 } else { 0..plan.bots.len() };
        let pairings: Vec<[usize; 2]> = firsts
            .flat_map(|first| (first + 1..plan.bots.len()).map(move |second| [first, second]))
            .collect();
        let games_per_block = if plan.swap { 2 } else { 1 };
        let blocks = (plan.games / games_per_block).saturating_mul(pairings.len() as u64);
        Schedule { pairings, games_per_block, blocks }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.blocks.saturating_mul(self.games_per_block)
    }

    /// The numbers of the games of a part. The parts are of equal size as far as possible, no block is split, and one
    /// after the other they are the whole match.
    pub fn part(&self, shard: Shard) -> Range<u64> {
        let border = |part: u64| {
            let blocks = u128::from(self.blocks) * u128::from(part) / u128::from(shard.of.max(1));
            u64::try_from(blocks).unwrap_or(u64::MAX).saturating_mul(self.games_per_block)
        };
        border(shard.part.saturating_sub(1))..border(shard.part)
    }

    /// The game with this number, from 0.
    pub fn fixture(&self, number: u64) -> Fixture {
        let block = number / self.games_per_block;
        let pairings = self.pairings.len() as u64;
        let pairing = (block % pairings) as usize;
        let swapped = number % self.games_per_block == 1;
        let [first, second] = self.pairings[pairing];
        let seats = if swapped { [second, first] } else { [first, second] };
        Fixture { pairing, opening: block / pairings, seats, swapped }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn plan(bots: &[&str], games: u64, swap: bool) -> MatchPlan {
        MatchPlan {
            game: "uglyduck".to_owned(),
            bots: bots.iter().map(|name| (*name).to_owned()).collect(),
            names: Vec::new(),
            gauntlet: false,
            games,
            swap,
            opening: Opening::Standard,
            budget: SearchBudget::default(),
            tc: None,
            adjudication: AdjudicationRules::default(),
            notes: BTreeSet::new(),
            tables: false,
            seed: 7,
        }
    }

    #[test]
    fn each_plays_each_or_the_first_plays_all() {
        let plan = plan(&["a", "b", "c", "d"], 2, false);
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(Schedule::new(&plan).pairings, all);
        let gauntlet = MatchPlan { gauntlet: true, ..plan };
        assert_eq!(Schedule::new(&gauntlet).pairings, all[..3]);
        assert_eq!(Schedule::new(&gauntlet).games(), 6);
    }

    #[test]
    fn every_opening_is_played_from_both_sides_by_every_pairing() {
        let schedule = Schedule::new(&plan(&["a", "b", "c"], 4, true));
        let fixtures: Vec<_> = (0..schedule.games()).map(|number| schedule.fixture(number)).collect();
        let seats: Vec<_> = fixtures.iter().map(|fixture| fixture.seats).collect();
        let round = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(seats, [round, round].concat());
        let openings: Vec<_> = fixtures.iter().map(|fixture| fixture.opening).collect();
        assert_eq!(openings, [[0; 6], [1; 6]].concat());
    }

    #[test]
    fn parts_are_whole_blocks_and_make_up_the_match() {
        for (games, swap) in [(10, true), (7, false), (2, true), (0, false)] {
            let schedule = Schedule::new(&plan(&["a", "b", "c"], games, swap));
            for of in 1..=9 {
                let parts: Vec<_> = (1..=of).map(|part| schedule.part(Shard { part, of })).collect();
                let joined: Vec<u64> = parts.iter().cloned().flatten().collect();
                assert_eq!(joined, (0..schedule.games()).collect::<Vec<_>>());
                assert!(parts.iter().all(|part| !swap || part.start % 2 == 0));
            }
        }
    }

    #[test]
    fn shards_are_parsed_or_rejected() {
        assert_eq!(Shard::parse("2/3"), Ok(Shard { part: 2, of: 3 }));
        for wrong in ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/2", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn opening_lists_have_distinct_hashes() {
        let list = |texts: &[&str]| {
            Opening::from_positions(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(list(&["ab", "c"]), list(&["ab", "c"]));
        assert_ne!(list(&["ab", "c"]), list(&["a", "bc"]));
    }
}
