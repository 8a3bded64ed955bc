//! `perfectplay table probe`: the value of a position and of every move, from a table.

use super::OpenTable;
use crate::args::PositionArgs;
use crate::cmd::solve::{QuestionArgs, Request, answer};
use crate::failure::Failure;
use perfectplay::{Limits, TableEngine, with_game};
use std::path::PathBuf;
use std::process::ExitCode;

/// Look a position up in a table: its value, the value of each move, and best play.
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

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let OpenTable { table, opened } = super::open(&args.file)?;
    with_game!(&opened.game, game => {
        let record = args.position.read(game)?;
        let mut engine = TableEngine::new(game, &table, None)?;
        let question = QuestionArgs::default();
        let request = Request { question, limits: Limits::default(), json: args.json, certificate: None };
        answer(game, &opened, &record, &mut engine, &request)
    })
}
