//! Checks whole files: of records, or a certificate.

use std::error::Error;
use std::io::Read;
use std::path::Path;

use serde::Serialize;

use crate::engine::bots::EngineGame as _;
use crate::engine::certificate::{Certificate, MAGIC, Verified};
use crate::games::{self, ReplayError};
use crate::model::text::{escape_line, escape_path};
use crate::model::{Record, RecordError, RecordErrorKind};
use crate::store::{Disk, files};

/// A checked file.
#[derive(Default, Serialize)]
pub struct CheckedFile {
    file: String,
    /// Whether nothing is wrong.
    pub valid: bool,
    /// The number of games in a valid file of games.
    games: Option<usize>,
    /// What a valid certificate proves.
    proves: Option<String>,
    /// The line of the first error, if the file could be read.
    line: Option<usize>,
    error: Option<String>,
    /// All of this in a line for people.
    #[serde(skip)]
    pub(crate) text: String,
}

/// Verifies every record of a file, or the file itself if it is a certificate. The file `-` is `input`.
pub fn check_file(path: &Path, input: &mut dyn Read) -> CheckedFile {
    let bytes = match path == Path::new("-") {
        true => files::read_bytes_from(&mut *input, path),
        false => Disk::default().open_regular(path).and_then(|file| files::read_bytes_from(file, path)),
    };
    let file = path.to_string_lossy().into_owned();
    match bytes.map_err(|error| mistake(path, &error)).and_then(|bytes| check_bytes(bytes, path)) {
        Ok(contents) => {
            let text = format!("{}: {}", escape_path(path), contents.text);
            CheckedFile { file, valid: true, text, ..contents }
        }
        Err((line, problem)) => {
            let place = line.map_or_else(String::new, |line| format!(":{line}"));
            let text = escape_line(&format!("{}{place}: {problem}", escape_path(path)));
            CheckedFile { file, text, line, error: Some(problem), ..CheckedFile::default() }
        }
    }
}

/// What is wrong with a file, and the line, unless that is the whole file.
type Mistake = (Option<usize>, String);

/// Returns what is wrong with a file, without its name, which may be before the line and the problem.
fn mistake(path: &Path, error: &dyn Error) -> Mistake {
    let text = error.to_string();
    let after_name = text.strip_prefix(&format!("{}:", escape_path(path))).unwrap_or(&text);
    let (line, problem) = after_name.split_once(": ").unwrap_or(("", after_name));
    let line = line.parse().ok();
    (line, line.map_or(after_name, |_| problem).trim_start().to_owned())
}

/// Verifies the contents of a file. Returns what they are.
fn check_bytes(bytes: Vec<u8>, path: &Path) -> Result<CheckedFile, Mistake> {
    // A certificate of another version is one too.
    if bytes.starts_with(MAGIC.trim_end_matches('1').as_bytes()) {
        let proves = check_certificate(&bytes).map_err(|error| mistake(path, &*error))?;
        return Ok(CheckedFile { text: proves.clone(), proves: Some(proves), ..CheckedFile::default() });
    }
    let text = files::text(bytes, path).map_err(|error| mistake(path, &error))?;
    let games = check_text(&text)?;
    let text = if games == 1 { "1 game, valid".to_owned() } else { format!("{games} games, all valid") };
    Ok(CheckedFile { text, games: Some(games), ..CheckedFile::default() })
}

fn check_text(text: &str) -> Result<usize, Mistake> {
    let check = |record: Result<Record, RecordError>| -> Result<_, ReplayError> { record?.replay() };
    let wrong = |error: ReplayError| (Some(error.line), error.kind.to_string());
    let mut count = 0;
    for record in Record::read_each(text.as_bytes()) {
        check(record).map_err(wrong)?;
        count += 1;
    }
    let empty = RecordError::new(1, RecordErrorKind::Empty);
    if count == 0 { Err(wrong(empty.into())) } else { Ok(count) }
}

/// Verifies the certificate in `bytes`, and says what it proves. Only the rules of the game are used: no search, no prover
/// and no tables.
///
/// # Errors
/// The bytes are not a certificate of a game, or it does not prove its claim.
fn check_certificate(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let certificate = Certificate::read(bytes)?;
    let game = games::open(&certificate.game)?;
    let Verified { positions, answers, .. } = game.verify_certificate(&certificate)?;
    let Certificate { game, position, claim, .. } = &certificate;
    let claim = claim.text();
    Ok(format!("{game} {position}: {claim}, proven with {positions} moves against {answers} answers"))
}
