//! The coach: what a turn cost, and how it is refuted. GNU Backgammon's tutor mode is the model; where a result is proven,
//! the coach says so.
//!
//! The position before the turn and the one after it are searched equally deep, and the two values compared. The effort
//! is counted in positions, not in time, so that the same game always gets the same comments.

use crate::engine::search::{Limits, Line, Report, Request, Searcher, Value, plies_to_end};
use crate::model::{Evaluate, Game, Mv, StopSignal};

use super::advice::{points, worth};

/// The positions looked at before and after a turn, each.
const EFFORT: u64 = 400_000;
/// The memory for that, in bytes.
const MEMORY: usize = 32 << 20;

/// From which loss on, in hundredths of a piece, a turn is called how.
const MARKS: [(Value, &str); 3] = [(100, "very bad"), (50, "bad"), (20, "doubtful")];

/// What the coach has found out about a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson<M> {
    /// The best move there was, with its line.
    pub best: Line<M>,
    /// The move that was played, with the answer to it and what follows.
    pub played: Line<M>,
}

/// What became of the result by a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Nothing that matters.
    Kept,
    /// A proven win is a proven loss now.
    WinLost,
    /// A proven win is a proven draw now.
    WinDrawn,
    /// A proven win is not seen any more.
    WinOutOfSight,
    /// A game that was not lost, or not known to be, is a proven loss now.
    Lost,
    /// So much has been given away, in hundredths of a piece.
    Cost(Value),
}

/// Judges `mv`, legal in `before`. `None` when there is nothing to say: there was no other move, the game is over, or
/// `stop` was raised.
pub fn judge<P: Evaluate>(before: &P, mv: P::Move, stop: &StopSignal) -> Option<Lesson<P::Move>> {
    let after = before.after(mv);
    if before.count_moves() < 2 || after.outcome().is_some() {
        return None;
    }
    let mut searcher = Searcher::new(MEMORY);
    let wanted = best_by_depth(&mut searcher, before, stop);
    let best = wanted.last().filter(|_| !stop.is_raised())?;
    if best.moves[0] == mv {
        return Some(Lesson { best: best.clone(), played: best.clone() });
    }
    let answers = best_by_depth(&mut searcher, &after, stop);
    let answer = answers.last().filter(|_| !stop.is_raised())?;
    if best.proven || answer.proven {
        return Some(Lesson { best: best.clone(), played: seen_from_before(mv, answer) });
    }
    // Two evaluations are comparable if they are made equally deep: an answer is one ply further.
    let depth = wanted.len().min(answers.len() + 1).max(2);
    let best = wanted.get(depth - 1).unwrap_or(best);
    let answer = answers.get(depth - 2).unwrap_or(answer);
    Some(Lesson { best: best.clone(), played: seen_from_before(mv, answer) })
}

/// The best lines at depth 1, 2 and so on.
fn best_by_depth<P: Evaluate>(
    searcher: &mut Searcher,
    position: &P,
    stop: &StopSignal,
) -> Vec<Line<P::Move>> {
    let limits = Limits { nodes: EFFORT, ..Limits::none(stop) };
    let mut lines = Vec::new();
    let mut note = |report: &Report<P::Move>| lines.extend(report.best().cloned());
    searcher.search(position, &Request::new(limits), &mut note);
    lines
}

/// `answer` with the move before it, from the view of the player who made that.
fn seen_from_before<M: Copy>(mv: M, answer: &Line<M>) -> Line<M> {
    let value = match plies_to_end(answer.value) {
        // The end is one ply further away.
        Some(_) => answer.value.signum() - answer.value,
        None => -answer.value,
    };
    let moves = std::iter::once(mv).chain(answer.moves.iter().copied()).collect();
    Line { value, depth: answer.depth + 1, proven: answer.proven, moves }
}

impl<M> Lesson<M> {
    fn change(&self) -> Change {
        let result =
            |line: &Line<M>| line.proven.then(|| plies_to_end(line.value).map_or(0, |_| line.value.signum()));
        match (result(&self.best), result(&self.played)) {
            (Some(1), Some(-1)) => Change::WinLost,
            (Some(1), Some(0)) => Change::WinDrawn,
            (Some(1), None) => Change::WinOutOfSight,
            (Some(0) | None, Some(-1)) => Change::Lost,
            (None, None) if self.best.value > self.played.value => {
                Change::Cost(self.best.value - self.played.value)
            }
            _ => Change::Kept,
        }
    }
}

/// What the coach says about a lesson, in whole lines.
pub fn words<G: Game>(game: &G, lesson: &Lesson<Mv<G>>) -> String {
    let (best, played) = (worth(&lesson.best), worth(&lesson.played));
    let verdict = match lesson.change() {
        Change::Kept => return format!("Coach: this turn cost nothing ({played}).\n"),
        Change::WinLost => format!("this lost a won game: {best} before, {played} now."),
        Change::WinDrawn => format!("this gave a won game away: {best} before, a draw now."),
        Change::WinOutOfSight => format!("the game was {best}; now no win is in sight ({played})."),
        Change::Lost if lesson.best.proven => "this lost a drawn game.".to_owned(),
        Change::Lost => format!("this loses: {played}, and another turn was worth {best}."),
        Change::Cost(cost) => {
            let mark = MARKS.iter().find(|(least, _)| cost >= *least);
            let mark = mark.map_or(String::new(), |(_, mark)| format!(", {mark}"));
            format!(
                "this turn cost {}{mark}: {played} instead of {best}.",
                points(cost).trim_start_matches('+')
            )
        }
    };
    let line = |moves: &[Mv<G>]| moves.iter().map(|mv| game.write_move(*mv)).collect::<Vec<_>>().join(" ");
    let mut text = format!("Coach: {verdict}\n  better:  {}\n", line(&lesson.best.moves));
    if let [_, answer @ ..] = lesson.played.moves.as_slice() {
        text += &format!("  answer:  {}\n", line(answer));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::minimax::WON;
    use crate::games::qawale::Qawale;
    use crate::games::ugly_duck::CLASSIC;
    use crate::model::Position;

    fn says<G: Game>(game: &G, position: &str, mv: &str) -> Option<String> {
        let before = game.read_position(position).unwrap();
        let mv = game.read_legal_move(&before, mv).unwrap();
        judge(&before, mv, &StopSignal::new()).map(|lesson| words(game, &lesson))
    }

    #[test]
    fn a_won_game_that_is_lost_is_called_so() {
        // The swan on b3 wins at once; anything else lets the enemy's swan on d3 win.
        let text = says(&CLASSIC, "5/D1S2/5/2s2/5 1", "b1c1").unwrap();
        let wanted = "Coach: this lost a won game: won in 1 before, lost in 2 now.\n  better:  b3a2\n  answer:  d3e2\n";
        assert_eq!(text, wanted);
        let text = says(&CLASSIC, "4d/D1D2/5/dd1d1/5 1", "b1c1").unwrap();
        assert!(
            text.starts_with("Coach: this lost a won game: won in 15 before, lost in 14 now.\n"),
            "{text}"
        );
    }

    #[test]
    fn a_good_turn_costs_nothing() {
        let text = says(&CLASSIC, "4d/D1D2/5/dd1d1/5 1", "b1c2").unwrap();
        assert_eq!(text, "Coach: this turn cost nothing (won in 15).\n");
    }

    #[test]
    fn an_evaluation_that_falls_is_a_cost_with_its_mark() {
        let text = says(&CLASSIC, "3s1/DD1D1/1dD2/3dd/3S1 1", "b1c1").unwrap();
        assert!(text.starts_with("Coach: this turn cost "), "{text}");
        assert!(text.contains("very bad") && text.contains("\n  answer:  "), "{text}");
    }

    #[test]
    fn nothing_is_said_of_the_only_move_and_of_the_last() {
        assert_eq!(says(&CLASSIC, "5/D1S2/5/2s2/5 1", "b3a3"), None);
        assert_eq!(says(&CLASSIC, "5/5/D4/dd3/5 1", "c1d2"), None);
    }

    #[test]
    fn a_lost_draw_is_told_from_a_lost_game() {
        let lesson = |best, played| {
            let line = |value: Option<Value>| Line {
                value: value.unwrap_or(30),
                depth: 4,
                proven: value.is_some(),
                moves: vec![()],
            };
            Lesson { best: line(best), played: line(played) }.change()
        };
        let (won, lost, drawn) = (Some(WON - 3), Some(4 - WON), Some(0));
        assert_eq!(lesson(drawn, lost), Change::Lost);
        assert_eq!(lesson(won, drawn), Change::WinDrawn);
        assert_eq!(lesson(won, None), Change::WinOutOfSight);
        assert_eq!(lesson(lost, Some(2 - WON)), Change::Kept);
        assert_eq!(lesson(won, Some(WON - 9)), Change::Kept);
    }

    #[test]
    fn lines_are_in_the_notation_of_the_game() {
        let text = "d,d,d,-/t,t,t,-/l,l,-,l/l,-,t,- d 4";
        let before = Qawale.read_position(text).unwrap();
        let lesson = before.moves().into_iter().find_map(|mv| {
            let lesson = judge(&before, mv, &StopSignal::new())?;
            (lesson.change() != Change::Kept).then_some(lesson)
        });
        let said = words(&Qawale, &lesson.unwrap());
        let better = said.lines().find_map(|line| line.strip_prefix("  better:  ")).unwrap();
        assert!(Qawale.read_legal_move(&before, better.split(' ').next().unwrap()).is_ok(), "{said}");
    }
}
