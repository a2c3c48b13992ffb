//! Three Dragons.

use super::encoding::{ActionForm, EncodingRules};
use super::game::{rest_after, winner};
use super::reasons::NamedFact;
use super::sentence::{capitalised, counted, join_with_word};
use super::{GameWords, Picture, PicturePiece, Shape, Terrain, Tint};
use crate::games::three_dragons::{
    CAVES, CaptureChoice, Captures, Content, MAX_LEVEL, Move, Piece, SIZE, Square, ThreeDragons,
    ThreeDragonsPosition, player_name, squares_in,
};
use crate::model::{Player, Position as _, View};

impl GameWords for ThreeDragons {
    fn about(&self) -> &'static str {
        "Surround or overpower enemies."
    }

    fn picture(&self, view: &View<'_, ThreeDragonsPosition>) -> Picture {
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

    fn encoding_rules(&self) -> EncodingRules {
        let levels = |owner| (1..=MAX_LEVEL).map(move |level| picture_piece(Piece { owner, level }));
        EncodingRules {
            terrain: &[Terrain::Mountain, Terrain::Cave, Terrain::UsedCave],
            action: ActionForm::Move(&["", "*u", "*d", "*l", "*r"]),
            ..EncodingRules::new(Player::BOTH.into_iter().flat_map(levels).collect())
        }
    }

    /// Describes the last move: `white moved a level 4 piece from E8 to E6`.
    fn last_move(&self, view: &View<'_, ThreeDragonsPosition>) -> String {
        let Some((before, mv, _)) = view.last_turn() else { return String::new() };
        let choice = match mv.choice {
            CaptureChoice::Automatic => String::new(),
            CaptureChoice::Strength(direction) => {
                let taken = mv.to.step(direction).map(Square::name).unwrap_or_default();
                format!(", strength capture on {taken}")
            }
        };
        let (mover, piece) = (player_name(before.to_move()), level_name(before.level(mv.from)));
        format!(
            "Last move: {mover} moved a {piece} piece from {} to {}{choice}\n",
            mv.from.name(),
            mv.to.name()
        )
    }

    fn typed_answers(&self, view: &View<'_, ThreeDragonsPosition>, mv: Move) -> Vec<String> {
        let position = view.position;
        let mut lines: Vec<String> = [mv.from, mv.to].map(typed_square).to_vec();
        let captures = position.captures(mv.to, position.level(mv.from));
        if captures.is_choice() {
            lines.extend(typed_choice(mv.to, captures, mv.choice));
        }
        lines
    }

    /// A square can be typed row first, or as a row and then a column; a capture by its number or first letter.
    fn rest_of_turn(
        &self,
        view: &View<'_, ThreeDragonsPosition>,
        mv: Move,
        typed: &[String],
    ) -> Option<Vec<String>> {
        let mut typed = split_squares(typed);
        if let Some(capture) = typed.get_mut(CAPTURE_PART) {
            *capture = capture_name(capture).unwrap_or(capture).to_owned();
        }
        let rest = rest_after(&split_squares(&self.typed_answers(view, mv)), typed)?;
        let ends_square = |part: &String| matches!(part.as_bytes(), [b'a'..=b'i']);
        let (column, rest) = rest.split_at(usize::from(rest.first().is_some_and(ends_square)));
        let rest = rest.chunk_by(|_, next| ends_square(next));
        Some(column.iter().cloned().chain(rest.map(|parts| parts.iter().rev().cloned().collect())).collect())
    }

    fn how_won(&self, view: &View<'_, ThreeDragonsPosition>) -> String {
        let position = view.position;
        let Some(winner) = winner(view) else { return String::new() };
        let loser = winner.opponent();
        let left = format!("{} has {} left", capitalised(player_name(loser)), count(position, loser));
        let Some((before, mv, _)) = view.last_turn().filter(|(before, ..)| before.to_move() == winner) else {
            return left;
        };
        let name = |square| format!("the level {} piece on {}", before.level(square), typed_square(square));
        match squares_in(before.taken(mv).0).map(name).collect::<Vec<_>>() {
            taken if taken.is_empty() => left,
            taken => {
                let were = if taken.len() == 1 { "was" } else { "were" };
                format!("{} {were} captured", join_with_word(&taken, "and"))
            }
        }
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        match fact.pattern {
            "last-pieces-taken" => Some(fact.wins_at_once()),
            "allows-dragon" | "misses-dragon" => {
                let (after, caves) = (fact.after(), fact.cells.join(", "));
                Some(format!("{after}, {} gets a dragon in {caves}.", fact.winner))
            }
            _ => None,
        }
    }
}

fn picture_piece(piece: Piece) -> PicturePiece {
    let (letter, tint) = [('W', Tint::White), ('B', Tint::Black)][piece.owner.index()];
    PicturePiece::new(Some(piece.owner), letter, "piece", tint, Shape::Level(piece.level))
}

/// Names a piece in a sentence: `level 3`.
pub fn level_name(level: u8) -> String {
    format!("level {level}")
}

/// Writes a side's piece count: `8 pieces`, `1 piece`, `no pieces`.
pub fn count(position: &ThreeDragonsPosition, player: Player) -> String {
    match position.count(player) {
        0 => "no pieces".to_owned(),
        count => counted(count, "piece"),
    }
}

/// Writes a choice of captures on `to`. A strength capture among several is named by its square, which is the same on
/// a flipped board.
fn typed_choice(to: Square, captures: Captures, choice: CaptureChoice) -> Vec<String> {
    let CaptureChoice::Strength(direction) = choice else { return vec![CUSTODIAL.to_owned()] };
    let strength = (captures.custodial != 0).then(|| STRENGTH.to_owned());
    let which = to.step(direction).filter(|_| captures.strength.count_ones() > 1).map(typed_square);
    strength.into_iter().chain(which).collect()
}

/// Reads a kind of capture, and returns it as it is typed in full.
pub fn capture_name(answer: &str) -> Option<&'static str> {
    match answer.to_ascii_lowercase().as_str() {
        "1" | "c" | CUSTODIAL => Some(CUSTODIAL),
        "2" | "s" | STRENGTH => Some(STRENGTH),
        _ => None,
    }
}

/// The kinds of capture.
pub const CUSTODIAL: &str = "custodial";
const STRENGTH: &str = "strength";

/// The index of the kind of capture in the parts of a turn, after two squares.
const CAPTURE_PART: usize = 4;

/// Splits the squares among answers into row and column.
fn split_squares(answers: &[String]) -> Vec<String> {
    let parts = |answer: &String| match answer.to_lowercase().as_bytes() {
        [column @ b'a'..=b'i', row @ b'1'..=b'9'] | [row @ b'1'..=b'9', column @ b'a'..=b'i'] => {
            [row, column].map(|part| char::from(*part).to_string()).to_vec()
        }
        _ => vec![answer.to_lowercase()],
    };
    answers.iter().flat_map(parts).collect()
}

/// Writes a square as it is typed: `b9`.
pub fn typed_square(square: Square) -> String {
    square.name().to_lowercase()
}
