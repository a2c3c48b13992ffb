//! The logo: the words UGLY DUCK in block letters, in a frame of `*`, 91 columns wide.

use crate::console::{Style, star_box};

/// The width of the whole logo.
const LOGO_WIDTH: usize = 91;

/// The words in block letters, with `#` for ink.
const WORDS: [&str; 7] = [
    "##     ##  #######  ##        ##     ##       #######   ##     ##  #######  ##    ## ",
    "##     ## ##     ## ##         ##   ##        ##    ##  ##     ## ##     ## ##   ##  ",
    "##     ## ##        ##          ## ##         ##     ## ##     ## ##        ##  ##   ",
    "##     ## ##  ##### ##           ###          ##     ## ##     ## ##        #####    ",
    "##     ## ##     ## ##           ###          ##     ## ##     ## ##        ##  ##   ",
    "##     ## ##     ## ##           ###          ##    ##  ##     ## ##     ## ##   ##  ",
    " #######   #######  #########    ###          #######    #######   #######  ##    ## ",
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
    star_box("", &WORDS.join("\n").replace('#', ink))
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
