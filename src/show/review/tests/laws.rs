//! Laws of every review, in every game: the story, the marks, hints and moves in text.

use super::super::story::narrative;
use super::super::text::eval_text;
use super::super::*;
use super::{LOST, SMALL_LIMITS, WON, mark, random_game, reviewed, synthetic_review};
use crate::analysis::chance::winning_chance;
use crate::analysis::review::*;
use crate::console::{BoardStyle, Style, width};
use crate::games::{self, FAMILIES};
use crate::model::{Eval, Mark, Outcome, Player, Position as _, Reason, Record, StopSignal};

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
}

/// Returns reviews of random games in all games, with limits that leave some values estimates.
fn random_reviews() -> impl Iterator<Item = Review> {
    let names = FAMILIES.iter().map(|family| family.id).chain(["uglyduck-xl:4x4", "uglyduck-xl:6x6"]);
    let seeds = names.flat_map(|name| (0..3).map(move |seed| (name, seed)));
    seeds.map(|(name, seed)| {
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
    })
}

/// Whatever the story says of the whole game shows in the graph, with many budgets: the fewer positions a review
/// examines, the more its estimates contradict each other.
#[test]
fn the_story_is_true_of_the_graph() {
    let mut claims = std::collections::BTreeMap::new();
    for (family, seed) in FAMILIES.iter().flat_map(|family| (0..4).map(move |seed| (family, seed))) {
        let game = games::open(family.id).unwrap();
        let history = random_game(&game, seed, [60, 12, 40, 25][seed as usize]);
        for nodes in [20, 300] {
            let limits = AssessmentLimits { nodes, proof: nodes, ..SMALL_LIMITS };
            let mut review = reviewed(&game, &history, limits);
            review.person = [None, Some(Player::Two)][seed as usize % 2];
            for (outcome, reason) in endings(&review) {
                (review.outcome, review.reason) = (outcome, reason);
                let shown = Graph(&review);
                for line in narrative(&review, &review.summary()) {
                    *claims.entry(shown.claim(&line)).or_insert(0) += 1;
                }
                shown.the_headline_agrees_with_the_end();
            }
        }
    }
    assert!(claims.len() >= 9, "{claims:?}");
}

/// Returns the endings that a game with these turns can have.
fn endings(review: &Review) -> Vec<(Option<Outcome>, Option<Reason>)> {
    if review.outcome.is_some() {
        return vec![(review.outcome, Some(Reason::Rules))];
    }
    let reasons = [Reason::Resigned, Reason::Time, Reason::Forfeited("crash".to_owned())];
    let lost = Player::BOTH.into_iter().flat_map(|winner| {
        reasons.iter().map(move |reason| (Some(Outcome::Win(winner)), Some(reason.clone())))
    });
    lost.chain([(Some(Outcome::Draw), Some(Reason::Agreed)), (None, None)]).collect()
}

/// The value after a turn and the value before the next one are those of the same position, in every output.
#[test]
fn a_position_has_one_value_in_a_review() {
    for (family, seed) in FAMILIES.iter().flat_map(|family| (0..2).map(move |seed| (family, seed))) {
        let game = games::open(family.id).unwrap();
        let history = random_game(&game, seed, [40, 12][seed as usize]);
        for (nodes, proof) in [(20, 20), (20, 1_000), (300, 0), (500, 100)] {
            let mut review = reviewed(&game, &history, AssessmentLimits { nodes, proof, ..SMALL_LIMITS });
            review.person = Some(Player::One);
            let (turns, _) = objects("", &review);
            let json: Vec<_> = turns.iter().map(|turn| serde_json::to_value(turn).unwrap()).collect();
            let scores = review.scores();
            for (index, pair) in review.turns.windows(2).enumerate() {
                let at = format!("{}, seed {seed}, {nodes} and {proof} positions: {pair:?}", family.id);
                let [turn, next] = [&pair[0], &pair[1]];
                assert_eq!(turn.after, next.before.reversed(), "{at}");
                let [before, after] = [turn.before, turn.after].map(winning_chance);
                assert!(!turn.before.is_proven() || after <= before, "{at}");
                // What later turns show holds for the position before the best move too.
                let is_proven = turn.before.is_proven() || turn.after.is_proven();
                assert!(is_proven || !turn.is_advised || turn.before == turn.after, "{at}");
                assert!(is_proven || after <= before, "{at}");
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

/// What the graph of a review shows.
struct Graph<'a>(&'a Review);

impl Graph<'_> {
    /// Returns the chances of the player called `name` in the position before each turn from `first`, and at the end.
    fn chances(&self, name: &str, first: usize) -> Vec<f64> {
        let start = self.0.turns[0].number;
        let is_side = self.0.name(self.0.person.unwrap_or(Player::One)) == name;
        let scores = self.0.scores().into_iter().skip(first - start);
        scores.map(|score| if is_side { score } else { 1.0 - score }).collect()
    }

    /// Checks that the first line says how a game ended that was not lost on the board, and names no turn of the player
    /// who is ahead at the end.
    fn the_headline_agrees_with_the_end(&self) {
        let story = narrative(self.0, &self.0.summary());
        let chances = Player::BOTH.map(|player| winning_chance(self.0.final_evaluation_for(player)));
        if let Some(turn) = self.0.decisive_turn() {
            assert!(chances[turn.player.index()] < 0.55, "ahead at the end: {story:?}");
        }
        match self.0.outcome.map(Outcome::winner) {
            Some(Some(winner)) if chances[winner.index()] < 0.65 => {
                assert!(story[0].contains(" in a"), "{story:?}");
            }
            Some(None) if chances.iter().any(|chance| *chance <= 0.35) => {
                assert!(story[0].starts_with("The game was a draw. "), "{story:?}");
            }
            _ => {}
        }
    }

    /// Checks a line of the story, and returns what kind of claim it is.
    fn claim(&self, line: &str) -> &'static str {
        const LOST: f64 = 0.35;
        let number_after = |word: &str| -> usize {
            let (_, rest) = line.split_once(word).unwrap_or_else(|| panic!("{line}"));
            rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
        };
        let name = |text: &str| {
            let is_named = |name: &&String| text.starts_with(name.as_str());
            self.0.names.iter().find(is_named).unwrap_or_else(|| panic!("{line}")).clone()
        };
        let decisive = || {
            let turn = self.0.decisive_turn().unwrap();
            (turn.number, self.chances(self.0.name(turn.player), turn.number))
        };
        if let Some((ending, rest)) = line.split_once(". ").filter(|(_, rest)| rest.starts_with("Turn ")) {
            self.claim(&format!("{ending}."));
            return self.claim(rest);
        }
        if let Some((claim, rest)) = line.split_once(": ").filter(|(claim, _)| claim.contains("urn ")) {
            let chances = self.chances(&name(rest), number_after("urn "));
            assert!(chances[0] > chances[1], "the graph does not fall: {line}");
            if claim.contains("turned the game")
                || claim.contains("decided the game") && !claim.starts_with("No")
            {
                let later = chances.iter().skip(1).copied().fold(0.0, f64::max);
                assert!(later < chances[0], "the player recovered: {line}");
                assert!(later < 0.455, "the graph leaves the winner's side: {line}");
                assert!(chances[chances.len() - 1] <= LOST, "nobody lost: {line}");
            }
            return ["No single turn", "decided", "turned", "cost the most", "the most"]
                .into_iter()
                .find(|kind| claim.contains(kind))
                .unwrap_or_else(|| panic!("{line}"));
        }
        if line.contains(" recovered, but lost the game again on turn ") {
            let ((turn, chances), again) = (decisive(), number_after("on turn "));
            assert!(chances[0] > LOST && chances[1] <= LOST, "the turn did not lose the game: {line}");
            let value = winning_chance(self.0.turn(turn).unwrap().after);
            assert!(value <= LOST, "the turn did not lose the game: {line}");
            let recovered = chances[2..=again - turn].iter().any(|chance| *chance >= chances[0]);
            assert!(recovered, "never as well off again: {line}");
            assert!(chances[again - turn + 1..].iter().all(|chance| *chance == 0.0), "{line}");
            return "recovered";
        }
        if line.ends_with("'s position was proven lost.") {
            let (_, rest) = line.split_once(" on, ").unwrap();
            let chances = self.chances(&name(rest), number_after("From turn "));
            assert!(chances[1..].iter().all(|chance| *chance == 0.0), "{line}: {chances:?}");
            return "proven lost";
        }
        if let Some(rest) = line.strip_prefix("Earlier, ") {
            let (first, last) = (number_after("on turn "), decisive().0);
            let chances = self.chances(&name(rest), first);
            assert_eq!(chances[1], 0.0, "{line}");
            assert!(
                chances[2..=last - first].iter().any(|chance| *chance > LOST),
                "no win was missed: {line}"
            );
            return "missed win";
        }
        let standing = line.split_once("position was ").map(|(_, standing)| (line, standing));
        let standing =
            standing.or_else(|| Some((line, line.rsplit_once(" in a")?.1.strip_suffix(" position.")?)));
        if let Some((line, standing)) = standing {
            let line = line.strip_prefix("The game was a draw. ").unwrap_or(line);
            let chances = self.chances(&name(line), self.0.turns[0].number);
            let last = chances[chances.len() - 1];
            let is_true = match standing.trim_start_matches('n').trim().trim_end_matches('.') {
                "won" => last == 1.0,
                "drawn" | "even" => (0.45..0.55).contains(&last),
                words if words.ends_with("better") || words == "winning" => last > 0.54,
                words => (words.ends_with("worse") || words == "losing") && last < 0.46 && last > 0.0,
            };
            assert!(is_true, "{last}: {line}");
            return if line.contains(" position.") { "not on the board" } else { "draw" };
        }
        if line.ends_with(" was losing from the first turn, whatever they played.") {
            let player = Player::BOTH.into_iter().find(|player| self.0.name(*player) == name(line)).unwrap();
            let first = self.0.turns.iter().find(|turn| turn.player == player).unwrap().number;
            assert_eq!(self.chances(&name(line), first)[0], 0.0, "{line}");
            return "lost from the start";
        }
        let others =
            ["The game was a draw.", "The game is not over.", "The review did not find", "times in a row."];
        assert!(others.iter().any(|other| line.contains(other)), "an unknown claim: {line}");
        "another"
    }
}

#[test]
fn reviews_of_random_games_follow_the_laws() {
    for review in random_reviews() {
        the_decisive_turn_gave_a_result_away_or_cost_the_most(&review);
        marks_of_a_side_never_touch(&review);
        no_reason_is_given_twice(&review);
        a_reason_stands_below_the_board_it_is_about(&review);
        sentences_through_a_pipe_fit_a_terminal(&review);
    }
}

/// Only rows of the table of key turns may be wider.
fn sentences_through_a_pipe_fit_a_terminal(review: &Review) {
    let output = text(review, &Style::PLAIN);
    let is_row = |line: &&str| {
        let number = line.get(..4).map_or("", str::trim);
        line.starts_with("Turn            ") || number.parse::<usize>().is_ok()
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
        let spoken = spoken::key_turns(review, &[turn]);
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
        assert!(!review.turns.iter().filter(is_candidate).any(|turn| turn.loss() > 0.0));
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
        (WON, about(-300)),
        (about(0), about(-300)),
        (WON, WON),
        (about(100), about(0)),
        (about(50), about(0)),
    ]);
    let rows = |review: &Review, columns: usize| -> Vec<String> {
        let output = graph::graph(review, &Style { width: Some(columns), ..Style::PLAIN });
        output.lines().skip(5).map(str::to_owned).collect()
    };
    let wanted = ["Player 1    ??  ?       ?!", "Player 2      ??  ??  ?", "              2   4   6"];
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
fn a_random_player_has_no_accuracy() {
    let review = synthetic_review(&[(WON, WON), (WON, LOST)]);
    let output = |review: &Review| text(review, &Style::PLAIN);
    assert!(output(&review).contains("Player 2   1   0   0   0       0 %  100.0\n"));
    let with_seats = |game: &str, bot| {
        let record = Record::new(game).with_seats(["human", bot]);
        review.clone().with_record(&games::open(game).unwrap(), &record)
    };
    assert!(!output(&with_seats("three-dragons", "easy")).contains("at random"));
    for easy in ["easy", "random"] {
        let review = with_seats("uglyduck", easy);
        assert!(output(&review).contains("Player 2   1   0   0   0         -  100.0\n"));
        assert!(output(&review).contains("(Player 2 played at random, so no accuracy is shown.)\n"));
        let legend = "(?? blunder, ? mistake, ?! inaccuracy, ! only move)\n";
        let shown = text(&review, &Style { width: Some(100), ..Style::PLAIN });
        assert!(shown.contains(legend) && !output(&review).contains(legend), "only at a terminal: {shown}");
        let spoken = text(&review, &Style { board: BoardStyle::Words, ..Style::PLAIN });
        assert!(spoken.contains("\nPlayer 2: 1 blunder.\n"), "{spoken}");
    }
}

/// A hint gives the best move of a position. Whatever happens after it, a review never marks it worse than one of
/// the moves below it, which means that it has no mark.
#[test]
fn a_review_never_blames_the_move_of_a_hint() {
    let limits = AssessmentLimits { nodes: 300, proof: 300, ..SMALL_LIMITS };
    let mut hindsight = 0;
    for name in FAMILIES.iter().map(|family| family.id).chain(["uglyduck-xl:4x4", "uglyduck-xl:6x6"]) {
        let game = &games::open(name).unwrap();
        let (stop, session) = (StopSignal::new(), Knowledge::default());
        let hints = Assessor::new(game, limits, &stop, &session);
        let mut history = random_game(game, 3, 4);
        // Both sides follow the hints of the session.
        while history.plies() < 30 && history.current().outcome().is_none() {
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
        let history = random_game(game, seed, 30);
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
        let page = page("x", &review, &turn_boards(game, &history, &review));
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
