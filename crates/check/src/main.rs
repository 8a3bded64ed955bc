//! The program `perfectplay-check`.

use clap::Parser;
use perfectplay_check::command::{self, Args};
use std::process::ExitCode;

/// Check a certificate of Perfectplay with the rules of the game alone.
///
/// Exit code 0 if it proves what it claims, 1 if it does not, 2 if the file is not a certificate.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Cli {
    #[command(flatten)]
    args: Args,
}

fn main() -> ExitCode {
    command::run(&Cli::parse().args)
}
