//! What the screen says about the other player.

use std::thread;
use std::time::Duration;

use crate::console::{Console, Stop, WaitEnd};
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Ending, Game as _, Player, Position as _, Reason, StopSignal};
use crate::network::clock::shown_time;
use crate::network::link::{Arrival, Link, Part, PeerId};
use crate::network::message::{Message, PROTOCOL_VERSION, Request};
use crate::network::remote::{Event, RemoteGame};
use crate::network::side::{News, Role, Side, Violation};
use crate::session::ask_in_menu;
use crate::words::moves::move_sentence;
use crate::words::{GameWords as _, capitalised, counted, join_with_word};

/// A player with less time than this is warned.
const LOW_TIME: Duration = Duration::from_secs(30);

/// How often to look for arrivals while somebody thinks.
const POLL: Duration = Duration::from_millis(20);

/// Does `work` in another thread, and meanwhile calls `receive`, which returns whether the work is no longer needed.
/// Returns what the work has found; `None` if it is not needed, or if no thread could be started for it.
///
/// # Errors
/// Fails, without the work, if `receive` fails.
pub(super) fn while_receiving<T: Send, E>(
    stop: &StopSignal,
    work: impl FnOnce(&StopSignal) -> T + Send,
    mut receive: impl FnMut() -> Result<bool, E>,
) -> Result<Option<T>, E> {
    let no_longer = StopSignal::new();
    thread::scope(|scope| {
        let Ok(working) = thread::Builder::new().spawn_scoped(scope, || work(&no_longer)) else {
            return Ok(None);
        };
        let mut is_outdated = Ok(false);
        loop {
            let is_finished = working.is_finished();
            if is_outdated.is_ok() {
                is_outdated = receive();
            }
            if !matches!(is_outdated, Ok(false)) || stop.is_raised() {
                no_longer.raise();
            }
            if is_finished {
                let found = working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                return is_outdated.map(|is_outdated| Some(found).filter(|_| !is_outdated));
            }
            thread::sleep(POLL);
        }
    })
}

/// Returns how the other player is called: by name, or by what they are.
pub(super) fn other_name(side: &Side) -> String {
    let given = side.own().and_then(|own| side.head().names[own.opponent().index()].clone());
    given.unwrap_or_else(|| match side.role() {
        Role::Host => "the other player".to_owned(),
        Role::Guest | Role::Spectator => "the host".to_owned(),
    })
}

/// Says what has happened; empty if the board shows it. `before` is the game before it.
pub(super) fn describe(
    event: &Event,
    remote: &RemoteGame,
    before: &Referee<AnyGame>,
    after: &Referee<AnyGame>,
) -> String {
    let other = other_name(remote.side());
    let name = capitalised(&other);
    match event {
        Event::News(News::Joined) => {
            let is_first = after.history().plies() == 0 && remote.side().round() == 1;
            let clocks = match remote.clocks(after).filter(|_| after.ending().is_none()) {
                None => "",
                Some(_) if remote.side().is_paused() => " The clocks are stopped.",
                Some(_) => " The clocks run.",
            };
            match remote.side().role() {
                Role::Host if is_first => format!("({name} has joined.)"),
                Role::Guest | Role::Spectator if !remote.was_away() => {
                    format!("(Reconnected to {other}.{clocks})")
                }
                _ => format!("({name} is back.{clocks})"),
            }
        }
        Event::News(News::Changed) => changes(remote.side(), &name, before, after),
        // The board says who plays what.
        Event::News(News::NextGame) if remote.side().own().is_none() => {
            format!("(Game {}.)", remote.side().round())
        }
        Event::News(News::NextGame) => format!("(Game {}. The sides are swapped.)", remote.side().round()),
        Event::News(News::Settings) if remote.side().is_paused() => {
            let how = remote.side().own().map_or("", |_| " :pause starts them again.");
            format!("(The clocks are stopped.{how})")
        }
        Event::News(News::Settings) if remote.clocks(after).is_some() => "(The clocks run.)".to_owned(),
        Event::News(News::Settings | News::Kept) => String::new(),
        Event::News(News::Asked(offer)) => {
            let [asks, ..] = request(offer.what, after.history().plies());
            format!("({name} {asks}. Type :yes or :no.)")
        }
        Event::News(News::Code(code)) => format!("({name} has a new code for this game: {code}.)"),
        Event::News(News::Declined) => format!("({name} says no.)"),
        Event::News(News::Said(text)) => format!("{name}: {text}"),
        Event::Left if remote.side().own().is_none() => "(The connection to the host is lost.)".to_owned(),
        Event::Left if after.ending().is_some() => format!("({name} has left.)"),
        Event::Left => {
            // The host may not have noticed it yet.
            let is_stopped = remote.side().role() == Role::Host && remote.clocks(after).is_some();
            let clocks = if is_stopped { "; the clocks are stopped" } else { "" };
            format!("({name} is no longer connected. The game waits{clocks}.)")
        }
        Event::Lapsed { offer, plies, is_own } => {
            let whose = if *is_own { "Your".to_owned() } else { format!("{name}'s") };
            let [_, request, _] = request(offer.what, *plies);
            format!("({whose} {request} has lapsed.)")
        }
        Event::Answered(offer, agrees) => {
            let [asks, ..] = request(offer.what, before.history().plies());
            let answer = if *agrees { "yes" } else { "no" };
            format!("({name} {asks}. The computer here says {answer}.)")
        }
        Event::ResignedLate => "(The game was over before you resigned.)".to_owned(),
        Event::News(News::ResignedLate) => {
            format!("({name} resigned too, after the end of the game.)")
        }
        Event::Watching(0) => "(Nobody is watching any more.)".to_owned(),
        Event::Watching(1) => "(One person is watching.)".to_owned(),
        Event::Watching(count) => format!("({count} people are watching.)"),
        Event::OtherVersion(version) => format!(
            "(Someone could not join: their cygnet speaks version {version} of the protocol, this one version {PROTOCOL_VERSION}.)"
        ),
        Event::CodeClosed(part) => {
            let (what, command) = match part {
                Part::Player => ("code", ":code"),
                Part::Spectator => ("code for watching", ":code watch"),
            };
            format!(
                "(Three wrong codes were tried, so the {what} no longer works. {command} makes a new one.)"
            )
        }
        Event::Violation(Violation::Round) if after.ending().is_some() => {
            format!("({name} has begun another game. Join again to play it; this one is over.)")
        }
        Event::Violation(violation) => {
            format!(
                "(The program of {other} broke the rules: {violation}. The connection was closed; the game here is unchanged.)"
            )
        }
        // Who left after the end of the game is not expected back.
        Event::Retrying(_) if after.ending().is_some() => String::new(),
        Event::Retrying(problem) => format!("({}. Trying again ...)", capitalised(problem)),
        Event::Failed(problem) if remote.is_kept_here() && remote.is_needed(after) => {
            format!("({}. The game is kept.)", capitalised(problem))
        }
        Event::Failed(problem) => format!("({}.)", capitalised(problem)),
        Event::NotKept(error) => format!("(The game could not be saved: {error}. You can keep playing.)"),
    }
}

/// Returns the words for a request in a game of `plies`: what the other player does, what has lapsed, and what the player
/// here has done.
fn request(what: Request, plies: usize) -> [String; 3] {
    let turns = |kept: usize| match plies.saturating_sub(kept) {
        1 => "the last turn".to_owned(),
        count => format!("the last {count} turns"),
    };
    match what {
        Request::Undo(kept) => {
            ["asks", "request", "asked"].map(|word| format!("{word} to take back {}", turns(kept)))
        }
        Request::Draw => ["offers a draw", "draw offer", "offered a draw"].map(str::to_owned),
        Request::Pause => ["asks for a pause", "request for a pause", "asked for a pause"].map(str::to_owned),
        Request::Again => [
            "wants to play again, with the sides swapped",
            "request for another game",
            "asked for another game",
        ]
        .map(str::to_owned),
    }
}

/// Says to the player what they have just asked for in a game of `plies`.
pub(super) fn asked_for(what: Request, plies: usize) -> String {
    let [.., asked] = request(what, plies);
    format!("(You {asked}.)")
}

/// Says to the player how they have just answered.
pub(super) fn answered(agrees: bool) -> &'static str {
    if agrees { "(You said yes.)" } else { "(You said no.)" }
}

/// Says how the game has changed.
fn changes(side: &Side, name: &str, before: &Referee<AnyGame>, after: &Referee<AnyGame>) -> String {
    let (old, new) = (before.history(), after.history());
    let taken_back = old.plies().saturating_sub(new.plies());
    let (reason, winner) = after.ending().map(|end| (end.reason, end.outcome.winner())).unzip();
    let change = match reason {
        Some(Reason::Resigned) if winner == Some(side.own()) => format!("({name} resigns.)"),
        Some(Reason::Agreed) => "(Draw agreed.)".to_owned(),
        Some(Reason::Time) if side.own().is_none() => "(The time is up.)".to_owned(),
        Some(Reason::Time) if winner == Some(side.own()) => format!("({name}'s time is up.)"),
        Some(Reason::Time) => "(Your time is up.)".to_owned(),
        _ if taken_back > 0 => {
            format!("({} taken back.)", counted(taken_back, "turn"))
        }
        _ if new.plies() == old.plies() + 1 && new.moves().starts_with(old.moves()) => {
            new.last_move().map_or_else(String::new, |mv| move_sentence(after.game(), old, mv, false))
        }
        _ => String::new(),
    };
    let is_own = side.own() == Some(after.history().current().to_move());
    let is_late = after.ending().is_some() && taken_back == 1 && is_own;
    if is_late { format!("{change} (Your last turn came too late.)") } else { change }
}

/// Returns the name that a player has given, or that of their side.
fn player_called(side: &Side, game: &AnyGame, player: Player) -> String {
    let given = side.head().names[player.index()].clone();
    given.unwrap_or_else(|| capitalised(game.player_name(player)))
}

/// Says who plays what.
pub(super) fn who_is_who(remote: &RemoteGame, game: &AnyGame) -> String {
    let Some(own) = remote.side().own() else {
        let [one, two] = Player::BOTH.map(|player| {
            let side = capitalised(game.player_name(player));
            match player_called(remote.side(), game, player) {
                name if name == side => side,
                name => format!("{name} ({side})"),
            }
        });
        let is_named = remote.side().head().names.iter().any(Option::is_some);
        return match is_named {
            true => format!("You are watching. {one} plays against {two}."),
            false => "You are watching.".to_owned(),
        };
    };
    let [own, other] = [own, own.opponent()].map(|player| capitalised(game.player_name(player)));
    let here = if remote.side().has_computer() { "The computer here is" } else { "You are" };
    format!("{here} {own}. {} is {other}.", capitalised(&other_name(remote.side())))
}

/// Returns the line with both clocks; empty without clocks. At a terminal it names the players and warns of little time.
pub(super) fn clocks(remote: &RemoteGame, referee: &Referee<AnyGame>, at_terminal: bool) -> String {
    let Some(left) = remote.clocks(referee) else { return String::new() };
    let [one, two] = left.map(shown_time);
    let [first, second] = match at_terminal {
        true => Player::BOTH.map(|player| player_called(remote.side(), referee.game(), player)),
        false => referee.game().players().map(capitalised),
    };
    let paused = if remote.side().is_paused() { " (stopped)" } else { "" };
    let is_low = |own: Player| own == referee.to_move() && left[own.index()] < LOW_TIME;
    let is_low = !remote.side().is_paused() && remote.side().own().is_some_and(is_low);
    let low = if is_low && at_terminal { " - your time is running out" } else { "" };
    format!("{first} {one}, {second} {two}{paused}{low}")
}

/// Says what is waited for.
pub(super) fn waiting(remote: &RemoteGame) -> String {
    let other = other_name(remote.side());
    match remote.side().is_present() {
        _ if remote.side().role() == Role::Spectator => String::new(),
        false if remote.side().has_resigned() => {
            format!("(You have resigned. {} will see it when you reconnect.)", capitalised(&other))
        }
        false if remote.side().role() == Role::Guest => {
            format!("(Waiting for {other} to reconnect.)")
        }
        false => format!("(Waiting for {other} to join.)"),
        true => format!("(Waiting for {other}. Press any key to type a command, such as :say.)"),
    }
}

/// Lists the commands that do something now for somebody who waits.
pub(super) fn useful_commands(side: &Side, referee: &Referee<AnyGame>) -> String {
    let (is_over, is_here) = (referee.ending().is_some(), side.is_present());
    let has_moved = referee.history().turns().any(|(before, _, _)| Some(before.to_move()) == side.own());
    let (is_player, has_turns) = (side.own().is_some(), referee.history().plies() > 0);
    let commands = [
        (":yes", side.asked().is_some()),
        (":no", side.asked().is_some()),
        (":say TEXT", is_here && is_player),
        (":undo", is_here && is_player && has_moved && !is_over),
        (":draw", is_here && is_player && !is_over),
        (":resign", is_player && !is_over && !side.has_resigned() && (is_here || has_turns)),
        (":code", side.role() == Role::Host && !is_here),
        (":board", true),
        (":quit", true),
    ];
    let useful: Vec<String> =
        commands.into_iter().filter(|(_, works)| *works).map(|(name, _)| name.to_owned()).collect();
    join_with_word(&useful, "or")
}

/// Waits until the host has sent its game, and returns this side of it with the connection of the host.
///
/// # Errors
/// [`Stop::InvalidSetup`]: the host cannot be joined, or its game is not valid. Also fails if the wait was
/// interrupted.
pub fn join_host(
    console: &mut Console,
    link: &mut Link,
    role: Role,
    name: Option<&str>,
    is_casual: bool,
) -> Result<(Side, Referee<AnyGame>, PeerId), Stop> {
    let clock = console.clock();
    loop {
        let mut arrival = None;
        let end = console.wait_until(&mut || {
            arrival = link.try_next();
            arrival.is_some()
        })?;
        match arrival {
            Some(Arrival::Connected { peer, .. }) => {
                link.send(peer, Message::Hello { name: name.map(str::to_owned), casual: is_casual });
            }
            Some(Arrival::Message { peer, message }) => {
                let joined = Side::join(role, &message, is_casual, clock.now());
                let (side, referee) = joined.map_err(|violation| {
                    let problem = format!("the program of the host broke the rules: {violation}");
                    link.refuse(peer, &problem);
                    Stop::InvalidSetup(problem)
                })?;
                return match accepts(console, &side, &referee)? {
                    true => Ok((side, referee, peer)),
                    false => Err(Stop::Quit),
                };
            }
            Some(Arrival::Failed(problem)) => return Err(Stop::InvalidSetup(problem)),
            _ if end == WaitEnd::CtrlC => return Err(Stop::Interrupted),
            _ => {}
        }
    }
}

/// Says what a host presents as a game in which the player here has played, and asks whether to join it. Through a pipe
/// it is joined.
fn accepts(console: &mut Console, side: &Side, referee: &Referee<AnyGame>) -> Result<bool, Stop> {
    let Some(own) = side.own() else { return Ok(true) };
    let played = referee.history().turns().filter(|(before, _, _)| before.to_move() == own).count();
    let end = match referee.ending() {
        Some(ending) if ending == Ending::lost(own, Reason::Resigned) => ", and says that you resigned",
        Some(_) => ", and says that it is over",
        None => "",
    };
    if played == 0 && end.is_empty() {
        return Ok(true);
    }
    console.say(&format!(
        "The host has a game with {played} of your turns{end}. This program cannot check that."
    ))?;
    Ok(ask_in_menu(console, |dialog| dialog.confirm("Join it?"))? == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::model::Record;

    #[test]
    fn only_a_lost_turn_of_the_player_here_came_too_late() {
        let game = games::open("uglyduck").unwrap();
        let side = Side::host(Record::new(game.name()), Player::One, None, false);
        for (played, lost, is_late) in [(1, 1, true), (2, 1, false), (2, 2, false)] {
            let mut before = Referee::new(&game);
            (0..played).for_each(|_| before.accept(before.position().moves()[0]));
            let mut after = before.clone();
            after.undo(lost);
            after.end(Ending::lost(Player::Two, Reason::Resigned));
            let said = changes(&side, "Ana", &before, &after);
            assert_eq!(said.contains("too late"), is_late, "{said}");
        }
    }
}
