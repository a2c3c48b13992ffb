//! Reads a line as several answers of a turn.

use crate::words::moves::typed_words;

/// Returns `line` if it has several words.
pub fn as_typed(line: &str) -> Vec<String> {
    with_several_words(vec![line.to_owned()])
}

/// Returns what `line` can mean at a terminal: the legal `turn` that it is as a whole, its words, and words with
/// missing spaces.
pub fn as_meant(line: &str, turn: Option<Vec<String>>) -> Vec<String> {
    let words = typed_words(line).join(" ");
    let separated = separate(&words);
    let turn = turn.map(|answers| answers.join(" "));
    with_several_words(turn.into_iter().chain([words, separated]).collect())
}

fn with_several_words(mut readings: Vec<String>) -> Vec<String> {
    readings.retain(|reading| reading.contains(char::is_whitespace));
    readings
}

/// Puts the missing spaces into `a1b2` or `a1-b2`: between a digit and a letter, and in place of a dash.
fn separate(line: &str) -> String {
    let mut separated = String::new();
    for letter in line.chars() {
        if letter.is_alphabetic() && separated.ends_with(|last: char| last.is_ascii_digit()) {
            separated.push(' ');
        }
        separated.push(if letter == '-' { ' ' } else { letter });
    }
    separated.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_words_or_with_missing_spaces() {
        assert_eq!(as_typed("a1 to b2"), ["a1 to b2"]);
        assert_eq!(as_typed("a1b2"), [""; 0]);
        for line in ["a1 b2", "a1 to b2", "a1 TO  b2", "a1 - b2"] {
            assert_eq!(as_meant(line, None)[0], "a1 b2");
        }
        for line in ["a1b2", "a1-b2"] {
            assert_eq!(as_meant(line, None), ["a1 b2"]);
        }
        assert_eq!(as_meant("7-6 to 6-5", None), ["7-6 6-5", "7 6 6 5"]);
        assert_eq!(
            as_meant("g6f5", Some(["step", "7-6", "6-5"].map(str::to_owned).to_vec())),
            ["step 7-6 6-5", "g6 f5"]
        );
        assert_eq!(as_meant("D12q", None), ["D12 q"]);
        assert_eq!(as_meant("word", None), [""; 0]);
    }
}
