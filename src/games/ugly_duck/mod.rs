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
//! | `moves.rs`, `words.rs` | the judge of one move: the reasons of a refusal, and their wording |
//! | `notation.rs` | texts of positions, moves and cells |
//! | `evaluation.rs` | the value of a position |
//! | `game.rs` | the two games: `uglyduck` and `uglyduck-xl` |
//! | `search.rs` | what search asks of a position beside the rules |
//! | `levels.rs` | the classic computer players of `uglyduck` |
//! | `classic/` | the screen and the menus of `uglyduck` |
//! | `numbered/` | the screen, the menus and the classic computer players of `uglyduck-xl` |
//! | `describe.rs` | positions and moves in sentences |

pub mod classic;
mod describe;
mod evaluation;
mod game;
mod generator;
pub mod geometry;
mod levels;
mod moves;
mod notation;
pub mod numbered;
mod position;
mod proof;
mod search;
#[cfg(test)]
mod tests;
mod words;

pub use game::{
    ANY_SIZE_ID, AnyBoard, AnySize, CLASSIC, CLASSIC_ID, Classic, Ducks, UglyDuck, UglyDuckXl, Variant,
};
pub use moves::{Move, Refusal, check_valid_piece, check_valid_position};
pub use notation::{read_one_cell, write_cell};
pub use position::{Kind, Piece, Position};

pub use super::bits::Bits;
