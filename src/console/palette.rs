//! The colours and their meanings. No other file names a colour.
//!
//! Every colour is readable on black and on white backgrounds. Eight of the 256 terminal colours have a
//! contrast of 4.45 or more on both, six of them 4.5. Of the 16 colours, whose look the terminal chooses,
//! three have a contrast of 3. Other colours bring their own background, as a white piece does, which is
//! bright in every window; or they are the terminal's default colour, bold or reversed.

use clap::ValueEnum;
use owo_colors::{AnsiColors, Style as Escapes, XtermColors};

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Green pieces.
    Green,
    /// Blue pieces.
    Blue,
    /// Red pieces.
    Red,
    /// White or light pieces.
    White,
    /// Black or dark pieces.
    Black,
    /// Tan pieces.
    Tan,
    /// The marks around a cell: the last move, the end of the game. The keys of menus.
    Mark,
    /// Hints and the coach's comments.
    Advice,
    /// Refusals with their reasons.
    Error,
    /// Less important parts: grids, frames, empty cells.
    Dim,
}

/// A set of colours. On the command line and in files palettes have these names, in lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Palette {
    /// Each piece in the colour of its name.
    #[default]
    #[value(help = None::<&str>)]
    Standard,
    /// Blue and brown instead of green and blue or red, which colour-blind people can tell apart.
    #[value(alias = "color-blind", help = None::<&str>)]
    ColourBlind,
    /// No colours: bold and reverse video.
    #[value(help = None::<&str>)]
    Mono,
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
    /// The first colour on a background of the second.
    On(u8, u8),
    /// The terminal's default colour.
    Own,
    Bold,
    Reverse,
}

use RoleStyle::{Bold, Number, On, Own, Reverse};

/// The number of roles.
const ROLES: usize = 10;
/// White, black and tan pieces, with 256 colours and with 16.
const STONES: [[RoleStyle; 3]; 2] = [[On(16, 231), On(231, 16), On(16, 180)], [On(0, 7), On(7, 0), On(0, 3)]];

/// Returns the styles of a palette in the order of [`Role`]: for 256 colours, then for 16.
const fn role_styles(palette: Palette) -> [[RoleStyle; ROLES]; 2] {
    let [[white, black, tan], [ansi_white, ansi_black, ansi_tan]] = STONES;
    match palette {
        Palette::Standard => [
            [
                Number(29),
                Number(63),
                Number(131),
                white,
                black,
                tan,
                Number(98),
                Number(98),
                Number(163),
                Number(243),
            ],
            [On(0, 2), On(7, 4), On(7, 1), ansi_white, ansi_black, ansi_tan, Bold, Bold, Number(5), Own],
        ],
        Palette::ColourBlind => [
            [Number(63), Number(131), Number(131), white, black, tan, Bold, Bold, Reverse, Number(243)],
            [On(7, 4), On(7, 1), On(7, 1), ansi_white, ansi_black, ansi_tan, Bold, Bold, Reverse, Own],
        ],
        Palette::Mono => [[Bold, Reverse, Reverse, Reverse, Bold, Own, Bold, Bold, Reverse, Own]; 2],
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

    /// Returns the name of the colour in which green, blue or red pieces are shown; `None` if there is none.
    pub fn colour_name(self, role: Role) -> Option<&'static str> {
        match (self.0?, role) {
            ((Palette::Mono, _), _) => None,
            ((Palette::Standard, _), Role::Green) => Some("green"),
            ((Palette::Standard, _), Role::Blue) | ((Palette::ColourBlind, _), Role::Green) => Some("blue"),
            ((Palette::ColourBlind, ColorDepth::Ansi256), Role::Blue | Role::Red) => Some("brown"),
            (_, Role::Blue | Role::Red) => Some("red"),
            _ => None,
        }
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
                (On(text, ground), ColorDepth::Ansi256) => {
                    Escapes::new().color(XtermColors::from(text)).on_color(XtermColors::from(ground))
                }
                (On(text, ground), ColorDepth::Ansi16) => {
                    Escapes::new().color(ansi(text)).on_color(ansi(ground))
                }
            };
        let escapes = if is_bold { escapes.bold() } else { escapes };
        escapes.style(text).to_string()
    }
}

/// Returns one of the first eight of the 16 colours.
fn ansi(number: u8) -> AnsiColors {
    match number {
        0 => AnsiColors::Black,
        1 => AnsiColors::Red,
        2 => AnsiColors::Green,
        3 => AnsiColors::Yellow,
        4 => AnsiColors::Blue,
        5 => AnsiColors::Magenta,
        7 => AnsiColors::White,
        _ => AnsiColors::Default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rgb = [f64; 3];

    const ALL_ROLES: [Role; ROLES] = {
        use Role::*;
        [Green, Blue, Red, White, Black, Tan, Mark, Advice, Error, Dim]
    };
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
    fn colours_are_readable_on_black_and_white() {
        assert_eq!((xterm(16), xterm(29), xterm(231)), (rgb(0), rgb(0x00875f), rgb(0xffffff)));
        assert_eq!((contrast(WINDOWS[0], WINDOWS[1]), xterm(243)), (21.0, rgb(0x767676)));
        // Colours that are hard to read are detected: yellow on white, blue on black.
        assert!(min_contrast(rgb(0xcdcd00)) < 2.0 && min_contrast(rgb(0x0000ee)) < 2.5);
        for palette in Palette::value_variants() {
            let [many, few] = role_styles(*palette);
            for (role, style) in ALL_ROLES.iter().zip(many) {
                let shown = min_contrast_of(style, xterm);
                assert!(shown.is_none_or(|contrast| contrast >= 4.5), "{palette:?}, {role:?}: {shown:?}");
            }
            for (role, style) in ALL_ROLES.iter().zip(few) {
                for table in ANSI_COLORS {
                    let shown = min_contrast_of(style, |number| rgb(table[usize::from(number)]));
                    assert!(shown.is_none_or(|contrast| contrast >= 3.0), "{palette:?}, {role:?}: {shown:?}");
                }
                let (Number(number) | On(number, _)) = style else { continue };
                assert_ne!(ansi(number), AnsiColors::Default);
            }
        }
    }

    /// Returns the contrast of a style in the worse window, or with its own background; `None` if it has no
    /// colour.
    fn min_contrast_of(style: RoleStyle, colour: impl Fn(u8) -> Rgb) -> Option<f64> {
        match style {
            Number(number) => Some(min_contrast(colour(number))),
            On(text, ground) => Some(contrast(colour(text), colour(ground))),
            Own | Bold | Reverse => None,
        }
    }

    #[test]
    fn colours_match_their_names() {
        let luminance = |[red, green, blue]: Rgb| 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let ground = |style: RoleStyle, colour: &dyn Fn(u8) -> Rgb| match style {
            Number(number) | On(_, number) => colour(number),
            Own | Bold | Reverse => panic!("there is no colour"),
        };
        let few = |number: u8| rgb(ANSI_COLORS[0][usize::from(number)]);
        let colours: [&dyn Fn(u8) -> Rgb; 2] = [&xterm, &few];
        for (styles, colour) in role_styles(Palette::Standard).into_iter().zip(colours) {
            let shown = |role: Role| ground(styles[role as usize], colour);
            for (role, part) in [(Role::Red, 0), (Role::Green, 1), (Role::Blue, 2)] {
                let parts = shown(role);
                assert!(
                    (0..3).all(|other| other == part || parts[other] < parts[part]),
                    "{role:?}: {parts:?}"
                );
            }
            let [white, tan, black] =
                [Role::White, Role::Tan, Role::Black].map(|role| luminance(shown(role)));
            assert!(white > 200.0 && white > tan && tan > 50.0 && black == 0.0, "{white} {tan} {black}");
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
            let [Number(one), _, Number(other), ..] = role_styles(palette)[0] else {
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
                for (one, other) in
                    [(Role::Green, Role::Blue), (Role::Green, Role::Red), (Role::White, Role::Black)]
                {
                    assert_ne!(paint.apply(one, "x"), paint.apply(other, "x"));
                }
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
        assert_eq!(paint.apply_bold(Role::Green, "x"), "\x1b[38;5;29;1mx\x1b[0m");
        assert_eq!(paint.with_palette(Palette::Mono).apply_bold(Role::Green, "x"), "\x1b[1mx\x1b[0m");
        let line = paint.apply(Role::Error, "x");
        assert_eq!(paint.lines(Role::Error, "x\n\nx"), format!("{line}\n\n{line}"));
        assert_eq!(paint.apply(Role::Red, " "), " ");
    }
}
