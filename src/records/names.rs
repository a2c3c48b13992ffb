//! Recorded games, their players and results in words.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::engine::bots;
use crate::games::{self, AnyGame};
use crate::model::text::escape_line;
use crate::model::{Game as _, Outcome, Player, Reason, Record};
use crate::players::seats;
use crate::words::{GameWords as _, capitalised};

/// The maximum length of a player's name. Longer names keep their first [`NAME_PREFIX_LETTERS`] characters and
/// their end, because long commands often differ only at the end.
const MAX_NAME_LETTERS: usize = 40;
const NAME_PREFIX_LETTERS: usize = 8;

/// Returns the title of the game with this full name, with its options: `Replica (12)`.
pub fn game_title(name: &str) -> String {
    let Ok(game) = games::open(name) else { return escape_line(name) };
    match game.name().split_once(':') {
        Some((_, options)) => format!("{} ({})", game.title(), options.replace(',', ", ")),
        None => game.title(),
    }
}

/// Returns the name of a computer player of a game for people: `Level 3`, or as the original calls it: `c-1`. A
/// program is called by its command.
pub fn bot_title(game: &str, name: &str) -> String {
    if seats::is_program(name) {
        return escape_line(name);
    }
    let original = games::open(game).ok().map(|game| bots::original_name(&game, name).to_owned());
    let original = original.filter(|original| original != name);
    escape_line(&original.unwrap_or_else(|| capitalised(&name.replace(':', " "))))
}

/// Returns the name of a player in tables and PGN: without its middle if it is long.
pub fn shortened(name: &str) -> String {
    let letters: Vec<&str> = name.graphemes(true).collect();
    if letters.len() <= MAX_NAME_LETTERS {
        return name.to_owned();
    }
    let end = &letters[letters.len() - (MAX_NAME_LETTERS - NAME_PREFIX_LETTERS - 3)..];
    format!("{}...{}", letters[..NAME_PREFIX_LETTERS].concat(), end.concat())
}

/// Returns the name of a player's side: `White`.
pub fn side_title(game: &str, player: Player) -> String {
    let names = |game: AnyGame| capitalised(game.player_name(player));
    games::open(game).map_or_else(|_| format!("Player {}", player.number()), names)
}

/// Names a player of a recorded game: a computer, or a human by the name that they typed, with their side.
fn player(record: &Record, player: Player) -> String {
    let seating = seats::seating(record);
    let side = side_title(&record.game, player);
    match (&seating.bots[player.index()], seating.name(player)) {
        (Some(bot), _) => bot_title(&record.game, bot),
        (None, Some(name)) if seats::owner(record) != Some(Some(player)) => format!("{name} ({side})"),
        (None, Some(_)) => format!("you ({side})"),
        (None, None) if seats::reader(record) == Some(player) => format!("you ({side})"),
        (None, None) => side,
    }
}

/// Describes a game in progress by the turn that comes next, and a finished one by its result and its last turn:
/// `Replica, you (Black) against Easy, turn 12`, `Replica, you (Black) beat Easy, turn 21`.
pub fn summary(record: &Record) -> String {
    let turns = record.moves.len();
    match &record.result {
        None => format!("{}, turn {}", players_line(record), turns + 1),
        Some(_) => format!("{}, {}, turn {turns}", game_title(&record.game), result(record)),
    }
}

/// Names a recorded game above its review or its replay: a finished one with its result and its last turn.
pub fn heading(record: &Record) -> String {
    if record.result.is_some() { summary(record) } else { players_line(record) }
}

/// Names the game and the players: `Replica, you (Black) against Easy`.
fn players_line(record: &Record) -> String {
    let first = seats::reader(record).unwrap_or(Player::One);
    let [one, other] = [first, first.opponent()].map(|seat| player(record, seat));
    format!("{}, {one} against {other}", game_title(&record.game))
}

/// Says who won, and how if not on the board: `you (White) beat Easy, resigned`.
pub fn result(record: &Record) -> String {
    match reason(record) {
        reason if reason.is_empty() => verdict(record),
        reason => format!("{}, {reason}", verdict(record)),
    }
}

/// Says who won: `you (White) beat Easy`.
pub(crate) fn verdict(record: &Record) -> String {
    let outcome = record.result.as_ref().map(|result| result.outcome);
    let winner = outcome.and_then(Outcome::winner);
    let first = seats::reader(record).or(winner).unwrap_or(Player::One);
    let verb = match outcome {
        None => "against",
        Some(Outcome::Draw) => "drew with",
        Some(_) if winner == Some(first) => "beat",
        Some(_) => "lost to",
    };
    format!("{} {verb} {}", player(record, first), player(record, first.opponent()))
}

/// Says in a few words how a game ended, if not on the board, and whether it began elsewhere than usual; may be empty.
pub(crate) fn reason(record: &Record) -> String {
    let ending = match record.result.as_ref().map(|result| &result.reason) {
        None => "unfinished".to_owned(),
        Some(Reason::Rules) => String::new(),
        Some(Reason::NoMoves) => "no legal move".to_owned(),
        Some(Reason::Time) => "out of time".to_owned(),
        Some(reason) => escape_line(reason.as_str()),
    };
    let start = if record.start.is_some() { "from a set position" } else { "" };
    [ending.as_str(), start].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::Ending;

    /// A record of 13 turns.
    pub(crate) fn game(
        name: &str,
        seats: [&str; 2],
        result: Option<(Outcome, Reason)>,
        date: &str,
    ) -> Record {
        let mut record = Record::new(name).with_seats(seats).with_moves([""; 13]);
        record.date = date.parse().ok();
        record.result = result.map(|(outcome, reason)| Ending { outcome, reason });
        record
    }

    #[test]
    fn unfinished_games_are_described_with_the_names_that_were_typed() {
        let mut record = game("replica:12", ["minimax:4", "human"], None, "2026-11-17");
        assert_eq!(summary(&record), "Replica (12), you (Black) against Minimax 4, turn 14");
        record.names[1] = Some("Ann".to_owned());
        assert_eq!(summary(&record), "Replica (12), Ann (Black) against Minimax 4, turn 14");
        record.seats[0] = "human".to_owned();
        assert_eq!(summary(&record), "Replica (12), White against Ann (Black), turn 14");
        record.seats[0] = "ugi:./x \u{1b}".to_owned();
        assert!(summary(&record).contains("against ugi:./x \\u{1b}, "), "{}", summary(&record));
    }

    #[test]
    fn a_kept_network_game_says_which_player_its_owner_was() {
        let won = Some((Outcome::Win(Player::One), Reason::Resigned));
        for (seats, player, wanted) in [
            (["human", "human"], Some(Player::Two), "you (Player 2) lost to Player 1, resigned"),
            (["human", "human"], Some(Player::One), "you (Player 1) beat Player 2, resigned"),
            (["easy", "human"], None, "Easy beat Player 2, resigned"),
        ] {
            let record = seats::with_reader(game("uglyduck", seats, won.clone(), "2026-11-17"), player);
            assert_eq!((result(&record).as_str(), seats::reader(&record)), (wanted, player));
            assert_eq!(summary(&record), format!("Ugly Duck, {wanted}, turn 13"));
        }
    }
}
