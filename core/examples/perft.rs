//! Counts the move sequences from a position, split by first move.
//!
//! ```sh
//! cargo run --release -p cygnet-core --example perft -- uglyduck 7
//! cargo run --release -p cygnet-core --example perft -- qawale 3 'tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16'
//! ```

use std::env;
use std::error::Error;

use cygnet_core::engine::perft::divide;
use cygnet_core::model::{Game, Stopwatch, SystemClock};
use cygnet_core::{games, with_game};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let name = arguments.first().map_or("uglyduck", String::as_str);
    let depth = arguments.get(1).map_or(Ok(5), |text| text.parse())?;
    let position = arguments.get(2).map(String::as_str);
    let game = games::open(name)?;
    with_game!(&game, game => count(game, depth, position))?;
    Ok(())
}

/// Prints each first move with the number of sequences that begin with it, then the total.
fn count<G: Game>(game: &G, depth: u32, position: Option<&str>) -> Result<u64, Box<dyn Error>> {
    let position = position.map_or_else(|| Ok(game.start()), |text| game.read_position(text))?;
    let clock = SystemClock::new();
    let watch = Stopwatch::start(&clock);
    let mut total = 0;
    for (mv, leaves) in divide(&position, depth) {
        println!("{}\t{leaves}", mv);
        total += leaves;
    }
    println!("{total} in {:.3} s", watch.elapsed().as_secs_f64());
    Ok(total)
}

#[test]
fn it_counts() -> Result<(), Box<dyn Error>> {
    let game = games::open("uglyduck")?;
    assert_eq!(with_game!(&game, game => count(game, 4, None))?, 21_514);
    let position = Some("5/5/1D3/d1d2/5 1");
    assert_eq!(with_game!(&game, game => count(game, 1, position))?, 3);
    Ok(())
}
