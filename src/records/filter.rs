//! The games of a human player, and filters for them.

use serde::Serialize;

use crate::engine::bots;
use crate::games;
use crate::model::{Date, Outcome, Player, Record, Seating};

/// The result of a game for the human player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// The human won.
    Won,
    /// A draw.
    Drawn,
    /// The opponent won.
    Lost,
}

impl GameScore {
    /// All results, with their names on the command line.
    pub const ALL: [(&'static str, GameScore); 3] =
        [("won", GameScore::Won), ("drawn", GameScore::Drawn), ("lost", GameScore::Lost)];

    pub(crate) fn of(outcome: Outcome, player: Player) -> GameScore {
        match outcome {
            Outcome::Draw => GameScore::Drawn,
            Outcome::Win(winner) if winner == player => GameScore::Won,
            Outcome::Win(_) => GameScore::Lost,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        GameScore::ALL[self as usize].0
    }
}

/// Returns the side of the human in a finished game of a human against a computer.
pub fn human_side(record: &Record) -> Option<Player> {
    HumanGame::of(record).map(|played| played.side)
}

/// A finished game of a human against a bot or an external program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HumanGame<'a> {
    pub(crate) side: Player,
    pub(crate) against: &'a str,
    pub(crate) score: GameScore,
}

impl<'a> HumanGame<'a> {
    /// Returns `None` unless exactly one human played and the game is over.
    pub(crate) fn of(record: &'a Record) -> Option<Self> {
        let seating = Seating::named([&record.seats[0], &record.seats[1]]);
        let side = seating.only_human()?;
        let score = GameScore::of(record.result.as_ref()?.outcome, side);
        Some(HumanGame { side, against: &record.seats[side.opponent().index()], score })
    }
}

/// A filter for games. A game matches if it matches every field that is set.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The full name of a game, or the name of a family for all its games.
    pub game: Option<String>,
    /// The full name of the opponent, or its name without parameters for any parameters.
    pub against: Option<String>,
    /// The side of the human.
    pub side: Option<Player>,
    /// The result for the human.
    pub score: Option<GameScore>,
    /// The earliest date.
    pub since: Option<Date>,
}

impl GameFilter {
    /// Returns whether a game with this full name matches the wanted game, if there is one.
    pub fn matches_game(&self, name: &str) -> bool {
        self.game.as_deref().is_none_or(|wanted| matches_name(name, wanted))
    }

    /// Returns whether a game matches.
    pub fn matches(&self, record: &Record) -> bool {
        let played = HumanGame::of(record);
        self.matches_game(&record.game)
            && self.against.as_deref().is_none_or(|wanted| {
                played.is_some_and(|played| is_opponent(&record.game, played.against, wanted))
            })
            && self.side.is_none_or(|side| played.is_some_and(|played| played.side == side))
            && self.score.is_none_or(|score| played.is_some_and(|played| played.score == score))
            && self.since.is_none_or(|since| record.date.is_some_and(|date| date >= since))
    }
}

/// Returns whether `wanted` is one of the names of the opponent `name` in a game.
fn is_opponent(game: &str, name: &str, wanted: &str) -> bool {
    matches_name(name, wanted)
        || games::open(game).is_ok_and(|game| name == bots::canonical_name(&game, wanted))
}

/// Returns whether `wanted` is `name` or the part of it before the colon, ignoring case.
fn matches_name(name: &str, wanted: &str) -> bool {
    let first = name.split(':').next().unwrap_or(name);
    [name, first].iter().any(|name| name.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::{GameResult, Reason};

    fn game(name: &str, seats: [&str; 2], outcome: Outcome, date: &str) -> Record {
        Record {
            game: name.to_owned(),
            seats: seats.map(str::to_owned),
            date: date.parse().ok(),
            result: Some(GameResult { outcome, reason: Reason::Rules }),
            ..Record::default()
        }
    }

    /// Four finished games against computers and one between people.
    pub(crate) fn games() -> Vec<Record> {
        let win = Outcome::Win;
        vec![
            game("uglyduck", ["human", "easy"], win(Player::One), "2026-11-01"),
            game("uglyduck", ["human", "easy"], win(Player::One), "2026-11-02"),
            game("uglyduck", ["expert:0.5", "human"], win(Player::One), "2026-11-03"),
            game("uglyduck-xl:4x6", ["human", "human"], win(Player::Two), "2026-11-04"),
            game("qawale", ["human", "expert:1"], Outcome::Draw, "2026-11-05"),
        ]
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
        let both = GameFilter {
            score: Some(GameScore::Won),
            since: Date::new(2026, 11, 2),
            ..GameFilter::default()
        };
        assert_eq!(matching(both), [1]);
    }
}
