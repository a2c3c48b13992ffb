//! Laws of every review, in every game: the values, the marks, hints and moves in text.

use super::super::story::narrative;
use super::super::text::eval_text;
use super::super::*;
use super::{LOST, SMALL_LIMITS, WON, mark, random_game, reviewed, synthetic_review};
use crate::analysis::chance::winning_chance;
use crate::analysis::review::*;
use crate::console::{BoardStyle, Style, width};
use crate::games::{self, FAMILIES};
use crate::model::{Eval, Game as _, History, Mark, Outcome, Player, Position as _, Record, StopSignal};
use crate::samples::{is_sampled, samples};

#[test]
fn a_mistake_never_shows_the_same_words_before_and_after() {
    let [before, after] = [Eval::Estimate(88), Eval::Estimate(30)];
    assert_eq!(
        (mark(before, after), eval_text(before, ["", ""])),
        (Some(Mark::Dubious), eval_text(after, ["", ""]))
    );
    let review = synthetic_review(&[(before, after), (after, after)]);
    let shown: Vec<[String; 2]> = review.turns.iter().map(|turn| review.values_shown(turn)).collect();
    let words = eval_text(after, ["", ""]);
    assert_eq!(shown, [[words.clone(), format!("{words} (not as good)")], [words.clone(), words]]);
    let story = narrative(&review, &review.summary()).join(" ");
    assert!(story.contains(", and their winning chance fell from 64 % to 55 %."), "{story}");
    let flawless = synthetic_review(&[(after, after)]);
    assert!(!narrative(&flawless, &flawless.summary()).join(" ").contains(" cost "));
}

/// Returns reviews of random games in all games.
fn random_reviews() -> impl Iterator<Item = Review> {
    let names = FAMILIES.iter().map(|family| family.id).chain(["uglyduck-xl:4x4", "uglyduck-xl:6x6"]);
    let seeds = names.flat_map(|name| (0..3).map(move |seed| (name, seed))).enumerate();
    seeds.filter(|(number, _)| is_sampled(*number, 4)).map(|(_, (name, seed))| random_review(name, seed))
}

/// Reviews a random game with limits that leave some values estimates.
fn random_review(name: &str, seed: u64) -> Review {
    let game = games::open(name).unwrap();
    let length = if seed == 0 { 60 } else { 15 };
    let history = random_game(&game, seed, length);
    let limits = AssessmentLimits { nodes: 200, proof: 200, ..SMALL_LIMITS };
    let mut review = reviewed(&game, &history, limits);
    // A player can also resign, or draw by agreement.
    if review.outcome.is_none() && seed == 2 {
        review.outcome = Some(Outcome::Win(Player::One));
    }
    review
}

/// The value after a turn and the value before the next one are those of the same position, in every output.
#[test]
fn a_position_has_one_value_in_a_review() {
    let mut cases = 0..;
    for (family, seed) in FAMILIES.iter().flat_map(|family| (0..2).map(move |seed| (family, seed))) {
        let game = games::open(family.id).unwrap();
        let history = random_game(&game, seed, [40, 12][seed as usize]);
        let limits = [(20, 20), (20, 1_000), (300, 0), (500, 100)];
        for (nodes, proof) in limits.into_iter().filter(|_| is_sampled(cases.next().unwrap(), 7)) {
            let mut review = reviewed(&game, &history, AssessmentLimits { nodes, proof, ..SMALL_LIMITS });
            review.person = Some(Player::One);
            let (turns, _) = objects("", &review);
            let json: Vec<_> = turns.iter().map(|turn| serde_json::to_value(turn).unwrap()).collect();
            let scores = review.scores();
            for (index, pair) in review.turns.windows(2).enumerate() {
                let at = format!("{}, seed {seed}, {nodes} and {proof} positions: {pair:?}", family.id);
                let [turn, next] = [&pair[0], &pair[1]];
                assert_eq!(turn.after, next.before.reversed(), "{at}");
                a_mark_agrees_with_the_values(turn);
                let [before, after] = [turn.before, turn.after].map(winning_chance);
                assert!(!turn.before.is_proven() || after <= before, "{at}");
                let [[before, after], [next_before, _]] = [turn, next].map(|turn| review.values_shown(turn));
                assert_eq!(after.split(" (").next(), Some(next_before.as_str()), "after {before}, {at}");
                let chance = winning_chance(review.evals_shown(turn)[1]);
                assert!((scores[index + 1] - chance).abs() < 1e-9, "{at}");
                let [seen, before] = [&json[index]["after"], &json[index + 1]["before"]];
                let sum = seen["chance"].as_f64().unwrap() + before["chance"].as_f64().unwrap();
                assert!((sum - 1.0).abs() < 0.0015 && seen["plies"] == before["plies"], "{at}");
            }
            if let Some(last) = review.turns.last() {
                let last = review.evals_shown(last)[1];
                assert_eq!(last, review.final_evaluation_for(Player::One), "{}, {seed}", family.id);
            }
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn reviews_of_random_games_follow_the_laws() {
    for review in random_reviews() {
        the_decisive_turn_gave_a_result_away_or_cost_the_most(&review);
        marks_of_a_side_never_touch(&review);
        no_reason_is_given_twice(&review);
        a_reason_stands_below_the_board_it_is_about(&review);
        sentences_through_a_pipe_fit_a_terminal(&review);
        text_fits_the_width_and_can_be_ascii(&review);
    }
    // These have the longest names of moves.
    for name in ["uglyduck-xl:8x8", "replica:16"] {
        let review = random_review(name, 2);
        the_decisive_turn_gave_a_result_away_or_cost_the_most(&review);
        text_fits_the_width_and_can_be_ascii(&review);
    }
}

fn a_mark_agrees_with_the_values(turn: &ReviewedTurn) {
    let is_same = turn.is_exact() && turn.before.result() == turn.after.result();
    assert!(!turn.is_mistake() || !turn.before.is_loss() && !is_same, "{turn:?}");
    assert!(turn.before.is_win() || !turn.after.is_win(), "{turn:?}");
    assert!(!turn.is_mistake() || !turn.better.typed.is_empty(), "{turn:?}");
}

fn text_fits_the_width_and_can_be_ascii(review: &Review) {
    for columns in [40, 80] {
        let style = Style { width: Some(columns), ..Style::PLAIN };
        let output = text(review, &style);
        assert!(width(&output) <= columns, "{}\n{output}", width(&output));
        let plain = text(review, &Style { board: BoardStyle::Ascii, ..style });
        assert!(plain.is_ascii(), "{plain}");
        let spoken = text(review, &Style { board: BoardStyle::Words, ..style });
        let heard = text(review, &Style { board: BoardStyle::Ascii, by_ear: true, ..style });
        assert_eq!(heard, spoken);
        assert!(!spoken.contains('│') && !spoken.contains("turn by turn"), "{spoken}");
    }
}

/// Only rows of the table of key turns may be wider.
fn sentences_through_a_pipe_fit_a_terminal(review: &Review) {
    let output = text(review, &Style::PLAIN);
    let is_row = |line: &&str| {
        let number = line.get(..4).map_or("", str::trim);
        line.starts_with("Turn ") && line.contains("  Played") || number.parse::<usize>().is_ok()
    };
    let wide: Vec<&str> = output.lines().filter(|line| !is_row(line) && width(line) > 80).collect();
    assert!(wide.is_empty(), "{wide:?}");
}

fn a_reason_stands_below_the_board_it_is_about(review: &Review) {
    for turn in review.turns.iter().filter(|turn| !turn.reasons.is_empty()) {
        let boards = browse::boards_shown(review, turn, None);
        let shown: Vec<String> = boards.into_iter().map(|board| board.reasons).collect();
        // What a better turn does has a name such as "misses-capture".
        let texts = |of_better: bool| -> String {
            let reasons =
                turn.reasons.iter().filter(|reason| reason.pattern.starts_with("misses-") == of_better);
            reasons.map(|reason| format!("{}\n", reason.text)).collect()
        };
        let wanted = [String::new(), texts(false), texts(true)];
        let spoken = spoken::describe(review, turn);
        let better = spoken.find(" Better: ").unwrap_or(spoken.len());
        for reason in &turn.reasons {
            let is_after = spoken.find(&reason.text).unwrap() > better;
            assert_eq!(is_after, reason.pattern.starts_with("misses-"), "{spoken}");
        }
        assert_eq!(shown, wanted[..shown.len()], "{turn:?}");
        assert!(shown.len() == 3 || wanted[2].is_empty(), "{turn:?}");
    }
}

/// A window in which no line is wrapped.
const WIDE: Style = Style { width: Some(10_000), ..Style::PLAIN };

fn no_reason_is_given_twice(review: &Review) {
    let output = text(review, &WIDE);
    let reasons = review.turns.iter().flat_map(|turn| &turn.reasons).map(|reason| plain(&reason.text));
    for reason in reasons {
        let times = output.lines().filter(|line| line.trim() == reason).count();
        assert_eq!(times, 1, "{reason}\n{output}");
    }
}

fn the_decisive_turn_gave_a_result_away_or_cost_the_most(review: &Review) {
    let summary = review.summary();
    let Some(turn) = review.decisive_turn() else {
        let behind = review.behind();
        let is_candidate = |turn: &&ReviewedTurn| behind.is_none_or(|behind| behind == turn.player);
        assert!(!review.turns.iter().filter(is_candidate).any(|turn| turn.is_mistake() || turn.loses()));
        return;
    };
    assert!(turn.loss() > 0.0 && !turn.before.is_loss(), "{turn:?}");
    assert!(review.behind().is_none_or(|behind| behind == turn.player), "{turn:?}");
    let later = |other: &&ReviewedTurn| other.player == turn.player && other.number > turn.number;
    let gave_away = turn.is_exact() && review.turns.iter().filter(later).all(|turn| turn.before.is_loss());
    let is_rival = |other: &&ReviewedTurn| {
        other.player == turn.player && (review.decided(other) || !review.decided(turn))
    };
    let mut rivals = review.turns.iter().filter(is_rival);
    assert!(gave_away || rivals.all(|other| other.loss() <= turn.loss()), "{turn:?}");
    // It is named first, it is in the table, and JSON agrees.
    let story = narrative(review, &summary);
    assert!(story[0].contains(&format!("urn {} ", turn.number)), "{}", story[0]);
    assert!(review.key_turns().contains(&turn));
    // So is every other turn that the story names: "on turn 9" or "From turn 9 on".
    for line in story.iter().skip(1).filter(|line| !line.contains("times in a row")) {
        let number = line.split_once("turn ").and_then(|(_, rest)| rest.split([' ', ',', '.']).next());
        let number = number.and_then(|number| number.parse::<usize>().ok());
        assert!(
            number.is_none_or(|number| review.key_turns().iter().any(|key| key.number == number)),
            "{line}"
        );
    }
    let (_, whole) = objects("", review);
    assert_eq!(serde_json::to_value(&whole).unwrap()["decisive"], turn.number);
    let output = text(review, &WIDE);
    assert!(output.starts_with(&story[0].replace('\u{a0}', " ")), "{output}");
    let row = format!("{:>4}  {}  ", turn.number, review.name(turn.player));
    assert!(output.lines().any(|line| line.starts_with(&row)), "{row}\n{output}");
}

#[test]
fn each_side_has_a_row_of_marks_below_their_turns() {
    let about = Eval::Estimate;
    let mut review = synthetic_review(&[
        (WON, LOST),
        (WON, LOST),
        (WON, about(-100)),
        (about(0), about(-300)),
        (WON, WON),
        (about(100), about(0)),
        (about(50), about(0)),
    ]);
    let rows = |review: &Review, columns: usize| -> Vec<String> {
        let output = graph::graph(review, &Style { width: Some(columns), ..Style::PLAIN });
        output.lines().skip(5).map(str::to_owned).collect()
    };
    let wanted = ["Player 1    ??  ??      ?!", "Player 2      ??  ??  ?", "              2   4   6"];
    assert_eq!(rows(&review, 80), wanted);
    // The narrowest graph has a column for each position.
    assert_eq!(rows(&review, 20)[..2], ["Player 1   ? ?", "Player 2    ? ? ?"]);
    assert_eq!(review.scores()[..3], [1.0, 0.0, 1.0]);
    review.person = Some(Player::Two);
    assert_eq!(review.scores()[..3], [0.0, 1.0, 0.0], "the graph is from the person's side");
    let output = text(&review, &Style { width: Some(80), ..Style::PLAIN });
    assert!(output.contains("\nPlayer 2's chances, turn by turn:\n"), "{output}");
    assert!(output.contains("\nKey turns, with Player 2's position before and after:\n"), "{output}");
    let row = "   1  Player 1  a1 b2   ??  lost in 5 turns  won in 4 turns   a1 b1\n";
    assert!(output.contains(row), "{output}");
}

fn marks_of_a_side_never_touch(review: &Review) {
    for columns in [40, 80] {
        let output = graph::graph(review, &Style { width: Some(columns), ..Style::PLAIN });
        let rows = output.lines().skip(5).filter(|line| line.contains('?'));
        let words: Vec<&str> =
            rows.flat_map(|row| row.split(' ')).filter(|word| word.contains('?')).collect();
        assert!(words.iter().all(|word| ["?", "?!", "??"].contains(word)), "{output}");
        // With two columns for each position, every mark is there.
        if 2 * (review.turns.len() + 1) + 12 <= columns {
            let marked = review.turns.iter().filter(|turn| turn.is_mistake()).count();
            assert_eq!(words.len(), marked, "{output}");
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn nobody_loses_what_a_hint_has_won() {
    // Player 2's position is lost from the fourth turn on, but what the hint leads to is not proven in these limits.
    let game = games::open("uglyduck").unwrap();
    let mut history = History::new(game.start());
    for mv in ["a5b4", "e4d3", "a1b2", "e5d4", "a2b3", "d4c4", "b3c4"] {
        history.play(game.read_move(mv).unwrap());
    }
    let review = reviewed(&game, &history, AssessmentLimits { nodes: 300, ..SMALL_LIMITS });
    let [hint, next] = [5, 6].map(|number| review.turn(number).unwrap());
    assert!(hint.is_advised && hint.before.is_win() && !hint.after.is_proven(), "{hint:?}");
    assert!(winning_chance(hint.after) > 0.95 && next.after.is_loss() && next.mark().is_none(), "{next:?}");
}

#[test]
fn a_random_player_has_no_accuracy() {
    let review = synthetic_review(&[(WON, WON), (WON, LOST)]);
    let output = |review: &Review| text(review, &Style::PLAIN);
    assert!(output(&review).contains("Player 2   1   0   0   0      1       0 %  100.0\n"));
    let with_seats = |game: &str, bot| {
        let record = Record::new(game).with_seats(["human", bot]);
        review.clone().with_record(&games::open(game).unwrap(), &record)
    };
    assert!(!output(&with_seats("three-dragons", "easy")).contains("at random"));
    for easy in ["easy", "random"] {
        let review = with_seats("uglyduck", easy);
        assert!(output(&review).contains("Player 2   1   0   0   0      1         -  100.0\n"));
        assert!(output(&review).contains("(Player 2 played at random, so no accuracy is shown.)\n"));
        let legend = "(?? blunder, ? mistake, ?! inaccuracy, ! only move)\n";
        let shown = text(&review, &Style { width: Some(100), ..Style::PLAIN });
        assert!(shown.contains(legend) && !output(&review).contains(legend), "only at a terminal: {shown}");
        let spoken = text(&review, &Style { board: BoardStyle::Words, ..Style::PLAIN });
        assert!(
            spoken.contains("\nPlayer 2: 1 turn counts, 1 blunder, loss 100.0 out of 100 a turn.\n"),
            "{spoken}"
        );
    }
}

/// A hint gives the best move of a position. Whatever happens after it, a review never marks it worse than one of
/// the moves below it, which means that it has no mark.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_review_never_blames_the_move_of_a_hint() {
    let limits = AssessmentLimits { nodes: 300, proof: 300, ..SMALL_LIMITS };
    let mut hindsight = 0;
    for name in FAMILIES.iter().map(|family| family.id).chain(["uglyduck-xl:4x4", "uglyduck-xl:6x6"]) {
        let game = &games::open(name).unwrap();
        let (stop, session) = (StopSignal::new(), Knowledge::default());
        let hints = Assessor::new(game, limits, &stop, &session);
        let mut history = random_game(game, 3, 4);
        // Both sides follow the hints of the session.
        while history.plies() < samples(22).min(30) && history.current().outcome().is_none() {
            let hint = hints.assess(history.current(), &mut |_, _| {}).unwrap().best().mv();
            history.play(hint);
        }
        let outcome = history.current().outcome();
        let alone = session.for_one_review();
        let assessor = Assessor::new(game, limits, &stop, &alone);
        let found = review(game, &history, outcome, &assessor, &mut |_| {});
        assert_eq!(found, reviewed(game, &history, limits), "{name}: the session changes nothing");
        for turn in &found.turns[4..] {
            assert!(!turn.is_mistake() && turn.loss() == 0.0, "{name}: {turn:?}");
            hindsight += usize::from(turn.after.is_loss() && !turn.before.is_loss());
        }
        assert!(found.decisive_turn().is_none_or(|turn| turn.number <= 4), "{name}");
    }
    assert!(hindsight > 0, "some of these moves turned out to lose");
}

#[test]
fn no_line_break_is_inside_a_move() {
    for (family, seed) in FAMILIES.iter().zip(0..) {
        let game = &games::open(family.id).unwrap();
        let history = random_game(game, seed, samples(8).min(30));
        let review = reviewed(game, &history, AssessmentLimits { nodes: 300, proof: 300, ..SMALL_LIMITS });
        let moves = review.turns.iter().flat_map(|turn| [&turn.played, &turn.better, &turn.answer]);
        let moves: Vec<String> = moves.flat_map(|texts| &texts.typed).map(|mv| plain(mv)).collect();
        // "duck 1 walks" is not the move "1 w".
        let occurrences = |text: &str| {
            let of_move = |mv: &String| {
                let ends = text.match_indices(mv.as_str()).map(|(at, mv)| at + mv.len());
                ends.filter(|end| !text[*end..].starts_with(char::is_alphanumeric)).count()
            };
            moves.iter().map(of_move).sum::<usize>()
        };
        let spoken = |width| text(&review, &Style { width, board: BoardStyle::Words, ..Style::PLAIN });
        assert_eq!(occurrences(&spoken(Some(40))), occurrences(&spoken(None)), "{}", family.id);
        // Below 60 columns a table may become a list, which names the same moves.
        let drawn = |columns| text(&review, &Style { width: Some(columns), ..Style::PLAIN });
        assert!(width(&drawn(40)) <= 40);
        let story = narrative(&review, &review.summary()).join("\n");
        let wrapped = plain(&crate::console::wrap(&story, Some(40)));
        assert_eq!(occurrences(&wrapped), occurrences(&plain(&story)), "{wrapped}");
        // In a page each move of more than one word is an element that is not broken.
        let page = page("x", game, &history, &review);
        let elements = page.matches("<span class=\"move\">").count();
        let has_words = |turn: &&ReviewedTurn| plain(&turn.played.joined()).contains(' ');
        let of_words = review.turns.iter().filter(has_words).count();
        assert!(elements >= of_words && !page.contains("&nbsp;"), "{elements}");
        for turn in review.key_turns().into_iter().filter(has_words) {
            let played = format!("<span class=\"move\">{}</span></h3>", plain(&turn.played.joined()));
            assert!(page.contains(&played.replace("</h3>", "")), "{played}");
        }
    }
}
