//! Writing `man` macros: escapes, lines that fit, blocks.

use std::fmt::Write as _;

/// The maximum width of a line of the source, in bytes.
const MAX_WIDTH: usize = 78;
/// A space where no line ends.
const FIXED_SPACE: &str = "\\ ";

/// A manual page in the making.
#[derive(Default)]
pub(super) struct Page(pub(super) String);

impl Page {
    /// Creates a page with its title line. Lines are not stretched, and words are not hyphenated.
    pub(super) fn new(title: &str, date: &str, source: &str) -> Self {
        let (title, source) = (title.to_uppercase(), escape(source));
        Page(format!(".TH {title} 1 {date} \"{source}\" \"User Commands\"\n.nh\n.ad l\n"))
    }

    pub(super) fn section(&mut self, title: &str) {
        self.line(&format!(".SH {title}"));
    }

    pub(super) fn subsection(&mut self, title: &str) {
        self.line(&format!(".SS {}", escape(title)));
    }

    /// Starts an item: the term, and the text below it.
    pub(super) fn item(&mut self, term: &str, text: &str) {
        self.line(&format!(".TP\n{term}"));
        self.text(text);
    }

    /// Starts a new paragraph.
    pub(super) fn paragraph(&mut self) {
        self.line(".PP");
    }

    /// Adds text, filled.
    pub(super) fn text(&mut self, text: &str) {
        self.words(text.split_whitespace().map(escape));
    }

    /// Adds words that are escaped already, as many on a line as fit.
    pub(super) fn words(&mut self, words: impl Iterator<Item = String>) {
        let mut line = String::new();
        for word in words {
            if !line.is_empty() && line.len() + 1 + word.len() > MAX_WIDTH {
                self.text_line(&line);
                line.clear();
            }
            line += if line.is_empty() { "" } else { " " };
            line += &word;
        }
        self.text_line(&line);
    }

    /// Adds lines as they are.
    pub(super) fn block(&mut self, lines: &[&str]) {
        self.line(".nf\n.RS 4");
        lines.iter().for_each(|line| self.text_line(&escape(line)));
        self.line(".RE\n.fi");
    }

    /// Adds a line of text. At its start a period or an apostrophe would be a macro.
    fn text_line(&mut self, line: &str) {
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        self.line(&format!("{guard}{line}"));
    }

    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }
}

/// Escapes text, so that it is shown and copied as it is.
pub(super) fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, letter| {
        match letter {
            '\\' => escaped += "\\e",
            '-' => escaped += "\\-",
            '\'' => escaped += "\\(aq",
            '`' => escaped += "\\(ga",
            '^' => escaped += "\\(ha",
            '~' => escaped += "\\(ti",
            '"' => escaped += "\\(dq",
            _ => escaped.push(letter),
        }
        escaped
    })
}

/// Returns `text` in bold, with spaces where no line ends.
pub(super) fn bold(text: &str) -> String {
    format!("\\fB{}\\fR", escape(text).replace(' ', FIXED_SPACE))
}

/// Returns `text` in italics, with spaces where no line ends.
pub(super) fn italic(text: &str) -> String {
    format!("\\fI{}\\fR", escape(text).replace(' ', FIXED_SPACE))
}

/// Joins words with spaces where no line ends.
pub(super) fn joined(words: &[String]) -> String {
    words.join(FIXED_SPACE)
}
