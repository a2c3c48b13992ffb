//! Draws the pieces and terrains of pictures as SVG shapes in a square of 64 by 64.

use crate::words::{PicturePiece, Shape, Terrain, Tint};

/// The middle of a cell.
const MIDDLE: f64 = 32.0;

/// The height of a slab, and the maximum height of a stack of slabs.
const SLAB: f64 = 8.0;
const STACK: f64 = 34.0;
/// Slabs below this height are drawn thin.
const THIN: f64 = 5.0;

/// A duck facing right: its body with the head, and the line of its wing.
const DUCK: [&str; 2] = [
    "M6 34C13 39 22 38 28 36C32 34 33 30 32.5 26A10.5 10.5 0 1 1 51 29C56 38 52 55 33 55C17 55 7 47 6 34Z",
    "M18 43C23 49 33 49 38 43",
];
const DUCK_BEAK: &str = "M52.5 19.5L61 24L52.5 27.5Z";

/// A swan facing right.
const SWAN: [&str; 2] = [
    "M5 35C11 42 21 33 31 37C38 39.5 40.5 36 38.5 30C35.5 21 37 7 47 6.5C53 6 56 9 56 13C56 16.5 52.5 17.5 50.5 15.5C47.5 \
     13 45.5 15 45.5 20C45.5 28 53.5 34 53.5 43C53.5 52 45 57 30 57C15 57 6 48.5 5 35Z",
    "M16 43C21 50 33 50 39 44",
];
const SWAN_BEAK: &str = "M55.5 10L63 15.5L54 17Z";

const CROWN: &str = "M20 43L17 25L26 32L32 20L38 32L47 25L44 43Z";

const PEAKS: &str = "M3 56L23 16L32 34L41 23L61 56Z";
const SNOW: &str = "M23 16L15.5 31L20 29L24 32.5L28 28.5L29.5 29Z";

const ARCH: &str = "M6 58V32A26 26 0 0 1 58 32V58Z";
const HOLE: &str = "M17 58V36A15 15 0 0 1 47 36V58Z";

/// The positions of the dots of each level, as on dice.
const DOTS: [&[(u8, u8)]; 5] = [
    &[(32, 32)],
    &[(25, 25), (39, 39)],
    &[(23, 23), (32, 32), (41, 41)],
    &[(24, 24), (40, 24), (24, 40), (40, 40)],
    &[(23, 23), (41, 23), (32, 32), (23, 41), (41, 41)],
];

/// Draws the terrain of a cell.
pub fn ground(ground: Terrain) -> String {
    match ground {
        Terrain::Plain => String::new(),
        Terrain::Mountain => path("cygnet-rock", PEAKS) + &path("cygnet-snow", SNOW),
        Terrain::Cave => path("cygnet-rock", ARCH) + &path("cygnet-hole", HOLE),
        Terrain::UsedCave => path("cygnet-used", ARCH) + &path("cygnet-used", HOLE),
    }
}

/// Draws the pieces of a cell from bottom to top, and their number if there are several.
pub fn pieces(pieces: &[PicturePiece]) -> String {
    let height = pieces.len();
    let step = SLAB.min(STACK / height.max(1) as f64);
    let mut text = String::new();
    for (below, piece) in pieces.iter().enumerate() {
        text += &match piece.shape {
            Shape::Slab => slab(piece.tint, 50.0 - step * below as f64, step),
            _ => draw_piece(*piece),
        };
    }
    if height > 1 {
        text += &number_text(55.0, 38.0, "cygnet-count", height);
    }
    text
}

/// Draws a single piece.
fn draw_piece(PicturePiece { tint, shape, number, .. }: PicturePiece) -> String {
    let class = class(tint);
    let disc = format!("<circle class=\"{class}\" cx=\"32\" cy=\"32\" r=\"23\"/>");
    let mut text = match shape {
        Shape::Duck { left } => bird(class, &DUCK, DUCK_BEAK, (45.5, 19.5), left, number),
        Shape::Swan { left } => bird(class, &SWAN, SWAN_BEAK, (50.0, 11.0), left, number),
        Shape::Checker => {
            disc + &format!("<circle class=\"{class} cygnet-line\" cx=\"32\" cy=\"32\" r=\"15\"/>")
        }
        Shape::King => disc + &path("cygnet-crown", CROWN),
        Shape::Level(level) => disc + &dots(tint, level),
        Shape::Slab => slab(tint, 50.0, SLAB),
    };
    if let Some(number) = number {
        text += &number_text(MIDDLE, 48.0, "cygnet-number", number);
    }
    text
}

/// Draws a bird. A number replaces its wing.
fn bird(
    class: &str,
    [body, wing]: &[&str; 2],
    beak: &str,
    (x, y): (f64, f64),
    left: bool,
    number: Option<usize>,
) -> String {
    let wing = if number.is_some() { String::new() } else { path(&format!("{class} cygnet-line"), wing) };
    let eye = format!("<circle class=\"cygnet-eye\" cx=\"{x}\" cy=\"{y}\" r=\"1.8\"/>");
    let bird = path(class, body) + &wing + &path("cygnet-beak", beak) + &eye;
    if left { format!("<g transform=\"matrix(-1 0 0 1 64 0)\">{bird}</g>") } else { bird }
}

fn dots(tint: Tint, level: u8) -> String {
    let places = usize::from(level).checked_sub(1).and_then(|index| DOTS.get(index)).copied().unwrap_or(&[]);
    let class = if tint == Tint::White { "cygnet-dark-dot" } else { "cygnet-light-dot" };
    let dot = |(x, y): &(u8, u8)| format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
    places.iter().map(dot).collect()
}

/// Draws a round slab seen from the side and slightly from above. `low` is the middle of its lower edge.
fn slab(tint: Tint, low: f64, height: f64) -> String {
    // Thin lines keep thin slabs visible.
    let class = format!("{}{}", class(tint), if height < THIN { " cygnet-thin" } else { "" });
    let top = low - height;
    let body = path(&class, &format!("M11 {top:.1}V{low:.1}A18 8 0 0 0 47 {low:.1}V{top:.1}Z"));
    body + &format!("<ellipse class=\"{class}\" cx=\"29\" cy=\"{top:.1}\" rx=\"18\" ry=\"8\"/>")
}

/// Draws a number centred here.
fn number_text(x: f64, y: f64, class: &str, number: usize) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{number}</text>")
}

fn path(class: &str, points: &str) -> String {
    format!("<path class=\"{class}\" d=\"{points}\"/>")
}

fn class(tint: Tint) -> &'static str {
    match tint {
        Tint::Green => "cygnet-green",
        Tint::Blue => "cygnet-blue",
        Tint::Red => "cygnet-red",
        Tint::White => "cygnet-white",
        Tint::Black => "cygnet-black",
        Tint::Tan => "cygnet-tan",
    }
}
