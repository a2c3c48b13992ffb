//! Tables compared with plain negamax, which shares only the rules with them.

mod stored;

use super::verify::put;
use super::*;
use crate::games::ugly_duck::tests::{PlainResults, plain_result};
use crate::games::ugly_duck::{CLASSIC, FiveByFive, Small, UglyDuckXl};
use crate::model::{Game, GameRng, Player};

fn plan(columns: usize, rows: usize, pieces: usize) -> TablePlan {
    let (size, kind) = (Size::new(columns, rows).unwrap(), TableKind::Results);
    TablePlan { kind, size, pieces, threads: 2, resources: Resources::default(), stop: StopSignal::new() }
}

fn plies_plan(columns: usize, rows: usize, pieces: usize) -> TablePlan {
    TablePlan { kind: TableKind::Plies, ..plan(columns, rows, pieces) }
}

/// Checks every position of a board with at most `pieces` pieces.
fn plies_agree_with_negamax(columns: usize, rows: usize, pieces: usize) {
    let geometry = Small::new(Size::new(columns, rows).unwrap()).unwrap();
    let table = plies_plan(columns, rows, pieces).make().unwrap();
    let mut known = PlainResults::new();
    let mut max_plies = 0;
    for position in all_positions(geometry, usize::MAX) {
        if position.terminal_outcome().is_some() {
            continue;
        }
        let all: u32 = Player::BOTH.map(|player| position.pieces(player).count_ones()).iter().sum();
        let wanted = (all as usize <= pieces).then(|| plain_result(&position, &mut known).1);
        assert_eq!(table.plies(&position).unwrap(), wanted, "{position:?}");
        let winner = wanted.map(|_| Outcome::Win(plain_result(&position, &mut known).0));
        assert_eq!(table.winner(&position).unwrap(), winner, "{position:?}");
        max_plies = max_plies.max(wanted.unwrap_or(0));
    }
    assert!(max_plies > 10, "{max_plies}");
}

#[test]
fn the_plies_to_the_end_agree_with_negamax() {
    plies_agree_with_negamax(3, 3, 6);
    plies_agree_with_negamax(3, 4, 4);
}

#[test]
#[ignore = "takes a minute and 2 GB"]
fn the_plies_to_the_end_agree_with_negamax_on_larger_boards() {
    plies_agree_with_negamax(4, 3, 8);
    plies_agree_with_negamax(3, 5, 5);
    plies_agree_with_negamax(4, 4, 5);
}

/// Lists every arrangement of `pieces` on the cells from number `from` on.
fn arrangements<G: Geometry>(
    position: UglyDuckPosition<G>,
    from: usize,
    pieces: [usize; 2],
    found: &mut Vec<UglyDuckPosition<G>>,
) {
    use crate::games::ugly_duck::position::{Kind, Piece};
    if pieces == [0, 0] {
        found.push(position);
        return;
    }
    let size = position.geometry().size();
    let Some(cell) = size.cells().nth(from) else { return };
    arrangements(position, from + 1, pieces, found);
    for owner in Player::BOTH.into_iter().filter(|owner| pieces[owner.index()] > 0) {
        for kind in [Kind::Duck, Kind::Swan] {
            let piece = Piece { owner, kind };
            let forbidden = if piece.moves_towards_last_row() { size.height() - 1 } else { 0 };
            if usize::from(cell.row) != forbidden {
                let (mut position, mut left) = (position, pieces);
                position.put(cell, piece);
                left[owner.index()] -= 1;
                arrangements(position, from + 1, left, found);
            }
        }
    }
}

/// Returns every position of a board with at most `pieces` pieces, with either side to move.
fn all_positions<G: Geometry>(geometry: G, pieces: usize) -> Vec<UglyDuckPosition<G>> {
    let width = geometry.size().width();
    let mut found = Vec::new();
    let materials = (1..=width).flat_map(|own| (1..=width).map(move |enemy| (own, enemy)));
    for (own, enemy) in materials.filter(|(own, enemy)| own + enemy <= pieces) {
        for mover in Player::BOTH {
            arrangements(UglyDuckPosition::empty(geometry, mover), 0, [own, enemy], &mut found);
        }
    }
    found
}

fn agrees_with_negamax(columns: usize, rows: usize, pieces: usize) {
    let geometry = Small::new(Size::new(columns, rows).unwrap()).unwrap();
    let table = plan(columns, rows, pieces).make().unwrap();
    let mut known = PlainResults::new();
    for position in all_positions(geometry, pieces) {
        let winner = plain_result(&position, &mut known).0;
        assert_eq!(table.winner(&position).unwrap(), Some(Outcome::Win(winner)), "{position:?}");
    }
}

#[test]
fn positions_of_small_boards_agree_with_negamax() {
    agrees_with_negamax(3, 3, usize::MAX);
    agrees_with_negamax(6, 3, 3);
}

#[test]
#[ignore = "takes ten minutes and 11 GB"]
fn every_position_of_larger_boards_agrees_with_negamax() {
    for (columns, rows) in [(3, 4), (4, 3), (3, 5), (5, 3), (3, 6), (4, 4)] {
        agrees_with_negamax(columns, rows, usize::MAX);
    }
}

/// Checks random positions with few pieces.
#[test]
fn five_by_five_agrees_with_proof_number_search() {
    use crate::engine::bots::EngineGame;
    use crate::engine::solver::ProofLimits;
    let table = plan(5, 5, 4).make().unwrap();
    let mut prover = CLASSIC.prover(1 << 20).unwrap();
    let mut rng = GameRng::from_seed(11);
    let stop = StopSignal::new();
    for _ in 0..300 {
        let pieces = [1 + rng.below(2), 1 + rng.below(2)];
        let position = random_position(pieces, &mut rng);
        let limits = ProofLimits::new(10_000_000, &stop);
        let proof = prover.prove(&position, limits, &mut |_| {});
        assert_eq!(table.winner(&position).unwrap(), proof.winner().map(Outcome::Win), "{position:?}");
    }
}

#[test]
fn positions_outside_the_table_have_no_result() {
    let table = plan(5, 5, 3).make().unwrap();
    let winner = |text: &str| table.winner(&CLASSIC.read_position(text).unwrap()).unwrap();
    assert_eq!(winner("DDDDD/5/5/5/ddddd 1"), None, "too many pieces");
    assert_eq!(winner("5/d4/5/5/2D2 1"), None, "a duck on the far row");
    assert_eq!(winner("5/S4/5/5/d4 1"), Some(Outcome::Win(Player::One)));
    assert_eq!(winner("S4/5/5/5/d4 2"), Some(Outcome::Win(Player::One)), "already won");
    let plan = plan(6, 3, 7);
    let (table, game) = (plan.make().unwrap(), UglyDuckXl::on(Small::new(plan.size).unwrap()));
    let winner = |text: &str| table.winner(&game.read_position(text).unwrap()).unwrap();
    assert!(winner("DD4/3D2/3ddd 1").is_some());
    assert_eq!(winner("DDDDDD/6/5d 1"), None, "six pieces of one side");
    assert!(TablePlan::fits(Size::FIVE_BY_FIVE) && !TablePlan::fits(Size::new(6, 5).unwrap()));
    assert!(Small::new(Size::new(6, 5).unwrap()).is_some());
}

#[test]
fn impossible_builds_are_explained() {
    let stopped = plan(3, 3, 6);
    stopped.stop.raise();
    assert!(matches!(stopped.make(), Err(BuildError::Stopped)));
    let refused =
        TablePlan { resources: Resources::default().without_tables(20..usize::MAX), ..plan(3, 3, 6) };
    assert!(matches!(refused.make(), Err(BuildError::Memory)));
    let alone = TablePlan { resources: Resources::default().without_threads(0..usize::MAX), ..plan(3, 3, 4) };
    assert!(alone.make().is_ok());
    assert!(plan(5, 5, 10).memory(true).unwrap() < 12 << 30);
}

#[derive(Debug)]
struct Both {
    results: EndgameTable,
    plies: EndgameTable,
}

impl<G: Geometry> KnownResults<UglyDuckPosition<G>> for Both {
    fn winner(&self, position: &UglyDuckPosition<G>) -> Option<Player> {
        KnownResults::winner(&self.results, position)
    }

    fn plies(&self, position: &UglyDuckPosition<G>) -> Option<u32> {
        self.plies.plies(position).unwrap()
    }
}

#[test]
fn a_search_with_known_results_keeps_wins_and_optimizes_distance() {
    use crate::engine::search::{Limits, SearchRequest, Searcher};
    let geometry = Small::new(Size::new(3, 4).unwrap()).unwrap();
    let [results, plies] = [plan(3, 4, 6), plies_plan(3, 4, 6)].map(|plan| plan.make().unwrap());
    let board = Both { results, plies };
    let (stop, mut searcher) = (StopSignal::new(), Searcher::new(1 << 20));
    let mut checked = 0;
    for position in all_positions(geometry, usize::MAX).into_iter().step_by(499) {
        if position.outcome().is_some() {
            continue;
        }
        let request = SearchRequest::new(Limits::depth(1, &stop));
        let report = searcher.search_with_results(Some(&board), &position, &request, &mut |_| {});
        let after = position.after(report.best().unwrap().moves[0]);
        let (winner, plies) = match after.outcome() {
            Some(outcome) => (outcome.winner(), Some(0)),
            None => (board.winner(&after), board.plies(&after)),
        };
        assert_eq!(winner, board.winner(&position), "{position:?}");
        if let Some(wanted) = board.plies(&position) {
            assert_eq!(plies.map(|plies| plies + 1), Some(wanted), "{position:?}");
        }
        checked += 1;
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn known_results_are_not_claimed_as_proofs() {
    use crate::engine::score::{is_mate, is_win_or_loss};
    use crate::engine::search::{Limits, SearchRequest, SearchStyle, Searcher};
    let geometry = Small::new(Size::new(3, 4).unwrap()).unwrap();
    let [endgame_tables, all] = [4, 6].map(|pieces| plan(3, 4, pieces).make().unwrap());
    let (stop, mut claimed) = (StopSignal::new(), 0);
    for position in all_positions(geometry, usize::MAX).into_iter().step_by(499) {
        let all_pieces: u32 = Player::BOTH.map(|player| position.pieces(player).count_ones()).iter().sum();
        if position.outcome().is_some() || all_pieces <= 4 {
            continue;
        }
        for style in [SearchStyle::Exact, SearchStyle::Strong] {
            let request = SearchRequest { style, ..SearchRequest::new(Limits::depth(4, &stop)) };
            let mut searcher = Searcher::new(1 << 20);
            let report =
                searcher.search_with_results(Some(&endgame_tables), &position, &request, &mut |_| {});
            let best = report.best().unwrap();
            if is_win_or_loss(best.value) {
                let wins = all.winner(&position).unwrap() == Some(Outcome::Win(position.to_move()));
                assert_eq!(best.value > 0, wins, "{style:?} {position:?}");
                assert!(!best.proven || is_mate(best.value));
                claimed += u32::from(!is_mate(best.value));
            }
        }
    }
    assert!(claimed > 50, "{claimed}");
}

/// Opens the 5x5 table in the directory named by the environment variable `TABLE`.
fn external_table() -> EndgameTable {
    let folder = std::path::PathBuf::from(std::env::var_os("TABLE").unwrap());
    let file = std::fs::File::open(folder.join("uglyduck-5x5.table")).unwrap();
    EndgameTable::open(file, TableKind::Results, Size::FIVE_BY_FIVE).unwrap()
}

/// Returns a 5x5 position with the given number of pieces for each player.
fn random_position(pieces: [usize; 2], rng: &mut GameRng) -> UglyDuckPosition<FiveByFive> {
    let mut position = UglyDuckPosition::empty(FiveByFive, *rng.pick(&Player::BOTH).unwrap());
    Player::BOTH.into_iter().for_each(|player| put(&mut position, player, pieces[player.index()], rng));
    position
}

/// Run with `TABLE=DIRECTORY cargo test --release --lib a_hundred_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "needs a table, and takes minutes"]
#[expect(clippy::print_stdout, reason = "prints the findings")]
fn a_hundred_thousand_positions_agree_with_proof_number_search() {
    use crate::engine::bots::EngineGame;
    use crate::engine::solver::ProofLimits;
    let (table, stop) = (external_table(), StopSignal::new());
    let mut prover = CLASSIC.prover(256 << 20).unwrap();
    let mut rng = GameRng::from_seed(12);
    let (mut unknown, mut visited) = (0, 0);
    for _ in 0..100_000 {
        let pieces = loop {
            let pieces = [1 + rng.below(5), 1 + rng.below(5)];
            if pieces[0] + pieces[1] <= table.pieces() {
                break pieces;
            }
        };
        let position = random_position(pieces, &mut rng);
        let limits = ProofLimits::new(1_000_000, &stop);
        let proof = prover.prove(&position, limits, &mut |_| {});
        visited += proof.positions;
        match proof.winner() {
            None => unknown += 1,
            Some(winner) => {
                assert_eq!(table.winner(&position).unwrap(), Some(Outcome::Win(winner)), "{position:?}");
            }
        }
    }
    println!("{unknown} not proven, {visited} positions visited");
    assert!(unknown < 1000);
}
