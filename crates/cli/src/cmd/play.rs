//! `perfectplay play`: a person against the perfect opponent.

use crate::args::{GameArgs, PositionArgs, SearchArgs};
use crate::cmd::solve::move_table;
use crate::failure::Failure;
use crate::progress::ProgressLine;
use perfectplay::games::Playable;
use perfectplay::{AnyEngine, Cancel, Player, Record, Solution, report, solve, with_game};
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// Play against the perfect opponent in the terminal.
///
/// Type a move, or one of: hint, moves, undo, board, new, help, quit.
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
        let engine = search.engine(game, 1)?;
        let table = Table { game, person, engine, search, record: start.clone(), start };
        table.play()
    })
}

/// A game between a person and the engine.
struct Table<'g, G: Playable> {
    game: &'g G,
    person: Player,
    engine: AnyEngine<'g, G>,
    search: SearchArgs,
    start: Record<G>,
    record: Record<G>,
}

impl<G: Playable> Table<'_, G> {
    fn play(mut self) -> Result<ExitCode, Failure> {
        let mut lines = std::io::stdin().lock().lines();
        println!("You play {}. Type a move, or help.\n", self.game.player_name(self.person));
        self.show();
        loop {
            self.let_the_engine_move()?;
            self.prompt()?;
            let Some(line) = lines.next() else { break };
            let line = line.map_err(|_| Failure::Input("expected text in UTF-8, found other bytes".to_string()))?;
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(ExitCode::SUCCESS),
                "help" | "?" => println!("{HELP}"),
                "board" => self.show(),
                "undo" => self.undo(),
                "new" => {
                    self.record = self.start.clone();
                    self.show();
                }
                "hint" => {
                    let solution = self.solve()?;
                    println!("{}", report::sentence(self.game, &self.record, &solution));
                }
                "moves" => {
                    let solution = self.solve()?;
                    print!("{}", move_table(self.game, &self.record, &solution));
                }
                text => self.try_move(text),
            }
        }
        println!();
        Ok(ExitCode::SUCCESS)
    }

    fn is_over(&self) -> bool {
        self.game.ending(self.record.position()).is_some()
    }

    fn is_persons_turn(&self) -> bool {
        self.game.turn(self.record.position()) == self.person
    }

    fn prompt(&self) -> Result<(), Failure> {
        if std::io::stdin().is_terminal() {
            let who = if self.is_over() { "game over" } else { self.game.player_name(self.person) };
            print!("{who}> ");
        }
        Ok(std::io::stdout().flush()?)
    }

    fn show(&self) {
        println!("{}\n", self.game.draw(&self.record));
    }

    fn try_move(&mut self, text: &str) {
        let played = self.game.read_move(self.record.position(), text).map(|mv| self.record.play(self.game, mv));
        match played {
            Ok(Ok(())) => {
                self.show();
                self.tell_end();
            }
            Ok(Err(error)) => println!("{text}: {error}"),
            Err(error) => println!("{error}. Type help for what else there is."),
        }
    }

    /// Goes back to before the person's last move.
    fn undo(&mut self) {
        let from_start = self.start.moves().len();
        let mut earlier = self.record.clone();
        while earlier.moves().len() > from_start {
            earlier.undo();
            if self.game.turn(earlier.position()) == self.person {
                self.record = earlier;
                self.show();
                return;
            }
        }
        println!("There is nothing to take back.");
    }

    fn let_the_engine_move(&mut self) -> Result<(), Failure> {
        while !self.is_over() && !self.is_persons_turn() {
            let solution = self.solve()?;
            let by_worth =
                |mv: &&perfectplay::RootMove<G::Move>| (mv.bounds.at_least.worth(), mv.bounds.at_most.worth());
            // of equally good moves the first
            let choice = solution.moves.iter().rev().max_by_key(by_worth).expect("an unfinished position has a move");
            let doubt = if solution.best().contains(&choice.mv) { "" } else { " (not proved to be best: out of time)" };
            let name = self.game.player_name(self.person.other());
            println!("{name} plays {}{doubt}.\n", self.game.write_move(choice.mv));
            self.record.play(self.game, choice.mv).expect("a legal move");
            self.show();
            self.tell_end();
        }
        Ok(())
    }

    fn tell_end(&self) {
        let Some(ending) = self.game.ending(self.record.position()) else { return };
        let bounds = perfectplay::Bounds::exactly(perfectplay::Value::of_ending(ending, self.game.scored()));
        let solution = Solution { bounds, moves: vec![], engine: "", nodes: 0, elapsed: Default::default() };
        println!("{} Type undo, new or quit.", report::sentence(self.game, &self.record, &solution));
    }

    fn solve(&mut self) -> Result<Solution<G::Move>, Failure> {
        let progress = ProgressLine::new();
        let mut control = progress.control(self.search.limits(), &Cancel::default());
        let solution = solve(&mut self.engine, self.record.position(), &mut control);
        solution.map_err(|error| Failure::unsolvable(self.game, &error))
    }
}
