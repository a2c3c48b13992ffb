//! The known name that a misspelled one may mean.

/// Returns the known name that is most similar to `name`, if it is similar at all: one edit for every three
/// letters of the known name. An edit inserts, removes or replaces a letter, or swaps two neighbours. Of equally
/// similar names the first is returned.
///
/// ```
/// use cygnet_core::model::nearest;
///
/// assert_eq!(nearest("qawlae", ["replica", "qawale"]), Some("qawale"));
/// assert_eq!(nearest("chess", ["replica", "qawale"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = name.chars().collect();
    let distance = |known: &'a str| {
        let target: Vec<char> = known.chars().collect();
        let max = target.len() / 3;
        // A long name is not even compared.
        let is_comparable = letters.len().abs_diff(target.len()) <= max;
        let edits = is_comparable.then(|| edit_distance(&letters, &target))?;
        (edits <= max).then_some((edits, known))
    };
    known.into_iter().filter_map(distance).min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}

/// Returns the start of a sentence that lists the known names: the question whether the nearest is meant, or
/// nothing.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |name| format!("did you mean {name}? "))
}

/// Returns the smallest number of edits between two texts, if no letter is edited twice: the optimal string
/// alignment distance.
fn edit_distance(left: &[char], right: &[char]) -> usize {
    // The distances between a prefix of `left` and each prefix of `right`, and those of the two shorter ones.
    let mut row: Vec<usize> = (0..=right.len()).collect();
    let [mut above, mut above_that] = [row.clone(), row.clone()];
    for i in 0..left.len() {
        std::mem::swap(&mut above_that, &mut above);
        std::mem::swap(&mut above, &mut row);
        row[0] = i + 1;
        for j in 0..right.len() {
            let replaced = above[j] + usize::from(left[i] != right[j]);
            row[j + 1] = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j] {
                row[j + 1] = row[j + 1].min(above_that[j - 1] + 1);
            }
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{edit_distance, nearest};

    fn distance(left: &str, right: &str) -> usize {
        let [left, right] = [left, right].map(|text| text.chars().collect::<Vec<_>>());
        edit_distance(&left, &right)
    }

    #[test]
    fn edits_are_counted() {
        for (left, right, edits) in [
            ("", "", 0),
            ("", "abc", 3),
            ("qawale", "qawale", 0),
            ("qawal", "qawale", 1),
            ("qawlae", "qawale", 1),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
            ("käse", "kasé", 2),
        ] {
            assert_eq!(distance(left, right), edits, "{left} {right}");
        }
    }

    #[test]
    fn only_similar_names_are_suggested() {
        let known = ["easy", "hard", "uglyduck", "uglyduck-xl"];
        for (name, meant) in [
            ("eazy", Some("easy")),
            ("hadr", Some("hard")),
            ("uglyduk", Some("uglyduck")),
            ("uglyduck-lx", Some("uglyduck-xl")),
            ("", None),
            ("medium", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
        assert_eq!(nearest(&"easy".repeat(100_000), known), None);
        assert_eq!(nearest("easy", []), None);
    }

    proptest! {
        #[test]
        fn the_distance_is_a_distance(left in "[a-c]{0,6}", right in "[a-c]{0,6}") {
            let edits = distance(&left, &right);
            prop_assert_eq!(edits, distance(&right, &left));
            prop_assert_eq!(edits == 0, left == right);
            prop_assert!(edits >= left.len().abs_diff(right.len()) && edits <= left.len().max(right.len()));
        }

        #[test]
        fn a_known_name_is_nearest_to_itself(name in "[a-z]{1,12}", others in prop::collection::vec("[a-z]{1,12}", 0..4)) {
            let known = others.iter().map(String::as_str).chain([name.as_str()]);
            prop_assert_eq!(nearest(&name, known), Some(name.as_str()));
        }
    }
}
