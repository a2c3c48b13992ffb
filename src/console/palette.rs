//! The colours and their meanings. No other file names a colour.
//!
//! Every colour is readable on black and on white backgrounds. Eight of the 256 terminal colours have a
//! contrast of 4.45 or more on both, six of them 4.5. Of the 16 colours, whose look the terminal chooses,
//! three have a contrast of 3. A palette that needs more uses the terminal's default colour, bold or
//! reversed.

use clap::ValueEnum;
use owo_colors::{AnsiColors, Style as Escapes, XtermColors};

use crate::model::Player;

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
    /// The marks around a cell: the last move, the end of the game. The keys of menus.
    Mark,
    /// Hints and the coach's comments.
    Advice,
    /// Refusals with their reasons.
    Error,
    /// Less important parts: grids, frames, empty cells, neutral pieces.
    Dim,
}

impl Role {
    /// Returns the role of `player`'s side.
    pub fn side(player: Player) -> Role {
        match player {
            Player::One => Role::First,
            Player::Two => Role::Second,
        }
    }
}

/// A set of colours. On the command line and in files palettes have these names, in lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Palette {
    /// Green and red sides.
    #[default]
    #[value(help = None::<&str>)]
    Standard,
    /// Blue and brown sides, which colour-blind people can tell apart.
    #[value(alias = "color-blind", help = None::<&str>)]
    ColourBlind,
    /// No colours: bold and reverse video.
    #[value(help = None::<&str>)]
    Mono,
}

impl Palette {
    /// Returns the palette with this name, ignoring case.
    pub fn from_name(name: &str) -> Option<Palette> {
        Palette::from_str(name, true).ok()
    }
}

/// The number of colours of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorDepth {
    /// 16 colours, whose look the terminal chooses.
    #[default]
    Ansi16,
    /// At least 256 colours, which look the same on all terminals.
    Ansi256,
}

impl ColorDepth {
    /// Reads the depth from the environment: 256 colours if `COLORTERM` is `truecolor` or `24bit`, or if
    /// `TERM` names 256 colours or direct colour.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
        let is = |name: &str, fits: fn(&str) -> bool| variable(name).is_some_and(|value| fits(&value));
        let is_direct = is("COLORTERM", |value| matches!(value, "truecolor" | "24bit"));
        let is_known = is("TERM", |value| value.contains("256color") || value.ends_with("-direct"));
        if is_direct || is_known { ColorDepth::Ansi256 } else { ColorDepth::Ansi16 }
    }
}

/// The look of a role.
#[derive(Clone, Copy)]
enum RoleStyle {
    /// The colour with this number.
    Number(u8),
    /// The terminal's default colour.
    Own,
    Bold,
    Reverse,
}

use RoleStyle::{Bold, Number, Own, Reverse};

/// Returns the styles of a palette in the order of [`Role`]: for 256 colours, then for 16.
const fn role_styles(palette: Palette) -> [[RoleStyle; 6]; 2] {
    match palette {
        Palette::Standard => [
            [Number(29), Number(131), Number(63), Number(98), Number(163), Number(243)],
            [Number(12), Number(9), Bold, Bold, Number(5), Own],
        ],
        Palette::ColourBlind => [
            [Number(63), Number(131), Bold, Bold, Reverse, Number(243)],
            [Number(12), Number(9), Bold, Bold, Reverse, Own],
        ],
        Palette::Mono => [[Bold, Reverse, Bold, Bold, Reverse, Own]; 2],
    }
}

/// Colours text, or leaves it plain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint(Option<(Palette, ColorDepth)>);

impl Paint {
    /// No colours.
    pub const PLAIN: Paint = Paint(None);

    /// Creates a paint with the colours of `palette` for a terminal with `depth` colours.
    pub const fn new(palette: Palette, depth: ColorDepth) -> Self {
        Paint(Some((palette, depth)))
    }

    /// Returns the palette; `None` if there are no colours.
    pub fn palette(self) -> Option<Palette> {
        self.0.map(|(palette, _)| palette)
    }

    /// Changes the palette. Without colours nothing changes.
    #[must_use]
    pub fn with_palette(self, palette: Palette) -> Self {
        Paint(self.0.map(|(_, depth)| (palette, depth)))
    }

    /// Colours `text` for a role. Pad before you paint: escape sequences have no width.
    pub fn apply(self, role: Role, text: &str) -> String {
        self.paint(role, false, text)
    }

    /// Colours `text` and makes it bold, for the stronger kind of piece.
    pub fn apply_bold(self, role: Role, text: &str) -> String {
        self.paint(role, true, text)
    }

    /// Colours each line of `text` separately.
    pub fn lines(self, role: Role, text: &str) -> String {
        let line = |line: &str| match line.strip_suffix('\n') {
            Some(line) => self.apply(role, line) + "\n",
            None => self.apply(role, line),
        };
        text.split_inclusive('\n').map(line).collect()
    }

    fn paint(self, role: Role, is_bold: bool, text: &str) -> String {
        let Some((palette, depth)) = self.0.filter(|_| !text.trim().is_empty()) else {
            return text.to_owned();
        };
        let escapes =
            match (role_styles(palette)[usize::from(depth == ColorDepth::Ansi16)][role as usize], depth) {
                (Own, _) => Escapes::new(),
                (Bold, _) => Escapes::new().bold(),
                (Reverse, _) => Escapes::new().reversed(),
                (Number(number), ColorDepth::Ansi256) => Escapes::new().color(XtermColors::from(number)),
                (Number(number), ColorDepth::Ansi16) => Escapes::new().color(ansi(number)),
            };
        let escapes = if is_bold { escapes.bold() } else { escapes };
        escapes.style(text).to_string()
    }
}

/// Returns one of the three usable colours of the 16.
fn ansi(number: u8) -> AnsiColors {
    match number {
        5 => AnsiColors::Magenta,
        9 => AnsiColors::BrightRed,
        12 => AnsiColors::BrightBlue,
        _ => AnsiColors::Default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rgb = [f64; 3];

    const ROLES: [Role; 6] = [Role::First, Role::Second, Role::Mark, Role::Advice, Role::Error, Role::Dim];
    const WINDOWS: [Rgb; 2] = [[0.0; 3], [255.0; 3]];
    /// The 16 colours as shown by xterm and by the PC console.
    const ANSI_COLORS: [[u32; 16]; 2] = [
        [
            0, 0xcd0000, 0xcd00, 0xcdcd00, 0xee, 0xcd00cd, 0xcdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0xff00,
            0xffff00, 0x5c5cff, 0xff00ff, 0xffff, 0xffffff,
        ],
        [
            0, 0xaa0000, 0xaa00, 0xaa5500, 0xaa, 0xaa00aa, 0xaaaa, 0xaaaaaa, 0x555555, 0xff5555, 0x55ff55,
            0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
        ],
    ];

    fn rgb(colour: u32) -> Rgb {
        [16, 8, 0].map(|shift| f64::from(colour >> shift & 0xff))
    }

    /// Returns a colour from the fixed part of xterm's table: the 6x6x6 cube, then the greys.
    fn xterm(number: u8) -> Rgb {
        let level = |step: u8| if step == 0 { 0.0 } else { f64::from(55 + 40 * step) };
        match number {
            16..=231 => [36, 6, 1].map(|place| level((number - 16) / place % 6)),
            232.. => [f64::from(8 + 10 * (i32::from(number) - 232)); 3],
            _ => panic!("the look of {number} depends on the terminal"),
        }
    }

    fn linear(colour: Rgb) -> Rgb {
        colour.map(|part| part / 255.0).map(|part| match part {
            small if small <= 0.04045 => small / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        })
    }

    /// Returns the contrast of two colours as defined by WCAG 2.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let luminance = |colour| {
            let [red, green, blue] = linear(colour);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    fn min_contrast(colour: Rgb) -> f64 {
        WINDOWS.map(|window| contrast(colour, window)).into_iter().fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn contrast_and_xterm_colours_match_reference_values() {
        assert_eq!(contrast(WINDOWS[0], WINDOWS[1]), 21.0);
        assert_eq!((xterm(16), xterm(29), xterm(231)), (rgb(0), rgb(0x00875f), rgb(0xffffff)));
        assert_eq!(xterm(243), rgb(0x767676));
        // Colours that are hard to read are detected: yellow on white, blue on black.
        assert!(min_contrast(rgb(0xcdcd00)) < 2.0 && min_contrast(rgb(0x0000ee)) < 2.5);
    }

    #[test]
    fn colours_are_readable_on_black_and_white() {
        for palette in Palette::value_variants() {
            let [many, few] = role_styles(*palette);
            for (role, style) in ROLES.iter().zip(many) {
                let Number(number) = style else { continue };
                let contrast = min_contrast(xterm(number));
                assert!(contrast >= 4.5, "{palette:?}, {role:?}: {number} has {contrast}");
            }
            for (role, style) in ROLES.iter().zip(few) {
                let Number(number) = style else { continue };
                let shown = ANSI_COLORS.map(|table| min_contrast(rgb(table[usize::from(number)])));
                assert!(shown.iter().all(|contrast| *contrast >= 3.0), "{palette:?}, {role:?}: {shown:?}");
                assert_ne!(ansi(number), AnsiColors::Default);
            }
        }
    }

    /// Returns a colour as seen without the first or the second kind of cone (Viénot, Brettel, Mollon 1999).
    fn simulate_dichromacy(colour: Rgb) -> [Rgb; 2] {
        let [red, green, blue] = linear(colour);
        let first = 0.112_38 * red + 0.887_62 * green;
        let second = 0.292_75 * red + 0.707_25 * green;
        let seen = |both: f64, share: [f64; 2]| [both, both, share[0] * (red - green) + share[1] * blue];
        [seen(first, [0.004_01, 1.0]), seen(second, [-0.022_34, 1.0])]
    }

    #[test]
    fn colour_blind_palette_is_distinguishable() {
        let distance = |palette: Palette| {
            let [Number(one), Number(other), ..] = role_styles(palette)[0] else {
                panic!("{palette:?} has no colours")
            };
            let [one, other] = [one, other].map(|number| simulate_dichromacy(xterm(number)));
            let blue = |[_, _, blue]: Rgb| blue;
            (0..2).map(|kind| (blue(one[kind]) - blue(other[kind])).abs()).fold(f64::INFINITY, f64::min)
        };
        assert!(distance(Palette::ColourBlind) > 0.8, "{}", distance(Palette::ColourBlind));
        assert!(distance(Palette::Standard) < 0.1, "red and green look alike to colour-blind people");
    }

    #[test]
    fn palettes_distinguish_sides_marks_and_errors() {
        for palette in Palette::value_variants() {
            for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256] {
                let paint = Paint::new(*palette, depth);
                assert_ne!(paint.apply(Role::First, "x"), paint.apply(Role::Second, "x"));
                assert_ne!(paint.apply(Role::Mark, "x"), paint.apply(Role::Dim, "x"));
                assert_ne!(paint.apply(Role::Error, "x"), "x");
            }
        }
    }

    #[test]
    fn colour_depth_comes_from_environment() {
        let depth = |name: &'static str, value: &'static str| {
            ColorDepth::from_env(move |asked| (asked == name).then(|| value.to_owned()))
        };
        let many = [("TERM", "xterm-256color"), ("TERM", "xterm-direct"), ("COLORTERM", "truecolor")];
        assert!(many.into_iter().all(|(name, value)| depth(name, value) == ColorDepth::Ansi256));
        let few = [("TERM", "xterm"), ("TERM", "linux"), ("COLORTERM", "yes"), ("TERM", "")];
        assert!(few.into_iter().all(|(name, value)| depth(name, value) == ColorDepth::Ansi16));
    }

    #[test]
    fn plain_paint_is_identity_and_lines_are_painted_separately() {
        assert_eq!(Paint::PLAIN.apply(Role::Error, "x"), "x");
        assert_eq!(Paint::PLAIN.with_palette(Palette::Mono), Paint::PLAIN);
        let paint = Paint::new(Palette::Standard, ColorDepth::Ansi256);
        assert_eq!(paint.apply_bold(Role::First, "x"), "\x1b[38;5;29;1mx\x1b[0m");
        assert_eq!(paint.with_palette(Palette::Mono).apply_bold(Role::First, "x"), "\x1b[1mx\x1b[0m");
        let line = paint.apply(Role::Error, "x");
        assert_eq!(paint.lines(Role::Error, "x\n\nx"), format!("{line}\n\n{line}"));
        assert_eq!(paint.apply(Role::Second, " "), " ");
    }
}
