//! Text from outside that is to be shown: the one place that decides what of it may reach a terminal.

use std::fmt::Write;
use std::path::Path;

/// The most characters of a foreign text that are shown again.
const LONGEST_SHOWN: usize = 60;

/// `bytes` as text that is safe to show: control characters, invisible characters and bytes that are not UTF-8 are
/// written as escapes, and a long text is cut short.
#[must_use]
pub fn escape(bytes: &[u8]) -> String {
    let mut shown = String::new();
    let mut characters = 0;
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            if characters == LONGEST_SHOWN {
                return shown + "...";
            }
            characters += 1;
            match letter {
                '"' | '\'' => shown.push(letter),
                _ => shown.extend(letter.escape_debug()),
            }
        }
        for byte in chunk.invalid() {
            if characters == LONGEST_SHOWN {
                return shown + "...";
            }
            characters += 1;
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    shown
}

/// `text` with everything escaped that could act on a terminal, at its full length. What is escaped already stays as it is.
#[must_use]
pub fn escape_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\'' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}

/// The name of a file, so that it is safe to show, at its full length.
#[must_use]
pub fn escape_path(path: &Path) -> String {
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown += &escape_line(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}
