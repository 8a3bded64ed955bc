//! Ctrl-C and the progress line of a search.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use perfectplay::{Cancel, Control, Limits, Progress, report};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What Ctrl-C does: it stops the search under way. If there is none, it ends the program with exit code 130.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<Option<Cancel>>>);

impl Interrupt {
    /// From here on Ctrl-C is taken care of.
    pub fn install() -> Self {
        let interrupt = Interrupt::default();
        let current = interrupt.0.clone();
        let handler = move || match current.lock().expect("nobody panics with the lock").take() {
            Some(cancel) => cancel.cancel(),
            None => std::process::exit(130),
        };
        // without a handler, Ctrl-C just ends the program
        let _ = ctrlc::set_handler(handler);
        interrupt
    }

    /// The switch for a search that begins now.
    pub fn for_search(&self) -> Cancel {
        let cancel = Cancel::default();
        *self.0.lock().expect("nobody panics with the lock") = Some(cancel.clone());
        cancel
    }

    /// No search is under way any more.
    pub fn search_is_over(&self) {
        self.0.lock().expect("nobody panics with the lock").take();
    }
}

/// A line on stderr that shows how a search goes on, if stderr is a terminal and the search takes a while.
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Shown once the search has taken this long.
    const PATIENCE: Duration = Duration::from_millis(300);

    /// A line that is not shown yet.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a valid template");
        ProgressLine(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style))
    }

    /// Prints something without disturbing the line.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }

    /// A control that reports to this line, about a position where the side to move has this lead.
    pub fn control(&self, limits: Limits, cancel: &Cancel, lead: i32) -> Control<'static> {
        let line = self.0.clone();
        let mut is_shown = false;
        let show = move |progress: &Progress| {
            if progress.elapsed < Self::PATIENCE {
                return;
            }
            if !is_shown {
                is_shown = true;
                line.set_draw_target(ProgressDrawTarget::stderr());
            }
            let speed = progress.nodes as f64 / progress.elapsed.as_secs_f64() / 1e6;
            let shown = match progress.stage {
                "" => report::between(progress.bounds.with_lead(lead)),
                stage => stage.to_string(),
            };
            line.set_message(format!("{} positions, {speed:.1} million/s, {shown}", HumanCount(progress.nodes)));
            line.tick();
        };
        Control::new(limits).with_cancel(cancel.clone()).with_observer(show)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
