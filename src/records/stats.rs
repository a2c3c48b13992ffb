//! A person's finished games: which of them are asked for, and how they went.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::console::output::{CommandOutput, table};
use crate::model::text::escape_line;
use crate::model::{Outcome, Player, Record, Seating};

use super::rating::Rating;

/// How a game went for the person who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// The person won.
    Won,
    /// Nobody won.
    Drawn,
    /// The other one won.
    Lost,
}

impl GameScore {
    /// The score in all words there are, as they are typed.
    pub const ALL: [(&'static str, GameScore); 3] =
        [("won", GameScore::Won), ("drawn", GameScore::Drawn), ("lost", GameScore::Lost)];

    fn of(outcome: Outcome, player: Player) -> GameScore {
        match outcome {
            Outcome::Draw => GameScore::Drawn,
            Outcome::Win(winner) if winner == player => GameScore::Won,
            Outcome::Win(_) => GameScore::Lost,
        }
    }

    fn name(self) -> &'static str {
        GameScore::ALL[self as usize].0
    }
}

/// The side of the person in a finished game of one against a computer.
pub fn human_side(record: &Record) -> Option<Player> {
    HumanGame::of(record).map(|played| played.side)
}

/// A finished game of a person against somebody else's program or one of cygnet's bots.
#[derive(Clone, Copy, Debug)]
struct HumanGame<'a> {
    side: Player,
    against: &'a str,
    score: GameScore,
}

impl<'a> HumanGame<'a> {
    /// `None` where not exactly one person played, or the game is not over.
    fn of(record: &'a Record) -> Option<Self> {
        let seating = Seating::named([&record.seats[0], &record.seats[1]]);
        let side = seating.only_human()?;
        let score = GameScore::of(record.result.as_ref()?.outcome, side);
        Some(HumanGame { side, against: &record.seats[side.opponent().index()], score })
    }
}

/// Which games are asked for: those that fit all that is set.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The game by its full name, or every game of a family by its name alone.
    pub game: Option<String>,
    /// The opponent of a person by his full name, or all of them with any parameter.
    pub against: Option<String>,
    /// The side of the person.
    pub side: Option<Player>,
    /// How it went for the person.
    pub score: Option<GameScore>,
    /// The first day, as in a record.
    pub since: Option<String>,
}

impl GameFilter {
    /// Whether this game is asked for.
    pub fn matches(&self, record: &Record) -> bool {
        let played = HumanGame::of(record);
        let is = |wanted: Option<&str>, name: Option<&str>| {
            wanted.is_none_or(|wanted| name.is_some_and(|name| matches_name(name, wanted)))
        };
        is(self.game.as_deref(), Some(&record.game))
            && is(self.against.as_deref(), played.map(|played| played.against))
            && self.side.is_none_or(|side| played.is_some_and(|played| played.side == side))
            && self.score.is_none_or(|score| played.is_some_and(|played| played.score == score))
            && self.since.as_ref().is_none_or(|since| record.date.as_ref().is_some_and(|date| date >= since))
    }
}

/// Whether a name with perhaps a colon and options is the one wanted, or that is what stands before its colon; letter case aside.
fn matches_name(name: &str, wanted: &str) -> bool {
    let first = name.split(':').next().unwrap_or(name);
    [name, first].iter().any(|name| name.eq_ignore_ascii_case(wanted))
}

/// What is told of a game in a list.
#[derive(Clone, Debug, Serialize)]
pub struct GameListing {
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    game: String,
    seats: [String; 2],
    moves: usize,
    /// `p1`, `p2`, `draw` or `none`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// How it went for the person, where one played.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<GameScore>,
}

impl GameListing {
    /// About the game of this number.
    pub fn of(number: u64, record: &Record) -> Self {
        GameListing {
            number,
            date: record.date.clone(),
            game: record.game.clone(),
            seats: record.seats.clone(),
            moves: record.moves.len(),
            result: record.result.as_ref().map_or("none", |end| end.outcome.tag()),
            reason: record.result.as_ref().map(|end| end.reason.to_string()),
            score: HumanGame::of(record).map(|played| played.score),
        }
    }

    /// The same without its number, in a line with tabs.
    pub fn line(&self) -> String {
        let date = self.date.as_deref().unwrap_or("-");
        let players = self.seats.join(" - ");
        let moves = match self.moves {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        let result = self
            .reason
            .as_ref()
            .map_or_else(|| "unfinished".to_owned(), |reason| format!("{}, {reason}", self.result));
        [date, &self.game, &players, &moves, &result].map(escape_line).join("\t")
    }
}

impl CommandOutput for GameListing {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\t{}", self.number, self.line())
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Counts {
    fn add(&mut self, score: GameScore) {
        *match score {
            GameScore::Won => &mut self.won,
            GameScore::Drawn => &mut self.drawn,
            GameScore::Lost => &mut self.lost,
        } += 1;
    }

    /// Counts a game that `player` played.
    pub(super) fn add_outcome(&mut self, outcome: Outcome, player: Player) {
        self.add(GameScore::of(outcome, player));
    }

    pub(super) fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The part of the points: a draw is half of one.
    pub(super) fn score_rate(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The columns from `games` to `score`.
    pub(super) fn row(self) -> [String; 5] {
        let part = format!("{:.0} %", 100.0 * self.score_rate());
        let counts = [self.games(), self.won, self.drawn, self.lost].map(|count| count.to_string());
        let [games, won, drawn, lost] = counts;
        [games, won, drawn, lost, part]
    }
}

/// The games against one opponent from one side.
#[derive(Clone, Debug, Serialize)]
struct StatsRow {
    game: String,
    against: String,
    side: &'static str,
    #[serde(flatten)]
    counts: Counts,
}

/// The rating of a person in the game of these rows.
fn rating(rows: &[StatsRow]) -> Option<Rating> {
    let results = rows.iter().map(|row| (row.against.as_str(), row.counts));
    Rating::of(&rows.first()?.game, results)
}

/// So many games in a row with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Streak {
    score: GameScore,
    games: u64,
}

/// How a person's games went: by game, opponent and side, and in a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    rows: Vec<StatsRow>,
    all: Counts,
    /// The games in which not exactly one person played: they are not counted.
    #[serde(rename = "others")]
    uncounted: u64,
    /// The latest games with the same result.
    #[serde(rename = "now", skip_serializing_if = "Option::is_none")]
    current_streak: Option<Streak>,
    longest_won: u64,
    longest_lost: u64,
    /// In each game with opponents of known rating.
    ratings: Vec<Rating>,
}

impl Stats {
    /// How these games went, the oldest first.
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
            side: side.tag(),
            counts,
        };
        stats.rows = rows.into_iter().map(row).collect();
        stats.ratings = stats.rows.chunk_by(|one, other| one.game == other.game).filter_map(rating).collect();
        stats
    }

    /// Whether no finished game against a computer is among them.
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

impl CommandOutput for Stats {
    /// A table with a row for each game, opponent and side, and one for all; then what came in a row.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(Streak { score, games }) = self.current_streak else {
            return writeln!(out, "No finished game against a computer.");
        };
        let heading =
            ["game", "against", "side", "games", "won", "drawn", "lost", "score"].map(str::to_owned);
        let mut rows = vec![heading.to_vec()];
        for StatsRow { game, against, side, counts } in &self.rows {
            let names = [game, against, &(*side).to_owned()].map(|name| escape_line(name));
            rows.push(names.into_iter().chain(counts.row()).collect());
        }
        let all = ["all", "", ""].map(str::to_owned);
        rows.push(all.into_iter().chain(self.all.row()).collect());
        writeln!(out, "{}", table(3, &rows))?;
        let latest = if games == 1 { "game".to_owned() } else { format!("{games} games") };
        writeln!(out, "The latest {latest}: {}.", score.name())?;
        writeln!(out, "Longest in a row: {} won, {} lost.", self.longest_won, self.longest_lost)?;
        if self.uncounted > 0 {
            writeln!(out, "Not counted: {}, between two people or two computers.", self.uncounted)?;
        }
        if !self.ratings.is_empty() {
            writeln!(out, "\nRating, where expert has 2000 (docs/levels.md):")?;
        }
        self.ratings.iter().try_for_each(|rating| rating.write_text(out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GameResult, Reason};

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
game      against     side  games  won  drawn  lost  score
qawale    expert:1    p1        1    0      1     0   50 %
uglyduck  easy        p1        2    2      0     0  100 %
uglyduck  expert:0.5  p2        1    0      0     1    0 %
all                             4    2      1     1   62 %

The latest game: drawn.
Longest in a row: 2 won, 1 lost.
Not counted: 1, between two people or two computers.

Rating, where expert has 2000 (docs/levels.md):
uglyduck: 367 or more, as all was won; 2 games
";
        assert_eq!(text(&Stats::of(&games)), wanted);
        assert_eq!(text(&Stats::of(&games[3..4])), "No finished game against a computer.\n");
    }

    #[test]
    fn a_filter_matches_all_set_fields() {
        let games = games();
        let fitting = |filter: GameFilter| -> Vec<usize> {
            (0..games.len()).filter(|number| filter.matches(&games[*number])).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(fitting(GameFilter::default()), [0, 1, 2, 3, 4]);
        assert_eq!(fitting(GameFilter { game: some("UglyDuck"), ..GameFilter::default() }), [0, 1, 2]);
        assert_eq!(fitting(GameFilter { game: some("uglyduck-xl"), ..GameFilter::default() }), [3]);
        assert_eq!(fitting(GameFilter { against: some("expert"), ..GameFilter::default() }), [2, 4]);
        assert_eq!(fitting(GameFilter { against: some("expert:1"), ..GameFilter::default() }), [4]);
        assert_eq!(fitting(GameFilter { side: Some(Player::One), ..GameFilter::default() }), [0, 1, 4]);
        assert_eq!(fitting(GameFilter { score: Some(GameScore::Lost), ..GameFilter::default() }), [2]);
        let both =
            GameFilter { score: Some(GameScore::Won), since: some("2026-11-02"), ..GameFilter::default() };
        assert_eq!(fitting(both), [1]);
    }
}
