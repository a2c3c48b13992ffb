//! Parsing the `info` lines that a program writes about its search.

use crate::engine::bots::BotEval;
use crate::model::{Eval, SCORE_LIMIT};

/// The latest information about the best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The number of positions searched.
    pub nodes: Option<u64>,
    depth: Option<u32>,
    eval: Option<Eval>,
}

impl SearchInfo {
    /// Updates the information from a line. Ignores lines about moves other than the best, and invalid
    /// values.
    pub fn update(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut updated = *self;
        while let Some(word) = words.next() {
            match word {
                "string" | "pv" => break,
                "multipv" if words.next() != Some("1") => return,
                "nodes" => updated.nodes = words.next().and_then(|word| word.parse().ok()).or(updated.nodes),
                "depth" => updated.depth = words.next().and_then(|word| word.parse().ok()).or(updated.depth),
                "score" => updated.eval = parse_score(words.next(), words.next()).or(updated.eval),
                _ => {}
            }
        }
        *self = updated;
    }

    /// Returns the program's evaluation of its move, if it has reported one.
    pub fn eval(&self) -> Option<BotEval> {
        self.eval.map(|eval| BotEval { depth: self.depth.unwrap_or(0), eval })
    }
}

/// Parses a score: `cp S` or `mate P`.
fn parse_score(kind: Option<&str>, number: Option<&str>) -> Option<Eval> {
    let number: i32 = number?.parse().ok()?;
    match kind? {
        "cp" => Some(Eval::Estimate(number.clamp(-SCORE_LIMIT, SCORE_LIMIT))),
        "mate" if number > 0 => Some(Eval::Won(Some(number.unsigned_abs()))),
        "mate" => Some(Eval::Lost(Some(number.unsigned_abs()))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        lines.iter().for_each(|line| info.update(line));
        info
    }

    #[test]
    fn the_last_info_about_the_best_move_wins() {
        let info = parsed(&[
            "info depth 2 score cp 14 nodes 90",
            "info depth 3 seldepth 5 multipv 1 score cp -35 nodes 120 nps 7 pv a1b2 nodes 9",
            "info depth 3 seldepth 5 multipv 2 score cp -90 nodes 120 nps 7 pv a2b3",
            "info string depth 9 score cp 900 nodes 900",
            "nodes 12",
        ]);
        assert_eq!(info.nodes, Some(120));
        assert_eq!(info.eval(), Some(BotEval { depth: 3, eval: Eval::Estimate(-35) }));
    }

    #[test]
    fn mate_scores_are_in_plies_and_invalid_lines_are_ignored() {
        let score_of = |line: &str| parsed(&[line]).eval().map(|eval| eval.eval);
        assert_eq!(score_of("info score mate 3"), Some(Eval::Won(Some(3))));
        assert_eq!(score_of("info score mate -4 depth 7"), Some(Eval::Lost(Some(4))));
        assert_eq!(score_of("info score cp 99999999"), Some(Eval::Estimate(SCORE_LIMIT)));
        for line in ["info score", "info score cp", "info score cp x", "info score wdl 1", "info depth 3", ""]
        {
            assert_eq!(score_of(line), None, "{line}");
        }
    }
}
