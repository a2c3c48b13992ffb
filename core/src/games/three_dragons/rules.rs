//! The options of a game: which of the rules that the original's document calls variants are on.

/// Which rules are on, besides custodial captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Strength captures and dragons: the game without options.
    #[default]
    Full,
    /// Neither: custodial captures only.
    Custodial,
    /// Strength captures, but no dragons.
    Strength,
}

impl Rules {
    /// All options, the default first.
    pub const ALL: [Rules; 3] = [Rules::Full, Rules::Custodial, Rules::Strength];

    /// Reads the options in a game's name: `custodial`, `strength`, or nothing for [`Rules::Full`].
    #[must_use]
    pub fn read(options: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.suffix().trim_start_matches(':') == options)
    }

    /// Returns the part of the game's name with these options: nothing, `:custodial` or `:strength`.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        ["", ":custodial", ":strength"][self as usize]
    }

    /// Returns whether a piece can capture a weaker one.
    #[must_use]
    pub const fn has_strength_captures(self) -> bool {
        !matches!(self, Rules::Custodial)
    }

    /// Returns whether caves give dragons. If not, all of them count as used.
    #[must_use]
    pub const fn has_dragons(self) -> bool {
        matches!(self, Rules::Full)
    }
}
