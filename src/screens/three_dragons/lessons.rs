//! The lessons.

use crate::games::three_dragons::Effect;
use crate::screens::Lesson;

/// What is said of a turn without this effect.
pub const fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Walk => "That was a capture.",
        Effect::Custodial => "That was no custodial capture.",
        Effect::Several => "That did not capture two pieces together.",
        Effect::AgainstRock => "No piece was captured against a mountain or a cave.",
        Effect::Strength => "That was no strength capture.",
        Effect::ChosenCustodial => "That was not the custodial capture of the two that can be chosen.",
        Effect::ChosenStrength => "That was not the strength capture of the two that can be chosen.",
        Effect::SideDragon => "No dragon has come out of a cave at the side.",
        Effect::CentreDragon => "No dragon has come out of the cave in the centre.",
        Effect::Win => "The game is not won yet.",
    }
}

/// The lessons.
pub const LESSONS: [Lesson; 10] = [
    Lesson {
        id: "walk",
        title: "A piece moves",
        position: "#cbbbbbc#/4d4/9/9/*3*3*/9/9/4D4/#CBBBBBC# w",
        teaches: "You are white, at the bottom. A piece moves along its row or its column as far as the squares are empty. It never enters a mountain or a cave.",
        task: "Move one of your pieces.",
        wants: &[without(Effect::Walk)],
        hint: "Type the row and the column of a piece, then those of an empty square in line with it.",
    },
    Lesson {
        id: "custodial",
        title: "Between two",
        position: "#7#/9/9/9/*3*3*/1Ab6/9/3D5/#4ee1# w",
        teaches: "An enemy between the piece that has just moved and another of your pieces is captured. This is a custodial capture.",
        task: "Capture the black piece that stands beside yours.",
        wants: &[without(Effect::Custodial)],
        hint: "Bring your other piece to its other side.",
    },
    Lesson {
        id: "several",
        title: "Two at once",
        position: "#7#/9/9/9/*3*3*/1Ab1bA3/9/3D5/#4ee1# w",
        teaches: "One move can close in several enemies. All of them are captured together.",
        task: "Capture two pieces with one move.",
        wants: &[without(Effect::Several)],
        hint: "There is a square between the two black pieces.",
    },
    Lesson {
        id: "rock",
        title: "Against a mountain",
        position: "#b6#/9/9/9/*1B1*3*/9/9/9/#A3ee1# w",
        teaches: "A mountain, or a cave in which nobody stands, serves as the second piece of a custodial capture.",
        task: "Capture the black piece beside the mountain.",
        wants: &[without(Effect::AgainstRock)],
        hint: "Go to its free side in the same row.",
    },
    Lesson {
        id: "strength",
        title: "The stronger piece",
        position: "#7#/9/9/9/*2b*3*/9/9/3D5/#A3ee1# w",
        teaches: "A piece also captures one weaker enemy beside it, and loses one level for that. This is a strength capture.",
        task: "Capture the weaker piece above yours.",
        wants: &[without(Effect::Strength)],
        hint: "Stop right below it.",
    },
    Lesson {
        id: "choose-custodial",
        title: "The choice: custodial",
        position: "#7#/9/9/9/*2b*3*/1Ab6/9/3D5/#4ee1# w",
        teaches: "Capturing is compulsory. Where there are several ways you choose: all custodial captures together, or one strength capture.",
        task: "Go between the two black pieces and choose the custodial capture.",
        wants: &[without(Effect::ChosenCustodial)],
        hint: "The square has one black piece to its left and one above it.",
    },
    Lesson {
        id: "choose-strength",
        title: "The choice: strength",
        position: "#7#/9/9/9/*2b*3*/1Ab6/9/3D5/#4ee1# w",
        teaches: "Here is the same choice again.",
        task: "Go to the same square, and choose the strength capture this time.",
        wants: &[without(Effect::ChosenStrength)],
        hint: "When you are asked, the word is strength.",
    },
    Lesson {
        id: "dragon",
        title: "A dragon",
        position: "#7#/9/9/A8/*A2*3*/9/9/A8/#4ee1# w",
        teaches: "Whoever holds all squares beside a cave gets a dragon in it, once for each cave: of level 3 at the sides. It can walk out later.",
        task: "Wake the dragon of the cave at the left side.",
        wants: &[without(Effect::SideDragon)],
        hint: "Two of the three squares beside that cave are yours already.",
    },
    Lesson {
        id: "great-dragon",
        title: "The great dragon",
        position: "#7#/9/9/4A4/*2A*A2*/9/9/4D4/#4ee1# w",
        teaches: "The cave in the centre has four squares beside it, and its dragon has level 5: nobody is stronger.",
        task: "Wake the dragon of the centre.",
        wants: &[without(Effect::CentreDragon)],
        hint: "The square below the cave is the only one of the four that is not yours.",
    },
    Lesson {
        id: "win",
        title: "The end",
        position: "#7#/9/9/9/*3*3*/1Ab6/9/3D5/#4e2# w",
        teaches: "A player with only one piece left has lost.",
        task: "Win the game in one turn.",
        wants: &[without(Effect::Win)],
        hint: "Black has two pieces: capture one of them.",
    },
];
