//! The screens of the games: what players see and type. Each game has a folder.
//!
//! All wording of the games is here; the rules return only reasons. A screen draws into strings and asks
//! through a [`Dialog`](crate::console::Dialog). It never touches input or output itself.
//!
//! A game describes its board as a [`Picture`] (`picture.rs`). `text.rs` and `grid.rs` draw it as text, and `svg.rs` as
//! SVG with the pieces of `shapes.rs`. `screen.rs` defines the rest of a screen with defaults, and `menus.rs`
//! the default menus. `any.rs` is the screen of any game, `drawing.rs` picks the largest drawing that fits
//! the window, and `moves.rs` writes moves as they are typed.
//! `reasons.rs` words the reasons of reviews. `encoding.rs` turns pictures and moves into numbers, for programs
//! that learn.

mod any;
pub(crate) mod drawing;
mod ducks;
pub mod encoding;
mod examples;
mod grid;
mod lesson;
mod menus;
pub(crate) mod moves;
mod picture;
pub mod qawale;
pub(crate) mod questions;
pub mod reasons;
pub mod replica;
mod screen;
mod seats;
mod shapes;
mod shared;
mod stacks;
pub mod svg;
pub(crate) mod text;
pub mod three_dragons;
pub mod ugly_duck;
pub mod ugly_duck_xl;

pub(crate) use examples::describe_outcome;
pub use examples::{Example, example, impossible};
pub use lesson::{Lesson, Mistake};
pub use menus::{GameMenus, GameSetup, MenuSelection};
pub use picture::{CellMark, Flip, Picture, PictureCell, PicturePiece, Shape, Terrain, Tint, picture};
pub use screen::Screen;
pub(crate) use seats::{is_human, suggest_bot};
pub(crate) use shared::{capitalised, counted, join_with_word, number_word};
