//! The plan of a match: everything that determines its games.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Not, Range};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::bots::SearchBudget;

use super::{AdjudicationRules, MatchClock, NoteKind};

/// The maximum number of bots in a match.
pub const MAX_BOTS: usize = 256;
/// The maximum number of games per pairing.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The maximum number of random moves in an opening. Some games would otherwise never end.
pub const MAX_OPENING_PLIES: u32 = 10_000;

/// The plan of a match. The same plan gives the same games as long as the bots' choices depend only on the
/// seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The full name of the game.
    pub game: String,
    /// The bots: two to [`MAX_BOTS`].
    pub bots: Vec<String>,
    /// The names of the first bots in tables, for those that were given one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Whether the match is a gauntlet, in which the first bot plays each of the others. Otherwise every bot
    /// plays every other.
    pub gauntlet: bool,
    /// The number of games per pairing: 1 to [`MAX_GAMES`].
    pub games: u64,
    /// Whether each opening is played twice, with the sides swapped. Then `games` is even.
    pub swap: bool,
    /// How the games start.
    pub opening: Opening,
    /// The limits of each move.
    #[serde(rename = "allowance")]
    pub limits: MoveLimits,
    /// The clocks, if games are played with clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<MatchClock>,
    /// The rules for ending games early.
    #[serde(default, skip_serializing_if = "AdjudicationRules::is_none")]
    pub adjudication: AdjudicationRules,
    /// The notes on moves in records.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub notes: BTreeSet<NoteKind>,
    /// Whether bots can look up results in tables.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub tables: bool,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl MatchPlan {
    /// Returns the number of the bot with this name: its name in tables or, failing that, its seat name.
    pub fn find_bot(&self, name: &str) -> Option<usize> {
        let is_called = |names: &[String]| names.iter().position(|known| known == name);
        is_called(&self.names).or_else(|| is_called(&self.bots))
    }

    /// Returns whether the numbers are in range. Plans read from files are not trusted.
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
            && self.tc.as_ref().is_none_or(|tc| tc.is_valid(self.bots.len()))
    }
}

/// The limits of a search for one move; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLimits {
    /// The time.
    pub time: Option<Duration>,
    /// The number of positions.
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u32>,
}

impl From<MoveLimits> for SearchBudget {
    fn from(MoveLimits { time, nodes, depth }: MoveLimits) -> Self {
        SearchBudget::default().with_time(time).with_nodes(nodes).with_depth(depth)
    }
}

/// Replaces each time in a plan, as it is in a file, by its seconds, as they are shown.
pub(super) fn in_seconds(value: Value) -> Value {
    match value {
        Value::Object(fields) => match Duration::deserialize(Value::Object(fields.clone())) {
            Ok(time) => time.as_secs_f64().into(),
            Err(_) => fields.into_iter().map(|(name, value)| (name, in_seconds(value))).collect(),
        },
        Value::Array(values) => values.into_iter().map(in_seconds).collect(),
        value => value,
    }
}

/// How the games of a match start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// From the start position of the game.
    #[default]
    #[serde(rename = "usual")]
    Standard,
    /// After this number of random moves.
    Plies(u32),
    /// From the positions of a list, in order and then again from the first.
    Positions {
        /// The number of positions.
        count: usize,
        /// A hash of their texts, which distinguishes lists.
        #[serde(rename = "mark")]
        hash: String,
    },
}

impl Opening {
    /// Returns the opening that uses these positions.
    pub fn from_positions(positions: &[String]) -> Opening {
        // FNV-1a detects mistakes, not attacks.
        let bytes = positions.iter().flat_map(|text| text.bytes().chain([b'\n']));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Opening::Positions { count: positions.len(), hash: format!("{hash:016x}") }
    }
}

/// A part of a match that is divided into several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1 to `of`.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Returns whether the number of the part is in range.
    pub(super) fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.part)
    }

    /// Parses a part such as `2/3`.
    ///
    /// # Errors
    /// The text does not have this form, or there is no such part.
    pub fn parse(text: &str) -> Result<Shard, &'static str> {
        let numbers =
            text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        numbers
            .map(|(part, of)| Shard { part, of })
            .filter(|shard| shard.is_valid())
            .ok_or("use I/N with I from 1 to N, for example 2/3")
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
    /// The index of the pairing in the schedule.
    pub pairing: usize,
    /// The number of the opening, from 0.
    pub opening: u64,
    /// The indices in the plan of the bots that are player 1 and player 2.
    pub seats: [usize; 2],
    /// Whether the second bot of the pairing is player 1.
    pub swapped: bool,
}

/// The games of a match in order. All pairings play an opening before the next one is used.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The pairings, as indices of bots in the plan.
    pub pairings: Vec<[usize; 2]>,
    games_per_block: u64,
    blocks: u64,
}

impl Schedule {
    /// Creates the schedule of this plan.
    pub fn new(plan: &MatchPlan) -> Schedule {
        let firsts = if plan.gauntlet { 0..1 } else { 0..plan.bots.len() };
        let pairings: Vec<[usize; 2]> = firsts
            .flat_map(|first| (first + 1..plan.bots.len()).map(move |second| [first, second]))
            .collect();
        let games_per_block = if plan.swap { 2 } else { 1 };
        let blocks = (plan.games / games_per_block).saturating_mul(pairings.len() as u64);
        Schedule { pairings, games_per_block, blocks }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.blocks.saturating_mul(self.games_per_block)
    }

    /// Returns the numbers of the games of a part. Parts are as equal in size as possible, and no block (an
    /// opening played once or, with sides swapped, twice) is split. Together the parts make up the whole
    /// match.
    pub fn part(&self, shard: Shard) -> Range<u64> {
        let border = |part: u64| {
            let blocks = u128::from(self.blocks) * u128::from(part) / u128::from(shard.of.max(1));
            u64::try_from(blocks).unwrap_or(u64::MAX).saturating_mul(self.games_per_block)
        };
        border(shard.part.saturating_sub(1))..border(shard.part)
    }

    /// Returns the game with this number, from 0.
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
            limits: MoveLimits::default(),
            tc: None,
            adjudication: AdjudicationRules::default(),
            notes: BTreeSet::new(),
            tables: false,
            seed: 7,
        }
    }

    #[test]
    fn round_robins_and_gauntlets_have_the_right_pairings() {
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
