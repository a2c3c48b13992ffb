//! Plays a game between two bots and prints the record.
//!
//! ```sh
//! cargo run --release -p cygnet-core --example selfplay -- three-dragons normal minimax:2
//! ```
//!
//! The fourth argument is the seed of the random generator: the same seed plays the same game.

use std::env;
use std::error::Error;

use cygnet_core::engine::bots::{self, MoveContext};
use cygnet_core::engine::referee::Referee;
use cygnet_core::games::{self, AnyGame};
use cygnet_core::model::{GameRng, Record, StopSignal, SystemClock};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let game = games::open(&next("qawale"))?;
    let bots = [next("greedy"), next("random")];
    let seed = next("1").parse()?;
    let record = play(&game, bots, seed)?;
    print!("{record}");
    Ok(())
}

fn play(game: &AnyGame, seats: [String; 2], seed: u64) -> Result<Record, Box<dyn Error>> {
    let mut first = bots::make(game, &seats[0])?;
    let mut second = bots::make(game, &seats[1])?;
    let (mut rng, stop, clock) = (GameRng::from_seed(seed), StopSignal::new(), SystemClock::new());
    let mut context = MoveContext::new(&mut rng, &stop, &clock);

    let mut referee = Referee::new(game);
    referee.play_out([first.as_mut(), second.as_mut()], &mut context);
    let mut head = Record::new(game.name()).with_seats(seats);
    head.seed = Some(seed);
    Ok(referee.record(&head))
}

#[test]
fn the_same_seed_plays_the_same_game() -> Result<(), Box<dyn Error>> {
    let game = games::open("qawale")?;
    let bots = || ["greedy".to_owned(), "random".to_owned()];
    let record = play(&game, bots(), 1)?;
    assert!(record.result.is_some());
    assert_eq!(record.to_string().parse::<Record>()?.to_string(), record.to_string());
    assert_eq!(play(&game, bots(), 1)?, record);
    Ok(())
}
