//! The list of games, and how a game is opened by its name.
//!
//! This is the one place that knows all games, and the one where their types are erased: [`open`] gives an [`AnyGame`], which is a game
//! itself (`any.rs`) and hands what takes long to code compiled for the game in it (`any_engine.rs`);
//! [`with_game!`](crate::with_game) hands the concrete game to generic code.

mod any;
mod any_engine;
pub mod bits;
pub mod qawale;
pub mod replica;
pub mod three_dragons;
pub mod ugly_duck;

use thiserror::Error;

#[doc(hidden)]
pub use any::ConcreteGame;
pub use any::{AnyGame, AnyMove, AnyPosition, AnyRefusal, ErasedGame};

/// A game as the list holds it.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name on the command line.
    pub id: &'static str,
    /// Names that open the game in each of its kinds, for help and tests: the usual one first.
    pub examples: &'static [&'static str],
    /// Names of further kinds that are measured beside the usual one, where they are played by code of their own.
    pub bench_examples: &'static [&'static str],
    /// Its puzzles, a line each: game, position, move, plies, depth, with tabs between. Each is proven.
    pub puzzles: &'static str,
    /// Opens the game with the options after the colon, empty for the usual ones.
    pub open: fn(options: &str) -> Result<AnyGame, OptionsError>,
}

impl Family {
    /// A game without puzzles. Its id is the first of its names.
    #[must_use]
    pub const fn new(
        examples: &'static [&'static str],
        open: fn(options: &str) -> Result<AnyGame, OptionsError>,
    ) -> Family {
        Family { id: examples[0], examples, bench_examples: &[], puzzles: "", open }
    }
}

/// Every game, in the order of the menu.
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

/// The options of a game's name are not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct OptionsError {
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub hint: &'static str,
}

/// Opens a game that has no options; `title` is its name in the message about them.
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

/// A name opens no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// There is no such game.
    #[error("there is no game \"{}\"", name.escape_debug())]
    Unknown {
        /// The name given.
        name: String,
    },
    /// There is such a game, but not with these options.
    #[error("game \"{}\": {error}", name.escape_debug())]
    Options {
        /// The name given.
        name: String,
        /// What is wrong.
        error: OptionsError,
    },
}

impl NameError {
    /// What to do about it.
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
}

/// The family and the options that `name` (`id` or `id:options`, letter case aside) speaks of.
///
/// # Errors
/// There is no such family.
pub fn find(name: &str) -> Result<(&'static Family, String), NameError> {
    let lower = name.trim().to_ascii_lowercase();
    let (id, options) = lower.split_once(':').unwrap_or((&lower, ""));
    let family = FAMILIES.iter().find(|family| family.id == id);
    let family = family.ok_or_else(|| NameError::Unknown { name: name.to_owned() })?;
    Ok((family, options.to_owned()))
}

/// Opens the game called `name`: `id` or `id:options`, letter case aside.
///
/// # Errors
/// There is no such game, or not with these options.
///
/// ```
/// use cygnet_core::games;
///
/// assert_eq!(games::open("Replica:12")?.name(), "replica:12");
///
/// let error = games::open("replica:9").map_err(|error| error.to_string());
/// assert!(error.is_err_and(|text| text.contains("replica:9")));
/// # Ok::<(), games::NameError>(())
/// ```
pub fn open(name: &str) -> Result<AnyGame, NameError> {
    let (family, options) = find(name)?;
    (family.open)(&options).map_err(|error| NameError::Options { name: name.to_owned(), error })
}
