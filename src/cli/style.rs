//! The options for boards and colours, with defaults from the configuration file.

use clap::Args;

use crate::console::stdio::{self, ColorChoice, ConsoleOptions};
use crate::console::{BoardStyle, Console, Paint, Palette, Style};

use super::Failure;
use super::config;

#[derive(Clone, Debug, Args)]
pub(super) struct StyleOptions {
    /// When to use colours [default: from the configuration file, or auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    color: Option<ColorChoice>,
    /// How to draw the board [default: from the configuration file, or classic]
    #[arg(long, value_enum, value_name = "STYLE")]
    board: Option<BoardStyle>,
    /// Which colours to use [default: from the configuration file, or standard]
    #[arg(long, value_enum, value_name = "NAME")]
    palette: Option<Palette>,
    /// Speak plainly, for screen readers: the board in words, nothing drawn or redrawn
    #[arg(long)]
    screen_reader: bool,
}

impl StyleOptions {
    /// Returns the style of the board and the colours: from the options, the configuration file or the
    /// defaults.
    pub(super) fn resolve(&self) -> Result<(BoardStyle, Paint), Failure> {
        let config = config::read()?;
        if self.screen_reader {
            stdio::use_screen_reader();
        }
        let board = self.board.or(config.board).unwrap_or_else(stdio::default_board);
        if board == BoardStyle::Words {
            // The words style is for listeners: nothing else is drawn or redrawn for them either.
            stdio::use_screen_reader();
        }
        let color = self.color.or(config.color).unwrap_or_default();
        let palette = self.palette.or(config.palette).unwrap_or_default();
        Ok((board, stdio::paint(color, palette)))
    }

    /// Returns the style of a text that nobody types below.
    pub(super) fn for_output(&self) -> Result<Style, Failure> {
        let (board, paint) = self.resolve()?;
        let by_ear = stdio::is_terminal() && stdio::is_screen_reader();
        Ok(Style { paint, board, by_ear, width: stdio::columns(), ..Style::PLAIN })
    }

    /// Returns a console in this style, for questions outside of a game.
    pub(super) fn console(&self) -> Result<Console, Failure> {
        let (board, paint) = self.resolve()?;
        let bottom = config::read()?.bottom.unwrap_or_default();
        let board_is_explicit = self.has_board_flag();
        let options = ConsoleOptions { board, board_is_explicit, paint, bottom, ..ConsoleOptions::default() };
        Ok(stdio::console(&options)?)
    }

    /// Returns whether the command line sets the board style.
    pub(super) fn has_board_flag(&self) -> bool {
        self.board.is_some()
    }
}
