//! Checks whole files: of records, or a certificate.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::Serialize;

use super::certificate;
use super::check::{CheckError, VerifyError, verify};
use crate::console::output::{Format, write_json_line};
use crate::engine::certificate::MAGIC;
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
            Contents::Certificate(proven) => f.write_str(proven),
        }
    }
}

/// A checked file, as JSON.
#[derive(Default, Serialize)]
struct FileObject {
    file: String,
    valid: bool,
    /// The number of games in a valid file of games.
    games: Option<usize>,
    /// What a valid certificate proves.
    proven: Option<String>,
    /// The line of the first error, if the file could be read.
    line: Option<usize>,
    error: Option<String>,
}

impl FileObject {
    fn new(path: &Path, checked: &Result<Contents, CheckError>) -> Self {
        let mut object = FileObject {
            file: path.to_string_lossy().into_owned(),
            valid: checked.is_ok(),
            ..FileObject::default()
        };
        match checked {
            Ok(Contents::Games(count)) => object.games = Some(*count),
            Ok(Contents::Certificate(proven)) => object.proven = Some(proven.clone()),
            Err(CheckError::Record { line, kind, .. }) => {
                (object.line, object.error) = (Some(*line), Some(kind.to_string()));
            }
            Err(error) => object.error = Some(error.to_string()),
        }
        object
    }
}

/// Verifies every record of every file, and every file that is a certificate, and writes a line for each file:
/// the number of games, or what the certificate proves, or the first error. The file `-` is `input`. Returns
/// the number of invalid files.
///
/// # Errors
/// Writing fails.
pub fn check_files(
    paths: &[impl AsRef<Path>],
    input: &mut dyn Read,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<usize> {
    let mut invalid = 0;
    for path in paths {
        let path = path.as_ref();
        let bytes = match path == Path::new("-") {
            true => files::read_bytes_from(&mut *input, path),
            false => files::open(path).and_then(|file| files::read_bytes_from(file, path)),
        };
        let checked = bytes.map_err(CheckError::from).and_then(|bytes| check_bytes(bytes, path));
        invalid += usize::from(checked.is_err());
        match (format, checked) {
            (Format::Json, checked) => write_json_line(&FileObject::new(path, &checked), out)?,
            (Format::Text, Ok(contents)) => writeln!(out, "{}: {contents}", escape_path(path))?,
            (Format::Text, Err(error)) => writeln!(out, "{}", escape_line(&error.to_string()))?,
        }
    }
    Ok(invalid)
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
    let check = |record: Result<Record, RecordError>| verify(&record?).map(drop);
    let mut count = 0;
    for record in Record::read_each(text) {
        check(record).map_err(|error| error.in_file(path))?;
        count += 1;
    }
    let empty = RecordError { line: 1, problem: RecordErrorKind::Empty };
    if count == 0 { Err(VerifyError::from(empty).in_file(path)) } else { Ok(count) }
}
