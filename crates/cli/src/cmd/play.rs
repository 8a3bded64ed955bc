//! `perfectplay play`: a person against the perfect opponent, as far as perfection is within reach.

use crate::args::{ESTIMATE_SECONDS, GameArgs, PositionArgs, SearchArgs};
use crate::cmd::solve::{estimated_move_table, move_table};
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use perfectplay::{
    AnyEngine, AnyEstimator, Crew, Equipped, Estimation, Limits, Outcome, Player, Premise, Record, RootMove, Solution,
    SolveError, report, solve, with_game,
};
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
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

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => {
        let search = args.search.clone().with_default_seconds(ESTIMATE_SECONDS);
        let person = if args.side == Side::First { Player::First } else { Player::Second };
        let start = args.position.read(game)?;
        let table = search.table(&opened)?;
        let estimate = search.estimate(game, 2)?;
        let engine = if search.wants_estimate() { None } else { Some(search.engine(game, table.as_ref(), 2, Crew::default())?) };
        let interrupt = Interrupt::install();
        Match { game, person, engine, estimate, search, interrupt, record: start.clone(), start }.play()
    })
}

/// What the opponent thinks of a position.
enum Opinion<M> {
    Solved(Solution<M>),
    Estimated(Estimation<M>),
}

/// A game between a person and the engine.
struct Match<'g, G: Equipped> {
    game: &'g G,
    person: Player,
    /// None if nothing but estimates is wanted.
    engine: Option<AnyEngine<'g, G>>,
    estimate: AnyEstimator<'g, G>,
    search: SearchArgs,
    interrupt: Interrupt,
    start: Record<G>,
    record: Record<G>,
}

impl<G: Equipped> Match<'_, G> {
    fn play(mut self) -> Result<ExitCode, Failure> {
        let mut lines = std::io::stdin().lock().lines();
        say(format_args!("You play {}. Type a move, or help.\n", self.game.player_name(self.person)))?;
        self.show()?;
        self.tell_end()?;
        loop {
            self.let_the_engine_move()?;
            self.prompt()?;
            let Some(line) = lines.next() else { break };
            let line = line.map_err(|_| Failure::Input("expected text in UTF-8, found other bytes".to_string()))?;
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(ExitCode::SUCCESS),
                "help" | "?" => say(HELP)?,
                "board" => self.show()?,
                "undo" => self.undo()?,
                "new" => {
                    self.record = self.start.clone();
                    self.show()?;
                }
                "hint" => say(match self.think()? {
                    Opinion::Solved(solution) => report::sentence(self.game, &self.record, &solution),
                    Opinion::Estimated(estimation) => report::estimated_sentence(self.game, &self.record, &estimation),
                })?,
                "moves" if self.is_over() => say("There are no moves: the game is over.")?,
                "moves" => {
                    let table = match self.think()? {
                        Opinion::Solved(solution) => move_table(self.game, &self.record, &solution),
                        Opinion::Estimated(estimation) => estimated_move_table(self.game, &self.record, &estimation),
                    };
                    say(table.trim_end())?;
                }
                text => self.try_move(text)?,
            }
        }
        say("")?;
        Ok(ExitCode::SUCCESS)
    }

    fn is_over(&self) -> bool {
        self.game.ending(self.record.position()).is_some()
    }

    fn is_persons_turn(&self) -> bool {
        self.game.turn(self.record.position()) == self.person
    }

    fn prompt(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        if std::io::stdin().is_terminal() {
            let who = if self.is_over() { "game over" } else { self.game.player_name(self.person) };
            write!(out, "{who}> ")?;
        }
        Ok(out.flush()?)
    }

    fn show(&self) -> Result<(), Failure> {
        say(format_args!("{}\n", self.game.draw(&self.record)))
    }

    fn try_move(&mut self, text: &str) -> Result<(), Failure> {
        let played = self.game.read_move(self.record.position(), text).map(|mv| self.record.play(self.game, mv));
        match played {
            Ok(Ok(())) => {
                self.show()?;
                self.tell_end()
            }
            Ok(Err(error)) => say(format_args!("{text}: {error}")),
            Err(error) => say(format_args!("{error}. Type help for what else there is.")),
        }
    }

    /// Goes back to before the person's last move.
    fn undo(&mut self) -> Result<(), Failure> {
        let from_start = self.start.moves().len();
        let mut earlier = self.record.clone();
        while earlier.moves().len() > from_start {
            earlier.undo();
            if self.game.turn(earlier.position()) == self.person {
                self.record = earlier;
                return self.show();
            }
        }
        say("There is nothing to take back.")
    }

    fn let_the_engine_move(&mut self) -> Result<(), Failure> {
        while !self.is_over() && !self.is_persons_turn() {
            let (choice, doubt) = match self.think()? {
                Opinion::Solved(solution) => {
                    let choice = self.favourite(&solution).expect("an unfinished position has a move").mv;
                    (choice, if solution.best().contains(&choice) { "" } else { " (not proved to be best)" })
                }
                Opinion::Estimated(estimation) => {
                    let (choice, _) = estimation.choice().expect("an unfinished position has a move");
                    let is_proved = estimation.shown.best().contains(&choice);
                    (choice, if is_proved { "" } else { " (estimated to be best)" })
                }
            };
            let name = self.game.player_name(self.person.other());
            say(format_args!("{name} plays {}{doubt}.\n", self.game.write_move(choice)))?;
            self.record.play(self.game, choice).expect("a legal move");
            self.show()?;
            self.tell_end()?;
        }
        Ok(())
    }

    fn tell_end(&self) -> Result<(), Failure> {
        match report::final_sentence(self.game, &self.record) {
            Some(sentence) => say(format_args!("{sentence} Type undo, new or quit.")),
            None => Ok(()),
        }
    }

    /// The move of which the most is proved; of equally good ones the first.
    fn favourite<'s>(&self, solution: &'s Solution<G::Move>) -> Option<&'s RootMove<G::Move>> {
        let liking = |mv: &&RootMove<G::Move>| {
            let promise = self.game.promise(self.record.position(), mv.mv);
            (mv.bounds.at_least.worth(), mv.bounds.at_most.worth(), promise)
        };
        solution.moves.iter().rev().max_by_key(liking)
    }

    /// Whether a solution, complete or not, has a move that is known to give what can be had.
    fn is_enough(&self, solution: &Solution<G::Move>) -> bool {
        let lead = self.record.lead(self.game);
        let outcome = solution.bounds.with_lead(lead).outcome();
        let kept = self.favourite(solution).map(|mv| mv.bounds.with_lead(lead).at_least.outcome());
        solution.value().is_some() || (outcome == Some(Outcome::Win) && kept == outcome)
    }

    /// Solves the position, or estimates it if that takes too long.
    fn think(&mut self) -> Result<Opinion<G::Move>, Failure> {
        let progress = ProgressLine::new();
        let mut cancel = self.interrupt.for_search();
        let lead = self.record.lead(self.game);
        let whole = self.search.limits();
        let part = Limits { nodes: whole.nodes.map(|n| n / u64::from(SOLVING)), time: whole.time.map(|t| t / SOLVING) };
        let mut left = whole;
        if let Some(engine) = &mut self.engine {
            let mut control = progress.control(part, &cancel, lead);
            match solve(&mut **engine, self.record.position(), &mut control) {
                Ok(solution) if self.is_enough(&solution) => {
                    self.interrupt.search_is_over();
                    return Ok(Opinion::Solved(solution));
                }
                // too large to be solved is no reason not to play
                Ok(_) | Err(SolveError { premise: Premise::TooManyPositions { .. } | Premise::TooDeep { .. }, .. }) => {
                }
                Err(error) => return Err(Failure::unsolvable(self.game, &error)),
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
        let estimation = self.estimate.think(self.record.position(), lead, &mut control);
        self.interrupt.search_is_over();
        estimation.map(Opinion::Estimated).map_err(|error| Failure::unsolvable(self.game, &error))
    }
}

/// Prints a line; whoever reads it may be gone.
fn say(line: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
