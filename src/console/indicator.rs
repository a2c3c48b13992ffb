//! The sign of a computer that thinks: a line in place, which is gone when it has its move.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::style::width;
use crate::model::{Clock, Stopwatch};

/// How often the sign is drawn anew.
const TICK: Duration = Duration::from_millis(100);
/// Takes the cursor to the begin of its line and clears it.
const CLEAR_LINE: &str = "\r\u{1b}[K";

/// What a computer has found so far, told while it thinks.
#[derive(Debug, Default)]
pub struct ThinkingProgress(Mutex<Option<ThinkingStatus>>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum ThinkingStatus {
    Move { depth: u32, best: String },
    Step(String),
}

impl ThinkingProgress {
    /// The best move so far, as it is typed, and how many plies have been looked ahead.
    pub fn report_best(&self, depth: u32, best: String) {
        self.set(ThinkingStatus::Move { depth, best: super::replace_nbsp(&best) });
    }

    /// Which part of a longer work is being done.
    pub fn report_step(&self, step: String) {
        self.set(ThinkingStatus::Step(step));
    }

    fn set(&self, status: ThinkingStatus) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
    }

    fn latest(&self) -> Option<ThinkingStatus> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What an interrupt means for a computer that thinks.
#[derive(Clone, Copy, Debug)]
pub struct InterruptMessages {
    /// What is offered: Ctrl-C `makes it move now`.
    pub ctrl_c_effect: &'static str,
    /// What is said when it has been done.
    pub finished_message: &'static str,
}

/// How the sign is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThinkingIndicator<'a> {
    /// How long the computer thinks before it is said.
    pub(super) after: Duration,
    /// What Ctrl-C does.
    pub(super) ctrl_c_effect: &'static str,
    /// The columns there are.
    pub(super) columns: Option<usize>,
    /// Whether the line is drawn in place again and again; else it is said once.
    pub(super) is_live: bool,
    pub(super) clock: &'a dyn Clock,
}

/// Does `work`; while it takes its time, the sign stands on `output`.
pub(super) fn run_with_indicator(
    indicator: ThinkingIndicator<'_>,
    output: &mut (dyn Write + Send),
    work: &mut dyn FnMut(&ThinkingProgress),
) {
    let progress = &ThinkingProgress::default();
    thread::scope(|scope| {
        let (working, end) = channel::<()>();
        // Without a thread there is no sign, and the work is done all the same.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            // Who cannot be shown the sign will miss what is written next, and be told then.
            let _ = indicator.run(&end, output, progress);
        });
        work(progress);
        drop(working);
    });
}

impl ThinkingIndicator<'_> {
    fn run(&self, end: &Receiver<()>, output: &mut dyn Write, progress: &ThinkingProgress) -> io::Result<()> {
        let watch = Stopwatch::start(self.clock);
        let mut shown = String::new();
        let mut wait = self.after;
        while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = TICK;
            let text = self.text(watch.elapsed(), progress.latest().as_ref());
            match self.is_live {
                true if text != shown => write!(output, "{CLEAR_LINE}{text}")?,
                false if shown.is_empty() => writeln!(output, "{text}")?,
                _ => {}
            }
            output.flush()?;
            shown = text;
        }
        if self.is_live && !shown.is_empty() {
            write!(output, "{CLEAR_LINE}")?;
        }
        Ok(())
    }

    /// The longest of several forms for which there is room.
    fn text(&self, elapsed: Duration, status: Option<&ThinkingStatus>) -> String {
        let ctrl_c_effect = self.ctrl_c_effect;
        if !self.is_live {
            return format!("The computer is thinking. Ctrl-C {ctrl_c_effect}.");
        }
        let seconds = elapsed.as_secs();
        let mut forms = vec![];
        match status {
            Some(ThinkingStatus::Move { depth, best }) => {
                forms.push(format!(
                    "Thinking for {seconds} s: {best} so far, depth {depth}. Ctrl-C {ctrl_c_effect}."
                ));
                forms.push(format!("{best}, depth {depth}. Ctrl-C {ctrl_c_effect}."));
                forms.push(format!("Depth {depth}. Ctrl-C {ctrl_c_effect}."));
            }
            Some(ThinkingStatus::Step(step)) => {
                forms.push(format!("Thinking for {seconds} s: {step}. Ctrl-C {ctrl_c_effect}."));
            }
            None => {}
        }
        forms.push(format!("Thinking for {seconds} s. Ctrl-C {ctrl_c_effect}."));
        forms.push(format!("Ctrl-C {ctrl_c_effect}"));
        // The last column stays free: a cursor behind it may be on the next line.
        let fits = |form: &String| self.columns.is_none_or(|columns| width(form) < columns);
        forms.into_iter().find(fits).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SystemClock;

    fn indicator(clock: &SystemClock, is_live: bool) -> ThinkingIndicator<'_> {
        ThinkingIndicator {
            after: Duration::ZERO,
            ctrl_c_effect: "makes it move now",
            columns: Some(80),
            is_live,
            clock,
        }
    }

    /// Passes on what is written, so that a test can wait for it.
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

    /// What is written until `text` is.
    fn wait_for(page: &Receiver<String>, text: &str) -> String {
        let mut all = String::new();
        while !all.contains(text) {
            all += &page.recv().unwrap();
        }
        all
    }

    #[test]
    fn indicator_shows_best_move_and_is_cleared() {
        let clock = SystemClock::new();
        let (sender, page) = channel();
        run_with_indicator(indicator(&clock, true), &mut SenderWriter(sender), &mut |progress| {
            wait_for(&page, "Thinking for 0 s. Ctrl-C makes it move now.");
            progress.report_best(7, "a1 b2".to_owned());
            wait_for(&page, "a1 b2 so far, depth 7.");
        });
        assert!(page.iter().collect::<String>().ends_with(CLEAR_LINE));
    }

    #[test]
    fn indicator_prints_once_without_redraw() {
        let clock = SystemClock::new();
        let (sender, page) = channel();
        run_with_indicator(indicator(&clock, false), &mut SenderWriter(sender), &mut |progress| {
            wait_for(&page, "The computer is thinking. Ctrl-C makes it move now.\n");
            progress.report_best(7, "a1 b2".to_owned());
        });
        assert_eq!(page.iter().collect::<String>(), "");
    }

    #[test]
    fn fast_work_shows_no_indicator() {
        let clock = SystemClock::new();
        let (sender, page) = channel();
        let patient = ThinkingIndicator { after: Duration::from_secs(3600), ..indicator(&clock, true) };
        let mut done = 0;
        run_with_indicator(patient, &mut SenderWriter(sender), &mut |_| done += 1);
        assert_eq!(done, 1);
        assert_eq!(page.iter().count(), 0);
    }

    #[test]
    fn indicator_fits_window_width() {
        let clock = SystemClock::new();
        let status = ThinkingStatus::Move { depth: 12, best: "transform 10-11 12-13".to_owned() };
        for columns in 1..120 {
            let indicator = ThinkingIndicator { columns: Some(columns), ..indicator(&clock, true) };
            for status in [None, Some(&status)] {
                let text = indicator.text(Duration::from_secs(100), status);
                assert!(text.is_empty() || width(&text) < columns, "{text}");
                assert!(columns < 26 || text.contains("Ctrl-C"));
            }
        }
    }
}
