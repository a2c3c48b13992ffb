//! Tests of the rules: one per sentence of the rulebook, and long random games.

use super::moves::{check_move, check_valid_piece, check_valid_position};
use super::walk::Walk;
use super::*;
use crate::model::{Game, GameRng, MoveError, Outcome, Player, Position as _};
use crate::samples::samples;

const DARK: Option<Outcome> = Some(Outcome::Win(Player::One));
const LIGHT: Option<Outcome> = Some(Outcome::Win(Player::Two));

fn read(text: &str) -> QawalePosition {
    Qawale::Eight.read_position(text).unwrap()
}

/// Returns the position after a legal move.
fn play(text: &str, mv: &str) -> QawalePosition {
    let position = read(text);
    position.after(Qawale::Eight.read_legal_move(&position, mv).unwrap())
}

fn refusal(text: &str, mv: &str) -> Refusal {
    match Qawale::Eight.read_legal_move(&read(text), mv) {
        Err(MoveError::Illegal(refusal)) => refusal,
        other => panic!("{mv}: {other:?}"),
    }
}

fn cell(text: &str) -> Cell {
    Qawale::Eight.read_move(text).unwrap().cell()
}

#[test]
fn a_turn_lifts_the_stack_with_the_new_piece_and_drops_from_the_bottom() {
    let after = play("dl,-,t,-/-,-,-,-/-,-,-,-/-,-,-,- d 12", "a1b1c1d1");
    assert_eq!(after.to_string(), "-,d,tl,d/-,-,-,-/-,-,-,-/-,-,-,- l 11");
    // The walk crosses the cell from which it was lifted.
    let after = play("dltt,-,-,-/-,-,-,-/-,-,-,-/-,-,-,t d 12", "a1b1b2a2a1b1");
    assert_eq!(after.to_string(), "t,dd,-,-/t,l,-,-/-,-,-,-/-,-,-,t l 11");
}

#[test]
fn a_refusal_says_why() {
    let start = Qawale::Eight.start();
    let text = start.to_string();
    let (a1, b1, b2) = (cell("a1"), cell("b1"), cell("b2"));
    for (mv, reason) in [
        ("a1b1a1b1", Refusal::StraightBack(a1)),
        ("b1c1", Refusal::EmptyCell(b1)),
        ("a1", Refusal::PiecesLeft(3)),
        ("a1a2a3", Refusal::PiecesLeft(1)),
        ("a1a2a3a4b4", Refusal::HandEmpty),
    ] {
        assert_eq!(refusal(&text, mv), reason, "{mv}");
    }
    assert_eq!(check_valid_piece(&start, b1), Err(Refusal::EmptyCell(b1)));
    assert_eq!(check_valid_piece(&start, cell("d4")), Ok(()));
    assert_eq!(check_valid_position(a1, None, b2), Err(Refusal::NotAdjacent { from: a1, to: b2 }));
    assert_eq!(check_valid_position(a1, None, a1), Err(Refusal::NotAdjacent { from: a1, to: a1 }));
    assert_eq!(check_valid_position(a1, Some(b1), b1), Err(Refusal::StraightBack(b1)));
    assert_eq!(check_valid_position(b1, Some(a1), b2), Ok(()));
    let still = |left| Refusal::PiecesLeft(left).to_string();
    assert_eq!(still(1), "The walk is too short: 1 piece is still in your hand.");
    assert_eq!(still(2), "The walk is too short: 2 pieces are still in your hand.");
}

/// A search tries turns of other positions without asking the validator.
#[test]
fn a_turn_of_another_position_is_allowed_if_it_is_legal() {
    let mut rng = GameRng::from_seed(5);
    let mut decided = [0; 2];
    for _ in 0..200 {
        let mut both = [Qawale::Eight.start(); 2];
        for _ in 0..2 * rng.below(7) {
            for position in both.iter_mut().filter(|position| position.outcome().is_none()) {
                *position = position.after(position.random_move(&mut rng).unwrap());
            }
        }
        let [other, position] = both;
        if other.outcome().or(position.outcome()).is_some() {
            continue;
        }
        for mv in std::iter::repeat_with(|| other.random_move(&mut rng)).take(20).flatten() {
            let is_legal = check_move(&position, mv).is_ok();
            assert_eq!(position.allows(mv), is_legal, "{mv}");
            decided[usize::from(is_legal)] += 1;
        }
    }
    assert!(decided.iter().all(|count| *count > 100), "{decided:?}");
}

/// Returns a board with `stack` on each of these cells and nothing elsewhere.
fn board_with(cells: &[Cell], stack: &str) -> String {
    let stacks: Vec<&str> = Cell::all().map(|cell| if cells.contains(&cell) { stack } else { "-" }).collect();
    let rows: Vec<String> = stacks.chunks(board::SIDE).map(|row| row.join(",")).collect();
    rows.join("/")
}

#[test]
fn every_row_column_and_diagonal_wins_for_either_mover() {
    for line in board::LINES {
        for (stack, won) in [("ltd", DARK), ("tdl", LIGHT), ("ldt", None)] {
            for side in ["d", "l"] {
                let position = |cells| read(&format!("{} {side} 4", board_with(cells, stack)));
                assert_eq!(position(&line).outcome(), won, "{line:?} {stack} {side}");
                assert_eq!(position(&line[1..]).outcome(), None, "{line:?} {stack} {side}");
            }
        }
    }
}

#[test]
fn a_stack_of_four_and_three_in_line_win_nothing() {
    for board in [
        "dddd,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-",
        "d,d,d,l/-,-,-,-/-,-,-,-/-,-,-,-",
        "d,d,dt,d/-,-,-,-/-,-,-,-/-,-,-,-",
        "t,t,t,t/-,-,-,-/-,-,-,-/-,-,-,-",
        "-,d,-,-/-,-,d,-/-,-,-,d/d,-,-,-",
    ] {
        assert_eq!(read(&format!("{board} d 4")).outcome(), None, "{board}");
    }
}

#[test]
fn lines_after_a_turn_and_the_last_turn_end_the_game() {
    const DRAW: Option<Outcome> = Some(Outcome::Draw);
    for (text, mv, outcome) in [
        // The mover wins by completing a line of the mover's colour,
        ("d,d,d,-/-,-,-,d/-,-,-,-/-,-,-,- d 4", "d2d1c1", DARK),
        ("-,-,-,l/-,-,-,l/-,t,-,l/-,-,-,- l 4", "b3c3d3", None),
        ("-,-,-,l/-,-,-,l/-,-,-,l/-,t,-,- l 4", "b4c4d4", LIGHT),
        ("d,-,-,-/-,d,-,-/-,-,d,-/-,t,-,- d 4", "b4c4d4", DARK),
        // loses by completing only one of the opponent's,
        ("-,-,l,-/l,l,-,l/-,-,-,-/-,-,-,- d 4", "c1c2c3", LIGHT),
        ("-,-,d,-/d,d,-,d/-,-,-,-/-,-,-,- l 4", "c1c2c3", DARK),
        // and wins by completing both.
        ("-,-,l,-/l,l,-,l/d,d,-,d/-,-,-,- d 4", "c1c2c3", DARK),
        ("-,-,d,-/d,d,-,d/l,l,-,l/-,-,-,- l 4", "c1c2c3", LIGHT),
        // A line in the middle of the walk does not count, nor one that the placed piece makes before it.
        ("d,d,d,-/-,-,-,dt/-,-,-,-/-,-,-,- d 4", "d2d1c1c2", None),
        ("d,d,d,l/-,-,-,-/-,-,-,-/-,-,-,- d 4", "d1d2d3", None),
        // The sixteenth turn wins, or the game is a draw.
        ("-,-,-,-/l,l,-,l/-,-,-,t/-,-,-,- l 1", "d3c3c2", LIGHT),
        ("-,-,-,-/l,l,-,l/-,-,-,t/-,-,-,- l 1", "d3d4c4", DRAW),
        ("-,-,d,-/d,d,-,d/-,-,-,-/-,-,-,- l 1", "c1c2c3", DARK),
    ] {
        assert_eq!(play(text, mv).outcome(), outcome, "{text} {mv}");
    }
}

#[test]
fn the_twentieth_turn_of_the_longer_game_wins_or_the_game_is_a_draw() {
    let game = Qawale::Ten;
    let position = game.read_position("ttttttt,ddddd,llllll,-/l,l,-,l/ddddd,-,-,t/-,-,-,- l 1").unwrap();
    check_pieces(game, &position);
    let ends =
        ["d3c3c2", "d3d4c4"].map(|mv| position.after(game.read_legal_move(&position, mv).unwrap()).outcome());
    assert_eq!(ends, [LIGHT, Some(Outcome::Draw)]);
}

#[test]
fn a_finished_game_refuses_every_turn() {
    for text in ["d,d,d,d/t,-,-,-/-,-,-,-/-,-,-,- l 4", "t,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 0"] {
        let position = read(text);
        let mv = Qawale::Eight.read_move("a1a2a3").unwrap();
        assert_eq!(check_move(&position, mv), Err(Refusal::GameOver));
        assert_eq!(Qawale::Eight.read_legal_move(&position, "a1a2a3"), Err(MoveError::GameOver));
        assert_eq!(position.moves(), []);
    }
}

#[test]
fn a_player_with_no_stack_to_place_on_loses() {
    let empty = read("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 16");
    assert_eq!((empty.count_moves(), empty.outcome()), (0, LIGHT));
    assert_eq!(empty.random_move(&mut GameRng::from_seed(1)), None);
}

#[test]
fn no_move_makes_any_position_panic() {
    let mut rng = GameRng::from_seed(2);
    let texts = [
        "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 16",
        "ttttttttddddddddllllllll,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- l 0",
        "-,-,-,-/-,ttttttttddddddddlllllll,-,-/-,-,-,-/-,-,-,- l 1",
        "d,d,d,d/l,l,l,l/t,t,t,t/-,-,-,- d 8",
    ];
    for text in texts {
        let mut position = read(text);
        for _ in 0..1000 {
            let mut mv = Move::on(Cell::wrapped(rng.below(16)));
            for _ in 0..rng.below(Move::MAX_STEPS + 1) {
                mv = mv.then(board::Direction::ALL[rng.below(4)]);
            }
            let _ = (check_move(&position, mv), position.outcome(), mv.to_string(), position.count_moves());
            position = position.after_unchecked(mv);
        }
    }
}

/// Returns every turn that the validator accepts, by trying every cell at every step.
fn accepted(position: &QawalePosition) -> Vec<Move> {
    let mut complete = Vec::new();
    let begun = Cell::all().filter_map(|cell| Walk::begin(position, cell).ok());
    let mut open: Vec<Walk> = begun.collect();
    while let Some(walk) = open.pop() {
        for cell in Cell::all() {
            let mut longer = walk;
            match longer.step(cell) {
                Ok(()) if longer.finished().is_some() => complete.extend(longer.finished()),
                Ok(()) => open.push(longer),
                Err(_) => {}
            }
        }
    }
    complete.sort();
    complete
}

fn check_pieces(game: Qawale, position: &QawalePosition) {
    let count = |piece| -> usize { Cell::all().map(|cell| position.stack(cell).count(piece)).sum() };
    assert_eq!(count(Piece::Tan), TAN_PIECES);
    for player in Player::BOTH {
        assert_eq!(count(Piece::of(player)) + position.in_hand(player), game.pieces());
        for cell in Cell::all() {
            let shown = position.stack(cell).top() == Some(Piece::of(player));
            assert_eq!(position.tops(player) & cell.bit() != 0, shown);
        }
    }
}

/// Returns the move with one step changed, removed or added.
fn spoilt(mv: Move, rng: &mut GameRng) -> Move {
    let mut steps: Vec<board::Direction> = mv.steps().collect();
    let place = rng.below(steps.len());
    match rng.below(3) {
        0 => drop(steps.remove(place)),
        1 => steps[place] = board::Direction::ALL[rng.below(4)],
        _ => steps.insert(place, board::Direction::ALL[rng.below(4)]),
    }
    steps.into_iter().take(Move::MAX_STEPS).fold(Move::on(mv.cell()), Move::then)
}

#[test]
fn generator_and_validator_agree_in_random_games() {
    let mut rng = GameRng::from_seed(4);
    for round in 0..samples(100) {
        let game = Qawale::ALL[round % 2];
        let mut position = game.start();
        while position.outcome().is_none() {
            check_pieces(game, &position);
            let text = position.to_string();
            assert_eq!(game.read_position(&text), Ok(position));
            let mv = position.random_move(&mut rng).unwrap();
            assert_eq!(check_move(&position, mv), Ok(()));
            assert_eq!(game.read_move(&mv.to_string()), Ok(mv));
            if position.count_moves() < 400 {
                let moves = position.moves();
                assert_eq!(moves, accepted(&position), "{text}");
                assert_eq!(moves.len() as u64, position.count_moves());
                for _ in 0..20 {
                    let spoilt = spoilt(mv, &mut rng);
                    let listed = moves.binary_search(&spoilt).is_ok();
                    assert_eq!(check_move(&position, spoilt).is_ok(), listed, "{text} {spoilt}");
                }
            }
            position = walked(&position, mv);
        }
        check_pieces(game, &position);
        assert_eq!(position.moves(), []);
    }
}

#[test]
fn a_hundred_thousand_random_games_end_with_all_their_pieces() {
    let mut rng = GameRng::from_seed(10);
    let mut longest = [0; 2];
    for round in 0..100_000 {
        let game = Qawale::ALL[round % 2];
        let mut position = game.start();
        while position.terminal_outcome().is_none() {
            position = position.after(position.random_move(&mut rng).unwrap());
        }
        check_pieces(game, &position);
        longest[round % 2] = (game.turns() - position.pieces_left()).max(longest[round % 2]);
    }
    assert_eq!(longest, [16, 20]);
}

/// Returns the position after `mv`, played step by step and compared with the move played at once.
fn walked(position: &QawalePosition, mv: Move) -> QawalePosition {
    let after = position.after(mv);
    let mut walk = Walk::begin(position, mv.cell()).unwrap();
    for cell in mv.entered() {
        assert_eq!(walk.finished(), None);
        walk.step(cell.unwrap()).unwrap();
    }
    assert_eq!(walk.finished(), Some(mv));
    assert!(Cell::all().all(|cell| walk.board().stack(cell) == after.stack(cell)));
    after
}

#[test]
fn static_evaluation_ignores_threats() {
    use crate::model::Evaluate as _;
    let threat = read("tl,-,-,tl/ttd,d,d,-/-,tt,-,-/ttl,-,-,- d 10");
    assert!(threat.winning_move().is_some());
    assert!(threat.evaluate() > 50_000, "{}", threat.evaluate());
    assert!(threat.evaluate_static().abs() < 1_000, "{}", threat.evaluate_static());
}
