//! Games that are kept or hosted on this computer.
//!
//! A code is a secret, and others can see the names of sockets and maybe of files. So a random name stands for each
//! code, and a file that only the current user can read lists them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, state};
use crate::console::Console;
use crate::games::AnyGame;
use crate::model::text::{escape, escape_line, escape_path};
use crate::model::{GameRng, Record};
use crate::network::code::Code;
use crate::network::link::{self, Part, Target};
use crate::network::side::Side;
use crate::records::names;
use crate::session::{KeptRemote, UnfinishedGame};
use crate::store::{AutosaveFile, Disk, FileError};

use super::{FOLDER, JOIN_HINT, Opened, SOCKETS};

/// Asks at a terminal whether to continue a game that was hosted before, of this kind if it is given. Returns its code.
pub(super) fn choose_kept(opened: &mut Opened, game: Option<&AnyGame>) -> Result<Option<Code>, Failure> {
    let Some(folder) = opened.folder.clone().filter(|_| opened.console.is_at_terminal()) else {
        return Ok(None);
    };
    for (code, _, record) in kept_games(&folder, "host")? {
        if game.is_some_and(|game| record.game != game.name()) {
            continue;
        }
        let what = if game.is_some() { "this game" } else { "a game" };
        let summary = escape_line(&names::summary(&record));
        let question = format!("You have hosted {what} with the code {code}: {summary}. Continue it?");
        if opened.confirm(&question)? {
            return Ok(Some(code));
        }
    }
    Ok(None)
}

/// Returns the command that continues a game that was joined at this address, or else on this computer.
pub(super) fn join_command(place: Option<&str>, code: Code) -> String {
    let place = place.map_or_else(String::new, |place| format!("{} ", escape(place.as_bytes())));
    format!("cygnet join {place}{code}")
}

/// Returns the games between two computers that no program uses: unfinished, or with an end that the other side may not
/// know yet.
pub(in crate::cli) fn unfinished_games(state: &Path) -> Vec<UnfinishedGame> {
    let folder = state.join(FOLDER);
    let games = ["host", "join"].map(|role| kept_games(&folder, role).unwrap_or_default());
    let unfinished = |(code, file, record): (Code, AutosaveFile, Record)| {
        let (side, _) = Side::restore(&record, false)?;
        let remote = KeptRemote { role: side.role(), place: side.place().map(str::to_owned), code };
        let mut slot = file.into_slot();
        slot.release();
        Some(UnfinishedGame { slot, record, remote: Some(remote) })
    };
    games.into_iter().flatten().filter_map(unfinished).collect()
}

/// The list of the names and the codes that they stand for, with a line `NAME CODE` for each. A host adds the code for
/// watching.
const CODES: &str = "codes.txt";
fn rows(text: &str) -> impl Iterator<Item = (&str, Code, Option<Code>)> {
    text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?.parse().ok()?, words.next().and_then(|word| word.parse().ok())))
    })
}

fn names(text: &str) -> impl Iterator<Item = (&str, Code)> {
    rows(text).map(|(name, code, _)| (name, code))
}

/// Returns the path of the game that a side keeps under this name.
pub(super) fn path(folder: &Path, role: &str, name: &str) -> PathBuf {
    folder.join(format!("{role}-{name}.cygnet"))
}

/// Sets the name that stands for the code of a game, the listed one or a new one that is added to the list, and locks
/// the file in which this side keeps it. If the code cannot be listed, says so, and nothing is kept.
pub(super) fn lock(opened: &mut Opened, role: &str, code: Code) -> Result<Option<AutosaveFile>, Failure> {
    let Some(folder) = opened.folder.clone() else { return Ok(None) };
    let path = |name: &str| path(&folder, role, name);
    let (mut kept, mut file) = (Vec::new(), None);
    let changed = change_codes(&folder, |text| {
        let is_kept = |name: &str| path(name).symlink_metadata().is_ok();
        let mut listed: Vec<&str> =
            names(text).filter_map(|(name, other)| (other == code).then_some(name)).collect();
        listed.sort_by_key(|name| !is_kept(name));
        kept = listed.iter().filter(|name| is_kept(name)).map(|name| path(name)).collect();
        if kept.len() > 1 {
            return text.to_owned();
        }
        let is_used = |new: &str| names(text).any(|(name, _)| name == new) || is_kept(new);
        let mut name = listed.first().map_or_else(String::new, |name| (*name).to_owned());
        while name.is_empty() || listed.is_empty() && is_used(&name) {
            name = format!("{:08x}", GameRng::random_seed());
        }
        file = Some(AutosaveFile::lock(&Disk::default(), &path(&name)));
        let added = if listed.is_empty() { format!("{name} {code}\n") } else { String::new() };
        opened.code_name = name;
        format!("{text}{added}")
    });
    if let Err(error) = changed {
        opened.folder = None;
        opened.console.say(&state::nothing_is_kept(&error.to_string()))?;
        return Ok(None);
    }
    if kept.len() > 1 {
        let shown: Vec<String> = kept.iter().map(|path| escape_path(path)).collect();
        let problem = format!("two games have the code {code}: {}", shown.join(" and "));
        return Err(Failure::data(problem).hint("move one of the files away to continue the other"));
    }
    file.transpose().map_err(|error| match error {
        FileError::InUse(_) => {
            Failure::data(format!("the game with the code {code} is open in another session"))
                .hint("leave it there first")
        }
        error => error.into(),
    })
}

/// Changes the list of codes, while no other program does.
fn change_codes(folder: &Path, change: impl FnOnce(&str) -> String) -> Result<(), FileError> {
    Disk::default().change_kept(&folder.join(CODES), true, |text| Ok(change(text)))
}

/// Lists the game with this name under another code for `part`, under which alone it is found from then on.
pub(super) fn change_code(folder: &Path, name: &str, part: Part, code: Code) -> Result<(), FileError> {
    change_codes(folder, |text| {
        let listed = rows(text).find(|(listed, ..)| *listed == name);
        let (player, watch) = match (part, listed) {
            (Part::Player, listed) => (code, listed.and_then(|(.., watch)| watch)),
            (Part::Spectator, Some((_, player, _))) => (player, Some(code)),
            (Part::Spectator, None) => return text.to_owned(),
        };
        let watch = watch.map_or_else(String::new, |code| format!(" {code}"));
        without_names(text, |listed| listed == name) + &format!("{name} {player}{watch}\n")
    })
}

/// Returns the code for watching the game: the one that it had, or a new one.
pub(super) fn code_for_watching(opened: &Opened) -> Code {
    let Some(folder) = &opened.folder else { return Code::random() };
    let text = Disk::default().read_kept(&folder.join(CODES)).unwrap_or_default();
    let listed = rows(&text).find(|(name, ..)| *name == opened.code_name);
    listed.and_then(|(.., watch)| watch).unwrap_or_else(|| {
        let code = Code::random();
        // If it cannot be kept, it is another one after the next start.
        let _ = change_code(folder, &opened.code_name, Part::Spectator, code);
        code
    })
}

/// Returns the list without the names that are unwanted. Lines that are not understood stay.
fn without_names(text: &str, is_unwanted: impl Fn(&str) -> bool) -> String {
    let is_wanted = |line: &&str| !names(line).any(|(name, _)| is_unwanted(name));
    text.lines().filter(is_wanted).map(|line| format!("{line}\n")).collect()
}

/// Opens the folder of kept games. If nothing can be kept, says so and returns `None`.
pub(super) fn open(folder: &Path, console: &mut Console) -> Result<Option<PathBuf>, Failure> {
    let made = Disk::default().create_private_dir(folder).map_err(FileError::io(folder));
    match made.and_then(|()| listed(folder)) {
        Ok(_) => {}
        Err(error @ (FileError::Io { .. } | FileError::NotRegular(_))) => {
            console.say(&state::nothing_is_kept(&error.to_string()))?;
            return Ok(None);
        }
        // The games in it cannot be found, but they are there.
        Err(error) => return Err(error.into()),
    }
    // In a folder that cannot be changed, everything stays.
    let _ = change_codes(folder, |text| clean(folder, text));
    Ok(Some(folder.to_owned()))
}

/// Returns the names of the files of games, with the name that stands for the code in each.
fn kept_names(folder: &Path) -> Vec<(String, String)> {
    let parts = |name: String| {
        let inner = name.strip_prefix("host-").or_else(|| name.strip_prefix("join-"))?;
        let inner = inner.strip_suffix(".cygnet")?.to_owned();
        Some((name, inner))
    };
    file_names(folder).into_iter().filter_map(parts).collect()
}

/// Removes what programs left that were killed: empty files that nobody has locked, and sockets to which nobody
/// listens. Returns the list without the codes that have neither.
fn clean(folder: &Path, text: &str) -> String {
    let mut used = Vec::new();
    for (name, inner) in kept_names(folder) {
        let path = folder.join(&name);
        if !path.symlink_metadata().is_ok_and(|data| data.is_file()) {
            continue;
        }
        match AutosaveFile::lock(&Disk::default(), &path) {
            Ok(file) => file.remove_if_empty(),
            Err(FileError::InUse(_)) => used.push(inner),
            Err(_) => {}
        }
    }
    let sockets = folder.join(SOCKETS);
    for name in file_names(&sockets).into_iter().filter(|name| !used.contains(name)) {
        let path = sockets.join(&name);
        if link::is_stale_socket(&path) {
            let _ = Disk::default().remove(&path);
        }
    }
    let mut left = file_names(&sockets);
    left.extend(kept_names(folder).into_iter().map(|(_, inner)| inner));
    without_names(text, |name| !left.iter().any(|other| other == name))
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Returns the codes and their names, in the order of the codes.
fn listed(folder: &Path) -> Result<Vec<(Code, String)>, FileError> {
    let text = Disk::default().read_kept(&folder.join(CODES))?;
    let mut codes: Vec<_> = names(&text).map(|(name, code)| (code, name.to_owned())).collect();
    codes.sort_by_key(|(code, _)| code.to_string());
    Ok(codes)
}

/// Returns the kept games that no program uses, with their codes and files. Each calls the player here "you".
fn kept_games(folder: &Path, role: &str) -> Result<Vec<(Code, AutosaveFile, Record)>, FileError> {
    let kept = listed(folder)?.into_iter().filter_map(|(code, name)| {
        let path = path(folder, role, &name);
        let file = AutosaveFile::lock(&Disk::default(), &path.exists().then_some(path)?).ok()?;
        let record = file.game().ok()??;
        let record = match Side::restore(&record, false) {
            Some((side, _)) => side.with_reader(record),
            None => record,
        };
        Some((code, file, record))
    });
    Ok(kept.collect())
}

/// Finds the game with `code` that is kept as joined or hosted on this computer by the same user, or the only game that
/// is hosted.
pub(super) fn local_game(opened: &Opened, code: Option<Code>) -> Result<(Target, Code), Failure> {
    if opened.is_restricted {
        return Err(Failure::usage("--restricted needs an address and a code", JOIN_HINT));
    }
    let mut found = match &opened.folder {
        Some(folder) => listed(folder)?,
        None => Vec::new(),
    };
    let socket = |name: &str| opened.folder.as_ref().map(|folder| folder.join(SOCKETS).join(name));
    let has_joined =
        |name: &str| opened.folder.as_ref().is_some_and(|folder| path(folder, "join", name).exists());
    found.retain(|(listed, name)| {
        let is_hosted = || socket(name).is_some_and(|path| link::has_host(&path));
        code.is_none_or(|code| code == *listed) && ((code.is_some() && has_joined(name)) || is_hosted())
    });
    let is_named = code.is_some();
    match &found[..] {
        // Two games with a code are an error when the file of one is locked.
        [(code, name), others @ ..] if others.is_empty() || is_named => {
            Ok((Target::Socket(socket(name).unwrap_or_default()), *code))
        }
        [] => {
            let code = code.map_or_else(String::new, |code| format!(" with the code {code}"));
            let problem = format!("you are not hosting a game{code} on this computer");
            let hint = "type the address and the code that the host shows: cygnet join ADDRESS CODE (the address \
                        of this computer is 127.0.0.1)";
            Err(Failure::data(problem).hint(hint))
        }
        _ => {
            let codes = found.iter().map(|(code, _)| code.to_string()).collect::<Vec<_>>().join(", ");
            let hint = format!("name one: cygnet join CODE. The codes are {codes}");
            Err(Failure::data("several games are hosted on this computer").hint(hint))
        }
    }
}
