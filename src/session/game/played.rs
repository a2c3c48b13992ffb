//! A game as it is set up and as it is played: its players, its moves, its chance and its record.

use crate::analysis::assessment::AssessmentLimits;
use crate::analysis::review::REVIEWED_KEY;
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Annotations, GameRng, Player, Record, Seating};
use crate::players::seats::{self, READER_KEY};

/// The setup of a game at the console.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The players.
    pub seating: Seating,
    /// What else the record of the game begins with: its seed, its date, its first position, and the moves played so far
    /// with their annotations.
    pub record: Record,
    /// The search limits for hints and the coach.
    pub advice: AssessmentLimits<'static>,
    /// The full name of the game whose lessons end with this game. Its coach is on.
    pub lesson: Option<String>,
}

impl GamePlan {
    /// Creates a plan for a game from its default start.
    pub fn new(seating: Seating, seed: u64) -> Self {
        let mut record = Record::new("");
        record.seed = Some(seed);
        GamePlan { seating, record, advice: AssessmentLimits::ADVICE, lesson: None }
    }

    /// Creates a plan that resumes the game in a record. Uses `seed` if the record has none.
    pub fn from_record(record: &Record, seed: u64) -> Self {
        let mut plan = GamePlan::new(seats::seating(record), seed);
        plan.record = record.clone();
        plan.record.seed = record.seed.or(Some(seed));
        plan
    }
}

/// A game with everything needed to resume it unchanged.
#[derive(Clone)]
pub(super) struct PlayedGame {
    pub(super) referee: Referee<AnyGame>,
    /// The number among the games that were begun from the same plan.
    pub(super) number: usize,
    /// The chance of both players.
    pub(super) rngs: [GameRng; 2],
    /// The record of the game, without its moves and result.
    pub(super) header: Record,
    /// The number of this game in the archive and what was saved, if any.
    pub(super) archived: Option<(u64, Record)>,
    /// Whether the warning about a game without progress has been shown.
    pub(super) has_idle_warning: bool,
}

impl PlayedGame {
    /// Begins the game of a plan at the position of `referee`.
    pub(super) fn new(referee: Referee<AnyGame>, plan: &GamePlan) -> Self {
        let header = header(referee.game(), plan);
        let rngs = streams(header.seed.unwrap_or_default());
        PlayedGame { referee, number: 0, rngs, header, archived: None, has_idle_warning: false }
    }

    /// Starts again. The seed is the next number, so that each record reproduces its own game.
    pub(super) fn restart(&mut self) {
        let PlayedGame { referee, number, rngs, header, archived, has_idle_warning } = self;
        *number += 1;
        if let Some(seed) = &mut header.seed {
            *seed = seed.wrapping_add(1);
            *rngs = streams(*seed);
        }
        header.annotations = Annotations::default();
        referee.restart(referee.history().start().clone());
        (*archived, *has_idle_warning) = (None, false);
    }
}

/// The random generators of the two players.
fn streams(seed: u64) -> [GameRng; 2] {
    [1, 2].map(|stream| GameRng::with_stream(seed, stream))
}

fn header(game: &AnyGame, plan: &GamePlan) -> Record {
    let mut header = plan.record.clone().with_seats(Player::BOTH.map(|player| plan.seating.seat(player)));
    (header.game, header.names, header.result) = (game.name(), plan.seating.names.clone(), None);
    // Both sides play here now, even if only one did when it was kept, and the game is not over.
    header.annotations.header.retain(|(key, _)| ![READER_KEY, REVIEWED_KEY].contains(&key.as_str()));
    header
}
