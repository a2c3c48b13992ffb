//! The solver's claims agree with plain negamax in every game.

use cygnet_core::engine::bots::{self, BotCatalog, EngineGame, MoveContext, SearchBudget};
use cygnet_core::engine::minimax::negamax;
use cygnet_core::engine::score::MATE;
use cygnet_core::engine::solver::{ProofLimits, Solution, Solver, solve};
use cygnet_core::games::qawale::Qawale;
use cygnet_core::games::replica::{LargeSet, Replica, Rules};
use cygnet_core::games::three_dragons::ThreeDragons;
use cygnet_core::games::ugly_duck::CLASSIC;
use cygnet_core::model::{
    Evaluate, Game, GameRng, History, Outcome, Position, StopSignal, Stopwatch, SystemClock,
};

/// Plays a random game from `start` for up to `max_plies` plies. Returns the positions.
fn random_game<P: Position>(start: &P, max_plies: usize, rng: &mut GameRng) -> Vec<P> {
    let mut positions = vec![start.clone()];
    while positions.len() <= max_plies {
        let position = &positions[positions.len() - 1];
        if position.outcome().is_some() {
            break;
        }
        let Some(mv) = position.random_move(rng) else { break };
        positions.push(position.after(mv));
    }
    positions
}

fn solve_within<P: Evaluate>(position: &P, bytes: usize, positions: u64) -> Solution<P::Move> {
    let stop = StopSignal::new();
    solve(position, bytes, ProofLimits::new(positions, &stop), &mut |_| {})
}

/// Compares a solution with negamax, which values a win in `n` plies as `MATE - n`.
fn compare<P: Evaluate>(position: &P, solution: &Solution<P::Move>, deepest: u32) {
    let mut end = position.clone();
    for mv in &solution.line {
        assert!(end.moves().contains(mv), "{position:?}");
        end = end.after(*mv);
    }
    if solution.outcome.is_some() {
        assert_eq!(end.outcome(), solution.outcome, "{position:?}");
    }
    let (Some(Outcome::Win(winner)), Some(plies)) = (solution.outcome, solution.plies) else { return };
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
        let mut rng = GameRng::from_seed(seed);
        let game = random_game(start, 400, &mut rng);
        let index = game.len().saturating_sub(1 + rng.below(before_the_end + 1));
        let bytes = [1 << 10, 1 << 16, 1 << 20][rng.below(3)];
        let solution = solve_within(&game[index], bytes, 20_000);
        proven += u64::from(solution.outcome.is_some());
        assert!(!matches!(solution.outcome, Some(Outcome::Win(_))) || solution.plies.is_some());
        compare(&game[index], &solution, deepest);
    }
    assert!(proven * 4 >= games, "only {proven} of {games} were solved");
}

#[test]
fn ends_of_every_game_are_solved() {
    ends_are_solved(&CLASSIC.start(), 60, 6, 5);
    ends_are_solved(&Replica::<u64>::default().start(), 40, 3, 3);
    ends_are_solved(&Replica::<LargeSet>::new(Rules::new(12, false).unwrap()).start(), 20, 2, 2);
    ends_are_solved(&ThreeDragons::default().start(), 40, 3, 2);
    ends_are_solved(&Qawale::Eight.start(), 40, 2, 2);
}

/// Like [`ends_are_solved`], but with the prover of the game.
fn ends_are_proven<G: EngineGame>(game: &G, games: u64, before_the_end: usize, deepest: u32) {
    let solver = Solver { positions: 20_000, distance: true, ..Solver::new(1 << 24) };
    let mut proven = 0;
    for seed in 0..games {
        let mut rng = GameRng::from_seed(seed);
        let positions = random_game(&game.start(), 400, &mut rng);
        let position = &positions[positions.len().saturating_sub(1 + rng.below(before_the_end + 1))];
        assert!(game.thorough_prover(0).is_some());
        let exact = solver.solve(game, position);
        if exact.plies.is_some() || exact.outcome.and_then(Outcome::winner).is_none() {
            compare(position, &exact, deepest);
        }
        let quick = Solver { distance: false, bytes: [0, 1 << 20][rng.below(2)], ..solver.clone() };
        let quick = quick.solve(game, position);
        assert!(quick.outcome.is_none() || exact.outcome.is_none() || quick.outcome == exact.outcome);
        compare(position, &quick, 0);
        proven += u64::from(exact.outcome.is_some());
    }
    assert!(proven * 4 >= 3 * games, "only {proven} of {games} were proven");
}

#[test]
fn ends_of_replica_and_qawale_are_proven() {
    ends_are_proven(&Replica::<u64>::default(), 10, 4, 4);
    ends_are_proven(&Replica::<LargeSet>::new(Rules::new(12, false).unwrap()), 5, 2, 2);
    ends_are_proven(&Qawale::Eight, 40, 2, 2);
    assert!(Replica::<u64>::new(Rules::new(8, true).unwrap()).thorough_prover(1 << 20).is_none());
}

/// There are no draws by repetition. If positions can repeat, only the rules can end a game, so no draw can
/// be claimed.
#[test]
fn draws_of_qawale_are_proven_and_others_never_claimed() {
    let mut draws = 0;
    for seed in 0..60 {
        let mut rng = GameRng::from_seed(seed);
        let game = random_game(&Qawale::Eight.start(), 16, &mut rng);
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
            let proven = Solver::new(1 << 20).solve(&Qawale::Eight, position);
            assert_eq!(proven.outcome.map(|outcome| outcome == Outcome::Draw), Some(wanted == 0));
            assert!(solution.outcome.is_none() || proven.outcome == solution.outcome);
            draws += u32::from(solution.outcome == Some(Outcome::Draw) && position.outcome().is_none());
        }
    }
    assert!(draws > 0, "no drawn position came up");
    no_draw_is_claimed(&ThreeDragons::default());
    no_draw_is_claimed(&Replica::<u64>::new(Rules::new(8, true).unwrap()));
}

/// If positions can repeat, a win is a finite tree, and no other result is claimed.
fn no_draw_is_claimed<G: EngineGame>(game: &G) {
    for seed in 0..10 {
        let mut rng = GameRng::from_seed(seed);
        for position in random_game(&game.start(), 60, &mut rng).iter().step_by(20) {
            let solution = Solver { positions: 2_000, ..Solver::new(1 << 16) }.solve(game, position);
            assert_ne!(solution.outcome, Some(Outcome::Draw));
        }
    }
}

/// Plays the expert against itself after two random turns, with `nodes` positions per move. Returns the
/// positions.
fn expert_game<G: BotCatalog>(game: &G, seed: u64, nodes: u64) -> Vec<G::Position> {
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    let mut rng = GameRng::from_seed(seed);
    let mut bot = bots::make(game, "expert").unwrap();
    let mut history = History::new(game.start());
    while history.current().outcome().is_none() {
        let position = history.current().clone();
        let mv = match history.plies() {
            0 | 1 => position.random_move(&mut rng),
            _ => {
                let budget = SearchBudget::default().with_nodes(nodes);
                let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, &stop, &clock) };
                bot.choose(&game.view(&history), &mut context)
            }
        };
        history.play(mv.unwrap());
    }
    history.turns().map(|(before, _, _)| before.clone()).collect()
}

/// Reads a number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Solves positions some turns before the end of expert games, with the general solver and with the prover of
/// the game. Prints how many were solved, the positions visited, and the time.
fn measure_ends<G: BotCatalog>(game: &G, nodes: u64) {
    let (samples, positions) = (setting("ENDS_SAMPLES", 200), setting("ENDS_POSITIONS", 1_000_000));
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    let solver = Solver { positions, stop: stop.clone(), ..Solver::new(1 << 30) };
    // In Qawale a position costs the proof-number search a hundred times as much.
    let by_horizon = setting("ENDS_HORIZON_POSITIONS", positions);
    let limits = ProofLimits::new(by_horizon, &stop);
    let only = setting("ENDS_TURNS", 0) as usize;
    let games: Vec<_> = (0..samples).map(|seed| expert_game(game, seed, nodes)).collect();
    for turns in [2, 4, 6, 8, 12].into_iter().filter(|turns| [0, *turns].contains(&only)) {
        let ends: Vec<_> = games.iter().filter_map(|game| game.iter().rev().nth(turns - 1)).collect();
        let measure = |way: &str, solve: &dyn Fn(&G::Position) -> Solution<_>| {
            let watch = Stopwatch::start(&clock);
            let solutions: Vec<_> = ends.iter().map(|end| solve(end)).collect();
            let solved = solutions.iter().filter(|solution| solution.outcome.is_some()).count();
            let draws = solutions.iter().filter(|solution| solution.outcome == Some(Outcome::Draw)).count();
            let visited: u64 = solutions.iter().map(|solution| solution.positions).sum();
            println!(
                "{}\t{turns} turns before the end\t{way}\t{solved} of {} solved, {draws} draws\t{visited} positions\t{:.1} s",
                game.name(),
                ends.len(),
                watch.elapsed().as_secs_f64()
            );
            solutions
        };
        let before = measure("horizon", &|end| solve(end, 1 << 30, limits, &mut |_| {}));
        let now = measure("proof numbers", &|end| solver.solve(game, end));
        let both =
            before.iter().zip(&now).filter(|(before, now)| before.outcome.is_some() && now.outcome.is_some());
        let (mut number, mut visited) = (0, [0, 0]);
        for (before, now) in both {
            assert_eq!(before.outcome, now.outcome);
            number += 1;
            visited = [visited[0] + before.positions, visited[1] + now.positions];
        }
        println!(
            "\tthe {number} solved by both: {} positions by horizon, {} by proof numbers",
            visited[0], visited[1]
        );
    }
}

#[test]
#[ignore = "solves the ends of hundreds of games in two ways, which takes hours by default"]
fn how_many_ends_are_solved() {
    match std::env::var("ENDS_GAME").as_deref() {
        Ok("qawale") => measure_ends(&Qawale::Eight, 500),
        _ => measure_ends(&Replica::<u64>::default(), 2_000),
    }
}

#[test]
fn what_was_asked_about_a_puzzle_before_does_not_count() {
    use cygnet_core::engine::puzzle::PuzzleAnalyzer;
    use cygnet_core::games::ugly_duck::{Size, Small, UglyDuckXl};

    let game = UglyDuckXl::on(Small::new(Size::new(3, 4).unwrap()).unwrap());
    let position = game.read_position("D1D/2D/1d1/dd1 1").unwrap();
    let analyzer = |positions| PuzzleAnalyzer::new(&game, Solver { positions, ..Solver::new(1 << 22) });
    let with_few = analyzer(200);
    for _ in 0..20 {
        assert_eq!(with_few.puzzle(&position), None, "a proof takes more positions");
    }
    assert!(analyzer(10_000).puzzle(&position).is_some());
}
