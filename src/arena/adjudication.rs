//! Games that are ended before the rules end them: because the result is proven, because the players' values leave no doubt, or
//! because they are long.

use serde::{Deserialize, Serialize};

use crate::engine::bots::{BotEval, EngineGame};
use crate::engine::referee::Referee;
use crate::engine::results::ResultPolicy;
use crate::engine::search::{Limits, SearchRequest, Searcher};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{
    Adjudication, Ending, Eval, GameResult, Outcome, Player, Position as _, Reason, SCORE_LIMIT, StopSignal,
};

use super::plan::MatchPlan;

/// The positions that the proof of a claimed result may take.
const PROOF_NODE_LIMIT: u64 = 50_000;
/// The memory for it, in bytes.
const PROOF_MEMORY: usize = 1 << 20;

/// When the games of a match are ended before the rules end them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationRules {
    /// As soon as a player says that the result is proven, and it can be proven again.
    pub proven: bool,
    /// As soon as a player finds itself hopeless.
    pub resign: Option<ResignRule>,
    /// As soon as both players see nothing any more.
    pub draw: Option<DrawRule>,
    /// After so many plies: a draw.
    pub max_plies: Option<u32>,
}

/// A player loses whose value has been `-score` or worse for so many of its moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// How many moves.
    pub moves: u32,
    /// In hundredths of the game's basic piece.
    pub score: u32,
}

/// A game is drawn when, after so many plies, the values of both players have been within `score` for so many moves of each in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Moves before count for nothing.
    pub after: u32,
    /// How many moves of each player.
    pub moves: u32,
    /// In hundredths of the game's basic piece.
    pub score: u32,
}

impl ResignRule {
    /// Reads `MOVES:SCORE`.
    ///
    /// # Errors
    /// The text is of another form.
    pub fn parse(text: &str) -> Result<ResignRule, &'static str> {
        match parse_numbers(text) {
            Some([moves, score]) if moves > 0 => Ok(ResignRule { moves, score }),
            _ => Err("a rule is MOVES:SCORE in whole numbers, with at least one move: 3:600"),
        }
    }
}

impl DrawRule {
    /// Reads `PLIES:MOVES:SCORE`.
    ///
    /// # Errors
    /// The text is of another form.
    pub fn parse(text: &str) -> Result<DrawRule, &'static str> {
        match parse_numbers(text) {
            Some([after, moves, score]) if moves > 0 => Ok(DrawRule { after, moves, score }),
            _ => Err("a rule is PLIES:MOVES:SCORE in whole numbers, with at least one move: 40:8:10"),
        }
    }
}

/// So many numbers with colons between them.
fn parse_numbers<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

impl AdjudicationRules {
    /// What ends a game early, in a few words each.
    pub(super) fn descriptions(&self) -> Vec<String> {
        let rules = [
            self.proven.then(|| "ended when proven".to_owned()),
            self.resign.map(|ResignRule { moves, score }| format!("resign {moves}:{score}")),
            self.draw.map(|DrawRule { after, moves, score }| format!("draw {after}:{moves}:{score}")),
            self.max_plies.map(|most| format!("at most {most} plies")),
        ];
        rules.into_iter().flatten().collect()
    }

    /// Whether games are only ended by their rules.
    pub fn is_none(&self) -> bool {
        *self == AdjudicationRules::default()
    }
}

/// Ends one game of a match by these rules.
pub(super) struct Adjudicator<'a> {
    rules: &'a AdjudicationRules,
    /// For how many moves in a row each player has found itself hopeless, and the game even.
    resign_streak: [u32; 2],
    draw_streak: [u32; 2],
}

impl<'a> Adjudicator<'a> {
    pub fn new(rules: &'a AdjudicationRules) -> Self {
        Adjudicator { rules, resign_streak: [0; 2], draw_streak: [0; 2] }
    }

    /// How the game ends now that `player` has made a move in it, and thinks this of it; `None` if it goes on.
    pub fn adjudicate(
        &mut self,
        referee: &Referee<AnyGame>,
        player: Player,
        eval: Option<BotEval>,
    ) -> Option<Ending> {
        if self.rules.is_none() || referee.ending().is_some() {
            return None;
        }
        let plies = referee.history().plies();
        if let Some(BotEval { eval, .. }) = eval {
            if self.rules.proven
                && !matches!(eval, Eval::Estimate(_))
                && let Some(outcome) = prove(referee.game(), referee.position())
            {
                return Some(Ending::Adjudicated(outcome, Adjudication::Proven));
            }
            if let Some(ending) = self.record_value(player, to_value(eval), plies) {
                return Some(ending);
            }
        }
        let is_long = self.rules.max_plies.is_some_and(|most| plies >= most as usize);
        is_long.then_some(Ending::Adjudicated(Outcome::Draw, Adjudication::Length))
    }

    /// Counts a value of `player`, and says whether the values end the game.
    fn record_value(&mut self, player: Player, value: i32, plies: usize) -> Option<Ending> {
        let index = player.index();
        let count = |moves: &mut u32, holds: bool| *moves = if holds { moves.saturating_add(1) } else { 0 };
        if let Some(ResignRule { moves, score }) = self.rules.resign {
            count(&mut self.resign_streak[index], value < 0 && value.unsigned_abs() >= score);
            if self.resign_streak[index] >= moves {
                return Some(Ending::Adjudicated(Outcome::Win(player.opponent()), Adjudication::Score));
            }
        }
        let DrawRule { after, moves, score } = self.rules.draw?;
        count(&mut self.draw_streak[index], plies > after as usize && value.unsigned_abs() <= score);
        let is_even = self.draw_streak.iter().all(|streak| *streak >= moves);
        is_even.then_some(Ending::Adjudicated(Outcome::Draw, Adjudication::EvenScore))
    }
}

/// A win and a loss count for more than any estimate.
fn to_value(eval: Eval) -> i32 {
    match eval {
        Eval::Won(_) => SCORE_LIMIT,
        Eval::Lost(_) => -SCORE_LIMIT,
        Eval::Draw(_) => 0,
        Eval::Estimate(value) => value,
    }
}

/// The result of `position`, if a short search proves it: the same wherever it is asked.
fn prove(game: &AnyGame, position: &AnyPosition) -> Option<Outcome> {
    let stop = StopSignal::new();
    let request = SearchRequest::new(Limits { nodes: PROOF_NODE_LIMIT, ..Limits::none(&stop) });
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

/// Whether a game of this match may have ended so before the rules ended it, as far as a record shows that: a flag fell or an
/// adjudication was one of the match, for the right side, and what is said to be proven can be proven again.
pub(super) fn is_valid_early_end(plan: &MatchPlan, referee: &Referee<AnyGame>, result: &GameResult) -> bool {
    let (rules, to_move, plies) = (&plan.adjudication, referee.to_move(), referee.history().plies());
    let mover_wins = result.outcome == Outcome::Win(to_move);
    let is_draw = result.outcome == Outcome::Draw;
    referee.ending().is_none()
        && match result.reason {
            Reason::Time => plan.tc.is_some() && result.outcome == Outcome::Win(to_move.opponent()),
            Reason::Adjudicated(Adjudication::Proven) => {
                rules.proven && prove(referee.game(), referee.position()) == Some(result.outcome)
            }
            // Who gives up has just moved.
            Reason::Adjudicated(Adjudication::Score) => rules.resign.is_some() && mover_wins,
            Reason::Adjudicated(Adjudication::EvenScore) => {
                is_draw && rules.draw.is_some_and(|rule| plies > rule.after as usize)
            }
            Reason::Adjudicated(Adjudication::Length) => {
                is_draw && rules.max_plies.is_some_and(|most| plies >= most as usize)
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
            Ending::Adjudicated(outcome, why) => (outcome, why),
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
        assert!(problem.starts_with("a rule is PLIES:MOVES:SCORE in whole numbers"), "{problem}");
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
        // After the third ply: two of the second player's, and one of the first's before its 11.
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
            let eval = Some(BotEval { depth: 1, eval });
            ended(Adjudicator::new(&rules).adjudicate(&referee, referee.to_move().opponent(), eval))
        };
        let won = Some((Outcome::Win(ONE), Adjudication::Proven));
        assert_eq!(adjudicate("5/S4/5/5/4d 2", Eval::Won(None)), won);
        assert_eq!(
            adjudicate("5/S4/5/5/4d 2", Eval::Lost(Some(3))),
            won,
            "what is proven counts, not the claim"
        );
        assert_eq!(adjudicate("S4/5/5/5/4d 2", Eval::Won(None)), None, "the rules have ended it");
        assert_eq!(adjudicate("5/S4/5/5/4d 2", Eval::Estimate(900)), None, "nobody says that it is proven");
        assert_eq!(adjudicate("DDDDD/5/5/5/ddddd 2", Eval::Won(Some(9))), None, "it is not");
    }
}
