//! What the record of a game says about each move: the value that the player has told, how deep it has looked, how long it took.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::bots::Opinion;
use crate::model::Note;

/// What is noted, in the order of the notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Noted {
    /// What the move is worth to the player, by its own account
    Eval,
    /// The plies it has looked ahead
    Depth,
    /// The seconds it has taken
    Time,
}

/// The note on a move: `[+0.50] [depth 9] [0.013 s]`.
pub(super) fn note(wanted: &BTreeSet<Noted>, opinion: Option<Opinion>, taken: Duration) -> Note {
    let mut note = Note::default();
    for noted in wanted {
        match noted {
            Noted::Eval => note.worth = opinion.map(|opinion| opinion.worth),
            Noted::Depth => note.tags.extend(opinion.map(|opinion| format!("depth {}", opinion.depth))),
            Noted::Time => note.tags.push(format!("{:.3} s", taken.as_secs_f64())),
        }
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Worth;

    #[test]
    fn each_is_noted_once_in_its_order() {
        let opinion = Some(Opinion { depth: 9, worth: Worth::About(50) });
        let taken = Duration::from_micros(12_700);
        let all = BTreeSet::from([Noted::Time, Noted::Eval, Noted::Depth, Noted::Eval]);
        assert_eq!(note(&all, opinion, taken).to_string(), "[+0.50] [depth 9] [0.013 s]");
        assert_eq!(note(&all, None, taken).to_string(), "[0.013 s]");
        assert!(note(&BTreeSet::new(), opinion, taken).is_empty());
    }
}
