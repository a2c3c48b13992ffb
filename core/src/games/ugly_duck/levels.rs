//! The classic computer players of the two originals, the one for `uglyduck` and the one for `uglyduck-xl`.

use super::board::Geometry;
use super::moves::Move;
use super::proof::{self, OpeningBook, Perfect};
use super::reasons;
use super::size::Size;
use super::steps::STEPS;
use super::{Ducks, Kind, UglyDuckPosition};
use crate::engine::bots::{BotCatalog, ClassicBot, EngineGame, Random};
use crate::engine::level::{DEFAULT_SKILLS, Skill, rated};
use crate::engine::reasons::Patterns;
use crate::engine::search::{ResultPolicy, SearchListener, SearchReport, SearchRequest, Searcher};
use crate::engine::solver::Prover;
use crate::games::bits::Bits;
use crate::model::{GameRng, Outcome, Player, Position as _, View};

/// The ratings of the ten levels on 5x5. docs/levels.md has the matches.
const RATINGS: [i32; 10] = [655, 840, 1_040, 1_155, 1_345, 1_495, 1_665, 1_815, 1_905, 2_000];

/// Levels 1 to 9 on boards of at most 25 cells: see docs/levels.md.
const SMALL_SKILLS: [Skill; 9] = [
    Skill::noisy(100, 400),
    Skill::noisy(100, 130),
    Skill::noisy(140, 80),
    Skill::noisy(180, 80),
    Skill::noisy(215, 40),
    Skill::Positions(16),
    Skill::Positions(26),
    Skill::Positions(50),
    Skill::Positions(210),
];

/// The description of the difficult mode.
const DIFFICULT: &str = "Difficult Mode: brings a swan home, captures, promotes, moves swans, in that order";

impl<G: Geometry, const IS_CLASSIC: bool> EngineGame for Ducks<G, IS_CLASSIC> {
    fn known_win(&self, position: &Self::Position) -> Option<Move> {
        let book = OpeningBook::classic();
        book.find(position).or_else(|| book.after_two_turns(position)?.1)
    }

    fn known_winner(&self, position: &Self::Position) -> Option<Player> {
        let known = self.results.winner(position);
        known.or_else(|| Some(OpeningBook::classic().after_two_turns(position)?.0))
    }

    fn known_plies(&self, position: &Self::Position) -> Option<u32> {
        self.results.plies(position)
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        results: ResultPolicy,
        position: &Self::Position,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, Move>,
    ) -> SearchReport<Move> {
        let known = self.results.for_policy(results).map(AsRef::as_ref);
        searcher.search_with_results(known, position, request, listener)
    }

    fn representative(&self, position: &Self::Position) -> Self::Position {
        position.representative()
    }

    fn reason_patterns(&self) -> Vec<Patterns<Self::Position>> {
        reasons::patterns()
    }

    fn prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        proof::prover(self, bytes)
    }

    fn thorough_prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        proof::thorough_prover(self, bytes)
    }
}

impl<G: Geometry, const IS_CLASSIC: bool> BotCatalog for Ducks<G, IS_CLASSIC> {
    fn ratings(&self) -> Vec<(String, i32)> {
        match self.size() {
            _ if IS_CLASSIC => rated(RATINGS, &[("easy", 450), ("hard", 935)]),
            Size::FIVE_BY_FIVE => rated(RATINGS, &[]),
            _ => Vec::new(),
        }
    }

    fn level_skills(&self) -> [Skill; 9] {
        if self.size().width() * self.size().height() <= 25 { SMALL_SKILLS } else { DEFAULT_SKILLS }
    }

    fn classic_bots(&self) -> Vec<ClassicBot<Self::Position>> {
        let mut levels = if IS_CLASSIC {
            vec![
                ClassicBot::new("easy", "Easy Mode: a random move, the same player as random", Random)
                    .at_random(),
                ClassicBot::by("hard", DIFFICULT, |view, rng| {
                    rng.pick(&difficult_moves(view.position)).copied()
                }),
            ]
        } else {
            vec![
                ClassicBot::by("easy", "a random move of a random piece that can move", |view, rng| {
                    random_piece_then_move(&Self::Position::moves(view.position), rng)
                })
                .at_random(),
                ClassicBot::by(
                    "hard",
                    "greedy: prefers wins, more swans and ducks, and none exposed to capture",
                    |view, _| greedy_move(view),
                ),
            ]
        };
        if Perfect::<G>::plays(self.size()) {
            levels.push(ClassicBot::new("perfect", proof::PERFECT, Perfect::new(self.results.clone())));
        }
        levels
    }
}

/// The rules of the Difficult Mode of the original of `uglyduck`, in order. Each says whether a legal move satisfies it.
fn rules<G: Geometry>() -> [fn(&UglyDuckPosition<G>, Move) -> bool; 5] {
    [
        |position, mv| moves_swan(position, mv) && mv.to.row == position.home_row(position.to_move()),
        |position, mv| position.is_capture(mv),
        |position, mv| position.is_promotion(mv),
        moves_swan,
        |_, _| true,
    ]
}

fn moves_swan<G: Geometry>(position: &UglyDuckPosition<G>, mv: Move) -> bool {
    position.piece(mv.from).is_some_and(|piece| piece.kind == Kind::Swan)
}

/// Returns the legal moves that satisfy the first rule that any move satisfies. Empty only if there is no
/// legal move.
fn difficult_moves<G: Geometry>(position: &UglyDuckPosition<G>) -> Vec<Move> {
    let moves = position.moves();
    let matching = |rule: fn(&UglyDuckPosition<G>, Move) -> bool| {
        moves.iter().copied().filter(|mv| rule(position, *mv)).collect::<Vec<_>>()
    };
    rules().into_iter().map(matching).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Level 1 of the original of `uglyduck-xl`: a random piece that can move, then a random move of that piece.
/// All pieces are equally likely, so the move of a piece that has only one is played more often than each
/// move of a piece with three. `moves` must be grouped by piece, as the generator lists them.
fn random_piece_then_move(moves: &[Move], rng: &mut GameRng) -> Option<Move> {
    let pieces: Vec<&[Move]> = moves.chunk_by(|one, next| one.from == next.from).collect();
    let piece = rng.pick(&pieces)?;
    rng.pick(piece).copied()
}

/// Returns the legal moves sorted by piece number, then by the order of the letters `q w e a s d`.
fn numbered_moves<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>) -> Vec<Move> {
    let letter = |mv: Move| STEPS.iter().position(|step| step.from(mv.from) == mv.to);
    let moves = view.position.moves().into_iter();
    let mut moves: Vec<_> = moves.map(|mv| (view.numbering.on(mv.from.into()), letter(mv), mv)).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, _, mv)| mv).collect()
}

/// Level 2 of the original of `uglyduck-xl`: the move to the position with the highest [`value`]. If all
/// moves have the same value, a swan moves if possible. Otherwise ties go by piece number, then by letter.
fn greedy_move<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>) -> Option<Move> {
    let position = view.position;
    let moves: Vec<(Move, i32)> =
        numbered_moves(view).into_iter().map(|mv| (mv, value(&position.after(mv)))).collect();
    let (first, best) =
        moves.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    if moves.iter().any(|(_, value)| *value != best) {
        return Some(first);
    }
    moves.iter().map(|(mv, _)| *mv).find(|mv| moves_swan(position, *mv)).or(Some(first))
}

/// The value of each duck more than the opponent has.
const DUCK: i32 = 20;
/// The value of each swan more than the opponent has.
const SWAN: i32 = 50;
/// The value of a won position.
const WIN: i32 = 1000;
/// The penalty if the opponent can capture anything on the next turn, however much.
const EXPOSED: i32 = -5;

/// Returns the value of a position in the original of `uglyduck-xl`, for the player who just moved.
fn value<G: Geometry>(position: &UglyDuckPosition<G>) -> i32 {
    let (mover, enemy) = (position.to_move().opponent(), position.to_move());
    let ducks = |player: Player| position.ducks(player).count() as i32;
    let swans = |player: Player| position.swans(player).count() as i32;
    let won = position.outcome() == Some(Outcome::Win(mover));
    let exposed = position.moves().into_iter().any(|mv| position.is_capture(mv));
    DUCK * (ducks(mover) - ducks(enemy))
        + SWAN * (swans(mover) - swans(enemy))
        + if won { WIN } else { 0 }
        + if exposed { EXPOSED } else { 0 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{CLASSIC, FiveByFive, UglyDuckXl};
    use super::*;
    use crate::model::{Game as _, History};

    fn difficult(position: &str) -> Vec<String> {
        let position = CLASSIC.read_position(position).unwrap();
        difficult_moves(&position).into_iter().map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn difficult_mode_applies_its_rules_in_order() {
        for (text, moves) in [
            // It could capture, promote or move a swan, but it wins.
            ("5/S1d2/1D3/2SD1/d4 1", &["b1a1", "b1a2"][..]),
            // It could promote or move a swan, but it captures, here with either of two pieces.
            ("5/5/S4/1d1D1/2d2 1", &["d4e3"]),
            ("5/1d3/S4/3D1/2d2 1", &["c1b2", "d4e3"]),
            // It could move a swan, but it promotes.
            ("5/5/S4/3D1/d4 1", &["d4e3", "d4e4", "d4e5"]),
            // It could move a duck, but it moves a swan.
            ("D4/5/4S/5/d4 1", &["c5b4", "c5b5"]),
            ("D4/5/5/5/d4 1", &["a1b1", "a1b2"]),
            // A swan that comes home is preferred to a capture of the last piece, here d4e5 or b4a5.
            ("5/S4/5/3D1/4d 1", &["b1a1", "b1a2"]),
            ("4D/3d1/5/s4/5 2", &["d1e1", "d1e2"]),
            // A swan that captures the last piece on its first row comes home too.
            ("1d3/S4/5/5/5 1", &["b1a1", "b1a2"]),
            // Without a swan near home, a capture of the last piece wins.
            ("5/5/S4/3D1/4d 1", &["d4e5"]),
        ] {
            assert_eq!(difficult(text), moves, "{text}");
        }
    }

    #[test]
    fn a_blocked_way_home_is_not_chosen() {
        // The original chose b1a1 here, found it blocked, and chose again forever.
        let moves = difficult("d4/S4/5/5/d4 1");
        assert!(!moves.contains(&"b1a1".to_owned()) && !moves.is_empty(), "{moves:?}");
    }

    const XL: UglyDuckXl<FiveByFive> = UglyDuckXl::on(FiveByFive);

    fn history(text: &str) -> History<UglyDuckPosition<FiveByFive>> {
        History::new(CLASSIC.read_position(text).unwrap())
    }

    #[test]
    fn easy_picks_a_piece_and_then_a_move() {
        let mut rng = GameRng::from_seed(13);
        // In the first position, piece 1 has one move, piece 2 has two, and the others have none. At the start,
        // the corners have two moves each, and the others three. A random move would prefer pieces with many.
        for (text, pieces) in [("5/5/D2D1/d3D/3Dd 1", 2), ("DDDDD/5/5/5/ddddd 1", 5)] {
            let moves = history(text).current().moves();
            let mut counts: BTreeMap<Move, i32> = BTreeMap::new();
            for _ in 0..60_000 {
                *counts.entry(random_piece_then_move(&moves, &mut rng).unwrap()).or_default() += 1;
            }
            for mv in &moves {
                let of_piece = moves.iter().filter(|other| other.from == mv.from).count() as i32;
                let wanted = 60_000 / pieces / of_piece;
                assert!((counts[mv] - wanted).abs() < 600, "{mv} in {text}: {counts:?}");
            }
        }
    }

    #[test]
    fn the_four_values() {
        for (text, value) in [
            // Player 1 has just moved.
            ("DDDDD/5/5/5/ddddd 2", 0),
            ("DD3/5/5/5/4d 2", 20),
            ("D4/5/5/5/2ddd 2", -40),
            ("D4/5/4S/5/1d3 2", 50),
            ("D4/5/1s3/5/4d 2", -50),
            ("D3S/5/5/5/4d 2", 1000 + 50),
            ("DD3/5/5/5/5 2", 1000 + 40),
            // The opponent cannot move.
            ("d4/5/5/5/4D 2", 1000),
            // Player 2 has just moved.
            ("D4/5/5/5/1dd2 1", 20),
            // The opponent can capture an exposed piece. Two of them count once.
            ("D4/1d3/5/5/5 2", -5),
            ("DD3/1dd2/5/5/5 2", -5),
            // No piece is exposed: there are no captures straight ahead, a swan moves the other way, or the
            // game is over.
            ("1D3/1d3/5/5/5 2", 0),
            ("D4/1s3/5/5/5 2", 20 - 50),
            ("S4/1d3/5/5/5 2", 1000 - 20 + 50),
        ] {
            assert_eq!(super::value(history(text).current()), value, "{text}");
        }
    }

    #[test]
    fn hard_takes_the_highest_value_then_a_swan_then_the_first_piece() {
        for (text, mv) in [
            // It wins rather than captures.
            ("5/S1d2/1D3/2SD1/d4 1", "b1a1"),
            // It captures a swan rather than a duck.
            ("5/5/1D3/s1d2/d4 1", "c2d1"),
            // It does not go where it can be captured, although q comes first.
            ("5/5/2D2/5/d4 1", "c3d3"),
            // A swan is worth more than a duck.
            ("5/D4/5/2D2/4d 1", "d3e2"),
            // Ties go to a swan, then to the first piece.
            ("DDDDD/5/5/5/ddddd 1", "a1b1"),
            ("DDDDD/5/5/5/ddddd 2", "e1d1"),
            ("D4/5/4S/5/d4 1", "c5b4"),
            // Only if all are equal: c1d1 can be captured, so the first of the others is played.
            ("4D/5/D4/4S/1d3 1", "a5b4"),
        ] {
            assert_eq!(greedy_move(&XL.view(&history(text))).unwrap().to_string(), mv, "{text}");
        }
    }

    #[test]
    fn the_first_piece_has_the_smallest_number() {
        let mut history = history("DD3/5/5/5/1ddd1 1");
        for mv in ["a1b1", "e4d4"] {
            history.play(CLASSIC.read_legal_move(history.current(), mv).unwrap());
        }
        assert_eq!(greedy_move(&XL.view(&history)).unwrap().to_string(), "b1c1");
    }

    #[test]
    fn both_levels_play_legal_moves_to_the_end() {
        let mut rng = GameRng::from_seed(15);
        for _ in 0..50 {
            let mut history = History::new(CLASSIC.start());
            while history.current().outcome().is_none() {
                let easy = random_piece_then_move(&history.current().moves(), &mut rng).unwrap();
                let hard = greedy_move(&XL.view(&history)).unwrap();
                for mv in [easy, hard] {
                    assert_eq!(history.current().check_move(mv), Ok(()));
                }
                history.play(if rng.below(2) == 0 { easy } else { hard });
            }
            assert_eq!(greedy_move(&XL.view(&history)), None);
            assert_eq!(random_piece_then_move(&history.current().moves(), &mut rng), None);
        }
    }
}
