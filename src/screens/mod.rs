//! The screens: what a person sees and types, a folder a game, and the list of them.
//!
//! All wording of the games is here; the rules below know reasons only. A screen draws into strings and asks through a
//! [`Dialog`](crate::console::Dialog): it never touches input and output itself.
//!
//! A game describes its board as a [`Picture`] (`picture.rs`): from that `text.rs` draws it in lines of text, and `svg.rs` with the
//! pieces of `shapes.rs`. `screen.rs` says what else a screen is and has a default for all of it, as `menus.rs` has for the menus.
//! `any.rs` is the screen of any game; `drawing.rs` takes the largest drawing that fits the window, and `moves.rs` writes moves as
//! they are typed.

mod any;
pub(crate) mod drawing;
mod ducks;
mod examples;
mod lesson;
mod menus;
pub(crate) mod moves;
mod picture;
pub mod qawale;
pub mod replica;
mod screen;
mod seats;
mod shapes;
mod shared;
pub mod svg;
mod text;
pub mod three_dragons;
pub mod uglyduck;
pub mod uglyduck_xl;

pub(crate) use examples::told;
pub use lesson::Lesson;
pub use picture::{CellMark, Ground, Picture, PictureCell, PicturePiece, Shape, Tint, picture};
pub use screen::{Chosen, GameMenus, Screen, Setup};
pub(crate) use shared::capitalised;

/// The entry of a game of [`FAMILIES`](crate::games::FAMILIES) in the menu of games, and the menus behind it.
#[derive(Clone, Copy, Debug)]
pub struct MenuEntry {
    /// The name on the command line.
    pub id: &'static str,
    /// The name in the menu.
    pub title: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The menus of the game with these options, which open it. What the options settle is not asked.
    pub menus: fn(entry: &MenuEntry, options: &str) -> Box<dyn GameMenus>,
}

impl MenuEntry {
    /// The entry of a game with the default menus.
    pub const fn new(id: &'static str, title: &'static str, about: &'static str) -> MenuEntry {
        MenuEntry { id, title, about, menus: menus::default_menus }
    }
}

/// The entries of all games, in the order of [`FAMILIES`](crate::games::FAMILIES): a test holds the two lists equal.
#[rustfmt::skip]
pub const ENTRIES: &[MenuEntry] = &[
    uglyduck::ENTRY,
    uglyduck_xl::ENTRY,
    replica::ENTRY,
    three_dragons::ENTRY,
    qawale::ENTRY,
];

/// The entry of the game with this id.
pub fn entry(id: &str) -> Option<&'static MenuEntry> {
    ENTRIES.iter().find(|entry| entry.id == id)
}
