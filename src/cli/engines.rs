//! Engines in the configuration file: a table `[engines.NAME]` describes a program, which plays as `@NAME`.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::games::AnyGame;
use crate::model::Seating;
use crate::model::text::escape_path;
use crate::network::side::clean_name;
use crate::players::external::Program;
use crate::players::seats::named_seating;
use crate::words::TimeControl;

use super::Failure;
use super::config::{Config, config_file, line};

/// The key of the tables in the file.
pub(super) const KEY: &str = "engines";
/// The form of names.
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

/// The fields of the table of an engine.
const FIELDS: [&str; 3] = ["command", "options", "tc"];

/// A mistake, after the place of its byte in the file.
type Located = (usize, String);

/// A value of the file, with its place.
type Entry<'t> = Spanned<DeValue<'t>>;

/// Reads the engines in a file of valid TOML, by the names of their seats, and the mistakes in those that cannot be used.
pub(super) fn parse(text: &str) -> (BTreeMap<String, Engine>, Vec<Located>) {
    let mut mistakes = Vec::new();
    let file = DeTable::parse(text).map(Spanned::into_inner).unwrap_or_default();
    let tables = file.get(KEY).map(|tables| as_table(tables, "tables of engines"));
    let tables = tables.and_then(|tables| noted(tables, &mut mistakes)).into_iter().flatten();
    let engines = tables.filter_map(|(name, engine)| read(text, name, engine, &mut mistakes));
    let engines = engines.map(|engine| (format!("@{}", engine.name), engine)).collect();
    (engines, mistakes)
}

/// Returns what was read, or else adds the mistake to `mistakes`.
fn noted<T>(read: Result<T, Located>, mistakes: &mut Vec<Located>) -> Option<T> {
    read.map_err(|mistake| mistakes.push(mistake)).ok()
}

/// Returns an engine of the file `text`, or else adds all that is wrong with it to `mistakes`.
fn read(
    text: &str,
    name: &Spanned<DeString<'_>>,
    engine: &Entry<'_>,
    mistakes: &mut Vec<Located>,
) -> Option<Engine> {
    let (byte, name, before) = (name.span().start, name.get_ref(), mistakes.len());
    let fields = noted(as_table(engine, "a table with a command"), mistakes)?;
    if name.is_empty() || name.contains(|part: char| !part.is_alphanumeric() && !"-_.".contains(part)) {
        mistakes.push((byte, format!("invalid name of an engine: `{name}`, {NAME_FORM}")));
    }
    for key in fields.keys().filter(|key| !FIELDS.contains(&&**key.get_ref())) {
        let unknown = format!("unknown field `{}`, expected one of {}", key.get_ref(), FIELDS.join(", "));
        mistakes.push((key.span().start, unknown));
    }
    let missing = || (byte, "missing field `command`".to_owned());
    let command = noted(fields.get("command").ok_or_else(missing).and_then(command), mistakes);
    let options = fields.get("options").map(|options| as_table(options, "a table of options"));
    let options = options.and_then(|options| noted(options, mistakes)).into_iter().flatten();
    let words: String = options.filter_map(|(name, value)| noted(option(name, value), mistakes)).collect();
    let tc = fields.get("tc").and_then(|tc| noted(clock(tc), mistakes));
    let seat = format!("ugi:{words}{}", command?);
    let engine = Engine { name: name.to_string(), seat, tc, line: line(text, byte) };
    Some(engine).filter(|_| mistakes.len() == before)
}

fn command(value: &Entry<'_>) -> Result<String, Located> {
    let given = value.get_ref().as_str().ok_or_else(|| wrong_type(value, "a string"))?.trim();
    let given = given.strip_prefix("ugi:").unwrap_or(given);
    match given.is_empty() {
        true => Err((value.span().start, "the command is empty: name the program".to_owned())),
        false => program(given, value.span().start).map(|_| given.to_owned()),
    }
}

/// Returns the option as a word before the program.
fn option(name: &Spanned<DeString<'_>>, value: &Entry<'_>) -> Result<String, Located> {
    let word = format!("{}={} ", shell_words::quote(name.get_ref()), shell_words::quote(&as_text(value)?));
    let program = program(&format!("{word}x"), value.span().start)?;
    match program.words == ["x"] && !name.get_ref().contains('=') {
        true => Ok(word),
        false => {
            let problem = format!(
                "invalid name of an option: `{}`, {NAME_FORM}, with single spaces between words",
                name.get_ref()
            );
            Err((name.span().start, problem))
        }
    }
}

fn clock(value: &Entry<'_>) -> Result<TimeControl, Located> {
    let clock = TimeControl::in_seconds(&as_text(value)?);
    clock.map_err(|problem| (value.span().start, format!("invalid value of tc: {problem}")))
}

/// Parses the command of a program at `byte` of the file.
fn program(command: &str, byte: usize) -> Result<Program, Located> {
    Program::parse_command(command).map_err(|error| (byte, error))
}

fn as_table<'a, 't>(value: &'a Entry<'t>, expected: &str) -> Result<&'a DeTable<'t>, Located> {
    value.get_ref().as_table().ok_or_else(|| wrong_type(value, expected))
}

fn as_text(value: &Entry<'_>) -> Result<String, Located> {
    let text = match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number.to_string())
        }
        DeValue::Float(number) => number.as_str().parse::<f64>().ok().map(|number| number.to_string()),
        DeValue::Boolean(is_on) => Some(is_on.to_string()),
        _ => None,
    };
    let wrong = || (value.span().start, "invalid value: expected a text, a number, true or false".to_owned());
    text.ok_or_else(wrong)
}

fn wrong_type(value: &Entry<'_>, expected: &str) -> Located {
    let found = value.get_ref().type_str();
    let shown = as_text(value).map_or_else(|_| String::new(), |text| format!(" `{text}`"));
    (value.span().start, format!("invalid type: {found}{shown}, expected {expected}"))
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
        let file = config_file().map_or_else(String::new, |path| escape_path(&path));
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
        let names = engines.map(|engine| clean_name(&engine?.name));
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
            ("[engines.x]\n\ncommand = \"\"", 3, "the command is empty"),
            ("[engines.x]\ncommand = \"x\"\ncolor = \"never\"", 3, "unknown field `color`"),
            ("[engines.x]\ncommand = \"x\"\ntc = \"40/60\"", 3, "expected a time"),
            ("[engines.x]\ncommand = \"x\"\n[engines.x.options]\nHash = 1\nnodes = 0", 5, "nodes must be"),
            (
                "[engines.x]\ncommand = \"x\"\n[engines.x.options]\nHash = []",
                4,
                "invalid value: expected a text",
            ),
            (
                "[engines.x]\ncommand = \"x\"\noptions = {\n\"Clear/Hash\" = 1 }",
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

    #[test]
    fn every_mistake_is_found_and_other_engines_are_kept() {
        let text = "[engines.a]\nfoo = 3\ntc = \"zz\"\n[engines.b]\ncommand = \"./b\"\n\
            [engines.c]\ncommand = \"\"\noptions = { nodes = -1, Hash = [] }\n";
        let (engines, mistakes) = parse(text);
        assert_eq!(engines.keys().collect::<Vec<_>>(), ["@b"]);
        let mut lines: Vec<usize> = mistakes.iter().map(|(byte, _)| line(text, *byte)).collect();
        lines.sort_unstable();
        assert_eq!(lines, [1, 2, 3, 7, 8, 8], "{mistakes:?}");
    }

    proptest! {
        #[test]
        fn options_reach_the_program_as_they_are(value in "\\PC{0,20}", name in "[A-Z][a-z0-9_.-]{0,8}( [a-z]{1,3})?", number: i64) {
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
