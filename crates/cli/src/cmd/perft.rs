//! `perfectplay perft`: how many sequences of moves, or different positions, there are.

use crate::args::{GameArgs, PositionArgs, read_count, read_size};
use crate::failure::Failure;
use perfectplay::games::Playable;
use perfectplay::{distinct_positions, perft, with_game};
use std::io::Write;
use std::process::ExitCode;

/// Count the sequences of legal moves, a line for each depth: depth, count.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The longest sequences to count.
    #[arg(
        long,
        short,
        value_name = "N",
        required_unless_present = "distinct",
        value_parser = read_count::<u32>,
        allow_negative_numbers = true
    )]
    depth: Option<u32>,
    /// Count different positions instead, those first reached after 0, 1, 2, … moves, and at last their sum.
    #[arg(long)]
    distinct: bool,
    /// Count positions that are the same up to symmetry once.
    #[arg(long, requires = "distinct")]
    symmetry: bool,
    /// Memory for the positions of --distinct.
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = read_size, requires = "distinct")]
    memory: usize,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let opened = args.game.open()?;
    with_game!(&opened.game, game => if args.distinct { count_positions(game, args) } else { count_sequences(game, args) })
}

fn count_sequences<G: Playable>(game: &G, args: &Args) -> Result<ExitCode, Failure> {
    let record = args.position.read(game)?;
    let mut out = std::io::stdout().lock();
    for depth in 1..=args.depth.unwrap_or(0) {
        writeln!(out, "{depth} {}", perft(game, record.position(), depth))?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count_positions<G: Playable>(game: &G, args: &Args) -> Result<ExitCode, Failure> {
    let record = args.position.read(game)?;
    let canonical = |p: &G::Position| if args.symmetry { game.canonical(p) } else { *p };
    // a position stands in the set, which may have just doubled, and in the list of its depth
    let limit = args.memory / (5 * size_of::<G::Position>());
    let depth = args.depth.unwrap_or(u32::MAX);
    let counts = distinct_positions(game, record.position(), depth, limit, canonical)
        .map_err(|error| Failure::NoAnswer(format!("{error}; --memory sets it")))?;
    let mut out = std::io::stdout().lock();
    for (depth, count) in counts.iter().enumerate() {
        writeln!(out, "{depth} {count}")?;
    }
    writeln!(out, "total {}", counts.iter().sum::<u64>())?;
    Ok(ExitCode::SUCCESS)
}
