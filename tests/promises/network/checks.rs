//! What a message must not do.

use cygnet::model::{Player, Position as _, Reason, Record};
use cygnet::network::message::{Message, Request};
use cygnet::network::side::{Role, Side};

use super::Computer;

impl Computer {
    /// Returns what is kept on disk.
    fn kept(&self) -> String {
        self.side.kept(&self.referee).to_string()
    }

    fn has_agreed(&self, is_it: impl Fn(Request) -> bool) -> bool {
        self.consents.iter().any(|offer| is_it(offer.what))
    }

    /// Returns the number of turns of `player`.
    fn turns_of(&self, player: Player) -> usize {
        self.referee.history().turns().filter(|(before, _, _)| before.to_move() == player).count()
    }

    /// Returns whether the game here is over, and the other side has all of it.
    fn is_settled(&self) -> bool {
        self.referee.ending().is_some() && self.side.is_confirmed(&self.referee)
    }
}

/// Checks that what a side keeps is a legal game, and that it continues from it.
pub fn check_kept(computer: &Computer) {
    let text = computer.kept();
    let record = text.parse::<Record>().unwrap_or_else(|error| panic!("{error}: {text}"));
    record.replay().unwrap_or_else(|error| panic!("{error:?}: {text}"));
    let (side, referee) = Side::restore(&record, true).unwrap_or_else(|| panic!("not restored: {text}"));
    assert_eq!(side.kept(&referee).to_string(), text);
    assert_eq!(referee.history().moves(), computer.referee.history().moves(), "{text}");
    assert_eq!(referee.ending(), computer.referee.ending(), "{text}");
    assert_eq!(
        (side.own(), side.round(), side.is_paused()),
        (computer.side.own(), computer.side.round(), computer.side.is_paused())
    );
}

/// Checks that a message that was not believed has changed nothing.
pub fn check_unchanged(before: &Computer, after: &Computer) {
    assert_eq!(before.kept(), after.kept());
    assert_eq!(before.referee.ending(), after.referee.ending());
    assert_eq!(before.side.is_present(), after.side.is_present());
    assert_eq!(before.side.asked(), after.side.asked());
}

/// Checks what a message has done.
pub fn check_change(before: &Computer, after: &Computer, message: &Message) {
    if let Message::Game(update) = message {
        assert!(before.side.role() == Role::Spectator || update.step >= before.step, "{update:?}");
    }
    let Some(own) = before.side.own() else { return };
    if before.side.round() != after.side.round() {
        assert_eq!(after.side.round(), before.side.round() + 1, "{message:?}");
        assert!(before.has_agreed(|what| what == Request::Again), "a new game without consent: {message:?}");
        assert_eq!(after.side.own(), Some(own.opponent()), "{message:?}");
        assert_eq!(after.turns_of(own.opponent()), 0, "{message:?}");
        return;
    }
    assert_eq!(after.side.own(), Some(own));
    check_turns(before, after, own, message);
    check_end(before, after, own, message);
}

/// Checks that the turns of the player of a side are as they were, or were taken back with consent.
fn check_turns(before: &Computer, after: &Computer, own: Player, message: &Message) {
    let (old, new) = (before.referee.history(), after.referee.history());
    let same = old.moves().iter().zip(new.moves()).take_while(|(old, new)| old == new).count();
    let foreign = new.turns().skip(same).any(|(position, _, _)| position.to_move() == own);
    assert!(!foreign, "a turn that {own:?} has not played: {message:?}");
    if before.turns_of(own) == after.turns_of(own) {
        return;
    }
    let is_agreed = before.has_agreed(|what| matches!(what, Request::Undo(plies) if plies <= same));
    let is_late = !before.side.is_confirmed(&before.referee)
        && new.plies() + 1 == old.plies()
        && same == new.plies()
        && after.referee.ending().is_some();
    assert!(is_agreed || is_late, "turns are lost without consent: {message:?}\n{}", before.kept());
}

/// Checks that a finished game stays, and that it ends only as it can end.
fn check_end(before: &Computer, after: &Computer, own: Player, message: &Message) {
    let [old, new] = [before, after].map(|it| (it.referee.history().moves(), it.referee.ending()));
    if before.is_settled() {
        assert_eq!(old, new, "a finished game has changed: {message:?}");
    }
    let Some(ending) = new.1.filter(|ending| Some(ending) != old.1.as_ref()) else { return };
    match ending.reason {
        Reason::Resigned if ending.loser() == Some(own) => assert!(before.has_resigned, "{message:?}"),
        Reason::Forfeited(_) => assert_ne!(ending.loser(), Some(own), "{message:?}"),
        Reason::Agreed => assert!(before.has_agreed(|what| what == Request::Draw), "{message:?}"),
        Reason::NoProgress | Reason::Adjudicated(_) => panic!("{message:?}"),
        _ => {}
    }
}

/// Notes which consents have lapsed after a message.
pub fn note(before: &Computer, after: &mut Computer, message: &Message) {
    match message {
        Message::Game(update) => {
            after.step = update.step;
            after.consents.retain(|offer| offer.at >= update.step);
        }
        Message::Decline { offer } => after.consents.retain(|other| other != offer),
        _ => {}
    }
    let [old, new] = [before, &*after].map(|it| (it.referee.history().moves().to_vec(), it.side.round()));
    if after.side.role() == Role::Host && old != new {
        after.consents.clear();
    }
    after.has_resigned &= old.1 == new.1;
}
