//! Ctrl-C and the progress line of a search.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use perfectplay::{Cancel, Control, Limits, Progress, report};
use std::time::Duration;

/// A switch that Ctrl-C uses. A second Ctrl-C ends the program at once.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let switch = cancel.clone();
    let handler = move || {
        if switch.is_cancelled() {
            std::process::exit(130);
        }
        switch.cancel();
    };
    // without a handler, Ctrl-C just ends the program
    let _ = ctrlc::set_handler(handler);
    cancel
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

    /// A control that reports to this line.
    pub fn control(&self, limits: Limits, cancel: &Cancel) -> Control<'static> {
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
            let shown = report::between(progress.bounds);
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
