//! How things look: the board style and the available columns and rows.

use clap::ValueEnum;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr;

use super::palette::Paint;

/// How a board is drawn. On the command line and in files styles have these names, in lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum BoardStyle {
    /// Like the original.
    #[default]
    #[value(help = None::<&str>)]
    Classic,
    /// A small drawing of the same position.
    #[value(help = None::<&str>)]
    Compact,
    /// A small drawing that uses only ASCII.
    #[value(help = None::<&str>)]
    Ascii,
    /// Plain sentences, for screen readers.
    #[value(help = None::<&str>)]
    Words,
}

/// Everything a screen needs to know for drawing.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Colours.
    pub paint: Paint,
    /// The style of the board.
    pub board: BoardStyle,
    /// The columns of the terminal; `None` if unlimited, because there is no terminal.
    pub width: Option<usize>,
    /// The rows available for a drawing; `None` if unlimited.
    pub rows: Option<usize>,
    /// Whether boards with two ends are flipped, so that the side at the top in the original is at the bottom.
    pub flipped: bool,
    /// Whether the person at the terminal listens: no art, nothing redrawn, questions in whole sentences.
    pub by_ear: bool,
    /// Whether the terminal shows only ASCII, whatever the style of the board.
    pub ascii: bool,
}

impl Style {
    /// No colours, the classic board, unlimited columns and rows.
    pub const PLAIN: Style = Style {
        paint: Paint::PLAIN,
        board: BoardStyle::Classic,
        width: None,
        rows: None,
        flipped: false,
        by_ear: false,
        ascii: false,
    };

    /// Like [`Style::PLAIN`], with the marks that boards have at a terminal.
    pub const MARKED: Style = Style { rows: Some(usize::MAX), ..Style::PLAIN };

    /// Returns whether texts are sentences, without graphs and tables.
    pub fn is_in_sentences(&self) -> bool {
        self.by_ear || self.board == BoardStyle::Words
    }

    /// Returns whether `columns` columns fit without wrapping.
    pub fn fits(&self, columns: usize) -> bool {
        self.width.is_none_or(|width| columns <= width)
    }

    /// Returns whether `drawing` fits: no line is wrapped, and no row scrolls off the screen.
    pub fn shows(&self, drawing: &str) -> bool {
        self.fits(width(drawing)) && self.rows.is_none_or(|rows| drawing.lines().count() <= rows)
    }

    /// Returns the first of `drawings`, which are sizes of the same board, that fits. If none does, returns
    /// the shortest of those whose lines are not wrapped, or else the last.
    pub fn largest(&self, drawings: Vec<String>) -> String {
        let seen = drawings.iter().find(|drawing| self.shows(drawing));
        let unbroken = || drawings.iter().filter(|drawing| self.fits(width(drawing)));
        let chosen = seen.or_else(|| unbroken().min_by_key(|drawing| drawing.lines().count()));
        chosen.or(drawings.last()).cloned().unwrap_or_default()
    }

    /// Returns the style for a drawing that leaves `rows` rows free below it.
    pub fn above(self, rows: usize) -> Style {
        Style { rows: self.rows.map(|all| all.saturating_sub(rows)), ..self }
    }

    /// Returns whether the drawing is for someone typing below it. Elsewhere the drawings match the
    /// originals.
    pub fn is_at_terminal(&self) -> bool {
        self.rows.is_some()
    }

    /// Returns the `original` value, or its replacement at a terminal.
    pub fn wording<T>(&self, original: T, at_terminal: T) -> T {
        if self.is_at_terminal() { at_terminal } else { original }
    }

    /// Returns the `original` drawing, or at a terminal, or if it is too wide, the [`largest`](Style::largest) of `sizes`
    /// that fits.
    pub fn drawing(&self, original: impl FnOnce() -> String, sizes: impl FnOnce() -> Vec<String>) -> String {
        let original = (!self.is_at_terminal()).then(original).filter(|drawing| self.shows(drawing));
        original.unwrap_or_else(|| self.largest(sizes()))
    }

    /// Returns whether a game shows what its original shows and nothing else: in the classic style through a
    /// pipe.
    pub fn is_original_only(&self) -> bool {
        self.board == BoardStyle::Classic && !self.is_at_terminal()
    }

    /// Returns the text of an empty cell on a small board.
    pub fn empty_cell(&self) -> &'static str {
        if self.is_ascii() { "." } else { "·" }
    }

    /// Returns whether a board with two ends is drawn flipped. Sentences have no ends.
    pub fn is_flipped(&self) -> bool {
        self.flipped && self.board != BoardStyle::Words
    }

    /// Returns whether drawings must be ASCII.
    pub fn is_ascii(&self) -> bool {
        self.ascii || self.board == BoardStyle::Ascii
    }
}

/// Returns the columns that a text takes on a terminal: those of its widest line. Escape sequences take none.
pub fn width(text: &str) -> usize {
    text.lines().map(|line| shown_parts(line).map(UnicodeWidthStr::width).sum()).max().unwrap_or(0)
}

/// Returns the parts of a line between escape sequences.
pub(super) fn shown_parts(line: &str) -> impl Iterator<Item = &str> {
    let (first, others) = line.split_once("\x1b[").unwrap_or((line, ""));
    let others = others.split("\x1b[").map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    std::iter::once(first).chain(others)
}

/// Returns the rows that `text` takes on a terminal of `columns` columns, which breaks wider lines between letters.
pub fn rows(text: &str, columns: Option<usize>) -> usize {
    let Some(columns) = columns else { return text.lines().count() };
    text.lines().map(|line| rows_of_line(line, columns)).sum()
}

fn rows_of_line(line: &str, columns: usize) -> usize {
    let (mut rows, mut used) = (1, 0);
    for letter in shown_parts(line).flat_map(|part| part.graphemes(true)) {
        let wanted = letter.width();
        if used > 0 && used + wanted > columns {
            (rows, used) = (rows + 1, 0);
        }
        used += wanted;
    }
    rows
}

/// Wraps lines wider than `columns` between words. Continuation lines are indented like the text of the first
/// line: after its spaces, its dash, a term followed by two spaces, or the key of an option as in `12 - Exit`, unless a
/// word that fits in a line does not fit after that indentation. Words wider than a line are not broken.
pub fn wrap(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    text.split_inclusive('\n').map(|line| wrap_line(line, columns)).collect()
}

/// The columns of the longest key of an option.
const MAX_KEY_COLUMNS: usize = 3;

fn wrap_line(line: &str, columns: usize) -> String {
    if width(line) <= columns {
        return line.to_owned();
    }
    let end = &line[line.trim_end_matches(['\n', '\r']).len()..];
    let content = line.trim_start_matches(' ');
    let start = line.len() - content.len();
    let hanging_indent = hanging_indent(line, start, columns);
    let fits = |word: &str| !(columns - hanging_indent + 1..=columns).contains(&width(word));
    let hanging_indent = if content.split(' ').all(fits) { hanging_indent } else { 0 };
    let mut text = spaces(start.min(columns / 2));
    let mut used = text.len();
    let mut is_first = true;
    // Spaces between words are kept, except at line breaks.
    for word in content.trim_end().split(' ') {
        let wanted = used + usize::from(!is_first) + width(word);
        if is_first || wanted <= columns || word.is_empty() {
            text += if is_first { "" } else { " " };
            used = wanted;
        } else {
            text.truncate(text.trim_end_matches(' ').len());
            let indent = if hanging_indent + width(word) <= columns { hanging_indent } else { 0 };
            text += &format!("\n{}", spaces(indent));
            used = indent + width(word);
        }
        text += word;
        is_first = false;
    }
    text + end
}

/// Returns the indentation of the continuation lines of `line`, whose content starts in column `start`.
fn hanging_indent(line: &str, start: usize, columns: usize) -> usize {
    let content = &line[start..];
    let below_text = || {
        let term = content.find("  ")?;
        let text = term + content[term..].find(|letter| letter != ' ')?;
        Some(start + width(&content[..text]))
    };
    let item = if content.starts_with("- ") { Some(start + 2) } else { below_text() };
    let numbered = || {
        let key = content.find(" - ").map(|length| &content[..length]).filter(|key| !key.contains(' '))?;
        Some(width(key)).filter(|columns| *columns <= MAX_KEY_COLUMNS).map(|columns| start + columns + 3)
    };
    let fits = |column: &usize| *column <= columns / 2;
    item.filter(fits).or_else(|| numbered().filter(fits)).unwrap_or(start.min(columns / 2))
}

/// Pads `text` with spaces on the right to `columns` columns.
pub fn pad_right(text: &str, columns: usize) -> String {
    format!("{text}{}", spaces(columns.saturating_sub(width(text))))
}

/// Pads `text` with spaces on the left to `columns` columns.
pub fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", spaces(columns.saturating_sub(width(text))))
}

/// Aligns the cells of `rows` in columns with `gap` between them: the first `left` columns to the left, the others to
/// the right.
pub fn in_columns(rows: &[Vec<String>], left: usize, gap: &str) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column < left {
            true => pad_right(cell, *width),
            false => pad_left(cell, *width),
        });
        cells.collect::<Vec<_>>().join(gap).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Centres `text` in `columns` columns. An odd space goes to the right.
pub fn centre(text: &str, columns: usize) -> String {
    let free = columns.saturating_sub(width(text));
    format!("{}{text}{}", spaces(free / 2), spaces(free - free / 2))
}

fn spaces(count: usize) -> String {
    " ".repeat(count)
}

/// The columns of a box apart from its content.
pub(super) const FRAME: usize = 6;

/// Draws a box of `*` around the centred lines of a title and an optional left-aligned text. Inside there is
/// an empty line at the top, at the bottom and below the title, and two spaces of padding on each side.
pub fn star_box(title: &str, text: &str) -> String {
    star_box_within(title, text, None)
}

/// Draws a [`star_box`] no wider than `columns`, wrapping its lines.
pub fn star_box_within(title: &str, text: &str, columns: Option<usize>) -> String {
    let inner_width = columns.map(|columns| columns.saturating_sub(FRAME));
    let (title, text) = (wrap(title, inner_width), wrap(text, inner_width));
    let columns = width(&title).max(width(&text));
    let edge = "*".repeat(columns + FRAME) + "\n";
    let row = |content: String| format!("*  {content}  *\n");
    let empty = row(spaces(columns));
    let gap = if title.is_empty() || text.is_empty() { "" } else { &empty };
    let title: String = title.lines().map(|line| row(centre(line, columns))).collect();
    let text: String = text.lines().map(|line| row(pad_right(line, columns))).collect();
    format!("{edge}{empty}{title}{gap}{text}{empty}{edge}")
}

/// Joins `items` with `gap`, filling each line with as many as fit.
pub fn flow_items(items: &[&str], gap: &str, columns: Option<usize>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if columns.is_none_or(|max| width(line) + width(gap) + width(item) <= max) => {
                *line += &format!("{gap}{item}");
            }
            _ => lines.push((*item).to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// Numbers the lines of a menu: `1 - PLAY`.
pub fn numbered(options: &[impl AsRef<str>]) -> String {
    (1..).zip(options).map(|(number, option)| format!("{number} - {}\n", option.as_ref())).collect()
}

/// Replaces no-break spaces, which only prevent wrapping, with plain spaces, so that copied text is plain.
pub(super) fn replace_nbsp(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// Returns the index of the last line of `text`.
pub(super) fn start_of_last_line(text: &str) -> usize {
    text.rfind('\n').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::{ColorDepth, Palette, Role};

    #[test]
    fn colour_codes_have_no_width_and_wide_characters_have_two_columns() {
        let painted = Paint::new(Palette::Standard, ColorDepth::Ansi256).apply_bold(Role::Red, "x");
        assert_eq!(width(&format!("a{painted}b")), 3);
        assert_eq!(rows("abc\n\nabcd\n", Some(3)), 4);
        assert_eq!(rows("abc\n\nabcd", None), 3);
        assert_eq!(width("a\n中文"), 4);
        // A wide letter does not fit into the last column of an odd number.
        let wide = format!("{}\n{}", "中".repeat(9), "a".repeat(18));
        assert_eq!([rows(&wide, Some(9)), rows(&wide, Some(6)), rows(&wide, None)], [5, 6, 2]);
        let family = "👩\u{200d}👩\u{200d}👧".repeat(5);
        assert_eq!([width(&family), rows(&family, Some(10)), rows("\x1b[1m\x1b[0m", Some(1))], [10, 1, 1]);
        assert_eq!(centre("中", 5), " 中  ");
    }

    #[test]
    fn picks_largest_drawing_that_fits() {
        let sizes = || ["abc\n".repeat(3), "abc\n".to_owned(), "a\n".repeat(2)].to_vec();
        let chosen = |width, rows| Style { width, rows, ..Style::PLAIN }.largest(sizes());
        assert_eq!(chosen(None, None), sizes()[0]);
        assert_eq!(chosen(Some(3), Some(2)), sizes()[1]);
        assert_eq!(chosen(Some(2), Some(2)), sizes()[2]);
        // If none has few enough rows, the shortest is taken; if every line is too wide, the last.
        assert_eq!(chosen(Some(3), Some(0)), sizes()[1]);
        assert_eq!(chosen(Some(0), Some(9)), sizes()[2]);
    }

    #[test]
    fn wrap_preserves_words_and_limits_width() {
        let text = "  a - When in the course of events  it becomes\n\nincomprehensibilities; x\n";
        for columns in 1..60 {
            let wrapped = wrap(text, Some(columns));
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&wrapped), words(text));
            let alone = |line: &str| line.split_whitespace().count() == 1;
            assert!(wrapped.lines().all(|line| width(line) <= columns || alone(line)), "{wrapped}");
            assert!(wrapped.ends_with('\n') && wrapped.lines().count() >= 3);
        }
        assert_eq!(wrap("ab cd  ef", Some(6)), "ab cd\nef");
        assert_eq!(wrap("  ab cd", Some(5)), "  ab\n  cd");
        assert_eq!(wrap("- ab cd", Some(6)), "- ab\n  cd");
        assert_eq!(wrap("  12 - ab cd\n", Some(14)), "  12 - ab cd\n");
        assert_eq!(wrap("  12 - abcdef cd\n", Some(14)), "  12 - abcdef\n       cd\n");
        let painted = "\x1b[38;5;98m12\x1b[0m - abcdef";
        assert_eq!(wrap(&format!("{painted} cd\n"), Some(12)), format!("{painted}\n     cd\n"));
        assert_eq!(wrap("a dog - abcdef cd\n", Some(14)), "a dog - abcdef\ncd\n");
        assert_eq!(wrap("END  ab cd ef\n", Some(10)), "END  ab cd\n     ef\n");
        assert_eq!(wrap("ab cd", None), "ab cd");
    }

    #[test]
    fn narrow_box_keeps_its_frame() {
        let text = "  - a line that is not short\n\nx";
        for columns in 16..50 {
            let drawn = star_box_within("A LONG TITLE", text, Some(columns));
            let edge = drawn.lines().next().map(width).unwrap();
            let framed = |line: &str| width(line) == edge && line.starts_with('*') && line.ends_with('*');
            assert!(edge <= columns.max(18) && drawn.lines().all(framed), "{drawn}");
        }
        assert_eq!(star_box_within("T", text, Some(99)), star_box("T", text));
    }
}
