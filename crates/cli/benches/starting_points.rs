//! The three problems the project grew from, beside plain algorithms for them: `cargo bench -p perfectplay-cli`.
//!
//! The plain algorithms are what a contestant writes: trying all orders for abc349e, and alpha-beta without a table on
//! 18 flags for poj1085 (the latter from a board with some lines drawn, because it needs seconds from the empty one;
//! `--ignored` runs that, too).

use divan::{Bencher, black_box};
use perfectplay::games::{TixTax, WeightedTicTacToe, WonBoards, triangle_war};
use perfectplay::{AlphaBeta, Control, Engine, Game, Goal, Notation, perft};
use perfectplay_cli::cmd::judge::{abc349e, poj1085};
use std::io::Write;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

/// Boards with an odd sum, a line each.
fn boards(count: usize) -> String {
    let mut random = fastrand::Rng::with_seed(349);
    let mut text = String::new();
    for _ in 0..count {
        let mut weights: [i64; 9] = std::array::from_fn(|_| random.i64(-1_000_000_000..1_000_000_000));
        weights[8] += (weights.iter().sum::<i64>() % 2 == 0) as i64;
        text += &(weights.map(|w| w.to_string()).join(" ") + "\n");
    }
    text
}

/// Triangle War games with any number of lines drawn.
fn games(count: usize) -> String {
    let mut random = fastrand::Rng::with_seed(1085);
    let game = triangle_war(3);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let mut lines: Vec<u8> = game.moves(&game.start()).collect();
        random.shuffle(&mut lines);
        lines.truncate(random.usize(0..=18));
        text += &format!("{}\n", lines.len());
        for line in lines {
            text += &(game.write_move(line).replace('-', " ") + "\n");
        }
    }
    text
}

mod abc349e_100_000_boards {
    use super::*;

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn perfectplay(bencher: Bencher) {
        let input = boards(100_000);
        bencher.bench(|| abc349e::answer_batch(&input, None, &mut std::io::sink()).unwrap());
    }
}

mod abc349e_one_board {
    use super::*;

    const WEIGHTS: [i64; 9] = [0, 0, 0, 0, 1, 0, 0, 0, 0];

    #[divan::bench]
    fn perfectplay() -> bool {
        let game = WeightedTicTacToe::new(3, 3, 3, black_box(&WEIGHTS));
        let mut engine = AlphaBeta::new(&game, 4 << 20).unwrap();
        let goal = Goal::Outcome { lead: 0 };
        engine.bounds(&game.start(), goal, &mut Control::default()).unwrap().at_least.worth() > 0
    }

    /// All orders of marking the cells, with no table: 9! of them at the most.
    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn plain_search() -> i64 {
        let value = search(&mut [0; 9], black_box(&WEIGHTS), 1);
        assert_eq!(value, 1);
        value
    }

    /// The sign of the result for the first player; `mover` is 1 or −1.
    fn search(cells: &mut [i64; 9], weights: &[i64; 9], mover: i64) -> i64 {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        if LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == -mover)) {
            return -mover;
        }
        if cells.iter().all(|&mark| mark != 0) {
            return cells.iter().zip(weights).map(|(mark, weight)| mark * weight).sum::<i64>().signum();
        }
        let mut best = -mover;
        for cell in 0..9 {
            if cells[cell] == 0 {
                cells[cell] = mover;
                let value = search(cells, weights, -mover);
                cells[cell] = 0;
                if value * mover > best * mover {
                    best = value;
                }
            }
        }
        best
    }
}

mod poj1085_100_000_games {
    use super::*;

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn perfectplay(bencher: Bencher) {
        let input = games(100_000);
        bencher.bench(|| poj1085::answer(&input, None, &mut std::io::sink()).unwrap());
    }
}

mod poj1085_one_game {
    use super::*;

    /// Two lines are drawn.
    const DRAWN: &str = "1\n2\n1 2\n7 8\n";

    fn process(input: &str) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
            .args(["judge", "poj1085"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
    }

    #[divan::bench]
    fn empty_board_as_a_process() {
        process("1\n0\n");
    }

    #[divan::bench]
    fn empty_board_exact_margin() -> i32 {
        let game = triangle_war(3);
        let mut engine = AlphaBeta::new(&game, 64 << 20).unwrap();
        engine.bounds(&game.start(), Goal::Exact, &mut Control::default()).unwrap().at_least.worth()
    }

    #[divan::bench]
    fn two_lines_as_a_process() {
        process(DRAWN);
    }

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn two_lines_plain_alpha_beta() -> bool {
        let mut board = Flags::new();
        for line in [(1, 2), (7, 8)] {
            board.draw(board.line(line));
        }
        board.first_wins(0)
    }

    #[divan::bench(ignore, sample_count = 1, sample_size = 1)]
    fn empty_board_plain_alpha_beta() -> bool {
        let wins = Flags::new().first_wins(0);
        assert!(!wins);
        wins
    }

    /// Win or loss on 18 flags, with no table.
    struct Flags {
        lines: Vec<(u8, u8)>,
        /// For each line, the triangles on its sides as sets of lines.
        sides: Vec<Vec<u32>>,
        drawn: u32,
        scores: [u32; 2],
    }

    impl Flags {
        fn new() -> Self {
            let dot = |row: u8, col: u8| row * (row + 1) / 2 + col + 1;
            let mut lines = vec![];
            let mut corners = vec![];
            for row in 0..3 {
                for col in 0..=row {
                    let (top, left, right) = (dot(row, col), dot(row + 1, col), dot(row + 1, col + 1));
                    lines.extend([(top, left), (top, right), (left, right)]);
                    corners.push([top, left, right]);
                    if col < row {
                        corners.push([top, dot(row, col + 1), right]);
                    }
                }
            }
            let flag = |a: u8, b: u8| 1 << lines.iter().position(|&line| line == (a, b)).unwrap();
            let triangles: Vec<u32> =
                corners.iter().map(|&[a, b, c]| flag(a, b) | flag(a, c) | flag(b.min(c), b.max(c))).collect();
            let sides = (0..18).map(|line| triangles.iter().copied().filter(|t| t >> line & 1 == 1).collect());
            Flags { sides: sides.collect(), lines, drawn: 0, scores: [0, 0] }
        }

        fn line(&self, line: (u8, u8)) -> usize {
            self.lines.iter().position(|&known| known == line).unwrap()
        }

        /// Draws a line; how many triangles that completes.
        fn draw(&mut self, line: usize) -> u32 {
            self.drawn |= 1 << line;
            self.sides[line].iter().map(|triangle| (triangle & !self.drawn == 0) as u32).sum()
        }

        /// Whether the first player gets at least five triangles; `mover` is 0 or 1.
        fn first_wins(&mut self, mover: usize) -> bool {
            if self.scores[0] >= 5 || self.scores[1] >= 5 {
                return self.scores[0] >= 5;
            }
            for line in 0..18 {
                if self.drawn >> line & 1 == 0 {
                    let gain = self.draw(line);
                    self.scores[mover] += gain;
                    let wins = self.first_wins(if gain > 0 { mover } else { 1 - mover });
                    self.scores[mover] -= gain;
                    self.drawn &= !(1 << line);
                    if wins == (mover == 0) {
                        return wins;
                    }
                }
            }
            mover == 1
        }
    }
}

mod tixtax_perft {
    use super::*;

    /// 33,782,544 sequences.
    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn depth_7() -> u64 {
        let game = TixTax::new(WonBoards::Closed);
        perft(&game, &game.start(), black_box(7))
    }
}
