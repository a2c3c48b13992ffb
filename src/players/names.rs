//! The names of players as people write them.

use crate::engine::bots::{self, BotError, BotProblem};
use crate::games::{self, AnyGame, FAMILIES};
use crate::model::{Seating, text::escape};
use crate::words::{GameWords as _, capitalised, dedup, join_with_word};

/// The words for a human in the place of a player.
const HUMAN_WORDS: [&str; 6] = [Seating::HUMAN, "h", "me", "you", "person", "player"];

/// The names of the best level of the originals. Each game has one of them.
const BEST_LEVELS: [&str; 2] = ["hard", "normal"];

/// Returns whether `text` means a human: `human`, `me`.
pub fn is_human(text: &str) -> bool {
    HUMAN_WORDS.contains(&text.trim().to_lowercase().as_str())
}

/// Reads the name of a computer player as people write it, and returns the name for records.
///
/// # Errors
/// Explains why the game has no such player.
pub fn read_bot(game: &AnyGame, text: &str) -> Result<String, String> {
    let name = bots::canonical_name(game, text);
    match bots::make(game, &name) {
        Ok(_) => Ok(name),
        Err(BotError { problem: BotProblem::Unknown, .. }) => {
            let unknown = format!("There is no player \"{}\" in this game.", escape(text.trim().as_bytes()));
            Err(match suggest_bot(game, text) {
                None => unknown,
                Some(question) if question.ends_with('?') => format!("{unknown} {}", capitalised(&question)),
                Some(elsewhere) => format!("{}.", capitalised(&elsewhere)),
            })
        }
        Err(error) => Err(format!("{}.", capitalised(&error.problem.to_string()))),
    }
}

/// Returns the names of the bots of `game`, for a message.
pub fn bot_names(game: &AnyGame) -> Vec<String> {
    let shown = |name: String| if name == "level:1" { "level:1 to level:10".to_owned() } else { name };
    bots::names(game).into_iter().map(|(name, _)| shown(name)).collect()
}

/// Lists the bots of `game` for an error in the name of one, with what may be meant.
pub fn known_bots(game: &AnyGame, error: &BotError) -> String {
    let meant = suggest_bot(game, &error.name).filter(|_| error.problem == BotProblem::Unknown);
    bot_names(game).join(", ") + &meant.map_or_else(String::new, |meant| format!("; {meant}"))
}

/// Returns a hint about a name that no bot of `game` has: the games in which there is such a bot, or the bot
/// that may be meant.
pub fn suggest_bot(game: &AnyGame, name: &str) -> Option<String> {
    let others = FAMILIES.iter().filter_map(|family| games::open(family.id).ok());
    let others: Vec<AnyGame> = others.filter(|other| bots::make(other, name).is_ok()).collect();
    // "Ugly Duck, any board" is Ugly Duck.
    let title = |other: &AnyGame| other.title().split(',').next().unwrap_or_default().to_owned();
    let titles = dedup(others.iter().map(title));
    if let Some(other) = others.first() {
        let meant = bots::canonical_name(other, name);
        let best = BEST_LEVELS.into_iter().filter(|_| BEST_LEVELS.contains(&meant.as_str()));
        let equal = std::iter::once(meant.as_str()).chain(best).find(|level| bots::make(game, level).is_ok());
        let equal = equal.map_or_else(String::new, |equal| format!(", where {equal} is its equal"));
        let name = bots::canonical_name(game, name);
        let here = if titles.contains(&title(game)) { "on this board" } else { "this game" };
        return Some(format!("{name} plays {}, but not {here}{equal}", join_with_word(&titles, "and")));
    }
    bots::similar_name(game, name).map(|near| format!("did you mean {near}?"))
}
