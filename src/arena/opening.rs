//! Random openings. They depend only on the seed of the match.

use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Game, GameRng, Position};

use super::plan::MatchPlan;

/// The maximum number of attempts to find a random opening that does not end the game.
const MAX_ATTEMPTS: u32 = 1000;
/// The number of random streams per game: one for the opening and one for each player.
const STREAMS_PER_GAME: u64 = 3;
/// The distance between stream numbers. Closer streams share words of the generator's state.
const STREAM_STRIDE: u64 = 4;

/// Returns a random stream of the game or opening with this number: 0 for the opening, 1 and 2 for the
/// players.
pub(super) fn random_stream(plan: &MatchPlan, number: u64, stream: u64) -> GameRng {
    let stream = number.wrapping_mul(STREAMS_PER_GAME).wrapping_add(stream).wrapping_mul(STREAM_STRIDE);
    GameRng::with_stream(plan.seed, stream)
}

/// Plays the opening with this number: `plies` random moves from the start. Returns whether it found moves
/// that do not end the game; otherwise the game is back at its start.
pub(super) fn play(referee: &mut Referee<AnyGame>, plan: &MatchPlan, opening: u64, plies: u32) -> bool {
    let mut rng = random_stream(plan, opening, 0);
    for _ in 0..MAX_ATTEMPTS {
        referee.restart(referee.game().start());
        if (0..plies).all(|_| play_random_move(referee, &mut rng)) && referee.ending().is_none() {
            return true;
        }
    }
    referee.restart(referee.game().start());
    false
}

fn play_random_move(referee: &mut Referee<AnyGame>, rng: &mut GameRng) -> bool {
    let position = referee.position();
    let mv = if position.terminal_outcome().is_some() { None } else { position.random_move(rng) };
    mv.map(|mv| referee.accept(mv)).is_some()
}
