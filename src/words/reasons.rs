//! Reasons in words: each fact about a turn as a sentence.
//!
//! A game words its own patterns itself ([`GameWords::own_reason`]); the patterns that games share are worded
//! here.

use crate::engine::reasons::{ExplainedTurn, Fact, TurnLine};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History};

use super::moves::{MAX_LINE_MOVES, typed_turns, with_players};
use super::{GameWords, PicturePiece, Shape, capitalised, in_turns_of, join_with_word, number_word};

/// What the pattern of a mistake says about a player who makes it often.
const HABITS: [(&str, &str); 37] = [
    ("loses-at-once", "you overlook a win on the next turn"),
    ("swan-comes-home", "you let a swan come home"),
    ("last-piece-taken", "you leave your last piece in reach"),
    ("last-pieces-taken", "you leave your last pieces in reach"),
    ("king-in-reach", "you leave your king in reach"),
    ("corner-in-reach", "you let a king reach the corner"),
    ("fourth-top", "you leave the fourth top within a walk"),
    ("misses-win-at-once", "you miss a win on the spot"),
    ("no-defence", "you allow threats that nothing stops"),
    ("few-defences", "you allow strong threats"),
    ("misses-forced-win", "you miss threats that nothing stops"),
    ("misses-threat", "you miss strong threats"),
    ("allows-run", "you let a piece run to its goal"),
    ("misses-run", "you miss a run to the goal"),
    ("capture-makes-swan", "you allow captures that make a swan"),
    ("allows-breakthrough", "you let a duck through"),
    ("misses-breakthrough", "you miss a way through for a duck"),
    ("allows-swan", "you let a new swan appear"),
    ("misses-swan", "you miss a swan"),
    ("allows-dragon", "you let a cave be surrounded"),
    ("misses-dragon", "you miss a dragon"),
    ("allows-king", "you let a new king appear"),
    ("misses-king", "you miss a new king"),
    ("unguarded-piece", "you leave pieces unguarded"),
    ("steps-into-capture", "you step into captures"),
    ("ignores-attack", "you overlook attacks on your pieces"),
    ("opens-attack", "you expose your pieces"),
    ("bad-exchange", "you lose exchanges"),
    ("misses-exchange", "you miss good exchanges"),
    ("no-safe-move", "you run out of safe moves"),
    ("few-safe-moves", "you run short of safe moves"),
    ("misses-bind", "you miss ways to leave no safe move"),
    ("misses-squeeze", "you miss ways to leave few safe moves"),
    ("misses-capture", "you miss free captures"),
    ("misses-safe-move", "you miss safe moves"),
    ("allows-attack", "you allow attacks on your pieces"),
    ("misses-attack", "you miss attacks"),
];

/// Says what the pattern of a mistake tells about a player who makes it often, as a sentence without capital and full
/// stop. A pattern of another version is its name.
pub fn habit(pattern: &str) -> &str {
    HABITS.iter().find(|(name, _)| *name == pattern).map_or(pattern, |(_, words)| words)
}

/// A fact, with the names of everything it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFact {
    /// The name of the pattern.
    pub pattern: &'static str,
    /// The line on which it shows.
    pub line: TurnLine,
    /// The player whose success on the line explains the value of the turn, at the start of a sentence. The other one
    /// made the turn, unless the line is that of the better turn.
    pub winner: String,
    /// The other player, at the start of a sentence.
    pub loser: String,
    /// The moves of the line up to the fact, as typed. The first is the turn itself, or the better turn.
    pub moves: Vec<String>,
    /// The pieces on the cells of the fact before the last of these moves: `the duck on c3`.
    pub victims: Vec<String>,
    /// The pieces on the same cells after it.
    pub pieces: Vec<String>,
    /// The cells, as typed.
    pub cells: Vec<String>,
    /// The numbers of the evidence.
    pub numbers: [u32; 2],
    /// How the position after the last move was won; empty if it was not.
    pub how_won: String,
    /// Whether the moves have been played. Even where the value of the line is proven, others may be as good.
    pub is_certain: bool,
    /// Whether the moves have just been named.
    pub is_named: bool,
}

impl NamedFact {
    /// Returns the last move: the one that shows the fact.
    pub fn last(&self) -> String {
        self.moves_from(self.moves.len().saturating_sub(1))
    }

    /// Returns the first move: the turn itself, or the better turn.
    pub fn first(&self) -> &str {
        self.moves.first().map_or("", String::as_str)
    }

    /// Returns ` probably` unless the line is certain.
    pub fn probably(&self) -> &'static str {
        if self.is_certain { "" } else { " probably" }
    }

    /// Returns when the fact shows: after the better turn and what follows, or after the answers to the turn.
    pub fn after(&self) -> String {
        let skipped = usize::from(self.line == TurnLine::Played && self.moves.len() > 1);
        match self.is_named {
            true => "After that".to_owned(),
            false => format!("After {}", self.moves_from(skipped)),
        }
    }

    /// Returns the moves of the line from the one with this index, each with who makes it if there are several, or if the
    /// only one is typed like the turn. Of many, it names the first.
    fn moves_from(&self, index: usize) -> String {
        let mut players = [self.loser.as_str(), self.winner.as_str()];
        players.rotate_left((index + usize::from(self.line == TurnLine::Better)) % 2);
        match self.moves.get(index..).unwrap_or_default() {
            moves if moves.len() > MAX_LINE_MOVES => {
                format!("{} and what follows", with_players(&moves[..MAX_LINE_MOVES], players))
            }
            [only] if index > 0 && only == self.first() => format!("{only} ({})", players[0]),
            moves => with_players(moves, players),
        }
    }

    /// Returns when the winner reaches something, in their turns. The first number counts plies.
    pub fn in_turns_of_winner(&self) -> String {
        in_turns_of(&format!("{}'s", self.winner), self.numbers[0].div_ceil(2))
    }

    /// Says that the winner wins at once with the last move, and how.
    pub fn wins_at_once(&self) -> String {
        let how = if self.how_won.is_empty() { String::new() } else { format!(": {}", self.how_won) };
        match self.line {
            TurnLine::Played => format!("{} wins at once with {}{how}.", self.winner, self.last()),
            TurnLine::Better => format!("{} wins at once{how}.", self.last()),
        }
    }

    fn it(&self) -> &'static str {
        if self.victims.len() == 1 { "it" } else { "them" }
    }
}

/// Returns a fact about the turn after `history` as a sentence, below a text that names the first `named` moves of its line;
/// `None` if nobody has words for its pattern.
pub fn sentence(
    game: &AnyGame,
    history: &History<AnyPosition>,
    turn: &ExplainedTurn<AnyPosition>,
    fact: &Fact,
    named: usize,
) -> Option<String> {
    let is_named = named > 1 && fact.evidence.plies == named;
    let fact = NamedFact { is_named, ..named_fact(game, history, turn, fact) };
    game.own_reason(&fact).or_else(|| shared_reason(&fact))
}

fn named_fact(
    game: &AnyGame,
    history: &History<AnyPosition>,
    turn: &ExplainedTurn<AnyPosition>,
    fact: &Fact,
) -> NamedFact {
    let evidence = &fact.evidence;
    let line = turn.line(evidence.line);
    let moves = &line.moves()[..evidence.plies.min(line.plies())];
    let winner = turn.winner_of(evidence.line);
    let [winner, loser] = [winner, winner.opponent()].map(|player| capitalised(game.player_name(player)));
    let [before, end] = [moves.len().saturating_sub(1), moves.len()].map(|plies| {
        let mut history = history.clone();
        moves[..plies].iter().for_each(|mv| history.play(*mv));
        history
    });
    let is_played = history.undone().map(|(mv, _)| mv).take(moves.len()).eq(moves.iter().copied());
    NamedFact {
        pattern: fact.pattern,
        line: evidence.line,
        winner,
        loser,
        moves: typed_turns(game, history, moves),
        victims: pieces_on(game, &before, &evidence.cells),
        pieces: pieces_on(game, &end, &evidence.cells),
        cells: evidence.cells.iter().map(|cell| game.typed_cell(cell)).collect(),
        numbers: evidence.numbers,
        how_won: game.how_won(&game.view(&end)),
        is_certain: is_played,
        is_named: false,
    }
}

/// Names the pieces on these cells in the current position.
fn pieces_on(game: &AnyGame, history: &History<AnyPosition>, names: &[String]) -> Vec<String> {
    let picture = game.picture(&game.view(history));
    let named = |name: &String| {
        let cell = picture.cells.iter().find(|cell| cell.name == *name);
        let piece = cell.and_then(|cell| cell.pieces.last());
        piece.map_or_else(|| game.typed_cell(name), |piece| piece_name(game, piece, name))
    };
    names.iter().map(named).collect()
}

/// Names a piece: `the duck on c3`, `the level 2 piece on E4`, or by its number `duck 3`.
fn piece_name(game: &AnyGame, piece: &PicturePiece, cell: &str) -> String {
    let level = if let Shape::Level(level) = piece.shape { format!("level {level} ") } else { String::new() };
    match piece.number {
        Some(number) => format!("{} {number}", piece.name),
        None => format!("the {level}{} on {}", piece.name, game.typed_cell(cell)),
    }
}

/// Words the patterns that games share.
fn shared_reason(fact: &NamedFact) -> Option<String> {
    let (first, last, it, after) = (fact.first(), fact.last(), fact.it(), fact.after());
    let NamedFact { winner, loser, .. } = fact;
    let [victims, piece] = [&fact.victims, &fact.pieces].map(|names| join_with_word(names, "and"));
    let takes = format!("{last}{} takes {it}, and nothing can be taken in return.", fact.probably());
    Some(match fact.pattern {
        "unguarded-piece" => format!("{first} leaves {victims} unguarded: {takes}"),
        "steps-into-capture" => format!("{first} puts {victims} within reach: {takes}"),
        "ignores-attack" => format!("{first} does nothing about the attack on {victims}: {takes}"),
        "opens-attack" => format!("{first} exposes {victims}: {takes}"),
        "bad-exchange" | "misses-exchange" => exchange(fact),
        "no-safe-move" | "misses-bind" => {
            format!("{after}, every move of {loser} lets {winner} take a piece for nothing.")
        }
        "misses-capture" => format!("{first} takes {victims}, and nothing can be taken in return."),
        "misses-safe-move" => format!("After {first}, {loser} can take nothing."),
        "few-safe-moves" | "misses-squeeze" => squeeze(fact),
        "allows-attack" if fact.moves.len() == 2 => {
            format!("After {first}, the answer {last} threatens to take {piece} for nothing.")
        }
        "misses-attack" if fact.moves.len() == 1 => {
            format!("{first} threatens to take {piece} for nothing.")
        }
        "allows-attack" | "misses-attack" => {
            format!("{after}, {winner} threatens to take {piece} for nothing.")
        }
        "loses-at-once" | "misses-win-at-once" => fact.wins_at_once(),
        "no-defence" | "misses-forced-win" => {
            format!("{after}, {winner} wins on the next turn, whatever {loser} plays.")
        }
        "few-defences" | "misses-threat" => threat(fact),
        "allows-run" if fact.moves.len() == 1 => {
            let soon = fact.in_turns_of_winner();
            format!("{first} lets {piece} reach its goal {soon}: nothing can stop it.")
        }
        "allows-run" | "misses-run" => {
            let soon = fact.in_turns_of_winner();
            format!("{after}, {piece} reaches its goal {soon}: nothing can stop it.")
        }
        _ => return None,
    })
}

/// Says what the moves cost the loser.
fn exchange(fact: &NamedFact) -> String {
    let loser = &fact.loser;
    let [lost, won] = fact.numbers.map(|number| number as usize);
    let pieces = if lost == 1 { "piece" } else { "pieces" };
    let price = if won == 0 { "nothing".to_owned() } else { number_word(won) };
    if fact.is_named {
        return format!("That{} costs {loser} {} {pieces} for {price}.", fact.probably(), number_word(lost));
    }
    let (first, number) = (fact.first(), number_word(lost));
    match (fact.line, fact.moves.len()) {
        // The answer to a better turn takes nothing of what the turn has won.
        (TurnLine::Better, ..=2) => {
            format!("{first}{} wins {number} {pieces} for {price}.", fact.probably())
        }
        (line, _) => {
            let after = if line == TurnLine::Better { format!("After {first}, ") } else { String::new() };
            let moves = fact.moves_from(1);
            format!("{after}{loser}{} loses {number} {pieces} for {price}: {moves}.", fact.probably())
        }
    }
}

/// Says how few moves of the loser keep the winner from taking a piece for nothing.
fn squeeze(fact: &NamedFact) -> String {
    let NamedFact { winner, loser, .. } = fact;
    let [safe, all] = fact.numbers;
    let unsafe_moves =
        if 3 * safe < all { format!("all but {safe}") } else { all.saturating_sub(safe).to_string() };
    let lets = if all.saturating_sub(safe) == 1 { "lets" } else { "let" };
    format!(
        "{}, {unsafe_moves} of {loser}'s {all} moves {lets} {winner} take a piece for nothing.",
        fact.after()
    )
}

/// Says how few moves stop the threats of the winner.
fn threat(fact: &NamedFact) -> String {
    let NamedFact { winner, loser, .. } = fact;
    let [safe, all] = fact.numbers;
    let (after, stop) = (fact.after(), if safe == 1 { "stops" } else { "stop" });
    format!("{after}, only {safe} of {loser}'s {all} moves {stop} {winner} from winning at once.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bots::EngineGame as _;
    use crate::engine::reasons::Patterns;
    use crate::games::{self, FAMILIES};

    #[test]
    fn every_pattern_of_every_game_is_a_habit() {
        for name in FAMILIES.iter().flat_map(|family| family.examples) {
            let patterns = games::open(name).unwrap().reason_patterns();
            for pattern in patterns.into_iter().flat_map(Patterns::list) {
                assert!(habit(pattern.name).starts_with("you "), "{name}: {}", pattern.name);
            }
        }
        let has_words = |pattern: &str| habit(pattern) != pattern;
        assert!(has_words("fourth-top") && !has_words("from-another-version"));
    }
}
