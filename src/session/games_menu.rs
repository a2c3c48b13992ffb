//! The menu of games, below the title of the program with a drawing in two sizes: a cygnet on the water. The menus of a
//! game, and the way back from them.

use crate::console::{Dialog, Exit, Prompt, PromptExit, Role, Stop, Style, none_if_back, wrap};
use crate::games::{self, AnyGame, FAMILIES};
use crate::screens::{MenuSelection, Screen as _, also_resume};
use crate::words::{GameWords as _, capitalised, number_word};

use super::shell::{SessionStart, Shell};

/// A drawing of a cygnet, with the title at its right. The last line is the water.
const WIDE: &str = r"
             .--.
            ( o  )=>
     .       )  (       c y g n e t
     |`._.--'    `.     SUBTITLE
      \    `--'   )
       `-._____.-'
~~ ~~~~~ ~~~~~~~~~~~~~~~ ~~~ ~~~~~~ ~~ ~~~~~~~ ~~~~ ~~";
/// A smaller one.
const NARROW: &str = r"       .-.
      ( o )>    c y g n e t
  |`._.) (      SUBTITLE
   \  `-' )
~~~~`----'~~~ ~~~~~ ~~~~~~ ~~~~~~ ~~~";
/// The name of the program, and what stands for the line below it.
const NAME: &str = "c y g n e t";
const SUBTITLE: &str = "SUBTITLE";

/// What was chosen from the menu of all games.
#[derive(Clone)]
pub(super) enum GamesMenuChoice {
    /// A game.
    Game(AnyGame),
    /// The lessons of a game.
    Lessons,
    /// Practice.
    Practice,
    /// The finished games.
    Finished,
    /// "Exit".
    Exit,
}

/// Shows the menu of all games and asks for one by its number, or at a terminal by its title or name. Returns
/// `None` for "Exit", or if the player goes back. `purpose`, such as `LESSONS`, is shown above it at a terminal instead of
/// the title of the program; it may be empty.
///
/// # Errors
/// A command or the end of input ended the menu.
pub fn choose_from_games(dialog: &mut Dialog<'_>, purpose: &str) -> Result<Option<AnyGame>, PromptExit> {
    Ok(match none_if_back(choose_from_menu(dialog, purpose, &[]))? {
        Some(GamesMenuChoice::Game(game)) => Some(game),
        _ => None,
    })
}

/// Like [`choose_from_games`], but going back is no choice. At a terminal a letter also chooses the lessons, and practice
/// if its number of positions for today is given, and the finished games if there are any.
///
/// # Errors
/// A command or the end of input ended the menu.
pub(super) fn choose_game_or_practice(
    dialog: &mut Dialog<'_>,
    due: Option<usize>,
    has_finished: bool,
) -> Result<GamesMenuChoice, PromptExit> {
    let practice = due.map(|due| match due {
        0 => "p practice".to_owned(),
        due => format!("p practice ({due} today)"),
    });
    let mut letters = vec![("l lessons", GamesMenuChoice::Lessons)];
    letters.extend(practice.as_deref().map(|text| (text, GamesMenuChoice::Practice)));
    letters.extend(has_finished.then_some(("g finished games", GamesMenuChoice::Finished)));
    choose_from_menu(dialog, "", &letters)
}

fn choose_from_menu(
    dialog: &mut Dialog<'_>,
    purpose: &str,
    letters: &[(&str, GamesMenuChoice)],
) -> Result<GamesMenuChoice, PromptExit> {
    let games: Vec<AnyGame> = FAMILIES.iter().filter_map(|family| games::open(family.id).ok()).collect();
    let style = dialog.style();
    let also: Vec<&str> = letters.iter().map(|(text, _)| *text).chain(["a game's name", "? help"]).collect();
    let also = also_resume(dialog, &also);
    dialog.say_menu(&games_menu(&games, purpose, &also, &style))?;
    let exit = games.len() + 1;
    let at_terminal = |_: &String| style.is_at_terminal();
    let short = letters.iter().map(|(text, _)| text[..1].to_owned());
    let names = games.iter().map(AnyGame::name).chain(short).filter(at_terminal);
    let answers = (1..=exit).map(|number| number.to_string()).chain(names);
    let or_name = style.wording("", ", or the name of a game");
    let prompt = Prompt::with_answers("Choose a game! ", answers).heard_as("", "its number or name");
    let prompt = Prompt { default: Some("1".to_owned()).filter(at_terminal), ..prompt };
    dialog.ask_for(&prompt, |answer| {
        let number = answer.parse().ok().filter(|number| (1..=exit).contains(number));
        let of_number = |number: usize| {
            games.get(number - 1).cloned().map_or(GamesMenuChoice::Exit, GamesMenuChoice::Game)
        };
        let named = || {
            let (family, options) = games::find(answer).ok()?;
            let game = games.iter().find(|game| options.is_empty() && game.name() == family.id);
            game.cloned().map(GamesMenuChoice::Game)
        };
        let letter = || {
            let names = |text: &str| text.split(' ').any(|word| word.eq_ignore_ascii_case(answer));
            let (_, choice) = letters.iter().find(|(text, _)| names(text))?;
            style.is_at_terminal().then(|| choice.clone())
        };
        let chosen = number.map(of_number).or_else(named).or_else(letter);
        let meant = || games::find(answer).err().and_then(|error| error.suggestion());
        let meant = || meant().map(|name| format!("Did you mean {name}? ")).filter(at_terminal);
        chosen
            .ok_or_else(|| format!("{}Type a number from 1 to {exit}{or_name}.", meant().unwrap_or_default()))
    })
}

/// Returns the text of the menu of all games, below a title with a drawing if there is room. In a narrow window, each
/// description has a separate line.
fn games_menu(games: &[AnyGame], purpose: &str, also: &str, style: &Style) -> String {
    let subtitle = format!("{} board games for two", number_word(games.len()));
    let one_line_each = games.iter().map(|game| format!("{:<24} {}", game.title(), game.about())).collect();
    let two_lines_each =
        games.iter().map(|game| format!("{}\n      {}", game.title(), game.about())).collect();
    let options = [one_line_each, two_lines_each].map(numbered_games);
    let options = [options[0].clone(), wrap(&options[1], style.width)];
    let titles = match purpose {
        purpose if style.is_at_terminal() && !purpose.is_empty() => {
            vec![format!("\n{purpose}: which game?\n")]
        }
        _ => titles(&subtitle, style),
    };
    let mut menus = Vec::new();
    for title in titles {
        menus.extend(options.iter().map(|options| format!("{title}\n{options}\n{also}")));
    }
    style.above(ROWS_BELOW_MENU).largest(menus)
}

/// The rows of the prompt below the menu of games, which a narrow window breaks.
const ROWS_BELOW_MENU: usize = 2;

fn numbered_games(games: Vec<String>) -> String {
    let options = (1..).zip(games.into_iter().chain(["Exit".to_owned()]));
    options.map(|(number, game)| format!("  {number} - {game}\n")).collect()
}

/// Returns titles above the menu of games, the largest first: a drawing with `subtitle` at its right, and plain text. No
/// drawing through a pipe or for someone who listens.
fn titles(subtitle: &str, style: &Style) -> Vec<String> {
    let plain = format!("cygnet: {subtitle}\n");
    if !style.is_at_terminal() || style.by_ear {
        return vec![plain];
    }
    let [wide, narrow] = [WIDE, NARROW].map(|drawing| draw(drawing, subtitle, style));
    vec![wide, narrow, plain]
}

fn draw(drawing: &str, subtitle: &str, style: &Style) -> String {
    let (bird, water) = drawing.rsplit_once('\n').unwrap_or_default();
    let name = style.paint.apply_bold(Role::Mark, NAME);
    let bird = bird.replace(NAME, &name).replace(SUBTITLE, &capitalised(subtitle));
    format!("{bird}\n{}\n", style.paint.apply(Role::Mark, water))
}

impl Shell<'_> {
    /// Opens the menu of the current game, or of all games if there is none. Going back leads to the game, the lessons,
    /// the puzzles or the practice with which the session began.
    pub(super) fn open_menu(&mut self, start: &SessionStart) -> Result<(), Exit> {
        let Some(game) = self.game.clone() else { return self.all_games() };
        self.say_game_is_kept()?;
        let name = game.name();
        let went_back = self.menus(&game, name.split_once(':').map_or("", |(_, options)| options))?;
        match start {
            _ if !went_back => Ok(()),
            SessionStart::Game { .. } | SessionStart::GameMenus { .. } => self.play_last(),
            _ => self.start(start),
        }
    }

    /// Runs the menus of a game. Returns whether the player went back. That first leads to the lessons or puzzles, or to
    /// the game in progress, that were left for the menu.
    pub(super) fn menus(&mut self, game: &AnyGame, options: &str) -> Result<bool, Exit> {
        let mut menus = game.menus(options);
        let mut study = None;
        loop {
            self.game = Some(game.clone());
            let result = match self.ask(|dialog| none_if_back(menus.run(dialog))) {
                Ok(None) if study.is_none() && self.is_left_for_menu => self.play_last(),
                Ok(None) if study.is_none() => return Ok(true),
                Ok(chosen) => {
                    let chosen = if chosen.is_none() { study.take() } else { chosen.flatten() };
                    let Some(chosen) = chosen else { return Ok(false) };
                    let is_game = matches!(chosen, MenuSelection::Play { .. });
                    let result = match chosen.clone() {
                        MenuSelection::Play { game, seating } => self.play_setup(&game, seating),
                        MenuSelection::Lessons(name) => self.open_lessons(&self.open(&name)?, None),
                        MenuSelection::Puzzles(name) => self.choose_puzzles(&name, None, None),
                    };
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

    /// Says above a menu how to continue the game that was left for it, if there is one.
    fn say_game_is_kept(&mut self) -> Result<(), Stop> {
        let Some(game) = self.last.as_ref().filter(|game| game.is_in_progress()) else { return Ok(()) };
        self.console.say(match game.is_unfinished() && self.settings.files.keeps_game() {
            true => "(Your game is kept. Type :resume to continue it.)",
            false => "(Type :resume to continue your game.)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::BoardStyle;
    use crate::screens::also;

    fn menu(style: &Style) -> String {
        let games = FAMILIES.iter().map(|family| games::open(family.id).unwrap());
        games_menu(&games.collect::<Vec<_>>(), "", &also(style, &["a game's name", "? help"]), style)
    }

    #[test]
    fn drawing_fits_above_the_menu_in_both_widths() {
        // 24 rows for five games.
        let rows = Some(14 + 2 * FAMILIES.len());
        for (columns, drawing) in [(80, WIDE), (40, NARROW)] {
            let style = Style { width: Some(columns), rows, ..Style::PLAIN };
            let menu = menu(&style);
            let water = drawing.lines().last().unwrap();
            assert!(menu.contains(water) && menu.contains(NAME), "{menu}");
            assert!(style.above(ROWS_BELOW_MENU).shows(&menu), "{menu}");
        }
    }

    #[test]
    fn small_windows_pipes_and_listeners_have_no_drawing() {
        let small = Style { width: Some(80), rows: Some(12), ..Style::PLAIN };
        // Someone who listens may have chosen a board to touch.
        let heard = Style { by_ear: true, board: BoardStyle::Ascii, rows: Some(24), ..Style::PLAIN };
        let start = format!("cygnet: {} board games for two\n\n  1 - Ugly Duck", number_word(FAMILIES.len()));
        for style in [Style::PLAIN, heard, small] {
            let menu = menu(&style);
            assert!(menu.starts_with(&start), "{menu}");
            assert!(!menu.contains('~'), "{menu}");
        }
    }
}
