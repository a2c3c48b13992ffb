//! Checks that the library does no input or output and has no global state. Outside tests, its code must not
//! use files, processes, the environment, the network or standard streams, sleep, or have mutable statics.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::layers::{ROOT, sources};

/// The paths that the library must not use, with everything below them.
const FORBIDDEN: [&str; 15] = [
    "std::*",
    "std::cell::*",
    "std::env",
    "std::fs",
    "std::io::*",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::net",
    "std::os",
    "std::process",
    "std::sync::*",
    "std::thread::*",
    "std::thread::park_timeout",
    "std::thread::sleep",
];
/// Macros that print or define statics.
const MACROS: [&str; 6] = ["print", "println", "eprint", "eprintln", "dbg", "thread_local"];
/// Types with interior mutability, in addition to those whose names begin with `Atomic`.
const SETTABLE: [&str; 8] =
    ["Mutex", "RwLock", "OnceLock", "Once", "OnceCell", "Cell", "RefCell", "UnsafeCell"];

/// A name or punctuation, with its line.
struct Token {
    text: String,
    line: usize,
}

/// Adds the tokens of some code, without its tests, literals and lifetimes.
fn add_tokens(code: TokenStream, tokens: &mut Vec<Token>) {
    let mut trees = code.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        let mut add = |text: String| tokens.push(Token { text, line });
        match tree {
            TokenTree::Ident(name) => add(name.to_string().trim_start_matches("r#").to_owned()),
            TokenTree::Punct(sign) if sign.as_char() == '\'' => drop(trees.next()),
            TokenTree::Punct(sign) if sign.as_char() == '#' => match trees.next() {
                Some(TokenTree::Group(attribute)) if attribute.stream().to_string() == "cfg (test)" => {
                    let is_end = |tree: &TokenTree| match tree {
                        TokenTree::Punct(sign) => sign.as_char() == ';',
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        _ => false,
                    };
                    let _ = trees.find(is_end);
                }
                Some(TokenTree::Group(attribute)) => add_tokens(attribute.stream(), tokens),
                _ => {}
            },
            TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint => {
                drop(trees.next());
                add("::".to_owned());
            }
            TokenTree::Punct(sign) => add(sign.to_string()),
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::None => ["", ""],
                };
                add(open.to_owned());
                add_tokens(group.stream(), tokens);
                tokens.push(Token { text: close.to_owned(), line: group.span_close().start().line });
            }
            TokenTree::Literal(_) => {}
        }
    }
}

/// A path with its alias and line.
struct Named {
    path: Vec<String>,
    alias: Option<String>,
    line: usize,
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| &token.text)
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Reads the path at `at`, or all paths of a group in braces. Returns the index after it.
fn read_path(tokens: &[Token], mut at: usize, prefix: &[String], found: &mut Vec<Named>) -> usize {
    let (mut path, line) = (prefix.to_vec(), tokens[at].line);
    loop {
        match text(tokens, at) {
            "{" if !path.is_empty() => {
                at += 1;
                while !["", "}"].contains(&text(tokens, at)) {
                    at = match text(tokens, at) {
                        "," => at + 1,
                        _ => read_path(tokens, at, &path, found).max(at + 1),
                    };
                }
                return at + 1;
            }
            "self" if !path.is_empty() => {}
            name if is_name(name) || name == "*" => path.push(name.to_owned()),
            _ => break,
        }
        at += 1;
        if text(tokens, at) != "::" {
            break;
        }
        at += 1;
    }
    let alias = (text(tokens, at) == "as").then(|| text(tokens, at + 1).to_owned());
    let own = path.iter().take_while(|name| ["crate", "self", "super"].contains(&&***name)).count();
    found.push(Named { path: path.split_off(own), alias, line });
    at
}

fn paths(tokens: &[Token]) -> Vec<Named> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        at = match is_name(text(tokens, at)) {
            true => read_path(tokens, at, &[], &mut found).max(at + 1),
            false => at + 1,
        };
    }
    found
}

/// The meanings of names in the library. A name can be imported through any module, so all modules share its
/// meanings.
struct Names {
    /// Names for parts of the standard library.
    aliases: BTreeMap<String, BTreeSet<String>>,
    /// Types that contain a type with interior mutability. Only their names are compared.
    settable: BTreeSet<String>,
}

impl Names {
    fn of(files: &[(String, Vec<Token>)]) -> Names {
        let modules = ["env", "fs", "io", "net", "os", "process", "thread"];
        let aliases = modules.map(|name| (name.to_owned(), [format!("std::{name}")].into())).into();
        let mut names = Names { aliases, settable: BTreeSet::new() };
        // Each round resolves aliases of the names found in the round before.
        for _ in 0..4 {
            files.iter().for_each(|(_, tokens)| names.add(tokens));
        }
        names
    }

    fn add(&mut self, tokens: &[Token]) {
        for Named { path, alias, .. } in paths(tokens) {
            let Some(alias) = alias.or(path.last().cloned()) else { continue };
            let meanings = self.meanings(&path).into_iter().filter(|meaning| meaning.starts_with("std"));
            let meanings: Vec<String> = meanings.collect();
            if !meanings.is_empty() {
                self.aliases.entry(alias).or_default().extend(meanings);
            }
        }
        for at in 0..tokens.len() {
            if ["struct", "enum", "type"].contains(&text(tokens, at)) {
                let body = tokens[at + 2..].iter().take_while(|token| ![";", "}"].contains(&&*token.text));
                if body.into_iter().any(|token| self.is_settable(&token.text)) {
                    self.settable.insert(text(tokens, at + 1).to_owned());
                }
            }
        }
    }

    /// Returns the possible meanings of a path.
    fn meanings(&self, path: &[String]) -> Vec<String> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let meanings = self.aliases.get(first).cloned().unwrap_or([first.clone()].into());
        meanings.into_iter().map(|first| [&[first], rest].concat().join("::")).collect()
    }

    fn is_settable(&self, name: &str) -> bool {
        let is_std = |meaning: &String| {
            let last = meaning.strip_prefix("std::").and_then(|path| path.rsplit("::").next());
            last.is_some_and(|last| SETTABLE.contains(&last))
        };
        let is_own = name.starts_with("Atomic") || self.settable.contains(name);
        is_own || self.aliases.get(name).is_some_and(|all| all.iter().any(is_std))
    }

    /// Returns the forbidden paths, macros and statics in a file, each with its line.
    fn faults(&self, tokens: &[Token]) -> Vec<(usize, String)> {
        let mut faults = Vec::new();
        for Named { path, line, .. } in paths(tokens).iter().filter(|named| named.path.len() > 1) {
            let is_forbidden = |meaning: &String| {
                FORBIDDEN.iter().any(|it| meaning == it || meaning.starts_with(&format!("{it}::")))
            };
            faults.extend(self.meanings(path).into_iter().filter(is_forbidden).map(|what| (*line, what)));
        }
        for (at, Token { text: name, line }) in tokens.iter().enumerate() {
            if text(tokens, at + 1) == "!" && MACROS.contains(&&**name) {
                faults.push((*line, format!("{name}!")));
            }
            if name == "static" {
                let kind = tokens[at + 1..].iter().take_while(|token| token.text != "=");
                let settable = kind.filter(|token| token.text == "mut" || self.is_settable(&token.text));
                faults.extend(settable.map(|token| (*line, format!("static {}", token.text))));
            }
        }
        faults
    }
}

/// Returns the faults in files, given as pairs of name and code.
fn faults(files: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let read = |(name, code): (String, String)| {
        let mut tokens = Vec::new();
        add_tokens(code.parse().unwrap(), &mut tokens);
        (name, tokens)
    };
    let files: Vec<_> = files.map(read).collect();
    let names = Names::of(&files);
    let all = files.iter().flat_map(|(file, tokens)| {
        names.faults(tokens).into_iter().map(move |(line, what)| format!("{file}:{line}: {what}"))
    });
    all.collect()
}

#[test]
fn the_library_has_no_input_output_or_global_state() {
    let root = Path::new(ROOT).join("core/src");
    let is_test = |path: &Path| path.iter().any(|part| part == "tests" || part == "tests.rs");
    let files = sources(&root).into_iter().filter(|path| !is_test(path.strip_prefix(&root).unwrap()));
    let found = faults(files.map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn all_spellings_are_detected() {
    let found = |code: &str| faults([("".to_owned(), code.to_owned())].into_iter());
    for (code, what) in [
        ("fn f() { std::fs::read(path); }", "std::fs::read"),
        ("fn f() { ::std::fs::read(path); }", "std::fs::read"),
        ("use std::{collections::HashMap, fs, io::{self, Write}};", "std::fs"),
        ("use std::fs as files;", "std::fs"),
        ("use std as system; use system::{env as here};", "std::env"),
        ("use std::io as streams; fn f() { streams::stdout(); }", "std::io::stdout"),
        ("use super::*; fn f() { io::stdin(); }", "std::io::stdin"),
        ("use std::io::{Read, stderr as errors};", "std::io::stderr"),
        ("use std::*;", "std::*"),
        ("fn f() { super::super::thread::sleep(time); }", "std::thread::sleep"),
        ("type Line = std::net::TcpStream;", "std::net::TcpStream"),
        ("fn f() -> Vec::<std::process::Child> {}", "std::process::Child"),
        ("macro_rules! m { () => { std::env::var(name) } }", "std::env::var"),
        ("fn f() { println!(); }", "println!"),
        ("thread_local! { static A: u8 = 0; }", "thread_local!"),
        ("static mut A: u8 = 0;", "static mut"),
        ("fn f() { static A: std::sync::Once = f(); }", "static Once"),
        ("use std::sync::atomic::*; pub static A: [AtomicU8; 2] = f();", "static AtomicU8"),
        ("use std::sync::{LazyLock, Mutex}; static A: LazyLock<Mutex<u8>> = f();", "static Mutex"),
        ("use std::sync::RwLock as Shared; static A: Shared<u8> = f();", "static Shared"),
        ("struct B(std::sync::OnceLock<u8>); type C = Vec<B>; static A: C = f();", "static C"),
    ] {
        let found = found(code);
        assert!(
            found.first().is_some_and(|first| first.ends_with(&format!(": {what}"))),
            "{code}: {found:?}"
        );
    }
    for code in [
        "use std::io::{self, Read as _}; fn f(input: &mut impl io::Read) -> io::Result<&'static str> {}",
        "struct Cell(u8); static A: LazyLock<Option<Cell>> = LazyLock::new(read); static B: [u64; 2] = f();",
        "struct Kept { taken: Mutex<u8> } fn f(env: &Env) { env.fs.process(); }",
        "/// `std::fs` fn f() { println!() }\nconst TEXT: &str = \"std::fs::read\";",
        "#[cfg(test)] mod tests { use std::fs; static A: Mutex<u8> = f(); } fn f() {}",
    ] {
        assert_eq!(found(code), [""; 0], "{code}");
    }
}

/// What may grow without breaking callers: every error, and the parameters of a search and the record of a game.
#[test]
fn what_grows_is_non_exhaustive() {
    const GROWING: [&str; 6] = [
        "pub struct Limits<",
        "pub struct ProofLimits<",
        "pub struct SearchBudget {",
        "pub struct SearchRequest<",
        "pub struct SearchSettings {",
        "pub struct Record {",
    ];
    let mut seen = 0;
    for path in sources(&Path::new(ROOT).join("core/src")) {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let attributes: Vec<&str> =
                lines[..at].iter().rev().take_while(|line| line.starts_with("#[")).copied().collect();
            let is_error = attributes.iter().any(|line| line.contains("derive(") && line.contains("Error"));
            let has_fields = || {
                lines[at + 1..].iter().take_while(|line| **line != "}").any(|line| line.starts_with("pub "))
            };
            let grows = is_error
                && (line.starts_with("pub enum ")
                    || line.starts_with("pub struct ") && line.ends_with('{') && has_fields());
            if grows || GROWING.iter().any(|name| line.starts_with(name)) {
                seen += 1;
                assert!(attributes.contains(&"#[non_exhaustive]"), "{}:{}: {line}", path.display(), at + 1);
            }
        }
    }
    assert!(seen > 20, "only {seen} types");
}
