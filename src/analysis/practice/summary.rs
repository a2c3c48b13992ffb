//! What a deck says about its player: how much they retain, and which mistakes they make.

/// Patterns of mistakes, as habits of the reader.
const MISTAKE_WORDS: [(&str, &str); 1] = [("piece-lost", "you leave pieces unguarded")];

/// Returns the words for the pattern of a mistake: a habit of the reader. Unknown patterns have no words but their
/// name.
pub fn mistake_words(pattern: &str) -> &str {
    MISTAKE_WORDS.iter().find(|(name, _)| *name == pattern).map_or(pattern, |(_, words)| words)
}
