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
pub mod ugly_duck;
pub mod ugly_duck_xl;

pub(crate) use examples::describe_outcome;
pub use examples::{Example, example};
pub use lesson::Lesson;
pub use picture::{CellMark, Picture, PictureCell, PicturePiece, Shape, Terrain, Tint, picture};
pub use screen::{GameMenus, GameSetup, MenuSelection, Screen};
pub(crate) use shared::capitalised;
