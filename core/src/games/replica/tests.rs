//! Tests of the rulebook on sample boards, and invariants in random games.

use super::*;
use crate::model::{Evaluate, Game, GameRng, Outcome, Player, Position as _, SCORE_LIMIT};

type Small = super::ReplicaPosition<u64>;

const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Player::One));
const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Player::Two));

fn game(house: bool) -> Replica<u64> {
    Replica::new(Rules::new(8, house).unwrap())
}

fn official(text: &str) -> Small {
    game(false).read_position(text).unwrap()
}

fn house(text: &str) -> Small {
    game(true).read_position(text).unwrap()
}

fn cell(name: &str) -> Cell {
    let (column, number, _) = crate::model::notation::read_cell(name).unwrap();
    Cell::new(column, number - 1).unwrap()
}

/// Returns the validator's answer for a move, and checks that the generator agrees.
fn verdict(position: &Small, text: &str) -> Result<(), Refusal> {
    let mv = game(false).read_move(text).unwrap();
    let verdict = position.check_move(mv);
    assert_eq!(position.moves().contains(&mv), verdict.is_ok(), "{text}");
    verdict
}

fn play(position: &Small, text: &str) -> Small {
    assert_eq!(verdict(position, text), Ok(()), "{text}");
    position.after(game(false).read_move(text).unwrap())
}

/// Lists the possible transforms in canonical notation.
fn transforms(position: &Small) -> String {
    let flipped = position.moves().into_iter().filter(|mv| matches!(mv, Move::Transform(_)));
    flipped.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_king_sees_past_friendly_checkers_but_not_past_an_enemy() {
    let friends = official("7W/6w1/8/4w3/3w4/8/8/7B w");
    assert_eq!(transforms(&friends), "d4=K e5=K g7=K");
    let enemy = official("7W/6w1/5b2/4w3/8/8/w7/7B w");
    assert_eq!(transforms(&enemy), "g7=K");
    assert_eq!(verdict(&enemy, "e5=K"), Err(Refusal::NoKingSees));
    assert_eq!(check_valid_transform_by(&enemy, cell("e5"), cell("h8")), Err(Refusal::EnemyInSight));
    assert_eq!(check_valid_transform_by(&enemy, cell("a2"), cell("h8")), Err(Refusal::KingNotInLine));
    assert_eq!(check_valid_transform_by(&enemy, cell("e5"), cell("h1")), Err(Refusal::NotYourKing));
    assert_eq!(check_valid_transform_by(&enemy, cell("e5"), cell("i9")), Err(Refusal::OutsideBoard));
    assert_eq!(verdict(&enemy, "h8=K"), Err(Refusal::AlreadyKing));
}

#[test]
fn a_king_sees_along_all_eight_lines() {
    let position = official("w2w2w1/8/8/w2W2w1/8/8/w5w1/3w4 w");
    assert_eq!(transforms(&position), "d1=K a2=K g2=K a5=K g5=K a8=K d8=K g8=K");
}

#[test]
fn a_jump_over_three_captures() {
    let position = official("8/8/8/1bwwww2/8/8/8/8 w");
    assert_eq!(verdict(&position, "f5a5"), Err(Refusal::EnemyInJump));
    let after = play(&position, "f5b5");
    assert_eq!(after.to_string(), "8/8/8/1wwww3/8/8/8/8 b");
}

#[test]
fn a_jump_needs_friends_without_a_gap() {
    let position = official("8/5w2/5w2/1w1www2/5w2/5w2/5w2/5w2 w");
    assert_eq!(verdict(&position, "f5c5"), Ok(()));
    assert_eq!(verdict(&position, "f5a5"), Err(Refusal::GapInJump));
    assert_eq!(verdict(&position, "d5a5"), Err(Refusal::GapInJump));
    assert_eq!(verdict(&position, "f7d5"), Err(Refusal::NothingToJump));
    assert_eq!(verdict(&position, "f5d5"), Err(Refusal::OwnCheckerOnTarget));
    assert_eq!(verdict(&position, "f5e5"), Err(Refusal::OwnCheckerOnTarget));
    // The column of friendly checkers reaches the edge, with nothing beyond it.
    assert_eq!(verdict(&position, "f7f1"), Err(Refusal::OwnCheckerOnTarget));
    assert_eq!(check_valid_jump(&position, cell("f5"), cell("e4")), Err(Refusal::NothingToJump));
    assert_eq!(check_valid_step(&position, cell("f5"), cell("c5")), Err(Refusal::StepTooLong));
}

#[test]
fn moves_go_forward_only() {
    let white = official("8/8/8/3w4/8/8/1B6/8 w");
    for (target, wanted) in
        [("c5", true), ("c4", true), ("d4", true), ("d6", false), ("c6", false), ("e4", false)]
    {
        let wanted = if wanted { Ok(()) } else { Err(Refusal::NotForward) };
        assert_eq!(verdict(&white, &format!("d5{target}")), wanted, "{target}");
    }
    let black = official("8/8/8/3w4/8/8/1B6/8 b");
    assert_eq!(black.moves().len(), 3);
    assert_eq!(verdict(&black, "b2b1"), Err(Refusal::NotForward));
    assert_eq!(verdict(&black, "b2d3"), Err(Refusal::NotOnALine));
    assert_eq!(verdict(&black, "b2b2"), Err(Refusal::SameCell));
    assert_eq!(verdict(&black, "d5d4"), Err(Refusal::NotYourChecker));
    assert_eq!(verdict(&black, "a1a2"), Err(Refusal::NoChecker));
}

#[test]
fn the_key_of_a_position_includes_the_side_to_move_and_the_end() {
    let keys = ["w", "b", "w!", "b!"].map(|side| official(&format!("6wW/8/8/8/8/8/8/Bb6 {side}")).hash_key());
    let different: std::collections::BTreeSet<u64> = keys.into_iter().collect();
    assert_eq!(different.len(), keys.len());
}

#[test]
fn taking_a_king_or_a_king_in_the_corner_wins() {
    for (before, mv, after, outcome) in [
        // A king reaches the corner by a capture, also of a king.
        ("7W/8/8/8/8/8/1W6/b6B w", "b2a1", "7W/8/8/8/8/8/8/W6B b", WHITE_WINS),
        ("7W/8/8/8/8/8/1W6/B7 w", "b2a1", "7W/8/8/8/8/8/8/W7 w!", WHITE_WINS),
        // One of two kings is taken.
        ("7W/8/8/2W5/2b5/8/8/B7 b", "c4c5", "7W/8/8/2b5/8/8/8/B7 b!", BLACK_WINS),
        // A checker in the corner wins only when it becomes a king.
        ("7W/8/8/8/8/8/1w6/8 w", "b2a1", "7W/8/8/8/8/8/8/w7 b", None),
        ("7W/8/8/8/8/8/8/w7 w", "a1=K", "7W/8/8/8/8/8/8/W7 b", WHITE_WINS),
    ] {
        let after_it = play(&official(before), mv);
        assert_eq!(
            (after_it.to_string().as_str(), after_it.terminal_outcome()),
            (after, outcome),
            "{before}"
        );
        assert_eq!(after_it.king_taken(), after.ends_with('!'), "{before}");
    }
    let over = official("7W/8/8/2b5/8/8/8/B7 b!");
    assert_eq!(verdict(&over, "h8g8"), Err(Refusal::GameOver));
    // With kings in both corners, the last mover won.
    for (text, outcome) in [
        ("7B/8/8/8/8/8/8/W7 w", BLACK_WINS),
        ("7B/8/8/8/8/8/8/W7 b", WHITE_WINS),
        ("7B/8/8/8/8/8/8/8 b", BLACK_WINS),
    ] {
        assert_eq!(official(text).terminal_outcome(), outcome, "{text}");
    }
}

#[test]
fn a_player_without_a_move_loses() {
    assert_eq!(verdict(&official("8/8/8/8/8/8/8/wW6 w"), "a1=K"), Ok(()));
    let stuck = official("7b/8/8/8/8/8/1B6/w7 w");
    assert_eq!((stuck.terminal_outcome(), stuck.outcome()), (None, BLACK_WINS));
    assert_eq!(official("8/8/8/8/8/8/8/8 b").outcome(), WHITE_WINS);
}

#[test]
fn house_steps_go_all_ways_and_jumps_go_straight() {
    let position = house("8/8/2w5/2w5/3w4/2b1w3/8/8 w");
    assert_eq!(position.moves().iter().filter(|mv| from(**mv) == cell("d4")).count(), 6);
    assert_eq!(verdict(&position, "d4c3"), Ok(()));
    assert_eq!(verdict(&position, "c5c7"), Ok(()));
    assert_eq!(verdict(&position, "c6c4"), Ok(()));
    assert_eq!(verdict(&position, "e3c5"), Err(Refusal::DiagonalJump));
    assert_eq!(verdict(&position, "c5e3"), Err(Refusal::DiagonalJump));
    assert_eq!(verdict(&position, "c6c3"), Err(Refusal::GapInJump));
}

fn from(mv: Move) -> Cell {
    match mv {
        Move::Go { from, .. } | Move::Transform(from) => from,
    }
}

#[test]
fn house_kings_are_blocked_by_everything_and_limited_to_two() {
    let one = house("7W/6w1/8/4w3/8/7w/8/8 w");
    assert_eq!(transforms(&one), "h3=K g7=K");
    assert_eq!(check_valid_transform_by(&one, cell("e5"), cell("h8")), Err(Refusal::SightBlocked));
    let two = house("7W/6w1/8/4W3/8/7w/8/8 w");
    assert_eq!(transforms(&two), "");
    assert_eq!(verdict(&two, "g7=K"), Err(Refusal::TooManyKings));
}

#[test]
fn invalid_positions_are_explained() {
    let refused = |text: &str| game(false).read_position(text).unwrap_err().to_string();
    assert_eq!(refused("8/8/8/8/8/8/8/8"), "character 16: the side to move is missing, expected w or b");
    assert_eq!(refused("8/8/8/8/8/8/8/8 x"), "character 17: unknown side to move \"x\", expected w or b");
    assert_eq!(refused("8/8/8/8/8/8/8 w"), "character 14: expected 8 rows, found 7");
    assert_eq!(refused("8/8/8/7k/8/8/8/8 w"), "character 8: unknown letter 'k'");
    let sixteen = "character 14: white has 16 pieces, but at most 12 are allowed";
    assert_eq!(refused("wwwwwwww/wWwwwwww/8/8/8/8/8/8 w"), sixteen);
}

#[test]
fn invalid_moves_are_explained() {
    let refused = |text: &str| game(false).read_move(text).unwrap_err().to_string();
    assert_eq!(refused(""), "character 1: the text is empty");
    assert_eq!(refused("a1"), "character 3: expected a move such as f7e6 or g7=K");
    assert_eq!(refused("a1a9"), "character 3: a9 is outside the board");
    assert_eq!(refused(" i1a2"), "character 2: i1 is outside the board");
    assert_eq!(refused("a0a2"), "character 1: a0 is outside the board");
    assert_eq!(refused("a1a2a3"), "character 5: unexpected text after the end: \"a3\"");
    assert_eq!(refused("a1 a2"), "character 4: unexpected text after the end: \"a2\"");
    assert_eq!(game(false).read_move(" G7=k "), Ok(Move::Transform(cell("g7"))));
    let large = Replica::<LargeSet>::new(Rules::new(16, false).unwrap());
    assert_eq!(large.read_move("P16o15").map(|mv| mv.to_string()), Ok("p16o15".to_owned()));
}

/// Returns every move that can be written, including some just off the board.
fn every_move(size: usize) -> Vec<Move> {
    let cells: Vec<Cell> =
        (0..=size).flat_map(|row| (0..=size).filter_map(move |column| Cell::new(column, row))).collect();
    let go = cells.iter().flat_map(|from| cells.iter().map(|to| Move::Go { from: *from, to: *to }));
    go.chain(cells.iter().map(|cell| Move::Transform(*cell))).collect()
}

fn laws_hold<S: CellSet>(game: &Replica<S>, position: &ReplicaPosition<S>, every_move: &[Move]) {
    let mut generated = position.moves();
    generated.sort_unstable();
    let mut accepted: Vec<Move> =
        every_move.iter().copied().filter(|mv| position.check_move(*mv).is_ok()).collect();
    accepted.sort_unstable();
    let text = position.to_string();
    assert_eq!(generated, accepted, "{text}");
    assert_eq!(game.read_position(&text).as_ref(), Ok(position), "{text}");
    for mv in &generated {
        assert_eq!(game.read_move(&mv.to_string()), Ok(*mv), "{text}");
    }
    if position.terminal_outcome().is_none() {
        assert_eq!(position.count_moves(), generated.len() as u64, "{text}");
        assert!(position.evaluate().abs() < SCORE_LIMIT, "{text}");
        assert_eq!(
            position.with_turn_passed().map(|passed| passed.to_move()),
            Some(position.to_move().opponent())
        );
    }
}

/// Plays random games and returns how many of them ended within `max_turns` turns.
fn random_games<S: CellSet>(size: usize, house: bool, games: u64, max_turns: usize) -> usize {
    let game = Replica::<S>::new(Rules::new(size, house).unwrap());
    let every_move = every_move(size);
    let mut finished = 0;
    for seed in 0..games {
        let mut rng = GameRng::from_seed(seed);
        let mut position = game.start();
        for _ in 0..max_turns {
            laws_hold(&game, &position, &every_move);
            let Some(mv) = rng.pick(&position.moves()).copied() else { break };
            let next = position.after(mv);
            pieces_are_consistent(&game, &position, mv, &next);
            position = next;
        }
        finished += usize::from(position.outcome().is_some());
    }
    finished
}

fn pieces_are_consistent<S: CellSet>(
    game: &Replica<S>,
    before: &ReplicaPosition<S>,
    mv: Move,
    after: &ReplicaPosition<S>,
) {
    let (own, enemy) = (before.to_move(), before.to_move().opponent());
    let captured = matches!(mv, Move::Go { to, .. } if before.checker(to).is_some());
    let transformed = matches!(mv, Move::Transform(_));
    assert_eq!(game.is_progress(before, mv), captured || transformed);
    assert_eq!(after.checkers(own).count(), before.checkers(own).count());
    assert_eq!(after.kings(own).count(), before.kings(own).count() + u32::from(transformed));
    assert_eq!(after.checkers(enemy).count() + u32::from(captured), before.checkers(enemy).count());
    assert_eq!(after.kings(enemy) == before.kings(enemy), !after.king_taken());
    assert!(!after.checkers(own).meets(after.checkers(enemy)));
}

#[test]
fn laws_hold_in_random_games() {
    assert_eq!(random_games::<u64>(8, false, 40, 1_000), 40);
    assert!(random_games::<u64>(8, true, 12, 300) > 8);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn laws_hold_on_large_boards() {
    assert_eq!(random_games::<LargeSet>(12, false, 1, 1_000), 1);
    random_games::<LargeSet>(12, true, 1, 100);
    random_games::<LargeSet>(16, false, 1, 100);
    random_games::<LargeSet>(16, true, 1, 50);
}

/// Any arrangement that fits can be given as text, and none may cause a panic.
#[test]
fn laws_hold_on_random_arrangements() {
    for (seed, is_house) in (0..250).flat_map(|seed| [(seed, false), (seed, true)]) {
        let game = game(is_house);
        let mut rng = GameRng::from_seed(seed);
        let to_move = Player::BOTH[rng.below(2)];
        let mut position = Small::empty(game.rules(), to_move, rng.below(10) == 0);
        for owner in Player::BOTH {
            for _ in 0..rng.below(13) {
                let place =
                    Cell::new(rng.below(8), rng.below(8)).filter(|cell| position.checker(*cell).is_none());
                position.put(place, Checker { owner, king: rng.below(3) == 0 });
            }
        }
        laws_hold(&game, &position, &every_move(8));
        for mv in every_move(9) {
            // The result is unspecified for an illegal move, but there must be no panic.
            let _ = position.after_unchecked(mv).outcome();
        }
        let _ = position.evaluate();
    }
}

#[test]
fn a_direction_leads_from_one_cell_to_another_on_a_line() {
    let cells: Vec<Cell> = (0..64).filter_map(|number| Cell::new(number % 8, number / 8)).collect();
    for (from, to) in cells.iter().flat_map(|from| cells.iter().map(move |to| (*from, *to))) {
        let (columns, rows) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
        let is_line = from != to && (columns == 0 || rows == 0 || columns == rows);
        let found = Direction::between(from, to);
        assert_eq!(found.is_some(), is_line, "{from} {to}");
        let Some((direction, distance)) = found else { continue };
        let end = (0..distance).try_fold(from, |cell, _| cell.next(direction));
        assert_eq!(end, Some(to), "{from} {to}");
    }
}
