//! `cygnet certify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::analysis::certify::{self, CertifyFileError};
use crate::console::{ProgressBar, stdio};
use crate::engine::certificate::{CertifyError, CertifySettings, Choice, Claim};
use crate::games;
use crate::model::{Player, SystemClock};
use crate::show::positions;
use crate::tables::TableUse;

use super::{Failure, Format, TablesOption, memory, path_to_write, print_output, report_problems, solve};

pub(super) const EXAMPLES: &str = "\
A certificate is a complete strategy for the winner, and so a proof that anyone can check, with `cygnet check FILE` \
or with any program that knows the rules.

Examples:
  cygnet certify uglyduck-xl:4x4 --out 4x4.proof
  cygnet certify uglyduck --out 5x5.proof --tables
  cygnet certify qawale --position 'd,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4' --holds 1 --out draw.proof
  cygnet check 4x4.proof";

#[derive(Debug, Args)]
pub(super) struct CertifyOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The new file
    #[arg(long, value_name = "FILE", required = true, value_parser = path_to_write())]
    out: PathBuf,
    /// The position [default: the start of the game]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Claim only that this player does not lose, instead of who wins
    #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    holds: Option<u8>,
    /// How to choose among winning moves; the result is proven in any case
    #[arg(long, value_enum, default_value = "small")]
    choose: ChoiceName,
    /// With `--choose small`: the winner's turns to look ahead; more take longer, and often make a smaller certificate
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=8))]
    ahead: u32,
    /// The memory for proofs, in MiB [default: 1024, or half of the free memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// The number of threads of the first proof; with more than one, the file can differ from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    #[command(flatten)]
    tables: TablesOption,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The names of [`Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChoiceName {
    /// The first move that is quickly proven to win
    First,
    /// The move that leaves the loser the fewest answers
    Answers,
    /// The move that seems to need the fewest new positions
    Small,
}

impl CertifyOptions {
    /// Makes the certificate and says what it proves.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let tables = self.tables.tables(TableUse::Never);
        let game = tables.attach(games::open(&self.game)?);
        let position = positions::read_position(&game, self.position.as_deref())?;
        let signals = stdio::task_signals()?;
        let settings = CertifySettings {
            claim: self.holds.map(|player| Claim::Holds(Player::BOTH[usize::from(player == 2)])),
            choice: match self.choose {
                ChoiceName::First => Choice::First,
                ChoiceName::Answers => Choice::FewestAnswers,
                ChoiceName::Small => Choice::FewestPositions(self.ahead),
            },
            bytes: memory::or_default(self.memory, memory::PROOF_MIB),
            threads: solve::threads(Some(self.threads)),
            stop: &signals.interrupt,
        };
        let spinner = ProgressBar::spinner();
        let clock = SystemClock::new();
        let mut listener = |time: std::time::Duration, moves| {
            spinner.show(0, || format!("{} s, {moves} moves", time.as_secs()))
        };
        let made = certify::certify(&game, &position, &settings, &self.out, &clock, &mut listener);
        spinner.finish();
        report_problems(&[&tables]);
        Failure::check_interruption(&signals)?;
        let made = made.map_err(|error| match &error {
            CertifyFileError::Certify(CertifyError::NoProver) => {
                let hint = "Ugly Duck, Qawale and Replica under the official rules have provers; --memory gives them more";
                Failure::usage(error, hint)
            }
            CertifyFileError::Certify(CertifyError::Draw) => {
                Failure::data(error).hint("add --holds 1 or --holds 2")
            }
            CertifyFileError::Certify(CertifyError::Lost(_)) => {
                Failure::data(error).hint("leave out --holds to certify that")
            }
            _ => Failure::data(error),
        });
        print_output(&made?, self.format)
    }
}
