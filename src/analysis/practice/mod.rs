//! Practice: the mistakes of a player, asked again at growing intervals.
//!
//! | file | contents |
//! | --- | --- |
//! | `schedule.rs` | when a card comes back: Leitner's boxes |
//! | `card.rs` | a card, as a line of text |
//! | `deck.rs` | the deck: the text with all cards, and how decks are merged |
//! | `mistakes.rs` | the cards of a reviewed game |
//! | `judging.rs` | whether a turn solves a card |
//! | `summary.rs` | retention, and the kinds of mistakes |

pub mod card;
pub mod deck;
pub mod judging;
pub mod mistakes;
pub mod schedule;
pub mod summary;

pub use card::{Card, CardKind};
pub use deck::{Deck, DeckChanges};
pub use judging::CardVerdict;
pub use schedule::Schedule;
pub use summary::PracticeSummary;
