//! Laws of the story of a review: what it says is true of the graph and of the end of the game.

use super::super::story::narrative;
use super::{SMALL_LIMITS, random_game, reviewed};
use crate::analysis::chance::winning_chance;
use crate::analysis::review::*;
use crate::games::{self, FAMILIES};
use crate::model::{Outcome, Player, Reason};
use crate::samples::is_sampled;

/// Whatever the story says of the whole game shows in the graph, with many budgets: the fewer positions a review
/// examines, the more its estimates contradict each other.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_story_is_true_of_the_graph() {
    let mut claims = std::collections::BTreeMap::new();
    let seeds = FAMILIES.iter().flat_map(|family| (0..4).map(move |seed| (family, seed))).enumerate();
    for (_, (family, seed)) in seeds.filter(|(number, _)| is_sampled(*number, 7)) {
        let game = games::open(family.id).unwrap();
        let history = random_game(&game, seed, [12, 60, 25, 40][seed as usize]);
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
    assert!(claims.len() >= 7, "{claims:?}");
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
        if line.contains(" was losing from the first turn, whatever they played.") {
            let player = Player::BOTH.into_iter().find(|player| self.0.name(*player) == name(line)).unwrap();
            let first = self.0.turns.iter().find(|turn| turn.player == player).unwrap().number;
            assert_eq!(self.chances(&name(line), first)[0], 0.0, "{line}");
            for (_, number) in line.match_indices("on turn ").map(|(at, on)| line.split_at(at + on.len())) {
                let number = number.trim_end_matches('.').split([' ', ',']).next().unwrap();
                let turn = self.0.turn(number.parse().unwrap()).unwrap();
                assert!(turn.player == player && turn.before.is_loss() && turn.after.is_loss(), "{line}");
            }
            return "lost from the start";
        }
        let others =
            ["The game was a draw.", "The game is not over.", "The review did not find", "times in a row."];
        assert!(others.iter().any(|other| line.contains(other)), "an unknown claim: {line}");
        "another"
    }
}
