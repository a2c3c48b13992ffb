//! `cygnet draw`.

use std::path::PathBuf;

use clap::Args;

use crate::console::{Style, stdio};
use crate::games;
use crate::records::in_file;
use crate::show::draw::{Drawing, PictureFormat};
use crate::show::positions::ReportError;
use crate::words::counted;

use super::positions::{PositionOptions, answer_each};
use super::{Failure, Format, StyleOptions, print, records};

pub(super) const EXAMPLES: &str = "\
Write moves and cells as cygnet moves shows them. The SVG is self-contained, without scripts or ids: use it as a file, as an \
image in a page, or inline, any number of times. To style it, use its classes, which begin with `cygnet-`.

Examples:
  cygnet draw uglyduck --format svg > board.svg
  cygnet draw uglyduck --moves a1b2 e3d3 --targets b2
  cygnet draw qawale --position 'd,tt,t,-/t,d,d,d/-,t,ll,-/l,t,-,tt l 9' --board words
  cygnet draw --record game.cygnet --ply 12 --arrow b2c3 --format svg
  cygnet draw replica --position - --format svg < positions.txt";

#[derive(Debug, Args)]
pub(super) struct DrawOptions {
    /// The game: `id` or `id:options`
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    /// The position; `-` reads one per line from standard input and draws each in JSON
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "record")]
    position: Option<String>,
    /// The file with a record
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Which game of the file, from 1 [default: the first]
    #[arg(long, alias = "game", value_name = "N", requires = "record", conflicts_with = "position")]
    number: Option<usize>,
    /// Draw the position after N moves of the record [default: all moves]
    #[arg(long, value_name = "N", requires = "record", conflicts_with = "position")]
    ply: Option<usize>,
    /// Play these moves first, and mark the last one
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Mark the cells that the piece on this cell can move to
    #[arg(long, value_name = "CELL")]
    targets: Option<String>,
    /// Draw these moves as arrows without playing them
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    arrow: Vec<String>,
    /// Flip the board
    #[arg(long)]
    flip: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: PictureFormat,
    #[command(flatten)]
    style: StyleOptions,
}

pub(super) fn run(options: &DrawOptions) -> Result<(), Failure> {
    let record = options.record.as_ref().map(|file| records::read_game(file, options.number)).transpose()?;
    let game = match (&options.game, options.record.as_ref().zip(record.as_ref())) {
        (None, Some((file, record))) => record.open_game().map_err(in_file(file))?,
        (name, _) => games::open(name.as_deref().unwrap_or_default())?,
    };
    let style = options.style.for_output()?;
    let style = Style { rows: Style::MARKED.rows, flipped: options.flip, by_ear: false, ..style };
    let drawing = Drawing {
        moves: &options.moves,
        targets: options.targets.as_deref(),
        arrows: &options.arrow,
        style,
        format: options.format,
    };
    let Some((file, record)) = options.record.as_ref().zip(record) else {
        let position_options = PositionOptions { position: options.position.clone(), format: Format::Text };
        return answer_each(&position_options, stdio::stdin(), &mut |text, format, out| {
            drawing.answer(&game, text, format, out)
        });
    };
    if games::open(&record.game).as_ref() != Ok(&game) {
        return Err(Failure::data(format!("the record is of a game of {}, not of {game}", record.game)));
    }
    let replayed = record.replay_in(&game).map_err(in_file(file))?;
    let mut history = replayed.into_history();
    let moves = history.plies();
    let undone = moves.checked_sub(options.ply.unwrap_or(moves));
    let too_short = || Failure::data(format!("the game has only {}", counted(moves, "move")));
    history.undo(undone.ok_or_else(too_short)?);
    print(drawing.of_history(&game, &mut history).map_err(ReportError::Drawing)?)
}
