//! The shell of a session: the menu of games, each game's menus, and the games played from them.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::analysis::assessment::AssessmentLimits;
use crate::analysis::puzzles::collection::PuzzleList;
use crate::console::{Console, Dialog, Exit, Menu, PromptExit, Stop, none_if_back, numbered};
use crate::engine::puzzle::Difficulty;
use crate::games::{self, AnyGame, AnyMove, AnyPosition};
use crate::model::{Date, History, Record, Seating, text::escape_line};
use crate::records::{check_resumable, filter::GameFilter};
use crate::screens::Screen as _;
use crate::store::SessionFiles;
use crate::store::slot::interrupted_games;
use crate::tables::Tables;

use super::commands::MenuCommander;
use super::game::{GamePlan, GameSession};
use super::games_menu::{GamesMenuChoice, choose_from_games, choose_game_or_practice};
use super::unfinished::{self, KeptRemote, UnfinishedGame};

/// Shown when a session ends in the middle of a game.
const GAME_KEPT_NOTE: &str = "(The game is kept. Run cygnet without arguments to resume it.)";

/// Where a session begins.
pub enum SessionStart {
    /// In the menu of all games.
    GamesMenu,
    /// In the menus of one game.
    GameMenus {
        /// The game.
        game: AnyGame,
        /// The options after the colon in the game's name.
        options: String,
    },
    /// In a game, without menus.
    Game {
        /// The game.
        game: AnyGame,
        /// How it is played.
        plan: Box<GamePlan>,
    },
    /// With these puzzles.
    Puzzles(PuzzleList),
    /// In the lessons of a game.
    Lessons {
        /// The game.
        game: AnyGame,
        /// The first lesson, counted from 1. If `None`, the player at a terminal chooses.
        first: Option<usize>,
    },
    /// In a menu of the games, for lessons.
    LessonsMenu,
    /// In a menu of the games, for puzzles of this difficulty, or of one that the player chooses.
    PuzzlesMenu {
        /// The difficulty.
        level: Option<Difficulty>,
        /// The seed for the order of puzzles that are equally hard; `None` leaves them in the order of their numbers.
        seed: Option<u64>,
    },
    /// With the practice cards that are due, or with all of them.
    Practice {
        /// Whether all cards are asked.
        is_all: bool,
        /// Which games they are from.
        filter: GameFilter,
    },
}

/// The settings of a session.
#[derive(Debug)]
pub struct SessionSettings {
    /// The random seed.
    pub seed: u64,
    /// Today's date, for records.
    pub date: Option<Date>,
    /// Which files the session can use, and where it saves the game in progress.
    pub files: SessionFiles,
    /// The directory to search for interrupted games, if they should be offered.
    pub resume_from: Option<PathBuf>,
    /// Finds the games between two computers there whose end is not known to both sides, which are offered too.
    pub remote_games: fn(&Path) -> Vec<UnfinishedGame>,
    /// The current time, for the age of unfinished games; `None` shows no ages.
    pub now: Option<SystemTime>,
    /// The player's name for records of games against a computer, if the game does not ask for one.
    pub name: Option<String>,
    /// The tables of results that bots use.
    pub tables: Tables,
    /// The tables that hints, the coach and reviews use: only those of `--tables`, so that advice is the same
    /// everywhere.
    pub advice_tables: Tables,
    /// The search limits for hints, the coach and reviews in games from menus and records.
    pub advice: AssessmentLimits<'static>,
}

/// Runs menus and games until the user leaves.
pub struct Shell<'a> {
    pub(super) console: &'a mut Console,
    pub(super) settings: SessionSettings,
    games_played: u64,
    /// The game between two computers that was chosen.
    remote: Option<KeptRemote>,
    /// The current or last game.
    pub(super) last: Option<GameSession>,
    /// Whether the menu was opened from that game, which is in progress.
    pub(super) is_left_for_menu: bool,
    /// The game whose menu `:menu` opens, and which says goodbye.
    pub(super) game: Option<AnyGame>,
    /// What the turn that solved the last puzzle did.
    pub(super) why: String,
    /// The puzzle that was left, as the turns so far, the solution after them and the points that it is still worth.
    pub(super) left_puzzle: Option<(History<AnyPosition>, Option<AnyMove>, u32)>,
}

impl<'a> Shell<'a> {
    /// Creates a session at `console`.
    pub fn new(console: &'a mut Console, settings: SessionSettings) -> Self {
        Shell {
            console,
            settings,
            games_played: 0,
            remote: None,
            last: None,
            is_left_for_menu: false,
            game: None,
            why: String::new(),
            left_puzzle: None,
        }
    }

    /// Runs the session to its end and says goodbye, unless a game between two computers was chosen: then returns it, for
    /// the caller to resume.
    ///
    /// # Errors
    /// The session was interrupted, a line was refused under `--strict`, input or output failed, or the last turns could
    /// not be saved.
    pub fn run(mut self, start: &SessionStart) -> Result<Option<KeptRemote>, Stop> {
        let mut result = self.resume_or_start(start);
        let ended = loop {
            result = match result {
                Err(Exit::Load(record)) => self.play_record(&record),
                Err(Exit::Menu) => self.open_menu(start),
                Ok(()) | Err(Exit::Back | Exit::Stop(Stop::EndOfInput | Stop::Quit)) => break Ok(()),
                Err(Exit::Stop(stop)) => break Err(stop),
            };
        };
        let files = &mut self.settings.files;
        let kept = self.last.as_mut().map_or(Ok(()), |last| last.keep_unsaved(files));
        let is_left = matches!(ended, Ok(()) | Err(Stop::Interrupted));
        if self.remote.is_none() && is_left {
            if self.settings.files.has_saved_game() {
                self.console.say(GAME_KEPT_NOTE)?;
            }
            let farewell = self.game.as_ref().map_or_else(|| "Goodbye!\n".to_owned(), AnyGame::farewell);
            self.console.say(&farewell)?;
        }
        self.console.flush()?;
        match kept {
            Err(error) if is_left => Err(Stop::NotSaved(error.to_string())),
            _ => ended.map(|()| self.remote),
        }
    }

    /// Offers the unfinished games that match `start`. If none is resumed, begins at `start`.
    fn resume_or_start(&mut self, start: &SessionStart) -> Result<(), Exit> {
        let mut games = Vec::new();
        if matches!(start, SessionStart::GamesMenu | SessionStart::GameMenus { .. }) {
            games = self.unfinished_games();
            unfinished::report_damaged(self.console, &self.settings)?;
        }
        if let SessionStart::GameMenus { game, .. } = start {
            let family = |name: &str| games::find(name).map(|(family, _)| family.id).ok();
            games.retain(|kept| family(&kept.record.game) == family(&game.name()));
        }
        match self.offer(games) {
            Ok(Some(record)) => self.play_record(&record),
            Ok(None) | Err(Exit::Menu) => self.start(start),
            Err(exit) => Err(exit),
        }
    }

    fn unfinished_games(&self) -> Vec<UnfinishedGame> {
        let SessionSettings { files, resume_from, remote_games, .. } = &self.settings;
        let Some(folder) = resume_from else { return Vec::new() };
        let here = interrupted_games(files.disk(), folder).into_iter();
        let here = here.map(|(slot, record)| UnfinishedGame { slot, record, remote: None });
        here.chain(remote_games(folder)).collect()
    }

    pub(super) fn start(&mut self, start: &SessionStart) -> Result<(), Exit> {
        match start {
            SessionStart::GamesMenu => self.all_games(),
            SessionStart::GameMenus { game, options } => self.menus(game, options).map(drop),
            SessionStart::Game { game, plan } => self.play(&self.settings.tables.attach(game.clone()), plan),
            SessionStart::Puzzles(entries) => self.run_puzzles(entries.clone()),
            SessionStart::Lessons { game, first } => self.open_lessons(game, *first),
            SessionStart::LessonsMenu => self.lessons_of_any_game(),
            SessionStart::PuzzlesMenu { level, seed } => {
                while let Some(game) = self.ask(|dialog| choose_from_games(dialog, "PUZZLES"))? {
                    self.choose_puzzles(&game.name(), *level, *seed)?;
                }
                Ok(())
            }
            SessionStart::Practice { is_all, filter } => self.practise(*is_all, filter),
        }
    }

    fn lessons_of_any_game(&mut self) -> Result<(), Exit> {
        while let Some(game) = self.ask(|dialog| choose_from_games(dialog, "LESSONS"))? {
            self.open_lessons(&game, None)?;
        }
        Ok(())
    }

    fn offer(&mut self, mut games: Vec<UnfinishedGame>) -> Result<Option<Record>, Exit> {
        let now = self.settings.now;
        loop {
            let chosen = self.ask(|dialog| none_if_back(unfinished::choose(dialog, &mut games, now)))?;
            // Going back leaves.
            let Some(chosen) = chosen.ok_or(Stop::Quit)? else { return Ok(None) };
            let UnfinishedGame { slot, record, remote } = chosen;
            if remote.is_some() {
                self.remote = remote;
                return Err(Stop::Quit.into());
            }
            match check_resumable(&record) {
                Ok(()) => {
                    self.settings.files = std::mem::take(&mut self.settings.files).with_slot(slot);
                    return Ok(Some(record));
                }
                // The game stays in its slot.
                Err(error) => self.console.say(&escape_line(&format!("({error})")))?,
            }
        }
    }

    /// Runs the menu of all games. At a terminal it opens again after a game's own menus. Going back leads to the unfinished
    /// games, if there are any.
    pub(super) fn all_games(&mut self) -> Result<(), Exit> {
        loop {
            let due = self.cards_due();
            let has_finished = self.has_finished_games();
            let choose = |dialog: &mut Dialog<'_>| choose_game_or_practice(dialog, due, has_finished);
            let chosen = match self.ask(|dialog| none_if_back(choose(dialog))) {
                // This is the menu.
                Err(Exit::Menu) => continue,
                chosen => chosen?,
            };
            let Some(chosen) = chosen else {
                // Once a game has been played, `:menu` and `:resume` lead to it.
                let games = if self.last.is_none() { self.unfinished_games() } else { Vec::new() };
                if games.is_empty() {
                    return Ok(());
                }
                if let Some(record) = self.offer(games)? {
                    return self.play_record(&record);
                }
                continue;
            };
            match chosen {
                GamesMenuChoice::Game(game) => {
                    self.is_left_for_menu = false;
                    self.menus(&game, "")?;
                }
                GamesMenuChoice::Lessons => self.lessons_of_any_game()?,
                GamesMenuChoice::Practice => self.practise(false, &GameFilter::default())?,
                GamesMenuChoice::Finished => self.finished_games()?,
                GamesMenuChoice::Exit => return Ok(()),
            }
            if !self.console.is_at_terminal() {
                break;
            }
        }
        Ok(())
    }

    /// Opens the game called `name`.
    pub(super) fn open(&self, name: &str) -> Result<AnyGame, Stop> {
        let game = games::open(name).map_err(|error| Stop::InvalidSetup(error.to_string()))?;
        Ok(self.settings.tables.attach(game))
    }

    pub(super) fn play_setup(&mut self, game: &str, seating: Seating) -> Result<(), Exit> {
        let game = self.open(game)?;
        self.play_instead(&game, &self.plan(seating))
    }

    /// Creates the plan of the next game of this session.
    pub(super) fn plan(&self, seating: Seating) -> GamePlan {
        let seed = self.settings.seed.wrapping_add(self.games_played);
        let mut plan = GamePlan::new(seating, seed);
        (plan.advice, plan.record.date) = (self.settings.advice, self.settings.date);
        plan
    }

    /// Plays a game. Asks first if it would take the place of an unfinished one for good.
    pub(super) fn play_instead(&mut self, game: &AnyGame, plan: &GamePlan) -> Result<(), Exit> {
        let is_unfinished = self.last.as_ref().is_some_and(GameSession::is_unfinished);
        let question = "Start another game? The unfinished one is not kept.";
        let is_kept = !is_unfinished || self.settings.files.has_saved_game();
        match is_kept || self.ask(|dialog| dialog.confirm(question))? {
            true => self.play(game, plan),
            false => Err(Exit::Menu),
        }
    }

    fn play_record(&mut self, record: &Record) -> Result<(), Exit> {
        let game = self.open(&record.game)?;
        self.console.leave_menu()?;
        if self.console.is_at_terminal() {
            self.console.say(&unfinished::continues(record))?;
        }
        let plan = GamePlan::from_record(record, self.settings.seed);
        self.play(&game, &GamePlan { advice: self.settings.advice, ..plan })
    }

    /// Plays a game to its end. An unfinished game before it stays in its slot.
    fn play(&mut self, game: &AnyGame, plan: &GamePlan) -> Result<(), Exit> {
        if let Err(error) = self.settings.files.leave_games() {
            self.console.say(&format!("(The game will not be saved: {error}.)"))?;
        }
        self.game = Some(game.clone());
        self.games_played += 1;
        let seating = plan.seating.clone().with_default_name(self.settings.name.as_deref());
        let plan = &GamePlan { seating, ..plan.clone() };
        let opened = games::open(&game.name()).map_err(|error| Stop::InvalidSetup(error.to_string()))?;
        let advice_game = self.settings.advice_tables.attach(opened);
        self.last = Some(GameSession::new(game, plan)?.with_advice_game(advice_game));
        self.play_last()
    }

    /// Shows a menu that ends with "Back" and asks for an option, counted from 1; without a default, Enter means "Back".
    /// Returns `None` for "Back".
    pub(super) fn choose_or_back(
        &mut self,
        title: &str,
        mut options: Vec<String>,
        prompt: &str,
        default: Option<usize>,
    ) -> Result<Option<usize>, Exit> {
        options.push("Back".to_owned());
        let (text, options) = (format!("\n{title}\n\n{}\n", numbered(&options)), options.len());
        let menu = Menu { text: &text, prompt, options, error: "", default: default.or(Some(options)) };
        let chosen = self.ask(|dialog| none_if_back(dialog.choose(&menu)))?;
        Ok(chosen.filter(|number| *number < options))
    }

    /// Plays the last game, from its start or after a command in the menu changed it.
    pub(super) fn play_last(&mut self) -> Result<(), Exit> {
        let Some(last) = &mut self.last else { return Ok(()) };
        let result = last.play(self.console, &mut self.settings.files);
        // If this fails, it was reported before, and is tried again at the end.
        let _ = last.keep_unsaved(&mut self.settings.files);
        self.is_left_for_menu = matches!(result, Err(Exit::Menu | Exit::Back)) && last.is_in_progress();
        if matches!(result, Err(Exit::Back)) { Ok(()) } else { result }
    }

    /// Asks `question` in a menu. A command can resume the game that was just played.
    pub(super) fn ask<T>(
        &mut self,
        question: impl FnMut(&mut Dialog<'_>) -> Result<T, PromptExit>,
    ) -> Result<T, Exit> {
        self.ask_with(false, question)
    }

    /// Asks `question`, maybe between two exercises.
    pub(super) fn ask_with<T>(
        &mut self,
        is_between_exercises: bool,
        mut question: impl FnMut(&mut Dialog<'_>) -> Result<T, PromptExit>,
    ) -> Result<T, Exit> {
        loop {
            let mut commander = MenuCommander {
                last: self.last.as_mut(),
                is_between_exercises,
                game: self.game.as_ref(),
                why: &self.why,
                ..MenuCommander::new(&self.settings.files)
            };
            match question(&mut Dialog::new(self.console, &mut commander)) {
                Ok(answer) => return Ok(answer),
                Err(PromptExit::GameChanged) => self.play_last()?,
                Err(PromptExit::StartOver(_) | PromptExit::Back | PromptExit::Command(_)) => {}
                Err(PromptExit::Leave(Exit::Stop(stop))) if self.games_played == 0 => {
                    return Err(self.console.stop_in_unfinished_game(stop).into());
                }
                Err(PromptExit::Leave(exit)) => return Err(exit),
            }
        }
    }
}
