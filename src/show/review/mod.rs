//! A review as people see it.
//!
//! | file | contents |
//! | --- | --- |
//! | `browse.rs` | a review at a terminal: progress, pages, the boards of a turn |
//! | `story.rs` | the story of the game, in sentences |
//! | `text.rs`, `graph.rs`, `spoken.rs` | a review as text |
//! | `html.rs`, `page.css`, `page.js`, `controls.html` | a review as an HTML page |

mod browse;
mod graph;
mod html;
mod spoken;
mod story;
#[cfg(test)]
mod tests;
mod text;

pub use browse::{INTERRUPT, read, review_and_report, review_at};
pub use graph::plot;
pub use html::page;
pub(super) use spoken::called;
pub(super) use text::eval_text;
pub use text::{incomplete_note, text};
