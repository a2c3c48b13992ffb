//! What a host says to those who want to join, and how they give its code.

use std::net::SocketAddr;

use crate::cli::Failure;
use crate::console::Prompt;
use crate::network::code::Code;
use crate::network::link::reachable;
use crate::session;

use super::{JOIN_HINT, Opened};

/// Says how others can join.
pub(super) fn invitation(address: SocketAddr, code: Code, watching: Option<Code>) -> String {
    let place = reachable(address);
    let (computer, reach) = if address.ip().is_loopback() {
        (
            "In another terminal on this computer",
            "Only this computer can reach it; --listen ADDRESS lets others in.",
        )
    } else {
        (
            "On the other computer",
            "Any computer that can reach this address can try to join, but needs the code.",
        )
    };
    let watch =
        watching.map_or_else(String::new, |code| format!("To watch:\n  cygnet watch {place} {code}\n"));
    format!("Waiting on {address}. {reach}\n{computer}, type:\n  cygnet join {place} {code}\n{watch}")
}

/// What a code is, at the question for it.
const CODE_HELP: &str = "Type the code that the host shows: a number and two words, like 7-amber-otter. It lets only you join. (back leaves)";

pub(super) fn read_code(text: &str) -> Result<Code, Failure> {
    text.parse().map_err(|error| Failure::usage(error, "the host shows the code"))
}

/// Asks for the code, so that it is not on the command line, where other users of this computer could see it.
pub(super) fn ask_code(opened: &mut Opened) -> Result<Code, Failure> {
    if !opened.console.is_at_terminal() {
        return Err(Failure::usage("the code is missing", JOIN_HINT));
    }
    let prompt = Prompt::new("Code: ");
    let code = session::ask_in_menu(&mut opened.console, |dialog| {
        dialog.ask_for(&prompt, |answer| match answer {
            "" | "?" => Err(CODE_HELP.to_owned()),
            answer => answer.parse::<Code>().map_err(|error| error.to_string()),
        })
    })?;
    code.ok_or_else(|| Failure::usage("no code was given", JOIN_HINT))
}
