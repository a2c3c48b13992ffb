//! Replays a recorded game position by position, with its annotations.

use crate::analysis::assessment::AssessmentLimits;
use crate::analysis::review::{REVIEWED_KEY, annotate};
use crate::console::{
    CommandHandler, Console, Dialog, Exit, Prompt, PromptExit, Stop, Style, none_if_back, rows, wrap,
};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{
    Ending, Eval, Game as _, History, Mark, Note, Position as _, Record, Variation, text::escape_line,
};
use crate::players::seats;
use crate::screens::Screen;
use crate::screens::drawing::{check_flip, draw_with_rows_below, flip, place_at_bottom};
use crate::words::moves::{MAX_LINE_MOVES, typed_text, with_players};
use crate::words::voice::for_reader;
use crate::words::{GameWords as _, capitalised, counted};

use super::review::{called, eval_text, review_at};
use crate::records::{headline, names, names::result};

/// The part of a game to show, and how.
#[derive(Clone, Copy, Debug)]
pub struct ReplayRange {
    /// The first position, as a number of moves.
    pub from: usize,
    /// The last position; `None` is the end of the game.
    pub to: Option<usize>,
    /// Whether to wait after each position.
    pub step: bool,
}

impl ReplayRange {
    /// Checks that a game of this many moves has the range.
    ///
    /// # Errors
    /// It does not; the text says why.
    pub fn check(&self, moves: usize) -> Result<(), String> {
        let (from, to) = (self.from, self.to.unwrap_or(moves));
        match () {
            () if from.max(to) > moves => Err(format!("the game has only {}", counted(moves, "move"))),
            () if from > to => Err(format!("there is nothing from move {from} to move {to}")),
            () => Ok(()),
        }
    }
}

/// Shows `range` of a recorded game, which it must have; `replayed` is that game. If the user has it reviewed, the record
/// gets the annotations of the review.
///
/// # Errors
/// The user quit, or input ended.
pub fn show(
    record: &mut Record,
    replayed: Referee<AnyGame>,
    range: ReplayRange,
    console: &mut Console,
) -> Result<(), Stop> {
    let (game, history) = (replayed.game().clone(), replayed.into_history());
    let is_at_terminal = console.is_at_terminal();
    place_at_bottom(&game, seats::reader(record), console);
    let last = history.plies();
    let mut replay = Replay { game: &game, record, last, history, is_at_terminal };
    let shown = replay.show(range, console);
    console.settings_mut().own_side_on_top = false;
    shown
}

/// An answer below a position.
enum Step {
    /// Show the position after this number of moves.
    To(usize),
    /// Offer a review, and show the next mistake.
    Review,
    /// Leave the replay.
    Leave,
}

/// The commands in a replay: those that leave it, and `:flip`.
struct ReplayCommander<'a>(&'a AnyGame);

impl CommandHandler for ReplayCommander<'_> {
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        match line.to_lowercase().as_str() {
            ":q" | ":quit" | ":exit" => Err(Stop::Quit.into()),
            ":flip" => match flip(self.0, console) {
                Ok(()) => Err(PromptExit::StartOver(Vec::new())),
                Err(problem) => Ok(console.refuse(problem).map(|()| true)?),
            },
            ":h" => Ok(false),
            lower if lower.starts_with(':') && !lower.starts_with(":help") => {
                let command = line.split(' ').next().unwrap_or_default();
                Ok(console.refuse(&format!("{command} does not work here. ? says what you can type."))?)
                    .map(|()| true)
            }
            _ => Ok(false),
        }
    }

    fn command_in(&self, line: &str) -> Option<String> {
        let line = line.to_lowercase();
        ["quit", "exit", "flip"].contains(&line.as_str()).then(|| format!(":{line}"))
    }
}

/// A game that is replayed. The history is at the current position.
struct Replay<'a> {
    game: &'a AnyGame,
    record: &'a mut Record,
    history: History<AnyPosition>,
    /// The number of moves.
    last: usize,
    is_at_terminal: bool,
}

impl Replay<'_> {
    fn show(
        &mut self,
        ReplayRange { from, to, step }: ReplayRange,
        console: &mut Console,
    ) -> Result<(), Stop> {
        console.say(&if self.is_at_terminal {
            names::heading(self.record)
        } else {
            headline(self.record)
        })?;
        let header = self.record.annotations.header.iter();
        header
            .filter(|(key, _)| ![seats::READER_KEY, REVIEWED_KEY].contains(&key.as_str()))
            .map(|(key, value)| escape_line(&format!("{key}: {value}")))
            .try_for_each(|line| console.say(&line))?;
        let to = to.unwrap_or(self.last);
        if step {
            return self.step(from, to, console);
        }
        for number in from..=to {
            self.show_position(number, false, console)?;
        }
        if to == self.last { console.say(&format!("\n{}", self.result_line())) } else { Ok(()) }
    }

    /// Shows positions as the user asks for them, until they leave.
    fn step(&mut self, from: usize, to: usize, console: &mut Console) -> Result<(), Stop> {
        let mut number = from;
        loop {
            self.show_position(number, true, console)?;
            if number == self.last {
                console.say(&format!("\n{}", self.result_line()))?;
            }
            // Through a pipe, do not ask at the end: a script would wait.
            if number >= to && !console.is_at_terminal() {
                return Ok(());
            }
            let Some(next) = self.ask(number, to, console)? else { return Ok(()) };
            number = next;
        }
    }

    /// Asks for the next position to show; `None` leaves the replay.
    fn ask(&mut self, number: usize, to: usize, console: &mut Console) -> Result<Option<usize>, Stop> {
        let style = console.style();
        let piped = "Enter: next, q: quit ".to_owned();
        let prompt = Prompt::new(style.wording(piped, self.question(number, to, &style)));
        let answer = Dialog::new(console, &mut ReplayCommander(self.game)).ask_for(&prompt, |answer| {
            match answer.to_lowercase().as_str() {
                "q" => Ok(Step::Leave),
                "" | "n" if number >= to => Ok(Step::Leave),
                "" | "n" => Ok(Step::To(number + 1)),
                "b" => number.checked_sub(1).map(Step::To).ok_or("This is the start of the game.".to_owned()),
                "m" => match self.next_mistake(number) {
                    Some(mistake) => Ok(Step::To(mistake)),
                    None if self.is_at_terminal && self.last > 0 && !self.is_marked() => Ok(Step::Review),
                    None if self.next_mistake(0).is_none() => {
                        Err("No turn of this game is marked as a mistake.".to_owned())
                    }
                    None => Err("There are no more marked mistakes.".to_owned()),
                },
                "e" | "end" => Ok(Step::To(self.last)),
                typed => match typed.parse() {
                    Ok(number) if number <= self.last => Ok(Step::To(number)),
                    Ok(_) => Err(format!(
                        "The game has only {}.",
                        counted(self.last, style.wording("move", "turn"))
                    )),
                    Err(_) => Err(self.keys(number >= to, &style)),
                },
            }
        });
        match none_if_back(answer) {
            Ok(Some(Step::To(number))) => Ok(Some(number)),
            Ok(Some(Step::Review)) => self.review(number, console),
            Err(PromptExit::StartOver(_)) => Ok(Some(number)),
            // "back" goes back, and leaves at the start.
            Ok(None) => Ok(number.checked_sub(1)),
            Ok(Some(Step::Leave)) => Ok(None),
            Err(PromptExit::Leave(Exit::Stop(stop))) => Err(stop),
            Err(_) => Err(Stop::Quit),
        }
    }

    /// Returns whether somebody has marked turns, or a review has looked for mistakes.
    fn is_marked(&self) -> bool {
        let words = &self.record.annotations;
        words.header.iter().any(|(key, _)| key == REVIEWED_KEY)
            || words.notes.values().any(|note| note.mark.is_some())
    }

    /// Offers to review the game, and returns the number of the next mistake, or `number` if there is none.
    fn review(&mut self, number: usize, console: &mut Console) -> Result<Option<usize>, Stop> {
        let offer = "No turn of this game is marked. Review it now?";
        match none_if_back(Dialog::new(console, &mut ReplayCommander(self.game)).offer(offer)) {
            Ok(Some(true)) => {}
            Err(PromptExit::Leave(Exit::Stop(stop))) => return Err(stop),
            _ => return Ok(Some(number)),
        }
        let mut history = self.history.clone();
        history.redo(usize::MAX);
        let review = review_at(console, self.game, &history, self.record, AssessmentLimits::ADVICE)?;
        if let Some(review) = review.filter(|review| !review.is_incomplete()) {
            annotate(self.record, &review);
            let mistakes = review.turns.iter().filter(|turn| turn.is_mistake()).count();
            console.say(&format!("The review found {}.", counted(mistakes, "mistake")))?;
        }
        Ok(Some(self.next_mistake(number).unwrap_or(number)))
    }

    /// Says what the keys do.
    fn keys(&self, is_last: bool, style: &Style) -> String {
        if !self.is_at_terminal {
            return "Press Enter, or type b, m, e, q or the number of a move.".to_owned();
        }
        let enter = if is_last { "leaves" } else { "shows the next turn" };
        let flip = check_flip(self.game, style).map_or("", |()| ":flip flips the board, and ");
        format!(
            "Enter {enter}, b shows the turn before, m the next marked mistake, e the end, and a number from 0 to {} \
             that turn. {flip}q quits.",
            self.last
        )
    }

    /// Returns the prompt at a terminal, with every key that can be typed.
    fn question(&self, number: usize, to: usize, style: &Style) -> String {
        let (is_last, last) = (number >= to, self.last);
        if style.by_ear {
            let enter = if is_last { "leave" } else { "go on" };
            return format!(
                "Press Enter to {enter}, or type b to go back, m for the next mistake, e for the end, q to quit, or a number up to {last}. "
            );
        }
        let enter = if is_last { "leave" } else { "next" };
        format!("Enter: {enter}, b: back, m: next mistake, e: end, 0-{last}, q: quit ")
    }

    /// Returns the number of the next turn that is marked as a mistake.
    fn next_mistake(&self, number: usize) -> Option<usize> {
        let mut later = self.record.annotations.notes.range(number + 1..);
        later.find(|(_, note)| note.mark.is_some_and(Mark::is_mistake)).map(|(number, _)| *number)
    }

    /// Shows the position after `number` moves. At a terminal the board leaves room for the question, if any.
    fn show_position(&mut self, number: usize, asks: bool, console: &mut Console) -> Result<(), Stop> {
        let style = console.style();
        self.history.redo(usize::MAX);
        let last = format!("\n{}\n{}", self.result_line(), self.question(self.last, self.last, &style));
        self.history.undo(usize::MAX);
        self.history.redo(number.saturating_sub(1));
        let reader = seats::reader(self.record).filter(|_| self.is_at_terminal);
        let heading = for_reader(self.game, &self.heading(number, style.by_ear), reader);
        // Comments stay as they were written.
        let annotations = self.annotation_text(number);
        self.history.redo(usize::from(number > 0));
        console.say(&format!("\n{heading}"))?;
        // Above a question there is room for the result, too, so that all boards have the same size.
        let below = wrap(&(annotations.clone() + if asks { &last } else { "" }), style.width);
        let view = self.game.view(&self.history);
        let (board, note) = match style.rows {
            None => (self.game.board(&view, &style), None),
            Some(_) => draw_with_rows_below(self.game, &self.history, console, rows(&below, style.width)),
        };
        // In words, the board says it too.
        let announced = self.game.announce(&view, &style);
        if !board.contains(announced.trim_end()) {
            console.say_nonempty(&for_reader(self.game, &announced, reader))?;
        }
        console.say_nonempty(&board)?;
        console.say_nonempty(&note.unwrap_or_default())?;
        console.say_nonempty(&annotations)
    }

    /// Returns the line below the last board.
    fn result_line(&self) -> String {
        match &self.record.result {
            None => "Unfinished.".to_owned(),
            Some(_) if self.is_at_terminal => {
                let how = capitalised(&self.game.how_won(&self.game.view(&self.history)));
                let how = if how.is_empty() { how } else { format!(" {how}.") };
                let how = for_reader(self.game, &how, seats::reader(self.record));
                format!("Result: {}.{how}", result(self.record))
            }
            Some(Ending { outcome, reason }) => escape_line(&format!("Result: {}, {reason}.", outcome.tag())),
        }
    }

    /// Returns the line above the board. The history must be at the position before turn `number`.
    fn heading(&self, number: usize, by_ear: bool) -> String {
        let Some((mv, _)) = self.history.undone().next().filter(|_| number > 0) else {
            return "At the start:".to_owned();
        };
        let mv = typed_text(self.game, &self.history, &[mv]);
        let mark = self.record.annotations.note(number).and_then(|note| note.mark);
        let mark =
            mark.map(|mark| if by_ear { called(mark) } else { format!(" {mark}") }).unwrap_or_default();
        let mover = capitalised(self.game.player_name(self.history.current().to_move()));
        match self.is_at_terminal {
            true => format!("Turn {number}: {mover} played {mv}{mark}"),
            false => format!("After move {number}, {mv}{mark}:"),
        }
    }

    /// Returns the annotations of turn `number`, as lines. The history must be at the position before it.
    fn annotation_text(&self, number: usize) -> String {
        let note = self.record.annotations.note(number);
        let note = note.map(|note| self.note_lines(note)).unwrap_or_default();
        let variations = self.record.annotations.variations(number);
        let line = |turns: &Variation| format!("Instead: {}\n", self.variation(number, turns));
        note + &variations.map(line).collect::<String>()
    }

    /// Returns the annotations of a turn except its mark, one per line. The history must be at the position before it.
    fn note_lines(&self, note: &Note) -> String {
        let eval = note.eval.map(|eval| match self.is_at_terminal {
            true => {
                let mut names = self.names();
                // In a record, the move itself is the first of the plies.
                let mut after = eval.with_plies(eval.plies().map(|plies| plies.saturating_sub(1)));
                let reader = seats::reader(self.record);
                if reader.is_some_and(|reader| reader != self.history.current().to_move()) {
                    names.reverse();
                    after = after.reversed();
                }
                let [own, opponent] = names.map(|name| format!("{name}'s"));
                let own = if reader.is_some() { "your".to_owned() } else { own };
                format!("{} position: {}.", capitalised(&own), eval_text(after, [&own, &opponent]))
            }
            false => format!("Value: {}.", evaluation_text(eval)),
        });
        let tags = note.tags.iter().map(|tag| format!("[{tag}]"));
        let lines = eval.into_iter().chain(tags).chain(note.comments.iter().cloned());
        lines.map(|line| with_whole_moves(&escape_line(&line), &self.names()) + "\n").collect()
    }

    /// Returns the names of the player to move and of the opponent.
    fn names(&self) -> [String; 2] {
        let mover = self.history.current().to_move();
        [mover, mover.opponent()].map(|player| capitalised(self.game.player_name(player)))
    }

    /// Returns a variation that replaces turn `number`, with its moves in typed form.
    fn variation(&self, number: usize, turns: &Variation) -> String {
        let mut history = self.history.clone();
        let (mut parts, mut typed) = (Vec::new(), Vec::new());
        for (number, turn) in (number..).zip(turns) {
            // The record has been verified, so each move is legal.
            let Ok(mv) = self.game.read_legal_move(history.current(), &turn.mv) else { break };
            typed.push(typed_text(self.game, &history, &[mv]));
            parts.push(format!("{number}.\u{a0}{}", typed[typed.len() - 1]));
            let note = turn.note.to_string();
            parts.extend((!note.is_empty()).then(|| escape_line(&note)));
            history.play(mv);
        }
        if !self.is_at_terminal || parts.len() > typed.len() {
            return parts.join(" ");
        }
        // Like the lines of reviews.
        let names = self.names();
        with_players(&typed[..typed.len().min(MAX_LINE_MOVES)], [&names[0], &names[1]])
    }
}

/// Returns a line in which no break can be inside a move that is followed by the name of its player.
fn with_whole_moves(line: &str, names: &[String; 2]) -> String {
    let parts = line.split_inclusive([':', ',', ';']).map(|part| {
        let end = names.iter().find_map(|name| part.find(&format!(" ({name})")));
        let (before, after) = part.split_at(end.unwrap_or(0));
        let mv = before.trim_start();
        format!("{}{}{after}", &before[..before.len() - mv.len()], mv.replace(' ', "\u{a0}"))
    });
    parts.collect()
}

fn evaluation_text(eval: Eval) -> String {
    match eval {
        Eval::Won(Some(1)) | Eval::Lost(Some(1)) => format!("{eval} ply"),
        Eval::Won(Some(_)) | Eval::Lost(Some(_)) => format!("{eval} plies"),
        Eval::Draw(_) => "a draw".to_owned(),
        Eval::Estimate(_) => format!("about {eval}"),
        Eval::Won(None) | Eval::Lost(None) => eval.to_string(),
    }
}
