//! Arguments in, one call, exit code out.

use std::process::ExitCode;

use clap::Parser;
use cygnet::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
