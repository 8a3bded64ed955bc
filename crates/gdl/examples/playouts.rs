//! How fast random games are played by rules files: `cargo run --release -p perfectplay-gdl --example playouts -- FILE…`
//!
//! For each file: the seconds until the rules are ready, and the moves in a second, 256 games at a time on one thread.

use perfectplay_gdl::{Limits, Sheet};
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(4);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let started = Instant::now();
        let sheet = Sheet::read(&text, &Limits::default()).map_err(|error| format!("{path}: {error}"))?;
        let ready = started.elapsed();
        let mut games = sheet.playouts::<4>(1);
        let (mut moves, mut finished, started) = (0u64, 0u64, Instant::now());
        while started.elapsed() < TIME {
            finished += u64::from(games.advance());
            moves += 256;
        }
        let speed = moves as f64 / started.elapsed().as_secs_f64() / 1e6;
        let length = moves as f64 / finished.max(1) as f64;
        println!("{path}: ready in {ready:.3?}, {speed:.2} million moves a second, {length:.1} moves a game");
    }
    Ok(())
}
