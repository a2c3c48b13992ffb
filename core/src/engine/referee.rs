//! The referee: a game in progress, judged by the rules.
//!
//! Whoever lets a game be played does it through this value: the table at the console, matches between bots, and the
//! readers of records and protocols. It knows whose turn it is, refuses what is not legal, lets a bot that cannot go on
//! forfeit, stops games without progress, and puts the game on paper.

use thiserror::Error;

use crate::model::{Ending, Game, History, MoveError, Mv, NotationError, Player, Position, Record, View};

use super::bots::{Bot, BotProgress, MoveContext};

/// The fault of a bot that chooses no move.
const NO_MOVE: &str = "it has no move to give";

/// Hears what a bot finds while it thinks, with the game so far.
pub type BotProgressFn<'a, G> = &'a mut dyn FnMut(&History<<G as Game>::Position>, BotProgress<Mv<G>>);

/// A game in progress.
///
/// ```
/// use cygnet_core::engine::referee::Referee;
/// use cygnet_core::games::ugly_duck::{CLASSIC, Refusal};
/// use cygnet_core::model::{Ending, Game, MoveError, Player, Record};
///
/// let mut referee = Referee::new(&CLASSIC);
/// referee.play(CLASSIC.read_move("a1b2")?)?;
/// let too_far = CLASSIC.read_move("e1c1")?;
/// assert_eq!(referee.play(too_far), Err(MoveError::Illegal(Refusal::TooFar)));
/// assert_eq!((referee.to_move(), referee.ending()), (Player::Two, None));
///
/// referee.resign();
/// assert_eq!(referee.ending(), Some(Ending::Resigned(Player::Two)));
/// let record = referee.record(&Record { game: CLASSIC.name(), ..Record::default() });
/// assert_eq!(record.to_string().lines().last(), Some("result: p1, resigned"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee<G: Game> {
    game: G,
    history: History<G::Position>,
    /// The turns in a row without progress; counted only where the game has [`Game::max_idle_turns`].
    idle: u32,
    /// Whether a game without progress goes on, because a person is playing.
    has_human: bool,
    /// What ended the game beside the rules.
    declared_ending: Option<Ending>,
}

/// Texts that do not make a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError<R> {
    /// The first position cannot be read.
    #[error("position: {0}")]
    Start(NotationError),
    /// A move cannot be read, or is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// Why.
        error: MoveError<R>,
    },
}

impl<G: Game> Referee<G> {
    /// A game between computers from the usual start of `game`.
    pub fn new(game: &G) -> Self {
        Referee::from_position(game, game.start())
    }

    /// A game between computers that begins at `start`.
    pub fn from_position(game: &G, start: G::Position) -> Self {
        Referee {
            game: game.clone(),
            history: History::new(start),
            idle: 0,
            has_human: false,
            declared_ending: None,
        }
    }

    /// A game from its texts: the first position (the usual start if there is none) and the moves, in canonical notation.
    ///
    /// # Errors
    /// The first text that is wrong.
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

    /// The same game with a person at the table, for whom a game without progress goes on.
    #[must_use]
    pub fn with_human(mut self, has_human: bool) -> Self {
        self.has_human = has_human;
        self
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game so far.
    pub fn history(&self) -> &History<G::Position> {
        &self.history
    }

    /// The game so far, where the referee is not needed any more.
    #[must_use]
    pub fn into_history(self) -> History<G::Position> {
        self.history
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.history.current()
    }

    /// What bots and screens see of the game now.
    pub fn view(&self) -> View<'_, G::Position> {
        self.game.view(&self.history)
    }

    /// The player whose turn it is.
    pub fn to_move(&self) -> Player {
        self.position().to_move()
    }

    /// How the game has ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        if self.declared_ending.is_some() {
            return self.declared_ending.clone();
        }
        let position = self.position();
        if let Some(outcome) = position.terminal_outcome() {
            return Some(Ending::Rules(outcome));
        }
        if !position.has_moves() {
            return Some(Ending::NoMoves(position.to_move()));
        }
        self.exceeded_idle_turns().filter(|_| !self.has_human).map(Ending::NoProgress)
    }

    /// The turns without progress after which computers stop, if there have been so many.
    pub fn exceeded_idle_turns(&self) -> Option<u32> {
        self.game.max_idle_turns().filter(|patience| self.idle >= *patience)
    }

    /// Plays `mv` for the player to move.
    ///
    /// # Errors
    /// The game is over, or the rules refuse the move; nothing has changed.
    pub fn play(&mut self, mv: Mv<G>) -> Result<(), MoveError<<G::Position as Position>::Refusal>> {
        if self.ending().is_some() {
            return Err(MoveError::GameOver);
        }
        self.position().check_move(mv).map_err(MoveError::Illegal)?;
        self.accept(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as the one that [`Referee::choose_move_with_progress`] has given.
    pub fn accept(&mut self, mv: Mv<G>) {
        if self.game.max_idle_turns().is_some() {
            self.idle = if self.game.is_progress(self.position(), mv) { 0 } else { self.idle + 1 };
        }
        self.history.play(mv);
    }

    /// Asks `bot` for the move of the player to move, without playing it. A bot that has no move, or an illegal one,
    /// forfeits the game: then there is none. `on_progress` is called with what the bot finds while it thinks, with the game so far.
    pub fn choose_move_with_progress(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        context: &mut MoveContext<'_>,
        on_progress: BotProgressFn<'_, G>,
    ) -> Option<Mv<G>> {
        let history = &self.history;
        let view = self.game.view(history);
        let chosen = bot.choose_with_progress(&view, context, &mut |finding| on_progress(history, finding));
        self.check_answer(chosen.ok_or_else(|| NO_MOVE.to_owned()))
    }

    /// Judges the answer of a player to the question for a move: the move, or why there is none. Without a legal move the
    /// player to move forfeits the game, and the answer is `None`. The move is not played yet.
    pub fn check_answer(&mut self, answer: Result<Mv<G>, String>) -> Option<Mv<G>> {
        let problem = match answer {
            Err(problem) => problem,
            Ok(mv) => match self.position().check_move(mv) {
                Ok(()) => return Some(mv),
                Err(refusal) => format!("illegal move \"{}\": {refusal}", self.game.write_move(mv)),
            },
        };
        self.declared_ending = Some(Ending::forfeit(self.to_move(), &problem));
        None
    }

    /// Lets `bot` play for the player to move: the move it has played, or none if it has forfeited the game.
    pub fn take_turn(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        context: &mut MoveContext<'_>,
    ) -> Option<Mv<G>> {
        let mv = self.choose_move_with_progress(bot, context, &mut |_, _| {})?;
        self.accept(mv);
        Some(mv)
    }

    /// Lets two bots, player 1's first, play the game to its end, and tells how it ended; `None` if `context.stop` was
    /// raised before.
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

    /// Settles what the players, player 1 first, say against the result of a game that the rules have ended. If exactly one
    /// of them disputes it, that player forfeits.
    pub fn settle_disputes(&mut self, disputes: [Option<String>; 2]) {
        match disputes {
            [Some(problem), None] => self.declared_ending = Some(Ending::forfeit(Player::One, &problem)),
            [None, Some(problem)] => self.declared_ending = Some(Ending::forfeit(Player::Two, &problem)),
            _ => {}
        }
    }

    /// The player to move gives the game up, unless it is over.
    pub fn resign(&mut self) {
        if self.ending().is_none() {
            self.declared_ending = Some(Ending::Resigned(self.to_move()));
        }
    }

    /// Whoever arranged the game ends it, whatever has been called before, unless it is over by the rules.
    pub fn end(&mut self, ending: Ending) {
        if self.position().outcome().is_none() {
            self.declared_ending = Some(ending);
        }
    }

    /// Takes the last `plies` moves back, or as many as there are. What was called beside the rules is called no more.
    pub fn undo(&mut self, plies: usize) {
        self.history.undo(plies);
        self.refresh();
    }

    /// Plays `plies` of the moves again that were taken back, or as many as there are.
    pub fn redo(&mut self, plies: usize) {
        self.history.redo(plies);
        self.refresh();
    }

    fn refresh(&mut self) {
        self.idle = self.game.idle_turns(&self.history);
        self.declared_ending = None;
    }

    /// Begins again at `start`.
    pub fn restart(&mut self, start: G::Position) {
        *self = Referee::from_position(&self.game, start).with_human(self.has_human);
    }

    /// The game so far on paper: `head`, with its moves and its result. Of the words in `head` those stay that are about moves of
    /// `head` which have been played here too.
    pub fn record(&self, head: &Record) -> Record {
        let moves: Vec<(usize, String)> =
            self.history.moves().iter().map(|mv| (0, self.game.write_move(*mv))).collect();
        let pairs = head.moves.iter().zip(&moves);
        let same = pairs.take_while(|((_, recorded), (_, played))| recorded == played).count();
        let words = head.words.truncated_to(same);
        Record { moves, words, result: self.ending().map(|ending| ending.result()), ..head.clone() }
    }
}
