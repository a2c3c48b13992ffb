//! The ten levels, in every game.

use cygnet_core::engine::bots::{self, BotCatalog, MoveContext, SearchBudget};
use cygnet_core::engine::referee::Referee;
use cygnet_core::games::ugly_duck::CLASSIC;
use cygnet_core::games::{self, FAMILIES};
use cygnet_core::model::{Game, GameRng, History, Outcome, Player, Position, StopSignal, SystemClock};

use crate::common::is_sampled;

/// Plays up to `plies` moves between two bots, using `seed`. Returns the moves and the winner, if the game is
/// over.
fn game<G: BotCatalog>(game: &G, names: [&str; 2], seed: u64, plies: usize) -> (Vec<String>, Option<Player>) {
    let mut referee = Referee::new(game);
    let mut bots = names.map(|name| bots::make(game, name).unwrap());
    let (mut rng, stop, clock) = (GameRng::from_seed(seed), StopSignal::new(), SystemClock::new());
    while referee.ending().is_none() && referee.history().plies() < plies {
        let bot = bots[referee.to_move().index()].as_mut();
        referee.take_turn(bot, &mut MoveContext::new(&mut rng, &stop, &clock)).unwrap();
    }
    let winner = referee.ending().and_then(|ending| ending.outcome.winner());
    (referee.history().moves().iter().map(|mv| mv.to_string()).collect(), winner)
}

#[test]
fn every_level_plays_every_game_and_is_reproducible() {
    for family in FAMILIES {
        let any = games::open(family.id).unwrap();
        for level in (1..10).filter(|level| is_sampled(level + family.id.len(), 3)) {
            let name = format!("level:{level}");
            // Strong levels are slow, so they are checked thoroughly in one game only.
            let is_thorough = level < 7 || family.id == "uglyduck";
            let plies = if is_thorough { 5 } else { 1 };
            let play = |seed| game(&any, [&name, &name], seed, plies);
            let first = play(1);
            assert_eq!(first.0.len(), plies, "{family:?} {name}");
            assert_eq!(play(1), first, "{family:?} {name}");
            // Another seed leads to another opening.
            assert!(!is_thorough || (2..12).any(|seed| play(seed) != first), "{family:?} {name}");
        }
    }
}

#[test]
fn every_level_plays_every_win_in_one_turn() {
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    let near_home = CLASSIC.read_position("5/S4/5/4D/d4 1").unwrap();
    for (level, seed) in (5..=10).flat_map(|level| (0..5).map(move |seed| (level, seed))) {
        let (mut rng, history) = (GameRng::from_seed(seed), History::new(near_home));
        let mut bot = bots::make(&CLASSIC, &format!("level:{level}")).unwrap();
        let mv = bot.choose(&CLASSIC.view(&history), &mut MoveContext::new(&mut rng, &stop, &clock)).unwrap();
        assert_eq!(near_home.after(mv).outcome(), Some(Outcome::Win(Player::One)), "level {level}");
    }
    // Weak levels, whose moves are random in part, see every win in whole games.
    for family in FAMILIES {
        let any = games::open(family.id).unwrap();
        let mut wins = 0;
        for (level, seed) in (1..=4).flat_map(|level| (0..4).map(move |seed| (level, seed))) {
            let mut bot = bots::make(&any, &format!("level:{level}")).unwrap();
            let mut rng = GameRng::from_seed(seed);
            let mut history = History::new(any.start());
            while history.current().terminal_outcome().is_none() && history.plies() < 100 {
                let position = history.current().clone();
                let win = Some(Outcome::Win(position.to_move()));
                let mv =
                    bot.choose(&any.view(&history), &mut MoveContext::new(&mut rng, &stop, &clock)).unwrap();
                let can_win =
                    position.moves().into_iter().any(|mv| position.after(mv).terminal_outcome() == win);
                let wins_now = position.after(mv).terminal_outcome() == win;
                assert_eq!(wins_now, can_win, "{family:?} level {level}: {}", position);
                wins += u32::from(wins_now);
                history.play(mv);
            }
        }
        assert!(wins >= 4, "{family:?}: {wins}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_much_higher_level_wins() {
    // Qawale is excluded, because chance decides too many of its games.
    let families = FAMILIES.iter().map(|family| family.id).filter(|id| *id != "qawale");
    for name in families.chain(["uglyduck-xl:6x6"]) {
        let any = games::open(name).unwrap();
        let wins = (0..10).filter(|seed| {
            let higher = [Player::One, Player::Two][usize::from(seed % 2 == 1)];
            let names = if higher == Player::One { ["level:5", "level:1"] } else { ["level:1", "level:5"] };
            game(&any, names, *seed, usize::MAX).1 == Some(higher)
        });
        assert!(wins.count() >= 8, "{name}");
    }
}

#[test]
fn the_docs_list_the_ratings_of_the_bots() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/levels.md")).unwrap();
    let (_, scale) = page.split_once("## The scale of ratings").unwrap();
    let heading: Vec<&str> = scale.lines().find(|line| line.starts_with("| |")).unwrap().split('|').collect();
    for (column, name) in heading.iter().map(|cell| cell.trim().trim_matches('`')).enumerate().skip(2) {
        let Ok(any) = games::open(name) else { continue };
        let mut known = any.ratings();
        let rows = scale.lines().filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let rating = cells.get(column)?.parse::<i32>().ok()?;
            Some((cells.get(1)?.trim_matches('`').to_owned(), rating))
        });
        let mut documented: Vec<(String, i32)> = rows.collect();
        documented.sort();
        known.sort();
        assert_eq!(documented, known, "{name}");
        assert!(known.contains(&("expert".to_owned(), 2000)), "{name}");
    }
}

#[test]
fn a_bot_that_is_asked_for_a_new_game_forgets_the_last_one() {
    for family in FAMILIES {
        let any = games::open(family.id).unwrap();
        for name in ["level:9", "expert", "level:2"] {
            let mut bot = bots::make(&any, name).unwrap();
            let (stop, clock) = (StopSignal::new(), SystemClock::new());
            let mut play = || {
                bot.new_game();
                let (mut referee, mut rng) = (Referee::new(&any), GameRng::from_seed(5));
                for _ in 0..8 {
                    let budget = SearchBudget::default().with_nodes(1_500);
                    let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, &stop, &clock) };
                    referee.take_turn(bot.as_mut(), &mut context).unwrap();
                }
                referee.into_history().moves().to_vec()
            };
            assert_eq!(play(), play(), "{name} {}", family.id);
        }
    }
}
