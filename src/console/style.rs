//! How things look: colours, the style of the board, the width there is.

use clap::ValueEnum;
pub use owo_colors::Style as Colour;
use unicode_width::UnicodeWidthStr;

/// Puts colours on text, or leaves it plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Leaves every text as it is.
    pub const PLAIN: Paint = Paint { on: false };

    /// Colours if `on`.
    pub const fn new(on: bool) -> Self {
        Paint { on }
    }

    /// `text` in `colour`. Pad first, paint then: escape sequences have no width.
    pub fn apply(self, colour: Colour, text: &str) -> String {
        if self.on { colour.style(text).to_string() } else { text.to_owned() }
    }
}

/// How a board is drawn. On the command line and in files a style is called as here, in small letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum BoardStyle {
    /// As the seed draws it.
    #[default]
    #[value(help = None::<&str>)]
    Classic,
    /// A small drawing of the same position.
    #[value(help = None::<&str>)]
    Compact,
    /// A small drawing that uses only ASCII.
    #[value(help = None::<&str>)]
    Ascii,
    /// The position in plain sentences, for a screen reader.
    #[value(help = None::<&str>)]
    Words,
}

impl BoardStyle {
    /// The style of this name, letter case aside.
    pub fn named(name: &str) -> Option<BoardStyle> {
        BoardStyle::from_str(name, true).ok()
    }
}

/// What a screen needs to know to draw.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Colours.
    pub paint: Paint,
    /// The style of the board.
    pub board: BoardStyle,
    /// The columns of the terminal; `None` where there is no terminal and any width will do.
    pub width: Option<usize>,
}

impl Style {
    /// Whether `columns` columns can be shown without breaking lines.
    pub fn fits(&self, columns: usize) -> bool {
        self.width.is_none_or(|width| columns <= width)
    }

    /// Whether drawings should keep to ASCII.
    pub fn ascii(&self) -> bool {
        self.board == BoardStyle::Ascii
    }
}

/// The columns a text takes on a terminal: those of its widest line.
pub fn width(text: &str) -> usize {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// `text` with blanks behind it up to `columns` columns.
pub fn pad_right(text: &str, columns: usize) -> String {
    format!("{text}{}", blanks(columns.saturating_sub(width(text))))
}

/// `text` with blanks before it up to `columns` columns.
pub fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", blanks(columns.saturating_sub(width(text))))
}

/// `text` in the middle of `columns` columns, one more blank behind it than before where it does not come out even.
pub fn centre(text: &str, columns: usize) -> String {
    let free = columns.saturating_sub(width(text));
    format!("{}{text}{}", blanks(free / 2), blanks(free - free / 2))
}

fn blanks(count: usize) -> String {
    " ".repeat(count)
}

/// A box of `*` around the centred lines of a title and, if there is any, a text with a common left edge: an empty line inside
/// at top and bottom and under the title, two blanks of padding left and right.
pub fn star_box(title: &str, text: &str) -> String {
    let columns = width(title).max(width(text));
    let edge = "*".repeat(columns + 6) + "\n";
    let row = |content: String| format!("*  {content}  *\n");
    let empty = row(blanks(columns));
    let gap = if title.is_empty() || text.is_empty() { "" } else { &empty };
    let title: String = title.lines().map(|line| row(centre(line, columns))).collect();
    let text: String = text.lines().map(|line| row(pad_right(line, columns))).collect();
    format!("{edge}{empty}{title}{gap}{text}{empty}{edge}")
}

/// The lines of a menu with their numbers: `1 - PLAY`.
pub fn numbered(options: &[impl AsRef<str>]) -> String {
    (1..).zip(options).map(|(number, option)| format!("{number} - {}\n", option.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_padding_on_every_side() {
        assert_eq!(
            star_box("Good Bye!", ""),
            "***************\n*             *\n*  Good Bye!  *\n*             *\n***************\n"
        );
    }

    #[test]
    fn wide_letters_count_twice() {
        assert_eq!(width("a\n中文"), 4);
        assert_eq!(centre("中", 5), " 中  ");
    }

    #[test]
    fn plain_paint_adds_nothing() {
        assert_eq!(Paint::PLAIN.apply(Colour::new().red(), "x"), "x");
        assert_ne!(Paint::new(true).apply(Colour::new().red(), "x"), "x");
    }
}
