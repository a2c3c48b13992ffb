//! Escaping of text from outside: the only place that decides what may reach a terminal.

use std::path::Path;

/// The maximum number of characters of foreign text to show.
const MAX_SHOWN_CHARS: usize = 60;

/// Characters that are not escaped.
const PLAIN: &[char] = &['"', '\'', '\\'];

/// Returns `bytes` as text that is safe to show. Escapes control characters, invisible characters and invalid
/// UTF-8, and shortens long text.
#[must_use]
pub fn escape(bytes: &[u8]) -> String {
    let mut letters = escaped(bytes, &PLAIN[..2]);
    let shown: String = letters.by_ref().take(MAX_SHOWN_CHARS).collect();
    if letters.next().is_some() { shown + "..." } else { shown }
}

/// Escapes everything in `text` that could act on a terminal, at full length. Existing escapes stay as they
/// are.
#[must_use]
pub fn escape_line(text: &str) -> String {
    escaped(text.as_bytes(), PLAIN).collect()
}

/// Returns a file path that is safe to show, at full length.
///
/// ```
/// use cygnet_core::model::text::escape_path;
///
/// assert_eq!(escape_path("games/\u{7}won.rec".as_ref()), "games/\\u{7}won.rec");
/// ```
#[must_use]
pub fn escape_path(path: &Path) -> String {
    escaped(path.as_os_str().as_encoded_bytes(), PLAIN).collect()
}

/// Escapes `bytes` character by character, except for the characters in `plain`.
fn escaped(bytes: &[u8], plain: &[char]) -> impl Iterator<Item = String> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let letters = chunk.valid().chars().map(|letter| match plain.contains(&letter) {
            true => letter.to_string(),
            false => letter.escape_debug().to_string(),
        });
        letters.chain(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")))
    })
}
