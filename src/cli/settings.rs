//! `cygnet config`: shows each setting, its value and its source.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::console::stdio::{self, ColorChoice};
use crate::console::{pad_right, width};
use crate::model::text::escape_path;
use crate::show::output::CommandOutput;
use crate::store::{archive, files};

use super::Failure;
use super::config::{self, Config};
use super::positions::Format;

pub(super) const EXAMPLES: &str = "\
Each line shows a setting, its value, and the place that sets it. The folders that the program uses follow.

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
    settings: Vec<Setting>,
    /// Where files are stored; `null` if there is no home directory.
    folders: Vec<FolderEntry>,
}

#[derive(Serialize)]
struct Setting {
    name: &'static str,
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
        for Setting { name, value, source } in &self.settings {
            writeln!(out, "{name:<16}{}  {source}", pad_right(value, widest))?;
        }
        for FolderEntry { name, path } in &self.folders {
            writeln!(out, "{name:<16}{}", path.as_deref().unwrap_or("none (there is no home directory)"))?;
        }
        Ok(())
    }
}

/// The minimum width of the column of values.
const MIN_VALUE_WIDTH: usize = 12;
/// The source of settings that are not set.
const DEFAULT_SOURCE: &str = "default";

pub(super) fn run(options: &ConfigOptions) -> Result<(), Failure> {
    let config = config::read()?;
    let settings = values(&config).map(|(name, value, default)| {
        let location = value.is_some().then(|| location_of(name)).flatten();
        Setting {
            name,
            value: value.unwrap_or(default),
            source: location.unwrap_or_else(|| DEFAULT_SOURCE.to_owned()),
        }
    });
    let mut settings = Vec::from(settings);
    if config.color.unwrap_or_default() == ColorChoice::Auto {
        let color = settings.iter_mut().find(|setting| setting.name == "color");
        let from_env = stdio::color_from_env(|name| env::var(name).ok());
        if let Some((color, (variable, is_on))) = color.zip(from_env) {
            color.value = named(&if is_on { ColorChoice::Always } else { ColorChoice::Never });
            color.source = variable.to_owned();
        }
    }
    let mut out = stdio::stdout();
    ConfigOutput { settings, folders: folders() }.write(options.format, &mut out)?;
    Ok(out.flush()?)
}

/// Returns the keys of the file, each with its value in the file, if any, and its default.
fn values(config: &Config) -> [(&'static str, Option<String>, String); 11] {
    let default_delay = format!("{} at a terminal", stdio::DEFAULT_DELAY.as_secs());
    let number = |number: Option<usize>| number.map(|number| number.to_string());
    let boolean = |value: Option<bool>| value.map(|value| value.to_string());
    let none = || "none".to_owned();
    [
        ("board", config.board.as_ref().map(named), named(&crate::console::BoardStyle::default())),
        ("bottom", config.bottom.as_ref().map(named), named(&crate::console::Bottom::default())),
        ("coach", boolean(config.coach), false.to_string()),
        ("color", config.color.as_ref().map(named), named(&ColorChoice::default())),
        ("delay", config.delay.map(|delay| delay.as_secs_f64().to_string()), default_delay),
        ("finished_games", number(config.finished_games), archive::DEFAULT_LIMIT.to_string()),
        ("history", number(config.history), stdio::DEFAULT_HISTORY.to_string()),
        ("level", number(config.level), none()),
        ("name", config.name.clone(), none()),
        ("palette", config.palette.as_ref().map(named), named(&crate::console::Palette::default())),
        ("screen_reader", boolean(config.screen_reader), false.to_string()),
    ]
}

/// Returns the name of a value on the command line.
fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Returns the file and the line that set this key.
fn location_of(name: &str) -> Option<String> {
    let path = config::config_file()?;
    let text = files::read(&path).ok()?;
    let line = text.lines().position(|line| config::parse_key(line) == Some(name))?;
    Some(format!("{}, line {}", escape_path(&path), line + 1))
}

fn folders() -> Vec<FolderEntry> {
    let shown = |path: Option<PathBuf>| path.map(|path| escape_path(&path).to_string());
    let folders = [
        ("file", config::config_file()),
        ("games", config::state_folder()),
        ("tables", config::tables_folder()),
    ];
    folders.map(|(name, path)| FolderEntry { name, path: shown(path) }).into()
}
