//! What [`AnyGame`] hands to the code compiled for the game in it: bots, search, proofs.

use std::io::{Read, Write};
use std::marker::PhantomData;
use std::sync::Arc;

use super::{AnyGame, AnyMove, AnyPosition, Listed};
use crate::engine::bots::{Bot, BotError, Finding, Level, Levels, Thinking};
use crate::engine::level::Skill;
use crate::engine::resources::{MemoryShortage, Resources};
use crate::engine::rollout::Rollout;
use crate::engine::search::{KnownResults, Listener, Report, Request, Searcher};
use crate::engine::solver::{ProgressListener, Proof, ProofFileError, ProofLimits, Prover, Solution};
use crate::model::{Chance, History, Mv, Player, StopSignal};
use crate::with_game;

impl Levels for AnyGame {
    fn levels(&self) -> Vec<Level<Self>> {
        fn of<G: Listed>(game: &G) -> Vec<Level<AnyGame>> {
            let any = |level: Level<G>| {
                let game = game.clone();
                let make = move |_: &AnyGame| AnyBot::<G>::wrap((level.make)(&game));
                Level { name: level.name, about: level.about, make: Box::new(make) }
            };
            game.levels().into_iter().map(any).collect()
        }
        with_game!(self, game => of(game))
    }

    fn skills(&self) -> [Skill; 9] {
        with_game!(self, game => game.skills())
    }

    fn ratings(&self) -> &'static [(&'static str, i32)] {
        with_game!(self, game => game.ratings())
    }

    fn known_win(&self, position: &AnyPosition) -> Option<AnyMove> {
        fn of<G: Listed>(game: &G, position: &AnyPosition) -> Option<AnyMove> {
            game.known_win(G::position(position)).map(G::any_move)
        }
        with_game!(self, game => of(game, position))
    }

    fn known_winner(&self, position: &AnyPosition) -> Option<Player> {
        fn of<G: Listed>(game: &G, position: &AnyPosition) -> Option<Player> {
            game.known_winner(G::position(position))
        }
        with_game!(self, game => of(game, position))
    }

    fn known_plies(&self, position: &AnyPosition) -> Option<u32> {
        fn of<G: Listed>(game: &G, position: &AnyPosition) -> Option<u32> {
            game.known_plies(G::position(position))
        }
        with_game!(self, game => of(game, position))
    }

    fn known_results(&self, in_time: bool) -> Option<Arc<dyn KnownResults<AnyPosition>>> {
        fn of<G: Listed>(game: &G, in_time: bool) -> Option<Arc<dyn KnownResults<AnyPosition>>> {
            Some(Arc::new(AnyResults::<G>(game.known_results(in_time)?)))
        }
        with_game!(self, game => of(game, in_time))
    }

    fn prover(&self, bytes: usize) -> Option<Box<dyn Prover<AnyPosition>>> {
        with_game!(self, game => game.prover(bytes).map(|prover| any_prover(game, prover)))
    }

    fn patient_prover(&self, bytes: usize) -> Option<Box<dyn Prover<AnyPosition>>> {
        with_game!(self, game => game.patient_prover(bytes).map(|prover| any_prover(game, prover)))
    }

    fn bot(&self, name: &str) -> Result<Box<dyn Bot<AnyPosition>>, BotError> {
        fn of<G: Listed>(game: &G, name: &str) -> Result<Box<dyn Bot<AnyPosition>>, BotError> {
            game.bot(name).map(AnyBot::<G>::wrap)
        }
        with_game!(self, game => of(game, name))
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        results: Option<&dyn KnownResults<AnyPosition>>,
        position: &AnyPosition,
        request: &Request<'_>,
        listener: &mut Listener<'_, AnyMove>,
    ) -> Report<AnyMove> {
        fn of<G: Listed>(
            game: &G,
            searcher: &mut Searcher,
            results: Option<&dyn KnownResults<AnyPosition>>,
            position: &AnyPosition,
            request: &Request<'_>,
            listener: &mut Listener<'_, AnyMove>,
        ) -> Report<AnyMove> {
            let results = results.map(|results| OwnResults { results, game: PhantomData::<G> });
            let results = results.as_ref().map(|results| results as &dyn KnownResults<G::Position>);
            let tell = &mut own_listener::<G>(listener);
            let report = game.search(searcher, results, G::position(position), request, tell);
            report.map_moves(G::any_move)
        }
        with_game!(self, game => of(game, searcher, results, position, request, listener))
    }

    fn search_by_hand(
        &self,
        searcher: &mut Searcher,
        position: &AnyPosition,
        request: &Request<'_>,
        listener: &mut Listener<'_, AnyMove>,
    ) -> Report<AnyMove> {
        fn of<G: Listed>(
            game: &G,
            searcher: &mut Searcher,
            position: &AnyPosition,
            request: &Request<'_>,
            listener: &mut Listener<'_, AnyMove>,
        ) -> Report<AnyMove> {
            let tell = &mut own_listener::<G>(listener);
            let report = game.search_by_hand(searcher, G::position(position), request, tell);
            report.map_moves(G::any_move)
        }
        with_game!(self, game => of(game, searcher, position, request, listener))
    }

    fn solve_within(
        &self,
        position: &AnyPosition,
        plies: u32,
        memory: (&Resources, usize),
        limits: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> Solution<AnyMove> {
        fn of<G: Listed>(
            game: &G,
            position: &AnyPosition,
            plies: u32,
            memory: (&Resources, usize),
            limits: ProofLimits<'_>,
            listener: &mut ProgressListener<'_>,
        ) -> Solution<AnyMove> {
            game.solve_within(G::position(position), plies, memory, limits, listener).map_moves(G::any_move)
        }
        with_game!(self, game => of(game, position, plies, memory, limits, listener))
    }

    fn perft(&self, position: &AnyPosition, depth: u32) -> u64 {
        fn of<G: Listed>(game: &G, position: &AnyPosition, depth: u32) -> u64 {
            game.perft(G::position(position), depth)
        }
        with_game!(self, game => of(game, position, depth))
    }

    fn rollout(&self, start: &AnyPosition, most: u32, chance: &mut Chance) -> Rollout<AnyPosition> {
        fn of<G: Listed>(
            game: &G,
            start: &AnyPosition,
            most: u32,
            chance: &mut Chance,
        ) -> Rollout<AnyPosition> {
            let Rollout { end, plies, outcome } = game.rollout(G::position(start), most, chance);
            Rollout { end: G::any_position(end), plies, outcome }
        }
        with_game!(self, game => of(game, start, most, chance))
    }
}

/// Who hears of a search of any game, for the search of one.
fn own_listener<G: Listed>(listener: &mut Listener<'_, AnyMove>) -> impl FnMut(&Report<Mv<G>>) {
    |report| listener(&report.clone().map_moves(G::any_move))
}

/// A bot of one game as one of any game.
struct AnyBot<G: Listed>(Box<dyn Bot<G::Position>>);

impl<G: Listed> AnyBot<G> {
    fn wrap(bot: Box<dyn Bot<G::Position>>) -> Box<dyn Bot<AnyPosition>> {
        Box::new(AnyBot::<G>(bot))
    }
}

impl<G: Listed> Bot<AnyPosition> for AnyBot<G> {
    fn choose(&mut self, history: &History<AnyPosition>, thinking: &mut Thinking<'_>) -> Option<AnyMove> {
        self.0.choose(&G::own_history(history), thinking).map(G::any_move)
    }

    fn think_aloud(
        &mut self,
        history: &History<AnyPosition>,
        thinking: &mut Thinking<'_>,
        hear: &mut dyn FnMut(Finding<AnyMove>),
    ) -> Option<AnyMove> {
        let mut tell =
            |Finding { depth, best }: Finding<Mv<G>>| hear(Finding { depth, best: G::any_move(best) });
        self.0.think_aloud(&G::own_history(history), thinking, &mut tell).map(G::any_move)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn excuse(&self) -> Option<String> {
        self.0.excuse()
    }

    fn objection(&mut self, history: &History<AnyPosition>, stop: &StopSignal) -> Option<String> {
        self.0.objection(&G::own_history(history), stop)
    }
}

/// Known results of one game as those of any game.
#[derive(Debug)]
struct AnyResults<G: Listed>(Arc<dyn KnownResults<G::Position>>);

impl<G: Listed> KnownResults<AnyPosition> for AnyResults<G> {
    fn winner(&self, position: &AnyPosition) -> Option<Player> {
        self.0.winner(G::position(position))
    }

    fn plies(&self, position: &AnyPosition) -> Option<u32> {
        self.0.plies(G::position(position))
    }
}

/// Known results of any game for the search of one.
#[derive(Debug)]
struct OwnResults<'a, G: Listed> {
    results: &'a dyn KnownResults<AnyPosition>,
    game: PhantomData<G>,
}

impl<G: Listed> KnownResults<G::Position> for OwnResults<'_, G> {
    fn winner(&self, position: &G::Position) -> Option<Player> {
        self.results.winner(&G::any_position(position.clone()))
    }

    fn plies(&self, position: &G::Position) -> Option<u32> {
        self.results.plies(&G::any_position(position.clone()))
    }
}

/// A prover of one game as one of any game.
struct AnyProver<G: Listed>(Box<dyn Prover<G::Position>>);

/// `prover` as one of any game.
fn any_prover<G: Listed>(_game: &G, prover: Box<dyn Prover<G::Position>>) -> Box<dyn Prover<AnyPosition>> {
    Box::new(AnyProver::<G>(prover))
}

impl<G: Listed> Prover<AnyPosition> for AnyProver<G> {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.0.memory_shortage()
    }

    fn prove(
        &mut self,
        position: &AnyPosition,
        limits: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> Proof {
        self.0.prove(G::position(position), limits, listener)
    }

    fn winning_move(&mut self, position: &AnyPosition, limits: ProofLimits<'_>) -> (Option<AnyMove>, u64) {
        let (mv, positions) = self.0.winning_move(G::position(position), limits);
        (mv.map(G::any_move), positions)
    }

    fn known_verdict(&self, position: &AnyPosition) -> Option<bool> {
        self.0.known_verdict(G::position(position))
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
        listener: &mut ProgressListener<'_>,
    ) -> (Option<u32>, Vec<AnyMove>, u64) {
        let (plies, line, positions) = self.0.distance(G::position(position), winner, limits, listener);
        (plies, any_moves::<G>(line), positions)
    }

    fn key(&self, position: &AnyPosition) -> Option<u64> {
        self.0.key(G::position(position))
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn prepare(&mut self, threads: usize, stop: &StopSignal) {
        self.0.prepare(threads, stop);
    }

    fn set_order(&mut self, order: u64) {
        self.0.set_order(order);
    }

    fn write(&self, subject: &str, positions: u64, out: &mut dyn Write) -> Result<(), ProofFileError> {
        self.0.write(subject, positions, out)
    }

    fn read(&mut self, subject: &str, input: &mut dyn Read) -> Result<u64, ProofFileError> {
        self.0.read(subject, input)
    }
}

fn any_moves<G: Listed>(moves: Vec<Mv<G>>) -> Vec<AnyMove> {
    moves.into_iter().map(G::any_move).collect()
}
