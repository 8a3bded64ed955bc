//! Ctrl-C and the progress of a search on stderr: one line that changes in a terminal, a line now and then elsewhere.

mod words;

use crate::failure::tell;
use crate::terminal::{self, Mode};
use indicatif::{FormattedDuration, HumanDuration};
use perfectplay::{Cancel, Clock, Control, Limits, Progress, Report, report};
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr;
use words::words;

pub use words::positions;

/// What Ctrl-C does: it stops the search under way. If there is none, it ends the program with exit code 130.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<Option<Cancel>>>);

impl Interrupt {
    /// From here on Ctrl-C is taken care of.
    pub fn install() -> Self {
        let interrupt = Interrupt::default();
        let current = interrupt.0.clone();
        let mode = Mode::now();
        let handler = move || match current.lock().expect("nobody panics with the lock").take() {
            Some(cancel) => cancel.cancel(),
            None => {
                mode.restore();
                // what stands in the line, and the ^C behind it, are not for the next prompt of the shell
                if std::io::stderr().is_terminal() {
                    tell("");
                }
                std::process::exit(130)
            }
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

/// Shows on stderr how a search goes on, if it takes a while.
pub struct ProgressLine {
    place: Place,
    note: Note,
}

/// What else there is to say of the search.
type Note = Rc<RefCell<String>>;

/// Where stderr goes.
enum Place {
    Terminal(Line),
    Elsewhere(Lines),
}

impl ProgressLine {
    /// Nothing is shown yet.
    pub fn new() -> Self {
        let note = Note::default();
        let place = match terminal::can_be_drawn_on(&std::io::stderr()) {
            true => Place::Terminal(Line { started: Instant::now(), drawn: Rc::default(), note: note.clone() }),
            false => Place::Elsewhere(Lines::new(Clock::default(), note.clone(), tell)),
        };
        ProgressLine { place, note }
    }

    /// Notes what is estimated.
    pub fn note(&self, report: &Report) {
        *self.note.borrow_mut() = report::guessed_in_short(report).unwrap_or_default();
    }

    /// Prints something without disturbing the line.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.clear();
        print();
    }

    /// A control that reports to this line, about a position where the side to move has this lead.
    pub fn control(&self, limits: Limits, cancel: &Cancel, lead: i32) -> Control<'static> {
        let control = match &self.place {
            Place::Terminal(line) => line.control(limits, lead),
            Place::Elsewhere(lines) => lines.control(limits, lead),
        };
        control.with_cancel(cancel.clone())
    }

    fn clear(&self) {
        if let Place::Terminal(line) = &self.place {
            line.clear();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// One line of a terminal that is drawn over itself, and gone in the end.
#[derive(Clone)]
struct Line {
    started: Instant,
    drawn: Rc<Cell<Drawn>>,
    note: Note,
}

/// What stands there.
#[derive(Clone, Copy, Default)]
struct Drawn {
    is_there: bool,
    /// When it was drawn last.
    at: Option<Instant>,
    /// How often it has been.
    times: usize,
}

impl Line {
    /// It is shown once the search has taken this long.
    const PATIENCE: Duration = Duration::from_millis(300);
    /// And stays as it is for this long.
    const REST: Duration = Duration::from_millis(100);
    /// What turns while the search goes on.
    const SPINNER: [char; 8] = ['⣷', '⣯', '⣟', '⡿', '⢿', '⣻', '⣽', '⣾'];
    /// Back to the beginning of the line, of which nothing stays.
    const ERASE: &str = "\r\x1b[K";

    fn control(&self, limits: Limits, lead: i32) -> Control<'static> {
        let line = self.clone();
        Control::new(limits).with_observer(move |progress| {
            if progress.elapsed >= Self::PATIENCE {
                line.draw(progress, lead);
            }
        })
    }

    fn draw(&self, progress: &Progress, lead: i32) {
        let Drawn { at, times, .. } = self.drawn.get();
        if at.is_some_and(|at| at.elapsed() < Self::REST) {
            return;
        }
        let start =
            format!("{} {:#} ", Self::SPINNER[times % Self::SPINNER.len()], HumanDuration(self.started.elapsed()));
        // a line that wraps cannot be taken back, and a full one wraps when the window gets smaller, or by the ^C behind it
        let (columns, _) = terminal::size();
        let room = columns.saturating_sub(start.width() + 3);
        // if that fails, there is nobody to tell
        let _ = write!(std::io::stderr(), "{}{start}{}", Self::ERASE, words(progress, lead, &self.note.borrow(), room));
        self.drawn.set(Drawn { is_there: true, at: Some(Instant::now()), times: times + 1 });
    }

    fn clear(&self) {
        let drawn = self.drawn.get();
        if drawn.is_there {
            let _ = write!(std::io::stderr(), "{}", Self::ERASE);
            self.drawn.set(Drawn { is_there: false, ..drawn });
        }
    }
}

/// Lines about a search that takes long.
struct Lines {
    clock: Clock,
    started: Duration,
    /// When the next line is due; one for all controls.
    next: Rc<Cell<Duration>>,
    note: Note,
    print: fn(&str),
}

impl Lines {
    /// The time between two lines, and before the first.
    const EVERY: Duration = Duration::from_secs(10);

    fn new(clock: Clock, note: Note, print: fn(&str)) -> Self {
        let started = clock.now();
        Lines { clock, started, next: Rc::new(Cell::new(started + Self::EVERY)), note, print }
    }

    fn control(&self, limits: Limits, lead: i32) -> Control<'static> {
        let (clock, started, print, next) = (self.clock, self.started, self.print, self.next.clone());
        let note = self.note.clone();
        Control::with_clock(limits, clock).with_observer(move |progress| {
            let now = clock.now();
            if now < next.get() {
                return;
            }
            next.set(now + Self::EVERY);
            print(&format!(
                "{} {}",
                FormattedDuration(now - started),
                words(progress, lead, &note.borrow(), usize::MAX)
            ));
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static SECONDS: Cell<u64> = const { Cell::new(0) };
        static PRINTED: RefCell<Vec<String>> = const { RefCell::new(vec![]) };
    }

    #[test]
    fn a_long_search_prints_a_line_every_ten_seconds() {
        let lines = Lines::new(Clock::new(|| Duration::from_secs(SECONDS.get())), Note::default(), |line| {
            PRINTED.with_borrow_mut(|printed| printed.push(line.to_string()));
        });
        let search = |seconds: u64| {
            let mut control = lines.control(Limits::default(), 0);
            control.stage("layer 3 of 9");
            for _ in 0..seconds {
                SECONDS.set(SECONDS.get() + 1);
                control.advance(1_000_000);
            }
        };
        search(9);
        assert!(PRINTED.with_borrow(Vec::is_empty), "nothing is said of a short search");
        search(17);
        let printed = PRINTED.take();
        let expected = [
            "00:00:10 1,000,000 positions, 1.0 million/s, layer 3 of 9",
            "00:00:20 11,000,000 positions, 1.0 million/s, layer 3 of 9",
        ];
        assert_eq!(printed, expected);
    }
}
