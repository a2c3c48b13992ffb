//! Counting the results of a match.

use std::collections::BTreeMap;

use crate::model::{Ending, Outcome, Player, Reason};

use super::ratings::RatedPairing;
use super::{Fixture, MatchPlan, PlayedGame, Sample, Schedule, Usage};

/// The results of a game as levels of a [`Sample`].
const LOST: usize = 0;
const DRAWN: usize = 1;
const WON: usize = 2;

/// The results of two bots against each other, from the point of view of the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pairing {
    /// The results of single games.
    pub games: Sample<3>,
    /// The results of pairs of games from one opening with the sides swapped.
    pub pairs: Sample<5>,
    /// The length of all games together.
    pub plies: u64,
    /// The opening and the level of a game whose pair is incomplete.
    unpaired_game: Option<(u64, usize)>,
}

impl Pairing {
    /// Counts a game, and the pair of games that it completes, if any.
    fn add(&mut self, level: usize, pair: Option<usize>, plies: u64) {
        self.games.counts[level] += 1;
        self.plies += plies;
        if let Some(pair) = pair {
            self.pairs.counts[pair] += 1;
        }
    }

    /// Returns the results in the form that ratings are computed from, based on pairs if there are any.
    pub(super) fn results(&self, players: [usize; 2]) -> RatedPairing {
        match self.pairs.size() {
            0 => RatedPairing { players, counts: self.games.counts.to_vec(), points: 1.0 },
            _ => RatedPairing { players, counts: self.pairs.counts.to_vec(), points: 2.0 },
        }
    }

    /// Returns the numbers of wins, draws and losses.
    pub fn counts(&self) -> [u64; 3] {
        [WON, DRAWN, LOST].map(|level| self.games.counts[level])
    }
}

/// The results of a bot in the whole match.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Its results against all others.
    pub results: Pairing,
    /// The time and positions it has used.
    pub usage: Usage,
    /// The number of games it has forfeited, and the reason of the first forfeit.
    pub forfeits: (u64, Option<String>),
    /// The number of games it has lost on time.
    pub time_losses: u64,
}

/// Returns the word for this reason in the summary and, for a forfeit, the fault of the loser. Every reason
/// that does not come from the rules or the referee counts as a forfeit.
fn ending_category(reason: &Reason) -> (&'static str, Option<String>) {
    match reason {
        Reason::Rules => ("rules", None),
        Reason::NoMoves => ("no moves", None),
        Reason::NoProgress => ("patience", None),
        Reason::Time => ("time", None),
        Reason::Adjudicated(adjudication) => (adjudication.as_str(), None),
        Reason::Forfeited(problem) => (Reason::FORFEITED, Some(problem.clone())),
        other => (Reason::FORFEITED, Some(other.to_string())),
    }
}

/// The results of a match so far. Its size does not depend on the number of games.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The results of each pairing in the schedule.
    pub pairings: Vec<Pairing>,
    /// The results of each bot.
    pub standings: Vec<Standing>,
    /// The results of player 1.
    pub first_mover: Sample<3>,
    /// The number of games that ended for each reason.
    pub endings: BTreeMap<&'static str, u64>,
    pub(super) schedule: Schedule,
    swap: bool,
}

impl Tally {
    /// Creates a tally without games.
    pub fn new(plan: &MatchPlan) -> Tally {
        let schedule = Schedule::new(plan);
        Tally {
            pairings: vec![Pairing::default(); schedule.pairings.len()],
            standings: vec![Standing::default(); plan.bots.len()],
            first_mover: Sample::default(),
            endings: BTreeMap::new(),
            schedule,
            swap: plan.swap,
        }
    }

    /// Returns the number of games counted.
    pub fn games(&self) -> u64 {
        self.first_mover.size()
    }

    /// Counts a game. Games must be added in the order of their numbers.
    pub fn add(&mut self, played: &PlayedGame) {
        let fixture = self.schedule.fixture(played.number);
        self.add_result(&fixture, played);
        for (bot, usage) in fixture.seats.into_iter().zip(&played.usage) {
            self.standings[bot].usage.add(usage);
        }
        let Ending { outcome, reason } = &played.result;
        let (ending, problem) = ending_category(reason);
        *self.endings.entry(ending).or_default() += 1;
        let Some(winner) = outcome.winner() else { return };
        let loser = &mut self.standings[fixture.seats[winner.opponent().index()]];
        loser.time_losses += u64::from(*reason == Reason::Time);
        if let Some(problem) = problem {
            let (count, first) = &mut loser.forfeits;
            *count += 1;
            first.get_or_insert(problem);
        }
    }

    fn add_result(&mut self, fixture: &Fixture, played: &PlayedGame) {
        let first = match played.result.outcome {
            Outcome::Draw => DRAWN,
            Outcome::Win(Player::One) => WON,
            Outcome::Win(Player::Two) => LOST,
        };
        let level = if fixture.swapped { WON - first } else { first };
        self.first_mover.counts[first] += 1;
        let pairing = &mut self.pairings[fixture.pairing];
        let half = pairing.unpaired_game.take().filter(|(opening, _)| *opening == fixture.opening);
        let pair = half.map(|(_, half)| half + level);
        pairing.unpaired_game = (self.swap && pair.is_none()).then_some((fixture.opening, level));
        pairing.add(level, pair, played.plies);
        let [one, other] = self.schedule.pairings[fixture.pairing];
        self.standings[one].results.add(level, pair, played.plies);
        self.standings[other].results.add(WON - level, pair.map(|pair| 2 * WON - pair), played.plies);
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;

    fn game(number: u64, outcome: Outcome, reason: &'static str) -> PlayedGame {
        let usage = Usage { moves: 5, counted_moves: 5, nodes: 50, ..Usage::default() };
        let usage = [usage, Usage::default()];
        let result = Ending { outcome, reason: reason.parse().unwrap() };
        PlayedGame { number, result, plies: 10, usage, text: None }
    }

    const ONE: Outcome = Outcome::Win(Player::One);
    const TWO: Outcome = Outcome::Win(Player::Two);

    #[test]
    fn swapped_games_count_for_the_bot_and_not_for_the_seat() {
        let mut tally = Tally::new(&plan(&["a", "b"], 6, true));
        for (number, outcome) in [ONE, TWO, ONE, ONE, Outcome::Draw, ONE].into_iter().enumerate() {
            tally.add(&game(number as u64, outcome, "rules"));
        }
        // a: won, won; won, lost; drawn, lost.
        let pairing = tally.pairings[0];
        assert_eq!(pairing.counts(), [3, 1, 2]);
        assert_eq!(pairing.pairs.counts, [0, 1, 1, 0, 1]);
        assert_eq!(tally.first_mover.counts, [1, 1, 4]);
        assert_eq!(tally.standings[1].results.counts(), [2, 1, 3]);
        assert_eq!(tally.standings[0].results.plies, 60);
        let usage = tally.standings[0].usage;
        assert_eq!((usage.nodes, usage.counted_moves), (150, 15));
        assert_eq!(tally.standings[0].usage.moves, 15);
    }

    #[test]
    fn an_incomplete_pair_counts_as_a_single_game() {
        let mut tally = Tally::new(&plan(&["a", "b"], 6, true));
        for number in [0, 3, 4, 5] {
            tally.add(&game(number, ONE, "rules"));
        }
        assert_eq!((tally.games(), tally.pairings[0].pairs.size()), (4, 1));
    }

    #[test]
    fn standings_sum_over_the_pairings() {
        let mut tally = Tally::new(&plan(&["a", "b", "c"], 1, false));
        for (number, outcome) in [ONE, TWO, Outcome::Draw].into_iter().enumerate() {
            tally.add(&game(number as u64, outcome, "no moves"));
        }
        let counts = [0, 1, 2].map(|bot| tally.standings[bot].results.counts());
        assert_eq!(counts, [[1, 0, 1], [0, 1, 1], [1, 1, 0]]);
        assert_eq!(tally.endings.get("no moves"), Some(&3));
    }

    #[test]
    fn forfeits_keep_the_first_reason() {
        let mut tally = Tally::new(&plan(&["a", "b"], 4, true));
        tally.add(&game(0, TWO, "forfeited: it died"));
        tally.add(&game(1, ONE, "forfeited: it died again"));
        tally.add(&game(2, Outcome::Draw, "patience"));
        assert_eq!(tally.standings[0].forfeits, (2, Some("it died".to_owned())));
        assert_eq!(tally.standings[1].forfeits, (0, None));
        assert_eq!(tally.endings.get("forfeited"), Some(&2));
    }
}
