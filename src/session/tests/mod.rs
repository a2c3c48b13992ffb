//! Tests of sessions over all games: boards and texts fit windows, and boards show what they must.

mod exercises;
mod fit;
mod fit_texts;
mod looks;
