//! Tests of all games in a session: how boards and texts look and fit.

mod exercise_hints;
mod exercises;
mod first_turn;
mod fit;
mod fit_texts;
mod frames;
mod heard;
mod looks;
mod mid_turn;
mod noise;
mod orientation;
mod practice;
mod sizes;
mod small_game;
mod whole_lines;
