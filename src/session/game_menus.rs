//! The menus of a game, and the way back from them.

use crate::console::{Exit, Stop, none_if_back};
use crate::games::AnyGame;
use crate::screens::{MenuSelection, Screen as _};

use super::shell::{SessionStart, Shell};

impl Shell<'_> {
    /// Opens the menu of the current game, or of all games if there is none. Going back leads to the lessons, the puzzles
    /// or the practice with which the session began.
    pub(super) fn open_menu(&mut self, start: &SessionStart) -> Result<(), Exit> {
        let Some(game) = self.game.clone() else { return self.all_games() };
        self.say_game_is_kept()?;
        let name = game.name();
        let went_back = self.menus(&game, name.split_once(':').map_or("", |(_, options)| options))?;
        match start {
            SessionStart::Game { .. } | SessionStart::GameMenus { .. } => Ok(()),
            _ if went_back => self.start(start),
            _ => Ok(()),
        }
    }

    /// Runs the menus of a game. Returns whether the player went back. That first leads to the lessons or puzzles, or to
    /// the game in progress, that were left for the menu.
    pub(super) fn menus(&mut self, game: &AnyGame, options: &str) -> Result<bool, Exit> {
        let mut menus = game.menus(options);
        self.farewell = game.farewell();
        let mut study = None;
        loop {
            self.game = Some(game.clone());
            let result = match self.ask(|dialog| none_if_back(menus.run(dialog))) {
                Ok(None) if study.is_none() && self.is_left_for_menu => self.play_last(),
                Ok(None) if study.is_none() => return Ok(true),
                Ok(chosen) => {
                    let chosen = if chosen.is_none() { study.take() } else { chosen.flatten() };
                    let Some(chosen) = chosen else { return Ok(false) };
                    let is_game = matches!(chosen, MenuSelection::Play(_));
                    let result = self.open_selection(chosen.clone());
                    if result.is_ok() && is_game && !menus.reopens() {
                        return Ok(false);
                    }
                    study = Some(chosen).filter(|_| !is_game && matches!(result, Err(Exit::Menu)));
                    result
                }
                Err(exit) => Err(exit),
            };
            match result {
                Err(Exit::Menu) => self.say_game_is_kept()?,
                result => result?,
            }
        }
    }

    /// Does what was chosen in the menus of a game.
    fn open_selection(&mut self, chosen: MenuSelection) -> Result<(), Exit> {
        match chosen {
            MenuSelection::Play(setup) => self.play_setup(setup),
            MenuSelection::Lessons(name) => self.open_lessons(&self.open(&name)?, None),
            MenuSelection::Puzzles(name) => self.choose_puzzles(&name, None, None),
        }
    }

    /// Says above a menu how to continue the game that was left for it, if there is one.
    fn say_game_is_kept(&mut self) -> Result<(), Stop> {
        let Some(game) = self.last.as_ref().filter(|game| game.is_in_progress()) else { return Ok(()) };
        self.console.say(match game.is_unfinished() && self.settings.files.keeps_game() {
            true => "(Your game is kept. Type :resume to continue it.)",
            false => "(Type :resume to continue your game.)",
        })
    }
}
