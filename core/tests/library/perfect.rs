//! The perfect player of Ugly Duck never loses a won game.

use cygnet_core::engine::bots::{self, Bot, BotCatalog, MoveContext, SearchBudget};
use cygnet_core::games::ugly_duck::{CLASSIC, Small, UglyDuckXl};
use cygnet_core::model::{Game, GameRng, History, Outcome, Player, Position, StopSignal, SystemClock};

/// Plays `history` to the end and returns the winner. With `frugal`, players search only one ply.
fn play<G: BotCatalog>(
    game: &G,
    mut history: History<G::Position>,
    players: [&mut dyn Bot<G::Position>; 2],
    rng: &mut GameRng,
    frugal: bool,
) -> Option<Player> {
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    loop {
        if let Some(outcome) = history.current().outcome() {
            return outcome.winner();
        }
        let mover = history.current().to_move().index();
        let budget = SearchBudget::default().with_depth(1);
        let budget = if frugal { budget } else { SearchBudget::default() };
        let mut context = MoveContext { budget, ..MoveContext::new(rng, &stop, &clock) };
        let mv = players[mover].choose(&game.view(&history), &mut context).unwrap();
        assert!(history.current().moves().contains(&mv));
        history.play(mv);
    }
}

/// Lets `perfect` play as `winner` against `opponents`, after each of the opponent's first moves, for at
/// least `games` games.
fn never_loses<G: BotCatalog>(game: &G, winner: Player, opponents: &[&str], games: usize) {
    let mut perfect = bots::make(game, "perfect").unwrap();
    let mut number = 0;
    while number < games {
        for opponent in opponents {
            for first in game.start().moves() {
                let mut rng = GameRng::from_seed(number as u64);
                number += 1;
                let mut history = History::new(game.start());
                if winner == Player::Two {
                    history.play(first);
                }
                let mut opponent = bots::make(game, opponent).unwrap();
                let players: [&mut dyn Bot<G::Position>; 2] = match winner {
                    Player::One => [perfect.as_mut(), opponent.as_mut()],
                    Player::Two => [opponent.as_mut(), perfect.as_mut()],
                };
                assert_eq!(
                    play(game, history, players, &mut rng, number % 2 == 0),
                    Some(winner),
                    "game {number}"
                );
            }
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn perfect_wins_as_player_2_on_5x5() {
    never_loses(&CLASSIC, Player::Two, &["random", "hard"], 26);
}

#[test]
#[ignore = "plays a thousand games, which takes some minutes in release mode"]
fn perfect_wins_a_thousand_games_as_player_2_on_5x5() {
    never_loses(&CLASSIC, Player::Two, &["random", "hard", "greedy", "minimax:4", "expert:0.1"], 1_000);
}

#[test]
fn perfect_wins_on_small_boards() {
    for (size, winner) in
        [("3x3", Player::Two), ("4x3", Player::One), ("3x4", Player::One), ("4x4", Player::Two)]
    {
        let game = UglyDuckXl::on(Small::new(size.parse().unwrap()).unwrap());
        never_loses(&game, winner, &["random", "hard", "minimax:3"], 20);
    }
}

/// The perfect player wins a won position, no matter who played before.
#[test]
fn perfect_wins_a_won_position() {
    // Player 1 is to move and has a swan three steps from home.
    let text = "5/5/5/1S3/d3d 1";
    let position = CLASSIC.read_position(text).unwrap();
    let [mut perfect, mut hard] = ["perfect", "hard"].map(|name| bots::make(&CLASSIC, name).unwrap());
    let players: [&mut dyn Bot<_>; 2] = [perfect.as_mut(), hard.as_mut()];
    let winner = play(&CLASSIC, History::new(position), players, &mut GameRng::from_seed(1), false);
    assert_eq!(winner.map(Outcome::Win), Some(Outcome::Win(Player::One)));
}
