//! The games of a human player, and filters for them.

use serde::Serialize;

use crate::engine::bots;
use crate::games;
use crate::model::text::{escape, escape_line};
use crate::model::{Date, Outcome, Player, Record, Seating, nearest};
use crate::players::seats;

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

    fn verb(self) -> &'static str {
        match self {
            GameScore::Drawn => "drew",
            _ => self.name(),
        }
    }
}

/// A finished game with a human reader: the only human, or in a network game the one at this computer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HumanGame<'a> {
    pub(crate) side: Player,
    pub(crate) against: &'a str,
    pub(crate) score: GameScore,
}

impl<'a> HumanGame<'a> {
    /// Returns `None` if the game has no reader or is not over.
    pub(crate) fn of(record: &'a Record) -> Option<Self> {
        let side = seats::reader(record)?;
        let score = GameScore::of(record.result.as_ref()?.outcome, side);
        Some(HumanGame { side, against: &record.seats[side.opponent().index()], score })
    }
}

/// A filter for games. A game matches if it matches every field that is set.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The name of a game: without options, of all games of its family.
    pub game: Option<String>,
    /// The full name of the opponent, or its name without parameters for any parameters; `@NAME` for a program that the
    /// record calls so.
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
        self.game.as_deref().is_none_or(|wanted| match games::find(wanted) {
            Ok((family, options)) if options.is_empty() => name.split(':').next() == Some(family.id),
            _ => name == games::full_name(wanted),
        })
    }

    /// Returns whether a game matches.
    pub fn matches(&self, record: &Record) -> bool {
        self.matched(record) == [true; 5]
    }

    /// Returns for each field, in their order, whether a game matches it.
    fn matched(&self, record: &Record) -> [bool; 5] {
        let played = HumanGame::of(record);
        [
            self.matches_game(&record.game),
            self.against
                .as_deref()
                .is_none_or(|wanted| played.is_some_and(|played| is_opponent(record, played, wanted))),
            self.side.is_none_or(|side| played.is_some_and(|played| played.side == side)),
            self.score.is_none_or(|score| played.is_some_and(|played| played.score == score)),
            self.since.is_none_or(|since| record.date.is_some_and(|date| date >= since)),
        ]
    }

    /// Says why no game of `records` matches: the first field that excludes them all, or that no game matches all
    /// fields. Returns `None` if there are no games, or one matches.
    pub fn mismatch(&self, records: &[&Record]) -> Option<String> {
        if records.is_empty() || records.iter().any(|record| self.matches(record)) {
            return None;
        }
        let fields = [
            self.game.as_ref().map(|name| format!("of {}", escape(name.as_bytes()))),
            self.against.as_ref().map(|name| against_whom(name, records)),
            self.side.map(|side| format!("with you as player {}", side.number())),
            self.score.map(|score| format!("that you {}", score.verb())),
            self.since.map(|day| format!("from {day} or later")),
        ];
        let excludes = |index: usize| !records.iter().any(|record| self.matched(record)[index]);
        let words = (0..).zip(fields).find_map(|(index, words)| words.filter(|_| excludes(index)));
        let words = words.unwrap_or_else(|| "that matches all of these options".to_owned());
        Some(format!("there is no finished game {words}"))
    }
}

/// Names the opponent that no game has, and a similar one that a game has.
fn against_whom(name: &str, records: &[&Record]) -> String {
    let opponents = records.iter().filter_map(|record| HumanGame::of(record)).map(|played| played.against);
    let similar = nearest(name, opponents).map(|name| format!("; did you mean {}?", escape_line(name)));
    format!("against \"{}\"{}", escape(name.as_bytes()), similar.unwrap_or_default())
}

/// Returns whether `wanted` is one of the names of the opponent in a game.
fn is_opponent(record: &Record, HumanGame { side, against, .. }: HumanGame<'_>, wanted: &str) -> bool {
    let is_called = |name| record.names[side.opponent().index()].as_deref() == Some(name);
    wanted.strip_prefix('@').is_some_and(|name| seats::is_program(against) && is_called(name))
        || against == Seating::HUMAN && is_called(wanted)
        || matches_name(against, wanted)
        || games::open(&record.game).is_ok_and(|game| against == bots::canonical_name(&game, wanted))
}

/// Returns whether `wanted` is `name` or the part of it before the colon, ignoring case.
fn matches_name(name: &str, wanted: &str) -> bool {
    let first = name.split(':').next().unwrap_or(name);
    [name, first].iter().any(|name| name.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::{Ending, Reason};

    fn game(name: &str, seats: [&str; 2], outcome: Outcome, date: &str) -> Record {
        let mut record = Record::new(name).with_seats(seats);
        record.date = date.parse().ok();
        record.result = Some(Ending { outcome, reason: Reason::Rules });
        record
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
        assert_eq!(matching(GameFilter { game: some("uglyduck-xl:4X6"), ..GameFilter::default() }), [3]);
        // The name of the default board is that of the family, and its options stand for it alone.
        assert_eq!(matching(GameFilter { game: some("uglyduck-xl:5x5"), ..GameFilter::default() }), [0; 0]);
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

    #[test]
    fn an_engine_is_found_by_its_name() {
        let mut game = game("uglyduck", ["human", "ugi:./a"], Outcome::Draw, "2026-11-01");
        game.names[1] = Some("new".to_owned());
        let against = |name: &str| GameFilter { against: Some(name.to_owned()), ..GameFilter::default() };
        assert!(against("@new").matches(&game) && against("ugi:./a").matches(&game));
        let message = "there is no finished game against \"@old\"";
        assert_eq!(against("@old").mismatch(&[&game]).as_deref(), Some(message));
        // A bot or a player with this name is not an engine.
        game.seats[1] = "hard".to_owned();
        assert!(!against("@new").matches(&game));
        // A person is found by name.
        game.seats[1] = Seating::HUMAN.to_owned();
        game.annotations.header.push((seats::READER_KEY.to_owned(), "p1".to_owned()));
        assert!(against("new").matches(&game) && against("human").matches(&game));
    }

    #[test]
    fn the_field_that_excludes_every_game_is_named() {
        let games = games();
        let games: Vec<&Record> = games.iter().collect();
        let (some, any) = (|text: &str| Some(text.to_owned()), GameFilter::default);
        for (filter, wanted) in [
            (GameFilter { against: some("nobody\u{1b}"), ..any() }, "against \"nobody\\u{1b}\""),
            (
                GameFilter { side: Some(Player::Two), game: some("qawale"), ..any() },
                "that matches all of these options",
            ),
        ] {
            assert_eq!(filter.mismatch(&games), Some(format!("there is no finished game {wanted}")));
        }
        let lost = GameFilter { score: Some(GameScore::Lost), side: Some(Player::Two), ..any() };
        let won = "there is no finished game with you as player 2";
        assert_eq!(lost.mismatch(&games[..2]).as_deref(), Some(won));
        assert_eq!((any().mismatch(&games), lost.mismatch(&games), lost.mismatch(&[])), (None, None, None));
    }
}
