//! `--tables`: for what a command looks results up in tables, and in which folder. The same for all.

use std::path::PathBuf;

use clap::Args;

use crate::games::ugly_duck::table::{Reach, take_problems, use_tables};

use super::config;
use super::questions::note;

/// What a command does with tables if nobody says.
///
/// | what limits an answer | tables |
/// | --- | --- |
/// | depth or a number of positions | none: the same input has the same answer on every machine |
/// | time alone, or nothing | those there are |
/// | it is for a person at a terminal | those there are, and small ones made in memory |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usual {
    /// No tables.
    None,
    /// Tables for what time alone limits, and for nothing else.
    InTime,
    /// Tables for everything.
    All,
    /// The same, and small ones are made.
    AllAndSmall,
}

/// The flag of every command that can use tables.
#[derive(Clone, Debug, Args)]
pub(super) struct TablesOption {
    /// Look all results up in tables, whatever limits the answer; in the folder DIR, if it is given
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    tables: Option<Option<PathBuf>>,
}

impl TablesOption {
    /// The flag is not given.
    pub(super) const NONE: TablesOption = TablesOption { tables: None };

    /// Whether tables are asked for.
    pub(super) fn is_given(&self) -> bool {
        self.tables.is_some()
    }

    /// Puts tables in use: all if the flag is given, else what is usual.
    pub(super) fn apply(&self, usual: Usual) {
        let reach = match usual {
            _ if self.is_given() => Reach::Everything,
            Usual::None => return,
            Usual::InTime => Reach::InTime,
            Usual::All | Usual::AllAndSmall => Reach::Everything,
        };
        let named = self.tables.clone().flatten();
        use_tables(named.or_else(config::tables_folder), reach, usual == Usual::AllAndSmall);
    }
}

/// Says what was wrong with tables. No answer was made from it.
pub(super) fn tell_problems() {
    take_problems().iter().for_each(note);
}
