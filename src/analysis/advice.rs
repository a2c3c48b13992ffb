//! Hints: the best move, or all moves, in words.

use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, Game as _, History, Player, Position as _};
use crate::words::moves::{MAX_LINE_MOVES, instead_text, rest_text, typed_turns};
use crate::words::{GameWords as _, capitalised, in_turns_of, turns_of_both};

use super::assessment::{Assessment, RatedMove};
use super::chance::{chance_words, percent};

/// The text of `:help values`.
pub const VALUES_HELP: &str = "\
Values are given from the point of view of the player to move.
  wins, loses, draws  proven: the other side cannot change it; in how many of the winner's turns, if known
  winning, losing     an estimate from looking ahead: almost certain, but not proven
  all other words     estimates too: even; slightly better, better, much better; the same with worse
:hint all adds the winning chance in percent to each estimate.
";

/// Returns the name of a player at the start of a sentence.
fn name(game: &AnyGame, player: Player) -> String {
    capitalised(game.player_name(player))
}

/// Describes a line from the current position of `history`, with who plays each turn: `Player 2 plays e1 d2, then
/// you a1 b2`. `you` is the reader; what another player does first is said with `verb`. Empty if there are no moves.
pub(super) fn line_text(
    game: &AnyGame,
    history: &History<AnyPosition>,
    moves: &[AnyMove],
    (you, verb): (Player, &str),
) -> String {
    let moves = &moves[..moves.len().min(MAX_LINE_MOVES)];
    let turns = typed_turns(game, history, moves).into_iter().enumerate();
    let mut player = history.current().to_move();
    let turns = turns.map(|(number, turn)| {
        let text = match (number, player == you) {
            (0, true) => format!("you play {turn}"),
            (0, false) => format!("{} {verb} {turn}", name(game, player)),
            (_, true) => format!("you {turn}"),
            (_, false) => format!("{} {turn}", name(game, player)),
        };
        player = player.opponent();
        text
    });
    turns.collect::<Vec<_>>().join(", then ")
}

/// Describes the best move in the current position of `history`: the move, its value, and what follows. Of the
/// turn, which begins with the answers `typed`, it says what is left to type.
pub(crate) fn hint_text(
    game: &AnyGame,
    history: &History<AnyPosition>,
    assessment: &Assessment,
    typed: &[String],
) -> String {
    let best = assessment.best();
    let label = if best.eval.is_loss() { "Best try" } else { "Best move" };
    let after = if typed.is_empty() { String::new() } else { format!(" after {}", typed.join("\u{a0}")) };
    let rest = rest_text(game, history, best.mv(), typed).unwrap_or_default();
    let value = match (best.eval, assessment.value()) {
        (Eval::Lost(_), _) => lost_text(game, history.current().to_move(), assessment),
        (Eval::Draw(_), Eval::Estimate(_)) => "It at least draws; another move may win.".to_owned(),
        (Eval::Estimate(_), Eval::Won(_)) => {
            "With perfect play you win, but no winning move is proven.".to_owned()
        }
        (value, _) => format!("{}.", sentence(value)),
    };
    let mut next = history.clone();
    next.play(best.mv());
    let follows = &best.line.moves[1..best.line.moves.len().min(MAX_LINE_MOVES)];
    let line = line_text(game, &next, follows, (history.current().to_move(), "plays"));
    let line = if line.is_empty() { line } else { format!(" Then {line}.") };
    format!("{label}{after}: {rest}. {value}{line}")
}

/// Says below a hint for the turn that was begun with the answers `typed` that another turn has a better result; empty if none has.
pub(crate) fn better_text(
    game: &AnyGame,
    history: &History<AnyPosition>,
    all: &Assessment,
    begun: &Assessment,
    typed: &[String],
) -> String {
    let (best, begun) = (all.best(), begun.best());
    let is_better = match (best.eval, begun.eval) {
        (Eval::Lost(_), Eval::Lost(_)) => best.is_better_try_than(begun),
        (best, begun) => sentence(best) != sentence(begun),
    };
    if !is_better {
        return String::new();
    }
    let turn = if best.eval.is_loss() { "try" } else { "turn" };
    let better = game.typed_answers(&game.view(history), best.mv());
    format!("\n(A better {turn} {}.)", instead_text(typed, &better))
}

/// Describes a value that is not a loss to the player to move.
fn sentence(value: Eval) -> String {
    match (value, value.plies().map(turns)) {
        (Eval::Won(_), Some(1)) => "You win at once".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("You can win {}", in_turns_of("your", turns)),
        (Eval::Won(_), None) => "With perfect play you win".to_owned(),
        (Eval::Draw(_), _) => "With perfect play the game is a draw".to_owned(),
        _ => position_words(value, ["You are", "The position is"]),
    }
}

/// Describes an estimate: who is better, or that the position is even. `subjects` begin the sentence.
pub(super) fn position_words(value: Eval, subjects: [&str; 2]) -> String {
    match chance_words(value) {
        "even" => format!("{} even", subjects[1]),
        words @ ("winning" | "losing") => format!("{} {words} (estimated)", subjects[0]),
        words => format!("{} {words}", subjects[0]),
    }
}

/// Says how soon a proven win or loss comes, in turns of the winner: ` in 3 of their turns`. `whose` names the player
/// whose value it is and the opponent. Empty if the game is over or the number is not known.
pub(crate) fn within(eval: Eval, whose: [&str; 2]) -> String {
    let turns = eval.plies().filter(|plies| *plies > 0).map(turns);
    let winner = whose[usize::from(eval.is_loss())];
    turns.map_or_else(String::new, |turns| format!(" {}", in_turns_of(winner, turns)))
}

/// Returns the turns of the winner in this number of plies.
pub(crate) fn turns(plies: u32) -> u32 {
    plies.div_ceil(2).max(1)
}

/// Describes a lost position to the player to move, and why the best move is worth a try.
fn lost_text(game: &AnyGame, player: Player, assessment: &Assessment) -> String {
    let (best, winner) = (assessment.best(), name(game, player.opponent()));
    let is_slower = |other: &RatedMove| other.eval != best.eval;
    match (best.eval.plies().map(turns), best.winning_answers) {
        (Some(1), _) => format!("{winner} wins on the next turn, whatever you play."),
        (_, Some((winning, all))) if winning < all => {
            let (hard, only) =
                if winning * 2 <= all { (", but it is hard for them", "Only ") } else { ("", "") };
            // The answers to moves that lose sooner are not counted.
            let best = match assessment.moves.iter().any(is_slower) {
                true => "of the moves that hold out longest, this one",
                false => "this move",
            };
            format!(
                "With perfect play {winner} wins{hard}: {best} leaves the fewest good answers. {only}{}.",
                winning_answers(winning, all)
            )
        }
        (Some(turns), _) if assessment.moves.iter().any(is_slower) => {
            format!("{winner} wins {}: this move holds out longest.", in_turns_of("their", turns))
        }
        (Some(turns), _) => format!("{winner} wins {}.", in_turns_of("their", turns)),
        (None, _) if assessment.moves.iter().any(|other| best.seems_better_try_than(other)) => {
            format!("With perfect play {winner} wins: this move seems to be the hardest to beat.")
        }
        (None, _) => format!("With perfect play {winner} wins."),
    }
}

/// The maximum number of moves in a line of the list. In Qawale, hundreds of thousands can have the same value.
const MAX_LISTED: usize = 500;

/// Lists all moves, best first: a line for each value. Of turns that begin with the answers `typed`, it lists what is
/// left to type. Each says how many mirror images it has, or the end of the list says it once.
pub(crate) fn list_text(
    game: &AnyGame,
    history: &History<AnyPosition>,
    assessment: &Assessment,
    typed: &[String],
    says_mirrored_once: bool,
) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let opponent = format!("{}'s", name(game, history.current().to_move().opponent()));
    for rated in &assessment.moves {
        let mut text = rest_text(game, history, rated.mv(), typed).unwrap_or_default();
        if !says_mirrored_once {
            text += &mirror_images(rated);
        }
        let label = list_label(rated, &opponent);
        match groups.last_mut().filter(|(last, _)| *last == label) {
            Some((_, texts)) => texts.push(text),
            None => groups.push((label, vec![text])),
        }
    }
    let mut text = String::new();
    for (label, moves) in &groups {
        let (listed, more) = moves.split_at(moves.len().min(MAX_LISTED));
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        text += &format!("{label}: {}{more}\n", listed.join(", "));
    }
    if says_mirrored_once && assessment.moves.iter().any(|rated| !rated.mirror_images.is_empty()) {
        text += "(Mirror images are listed once.)\n";
    }
    if assessment.moves.iter().any(|other| assessment.best().seems_better_try_than(other)) {
        text += "(Of the turns that lose, those listed first seem hardest to beat.)\n";
    }
    if assessment.moves.iter().any(|rated| !rated.eval.is_proven()) {
        let ahead = turns_of_both(assessment.depth, " ahead");
        text += &format!("(Winning chances are estimates, {ahead}.)\n");
    }
    text
}

/// Says how many of the answers to a losing move win: `4 of the 13 answers win`.
pub(super) fn winning_answers(winning: usize, all: usize) -> String {
    let wins = if winning == 1 { "wins" } else { "win" };
    match winning == all {
        true => "every answer wins".to_owned(),
        false => format!("{winning} of the {all} answers {wins}"),
    }
}

/// Describes the value of a move in a list.
fn list_label(rated: &RatedMove, opponent: &str) -> String {
    let eval = rated.eval;
    let answers = rated.winning_answers.filter(|_| eval.is_loss());
    if let Some((winning, all)) = answers {
        return format!("loses{}, {}", within(eval, ["your", opponent]), winning_answers(winning, all));
    }
    match eval {
        Eval::Won(Some(1)) => "wins at once".to_owned(),
        Eval::Won(_) => format!("wins{}", within(eval, ["your", opponent])),
        Eval::Lost(_) => format!("loses{}", within(eval, ["your", opponent])),
        Eval::Draw(_) => "draws".to_owned(),
        Eval::Estimate(_) => format!("{} ({:.0} %)", chance_words(eval), percent(eval)),
    }
}

/// Says after a move how many mirror images it has.
fn mirror_images(rated: &RatedMove) -> String {
    match rated.mirror_images.len() {
        0 => String::new(),
        1 => " (or mirrored)".to_owned(),
        number => format!(" (and {number} mirror images)"),
    }
}
