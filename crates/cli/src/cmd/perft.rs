//! `perfectplay perft`: how many sequences of moves, or different positions, there are.

use crate::args::{GameArgs, PositionArgs, read_count, read_size};
use crate::failure::{Failure, Reworded};
use perfectplay::{DoorError, Doors};
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

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let door = args.game.open_to_look_at(doors)?;
    let place = args.position.place(&*door)?;
    let mut out = std::io::stdout().lock();
    if !args.distinct {
        for depth in 1..=args.depth.unwrap_or(0) {
            let count = door.perft(&place, depth)?;
            writeln!(out, "{depth} {count}")?;
            if count == 0 {
                break;
            }
            out.flush()?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let counts = door.distinct(&place, args.depth.unwrap_or(u32::MAX), args.symmetry, args.memory);
    let counts = counts.map_err(|error| match error {
        DoorError::Counting(error) => Failure::no_answer(Reworded::new(format!("{error}; --memory sets it"), error)),
        error => error.into(),
    })?;
    for (depth, count) in counts.iter().enumerate() {
        writeln!(out, "{depth} {count}")?;
    }
    writeln!(out, "total {}", counts.iter().sum::<u64>())?;
    Ok(ExitCode::SUCCESS)
}
