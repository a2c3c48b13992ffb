//! The lessons.

use crate::games::qawale::Effect;
use crate::screens::Lesson;

/// What is said of a turn without this effect.
pub const fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Straight => "The stack did not go straight on.",
        Effect::Turn => "The stack did not turn on its way.",
        Effect::OnStack => "No piece was left on another stack.",
        Effect::Return => "The walk did not come back to the cell where it began.",
        Effect::Row => "That is not a row of four of your pieces.",
        Effect::Column => "That is not a column of four of your pieces.",
        Effect::Diagonal => "That is not a diagonal of four of your pieces.",
        Effect::Safe => "Now light gets four in a row in the next turn.",
    }
}

const START: &str = "tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16";

/// The lessons.
pub const LESSONS: [Lesson; 8] = [
    Lesson {
        id: "walk",
        title: "Place and walk",
        position: START,
        teaches: "You are dark. Put a piece on a stack and lift the whole stack. At each step the bottom piece stays behind, until your hand is empty.",
        task: "Walk a stack straight along the edge of the board.",
        wants: &[without(Effect::Straight)],
        hint: "Put a piece on a corner, then take three steps in the same direction.",
    },
    Lesson {
        id: "turn",
        title: "Turn on the way",
        position: START,
        teaches: "A walk may turn at every step, but never straight back to the cell it has just left.",
        task: "Walk a stack round a bend.",
        wants: &[without(Effect::Turn)],
        hint: "Take a step along the edge, and the next one into the board.",
    },
    Lesson {
        id: "over",
        title: "On other stacks",
        position: "-,t,-,tt/t,-,-,-/-,l,-,-/tt,-,d,tt d 14",
        teaches: "A walk goes over other stacks too, and leaves its pieces on top of them.",
        task: "Leave a piece on another stack.",
        wants: &[without(Effect::OnStack)],
        hint: "Any stack will do that you can reach before your hand is empty.",
    },
    Lesson {
        id: "return",
        title: "Round and back",
        position: "-,-,-,t/-,ttdl,-,-/-,-,-,d/tt,l,-,tt d 12",
        teaches: "A tall stack walks far. It may come back to the cell where it began, as long as it does not turn straight round.",
        task: "Walk in a circle: come back to the cell where you began.",
        wants: &[without(Effect::Return)],
        hint: "Lift the tall stack and walk round a square of four cells.",
    },
    Lesson {
        id: "safe",
        title: "Stop the other side",
        position: "-,-,-,tt/tl,dl,tl,-/-,-,t,d/tt,-,d,t d 10",
        teaches: "Only the top of a stack counts. Light shows three in a row here, and could make it four in the next turn.",
        task: "Play so that light cannot win in the next turn.",
        wants: &[without(Effect::Safe)],
        hint: "Cover one of the three light pieces, or carry it away.",
    },
    Lesson {
        id: "row",
        title: "Four in a row",
        position: "-,-,-,tt/td,ld,td,-/-,-,t,l/tt,-,l,t d 10",
        teaches: "Four tops of your colour in a row win, once the walk is over.",
        task: "Win with a row.",
        wants: &[without(Effect::Row)],
        hint: "The last step of the walk must go to the empty cell of the second row, with your new piece.",
    },
    Lesson {
        id: "column",
        title: "Four in a column",
        position: "-,td,-,tt/-,ld,-,-/-,td,t,l/tt,-,l,t d 10",
        teaches: "A column wins as well.",
        task: "Win with a column.",
        wants: &[without(Effect::Column)],
        hint: "One cell of the second column does not show your colour yet.",
    },
    Lesson {
        id: "diagonal",
        title: "Four in a diagonal",
        position: "td,-,-,tt/-,ld,-,-/-,-,td,t/tt,t,l,l d 10",
        teaches: "And so does each of the two long diagonals.",
        task: "Win with a diagonal.",
        wants: &[without(Effect::Diagonal)],
        hint: "The corner at the bottom right is covered by light. Put your last piece on it.",
    },
];
