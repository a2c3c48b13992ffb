//! The configuration file: what a person always wants, so that it need not be said on each command line.

use std::path::PathBuf;

use etcetera::BaseStrategy;
use serde::Deserialize;

/// The settings of the file; what it leaves out is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// `board = "compact"`: as `--board`.
    pub board: Option<String>,
    /// `color = "never"`: as `--color`.
    pub color: Option<String>,
}

impl Config {
    /// Reads the settings from a text in TOML.
    ///
    /// # Errors
    /// What is wrong and where, as a sentence.
    pub fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', " "))
    }
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
        let config = Config::parse("board = \"ascii\"\n# a comment\n").unwrap();
        assert_eq!(config, Config { board: Some("ascii".to_owned()), color: None });
        assert!(Config::parse("bored = \"ascii\"").unwrap_err().contains("bored"));
        assert!(Config::parse("board").is_err());
    }
}
