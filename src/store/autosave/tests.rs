use std::fs;

use super::*;
use crate::store::slot::interrupted_games;

fn game(moves: usize) -> Record {
    let moves = (0..moves).map(|_| "a1b1");
    Record::new("uglyduck").with_seats(["human", "human"]).with_moves(moves)
}

/// Returns the number of moves of each unfinished game, and whether it is open in another program.
fn found(folder: &Path) -> Vec<(usize, bool)> {
    let games = interrupted_games(&Disk::default(), folder);
    let mut games: Vec<_> =
        games.iter().map(|(slot, record)| (record.moves.len(), slot.is_open_elsewhere())).collect();
    games.sort_unstable();
    games
}

#[test]
fn concurrent_sessions_use_separate_slots() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
    let mut second = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
    first.autosave(&game(1)).unwrap();
    second.autosave(&game(2)).unwrap();
    assert_eq!(found(folder.path()), [(1, true), (2, true)], "both games are in progress");
    drop(first);
    let mut games = interrupted_games(&Disk::default(), folder.path());
    assert_eq!(found(folder.path()), [(1, false), (2, true)], "a search holds nothing");
    assert_eq!(games.iter_mut().filter_map(|(slot, _)| slot.hold()).count(), 1);
    assert_eq!(found(folder.path()), [(1, true), (2, true)], "a game that is held");
    games.iter().filter(|(slot, _)| slot.is_open_elsewhere()).for_each(|(slot, _)| slot.clear());
    drop(games);
    assert_eq!(found(folder.path()), [(1, false), (2, true)], "the game of another program stays");
    let third = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
    let games = found(folder.path());
    assert_eq!(games, [(1, false), (2, true)], "a new game does not take the slot of an old one");
    drop(third);
    second.clear_slot();
    drop(second);
    assert_eq!(interrupted_games(&Disk::default(), folder.path()).len(), 1);
}

#[test]
fn a_game_can_be_resumed_once_another_program_has_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
    first.autosave(&game(1)).unwrap();
    let slot = || interrupted_games(&Disk::default(), folder.path()).remove(0).0;
    let (mut slot, mut another) = (slot(), slot());
    assert!(slot.is_open_elsewhere() && slot.hold().is_none() && slot.is_open_elsewhere());
    first.autosave(&game(2)).unwrap();
    drop(first);
    assert_eq!(slot.hold().map(|record| record.moves.len()), Some(2));
    assert!(another.hold().is_none() && another.is_open_elsewhere());
    slot.delete().unwrap();
    drop(slot);
    assert!(another.hold().is_none() && !another.is_open_elsewhere(), "deleted");
}

#[test]
fn the_number_of_a_game_that_was_deleted_may_belong_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::in_state_dir(&Disk::default(), folder.path(), 9);
    let files = SessionFiles { archive: Some(archive.clone()), ..SessionFiles::manual_only() };
    let before = (files.archive_game(&game(1), None).unwrap().unwrap(), game(1));
    assert_eq!(files.archive_game(&game(1), Some(&before)).unwrap(), Some(before.0));
    archive.delete(before.0).unwrap();
    assert_eq!(archive.save(&game(2), None).unwrap(), before.0);
    files.unarchive(&before);
    assert_eq!(files.archive_game(&game(3), Some(&before)).unwrap(), Some(before.0 + 1));
    assert_eq!(archive.read(before.0).unwrap().moves.len(), 2);
}

#[test]
fn a_game_in_which_no_person_has_moved_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let black_begins = Some("DDDDD/5/5/5/ddddd 2".to_owned());
    let cases = [
        (["easy", "human"], None, 1, false),
        (["easy", "human"], black_begins.clone(), 1, true),
        (["easy", "human"], None, 2, true),
        (["human", "easy"], black_begins, 1, false),
        (["easy", "easy"], None, 9, false),
    ];
    for (seats, start, moves, is_offered) in cases {
        let mut files = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
        let mut record = game(moves).with_seats(seats);
        record.start = start;
        files.autosave(&record).unwrap();
        assert_eq!(files.has_saved_game(), is_offered, "{seats:?} {moves}");
        assert_eq!(files.keeps_game(), is_offered);
        drop(files);
        let mut offered = interrupted_games(&Disk::default(), folder.path());
        assert_eq!(offered.len(), usize::from(is_offered), "{seats:?} {moves}");
        offered.iter_mut().for_each(|(slot, _)| slot.hold().map_or((), |_| slot.clear()));
    }
}

#[test]
fn removes_stale_temporaries_but_not_active_ones() {
    let folder = tempfile::tempdir().unwrap();
    let writing = Disk::default().temp_file(folder.path(), 0o600).unwrap();
    let left = folder.path().join(".cygnet-Left00");
    let openers: [&dyn Fn(); 2] =
        [&|| drop(SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap()), &|| {
            drop(AutosaveFile::lock(&Disk::default(), &folder.path().join("game")).unwrap())
        }];
    for open in openers {
        fs::write(&left, "cygnet rec").unwrap();
        open();
        assert!(!left.exists() && writing.path().exists());
    }
}

#[test]
fn autosave_skips_unusable_slots() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=80 {
        fs::write(folder.path().join(format!("game-{number}.cygnet")), "not a game").unwrap();
    }
    fs::create_dir(folder.path().join("game-81.lock")).unwrap();
    let mut files = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
    files.autosave(&game(1)).unwrap();
    drop(files);
    assert!(folder.path().join("game-82.cygnet").exists());
    assert_eq!(interrupted_games(&Disk::default(), folder.path()).len(), 1, "the game is found");
}

#[cfg(unix)]
#[test]
fn autosave_file_stays_locked_across_saves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    let is_in_use = || matches!(AutosaveFile::lock(&Disk::default(), &path), Err(FileError::InUse(_)));
    let mut files = SessionFiles::in_file(AutosaveFile::lock(&Disk::default(), &path).unwrap());
    assert!(is_in_use());
    for moves in 1..4 {
        files.autosave(&game(moves)).unwrap();
        assert!(is_in_use(), "after {moves} turns");
    }
    drop(files);
    let again = AutosaveFile::lock(&Disk::default(), &path).unwrap();
    assert_eq!(again.game().unwrap().map(|record| record.moves.len()), Some(3));
    drop(again);
    assert!(path.exists());
    fs::remove_file(&path).unwrap();
    drop(AutosaveFile::lock(&Disk::default(), &path).unwrap());
    assert!(!path.exists(), "an unused file is removed");
    assert!(matches!(AutosaveFile::lock(&Disk::default(), folder.path()), Err(FileError::NotRegular(_))));
}

#[test]
fn a_failed_autosave_is_remembered_until_one_succeeds() {
    let mut files = SessionFiles::in_file(
        AutosaveFile::lock(&Disk::default(), Path::new("/no/such/folder/game")).unwrap(),
    );
    assert!(files.autosave(&game(1)).is_err() && files.has_failed());
    assert!(files.autosave(&game(2)).is_err() && !files.keeps_game());
}
