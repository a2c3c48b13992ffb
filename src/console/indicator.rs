//! The thinking indicator: a line that is updated in place and cleared when the computer has its move.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Host;
use super::style::{width, wrap};
use crate::model::Stopwatch;

/// How long the computer thinks before the indicator appears.
pub(super) const DELAY: Duration = Duration::from_millis(500);
/// The time between updates of the indicator.
const TICK: Duration = Duration::from_millis(100);
/// Moves the cursor to the start of its line and clears the line.
const CLEAR_LINE: &str = "\r\u{1b}[K";

/// What a thinking computer has found so far, and messages to show meanwhile.
#[derive(Debug, Default)]
pub struct ThinkingProgress {
    status: Mutex<Option<ThinkingStatus>>,
    said: Mutex<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ThinkingStatus {
    Move { depth: u32, best: String },
    Turns { done: usize, all: usize, found: String },
}

impl ThinkingProgress {
    /// Reports the best move so far, as it is typed, and the search depth in plies.
    pub fn report_best(&self, depth: u32, best: String) {
        self.set(ThinkingStatus::Move { depth, best: super::replace_nbsp(&best) });
    }

    /// Reports how many turns of a longer task are done, and what was `found` in them, which may be empty.
    pub fn report_turns(&self, done: usize, all: usize, found: String) {
        self.set(ThinkingStatus::Turns { done, all, found });
    }

    /// Says a line unless it is empty, at the latest when the thinking has ended.
    pub fn say(&self, line: &str) {
        if line.is_empty() {
            return;
        }
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) += &format!("{line}\n");
    }

    /// Returns the lines to say since the last call.
    pub(super) fn take_said(&self) -> String {
        std::mem::take(&mut self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn set(&self, status: ThinkingStatus) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
    }

    fn latest(&self) -> Option<ThinkingStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The messages about interrupting a thinking computer.
#[derive(Clone, Copy, Debug)]
pub struct InterruptMessages {
    /// The effect offered: Ctrl-C `makes it move now`.
    pub ctrl_c_effect: &'static str,
    /// The message after an interrupt.
    pub finished_message: &'static str,
}

/// The settings of the indicator.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThinkingIndicator<'a> {
    /// How long the computer thinks before the indicator appears.
    pub(super) after: Duration,
    /// The effect of Ctrl-C.
    pub(super) ctrl_c_effect: &'static str,
    /// The width of the terminal; `None` if unlimited.
    pub(super) columns: Option<usize>,
    /// Whether the line is updated in place; otherwise it is printed once.
    pub(super) is_live: bool,
    pub(super) host: &'a dyn Host,
}

/// Runs `work`, showing the indicator on `output` if it takes long.
pub(super) fn run_with_indicator(
    indicator: ThinkingIndicator<'_>,
    output: &mut (dyn Write + Send),
    progress: &ThinkingProgress,
    work: &mut dyn FnMut(&ThinkingProgress),
) {
    let host = indicator.host;
    let watch = Stopwatch::start(host);
    let mut shown = String::new();
    // Write errors are ignored here: the next write will report them.
    host.with_ticks(indicator.after, TICK, &mut || work(progress), &mut || {
        let said = progress.take_said();
        if !said.is_empty() {
            let clear = if shown.is_empty() || !indicator.is_live { "" } else { CLEAR_LINE };
            let _ = write!(output, "{clear}{said}");
            if indicator.is_live {
                shown.clear();
            }
        }
        let text = indicator.text(watch.elapsed(), progress.latest().as_ref());
        let _ = indicator.show(&text, &shown, output);
        shown = text;
    });
    if indicator.is_live && !shown.is_empty() {
        let _ = write!(output, "{CLEAR_LINE}");
    }
}

impl ThinkingIndicator<'_> {
    /// Shows `text` in the place of `shown`.
    fn show(&self, text: &str, shown: &str, output: &mut dyn Write) -> io::Result<()> {
        match self.is_live {
            true if text != shown => write!(output, "{CLEAR_LINE}{text}")?,
            false if shown.is_empty() => writeln!(output, "{text}")?,
            _ => {}
        }
        output.flush()
    }

    /// Returns the longest variant that fits.
    fn text(&self, elapsed: Duration, status: Option<&ThinkingStatus>) -> String {
        let ctrl_c_effect = self.ctrl_c_effect;
        if !self.is_live {
            return wrap(&format!("The computer is thinking. Ctrl-C {ctrl_c_effect}."), self.columns);
        }
        let time = match elapsed.as_secs() {
            0 => String::new(),
            seconds => format!(" for {seconds} s"),
        };
        let mut forms = vec![];
        match status {
            Some(ThinkingStatus::Move { depth, best }) => {
                forms.push(format!("Thinking{time}: {best} so far, depth {depth}. Ctrl-C {ctrl_c_effect}."));
                forms.push(format!("{best}, depth {depth}. Ctrl-C {ctrl_c_effect}."));
                forms.push(format!("Depth {depth}. Ctrl-C {ctrl_c_effect}."));
            }
            Some(ThinkingStatus::Turns { done, all, found }) => {
                let [long, short] = [30, 10].map(|columns| bar(*done, *all, columns));
                let counts = format!("{done} of {all} turns");
                let with_found = |bar: &str| format!("{bar} {counts}: {found}. Ctrl-C {ctrl_c_effect}.");
                forms.extend(
                    [&long, &short].map(|bar| with_found(bar)).into_iter().filter(|_| !found.is_empty()),
                );
                forms.push(format!("{long} {counts}. Ctrl-C {ctrl_c_effect}."));
                forms.push(format!("{short} {done} of {all}. Ctrl-C {ctrl_c_effect}."));
            }
            None => {}
        }
        forms.push(format!("Thinking{time}. Ctrl-C {ctrl_c_effect}."));
        forms.push(format!("Ctrl-C {ctrl_c_effect}"));
        // Keep the last column free: a cursor after it could wrap to the next line.
        let fits = |form: &String| self.columns.is_none_or(|columns| width(form) < columns);
        forms.into_iter().find(fits).unwrap_or_default()
    }
}

/// Draws a bar of this width inside brackets.
fn bar(done: usize, all: usize, columns: usize) -> String {
    let filled = columns * done.min(all) / all.max(1);
    format!("[{}{}]", "#".repeat(filled), "-".repeat(columns - filled))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::console::SystemHost;

    fn indicator(host: &SystemHost, is_live: bool) -> ThinkingIndicator<'_> {
        ThinkingIndicator {
            after: Duration::ZERO,
            ctrl_c_effect: "makes it move now",
            columns: Some(80),
            is_live,
            host,
        }
    }

    /// Sends everything written to a channel, so that a test can wait for it.
    struct SenderWriter(std::sync::mpsc::Sender<String>);

    impl Write for SenderWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns everything written up to `text`.
    fn wait_for(page: &Receiver<String>, text: &str) -> String {
        let mut all = String::new();
        while !all.contains(text) {
            all += &page.recv().unwrap();
        }
        all
    }

    #[test]
    fn indicator_shows_best_move_and_is_cleared() {
        let host = SystemHost::new();
        let (sender, page) = channel();
        run_with_indicator(
            indicator(&host, true),
            &mut SenderWriter(sender),
            &ThinkingProgress::default(),
            &mut |progress| {
                wait_for(&page, "Thinking. Ctrl-C makes it move now.");
                progress.report_best(7, "a1 b2".to_owned());
                wait_for(&page, "a1 b2 so far, depth 7.");
            },
        );
        assert!(page.iter().collect::<String>().ends_with(CLEAR_LINE));
    }

    #[test]
    fn indicator_prints_once_without_redraw() {
        let host = SystemHost::new();
        let (sender, page) = channel();
        run_with_indicator(
            indicator(&host, false),
            &mut SenderWriter(sender),
            &ThinkingProgress::default(),
            &mut |progress| {
                wait_for(&page, "The computer is thinking. Ctrl-C makes it move now.\n");
                progress.report_best(7, "a1 b2".to_owned());
            },
        );
        assert_eq!(page.iter().collect::<String>(), "");
    }

    #[test]
    fn fast_work_shows_no_indicator() {
        let host = SystemHost::new();
        let (sender, page) = channel();
        let patient = ThinkingIndicator { after: Duration::from_secs(3600), ..indicator(&host, true) };
        let mut done = 0;
        run_with_indicator(patient, &mut SenderWriter(sender), &ThinkingProgress::default(), &mut |_| {
            done += 1
        });
        assert_eq!(done, 1);
        assert_eq!(page.iter().count(), 0);
    }

    #[test]
    fn turns_are_shown_as_a_bar() {
        let host = SystemHost::new();
        let text = |columns, found: &str| {
            let indicator = ThinkingIndicator { columns: Some(columns), ..indicator(&host, true) };
            let found = found.to_owned();
            indicator.text(Duration::ZERO, Some(&ThinkingStatus::Turns { done: 12, all: 24, found }))
        };
        let bar = "[###############---------------] 12 of 24 turns. Ctrl-C makes it move now.";
        assert_eq!(text(80, ""), bar);
        assert_eq!(text(51, ""), "[#####-----] 12 of 24. Ctrl-C makes it move now.");
        let found = "[#####-----] 12 of 24 turns: ?? on turn 21. Ctrl-C makes it move now.";
        assert_eq!(text(80, "?? on turn 21"), found);
        assert_eq!(text(51, "?? on turn 21"), text(51, ""));
    }

    #[test]
    fn indicator_fits_window_width() {
        let host = SystemHost::new();
        let turns = ThinkingStatus::Turns { done: 9, all: 120, found: "?? on turn 99".to_owned() };
        let status = ThinkingStatus::Move { depth: 12, best: "transform 10-11 12-13".to_owned() };
        for columns in 1..120 {
            let indicator = ThinkingIndicator { columns: Some(columns), ..indicator(&host, true) };
            for status in [None, Some(&status), Some(&turns)] {
                let text = indicator.text(Duration::from_secs(100), status);
                assert!(text.is_empty() || width(&text) < columns, "{text}");
                assert!(columns < 26 || text.contains("Ctrl-C"));
            }
        }
    }
}
