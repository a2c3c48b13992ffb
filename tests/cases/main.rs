//! Tests created at run time: one for each file in `tests/transcripts` and `tests/sessions`, for each shell
//! with completions, and for the picture on the front page. `docs/testing.md` shows how to add a case and how
//! to accept new output.

#[cfg(unix)]
mod completion;
mod golden;
#[cfg(unix)]
#[path = "../common/patience.rs"]
mod patience;
#[cfg(unix)]
mod picture;
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
#[path = "../common/terminal.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod terminal;
mod transcripts;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    #[cfg(unix)]
    {
        trials.extend(completion::trials());
        trials.push(picture::trial());
        trials.extend(golden::trials("sessions", sessions::run));
    }
    trials.extend(golden::trials("transcripts", transcripts::run));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
