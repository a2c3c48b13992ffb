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
    let distance = |known: &'a str| {
        let most = known.chars().count() / 3;
        // A long name is not even compared.
        let is_comparable = name.len() <= 4 * (known.len() + most);
        let edits = is_comparable.then(|| strsim::osa_distance(name, known))?;
        (edits <= most).then_some((edits, known))
    };
    known.into_iter().filter_map(distance).min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}

/// Returns the start of a sentence that lists the known names: the question whether the nearest is meant, or
/// nothing.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |name| format!("did you mean {name}? "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::nearest;

    #[test]
    fn only_similar_names_are_suggested() {
        let known = ["easy", "hard", "replica", "uglyduck", "uglyduck-xl"];
        for (name, meant) in [
            ("eazy", Some("easy")),
            ("hadr", Some("hard")),
            ("uglyduk", Some("uglyduck")),
            ("uglyduck-lx", Some("uglyduck-xl")),
            ("relpcia", Some("replica")),
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
        fn a_known_name_is_nearest_to_itself(name in "[a-z]{1,12}", others in prop::collection::vec("[a-z]{1,12}", 0..4)) {
            let known = others.iter().map(String::as_str).chain([name.as_str()]);
            prop_assert_eq!(nearest(&name, known), Some(name.as_str()));
        }
    }
}
