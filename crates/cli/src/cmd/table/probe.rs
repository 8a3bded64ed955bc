//! `perfectplay table probe`: the value of a position and of every move, from a table.

use crate::args::PositionArgs;
use crate::cmd::solve::{Request, answer};
use crate::failure::Failure;
use crate::moves::ROWS;
use perfectplay::{Bounds, Control, Doors, Limits, Question};
use std::path::PathBuf;
use std::process::ExitCode;

/// Look a position up in a table: its value, the value of each move, and best play.
///
/// A book has no values of moves that lead beyond its last ply, and best play ends there; `perfectplay solve --table FILE` searches on.
#[derive(clap::Args)]
pub struct Args {
    /// The table.
    file: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object, as `perfectplay solve --json` does.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, doors: &Doors) -> Result<ExitCode, Failure> {
    let (table, door) = super::open(&args.file, doors)?;
    let place = args.position.place(&*door)?;
    let mut session = door.table_session(&table)?;
    let value_only = Question { value_only: true, ..Question::default() };
    if session.solve(&place, value_only, &mut Control::default())?.bounds == Bounds::UNKNOWN {
        return Err(Failure::no_answer("expected a position that the book has, found one beyond its last ply"));
    }
    let (question, limits) = (Question::default(), Limits::default());
    let request = Request { question, limits, json: args.json, certificate: None, remark: None, rows: ROWS };
    // what a table has is all that is asked of it
    answer(&*door, &place, &mut *session, &request)?;
    Ok(ExitCode::SUCCESS)
}
