//! Asks a question that has only two answers: does the side to move win? Reads positions of TixTax from stdin, a line each, and
//! writes `win` or `loss` for each, where `loss` is anything else:
//!
//! `cargo run --release -p perfectplay --example does_it_win < positions`
//!
//! It takes less than who wins in full, which is two such questions unless the first is answered by yes. Remarks after `#`
//! are not read. The sum of the nodes goes to stderr. This is what other provers of TixTax answer, so it is what ours is measured by
//! beside them (see docs/benchmarks.md).

use perfectplay::{Control, Crew, Engine, Goal, Notation, ProofNumber, Target};
use perfectplay_games::{TixTax, WonBoards};
use std::error::Error;

/// For the table of each search.
const MEMORY: usize = 2 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let game = TixTax::new(WonBoards::Closed);
    let mut control = Control::default();
    for line in std::io::stdin().lines() {
        let line = line?;
        let text = line.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let record = game.read_position(text)?;
        // what one position has taught is not used for the next
        let mut engine = ProofNumber::new(&game, MEMORY, Crew::new(1))?;
        let found = engine.bounds(record.position(), Goal::Whether { at_least: Target::WIN }, &mut control)?;
        println!("{}", if Target::WIN.answer(found) == Some(true) { "win" } else { "loss" });
    }
    eprintln!("nodes {}", control.nodes());
    Ok(())
}
