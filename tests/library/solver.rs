//! What the solver claims about any game is what plain negamax finds.

use cygnet::engine::minimax::negamax;
use cygnet::engine::score::MATE;
use cygnet::engine::solver::{ProofLimits, Solution, solve};
use cygnet::games::qawale::Qawale;
use cygnet::games::replica::{LargeSet, Replica, Rules};
use cygnet::games::three_dragons::ThreeDragons;
use cygnet::games::ugly_duck::CLASSIC;
use cygnet::model::{Chance, Evaluate, Game, Outcome, Position, StopSignal};

/// The positions of a random game from `start`, the last of which is over or `most` plies away.
fn random_game<P: Position>(start: &P, most: usize, chance: &mut Chance) -> Vec<P> {
    let mut positions = vec![start.clone()];
    while positions.len() <= most {
        let position = &positions[positions.len() - 1];
        if position.outcome().is_some() {
            break;
        }
        let Some(mv) = position.random_move(chance) else { break };
        positions.push(position.after(mv));
    }
    positions
}

fn solve_within<P: Evaluate>(position: &P, bytes: usize, positions: u64) -> Solution<P::Move> {
    let stop = StopSignal::new();
    solve(position, bytes, ProofLimits { positions, threads: 1, stop: &stop }, &mut |_| {})
}

/// Compares a solution with negamax, whose value of a win in `n` plies is `MATE - n`.
fn compare<P: Evaluate>(position: &P, solution: &Solution<P::Move>, deepest: u32) {
    let mut end = position.clone();
    for mv in &solution.line {
        assert!(end.moves().contains(mv), "{position:?}");
        end = end.after(*mv);
    }
    if solution.outcome.is_some() {
        assert_eq!(end.outcome(), solution.outcome, "{position:?}");
    }
    let Some(Outcome::Win(winner)) = solution.outcome else { return };
    let plies = solution.plies.unwrap();
    assert_eq!(solution.line.len() as u32, plies);
    if plies <= deepest {
        let value = MATE - plies as i32;
        let wanted = if winner == position.to_move() { value } else { -value };
        assert_eq!(negamax(position, plies), wanted, "{position:?}");
    }
}

/// Solves positions shortly before the end of random games.
fn ends_are_solved<P: Evaluate>(start: &P, games: u64, before_the_end: usize, deepest: u32) {
    let mut proven = 0;
    for seed in 0..games {
        let mut chance = Chance::from_seed(seed);
        let game = random_game(start, 400, &mut chance);
        let index = game.len().saturating_sub(1 + chance.below(before_the_end + 1));
        let bytes = [1 << 10, 1 << 16, 1 << 20][chance.below(3)];
        let solution = solve_within(&game[index], bytes, 20_000);
        proven += u64::from(solution.outcome.is_some());
        compare(&game[index], &solution, deepest);
    }
    assert!(proven * 4 >= games, "only {proven} of {games} were solved");
}

#[test]
fn ends_of_ugly_duck_are_solved() {
    ends_are_solved(&CLASSIC.start(), 60, 6, 5);
}

#[test]
fn ends_of_replica_are_solved() {
    ends_are_solved(&Replica::<u64>::new(Rules::new(8, false).unwrap()).start(), 40, 3, 3);
    ends_are_solved(&Replica::<LargeSet>::new(Rules::new(12, false).unwrap()).start(), 20, 2, 2);
}

#[test]
fn ends_of_three_dragons_are_solved() {
    ends_are_solved(&ThreeDragons.start(), 40, 3, 2);
}

#[test]
fn ends_of_qawale_are_solved() {
    ends_are_solved(&Qawale.start(), 40, 2, 2);
}

/// Without draws by repetition there is no draw to claim: where positions come again, only the rules end a game.
#[test]
fn draws_of_qawale_are_proven_and_others_never_claimed() {
    let mut draws = 0;
    for seed in 0..150 {
        let mut chance = Chance::from_seed(seed);
        let game = random_game(&Qawale.start(), 16, &mut chance);
        if game.len() < 17 {
            continue;
        }
        for position in &game[14..] {
            let solution = solve_within(position, 1 << 20, 1_000_000);
            let wanted = negamax(position, 3);
            match solution.outcome {
                Some(Outcome::Draw) => assert_eq!(wanted, 0, "{position:?}"),
                Some(Outcome::Win(winner)) => assert_eq!(wanted > 0, winner == position.to_move()),
                None => assert!(solution.positions >= 1_000_000),
            }
            draws += u32::from(solution.outcome == Some(Outcome::Draw) && position.outcome().is_none());
        }
    }
    assert!(draws > 0, "no drawn position was met");
    for seed in 0..10 {
        let mut chance = Chance::from_seed(seed);
        for position in random_game(&ThreeDragons.start(), 60, &mut chance).iter().step_by(20) {
            assert_ne!(solve_within(position, 1 << 16, 2_000).outcome, Some(Outcome::Draw));
        }
    }
}

#[test]
fn what_was_broken_off_is_unknown() {
    let solution = solve_within(&ThreeDragons.start(), 1 << 16, 1_000);
    assert_eq!((solution.outcome, solution.plies, solution.line.len()), (None, None, 0));
    assert!(solution.positions >= 1_000);
}
