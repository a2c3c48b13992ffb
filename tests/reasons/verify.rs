//! Verifies facts with nothing but the public rules, the notation of positions and pictures of the board.

use cygnet::words::GameWords as _;
use std::collections::{BTreeSet, HashMap};

use cygnet::engine::bots::EngineGame as _;
use cygnet::engine::reasons::{ExplainedTurn, Fact, TurnLine};
use cygnet::engine::solver::ProofLimits;
use cygnet::games::{AnyGame, AnyMove, AnyPosition};
use cygnet::model::{Game as _, History, Outcome, Player, Position as _, StopSignal};
use cygnet::words::{PictureCell, Terrain};

type Check = Result<(), String>;

/// A turn, replayed.
struct Case<'a> {
    game: &'a AnyGame,
    turn: &'a ExplainedTurn<AnyPosition>,
    fact: &'a Fact,
    played: Vec<AnyPosition>,
    better: Vec<AnyPosition>,
    mover: Player,
    enemy: Player,
}

fn ensure(is_true: bool, claim: &str) -> Check {
    if is_true { Ok(()) } else { Err(format!("it is not true that {claim}")) }
}

/// Returns the positions of a line, which must be legal.
fn replay(start: &AnyPosition, moves: &[AnyMove]) -> Result<Vec<AnyPosition>, String> {
    let mut positions = vec![start.clone()];
    for mv in moves {
        positions.push(positions[positions.len() - 1].play(*mv).map_err(|error| error.to_string())?);
    }
    Ok(positions)
}

/// Verifies a fact.
pub fn check(game: &AnyGame, turn: &ExplainedTurn<AnyPosition>, fact: &Fact) -> Check {
    let start = turn.before();
    let (played, better) = (replay(start, turn.played.moves())?, replay(start, turn.better.moves())?);
    let mover = start.to_move();
    let case = Case { game, turn, fact, played, better, mover, enemy: mover.opponent() };
    match fact.pattern {
        "loses-at-once" => case.loses_at_once(""),
        "swan-comes-home" => case.loses_at_once("came home"),
        "last-piece-taken" => case.loses_pieces_down_to(0),
        "last-pieces-taken" => case.loses_pieces_down_to(1),
        "king-in-reach" => case.loses_at_once("king was captured"),
        "corner-in-reach" => case.loses_at_once("opposite corner"),
        "fourth-top" => case.loses_at_once("four"),
        "misses-win-at-once" => case.misses_win_at_once(),
        "no-defence" => case.is_without_defence(case.mover),
        "misses-forced-win" => case.is_without_defence(case.enemy),
        "few-defences" => case.is_threatened(case.mover),
        "misses-threat" => case.is_threatened(case.enemy),
        "allows-run" => case.runs(case.enemy),
        "misses-run" => case.runs(case.mover),
        "unguarded-piece" | "steps-into-capture" | "ignores-attack" | "opens-attack" => case.loses_piece(),
        "bad-exchange" => case.exchanges(case.mover),
        "misses-exchange" => case.exchanges(case.enemy),
        "no-safe-move" => case.is_bound(case.mover),
        "misses-bind" => case.is_bound(case.enemy),
        "few-safe-moves" => case.is_squeezed(case.mover),
        "misses-squeeze" => case.is_squeezed(case.enemy),
        "allows-attack" => case.threatens(case.enemy),
        "misses-attack" => case.threatens(case.mover),
        "misses-capture" => case.misses_capture(),
        "misses-safe-move" => case.misses_safe_move(),
        "capture-makes-swan" => case.captures_into_swan(),
        "allows-swan" => case.has_new_swan(case.enemy),
        "misses-swan" => case.has_new_swan(case.mover),
        "allows-breakthrough" => case.breaks_through(case.enemy),
        "misses-breakthrough" => case.breaks_through(case.mover),
        "allows-king" => case.has_new_king(case.enemy),
        "misses-king" => case.has_new_king(case.mover),
        "allows-dragon" => case.has_dragon(case.enemy),
        "misses-dragon" => case.has_dragon(case.mover),
        other => Err(format!("the test knows no pattern {other}")),
    }
}

impl Case<'_> {
    /// Returns the positions of the line of the fact.
    fn line(&self) -> &[AnyPosition] {
        if self.fact.evidence.line == TurnLine::Played { &self.played } else { &self.better }
    }

    /// Returns the position that shows the fact.
    fn shown(&self) -> &AnyPosition {
        &self.line()[self.fact.evidence.plies]
    }

    /// Counts the pieces of a player in the notation of a position.
    fn count(&self, position: &AnyPosition, player: Player) -> usize {
        let text = position.to_string();
        let board = text.split(' ').next().unwrap_or_default();
        let is_own = |sign: char| match (self.game.name().starts_with("replica"), player) {
            (true, Player::One) => matches!(sign, 'w' | 'W'),
            (true, Player::Two) => matches!(sign, 'b' | 'B'),
            (false, Player::One) => sign.is_ascii_uppercase(),
            // An `o` is a used cave.
            (false, Player::Two) => sign.is_ascii_lowercase() && sign != 'o',
        };
        board.chars().filter(|sign| is_own(*sign)).count()
    }

    fn picture(&self, position: &AnyPosition) -> Vec<PictureCell> {
        let history = History::new(position.clone());
        self.game.picture(&self.game.view(&history)).cells
    }

    /// Returns the cells whose top piece is a player's.
    fn cells(&self, position: &AnyPosition, player: Player) -> BTreeSet<String> {
        let is_own = |cell: &PictureCell| cell.pieces.last().is_some_and(|piece| piece.owner == Some(player));
        self.picture(position).into_iter().filter(is_own).map(|cell| cell.name).collect()
    }

    /// Returns the name of the piece of a player on a cell.
    fn piece(&self, position: &AnyPosition, player: Player, cell: &str) -> Option<&'static str> {
        let cell = self.picture(position).into_iter().find(|shown| shown.name == cell)?;
        cell.pieces.last().filter(|piece| piece.owner == Some(player)).map(|piece| piece.name)
    }

    /// Returns the positions after captures by the player to move.
    fn captures(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let loser = position.to_move().opponent();
        let count = self.count(position, loser);
        let nexts = position.moves().into_iter().map(|mv| position.after(mv));
        nexts.filter(|next| self.count(next, loser) < count).collect()
    }

    fn loses_at_once(&self, how: &str) -> Check {
        let mut history = History::new(self.turn.before().clone());
        self.turn.played.moves()[..2].iter().for_each(|mv| history.play(*mv));
        let won = self.game.how_won(&self.game.view(&history));
        ensure(history.current().outcome() == Some(Outcome::Win(self.enemy)), "the answer wins")?;
        ensure(won.contains(how), &format!("the answer wins by \"{how}\": \"{won}\""))
    }

    fn loses_pieces_down_to(&self, left: usize) -> Check {
        self.loses_at_once("")?;
        ensure(self.count(&self.played[2], self.mover) <= left, "so few pieces are left")
    }

    fn misses_win_at_once(&self) -> Check {
        let win = Some(Outcome::Win(self.mover));
        ensure(self.better[1].outcome() == win && self.played[1].outcome() != win, "a win was missed")
    }

    /// Counts the moves of `loser` that do not lose at once, and all of them.
    fn defences(&self, loser: Player) -> Result<[usize; 2], String> {
        let position = self.shown();
        ensure(position.to_move() == loser && position.outcome().is_none(), "the loser is to move")?;
        let win = Some(Outcome::Win(loser.opponent()));
        let loses = |mv| {
            let next: AnyPosition = position.after(mv);
            let is_open = next.outcome().is_none();
            next.outcome() == win
                || is_open && next.moves().into_iter().any(|mv| next.after(mv).outcome() == win)
        };
        let moves = position.moves();
        Ok([moves.iter().filter(|mv| !loses(**mv)).count(), moves.len()])
    }

    fn is_without_defence(&self, loser: Player) -> Check {
        ensure(self.defences(loser)?[0] == 0, "there is no defence")
    }

    fn is_threatened(&self, loser: Player) -> Check {
        let counted = self.fact.evidence.numbers.map(|number| number as usize);
        ensure(self.defences(loser)? == counted, "this many moves do not lose at once")?;
        ensure(counted[0] <= 3 || counted[0] * 8 <= counted[1], "these are few")
    }

    fn loses_piece(&self) -> Check {
        let [before, after, answered] = [0, 1, 2].map(|ply| &self.played[ply]);
        let victims: BTreeSet<String> = self.fact.evidence.cells.iter().cloned().collect();
        let (stood, left) = (self.cells(after, self.mover), self.cells(answered, self.mover));
        ensure(stood.difference(&left).eq(victims.iter()), "these pieces are lost")?;
        ensure(self.count(before, self.enemy) == self.count(answered, self.enemy), "nothing was taken")?;
        ensure(self.captures(answered).is_empty(), "nothing can be taken in return")?;
        let old = self.cells(before, self.mover);
        let moved = victims.iter().any(|cell| !old.contains(cell));
        let passed =
            before.with_turn_passed().and_then(|passed| passed.play(self.turn.played.moves()[1]).ok());
        let taken = passed.as_ref().map_or_else(BTreeSet::new, |earlier| {
            old.difference(&self.cells(earlier, self.mover)).cloned().collect()
        });
        let was_attacked = victims.is_subset(&taken);
        let reached: BTreeSet<String> = before.with_turn_passed().map_or_else(BTreeSet::new, |passed| {
            self.captures(&passed).iter().flat_map(|next| &old - &self.cells(next, self.mover)).collect()
        });
        let left = &old - &self.cells(after, self.mover);
        let is_new = reached.is_disjoint(&victims) && (!moved || reached.is_disjoint(&left));
        match self.fact.pattern {
            "steps-into-capture" => ensure(moved && is_new, "the piece has moved there"),
            "opens-attack" => ensure(is_new && !moved, "the turn opened the attack"),
            "ignores-attack" => ensure(was_attacked && !moved, "the piece was attacked before"),
            _ => {
                let retakes = passed.map(|earlier| self.captures(&earlier)).unwrap_or_default();
                let is_retaken =
                    |cell: &String| retakes.iter().any(|next| self.cells(next, self.mover).contains(cell));
                ensure(was_attacked && victims.iter().all(is_retaken), "the piece was guarded before")
            }
        }
    }

    fn exchanges(&self, loser: Player) -> Check {
        let gone = |player| self.count(self.turn.before(), player) - self.count(self.shown(), player);
        let [lost, won] = self.fact.evidence.numbers.map(|number| number as usize);
        ensure(
            lost > won && gone(loser) == lost && gone(loser.opponent()) == won,
            "the exchange costs this",
        )?;
        let is_final = self.shown().to_move() != loser || self.best_capture(self.shown(), 4) <= 0;
        ensure(is_final, "no capture wins any of it back")
    }

    /// Returns the pieces that the player to move can win in up to `captures` captures, in which both sides stop when they
    /// like.
    fn best_capture(&self, position: &AnyPosition, captures: u32) -> i64 {
        let loser = position.to_move().opponent();
        let balance = |next: &AnyPosition| {
            let taken = self.count(position, loser) - self.count(next, loser);
            let answer = if captures > 1 { self.best_capture(next, captures - 1) } else { 0 };
            i64::try_from(taken).unwrap() - answer
        };
        self.captures(position).iter().map(balance).max().unwrap_or(0).max(0)
    }

    /// Counts the moves of `player` that lose nothing for nothing, and all of them.
    fn safe_moves(&self, player: Player) -> Result<[usize; 2], String> {
        let position = self.shown();
        let is_costly = |mv| {
            let after = position.after(mv);
            let takes = self.count(&after, player.opponent()) < self.count(position, player.opponent());
            !takes && self.captures(&after).iter().any(|next| self.captures(next).is_empty())
        };
        ensure(position.to_move() == player && position.outcome().is_none(), "the player is to move")?;
        let moves = position.moves();
        Ok([moves.iter().filter(|mv| !is_costly(**mv)).count(), moves.len()])
    }

    fn is_bound(&self, player: Player) -> Check {
        ensure(self.safe_moves(player)?[0] == 0, "every move loses a piece")
    }

    fn is_squeezed(&self, player: Player) -> Check {
        let counted = self.fact.evidence.numbers.map(|number| number as usize);
        ensure(self.safe_moves(player)? == counted, "this many moves lose nothing")?;
        ensure(0 < counted[0] && counted[0] <= 5 && counted[0] * 2 <= counted[1], "these are few")
    }

    fn threatens(&self, winner: Player) -> Check {
        let (position, victims) = (self.shown(), &self.fact.evidence.cells);
        ensure(position.to_move() != winner && position.outcome().is_none(), "the other player is to move")?;
        let passed = position.with_turn_passed().ok_or("the turn cannot pass")?;
        let stood = self.cells(&passed, winner.opponent());
        let takes = |next: &AnyPosition| {
            let left = self.cells(next, winner.opponent());
            victims.iter().all(|cell| stood.contains(cell) && !left.contains(cell))
        };
        let captures = self.captures(&passed);
        let is_threat = captures.iter().any(|next| takes(next) && self.captures(next).is_empty());
        ensure(!victims.is_empty() && is_threat, "the pieces could be taken for nothing")
    }

    fn misses_capture(&self) -> Check {
        let (before, better) = (&self.better[0], &self.better[1]);
        let (stood, left) = (self.cells(before, self.enemy), self.cells(better, self.enemy));
        let victims: BTreeSet<String> = self.fact.evidence.cells.iter().cloned().collect();
        ensure(stood.difference(&left).eq(victims.iter()), "these pieces are taken")?;
        ensure(self.count(&self.played[1], self.enemy) == stood.len(), "the turn took nothing")?;
        ensure(self.captures(better).is_empty(), "nothing can be taken in return")
    }

    fn misses_safe_move(&self) -> Check {
        ensure(self.captures(&self.better[1]).is_empty(), "nothing can be taken after the better turn")?;
        ensure(!self.captures(&self.played[1]).is_empty(), "something can be taken after the turn")
    }

    fn captures_into_swan(&self) -> Check {
        let cell = &self.fact.evidence.cells[0];
        ensure(self.piece(&self.played[1], self.mover, cell).is_some(), "there is something to take")?;
        ensure(self.piece(&self.played[2], self.enemy, cell) == Some("swan"), "the captor is a swan")
    }

    fn has_new_swan(&self, owner: Player) -> Check {
        let (line, plies, cell) = (self.line(), self.fact.evidence.plies, &self.fact.evidence.cells[0]);
        let swans = |position: &AnyPosition| {
            let own = self.cells(position, owner);
            own.iter().filter(|cell| self.piece(position, owner, cell) == Some("swan")).count()
        };
        ensure(self.piece(&line[plies], owner, cell) == Some("swan"), "the swan is there")?;
        ensure(swans(&line[plies]) == swans(&line[plies - 1]) + 1, "the last move made it")
    }

    /// Tries every defence against a duck that becomes a swan.
    fn breaks_through(&self, runner: Player) -> Check {
        let (cell, plies) = (&self.fact.evidence.cells[0], self.fact.evidence.numbers[0]);
        ensure(self.piece(self.shown(), runner, cell) == Some("duck"), "it is a duck")?;
        let mut run = Run { game: self.game, runner, goal: Some("swan"), known: HashMap::new() };
        ensure(run.wins(self.shown(), cell, plies) == Some(true), "nothing stops the duck")
    }

    fn has_new_king(&self, owner: Player) -> Check {
        let (line, plies, cell) = (self.line(), self.fact.evidence.plies, &self.fact.evidence.cells[0]);
        let [before, after] = [plies - 1, plies].map(|plies| self.piece(&line[plies], owner, cell));
        ensure(
            before.is_some_and(|name| name != "king") && after == Some("king"),
            "the checker became a king",
        )
    }

    fn has_dragon(&self, owner: Player) -> Check {
        let (line, plies, cell) = (self.line(), self.fact.evidence.plies, &self.fact.evidence.cells[0]);
        let earlier = self.picture(&line[plies - 1]);
        let is_cave = earlier.iter().any(|shown| shown.name == *cell && shown.ground == Terrain::Cave);
        ensure(is_cave, "the cave was unused")?;
        ensure(self.piece(&line[plies], owner, cell).is_some(), "a dragon appeared")
    }

    /// Tries every defence against the run. If there are too many, asks the general solver.
    fn runs(&self, runner: Player) -> Check {
        let (position, cell, plies) =
            (self.shown(), &self.fact.evidence.cells[0], self.fact.evidence.numbers[0]);
        let mut run = Run { game: self.game, runner, goal: None, known: HashMap::new() };
        match run.wins(position, cell, plies) {
            Some(is_won) => ensure(is_won, "the run cannot be stopped"),
            None => self.is_solved(runner, plies),
        }
    }

    /// Lets the general solver contradict that the runner wins in this number of plies.
    fn is_solved(&self, runner: Player, plies: u32) -> Check {
        let stop = StopSignal::new();
        let limits = ProofLimits::new(200_000, &stop);
        let solution = self.game.solve_within(self.shown(), plies, 16 << 20, limits, &mut |_| {});
        let winner = solution.outcome.and_then(Outcome::winner);
        ensure(winner.is_none_or(|winner| winner == runner), "the runner wins")
    }
}

/// A run home, with the results of the positions so far.
struct Run<'a> {
    game: &'a AnyGame,
    runner: Player,
    /// The name of the piece that the runner may become instead of winning.
    goal: Option<&'static str>,
    known: HashMap<(AnyPosition, String, u32), bool>,
}

impl Run<'_> {
    /// Returns whether the piece on `cell` wins in `plies` plies; `None` if that takes too long to find out.
    fn wins(&mut self, position: &AnyPosition, cell: &str, plies: u32) -> Option<bool> {
        if position.outcome().is_some() {
            return Some(position.outcome() == Some(Outcome::Win(self.runner)));
        }
        let history = History::new(position.clone());
        let shown = self.goal.map(|goal| (goal, self.game.picture(&self.game.view(&history)).cells));
        let has_become = |(goal, cells): (&str, Vec<PictureCell>)| {
            let piece = cells.iter().find(|shown| shown.name == cell).and_then(|shown| shown.pieces.last());
            piece.is_some_and(|piece| piece.name == goal && piece.owner == Some(self.runner))
        };
        if shown.is_some_and(has_become) {
            return Some(true);
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (position.clone(), cell.to_owned(), plies);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.known.len() > 20_000 {
            return None;
        }
        let own = position.to_move() == self.runner;
        let mut result = !own;
        for mv in position.moves() {
            let cells = self.game.cells(mv);
            let (from, to) = (cells.first()?, cells.last()?);
            if own && (from != cell || cells.len() < 2) {
                continue;
            }
            let next = if own { to } else { cell };
            if self.wins(&position.after(mv), next, plies - 1)? == own {
                result = own;
                break;
            }
        }
        self.known.insert(key, result);
        Some(result)
    }
}
