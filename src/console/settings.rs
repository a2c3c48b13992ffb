//! The settings of a conversation: window size, echo, waiting.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::{BoardStyle, Paint};

/// How the output size is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Not a terminal: any number of lines of any length.
    Unlimited,
    /// A fixed size.
    Size {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Ask the terminal each time, because windows can be resized.
    Terminal,
    /// A terminal used only for output: it has a width, and lines may scroll off the top.
    Output,
}

/// The columns and rows of a terminal that does not know its size, such as one that a script made.
const UNKNOWN_SIZE: (usize, usize) = (80, 24);

impl Window {
    /// Returns the current columns and rows; `None` if unlimited. `terminal_size` is asked for those of the
    /// terminal, if they matter.
    pub fn size(self, terminal_size: impl Fn() -> Option<(usize, usize)>) -> (Option<usize>, Option<usize>) {
        match self {
            Window::Unlimited => (None, None),
            Window::Size { columns, rows } => (Some(columns), Some(rows)),
            Window::Terminal => {
                let (columns, rows) = terminal_size().unwrap_or(UNKNOWN_SIZE);
                (Some(columns), Some(rows))
            }
            Window::Output => (terminal_size().map(|(columns, _)| columns), None),
        }
    }
}

/// Which side is at the bottom of the board at a terminal. On the command line and in files the values have
/// these names, in lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Bottom {
    /// The side of the only person in the game.
    #[value(help = None::<&str>)]
    Own,
    /// The same side as in the original.
    #[default]
    #[value(help = None::<&str>)]
    Original,
}

/// What to write after a line has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// Nothing: the terminal has echoed the line.
    ByTerminal,
    /// A newline, so that output continues on a new line as it does at a terminal.
    LineEnd,
    /// The line, so that a piped session reads like a typed one.
    Line,
}

/// Returns the names of the values of a type.
pub fn value_names<T: ValueEnum>() -> String {
    T::value_variants().iter().map(value_name).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a value on the command line and in files.
pub fn value_name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The settings of a conversation, which come from the command line and the configuration.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Colours.
    pub paint: Paint,
    /// The style of the board.
    pub board: BoardStyle,
    /// Whether the player chose this style by name. If so, it is used even if part of the board does not fit
    /// the screen.
    pub board_is_explicit: bool,
    /// Whether the terminal shows only ASCII, as far as is known. A style that the player chose by name is drawn as it is.
    pub ascii: bool,
    /// Whether boards with two ends are flipped.
    pub flipped: bool,
    /// Which side is at the bottom of the board.
    pub bottom: Bottom,
    /// Whether the original has the side of the only person at the top. The game in progress sets this.
    pub own_side_on_top: bool,
    /// The size of the output.
    pub window: Window,
    /// What to write after a line has been read.
    pub echo: Echo,
    /// Whether the first refused line ends the conversation.
    pub strict: bool,
    /// How long to wait between the moves of two computers.
    pub delay: Duration,
    /// Whether to wait for Enter after a computer's turn in games that ask for it.
    pub wait: bool,
    /// Whether the coach comments on what each of the player's turns cost.
    pub coach: bool,
    /// Through a pipe: whether to continue reading after a game ends.
    pub stay: bool,
    /// Whether the terminal can redraw a line.
    pub can_redraw: bool,
    /// Whether the person at the terminal listens, whatever the style of the board.
    pub screen_reader: bool,
    /// How `:keep` saves these settings; `None` if it cannot.
    pub keep: Option<SettingsWriter>,
}

/// Writes the settings of a session to the configuration. Returns its path, and the lines of what was written.
pub type SettingsWriter = fn(&Settings) -> Result<(PathBuf, Vec<String>), Box<dyn Error + Send + Sync>>;

impl Settings {
    /// The settings for a pipe: no colours, no echo, any width, no delay.
    pub const PIPED: Settings = Settings {
        paint: Paint::PLAIN,
        board: BoardStyle::Classic,
        board_is_explicit: false,
        ascii: false,
        flipped: false,
        bottom: Bottom::Original,
        own_side_on_top: false,
        window: Window::Unlimited,
        echo: Echo::LineEnd,
        strict: false,
        delay: Duration::ZERO,
        wait: true,
        coach: false,
        stay: false,
        can_redraw: false,
        screen_reader: false,
        keep: None,
    };

    /// Returns whether boards are drawn flipped, by the player or for the side at the bottom.
    pub fn is_flipped(&self) -> bool {
        self.flipped != (self.own_side_on_top && self.bottom == Bottom::Own)
    }
}
