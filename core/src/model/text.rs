//! Text from outside that is to be shown: the one place that decides what of it may reach a terminal.

use std::path::Path;

/// The most characters of a foreign text that are shown again.
const MAX_SHOWN_CHARS: usize = 60;

/// The letters of a line that stay as they are.
const PLAIN: &[char] = &['"', '\'', '\\'];

/// Returns `bytes` as text that is safe to show: control characters, invisible characters and bytes that are not UTF-8 are
/// written as escapes, and a long text is cut short.
#[must_use]
pub fn escape(bytes: &[u8]) -> String {
    let mut letters = escaped(bytes, &PLAIN[..2]);
    let shown: String = letters.by_ref().take(MAX_SHOWN_CHARS).collect();
    if letters.next().is_some() { shown + "..." } else { shown }
}

/// Returns `text` with everything escaped that could act on a terminal, at its full length. What is escaped already stays as it is.
#[must_use]
pub fn escape_line(text: &str) -> String {
    escaped(text.as_bytes(), PLAIN).collect()
}

/// Returns the name of a file, so that it is safe to show, at its full length.
#[must_use]
pub fn escape_path(path: &Path) -> String {
    escaped(path.as_os_str().as_encoded_bytes(), PLAIN).collect()
}

/// The letters of `bytes` as they are safe to show, but for those that stay as they are.
fn escaped(bytes: &[u8], plain: &[char]) -> impl Iterator<Item = String> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let letters = chunk.valid().chars().map(|letter| match plain.contains(&letter) {
            true => letter.to_string(),
            false => letter.escape_debug().to_string(),
        });
        letters.chain(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")))
    })
}
