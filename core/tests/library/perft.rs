//! Runs the perft figures in `tests/perft/*.perft`. The files contain blocks of `id`, `game`, `position`
//! (optional; the default is the start) and `perft DEPTH COUNT` lines. `#` starts a comment.

use std::fs;
use std::path::Path;

use cygnet_core::engine::bots::EngineGame;
use cygnet_core::games;
use cygnet_core::model::Game;

/// Larger counts are left to `cygnet perft`, to keep the test suite quick.
const MAX_COUNT: u64 = 30_000_000;

#[derive(Default)]
struct Block {
    id: String,
    game: String,
    position: Option<String>,
    counts: Vec<(u32, u64)>,
}

fn read_blocks(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap();
    let mut blocks: Vec<Block> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().filter(|_| line.starts_with('#')).unwrap_or(line).trim();
        let Some((key, value)) = line.split_once(' ') else {
            assert!(line.is_empty(), "{}:{}: {line}", path.display(), number + 1);
            continue;
        };
        if key == "id" {
            blocks.push(Block { id: value.to_owned(), ..Block::default() });
            continue;
        }
        let block = blocks.last_mut().expect("a block begins with its id");
        match key {
            "game" => block.game = value.to_owned(),
            "position" => block.position = Some(value.to_owned()),
            "perft" => {
                let (depth, count) = value.split_once(' ').unwrap();
                block.counts.push((depth.parse().unwrap(), count.parse().unwrap()));
            }
            other => panic!("{}:{}: unknown key {other}", path.display(), number + 1),
        }
    }
    blocks
}

fn check(block: &Block) {
    let game = games::open(&block.game).unwrap();
    let position =
        block.position.as_ref().map_or_else(|| game.start(), |text| game.read_position(text).unwrap());
    for (depth, count) in block.counts.iter().filter(|(_, count)| *count <= MAX_COUNT) {
        assert_eq!(game.perft(&position, *depth), *count, "{} of {}, depth {depth}", block.id, block.game);
    }
}

#[test]
fn every_perft_count_is_right() {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft")).unwrap();
    let mut games_seen = Vec::new();
    for file in files {
        for block in read_blocks(&file.unwrap().path()) {
            check(&block);
            games_seen.push(games::find(&block.game).unwrap().0.id);
        }
    }
    for family in games::FAMILIES {
        assert!(games_seen.contains(&family.id), "{} has no perft figures", family.id);
    }
}
