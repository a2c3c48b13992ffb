//! How boards are shown: the flags, and the configuration file behind them.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::console::BoardStyle;
use crate::console::standard::ColorChoice;
use crate::play::files;

use super::Failure;
use super::config::{self, Config};

#[derive(Clone, Debug, Args)]
pub(super) struct StyleOptions {
    /// When to use colours [default: auto, or what the configuration file says]
    #[arg(long, value_enum, value_name = "WHEN")]
    color: Option<ColorChoice>,
    /// How to draw the board [default: classic, or what the configuration file says]
    #[arg(long, value_enum, value_name = "STYLE")]
    board: Option<BoardStyle>,
}

impl StyleOptions {
    /// The style of the board and the colours: the flags, then the configuration file, then the usual ones.
    pub(super) fn resolve(&self) -> Result<(BoardStyle, ColorChoice), Failure> {
        let config = read_config()?;
        let board = match (self.board, &config.board) {
            (Some(board), _) => board,
            (None, Some(name)) => setting("board", name)?,
            (None, None) => BoardStyle::Classic,
        };
        let color = match (self.color, &config.color) {
            (Some(color), _) => color,
            (None, Some(name)) => setting("color", name)?,
            (None, None) => ColorChoice::Auto,
        };
        Ok((board, color))
    }
}

/// A setting of the configuration file, which takes the same words as the flag of its name.
fn setting<T: ValueEnum>(key: &str, name: &str) -> Result<T, Failure> {
    T::from_str(name, true)
        .map_err(|_| Failure::data(format!("configuration file: {key} = \"{}\"", name.escape_debug())))
}

fn read_config() -> Result<Config, Failure> {
    let Some(path) = config::config_file().filter(|path| path.exists()) else { return Ok(Config::default()) };
    let text = files::read(&path)?;
    Config::parse(&text).map_err(|problem| Failure::data(format!("{}: {problem}", path.display())))
}

impl ValueEnum for ColorChoice {
    fn value_variants<'a>() -> &'a [Self] {
        &[ColorChoice::Auto, ColorChoice::Always, ColorChoice::Never]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        }))
    }
}

impl ValueEnum for BoardStyle {
    fn value_variants<'a>() -> &'a [Self] {
        &[BoardStyle::Classic, BoardStyle::Compact, BoardStyle::Ascii, BoardStyle::Words]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}
