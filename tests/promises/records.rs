//! Records: the text of a file.

use cygnet::model::{Record, RecordError};
use cygnet::records::{self, names};

use super::check_message;

/// Checks that any text is a list of records or is refused, and that records are written as they are read.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines = text.lines().count();
    let mut read = Vec::new();
    for record in Record::read_each(text.as_bytes()) {
        match record {
            Ok(record) => {
                check_record(&record, lines);
                read.push(record);
            }
            Err(error) => return check_error(text, lines, &error),
        }
    }
    assert_eq!(Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>().as_ref(), Ok(&read));
    assert_eq!(text.parse::<Record>().is_ok(), read.len() == 1);
}

fn check_error(text: &str, lines: usize, error: &RecordError) {
    check_message(&error.to_string());
    assert!((1..=lines.max(1)).contains(&error.line), "{error}: {text:?}");
    assert_eq!(Record::read_each(text.as_bytes()).collect::<Result<Vec<_>, _>>().as_ref(), Err(error));
}

fn check_record(record: &Record, lines: usize) {
    let text = record.to_string();
    let again = text.parse::<Record>().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.to_string(), text);
    assert_eq!(again, *record);
    check_message(&records::headline(record));
    check_message(&names::summary(record));
    match record.replay() {
        Ok(_) => {
            let typed = records::to_input_lines(record).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert!(typed.len() >= record.moves.len(), "{text}");
        }
        Err(error) => {
            check_message(&error.to_string());
            assert!(error.line <= lines, "{error}: {text}");
        }
    }
}
