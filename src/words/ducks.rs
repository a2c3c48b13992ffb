//! What both Ugly Ducks share.

use super::game::winner;
use super::reasons::NamedFact;
use super::{PicturePiece, Shape, Terrain, Tint};
use crate::games::ugly_duck::{Cell, Geometry, Kind, Piece, UglyDuckPosition, player_name};
use crate::model::{Player, View};

/// Returns the ducks and swans of both players with their signs. Player 1's are green; player 2's have the
/// tint `second`.
pub const fn piece_kinds(signs: [char; 4], second: Tint) -> [PicturePiece; 4] {
    const fn kind(player: Player, letter: char, sign: char, tint: Tint) -> PicturePiece {
        let left = matches!(player, Player::Two);
        let is_swan = letter.eq_ignore_ascii_case(&'s');
        let (name, shape) =
            if is_swan { ("swan", Shape::Swan { left }) } else { ("duck", Shape::Duck { left }) };
        PicturePiece { sign, ..PicturePiece::new(Some(player), letter, name, tint, shape) }
    }
    [
        kind(Player::One, 'D', signs[0], Tint::Green),
        kind(Player::One, 'S', signs[1], Tint::Green),
        kind(Player::Two, 'd', signs[2], second),
        kind(Player::Two, 's', signs[3], second),
    ]
}

/// Returns the name of a kind of piece.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Duck => "duck",
        Kind::Swan => "swan",
    }
}

/// Returns what a picture shows on `cell`: plain ground and, if there is a piece, one of `kinds`.
pub fn picture_content<G: Geometry>(
    position: &UglyDuckPosition<G>,
    cell: Cell,
    kinds: &[PicturePiece; 4],
    number: Option<usize>,
) -> (Terrain, Vec<PicturePiece>) {
    let index = |piece: Piece| 2 * piece.owner.index() + usize::from(piece.kind == Kind::Swan);
    let piece = position.piece(cell).map(|piece| PicturePiece { number, ..kinds[index(piece)] });
    (Terrain::Plain, piece.into_iter().collect())
}

/// Returns the winner's swans that are home, or else the piece that made the last capture.
pub fn deciding_cells<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>) -> Vec<String> {
    let Some(winner) = winner(view) else { return Vec::new() };
    let swans = swans_at_home(view.position, winner);
    let last = view.last_move().map(|mv| mv.to);
    let cells = if swans.is_empty() { last.into_iter().collect() } else { swans };
    cells.iter().map(Cell::to_string).collect()
}

/// Returns the cells of a player's swans that are home.
fn swans_at_home<G: Geometry>(position: &UglyDuckPosition<G>, player: Player) -> Vec<Cell> {
    let size = position.geometry().size();
    let home = if player == Player::One { 0 } else { size.height() - 1 };
    let swan = Some(Piece { owner: player, kind: Kind::Swan });
    let is_home = |cell: &Cell| usize::from(cell.row) == home && position.piece(*cell) == swan;
    size.cells().filter(is_home).collect()
}

/// Returns how the position was won: a swan, described by `swan`, is home, or the loser has no pieces left.
pub fn how_won<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>, swan: impl Fn(Cell) -> String) -> String {
    let Some(winner) = winner(view) else { return String::new() };
    match swans_at_home(view.position, winner).first() {
        Some(home) => swan(*home),
        None => format!("{} has no pieces left", player_name(winner.opponent())),
    }
}

/// Words the facts that only this game has.
pub fn own_reason(fact: &NamedFact) -> Option<String> {
    let (first, last, after, winner) = (fact.first(), fact.last(), fact.after(), &fact.winner);
    Some(match fact.pattern {
        "swan-comes-home" | "last-piece-taken" => fact.wins_at_once(),
        "capture-makes-swan" => {
            format!("{last}{} takes {} and makes a swan.", fact.probably(), fact.victims.join(", "))
        }
        "misses-swan" if fact.moves.len() == 1 => format!("{first} makes a swan."),
        "allows-swan" | "misses-swan" => {
            format!("{after}, {winner} has a swan on {}.", fact.cells.join(", "))
        }
        "allows-breakthrough" | "misses-breakthrough" => {
            let (duck, soon) = (fact.pieces.join(", "), fact.in_turns_of_winner());
            let duck = duck.strip_prefix("the ").unwrap_or(&duck);
            format!("{after}, {winner}'s {duck} becomes a swan {soon}: nothing can stop it.")
        }
        _ => return None,
    })
}
