//! Games that are kept or hosted on this computer.

use std::fs;
use std::path::Path;

use crate::cli::Failure;
use crate::games::AnyGame;
use crate::model::Record;
use crate::network::code::Code;
use crate::network::link::{self, Target};
use crate::session;
use crate::store::{AutosaveFile, Disk};

use super::{JOIN_HINT, Opened};

/// Asks at a terminal whether to continue a game that was hosted before. Returns its code.
pub(super) fn choose_kept(opened: &mut Opened, game: &AnyGame) -> Result<Option<Code>, Failure> {
    let Some(folder) = opened.folder.clone().filter(|_| opened.console.is_at_terminal()) else {
        return Ok(None);
    };
    for (code, record) in kept_games(&folder, "host") {
        if record.game != game.name() {
            continue;
        }
        let question =
            format!("You have hosted this game with the code {code}: {}. Continue it?", record.summary());
        if session::ask_in_menu(&mut opened.console, |dialog| dialog.confirm(&question))? == Some(true) {
            return Ok(Some(code));
        }
    }
    Ok(None)
}

/// Returns the kept games that no program uses, with their codes.
fn kept_games(folder: &Path, role: &str) -> Vec<(Code, Record)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut codes: Vec<Code> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            name.strip_prefix(role)?.strip_prefix('-')?.strip_suffix(".cygnet")?.parse().ok()
        })
        .collect();
    codes.sort_by_key(Code::to_string);
    let kept = codes.into_iter().filter_map(|code| {
        let file =
            AutosaveFile::lock(&Disk::default(), &folder.join(format!("{role}-{code}.cygnet"))).ok()?;
        Some((code, file.game().ok()??))
    });
    kept.collect()
}

/// Finds the game with `code`, or the only game, that is hosted on this computer by the same user.
pub(super) fn local_game(opened: &Opened, code: Option<Code>) -> Result<(Target, Code), Failure> {
    let hint = "start one with cygnet host GAME, or name the other computer: cygnet join ADDRESS CODE";
    let folder = opened.folder.as_ref().map(|folder| folder.join("sockets"));
    let Some(folder) = folder.filter(|_| !opened.is_restricted) else {
        return Err(Failure::usage("--restricted needs an address and a code", JOIN_HINT));
    };
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut codes: Vec<Code> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()?.parse().ok()).collect();
    codes.retain(|found| {
        code.is_none_or(|code| code == *found) && link::has_host(&folder.join(found.to_string()))
    });
    match codes[..] {
        [code] => Ok((Target::Socket(folder.join(code.to_string())), code)),
        [] => Err(Failure::data("no game is hosted on this computer").hint(hint)),
        _ => {
            let codes = codes.iter().map(Code::to_string).collect::<Vec<_>>().join(", ");
            let hint = format!("name one: cygnet join CODE. The codes are {codes}");
            Err(Failure::data("several games are hosted on this computer").hint(hint))
        }
    }
}
