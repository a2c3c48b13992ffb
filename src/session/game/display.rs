//! What a game shows: the board, the turn just played, the coach's comment.

use crate::analysis::coach;
use crate::console::{BoardStyle, Console, InterruptMessages, Role, Stop, Style, rows, width, wrap};
use crate::engine::referee::Referee;
use crate::games::{self, AnyGame, AnyMove};
use crate::model::{Ending, Outcome, Position as _, Seating, StopSignal};
use crate::network::side::Side;
use crate::players::seats;
use crate::screens::Screen;
use crate::screens::drawing::{draw, draw_with_rows_below, say_framed, style_above_turn};
use crate::screens::text::{GAP, side_by_side};
use crate::store::SessionFiles;
use crate::store::progress::ExerciseKind;
use crate::words::moves::{example_turn, last_turn_sentence, move_sentence, spoken_turn};
use crate::words::voice::{for_reader, in_voice};

use super::GameSession;
use super::elsewhere::next_move;
use crate::session::after_game;
use crate::session::commands::about_sides;
use crate::session::other_player::{self, while_receiving};

/// Texts for interrupting the coach.
const COACH_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped: no comment on this turn.)" };

/// The fewest columns of a text to the right of a board.
const MIN_TEXT_COLUMNS: usize = 30;

/// Puts `text`, in the colours of `paint`, to the right of `board`, if a window of `columns` columns has room for it.
fn join_side_by_side(
    board: &str,
    text: &str,
    columns: usize,
    paint: &dyn Fn(&str) -> String,
) -> Option<String> {
    let room = columns.checked_sub(width(board) + GAP.len()).filter(|room| *room >= MIN_TEXT_COLUMNS)?;
    let text = wrap(text, Some(room));
    (width(&text) <= room && text.lines().count() <= board.lines().count())
        .then(|| side_by_side(board, &paint(&text)))
}

/// Returns whether the board is shown after every turn, as in the originals. Other styles have one board per round.
pub(super) fn has_every_board(console: &Console) -> bool {
    let style = console.style();
    style.board == BoardStyle::Classic && !style.by_ear
}

impl GameSession {
    /// Shows the position, in a smaller style if the terminal is too small for the chosen one.
    pub(super) fn show(&mut self, console: &mut Console) -> Result<(), Stop> {
        if std::mem::take(&mut self.shown.moves_by_ear) && console.style().by_ear {
            let (view, is_over) = (self.referee().view(), self.referee().ending().is_some());
            let above = self.game().above_board(&view, &self.recorded_seating(), is_over, &console.style());
            return console.say_nonempty(&(self.welcome(console).concat() + &above));
        }
        let notice = std::mem::take(&mut self.notice);
        console.say_nonempty(&console.style().wording(String::new(), notice))?;
        let welcome = self.welcome(console);
        let (board, note) = self.draw(console, "");
        if let Some(note) = note.filter(|_| !self.shown.size_warning) {
            self.shown.size_warning = true;
            console.say(&note)?;
        }
        let (before, board) = self.with_welcome(console, board, &welcome);
        console.say_nonempty(&before)?;
        let board = self.with_comment(console, board)?;
        let is_over = self.referee().ending().is_some();
        say_framed(self.game(), self.history(), (&self.recorded_seating(), is_over), console, &board)
    }

    /// Returns the players as the record of the game names them, also for somebody who only looks on.
    pub(super) fn recorded_seating(&self) -> Seating {
        seats::seating(&self.current.header)
    }

    /// Adds the welcome to the right of the board or below it. If there is no room, returns it as the text before the
    /// board, which keeps its size.
    fn with_welcome(&self, console: &Console, board: String, [who, tip]: &[String; 2]) -> (String, String) {
        match self.beside_or_below(console, &board, &format!("{who}{tip}"), &str::to_owned) {
            Some(joined) => (String::new(), joined),
            // The tip may scroll off the screen.
            None => (format!("{tip}{who}"), board),
        }
    }

    /// Adds the coach's comment on the player's last turn to the right of the board or below it: its first line if there
    /// is no room for more. If there is no room at all, the comment is shown before the board.
    fn with_comment(&mut self, console: &mut Console, board: String) -> Result<String, Stop> {
        if self.is_computer(self.referee().to_move()) && self.is_in_progress() {
            return Ok(board);
        }
        let due = self.shown.comment_due.take().filter(|number| *number <= self.history().plies());
        let Some(number) = due else { return Ok(board) };
        let comment = self.comment(console, number)?;
        if comment.is_empty() {
            return Ok(board);
        }
        let paint = console.settings().paint;
        let first = comment.split_once('\n').filter(|(_, rest)| !rest.is_empty());
        let first = first.map_or(String::new(), |(first, _)| format!("{first} (:why tells more.)\n"));
        let placed = [&comment, &first].into_iter().filter(|text| !text.is_empty()).find_map(|text| {
            self.beside_or_below(console, &board, text, &|text| paint.lines(Role::Advice, text))
        });
        match placed {
            Some(placed) => Ok(placed),
            None => console.advise(&comment).map(|()| board),
        }
    }

    /// Returns `board` with `text` to its right or below it, if there is room.
    fn beside_or_below(
        &self,
        console: &Console,
        board: &str,
        text: &str,
        paint: &dyn Fn(&str) -> String,
    ) -> Option<String> {
        let (game, history, style) = (self.game(), self.history(), console.style());
        // Next to sentences, a text would be read in the middle of them.
        let columns = style.width.filter(|_| !style.is_in_sentences());
        let joined = columns.and_then(|columns| join_side_by_side(board, text, columns, paint));
        joined.or_else(|| {
            let (below, lack) = draw(game, history, console, text);
            // Below the last board stand the end of the game and a menu.
            let fits = self.is_in_progress() && lack.is_none() && below == board;
            fits.then(|| board.to_owned() + &paint(text))
        })
    }

    /// Returns the text at the player's first board at a terminal: who is who, and a tip. If a player
    /// elsewhere begins, the board before that turn says who is who, too. Empty for other boards.
    fn welcome(&mut self, console: &Console) -> [String; 2] {
        let mover = self.referee().to_move();
        let is_asked = !self.is_computer(mover) && !self.is_elsewhere(mover);
        let is_due = console.is_at_terminal()
            && !self.shown.welcome
            && (is_asked || self.is_watching() || self.history().plies() == 0 && self.is_elsewhere(mover))
            && self.referee().ending().is_none();
        if !is_due {
            return [String::new(), String::new()];
        }
        self.shown.welcome = is_asked || self.is_watching();
        let pieces = self.game().who_is_who(&self.seating, &console.style());
        let who = match &self.remote {
            Some(remote) => {
                format!("{}\n{pieces}", other_player::who_is_who(&remote.game.borrow(), self.game()))
            }
            None => pieces,
        };
        let tip = if is_asked { self.tip() } else { String::new() };
        [who, tip].map(|text| if text.is_empty() { text } else { text + "\n" })
    }

    /// Returns a tip: a whole turn that can be typed now, until the player has typed one.
    fn tip(&self) -> String {
        match example_turn(self.game(), self.history()).filter(|_| !self.knows_whole_turns) {
            Some(turn) => format!("Type a whole turn, like {turn}. ?\u{a0}helps."),
            // Advice needs the consent of both players.
            None if self.side(Side::is_casual) == Some(false) => "(:help lists commands.)".to_owned(),
            None => "(:help lists commands, :hint suggests a move.)".to_owned(),
        }
    }

    /// Reads whether the player has typed a whole turn on one line in an earlier session.
    pub(super) fn recall_whole_turns(&mut self, files: &SessionFiles) {
        let known = files.progress.completed(ExerciseKind::WholeTurn, self.family());
        self.knows_whole_turns |= known.is_ok_and(|names| !names.is_empty());
    }

    /// Remembers that the player has typed a whole turn on one line. If that fails, the tip is shown again.
    pub(super) fn remember_whole_turn(&mut self, files: &SessionFiles) {
        if !self.knows_whole_turns {
            self.knows_whole_turns = true;
            let _ = files.progress.add(ExerciseKind::WholeTurn, self.family(), "");
        }
    }

    /// Returns the name of the game without its options.
    fn family(&self) -> &'static str {
        games::find(&self.game().name()).map_or("", |(family, _)| family.id)
    }

    /// Warns once that the game makes no progress.
    pub(super) fn warn_no_progress(&mut self, console: &mut Console) -> Result<(), Stop> {
        let is_due = !self.current.has_idle_warning && !console.style().is_original_only();
        let Some(turns) = self.referee().exceeded_idle_turns().filter(|_| is_due) else {
            return Ok(());
        };
        self.current.has_idle_warning = true;
        console.say(&format!(
            "(The game has made no progress for {turns} turns in a row. You can keep playing, or leave with :quit.)"
        ))
    }

    /// Describes the turn just played to someone who listens; returns whether it did.
    pub(super) fn describe_turn_by_ear(&mut self, console: &mut Console) -> Result<bool, Stop> {
        self.shown.moves_by_ear = console.style().by_ear;
        if self.shown.moves_by_ear {
            let turn = spoken_turn(self.game(), &self.referee().view());
            console.say_nonempty(&about_sides(self.game(), self.own_player(), console, &turn))?;
        }
        Ok(self.shown.moves_by_ear)
    }

    /// Shows the board in the course of the turn that `mv` is in the game `before` it, if the board is shown after every
    /// turn.
    pub(super) fn show_steps(
        &self,
        before: &Referee<AnyGame>,
        console: &mut Console,
        mv: AnyMove,
    ) -> Result<(), Stop> {
        if !has_every_board(console) {
            return Ok(());
        }
        let style = style_above_turn(before.game(), before.history(), console);
        let steps = before.game().steps(&before.view(), mv, &style);
        steps.iter().try_for_each(|board| console.say(&format!("\n{board}")))
    }

    /// Announces what the last turn did, which the originals leave to the board.
    pub(super) fn announce(&self, console: &mut Console) -> Result<(), Stop> {
        let style = console.style();
        if style.is_original_only() {
            return Ok(());
        }
        let announced = self.game().announce(&self.referee().view(), &style);
        console.say_nonempty(&about_sides(self.game(), self.own_player(), console, &announced))
    }

    /// Shows the player's turn in one line if no board follows it.
    pub(super) fn report_turn(&mut self, console: &mut Console) -> Result<(), Stop> {
        if self.describe_turn_by_ear(console)? {
            return Ok(());
        }
        let Some((_, mv, _)) =
            self.history().turns().next_back().filter(|_| self.is_computer_reply_next(console))
        else {
            return Ok(());
        };
        let mut earlier = self.history().clone();
        earlier.undo(1);
        console.say(&about_sides(
            self.game(),
            self.own_player(),
            console,
            &move_sentence(self.game(), &earlier, mv, false),
        ))
    }

    /// Returns the text at the end of the game: the original's, and below it at a terminal in how many turns it was won
    /// and with which, if it was won on the board.
    pub(super) fn ending_text(&self, ending: &Ending, style: &Style) -> String {
        let mut seating = self.recorded_seating();
        if self.own_player().is_none() && seating.only_human().is_some() {
            // Both seats have names, so the text says who beats whom, and nothing about "you".
            seating.bots = self.current.header.seats.clone().map(Some);
        }
        let words = self.game().ending(ending, &seating, style);
        let result = after_game::result_in_words(self.referee(), &self.seating, self.own_player());
        let last = match ending.outcome {
            Outcome::Win(winner) if ending.is_by_rules() => {
                let last = last_turn_sentence(self.game(), self.history(), winner);
                for_reader(self.game(), &last, self.own_player())
            }
            _ => String::new(),
        };
        let at_terminal = format!("\n{}\n{result} {last}", words.trim());
        style.wording(words, at_terminal.trim_end().to_owned())
    }

    /// Draws the position to fit the terminal, above `below` and the questions of a turn, or above the end of
    /// the game and the menu after it.
    fn draw(&self, console: &Console, below: &str) -> (String, Option<String>) {
        let Some(ending) = self.referee().ending() else {
            return draw(self.game(), self.history(), console, below);
        };
        let style = console.style();
        let ending = wrap(&self.ending_text(&ending, &style), style.width);
        let rows = rows(&ending, style.width)
            + after_game::menu_rows(self.referee(), &self.seating, self.completed_lessons(), &style);
        draw_with_rows_below(self.game(), self.history(), console, rows)
    }

    /// Shows what the turn just played cost, if the coach is on. If a computer answers, the player's next board has it.
    pub(super) fn coach(&mut self, console: &mut Console) -> Result<(), Stop> {
        if !console.settings().coach || self.side(Side::is_casual) == Some(false) {
            return Ok(());
        }
        let plies = self.history().plies();
        let is_answered = self.is_computer(self.referee().to_move()) && self.is_in_progress();
        if console.is_at_terminal() && is_answered && !console.style().is_in_sentences() {
            // The boards of this turn and of the computer's would push it off the screen.
            self.shown.comment_due = Some(plies);
            return Ok(());
        }
        let comment = self.comment(console, plies)?;
        console.advise(&comment)
    }

    /// Returns the coach's comment on the turn with this number; empty if there is none. What arrives is done meanwhile.
    fn comment(&mut self, console: &mut Console, number: usize) -> Result<String, Stop> {
        let begun = self.referee().clone();
        let mut history = begun.history().clone();
        history.undo(history.plies() + 1 - number);
        let Some((mv, _)) = history.undone().next() else { return Ok(String::new()) };
        let advice = &self.advice;
        let comment = |stop: &StopSignal| coach::comment(&advice.assessor(stop), "Coach", &history, mv);
        let (referee, remote) = (&mut self.current.referee, &mut self.remote);
        let text = console.think(COACH_INTERRUPT, |stop, progress| match remote {
            None => Ok(comment(stop)),
            Some(remote) => {
                let receive = || remote.say_arrivals(referee, progress).map(|()| false);
                while_receiving(stop, comment, receive).map(Option::flatten)
            }
        })?;
        let text = text.transpose()?.flatten().unwrap_or_default();
        if let Some(mv) = next_move(&begun, self.referee()) {
            self.show_steps(&begun, console, mv)?;
        }
        Ok(in_voice(self.game(), &text, history.current().to_move(), self.own_player()))
    }
}
