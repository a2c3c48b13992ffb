use super::*;
use crate::analysis::assessment::{AssessmentLimits, Knowledge, RatedMove};
use crate::engine::search::Line;
use crate::games::{self, FAMILIES};
use crate::model::{Game, GameRng, StopSignal};
use crate::words::GameWords as _;

fn classic() -> AnyGame {
    games::open("uglyduck").unwrap()
}

/// Enough to see what these positions show.
const NODES: u64 = 20_000;

/// Returns the coach's comment on `mv`, which is played in `before`, from a search of `nodes` positions.
fn comment(game: &AnyGame, before: &AnyPosition, mv: AnyMove, nodes: u64) -> Option<String> {
    comment_on_first(game, before, &[mv], nodes)
}

/// Returns the coach's comment on the first of `moves`, when the others have been played, too.
fn comment_on_first(game: &AnyGame, before: &AnyPosition, moves: &[AnyMove], nodes: u64) -> Option<String> {
    let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
    let limits = AssessmentLimits { nodes, proof: (2 * nodes).min(100_000), ..AssessmentLimits::ADVICE };
    let assessor = Assessor::new(game, limits, &stop, &knowledge);
    let mut history = History::new(before.clone());
    moves.iter().for_each(|mv| history.play(*mv));
    history.undo(moves.len());
    super::comment(&assessor, "Coach", &history, moves[0]).map(|text| text.replace('\u{a0}', " "))
}

fn coach_comment(game: &AnyGame, position: &str, mv: &str, nodes: u64) -> Option<String> {
    let before = game.read_position(position).unwrap();
    comment(game, &before, game.read_legal_move(&before, mv).unwrap(), nodes)
}

#[test]
fn losing_a_won_game_is_reported() {
    // The swan on b3 wins at once. After any other move the enemy's swan on d3 wins.
    let text = coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b1c1", AssessmentLimits::ADVICE.nodes).unwrap();
    let wanted = "Coach: This move loses. You could have won at once; after it your opponent can win on their next turn.\n  Better: you play b3 a2.\n  Player 2 could now play d3 e2.\n  Player 2 wins at once with d3 e2: a swan came home on e2.\n  b3 a2 wins at once: a swan came home on a2.\n";
    assert_eq!(text, wanted);
}

#[test]
fn proven_wins_and_losses_are_said_with_their_turns() {
    // The second position is one of the 5x5 book: player 2 wins, but some moves give the win away.
    let (in_turns, in_book) = ("4d/D1D2/5/dd1d1/5 1", "1Dss1/D4/2D1S/d1d2/3d1 2");
    let loses = "This move loses. You could have won in 8 of your turns; after it your opponent can win in 7 \
                 of their turns";
    for (position, mv, wanted) in [
        (in_turns, "b1c1", loses),
        (in_turns, "b1c2", "Best move. After it you can win in 7 of your turns.\n"),
        (in_book, "a3b4", "This move loses. You could have won"),
        (in_book, "d3c4", " move. After it you can win"),
    ] {
        let nodes = if position == in_book { NODES } else { AssessmentLimits::ADVICE.nodes };
        let text = coach_comment(&classic(), position, mv, nodes).unwrap();
        assert!(text.starts_with("Coach: ") && text.contains(wanted), "{mv}: {text}");
    }
}

#[test]
fn the_answer_that_won_at_once_is_the_one_explained() {
    let game = games::open("replica").unwrap();
    let before = game.read_position("4wwWW/4www1/5Www/3bb2W/1bbbb3/1bbb4/2bb4/B7 w").unwrap();
    let mv = game.read_legal_move(&before, "f6e5").unwrap();
    for reply in ["c3e5", "d4e5"] {
        let moves = [mv, game.read_legal_move(&before.after(mv), reply).unwrap()];
        let text = comment_on_first(&game, &before, &moves, NODES).unwrap();
        let typed = game.typed_answers(&game.view(&History::new(before.after(mv))), moves[1]).join(" ");
        assert!(text.contains("Black has played the best answer.\n"), "{text}");
        assert!(text.contains(&format!("Black wins at once with {typed}: ")), "{text}");
    }
}

#[test]
fn a_try_in_a_lost_position_is_compared_with_the_best_one() {
    let game = classic();
    let (before, stop, knowledge) = (game.start(), StopSignal::new(), Knowledge::default());
    let limits = AssessmentLimits { nodes: NODES, proof: 1_000, ..AssessmentLimits::ADVICE };
    let assessor = Assessor::new(&game, limits, &stop, &knowledge);
    let list = assessor.assess(&before, &mut |_, _| {}).unwrap();
    let (fewest, all) = list.best().winning_answers.unwrap();
    assert!(list.best().eval.is_loss() && fewest < all);
    let (mut worse, mut best) = (0, 0);
    // The best move, and some others.
    for rated in list.moves.iter().step_by(2).take(3) {
        let text = comment(&game, &before, rated.mv(), NODES).unwrap();
        let (left, _) = rated.winning_answers.unwrap();
        let sentence = text.lines().next().unwrap();
        if left > fewest {
            let wanted =
                format!("a5 b4 is a better try: {fewest} answer wins against it, {left} against this one.");
            assert_eq!(sentence, format!("Coach: Still lost, but {wanted}"));
            worse += 1;
        } else {
            let wanted =
                format!("Coach: Still lost, and there is no better try: {fewest} of the {all} answers wins.");
            assert_eq!(sentence, wanted);
            best += 1;
        }
    }
    assert!(worse > 1 && best == 1, "{worse} {best}");
    let sentence = comment_on_try(&lost_turn(8, 4), "b4 c4");
    let wanted = "Still lost, but b4 c4 holds out longer: your opponent wins in 4 of their turns, not in 2.";
    assert_eq!(sentence, wanted);
    assert!(
        comment_on_try(&lost_turn(8, 8), "b4 c4").contains("there is no better try: your opponent wins in 4")
    );
}

#[test]
fn a_search_tells_which_try_is_better_if_no_proof_does() {
    let mut turn = turn(Eval::Lost(None), Eval::Lost(None));
    turn.played.line.moves[0] = classic().read_move("a1b1").unwrap();
    assert!(!turn.has_better_try());
    let wanted = "No move was better: the position is lost against perfect play.";
    assert_eq!(comment_on_try(&turn, "b4 c4"), wanted);
    turn.played.line.value = -200;
    assert!(turn.has_better_try());
    assert_eq!(comment_on_try(&turn, "b4 c4"), "Still lost, but b4 c4 seems to be a better try.");
    turn.played.eval = Eval::Lost(Some(4));
    let wanted = "Still lost, but b4 c4 seems to hold out longer: after this turn your opponent wins in 2 of their turns.";
    assert_eq!(comment_on_try(&turn, "b4 c4"), wanted);
}

/// A turn in a lost position, with the plies of the best move and of another; the same one if they are equal.
fn lost_turn(longest: u32, played: u32) -> TurnAssessment {
    let mut turn = turn(Eval::Lost(Some(longest)), Eval::Lost(Some(played)));
    if played != longest {
        turn.played.line.moves[0] = classic().read_move("a1b1").unwrap();
    }
    turn
}

#[test]
fn a_slower_win_and_a_win_given_away_at_the_end_are_told() {
    let game = &games::open("qawale").unwrap();
    let before = game.read_position("dldl,ldtt,l,-/tt,t,ldl,-/-,dddt,l,tt/-,d,-,- l 1").unwrap();
    let drawing = before.moves().into_iter().find(|mv| before.after(*mv).outcome() == Some(Outcome::Draw));
    let text = comment(game, &before, drawing.unwrap(), NODES).unwrap();
    assert!(
        text.starts_with("Coach: This move gives away a win. You could have won at once; after it"),
        "{text}"
    );
    let mut turn = turn(Eval::Won(Some(3)), Eval::Won(Some(7)));
    turn.played.line.moves[0] = classic().read_move("a1b1").unwrap();
    let wanted = "You win, but b4 c4 wins sooner: in 2 of your turns, not in 4.";
    assert_eq!(praise(&turn, "b4 c4"), wanted);
}

#[test]
fn a_move_that_leaves_the_player_behind_is_not_called_good() {
    let praised = |value| {
        let mut turn = turn(Eval::Estimate(value), Eval::Estimate(value - 5));
        turn.played.line.moves[0] = classic().read_move("a1b1").unwrap();
        praise(&turn, "b4 c4")
    };
    assert_eq!(praised(-300), "Little changed. After it you are much worse.");
    assert_eq!(praised(-10), "Good move. After it the position is even.");
    assert_eq!(praised(300), "Good move. After it you are much better.");
}

#[test]
fn the_coach_knows_what_was_answered() {
    let game = &classic();
    let before = game.read_position("5/D1S2/4d/2s2/5 1").unwrap();
    let mv = game.read_legal_move(&before, "b1c1").unwrap();
    let after = before.after(mv);
    for (reply, wanted) in [
        (None, "Player 2 could now play d3 e2.\n  Player 2 wins"),
        (Some("d3e2"), "Player 2 has played the best answer.\n  Player 2 wins"),
        // After the answer that ended the game, nobody can win any more.
        (Some("d3e2"), "after it your opponent could win on their next turn."),
        (Some("c5b5"), " turn. Player 2 missed the win: now you can win on your next turn.\n  Better: "),
    ] {
        let reply = reply.map(|reply| game.read_legal_move(&after, reply).unwrap());
        let moves: Vec<AnyMove> = [mv].into_iter().chain(reply).collect();
        let text = comment_on_first(game, &before, &moves, NODES).unwrap();
        assert!(text.contains(wanted), "{text}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_reason_names_the_moves_that_are_not_shown() {
    let game = &games::open("three-dragons").unwrap();
    let before = game.start();
    let mv = game.read_legal_move(&before, "d9d2").unwrap();
    let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
    let assessor = Assessor::new(game, AssessmentLimits::ADVICE, &stop, &knowledge);
    let best = assess(&assessor, &before, mv).unwrap().played.line.moves[1];
    let nodes = AssessmentLimits::ADVICE.nodes;
    let now = comment(game, &before, mv, nodes).unwrap();
    assert!(now.contains("could now play") && now.contains("  After that, "), "{now}");
    let later = comment_on_first(game, &before, &[mv, best], nodes).unwrap();
    assert!(later.contains("has played the best answer") && !later.contains("  After that, "), "{later}");
}

#[test]
fn a_drop_in_evaluation_is_marked() {
    let game = &games::open("replica").unwrap();
    let mut before = game.start();
    let mut rng = GameRng::from_seed(3);
    for _ in 0..12 {
        let mv = before.random_move(&mut rng).unwrap();
        before = before.after(mv);
    }
    let mut texts = before.moves().into_iter().filter_map(|mv| comment(game, &before, mv, 20_000));
    let text = texts.find(|text| text.contains(". You ") && text.contains("; after it you are ")).unwrap();
    assert!(text.contains("\n  Better: you play ") && text.contains("\n  Black could now play "), "{text}");
}

#[test]
fn the_only_move_and_the_last_move_get_no_comment() {
    assert_eq!(coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b3a3", NODES), None);
    assert_eq!(coach_comment(&classic(), "5/5/D4/dd3/5 1", "c1d2", NODES), None);
}

/// A turn with these values before and after it. The plies after it are counted from the position before it.
fn turn(before: Eval, after: Eval) -> TurnAssessment {
    let mv = classic().read_move("a1b2").unwrap();
    let rated = |eval| {
        let line = Line { value: 0, depth: 4, proven: false, moves: vec![mv] };
        RatedMove { eval, ..RatedMove::from_line(line) }
    };
    TurnAssessment {
        before,
        best: rated(before),
        played: rated(after),
        listed: after,
        is_forced: false,
        is_only_move: false,
        is_advised: false,
    }
}

#[test]
fn the_comment_depends_on_results_and_chances() {
    let about = Eval::Estimate;
    let comment = |before, after| comment_on_loss(&turn(before, after)).unwrap_or_default();
    let (won, lost, drawn) = (Eval::Won(Some(3)), Eval::Lost(Some(4)), Eval::Draw(None));
    assert!(comment(drawn, lost).starts_with("This move loses"));
    assert!(comment(won, drawn).starts_with("This move gives away a win"));
    assert!(comment(won, about(100)).starts_with("This move may give away a win"));
    assert!(comment(won, about(0)).starts_with("Blunder. This move probably gives away a win"));
    assert_eq!(
        comment(about(60), about(-60)),
        "Mistake. You were slightly better; after it you are slightly worse."
    );
    assert_eq!(comment(about(93), drawn), "Mistake. You were better; after it the position is a draw.");
    assert_eq!(comment(lost, Eval::Lost(Some(2))), "");
    assert_eq!(comment(won, Eval::Won(Some(9))), "");
    assert_eq!(comment(about(19), about(0)), "", "too small to matter");
    // The value of the position is not known to be lost.
    let advised = TurnAssessment { is_advised: true, ..turn(about(-900), lost) };
    let lost_at_last = "This move turns out to lose: after it your opponent can win in 2 of their turns.";
    assert_eq!((comment_on_loss(&advised), praise(&advised, "")), (None, lost_at_last.to_owned()));
}

#[test]
fn only_differences_that_can_be_seen_are_stated() {
    let comment = comment_on_loss(&turn(Eval::Estimate(200), Eval::Estimate(140))).unwrap();
    assert_eq!(comment, "Inaccuracy. After it you are better, but there was a better move.");
    // Sixteen pieces or thirteen: both win.
    assert_eq!(comment_on_loss(&turn(Eval::Estimate(1_610), Eval::Estimate(1_300))), None);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_coach_and_the_review_mark_the_same_turns_unless_later_ones_show_more() {
    let (mut far, mut all) = (0, 0);
    let severity = |mark: Option<Mark>| {
        [Mark::Dubious, Mark::Mistake, Mark::Blunder].iter().position(|own| mark == Some(*own))
    };
    let severity = |mark| severity(mark).map_or(0, |place| place + 1);
    for family in FAMILIES {
        let game = &games::open(family.id).unwrap();
        let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
        let limits = AssessmentLimits {
            nodes: 4_000,
            proof: 2_000,
            proof_memory: 1 << 20,
            ..AssessmentLimits::ADVICE
        };
        let assessor = Assessor::new(game, limits, &stop, &knowledge);
        let (mut history, mut rng) = (History::new(game.start()), GameRng::from_seed(5));
        while history.plies() < 12 {
            history.play(history.current().random_move(&mut rng).unwrap());
        }
        let review = crate::analysis::review::review(game, &history, None, &assessor, &mut |_| {});
        for (reviewed, (before, mv, _)) in review.turns.iter().zip(history.turns()) {
            let assessor = Assessor::new(game, limits, &stop, &knowledge);
            let Some(turn) = assess(&assessor, before, mv).filter(|turn| !turn.is_advised) else {
                continue;
            };
            assert!(!reviewed.is_advised, "{reviewed:?}");
            all += 1;
            let own = severity(mistake_mark(turn.before, turn.after()));
            far += usize::from(own.abs_diff(severity(reviewed.mark())) > 1);
            if (turn.before, turn.after()) == (reviewed.before, reviewed.after) {
                let is_told = reviewed.is_mistake() || reviewed.loses();
                assert_eq!(comment_on_loss(&turn).is_some(), is_told, "{reviewed:?}");
            }
        }
    }
    assert!(far * 10 < all, "{far} of {all} are two steps apart");
}
