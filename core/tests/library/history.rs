//! Undo, redo, and the views of a game in progress.

use cygnet_core::games;
use cygnet_core::model::{Game, GameRng, History, Position};

#[test]
fn views_and_keys_match_the_moves_played() {
    let game = games::open("uglyduck-xl").unwrap();
    let mut rng = GameRng::from_seed(3);
    let mut history = History::new(game.start());
    for _ in 0..300 {
        match rng.below(8) {
            0 => history.undo(rng.below(6)),
            1 => history.redo(rng.below(6)),
            _ => drop(history.current().moves().first().copied().map(|mv| {
                let other = history.current().random_move(&mut rng);
                history.play(other.filter(|_| rng.below(2) == 0).unwrap_or(mv));
            })),
        }
        for (before, mv, after) in history.turns() {
            assert_eq!(*after, before.after(mv));
        }
        let mut redone = history.clone();
        for (mv, after) in history.undone() {
            redone.redo(1);
            assert_eq!((redone.last_move(), redone.current()), (Some(mv), after));
        }
        let mut again = History::new(game.start());
        history.moves().iter().for_each(|mv| again.play(*mv));
        for plies in 0..=history.plies() {
            let (one, other) = (game.view_at(&history, plies), game.view_at(&again, plies));
            let keys: Vec<u64> = again.turns().take(plies).map(|(before, _, _)| before.hash_key()).collect();
            assert_eq!((one.plies, one.position, one.last), (plies, other.position, other.last));
            assert_eq!((one.earlier_keys, &one.numbering), (&keys[..], &other.numbering));
            // No piece is back where it began, so every turn changes the cells of the numbers.
            assert_eq!(one.numbering == game.number_pieces(history.start()), plies == 0);
        }
    }
}
