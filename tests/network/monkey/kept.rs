//! What the sides keep on disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cygnet::engine::referee::Referee;
use cygnet::games::AnyGame;
use cygnet::model::{Annotations, Record};
use cygnet::network::side::Side;

/// A game as one side keeps it: its number, its moves, and how it ended.
pub type Kept = (u32, Vec<String>, Option<String>);

/// Returns the game in the newest file of a side.
pub fn kept_game(home: &Path, role: &str) -> Option<(Side, Referee<AnyGame>)> {
    let files = fs::read_dir(home.join("cygnet/network")).ok()?.flatten();
    let games = files.filter(|file| {
        let name = file.file_name().into_string().unwrap();
        name.starts_with(role) && name.ends_with(".cygnet")
    });
    let newest = games.max_by_key(|file| file.metadata().and_then(|data| data.modified()).ok())?;
    let text = fs::read_to_string(newest.path()).ok().filter(|text| !text.is_empty())?;
    Side::restore(&text.parse::<Record>().unwrap(), true)
}

pub fn kept(home: &Path, role: &str) -> Option<Kept> {
    let (side, referee) = kept_game(home, role)?;
    let record = referee.record(side.head());
    Some((side.round(), record.move_texts(), record.result.map(|result| format!("{result:?}"))))
}

/// Returns the texts of all finished games in a home, without annotations.
pub fn finished(home: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(home.join("cygnet/finished")).into_iter().flatten().flatten();
    let games = files.filter(|file| file.path().extension().is_some_and(|end| end == "cygnet"));
    // Each side knows who "you" is, and keeps its own reviews.
    let records = games.map(|file| fs::read_to_string(file.path()).unwrap().parse::<Record>().unwrap());
    let bare = |mut record: Record| {
        record.annotations = Annotations::default();
        record.to_string()
    };
    records.map(bare).collect()
}
