//! The configuration file: what a person always wants, so that it need not be said on each command line.

use std::path::PathBuf;

use clap::ValueEnum;
use etcetera::BaseStrategy;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use crate::console::standard::ColorChoice;
use crate::console::{BoardStyle, Palette};
use crate::model::text::escape_path;
use crate::play::files;

use super::Failure;

/// The settings of the file; what it leaves out is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `board = "compact"`: as `--board`.
    #[serde(deserialize_with = "by_name")]
    pub board: Option<BoardStyle>,
    /// `color = "never"`: as `--color`.
    #[serde(deserialize_with = "by_name")]
    pub color: Option<ColorChoice>,
    /// `finished_games = 200`: how many finished games are kept; 0 keeps none.
    pub finished_games: Option<usize>,
    /// `palette = "colour-blind"`: as `--palette`.
    #[serde(deserialize_with = "by_name")]
    pub palette: Option<Palette>,
}

/// A text is no configuration. Its own text says what is wrong and where, on one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.to_string().trim_end().replace('\n', " "))]
pub struct ConfigError(#[from] toml::de::Error);

impl Config {
    /// Reads the settings from a text in TOML.
    ///
    /// # Errors
    /// It is no TOML, or has a key or a value that is unknown.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        Ok(toml::from_str(text)?)
    }
}

/// A value by the name that it has on the command line.
fn by_name<'de, D: Deserializer<'de>, T: ValueEnum>(deserializer: D) -> Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let wrong = |_| {
        let known = T::value_variants().iter().filter_map(T::to_possible_value);
        let names: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
        D::Error::invalid_value(Unexpected::Str(&name), &names.join(", ").as_str())
    };
    T::from_str(&name, true).map(Some).map_err(wrong)
}

/// The settings of the configuration file; none where there is no file.
///
/// # Errors
/// The file cannot be read, or is wrong.
pub fn read() -> Result<Config, Failure> {
    let Some(path) = config_file().filter(|path| path.exists()) else { return Ok(Config::default()) };
    let text = files::read(&path)?;
    Config::parse(&text).map_err(|error| Failure::data(format!("{}: {error}", escape_path(&path))))
}

/// The folder for what a program keeps between runs: `$XDG_STATE_HOME/cygnet`, usually `~/.local/state/cygnet`.
pub fn state_folder() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::Xdg::new().ok()?;
    Some(folders.state_dir()?.join("cygnet"))
}

/// The configuration file: `$XDG_CONFIG_HOME/cygnet/config.toml`, usually `~/.config/cygnet/config.toml`.
pub fn config_file() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::Xdg::new().ok()?;
    Some(folders.config_dir().join("cygnet").join("config.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_mistakes_named() {
        let config = Config::parse("board = \"ASCII\"\n# a comment\n").unwrap();
        assert_eq!(config, Config { board: Some(BoardStyle::Ascii), ..Config::default() });
        let config = Config::parse("palette = \"color-blind\"").unwrap();
        assert_eq!(config.palette, Some(Palette::ColourBlind));
        let problem = |text: &str| Config::parse(text).unwrap_err().to_string();
        assert!(problem("bored = \"ascii\"").contains("bored"));
        assert!(problem("board = \"square\"").contains("expected classic, compact, ascii, words"));
        assert!(!problem("board").contains('\n'));
    }
}
