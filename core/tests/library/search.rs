//! Every search returns the value of plain negamax, on random positions with a random evaluation.

use std::panic::{self, AssertUnwindSafe};
use std::thread;

use cygnet_core::engine::bots::EngineGame;
use cygnet_core::engine::resources::{Resources, ThreadShortage};
use cygnet_core::engine::score::MATE;
use cygnet_core::engine::search::{
    Limits, REPORT_INTERVAL, ResultPolicy, SearchReport, SearchRequest, SearchStyle, Searcher, mate_distance,
};
use cygnet_core::engine::solver::{MAX_PLIES, ProofLimits, Solver};
use cygnet_core::games::ugly_duck::{CLASSIC, FiveByFive, UglyDuckPosition};
use cygnet_core::games::{AnyGame, AnyMove, AnyPosition, FAMILIES, Family, open};
use cygnet_core::model::{
    ConcreteTask, Evaluate, Game, GameRng, Outcome, Position, SCORE_LIMIT, StopSignal, key_of, mix,
};

use crate::common::{every_kind, is_sampled, samples};

/// Evaluates a position for the player to move.
type EvalFn<'a> = &'a (dyn Fn(&AnyPosition) -> i32 + Sync);

/// Returns a random evaluation between `-range` and `range`. A small range leads to many equal values. The same
/// position always has the same value.
fn random_eval(seed: u64, range: u64) -> impl Fn(&AnyPosition) -> i32 + Sync {
    move |position| (mix(key_of(position) ^ seed) % (2 * range)) as i32 - range as i32
}

/// Returns the value of plain negamax at `depth` plies.
fn negamax(position: &AnyPosition, depth: u32, eval: EvalFn<'_>) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == position.to_move() {
                MATE
            } else {
                -MATE
            }
        }
        None if depth == 0 => eval(position),
        None => position.moves().into_iter().map(|mv| after_move(position, mv, depth, eval)).max().unwrap(),
    }
}

/// Returns the negamax value of `mv` at `depth` plies.
fn after_move(position: &AnyPosition, mv: AnyMove, depth: u32, eval: EvalFn<'_>) -> i32 {
    let value = -negamax(&position.after(mv), depth - 1, eval);
    // A win or loss is one ply further away.
    if mate_distance(value).is_some() { value - value.signum() } else { value }
}

/// Plays up to `plies` random moves from `start`, stopping before the game is over.
fn random_position<P: Position>(start: &P, plies: usize, rng: &mut GameRng) -> P {
    let mut position = start.clone();
    for _ in 0..plies {
        let next = position.random_move(rng).map(|mv| position.after(mv));
        match next.filter(|next| next.outcome().is_none()) {
            Some(next) => position = next,
            None => break,
        }
    }
    position
}

/// Compares the search with negamax on `count` random positions, with evaluations of several ranges.
fn agrees_with_negamax(game: &AnyGame, count: usize, plies: usize, deepest: u32) {
    let start = game.start();
    let stop = StopSignal::new();
    for number in 0..count {
        let mut rng = GameRng::from_seed(number as u64);
        let plies = rng.below(plies + 1);
        let position = random_position(&start, plies, &mut rng);
        let range = [3, 300, SCORE_LIMIT as u64][rng.below(3)];
        let eval = random_eval(rng.next_u64(), range);
        // A small table has many positions per slot, and a reused searcher has entries of other depths.
        let mut searcher = Searcher::new([64, 1 << 12, 1 << 20][rng.below(3)]);
        let mut search =
            |request: SearchRequest<'_>| searcher.search_with_eval(&eval, &position, &request, &mut |_| {});
        for depth in [deepest, 1 + rng.below(deepest as usize) as u32] {
            let limits = Limits::depth(depth, &stop);
            let report = search(SearchRequest::new(limits));
            let best = report.best().unwrap();
            assert_eq!(best.value, negamax(&position, depth, &eval), "depth {depth}, {position:?}");
            follow(&position, &best.moves, best.value, depth, &eval);

            let all = search(SearchRequest::new(limits).with_lines(usize::MAX));
            assert_eq!(all.lines[0].value, best.value);
            assert!(all.lines.is_sorted_by(|one, next| one.value >= next.value));
            for line in &all.lines {
                let value = after_move(&position, line.moves[0], depth, &eval);
                assert_eq!(line.value, value, "depth {depth}, {:?} in {position:?}", line.moves[0]);
                follow(&position, &line.moves, line.value, depth, &eval);
            }
            let some = search(SearchRequest::new(limits).with_lines(3));
            let values =
                |report: &SearchReport<AnyMove>| report.lines.iter().take(3).map(|line| line.value).collect();
            let (wanted, found): (Vec<i32>, Vec<i32>) = (values(&all), values(&some));
            assert_eq!(found, wanted);
        }
    }
}

/// Checks that a line is legal and ends where its value comes from.
fn follow(position: &AnyPosition, moves: &[AnyMove], value: i32, depth: u32, eval: EvalFn<'_>) {
    let mut end = position.clone();
    for mv in moves {
        assert!(end.moves().iter().any(|legal| end.after(*legal) == end.after(*mv)));
        end = end.after(*mv);
    }
    match mate_distance(value) {
        Some(plies) => {
            assert!(end.outcome().is_some());
            assert_eq!(moves.len() as u32, plies);
        }
        None => {
            let sign = if moves.len() % 2 == 0 { 1 } else { -1 };
            assert!(moves.len() as u32 == depth || end.outcome() == Some(Outcome::Draw));
            let at_end = if end.outcome().is_some() { 0 } else { eval(&end) };
            assert_eq!(sign * at_end, value);
        }
    }
}

#[test]
fn searches_agree_with_negamax() {
    for (name, count, plies, deepest) in [
        ("uglyduck", samples(10), 40, 5),
        ("replica", samples(1), 30, 3),
        ("replica:8,house", samples(1), 30, 3),
        ("replica:12", samples(1), 20, 2),
        ("three-dragons", samples(1), 30, 3),
        ("qawale", samples(1), 12, 2),
        // There are few moves near the start and near the end of the game.
        ("qawale", samples(1).min(2), 2, 3),
    ] {
        agrees_with_negamax(&open(name).unwrap(), count, plies, deepest);
    }
}

#[test]
fn threads_share_the_node_limit() {
    let stop = StopSignal::new();
    for threads in [1, 2, 8] {
        let limits = Limits::none(&stop).with_nodes(50_000);
        let request = SearchRequest::new(limits).with_threads(threads);
        let report = Searcher::new(1 << 20).search(&CLASSIC.start(), &request, &mut |_| {});
        assert_eq!(report.threads, threads);
        // Each thread counts its positions in batches.
        let max_nodes = 50_000 + 600 * threads as u64;
        assert!((50_000..max_nodes).contains(&report.nodes), "{threads} threads: {} positions", report.nodes);
    }
}

#[test]
fn a_search_uses_the_available_threads() {
    let stop = StopSignal::new();
    let request = SearchRequest::new(Limits::depth(6, &stop)).with_threads(8);
    let value = |report: &SearchReport<_>| report.best().map(|line| line.value);
    let search = |helpers: usize| {
        let resources = Resources::default().without_threads(helpers..usize::MAX);
        Searcher::with_resources(1 << 20, resources).search(&CLASSIC.start(), &request, &mut |_| {})
    };
    let alone = search(0);
    for helpers in 0..9 {
        let report = search(helpers);
        assert_eq!((report.depth, report.threads), (6, 1 + helpers.min(7)));
        assert_eq!(value(&report), value(&alone));
        let shortage = ThreadShortage::of(report.threads, 8);
        assert_eq!((report.thread_shortage(8), shortage.is_none()), (shortage, helpers >= 7));
    }
}

/// Checks that the proof search confirms the wins and losses claimed by the strong search, even when a
/// misleading evaluation guides its pruning. Returns the number of claims.
fn claims_are_true(game: &AnyGame, count: u64, plies: usize, nodes: u64) -> usize {
    let (start, stop) = (game.start(), StopSignal::new());
    let mut claims = 0;
    for number in 0..count {
        let mut rng = GameRng::from_seed(number);
        let position = random_position(&start, rng.below(plies + 1), &mut rng);
        let range = [300, 3_000][rng.below(2)];
        let misleading = random_eval(rng.next_u64(), range);
        let limits = Limits::none(&stop).with_nodes(nodes);
        let request = SearchRequest::new(limits).with_style(SearchStyle::Strong).with_lines(3);
        let mut searcher = Searcher::new(1 << 18);
        for line in searcher.search_with_eval(&misleading, &position, &request, &mut |_| {}).lines {
            if !line.proven || line.value == 0 {
                continue;
            }
            let after = position.after(line.moves[0]);
            let proof = ProofLimits::new(1_000_000, &stop);
            let solution = game.solve_within(&after, MAX_PLIES, 1 << 24, proof, &mut |_| {});
            let Some(outcome) = solution.outcome else { continue };
            let mover = position.to_move();
            let winner = if line.value > 0 { mover } else { mover.opponent() };
            assert_eq!(outcome, Outcome::Win(winner), "{line:?}, {position:?}");
            claims += 1;
        }
    }
    claims
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn claims_of_the_strong_search_are_true() {
    for (size, plies) in [("3x4", 6), ("4x4", 14), ("4x5", 22)] {
        let game = open(&format!("uglyduck-xl:{size}")).unwrap();
        assert!(claims_are_true(&game, 60, plies, 20_000) > 20, "{size}");
    }
    let replica = open("replica:8").unwrap();
    assert!(claims_are_true(&replica, 12, 40, 5_000) > 0);
}

#[test]
fn a_list_cut_off_by_a_limit_has_one_depth() {
    for Family { id: name, .. } in FAMILIES {
        let game = open(name).unwrap();
        for nodes in [3_000, 20_000, 50_000] {
            let stop = StopSignal::new();
            let limits = Limits::none(&stop).with_nodes(nodes);
            let request = SearchRequest::new(limits).with_lines(usize::MAX);
            let position = game.start();
            let report = Searcher::new(1 << 20).search(&position, &request, &mut |_| {});
            assert_eq!(report.lines.len() as u64, position.count_moves());
            assert!(report.lines.iter().all(|line| line.depth == report.depth), "{name}: {:?}", report.lines);
        }
    }
}

/// A search also reports in the middle of a deep level, at least every `REPORT_INTERVAL` positions, each time with a
/// legal best move.
#[test]
fn a_search_is_never_silent_for_long() {
    let mut in_the_middle = 0;
    let games = [("replica", 1), ("three-dragons", 1), ("qawale", 2)].into_iter().enumerate();
    for (_, (name, lines)) in games.filter(|(number, _)| is_sampled(*number, 3)) {
        let game = open(name).unwrap();
        let (start, stop) = (game.start(), StopSignal::new());
        let limits = Limits::none(&stop).with_nodes(REPORT_INTERVAL * 5 / 4);
        let request = SearchRequest::new(limits).with_style(SearchStyle::Strong).with_lines(lines);
        let mut last = 0;
        let mut searcher = Searcher::new(1 << 24);
        let report = game.search(&mut searcher, ResultPolicy::Never, &start, &request, &mut |report| {
            assert!(report.nodes <= last + REPORT_INTERVAL * 11 / 10, "{name}: {last} {report:?}");
            assert!(report.current_depth >= report.depth && !report.lines.is_empty());
            assert_eq!(start.check_move(report.lines[0].moves[0]), Ok(()), "{name}");
            last = report.nodes;
            in_the_middle += u32::from(report.current_depth > report.depth);
        });
        assert!(report.nodes <= last + REPORT_INTERVAL * 11 / 10, "{name}");
    }
    assert!(in_the_middle > 0, "the depths are too short");
}

struct TypeName;

impl<M> ConcreteTask<M> for TypeName {
    type Output = &'static str;

    fn run<P: Evaluate>(self, _position: &P, _erase: impl Fn(P::Move) -> M + Copy) -> &'static str {
        std::any::type_name::<P>()
    }
}

/// There is one search through [`AnyGame`]: that of the game inside.
#[test]
fn a_search_of_any_game_is_that_of_the_game_inside() {
    let stop = StopSignal::new();
    for game in every_kind() {
        let start = game.start();
        let name = start.with_concrete(TypeName);
        assert!(!name.contains("Any"), "{}: {name}", game.name());
        let request = SearchRequest::new(Limits::none(&stop).with_nodes(3_000));
        let direct = Searcher::new(1 << 20).search(&start, &request, &mut |_| {});
        let mut searcher = Searcher::new(1 << 20);
        assert_eq!(direct, game.search(&mut searcher, ResultPolicy::Never, &start, &request, &mut |_| {}));
    }
}

/// Returns whether `work` panics, which it must do before the limits of its search are reached.
fn panics(work: impl FnOnce()) -> bool {
    panic::catch_unwind(AssertUnwindSafe(work)).is_err()
}

#[test]
fn a_panic_of_the_caller_ends_searches_and_proofs_in_every_thread() {
    let start = CLASSIC.start();
    let caller = thread::current().id();
    for threads in [1, 3] {
        let stop = StopSignal::new();
        let request = SearchRequest::new(Limits::none(&stop)).with_threads(threads);
        assert!(panics(|| {
            Searcher::new(1 << 20).search(&start, &request, &mut |_| panic!("in the listener"));
        }));
        for in_caller in [true, false] {
            let eval = |position: &UglyDuckPosition<FiveByFive>| {
                let panics = (thread::current().id() == caller) == in_caller || threads == 1;
                assert!(!panics, "in an evaluation");
                position.evaluate()
            };
            let request = SearchRequest::new(Limits::depth(5, &stop)).with_threads(threads);
            assert!(panics(|| {
                Searcher::new(1 << 20).search_with_eval(&eval, &start, &request, &mut |_| {});
            }));
        }
        let solver = Solver { threads, ..Solver::new(1 << 24) };
        assert!(panics(|| {
            solver.solve_with_progress(&CLASSIC, &start, &mut |_| panic!("in the listener"));
        }));
    }
}

#[test]
fn no_evaluation_is_taken_for_a_proof() {
    let stop = StopSignal::new();
    let request = SearchRequest::new(Limits::depth(3, &stop));
    for value in [i32::MAX, i32::MIN, SCORE_LIMIT + 1, -SCORE_LIMIT - 1] {
        let mut searcher = Searcher::new(1 << 20);
        let report = searcher.search_with_eval(&|_| value, &CLASSIC.start(), &request, &mut |_| {});
        let best = report.best().unwrap();
        assert!(!best.proven && best.value.abs() <= SCORE_LIMIT && report.depth == 3, "{best:?}");
    }
}
