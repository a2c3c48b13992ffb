//! The configuration file, which sets defaults for options of the command line.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;
use serde::de::Unexpected;
use thiserror::Error;
use toml::{Spanned, Value};

use crate::console::Settings;
use crate::model::nearest;
use crate::model::text::{escape_line, escape_path};
use crate::store::Disk;

use super::Failure;
use super::engines::{self, Engine};
use super::settings::{ROWS, Row, Setting};

/// The text of a configuration file, and the values in it. All of them are valid.
#[derive(Clone, Debug, Default)]
pub struct Config {
    text: String,
    values: BTreeMap<String, Spanned<Value>>,
    /// The engines, by the names of their seats.
    pub(super) engines: BTreeMap<String, Engine>,
}

/// A mistake in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ConfigError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong, and which values are valid.
    problem: String,
}

/// Returns the number of the line with this byte of `text`, from 1.
pub(super) fn line(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1
}

impl Config {
    /// Parses the settings from TOML.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML, or if a key or value is unknown.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let (config, mistakes) = Config::parse_valid(text)?;
        mistakes.into_iter().next().map_or(Ok(config), Err)
    }

    /// Parses the settings that are valid, and returns the mistakes in the others.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML.
    fn parse_valid(text: &str) -> Result<(Config, Vec<ConfigError>), ConfigError> {
        let error_at = |byte, problem: &str| ConfigError {
            line: line(text, byte),
            problem: escape_line(&problem.trim_end().replace('\n', " ")),
        };
        let not_toml = |error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            let key = text[..start].rsplit('\n').next().and_then(|line| line.split('=').next());
            let too_large =
                format!("invalid value of {}: the number is too large", key.unwrap_or_default().trim());
            // Of all values of TOML, only a number can have a wrong type here.
            let is_number = error.message().starts_with("invalid type: integer");
            error_at(start, if is_number { &too_large } else { error.message() })
        };
        let mut values: BTreeMap<String, Spanned<Value>> = toml::from_str(text).map_err(not_toml)?;
        let (engines, wrong) = engines::parse(text);
        let mut mistakes: Vec<_> = wrong.iter().map(|(byte, problem)| error_at(*byte, problem)).collect();
        values.retain(|name, value| {
            let checked = if name == engines::KEY { Ok(()) } else { check(name, value.get_ref()) };
            mistakes.extend(checked.as_ref().err().map(|problem| error_at(value.span().start, problem)));
            checked.is_ok()
        });
        mistakes.sort_by_key(|mistake| mistake.line);
        Ok((Config { text: text.to_owned(), values, engines }, mistakes))
    }

    /// Returns the value of a setting in the file, if any.
    pub(super) fn in_file<T>(&self, setting: &Setting<T>) -> Option<T> {
        (setting.read)(self.values.get(setting.name)?.get_ref())
    }

    /// Returns the value of a setting: the one in the file, or the default.
    pub(super) fn get<T: Clone>(&self, setting: &Setting<T>) -> T {
        self.in_file(setting).unwrap_or_else(|| setting.default.clone())
    }

    /// Returns the value of a setting as it is shown.
    pub fn shown(&self, row: &dyn Row) -> String {
        row.shown(self.values.get(row.name()).map(Spanned::get_ref)).unwrap_or_default()
    }

    /// Returns the number of the line that sets a setting, from 1.
    pub(super) fn line_of(&self, name: &str) -> Option<usize> {
        Some(line(&self.text, self.values.get(name)?.span().start))
    }

    /// Returns where a line with a setting can be added: at the end, or before the tables of the engines.
    fn end(&self) -> usize {
        if !self.values.contains_key(engines::KEY) {
            return self.text.len();
        }
        let settings = self.values.iter().filter(|(name, _)| *name != engines::KEY);
        match settings.map(|(_, value)| value.span().end).max() {
            Some(end) => self.text[end..].find('\n').map_or(self.text.len(), |length| end + length + 1),
            None => self.text.len() - self.text.trim_start_matches('\u{feff}').len(),
        }
    }
}

/// Checks a value of the file.
///
/// # Errors
/// What is wrong, and which names or values are known.
fn check(name: &str, value: &Value) -> Result<(), String> {
    let Some((row, _)) = ROWS.iter().find(|(row, _)| row.name() == name) else {
        let known = || ROWS.iter().map(|(row, _)| row.name()).chain([engines::KEY]);
        let meant = nearest(name, known()).map_or_else(String::new, |name| format!("; did you mean {name}?"));
        let known = known().collect::<Vec<_>>().join(", ");
        return Err(format!("unknown setting \"{name}\"{meant} (settings: {known})"));
    };
    let found = match value {
        Value::String(text) => Unexpected::Str(text),
        Value::Integer(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::Boolean(is_so) => Unexpected::Bool(*is_so),
        _ => Unexpected::Other("a value of another type"),
    };
    row.shown(Some(value))
        .map(drop)
        .map_err(|takes| format!("invalid value of {name}: {found}, expected {takes}"))
}

/// What to do about a mistake in the file, a text that is not TOML, and a file that cannot be read.
const MEND_HINT: &str = "correct or remove these lines; cygnet config lists all settings";
const TOML_HINT: &str = "write a setting as in level = 4, and a word in quotes: board = \"compact\"";
const READ_HINT: &str = "change the permissions of this file, or put a text file in its place";

/// Reads the configuration file. It sets nothing if it does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read or contains a mistake.
pub fn read() -> Result<Config, Failure> {
    let (config, problem) = read_valid()?;
    problem.map(|()| config)
}

/// Reads the settings of the configuration file that are valid, and also returns an error if others are not.
///
/// # Errors
/// Returns an error if the file cannot be read or is not TOML.
pub(super) fn read_valid() -> Result<(Config, Result<(), Failure>), Failure> {
    let Some(path) = config_file() else { return Ok((Config::default(), Ok(()))) };
    let text = Disk::default().read_kept(&path).map_err(|error| Failure::from(error).hint(READ_HINT))?;
    let failure = |problem: &str| Failure::data(format!("{}: {problem}", escape_path(&path)));
    let read = Config::parse_valid(&text);
    let (config, mistakes) = read.map_err(|error| failure(&error.to_string()).hint(TOML_HINT))?;
    let mistakes: Vec<String> = mistakes.iter().map(ConfigError::to_string).collect();
    let error = || failure(&mistakes.join("; ")).hint(MEND_HINT);
    Ok((config, if mistakes.is_empty() { Ok(()) } else { Err(error()) }))
}

/// Saves the settings of a session in the configuration file, and keeps the rest of it. Returns its path and what was
/// saved.
///
/// # Errors
/// Returns an error if there is no home directory, or if the file cannot be read or written.
pub fn save_settings(settings: &Settings) -> Result<(PathBuf, Vec<String>), Box<dyn Error + Send + Sync>> {
    let path = config_file().ok_or("there is no home directory")?;
    write_settings(&Disk::default(), &path, settings)?;
    Ok((path, kept(settings).map(|(name, value)| format!("{name} = {value}")).collect()))
}

/// Returns the names of the settings that `:keep` writes, and their values in TOML.
fn kept(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
    ROWS.iter().filter_map(|(row, kept)| Some((row.name(), kept(settings)?)))
}

/// Saves the settings in the file at `path`.
fn write_settings(disk: &Disk, path: &Path, settings: &Settings) -> Result<(), Box<dyn Error + Send + Sync>> {
    disk.change_kept(path, false, |text| Ok(with_settings(text, settings)?))
}

/// Sets the settings of a session in the text of a configuration file: replaces their values, adds lines for those
/// that have none, and keeps everything else.
///
/// # Errors
/// The text is not a valid configuration.
pub fn with_settings(text: &str, settings: &Settings) -> Result<String, ConfigError> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut changed = text.to_owned();
    for (name, value) in kept(settings) {
        let config = Config::parse(&changed)?;
        if let Some(old) = config.values.get(name) {
            changed.replace_range(old.span(), &value);
            continue;
        }
        let end = config.end();
        let begins_line = end == 0 || changed[..end].ends_with(['\n', '\u{feff}']);
        let before = if begins_line { "" } else { line_end };
        changed.insert_str(end, &format!("{before}{name} = {value}{line_end}"));
    }
    Ok(changed)
}

/// Returns the directory for data kept between runs: `$XDG_STATE_HOME/cygnet`, by default
/// `~/.local/state/cygnet`.
pub fn state_folder() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.state_dir()?.join("cygnet"))
}

/// Returns the directory for tables of results: `$XDG_DATA_HOME/cygnet/tables`, by default
/// `~/.local/share/cygnet/tables`.
pub fn tables_folder() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.data_dir().join("cygnet").join("tables"))
}

/// Returns the path of the configuration file: `$XDG_CONFIG_HOME/cygnet/config.toml`, by default
/// `~/.config/cygnet/config.toml`.
pub fn config_file() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.config_dir().join("cygnet").join("config.toml"))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::cli::settings::*;
    use crate::console::{BoardStyle, Palette};

    #[test]
    fn settings_are_parsed_and_errors_located() {
        let config = |text: &str| Config::parse(text).unwrap();
        assert_eq!(config("board = \"ASCII\"\n# a comment\n").in_file(&BOARD), Some(BoardStyle::Ascii));
        assert_eq!(config("").in_file(&BOARD), None);
        assert_eq!(config("palette = \"color-blind\"").get(&PALETTE), Palette::ColourBlind);
        assert_eq!(config("coach = true\nfinished_games = 0").get(&FINISHED_GAMES), 0);
        assert!(config("screen_reader = true").get(&SCREEN_READER) && !config("").get(&SCREEN_READER));
        let problem = |text: &str| Config::parse(text).unwrap_err().to_string();
        assert!(problem("color = \"never\"\n\nboards = \"ascii\"").starts_with(
            "line 3: unknown setting \"boards\"; did you mean board? (settings: board, bottom, "
        ));
        let escaped = problem("\"b\\u0000oard\" = 1");
        assert!(escaped.starts_with("line 1: unknown setting \"b\\0oard\"; did you"), "{escaped}");
        assert_eq!(config("delay = 0.5").get(&DELAY), Some(Duration::from_millis(500)));
        assert_eq!(config("delay = 3").get(&DELAY), Some(Duration::from_secs(3)));
        assert!(problem("delay = -1").contains("expected a number of seconds from 0 to 3600"));
        assert!(problem("board = \"square\"").contains("expected classic, compact, ascii, words"));
        let all = config("history = 0\nlevel = 10\nname = \" Ana \"");
        assert_eq!(
            (all.get(&HISTORY), all.get(&LEVEL), all.get(&NAME).as_deref()),
            (0, Some(10), Some("Ana"))
        );
        for (line, wanted) in [
            ("coach = \"yes\"", "line 2: invalid value of coach: string \"yes\", expected true or false"),
            (
                "history = -1",
                "line 2: invalid value of history: integer `-1`, expected a whole number, 0 or more",
            ),
            ("level = 11", "line 2: invalid value of level: integer `11`, expected a level from 1 to 10"),
            (
                "name = \"\"",
                "line 2: invalid value of name: string \"\", expected a name of 1 to 40 printable characters",
            ),
            (
                "palette = []",
                "line 2: invalid value of palette: a value of another type, expected standard, colour-blind, mono",
            ),
        ] {
            assert_eq!(problem(&format!("board = \"words\"\n{line}\n")), wanted);
        }
        assert!(!problem("board").contains('\n'));
        let number = "99999999999999999999";
        for (text, wanted) in [
            (format!("history = {number}"), "line 1: invalid value of history: the number is too large"),
            (
                format!("[engines.x]\nhash = {number}"),
                "line 2: invalid value of hash: the number is too large",
            ),
        ] {
            assert_eq!(problem(&text), wanted);
        }
    }

    #[test]
    fn the_documented_example_has_every_setting() {
        let page = include_str!("../../docs/configuration.md");
        let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let config = Config::parse(example).unwrap();
        assert!(ROWS.iter().all(|(row, _)| config.line_of(row.name()).is_some()));
    }

    fn compact() -> Settings {
        Settings { board_is_explicit: true, board: BoardStyle::Compact, ..Settings::PIPED }
    }

    #[test]
    fn saving_settings_is_atomic() {
        for refused in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("cygnet/config.toml");
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
            let kept = write_settings(&disk, &path, &compact());
            let found = path.exists().then(|| crate::store::files::read(&path).unwrap());
            let is_new = found.as_ref().is_some_and(|text| text.contains("board = \"compact\"\nbottom = "));
            let is_old = found.is_none_or(|text| text == "board = \"words\"\n");
            assert!(is_new || kept.is_err() && is_old, "step {refused}");
            if refused % 2 == 1 && steps.load(Ordering::Relaxed) <= refused / 2 {
                assert!(kept.is_ok() && refused > 10);
                return;
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_created_beside_the_null_device() {
        let disk = Disk::with_observer(|step| panic!("{step:?}"));
        assert!(write_settings(&disk, Path::new("/dev/null"), &compact()).is_err());
    }

    #[test]
    fn session_settings_are_saved_and_the_rest_kept() {
        let text = "# mine\nboard = \"words\"   # large letters\ncolor = \"never\"\n";
        let wanted = "# mine\nboard = \"compact\"   # large letters\ncolor = \"never\"\nbottom = \"original\"\ncoach = false\n";
        assert_eq!(with_settings(text, &compact()).unwrap(), wanted);
        let engine = "\n[engines.x]\ncommand = \"x\"\n";
        for text in
            [format!("board = \"words\" # {{\n{engine}"), engine.to_owned(), format!("\u{feff}{engine}")]
        {
            let kept = with_settings(&text, &compact()).unwrap();
            assert!(kept.ends_with(engine) && kept.contains("coach = false\n"), "{kept}");
            assert_eq!(kept.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
        }
        // A flip lasts as long as the session.
        let settings = Settings { own_side_on_top: true, flipped: true, ..Settings::PIPED };
        assert_eq!(with_settings("", &settings).unwrap(), "bottom = \"original\"\ncoach = false\n");
    }

    proptest! {
        #[test]
        fn whatever_is_not_set_is_kept_byte_for_byte(
            mark in prop::sample::select(vec!["", "\u{feff}"]),
            comments in prop::collection::vec("[ \t]{0,3}(#[\\PC\t]{0,40}|#[水\u{3000}{}\\\\ \u{301}\u{200d}]{0,40})?", 4),
            name in "[a水{}#\u{301}\u{3000}]{1,9}x",
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let with = |board: &str| {
                let [one, two, three, four] = [0, 1, 2, 3].map(|number| &comments[number]);
                [&format!("{mark}{one}"), &format!("name = \"{name}\"{two}"),
                    &format!("board = \"{board}\" {three}"), "coach = false", "bottom = \"original\"", four, ""].join(line_end)
            };
            let text = with("words");
            prop_assume!(Config::parse(&text).is_ok());
            let kept = with_settings(&text, &compact()).unwrap();
            prop_assert_eq!(&kept, &with("compact"));
            prop_assert_eq!(with_settings(&kept, &compact()), Ok(kept));
        }
    }
}
