//! The referee: a game in progress, judged by the rules.
//!
//! The console, matches between bots, and the readers of records and protocols all play games through a
//! [`Referee`]. It knows whose turn it is, refuses illegal moves, makes bots that fail forfeit, stops games
//! without progress and writes the record.

use thiserror::Error;

use crate::model::{
    Ending, Game, History, MoveError, Mv, NotationError, Player, Position, Reason, Record, View,
};

use super::bots::{Bot, BotProgress, MoveContext};

/// The forfeit reason for a bot that returns no move.
const NO_MOVE: &str = "it returned no move";

/// Called with the game so far and what the bot has found while it thinks.
pub type BotProgressFn<'a, G> = &'a mut dyn FnMut(&History<<G as Game>::Position>, BotProgress<Mv<G>>);

/// A game in progress.
///
/// ```
/// use cygnet_core::engine::referee::Referee;
/// use cygnet_core::games::ugly_duck::{CLASSIC, Refusal};
/// use cygnet_core::model::{Ending, Game, MoveError, Player, Reason, Record};
///
/// let mut referee = Referee::new(&CLASSIC);
/// referee.play(CLASSIC.read_move("a1b2")?)?;
/// let too_far = CLASSIC.read_move("e1c1")?;
/// assert_eq!(referee.play(too_far), Err(MoveError::Illegal(Refusal::TooFar)));
/// assert_eq!((referee.to_move(), referee.ending()), (Player::Two, None));
///
/// referee.resign();
/// assert_eq!(referee.ending(), Some(Ending::lost(Player::Two, Reason::Resigned)));
/// let record = referee.record(&Record::new(CLASSIC.name()));
/// assert_eq!(record.to_string().lines().last(), Some("result: p1, resigned"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee<G: Game> {
    game: G,
    history: History<G::Position>,
    /// The number of consecutive turns without progress; counted only if the game has
    /// [`Game::max_idle_turns`].
    idle: u32,
    /// That number before the first position.
    idle_before: u32,
    /// Whether a human is playing: then a game without progress is not stopped.
    has_human: bool,
    /// An ending that does not follow from the rules, such as a resignation.
    declared_ending: Option<Ending>,
}

/// Why a game cannot be read from text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError<R> {
    /// The first position is invalid.
    #[error("position: {0}")]
    Start(NotationError),
    /// A move is invalid or illegal.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        error: MoveError<R>,
    },
}

impl<G: Game> Referee<G> {
    /// Creates a game between computers from the default start of `game`.
    pub fn new(game: &G) -> Self {
        Referee::from_position(game, game.start())
    }

    /// Creates a game between computers from `start`.
    pub fn from_position(game: &G, start: G::Position) -> Self {
        Referee {
            game: game.clone(),
            history: History::new(start),
            idle: 0,
            idle_before: 0,
            has_human: false,
            declared_ending: None,
        }
    }

    /// Reads a game in canonical notation: the first position (`None` is the default start) and the moves.
    ///
    /// # Errors
    /// The first text that is invalid.
    pub fn read<T: AsRef<str>>(
        game: &G,
        start: Option<&str>,
        moves: impl IntoIterator<Item = T>,
    ) -> Result<Self, TextError<<G::Position as Position>::Refusal>> {
        let start = start.map_or_else(|| Ok(game.start()), |text| game.read_position(text));
        let mut referee = Referee::from_position(game, start.map_err(TextError::Start)?);
        for (index, text) in moves.into_iter().enumerate() {
            let read = game.read_legal_move(referee.position(), text.as_ref());
            referee.accept(read.map_err(|error| TextError::Move { number: index + 1, error })?);
        }
        Ok(referee)
    }

    /// Sets whether a human is playing. With one, a game without progress is not stopped.
    #[must_use]
    pub fn with_human(mut self, has_human: bool) -> Self {
        self.has_human = has_human;
        self
    }

    /// Sets the number of consecutive turns without progress before the first position. It only matters if
    /// the game has [`Game::max_idle_turns`].
    #[must_use]
    pub fn with_idle_turns(mut self, idle: u32) -> Self {
        self.idle_before = idle;
        self.count_idle_turns();
        self
    }

    /// Returns the number of latest consecutive turns without progress, which is counted only if the game has
    /// [`Game::max_idle_turns`].
    pub fn idle_turns(&self) -> u32 {
        self.idle
    }

    /// Returns the game being played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the game so far.
    pub fn history(&self) -> &History<G::Position> {
        &self.history
    }

    /// Returns the game so far and drops the referee.
    #[must_use]
    pub fn into_history(self) -> History<G::Position> {
        self.history
    }

    /// Returns the current position.
    pub fn position(&self) -> &G::Position {
        self.history.current()
    }

    /// Returns what bots and screens see of the current game.
    pub fn view(&self) -> View<'_, G::Position> {
        self.game.view(&self.history)
    }

    /// Returns the player whose turn it is.
    pub fn to_move(&self) -> Player {
        self.position().to_move()
    }

    /// Returns how the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        if self.declared_ending.is_some() {
            return self.declared_ending.clone();
        }
        let position = self.position();
        if let Some(outcome) = position.terminal_outcome() {
            return Some(Ending::by_rules(outcome));
        }
        if !position.has_moves() {
            return Some(Ending::lost(position.to_move(), Reason::NoMoves));
        }
        self.exceeded_idle_turns().filter(|_| !self.has_human).map(|_| Ending::drawn(Reason::NoProgress))
    }

    /// Returns the limit for turns without progress, if it has been reached.
    pub fn exceeded_idle_turns(&self) -> Option<u32> {
        self.game.max_idle_turns().filter(|max| self.idle >= *max)
    }

    /// Plays `mv` for the player to move.
    ///
    /// # Errors
    /// The game is over, or the move is illegal. The game is unchanged.
    pub fn play(&mut self, mv: Mv<G>) -> Result<(), MoveError<<G::Position as Position>::Refusal>> {
        if self.ending().is_some() {
            return Err(MoveError::GameOver);
        }
        self.position().check_move(mv).map_err(MoveError::Illegal)?;
        self.accept(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one from [`Referee::choose_move_with_progress`].
    pub fn accept(&mut self, mv: Mv<G>) {
        self.idle = self.idle_after(self.idle, self.position(), mv);
        self.history.play(mv);
    }

    /// Returns the number of consecutive turns without progress after `mv`, if it was `idle` before.
    fn idle_after(&self, idle: u32, position: &G::Position, mv: Mv<G>) -> u32 {
        match self.game.max_idle_turns() {
            None => idle,
            Some(_) if self.game.is_progress(position, mv) => 0,
            Some(_) => idle.saturating_add(1),
        }
    }

    fn count_idle_turns(&mut self) {
        let turns = self.history.turns();
        self.idle = turns.fold(self.idle_before, |idle, (before, mv, _)| self.idle_after(idle, before, mv));
    }

    /// Asks `bot` for a move without playing it. Returns `None` if the game is over, or if the bot has no move
    /// or an illegal one: it forfeits the game. Calls `on_progress` with the game so far and what the bot finds while
    /// it thinks.
    pub fn choose_move_with_progress(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        context: &mut MoveContext<'_>,
        on_progress: BotProgressFn<'_, G>,
    ) -> Option<Mv<G>> {
        let history = &self.history;
        let view = self.game.view(history);
        // What another player has reported is not true of this one.
        (context.nodes, context.eval, context.time_used, context.startup_time) = (None, None, None, None);
        let chosen = bot.choose_with_progress(&view, context, &mut |progress| on_progress(history, progress));
        self.check_answer(chosen.ok_or_else(|| NO_MOVE.to_owned()))
    }

    /// Checks a player's answer: a move, or the reason why there is none. Returns the move without playing
    /// it, or `None` if there is no legal move: the player to move forfeits the game. Returns `None` too if the game
    /// is over, and then changes nothing.
    pub fn check_answer(&mut self, answer: Result<Mv<G>, String>) -> Option<Mv<G>> {
        if self.ending().is_some() {
            return None;
        }
        let problem = match answer {
            Err(problem) => problem,
            Ok(mv) => match self.position().check_move(mv) {
                Ok(()) => return Some(mv),
                Err(refusal) => format!("illegal move \"{}\": {refusal}", mv),
            },
        };
        self.declared_ending = Some(Ending::forfeit(self.to_move(), &problem));
        None
    }

    /// Makes `bot` play for the player to move. Returns the move played, or `None` if the bot forfeits or the
    /// game is over.
    pub fn take_turn(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        context: &mut MoveContext<'_>,
    ) -> Option<Mv<G>> {
        let mv = self.choose_move_with_progress(bot, context, &mut |_, _| {})?;
        self.accept(mv);
        Some(mv)
    }

    /// Makes two bots, player 1's first, play the game to its end. Returns how it ended, or `None` if
    /// `context.stop` was raised before.
    pub fn play_out(
        &mut self,
        bots: [&mut dyn Bot<G::Position>; 2],
        context: &mut MoveContext<'_>,
    ) -> Option<Ending> {
        while self.ending().is_none() && !context.stop.is_raised() {
            self.take_turn(&mut *bots[self.to_move().index()], context);
        }
        self.ending()
    }

    /// Settles the players' disputes, player 1's first, about the result of a game that ended by the rules.
    /// If exactly one player disputes it, that player forfeits.
    pub fn settle_disputes(&mut self, disputes: [Option<String>; 2]) {
        match disputes {
            [Some(problem), None] => self.declared_ending = Some(Ending::forfeit(Player::One, &problem)),
            [None, Some(problem)] => self.declared_ending = Some(Ending::forfeit(Player::Two, &problem)),
            _ => {}
        }
    }

    /// Resigns for the player to move, unless the game is over.
    pub fn resign(&mut self) {
        if self.ending().is_none() {
            self.declared_ending = Some(Ending::lost(self.to_move(), Reason::Resigned));
        }
    }

    /// Ends the game from outside, replacing any earlier declared ending, unless it is over by the rules.
    pub fn end(&mut self, ending: Ending) {
        if self.position().outcome().is_none() {
            self.declared_ending = Some(ending);
        }
    }

    /// Takes back up to `plies` moves. Clears any declared ending, even if there is no move to take back.
    pub fn undo(&mut self, plies: usize) {
        self.history.undo(plies);
        self.refresh();
    }

    /// Plays up to `plies` of the moves again that were taken back. Clears any declared ending, as [`Referee::undo`]
    /// does.
    pub fn redo(&mut self, plies: usize) {
        self.history.redo(plies);
        self.refresh();
    }

    fn refresh(&mut self) {
        self.count_idle_turns();
        self.declared_ending = None;
    }

    /// Starts again from `start`.
    pub fn restart(&mut self, start: G::Position) {
        *self = Referee::from_position(&self.game, start).with_human(self.has_human);
    }

    /// Returns the record of the game so far: `head`, a record of the same game, with these moves and this result, and with
    /// the first position if it is not the default one. Keeps the annotations of `head` up to the first move that differs.
    pub fn record(&self, head: &Record) -> Record {
        let (first, default) = (self.history.at(0), self.game.start());
        let begins =
            head.start.as_ref().map_or(Some(default.clone()), |text| self.game.read_position(text).ok());
        let is_begun = begins.as_ref() == Some(first);
        let start = match is_begun {
            true => head.start.clone(),
            false => (*first != default).then(|| first.to_string()),
        };
        let moves: Vec<(usize, String)> = self.history.moves().iter().map(|mv| (0, mv.to_string())).collect();
        let pairs = head.moves.iter().zip(&moves).filter(|_| is_begun);
        let same = pairs.take_while(|((_, recorded), (_, played))| recorded == played).count();
        let annotations = head.annotations.truncated_to(same);
        Record { start, moves, annotations, result: self.ending(), ..head.clone() }
    }
}
