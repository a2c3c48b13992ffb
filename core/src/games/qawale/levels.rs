//! The classic computer players: level 1 (`easy`) and level 2 (`hard`) of the original, and `alert`.

use crate::engine::bots::{BotCatalog, ClassicBot, EngineGame};
use crate::engine::level::{NoisySearch, Skill, rated};
use crate::engine::reasons::Patterns;
use crate::engine::search::{
    ResultPolicy, SearchListener, SearchReport, SearchRequest, SearchStyle, Searcher,
};
use crate::engine::solver::Prover;
use crate::model::{GameRng, Position as _};

use super::board::{Cell, Direction, SIDE};
use super::generator::{placements, steps_from};
use super::moves::Move;
use super::position::QawalePosition;
use super::stack::Piece;
use super::walk::Walk;
use super::wins::winning_move;
use super::{Qawale, endings, reasons};

/// Levels 1 to 9. The two weakest often complete lines for the opponent, and levels up to 5 ignore the
/// opponent's replies. See docs/levels.md.
const SKILLS: [Skill; 9] = [
    Skill::NoisySearch(NoisySearch { plies: 100, noise: 200, side_swap: 97 }),
    Skill::NoisySearch(NoisySearch { plies: 100, noise: 200, side_swap: 70 }),
    Skill::noisy(100, 5_000),
    Skill::noisy(100, 680),
    Skill::noisy(100, 215),
    Skill::noisy(108, 50),
    Skill::noisy(138, 50),
    Skill::noisy(167, 50),
    Skill::noisy(191, 50),
];

/// The ratings of the ten levels. docs/levels.md has the matches.
const RATINGS: [i32; 10] = [1_255, 1_335, 1_430, 1_515, 1_590, 1_670, 1_750, 1_830, 1_910, 2_000];

impl EngineGame for Qawale {
    fn representative(&self, position: &Self::Position) -> Self::Position {
        endings::representative(position)
    }

    fn reason_patterns(&self) -> Vec<Patterns<Self::Position>> {
        reasons::patterns()
    }

    fn prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        endings::prover(bytes)
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        results: ResultPolicy,
        position: &QawalePosition,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, Move>,
    ) -> SearchReport<Move> {
        let is_timed = results == ResultPolicy::Timed;
        match is_timed && request.style == SearchStyle::Strong && request.lines == 1 {
            true => endings::search_timed(searcher, position, request, listener),
            false => searcher.search(position, request, listener),
        }
    }
}

impl BotCatalog for Qawale {
    fn ratings(&self) -> Vec<(String, i32)> {
        match self {
            Qawale::Eight => rated(RATINGS, &[("easy", 910), ("hard", 1_060), ("alert", 1_515)]),
            Qawale::Ten => Vec::new(),
        }
    }

    fn level_skills(&self) -> [Skill; 9] {
        SKILLS
    }

    fn other_bot_names(&self) -> &'static [(&'static str, &'static str)] {
        &[("c-1", "easy"), ("c-2", "hard")]
    }

    fn classic_bots(&self) -> Vec<ClassicBot<Self::Position>> {
        vec![
            ClassicBot::by("easy", "c-1: places on a random stack and takes random steps", |view, rng| {
                random_turn(view.position, rng)
            })
            .at_random(),
            ClassicBot::by("hard", "c-2: counts its pieces in stacks, rows and columns", |view, _| {
                counted_turn(view.position)
            }),
            ClassicBot::by("alert", "like hard, but never misses a win in one turn", |view, _| {
                winning_move(view.position).or_else(|| counted_turn(view.position))
            }),
        ]
    }
}

/// The original's level 1: a random placement, then random steps until the hand is empty.
fn random_turn(position: &QawalePosition, rng: &mut GameRng) -> Option<Move> {
    let cells: Vec<Cell> = placements(position).collect();
    walk_by(position, *rng.pick(&cells)?, |_, steps| rng.pick(steps).copied())
}

/// The original's level 2: picks the placement and then each step by counting pieces. It does not look for a
/// win. Ties go to the first choice in reading order.
fn counted_turn(position: &QawalePosition) -> Option<Move> {
    let colour = Piece::of(position.to_move());
    let start = first_best(placements(position), |cell| position.stack(*cell).count(colour) as i32)?;
    walk_by(position, start, |walk, steps| {
        // Its own pieces go where it has many, all others where it has few.
        let sign = if walk.hand().bottom() == Some(colour) { 1 } else { -1 };
        first_best(steps.iter().copied(), |(_, to)| sign * cross_count(walk.board(), *to, colour) as i32)
    })
}

/// Counts the pieces of `colour`, visible or not, in the column and the row of `cell`. Those on `cell` count
/// twice.
fn cross_count(board: &QawalePosition, cell: Cell, colour: Piece) -> usize {
    let column = (0..SIDE).filter_map(|row| Cell::new(cell.column(), row));
    let row = (0..SIDE).filter_map(|column| Cell::new(column, cell.row()));
    column.chain(row).map(|cell| board.stack(cell).count(colour)).sum()
}

/// Returns the first item with the highest value.
fn first_best<T>(items: impl Iterator<Item = T>, value: impl Fn(&T) -> i32) -> Option<T> {
    items.reduce(|best, item| if value(&item) > value(&best) { item } else { best })
}

/// Plays a whole turn that places on `start`, calling `choose` for each step.
fn walk_by(
    position: &QawalePosition,
    start: Cell,
    mut choose: impl FnMut(&Walk, &[(Direction, Cell)]) -> Option<(Direction, Cell)>,
) -> Option<Move> {
    let mut walk = Walk::begin(position, start).ok()?;
    let mut last = None;
    while walk.finished().is_none() {
        let steps: Vec<_> = steps_from(walk.current(), last).collect();
        let (direction, to) = choose(&walk, &steps)?;
        walk.step(to).ok()?;
        last = Some(direction);
    }
    walk.finished()
}

#[cfg(test)]
mod tests {
    use super::super::moves::check_move;
    use super::*;
    use crate::engine::bots::{self, MoveContext};
    use crate::model::{Game, History, Outcome, StopSignal, SystemClock};

    fn level_two(text: &str) -> String {
        counted_turn(&Qawale::Eight.read_position(text).unwrap()).unwrap().to_string()
    }

    #[test]
    fn level_two_counts_pieces_visible_or_not() {
        for (text, begin) in [
            // It places where it has most pieces. Ties go to the first in reading order.
            ("l,d,-,-/-,-,-,-/-,-,-,ddl/-,-,-,dl d 4", "d3"),
            ("-,t,-,t/-,-,-,-/-,-,-,-/-,-,-,- d 4", "b1"),
            ("-,-,l,ddd/-,d,-,-/-,-,-,-/t,t,t,t d 4", "d1"),
            // Its own pieces go towards its own: from D1 to the left.
            ("dd,-,-,dddl/-,-,-,-/-,-,-,-/-,-,-,- d 4", "d1c1"),
            // Others go away from its own: from D1 down to the second row.
            ("dd,-,-,ldddl/-,-,-,-/-,-,-,-/-,-,-,- d 4", "d1d2"),
        ] {
            assert!(level_two(text).starts_with(begin), "{text}: {}", level_two(text));
        }
        // Pieces on the cell itself count twice.
        let board = Qawale::Eight.read_position("-,d,-,-/-,dld,-,d/-,-,-,-/-,-,-,- d 4").unwrap();
        assert_eq!(cross_count(&board, Cell::wrapped(5), Piece::Dark), 3 + 3);
    }

    /// Returns the turn that the bot of this name chooses.
    fn chosen(game: Qawale, name: &str, history: &History<QawalePosition>) -> Move {
        let (stop, clock, mut rng) = (StopSignal::new(), SystemClock::new(), GameRng::from_seed(1));
        let mut context = MoveContext::new(&mut rng, &stop, &clock);
        bots::make(&game, name).unwrap().choose(&game.view(history), &mut context).unwrap()
    }

    #[test]
    fn hard_counts_where_alert_wins() {
        for game in Qawale::ALL {
            let history = History::new(game.read_position("-,-,-,t/d,d,-,-/l,l,l,t/-,-,-,t l 9").unwrap());
            let won_with = |name| {
                let mv = chosen(game, name, &history);
                (history.current().after(mv).terminal_outcome().is_some(), mv.to_string())
            };
            assert_eq!(won_with("hard"), (false, "a3b3c3".to_owned()));
            assert_eq!(won_with("c-2"), won_with("hard"));
            assert_eq!(won_with("alert"), (true, "d1d2d3".to_owned()));
        }
    }

    #[test]
    fn levels_play_legal_turns_hard_only_counts_and_alert_never_misses_a_win() {
        let mut rng = GameRng::from_seed(9);
        let mut wins = 0;
        for round in 0..200 {
            let game = Qawale::ALL[round % 2];
            let mut history = History::new(game.start());
            while history.current().terminal_outcome().is_none() {
                let position = *history.current();
                let counted = counted_turn(&position).unwrap();
                let win = Some(Outcome::Win(position.to_move()));
                let can_win =
                    position.moves().into_iter().any(|mv| position.after(mv).terminal_outcome() == win);
                let [hard, alert] = ["hard", "alert"].map(|name| chosen(game, name, &history));
                assert_eq!((hard, check_move(&position, hard)), (counted, Ok(())));
                let easy = random_turn(&position, &mut rng).unwrap();
                assert_eq!(check_move(&position, easy), Ok(()));
                match can_win {
                    true => assert_eq!(position.after(alert).terminal_outcome(), win),
                    false => assert_eq!(alert, counted),
                }
                wins += usize::from(can_win);
                history.play(if rng.below(2) == 0 { easy } else { hard });
            }
        }
        assert!(wins > 50, "{wins}");
    }
}
