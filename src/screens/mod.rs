//! The screens: what a person sees and types, a folder a game, and the list of them.
//!
//! All wording of the games is here; the rules below know reasons only. A screen draws into strings and asks through a
//! [`Dialog`](crate::console::Dialog): it never touches input and output itself.

mod ducks;
pub mod qawale;
pub mod replica;
mod screen;
mod shared;
pub mod three_dragons;
pub mod uglyduck;
pub mod uglyduck_xl;

pub use screen::{Lobby, Screen, Setup};

/// How a game of [`FAMILIES`](crate::games::FAMILIES) presents itself in the menu of games, and its own menus.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// The name on the command line.
    pub id: &'static str,
    /// The name in the menu.
    pub title: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Opens the game's menus; what the options settle they need not ask. The caller has seen that the options open
    /// the game.
    pub lobby: fn(options: &str) -> Box<dyn Lobby>,
}

/// The doors of all games, in the order of [`FAMILIES`](crate::games::FAMILIES): a test holds the two lists equal.
#[rustfmt::skip]
pub const DOORS: &[Door] = &[
    uglyduck::DOOR,
    uglyduck_xl::DOOR,
    replica::DOOR,
    three_dragons::DOOR,
    qawale::DOOR,
];

/// The door of the game with this id.
pub fn door(id: &str) -> Option<&'static Door> {
    DOORS.iter().find(|door| door.id == id)
}
