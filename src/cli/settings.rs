//! The settings, a row for each, and `cygnet config`, which shows them.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use toml::Value;

use crate::console::stdio::{self, ColorChoice};
use crate::console::{BoardStyle, Bottom, Palette, Settings, pad_right, value_name, value_names, width};
use crate::engine::expert::MAX_TIME;
use crate::engine::level;
use crate::model::text::{cleaned, escape_path, letters};
use crate::network::side::MAX_NAME_LETTERS;
use crate::show::output::CommandOutput;

use super::{Failure, Format, config, parse_seconds, print_output};

/// A setting: its key in the file, and everything else about it.
pub struct Setting<T: 'static> {
    /// The key in the file, and the name of the option that overrides it, if there is one.
    pub(super) name: &'static str,
    /// The help of the option.
    pub(super) help: &'static str,
    /// The value unless the file or the option sets another.
    pub(super) default: T,
    takes: fn() -> String,
    pub(super) read: fn(&Value) -> Option<T>,
    show: fn(&T) -> String,
}

/// The delay between the moves of two computers at a terminal.
pub(super) const DEFAULT_DELAY: Duration = Duration::from_secs(2);

pub(super) static BOARD: Setting<BoardStyle> = choice("board", "How to draw the board", BoardStyle::Classic);
pub(super) static BOTTOM: Setting<Bottom> =
    choice("bottom", "Which side is at the bottom of the board at a terminal", Bottom::Original);
pub(super) static COACH: Setting<bool> =
    switch("coach", "After each of your turns, show what it cost and how it can be refuted");
pub(super) static COLOR: Setting<ColorChoice> = choice("color", "When to use colours", ColorChoice::Auto);
pub(super) static DELAY: Setting<Option<Duration>> = Setting {
    name: "delay",
    help: "Seconds between moves when both players are computers [default: 2 at a terminal, otherwise 0]",
    default: None,
    takes: || format!("a number of seconds from 0 to {}", MAX_TIME.as_secs()),
    read: |value| {
        let seconds = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
        parse_seconds(&seconds.to_string()).ok().map(Some)
    },
    show: |delay| match delay {
        Some(delay) => delay.as_secs_f64().to_string(),
        None => format!("{} at a terminal", DEFAULT_DELAY.as_secs()),
    },
};
/// How many finished games to keep; 0 keeps none.
pub(super) static FINISHED_GAMES: Setting<usize> = number("finished_games", 1000);
/// How many typed lines the arrow keys recall at a terminal; 0 recalls none.
pub(super) static HISTORY: Setting<usize> = number("history", 100);
/// The opponent at a terminal when only one seat is given: `level:4` instead of a human.
pub(super) static LEVEL: Setting<Option<usize>> = Setting {
    name: "level",
    help: "",
    default: None,
    takes: || format!("a level from 1 to {}", level::NAMES.len()),
    read: |value| whole(value).filter(|level| (1..=level::NAMES.len()).contains(level)).map(Some),
    show: |level| level.map_or_else(|| "none".to_owned(), |level| level.to_string()),
};
/// The name of the player at the terminal, for records: one line of printable characters.
pub(super) static NAME: Setting<Option<String>> = Setting {
    name: "name",
    help: "Your name, up to 40 characters [default: from the configuration file]",
    default: None,
    takes: || format!("a name of 1 to {MAX_NAME_LETTERS} printable characters"),
    read: |value| {
        let name = value.as_str()?.trim();
        let is_short = (1..=MAX_NAME_LETTERS).contains(&letters(name));
        (is_short && cleaned(name, MAX_NAME_LETTERS) == name).then(|| Some(name.to_owned()))
    },
    show: |name| name.as_deref().unwrap_or("none").to_owned(),
};
pub(super) static PALETTE: Setting<Palette> = choice("palette", "Which colours to use", Palette::Standard);
pub(super) static SCREEN_READER: Setting<bool> =
    switch("screen_reader", "For screen readers: describe the board in words, and draw or redraw nothing");

/// Returns the value of a session that `:keep` writes, in TOML.
type Kept = fn(&Settings) -> Option<String>;

/// The settings in the order of their names, with what `:keep` writes.
pub static ROWS: [(&dyn Row, Kept); 11] = [
    (&BOARD, |session| session.board_is_explicit.then(|| quoted(&session.board))),
    (&BOTTOM, |session| Some(quoted(&session.bottom))),
    (&COACH, |session| Some(session.coach.to_string())),
    (&COLOR, |_| None),
    (&DELAY, |_| None),
    (&FINISHED_GAMES, |_| None),
    (&HISTORY, |_| None),
    (&LEVEL, |_| None),
    (&NAME, |_| None),
    (&PALETTE, |session| session.paint.palette().as_ref().map(quoted)),
    (&SCREEN_READER, |_| None),
];

/// Returns a setting that is one of a few names.
const fn choice<T: ValueEnum>(name: &'static str, help: &'static str, default: T) -> Setting<T> {
    let read = |value: &Value| T::from_str(value.as_str()?, true).ok();
    Setting { name, help, default, takes: value_names::<T>, read, show: value_name }
}

/// Returns a setting that is on or off, by default off.
const fn switch(name: &'static str, help: &'static str) -> Setting<bool> {
    let takes = || "true or false".to_owned();
    Setting { name, help, default: false, takes, read: Value::as_bool, show: bool::to_string }
}

/// Returns a setting that is a number, without an option.
const fn number(name: &'static str, default: usize) -> Setting<usize> {
    let takes = || "a whole number, 0 or more".to_owned();
    Setting { name, help: "", default, takes, read: whole, show: usize::to_string }
}

fn whole(value: &Value) -> Option<usize> {
    value.as_integer()?.try_into().ok()
}

fn quoted(value: &impl ValueEnum) -> String {
    format!("\"{}\"", value_name(value))
}

impl<T> Setting<T> {
    /// Returns the help of the option, with `detail` and the default.
    pub(super) fn option_help(&self, detail: &str) -> String {
        let default = (self.show)(&self.default);
        format!("{}{detail} [default: from the configuration file, or {default}]", self.help)
    }
}

/// A setting of any type.
pub trait Row: Sync {
    /// Returns the key in the file.
    fn name(&self) -> &'static str;
    /// Returns a value of the file, or else the default, as it is shown.
    ///
    /// # Errors
    /// The value is not one that the setting takes: it takes what is returned instead.
    fn shown(&self, value: Option<&Value>) -> Result<String, String>;
}

impl<T: Sync> Row for Setting<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn shown(&self, value: Option<&Value>) -> Result<String, String> {
        let Some(value) = value else { return Ok((self.show)(&self.default)) };
        (self.read)(value).map(|value| (self.show)(&value)).ok_or_else(self.takes)
    }
}

pub(super) const EXAMPLES: &str = "\
Each line shows a setting, its value, and the place that sets it. Then come the configuration file and the directories.
:keep in a game writes settings to the file, and you can edit it: one setting per line, such as coach = true.

Examples:
  cygnet config
  NO_COLOR=1 cygnet config --format json";

#[derive(Debug, Args)]
pub(super) struct ConfigOptions {
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The settings that apply unless the command line overrides them.
#[derive(Serialize)]
struct ConfigOutput {
    settings: Vec<SettingEntry>,
    /// Where files are stored; `null` if there is no home directory.
    folders: Vec<FolderEntry>,
}

#[derive(Serialize)]
struct SettingEntry {
    name: String,
    value: String,
    /// The line of the file, the environment variable, or `default`.
    #[serde(rename = "from")]
    source: String,
}

#[derive(Serialize)]
struct FolderEntry {
    name: &'static str,
    path: Option<String>,
}

impl CommandOutput for ConfigOutput {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let widths = self.settings.iter().map(|setting| width(&setting.value));
        let widest = widths.max().unwrap_or(0).max(MIN_VALUE_WIDTH);
        // What does not fit stands on its own line, because a path cannot be broken.
        let mut line = |start: String, end: &str| match stdio::columns() {
            Some(columns) if width(&start) + width(end) > columns => {
                writeln!(out, "{}\n  {end}", start.trim_end())
            }
            _ => writeln!(out, "{start}{end}"),
        };
        for SettingEntry { name, value, source } in &self.settings {
            line(format!("{name:<16}{}  ", pad_right(value, widest)), source)?;
        }
        for FolderEntry { name, path } in &self.folders {
            line(format!("{name:<16}"), path.as_deref().unwrap_or("none (there is no home directory)"))?;
        }
        Ok(())
    }
}

/// The minimum width of the column of values.
const MIN_VALUE_WIDTH: usize = 12;
/// The source of settings that are not set.
const DEFAULT_SOURCE: &str = "default";

pub(super) fn run(options: &ConfigOptions) -> Result<(), Failure> {
    let (config, problem) = config::read_valid()?;
    let settings =
        ROWS.iter().map(|(row, _)| entry(row.name(), config.shown(*row), config.line_of(row.name())));
    let engines = config.engines.iter().map(|(name, engine)| {
        let tc = engine.tc.map_or_else(String::new, |tc| format!(" ({tc})"));
        entry(name, format!("{}{tc}", engine.seat), Some(engine.line))
    });
    let mut settings: Vec<SettingEntry> = settings.chain(engines).collect();
    if config.get(&COLOR) == ColorChoice::Auto {
        let color = settings.iter_mut().find(|setting| setting.name == COLOR.name);
        let from_env = stdio::color_from_env(|name| env::var(name).ok());
        if let Some((color, (variable, is_on))) = color.zip(from_env) {
            color.value = value_name(&if is_on { ColorChoice::Always } else { ColorChoice::Never });
            color.source = variable.to_owned();
        }
    }
    print_output(&ConfigOutput { settings, folders: folders() }, options.format)?;
    problem
}

/// Returns a setting or an engine with its value and its source.
fn entry(name: &str, value: String, line: Option<usize>) -> SettingEntry {
    let place = line.zip(config::config_file());
    SettingEntry {
        name: name.to_owned(),
        value,
        source: place.map_or_else(
            || DEFAULT_SOURCE.to_owned(),
            |(line, path)| format!("{}, line {line}", escape_path(&path)),
        ),
    }
}

fn folders() -> Vec<FolderEntry> {
    let shown = |path: Option<PathBuf>| path.map(|path| escape_path(&path));
    let folders = [
        ("file", config::config_file()),
        ("games", config::state_folder()),
        ("tables", config::tables_folder()),
    ];
    folders.map(|(name, path)| FolderEntry { name, path: shown(path) }).into()
}
