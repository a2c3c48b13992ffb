//! The pages of the book.

use super::*;
use crate::games::ugly_duck::Move;

/// A position that a player solves within this many positions needs no page.
const PATIENCE: u64 = 50_000;
/// The memory of the player, in bytes.
const PLAYER_MEMORY: usize = 8 << 20;

/// Checks that after every reply to the page's move, the position has a page or is won for the book's side by
/// the solver alone. As positions never repeat, the book is right if each page is.
fn page_is_right(
    position: &UglyDuckPosition<FiveByFive>,
    mv: Move,
    player: &mut dyn Prover<UglyDuckPosition<FiveByFive>>,
) {
    let stop = StopSignal::new();
    let limits = ProofLimits::new(PATIENCE, &stop);
    assert!(position.moves().contains(&mv), "{position:?}");
    let after = position.after(mv);
    for answer in after.moves() {
        let next = after.after(answer);
        if OpeningBook::classic().find(&next).is_none() {
            player.clear();
            assert!(
                player.winning_move(&next, limits).0.is_some(),
                "{answer:?} after {mv:?} in {position:?}"
            );
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "every page is checked, in order")]
fn check_pages(step: usize) {
    let mut player = prover(FiveByFive, PLAYER_MEMORY).unwrap();
    let mut pages: Vec<_> = OpeningBook::classic().pages.iter().collect();
    pages.sort_by_key(|(position, _)| position.to_string());
    assert!(!pages.is_empty());
    for (position, mv) in pages.into_iter().step_by(step) {
        page_is_right(position, *mv, player.as_mut());
    }
}

#[test]
fn some_pages_of_the_book_are_right() {
    check_pages(2_500);
}

#[test]
#[ignore = "proves the whole book, which takes many minutes"]
fn all_pages_of_the_book_are_right() {
    check_pages(1);
}

#[test]
fn every_first_move_has_a_reply_in_the_book_and_a_result_for_every_answer() {
    let start = UglyDuckPosition::start(FiveByFive);
    for first in start.moves() {
        let after = start.after(first);
        assert!(OpeningBook::classic().find(&after).is_some(), "{first}");
        let mut wins = 0;
        for answer in after.moves() {
            let next = after.after(answer);
            let (winner, win) = OpeningBook::classic().after_two_turns(&next).unwrap();
            assert!(win.is_none_or(|win| next.check_move(win).is_ok()), "{next}");
            wins += usize::from(winner == Player::Two);
        }
        // A complete table has these numbers: `cygnet analyze uglyduck --position TEXT --depth 1 --tables`.
        assert!([1, 5, 8].contains(&wins), "{first}: {wins}");
    }
}
