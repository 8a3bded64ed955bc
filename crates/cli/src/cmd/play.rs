//! `perfectplay play`: a person against the perfect opponent, as far as perfection is within reach.

use crate::args::{ESTIMATE_SECONDS, GameArgs, PositionArgs, SearchArgs, Share};
use crate::cmd::solve::move_table;
use crate::failure::{Failure, Reworded};
use crate::progress::{Interrupt, ProgressLine};
use perfectplay::door::{OwnedSession, PositionView};
use perfectplay::report::MoveReport;
use perfectplay::{Crew, Door, Doors, Limits, Means, NotationError, Outcome, Place, Question, Report, Session};
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Play against the perfect opponent in the terminal.
///
/// Type a move, or one of: hint, moves, undo, board, new, help, quit. The opponent thinks for ten seconds a move at the
/// most, unless --limit-seconds says otherwise; Ctrl-C makes it move at once. It first tries to solve the position; if
/// that takes more than a quarter of its time, it estimates which move is best, and says so.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The side that you play.
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    First,
    Second,
}

const HELP: &str = "\
a move    play it
hint      who wins from here, and with which move; an estimate if that is out of reach
moves     all moves with their values
undo      take your last move back
board     draw the board again
new       begin again
quit      leave (so does the end of the input)";

/// One part in so many of the opponent's time is for solving, the rest for an estimate if that fails.
const SOLVING: u32 = 4;

/// How long the opponent still thinks if Ctrl-C stops it before it has begun an estimate.
const AT_ONCE: Duration = Duration::from_millis(100);

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let door = args.game.open(doors)?;
    let search = args.search.clone().with_default_seconds(ESTIMATE_SECONDS);
    let person = if args.side == Side::First { 0 } else { 1 };
    let start = args.position.place(&*door)?;
    let table = search.table(&*door)?;
    let share = Share::each_of(2);
    let estimates = search.means_of_estimates(share)?;
    let means = match search.wants_estimate() {
        true => estimates,
        false => {
            let exact = search.means(table.as_ref(), share, Crew::default())?;
            Means { memory_of_estimates: estimates.memory_of_estimates, ..exact }
        }
    };
    let lender;
    let session = match table {
        None => {
            let means = Means { table: None, ..means };
            OwnedSession::new(door.clone(), means).map(|session| Seat::Own(session, means))
        }
        Some(_) => {
            lender = door.clone();
            lender.session(means).map(Seat::WithTable)
        }
    };
    let session = session.map_err(|error| search.no_session(error, share, table.as_ref()))?;
    let solves = !search.wants_estimate();
    let view = door.view(&start, None)?;
    // from here on the moves are a list
    let start = Place { moves: Some(view.moves.join(",")), ..start };
    let (interrupt, from_start) = (Interrupt::install(), view.moves.len());
    Match { door, person, session, solves, search, interrupt, start, from_start, view }.play()
}

/// Where the opponent sits.
enum Seat<'g> {
    /// With what the session may use, so that there can be another one when positions have taken all memory.
    Own(OwnedSession, Means<'static>),
    /// A table is of the positions that there are now.
    WithTable(Box<dyn Session + 'g>),
}

/// A game between a person and the engine.
struct Match<'g> {
    door: Arc<dyn Door>,
    /// The side of the person, by the place in the list of players.
    person: usize,
    session: Seat<'g>,
    /// False if nothing but estimates is wanted.
    solves: bool,
    search: SearchArgs,
    interrupt: Interrupt,
    start: Place,
    /// How many moves the start has.
    from_start: usize,
    view: PositionView,
}

impl Match<'_> {
    fn play(mut self) -> Result<ExitCode, Failure> {
        let mut lines = std::io::stdin().lock().lines();
        say(format_args!("You play {}. Type a move, or help.\n", self.view.players[self.person]))?;
        self.show()?;
        self.tell_end()?;
        loop {
            self.let_the_engine_move()?;
            self.prompt()?;
            let Some(line) = lines.next() else { break };
            let other = |error| Reworded::new("expected text in UTF-8, found other bytes", error);
            let line = line.map_err(|error| Failure::input(other(error)))?;
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(ExitCode::SUCCESS),
                "help" | "?" => say(HELP)?,
                "board" => self.show()?,
                "undo" => self.undo()?,
                "new" => {
                    self.view = self.door.view(&self.start, None)?;
                    self.show()?;
                }
                "hint" => say(self.think()?.sentence)?,
                "moves" if self.is_over() => say("There are no moves: the game is over.")?,
                "moves" => say(move_table(&self.think()?).trim_end())?,
                text => self.try_move(text)?,
            }
        }
        say("")?;
        Ok(ExitCode::SUCCESS)
    }

    /// The position that the game has reached.
    fn here(&self) -> Place {
        self.after(self.view.moves.len())
    }

    /// The position after the first moves.
    fn after(&self, moves: usize) -> Place {
        Place { position: self.start.position.clone(), moves: Some(self.view.moves[..moves].join(",")) }
    }

    fn is_over(&self) -> bool {
        self.view.ending.is_some()
    }

    fn prompt(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        if std::io::stdin().is_terminal() {
            let who = if self.is_over() { "game over" } else { &self.view.players[self.person] };
            write!(out, "{who}> ")?;
        }
        Ok(out.flush()?)
    }

    fn show(&self) -> Result<(), Failure> {
        say(format_args!("{}\n", self.door.draw(&self.here())?))
    }

    fn try_move(&mut self, text: &str) -> Result<(), Failure> {
        match self.door.view(&self.here(), Some(text)) {
            Ok(view) => {
                self.view = view;
                self.show()?;
                self.tell_end()
            }
            Err(error) => {
                let error = NotationError { at: None, ..error };
                say(format_args!("{error}. Type help for what else there is."))
            }
        }
    }

    /// Goes back to before the person's last move.
    fn undo(&mut self) -> Result<(), Failure> {
        for moves in (self.from_start..self.view.moves.len()).rev() {
            let earlier = self.door.view(&self.after(moves), None)?;
            if earlier.turn == self.person {
                self.view = earlier;
                return self.show();
            }
        }
        say("There is nothing to take back.")
    }

    fn let_the_engine_move(&mut self) -> Result<(), Failure> {
        while !self.is_over() && self.view.turn != self.person {
            let report = self.think()?;
            let (choice, doubt) = match &report.guess {
                None => (favourite(&report).map(|mv| mv.mv.clone()), " (not proved to be best)"),
                Some(guess) => (guess.choice.clone(), " (estimated to be best)"),
            };
            let choice = choice.expect("an unfinished position has a move");
            let doubt = if report.best.contains(&choice) { "" } else { doubt };
            say(format_args!("{} plays {choice}{doubt}.\n", self.view.players[1 - self.person]))?;
            self.view = self.door.view(&self.here(), Some(&choice))?;
            self.show()?;
            self.tell_end()?;
        }
        Ok(())
    }

    fn tell_end(&self) -> Result<(), Failure> {
        match &self.view.ending {
            Some(ending) => say(format_args!("{} Type undo, new or quit.", ending.sentence)),
            None => Ok(()),
        }
    }

    /// Asks the session that has room.
    fn ask<R>(&mut self, question: impl FnOnce(&mut dyn Session) -> R) -> R {
        match &mut self.session {
            Seat::Own(session, means) => {
                let door = Some(&self.door).filter(|_| session.with(|session| session.is_full()));
                if let Some(door) = door.and_then(|door| door.renewed())
                    && let Ok(renewed) = OwnedSession::new(door.clone(), *means)
                {
                    (self.door, *session) = (door, renewed);
                }
                session.with(question)
            }
            Seat::WithTable(session) => question(&mut **session),
        }
    }

    /// Solves the position, or estimates it if that takes too long.
    fn think(&mut self) -> Result<Report, Failure> {
        let here = self.here();
        let progress = ProgressLine::new();
        let mut cancel = self.interrupt.for_search();
        let lead = self.door.lead(&here)?;
        let whole = self.search.limits();
        let part = Limits { nodes: whole.nodes.map(|n| n / u64::from(SOLVING)), time: whole.time.map(|t| t / SOLVING) };
        let mut left = whole;
        if self.solves {
            let mut control = progress.control(part, &cancel, lead);
            match self.ask(|session| session.solve(&here, Question::default(), &mut control)) {
                Ok(report) if is_enough(&report) => {
                    self.interrupt.search_is_over();
                    return Ok(report);
                }
                Ok(_) => {}
                // too large to be solved is no reason not to play
                Err(error) if error.is_about_size() => {}
                Err(error) => return Err(error.into()),
            }
            left.nodes = whole.nodes.map(|nodes| nodes.saturating_sub(control.nodes()));
            left.time = whole.time.map(|time| time.saturating_sub(control.elapsed()));
        }
        if cancel.is_cancelled() {
            // whoever presses Ctrl-C wants a move at once, but hardly one without any thought
            cancel = self.interrupt.for_search();
            left.time = Some(AT_ONCE);
        }
        let mut control = progress.control(left, &cancel, lead);
        let estimate = self.ask(|session| session.estimate(&here, &mut control));
        self.interrupt.search_is_over();
        Ok(estimate?)
    }
}

/// The move of which the most is proved; of equally good ones the first.
fn favourite(report: &Report) -> Option<&MoveReport> {
    let liking = |mv: &&MoveReport| (mv.bounds.at_least.worth(), mv.bounds.at_most.worth(), mv.promise);
    report.moves.iter().rev().max_by_key(liking)
}

/// Whether a report, complete or not, has a move that is known to give what can be had.
fn is_enough(report: &Report) -> bool {
    let outcome = report.bounds.outcome();
    let kept = favourite(report).map(|mv| mv.bounds.at_least.outcome());
    report.bounds.value().is_some() || (outcome == Some(Outcome::Win) && kept == outcome)
}

/// Prints a line; whoever reads it may be gone.
fn say(line: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
