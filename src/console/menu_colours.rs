//! The quiet colours of menus: what to type is marked, and frames are dimmed.

use super::{Paint, Role};
use crate::model::notation::is_digits;

/// What follows the key of an option.
const AFTER_KEY: [&str; 2] = [" - ", ". "];

/// Paints a menu: the keys of its options, such as the number in `1 - Play`, and frames of `*`.
pub fn paint_menu(text: &str, paint: Paint) -> String {
    text.split_inclusive('\n').map(|line| paint_line(line, paint)).collect()
}

fn paint_line(line: &str, paint: Paint) -> String {
    let content = line.trim_end_matches('\n');
    let end = &line[content.len()..];
    if content.chars().all(|sign| sign == '*') {
        return paint.apply(Role::Dim, content) + end;
    }
    match content.strip_prefix('*').and_then(|content| content.strip_suffix('*')) {
        Some(inner) => {
            let edge = paint.apply(Role::Dim, "*");
            format!("{edge}{}{edge}{end}", paint_keys(inner, paint))
        }
        None => paint_keys(content, paint) + end,
    }
}

/// Paints the keys of a line. Options that share a line are two or more spaces apart.
fn paint_keys(line: &str, paint: Paint) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((at, after)) = first_separator(rest) {
        let start = rest[..at].rfind(' ').map_or(0, |space| space + 1);
        let (before, key) = rest[..at].split_at(start);
        let begins_option = before.ends_with("  ") || text.is_empty() && before.trim().is_empty();
        text += before;
        text += &if begins_option && is_key(key) { paint.apply(Role::Mark, key) } else { key.to_owned() };
        text += after;
        rest = &rest[at + after.len()..];
    }
    text + rest
}

/// Returns the first text that can follow a key, and where it is.
fn first_separator(line: &str) -> Option<(usize, &'static str)> {
    AFTER_KEY.into_iter().filter_map(|after| line.find(after).map(|at| (at, after))).min()
}

/// Returns whether `text` can choose an option: a number or a lowercase letter.
fn is_key(text: &str) -> bool {
    let is_letter = matches!(text.as_bytes(), [letter] if letter.is_ascii_lowercase());
    is_letter || (text.len() <= 2 && is_digits(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::{ColorDepth, Palette, star_box};

    /// Paints a menu, and writes painted text between `<` and `>`.
    fn painted(text: &str) -> String {
        let paint = Paint::new(Palette::Standard, ColorDepth::Ansi256);
        let text = paint_menu(text, paint);
        let text = text.replace("\x1b[38;5;98m", "<").replace("\x1b[38;5;243m", "{").replace("\x1b[0m", ">");
        assert!(!text.contains('\x1b'), "{text:?}");
        text
    }

    #[test]
    fn keys_are_marked_in_every_kind_of_menu() {
        assert_eq!(painted("MENU\n\n 1 - Play\n12 - Exit\n"), "MENU\n\n <1> - Play\n<12> - Exit\n");
        assert_eq!(painted("    1. Play\ns. Both\n8.  8x8"), "    <1>. Play\n<s>. Both\n<8>.  8x8");
        assert_eq!(painted("1 - Again   2 - Swap 3 - x"), "<1> - Again   <2> - Swap 3 - x");
        assert_eq!(
            painted(&star_box("A", "l - B")),
            "{***********>\n{*>         {*>\n{*>    A    {*>\n{*>         {*>\n{*>  <l> - B  {*>\n{*>         {*>\n{***********>\n"
        );
    }

    #[test]
    fn other_texts_stay_plain() {
        for text in ["", "\n", "- Fabio Moreira", "Level 3. Next", "a duck - or two", "  Ann. Bob - x"] {
            assert_eq!(painted(text), text);
        }
        assert_eq!(paint_menu("1 - Play", Paint::PLAIN), "1 - Play");
    }
}
