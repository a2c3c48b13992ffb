//! Draws `docs/session.svg`, the picture on the front page: a board of Ugly Duck, a hint, and the turn played.

use std::fs;
use std::path::Path;

use libtest_mimic::Trial;
use vt100::{Cell, Color, Parser, Screen};

use crate::{golden, sessions};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The width and height of a character.
const WIDTH: usize = 8;
const HEIGHT: usize = 17;
/// The margin around the text.
const MARGIN: usize = 12;

pub fn trial() -> Trial {
    Trial::test("picture", || {
        let session = fs::read_to_string(Path::new(ROOT).join("tests/sessions/uglyduck/picture.toml"))?;
        let bytes = sessions::play(&toml::from_str(&session)?, "xterm-256color")?;
        let found = draw(&bytes).ok_or("the session does not show the turn")?;
        let file = Path::new(ROOT).join("docs/session.svg");
        golden::check("picture", &file, &fs::read_to_string(&file)?, &found)
    })
}

/// Draws the lines from the first board to what the first turn did, as wide as the longest of them.
fn draw(bytes: &str) -> Option<String> {
    let mut parser = Parser::new(1000, sessions::COLUMNS, 0);
    parser.process(bytes.as_bytes());
    let lines: Vec<String> = parser.screen().rows(0, sessions::COLUMNS).collect();
    let first = lines.iter().position(|line| line.starts_with('#'))?;
    let end = lines.iter().position(|line| line.starts_with("You capture"))? + 1;
    let columns = lines[first..end].iter().map(|line| line.trim_end().chars().count()).max()?;
    let width = columns * WIDTH + 2 * MARGIN;
    let height = (end - first) * HEIGHT + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\">\n\
         <title>A hint in Ugly Duck, and the turn that follows it</title>\n\
         <style>text {{ font: 13.3px monospace; fill: #e5e5e5 }} .bold {{ font-weight: bold }}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n"
    );
    for line in first..end {
        let y = (line - first + 1) * HEIGHT + MARGIN - 4;
        svg += &words(parser.screen(), u16::try_from(line).unwrap(), y);
    }
    Some(svg + "</svg>\n")
}

/// Draws each run of characters of one style at its column, so that boards are aligned in any font.
fn words(screen: &Screen, line: u16, y: usize) -> String {
    let cells: Vec<&Cell> = (0..sessions::COLUMNS).filter_map(|column| screen.cell(line, column)).collect();
    let look = |cell: &Cell| (cell.contents().trim().is_empty(), cell.fgcolor(), cell.bold());
    let mut svg = String::new();
    let mut column = 0;
    for run in cells.chunk_by(|left, right| look(left) == look(right)) {
        let text: String = run.iter().map(|cell| cell.contents()).collect();
        if !text.trim().is_empty() {
            let (x, length) = (column * WIDTH + MARGIN, run.len() * WIDTH);
            let style = style(run[0]);
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            svg += &format!("<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\"{style}>{text}</text>\n");
        }
        column += run.len();
    }
    svg
}

fn style(cell: &Cell) -> String {
    let colour = match cell.fgcolor() {
        Color::Idx(colour @ 16..=231) => {
            let part = |place: u8| [0, 95, 135, 175, 215, 255][usize::from((colour - 16) / place % 6)];
            format!(" style=\"fill: #{:02x}{:02x}{:02x}\"", part(36), part(6), part(1))
        }
        Color::Idx(grey @ 232..) => {
            let part = 8 + 10 * (grey - 232);
            format!(" style=\"fill: #{part:02x}{part:02x}{part:02x}\"")
        }
        _ => String::new(),
    };
    let bold = if cell.bold() { " class=\"bold\"" } else { "" };
    format!("{bold}{colour}")
}
