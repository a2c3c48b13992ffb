//! The limits of an assessment.

use std::time::Duration;

use crate::engine::bots::SearchBudget;
use crate::engine::search::MAX_DEPTH;
use crate::model::Clock;

use super::knowledge::Effort;

/// The limits for the assessment of one position.
#[derive(Clone, Copy, Debug)]
pub struct AssessmentLimits<'a> {
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The number of positions in the search.
    pub nodes: u64,
    /// The time, and the clock that measures it. The search takes half of it; the rest is for proofs.
    pub time: Option<(Duration, &'a dyn Clock)>,
    /// The number of positions in a proof of the position, or of the best move.
    pub proof: u64,
    /// The memory for the search, in bytes.
    pub memory: usize,
    /// The memory for the prover, in bytes.
    pub proof_memory: usize,
    /// The number of positions assessed at the same time; no more than there are processors.
    pub threads: usize,
}

impl AssessmentLimits<'_> {
    /// The limits for hints, the coach and reviews: a fraction of a second for each position.
    pub const ADVICE: AssessmentLimits<'static> = AssessmentLimits {
        depth: MAX_DEPTH,
        nodes: 1_000_000,
        time: None,
        proof: 100_000,
        memory: 32 << 20,
        proof_memory: 8 << 20,
        threads: usize::MAX,
    };

    /// The limits for deep reviews: some seconds for each position.
    pub const DEEP: AssessmentLimits<'static> = AssessmentLimits {
        nodes: 10_000_000,
        proof: 1_000_000,
        memory: 128 << 20,
        proof_memory: 64 << 20,
        ..AssessmentLimits::ADVICE
    };

    /// Returns the limits for a review with this much memory for each position. What `budget` and `proof` leave open
    /// follows from the others, or is that of advice or of a deep review.
    pub fn for_review(
        budget: SearchBudget,
        proof: Option<u64>,
        memory: usize,
        is_deep: bool,
        clock: &dyn Clock,
    ) -> AssessmentLimits<'_> {
        let advice = if is_deep { AssessmentLimits::DEEP } else { AssessmentLimits::ADVICE };
        let SearchBudget { time, nodes, depth, .. } = budget;
        let is_limited = time.is_some() || depth.is_some();
        // With the limits of advice, a review has its memory too, so that it agrees with hints and the coach.
        let has_own_limits = budget.is_some() || proof.is_some();
        let memory_for = |share: usize, advice: usize| if has_own_limits { share } else { share.min(advice) };
        let default_proof = if time.is_some() { u64::MAX } else { advice.proof };
        AssessmentLimits {
            depth: depth.unwrap_or(advice.depth),
            nodes: nodes.unwrap_or(if is_limited { u64::MAX } else { advice.nodes }),
            time: time.map(|time| (time, clock)),
            proof: proof.or(nodes.map(|nodes| nodes / 10)).unwrap_or(default_proof),
            memory: memory_for(memory / 4, advice.memory),
            proof_memory: memory_for(memory - memory / 4, advice.proof_memory),
            threads: advice.threads,
        }
    }

    pub(super) fn effort(&self) -> Effort {
        (self.nodes, self.proof)
    }
}
