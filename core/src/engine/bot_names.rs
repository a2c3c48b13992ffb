//! The names of the bots: those in lists, and those that people write.

use thiserror::Error;

use super::bot_catalog::BotCatalog;
use super::{expert, level, minimax};
use crate::model::nearest;
use crate::model::text::escape;

/// The bots that play every game: a name that opens the bot, and what the bot does.
pub const GENERAL_BOTS: [(&str, &str); 5] = [
    ("random", "a random legal move"),
    ("greedy", "the best position after its own move; ties at random"),
    ("minimax:4", "looks 4 turns ahead; any number from 1 to 64"),
    ("expert", "searches for a second per move; expert:5 for five"),
    ("level:1", "the first of ten levels; level:10 is expert"),
];

/// Names that mean the same in every game that has the second one.
const SYNONYMS: [(&str, &str); 1] = [("difficult", "hard")];
/// The bots whose names contain a number.
const KINDS_WITH_NUMBER: [&str; 3] = ["minimax", "expert", "level"];

/// The name of a bot is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{}\": {problem}{}", escape(name.as_bytes()), end(.suggestion.as_deref()))]
#[non_exhaustive]
pub struct BotError {
    /// The given name.
    pub name: String,
    /// What is wrong with it.
    pub problem: BotProblem,
    /// The bots of this game.
    pub known: Vec<String>,
    /// The name that may be meant, if the problem is that no bot has the given one.
    pub suggestion: Option<String>,
}

/// Returns the end of the message of an error with this suggestion.
fn end(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// What can be wrong with the name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BotProblem {
    /// No bot has this name.
    #[error("unknown bot")]
    Unknown,
    /// The bot takes no parameter.
    #[error("{bot} takes no parameter")]
    UnexpectedParameter {
        /// The bot's name, without the parameter.
        bot: String,
    },
    /// `level` without a number.
    #[error("level needs a number, for example level:4")]
    MissingLevel,
    /// The level is not a number, or out of range.
    #[error("the level must be a number from 1 to {}", level::NAMES.len())]
    BadLevel,
    /// `minimax` without a depth.
    #[error("minimax needs a depth, for example minimax:4")]
    MissingDepth,
    /// The depth is not a number, or out of range.
    #[error("the depth must be a number from 1 to {}", minimax::MAX_MINIMAX_DEPTH)]
    BadDepth,
    /// The time is not a number, or out of range.
    #[error("the time must be a number of seconds above 0 and at most {}", expert::MAX_TIME.as_secs_f64())]
    BadTime,
}

/// Returns the names and descriptions of all bots of `game`, classic bots first.
pub fn names<G: BotCatalog>(game: &G) -> Vec<(String, String)> {
    let classic = game.classic_bots().into_iter().map(|bot| (bot.name, bot.about));
    classic.chain(GENERAL_BOTS).map(|(name, about)| (name.to_owned(), about.to_owned())).collect()
}

/// Returns the name of the bot that `text` means, as it is written in records: `level:3` for `Level 3` or
/// `learner`, `minimax:4` for `minimax 4`, `hard` for `Difficult Mode`. A text that names no bot is
/// returned in lower case, without ` mode`.
///
/// ```
/// use cygnet_core::engine::bots;
/// use cygnet_core::games::qawale::Qawale;
///
/// assert_eq!(bots::canonical_name(&Qawale::Eight, "Level 03"), "level:3");
/// assert_eq!(bots::canonical_name(&Qawale::Eight, "c-1"), "easy");
/// ```
pub fn canonical_name<G: BotCatalog>(game: &G, text: &str) -> String {
    let lower = text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let name = lower.strip_suffix(" mode").unwrap_or(&lower);
    let classic = game.classic_bots();
    let has = |name: &str| classic.iter().any(|bot| bot.name == name);
    if has(name) {
        return name.to_owned();
    }
    let synonyms = SYNONYMS.iter().filter(|(_, bot)| has(bot));
    if let Some((_, bot)) = game.other_bot_names().iter().chain(synonyms).find(|(other, _)| *other == name) {
        return (*bot).to_owned();
    }
    // The last level is `expert`, which is a name already.
    let levels = &level::NAMES[..level::NAMES.len() - 1];
    if let Some(index) = levels.iter().position(|level| *level == name) {
        return format!("level:{}", index + 1);
    }
    with_number(name).unwrap_or_else(|| name.to_owned())
}

/// Returns what the menus of the original call the bot with this name: `c-1` for `easy` in Qawale. A bot that the
/// original does not have keeps its name, and so does one whose other name is that of another bot, with a number.
///
/// ```
/// use cygnet_core::engine::bots;
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::games::replica::{Replica, Rules};
///
/// assert_eq!(bots::original_name(&Qawale::Eight, "hard"), "c-2");
/// assert_eq!(bots::original_name(&Qawale::Eight, "expert"), "expert");
/// // `minimax:4` is another bot.
/// assert_eq!(bots::original_name(&Replica::<u64>::new(Rules::OFFICIAL), "hard"), "hard");
/// ```
pub fn original_name<'a, G: BotCatalog>(game: &G, name: &'a str) -> &'a str {
    let is_original = game.classic_bots().iter().any(|bot| bot.name == name);
    let mut others = game.other_bot_names().iter();
    let other = others.find(|(other, bot)| is_original && *bot == name && !KINDS_WITH_NUMBER.contains(other));
    other.map_or(name, |(other, _)| other)
}

/// Returns whether the bot with this name, as in records, chooses among all moves at random.
///
/// ```
/// use cygnet_core::engine::bots;
/// use cygnet_core::games::three_dragons::ThreeDragons;
///
/// // It prefers custodial captures.
/// assert!(!bots::plays_at_random(&ThreeDragons::default(), "easy"));
/// ```
pub fn plays_at_random<G: BotCatalog>(game: &G, name: &str) -> bool {
    let name = canonical_name(game, name);
    name == GENERAL_BOTS[0].0 || game.classic_bots().iter().any(|bot| bot.is_random && bot.name == name)
}

/// Writes `level 3`, `level-3`, `level3` or `level:03` as `level:3`. Returns `None` for other texts.
fn with_number(name: &str) -> Option<String> {
    let (kind, number) = split_number(name)?;
    let is_usual = |number: &f64| (0.0..1e9).contains(number);
    let number = number.parse().ok().filter(is_usual).map_or(number.to_owned(), |number| number.to_string());
    KINDS_WITH_NUMBER.contains(&kind).then(|| format!("{kind}:{number}"))
}

/// Splits a name before its number. Returns `None` if it has none.
fn split_number(name: &str) -> Option<(&str, &str)> {
    let starts_number = |sign: char| sign.is_ascii_digit() || sign == '.' || sign == '+';
    let (kind, number) = name.split_at(name.find(starts_number)?);
    Some((kind.strip_suffix([':', '-', ' ']).unwrap_or(kind), number))
}

/// Returns the name that is most similar to `text`, which names no bot of `game`: of all names in lists, of the
/// levels, and of those that only this game has. A number is kept: `level:3` for `levle:3`.
///
/// ```
/// use cygnet_core::engine::bots;
/// use cygnet_core::games::qawale::Qawale;
///
/// assert_eq!(bots::similar_name(&Qawale::Eight, "Eazy"), Some("easy".to_owned()));
/// assert_eq!(bots::similar_name(&Qawale::Eight, "somebody"), None);
///
/// let error = bots::make(&Qawale::Eight, "gredy").err().map(|error| error.to_string());
/// assert_eq!(error, Some("\"gredy\": unknown bot; did you mean greedy?".to_owned()));
/// ```
pub fn similar_name<G: BotCatalog>(game: &G, text: &str) -> Option<String> {
    let name = canonical_name(game, text);
    let with_number = split_number(&name).and_then(|(kind, number)| {
        let meant = format!("{}:{number}", nearest(kind, KINDS_WITH_NUMBER)?);
        game.general_bot(&meant).is_ok().then_some(meant)
    });
    if with_number.is_some() {
        return with_number;
    }
    let listed = names(game);
    let listed = listed.iter().map(|(name, _)| name.as_str()).chain(level::NAMES);
    let known = listed.chain(game.other_bot_names().iter().map(|(name, _)| *name));
    nearest(&name, known).map(ToOwned::to_owned)
}
