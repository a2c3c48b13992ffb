//! What the screen of every game on the list must obey, tried out in random games typed at its prompts.
#![cfg(feature = "console")]

mod common;

use clap::ValueEnum as _;
use cygnet::console::BoardStyle;
use cygnet::model::Chance;
use cygnet::screens::Screen;
use cygnet::with_game;

use common::table::{printed, typed};
use common::{every_kind, play_all, random_game};

#[test]
fn typed_lines_play_the_same_game_in_every_style() {
    fn law<G: Screen>(game: &G) {
        let mut chance = Chance::from_seed(5);
        let played = random_game(game, &mut chance, 30, |_, _| {});
        let (last, before) = played.split_last().unwrap();
        let position = game.write_position(&play_all(game, before));
        let mut lines = typed(game, before);
        lines.push(":position".to_owned());
        for style in BoardStyle::value_variants().iter().copied() {
            let text = printed(game, &lines, style);
            assert!(text.contains(&position), "{}: {text}", game.name());
            if style == BoardStyle::Ascii {
                assert!(text.is_ascii(), "{}: {text}", game.name());
            }
        }
        assert!(typed(game, &played).len() > before.len(), "{last}");
    }
    every_kind().for_each(|game| with_game!(&game, game => law(game)));
}

#[test]
fn undo_and_redo_lead_back_to_the_same_position() {
    fn law<G: Screen>(game: &G) {
        let mut chance = Chance::from_seed(6);
        let mut texts = Vec::new();
        let mut moves =
            random_game(game, &mut chance, 12, |position, _| texts.push(game.write_position(position)));
        // The last move may end the game, and then nobody is asked any more.
        moves.pop();
        texts.truncate(moves.len() + 1);
        let mut lines = typed(game, &moves);
        let answers = lines.len();
        let commands =
            [":undo"].iter().cycle().take(moves.len()).chain([":redo"].iter().cycle().take(moves.len()));
        for command in commands {
            lines.extend([(*command).to_owned(), ":position".to_owned()]);
        }
        let text = printed(game, &lines[answers..], BoardStyle::Compact);
        assert!(!text.contains(&texts[moves.len()]), "nothing was played yet");
        let text = printed(game, &lines, BoardStyle::Compact);
        let shown: Vec<&str> = text.lines().filter(|line| texts.iter().any(|known| known == line)).collect();
        let back = texts[..moves.len()].iter().rev();
        let wanted: Vec<&String> = back.chain(&texts[1..]).collect();
        assert_eq!(shown, wanted, "{}", game.name());
    }
    every_kind().for_each(|game| with_game!(&game, game => law(game)));
}
