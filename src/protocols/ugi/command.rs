//! Parsing the commands of the Universal Game Interface. `session.rs` executes them.

use std::num::IntErrorKind;

use crate::model::Player;
use crate::model::text::escape;

/// A command of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UgiCommand {
    /// `ugi`: asks for the name and options of the engine.
    Ugi,
    /// `isready`.
    IsReady,
    /// `uginewgame`: the following commands belong to a new game.
    NewGame,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The name; its words are separated by one space.
        name: String,
        /// The value, likewise; empty if missing.
        value: String,
    },
    /// `position startpos|fen TEXT [moves MOVE...]`.
    Position {
        /// The text of the first position; `None` for the start of the game.
        start: Option<String>,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// `go ...`.
    Go(GoLimits),
    /// `stop`.
    Stop,
    /// `query WORD`.
    Query(String),
    /// `quit`.
    Quit,
}

/// The limits of a search, which respects all that are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// The time left on the players' clocks in milliseconds, player 1 first.
    pub clocks: [Option<u64>; 2],
    /// The time added after each move in milliseconds, player 1 first.
    pub increments: [Option<u64>; 2],
    /// The time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u64>,
    /// The number of positions.
    pub nodes: Option<u64>,
    /// Search until `stop`.
    pub infinite: bool,
}

impl GoLimits {
    /// Returns whether no limit is set for a move of `player`, so that only `stop` ends the search.
    pub fn is_unlimited(&self, player: Player) -> bool {
        let GoLimits { clocks, movetime, depth, nodes, .. } = *self;
        [clocks[player.index()], movetime, depth, nodes].iter().all(Option::is_none)
    }

    /// Returns the limit with this name.
    fn limit(&mut self, word: &str) -> Option<&mut Option<u64>> {
        match word {
            "p1time" => Some(&mut self.clocks[0]),
            "p2time" => Some(&mut self.clocks[1]),
            "p1inc" => Some(&mut self.increments[0]),
            "p2inc" => Some(&mut self.increments[1]),
            "movetime" => Some(&mut self.movetime),
            "depth" => Some(&mut self.depth),
            "nodes" => Some(&mut self.nodes),
            _ => None,
        }
    }
}

/// The commands, in the order in which a client needs them.
const COMMANDS: &str = "ugi, isready, setoption, uginewgame, position, go, stop, query and quit";

/// Parses a line. Words are separated by any whitespace. Returns `None` for an empty line.
///
/// # Errors
/// The line is not a valid command. The message is safe to show.
pub fn parse(line: &str) -> Result<Option<UgiCommand>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else { return Ok(None) };
    let command = match *first {
        "ugi" => UgiCommand::Ugi,
        "isready" => UgiCommand::IsReady,
        "uginewgame" => UgiCommand::NewGame,
        "setoption" => parse_option(rest)?,
        "position" => parse_position(rest)?,
        "go" => UgiCommand::Go(parse_go(rest)?),
        "stop" => UgiCommand::Stop,
        "query" => UgiCommand::Query(rest.join(" ")),
        "quit" => UgiCommand::Quit,
        _ => return Err(format!("unknown command {}; the commands are {COMMANDS}", quoted(first))),
    };
    Ok(Some(command))
}

fn quoted(word: &str) -> String {
    format!("\"{}\"", escape(word.as_bytes()))
}

/// Splits the words at the first `middle`.
fn split_at<'w>(words: &'w [&'w str], middle: &str) -> (&'w [&'w str], &'w [&'w str]) {
    let mut parts = words.splitn(2, |word| *word == middle);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

fn parse_option(words: &[&str]) -> Result<UgiCommand, String> {
    let words = words.strip_prefix(&["name"]).unwrap_or_default();
    match split_at(words, "value") {
        ([], _) => Err("usage: setoption name NAME value VALUE".to_owned()),
        (name, value) => Ok(UgiCommand::SetOption { name: name.join(" "), value: value.join(" ") }),
    }
}

/// Parses `position`. The text of a position contains spaces and ends before the word `moves`.
fn parse_position(words: &[&str]) -> Result<UgiCommand, String> {
    let (start, moves) = split_at(words, "moves");
    let start = match start {
        ["startpos"] => None,
        ["fen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
        _ => return Err("usage: position startpos|fen TEXT [moves MOVE...]".to_owned()),
    };
    Ok(UgiCommand::Position { start, moves: moves.iter().map(|mv| (*mv).to_owned()).collect() })
}

/// Parses `go`. Ignores unknown words, because clients may use limits that this engine does not have.
fn parse_go(words: &[&str]) -> Result<GoLimits, String> {
    let mut go = GoLimits::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if *word == "infinite" {
            go.infinite = true;
            continue;
        }
        if let Some(limit) = go.limit(word) {
            *limit = Some(parse_number(word, rest.next())?);
        }
    }
    Ok(go)
}

/// Parses a whole number. Negative numbers, such as the time of a clock that has run out, count as 0, and numbers that
/// are too large as the largest.
fn parse_number(name: &str, text: Option<&&str>) -> Result<u64, String> {
    let text = text.ok_or_else(|| format!("{name} needs a number"))?;
    match text.parse::<i64>().map_err(|error| *error.kind()) {
        Ok(number) => Ok(u64::try_from(number).unwrap_or(0)),
        Err(IntErrorKind::NegOverflow) => Ok(0),
        Err(IntErrorKind::PosOverflow) => Ok(text.parse().unwrap_or(u64::MAX)),
        Err(_) => Err(format!("{name} needs a number, not {}", quoted(text))),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use proptest::prelude::*;

    /// The limits of `go` that take a number.
    const NUMBERS: [&str; 7] = ["p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes"];

    /// Writes the command as [`parse`] reads it.
    impl fmt::Display for UgiCommand {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                UgiCommand::Ugi => f.write_str("ugi"),
                UgiCommand::IsReady => f.write_str("isready"),
                UgiCommand::NewGame => f.write_str("uginewgame"),
                UgiCommand::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
                UgiCommand::Position { start, moves } => {
                    match start {
                        None => f.write_str("position startpos")?,
                        Some(text) => write!(f, "position fen {text}")?,
                    }
                    if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
                }
                UgiCommand::Go(go) => go.fmt(f),
                UgiCommand::Stop => f.write_str("stop"),
                UgiCommand::Query(query) => write!(f, "query {query}"),
                UgiCommand::Quit => f.write_str("quit"),
            }
        }
    }

    impl fmt::Display for GoLimits {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("go")?;
            let mut go = *self;
            for word in NUMBERS {
                if let Some(number) = go.limit(word).and_then(|limit| *limit) {
                    write!(f, " {word} {number}")?;
                }
            }
            if self.infinite { f.write_str(" infinite") } else { Ok(()) }
        }
    }

    fn read(line: &str) -> UgiCommand {
        parse(line).unwrap().unwrap()
    }

    #[test]
    fn the_text_of_a_position_ends_before_the_word_moves() {
        let start = Some("3s1/DD1D1/1dD2/3dd/3S1 1".to_owned());
        let line = "  position \t fen 3s1/DD1D1/1dD2/3dd/3S1   1 moves a4b4 b1c1 ";
        let moves = vec!["a4b4".to_owned(), "b1c1".to_owned()];
        assert_eq!(read(line), UgiCommand::Position { start: start.clone(), moves });
        let no_moves = UgiCommand::Position { start, moves: Vec::new() };
        assert_eq!(read("position fen 3s1/DD1D1/1dD2/3dd/3S1 1"), no_moves);
        assert_eq!(read("position startpos moves"), UgiCommand::Position { start: None, moves: Vec::new() });
    }

    #[test]
    fn names_and_values_of_options_can_have_several_words() {
        let option =
            |name: &str, value: &str| UgiCommand::SetOption { name: name.into(), value: value.into() };
        assert_eq!(read("setoption name Hash value 16"), option("Hash", "16"));
        assert_eq!(read("setoption name Own  Book value on value"), option("Own Book", "on value"));
        assert_eq!(read("setoption name Clear"), option("Clear", ""));
    }

    #[test]
    fn limits_of_go_are_parsed() {
        let clocks = GoLimits {
            clocks: [Some(1000), Some(900)],
            increments: [Some(10), Some(0)],
            ..GoLimits::default()
        };
        assert_eq!(read("go p1time 1000 p2time 900 p1inc 10 p2inc 0"), UgiCommand::Go(clocks));
        let late = GoLimits { clocks: [Some(0), Some(5)], ..GoLimits::default() };
        assert_eq!(read("go p1time -20 p2time 5"), UgiCommand::Go(late));
        let known = GoLimits { depth: Some(5), movetime: Some(7), ..GoLimits::default() };
        assert_eq!(read("go ponder mate 3 depth 5 x -1 movetime 7 searchmoves a1b2"), UgiCommand::Go(known));
        let huge = GoLimits { depth: Some(u64::MAX), nodes: Some(0), ..GoLimits::default() };
        assert_eq!(read("go depth 99999999999999999999 nodes -99999999999999999999"), UgiCommand::Go(huge));
        assert_eq!(read("go infinite"), UgiCommand::Go(GoLimits { infinite: true, ..GoLimits::default() }));
    }

    #[test]
    fn invalid_lines_have_specific_errors() {
        let problem = |line: &str| parse(line).unwrap_err().to_string();
        assert_eq!(problem("uci"), format!("unknown command \"uci\"; the commands are {COMMANDS}"));
        assert!(problem("\u{1b}[2J").starts_with("unknown command \"\\u{1b}[2J\";"));
        assert_eq!(problem("go depth"), "depth needs a number");
        assert_eq!(problem("go depth x"), "depth needs a number, not \"x\"");
        for line in ["position", "position fen", "position start", "position startpos a1b2"] {
            assert_eq!(problem(line), "usage: position startpos|fen TEXT [moves MOVE...]", "{line}");
        }
        for line in ["setoption", "setoption Hash 16", "setoption name value 3"] {
            assert_eq!(problem(line), "usage: setoption name NAME value VALUE", "{line}");
        }
        assert_eq!(parse(" \t"), Ok(None));
    }

    fn word() -> impl Strategy<Value = String> {
        "[!-~]{1,8}".prop_filter("words of the language", |word| word != "moves" && word != "value")
    }

    fn words(min: usize) -> impl Strategy<Value = String> {
        proptest::collection::vec(word(), min..4).prop_map(|words| words.join(" "))
    }

    fn go() -> impl Strategy<Value = UgiCommand> {
        let numbers = proptest::array::uniform7(proptest::option::of(any::<u64>()));
        (numbers, any::<bool>()).prop_map(|([p1, p2, i1, i2, movetime, depth, nodes], infinite)| {
            let (clocks, increments) = ([p1, p2], [i1, i2]);
            UgiCommand::Go(GoLimits { clocks, increments, movetime, depth, nodes, infinite })
        })
    }

    fn command() -> impl Strategy<Value = UgiCommand> {
        let position = (proptest::option::of(words(1)), proptest::collection::vec(word(), 0..4));
        prop_oneof![
            Just(UgiCommand::Ugi),
            Just(UgiCommand::IsReady),
            Just(UgiCommand::NewGame),
            Just(UgiCommand::Stop),
            Just(UgiCommand::Quit),
            (words(1), words(0)).prop_map(|(name, value)| UgiCommand::SetOption { name, value }),
            position.prop_map(|(start, moves)| UgiCommand::Position { start, moves }),
            words(0).prop_map(UgiCommand::Query),
            go(),
        ]
    }

    proptest! {
        #[test]
        fn commands_round_trip(command in command()) {
            prop_assert_eq!(parse(&command.to_string()), Ok(Some(command)));
        }

        #[test]
        fn any_line_parses_or_fails_with_a_clean_message(
            line in "\\PC{0,60}",
            words in proptest::collection::vec("(go|position|fen|startpos|moves|setoption|name|value|query|depth|-?[0-9]{0,22}|\\PC{0,3})", 0..9),
        ) {
            for line in [line, words.join(" ")] {
                if let Err(error) = parse(&line) {
                    let problem = error.to_string();
                    prop_assert!(!problem.chars().any(char::is_control), "{}", problem);
                }
            }
        }
    }
}
