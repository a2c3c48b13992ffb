//! The list of games, and opening a game by its name.
//!
//! This is the only module that knows all games. [`open`] returns an [`AnyGame`], a
//! [`Game`](crate::model::Game) with the concrete type erased (`any.rs`, `any_values.rs`, `any_rules.rs`). Long-running work is forwarded to
//! code compiled for the game inside (`any_engine.rs`). [`with_game!`](crate::with_game) runs generic code
//! with the concrete game.

mod any;
mod any_engine;
mod any_rules;
#[cfg(feature = "serde")]
mod any_serialize;
mod any_values;
// Hidden: sets of cells as machine words, shared by the games.
#[doc(hidden)]
pub mod bits;
#[cfg(test)]
mod certificate_tests;
mod grid;
pub mod qawale;
mod replay;
pub mod replica;
pub mod three_dragons;
pub mod ugly_duck;
mod wide_bits;

use thiserror::Error;

use crate::model::nearest;
use crate::model::text::escape;

// Hidden: what `with_game!` expands to.
pub use any::AnyGame;
#[doc(hidden)]
pub use any::{ConcreteGame, ErasedGame};
pub use any_values::{AnyMove, AnyPosition, AnyRefusal, WrongGame};
pub use grid::GridCell;
pub use replay::{ReplayError, ReplayErrorKind};

/// An entry in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name on the command line.
    pub id: &'static str,
    /// The name for people, which opens the game too; empty if it is the id.
    pub title: &'static str,
    /// Names that open the game in each of its variants, for help and tests. The default variant comes first.
    pub examples: &'static [&'static str],
    /// Further variants to benchmark, for games whose variants run different code.
    pub bench_examples: &'static [&'static str],
    /// The puzzles, one per line, all proven. Fields: game, position, move, plies, depth and,
    /// if other moves may win later, `in-time`, separated by tabs.
    pub puzzles: &'static str,
    /// Opens the game with the options after the colon. An empty text means the default options.
    pub open: fn(options: &str) -> Result<AnyGame, OptionsError>,
}

impl Family {
    /// Creates an entry without puzzles. The first example is also the id.
    #[must_use]
    pub const fn new(
        examples: &'static [&'static str],
        open: fn(options: &str) -> Result<AnyGame, OptionsError>,
    ) -> Family {
        Family { id: examples[0], title: "", examples, bench_examples: &[], puzzles: "", open }
    }
}

/// All games, in menu order.
///
/// ```
/// use cygnet_core::games::FAMILIES;
///
/// let names: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
/// assert!(names.starts_with(&["uglyduck", "uglyduck-xl", "replica", "three-dragons", "qawale"]));
/// ```
#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    ugly_duck::CLASSIC_FAMILY,
    ugly_duck::ANY_SIZE_FAMILY,
    replica::FAMILY,
    three_dragons::FAMILY,
    qawale::FAMILY,
];

/// The error for options that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
#[non_exhaustive]
pub struct OptionsError {
    /// The problem.
    pub problem: String,
    /// How to fix it.
    pub hint: &'static str,
}

/// Opens a game that has no options. `title` is the game's name for the error message.
fn open_without_options(
    options: &str,
    game: impl Into<AnyGame>,
    title: &str,
    hint: &'static str,
) -> Result<AnyGame, OptionsError> {
    match options {
        "" => Ok(game.into()),
        _ => Err(OptionsError { problem: format!("{title} has no options"), hint }),
    }
}

/// The error for a name that opens no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// No game has this id.
    #[error("unknown game \"{}\"{}", escape(name.as_bytes()), suggestion(name))]
    Unknown {
        /// The given name.
        name: String,
    },
    /// The game exists, but not with these options.
    #[error("game \"{}\": {error}", escape(name.as_bytes()))]
    Options {
        /// The given name.
        name: String,
        /// The problem with the options.
        error: OptionsError,
    },
}

impl NameError {
    /// Returns how to fix it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            NameError::Options { error, .. } => error.hint.to_owned(),
            NameError::Unknown { .. } => {
                let ids: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
                format!("the games are {}", ids.join(", "))
            }
        }
    }

    /// Returns the name of the game that an unknown name may mean, with its options if that game has them.
    #[must_use]
    pub fn suggestion(&self) -> Option<String> {
        let NameError::Unknown { name } = self else { return None };
        let (id, options) = split(name);
        let has_word = |family: &&Family| family.id.split('-').any(|word| word == id);
        let begins = |family: &&Family| !id.is_empty() && (family.id.starts_with(&id) || has_word(family));
        let similar = || nearest(&id, FAMILIES.iter().map(|family| family.id));
        let meant = FAMILIES.iter().find(begins).map(|family| family.id).or_else(similar)?;
        let full = format!("{meant}:{options}");
        Some(if !options.is_empty() && open(&full).is_ok() { full } else { meant.to_owned() })
    }
}

/// Returns the end of the message of [`NameError::Unknown`].
fn suggestion(name: &str) -> String {
    let error = NameError::Unknown { name: name.to_owned() };
    error.suggestion().map_or_else(String::new, |id| format!("; did you mean {id}?"))
}

/// Splits a name into the id and the options, in lower case.
fn split(name: &str) -> (String, String) {
    let lower = name.trim().to_ascii_lowercase();
    let (id, options) = lower.split_once(':').unwrap_or((&lower, ""));
    (id.to_owned(), options.trim().to_owned())
}

/// Looks up the family and the options that `name` (`id` or `id:options`) refers to. The title of a game is a name too,
/// and letter case, blanks and ASCII marks do not matter.
///
/// # Errors
/// No game has this name.
pub fn find(name: &str) -> Result<(&'static Family, String), NameError> {
    let (id, options) = split(name);
    let letters = |text: &str| -> String {
        let is_letter = |part: &char| part.is_ascii_alphanumeric() || !part.is_ascii();
        text.chars().filter(is_letter).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let wanted = letters(&id);
    let is_named = |family: &&Family| [family.id, family.title].map(letters).contains(&wanted);
    let family = FAMILIES.iter().find(is_named).filter(|_| !wanted.is_empty());
    let family = family.ok_or_else(|| NameError::Unknown { name: name.to_owned() })?;
    Ok((family, options))
}

/// Opens the game called `name`: `id` or `id:options`, or its title, in any letter case.
///
/// # Errors
/// No game has this id, or the game does not have these options.
///
/// ```
/// use cygnet_core::games;
///
/// assert_eq!(games::open("Replica:12")?.name(), "replica:12");
/// assert_eq!(games::open("Three Dragons")?.name(), "three-dragons");
/// assert!(games::open("three dragóns").is_err());
///
/// let error = games::open("replica:9").map_err(|error| error.to_string());
/// assert!(error.is_err_and(|text| text.contains("replica:9")));
/// let error = games::open("qawlae").map_err(|error| error.to_string());
/// assert_eq!(error, Err("unknown game \"qawlae\"; did you mean qawale?".to_owned()));
/// # Ok::<(), games::NameError>(())
/// ```
pub fn open(name: &str) -> Result<AnyGame, NameError> {
    let (family, options) = find(name)?;
    (family.open)(&options).map_err(|error| NameError::Options { name: name.to_owned(), error })
}

/// Returns the full name of the game that `name` refers to, or `name` itself if there is no such game. Names of the
/// same game in other letter case, or with its default options, have the same full name.
#[must_use]
pub fn full_name(name: &str) -> String {
    open(name).map_or_else(|_| name.to_owned(), |game| game.name())
}
