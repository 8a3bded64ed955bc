//! `perfectplay play`: a person against the perfect opponent.

use crate::args::{AnyEngine, GameArgs, PositionArgs, SearchArgs};
use crate::cmd::solve::move_table;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use perfectplay::games::Playable;
use perfectplay::{Player, Record, RootMove, Solution, report, solve, with_game};
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// Play against the perfect opponent in the terminal.
///
/// Type a move, or one of: hint, moves, undo, board, new, help, quit. The opponent thinks for ten seconds a move at the
/// most, unless --limit-seconds says otherwise; Ctrl-C makes it move at once.
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
hint      who wins from here, and with which move
moves     all moves with their values
undo      take your last move back
board     draw the board again
new       begin again
quit      leave (so does the end of the input)";

/// How long the opponent thinks about a move unless --limit-seconds says otherwise.
const SECONDS: f64 = 10.0;

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => {
        let search = args.search.clone().with_default_seconds(SECONDS);
        let person = if args.side == Side::First { Player::First } else { Player::Second };
        let start = args.position.read(game)?;
        let table = search.table(&opened)?;
        let engine = search.engine(game, table.as_ref(), 1)?;
        let interrupt = Interrupt::install();
        Match { game, person, engine, search, interrupt, record: start.clone(), start }.play()
    })
}

/// A game between a person and the engine.
struct Match<'g, G: Playable> {
    game: &'g G,
    person: Player,
    engine: AnyEngine<'g, G>,
    search: SearchArgs,
    interrupt: Interrupt,
    start: Record<G>,
    record: Record<G>,
}

impl<G: Playable> Match<'_, G> {
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
                "hint" => {
                    let solution = self.solve()?;
                    say(report::sentence(self.game, &self.record, &solution))?;
                }
                "moves" if self.is_over() => say("There are no moves: the game is over.")?,
                "moves" => {
                    let solution = self.solve()?;
                    say(move_table(self.game, &self.record, &solution).trim_end())?;
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
            let solution = self.solve()?;
            let liking = |mv: &&RootMove<G::Move>| {
                let promise = self.game.promise(self.record.position(), mv.mv);
                (mv.bounds.at_least.worth(), mv.bounds.at_most.worth(), promise)
            };
            // of equally good moves the first
            let choice = solution.moves.iter().rev().max_by_key(liking).expect("an unfinished position has a move");
            let doubt = if solution.best().contains(&choice.mv) { "" } else { " (not proved to be best)" };
            let name = self.game.player_name(self.person.other());
            say(format_args!("{name} plays {}{doubt}.\n", self.game.write_move(choice.mv)))?;
            self.record.play(self.game, choice.mv).expect("a legal move");
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

    fn solve(&mut self) -> Result<Solution<G::Move>, Failure> {
        let progress = ProgressLine::new();
        let cancel = self.interrupt.for_search();
        let mut control = progress.control(self.search.limits(), &cancel, self.record.lead(self.game));
        let solution = solve(&mut *self.engine, self.record.position(), &mut control);
        self.interrupt.search_is_over();
        solution.map_err(|error| Failure::unsolvable(self.game, &error))
    }
}

/// Prints a line; whoever reads it may be gone.
fn say(line: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
