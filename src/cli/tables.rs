//! `--tables`, which sets when a command looks up results in tables, and in which directory.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use clap::Args;

use crate::store::files::without_number;
use crate::tables::{TableUse, Tables};

use super::config;
use super::positions::note;

/// The option of every command that can use tables.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct TablesOption {
    /// Use tables even if the search is limited by depth or positions; DIR is the directory of the tables
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, value_parser = read_folder)]
    tables: Option<Option<PathBuf>>,
}

impl TablesOption {
    /// Returns whether the option is given.
    pub(super) fn is_given(&self) -> bool {
        self.tables.is_some()
    }

    /// Returns the tables that a command uses: for all results if the option is given, otherwise as `default`
    /// says.
    ///
    /// | the search is limited by | default |
    /// | --- | --- |
    /// | depth or a number of positions | [`TableUse::Never`]: results are the same on every machine |
    /// | time, or nothing | [`TableUse::TimedOnly`], or [`TableUse::Always`] for a single query |
    /// | a player waiting at a terminal | [`TableUse::AlwaysWithSmall`] |
    pub(super) fn tables(&self, default: TableUse) -> Tables {
        let table_use = if self.is_given() { default.max(TableUse::Always) } else { default };
        let named = self.tables.clone().flatten();
        Tables::new(named.or_else(config::tables_folder), table_use)
    }
}

/// Reads the path of a directory that exists.
fn read_folder(text: &str) -> Result<PathBuf, String> {
    fs::read_dir(text).map_err(|error| without_number(&error)).map(|_| PathBuf::from(text))
}

/// Reports problems with tables, each once. Results from those tables were not used.
pub(super) fn report_problems(tables: &[&Tables]) {
    let problems: BTreeSet<String> = tables.iter().flat_map(|tables| tables.take_problems()).collect();
    problems.iter().for_each(note);
}
