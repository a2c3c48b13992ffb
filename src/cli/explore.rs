//! `cygnet explore`.

use std::io::Write;

use clap::Args;

use crate::console::standard;
use crate::games;
use crate::tools::answer::{Answer, Format};
use crate::tools::explore::explore;
use crate::tools::history::Wanted;
use crate::with_game;

use super::Failure;
use super::games::{archive, check_readable, records};
use super::tables::{TablesOption, Usual, tell_problems};

pub(super) const EXAMPLES: &str = "\
Each move that was played from this position in a finished game of yours (see cygnet games) has a row: how often, and how the games
went for the player who made it. Moves whose result is proven, by the rules, a book or a table (see cygnet table), are there even
if nobody has played them. Games count however they came to the position. One more move on the command line is one step further.

Examples:
  cygnet explore uglyduck
  cygnet explore uglyduck a1b2 e3d3
  cygnet explore uglyduck --position '5/5/1D3/d1d2/5 1' --format json";

#[derive(Debug, Args)]
pub(super) struct ExploreOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The moves from the start, in canonical notation
    moves: Vec<String>,
    /// The position to start from
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    tables: TablesOption,
}

pub(super) fn run(options: &ExploreOptions) -> Result<(), Failure> {
    let game = games::open(&options.game)?;
    options.tables.apply(Usual::All);
    let archive = archive()?;
    let (records, unreadable) = records(&archive, &Wanted::default())?;
    let records = records.iter().map(|(_, record)| record);
    let explored = with_game!(&game, game => {
        explore(game, options.position.as_deref(), &options.moves, records)
            .map_err(Failure::notation)
    });
    let mut out = standard::output();
    explored?.write(options.format, &mut out)?;
    out.flush()?;
    tell_problems();
    check_readable(&archive, unreadable)
}
