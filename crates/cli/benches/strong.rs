//! Strong solutions: `cargo bench -p perfectplay-cli --bench strong`; `--include-ignored` for the larger ones.
//!
//! Dots and Boxes runs beside a plain loop over all sets of lines.

use divan::{Bencher, black_box};
use perfectplay::files::Draft;
use perfectplay::games::dots_and_boxes;
use perfectplay::table::{Job, TableScope, build};
use perfectplay::{
    Control, Crew, Engine, Game, Goal, Options, Playable, Retrograde, Scope, Strong, Value, Visitor, Workshop,
};
use std::path::PathBuf;
use std::time::Duration;

fn main() {
    divan::main();
}

/// Solves a game and writes its table, as `perfectplay table build` does; its size in bytes.
fn build_table(game: &str, options: &[(&str, &str)], threads: usize, memory: usize) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let workshop = Workshop {
        folder: folder.path().join("work"),
        job: game.to_string(),
        resume: false,
        crew: Crew::new(threads),
        memory,
        save_every: Duration::from_secs(600),
    };
    let file = folder.path().join("table");
    perfectplay::games::visit(game, options, Build { workshop, file: file.clone() }).expect("a game");
    file.metadata().expect("a table").len()
}

/// A table that is to be built.
struct Build {
    workshop: Workshop,
    file: PathBuf,
}

impl Visitor for Build {
    type Output = ();

    fn visit<G: Playable>(self, game: G, options: &Options) {
        let Build { workshop, file } = self;
        let job = Job { game: workshop.job.clone(), options: options.settings(), scope: TableScope::All };
        let mut control = Control::default();
        let scope = Scope::of_game(&game);
        let strong = Strong::solve(&game, &scope, &workshop, &mut |_| {}, &mut control).expect("solvable");
        let mut draft = Draft::create(&file).expect("a file");
        build(&mut draft, &game, &job, &strong, workshop.crew, &mut control).expect("a table");
        draft.finish().expect("room on the disk");
    }
}

mod quixo_4x4 {
    use super::*;

    #[divan::bench(args = [1, 2], sample_count = 3, sample_size = 1)]
    fn table(threads: usize) -> u64 {
        build_table("quixo", &[], threads, 1 << 30)
    }
}

mod connect_four {
    use super::*;

    #[divan::bench(args = [1, 2], sample_count = 3, sample_size = 1)]
    fn wide_5_high_4(threads: usize) -> u64 {
        build_table("connect-four", &[("cols", "5"), ("rows", "4")], threads, 1 << 30)
    }

    #[divan::bench(args = [1 << 30, 256 << 20, 64 << 20], sample_count = 3, sample_size = 1, ignore = true)]
    fn wide_5_high_5(memory: usize) -> u64 {
        build_table("connect-four", &[("cols", "5"), ("rows", "5")], 2, memory)
    }

    #[divan::bench(sample_count = 1, sample_size = 1, ignore = true)]
    fn wide_6_high_4() -> u64 {
        build_table("connect-four", &[("cols", "6"), ("rows", "4")], 2, 1 << 30)
    }
}

mod chess {
    use super::*;

    #[divan::bench(args = ["KQK", "KRK", "KPK", "KBNK"], sample_count = 3, sample_size = 1)]
    fn table(pieces: &str) -> u64 {
        build_table("chess-ending", &[("pieces", pieces)], 2, 1 << 30)
    }
}

mod dots_and_boxes_3x3 {
    use super::*;

    #[divan::bench(args = [1, 2], sample_count = 5, sample_size = 1)]
    fn retrograde(bencher: Bencher, threads: usize) {
        let game = dots_and_boxes(3, 3);
        bencher.bench(|| {
            let mut engine = Retrograde::new(&game, 1 << 30).expect("enough memory").with_threads(threads);
            let bounds = engine.bounds(&game.start(), Goal::Exact, &mut Control::default()).expect("solvable");
            assert_eq!(bounds.value(), Some(Value::Margin(-3)));
        });
    }

    /// What one would write by hand for this board alone.
    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn plain_loop() {
        // lines 0..12 are horizontal, row by row; 12..24 vertical
        let boxes: Vec<u32> = (0..9)
            .map(|i| {
                let (row, col) = (i / 3, i % 3);
                1 << (3 * row + col) | 1 << (3 * row + 3 + col) | 1 << (12 + 4 * row + col) | 1 << (13 + 4 * row + col)
            })
            .collect();
        // the boxes on both sides of a line; all ones where there is none
        let sides: [[u32; 2]; 24] = std::array::from_fn(|line| {
            let mut with_line = boxes.iter().copied().filter(|lines| lines >> line & 1 == 1);
            std::array::from_fn(|_| with_line.next().unwrap_or(u32::MAX))
        });
        let mut values = vec![0i8; 1 << 24];
        for drawn in (0..(1u32 << 24) - 1).rev() {
            let mut best = i8::MIN;
            let mut open = !drawn & ((1 << 24) - 1);
            while open != 0 {
                let line = open.trailing_zeros();
                open &= open - 1;
                let next = drawn | 1 << line;
                let after = values[next as usize];
                let [a, b] = sides[line as usize];
                let taken = (a & !next == 0) as i8 + (b & !next == 0) as i8;
                best = best.max(if taken > 0 { taken + after } else { -after });
            }
            values[drawn as usize] = best;
        }
        assert_eq!(black_box(values)[0], -3);
    }
}
