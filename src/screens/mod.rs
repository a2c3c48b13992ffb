//! The screens of the games: what players see and type. Each game has a folder.
//!
//! All wording of the games is here; the rules return only reasons. A screen draws into strings and asks
//! through a [`Dialog`](crate::console::Dialog). It never touches input or output itself.
//!
//! A game describes its board as a [`Picture`](crate::words::Picture). `text.rs` and `grid.rs` draw it as text, and
//! `svg.rs` as SVG with the pieces of `shapes.rs`. `screen.rs` defines the rest of a screen with defaults,
//! `turn.rs` how a turn is asked for, and `menus.rs` the default menus. `any.rs` is the screen of any game, and `drawing.rs` picks the largest drawing
//! that fits the window.

mod any;
pub(crate) mod drawing;
mod ducks;
mod examples;
mod grid;
mod lesson;
mod looks;
mod menus;
pub mod qawale;
pub(crate) mod questions;
pub mod replica;
mod screen;
mod seats;
mod shapes;
mod shared;
mod stacks;
pub mod svg;
pub(crate) mod text;
pub mod three_dragons;
mod turn;
pub mod ugly_duck;
pub mod ugly_duck_xl;

pub use examples::Example;
pub(crate) use examples::describe_outcome;
pub use lesson::{Lesson, Mistake, Study};
pub use looks::picture;
pub use menus::{GameMenus, MenuSelection};
pub use screen::Screen;
#[cfg(test)]
pub(crate) use seats::also;
pub(crate) use seats::also_resume;
pub(crate) use shared::oriented;
pub use turn::TurnDialog;
