//! The options for boards and colours, with defaults from the configuration file.

use clap::{ArgMatches, Args};

use crate::console::stdio::{self, ColorChoice};
use crate::console::{BoardStyle, Console, Paint, Palette, Settings, Style};

use super::Failure;
use super::config::{self, Config};
use super::settings::{BOARD, BOTTOM, COLOR, HISTORY, PALETTE, SCREEN_READER};

#[derive(Clone, Debug, Default, Args)]
pub(super) struct StyleOptions {
    #[arg(long, value_enum, value_name = "WHEN", help = COLOR.option_help(""))]
    color: Option<ColorChoice>,
    #[arg(long, value_enum, value_name = "STYLE", help = BOARD.option_help(""))]
    board: Option<BoardStyle>,
    #[arg(long, value_enum, value_name = "NAME", help = PALETTE.option_help(""))]
    palette: Option<Palette>,
    #[arg(long, global = true, help = SCREEN_READER.help)]
    screen_reader: bool,
}

/// Returns whether `--screen-reader` was given to the program or to a command. Every command takes it.
pub(super) fn asks_for_screen_reader(found: &ArgMatches) -> bool {
    let below = || found.subcommand().is_some_and(|(_, below)| asks_for_screen_reader(below));
    found.get_flag("screen_reader") || below()
}

impl StyleOptions {
    /// Returns the style of the board, the colours, and whether drawings must be ASCII: from the options, the
    /// configuration file, the terminal or the defaults.
    fn resolve(&self, config: &Config) -> (BoardStyle, Paint, bool) {
        // An option is stronger than what was kept.
        let kept = config.in_file(&BOARD).filter(|_| !self.screen_reader);
        let board = self.board.or(kept);
        // The words style is for listeners: nothing else is drawn or redrawn for them either.
        if self.screen_reader || board == Some(BoardStyle::Words) {
            stdio::use_screen_reader();
        }
        let default = if stdio::is_screen_reader() { BoardStyle::Words } else { BOARD.default };
        let ascii = board.is_none() && stdio::is_ascii_terminal(&std::io::stdout());
        let color = self.color.unwrap_or_else(|| config.get(&COLOR));
        let palette = self.palette.unwrap_or_else(|| config.get(&PALETTE));
        (board.unwrap_or(default), stdio::paint(color, palette), ascii)
    }

    /// Returns the style of a text that nobody types below.
    pub(super) fn for_output(&self) -> Result<Style, Failure> {
        let (board, paint, ascii) = self.resolve(&config::read()?);
        let by_ear = stdio::is_terminal() && stdio::is_screen_reader();
        Ok(Style { paint, board, by_ear, ascii, width: stdio::columns(), ..Style::PLAIN })
    }

    /// Returns the settings of a conversation in this style.
    pub(super) fn settings(&self, config: &Config) -> Settings {
        let (board, paint, ascii) = self.resolve(config);
        let board_is_explicit = self.board.is_some();
        Settings { board, board_is_explicit, ascii, paint, bottom: config.get(&BOTTOM), ..Settings::PIPED }
    }

    /// Returns a console in this style, for questions outside of a game.
    pub(super) fn console(&self) -> Result<Console, Failure> {
        let config = config::read()?;
        Ok(stdio::console(self.settings(&config), config.get(&HISTORY), false)?)
    }
}
