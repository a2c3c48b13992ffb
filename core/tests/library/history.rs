//! A game so far, and its twin in positions of another type.

use cygnet_core::games::qawale::Qawale;
use cygnet_core::model::{Chance, Game, History, Position};

#[test]
fn the_second_game_is_the_first_whatever_was_played_before() {
    let mut chance = Chance::from_seed(3);
    let mut history = History::new(Qawale.start());
    let mut looked_at = Vec::new();
    for _ in 0..300 {
        match chance.below(8) {
            0 => history.undo(chance.below(6)),
            1 => history.redo(chance.below(6)),
            _ => drop(history.current().moves().first().copied().map(|mv| {
                let other = history.current().random_move(&mut chance);
                history.play(other.filter(|_| chance.below(2) == 0).unwrap_or(mv));
            })),
        }
        if chance.below(3) > 0 {
            let twin = history.twin(Clone::clone, |mv| mv);
            assert_eq!((twin.moves(), twin.current()), (history.moves(), history.current()));
            let rest = |history: &History<_>| Vec::from_iter(history.undone().map(|(mv, _)| mv));
            assert_eq!(rest(&twin), rest(&history));
            looked_at.push((twin.clone(), twin.plies()));
        }
    }
    assert!(looked_at.iter().all(|(twin, plies)| twin.plies() == *plies), "who looks at it sees no change");
}
