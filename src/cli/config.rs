//! The configuration file, which sets defaults for options of the command line.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use etcetera::BaseStrategy;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer};
use thiserror::Error;
use toml::Value;

use crate::console::stdio::ColorChoice;
use crate::console::{BoardStyle, Bottom, Palette, Settings};
use crate::engine::level::NAMES;
use crate::model::text::{escape_line, escape_path};
use crate::store::{Disk, files};

use super::{Failure, parse_seconds};

/// The maximum number of characters in a player's name.
const MAX_NAME_CHARS: usize = 40;

/// The settings in the file. A setting that it omits is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `board = "compact"`: same as `--board`.
    #[serde(deserialize_with = "value_enum")]
    pub board: Option<BoardStyle>,
    /// `bottom = "own"`: same as `--bottom`.
    #[serde(deserialize_with = "value_enum")]
    pub bottom: Option<Bottom>,
    /// `coach = true`: same as `--coach`.
    #[serde(deserialize_with = "boolean")]
    pub coach: Option<bool>,
    /// `color = "never"`: same as `--color`.
    #[serde(deserialize_with = "value_enum")]
    pub color: Option<ColorChoice>,
    /// `delay = 0.5`: same as `--delay`, at a terminal.
    #[serde(deserialize_with = "seconds")]
    pub delay: Option<Duration>,
    /// `finished_games = 200`: how many finished games to keep; 0 keeps none.
    #[serde(deserialize_with = "number")]
    pub finished_games: Option<usize>,
    /// `history = 200`: how many typed lines the arrow keys recall at a terminal; 0 recalls none.
    #[serde(deserialize_with = "number")]
    pub history: Option<usize>,
    /// `level = 4`: the opponent at a terminal when only one seat is given: `level:4` instead of a human.
    #[serde(deserialize_with = "level")]
    pub level: Option<usize>,
    /// `name = "Ana"`: the name of the player at the terminal, for records.
    #[serde(deserialize_with = "name")]
    pub name: Option<String>,
    /// `palette = "colour-blind"`: same as `--palette`.
    #[serde(deserialize_with = "value_enum")]
    pub palette: Option<Palette>,
    /// `screen_reader = true`: same as `--screen-reader`.
    #[serde(deserialize_with = "boolean")]
    pub screen_reader: Option<bool>,
}

/// A mistake in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ConfigError {
    /// The line number, from 1.
    line: usize,
    /// What is wrong, and which values are valid.
    problem: String,
}

impl ConfigError {
    /// Returns the line number, from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl Config {
    /// Parses the settings from TOML.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML, or if a key or value is unknown.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            ConfigError {
                line: before.matches('\n').count() + 1,
                problem: escape_line(&error.message().trim_end().replace('\n', " ")),
            }
        })
    }
}

/// Deserializes a value with `read`. If that fails, the error shows the value and what is `allowed`.
fn value<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    allowed: &str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let found = match &value {
        Value::String(text) => Unexpected::Str(text),
        Value::Integer(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::Boolean(is_so) => Unexpected::Bool(*is_so),
        _ => Unexpected::Other("a value of another type"),
    };
    read(&value).map(Some).ok_or_else(|| D::Error::invalid_value(found, &allowed))
}

/// Deserializes a value by its name on the command line.
fn value_enum<'de, D: Deserializer<'de>, T: ValueEnum>(deserializer: D) -> Result<Option<T>, D::Error> {
    let known = T::value_variants().iter().filter_map(T::to_possible_value);
    let names: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
    value(deserializer, &names.join(", "), |value| T::from_str(value.as_str()?, true).ok())
}

fn boolean<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    value(deserializer, "true or false", Value::as_bool)
}

/// Deserializes seconds, with the limits of the command line.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    value(deserializer, "a number of seconds from 0 to 3600", |value| {
        let whole = || value.as_integer().map(|number| number.to_string());
        let number = value.as_float().map(|number| number.to_string()).or_else(whole)?;
        parse_seconds(&number).ok()
    })
}

fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    value(deserializer, "a whole number, 0 or more", |value| value.as_integer()?.try_into().ok())
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let highest = NAMES.len();
    value(deserializer, &format!("a level from 1 to {highest}"), |value| {
        value.as_integer()?.try_into().ok().filter(|level| (1..=highest).contains(level))
    })
}

/// Deserializes a name for records: one line of printable characters.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    value(deserializer, &format!("a name of 1 to {MAX_NAME_CHARS} characters"), |value| {
        let name = value.as_str()?.trim();
        let is_shown =
            !name.chars().any(char::is_control) && (1..=MAX_NAME_CHARS).contains(&name.chars().count());
        is_shown.then(|| name.to_owned())
    })
}

/// Reads the configuration file. All settings are `None` if it does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read or contains a mistake.
pub fn read() -> Result<Config, Failure> {
    let Some(path) = config_file().filter(|path| path.exists()) else { return Ok(Config::default()) };
    let text = files::read(&path)?;
    Config::parse(&text).map_err(|error| Failure::data(format!("{}: {error}", escape_path(&path))))
}

/// Saves the settings of a session in the configuration file, keeps its other lines, and returns its path.
///
/// # Errors
/// Returns an error if there is no home directory, or if the file cannot be read or written.
pub fn save_settings(settings: &Settings) -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
    write_settings(&Disk::default(), config_file().ok_or("there is no home directory")?, settings)
}

/// Saves the settings in the file at `path`.
fn write_settings(
    disk: &Disk,
    path: PathBuf,
    settings: &Settings,
) -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
    // Follow a symbolic link instead of replacing it.
    let path = path.canonicalize().unwrap_or(path);
    let text = if path.exists() { files::read(&path)? } else { String::new() };
    if let Some(folder) = path.parent() {
        disk.create_dir_all(folder)?;
    }
    disk.overwrite(&path, &with_settings(&text, settings)?)?;
    Ok(path)
}

/// Sets the settings of a session in the text of a configuration file, and keeps its other lines.
///
/// # Errors
/// The text is not a valid configuration, or the settings cannot be set by replacing and adding lines.
pub fn with_settings(text: &str, settings: &Settings) -> Result<String, ConfigError> {
    let changed = with_keys(text, &lines(settings));
    Config::parse(&changed)?;
    Ok(changed)
}

/// Returns the keys that a session sets, with their values in TOML.
fn lines(settings: &Settings) -> Vec<(&'static str, String)> {
    let mut lines = vec![("coach", settings.coach.to_string())];
    let named = |value: Option<PossibleValue>| value.map(|value| format!("\"{}\"", value.get_name()));
    let board = named(settings.board.to_possible_value()).filter(|_| settings.board_is_explicit);
    let palette = settings.paint.palette().and_then(|palette| named(palette.to_possible_value()));
    lines.extend(named(settings.bottom.to_possible_value()).map(|bottom| ("bottom", bottom)));
    lines.extend(board.map(|board| ("board", board)));
    lines.extend(palette.map(|palette| ("palette", palette)));
    lines
}

/// Returns the key that a line sets.
pub(super) fn parse_key(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim())
}

/// Sets keys in `text`: replaces the lines that set them, and appends lines for the others.
fn with_keys(text: &str, keys: &[(&str, String)]) -> String {
    let mut left = keys.to_vec();
    let mut changed = String::new();
    for line in text.lines() {
        let index = parse_key(line).and_then(|key| left.iter().position(|(wanted, _)| *wanted == key));
        match index.map(|index| left.remove(index)) {
            Some((key, value)) => changed += &format!("{key} = {value}\n"),
            None => changed += &format!("{line}\n"),
        }
    }
    left.iter().for_each(|(key, value)| changed += &format!("{key} = {value}\n"));
    changed
}

/// Returns the directory for data kept between runs: `$XDG_STATE_HOME/cygnet`, by default
/// `~/.local/state/cygnet`.
pub fn state_folder() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::Xdg::new().ok()?;
    Some(folders.state_dir()?.join("cygnet"))
}

/// Returns the directory for tables of results: `$XDG_DATA_HOME/cygnet/tables`, by default
/// `~/.local/share/cygnet/tables`.
pub fn tables_folder() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::Xdg::new().ok()?;
    Some(folders.data_dir().join("cygnet").join("tables"))
}

/// Returns the path of the configuration file: `$XDG_CONFIG_HOME/cygnet/config.toml`, by default
/// `~/.config/cygnet/config.toml`.
pub fn config_file() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::Xdg::new().ok()?;
    Some(folders.config_dir().join("cygnet").join("config.toml"))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn settings_are_parsed_and_errors_located() {
        let config = Config::parse("board = \"ASCII\"\n# a comment\n").unwrap();
        assert_eq!(config, Config { board: Some(BoardStyle::Ascii), ..Config::default() });
        let config = Config::parse("palette = \"color-blind\"").unwrap();
        assert_eq!(config.palette, Some(Palette::ColourBlind));
        let config = Config::parse("coach = true\nfinished_games = 0").unwrap();
        assert_eq!((config.coach, config.finished_games), (Some(true), Some(0)));
        assert_eq!(Config::parse("screen_reader = true").unwrap().screen_reader, Some(true));
        let problem = |text: &str| Config::parse(text).unwrap_err().to_string();
        assert!(
            problem("color = \"never\"\n\nbored = \"ascii\"")
                .starts_with("line 3: unknown field `bored`, expected")
        );
        let escaped = problem("\"b\\u0000oard\" = 1");
        assert!(escaped.starts_with("line 1: unknown field `b\\0oard`"), "{escaped}");
        let config = Config::parse("delay = 0.5").unwrap();
        assert_eq!(config.delay, Some(Duration::from_millis(500)));
        assert!(Config::parse("delay = 3").is_ok());
        assert!(problem("delay = -1").contains("expected a number of seconds from 0 to 3600"));
        assert!(problem("board = \"square\"").contains("expected classic, compact, ascii, words"));
        let config = Config::parse("history = 0\nlevel = 10\nname = \" Ana \"").unwrap();
        assert_eq!((config.history, config.level, config.name.as_deref()), (Some(0), Some(10), Some("Ana")));
        for (line, wanted) in [
            ("coach = \"yes\"", "line 2: invalid value: string \"yes\", expected true or false"),
            ("history = -1", "line 2: invalid value: integer `-1`, expected a whole number, 0 or more"),
            ("level = 11", "line 2: invalid value: integer `11`, expected a level from 1 to 10"),
            ("name = \"\"", "line 2: invalid value: string \"\", expected a name of 1 to 40 characters"),
            (
                "palette = []",
                "line 2: invalid value: a value of another type, expected standard, colour-blind, mono",
            ),
        ] {
            assert_eq!(problem(&format!("board = \"words\"\n{line}\n")), wanted);
        }
        assert!(!problem("board").contains('\n'));
    }

    fn compact() -> Settings {
        Settings { board_is_explicit: true, board: BoardStyle::Compact, ..Settings::PIPED }
    }

    #[test]
    fn saving_settings_is_atomic() {
        for refused in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("cygnet/config.toml");
            let old = Config { board: Some(BoardStyle::Words), ..Config::default() };
            if refused % 2 == 0 {
                std::fs::create_dir(path.parent().unwrap()).unwrap();
                std::fs::write(&path, "board = \"words\"\n").unwrap();
            }
            let steps = Arc::new(AtomicUsize::new(0));
            let taken = Arc::clone(&steps);
            let disk =
                Disk::with_observer(move |_| match taken.fetch_add(1, Ordering::Relaxed) == refused / 2 {
                    true => Err(io::ErrorKind::StorageFull.into()),
                    false => Ok(()),
                });
            let kept = write_settings(&disk, path.clone(), &compact());
            let found = path.exists().then(|| Config::parse(&files::read(&path).unwrap()).unwrap());
            let is_new = found.as_ref().is_some_and(|config| config.board == Some(BoardStyle::Compact));
            assert!(is_new || kept.is_err() && found.is_none_or(|config| config == old), "step {refused}");
            if refused % 2 == 1 && steps.load(Ordering::Relaxed) <= refused / 2 {
                assert!(kept.is_ok() && refused > 10);
                return;
            }
        }
    }

    #[test]
    fn session_settings_are_saved_and_other_lines_kept() {
        let keys = [("coach", "true".to_owned()), ("board", "\"ascii\"".to_owned())];
        let text = "# mine\nboard = \"words\"   # large letters\ncolor = \"never\"\n";
        let wanted = "# mine\nboard = \"ascii\"\ncolor = \"never\"\ncoach = true\n";
        assert_eq!(with_keys(text, &keys), wanted);
        assert!(Config::parse(&with_keys("", &keys)).is_ok());
        let settings = compact();
        let config = Config::parse(&with_keys("", &lines(&settings))).unwrap();
        assert_eq!((config.board, config.coach), (Some(BoardStyle::Compact), Some(false)));
        // A flip lasts as long as the session.
        let settings = Settings { own_side_on_top: true, flipped: true, ..compact() };
        let kept = Config::parse(&with_keys("", &lines(&settings))).unwrap();
        assert_eq!(kept.bottom, Some(Bottom::Original));
    }
}
