//! Ugly Duck: the rules, shared by the game on 5x5 and the game on a board of any size.
//!
//! Ducks walk to the far row, become swans there, and walk back; the first swan at home wins, and so does the
//! capture of every enemy. One text of the rules serves every board: it is generic over a [`geometry::Geometry`],
//! which gives the board's size and the machine words that hold its cells.
//!
//! | file | what |
//! | --- | --- |
//! | `geometry.rs` | boards and how their cells are numbered |
//! | `position.rs` | the pieces, the end of the game, playing a move |
//! | `generator.rs` | all legal moves, and their number |
//! | `moves.rs` | the judge of one move: the reasons of a refusal, in sentences |
//! | `notation.rs` | texts of positions, moves and cells |
//! | `evaluation.rs` | the value of a position |
//! | `game.rs` | the two games: `uglyduck` and `uglyduck-xl` |
//! | `search.rs` | what search asks of a position beside the rules |
//! | `levels.rs`, `levels_xl.rs` | the classic computer players of `uglyduck` and of `uglyduck-xl` |
//! | `numbers.rs`, `steps.rs` | in `uglyduck-xl`, which piece has which number, and which letter leads where |

mod evaluation;
mod game;
mod generator;
pub mod geometry;
mod levels;
mod levels_xl;
pub mod moves;
pub mod notation;
pub mod numbers;
mod position;
mod proof;
mod search;
pub mod steps;
#[cfg(test)]
mod tests;

pub use game::{
    ANY_SIZE_FAMILY, ANY_SIZE_ID, AnyBoard, AnySize, CLASSIC, CLASSIC_FAMILY, CLASSIC_ID, Classic, Ducks,
    UglyDuck, UglyDuckXl, Variant, name_of_size,
};
pub use moves::{Move, Refusal, check_valid_piece, check_valid_position};
pub use notation::{read_one_cell, write_cell};
pub use position::{Kind, Piece, Position};

pub use super::bits::Bits;
