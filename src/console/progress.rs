//! The progress of long tasks, on standard error: a bar at a terminal, otherwise, or for someone who listens, an
//! occasional line.

use std::io::{self, IsTerminal};

use indicatif::{ProgressDrawTarget, ProgressStyle};

use super::blocked::watched;
use super::stdio::{can_redraw, eprint_line, is_ascii_terminal, is_screen_reader};

/// The number of lines written if there is no terminal.
const LINES: u64 = 10;
/// How many times a second the bar is drawn.
const REDRAWS_PER_SECOND: u8 = 8;
const TEMPLATE: &str = "{wide_bar} {pos}/{len} {msg} {eta} left";

/// The progress of a task.
pub struct ProgressBar {
    unit: &'static str,
    steps: u64,
    bar: Option<indicatif::ProgressBar>,
}

impl ProgressBar {
    /// Starts at 0 of `steps`. `unit` names the steps, in the plural.
    pub fn new(steps: u64, unit: &'static str) -> Self {
        let bar = new_bar(Some(steps), TEMPLATE);
        ProgressBar { unit, steps, bar }
    }

    /// Shows a task of unknown length: a status line at a terminal, and nothing elsewhere.
    pub fn spinner() -> Self {
        ProgressBar { unit: "", steps: 0, bar: new_bar(None, "{spinner} {wide_msg}") }
    }

    /// Returns whether a bar is drawn. The bar shows the remaining time itself.
    pub fn is_visible(&self) -> bool {
        self.bar.is_some()
    }

    /// Shows that `done` steps are done. `message` is called only if it will be shown.
    pub fn show(&self, done: u64, message: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                let message = message();
                watched(|| {
                    bar.set_message(message);
                    bar.set_position(done);
                });
            }
            None if is_milestone(done, self.steps) => {
                eprint_line(format_args!("{done} of {} {}: {}", self.steps, self.unit, message()));
            }
            None => {}
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            watched(|| bar.finish_and_clear());
        }
    }
}

/// Creates a bar on standard error if that is a terminal that may be redrawn.
fn new_bar(steps: Option<u64>, template: &str) -> Option<indicatif::ProgressBar> {
    (io::stderr().is_terminal() && can_redraw() && !is_screen_reader()).then(|| {
        let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_SECOND);
        let bar = indicatif::ProgressBar::with_draw_target(steps, target);
        match ProgressStyle::with_template(template) {
            Ok(style) if is_ascii_terminal(&io::stderr()) => {
                bar.with_style(style.progress_chars("#>.").tick_chars("|/-\\ "))
            }
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    })
}

/// Returns whether `done` completes another tenth of `steps`.
fn is_milestone(done: u64, steps: u64) -> bool {
    let tenth = |done: u64| u128::from(done) * u128::from(LINES) / u128::from(steps.max(1));
    done > 0 && tenth(done) > tenth(done - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_one_line_per_tenth() {
        let lines = |steps: u64| (0..=steps).filter(|done| is_milestone(*done, steps)).count();
        assert_eq!([lines(1000), lines(10), lines(7), lines(1), lines(0)], [10, 10, 7, 1, 0]);
        assert!(is_milestone(25, 25) && is_milestone(3, 25) && !is_milestone(4, 25));
    }
}
