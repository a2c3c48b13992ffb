//! The engine side of [`AnyGame`]: forwards bots, searches and proofs to the game inside.

use std::io::{Read, Write};

use super::{AnyGame, AnyMove, AnyPosition, ErasedGame};
use crate::engine::bots::{Bot, BotCatalog, BotProblem, BotProgress, ClassicBot, EngineGame, MoveContext};
use crate::engine::certificate::{Certificate, CertificateError, CertifyError, CertifySettings, Verified};
use crate::engine::level::Skill;
use crate::engine::reasons::{ExplainedTurn, Patterns};
use crate::engine::resources::MemoryShortage;
use crate::engine::rollout::Rollout;
use crate::engine::search::{ResultPolicy, SearchListener, SearchReport, SearchRequest, Searcher};
use crate::engine::solver::{Proof, ProofFileError, ProofLimits, ProofListener, Prover, Solution};
use crate::model::{GameRng, Mv, Outcome, Player, StopSignal, View};
use crate::{forward_to_game, with_game};

impl EngineGame for AnyGame {
    forward_to_game! {
        fn known_winner(position: Position) -> Option<Player>;
        fn known_plies(position: Position) -> Option<u32>;
        fn certify(start: Position, settings: [&CertifySettings<'_>], listener: [&mut dyn FnMut(u64)]) -> Result<Certificate, CertifyError>;
        fn verify_certificate(certificate: [&Certificate]) -> Result<Verified, CertificateError>;
        fn perft(position: Position, depth: [u32]) -> u64;
    }

    fn known_win(&self, position: &AnyPosition) -> Option<AnyMove> {
        with_game!(self, game: G => game.known_win(G::position(position)).map(Into::into))
    }

    fn prover(&self, bytes: usize) -> Option<Box<dyn Prover<AnyPosition>>> {
        with_game!(self, game: G => Some(Box::new(AnyProver::<G>(game.prover(bytes)?))))
    }

    fn thorough_prover(&self, bytes: usize) -> Option<Box<dyn Prover<AnyPosition>>> {
        with_game!(self, game: G => Some(Box::new(AnyProver::<G>(game.thorough_prover(bytes)?))))
    }

    fn reason_patterns(&self) -> Vec<Patterns<AnyPosition>> {
        with_game!(self, game: G => {
            let own_turn = |turn: &ExplainedTurn<AnyPosition>| {
                turn.map(|any| Clone::clone(G::position(any)), G::downcast_move)
            };
            game.reason_patterns().into_iter().map(|patterns| patterns.map(own_turn)).collect()
        })
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        results: ResultPolicy,
        position: &AnyPosition,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, AnyMove>,
    ) -> SearchReport<AnyMove> {
        with_game!(self, game: G => {
            let forward = &mut |report: &SearchReport<Mv<G>>| listener(&report.clone().map_moves(AnyMove::from));
            game.search(searcher, results, G::position(position), request, forward).map_moves(AnyMove::from)
        })
    }

    fn solve_within(
        &self,
        position: &AnyPosition,
        plies: u32,
        bytes: usize,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Solution<AnyMove> {
        with_game!(self, game: G => {
            game.solve_within(G::position(position), plies, bytes, limits, listener).map_moves(AnyMove::from)
        })
    }

    fn representative(&self, position: &AnyPosition) -> AnyPosition {
        with_game!(self, game: G => game.representative(G::position(position)).into())
    }

    fn rollout(&self, start: &AnyPosition, max_plies: u32, rng: &mut GameRng) -> Rollout<AnyPosition> {
        with_game!(self, game: G => {
            let Rollout { end, plies } = game.rollout(G::position(start), max_plies, rng);
            Rollout { end: end.into(), plies }
        })
    }
}

impl BotCatalog for AnyGame {
    forward_to_game! {
        fn other_bot_names() -> &'static [(&'static str, &'static str)];
        fn level_skills() -> [Skill; 9];
        fn ratings() -> Vec<(String, i32)>;
    }

    fn classic_bots(&self) -> Vec<ClassicBot<AnyPosition>> {
        with_game!(self, game: G => {
            let erase = |ClassicBot { name, about, is_random, bot }| {
                ClassicBot { name, about, is_random, bot: Box::new(AnyBot::<G>(bot)) as Box<dyn Bot<AnyPosition>> }
            };
            game.classic_bots().into_iter().map(erase).collect()
        })
    }

    fn general_bot(&self, name: &str) -> Result<Box<dyn Bot<AnyPosition>>, BotProblem> {
        with_game!(self, game: G => Ok(Box::new(AnyBot::<G>(game.general_bot(name)?))))
    }
}

/// Wraps a bot of one game.
struct AnyBot<G: ErasedGame>(Box<dyn Bot<G::Position>>);

impl<G: ErasedGame> Bot<AnyPosition> for AnyBot<G> {
    fn choose(&mut self, view: &View<'_, AnyPosition>, context: &mut MoveContext<'_>) -> Option<AnyMove> {
        self.0.choose(&G::downcast_view(view), context).map(Into::into)
    }

    fn choose_with_progress(
        &mut self,
        view: &View<'_, AnyPosition>,
        context: &mut MoveContext<'_>,
        on_progress: &mut dyn FnMut(BotProgress<AnyMove>),
    ) -> Option<AnyMove> {
        let mut forward = |found: BotProgress<Mv<G>>| {
            on_progress(BotProgress { depth: found.depth, line: any_moves::<G>(found.line) })
        };
        self.0.choose_with_progress(&G::downcast_view(view), context, &mut forward).map(Into::into)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

/// Wraps a prover of one game.
struct AnyProver<G: ErasedGame>(Box<dyn Prover<G::Position>>);

impl<G: ErasedGame> Prover<AnyPosition> for AnyProver<G> {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.0.memory_shortage()
    }

    fn pace(&self) -> u64 {
        self.0.pace()
    }

    fn prove(
        &mut self,
        position: &AnyPosition,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        self.0.prove(G::position(position), limits, listener)
    }

    fn winning_move(&mut self, position: &AnyPosition, limits: ProofLimits<'_>) -> (Option<AnyMove>, u64) {
        let (mv, positions) = self.0.winning_move(G::position(position), limits);
        (mv.map(Into::into), positions)
    }

    fn known_outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        self.0.known_outcome(G::position(position))
    }

    fn line(&mut self, position: &AnyPosition, limits: ProofLimits<'_>) -> (Vec<AnyMove>, u64) {
        let (line, positions) = self.0.line(G::position(position), limits);
        (any_moves::<G>(line), positions)
    }

    fn distance(
        &mut self,
        position: &AnyPosition,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> (Option<u32>, Vec<AnyMove>, u64) {
        let (plies, line, positions) = self.0.distance(G::position(position), winner, limits, listener);
        (plies, any_moves::<G>(line), positions)
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn prepare(&mut self, threads: usize, stop: &StopSignal) {
        self.0.prepare(threads, stop);
    }

    fn write(&self, subject: &str, positions: u64, out: &mut dyn Write) -> Result<(), ProofFileError> {
        self.0.write(subject, positions, out)
    }

    fn read(&mut self, subject: &str, input: &mut dyn Read) -> Result<u64, ProofFileError> {
        self.0.read(subject, input)
    }
}

fn any_moves<G: ErasedGame>(moves: Vec<Mv<G>>) -> Vec<AnyMove> {
    moves.into_iter().map(Into::into).collect()
}
