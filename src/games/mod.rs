//! The list of games, and how a game is opened by name. This is the only place that knows all of them.

mod bits;
pub mod qawale;
pub mod replica;
pub mod three_dragons;
pub mod ugly_duck;

use std::fmt;

use crate::console::Lobby;
use crate::face::AnyGame;

/// Every game there is, in the order of the menu.
#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    ugly_duck::classic::FAMILY,
    ugly_duck::numbered::FAMILY,
    replica::classic::FAMILY,
    three_dragons::FAMILY,
    qawale::screen::FAMILY,
];

/// A game as the list holds it: its names, and how to open it with options or with its menus.
#[derive(Clone, Copy)]
pub struct Family {
    /// The name on the command line.
    pub id: &'static str,
    /// The name in the menu.
    pub title: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Names that open the game in each of its kinds, for help and tests: the usual one first.
    pub examples: &'static [&'static str],
    /// Opens the game with the options after the colon, empty for the usual ones.
    pub open: fn(options: &str) -> Result<Box<dyn AnyGame>, OptionsError>,
    /// Opens the game's menus; what the options settle they need not ask. The caller has seen that the options open
    /// the game.
    pub lobby: fn(options: &str) -> Box<dyn Lobby>,
}

/// The options of a game's name are not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError {
    /// What is wrong.
    pub problem: String,
    /// What the options should be.
    pub wanted: &'static str,
}

/// A name opens no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// There is no such game.
    Unknown {
        /// The name given.
        name: String,
        /// The nearest name there is.
        nearest: &'static str,
    },
    /// There is such a game, but not with these options.
    Options {
        /// The name given.
        name: String,
        /// What is wrong.
        error: OptionsError,
    },
}

impl NameError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            NameError::Unknown { nearest, .. } => {
                let all: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
                format!("did you mean {nearest}? the games are {}", all.join(", "))
            }
            NameError::Options { error, .. } => error.wanted.to_owned(),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Unknown { name, .. } => write!(f, "there is no game \"{}\"", name.escape_debug()),
            NameError::Options { name, error } => {
                write!(f, "game \"{}\": {}", name.escape_debug(), error.problem)
            }
        }
    }
}

impl std::error::Error for NameError {}

/// The family and the options that `name` (`id` or `id:options`, letter case aside) speaks of.
///
/// # Errors
/// There is no such family.
pub fn find(name: &str) -> Result<(&'static Family, String), NameError> {
    let lower = name.trim().to_ascii_lowercase();
    let (id, options) = lower.split_once(':').unwrap_or((&lower, ""));
    let Some(family) = FAMILIES.iter().find(|family| family.id == id) else {
        let nearest = FAMILIES.iter().map(|family| family.id);
        let nearest = nearest.min_by_key(|known| strsim::damerau_levenshtein(known, id)).unwrap_or("");
        return Err(NameError::Unknown { name: name.to_owned(), nearest });
    };
    Ok((family, options.to_owned()))
}

/// Opens the game called `name`: `id` or `id:options`, letter case aside.
///
/// # Errors
/// There is no such game, or not with these options.
pub fn open(name: &str) -> Result<Box<dyn AnyGame>, NameError> {
    let (family, options) = find(name)?;
    (family.open)(&options).map_err(|error| NameError::Options { name: name.to_owned(), error })
}
