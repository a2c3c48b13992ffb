//! The vocabulary that games and tools share.
//!
//! It contains players and outcomes, the [`Position`] and [`Game`] traits, the history of a game and the view
//! that bots and screens get, notation, seats, records and randomness. Nothing here opens files, prints, or
//! knows a game by name.

mod clock;
mod date;
mod ending;
mod game;
mod history;
mod key;
pub mod notation;
mod numbering;
mod player;
mod position;
mod record;
mod rng;
mod seating;
mod similar;
mod stop;
mod symmetry;
// Hidden: escapes texts from outside, for errors and the program.
#[doc(hidden)]
pub mod text;
mod text_traits;

pub use clock::{Clock, Stopwatch, SystemClock};
pub use date::{Date, DateError};
pub use ending::{Adjudication, Ending, Reason};
pub use game::{Game, MoveError, Mv, Refusal};
pub use history::{History, View};
pub use key::{fold_words, key_of, key_of_words, mix};
pub use notation::NotationError;
pub use numbering::{MissingPiece, Numbering, RowAndColumn};
pub use player::{Outcome, Player};
// Hidden: how a search reaches the game behind an `AnyPosition`.
#[doc(hidden)]
pub use position::ConcreteTask;
pub use position::{Evaluate, Position, SCORE_LIMIT};
pub use record::{
    AnnotatedMove, Annotations, Eval, Mark, Note, OPENING_KEY, Record, RecordError, RecordErrorKind,
    Variation,
};
pub use rng::GameRng;
pub use seating::Seating;
pub(crate) use similar::did_you_mean;
pub use similar::nearest;
pub(crate) use stop::RaiseOnDrop;
pub use stop::StopSignal;
pub use symmetry::{Exchange, Symmetry, images};
pub(crate) use text_traits::{serde_as_text, text_traits};
