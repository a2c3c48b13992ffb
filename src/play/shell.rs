//! The way to a table and back: the menu of games, a game's own menus, game after game.

use crate::console::{Console, Dialog, Leave, Menu, Setup, Stop};
use crate::face::AnyGame;
use crate::games::{self, FAMILIES, Family};

use super::commands::MenuCommander;
use super::table::Plan;

/// What the person came for.
pub enum Visit {
    /// The menu of all games.
    AllGames,
    /// One game's own menus.
    Menus(&'static Family),
    /// A game at once, without menus.
    Table {
        /// The game.
        game: Box<dyn AnyGame>,
        /// How it is played.
        plan: Plan,
    },
}

/// Leads through menus and games until the person leaves.
pub struct Shell<'a> {
    console: &'a mut Console,
    seed: u64,
    games_played: u64,
    farewell: String,
}

impl<'a> Shell<'a> {
    /// A visit on `console`; all chance of its games comes from `seed`.
    pub fn new(console: &'a mut Console, seed: u64) -> Self {
        Shell { console, seed, games_played: 0, farewell: "Goodbye!\n".to_owned() }
    }

    /// Does what the person came for and says goodbye.
    ///
    /// # Errors
    /// The visit did not end in order: interrupted, refused under `--strict`, or input or output failed.
    pub fn run(mut self, visit: &Visit) -> Result<(), Stop> {
        let result = match visit {
            Visit::AllGames => self.all_games(),
            Visit::Menus(family) => self.menus(family),
            Visit::Table { game, plan } => {
                self.farewell = game.farewell();
                game.play(plan, self.console)
            }
        };
        let ended = match result {
            Err(Stop::EndOfInput | Stop::Quit) => Ok(()),
            other => other,
        };
        if matches!(ended, Ok(()) | Err(Stop::Interrupted)) {
            self.console.say(&self.farewell)?;
        }
        self.console.flush()?;
        ended
    }

    fn all_games(&mut self) -> Result<(), Stop> {
        let text = games_menu();
        let error = format!("Type a number from 1 to {}.", FAMILIES.len() + 1);
        let menu =
            Menu { text: &text, prompt: "Choose a game! ", options: FAMILIES.len() + 1, error: &error };
        let chosen = self.ask(|dialog| dialog.choose(&menu))?;
        match FAMILIES.get(chosen - 1) {
            Some(family) => self.menus(family),
            None => Ok(()),
        }
    }

    fn menus(&mut self, family: &Family) -> Result<(), Stop> {
        let mut lobby = (family.lobby)();
        if let Ok(game) = (family.open)("") {
            self.farewell = game.farewell();
        }
        while let Some(setup) = self.ask(|dialog| lobby.open(dialog))? {
            self.play(setup)?;
            if !lobby.reopens() {
                break;
            }
        }
        Ok(())
    }

    fn play(&mut self, setup: Setup) -> Result<(), Stop> {
        let game = games::open(&setup.game).map_err(|error| Stop::Invalid(error.to_string()))?;
        let seed = self.seed.wrapping_add(self.games_played);
        self.games_played += 1;
        game.play(&Plan { seating: setup.seating, seed, position: None }, self.console)
    }

    /// Asks in a menu. There is no turn to begin again and no game to change: those simply ask again.
    fn ask<T>(&mut self, mut question: impl FnMut(&mut Dialog<'_>) -> Result<T, Leave>) -> Result<T, Stop> {
        loop {
            match question(&mut Dialog::new(self.console, &mut MenuCommander)) {
                Ok(answer) => return Ok(answer),
                Err(Leave::Again | Leave::Changed) => {}
                Err(Leave::Stop(stop)) if self.games_played == 0 => return Err(self.console.judge(stop)),
                Err(Leave::Stop(stop)) => return Err(stop),
            }
        }
    }
}

fn games_menu() -> String {
    let mut text = "cygnet: five board games for two\n\n".to_owned();
    for (index, family) in FAMILIES.iter().enumerate() {
        text += &format!("  {} - {:<24} {}\n", index + 1, family.title, family.about);
    }
    text + &format!("  {} - Exit\n\n", FAMILIES.len() + 1)
}
