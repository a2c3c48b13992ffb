//! The random openings of a match: the same for everyone who knows its seed.

use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Game, GameRng, Position};

use super::plan::MatchPlan;

/// How many random openings are tried before one is found that does not end the game.
const MAX_ATTEMPTS: u32 = 1000;
/// The streams of chance of one game: the opening's and the two players'.
const STREAMS_PER_GAME: u64 = 3;
/// Streams are so far apart, because nearer ones share words of their generators' state.
const STREAM_STRIDE: u64 = 4;

/// A stream of chance of the game or opening with this number: 0 is the opening's, 1 and 2 are the players'.
pub(super) fn random_stream(plan: &MatchPlan, number: u64, stream: u64) -> GameRng {
    let stream = number.wrapping_mul(STREAMS_PER_GAME).wrapping_add(stream).wrapping_mul(STREAM_STRIDE);
    GameRng::with_stream(plan.seed, stream)
}

/// Plays the opening with this number, so many random moves from the start, and says whether it has found such that do not end
/// the game. If not, the game stands at its start.
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
