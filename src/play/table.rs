//! A table: one game between two seats, from its first position to its end.

use crate::console::{BoardStyle, Console, Dialog, Ending, Leave, Screen, Seating, Stop, width};
use crate::engine::bots::{self, Bot, Thinking};
use crate::model::{Chance, History, Player, Position};

use super::commands::{GameCommander, Request};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who plays.
    pub seating: Seating,
    /// The seed of all chance in the game.
    pub seed: u64,
    /// The first position as text, where it is not the usual one.
    pub position: Option<String>,
}

/// A game in progress.
pub struct Table<'g, G: Screen> {
    game: &'g G,
    seating: Seating,
    bots: [Option<Box<dyn Bot<G::Position>>>; 2],
    chances: [Chance; 2],
    history: History<G::Position>,
    resigned: Option<Player>,
    told_narrow: bool,
    told_idle: bool,
}

impl<'g, G: Screen> Table<'g, G> {
    /// Sets up a game.
    ///
    /// # Errors
    /// [`Stop::Invalid`]: the plan names a bot or a position that does not exist.
    pub fn set(game: &'g G, plan: &Plan) -> Result<Self, Stop> {
        let start = plan.position.as_ref().map_or_else(|| Ok(game.start()), |text| game.read_position(text));
        let start = start.map_err(|error| Stop::Invalid(format!("position: {error}")))?;
        let mut bots = [None, None];
        for (bot, name) in bots.iter_mut().zip(&plan.seating.bots) {
            let made = name.as_ref().map(|name| bots::make(game, name)).transpose();
            *bot = made.map_err(|error| Stop::Invalid(error.to_string()))?;
        }
        Ok(Table {
            game,
            seating: plan.seating.clone(),
            bots,
            chances: [Chance::for_stream(plan.seed, 1), Chance::for_stream(plan.seed, 2)],
            history: History::new(start),
            resigned: None,
            told_narrow: false,
            told_idle: false,
        })
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// The conversation ended before the game did.
    pub fn play(&mut self, console: &mut Console) -> Result<(), Stop> {
        loop {
            self.show(console)?;
            if let Some(ending) = self.ending() {
                return console.say(&self.game.ending(ending, &self.seating, &console.look()));
            }
            console.say(&self.game.heading(&self.history, &self.seating))?;
            self.turn(console).map_err(|stop| console.judge(stop))?;
        }
    }

    fn ending(&self) -> Option<Ending> {
        let position = self.history.current();
        if let Some(outcome) = position.decided() {
            return Some(Ending::Rules(outcome));
        }
        if !position.has_moves() {
            return Some(Ending::NoMoves(position.to_move()));
        }
        if let Some(player) = self.resigned {
            return Some(Ending::Resigned(player));
        }
        self.out_of_patience().filter(|_| self.seating.is_bots_only()).map(Ending::Patience)
    }

    /// The turns without progress, if they are too many.
    fn out_of_patience(&self) -> Option<u32> {
        let patience = self.game.patience()?;
        Some(patience).filter(|patience| self.game.idle_turns(&self.history) >= *patience)
    }

    /// One turn: a move is played, or a command changes the game.
    fn turn(&mut self, console: &mut Console) -> Result<(), Stop> {
        let player = self.history.current().to_move();
        if let Some(mut bot) = self.bots[player.index()].take() {
            let result = self.computer_turn(bot.as_mut(), player, console);
            self.bots[player.index()] = Some(bot);
            return result;
        }
        self.tell_idle(console)?;
        self.human_turn(console)
    }

    fn human_turn(&mut self, console: &mut Console) -> Result<(), Stop> {
        loop {
            let mut commander = GameCommander::new(self.game, &self.history, &self.seating);
            let mut dialog = Dialog::new(console, &mut commander);
            let read = self.game.read_turn(&self.history, &self.seating, &mut dialog);
            let request = commander.take_request();
            match read {
                Ok(mv) => {
                    self.history.play(mv);
                    return console.say_all(&self.game.announce(&self.history, &console.look()));
                }
                Err(Leave::Again) => {}
                Err(Leave::Changed) => {
                    self.carry_out(request);
                    return Ok(());
                }
                Err(Leave::Stop(stop)) => return Err(stop),
            }
        }
    }

    fn carry_out(&mut self, request: Option<Request>) {
        match request {
            Some(Request::Undo(plies)) => self.history.undo(plies),
            Some(Request::Redo(plies)) => self.history.redo(plies),
            Some(Request::New) => {
                self.history = History::new(self.history.start().clone());
                self.told_idle = false;
            }
            Some(Request::Resign) => self.resigned = Some(self.history.current().to_move()),
            None => {}
        }
    }

    fn computer_turn(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        player: Player,
        console: &mut Console,
    ) -> Result<(), Stop> {
        if self.seating.is_bots_only() {
            console.pause()?;
        }
        console.flush()?;
        let stop = console.signal().clone();
        let mut thinking = Thinking { chance: &mut self.chances[player.index()], stop: &stop };
        let chosen = bot.choose(&self.history, &mut thinking);
        console.check_interrupt()?;
        // A game without a legal move has ended before this.
        let Some(mv) = chosen else { return Ok(()) };
        console.say_all(&self.game.computer_plays(&self.history, mv, &console.look()))?;
        self.history.play(mv);
        console.say_all(&self.game.announce(&self.history, &console.look()))?;
        if self.seating.is_bots_only() {
            return Ok(());
        }
        self.after_computer(console)
    }

    fn after_computer(&mut self, console: &mut Console) -> Result<(), Stop> {
        let mut commander = GameCommander::new(self.game, &self.history, &self.seating);
        let mut dialog = Dialog::new(console, &mut commander);
        let left = self.game.after_computer(&self.history, &mut dialog);
        let request = commander.take_request();
        match left {
            Ok(()) | Err(Leave::Again) => Ok(()),
            Err(Leave::Changed) => {
                self.carry_out(request);
                Ok(())
            }
            Err(Leave::Stop(stop)) => Err(stop),
        }
    }

    /// Shows the position, small where the terminal is too narrow for the classic board.
    fn show(&mut self, console: &mut Console) -> Result<(), Stop> {
        let (text, narrowed) = draw(self.game, &self.history, console);
        if narrowed && !self.told_narrow {
            self.told_narrow = true;
            console.say("(The terminal is too narrow for the classic board: this is the compact one.)")?;
        }
        console.say("")?;
        console.say_all(&self.game.above_board(&self.history, &self.seating))?;
        console.say_all(&text)
    }

    /// Tells a person once that the game does not get on.
    fn tell_idle(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(turns) = self.out_of_patience().filter(|_| !self.told_idle) else { return Ok(()) };
        self.told_idle = true;
        console.say(&format!(
            "(Nothing has been captured or changed for {turns} turns. You may go on, or leave with :quit.)"
        ))
    }
}

/// The drawing of the current position, and whether it had to be the compact one for want of columns.
pub(super) fn draw<G: Screen>(game: &G, history: &History<G::Position>, console: &Console) -> (String, bool) {
    let mut look = console.look();
    let mut plain = look;
    plain.paint = crate::console::Paint::PLAIN;
    let narrow = look.board == BoardStyle::Classic && !look.fits(width(&game.board(history, &plain)));
    if narrow {
        look.board = BoardStyle::Compact;
    }
    (game.board(history, &look), narrow)
}
