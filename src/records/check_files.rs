//! Checks whole files: of records, or a certificate.

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::Serialize;

use super::certificate;
use super::check::CheckError;
use crate::engine::certificate::MAGIC;
use crate::games::ReplayError;
use crate::model::text::{escape_line, escape_path};
use crate::model::{Record, RecordError, RecordErrorKind};
use crate::store::files;

/// What a valid file contains.
enum Contents {
    /// This many games.
    Games(usize),
    /// A certificate, which proves this.
    Certificate(String),
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contents::Games(1) => f.write_str("1 game, valid"),
            Contents::Games(count) => write!(f, "{count} games, all valid"),
            Contents::Certificate(text) => f.write_str(text),
        }
    }
}

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

impl CheckedFile {
    fn new(path: &Path, checked: &Result<Contents, CheckError>) -> Self {
        let text = match checked {
            Ok(contents) => format!("{}: {contents}", escape_path(path)),
            Err(error) => escape_line(&error.to_string()),
        };
        let mut object = CheckedFile {
            text,
            file: path.to_string_lossy().into_owned(),
            valid: checked.is_ok(),
            ..CheckedFile::default()
        };
        match checked {
            Ok(Contents::Games(count)) => object.games = Some(*count),
            Ok(Contents::Certificate(text)) => object.proves = Some(text.clone()),
            Err(CheckError::Record { line, kind, .. }) => {
                (object.line, object.error) = (Some(*line), Some(kind.to_string()));
            }
            Err(error) => object.error = Some(error.to_string()),
        }
        object
    }
}

/// Verifies every record of a file, or the file itself if it is a certificate. The file `-` is `input`.
pub fn check_file(path: &Path, input: &mut dyn Read) -> CheckedFile {
    let bytes = match path == Path::new("-") {
        true => files::read_bytes_from(&mut *input, path),
        false => files::open(path).and_then(|file| files::read_bytes_from(file, path)),
    };
    let checked = bytes.map_err(CheckError::from).and_then(|bytes| check_bytes(bytes, path));
    CheckedFile::new(path, &checked)
}

/// Verifies the contents of a file.
fn check_bytes(bytes: Vec<u8>, path: &Path) -> Result<Contents, CheckError> {
    if bytes.starts_with(MAGIC.as_bytes()) {
        let checked = certificate::check(&bytes).map(Contents::Certificate);
        return checked.map_err(|kind| CheckError::Certificate { path: path.to_owned(), kind });
    }
    check_text(&files::text(bytes, path)?, path).map(Contents::Games)
}

fn check_text(text: &str, path: &Path) -> Result<usize, CheckError> {
    let check = |record: Result<Record, RecordError>| -> Result<_, ReplayError> { record?.replay() };
    let mut count = 0;
    for record in Record::read_each(text.as_bytes()) {
        check(record).map_err(|error| CheckError::in_file(error, path))?;
        count += 1;
    }
    let empty = RecordError::new(1, RecordErrorKind::Empty);
    if count == 0 { Err(CheckError::in_file(empty.into(), path)) } else { Ok(count) }
}
