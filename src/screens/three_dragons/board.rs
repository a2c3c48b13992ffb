//! The board with its legend: like the original through a pipe, shaded at a terminal.

use crate::console::{BoardStyle, Role, Style, centre, pad_right, width};
use crate::games::three_dragons::{
    CAVES, CaptureChoice, Content, MAX_LEVEL, Piece, Position, SIZE, Square, ThreeDragons,
};
use crate::model::{Player, Position as _, View};
use crate::screens::encoding::{ActionForm, EncodingRules};
use crate::screens::text::{capture_legend, dim_grid, small, with_legend_at_side};
use crate::screens::{Picture, PictureCell, PicturePiece, Screen as _, Shape, Terrain, Tint};

use super::words;

/// The width of a square's text.
const CONTENT: usize = 2;

/// The width of the small board with its legend to the right.
pub const LEGEND_COLUMNS: usize = 72;

/// The rows of the questions about a choice of captures.
const CHOICE_ROWS: usize = 5;

/// The legend of the board.
const LEGEND: &str = "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n";

/// Draws the current position in the given style. At a terminal the legend and the piece counts are to its
/// right or below it.
pub fn draw(view: &View<'_, Position>, style: &Style) -> String {
    let picture = ThreeDragons::default().marked_picture(view, style);
    let boards = match style.board {
        BoardStyle::Words => return ThreeDragons::default().describe_position_and_captures(view, style),
        BoardStyle::Classic if style.is_at_terminal() => shaded_boards(&picture, style),
        BoardStyle::Classic => return classic(&picture.unmarked_if_piped(style), style),
        BoardStyle::Compact | BoardStyle::Ascii => vec![small(&picture, style)],
    };
    // A choice of captures needs more rows for its questions.
    let room = if has_capture_choice(view.position) { style.above(CHOICE_ROWS) } else { *style };
    room.drawing(|| boards.concat() + LEGEND, || sizes(&boards, &legend(&picture, style), view))
}

/// Returns the board as data.
pub fn picture(view: &View<'_, Position>) -> Picture {
    let columns = (b'A'..).take(SIZE).map(|letter| char::from(letter).to_string()).collect();
    let squares = |row| (0..SIZE).filter_map(|column| Square::new(row, column)).collect();
    let rows = (0..SIZE).map(|row| ((row + 1).to_string(), squares(row)));
    Picture::new(&[], columns, rows, |square| {
        let content = view.position.content(*square);
        let is_cave = CAVES.iter().any(|cave| cave.square == *square);
        let ground = match content {
            Content::Mountain => Terrain::Mountain,
            Content::Cave { used: false } => Terrain::Cave,
            _ if is_cave => Terrain::UsedCave,
            _ => Terrain::Plain,
        };
        let Content::Piece(piece) = content else { return (ground, Vec::new()) };
        (ground, vec![picture_piece(piece)])
    })
}

fn picture_piece(piece: Piece) -> PicturePiece {
    let (letter, tint) = [('W', Tint::White), ('B', Tint::Black)][piece.owner.index()];
    PicturePiece::new(Some(piece.owner), letter, "piece", tint, Shape::Level(piece.level))
}

/// Returns the rules of the encoding: a plane for each level, and the choice of a capture in each action.
pub fn encoding_rules() -> EncodingRules {
    let levels = |owner| (1..=MAX_LEVEL).map(move |level| picture_piece(Piece { owner, level }));
    EncodingRules {
        terrain: &[Terrain::Mountain, Terrain::Cave, Terrain::UsedCave],
        action: ActionForm::Move(&["", "*u", "*d", "*l", "*r"]),
        ..EncodingRules::new(Player::BOTH.into_iter().flat_map(levels).collect())
    }
}

/// Returns the legend of the board at a terminal.
fn legend(picture: &Picture, style: &Style) -> String {
    let legend = match style.board {
        BoardStyle::Classic => LEGEND.replace("M:", &format!("{MOUNTAIN}:")),
        _ => LEGEND.to_owned(),
    };
    let is_dragon = |cell: &PictureCell| cell.ground == Terrain::UsedCave && !cell.pieces.is_empty();
    let dragons = match picture.cells.iter().any(is_dragon) {
        true if style.is_ascii() => "{ }: dragon in its cave\n",
        true => "┌ ┐: dragon in its cave\n",
        false => "",
    };
    legend + dragons + capture_legend(picture)
}

/// Returns sizes of each of `boards`: with legend and piece counts to its right; with both below it, on each
/// player's first board only and not if a choice of captures may need the rows; and with the counts alone.
fn sizes(boards: &[String], legend: &str, view: &View<'_, Position>) -> Vec<String> {
    let counts = words::counts(view.position);
    let has_legend = view.plies < 2 && !has_capture_choice(view.position);
    let of_board = |board: &String| {
        let mut sizes = vec![with_legend_at_side(board, &format!("{legend}\n{counts}"))];
        sizes.extend(has_legend.then(|| format!("{board}{legend}{counts}")));
        sizes.push(format!("{board}{counts}"));
        sizes
    };
    boards.iter().flat_map(of_board).collect()
}

/// Returns whether any move needs a choice of captures.
fn has_capture_choice(position: &Position) -> bool {
    position.moves().iter().any(|mv| mv.choice != CaptureChoice::Automatic)
}

/// A mountain on a flat board.
const MOUNTAIN: &str = "/\\/\\";

/// The parts of a mountain, and of a cave around its content, on a tall board.
const TALL_MOUNTAIN: [&str; 3] = ["   /\\   ", " /\\/  \\ ", "/  \\   \\"];
const TALL_CAVE: [&str; 3] = [" ┌────┐ ", "│", " │    │ "];

/// The sign that fills dark squares.
const SHADE: char = '░';

/// Draws the board with light and dark squares: with three lines for each row, with one, and also without
/// its frame.
///
/// ```text
///     A   B   C
///   ┌────────────┐
/// 1 │/\/\░B3░ B2 │
/// 2 │░░░░    ░░░░│
///   └────────────┘
/// ```
fn shaded_boards(picture: &Picture, style: &Style) -> Vec<String> {
    let flat = |cell: &PictureCell, is_dark| vec![flat_square(cell, is_dark, style)];
    let tall = |cell: &PictureCell, is_dark| tall_square(cell, is_dark, style);
    let dim = |text: &str| style.paint.apply(Role::Dim, text);
    let framed = |rows: Vec<(&str, String)>| {
        let columns = rows.first().map_or(0, |(_, row)| width(row));
        let rule = |left, right| format!("  {}\n", dim(&format!("{left}{}{right}", "─".repeat(columns))));
        let rows = rows.iter().map(|(name, row)| format!("{name} {}{row}{}\n", dim("│"), dim("│")));
        let names = format!("   {}\n", column_names(picture, columns));
        names + &rule("┌", "┐") + &rows.collect::<String>() + &rule("└", "┘")
    };
    let open = |rows: Vec<(&str, String)>| {
        let columns = rows.first().map_or(0, |(_, row)| width(row));
        let rows = rows.iter().map(|(name, row)| format!("{name} {}\n", row.trim_end()));
        format!("  {}\n{}", column_names(picture, columns), rows.collect::<String>())
    };
    vec![framed(rows(picture, tall)), framed(rows(picture, flat)), open(rows(picture, flat))]
}

/// Writes the column names above squares that take `columns` columns together.
fn column_names(picture: &Picture, columns: usize) -> String {
    let names = picture.columns.iter().map(|name| centre(name, columns / picture.columns.len().max(1)));
    names.collect::<String>().trim_end().to_owned()
}

/// Draws the rows of squares, each line with the name of its row, if it has one. `square` returns the lines of
/// a square, which is dark or not.
fn rows(picture: &Picture, square: impl Fn(&PictureCell, bool) -> Vec<String>) -> Vec<(&str, String)> {
    let mut lines = Vec::new();
    for (row, (name, cells)) in picture.lines().enumerate() {
        let columns = cells.iter().enumerate();
        let squares: Vec<_> = columns.map(|(column, cell)| square(cell, (row + column) % 2 == 1)).collect();
        let height = squares.first().map_or(0, Vec::len);
        for line in 0..height {
            let squares = squares.iter().filter_map(|square| square.get(line).map(String::as_str));
            lines.push((if line == height / 2 { name } else { " " }, squares.collect()));
        }
    }
    lines
}

/// Draws a square in one line: its content between its marks.
fn flat_square(cell: &PictureCell, is_dark: bool, style: &Style) -> String {
    if cell.ground == Terrain::Mountain {
        return style.paint.apply(Role::Dim, MOUNTAIN);
    }
    let shade = if is_dark { SHADE } else { ' ' };
    let (open, close) = cell.frame(style, shade);
    let empty = shade.to_string().repeat(CONTENT);
    let content = cell.paint(style, &cell.text(style, &empty));
    format!("{open}{content}{close}")
}

/// Draws a square in three lines.
fn tall_square(cell: &PictureCell, is_dark: bool, style: &Style) -> Vec<String> {
    let dim = |text: &str| style.paint.apply(Role::Dim, text);
    let shade = if is_dark { SHADE } else { ' ' };
    let fill = |columns| dim(&shade.to_string().repeat(columns));
    match cell.ground {
        Terrain::Mountain => TALL_MOUNTAIN.map(dim).to_vec(),
        Terrain::Plain => {
            // Dark squares leave a space on both sides of a piece.
            let is_shaded = is_dark && cell.pieces.is_empty();
            vec![fill(8), format!("{}{}{}", fill(2), flat_square(cell, is_shaded, style), fill(2)), fill(8)]
        }
        Terrain::Cave | Terrain::UsedCave => {
            let content = cell.paint(style, &cell.text(style, ""));
            let (open, close) = match cell.mark {
                Some(_) => cell.frame(style, ' '),
                None => (" ".to_owned(), " ".to_owned()),
            };
            let [roof, wall, foot] = TALL_CAVE;
            vec![dim(roof), format!(" {}{open}{content}{close}{} ", dim(wall), dim(wall)), dim(foot)]
        }
    }
}

/// Draws the board exactly like the original, for a pipe.
///
/// ```text
///  | A  | B  | C  ...
/// ___________________
/// 1| M  | B3 | B2 ...
/// ```
fn classic(picture: &Picture, style: &Style) -> String {
    let columns: String =
        picture.columns.iter().map(|letter| format!(" {} |", pad_right(letter, CONTENT))).collect();
    let header = format!(" |{columns}\n");
    let rule = "_".repeat(header.len() - 1) + "\n";
    let mut text = format!("{header}{rule}");
    for (name, cells) in picture.lines() {
        let cells = cells.iter().map(|cell| cell.framed(style, CONTENT, "  ") + "|");
        text += &format!("{name}|{}\n{rule}", cells.collect::<String>());
    }
    dim_grid(style, &text, &['|', '_'])
}
