//! The lessons, of the official rules and of the house rules.

use crate::games::replica::Effect;
use crate::screens::Lesson;

/// What is said of a turn without this effect.
pub const fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Step => "No checker of yours has stepped onto an empty square.",
        Effect::StepCapture => "No checker of yours has captured by a step.",
        Effect::Jump => "No checker of yours has jumped onto an empty square.",
        Effect::JumpCapture => "No checker of yours has captured by a jump.",
        Effect::Back => "That was forward.",
        Effect::Transform => "No checker of yours has become a king.",
        Effect::KingTaken => "The other king is still there.",
        Effect::Corner => "No king of yours stands in the opposite corner.",
        Effect::Safe => "Now the other side wins with its next turn.",
    }
}

const STEP: Lesson = Lesson {
    id: "step",
    title: "A step",
    position: "4wwwW/4wwww/6ww/6ww/bb6/bb6/bbbb4/Bbbb4 w",
    teaches: "You are white, at the top right. A step goes one square forward: left, down, or diagonally between the two.",
    task: "Step with one of your checkers.",
    wants: &[without(Effect::Step)],
    hint: "The checkers at the edge of your group have empty squares before them.",
};

const JUMP: Lesson = Lesson {
    id: "jump",
    title: "A jump",
    position: "7W/8/8/3www2/8/8/8/B7 w",
    teaches: "A jump goes in a straight line over checkers of your own, as many as stand there without a gap, to the first square beyond.",
    task: "Jump with one of your checkers.",
    wants: &[without(Effect::Jump)],
    hint: "Your three checkers stand in a row: those behind can jump over those before.",
};

const CAPTURE: Lesson = Lesson {
    id: "capture",
    title: "A step captures",
    position: "7W/8/8/2w5/2b5/8/8/B7 w",
    teaches: "A checker that comes to the square of an enemy captures it.",
    task: "Capture the black checker.",
    wants: &[without(Effect::StepCapture)],
    hint: "It stands directly below yours.",
};

const JUMP_CAPTURE: Lesson = Lesson {
    id: "jump-capture",
    title: "A jump captures",
    position: "7W/8/8/1bww4/8/8/8/B7 w",
    teaches: "A jump captures too, where it ends on an enemy. Enemies cannot be jumped over.",
    task: "Capture the black checker by a jump.",
    wants: &[without(Effect::JumpCapture)],
    hint: "Jump with the checker that is further away.",
};

const TRANSFORM: Lesson = Lesson {
    id: "transform",
    title: "A transform",
    position: "7W/7b/8/7w/3w4/8/8/B7 w",
    teaches: "A checker that a king of yours sees along a row, a column or a diagonal can become a king itself. That is a whole turn. An enemy between them blocks the sight.",
    task: "Make a king of a checker.",
    wants: &[without(Effect::Transform)],
    hint: "An enemy stands between your king and one of your checkers, but not between it and the other.",
};

const SAFE: Lesson = Lesson {
    id: "safe",
    title: "The king in danger",
    position: "8/8/8/4W3/3b4/8/8/B7 w",
    teaches: "Whoever loses a king, any king, has lost the game.",
    task: "Save your king.",
    wants: &[without(Effect::Safe)],
    hint: "It cannot run away, but it can capture.",
};

const CORNER: Lesson = Lesson {
    id: "corner",
    title: "The corner wins",
    position: "8/8/8/8/8/1w6/1W6/7B w",
    teaches: "A king in the opposite corner wins. White's goal is the corner at the bottom left.",
    task: "Win the game in one turn.",
    wants: &[without(Effect::Corner)],
    hint: "Your king is a diagonal step away.",
};

const KING: Lesson = Lesson {
    id: "king",
    title: "A king taken wins",
    position: "7W/8/8/2bw4/2B5/8/8/8 w",
    teaches: "Capturing an enemy king wins at once.",
    task: "Capture the black king.",
    wants: &[without(Effect::KingTaken)],
    hint: "Two black pieces can be captured; only one of them is the king.",
};

/// The lessons of the official rules.
pub const LESSONS: [Lesson; 9] = [
    STEP,
    JUMP,
    CAPTURE,
    JUMP_CAPTURE,
    TRANSFORM,
    SAFE,
    Lesson {
        id: "black",
        title: "The other side",
        position: "7W/8/4w3/3b4/2b5/8/8/B7 b",
        teaches: "Now you are black, at the bottom left: forward is right, up, or diagonally between the two.",
        task: "Capture the white checker by a jump.",
        wants: &[without(Effect::JumpCapture)],
        hint: "Two of your checkers and the white one stand in a diagonal.",
    },
    CORNER,
    KING,
];

/// The lessons of the house rules.
pub const HOUSE_LESSONS: [Lesson; 9] = [
    Lesson {
        teaches: "You are white, at the top right. By the house rules a step goes one square in any direction.",
        ..STEP
    },
    Lesson {
        id: "back",
        title: "A step back",
        position: "7W/8/8/3w4/8/8/8/B7 w",
        teaches: "By the house rules checkers may go back too: for white that is right, up, and every diagonal but the one forward.",
        task: "Step back with your checker.",
        wants: &[without(Effect::Step), without(Effect::Back)],
        hint: "Back is where your own corner is.",
    },
    Lesson {
        teaches: "A jump goes along a row or a column over checkers of your own, as many as stand there without a gap, to the first square beyond.",
        ..JUMP
    },
    CAPTURE,
    JUMP_CAPTURE,
    Lesson {
        teaches: "A checker in line with a king of yours can become a king itself, if nothing stands between them and you have only one king. That is a whole turn.",
        ..TRANSFORM
    },
    Lesson {
        position: "8/8/8/3bW3/3b4/8/8/B7 w",
        hint: "Go where nothing stands beside it: what you capture there is only one of the two.",
        ..SAFE
    },
    CORNER,
    KING,
];
