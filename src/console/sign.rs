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
pub struct Findings(Mutex<Option<Finding>>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Finding {
    Move { depth: u32, best: String },
    Step(String),
}

impl Findings {
    /// The best move so far, as it is typed, and how many plies have been looked ahead.
    pub fn tell(&self, depth: u32, best: String) {
        self.set(Finding::Move { depth, best: super::replace_nbsp(&best) });
    }

    /// Which part of a longer work is being done.
    pub fn report_step(&self, step: String) {
        self.set(Finding::Step(step));
    }

    fn set(&self, finding: Finding) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(finding);
    }

    fn now(&self) -> Option<Finding> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What an interrupt means for a computer that thinks.
#[derive(Clone, Copy, Debug)]
pub struct InterruptMessages {
    /// What is offered: Ctrl-C `makes it move now`.
    pub offer: &'static str,
    /// What is said when it has been done.
    pub done: &'static str,
}

/// How the sign is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThinkingIndicator<'a> {
    /// How long the computer thinks before it is said.
    pub(super) after: Duration,
    /// What Ctrl-C does.
    pub(super) offer: &'static str,
    /// The columns there are.
    pub(super) columns: Option<usize>,
    /// Whether the line is drawn in place again and again; else it is said once.
    pub(super) is_live: bool,
    pub(super) clock: &'a dyn Clock,
}

/// Does `work`; while it takes its time, the sign stands on `output`.
pub(super) fn beside(
    sign: ThinkingIndicator<'_>,
    output: &mut (dyn Write + Send),
    work: &mut dyn FnMut(&Findings),
) {
    let findings = &Findings::default();
    thread::scope(|scope| {
        let (working, end) = channel::<()>();
        // Without a thread there is no sign, and the work is done all the same.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            // Who cannot be shown the sign will miss what is written next, and be told then.
            let _ = sign.watch(&end, output, findings);
        });
        work(findings);
        drop(working);
    });
}

impl ThinkingIndicator<'_> {
    fn watch(&self, end: &Receiver<()>, output: &mut dyn Write, findings: &Findings) -> io::Result<()> {
        let watch = Stopwatch::start(self.clock);
        let mut shown = String::new();
        let mut wait = self.after;
        while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = TICK;
            let text = self.text(watch.elapsed(), findings.now().as_ref());
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
    fn text(&self, elapsed: Duration, finding: Option<&Finding>) -> String {
        let offer = self.offer;
        if !self.is_live {
            return format!("The computer is thinking. Ctrl-C {offer}.");
        }
        let seconds = elapsed.as_secs();
        let mut forms = vec![];
        match finding {
            Some(Finding::Move { depth, best }) => {
                forms
                    .push(format!("Thinking for {seconds} s: {best} so far, depth {depth}. Ctrl-C {offer}."));
                forms.push(format!("{best}, depth {depth}. Ctrl-C {offer}."));
                forms.push(format!("Depth {depth}. Ctrl-C {offer}."));
            }
            Some(Finding::Step(step)) => {
                forms.push(format!("Thinking for {seconds} s: {step}. Ctrl-C {offer}."));
            }
            None => {}
        }
        forms.push(format!("Thinking for {seconds} s. Ctrl-C {offer}."));
        forms.push(format!("Ctrl-C {offer}"));
        // The last column stays free: a cursor behind it may be on the next line.
        let fits = |form: &String| self.columns.is_none_or(|columns| width(form) < columns);
        forms.into_iter().find(fits).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SystemClock;

    fn sign(clock: &SystemClock, is_live: bool) -> ThinkingIndicator<'_> {
        ThinkingIndicator {
            after: Duration::ZERO,
            offer: "makes it move now",
            columns: Some(80),
            is_live,
            clock,
        }
    }

    /// Passes on what is written, so that a test can wait for it.
    struct Page(std::sync::mpsc::Sender<String>);

    impl Write for Page {
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
        beside(sign(&clock, true), &mut Page(sender), &mut |findings| {
            wait_for(&page, "Thinking for 0 s. Ctrl-C makes it move now.");
            findings.tell(7, "a1 b2".to_owned());
            wait_for(&page, "a1 b2 so far, depth 7.");
        });
        assert!(page.iter().collect::<String>().ends_with(CLEAR_LINE));
    }

    #[test]
    fn indicator_prints_once_without_redraw() {
        let clock = SystemClock::new();
        let (sender, page) = channel();
        beside(sign(&clock, false), &mut Page(sender), &mut |findings| {
            wait_for(&page, "The computer is thinking. Ctrl-C makes it move now.\n");
            findings.tell(7, "a1 b2".to_owned());
        });
        assert_eq!(page.iter().collect::<String>(), "");
    }

    #[test]
    fn fast_work_shows_no_indicator() {
        let clock = SystemClock::new();
        let (sender, page) = channel();
        let patient = ThinkingIndicator { after: Duration::from_secs(3600), ..sign(&clock, true) };
        let mut done = 0;
        beside(patient, &mut Page(sender), &mut |_| done += 1);
        assert_eq!(done, 1);
        assert_eq!(page.iter().count(), 0);
    }

    #[test]
    fn indicator_fits_window_width() {
        let clock = SystemClock::new();
        let finding = Finding::Move { depth: 12, best: "transform 10-11 12-13".to_owned() };
        for columns in 1..120 {
            let sign = ThinkingIndicator { columns: Some(columns), ..sign(&clock, true) };
            for finding in [None, Some(&finding)] {
                let text = sign.text(Duration::from_secs(100), finding);
                assert!(text.is_empty() || width(&text) < columns, "{text}");
                assert!(columns < 26 || text.contains("Ctrl-C"));
            }
        }
    }
}
