//! Statistics of the games of a human player.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::console::output::{CommandOutput, table};
use crate::console::width;
use crate::model::text::escape_line;
use crate::model::{Outcome, Player, Record};
use crate::words::counted;

use super::filter::{GameScore, HumanGame};
use super::listing::{bot_title, game_title, side_title};
use super::rating::{self, Rating};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
}

impl Counts {
    /// Returns the sum of both counts.
    pub(super) fn plus(self, other: Counts) -> Counts {
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
    pub(super) fn add_outcome(&mut self, outcome: Outcome, player: Player) {
        self.add(GameScore::of(outcome, player));
    }

    /// Returns the number of games.
    pub(super) fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the fraction of points scored, where a draw is half a point.
    pub(super) fn score_rate(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Returns the columns from `games` to `score`.
    pub(super) fn row(self) -> [String; 5] {
        let score = format!("{:.0} %", 100.0 * self.score_rate());
        let counts = [self.games(), self.won, self.drawn, self.lost].map(|count| count.to_string());
        let [games, won, drawn, lost] = counts;
        [games, won, drawn, lost, score]
    }
}

/// The results against one opponent on one side.
#[derive(Clone, Debug, Serialize)]
struct StatsRow {
    game: String,
    against: String,
    #[serde(serialize_with = "tag")]
    side: Player,
    #[serde(flatten)]
    counts: Counts,
}

/// Serializes a side as `p1` or `p2`.
fn tag<S: Serializer>(side: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.tag())
}

/// Computes the player's rating from the rows of one game.
fn rating_of(rows: &[StatsRow]) -> Option<Rating> {
    let results = rows.iter().map(|row| (row.against.as_str(), row.counts));
    Rating::of(&rows.first()?.game, results)
}

/// A number of consecutive games with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Streak {
    score: GameScore,
    games: u64,
}

/// The statistics of a human player's games: by game, opponent and side, with streaks and ratings.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    rows: Vec<StatsRow>,
    all: Counts,
    /// The number of games that do not count, because they had no human player, or two.
    #[serde(rename = "others")]
    uncounted: u64,
    /// The current streak.
    #[serde(rename = "now", skip_serializing_if = "Option::is_none")]
    current_streak: Option<Streak>,
    longest_won: u64,
    longest_lost: u64,
    /// The rating in each game with opponents of known rating.
    ratings: Vec<Rating>,
    /// Whether the output goes to a terminal: games and players have titles there, not the names in records.
    #[serde(skip)]
    pub is_for_people: bool,
    /// Whether the rows of the table are sentences, for someone who listens.
    #[serde(skip)]
    pub by_ear: bool,
    /// The width of the window, if there is one.
    #[serde(skip)]
    pub columns: Option<usize>,
}

impl Stats {
    /// Computes the statistics of these games, oldest first.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut stats = Stats::default();
        let mut rows: BTreeMap<(&str, &str, Player), Counts> = BTreeMap::new();
        for record in records {
            let Some(HumanGame { side, against, score }) = HumanGame::of(record) else {
                stats.uncounted += 1;
                continue;
            };
            rows.entry((&record.game, against, side)).or_default().add(score);
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
        stats.ratings =
            stats.rows.chunk_by(|one, other| one.game == other.game).filter_map(rating_of).collect();
        stats
    }

    /// Returns whether there is no finished game against a computer.
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

impl Stats {
    /// Returns a table with a row for each game, opponent and side, and a total.
    fn table(&self) -> String {
        let heading =
            ["game", "against", "side", "games", "won", "drawn", "lost", "score"].map(str::to_owned);
        let mut rows = vec![heading.to_vec()];
        rows.extend(
            self.rows
                .iter()
                .map(|row| row.names(self.is_for_people).into_iter().chain(row.counts.row()).collect()),
        );
        let all = ["all", "", ""].map(str::to_owned);
        rows.push(all.into_iter().chain(self.all.row()).collect());
        table(3, &rows)
    }

    /// Returns the same in sentences, for a narrow window or someone who listens.
    fn narrow_table(&self) -> String {
        let counts = |counts: Counts| {
            let ([_, won, drawn, lost, score], games) = (counts.row(), counts.games());
            let games = counted(games, "game");
            format!("  {games}, {score}\n  {won} won, {drawn} drawn, {lost} lost\n")
        };
        let row = |row: &StatsRow| {
            let [game, against, side] = row.names(self.is_for_people);
            format!("{game}, {side} against {against}\n{}", counts(row.counts))
        };
        let rows: String = self.rows.iter().map(row).collect();
        format!("{rows}All games\n{}", counts(self.all))
    }
}

impl StatsRow {
    /// Returns the names of the game, the opponent and the player's side.
    fn names(&self, is_for_people: bool) -> [String; 3] {
        if is_for_people {
            [game_title(&self.game), bot_title(&self.game, &self.against), side_title(&self.game, self.side)]
        } else {
            [&self.game, &self.against, self.side.tag()].map(escape_line)
        }
    }
}

impl CommandOutput for Stats {
    /// Writes a table with a row for each game, opponent and side, and a total; then streaks and ratings.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(Streak { score, games }) = self.current_streak else {
            return writeln!(out, "No finished games against a computer.");
        };
        let table = self.table();
        let is_too_wide = self.columns.is_some_and(|columns| width(&table) > columns);
        writeln!(out, "{}", if is_too_wide || self.by_ear { self.narrow_table() } else { table })?;
        writeln!(out, "Current streak: {games} {}.", score.name())?;
        writeln!(out, "Longest streaks: {} won, {} lost.", self.longest_won, self.longest_lost)?;
        if self.uncounted > 0 {
            let games = counted(self.uncounted, "game");
            writeln!(out, "Not counted: {games} between two people or two computers.")?;
        }
        if !self.ratings.is_empty() {
            let expert = if self.is_for_people { "Expert" } else { "expert" };
            writeln!(out, "\nRatings, on a scale where {expert} has 2000:")?;
        }
        self.ratings.iter().try_for_each(|rating| rating.write_text(self.is_for_people, out))?;
        if self.ratings.iter().all(Rating::is_rated) { Ok(()) } else { writeln!(out, "{}", rating::ADVICE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GameResult, Reason};
    use crate::records::filter::GameFilter;

    fn game(name: &str, seats: [&str; 2], outcome: Outcome, date: &str) -> Record {
        Record {
            game: name.to_owned(),
            seats: seats.map(str::to_owned),
            date: Some(date.to_owned()),
            result: Some(GameResult { outcome, reason: Reason::Rules }),
            ..Record::default()
        }
    }

    fn games() -> Vec<Record> {
        let win = Outcome::Win;
        vec![
            game("uglyduck", ["human", "easy"], win(Player::One), "2026-11-01"),
            game("uglyduck", ["human", "easy"], win(Player::One), "2026-11-02"),
            game("uglyduck", ["expert:0.5", "human"], win(Player::One), "2026-11-03"),
            game("uglyduck-xl:4x6", ["human", "human"], win(Player::Two), "2026-11-04"),
            game("qawale", ["human", "expert:1"], Outcome::Draw, "2026-11-05"),
        ]
    }

    fn text(stats: &Stats) -> String {
        let mut bytes = Vec::new();
        stats.write_text(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn games_are_counted_by_game_opponent_and_side() {
        let games = games();
        let wanted = "\
game       against     side      games  won  drawn  lost  score
Qawale     Expert 1    Dark          1    0      1     0   50 %
Ugly Duck  Easy        Player 1      2    2      0     0  100 %
Ugly Duck  Expert 0.5  Player 2      1    0      0     1    0 %
all                                  4    2      1     1   62 %

Current streak: 1 drawn.
Longest streaks: 2 won, 1 lost.
Not counted: 1 game between two people or two computers.

Ratings, on a scale where Expert has 2000:
Ugly Duck: not rated yet (2 of 10 games)
Not rated yet: play ten games against rated computers, and until you have won and lost at least once.
";
        assert_eq!(text(&Stats { is_for_people: true, ..Stats::of(&games) }), wanted);
        assert!(!text(&Stats { by_ear: true, ..Stats::of(&games) }).contains("game  "));
        let narrow = text(&Stats { is_for_people: true, columns: Some(40), ..Stats::of(&games) });
        let row =
            "Ugly Duck, Player 2 against Expert 0.5\n  1 game, 0 %\n  0 won, 0 drawn, 1 lost\nAll games\n";
        assert!(narrow.contains(row) && !narrow.contains("game  "), "{narrow}");
        assert_eq!(text(&Stats::of(&games[3..4])), "No finished games against a computer.\n");
    }

    #[test]
    fn a_filter_matches_all_set_fields() {
        let games = games();
        let matching = |filter: GameFilter| -> Vec<usize> {
            (0..games.len()).filter(|number| filter.matches(&games[*number])).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(matching(GameFilter::default()), [0, 1, 2, 3, 4]);
        assert_eq!(matching(GameFilter { game: some("UglyDuck"), ..GameFilter::default() }), [0, 1, 2]);
        assert_eq!(matching(GameFilter { game: some("uglyduck-xl"), ..GameFilter::default() }), [3]);
        assert_eq!(matching(GameFilter { against: some("expert"), ..GameFilter::default() }), [2, 4]);
        assert_eq!(matching(GameFilter { against: some("expert:1"), ..GameFilter::default() }), [4]);
        assert_eq!(matching(GameFilter { against: some("Easy Mode"), ..GameFilter::default() }), [0, 1]);
        assert_eq!(matching(GameFilter { against: some("Expert 1"), ..GameFilter::default() }), [4]);
        assert_eq!(matching(GameFilter { against: some("difficult"), ..GameFilter::default() }), [0; 0]);
        assert_eq!(matching(GameFilter { side: Some(Player::One), ..GameFilter::default() }), [0, 1, 4]);
        assert_eq!(matching(GameFilter { score: Some(GameScore::Lost), ..GameFilter::default() }), [2]);
        let both =
            GameFilter { score: Some(GameScore::Won), since: some("2026-11-02"), ..GameFilter::default() };
        assert_eq!(matching(both), [1]);
    }
}
