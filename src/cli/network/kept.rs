//! Games that are kept or hosted on this computer.
//!
//! A code is a secret, and others may see the names of files. So a random name stands for each code, and a file that only
//! the current user can read lists them.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::console::Console;
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::text::{escape, escape_line, escape_path};
use crate::model::{GameRng, Record};
use crate::network::code::Code;
use crate::network::link::{Part, reachable};
use crate::network::side::Side;
use crate::records::names;
use crate::session::{KeptRemote, UnfinishedGame};
use crate::store::{AutosaveFile, Disk, FileError};

use super::options::DEFAULT_ADDRESS;
use super::{FOLDER, JOIN_HINT, Opened};

/// Asks at a terminal whether to continue a game that was hosted before, of this kind if it is given. Returns its code.
pub(super) fn choose_kept(opened: &mut Opened, game: Option<&AnyGame>) -> Result<Option<Code>, Failure> {
    let Some(folder) = opened.folder.clone().filter(|_| opened.console.is_at_terminal()) else {
        return Ok(None);
    };
    // While the question is open, another program can use the games.
    let kept: Vec<_> =
        kept_games(&folder, "host")?.into_iter().map(|(code, _, record)| (code, record)).collect();
    for (code, record) in kept {
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

/// Returns the command that continues a game that was joined at this address.
pub(super) fn join_command(place: &str, code: Code) -> String {
    format!("cygnet join {} {code}", escape(place.as_bytes()))
}

/// Returns the games between two computers that no program uses: unfinished, or with an end that the other side may not
/// know yet.
pub(in crate::cli) fn unfinished_games(state: &Path) -> Vec<UnfinishedGame> {
    let folder = state.join(FOLDER);
    let games = ["host", "join"].map(|role| kept_games(&folder, role).unwrap_or_default());
    let unfinished = |(code, file, record): (Code, AutosaveFile, Record)| {
        let (side, _) = Side::restore(&record, false)?;
        let place = side.place().map_or_else(|| DEFAULT_ADDRESS.to_string(), str::to_owned);
        let remote = KeptRemote { role: side.role(), place, code };
        let mut slot = file.into_slot();
        slot.release();
        Some(UnfinishedGame { slot, record, remote: Some(remote) })
    };
    games.into_iter().flatten().filter_map(unfinished).collect()
}

/// The list of the names and the codes that they stand for, a [`Row`] on each line.
const CODES: &str = "codes.txt";

/// `NAME CODE`. A host adds the code for watching and its address.
struct Row<'a> {
    name: &'a str,
    code: Code,
    watch: Option<Code>,
    address: Option<SocketAddr>,
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (name, code) = (words.next()?, words.next()?.parse().ok()?);
        let (watch, address) = words.fold((None, None), |(watch, address), word| {
            (watch.or(word.parse().ok()), address.or(word.parse().ok()))
        });
        Some(Row { name, code, watch, address })
    })
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
            rows(text).filter_map(|row| (row.code == code).then_some(row.name)).collect();
        listed.sort_by_key(|name| !is_kept(name));
        kept = listed.iter().filter(|name| is_kept(name)).map(|name| path(name)).collect();
        if kept.len() > 1 {
            return text.to_owned();
        }
        let is_used = |new: &str| rows(text).any(|row| row.name == new) || is_kept(new);
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
        opened.console.say(&not_kept(&error))?;
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
    change_row(folder, name, |row| match part {
        Part::Player => row.code = code,
        Part::Spectator => row.watch = Some(code),
    })
}

/// Lists where a game is hosted now, so that a player on this computer can join it without an address.
pub(super) fn list_address(opened: &Opened, address: SocketAddr) {
    if let Some(folder) = &opened.folder {
        // If it cannot be listed, the address is needed on this computer too.
        let _ = change_row(folder, &opened.code_name, |row| row.address = Some(address));
    }
}

/// Changes the row with this name, if it is listed.
fn change_row(folder: &Path, name: &str, change: impl FnOnce(&mut Row<'_>)) -> Result<(), FileError> {
    change_codes(folder, |text| {
        let Some(mut row) = rows(text).find(|row| row.name == name) else { return text.to_owned() };
        change(&mut row);
        let watch = row.watch.map(|code| format!(" {code}")).unwrap_or_default();
        let address = row.address.map(|address| format!(" {address}")).unwrap_or_default();
        without_names(text, |listed| listed == name) + &format!("{name} {}{watch}{address}\n", row.code)
    })
}

/// Returns the code for watching the game: the one that it had, or a new one.
pub(super) fn code_for_watching(opened: &Opened) -> Code {
    let Some(folder) = &opened.folder else { return Code::random() };
    let text = Disk::default().read_kept(&folder.join(CODES)).unwrap_or_default();
    let listed = rows(&text).find(|row| row.name == opened.code_name);
    listed.and_then(|row| row.watch).unwrap_or_else(|| {
        let code = Code::random();
        // If it cannot be kept, it is another one after the next start.
        let _ = change_code(folder, &opened.code_name, Part::Spectator, code);
        code
    })
}

/// Returns the list without the names that are unwanted. Lines that are not understood stay.
fn without_names(text: &str, is_unwanted: impl Fn(&str) -> bool) -> String {
    let is_wanted = |line: &&str| !rows(line).any(|row| is_unwanted(row.name));
    text.lines().filter(is_wanted).map(|line| format!("{line}\n")).collect()
}

/// Opens the folder of kept games. If nothing can be kept, says so and returns `None`.
pub(super) fn open(folder: &Path, console: &mut Console) -> Result<Option<PathBuf>, Failure> {
    let made = Disk::default().create_private_dir(folder).map_err(FileError::io(folder));
    match made.and_then(|()| listed(folder)) {
        Ok(_) => {}
        Err(error @ (FileError::Io { .. } | FileError::NotRegular(_))) => {
            console.say(&not_kept(&error))?;
            return Ok(None);
        }
        // The games in it cannot be found, but they are there.
        Err(error) => return Err(error.into()),
    }
    // In a folder that cannot be changed, everything stays.
    let _ = change_codes(folder, |text| clean(folder, text));
    Ok(Some(folder.to_owned()))
}

/// Says why an unfinished game is not kept. Finished games are in another folder.
fn not_kept(problem: &FileError) -> String {
    format!("(The game is kept only once it ends: {problem}.)")
}

/// Returns the names of the files of games, with the name that stands for the code in each.
fn kept_names(folder: &Path) -> Vec<(String, String)> {
    let parts = |name: String| {
        let inner = name.strip_prefix("host-").or_else(|| name.strip_prefix("join-"))?;
        let inner = inner.strip_suffix(".cygnet")?.to_owned();
        Some((name, inner))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok().and_then(parts)).collect()
}

/// Removes the empty files that killed programs left. Returns the list without the codes that have no file.
fn clean(folder: &Path, text: &str) -> String {
    for (name, _) in kept_names(folder) {
        let path = folder.join(&name);
        if !path.symlink_metadata().is_ok_and(|data| data.is_file()) {
            continue;
        }
        if let Ok(file) = AutosaveFile::lock(&Disk::default(), &path) {
            file.remove_if_empty();
        }
    }
    let left = kept_names(folder);
    without_names(text, |name| !left.iter().any(|(_, other)| other == name))
}

/// Returns the codes and their names, in the order of the codes.
fn listed(folder: &Path) -> Result<Vec<(Code, String)>, FileError> {
    let text = Disk::default().read_kept(&folder.join(CODES))?;
    let mut codes: Vec<_> = rows(&text).map(|row| (row.code, row.name.to_owned())).collect();
    codes.sort_by_key(|(code, _)| code.to_string());
    Ok(codes)
}

/// Forgets a game that has just been joined where it was kept under a code that the host has replaced.
pub(super) fn forget_replaced(folder: &Path, joined: &Side, referee: &Referee<AnyGame>) {
    for (_, file, record) in kept_games(folder, "join").unwrap_or_default() {
        let is_it = Side::restore(&record, false).is_some_and(|(side, kept)| {
            (side.place(), side.round(), side.head()) == (joined.place(), joined.round(), joined.head())
                && referee.history().moves().starts_with(kept.history().moves())
        });
        if is_it {
            file.remove();
        }
    }
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
/// is hosted. Returns its address, if it is hosted, and its code.
pub(super) fn local_game(opened: &Opened, code: Option<Code>) -> Result<(Option<String>, Code), Failure> {
    if opened.is_restricted {
        return Err(Failure::usage("--restricted needs an address and a code", JOIN_HINT));
    }
    let mut found = Vec::new();
    if let Some(folder) = &opened.folder {
        let text = Disk::default().read_kept(&folder.join(CODES))?;
        for row in rows(&text).filter(|row| code.is_none_or(|code| code == row.code)) {
            let place = row.address.filter(|_| is_in_use(&path(folder, "host", row.name))).map(reachable);
            let has_joined = || code.is_some() && path(folder, "join", row.name).exists();
            if place.is_some() || has_joined() {
                found.push((place, row.code));
            }
        }
    }
    match (&found[..], code) {
        // Two games with a code are an error when the file of one is locked.
        ([_], _) | ([_, ..], Some(_)) => Ok(found.swap_remove(0)),
        ([], _) => {
            let code = code.map_or_else(String::new, |code| format!(" with the code {code}"));
            let problem = format!("you are not hosting a game{code} on this computer");
            let hint = "type the address and the code that the host shows: cygnet join ADDRESS CODE (a game on \
                        this computer is at 127.0.0.1)";
            Err(Failure::data(problem).hint(hint))
        }
        _ => {
            let mut codes: Vec<String> = found.iter().map(|(_, code)| code.to_string()).collect();
            codes.sort();
            let hint = format!("name one: cygnet join CODE. The codes are {}", codes.join(", "));
            Err(Failure::data("several games are hosted on this computer").hint(hint))
        }
    }
}

/// Returns whether a program has this file of a game open.
fn is_in_use(path: &Path) -> bool {
    path.exists() && matches!(AutosaveFile::lock(&Disk::default(), path), Err(FileError::InUse(_)))
}
