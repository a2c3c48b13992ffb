//! Words and pictures of games as values: titles, boards as data, moves as they are typed, reasons as sentences.
//!
//! Nothing here draws or asks. The floors of data use it, and so do the screens.

mod any;
mod day;
pub mod ducks;
pub mod encoding;
mod game;
pub mod moves;
mod picture;
pub mod qawale;
pub mod reasons;
pub mod replica;
mod sentence;
pub mod three_dragons;
mod time_control;
pub mod ugly_duck;
pub mod ugly_duck_xl;
pub mod value;
pub mod voice;

pub use day::{days_after, days_between, written_date};
pub use game::GameWords;
pub use picture::{CellMark, Flip, Picture, PictureCell, PicturePiece, Shape, Terrain, Tint};
pub(crate) use sentence::{
    capitalised, count_on_cells, counted, dedup, ending_reason, in_turns_of, join_with_word, number_word,
    turns_of_both,
};
pub use time_control::{MAX_CLOCK_TIME, TimeControl};
