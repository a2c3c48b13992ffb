//! The program in a pipe: the input and the complete output.

use std::io::{Seek, Write};
use std::process::Command;

use libtest_mimic::Failed;
use serde::{Deserialize, Serialize};

#[derive(PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    args: Vec<String>,
    /// The exit code.
    #[serde(default, skip_serializing_if = "is_default")]
    code: i32,
    #[serde(default, skip_serializing_if = "is_default")]
    stdin: String,
    #[serde(default, skip_serializing_if = "is_default")]
    stderr: String,
    #[serde(default)]
    stdout: String,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Runs a case in an empty directory, where the program also stores its state.
pub fn run(case: &Transcript) -> Result<Transcript, Failed> {
    let folder = tempfile::tempdir()?;
    let mut input = tempfile::tempfile()?;
    input.write_all(case.stdin.as_bytes())?;
    input.rewind()?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(&case.args).current_dir(&folder).stdin(input);
    command.env("XDG_STATE_HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path());
    command.env("TERM", "xterm-256color").env_remove("COLORTERM").env_remove("CLICOLOR_FORCE");
    let output = command.output()?;
    Ok(Transcript {
        args: case.args.clone(),
        code: output.status.code().ok_or_else(|| output.status.to_string())?,
        stdin: case.stdin.clone(),
        stderr: String::from_utf8(output.stderr)?,
        stdout: String::from_utf8(output.stdout)?,
    })
}
