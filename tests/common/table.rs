//! A console in memory, and games played at it.

use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex};

use cygnet::analysis::review::AssessmentLimits;
use cygnet::console::{BoardStyle, Console, Input, Settings, Signals, SystemHost};
use cygnet::engine::referee::Referee;
use cygnet::games::AnyGame;
use cygnet::model::Seating;
use cygnet::records;
use cygnet::screens::Screen;
use cygnet::session::{GamePlan, GameSession};
use cygnet::store::SessionFiles;

/// Output that a test can read.
#[derive(Clone, Default)]
pub struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    /// Returns everything written so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a console that reads `input` and writes to `output`, with this board style.
pub fn console(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    board: BoardStyle,
) -> Console {
    let settings = Settings { board, ..Settings::PIPED };
    let host = Arc::new(SystemHost::new());
    Console::new(Input::new(io::BufReader::new(input)), Box::new(output), settings, Signals::default(), host)
}

/// Plays a game between two humans at `console` until the game or its input ends.
pub fn play_at(game: &AnyGame, console: &mut Console) {
    let advice = AssessmentLimits { nodes: 20_000, proof: 5_000, ..AssessmentLimits::ADVICE };
    let plan = GamePlan { advice, ..GamePlan::new(Seating::new(None, None), 1) };
    let _ = GameSession::new(game, &plan).unwrap().play(console, &mut SessionFiles::disabled());
}

/// Returns the output when `lines` are typed in a game between two humans.
pub fn printed(game: &AnyGame, lines: &[String], board: BoardStyle) -> String {
    let output = SharedBuffer::default();
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let mut console = console(Cursor::new(input), output.clone(), board);
    play_at(game, &mut console);
    drop(console);
    output.text()
}

/// Returns the lines to type at the prompts of `game` to play `moves` from the start.
pub fn typed(game: &AnyGame, moves: &[String]) -> Vec<String> {
    let referee = Referee::read(game, None, moves).unwrap();
    records::input_lines(game, referee.history())
}
