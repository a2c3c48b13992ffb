//! Answers in sentences about the pieces on a board: what is on a cell, what attacks it, and all of them.
//!
//! The answers come from the [`Picture`]s of a position and of those after its moves, so they work for every
//! game.

use std::collections::BTreeMap;

use super::Screen;
use super::stacks::describe_stack;
use crate::console::{BoardStyle, Style};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Player, Position as _, View};
use crate::words::{
    GameWords as _, Picture, PictureCell, PicturePiece, Shape, Terrain, capitalised, join_with_word,
    number_word,
};

/// The questions about one position.
pub(crate) struct BoardQuestions<'a> {
    game: &'a AnyGame,
    view: View<'a, AnyPosition>,
    picture: Picture,
}

/// A move as seen on the board.
struct SeenMove {
    cells: Vec<String>,
    /// The cells on which it captures.
    captured: Vec<String>,
    /// What the piece is afterwards, if it has become another.
    becomes: Option<&'static str>,
}

impl<'a> BoardQuestions<'a> {
    /// Creates questions about the current position.
    pub(crate) fn new(game: &'a AnyGame, history: &'a History<AnyPosition>) -> Self {
        let view = game.view(history);
        let picture = game.picture(&view);
        BoardQuestions { game, view, picture }
    }

    /// Lists all pieces, without the last move.
    pub(crate) fn pieces(&self) -> String {
        let view = View { last: None, ..self.view.clone() };
        self.game.board(&view, &Style { board: BoardStyle::Words, ..Style::PLAIN })
    }

    /// Says what is on `place`, a cell or the number of a piece, and where it can go.
    ///
    /// # Errors
    /// Returns a sentence if there is no such place.
    pub(crate) fn whereabouts(&self, place: &str) -> Result<String, String> {
        let cells = self.find(place)?;
        Ok(cells.into_iter().map(|cell| self.describe_cell(cell)).collect())
    }

    /// Says which pieces can capture on `place`, or who can go there if nothing is on it.
    ///
    /// # Errors
    /// Returns a sentence if there is no such place.
    pub(crate) fn attackers(&self, place: &str) -> Result<String, String> {
        let cells = self.find(place)?;
        Ok(cells.into_iter().map(|cell| self.describe_attackers(cell)).collect())
    }

    /// Returns a cell as it is typed.
    pub(crate) fn example(&self) -> String {
        self.picture.cells.first().map_or_else(String::new, |cell| self.name(&cell.name))
    }

    /// Finds a cell as it is typed or written, or the cells of the pieces with this number.
    fn find(&self, place: &str) -> Result<Vec<&PictureCell>, String> {
        let typed: String = place.to_lowercase().split(['/', '.', ' ']).collect();
        // A row may come first: 9b.
        let letters = typed.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let turned = format!("{letters}{}", &typed[..typed.len() - letters.len()]);
        let is_it = |name: &str| name == typed || name == turned;
        let number = typed.parse().ok().filter(|_| self.picture.largest_number.is_some());
        // The name that a board shows, such as D3, distinguishes upper and lower case.
        let shown = |piece: &PicturePiece| piece.number.map(|number| format!("{}{number}", piece.letter));
        let is_shown =
            |cell: &PictureCell| cell.pieces.iter().any(|piece| shown(piece).as_deref() == Some(place));
        let has_number =
            |cell: &PictureCell| number.is_some() && cell.pieces.iter().any(|piece| piece.number == number);
        let matches = |cell: &&PictureCell| {
            is_it(&cell.name) || is_it(&self.name(&cell.name)) || has_number(cell) || is_shown(cell)
        };
        let found: Vec<&PictureCell> = self.picture.cells.iter().filter(matches).collect();
        match (found.is_empty(), number, self.picture.cells.first()) {
            (false, ..) => Ok(found),
            (_, Some(number), _) => Err(format!("There is no piece {number} on the board.")),
            (_, _, Some(first)) => {
                Err(format!("There is no such cell. Type one such as {}.", self.name(&first.name)))
            }
            _ => Err("There is no such cell.".to_owned()),
        }
    }

    /// Returns the name of a cell as the prompts take it.
    fn name(&self, cell: &str) -> String {
        self.game.typed_cell(cell)
    }

    /// Returns the name of a cell in a sentence about it. Where pieces have names such as `d1` too, it says that
    /// this is a cell.
    fn cell(&self, cell: &PictureCell) -> String {
        let name = self.name(&cell.name);
        if self.picture.largest_number.is_some() { format!("cell {name}") } else { name }
    }

    /// Names a piece with its owner: `white's level 3 piece`, `Player 1's duck 2`.
    fn piece(&self, piece: &PicturePiece) -> String {
        let level =
            if let Shape::Level(level) = piece.shape { format!("level {level} ") } else { String::new() };
        let number = piece.number.map_or_else(String::new, |number| format!(" {number}"));
        let owner =
            piece.owner.map_or_else(String::new, |owner| format!("{}'s ", self.game.player_name(owner)));
        format!("{owner}{level}{}{number}", piece.name)
    }

    /// Names the piece on a cell for a list: `e4`, or with its number `duck 3 on e4`.
    fn place(&self, name: &str) -> String {
        let cell = self.picture.cells.iter().find(|cell| cell.name == *name);
        let piece = cell.and_then(|cell| cell.pieces.last());
        let numbered = piece.and_then(|piece| Some(format!("{} {} on ", piece.name, piece.number?)));
        numbered.unwrap_or_default() + &self.name(name)
    }

    fn describe_cell(&self, cell: &PictureCell) -> String {
        let name = match self.picture.largest_number {
            Some(_) => capitalised(&self.cell(cell)),
            None => self.cell(cell),
        };
        match (cell.pieces.as_slice(), cell.ground) {
            ([], Terrain::Plain) => format!("{name} is empty.\n"),
            ([], Terrain::Mountain) => format!("{name} is a mountain.\n"),
            ([], Terrain::Cave) => format!("{name} is a cave whose dragon can be summoned.\n"),
            ([], Terrain::UsedCave) => format!("{name} is an empty cave.\n"),
            (stack, _) if self.picture.has_stacks => format!("{name}: {}.\n", describe_stack(stack)),
            ([.., piece], _) => {
                let owner = piece.owner.unwrap_or(self.view.position.to_move());
                format!("{name}: {}. {}\n", self.piece(piece), self.describe_moves(cell, owner))
            }
        }
    }

    /// Describes what the piece of `owner` on `cell` can do, now or when it is that player's turn.
    fn describe_moves(&self, cell: &PictureCell, owner: Player) -> String {
        let Some(moves) = self.moves_of(owner) else { return String::new() };
        let (mut targets, mut captures, mut change) = (Vec::new(), BTreeMap::new(), None);
        for mv in moves.into_iter().filter(|mv| mv.cells.first() == Some(&cell.name)) {
            match mv.cells.last().filter(|_| mv.cells.len() > 1) {
                Some(to) => {
                    let to = self.name(to);
                    captures.entry(to.clone()).or_insert_with(Vec::new).push(mv.captured);
                    if !targets.contains(&to) {
                        targets.push(to);
                    }
                }
                None => change = mv.becomes,
            }
        }
        let turn = if self.view.position.to_move() == owner { "It can" } else { "On its turn it could" };
        let mut abilities: Vec<String> = Vec::new();
        abilities.extend((!targets.is_empty()).then(|| format!("go to {}", join_with_word(&targets, "or"))));
        abilities.extend(change.map(|name| format!("become a {name}")));
        if abilities.is_empty() {
            return "It cannot move.".to_owned();
        }
        let mut text = format!("{turn} {}.", abilities.join(", or "));
        for (to, mut ways) in captures {
            ways.retain(|captured| !captured.is_empty());
            ways.sort();
            ways.dedup();
            let together = |captured: &Vec<String>| {
                let names: Vec<String> = captured.iter().map(|cell| self.name(cell)).collect();
                join_with_word(&names, "and")
            };
            let ways: Vec<String> = ways.iter().map(together).collect();
            text += &match ways.as_slice() {
                [] => String::new(),
                [only] if *only == to => format!(" On {to} it captures."),
                ways if ways.iter().any(|way| way.contains(" and ")) => {
                    format!(" From {to} it captures on {}.", ways.join(", or on "))
                }
                ways => format!(" From {to} it captures on {}.", join_with_word(ways, "or")),
            };
        }
        text
    }

    fn describe_attackers(&self, cell: &PictureCell) -> String {
        let name = self.cell(cell);
        let to_move = self.view.position.to_move();
        if self.picture.has_stacks {
            return "In this game no piece is captured.\n".to_owned();
        }
        let Some(owner) = cell.pieces.last().and_then(|piece| piece.owner) else {
            return self.describe_visitors(cell);
        };
        let attacker = owner.opponent();
        let Some(moves) = self.moves_of(attacker) else {
            let attacker = self.game.player_name(attacker);
            return format!(
                "It is {}'s turn: what {attacker} can do next is not known.\n",
                self.game.player_name(to_move)
            );
        };
        let from = starts(moves.iter().filter(|mv| mv.captured.contains(&cell.name)));
        let when = if attacker == to_move { "now" } else { "next turn" };
        let places: Vec<String> = from.iter().map(|from| self.place(from)).collect();
        match places.len() {
            0 => format!("Nothing attacks {name}.\n"),
            count => format!(
                "{} of {}'s pieces can capture on {name} {when}: {}.\n",
                capitalised(&number_word(count)),
                capitalised(self.game.player_name(attacker)),
                join_with_word(&places, "and")
            ),
        }
    }

    /// Says who can go to an empty cell.
    fn describe_visitors(&self, cell: &PictureCell) -> String {
        let name = self.cell(cell);
        let visitors = Player::BOTH.into_iter().filter_map(|player| {
            let moves = self.moves_of(player)?;
            let comes = |mv: &&SeenMove| mv.cells.len() > 1 && mv.cells.last() == Some(&cell.name);
            let from: Vec<String> =
                starts(moves.iter().filter(comes)).iter().map(|from| self.place(from)).collect();
            let who = capitalised(self.game.player_name(player));
            (!from.is_empty()).then(|| format!(" {who} can go there from {}.", join_with_word(&from, "or")))
        });
        let visitors: String = visitors.collect();
        let nobody = if visitors.is_empty() { " Nothing can go there." } else { "" };
        format!("No piece is on {name}.{visitors}{nobody}\n")
    }

    /// Returns the moves of `player`, as if it were that player's turn; `None` if the game cannot say.
    fn moves_of(&self, player: Player) -> Option<Vec<SeenMove>> {
        let position = self.view.position;
        let passed = if position.to_move() == player { None } else { Some(position.with_turn_passed()?) };
        let position = passed.as_ref().unwrap_or(position);
        Some(position.moves().into_iter().map(|mv| self.see(position, mv)).collect())
    }

    /// Compares the board before and after a move.
    fn see(&self, position: &AnyPosition, mv: AnyMove) -> SeenMove {
        let mover = position.to_move();
        let after = position.after(mv);
        let after = self.game.picture(&View { position: &after, last: None, ..self.view.clone() });
        let top = |cell: &PictureCell| cell.pieces.last().map(|piece| (piece.owner, piece.name));
        let changed =
            self.picture.cells.iter().zip(&after.cells).filter(|(before, after)| top(before) != top(after));
        let (mut captured, mut becomes) = (Vec::new(), None);
        for (before, after) in changed {
            match (top(before), top(after)) {
                (Some((Some(owner), _)), _) if owner != mover => captured.push(before.name.clone()),
                (Some(_), Some((_, name))) => becomes = Some(name),
                _ => {}
            }
        }
        SeenMove { cells: self.game.cells(mv), captured, becomes }
    }
}

/// Returns the first cells of `moves`, each once.
fn starts<'a>(moves: impl Iterator<Item = &'a SeenMove>) -> Vec<&'a String> {
    let mut starts: Vec<&String> = moves.filter_map(|mv| mv.cells.first()).collect();
    starts.sort();
    starts.dedup();
    starts
}
