//! The instructions, with drawings of the examples.

use crate::console::{Document, Style};
use crate::games::three_dragons::ThreeDragons;
use crate::screens::examples::draw_examples;

/// The width of the instructions without a terminal.
const COLUMNS: usize = 80;

/// Returns the instructions of `game`.
pub fn instructions(game: ThreeDragons, style: &Style) -> Document {
    let [caves, progress] = match game.has_dragons() {
        true => ["CA, CE", "a capture or a dragon"],
        false => ["CE", "a capture"],
    };
    let paragraphs = [
        MOVE.replace("CAVES", caves),
        CUSTODIAL.to_owned(),
        if game.has_strength_captures() { STRENGTH.to_owned() } else { String::new() },
        if game.has_dragons() { DRAGONS } else { NO_DRAGONS }.to_owned(),
        END.replace("PROGRESS", progress),
    ];
    let drawings = draw_examples(&game, style);
    Document::new(paragraphs.concat(), COLUMNS).with_drawings(drawings)
}

const MOVE: &str = "\
Three Dragons

MOVE     White moves first. A piece moves orthogonally any number of cells over empty cells. \
Mountains (M) and caves (CAVES) are never entered or crossed.
";

const CUSTODIAL: &str = "\
CAPTURE  Capturing happens at the end of your move and is compulsory.
         Custodial: every enemy next to your piece that has one of your pieces, a\u{a0}mountain or a cave \
on its other side is captured. Moving between two enemies is\u{a0}safe.
";

const STRENGTH: &str = "         Strength: one weaker enemy next to your piece is captured, and your piece loses \
one level. An enemy in a custodial capture cannot be captured by strength.
         If there are several ways to capture, you choose: all custodial captures, or one\u{a0}by\u{a0}strength.
";

const DRAGONS: &str = "\
DRAGONS  Hold every cell next to an available cave (CA) with your pieces, and you get a dragon in it: \
level 3 at the sides, level 5 in the centre. Each cave gives one dragon per game; once the dragon is gone, \
the cave shows\u{a0}CE.
";

const NO_DRAGONS: &str = "\
DRAGONS  This game has no dragons: all caves are empty.
";

const END: &str = "\
END      A player reduced to one piece, or none, loses. So does a player without a legal move. Between \
computers, 500 turns without PROGRESS are a\u{a0}draw.

Type the row (1 to 9), then the column (A to I). At a row prompt you can type both: b9 or\u{a0}9b.
";
