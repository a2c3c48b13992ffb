//! The logo: the words UGLY DUCK in block letters, in a frame of `*`, 91 columns wide.

use crate::console::{Style, star_box};

/// The width of the whole logo.
const LOGO_WIDTH: usize = 91;

/// The letters of the logo in block letters: seven lines of nine columns, with `#` for ink.
const LETTERS: [(char, [&str; 7]); 7] = [
    ('U', ["##     ##", "##     ##", "##     ##", "##     ##", "##     ##", "##     ##", " ####### "]),
    ('G', [" ####### ", "##     ##", "##       ", "##  #####", "##     ##", "##     ##", " ####### "]),
    ('L', ["##       ", "##       ", "##       ", "##       ", "##       ", "##       ", "#########"]),
    ('Y', ["##     ##", " ##   ## ", "  ## ##  ", "   ###   ", "   ###   ", "   ###   ", "   ###   "]),
    ('D', ["#######  ", "##    ## ", "##     ##", "##     ##", "##     ##", "##    ## ", "#######  "]),
    ('C', [" ####### ", "##     ##", "##       ", "##       ", "##       ", "##     ##", " ####### "]),
    ('K', ["##    ## ", "##   ##  ", "##  ##   ", "#####    ", "##  ##   ", "##   ##  ", "##    ## "]),
];

/// Draws the logo, or the plain words on a terminal that is too narrow.
pub fn logo(style: &Style) -> String {
    if style.by_ear {
        return "Ugly Duck.".to_owned();
    }
    if !style.fits(LOGO_WIDTH) {
        return star_box("UGLY DUCK", "");
    }
    let ink = if style.is_ascii() { "#" } else { "█" };
    let lines: Vec<String> = (0..7).map(|line| word_line("UGLY DUCK", line).replace('#', ink)).collect();
    star_box("", &lines.join("\n"))
}

/// Returns one line of `text` in block letters, with one column between letters and five more between words.
fn word_line(text: &str, line: usize) -> String {
    let letters = text.chars().map(|wanted| {
        LETTERS.iter().find(|(letter, _)| *letter == wanted).map_or("     ", |(_, lines)| lines[line])
    });
    letters.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::{BoardStyle, width};

    #[test]
    fn logo_has_original_width_or_is_small() {
        let mut style = Style::PLAIN;
        assert!(logo(&style).lines().all(|line| width(line) == LOGO_WIDTH));
        style.board = BoardStyle::Ascii;
        assert!(logo(&style).is_ascii());
        style.width = Some(LOGO_WIDTH - 1);
        assert!(width(&logo(&style)) < 30);
    }
}
