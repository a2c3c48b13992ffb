//! `--tables`: for what a command looks results up in tables, and in which folder. The same for all.

use std::path::PathBuf;

use clap::Args;

use crate::tables::{TableUse, Tables};

use super::config;
use super::positions::note;

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

    /// The tables that a command uses: for all answers if the flag is given, else for those that it uses them for by `default`.
    ///
    /// | what limits an answer | default |
    /// | --- | --- |
    /// | depth or a number of positions | [`TableUse::Never`]: the same input has the same answer on every machine |
    /// | time alone, or nothing | [`TableUse::TimedOnly`], or [`TableUse::Always`] if nothing else is asked |
    /// | someone waits for it at a terminal | [`TableUse::AlwaysWithSmall`] |
    pub(super) fn tables(&self, default: TableUse) -> Tables {
        let table_use = if self.is_given() { default.max(TableUse::Always) } else { default };
        let named = self.tables.clone().flatten();
        Tables::new(named.or_else(config::tables_folder), table_use)
    }
}

/// Reports what was wrong with tables. No answer was made from it.
pub(super) fn report_problems(tables: &Tables) {
    tables.take_problems().iter().for_each(note);
}
