//! Practice at the console: positions in which the player made a mistake, asked as puzzles when they are due.

use crate::analysis::assessment::{AssessmentLimits, Assessor, Knowledge};
use crate::analysis::practice::{Card, CardVerdict, Deck, DeckChanges};
use crate::analysis::reasons::{reasons, sentences};
use crate::console::{Console, Dialog, Exit, PromptExit, Stop};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Date, Game as _, GameRng, History, Position as _, text::escape_path};
use crate::records::{filter::GameFilter, names::game_title};
use crate::store::PracticeFile;
use crate::words::moves::typed_text;
use crate::words::{GameWords as _, capitalised, counted, days_between};

use super::exercise::Exercise;
use super::puzzles::JUDGE_INTERRUPT;
use super::shell::Shell;
use super::solving::{MAX_POINTS, POINTS_NOTE, Puzzle, PuzzleScore, PuzzleVerdict, refutation};

/// The broken lines that are reported one by one.
const MAX_REPORTED: usize = 3;

impl Shell<'_> {
    /// Returns the number of cards that are due, if practice is on and the deck can be read.
    pub(super) fn cards_due(&self) -> Option<usize> {
        let file = self.settings.files.practice.as_ref()?;
        let deck = Deck::read(&file.read().ok()?);
        (deck.is_on() == Some(true)).then(|| deck.count_due(file.today))
    }

    /// Asks the cards that are due, or all cards, from the games of `filter`, until the player leaves.
    pub(super) fn practise(&mut self, is_all: bool, filter: &GameFilter) -> Result<(), Exit> {
        let Some(file) = self.settings.files.practice.clone() else {
            let problem = "practice needs a place to keep the deck: set XDG_STATE_HOME to a directory that you can write";
            return Err(Stop::InvalidSetup(problem.to_owned()).into());
        };
        let today = file.today;
        let deck = match file.read() {
            Ok(text) => Deck::read(&text),
            Err(error) => {
                return Ok(self.console.say(&format!("(Your practice deck could not be read: {error}.)"))?);
            }
        };
        self.report_problems(&file, &deck)?;
        let mut rng = GameRng::from_seed(self.settings.seed);
        let mut cards = deck.due(if is_all { Date::MAX } else { today }, &mut rng);
        cards.retain(|card| filter.matches_game(&card.game.name()));
        if cards.is_empty() {
            return Ok(self.console.say(&nothing_due(&deck, filter, today))?);
        }
        let mut score = PuzzleScore::default();
        score.left = cards.len();
        let ended = self.practise_each(&file, &cards, &mut score);
        let has_left = score.left > 0;
        self.sum_up(ended, &score, "position")?;
        Ok(self.console.say(match (has_left, is_all || filter.game.is_some()) {
            (true, _) => return Ok(()),
            (false, true) => "(That was the last position.)",
            (false, false) => "(That was all for today.)",
        })?)
    }

    /// Asks these cards, until the player leaves.
    fn practise_each(
        &mut self,
        file: &PracticeFile,
        cards: &[Card],
        score: &mut PuzzleScore,
    ) -> Result<(), Exit> {
        for (number, card) in (1..).zip(cards) {
            if number > 1 && !self.wants_next(false, false)? {
                return Ok(());
            }
            let price = if number == 1 { format!(" {POINTS_NOTE}") } else { String::new() };
            self.console.say(&format!(
                "\n{number} of {}: {}{price}",
                cards.len(),
                game_title(&card.game.name())
            ))?;
            let points = self.practise_card(card)?.unwrap_or(0);
            score.left -= 1;
            let summary = score.add(points);
            self.console.say(&summary)?;
            self.reschedule(file, card, points == MAX_POINTS)?;
        }
        Ok(())
    }

    fn practise_card(&mut self, card: &Card) -> Result<Option<u32>, Exit> {
        let game = self.settings.tables.attach(card.game.clone());
        self.game = Some(game.clone());
        let position = card.position.clone();
        let mut puzzle = Mistake {
            card,
            limits: self.settings.advice,
            knowledge: Knowledge::default(),
            reason: String::new(),
        };
        self.solve(&game, position, card.best, &mut puzzle)
    }

    /// Writes the new schedule of a card, and says when it comes back.
    fn reschedule(&mut self, file: &PracticeFile, card: &Card, is_right: bool) -> Result<(), Stop> {
        let (mut due, today) = (None, file.today);
        let changed =
            file.change(|text| Deck::changed(text, |deck| due = deck.answer(card, is_right, today)));
        self.console.say(&match (changed, due) {
            (Err(error), _) => format!("(Your practice deck could not be saved: {error}.)"),
            (Ok(()), Some(due)) => format!("(It comes back {}.)", when(due, today)),
            (Ok(()), None) => "(It was removed from your practice deck.)".to_owned(),
        })
    }

    /// Names the first broken lines of the deck. They are skipped.
    fn report_problems(&mut self, file: &PracticeFile, deck: &Deck) -> Result<(), Stop> {
        let problems = deck.problems();
        for (line, error) in problems.iter().take(MAX_REPORTED) {
            self.console
                .say(&format!("({}:{line}: {error}. The line is skipped.)", escape_path(&file.path)))?;
        }
        match problems.len().saturating_sub(MAX_REPORTED) {
            0 => Ok(()),
            more => self.console.say(&format!("(So are {}.)", counted(more, "other line"))),
        }
    }
}

/// Says why there is nothing to practise.
fn nothing_due(deck: &Deck, filter: &GameFilter, today: Date) -> String {
    let cards = deck.cards().filter(|card| filter.matches_game(&card.game.name()));
    match cards.map(|card| card.schedule.due).min() {
        Some(due) => format!("(Nothing to practise today. The next position comes back {}.)", when(due, today)),
        None if let Some(game) = filter.game.as_ref().filter(|_| deck.cards().next().is_some()) => {
            format!("(There are no positions of {} in your practice deck.)", game_title(game))
        }
        None if deck.is_on() == Some(true) => {
            "(Your practice deck is empty. Reviewed games add your mistakes to it.)".to_owned()
        }
        None => {
            "(Your practice deck is empty. After \"cygnet practice on\", reviewed games add your mistakes to it.)"
                .to_owned()
        }
    }
}

/// Names a later day: `tomorrow`, `in 4 days`.
pub fn when(due: Date, today: Date) -> String {
    match days_between(today, due) {
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    }
}

/// A card as a puzzle: one turn, judged like in a review.
struct Mistake<'a> {
    card: &'a Card,
    limits: AssessmentLimits<'static>,
    knowledge: Knowledge,
    reason: String,
}

impl Puzzle for Mistake<'_> {
    fn task(&self, game: &AnyGame, history: &History<AnyPosition>) -> String {
        let player = capitalised(game.player_name(history.current().to_move()));
        let played = typed_text(game, history, &[self.card.played]);
        let cells = game.picture(&game.view(history)).cells;
        let is_numbered = cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.number.is_some());
        let anew = if is_numbered { " (The pieces may have had other numbers in your game.)" } else { "" };
        format!("{player} to move: {}{anew}", self.card.task(&played))
    }

    /// Assesses the turn, and the one that was played in the game.
    fn judge(
        &mut self,
        exercise: &Exercise<'_>,
        console: &mut Console,
        mv: AnyMove,
    ) -> Result<PuzzleVerdict, Stop> {
        let Exercise { game, history, .. } = exercise;
        let moves = [mv, self.card.played];
        let found = console.think(JUDGE_INTERRUPT, |stop, _| {
            let assessor = Assessor::new(game, self.limits, stop, &self.knowledge);
            let before = &self.card.position;
            let after = moves.map(|mv| before.after(mv));
            assessor.prepare(&[before, &after[0], &after[1]]);
            let turns = moves.map(|mv| assessor.assess_turn(before, mv));
            Some(turns).filter(|_| !assessor.is_stopped())
        })?;
        let refused = |reason: String, is_wrong| PuzzleVerdict::Refused { reason, is_wrong };
        let Some([Some(turn), Some(played)]) = found.flatten() else {
            return Ok(refused("It does not count.".to_owned(), false));
        };
        Ok(match self.card.judge(mv == self.card.best, turn.before, turn.after()) {
            CardVerdict::Right => {
                let [typed, typed_played] = moves.map(|mv| typed_text(game, history, &[mv]));
                self.reason = self.card.reason((&typed, &turn), (&typed_played, &played))
                    + &sentences(&reasons(game, history, &played, 0));
                PuzzleVerdict::Right("This turn is right.".to_owned(), None)
            }
            CardVerdict::Wrong => {
                let answer = turn.played.line.moves.get(1).copied();
                let refutation = refutation(game, history, mv, answer);
                refused(format!("{}{refutation}", self.card.refusal(turn.after())), true)
            }
            CardVerdict::Unclear => refused("No proof was found that this wins.".to_owned(), false),
        })
    }

    fn reason(&self, _game: &AnyGame, _history: &History<AnyPosition>) -> String {
        self.reason.clone()
    }
}

/// Asked once, after the first review with a mistake of a human player.
const QUESTION: &str = "Keep your mistakes, to practise them later as puzzles?";

/// Adds the cards of a reviewed game to the deck, unless practice is off. If nobody has been asked yet, asks first
/// whether to keep them. With `may_ask` false, because a command is waiting, the next review asks. `cards` makes them, for
/// the day of the session.
///
/// # Errors
/// Output could not be written, or a command or the end of input ended the question.
pub(super) fn keep_mistakes(
    dialog: &mut Dialog<'_>,
    file: &PracticeFile,
    may_ask: bool,
    cards: impl FnOnce(Date) -> Vec<Card>,
) -> Result<(), PromptExit> {
    let deck = match file.read() {
        Ok(text) => Deck::read(&text),
        Err(error) => return dialog.say(&format!("(Your practice deck could not be read: {error}.)")),
    };
    let cards = cards(file.today);
    let is_first = deck.is_on().is_none();
    if cards.is_empty() || deck.is_on() == Some(false) || (is_first && !may_ask) {
        return Ok(());
    }
    let is_on = !is_first || dialog.confirm(QUESTION)?;
    let mut changes = DeckChanges::default();
    let change = |deck: &mut Deck| {
        deck.set_on(is_on);
        if is_on {
            changes = deck.add(cards);
        }
    };
    let kept = file.change(|text| Deck::changed(text, change));
    let positions = counted(changes.added, "position");
    Ok(dialog.console_mut().say_nonempty(&match kept {
        Err(error) => format!("(Your practice deck could not be saved: {error}.)"),
        Ok(()) if !is_on => "(They are not kept. To keep them, type \"cygnet practice on\".)".to_owned(),
        Ok(()) if changes.added == 0 => String::new(),
        Ok(()) if is_first => {
            format!("(Your practice deck has {positions}. Type \"cygnet practice\" from tomorrow on.)")
        }
        Ok(()) => format!("(Added {positions} to your practice deck.)"),
    })?)
}
