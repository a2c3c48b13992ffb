//! How a conversation is held: the size of the window, echo, waiting.

use std::time::Duration;

use super::{BoardStyle, Paint};

/// Where the size of what is written comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Not a terminal: lines may be of any length, and there may be any number of them.
    Unlimited,
    /// So many columns and rows.
    Size {
        /// The columns.
        columns: usize,
        /// The rows.
        rows: usize,
    },
    /// Ask the terminal each time, for a window changes its size.
    Terminal,
    /// A terminal at which nobody types: it has a width, and what leaves it at the top is not missed.
    Output,
}

impl Window {
    /// The columns there are now; `None` if any number will do.
    pub fn columns(self) -> Option<usize> {
        self.size().0
    }

    /// The columns and rows there are now; `None` where any number will do.
    pub fn size(self) -> (Option<usize>, Option<usize>) {
        match self {
            Window::Unlimited => (None, None),
            Window::Size { columns, rows } => (Some(columns), Some(rows)),
            // A terminal that does not know its size has any number of rows.
            Window::Terminal => terminal_size()
                .map_or((None, Some(usize::MAX)), |(columns, rows)| (Some(columns), Some(rows))),
            Window::Output => (terminal_size().map(|(columns, _)| columns), None),
        }
    }
}

/// The columns and rows of the terminal. One that says it has none does not know.
fn terminal_size() -> Option<(usize, usize)> {
    let (columns, rows) = terminal_size::terminal_size()?;
    Some((usize::from(columns.0), usize::from(rows.0))).filter(|(columns, rows)| *columns > 0 && *rows > 0)
}

/// What is written after a line has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// Nothing: the terminal has shown the line and its end as they were typed.
    ByTerminal,
    /// A line end, so that what follows begins on a line of its own as it does at a terminal.
    LineEnd,
    /// The line, so that a piped session reads like a typed one.
    Line,
}

/// How the conversation is held; the command line decides: [`ConsoleOptions`](super::stdio::ConsoleOptions).
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Colours.
    pub paint: Paint,
    /// The style of the board.
    pub board: BoardStyle,
    /// Whether the person asked for this style by name: then it is drawn even where some of it leaves the screen.
    pub board_is_explicit: bool,
    /// Whether boards with two ends are turned round.
    pub flipped: bool,
    /// The size of the output.
    pub window: Window,
    /// What is written after a line has been read.
    pub echo: Echo,
    /// Whether the first refused line ends the conversation.
    pub strict: bool,
    /// How long to wait between the moves of two computers.
    pub delay: Duration,
    /// Whether the person presses Enter after a computer's turn where the game asks for that.
    pub wait: bool,
    /// Whether the person is told what each turn of his cost.
    pub coach: bool,
    /// Through a pipe: whether lines are read on after the end of a game.
    pub stay: bool,
    /// At a terminal: how long a computer thinks before it says so.
    pub indicator_delay: Duration,
    /// Whether the terminal can draw a line again.
    pub can_redraw: bool,
}

impl Settings {
    /// A plain conversation without a terminal: no colours, no echo, any width, no waiting.
    pub const PIPED: Settings = Settings {
        paint: Paint::PLAIN,
        board: BoardStyle::Classic,
        board_is_explicit: false,
        flipped: false,
        window: Window::Unlimited,
        echo: Echo::LineEnd,
        strict: false,
        delay: Duration::ZERO,
        wait: true,
        coach: false,
        stay: false,
        indicator_delay: Duration::from_millis(500),
        can_redraw: false,
    };
}
