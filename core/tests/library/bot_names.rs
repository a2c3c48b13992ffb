//! The names of the bots, in every game.

use cygnet_core::engine::bots::{self, Bot, BotCatalog, BotProblem, MoveContext};
use cygnet_core::games::{self, AnyGame, AnyPosition, FAMILIES};
use cygnet_core::model::{Game, GameRng, History, Position, StopSignal, SystemClock};

fn opened() -> impl Iterator<Item = AnyGame> {
    FAMILIES.iter().flat_map(|family| family.examples).map(|name| games::open(name).unwrap())
}

#[test]
fn every_listed_name_makes_a_bot() {
    for game in opened() {
        for (name, _) in bots::names(&game) {
            assert!(bots::make(&game, &name).is_ok(), "{} {name}", game.name());
            assert_eq!(bots::canonical_name(&game, &name), name, "{}", game.name());
        }
    }
}

#[test]
fn bots_answer_to_the_names_that_people_write() {
    let everywhere = [
        ("Easy", "easy"),
        (" easy  MODE ", "easy"),
        ("level 3", "level:3"),
        ("Level 3", "level:3"),
        ("level3", "level:3"),
        ("level-3", "level:3"),
        ("Newcomer", "level:1"),
        ("master", "level:9"),
        ("Minimax 4", "minimax:4"),
        ("level:03", "level:3"),
        ("minimax:+4", "minimax:4"),
        ("expert:.01", "expert:0.01"),
        ("expert:1e-2", "expert:0.01"),
        ("expert 0.5", "expert:0.5"),
        ("Expert", "expert"),
    ];
    let of_one_game = [
        ("uglyduck", "Difficult", "hard"),
        ("uglyduck", "difficult mode", "hard"),
        ("uglyduck-xl", "difficult", "hard"),
        ("replica", "minimax", "hard"),
        ("replica:12", "Minimax", "hard"),
        ("qawale", "c-1", "easy"),
        ("qawale", "C-2", "hard"),
        ("qawale", "Alert", "alert"),
        ("qawale:10", "c-2", "hard"),
    ];
    for (typed, name) in everywhere {
        for game in opened() {
            assert_eq!(bots::canonical_name(&game, typed), name, "{}", game.name());
            assert!(bots::make(&game, typed).is_ok(), "{} {typed}", game.name());
        }
    }
    for (game, typed, name) in of_one_game {
        let game = games::open(game).unwrap();
        assert_eq!(bots::canonical_name(&game, typed), name, "{}", game.name());
        assert!(bots::make(&game, typed).is_ok(), "{} {typed}", game.name());
    }
}

#[test]
fn wrong_names_stay_wrong() {
    for game in opened() {
        for name in ["", "level:-1", "level 0", "level 3 4", "minimax", "minimax:-4", "nobody", "easy4", "4"]
        {
            let minimax_of_replica = name == "minimax" && game.name().starts_with("replica");
            assert_eq!(bots::make(&game, name).is_ok(), minimax_of_replica, "{} {name}", game.name());
        }
        let problem = |name: &str| bots::make(&game, name).err().map(|error| error.problem);
        assert_eq!(problem("level"), Some(BotProblem::MissingLevel), "{}", game.name());
        for name in ["level:0", "level:11", "level:x"] {
            assert_eq!(problem(name), Some(BotProblem::BadLevel), "{} {name}", game.name());
        }
    }
}

#[test]
fn the_suggestion_for_a_wrong_name_keeps_its_number() {
    let suggested = [
        ("levle:3", Some("level:3")),
        ("Levl 10", Some("level:10")),
        ("lvel7", Some("level:7")),
        ("minmax:12", Some("minimax:12")),
        ("expret:0.5", Some("expert:0.5")),
        ("exprt", Some("expert")),
        ("levle:33", None),
        ("nobody:3", None),
    ];
    let qawale = games::open("qawale").unwrap();
    assert_eq!(bots::make(&qawale, "c-3").err().unwrap().suggestion.as_deref(), Some("c-1"));
    for game in opened() {
        for (typed, wanted) in suggested {
            let error = bots::make(&game, typed).err().unwrap();
            assert_eq!(error.suggestion.as_deref(), wanted, "{} {typed}", game.name());
        }
    }
    let suggested = [
        ("replcia:12", "replica:12"),
        ("uglyduck-lx:4x6", "uglyduck-xl:4x6"),
        ("qawlae:10", "qawale:10"),
        ("qawlae:99", "qawale"),
    ];
    for (typed, wanted) in suggested {
        let error = games::open(typed).err().unwrap();
        assert_eq!(error.suggestion().as_deref(), Some(wanted), "{typed}");
    }
}

/// Returns the moves that a bot chooses in the first `plies` positions of a game of random moves.
fn moves_of(game: &AnyGame, name: &str, plies: u64) -> Vec<String> {
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    let mut history = History::new(game.start());
    let mut bot = bots::make(game, name).unwrap();
    let mut moves = Vec::new();
    for seed in 0..plies {
        let position = history.current().clone();
        if position.terminal_outcome().is_some() {
            break;
        }
        let mut rng = GameRng::from_seed(seed);
        let mut context = MoveContext::new(&mut rng, &stop, &clock);
        moves.push(bot.choose(&game.view(&history), &mut context).unwrap().to_string());
        history.play(position.random_move(&mut GameRng::from_seed(seed + 100)).unwrap());
    }
    moves
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_player_with_two_names_says_so() {
    let mut found = 0;
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let others = [("random", 15), ("greedy", 15), ("minimax:4", 3)]
            .map(|(name, plies)| (name, moves_of(&game, name, plies)));
        for bot in game.classic_bots().into_iter().filter(|bot| bot.name != "perfect") {
            // Most players already differ in the first moves.
            let first = moves_of(&game, bot.name, 3);
            for (other, moves) in &others {
                if moves.starts_with(&first) && *moves == moves_of(&game, bot.name, moves.len() as u64) {
                    let says = format!("the same player as {other}");
                    assert!(bot.about.contains(&says), "{} {}: {}", family.id, bot.name, bot.about);
                    found += 1;
                }
            }
        }
        let names = bots::names(&game);
        let levels = names.iter().find(|(name, _)| name.starts_with("level:")).unwrap();
        assert!(levels.1.contains("expert"), "{levels:?}");
    }
    assert!(found >= 4, "{found}");
}

#[test]
fn boxes_and_references_of_bots_are_bots() {
    fn chosen(mut bot: impl Bot<AnyPosition>, game: &AnyGame) -> bool {
        let (stop, clock, mut rng) = (StopSignal::new(), SystemClock::new(), GameRng::from_seed(1));
        let history = History::new(game.start());
        bot.new_game();
        let mut context = MoveContext::new(&mut rng, &stop, &clock);
        bot.choose_with_progress(&game.view(&history), &mut context, &mut |_| {}).is_some()
    }
    for game in opened() {
        let mut bot = bots::make(&game, "random").unwrap();
        assert!(chosen(&mut bot, &game) && chosen(bot.as_mut(), &game) && chosen(bot, &game));
    }
}
