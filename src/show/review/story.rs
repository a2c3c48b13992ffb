//! The story of a reviewed game, in sentences: the turn that decided it, and what happened before and after.

use crate::analysis::chance::{percent, winning_chance};
use crate::model::{Eval, Outcome, Player, Reason};

use super::text::{eval_text, result_text};
use crate::analysis::review::{MAX_LOST_CHANCE, Review, ReviewSummary, ReviewedTurn};

/// Tells the story of the game, one sentence or a few on each line. The first line names the turn that decided
/// the game, if there is one.
pub(super) fn narrative(review: &Review, summary: &ReviewSummary) -> Vec<String> {
    let turn = |number: usize| review.turn(number);
    let decisive = summary.decisive.and_then(turn);
    let (headline, ending) = (decisive.map(|turn| headline(review, turn)), ending(review, decisive));
    let mut lines = match (headline, ending) {
        // The result is the news if it is not that of the board.
        (Some(turn), Some(ending)) if review.outcome.is_some() && review.loser() != review.beaten() => {
            vec![format!("{ending} {turn}")]
        }
        (turn, ending) => turn.into_iter().chain(ending).collect(),
    };
    let lost = summary.lost_for_good.and_then(turn);
    lines.extend(lost.and_then(|turn| {
        let (name, number) = (review.name(turn.player), turn.number);
        match decisive {
            Some(decisive) if has_come_back(review, decisive, number) => {
                Some(format!("{name} recovered, but lost the game again on turn {number}."))
            }
            // The headline has said it.
            Some(decisive) if decisive.player == turn.player && decisive.after.is_loss() => None,
            _ => Some(format!("From turn {number} on, {name}'s position was proven lost.")),
        }
    }));
    let missed = summary.missed_win.and_then(turn);
    lines.extend(missed.map(|turn| missed_win(review, turn)));
    lines.extend(only_moves(review, summary));
    lines.extend(match review.turns.iter().filter(|turn| turn.is_opening).count() {
        0 => None,
        1 => Some("The first turn is an opening: nobody chose it.".to_owned()),
        turns => Some(format!("The first {turns} turns are an opening: nobody chose them.")),
    });
    lines
}

/// The most better tries that the story names.
const MAX_TRIES: usize = 3;
/// The note on a turn without a mark after which the position is proven lost.
pub(super) const SURPRISE: &str = "It looked best until the turns after it were examined.";

/// Names the turn that decided the game, or cost the most: what it changed, the best move and the best answer.
fn headline(review: &Review, turn: &ReviewedTurn) -> String {
    let (name, number, played) = (review.name(turn.player), turn.number, turn.played.first());
    let is_lost = review.outcome.is_some() && review.loser() == Some(turn.player);
    let mut text = match review.decided(turn) {
        true if !is_lost => format!("Turn {number} turned the game: "),
        true if turn.is_exact() => format!("Turn {number} decided the game: "),
        true => format!("Turn {number} probably decided the game: "),
        false
            if review.beaten().is_some()
                && review.beaten() == review.loser()
                && !has_recovered(review, turn) =>
        {
            format!("No single turn decided the game. Turn {number} cost {name} the most: ")
        }
        // Turns of the other player may have cost more.
        false if review.behind().is_some() => format!("Turn {number} cost {name} the most: "),
        false => format!("Turn {number} cost the most: "),
    };
    text += &format!("{name} played {played}, and {}.", change(review, turn));
    if !turn.better.typed.is_empty() {
        let line = review.line(turn.player, &turn.better).replacen(", ", ", then ", 1);
        text += &format!(" The best move was {line}.");
    }
    text
}

/// Returns whether the graph shows the player who made a turn later as well off as before it.
fn has_recovered(review: &Review, turn: &ReviewedTurn) -> bool {
    review.best_score_later(turn, usize::MAX) >= winning_chance(turn.before)
}

/// Returns whether a turn lost the game, and its player recovered before turn
/// `number`.
fn has_come_back(review: &Review, turn: &ReviewedTurn, number: usize) -> bool {
    let [before, after] = [turn.before, turn.after].map(winning_chance);
    let is_lost = after <= MAX_LOST_CHANCE && before > MAX_LOST_CHANCE;
    is_lost && review.best_score_later(turn, number) >= before
}

/// Describes how a turn changed the position, from the side that the review shows.
fn change(review: &Review, turn: &ReviewedTurn) -> String {
    let side = review.side_shown(turn);
    let owner = match side == turn.player {
        true if review.is_reader(side) => "your".to_owned(),
        true => "their".to_owned(),
        false => format!("{}'s", review.name(side)),
    };
    let shown = review.evals_shown(turn);
    let [before, after] = shown.map(|eval| review.eval_for(side, eval));
    if before != after {
        return format!("{owner} position went from {before} to {after}");
    }
    // The same words would hide the difference.
    let changed = if side == turn.player { "fell" } else { "rose" };
    let [before, after] = shown.map(percent);
    format!("{owner} winning chance {changed} from {before} % to {after} %")
}

/// Returns the sentences on a turn that stand after its values: the best answer to a mistake, and that it looked best.
pub(super) fn remarks(review: &Review, turn: &ReviewedTurn) -> impl Iterator<Item = String> {
    let answer = review.best_answer(turn).map(|answer| format!("Best answer: {answer}."));
    answer.into_iter().chain(turn.is_surprise().then(|| SURPRISE.to_owned()))
}

/// Describes the result, if it is not simply a loss on the board that the headline explains.
fn ending(review: &Review, decisive: Option<&ReviewedTurn>) -> Option<String> {
    if review.turns.is_empty() {
        return None;
    }
    let standing = |player: Player| review.eval_for(player, review.final_evaluation_for(player));
    match (review.outcome, review.loser()) {
        (Some(Outcome::Draw), _) => Some(draw(review)),
        (None, _) => {
            let side = review.person.unwrap_or(Player::One);
            let is_flawless = !review.turns.iter().any(ReviewedTurn::is_mistake);
            let news = if is_flawless { "No mistakes so far." } else { "The game is not over." };
            Some(format!("{news} {}'s position is {}.", review.name(side), standing(side)))
        }
        (Some(_), Some(loser)) if !review.final_evaluation_for(loser).is_loss() => {
            Some(off_the_board(review, loser))
        }
        (Some(_), Some(loser)) if decisive.is_none() && !review.is_incomplete() => {
            Some(unclear_loss(review, loser))
        }
        _ => None,
    }
}

/// Describes a draw: in a game that ended before its time, what the position was.
fn draw(review: &Review) -> String {
    let Some(behind) = review.behind() else { return "The game was a draw.".to_owned() };
    let side = review.person.unwrap_or(behind.opponent());
    let standing = result_text(review.final_evaluation_for(side));
    format!("The game was a draw. {}'s position was {standing}.", review.name(side))
}

/// Says how a player lost whose position is not proven lost, and what it is.
fn off_the_board(review: &Review, loser: Player) -> String {
    let how = match review.reason {
        Some(Reason::Resigned) => "resigned",
        Some(Reason::Time) => "lost on time",
        Some(Reason::Forfeited(_)) => "forfeited the game",
        Some(Reason::Adjudicated(_)) => "lost by adjudication",
        _ => "lost, but not on the board,",
    };
    let standing = match review.final_evaluation_for(loser) {
        Eval::Draw(_) => "drawn",
        value => result_text(value),
    };
    let article = if standing == "even" { "an" } else { "a" };
    format!("{} {how} in {article} {standing} position.", review.name(loser))
}

/// Describes the loss of a player who gave nothing away.
fn unclear_loss(review: &Review, loser: Player) -> String {
    let name = review.name(loser);
    let first = review.turns.iter().find(|turn| turn.player == loser);
    match first.is_some_and(|turn| turn.before.is_loss()) {
        true => {
            let they = if review.is_reader(loser) { "you" } else { "they" };
            let tries = better_tries(review, loser);
            format!("{name} was losing from the first turn, whatever {they} played.{tries}")
        }
        false => format!("The review found no mistake that lost the game for {name}."),
    }
}

/// Names the first turns in a lost position for which there was a better try.
fn better_tries(review: &Review, loser: Player) -> String {
    let turns = review.turns.iter().filter(|turn| turn.player == loser && turn.before.is_loss());
    let tries = turns.filter(|turn| !turn.better.typed.is_empty()).take(MAX_TRIES);
    let named: Vec<String> =
        tries.map(|turn| format!("{} on turn {}", turn.better.first(), turn.number)).collect();
    match named.as_slice() {
        [] => String::new(),
        [only] => format!(" {only} was a better try."),
        [first @ .., last] => format!(" Better tries were {} and {last}.", first.join(", ")),
    }
}

/// Describes a losing turn whose refutation the opponent missed.
fn missed_win(review: &Review, turn: &ReviewedTurn) -> String {
    format!(
        "Earlier, {} made a losing move on turn {}, {}, but {} missed the win.",
        review.name(turn.player),
        turn.number,
        turn.played.first(),
        review.name(turn.player.opponent())
    )
}

/// Describes the longest run of only moves.
fn only_moves(review: &Review, summary: &ReviewSummary) -> Option<String> {
    let [first, .., last] = summary.only_move_run.as_slice() else { return None };
    let player = review.turn(*first).map_or("", |turn| review.name(turn.player));
    let times = summary.only_move_run.len();
    Some(format!("From turn {first} to turn {last}, {player} found the only move {times} times in a row."))
}

/// Returns the values before and after a turn, worded by `text`. After a mistake the same words would hide the difference.
pub(super) fn before_and_after(
    review: &Review,
    turn: &ReviewedTurn,
    text: impl Fn(Eval) -> String,
) -> [String; 2] {
    let shown = review.evals_shown(turn);
    let [before, after] = shown.map(text);
    if !turn.is_mistake() || before != after || shown[1].is_proven() {
        return [before, after];
    }
    let difference = if review.side_shown(turn) == turn.player { "not as good" } else { "improved" };
    [before, format!("{after} ({difference})")]
}

impl Review {
    /// Describes a value to `side`, in a sentence.
    pub(super) fn eval_for(&self, side: Player, eval: Eval) -> String {
        let [own, opponent] = [side, side.opponent()].map(|player| match self.is_reader(player) {
            true => "your".to_owned(),
            false => format!("{}'s", self.name(player)),
        });
        eval_text(eval, [&own, &opponent])
    }

    /// Returns the values before and after a turn as parts of a sentence.
    pub(super) fn values_shown(&self, turn: &ReviewedTurn) -> [String; 2] {
        before_and_after(self, turn, |eval| self.eval_for(self.side_shown(turn), eval))
    }

    /// Returns the side from which the review shows the values of a turn: that of the only person who played,
    /// otherwise that of the player who made the turn.
    pub(super) fn side_shown(&self, turn: &ReviewedTurn) -> Player {
        self.person.unwrap_or(turn.player)
    }

    /// Returns the values before and after a turn, from [`Review::side_shown`].
    pub(super) fn evals_shown(&self, turn: &ReviewedTurn) -> [Eval; 2] {
        let is_reversed = self.side_shown(turn) != turn.player;
        [turn.before, turn.after].map(|eval| if is_reversed { eval.reversed() } else { eval })
    }
}
