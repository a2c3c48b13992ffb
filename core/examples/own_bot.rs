//! A custom bot that plays every game, in a match against another bot.
//!
//! ```sh
//! cargo run --release -p cygnet-core --example own_bot -- replica random
//! ```

use std::env;
use std::error::Error;

use cygnet_core::engine::bots::{self, Bot, MoveContext};
use cygnet_core::engine::referee::Referee;
use cygnet_core::games::{self, AnyGame, AnyPosition};
use cygnet_core::model::{GameRng, Outcome, Player, Position, StopSignal, SystemClock, View};

/// Leaves the opponent as few replies as possible, choosing at random among equals. It only uses the rules,
/// so it plays every game.
#[derive(Clone, Copy, Debug)]
struct FewestReplies;

impl<P: Position> Bot<P> for FewestReplies {
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
        let position = view.position;
        let moves: Vec<(P::Move, u64)> =
            position.moves().into_iter().map(|mv| (mv, replies(&position.after(mv)))).collect();
        let fewest = moves.iter().map(|(_, replies)| *replies).min()?;
        let best: Vec<P::Move> =
            moves.into_iter().filter(|(_, replies)| *replies == fewest).map(|(mv, _)| mv).collect();
        context.rng.pick(&best).copied()
    }
}

/// Returns the number of legal moves; 0 in a finished game.
fn replies<P: Position>(position: &P) -> u64 {
    if position.terminal_outcome().is_some() { 0 } else { position.count_moves() }
}

/// The number of games in a match.
const GAMES: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let (name, opponent) = (next("three-dragons"), next("random"));
    let game = games::open(&name)?;
    let points = play_match(&game, &opponent, GAMES)?;
    println!("{name}: {points} points of {GAMES} against {opponent}");
    Ok(())
}

/// Plays `games` games with alternating sides and returns the points: 1 for a win, half a point for a draw.
fn play_match(game: &AnyGame, opponent: &str, games: u64) -> Result<f64, Box<dyn Error>> {
    let mut points = 0.0;
    for number in 0..games {
        let mut opponent = bots::make(game, opponent)?;
        let (mut rng, stop, clock) = (GameRng::from_seed(number), StopSignal::new(), SystemClock::new());
        let mut context = MoveContext::new(&mut rng, &stop, &clock);
        let (side, bots): (Player, [&mut dyn Bot<AnyPosition>; 2]) = match number % 2 {
            0 => (Player::One, [&mut FewestReplies, opponent.as_mut()]),
            _ => (Player::Two, [opponent.as_mut(), &mut FewestReplies]),
        };
        let ending = Referee::new(game).play_out(bots, &mut context);
        points += match ending.ok_or("the game was interrupted")?.outcome {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        };
    }
    Ok(points)
}

#[test]
fn it_beats_the_random_bot() -> Result<(), Box<dyn Error>> {
    let game = games::open("uglyduck")?;
    let points = play_match(&game, "random", 20)?;
    assert!(points > 10.0, "{points}");
    Ok(())
}
