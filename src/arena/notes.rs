//! Notes on moves in the record of a game: the player's evaluation, the search depth and the time.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::bots::BotEval;
use crate::model::Note;

/// A kind of note. Notes are written in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// The player's evaluation of its move
    Eval,
    /// The depth of its search, in plies
    Depth,
    /// The time it took, in seconds
    Time,
}

/// Returns the note on a move, such as `[+0.50] [depth 9] [0.013 s]`.
pub(super) fn note(wanted: &BTreeSet<NoteKind>, eval: Option<BotEval>, taken: Duration) -> Note {
    let mut note = Note::default();
    for noted in wanted {
        match noted {
            NoteKind::Eval => note.eval = eval.map(|eval| eval.eval),
            NoteKind::Depth => note.tags.extend(eval.map(|eval| format!("depth {}", eval.depth))),
            NoteKind::Time => note.tags.push(format!("{:.3} s", taken.as_secs_f64())),
        }
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Eval;

    #[test]
    fn notes_are_unique_and_ordered() {
        let eval = Some(BotEval { depth: 9, eval: Eval::Estimate(50) });
        let taken = Duration::from_micros(12_700);
        let all = BTreeSet::from([NoteKind::Time, NoteKind::Eval, NoteKind::Depth, NoteKind::Eval]);
        assert_eq!(note(&all, eval, taken).to_string(), "[+0.50] [depth 9] [0.013 s]");
        assert_eq!(note(&all, None, taken).to_string(), "[0.013 s]");
        assert!(note(&BTreeSet::new(), eval, taken).is_empty());
    }
}
