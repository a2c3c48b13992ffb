//! Adjudication: ending a game before its rules do, because the result is proven, the players' scores leave
//! no doubt, or the game is too long.

use serde::{Deserialize, Serialize};

use crate::engine::bots::{BotEval, EngineGame};
use crate::engine::referee::Referee;
use crate::engine::search::{Limits, ResultPolicy, SearchRequest, Searcher};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{
    Adjudication, Ending, Eval, Outcome, Player, Position as _, Reason, SCORE_LIMIT, StopSignal,
};

use super::plan::MatchPlan;

/// The maximum number of positions searched to prove a result.
const PROOF_NODE_LIMIT: u64 = 50_000;
/// The memory for that search, in bytes.
const PROOF_MEMORY: usize = 1 << 20;

/// The rules for ending the games of a match early.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationRules {
    /// Whether a game ends as soon as a player claims a proven result and a search proves one.
    pub proven: bool,
    /// Ends a game when a player's score has been hopeless for a while.
    pub resign: Option<ResignRule>,
    /// Ends a game when both players' scores have been even for a while.
    pub draw: Option<DrawRule>,
    /// The number of plies after which a game is a draw.
    pub max_plies: Option<u32>,
}

/// The rule that a player loses after scoring `-score` or worse for `moves` consecutive moves that have a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The number of consecutive moves with a score.
    pub moves: u32,
    /// The score, in hundredths of the game's basic piece.
    pub score: u32,
}

/// The rule that a game is drawn when, after ply `after`, both players have scored within `score` of zero for
/// `moves` consecutive moves that have a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The number of plies to ignore at the start of the game.
    pub after: u32,
    /// The number of consecutive moves with a score of each player.
    pub moves: u32,
    /// The score, in hundredths of the game's basic piece.
    pub score: u32,
}

impl ResignRule {
    /// Parses `MOVES:SCORE`.
    ///
    /// # Errors
    /// The text does not have this form.
    pub fn parse(text: &str) -> Result<ResignRule, &'static str> {
        match parse_numbers(text) {
            Some([moves, score]) if moves > 0 => Ok(ResignRule { moves, score }),
            _ => Err("use MOVES:SCORE in whole numbers with at least one move, for example 3:600"),
        }
    }
}

impl DrawRule {
    /// Parses `PLIES:MOVES:SCORE`.
    ///
    /// # Errors
    /// The text does not have this form.
    pub fn parse(text: &str) -> Result<DrawRule, &'static str> {
        match parse_numbers(text) {
            Some([after, moves, score]) if moves > 0 => Ok(DrawRule { after, moves, score }),
            _ => Err("use PLIES:MOVES:SCORE in whole numbers with at least one move, for example 40:8:10"),
        }
    }
}

/// Parses `COUNT` numbers separated by colons.
fn parse_numbers<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

impl AdjudicationRules {
    /// Returns a short description of each rule that is set.
    pub(super) fn descriptions(&self) -> Vec<String> {
        let rules = [
            self.proven.then(|| "adjudicated when proven".to_owned()),
            self.resign.map(|ResignRule { moves, score }| format!("resign {moves}:{score}")),
            self.draw.map(|DrawRule { after, moves, score }| format!("draw {after}:{moves}:{score}")),
            self.max_plies.map(|max| format!("at most {max} plies")),
        ];
        rules.into_iter().flatten().collect()
    }

    /// Returns whether no rule is set, so that only the rules of the game end it.
    pub fn is_none(&self) -> bool {
        *self == AdjudicationRules::default()
    }
}

/// Applies adjudication rules to one game of a match.
pub(super) struct Adjudicator<'a> {
    rules: &'a AdjudicationRules,
    /// For each player, for how many consecutive moves that have a score this has been hopeless, or even
    /// (`draw_streak`).
    resign_streak: [u32; 2],
    draw_streak: [u32; 2],
}

impl<'a> Adjudicator<'a> {
    pub fn new(rules: &'a AdjudicationRules) -> Self {
        Adjudicator { rules, resign_streak: [0; 2], draw_streak: [0; 2] }
    }

    /// Returns how the game ends now; `None` if it continues. `eval` is the evaluation of the last move by its player.
    pub fn adjudicate(
        &mut self,
        referee: &Referee<AnyGame>,
        eval: Option<(Player, BotEval)>,
    ) -> Option<Ending> {
        if self.rules.is_none() || referee.ending().is_some() {
            return None;
        }
        let plies = referee.history().plies();
        if let Some((player, BotEval { eval, .. })) = eval {
            if self.rules.proven
                && !matches!(eval, Eval::Estimate(_))
                && let Some(outcome) = prove(referee.game(), referee.position())
            {
                return Some(Ending { outcome, reason: Reason::Adjudicated(Adjudication::Proven) });
            }
            if let Some(ending) = self.record_value(player, to_value(eval), plies) {
                return Some(ending);
            }
        }
        let is_too_long = self.rules.max_plies.is_some_and(|max| plies >= max as usize);
        is_too_long
            .then_some(Ending { outcome: Outcome::Draw, reason: Reason::Adjudicated(Adjudication::Length) })
    }

    /// Records a score of `player` and returns how the scores end the game, if they do.
    fn record_value(&mut self, player: Player, value: i32, plies: usize) -> Option<Ending> {
        let index = player.index();
        let count = |moves: &mut u32, holds: bool| *moves = if holds { moves.saturating_add(1) } else { 0 };
        if let Some(ResignRule { moves, score }) = self.rules.resign {
            count(&mut self.resign_streak[index], value < 0 && value.unsigned_abs() >= score);
            if self.resign_streak[index] >= moves {
                return Some(Ending {
                    outcome: Outcome::Win(player.opponent()),
                    reason: Reason::Adjudicated(Adjudication::Score),
                });
            }
        }
        let DrawRule { after, moves, score } = self.rules.draw?;
        count(&mut self.draw_streak[index], plies > after as usize && value.unsigned_abs() <= score);
        let is_even = self.draw_streak.iter().all(|streak| *streak >= moves);
        is_even.then_some(Ending {
            outcome: Outcome::Draw,
            reason: Reason::Adjudicated(Adjudication::EvenScore),
        })
    }
}

/// Converts an evaluation to a number. Wins and losses are at the limits of the scale.
fn to_value(eval: Eval) -> i32 {
    match eval {
        Eval::Won(_) => SCORE_LIMIT,
        Eval::Lost(_) => -SCORE_LIMIT,
        Eval::Draw(_) => 0,
        Eval::Estimate(value) => value,
    }
}

/// Returns the result of `position` if a short search proves it. The answer does not depend on the machine.
fn prove(game: &AnyGame, position: &AnyPosition) -> Option<Outcome> {
    let stop = StopSignal::new();
    let request = SearchRequest::new(Limits::none(&stop).with_nodes(PROOF_NODE_LIMIT));
    let mut searcher = Searcher::new(PROOF_MEMORY);
    let report = game.search(&mut searcher, ResultPolicy::Never, position, &request, &mut |_| {});
    let mover = position.to_move();
    match report.best()?.eval() {
        Eval::Won(_) => Some(Outcome::Win(mover)),
        Eval::Lost(_) => Some(Outcome::Win(mover.opponent())),
        Eval::Draw(_) => Some(Outcome::Draw),
        Eval::Estimate(_) => None,
    }
}

/// Returns whether a recorded game of this match could have ended early with `result`: the match has such a
/// rule, the right side won, and a proven result can be proven again. What the record does not show is not
/// checked.
pub(super) fn is_valid_early_end(plan: &MatchPlan, referee: &Referee<AnyGame>, result: &Ending) -> bool {
    let (rules, to_move, plies) = (&plan.adjudication, referee.to_move(), referee.history().plies());
    let mover_wins = result.outcome == Outcome::Win(to_move);
    let is_draw = result.outcome == Outcome::Draw;
    referee.ending().is_none()
        && match result.reason {
            Reason::Time => plan.tc.is_some() && result.outcome == Outcome::Win(to_move.opponent()),
            Reason::Adjudicated(Adjudication::Proven) => {
                rules.proven && prove(referee.game(), referee.position()) == Some(result.outcome)
            }
            // The player who resigned has just moved.
            Reason::Adjudicated(Adjudication::Score) => rules.resign.is_some() && mover_wins,
            Reason::Adjudicated(Adjudication::EvenScore) => {
                is_draw && rules.draw.is_some_and(|rule| plies > rule.after as usize)
            }
            Reason::Adjudicated(Adjudication::Length) => {
                is_draw && rules.max_plies.is_some_and(|max| plies >= max as usize)
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::model::Game as _;

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    const ONE: Player = Player::One;
    const TWO: Player = Player::Two;

    fn ended(ending: Option<Ending>) -> Option<(Outcome, Adjudication)> {
        ending.map(|ending| match ending {
            Ending { outcome, reason: Reason::Adjudicated(why) } => (outcome, why),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn rules_are_parsed_or_rejected() {
        assert_eq!(ResignRule::parse("3:600"), Ok(ResignRule { moves: 3, score: 600 }));
        assert_eq!(DrawRule::parse("40:8:0"), Ok(DrawRule { after: 40, moves: 8, score: 0 }));
        for wrong in ["", "3", "0:600", "3:-600", "3:600:1", "3:x", "40:0:10"] {
            assert!(
                ResignRule::parse(wrong).is_err() && DrawRule::parse(&format!("{wrong}:")).is_err(),
                "{wrong}"
            );
        }
        let problem = DrawRule::parse("3:600").unwrap_err();
        assert!(problem.starts_with("use PLIES:MOVES:SCORE in whole numbers"), "{problem}");
    }

    #[test]
    fn a_player_resigns_after_n_hopeless_moves_in_a_row() {
        let resign = Some(ResignRule { moves: 2, score: 300 });
        let rules = AdjudicationRules { resign, ..AdjudicationRules::default() };
        let mut adjudicator = Adjudicator::new(&rules);
        let values = [(ONE, -300), (TWO, 900), (ONE, -299), (TWO, -5000), (ONE, -301), (TWO, 900)];
        assert!(values.iter().all(|(player, value)| adjudicator.record_value(*player, *value, 1).is_none()));
        let ending = ended(adjudicator.record_value(ONE, -SCORE_LIMIT, 1));
        assert_eq!(ending, Some((Outcome::Win(TWO), Adjudication::Score)));
    }

    #[test]
    fn a_game_is_drawn_when_both_report_even_scores_long_enough() {
        let draw = Some(DrawRule { after: 3, moves: 2, score: 10 });
        let rules = AdjudicationRules { draw, ..AdjudicationRules::default() };
        let mut adjudicator = Adjudicator::new(&rules);
        let values = [0, 0, 0, 10, -10, 0, 11, 0, 0];
        let players = [ONE, TWO].into_iter().cycle();
        let mut record =
            |(plies, (player, value)): (usize, (Player, i32))| adjudicator.record_value(player, value, plies);
        let mut endings = (1..).zip(players.zip(values)).map(&mut record);
        // Counted from the fourth ply on: player 2 has two even scores, but player 1 only one before its 11.
        assert!(endings.all(|ending| ending.is_none()));
        let ending =
            ended(adjudicator.record_value(TWO, 0, 10).or_else(|| adjudicator.record_value(ONE, 3, 11)));
        assert_eq!(ending, Some((Outcome::Draw, Adjudication::EvenScore)));
    }

    #[test]
    fn claims_are_verified_before_they_count() {
        let rules = AdjudicationRules { proven: true, max_plies: Some(9), ..AdjudicationRules::default() };
        let adjudicate = |text: &str, eval: Eval| {
            let referee = Referee::from_position(&classic(), classic().read_position(text).unwrap());
            let eval = Some((referee.to_move().opponent(), BotEval { depth: 1, eval }));
            ended(Adjudicator::new(&rules).adjudicate(&referee, eval))
        };
        let won = Some((Outcome::Win(ONE), Adjudication::Proven));
        assert_eq!(adjudicate("5/S4/5/5/4d 2", Eval::Won(None)), won);
        assert_eq!(adjudicate("5/S4/5/5/4d 2", Eval::Lost(Some(3))), won, "the proof counts, not the claim");
        assert_eq!(adjudicate("S4/5/5/5/4d 2", Eval::Won(None)), None, "the rules have ended the game");
        assert_eq!(adjudicate("5/S4/5/5/4d 2", Eval::Estimate(900)), None, "nobody claims a proven result");
        assert_eq!(adjudicate("DDDDD/5/5/5/ddddd 2", Eval::Won(Some(9))), None, "the claim cannot be proven");
    }
}
