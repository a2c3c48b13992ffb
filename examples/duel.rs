//! A match between two bots of a game, from both sides, without records or threads: `duel GAME BOT BOT GAMES [SEED]`.

use cygnet::engine::bots::{self, Bot, Levels, Thinking};
use cygnet::games::qawale::Qawale;
use cygnet::games::replica::{Replica, Rules};
use cygnet::games::three_dragons::ThreeDragons;
use cygnet::games::ugly_duck::CLASSIC;
use cygnet::model::{Chance, History, Outcome, Player, Position, StopSignal};

fn play<G: Levels>(game: &G, names: [&str; 2], seed: u64) -> Option<Outcome> {
    let mut seats: Vec<Box<dyn Bot<G::Position>>> =
        names.iter().map(|name| bots::make(game, name).unwrap()).collect();
    let mut chances = [Chance::for_stream(seed, 1), Chance::for_stream(seed, 2)];
    let stop = StopSignal::new();
    let mut history = History::new(game.start());
    loop {
        if let Some(outcome) = history.current().outcome() {
            return Some(outcome);
        }
        if game.patience().is_some_and(|patience| game.idle_turns(&history) >= patience) {
            return Some(Outcome::Draw);
        }
        let player = history.current().to_move().index();
        let mut thinking = Thinking { chance: &mut chances[player], stop: &stop };
        let mv = seats[player].choose(&history, &mut thinking)?;
        history.play(mv);
    }
}

fn duel<G: Levels>(game: &G, first: &str, second: &str, games: u64, seed: u64) {
    let mut counts = [0; 3];
    for number in 0..games {
        let swapped = number % 2 == 1;
        let names = if swapped { [second, first] } else { [first, second] };
        let mine = if swapped { Player::Two } else { Player::One };
        let outcome = play(game, names, seed + number);
        let result = match outcome {
            Some(Outcome::Win(winner)) if winner == mine => 0,
            Some(Outcome::Win(_)) => 2,
            _ => 1,
        };
        counts[result] += 1;
        if result != 0 {
            eprintln!("game {number}: {outcome:?} swapped {swapped}");
        }
    }
    let points = f64::from(counts[0]) + f64::from(counts[1]) / 2.0;
    println!(
        "{first} {second}: +{} ={} -{}: {:.1} %",
        counts[0],
        counts[1],
        counts[2],
        100.0 * points / games as f64
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, first, second, games, seed @ ..] = arguments.as_slice() else {
        panic!("GAME BOT BOT GAMES [SEED]")
    };
    let games = games.parse().unwrap();
    let seed = seed.first().map_or(1, |seed| seed.parse().unwrap());
    match game.as_str() {
        "uglyduck" => duel(&CLASSIC, first, second, games, seed),
        "replica" => duel(&Replica::<u64>::new(Rules::new(8, false).unwrap()), first, second, games, seed),
        "house" => duel(&Replica::<u64>::new(Rules::new(8, true).unwrap()), first, second, games, seed),
        "three-dragons" => duel(&ThreeDragons, first, second, games, seed),
        "qawale" => duel(&Qawale, first, second, games, seed),
        _ => panic!("no such game"),
    }
}
