//! The grammar of records, taken from the page that describes them, against the reader.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;

use cygnet::model::{GameRng, Record, RecordErrorKind};

use crate::common::{samples, seed};

const PAGE: &str = include_str!("../../docs/records.md");
/// The keys that have their own lines in the grammar.
const KEYS: [&str; 9] =
    ["game", "start", "player 1", "player 2", "name 1", "name 2", "seed", "date", "result"];
const MARKS: [&str; 6] = ["!!", "!", "!?", "?!", "?", "??"];

/// An expression of the grammar.
#[derive(Debug)]
enum Expr {
    Literal(String),
    Symbol(String),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Many(Box<Expr>),
    Maybe(Box<Expr>),
}

struct Grammar(BTreeMap<String, Expr>);

/// Splits the text of a grammar into names, quoted texts and signs.
fn tokens(mut text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    while let Some(first) = {
        text = text.trim_start();
        text.chars().next()
    } {
        let end = match first {
            '"' => text[1..].find('"').unwrap() + 2,
            'a'..='z' | 'A'..='Z' => {
                text.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(text.len())
            }
            _ => 1,
        };
        tokens.push(&text[..end]);
        text = &text[end..];
    }
    tokens
}

impl Grammar {
    fn of_page() -> Grammar {
        let text = PAGE.split_once("```text\nfile ").unwrap().1.split_once("```").unwrap().0;
        let text = format!("file {text}");
        let tokens = tokens(&text);
        let starts: Vec<usize> = (1..tokens.len()).filter(|place| tokens[*place] == "=").collect();
        let ends = starts.iter().skip(1).map(|place| place - 1).chain([tokens.len()]);
        let rules = starts.iter().zip(ends).map(|(start, end)| {
            let mut rest = tokens[start + 1..end].iter().copied().peekable();
            (tokens[start - 1].to_owned(), any(&mut rest))
        });
        Grammar(rules.collect())
    }

    /// Returns where a part of `text` that begins at one of `starts` can end.
    fn ends(&self, expr: &Expr, text: &str, starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match expr {
            Expr::Literal(word) => {
                let is_line = !["(", ")"].contains(&word.as_str());
                let ends = starts.iter().map(|at| if is_line { blanks(text, *at) } else { gap(text, *at) });
                ends.filter(|at| text[*at..].starts_with(word)).map(|at| at + word.len()).collect()
            }
            Expr::Symbol(name) => match self.0.get(name) {
                Some(rule) => self.ends(rule, text, starts),
                None => starts.iter().filter_map(|at| symbol(name, text, *at)).collect(),
            },
            Expr::All(parts) => parts.iter().fold(starts.clone(), |at, part| self.ends(part, text, &at)),
            Expr::Any(parts) => parts.iter().flat_map(|part| self.ends(part, text, starts)).collect(),
            Expr::Maybe(part) => &self.ends(part, text, starts) | starts,
            Expr::Many(part) => {
                let (mut all, mut new) = (starts.clone(), starts.clone());
                while !new.is_empty() {
                    new = &self.ends(part, text, &new) - &all;
                    all.extend(&new);
                }
                all
            }
        }
    }

    fn accepts(&self, text: &str) -> bool {
        let ends = self.ends(&self.0["file"], text, &BTreeSet::from([0]));
        ends.into_iter().any(|end| gap(text, end) == text.len())
    }
}

fn any<'a>(tokens: &mut Peekable<impl Iterator<Item = &'a str>>) -> Expr {
    let mut alternatives = vec![all(tokens)];
    while tokens.next_if_eq(&"|").is_some() {
        alternatives.push(all(tokens));
    }
    Expr::Any(alternatives)
}

fn all<'a>(tokens: &mut Peekable<impl Iterator<Item = &'a str>>) -> Expr {
    let mut parts = Vec::new();
    while let Some(token) = tokens.next_if(|token| !["|", ")", "}", "]"].contains(token)) {
        let part = match token {
            "(" => any(tokens),
            "{" => Expr::Many(Box::new(any(tokens))),
            "[" => Expr::Maybe(Box::new(any(tokens))),
            _ if token.starts_with('"') => Expr::Literal(token.trim_matches('"').to_owned()),
            _ => Expr::Symbol(token.to_owned()),
        };
        if ["(", "{", "["].contains(&token) {
            assert!(tokens.next().is_some_and(|close| [")", "}", "]"].contains(&close)));
        }
        parts.push(part);
    }
    Expr::All(parts)
}

/// Returns the place after the blanks at `at` on the same line.
fn blanks(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    at + rest.find(|letter: char| letter == '\n' || !letter.is_ascii_whitespace()).unwrap_or(rest.len())
}

/// Returns the place after blanks, line ends, and lines that begin with `#`.
fn gap(text: &str, mut at: usize) -> usize {
    loop {
        at += text[at..].len() - text[at..].trim_ascii_start().len();
        if !(text[at..].starts_with('#') && is_line_start(text, at)) {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

fn is_line_start(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_some_and(|before| before.trim_ascii().is_empty())
}

/// Returns where a symbol that begins at `at` ends.
fn symbol(name: &str, text: &str, at: usize) -> Option<usize> {
    let line = |at: usize| text[at..].lines().next().unwrap_or_default().trim_ascii();
    let run = |at: usize, is_part: &dyn Fn(char) -> bool| {
        let rest = &text[at..];
        rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())
    };
    let is_digit = |letter: char| letter.is_ascii_digit();
    let at = if ["TEXT", "DIGITS", "DAY", "END"].contains(&name) { blanks(text, at) } else { gap(text, at) };
    let length = match name {
        "LINE" => is_line_start(text, at).then_some(0)?,
        "END" => line(at).is_empty().then_some(0)?,
        "TEXT" => Some(line(at).len()).filter(|length| *length > 0)?,
        "DIGITS" => Some(run(at, &is_digit)).filter(|length| *length > 0)?,
        "DAY" => {
            let fits = |(wanted, letter): (char, char)| {
                if wanted == '0' { is_digit(letter) } else { wanted == letter }
            };
            ("0000-00-00".chars().zip(text[at..].chars()).filter(|pair| fits(*pair)).count() == 10)
                .then_some(10)?
        }
        "NUMBER" => {
            let digits = run(at, &is_digit);
            (digits > 0 && text[at + digits..].starts_with('.')).then_some(digits + 1)?
        }
        "NAME" => {
            let name = line(at).split_once(':')?.0.trim_ascii();
            let begins = symbol("NUMBER", name, 0).is_some() || line(at).starts_with("cygnet record ");
            let is_name =
                !name.is_empty() && !begins && !name.starts_with(['{', '[', '(', ')', '?', '!', '#']);
            (is_name && !KEYS.contains(&name)).then_some(name.len())?
        }
        "MOVE" => {
            let is_part = |letter: char| !letter.is_ascii_whitespace() && !"{}[]()?!#".contains(letter);
            Some(run(at, &is_part)).filter(|length| (1..=1000).contains(length))?
        }
        "MARK" => {
            let is_part = |letter: char| !letter.is_ascii_whitespace() && !"{[()".contains(letter);
            Some(run(at, &is_part)).filter(|length| MARKS.contains(&&text[at..at + length]))?
        }
        "COMMENT" => enclosed(&text[at..], '{', '}')?,
        "VALUE" => enclosed(&text[at..], '[', ']')?,
        _ => panic!("{name} is not a symbol"),
    };
    Some(at + length)
}

/// Returns the length of the text in brackets at the beginning of `text`.
fn enclosed(text: &str, open: char, close: char) -> Option<usize> {
    let mut letters = text.strip_prefix(open)?.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()?),
            _ if letter == close => return Some(place + 2),
            _ => {}
        }
    }
    None
}

/// Writes random texts of a grammar.
struct Writer<'a> {
    grammar: &'a Grammar,
    rng: &'a mut GameRng,
    text: String,
    /// The number of the last turn, and of the last move of an open variation.
    turn: usize,
    variation: Option<usize>,
}

impl Writer<'_> {
    fn pick(&mut self, texts: &[&str]) -> String {
        self.rng.pick(texts).copied().unwrap_or_default().to_owned()
    }

    fn write(&mut self, expr: &Expr) {
        let grammar = self.grammar;
        match expr {
            Expr::Literal(word) => {
                let blank = self.pick(&["", "", " ", "\t "]);
                self.text += &(blank + word);
            }
            Expr::All(parts) => parts.iter().for_each(|part| self.write(part)),
            Expr::Any(parts) => {
                let part = self.rng.below(parts.len());
                self.write(&parts[part]);
            }
            Expr::Many(part) => (0..self.rng.below(4)).for_each(|_| self.write(part)),
            Expr::Maybe(part) => (0..self.rng.below(2)).for_each(|_| self.write(part)),
            Expr::Symbol(name) => match grammar.0.get(name) {
                Some(rule) => {
                    match name.as_str() {
                        "record" => self.turn = 0,
                        "variation" => self.variation = Some(self.turn - 1),
                        _ => {}
                    }
                    self.write(rule);
                    if name == "variation" {
                        self.variation = None;
                    }
                }
                None => self.symbol(name),
            },
        }
    }

    fn symbol(&mut self, name: &str) {
        let gap = match name {
            "LINE" => self.pick(&["\n", "\n  ", "\r\n", "\n\n# note\n"]),
            "NUMBER" | "MARK" | "COMMENT" | "VALUE" => self.pick(&[" ", "\n", " \n# x {\n\t"]),
            _ => self.pick(&["", " ", "\t"]),
        };
        let text = match name {
            "NUMBER" => {
                let number = self.variation.as_mut().unwrap_or(&mut self.turn);
                *number += 1;
                format!("{number}.")
            }
            "TEXT" => self.pick(&["uglyduck", "a: b, c", "x", "\u{3000}", "1. a1b2"]),
            "DIGITS" => self.pick(&["0", "007", "18446744073709551615"]),
            "DAY" => self.pick(&["2026-11-21", "2024-02-29"]),
            "NAME" => self.pick(&["event", "a b", "12 .", "+1.", "cygnet", "}"]),
            "MOVE" => self.pick(&["a1b2", "1.", "x,y:z", "-", "é"]),
            "MARK" => self.pick(&MARKS),
            "COMMENT" => self.pick(&["{}", "{a  \\} \\\\}", "{a\\\n b}", "{1. a\n#\nresult: x}"]),
            "VALUE" => self.pick(&["[]", "[won in 2]", "[+0.50]", "[x \\] \\\\]", "[\\\n]"]),
            "END" => "\n".to_owned(),
            _ => String::new(),
        };
        self.text += &(gap + &text);
    }
}

/// Checks that the reader agrees with the grammar about `text`. Returns whether both accept it.
fn agree(grammar: &Grammar, text: &str) -> bool {
    use RecordErrorKind as Kind;
    let fits = grammar.accepts(text);
    match Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>().map_err(|error| error.problem) {
        Ok(_) => assert!(fits, "the reader accepts {text:?}"),
        // The conditions below the grammar.
        Err(
            Kind::MoveBeforeGame
            | Kind::MissingGame
            | Kind::Repeated(_)
            | Kind::MoveNumber { .. }
            | Kind::TwoMarks(..)
            | Kind::Date(_)
            | Kind::Seed(_)
            | Kind::TooLong
            | Kind::TooLarge,
        ) => return false,
        Err(problem) => assert!(!fits, "the reader refuses {text:?}: {problem}"),
    }
    fits
}

#[test]
fn the_reader_accepts_what_the_grammar_of_the_page_describes() {
    let grammar = Grammar::of_page();
    let mut rng = GameRng::from_seed(seed().unwrap_or(1));
    let fragments = [
        "",
        " ",
        "\n",
        "\t",
        "\u{3000}",
        "#",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "?",
        "!",
        "\\",
        ".",
        ":",
        ",",
        "1",
        "2. a",
        "result: p1, rules\n",
        "\ngame: x\n",
        "\nname 1: x\n",
        "(1. a)",
        "()",
        "+",
        "cygnet record 2\n",
        "unfinished",
    ];
    let mut accepted = 0;
    for _ in 0..samples(300) {
        let mut writer =
            Writer { grammar: &grammar, rng: &mut rng, text: String::new(), turn: 0, variation: None };
        writer.write(&grammar.0["record"]);
        let text = writer.text;
        assert!(grammar.accepts(&text), "{text:?}");
        accepted += usize::from(agree(&grammar, &text));
        let (first, rest) = text.trim_start().split_once('\n').unwrap_or((&text, ""));
        let mut letters: Vec<char> = format!("{first}\ngame: x\n{rest}").chars().collect();
        for _ in 0..4 {
            agree(&grammar, &letters.iter().collect::<String>());
            let begin = rng.below(letters.len() + 1);
            let end = (begin + rng.below(9)).min(letters.len());
            let fragment: Vec<char> = rng.pick(&fragments).unwrap().chars().collect();
            letters.splice(begin..end, fragment);
        }
    }
    assert!(accepted > 15, "{accepted}");
}

#[test]
fn results_that_a_game_cannot_have_and_second_lines_are_refused() {
    let problem = |lines: &str| {
        let text = format!("cygnet record 1\n{lines}\nresult: none, unfinished\n");
        text.parse::<Record>().unwrap_err().to_string()
    };
    let won = "rules, no moves, resigned, time, adjudicated (proven), adjudicated (score), forfeited: TEXT";
    let drawn =
        "rules, patience, agreed, adjudicated (proven), adjudicated (even score), adjudicated (length)";
    for (tag, reason, reasons) in [
        ("p1", "unfinished", won),
        ("p2", "foo", won),
        ("p1", "", won),
        ("p1", "patience", won),
        ("p1", "adjudicated (nonsense)", won),
        ("draw", "resigned", drawn),
        ("draw", "time", drawn),
        ("none", "resigned", "unfinished"),
    ] {
        let wanted =
            format!("line 3: a result \"{tag}\" cannot have the reason \"{reason}\"; it can have: {reasons}");
        assert_eq!(problem(&format!("game: uglyduck\nresult: {tag}, {reason}")), wanted);
    }
    for line in ["game: uglyduck", "start: x", "player 1: easy", "name 1: Ana", "seed: 7", "date: 2026-11-21"]
    {
        let key = line.split_once(':').unwrap().0;
        let wanted = format!("line 3: there is a second line \"{key}\"; keep one of them");
        assert_eq!(problem(&format!("{line}\n{line}\ngame: uglyduck")), wanted);
    }
}
