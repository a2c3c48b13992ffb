//! `cygnet rpc`.

use std::sync::Arc;

use clap::Args;

use crate::engine::resources::Resources;
use crate::model::SystemClock;
use crate::protocols::rpc::{self, Service};
use crate::tables::TableUse;

use super::solve::threads;
use super::{Failure, TablesOption, connection, memory, report_problems};

pub(super) const EXAMPLES: &str = "\
The methods are moves, play, position, render, games, encoding, step, choose, analyze, solve, review and cancel. Requests and \
answers are JSON objects, one per line. Requests cannot name files or start programs.

Example:
  echo '{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"moves\", \"params\": {\"game\": \"uglyduck\"}}' | cygnet rpc";

#[derive(Debug, Args)]
pub(super) struct RpcOptions {
    /// The maximum number of simultaneous searches [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The memory for all searches together, in MiB [default: 256 for each, or what fits into half of the free memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    #[command(flatten)]
    tables: TablesOption,
}

pub(super) fn run(options: &RpcOptions) -> Result<(), Failure> {
    let connection = connection()?;
    let threads = threads(options.threads);
    let service = Service {
        clock: Arc::new(SystemClock::new()),
        threads,
        memory: memory::for_searches(options.memory, memory::SEARCH_MIB, threads),
        resources: Resources::default(),
        tables: options.tables.tables(TableUse::Never),
    };
    let served = rpc::serve(&service, connection);
    report_problems(&[&service.tables]);
    Failure::of_service(served)
}
