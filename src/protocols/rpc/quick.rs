//! The methods that are answered at once: `moves`, `position`, `play`, `render`.

use serde::Serialize;
use serde_json::value::to_raw_value;

use crate::analysis::draw::{Drawing, DrawnPosition};
use crate::analysis::report::LegalMoves;
use crate::console::{BoardStyle, Style};
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Game as _, Position as _};
use crate::screens::Screen;

use super::message::Answer;
use super::params::Params;
use super::problem::Problem;
use super::question::{Question, check_move_count};

/// The legal moves of a position, and the positions after them.
pub fn moves(mut params: Params) -> Answer {
    let question = Question::read(&mut params)?;
    params.end()?;
    let referee = question.referee()?;
    check_move_count(referee.position())?;
    Ok(to_raw_value(&LegalMoves::new(&question.game, referee.position(), true))?)
}

/// Where a game stands.
pub fn position(mut params: Params) -> Answer {
    let question = Question::read(&mut params)?;
    params.end()?;
    Ok(to_raw_value(&Standing::of(&question.referee()?))?)
}

/// A move played, and where the game stands then.
pub fn play(mut params: Params) -> Answer {
    let question = Question::read(&mut params)?;
    let text = params.required_text("move", "it is the move to play, in canonical notation")?;
    params.end()?;
    Ok(to_raw_value(&played(question.referee()?, &text)?)?)
}

/// A drawing of a position.
pub fn render(mut params: Params) -> Answer {
    let question = Question::read(&mut params)?;
    let svg = params.choice("format", &[("text", false), ("svg", true)])?;
    let board = params.choice("board", &BOARDS)?;
    let turned = params.flag("flip")?;
    let (targets, arrows) = (params.text("targets")?, params.texts("arrows")?);
    params.end()?;
    let style = Style { board, turned, ..Style::MARKED };
    let drawing = Drawing { moves: &[], targets: targets.as_deref(), arrows: &arrows, style, svg };
    let game = &question.game;
    let history = question.referee()?.into_history();
    let position = game.write_position(history.current());
    let drawing = drawing.of_history(game, history).map_err(|error| Problem::drawing(&error))?;
    Ok(to_raw_value(&DrawnPosition { position: &position, drawing: &drawing })?)
}

const BOARDS: [(&str, BoardStyle); 4] = [
    ("classic", BoardStyle::Classic),
    ("compact", BoardStyle::Compact),
    ("ascii", BoardStyle::Ascii),
    ("words", BoardStyle::Words),
];

/// Where a game stands.
#[derive(Debug, Serialize)]
struct Standing {
    /// The full name of the game.
    game: String,
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
    /// How it has ended: by the rules, or, which are not the rules, for want of progress.
    ending: Option<EndingObject>,
    /// The moves that were played.
    turn: usize,
    /// How many moves are legal.
    legal: u64,
}

#[derive(Debug, Serialize)]
struct EndingObject {
    result: &'static str,
    reason: String,
}

impl Standing {
    fn of(referee: &Referee<AnyGame>) -> Standing {
        let position = referee.position();
        let ending = referee.ending().map(|ending| ending.result());
        Standing {
            game: referee.game().name(),
            position: referee.game().write_position(position),
            to_move: position.to_move().tag(),
            outcome: position.outcome().map(|outcome| outcome.tag()),
            ending: ending
                .map(|end| EndingObject { result: end.outcome.tag(), reason: end.reason.to_string() }),
            turn: referee.history().plies(),
            legal: if position.terminal_outcome().is_some() { 0 } else { position.count_moves() },
        }
    }
}

/// A move that was played.
#[derive(Debug, Serialize)]
struct Played {
    #[serde(rename = "move")]
    canonical: String,
    /// As it is typed at the prompts of the game.
    typed: String,
    /// The cells that it touches, in order.
    cells: Vec<String>,
    #[serde(flatten)]
    standing: Standing,
}

fn played(mut referee: Referee<AnyGame>, text: &str) -> Result<Played, Problem> {
    let game = referee.game().clone();
    let mv = game
        .read_legal_move(referee.position(), text)
        .map_err(|error| Problem::mv(&error, "/params/move"))?;
    let typed = game.typed(&referee.view(), mv).join(" ");
    referee.accept(mv);
    let (canonical, cells) = (game.write_move(mv), game.cells(mv));
    Ok(Played { canonical, typed, cells, standing: Standing::of(&referee) })
}
