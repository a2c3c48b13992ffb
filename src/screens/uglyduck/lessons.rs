//! The lessons of Ugly Duck, which both screens teach: they speak of pieces, and not of cells or numbers.

use crate::games::ugly_duck::Effect;
use crate::screens::Lesson;

/// What is said of a turn without this effect.
pub const fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::DuckStraight => "No duck of yours has gone straight ahead.",
        Effect::DuckDiagonal => "No duck of yours has gone diagonally onto an empty cell.",
        Effect::DuckCapture => "No duck of yours has captured a piece.",
        Effect::SwanStraight => "No swan of yours has gone straight back.",
        Effect::SwanDiagonal => "No swan of yours has gone diagonally onto an empty cell.",
        Effect::SwanCapture => "No swan of yours has captured a piece.",
        Effect::Promotion => "No duck of yours has become a swan.",
        Effect::Home => "No swan of yours has come home.",
        Effect::LastCapture => "The other player still has a piece.",
        Effect::Safe => "There your piece would be captured.",
    }
}

/// The lessons.
pub const LESSONS: [Lesson; 10] = [
    Lesson {
        id: "straight",
        title: "A duck goes ahead",
        position: "DDDDD/5/5/5/ddddd 1",
        teaches: "You are player 1. Your ducks go one cell forward, away from your own row.",
        task: "Move a duck straight ahead.",
        wants: &[without(Effect::DuckStraight)],
        hint: "Choose one of your ducks, then the cell straight in front of it.",
    },
    Lesson {
        id: "diagonal",
        title: "A duck goes round",
        position: "5/2D2/2d2/5/4d 1",
        teaches: "A piece straight ahead is in the way, and cannot be captured. But a duck may go diagonally forward too.",
        task: "Go round the duck that is in the way.",
        wants: &[without(Effect::DuckDiagonal)],
        hint: "The two cells diagonally ahead of your duck are empty.",
    },
    Lesson {
        id: "capture",
        title: "A duck captures",
        position: "5/1D3/2d2/5/d4 1",
        teaches: "A duck captures diagonally: it goes to the cell of the other piece and takes its place.",
        task: "Capture a duck of the other player.",
        wants: &[without(Effect::DuckCapture)],
        hint: "One of the other player's ducks stands diagonally ahead of yours.",
    },
    Lesson {
        id: "other-side",
        title: "The other side",
        position: "D4/5/2D1D/3d1/1d3 2",
        teaches: "Now you are player 2: your ducks come from the last row, and forward is the other way.",
        task: "Capture a duck of player 1.",
        wants: &[without(Effect::DuckCapture)],
        hint: "One of your ducks has a duck of player 1 diagonally before it, on either side.",
    },
    Lesson {
        id: "safe",
        title: "A safe cell",
        position: "5/2D2/5/1d1d1/5 1",
        teaches: "What you can do, the other player can do too: a duck that he can reach diagonally is lost.",
        task: "Move your duck so that it cannot be captured next turn.",
        wants: &[without(Effect::Safe)],
        hint: "A duck cannot capture what is straight ahead of it.",
    },
    Lesson {
        id: "swan",
        title: "A duck becomes a swan",
        position: "5/5/2D2/1D3/3dd 1",
        teaches: "A duck that reaches the far row becomes a swan.",
        task: "Make a swan.",
        wants: &[without(Effect::Promotion)],
        hint: "One of your ducks is a cell away from the far row.",
    },
    Lesson {
        id: "swan-straight",
        title: "A swan goes back",
        position: "5/5/5/2S2/ddd2 1",
        teaches: "A swan moves as a duck does, but back: towards the row that its player began in.",
        task: "Move your swan straight back.",
        wants: &[without(Effect::SwanStraight)],
        hint: "Your own row is the one nearest to where player 1's ducks begin.",
    },
    Lesson {
        id: "swan-capture",
        title: "A swan captures",
        position: "5/5/1d3/2S2/4d 1",
        teaches: "A swan captures diagonally too.",
        task: "Capture a duck with your swan.",
        wants: &[without(Effect::SwanCapture)],
        hint: "One of the other player's ducks stands diagonally behind your swan, on its way home.",
    },
    Lesson {
        id: "home",
        title: "Home wins",
        position: "D4/S4/5/5/4d 1",
        teaches: "A swan that comes home, to the row its player began in, wins the game. A piece of its own may be in its way.",
        task: "Bring the swan home.",
        wants: &[without(Effect::Home), without(Effect::SwanDiagonal)],
        hint: "A duck of yours stands straight in its way, so go diagonally.",
    },
    Lesson {
        id: "last",
        title: "The last piece",
        position: "5/5/1D3/2d2/5 1",
        teaches: "Whoever captures the last piece of the other player has won as well.",
        task: "Win the game in one turn.",
        wants: &[without(Effect::LastCapture)],
        hint: "There is only one piece left to capture.",
    },
];
