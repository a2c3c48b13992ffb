mod laws;
mod page;
mod story;

use super::story::narrative;
use super::*;
use crate::analysis::review::*;

use crate::console::Style;
use crate::engine::bots::EngineGame;
use crate::engine::solver::ProofLimits;
use crate::games::{self, AnyGame, AnyPosition, FAMILIES};
use crate::model::{
    Eval, Game, GameRng, History, Mark, Outcome, Player, Position as _, Reason, Record, Seating, StopSignal,
};
use crate::samples::samples;

pub(super) fn classic() -> AnyGame {
    games::open("uglyduck").unwrap()
}

pub(super) const SMALL_LIMITS: AssessmentLimits<'static> = AssessmentLimits {
    nodes: 3_000,
    proof: 100_000,
    memory: 1 << 20,
    proof_memory: 1 << 20,
    ..AssessmentLimits::ADVICE
};

pub(super) fn random_game(game: &AnyGame, seed: u64, moves: usize) -> History<AnyPosition> {
    let (mut history, mut rng) = (History::new(game.start()), GameRng::from_seed(seed));
    while history.plies() < moves && history.current().outcome().is_none() {
        history.play(history.current().random_move(&mut rng).unwrap());
    }
    history
}

pub(super) fn reviewed(
    game: &AnyGame,
    history: &History<AnyPosition>,
    limits: AssessmentLimits<'_>,
) -> Review {
    let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
    let assessor = Assessor::new(game, limits, &stop, &knowledge);
    review(game, history, history.current().outcome(), &assessor, &mut |_| {})
}

/// A review of an invented game with these values before and after each turn, player 1 first.
pub(super) fn synthetic_review(evals: &[(Eval, Eval)]) -> Review {
    let moves =
        |text: &str| MoveTexts { canonical: vec![text.replace(' ', "")], typed: vec![text.to_owned()] };
    let turn = |(index, (before, after)): (usize, &(Eval, Eval))| ReviewedTurn {
        number: index + 1,
        player: Player::BOTH[index % 2],
        played: moves("a1 b2"),
        before: *before,
        after: *after,
        better: if before == after { MoveTexts::default() } else { moves("a1 b1") },
        answer: moves("e1 d2"),
        reasons: Vec::new(),
        is_forced: false,
        is_only_move: false,
        is_advised: false,
        is_seen_late: false,
        is_opening: false,
    };
    let turns: Vec<ReviewedTurn> = evals.iter().enumerate().map(turn).collect();
    let final_evaluation = turns.last().map_or(Eval::Estimate(0), |turn| match turn.player {
        Player::One => turn.after,
        Player::Two => turn.after.reversed(),
    });
    let names = ["Player 1", "Player 2"].map(str::to_owned);
    Review {
        names,
        person: None,
        is_random: [false; 2],
        outcome: Some(Outcome::Win(Player::Two)),
        reason: None,
        plies: turns.len(),
        turns,
        final_evaluation,
    }
}

pub(super) const WON: Eval = Eval::Won(Some(9));
pub(super) const LOST: Eval = Eval::Lost(Some(8));
pub(super) const DRAWN: Eval = Eval::Draw(None);

pub(super) fn mark(before: Eval, after: Eval) -> Option<Mark> {
    synthetic_review(&[(before, after)]).turns[0].mark()
}

#[test]
fn an_independent_prover_finds_the_same_blunders() {
    fn count_blunders(game: &AnyGame, seed: u64) -> usize {
        let stop = StopSignal::new();
        let history = random_game(game, seed, usize::MAX);
        let mut prover = game.prover(1 << 20).unwrap();
        let limits = ProofLimits::new(10_000_000, &stop);
        let mut winner = |position: &AnyPosition| match position.outcome() {
            Some(outcome) => outcome.winner(),
            None => prover.prove(position, limits, &mut |_| {}).winner(),
        };
        let review = reviewed(game, &history, SMALL_LIMITS);
        for (turn, (before, _, after)) in review.turns.iter().zip(history.turns()) {
            let (before, after) = (winner(before), winner(after));
            assert!(turn.is_exact(), "{turn:?}");
            assert_eq!(turn.before.is_win(), before == Some(turn.player), "{turn:?}");
            assert_eq!(turn.mark() == Some(Mark::Blunder), before != after, "{turn:?}");
            assert_eq!(turn.loss(), f64::from(u8::from(before != after)));
        }
        review.turns.iter().filter(|turn| turn.mark() == Some(Mark::Blunder)).count()
    }
    let mut blunders = 0;
    for seed in 0..samples(1).min(3) as u64 {
        blunders += count_blunders(&games::open("uglyduck-xl:4x4").unwrap(), seed);
    }
    assert!(blunders > 0, "{blunders}");
}

#[test]
fn marks_follow_from_results_before_estimates() {
    let about = Eval::Estimate;
    assert_eq!(mark(WON, LOST), Some(Mark::Blunder));
    assert_eq!(mark(WON, DRAWN), Some(Mark::Blunder));
    assert_eq!(mark(DRAWN, LOST), Some(Mark::Blunder));
    assert_eq!(mark(WON, Eval::Won(Some(99))), None, "a slower win is no mistake");
    assert_eq!(mark(LOST, Eval::Lost(Some(1))), None, "nor a faster loss");
    assert_eq!(mark(WON, about(100)), Some(Mark::Dubious), "it may still win");
    assert_eq!(mark(WON, about(0)), Some(Mark::Blunder), "the win is gone");
    assert_eq!(mark(DRAWN, about(0)), None);
    assert_eq!(mark(about(0), LOST), Some(Mark::Blunder));
    assert_eq!(mark(about(-300), LOST), Some(Mark::Dubious), "little was left to lose");
    assert_eq!(mark(about(100), about(0)), Some(Mark::Mistake));
    assert_eq!(mark(about(50), about(0)), Some(Mark::Dubious));
    assert_eq!(mark(about(900), about(800)), None, "a piece more or less makes no difference");
    let mut review = synthetic_review(&[(WON, WON), (about(0), about(-300))]);
    review.turns.iter_mut().for_each(|turn| turn.is_only_move = true);
    assert_eq!(review.turns[0].mark(), Some(Mark::Good));
    assert_eq!(review.turns[1].mark(), Some(Mark::Blunder));
    review.turns.iter_mut().for_each(|turn| turn.is_forced = true);
    assert!(review.turns.iter().all(|turn| turn.mark().is_none()), "there was no choice");
}

#[test]
fn summary_numbers_of_a_game() {
    let about = Eval::Estimate;
    let review = synthetic_review(&[
        (WON, LOST),
        (WON, LOST),
        (WON, WON),
        (LOST, LOST),
        (WON, about(0)),
        (about(0), about(0)),
        (about(0), LOST),
        (WON, WON),
    ]);
    let summary = review.summary();
    let numbers = (summary.first_lost, summary.decisive, summary.lost_for_good);
    assert_eq!(numbers, (Some(1), Some(7), None), "after turn 1 the player recovered");
    let story = narrative(&review, &summary);
    assert!(story[0].starts_with("Turn 7 probably decided the game: Player 1 played a1 b2"), "{story:?}");
    assert!(story[1].starts_with("Earlier, Player 1 made a losing move on turn 1,"), "{story:?}");
    assert_eq!(summary.exact, 5);
    let [one, two] = summary.players;
    assert_eq!((one.turns, one.marks), (4, [3, 0, 0, 0]));
    assert_eq!((two.turns, two.marks), (3, [1, 0, 0, 0]), "a turn in a lost game does not count");
    assert_eq!(one.loss, Some((1.0 + 0.0 + 0.5 + 0.5) / 4.0));
    assert!((two.accuracy.unwrap() - 200.0 / 3.0).abs() < 0.01);
    // The graph is from the view of player 1.
    assert_eq!(review.scores(), [1.0, 0.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.0, 0.0]);
    let mut review = synthetic_review(&[(WON, WON); 9]);
    review.turns.iter_mut().for_each(|turn| turn.is_only_move = (3..=7).contains(&turn.number));
    assert_eq!(review.summary().only_move_run, [3, 5, 7]);
}

/// In a game that is even until its end, an early mistake did not decide it.
#[test]
fn a_turn_decides_the_game_only_if_its_player_stays_behind() {
    let about = Eval::Estimate;
    let [even, worse] = [about(-20), about(-250)];
    let mut evals: Vec<(Eval, Eval)> =
        [even, even.reversed()].iter().cycle().take(16).map(|value| (*value, *value)).collect();
    (evals[2], evals[3]) = ((about(0), worse), (worse.reversed(), even.reversed()));
    for last in [(even, about(-120)), (even, worse)] {
        (evals[14], evals[15]) = (last, (last.1.reversed(), last.1.reversed()));
        let review = synthetic_review(&evals);
        let story = narrative(&review, &review.summary());
        assert!(story[0].starts_with("Turn 15 probably decided the game: "), "{story:?}");
    }
    // Nothing that its player did after it was a mistake.
    (evals[13], evals[14]) = ((even.reversed(), about(180)), (about(-180), about(-180)));
    evals[15] = (about(180), about(180));
    let review = synthetic_review(&evals);
    let story = narrative(&review, &review.summary());
    assert!(
        story[0].starts_with("No single turn decided the game. Turn 3 cost Player 1 the most: "),
        "{story:?}"
    );
}

/// A turn that looked best is no mistake, but nobody wonders why the next value is much worse.
#[test]
fn a_turn_that_only_looked_best_is_listed_without_a_mark() {
    let about = Eval::Estimate;
    let mut review = synthetic_review(&[(about(200), LOST), (WON, WON)]);
    review.turns[0].is_advised = true;
    let shown = text(&review, &Style { width: Some(80), ..Style::PLAIN });
    let row = "   1  Player 1  a1 b2     better  lost in 4 turns  ";
    let surprise = "It looked best until the turns after it were examined.";
    assert!(shown.contains(row) && shown.contains(surprise), "{shown}");
    let boards = browse::boards_shown(&review, &review.turns[0], None);
    assert!(boards[1].caption.ends_with(surprise), "{}", boards[1].caption);
}

#[test]
fn the_board_state_is_reported_with_the_result() {
    let about = Eval::Estimate;
    let output = |review: &Review| narrative(review, &review.summary()).join(" ");
    let mut review = synthetic_review(&[(about(0), about(0)), (about(0), about(0))]);
    review.outcome = Some(Outcome::Win(Player::One));
    for (reason, value, wanted) in [
        (Reason::Resigned, about(0), "Player 2 resigned in an even position."),
        (Reason::Time, about(-900), "Player 2 lost on time in a losing position."),
        (Reason::Forfeited("crash".to_owned()), DRAWN, "Player 2 forfeited the game in a drawn position."),
        (Reason::Resigned, Eval::Won(Some(3)), "Player 2 resigned in a won position."),
    ] {
        (review.reason, review.final_evaluation) = (Some(reason), value.reversed());
        assert_eq!(output(&review), wanted);
    }
    let mut review = synthetic_review(&[(about(0), LOST), (WON, WON)]);
    review.outcome = None;
    let text = output(&review);
    assert!(
        text.starts_with("Turn 1 turned the game: Player 1 played a1 b2")
            && text
                .ends_with(". The game is not over. Player 1's position is lost in 5 of Player 2's turns."),
        "{text}"
    );
    assert!(!text.contains("missed the win"), "{text}");
    review.outcome = Some(Outcome::Win(Player::Two));
    review.turns[0].before = LOST;
    let was_losing = "Player 1 was losing from the first turn, whatever they played.";
    assert_eq!(output(&review), format!("{was_losing} a1 b1 on turn 1 was a better try."));
    review.turns.push(ReviewedTurn { number: 3, ..review.turns[0].clone() });
    assert_eq!(
        output(&review),
        format!("{was_losing} Better tries were a1 b1 on turn 1 and a1 b1 on turn 3.")
    );
    review.turns.iter_mut().for_each(|turn| turn.better = MoveTexts::default());
    assert_eq!(output(&review), was_losing);
}

#[test]
fn stopping_keeps_finished_turns() {
    let history = random_game(&classic(), 5, 12);
    let stop = StopSignal::new();
    let mut on_progress = |done: &[ReviewedTurn]| {
        if done.len() == 3 {
            stop.raise();
        }
    };
    let limits = AssessmentLimits { nodes: 200, proof: 200, ..SMALL_LIMITS };
    let knowledge = Knowledge::default();
    let (game, limits) = (classic(), limits);
    let assessor = Assessor::new(&game, limits, &stop, &knowledge);
    let review = review(&game, &history, None, &assessor, &mut on_progress);
    assert!(review.is_incomplete());
    let numbers: Vec<usize> = review.turns.iter().map(|turn| turn.number).collect();
    assert_eq!(numbers, [10, 11, 12]);
    assert_eq!(review.turns, reviewed(&game, &history, limits).turns[9..], "stopping changes no value");
    let text = text(&review, &Style::PLAIN);
    assert!(text.starts_with("Stopped: only turns 10 to 12 were reviewed.\n"), "{text}");
    assert!(page("x", &classic(), &history, &review).contains("Turn 9, not reviewed"));
}

#[test]
fn review_text_matches_the_example() {
    let about = Eval::Estimate;
    let review =
        synthetic_review(&[(about(40), about(30)), (about(0), about(0)), (about(0), LOST), (WON, WON)]);
    let output = text(&review, &Style { width: Some(50), ..Style::PLAIN });
    let wanted = "\
Turn 3 probably decided the game: Player 1 played a1 b2, and their position went
from even to lost in 4 of Player 2's turns. The best move was a1 b1.

Player 1's chances, turn by turn:
     won │
         │
    even │▇▇▄▄▄▄
         │██████
    lost │██████
Player 1        ??
              2   4
(?? blunder, ? mistake, ?! inaccuracy, ! only move)

Key turns, with the position of the player who made the turn:
Turn            Played      Before  After            Better
   3  Player 1  a1 b2   ??  even    lost in 4 turns  a1 b1
                answer: e1 d2
(\"In 3 turns\" means 3 of the winner's turns.)
";
    let wide = text(&review, &Style { width: Some(80), ..Style::PLAIN });
    assert!(wide.starts_with(wanted), "{wide}");
    let wanted = "
3. Player 1: a1 b2 ??
  even before, lost in 4 of Player 2's turns after
  answer: e1 d2
  better: a1 b1
";
    assert!(output.contains(wanted), "{output}");
}

#[test]
fn annotating_keeps_existing_annotations() {
    let history = random_game(&classic(), 4, usize::MAX);
    let review =
        reviewed(&classic(), &history, AssessmentLimits { nodes: 300, proof: 3_000, ..SMALL_LIMITS });
    let moves = history.moves().iter().map(ToString::to_string);
    let mut record = Record::new(classic().name()).with_seats([Seating::HUMAN; 2]).with_moves(moves);
    record.annotations.note_mut(1).comment("the start");
    let start = record.clone();
    annotate(&mut record, &review);
    let mut read = record.to_string().parse::<Record>().unwrap();
    assert_eq!(read.move_texts(), start.move_texts());
    for turn in &review.turns {
        let note = read.annotations.note(turn.number).unwrap();
        assert_eq!(note.mark, turn.mark());
        assert_eq!(read.annotations.variations(turn.number).count(), usize::from(turn.is_mistake()));
    }
    assert!(read.annotations.note(1).unwrap().comments.contains(&"the start".to_owned()));
    assert!(review.turns.iter().any(|turn| turn.mark() == Some(Mark::Blunder)));
    // A second review adds nothing twice.
    annotate(&mut read, &review);
    assert_eq!(read.to_string(), record.to_string());
}
