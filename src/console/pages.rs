//! Texts with paragraphs, shown in one piece or as pages that fit the screen.

use super::style::{FRAME, replace_nbsp};
use super::{Style, rows, star_box_within, wrap};

/// The rows of the prompt below a page.
const PROMPT_ROWS: usize = 1;
/// The rows of a box apart from its text and title.
const FRAME_ROWS: usize = 6;

/// A text, followed by drawings.
///
/// Each line of the text is a paragraph of any length. An empty line ends a block, and pages end between
/// blocks where possible. A no-break space (U+00A0) between words keeps them on one line and is shown as a
/// plain space.
///
/// ```
/// use cygnet::console::{Document, Style};
///
/// let document = Document::new("A paragraph.\nAnother one.\n", 7);
/// // Without a terminal it has its default width.
/// assert_eq!(document.unpaged(None), "A\nparagraph.\nAnother\none.\n");
/// // At a terminal it has the terminal's width, and each page leaves a row for the prompt.
/// let terminal = Style { width: Some(20), rows: Some(2), ..Style::PLAIN };
/// assert_eq!(document.pages(&terminal), ["A paragraph.\n", "Another one.\n"]);
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    /// The title of the box around the text, if there is a box.
    title: Option<String>,
    text: String,
    columns: usize,
    pub(super) drawings: Vec<String>,
    /// Whether a page may end after any line, so that all pages but the last are full.
    is_list: bool,
}

impl Document {
    /// Creates a document that is wrapped at `columns` columns if there is no terminal.
    pub fn new(text: impl Into<String>, columns: usize) -> Self {
        Document { title: None, text: text.into(), columns, drawings: Vec::new(), is_list: false }
    }

    /// Creates a list, which fills its pages.
    pub fn list(text: impl Into<String>) -> Self {
        Document { is_list: true, ..Document::new(text, usize::MAX) }
    }

    /// Puts the text in a box of `*` with a title.
    #[must_use]
    pub fn boxed(self, title: &str) -> Self {
        Document { title: Some(title.to_owned()), ..self }
    }

    /// Adds drawings after the text. Each is kept on one page if it fits.
    #[must_use]
    pub fn with_drawings(self, drawings: Vec<String>) -> Self {
        Document { drawings, ..self }
    }

    /// Returns the text without drawings, in one piece, wrapped at `columns` or else at the default width.
    pub fn unpaged(&self, columns: Option<usize>) -> String {
        let broken = |columns| replace_nbsp(&wrap(&self.text, columns));
        match &self.title {
            None => broken(columns.or(Some(self.columns))),
            Some(title) => {
                let inner_width = columns.map_or(self.columns, |columns| columns.saturating_sub(FRAME));
                star_box_within(title, &broken(Some(inner_width)), columns)
            }
        }
    }

    /// Returns the drawings, one below the other.
    pub fn drawings(&self) -> String {
        self.drawings.join("\n")
    }

    /// Returns the text and the drawings as pages that leave room for a prompt below them.
    pub fn pages(&self, style: &Style) -> Vec<String> {
        let room = style.rows.map_or(usize::MAX, |rows| rows.saturating_sub(PROMPT_ROWS).max(1));
        if self.is_list {
            return fill(vec![wrapped(&self.text, style.width)], room);
        }
        let mut blocks = match &self.title {
            None => blocks(&wrapped(&self.text, style.width)),
            Some(title) => self.boxes(title, style, room),
        };
        blocks.extend(self.drawings.iter().map(|drawing| vec![drawing.trim_end().to_owned()]));
        fill(blocks, room)
    }

    /// Splits the text into boxes, one per page.
    fn boxes(&self, title: &str, style: &Style, room: usize) -> Vec<Vec<String>> {
        let inner_width = style.width.map(|columns| columns.saturating_sub(FRAME));
        let room = room.saturating_sub(FRAME_ROWS).max(1);
        let texts = fill(blocks(&wrapped(&self.text, inner_width)), room);
        texts.iter().map(|text| vec![star_box_within(title, text.trim_end(), style.width)]).collect()
    }
}

/// Returns the paragraphs of `text`, wrapped at `columns`. Empty ones separate blocks.
fn wrapped(text: &str, columns: Option<usize>) -> Vec<String> {
    text.lines().map(|line| replace_nbsp(&wrap(line, columns))).collect()
}

/// Groups paragraphs into blocks, which empty paragraphs separate.
fn blocks(paragraphs: &[String]) -> Vec<Vec<String>> {
    let blocks = paragraphs.split(|paragraph| paragraph.trim().is_empty());
    blocks.filter(|block| !block.is_empty()).map(<[String]>::to_vec).collect()
}

/// Joins each paragraph and those below it that are indented deeper and not numbered, up to `room` rows. The lines
/// below a heading, which ends with a colon, are not joined with it.
fn entries(block: Vec<String>, room: usize) -> Vec<String> {
    let text = |paragraph: &str| paragraph.trim_start_matches(' ').to_owned();
    let is_numbered =
        |paragraph: &str| text(paragraph).trim_start_matches(char::is_numeric).starts_with("  ");
    let mut entries: Vec<String> = Vec::new();
    for paragraph in block {
        let indent = paragraph.len() - text(&paragraph).len();
        match entries.last_mut() {
            Some(entry)
                if indent > entry.len() - text(entry).len()
                    && !is_numbered(&paragraph)
                    && !entry.ends_with(':')
                    && rows(entry, None) + rows(&paragraph, None) <= room =>
            {
                *entry += &format!("\n{paragraph}");
            }
            _ => entries.push(paragraph),
        }
    }
    entries
}

/// Splits blocks into pages of at most `room` rows. A block that does not fit on the current page but fits on
/// an empty one starts a new page. A block taller than a page is split between its entries, and a taller
/// paragraph between its lines.
fn fill(blocks: Vec<Vec<String>>, room: usize) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for block in blocks {
        let whole = block.join("\n");
        let parts = if rows(&whole, None) > room { entries(block, room) } else { vec![whole] };
        for (index, part) in parts.iter().enumerate() {
            // Blocks have an empty line between them.
            let gap = usize::from(index == 0);
            match pages.last_mut() {
                Some(page) if rows(page, None) + gap + rows(part, None) <= room => {
                    *page += &format!("{}{part}\n", "\n".repeat(gap));
                }
                _ => {
                    let lines: Vec<&str> = part.lines().collect();
                    pages.extend(lines.chunks(room).map(|lines| lines.join("\n") + "\n"));
                }
            }
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::width;

    const TEXT: &str = "TITLE\n\nA paragraph of several words.\nThe next one.\n\nAnother block.\n";

    fn style(columns: usize, rows: usize) -> Style {
        Style { width: Some(columns), rows: Some(rows), ..Style::PLAIN }
    }

    #[test]
    fn pages_break_between_blocks() {
        let document = Document::new(TEXT, 80).with_drawings(vec!["+--+\n+--+\n".to_owned()]);
        let pages = |columns, rows| document.pages(&style(columns, rows));
        assert_eq!(pages(40, 99).concat(), format!("{TEXT}\n+--+\n+--+\n"));
        assert_eq!(
            pages(40, 6),
            ["TITLE\n\nA paragraph of several words.\nThe next one.\n", "Another block.\n\n+--+\n+--+\n"]
        );
        // A block too tall for a page is split between its paragraphs, and these between their lines.
        assert_eq!(pages(16, 3)[1], "A paragraph of\nseveral words.\n");
        assert_eq!(pages(16, 2)[1..3], ["A paragraph of\n", "several words.\n"]);
    }

    #[test]
    fn no_entry_of_a_list_is_split_over_two_pages() {
        let entries = [" 9  Replica\n    turn 13\n", "10  Qawale\n    3 turns\n    today\n"];
        let list = format!("Your games:\n\n{}", entries.concat());
        let first = format!("Your games:\n\n{}", entries[0]);
        assert_eq!(Document::list(list).pages(&style(40, 7)), [&first, entries[1]]);
        // The lines below a heading fill its page.
        let help = "Play:\n  :undo\n  :redo\n  :wrong\n  :pause\n  :speed\n";
        let pages = Document::list(format!("Commands:\n\n{help}")).pages(&style(40, 6));
        assert!(pages[0].lines().count() > 3, "{pages:?}");
        // A table's heading is none.
        let turns = ["Turn  Played\n", "   4  a1\n      answer\n", "  12  a2\n      answer\n"];
        let pages = Document::new(turns.concat(), 80).pages(&style(40, 5));
        assert_eq!(pages, [turns[..2].concat(), turns[2].to_owned()]);
    }

    #[test]
    fn each_page_is_boxed_and_no_text_is_lost() {
        let document = Document::new(TEXT, 80).boxed("RULES");
        assert_eq!(document.pages(&style(80, 40)).len(), 1);
        for (columns, rows) in [(24, 9), (24, 12), (30, 13)] {
            let pages = document.pages(&style(columns, rows));
            assert!(pages.len() > 1);
            for page in &pages {
                assert!(page.contains("RULES") && page.lines().count() < rows, "{page}");
                let edge = width(page.lines().next().unwrap_or_default());
                assert!(edge <= columns && page.lines().all(|line| width(line) == edge), "{page}");
            }
            let words = pages.concat().replace('*', " ").replace("RULES", " ");
            assert!(words.split_whitespace().eq(TEXT.split_whitespace()));
        }
    }
}
