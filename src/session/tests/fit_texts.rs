//! Tests that texts fit: in menus, rules and help, the output between two answers is no wider and no higher
//! than the window.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use crate::analysis::advice::{hint_text, list_text};
use crate::analysis::assessment::{Assessment, AssessmentLimits, RatedMove, TurnAssessment};
use crate::analysis::coach;
use crate::console::{
    Console, Dialog, Echo, Exit, Input, PromptExit, Settings, Signals, Stop, Style, SystemHost, Window, rows,
    width, wrap,
};
use crate::engine::score::MATE;
use crate::engine::search::{Line, Score, mate_distance};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use crate::model::{Ending, Game as _, GameRng, History, Outcome, Player, Position as _, Reason, Seating};
use crate::samples::samples;
use crate::screens::Screen;
use crate::store::SessionFiles;
use crate::tables::Tables;
use crate::words::moves::typed_text;

use super::fit::{CapturedOutput, NoCommands, WINDOWS, captured, console_with};
use crate::session::commands::MenuCommander;
use crate::session::{GamePlan, GameSession, SessionSettings, SessionStart, Shell};

/// The findings of a visitor.
#[derive(Default)]
struct FitReport {
    /// The prompts that were shown.
    prompts: BTreeSet<String>,
    /// The output that did not fit.
    problems: BTreeSet<String>,
}

/// A simulated user at a terminal, which types random answers and checks the output between them.
struct Visitor {
    window: (usize, usize),
    page: CapturedOutput,
    rng: GameRng,
    /// The number of prompts still to answer.
    prompts_left: usize,
    /// The answers to type besides the suggested ones.
    extra_answers: &'static [&'static str],
    /// Whether the output after an answer must fit the rows of the window.
    checks_rows: fn(&str) -> bool,
    last: String,
    report: Arc<Mutex<FitReport>>,
}

impl Visitor {
    fn answer(&mut self, prompt: &str, suggested: &[String]) -> Option<String> {
        self.look(prompt);
        self.prompts_left = self.prompts_left.checked_sub(1)?;
        let suggested: Vec<&str> =
            suggested.iter().map(String::as_str).filter(|answer| !answer.starts_with(':')).collect();
        let is_other = suggested.is_empty() || self.rng.below(3) == 0;
        let choices = if is_other { self.extra_answers } else { &suggested };
        self.last = choices[self.rng.below(choices.len())].to_owned();
        Some(self.last.clone())
    }

    fn look(&self, prompt: &str) {
        let (columns, max_rows) = self.window;
        let shown = format!("{}{prompt}\n", self.page.take());
        let height = rows(&shown, Some(columns));
        let is_high = height > max_rows && (self.checks_rows)(&self.last);
        // The text of a position is for copying, so no line break is in it.
        let is_narrow = width(&shown) <= columns || self.last == ":position";
        let fits = is_narrow && !is_high && (columns < 80 || has_one_also_line(&shown));
        let mut report = self.report.lock().unwrap();
        report.prompts.insert(prompt.trim().to_owned());
        if !fits {
            report
                .problems
                .insert(format!("{columns}x{max_rows}, {height} rows after {:?}:\n{shown}", self.last));
        }
    }
}

/// Whether the line about what a menu does not show, if there is one, stands right above the prompt.
fn has_one_also_line(shown: &str) -> bool {
    let below = shown.lines().skip_while(|line| !line.starts_with("Also")).count();
    matches!(below, 0 | 2)
}

/// Creates a console with a [`Visitor`] as its user.
fn visitor_console(
    window: (usize, usize),
    extra_answers: &'static [&'static str],
    checks_rows: fn(&str) -> bool,
    report: &Arc<Mutex<FitReport>>,
) -> Console {
    let page = CapturedOutput::default();
    let mut visitor = Visitor {
        window,
        page: page.clone(),
        rng: GameRng::from_seed(5),
        prompts_left: samples(200).min(300),
        extra_answers,
        checks_rows,
        // `fit.rs` checks the output before the first answer.
        last: "(nothing yet)".to_owned(),
        report: Arc::clone(report),
    };
    let (columns, rows) = window;
    let settings = Settings {
        window: Window::Size { columns, rows },
        echo: Echo::ByTerminal,
        can_redraw: true,
        ..Settings::PIPED
    };
    let input = Input::scripted(move |prompt, answers| visitor.answer(prompt, answers));
    Console::new(input, Box::new(page), settings, Signals::default(), Arc::new(SystemHost::new()))
}

/// Returns the prompts, after checking that all output fitted.
fn take_prompts(report: &Arc<Mutex<FitReport>>) -> BTreeSet<String> {
    let report = report.lock().unwrap();
    let problems: Vec<&str> = report.problems.iter().map(String::as_str).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    report.prompts.clone()
}

/// Whether the rules need more than one page in some window.
fn has_pages(game: &AnyGame) -> bool {
    let style = |(width, rows)| Style { width: Some(width), rows: Some(rows), ..Style::PLAIN };
    WINDOWS.into_iter().any(|window| game.instructions(&style(window)).pages(&style(window)).len() > 1)
}

#[test]
fn the_frames_of_menus_are_whole_in_a_narrow_window() {
    let page = |columns| {
        let settings = Settings { window: Window::Size { columns, rows: 24 }, ..Settings::PIPED };
        let (mut console, page) = console_with(&["x", "1", "x", "2", "", "x"], settings);
        let _ =
            games::open("uglyduck").unwrap().menus("").run(&mut Dialog::new(&mut console, &mut NoCommands));
        page.take()
    };
    for columns in 20..31 {
        let text = page(columns);
        let lines = || text.lines().filter(|line| line.starts_with('*'));
        assert!(text.contains("DIFFICULTY") && lines().all(|line| line.ends_with('*')), "{text}");
        assert!(lines().all(|line| width(line) <= columns), "{text}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn menus_and_rules_fit() {
    const OTHERS: &[&str] = &["", "", "back", "?", ":help", "nonsense", "s", "7"];
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let report = Arc::default();
        for window in WINDOWS {
            let mut console = visitor_console(window, OTHERS, |_| true, &report);
            let files = SessionFiles::manual_only();
            let mut commander = MenuCommander::new(&files);
            let mut menus = game.menus("");
            while !matches!(
                menus.run(&mut Dialog::new(&mut console, &mut commander)),
                Err(PromptExit::Leave(Exit::Stop(Stop::EndOfInput)))
            ) {}
        }
        let prompts = take_prompts(&report);
        let pages = has_pages(&game).then_some("(1 of ");
        for wanted in
            ["Choose a player:", "How many turns ahead, counting both players'?"].into_iter().chain(pages)
        {
            assert!(prompts.iter().any(|prompt| prompt.starts_with(wanted)), "{}: {prompts:?}", family.id);
        }
    }
}

/// Returns the settings of a session without files.
pub(super) fn shell_settings() -> SessionSettings {
    SessionSettings {
        seed: 1,
        date: None,
        files: SessionFiles::disabled(),
        resume_from: None,
        remote_games: |_| Vec::new(),
        now: None,
        name: None,
        tables: Tables::default(),
        advice_tables: Tables::default(),
        advice: AssessmentLimits { nodes: 20_000, ..AssessmentLimits::ADVICE },
    }
}

#[test]
fn games_menu_fits() {
    let report = Arc::default();
    for window in WINDOWS {
        let mut console = visitor_console(window, &["back", "?"], |_| true, &report);
        let ended = Shell::new(&mut console, shell_settings()).run(&SessionStart::GamesMenu);
        assert!(ended.is_ok(), "{ended:?}");
    }
    assert!(take_prompts(&report).contains("Choose a game! (Enter: 1)"));
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn in_game_prompts_fit() {
    fn play(game: &AnyGame, report: &Arc<Mutex<FitReport>>) {
        const OTHERS: &[&str] = &["?", "", "back", ":help", ":rules", ":moves", ":position", "nonsense"];
        const ROWS_CHECKED: &[&str] = &["?", "", "q", ":help", ":rules"];
        for window in WINDOWS {
            let mut console = visitor_console(window, OTHERS, |last| ROWS_CHECKED.contains(&last), report);
            let plan = GamePlan::new(Seating::new(None, None), 1);
            let _ = GameSession::new(game, &plan).unwrap().play(&mut console, &mut SessionFiles::disabled());
        }
    }
    for family in FAMILIES {
        let (report, game) = (Arc::default(), games::open(family.id).unwrap());
        play(&game, &report);
        let is_paged = take_prompts(&report).iter().any(|prompt| prompt.starts_with("(1 of "));
        assert!(is_paged || !has_pages(&game), "{}", family.id);
    }
}

/// Creates a rated move with this value and a random continuation.
fn rated(history: &History<AnyPosition>, mv: AnyMove, value: Score, rng: &mut GameRng) -> RatedMove {
    let mut moves = vec![mv];
    let mut position = history.current().after(mv);
    while moves.len() < 6 && position.outcome().is_none() {
        let Some(next) = position.random_move(rng) else { break };
        position = position.after(next);
        moves.push(next);
    }
    RatedMove::from_line(Line { value, depth: 9, proven: mate_distance(value).is_some(), moves })
}

/// Checks, without a search, that hints and coach comments fit and that no turn is split across lines.
#[test]
fn advice_fits() {
    /// Values for every kind of wording.
    const VALUES: [Score; 6] = [0, -160, 9_000, MATE - 23, 24 - MATE, 2 - MATE];
    fn look(game: &AnyGame) {
        let mut rng = GameRng::from_seed(8);
        let mut history = History::new(game.start());
        for _ in 0..samples(3).min(12) {
            let moves = history.current().moves();
            let Some(mv) = history.current().random_move(&mut rng) else { break };
            let advice = VALUES.map(|value| rated(&history, moves[rng.below(moves.len())], value, &mut rng));
            for rated in &advice {
                let found = Assessment::of(vec![rated.clone()], 9);
                check(game, &history, &hint_text(game, &history, &found, &[]), [rated.mv()]);
            }
            let found = Assessment::of(advice.to_vec(), 9);
            let shown: Vec<AnyMove> = found.moves.iter().map(RatedMove::mv).collect();
            check(game, &history, &list_text(game, &history, &found, &[], true), shown);
            for played in VALUES {
                let (best, played) = (advice[2].clone(), rated(&history, mv, played, &mut rng));
                let before = best.eval;
                let turn = TurnAssessment {
                    before,
                    best,
                    listed: played.eval,
                    played,
                    is_forced: false,
                    is_only_move: false,
                    is_advised: false,
                };
                check(game, &history, &coach::explain("Coach", game, &history, &turn, Some(before)), []);
            }
            history.play(mv);
        }
    }
    fn check(
        game: &AnyGame,
        history: &History<AnyPosition>,
        text: &str,
        moves: impl IntoIterator<Item = AnyMove>,
    ) {
        let moves: Vec<String> = moves.into_iter().map(|mv| typed_text(game, history, &[mv])).collect();
        for (columns, _) in WINDOWS {
            let shown = wrap(text, Some(columns));
            assert!(width(&shown) <= columns, "{columns}:\n{shown}");
            assert!(moves.iter().all(|mv| shown.contains(mv)), "{columns}:\n{shown}");
        }
    }
    for family in FAMILIES {
        look(&games::open(family.id).unwrap());
    }
}

#[test]
fn endings_fit() {
    fn look(game: &AnyGame) {
        for ending in [
            Ending::by_rules(Outcome::Win(Player::One)),
            Ending::by_rules(Outcome::Win(Player::Two)),
            Ending::by_rules(Outcome::Draw),
            Ending::lost(Player::One, Reason::NoMoves),
            Ending::lost(Player::Two, Reason::Resigned),
        ] {
            for bot in [None, Some("easy"), Some("expert")] {
                for (columns, max_rows) in WINDOWS {
                    let style = Style { width: Some(columns), rows: Some(99), ..Style::PLAIN };
                    let text = game.ending(&ending, &Seating::new(bot, None), &style) + &game.farewell();
                    let text = wrap(&text, Some(columns));
                    assert!(width(&text) <= columns && text.lines().count() < max_rows / 2, "{text}");
                }
            }
        }
    }
    for family in FAMILIES {
        look(&games::open(family.id).unwrap());
    }
}

/// Plays a random game that somebody wins.
pub(super) fn won_game(game: &AnyGame) -> History<AnyPosition> {
    for seed in 0.. {
        let (mut history, mut rng) = (History::new(game.start()), GameRng::from_seed(seed));
        while let (None, Some(mv)) = (history.current().outcome(), history.current().random_move(&mut rng)) {
            history.play(mv);
        }
        if matches!(history.current().outcome(), Some(Outcome::Win(_))) {
            return history;
        }
    }
    unreachable!("the numbers of seeds do not end")
}

#[test]
fn the_final_board_stays_above_the_menu_after_the_game() {
    fn look(game: &AnyGame) {
        let history = won_game(game);
        let mut plan = GamePlan::new(Seating::new(None, None), 1);
        plan.record = plan.record.with_moves(history.turns().map(|(_, mv, _)| mv.to_string()));
        for (columns, max_rows) in [(40, 24), (80, 24), (100, 40)] {
            let settings = Settings {
                window: Window::Size { columns, rows: max_rows },
                can_redraw: true,
                ..Settings::PIPED
            };
            let (mut console, page) = captured(Input::scripted(|_, _| Some("7".to_owned())), settings);
            let style = console.style();
            let _ = GameSession::new(game, &plan).unwrap().play(&mut console, &mut SessionFiles::disabled());
            drop(console);
            let shown = page.take();
            assert!(shown.replace('\n', " ").contains("The last turn was "), "{shown}");
            let above = game.above_board(&game.view(&history), &plan.seating, true, &style);
            let below_top = shown.trim().strip_prefix(above.trim_start()).unwrap();
            // The last row is the prompt.
            assert!(rows(below_top, Some(columns)) < max_rows, "{columns}x{max_rows}:\n{shown}");
        }
    }
    for family in FAMILIES {
        look(&games::open(family.id).unwrap());
    }
}
