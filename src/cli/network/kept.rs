//! Games that are kept or hosted on this computer.
//!
//! A code is a secret, and others can see the names of sockets and maybe of files. So a random name stands for each
//! code, and a file that only the current user can read lists them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, state};
use crate::console::Console;
use crate::games::AnyGame;
use crate::model::{GameRng, Record};
use crate::network::code::Code;
use crate::network::link::{self, Target};
use crate::session;
use crate::store::{AutosaveFile, Disk, FileError};

use super::{JOIN_HINT, Opened, SOCKETS};

/// Asks at a terminal whether to continue a game that was hosted before. Returns its code.
pub(super) fn choose_kept(opened: &mut Opened, game: &AnyGame) -> Result<Option<Code>, Failure> {
    let Some(folder) = opened.folder.clone().filter(|_| opened.console.is_at_terminal()) else {
        return Ok(None);
    };
    for (code, record) in kept_games(&folder, "host")? {
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

/// The list of the names and the codes that they stand for, with a line `NAME CODE` for each.
const CODES: &str = "codes.txt";
/// The maximum size of the list, in MiB: hundreds of thousands of codes.
const MAX_MEBIBYTES: u64 = 8;

fn names(text: &str) -> impl Iterator<Item = (&str, Code)> {
    text.lines()
        .filter_map(|line| line.split_once(' ').and_then(|(name, code)| Some((name, code.parse().ok()?))))
}

/// Sets the name that stands for the code of a game. If it cannot be listed, says so, and nothing is kept.
pub(super) fn name_code(opened: &mut Opened, code: Code) -> Result<(), Failure> {
    let Some(folder) = &opened.folder else { return Ok(()) };
    match name_of(folder, code) {
        Ok(name) => opened.code_name = name,
        Err(error) => {
            opened.folder = None;
            opened.console.say(&state::nothing_is_kept(&error.to_string()))?;
        }
    }
    Ok(())
}

/// Returns the name that stands for a code: the listed one, or a new one that is added to the list.
fn name_of(folder: &Path, code: Code) -> Result<String, FileError> {
    let mut found = String::new();
    Disk::default().change_kept(&folder.join(CODES), (true, MAX_MEBIBYTES), |text| {
        if let Some((name, _)) = names(text).find(|(_, listed)| *listed == code) {
            found = name.to_owned();
            return Ok(text.to_owned());
        }
        while found.is_empty() || names(text).any(|(name, _)| name == found) {
            found = format!("{:08x}", GameRng::random_seed());
        }
        Ok::<_, FileError>(format!("{text}{found} {code}\n"))
    })?;
    Ok(found)
}

/// Lists the game with this name under another code, under which alone it is found from then on.
pub(super) fn change_code(folder: &Path, name: &str, code: Code) -> Result<(), FileError> {
    Disk::default().change_kept(&folder.join(CODES), (true, MAX_MEBIBYTES), |text| {
        let others = names(text).filter(|(listed, other)| *listed != name && *other != code);
        let others: String = others.map(|(listed, other)| format!("{listed} {other}\n")).collect();
        Ok::<_, FileError>(format!("{others}{name} {code}\n"))
    })
}

/// Opens the folder of kept games, in which nothing is named by its code any more. If nothing can be kept, says so
/// and returns `None`.
pub(super) fn open(folder: &Path, console: &mut Console) -> Result<Option<PathBuf>, Failure> {
    let made = Disk::default().create_private_dir(folder).map_err(FileError::io(folder));
    if let Err(error) = made.and_then(|()| listed(folder)) {
        console.say(&state::nothing_is_kept(&error.to_string()))?;
        return Ok(None);
    }
    for name in file_names(folder) {
        for role in ["host", "join"] {
            let code =
                name.strip_prefix(role).and_then(|rest| rest.strip_prefix('-')?.strip_suffix(".cygnet"));
            // A game that cannot be renamed now, as another program plays it, is renamed the next time.
            if let Some(Ok(code)) = code.map(str::parse::<Code>)
                && let Ok(file) = AutosaveFile::lock(&Disk::default(), &folder.join(&name))
                && let Ok(new) = name_of(folder, code)
            {
                let _ = file.rename(&folder.join(format!("{role}-{new}.cygnet")));
            }
        }
    }
    let sockets = folder.join(SOCKETS);
    for name in file_names(&sockets).into_iter().filter(|name| name.parse::<Code>().is_ok()) {
        if !link::has_host(&sockets.join(&name)) {
            let _ = Disk::default().remove(&sockets.join(&name));
        }
    }
    Ok(Some(folder.to_owned()))
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Returns the codes and their names, in the order of the codes.
fn listed(folder: &Path) -> Result<Vec<(Code, String)>, FileError> {
    let text = Disk::default().read_kept(&folder.join(CODES), MAX_MEBIBYTES)?;
    let mut codes: Vec<_> = names(&text).map(|(name, code)| (code, name.to_owned())).collect();
    codes.sort_by_key(|(code, _)| code.to_string());
    Ok(codes)
}

/// Returns the kept games that no program uses, with their codes.
fn kept_games(folder: &Path, role: &str) -> Result<Vec<(Code, Record)>, FileError> {
    let kept = listed(folder)?.into_iter().filter_map(|(code, name)| {
        let path = folder.join(format!("{role}-{name}.cygnet"));
        let file = AutosaveFile::lock(&Disk::default(), &path.exists().then_some(path)?).ok()?;
        Some((code, file.game().ok()??))
    });
    Ok(kept.collect())
}

/// Finds the game with `code`, or the only game, that is hosted on this computer by the same user.
pub(super) fn local_game(opened: &Opened, code: Option<Code>) -> Result<(Target, Code), Failure> {
    let hint = "start one with cygnet host GAME, or name the other computer: cygnet join ADDRESS CODE";
    if opened.is_restricted {
        return Err(Failure::usage("--restricted needs an address and a code", JOIN_HINT));
    }
    let mut found = match &opened.folder {
        Some(folder) => listed(folder)?,
        None => Vec::new(),
    };
    let socket = |name: &str| opened.folder.as_ref().map(|folder| folder.join(SOCKETS).join(name));
    found.retain(|(listed, name)| {
        code.is_none_or(|code| code == *listed) && socket(name).is_some_and(|path| link::has_host(&path))
    });
    match &found[..] {
        [(code, name)] => Ok((Target::Socket(socket(name).unwrap_or_default()), *code)),
        [] => Err(Failure::data("no game is hosted on this computer").hint(hint)),
        _ => {
            let codes = found.iter().map(|(code, _)| code.to_string()).collect::<Vec<_>>().join(", ");
            let hint = format!("name one: cygnet join CODE. The codes are {codes}");
            Err(Failure::data("several games are hosted on this computer").hint(hint))
        }
    }
}
