//! Engines in the configuration file: a table `[engines.NAME]` describes a program, which plays as `@NAME`.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Value};

use crate::games::AnyGame;
use crate::model::Seating;
use crate::model::text::escape_path;
use crate::players::external::Program;
use crate::players::seats::named_seating;
use crate::words::TimeControl;

use super::Failure;
use super::config::{Config, config_file, line};

/// The key of the tables in the file.
pub(super) const KEY: &str = "engines";
/// The form of names. It needs no quotes in a shell.
const NAME_FORM: &str = "expected letters, digits, `-`, `_` and `.`";

/// An engine of the file.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(super) name: String,
    /// The program and its settings, as the name of a seat.
    pub(super) seat: String,
    /// The clock in a match.
    pub(super) tc: Option<TimeControl>,
    /// The line of its name in the file.
    pub(super) line: usize,
}

/// The part of the file that describes engines.
#[derive(Default, Deserialize)]
struct Tables {
    #[serde(default)]
    engines: BTreeMap<Spanned<String>, Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with a command")]
struct Table {
    command: Spanned<String>,
    #[serde(default)]
    options: BTreeMap<Spanned<String>, Spanned<Value>>,
    tc: Option<Spanned<Value>>,
}

/// A mistake, after the place of its byte in the file.
type Located = (usize, String);

/// Reads the engines in a file, by the names of their seats, and the mistakes in others.
pub(super) fn parse(text: &str) -> (BTreeMap<String, Engine>, Vec<Located>) {
    let tables: Tables = match toml::from_str(text) {
        Ok(tables) => tables,
        Err(error) => {
            let byte = error.span().map_or(0, |span| span.start);
            return (BTreeMap::new(), vec![(byte, error.message().to_owned())]);
        }
    };
    let mut mistakes = Vec::new();
    let engines = tables.engines.into_iter().map(|(name, table)| {
        let byte = name.span().start;
        let name = name.into_inner();
        if name.is_empty() || name.contains(|part: char| !part.is_alphanumeric() && !"-_.".contains(part)) {
            return Err((byte, format!("invalid name of an engine: `{name}`, {NAME_FORM}")));
        }
        let (seat, tc) = read(&table)?;
        Ok((format!("@{name}"), Engine { name, seat, tc, line: line(text, byte) }))
    });
    let engines = engines.filter_map(|engine| engine.map_err(|mistake| mistakes.push(mistake)).ok());
    (engines.collect(), mistakes)
}

/// Returns the seat and the clock of an engine.
fn read(table: &Table) -> Result<(String, Option<TimeControl>), Located> {
    let mut command = String::new();
    for (name, value) in &table.options {
        let word = format!("{}={} ", name.get_ref(), shell_words::quote(&as_text(value)?));
        let program = program(&format!("{word}x"), value)?;
        if program.words != ["x"] || name.get_ref().contains('=') {
            return Err((name.span().start, format!("invalid name of an option: `{name}`, {NAME_FORM}")));
        }
        command += &word;
    }
    let given = table.command.get_ref().trim();
    command += given.strip_prefix("ugi:").unwrap_or(given);
    program(&command, &table.command)?;
    let tc = table.tc.as_ref().map(|value| {
        TimeControl::in_seconds(&as_text(value)?).map_err(|problem| (value.span().start, problem.to_owned()))
    });
    Ok((format!("ugi:{command}"), tc.transpose()?))
}

/// Parses the command of a program. `source` is the part of the file that is wrong if it is invalid.
fn program<T>(command: &str, source: &Spanned<T>) -> Result<Program, Located> {
    Program::parse_command(command).map_err(|error| (source.span().start, error))
}

fn as_text(value: &Spanned<Value>) -> Result<String, Located> {
    match value.get_ref() {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(is_on) => Ok(is_on.to_string()),
        _ => Err((value.span().start, "invalid value: expected a text, a number, true or false".to_owned())),
    }
}

impl Config {
    /// Returns the engine that a seat names as `@NAME`. Returns `None` for any other seat.
    ///
    /// # Errors
    /// The file has no such engine.
    pub(super) fn engine(&self, seat: &str) -> Result<Option<&Engine>, Failure> {
        let found = self.engines.get(seat.trim());
        if found.is_some() || !seat.trim().starts_with('@') {
            return Ok(found);
        }
        let known: Vec<&str> = self.engines.keys().map(String::as_str).collect();
        let names = if known.is_empty() { "no engines".to_owned() } else { known.join(", ") };
        let file = config_file().map_or_else(String::new, |path| escape_path(&path).to_string());
        let hint = format!("{file} has {names}; a table [{KEY}.NAME] there adds one");
        Err(Failure::unknown("engine", seat.trim(), &known).hint(hint))
    }

    /// Returns the seats with these names, which can be engines of the file.
    ///
    /// # Errors
    /// See [`Config::engine`].
    pub(super) fn seating(&self, game: &AnyGame, names: [&str; 2]) -> Result<Seating, Failure> {
        let [first, second] = names.map(|name| self.engine(name));
        let engines = [first?, second?];
        let seats = [0, 1].map(|index| engines[index].map_or(names[index], |engine| &engine.seat));
        let names = engines.map(|engine| Some(engine?.name.clone()));
        Ok(Seating { names, ..named_seating(game, seats) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mistakes_in_engines_are_located() {
        for (text, line, wanted) in [
            ("[engines.x]", 1, "missing field `command`"),
            ("engines = 3", 1, "invalid type: integer `3`"),
            ("[engines]\nx = 3", 2, "invalid type: integer `3`, expected a table with a command"),
            ("board = \"words\"\n[engines.\"a b\"]\ncommand = \"x\"", 2, "invalid name of an engine: `a b`"),
            ("[engines.x]\ncommand = 3", 2, "invalid type: integer `3`"),
            ("[engines.x]\n\ncommand = \"\"", 3, "the program is missing"),
            ("[engines.x]\ncommand = \"x\"\ncolor = \"never\"", 3, "unknown field `color`"),
            ("[engines.x]\ncommand = \"x\"\ntc = \"40/60\"", 3, "expected a time"),
            ("[engines.x]\ncommand = \"x\"\n[engines.x.options]\nHash = 1\nnodes = 0", 5, "nodes must be"),
            (
                "[engines.x]\ncommand = \"x\"\n[engines.x.options]\nHash = []",
                4,
                "invalid value: expected a text",
            ),
            (
                "[engines.x]\ncommand = \"x\"\noptions = {\n\"Clear Hash\" = 1 }",
                4,
                "invalid name of an option",
            ),
            ("[engines.x]\ncommand = \"x\"\noptions = { \"Hash=3\" = 1 }", 3, "invalid name of an option"),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.to_string().contains(wanted), "{error}");
        }
    }

    proptest! {
        #[test]
        fn options_reach_the_program_as_they_are(value in "\\PC{0,20}", name in "[A-Z][a-z0-9_.-]{0,8}", number: i64) {
            let file = |value: &str| {
                format!("[engines.x]\ncommand = \"ugi:./a 'b c'\"\noptions = {{ \"{name}\" = {value} }}\n")
            };
            for (written, wanted) in [
                (toml_quoted(&value), value.clone()),
                (number.to_string(), number.to_string()),
                ("true".to_owned(), "true".to_owned()),
            ] {
                let engines = parse(&file(&written)).0;
                let program = Program::parse(&engines["@x"].seat).unwrap().unwrap();
                prop_assert_eq!(program.words, ["./a", "b c"]);
                prop_assert_eq!(program.options, [(name.clone(), wanted)]);
            }
        }
    }

    /// Returns a string of TOML. `\PC` has no control characters.
    fn toml_quoted(text: &str) -> String {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
