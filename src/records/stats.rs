//! Statistics of the games of a human player.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::model::{Outcome, Player, Record};

use super::filter::{GameScore, HumanGame};
use super::rating::Rating;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
}

impl Counts {
    /// Returns the sum of both counts.
    pub(crate) fn plus(self, other: Counts) -> Counts {
        let Counts { won, drawn, lost } = other;
        Counts { won: self.won + won, drawn: self.drawn + drawn, lost: self.lost + lost }
    }

    fn add(&mut self, score: GameScore) {
        *match score {
            GameScore::Won => &mut self.won,
            GameScore::Drawn => &mut self.drawn,
            GameScore::Lost => &mut self.lost,
        } += 1;
    }

    /// Adds the outcome of a game for `player`.
    pub(crate) fn add_outcome(&mut self, outcome: Outcome, player: Player) {
        self.add(GameScore::of(outcome, player));
    }

    /// Returns the number of games.
    pub(crate) fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the fraction of points scored, where a draw is half a point.
    pub(crate) fn score_rate(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }
}

/// The results against one opponent on one side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StatsRow {
    pub(crate) game: String,
    pub(crate) against: String,
    #[serde(serialize_with = "tag")]
    pub(crate) side: Player,
    #[serde(flatten)]
    pub(crate) counts: Counts,
}

/// Serializes a side as `p1` or `p2`.
fn tag<S: Serializer>(side: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.tag())
}

/// A number of consecutive games with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Streak {
    pub(crate) score: GameScore,
    pub(crate) games: u64,
}

/// The statistics of a human player's games: by game, opponent and side, with streaks and ratings.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    pub(crate) rows: Vec<StatsRow>,
    pub(crate) all: Counts,
    /// The number of games that do not count: see [`HumanGame::of`].
    #[serde(rename = "others")]
    pub(crate) uncounted: u64,
    /// The current streak.
    #[serde(rename = "now", skip_serializing_if = "Option::is_none")]
    pub(crate) current_streak: Option<Streak>,
    pub(crate) longest_won: u64,
    pub(crate) longest_lost: u64,
    /// The rating in each game with opponents of known rating, from games that began in the usual position.
    pub(crate) ratings: Vec<Rating>,
}

impl Stats {
    /// Computes the statistics of these games, oldest first.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut stats = Stats::default();
        let mut rows: BTreeMap<(&str, &str, Player), Counts> = BTreeMap::new();
        let mut rated: BTreeMap<&str, BTreeMap<&str, Counts>> = BTreeMap::new();
        for record in records {
            let Some(HumanGame { side, against, score }) = HumanGame::of(record) else {
                stats.uncounted += 1;
                continue;
            };
            rows.entry((&record.game, against, side)).or_default().add(score);
            if record.start.is_none() {
                rated.entry(&record.game).or_default().entry(against).or_default().add(score);
            }
            stats.all.add(score);
            stats.count_streak(score);
        }
        let row = |((game, against, side), counts): ((&str, &str, Player), Counts)| StatsRow {
            game: game.to_owned(),
            against: against.to_owned(),
            side,
            counts,
        };
        stats.rows = rows.into_iter().map(row).collect();
        stats.ratings = rated.into_iter().filter_map(|(game, results)| Rating::of(game, results)).collect();
        stats
    }

    /// Returns whether no game counts.
    pub fn is_empty(&self) -> bool {
        self.current_streak.is_none()
    }

    fn count_streak(&mut self, score: GameScore) {
        let before =
            self.current_streak.filter(|streak| streak.score == score).map_or(0, |streak| streak.games);
        let games = before + 1;
        self.current_streak = Some(Streak { score, games });
        match score {
            GameScore::Won => self.longest_won = self.longest_won.max(games),
            GameScore::Lost => self.longest_lost = self.longest_lost.max(games),
            GameScore::Drawn => {}
        }
    }
}
