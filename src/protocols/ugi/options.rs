//! The options of the engine, set by `setoption`.

use crate::engine::bots::{self, BotError};
use crate::games::AnyGame;
use crate::model::text::escape;
use crate::players::names::known_bots;

/// The name of the bot whose search the session runs itself, reporting its progress.
pub const SEARCH_BOT: &str = "expert";

/// The options with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The memory of the transposition table, in MiB.
    pub hash: u64,
    /// The number of searching threads.
    pub threads: u64,
    /// The number of best moves for which a search reports score and line.
    pub lines: u64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The bot that chooses the moves.
    pub bot: String,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions { hash: 64, threads: 1, lines: 1, seed: 0, bot: SEARCH_BOT.to_owned() }
    }
}

/// A numeric option: its name, minimum, maximum and field.
type NumberOption = (&'static str, u64, u64, fn(&mut EngineOptions) -> &mut u64);

const NUMBERS: [NumberOption; 4] = [
    ("Hash", 1, 16_384, |options| &mut options.hash),
    ("Threads", 1, 256, |options| &mut options.threads),
    ("MultiPV", 1, 256, |options| &mut options.lines),
    ("Seed", 0, u64::MAX, |options| &mut options.seed),
];

const BOT: &str = "Bot";

/// Says why a bot cannot be chosen, and what may be meant.
fn bot_problem(game: &AnyGame, error: &BotError) -> String {
    let name = escape(error.name.as_bytes());
    format!("\"{name}\": {}; the bots are {}", error.problem, known_bots(game, error))
}

impl EngineOptions {
    /// Returns the lines that declare the options to a client.
    pub fn declarations() -> Vec<String> {
        let mut defaults = EngineOptions::default();
        let mut lines: Vec<String> = NUMBERS
            .iter()
            .map(|(name, min, max, field)| {
                let default = field(&mut defaults);
                format!("option name {name} type spin default {default} min {min} max {max}")
            })
            .collect();
        lines.push(format!("option name {BOT} type string default {SEARCH_BOT}"));
        lines
    }

    /// Sets the option with this name, ignoring case.
    ///
    /// # Errors
    /// There is no such option, or it does not accept this value. Nothing is changed then.
    pub fn set(&mut self, game: &AnyGame, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case(BOT) {
            bots::make(game, value).map_err(|error| bot_problem(game, &error))?;
            value.trim().to_ascii_lowercase().clone_into(&mut self.bot);
            return Ok(());
        }
        let known = NUMBERS.iter().find(|(known, ..)| name.eq_ignore_ascii_case(known));
        let (name, min, max, field) = known.ok_or_else(|| {
            let name = escape(name.as_bytes());
            format!("unknown option \"{name}\": the options are Hash, Threads, MultiPV, Seed and Bot")
        })?;
        let number = value.parse().ok().filter(|number| (min..=max).contains(&number));
        *field(self) = number.ok_or_else(|| format!("{name} must be a number from {min} to {max}"))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    #[test]
    fn options_are_set_within_their_bounds() {
        let mut options = EngineOptions::default();
        assert_eq!(options.set(&classic(), "hash", "16"), Ok(()));
        assert_eq!(options.set(&classic(), "Threads", "2"), Ok(()));
        assert_eq!(options.set(&classic(), "multipv", "3"), Ok(()));
        assert_eq!(options.set(&classic(), "Seed", "18446744073709551615"), Ok(()));
        assert_eq!(options.set(&classic(), "BOT", "Minimax:3"), Ok(()));
        let wanted =
            EngineOptions { hash: 16, threads: 2, lines: 3, seed: u64::MAX, bot: "minimax:3".to_owned() };
        assert_eq!(options, wanted);
        let mut problem =
            |name: &str, value: &str| options.set(&classic(), name, value).unwrap_err().to_string();
        assert_eq!(problem("Hash", "0"), "Hash must be a number from 1 to 16384");
        assert!(problem("Threads", "").contains("1 to 256"));
        assert!(problem("Bot", "nobody").contains("the bots are easy, hard"));
        assert!(
            options.set(&classic(), "Bot", "ugi:sh").is_err(),
            "a program cannot play through another program"
        );
        assert!(options.set(&classic(), "OwnBook", "true").is_err());
        assert_eq!(options, wanted);
    }
}
