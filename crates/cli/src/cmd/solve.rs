//! `perfectplay solve`: the exact value of a position and of each move.

use crate::args::{GameArgs, PositionArgs, SearchArgs};
use crate::cmd::batch;
use crate::failure::Failure;
use crate::progress::{Interrupt, ProgressLine};
use indicatif::HumanCount;
use perfectplay::games::{Opened, Playable};
use perfectplay::report::{self, Report};
use perfectplay::{Cancel, Engine, Limits, Outcome, Record, RootMove, Solution, Value, main_line, solve, with_game};
use std::io::Write;
use std::process::ExitCode;

/// Solve a position: its value, the value of each move, and best play.
///
/// Ctrl-C and the limits stop the search; the answer is then what has been shown so far (status "bounded"), and the
/// exit code after Ctrl-C is 130. A question that cannot be answered gives exit code 1, bad input 2.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Read a position or a list of moves from each line of stdin and print a JSON object for each, in order.
    ///
    /// An empty line is the start. A line may begin with "position " or "moves " to say which of the two it is. A bad
    /// line gives an object with "error", and exit code 1 at the end. Limits hold for each line.
    #[arg(long, conflicts_with_all = ["position", "moves"])]
    batch: bool,
    /// Threads for --batch (default: all cores).
    #[arg(long, value_name = "N", requires = "batch", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => {
        if args.batch {
            batch::run(game, &opened, &args.search, args.threads.map(usize::from))
        } else {
            run_one(game, &opened, args)
        }
    })
}

fn run_one<G: Playable>(game: &G, opened: &Opened, args: &Args) -> Result<ExitCode, Failure> {
    let record = args.position.read(game)?;
    let table = args.search.table(opened)?;
    let mut engine = args.search.engine(game, table.as_ref(), 1)?;
    answer(game, opened, &record, &mut *engine, args.search.limits(), args.json)
}

/// Prints the answer of an engine about one position.
pub fn answer<G: Playable>(
    game: &G,
    opened: &Opened,
    record: &Record<G>,
    engine: &mut (dyn Engine<G> + Send),
    limits: Limits,
    json: bool,
) -> Result<ExitCode, Failure> {
    let cancel = Interrupt::install().for_search();
    let progress = ProgressLine::new();
    let mut control = progress.control(limits, &cancel, record.lead(game));
    let unsolvable = |error| Failure::unsolvable(game, &error);
    let solution = solve(engine, record.position(), &mut control).map_err(unsolvable)?;
    let mut out = std::io::stdout().lock();
    if json {
        drop(progress);
        let report = Report::new(opened.entry.name, &opened.options, game, record, &solution);
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let line = main_line(engine, record.position(), 1000, &mut control).map_err(unsolvable)?;
        drop(progress);
        write!(out, "{}", for_people(game, record, &solution, &line))?;
    }
    Ok(exit_code(&cancel))
}

/// 130 after Ctrl-C, as shells have it.
pub fn exit_code(cancel: &Cancel) -> ExitCode {
    if cancel.is_cancelled() { ExitCode::from(130) } else { ExitCode::SUCCESS }
}

fn for_people<G: Playable>(game: &G, record: &Record<G>, solution: &Solution<G::Move>, line: &[G::Move]) -> String {
    let mut text = format!("{}\n\n{}\n", game.draw(record), report::sentence(game, record, solution));
    if !solution.moves.is_empty() {
        text += &format!("\n{}", move_table(game, record, solution));
    }
    if !line.is_empty() {
        let line: Vec<String> = line.iter().map(|&mv| game.write_move(mv)).collect();
        let for_ever = if solution.value() == Some(Value::Draw) { " … and so on for ever" } else { "" };
        text += &format!("\nBest play: {}{for_ever}\n", line.join(" "));
    }
    let seconds = solution.elapsed.as_secs_f64();
    text + &format!("\n{} positions in {seconds:.3} s ({})\n", HumanCount(solution.nodes), solution.engine)
}

/// The moves and their values, best first, a line for each value.
pub fn move_table<G: Playable>(game: &G, record: &Record<G>, solution: &Solution<G::Move>) -> String {
    let lead = record.lead(game);
    let mover = game.player_name(game.turn(record.position()));
    let mut moves: Vec<&RootMove<G::Move>> = solution.moves.iter().collect();
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.bounds.at_least.worth(), mv.bounds.at_most.worth())));
    let mut rows: Vec<(String, Vec<String>)> = vec![];
    for mv in moves {
        let bounds = mv.bounds.with_lead(lead);
        let value = match (bounds.value(), bounds.outcome()) {
            (Some(Value::Margin(0)), _) => Value::Tie.to_string(),
            (Some(value @ Value::Margin(_)), _) => format!("{} ({value})", value.outcome().name()),
            (Some(value), _) => value.to_string(),
            (None, Some(Outcome::Win | Outcome::Loss)) => report::between(bounds),
            (None, _) => format!("not proved: {}", report::between(bounds)),
        };
        match rows.last_mut() {
            Some((last, texts)) if *last == value => texts.push(game.write_move(mv.mv)),
            _ => rows.push((value, vec![game.write_move(mv.mv)])),
        }
    }
    let width = rows.iter().map(|(value, _)| value.len()).max().unwrap_or(0);
    let row = |(value, moves): &(String, Vec<String>)| format!("  {value:<width$}  {}\n", moves.join(" "));
    format!("Moves of {mover}:\n{}", rows.iter().map(row).collect::<String>())
}
