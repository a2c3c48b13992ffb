//! How boards are shown: the flags, and the configuration file behind them.

use clap::Args;

use crate::console::stdio::{self, ColorChoice};
use crate::console::{BoardStyle, Paint, Palette};

use super::Failure;
use super::config;

#[derive(Clone, Debug, Args)]
pub(super) struct StyleOptions {
    /// When to use colours [default: auto, or what the configuration file says]
    #[arg(long, value_enum, value_name = "WHEN")]
    color: Option<ColorChoice>,
    /// How to draw the board [default: classic, or what the configuration file says]
    #[arg(long, value_enum, value_name = "STYLE")]
    board: Option<BoardStyle>,
    /// Which colours to use [default: standard, or what the configuration file says]
    #[arg(long, value_enum, value_name = "NAME")]
    palette: Option<Palette>,
}

impl StyleOptions {
    /// The style of the board and the colours: the flags, then the configuration file, then the usual ones.
    pub(super) fn resolve(&self) -> Result<(BoardStyle, Paint), Failure> {
        let config = config::read()?;
        let board = self.board.or(config.board).unwrap_or_default();
        let color = self.color.or(config.color).unwrap_or_default();
        let palette = self.palette.or(config.palette).unwrap_or_default();
        Ok((board, stdio::paint(color, palette)))
    }

    /// Whether a flag names the style of the board.
    pub(super) fn has_board_flag(&self) -> bool {
        self.board.is_some()
    }
}
