//! The examples in the instructions: moves in real positions, drawn and described by the game itself.

use serde::Deserialize;

use crate::console::{BoardStyle, Style, rows, wrap};
use crate::games::{self, AnyGame, AnyPosition};
use crate::model::{Ending, Game, History, MoveError, Position, Seating, View};
use crate::words::{GameWords as _, capitalised};

use super::{Screen, Study};

/// A move that shows a rule, by what it does or because it is not legal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The position before the move, in canonical notation.
    pub position: String,
    /// The move, in canonical notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The rule it shows: a sentence that follows the move as it is typed.
    pub caption: String,
    /// Whether the move is not legal; the caption says why. It is shown on the board before it.
    #[serde(default)]
    pub is_impossible: bool,
    /// The effect without which a variant has no such example, named as in [`Screen::effects`].
    pub effect: Option<String>,
}

/// Draws the examples of a game in the given style: the move as it is typed, the board after it, and the game's
/// announcements. An impossible move leaves the board as it is.
pub fn draw_examples<G: Screen>(game: &G, style: &Style) -> Vec<String> {
    let Study { game, examples, .. } = game.study();
    let Ok(game) = games::open(&game) else { return Vec::new() };
    examples.iter().filter_map(|example| draw(&game, example, style)).collect()
}

fn draw(game: &AnyGame, example: &Example, style: &Style) -> Option<String> {
    let mv = game.read_move(&example.mv).ok()?;
    let history = play(game, example)?;
    let view = game.view(&history);
    let typed = game.typed_answers(&game.view_at(&history, 0), mv).join(" ");
    let caption = wrap(&format!("{typed}: {}\n", example.caption), style.width);
    let outcome_text = wrap(&describe_outcome(game, &view, style), style.width);
    let room = style.above(1 + rows(&caption, None) + rows(&outcome_text, None));
    let drawing = game.board(&view, &room);
    let drawing = if style.board == BoardStyle::Words { wrap(&drawing, style.width) } else { drawing };
    // In words, some positions already say what the last move did.
    let is_said = |line: &&str| !style.by_ear || !drawing.contains(*line);
    let outcome_text: String = outcome_text.split_inclusive('\n').filter(is_said).collect();
    Some(format!("{caption}{}\n{outcome_text}", drawing.trim_end()))
}

/// Plays an example: a game of one move, or of none if the move is not legal. Returns `None` if the example
/// claims otherwise.
fn play(game: &AnyGame, example: &Example) -> Option<History<AnyPosition>> {
    let mut history = History::new(game.read_position(&example.position).ok()?);
    match game.read_legal_move(history.current(), &example.mv) {
        Ok(mv) if !example.is_impossible => history.play(mv),
        Err(MoveError::Illegal(_)) if example.is_impossible => {}
        _ => return None,
    }
    Some(history)
}

/// Returns the game's announcements about the last move, and the ending if the game is over. At a terminal it
/// includes how the game was won.
pub fn describe_outcome(game: &AnyGame, view: &View<'_, AnyPosition>, style: &Style) -> String {
    let consequences = game.announce(view, style);
    let Some(outcome) = view.position.outcome() else { return consequences };
    let how = match game.how_won(view) {
        how if how.is_empty() => how,
        how => style.wording(String::new(), format!("{}.\n", capitalised(&how))),
    };
    let ending = game.ending(&Ending::by_rules(outcome), &Seating::new(None, None), style);
    format!("{consequences}{how}{}\n", ending.trim())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;
    use crate::console::width;
    use crate::games::FAMILIES;
    use crate::screens::lesson::StudyFile;

    #[test]
    fn every_file_has_lessons_and_examples() {
        for text in [
            include_str!("qawale/lessons.toml"),
            include_str!("replica/lessons.toml"),
            include_str!("replica/lessons-house.toml"),
            include_str!("three_dragons/lessons.toml"),
            include_str!("ugly_duck/lessons.toml"),
        ] {
            let file = toml::from_str::<StudyFile>(text).unwrap();
            assert!(!file.lessons.is_empty() && !file.examples.is_empty());
        }
    }

    /// Returns the games with examples, one for each set of examples.
    fn games_with_examples() -> Vec<AnyGame> {
        let games = FAMILIES.iter().flat_map(|family| family.examples).map(|name| games::open(name).unwrap());
        let mut names: Vec<String> =
            games.filter(|game| !game.study().examples.is_empty()).map(|game| game.study().game).collect();
        names.sort();
        names.dedup();
        names.iter().map(|name| games::open(name).unwrap()).collect()
    }

    /// A word in a caption, and the announcements that must go with it.
    const CLAIMS: [(&str, &[&str]); 4] = [
        ("captur", &["captures", "capture:"]),
        ("a swan.", &["is now a swan"]),
        ("dragon", &["summons a dragon"]),
        ("becomes a king", &["is now a king"]),
    ];

    #[test]
    fn examples_are_legal_and_match_captions() {
        for game in &games_with_examples() {
            let examples = game.study().examples;
            let mut endings = 0;
            for example in examples {
                let history = play(game, example).unwrap_or_else(|| panic!("{}: {example:?}", game.name()));
                assert_eq!(example.is_impossible, example.caption.contains("not possible"), "{example:?}");
                if example.is_impossible {
                    continue;
                }
                let announced = game.announce(&game.view(&history), &Style::PLAIN);
                for (claim, words) in CLAIMS {
                    let is_announced = words.iter().any(|word| announced.contains(word));
                    assert_eq!(example.caption.contains(claim), is_announced, "{example:?}: {announced}");
                }
                let is_over = history.current().outcome().is_some();
                assert_eq!(example.caption.contains("wins"), is_over, "{example:?}");
                endings += usize::from(is_over);
            }
            assert!(endings > 0 && endings < examples.len(), "{}", game.name());
        }
    }

    #[test]
    fn examples_are_drawn_in_every_style_and_no_wider_than_the_window() {
        for game in &games_with_examples() {
            for board in BoardStyle::value_variants().iter().copied() {
                for columns in [40, 60, 80, 200] {
                    let style = Style { board, width: Some(columns), rows: Some(24), ..Style::PLAIN };
                    let drawings = draw_examples(game, &style);
                    assert_eq!(drawings.len(), game.study().examples.len());
                    for drawing in drawings {
                        let height = drawing.lines().count();
                        assert!(width(&drawing) <= columns && height < 24, "{board:?}\n{drawing}");
                    }
                }
            }
        }
    }
}
