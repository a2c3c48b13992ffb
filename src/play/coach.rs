//! The coach: what a turn has cost, and how it is refuted. GNU Backgammon's tutor mode is the model; proven results are
//! called so.
//!
//! The positions before and after the turn are searched to the same depth, and the two values compared. In a game with a prover,
//! both results are proven if that takes few positions. The limits are positions, not time, so that the same game always gets
//! the same comments.

use crate::engine::search::{Limits, Line, Report, Request, Searcher, Value, mate_distance};
use crate::engine::solver::{ProofLimits, Prover};
use crate::model::{Evaluate, History, Mv, StopSignal};
use crate::screens::Screen;

use super::advice::{pieces_text, typed_text, value_text};

/// The positions searched before a turn, and again after it.
const NODES: u64 = 400_000;
/// The memory for that, in bytes.
const MEMORY: usize = 32 << 20;
/// The positions a proof of a result may take.
const PROOF_NODES: u64 = 100_000;
/// The memory of a prover for the coach, in bytes.
pub const PROOF_MEMORY: usize = 8 << 20;

/// What a turn is called that costs so much, in hundredths of a piece.
const MARKS: [(Value, &str); 3] = [(100, "very bad"), (50, "bad"), (20, "doubtful")];

/// What the coach has found out about a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnReview<M> {
    /// The best move, with what follows it.
    best: RatedLine<M>,
    /// The move that was played, with the answer to it and what follows.
    played: RatedLine<M>,
}

/// A principal variation, seen by the player who made the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RatedLine<M> {
    line: Line<M>,
    /// The proven result: 1 won, 0 drawn, -1 lost.
    result: Option<i32>,
}

impl<M> RatedLine<M> {
    /// The result as the search has proven it.
    fn of(line: Line<M>) -> Self {
        let result = line.proven.then(|| mate_distance(line.value).map_or(0, |_| line.value.signum()));
        RatedLine { line, result }
    }

    /// The value in words. A result that the prover found has no number of plies.
    fn worth(&self) -> String {
        match self.result {
            Some(1) if !self.line.proven => "won".to_owned(),
            Some(-1) if !self.line.proven => "lost".to_owned(),
            _ => value_text(&self.line),
        }
    }
}

/// What a turn did to the result of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResultChange {
    /// Nothing.
    Kept,
    /// A proven win is a proven loss now.
    WinLost,
    /// A proven win is a proven draw now.
    WinDrawn,
    /// A proven win is not proven any more.
    WinOutOfSight,
    /// A proven draw is not proven any more, and the value is below 0.
    DrawOutOfSight,
    /// A game that was not lost, or not known to be, is a proven loss now.
    Lost,
    /// The value fell by so much, in hundredths of a piece.
    Cost(Value),
}

/// Reviews `mv`, legal in `before`. `None` if there is nothing to say: there was no other move, the move ended the game, or
/// `stop` was raised.
pub fn review_turn<P: Evaluate>(
    before: &P,
    mv: P::Move,
    prover: Option<&mut dyn Prover<P>>,
    stop: &StopSignal,
) -> Option<TurnReview<P::Move>> {
    let mut review = compare(before, mv, stop)?;
    if let Some(prover) = prover {
        review.prove(before, mv, prover, stop);
    }
    (!stop.is_raised()).then_some(review)
}

fn limits(stop: &StopSignal) -> Limits<'_> {
    Limits { nodes: NODES, ..Limits::none(stop) }
}

fn second_best<P: Evaluate>(position: &P, stop: &StopSignal) -> Option<Line<P::Move>> {
    let request = Request { lines: 2, ..Request::new(limits(stop)) };
    let report = Searcher::new(MEMORY).search(position, &request, &mut |_| {});
    report.lines.into_iter().nth(1)
}

/// The review by search alone.
fn compare<P: Evaluate>(before: &P, mv: P::Move, stop: &StopSignal) -> Option<TurnReview<P::Move>> {
    let after = before.after(mv);
    if before.count_moves() < 2 || after.outcome().is_some() {
        return None;
    }
    let mut searcher = Searcher::new(MEMORY);
    let wanted = best_by_depth(&mut searcher, before, stop);
    let best = wanted.last().filter(|_| !stop.is_raised())?;
    if best.moves[0] == mv {
        return Some(TurnReview::new(best.clone(), best.clone()));
    }
    let answers = best_by_depth(&mut searcher, &after, stop);
    let answer = answers.last().filter(|_| !stop.is_raised())?;
    if best.proven || answer.proven {
        return Some(TurnReview::new(best.clone(), seen_from_before(mv, answer)));
    }
    // Evaluations are comparable at the same depth only, and the answer is one ply further.
    let depth = wanted.len().min(answers.len() + 1).max(2);
    let best = wanted.get(depth - 1).unwrap_or(best);
    let answer = answers.get(depth - 2).unwrap_or(answer);
    Some(TurnReview::new(best.clone(), seen_from_before(mv, answer)))
}

/// The best lines at depth 1, 2 and so on.
fn best_by_depth<P: Evaluate>(
    searcher: &mut Searcher,
    position: &P,
    stop: &StopSignal,
) -> Vec<Line<P::Move>> {
    let mut lines = Vec::new();
    let mut note = |report: &Report<P::Move>| lines.extend(report.best().cloned());
    searcher.search(position, &Request::new(limits(stop)), &mut note);
    lines
}

/// `answer` with the move before it, seen by the player who made that move.
fn seen_from_before<M: Copy>(mv: M, answer: &Line<M>) -> Line<M> {
    let value = match mate_distance(answer.value) {
        // The end is one ply further away.
        Some(_) => answer.value.signum() - answer.value,
        None => -answer.value,
    };
    let moves = std::iter::once(mv).chain(answer.moves.iter().copied()).collect();
    Line { value, depth: answer.depth + 1, proven: answer.proven, moves }
}

impl<M> TurnReview<M> {
    fn new(best: Line<M>, played: Line<M>) -> Self {
        TurnReview { best: RatedLine::of(best), played: RatedLine::of(played) }
    }

    fn change(&self) -> ResultChange {
        let (best, played) = (self.best.line.value, self.played.line.value);
        match (self.best.result, self.played.result) {
            (Some(1), Some(-1)) => ResultChange::WinLost,
            (Some(1), Some(0)) => ResultChange::WinDrawn,
            (Some(1), None) => ResultChange::WinOutOfSight,
            (Some(0) | None, Some(-1)) => ResultChange::Lost,
            (Some(0), None) if played < 0 => ResultChange::DrawOutOfSight,
            (None, None | Some(0)) if best > played => ResultChange::Cost(best - played),
            _ => ResultChange::Kept,
        }
    }
}

impl<M: Copy + PartialEq> TurnReview<M> {
    /// Adds the results that `prover` proves.
    fn prove<P: Evaluate<Move = M>>(
        &mut self,
        before: &P,
        mv: M,
        prover: &mut dyn Prover<P>,
        stop: &StopSignal,
    ) {
        let limits = ProofLimits { positions: PROOF_NODES, threads: 1, stop };
        let mut prove = |position: &P| {
            let winner = prover.prove(position, limits, &mut |_| {}).winner?;
            Some(if winner == before.to_move() { 1 } else { -1 })
        };
        let TurnReview { best, played } = self;
        played.result = played.result.or_else(|| prove(&before.after(mv)));
        if played.result == Some(-1) && best.line.moves[0] == mv {
            // The best move of the search loses. Its second choice may not.
            let other =
                second_best(before, stop).filter(|line| prove(&before.after(line.moves[0])) != Some(-1));
            *best = other.map_or_else(|| best.clone(), RatedLine::of);
        }
        if best.result.is_none() {
            best.result = prove(before);
            // The best move of the search need not be the one that wins.
            if let (Some(1), Some(winning)) = (best.result, prover.winning_move(before, limits).0)
                && best.line.moves[0] != winning
            {
                best.line.moves = vec![winning];
            }
        }
    }

    /// Whether no better move than the one played is known.
    fn is_without_better(&self) -> bool {
        self.best.line.moves.first() == self.played.line.moves.first()
    }
}

/// What the coach says about the last turn of `history`, in whole lines; moves as they are typed.
pub fn describe<G: Screen>(game: &G, history: &History<G::Position>, review: &TurnReview<Mv<G>>) -> String {
    let (best, played) = (review.best.worth(), review.played.worth());
    let verdict = match review.change() {
        ResultChange::Kept => return format!("Coach: this turn cost nothing ({played}).\n"),
        ResultChange::WinLost => format!("this lost a won game: {best} before, {played} now."),
        ResultChange::WinDrawn => format!("this gave a won game away: {best} before, a draw now."),
        ResultChange::WinOutOfSight => format!("the game was {best}; now no win is in sight ({played})."),
        ResultChange::DrawOutOfSight => format!("the game was a draw; now no draw is in sight ({played})."),
        ResultChange::Lost if review.is_without_better() => {
            "this loses, and nothing better is known.".to_owned()
        }
        ResultChange::Lost if review.best.result == Some(0) => "this lost a drawn game.".to_owned(),
        ResultChange::Lost => format!("this loses: {played}, and another turn was worth {best}."),
        ResultChange::Cost(cost) => {
            let mark = MARKS.iter().find(|(least, _)| cost >= *least);
            let mark = mark.map_or(String::new(), |(_, mark)| format!(", {mark}"));
            format!(
                "this turn cost {}{mark}: {played} instead of {best}.",
                pieces_text(cost).trim_start_matches('+')
            )
        }
    };
    let mut text = format!("Coach: {verdict}\n");
    if !review.is_without_better() {
        let mut before = history.clone();
        before.undo(1);
        text += &format!("  better:  {}\n", typed_text(game, &before, &review.best.line.moves));
    }
    if let [_, answer @ ..] = review.played.line.moves.as_slice() {
        text += &format!("  answer:  {}\n", typed_text(game, history, answer));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bots::Levels;
    use crate::engine::score::MATE;
    use crate::games::qawale::Qawale;
    use crate::games::ugly_duck::CLASSIC;
    use crate::model::{Game, Position};

    fn says<G: Screen>(game: &G, position: &str, mv: &str) -> Option<String> {
        let before = game.read_position(position).unwrap();
        let mv = game.read_legal_move(&before, mv).unwrap();
        comment(game, before, mv, None)
    }

    fn comment<G: Screen>(
        game: &G,
        before: G::Position,
        mv: Mv<G>,
        prover: Option<&mut dyn Prover<G::Position>>,
    ) -> Option<String> {
        let review = review_turn(&before, mv, prover, &StopSignal::new());
        let mut history = History::new(before);
        history.play(mv);
        review.map(|review| describe(game, &history, &review))
    }

    #[test]
    fn a_won_game_that_is_lost_is_called_so() {
        // The swan on b3 wins at once; anything else lets the enemy's swan on d3 win.
        let text = says(&CLASSIC, "5/D1S2/5/2s2/5 1", "b1c1").unwrap();
        let wanted = "Coach: this lost a won game: won in 1 before, lost in 2 now.\n  better:  b3 a2\n  answer:  d3 e2\n";
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
    fn a_prover_sees_what_search_does_not() {
        // A page of the book of 5x5: player 2 wins, and some moves give that away.
        let before = CLASSIC.read_position("1Dss1/D4/2D1S/d1d2/3d1 2").unwrap();
        let said = |mv| {
            let mut prover = CLASSIC.prover(PROOF_MEMORY).unwrap();
            comment(&CLASSIC, before, mv, Some(prover.as_mut())).unwrap()
        };
        let texts: Vec<String> = before.moves().into_iter().map(said).collect();
        assert!(texts.iter().any(|text| text.contains("lost a won game: won")), "{texts:?}");
        assert!(texts.iter().any(|text| text.contains("cost nothing (won")), "{texts:?}");
    }

    #[test]
    fn a_move_that_loses_is_not_recommended() {
        let before = CLASSIC.read_position("4D/DDD2/4D/ddd1d/3d1 2").unwrap();
        let mv = CLASSIC.read_legal_move(&before, "d2c2").unwrap();
        let mut prover = CLASSIC.prover(PROOF_MEMORY).unwrap();
        let text = comment(&CLASSIC, before, mv, Some(prover.as_mut())).unwrap();
        // It loses, and so does every other.
        assert_eq!(text, "Coach: this turn cost nothing (lost).\n");
    }

    #[test]
    fn nothing_is_said_of_the_only_move_and_of_the_last() {
        assert_eq!(says(&CLASSIC, "5/D1S2/5/2s2/5 1", "b3a3"), None);
        assert_eq!(says(&CLASSIC, "5/5/D4/dd3/5 1", "c1d2"), None);
    }

    #[test]
    fn a_lost_draw_is_told_from_a_lost_game() {
        let review = |best, played| {
            let line = |value: Option<Value>| Line {
                value: value.unwrap_or(30),
                depth: 4,
                proven: value.is_some(),
                moves: vec![()],
            };
            TurnReview::new(line(best), line(played)).change()
        };
        let (won, lost, drawn) = (Some(MATE - 3), Some(4 - MATE), Some(0));
        assert_eq!(review(drawn, lost), ResultChange::Lost);
        assert_eq!(review(won, drawn), ResultChange::WinDrawn);
        assert_eq!(review(won, None), ResultChange::WinOutOfSight);
        assert_eq!(review(None, drawn), ResultChange::Cost(30));
        assert_eq!(review(drawn, None), ResultChange::Kept);
        assert_eq!(review(lost, Some(2 - MATE)), ResultChange::Kept);
        assert_eq!(review(won, Some(MATE - 9)), ResultChange::Kept);
    }

    #[test]
    fn lines_are_as_they_are_typed() {
        let text = "d,d,d,-/t,t,t,-/l,l,-,l/l,-,t,- d 4";
        let before = Qawale.read_position(text).unwrap();
        let review = before.moves().into_iter().find_map(|mv| {
            let review = review_turn(&before, mv, None, &StopSignal::new())?;
            (review.change() != ResultChange::Kept).then_some((mv, review))
        });
        let (mv, review) = review.unwrap();
        let mut history = History::new(before);
        history.play(mv);
        let said = describe(&Qawale, &history, &review);
        let better = said.lines().find_map(|line| line.strip_prefix("  better:  ")).unwrap();
        let canonical = better.split(", ").next().unwrap().replace(' ', "");
        assert!(Qawale.read_legal_move(&before, &canonical).is_ok(), "{said}");
    }
}
