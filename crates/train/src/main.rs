//! Learns what positions of a game are worth: it plays with itself, learns from that, and plays better.
//!
//! `perfectplay-train GAME learn --out FILE` writes a network after each round. The same seed gives the same file.

mod calibrate;
mod model;
mod play;
mod player;
mod positions;
mod versus;

use calibrate::Tally;
use clap::{Parser, Subcommand};
use model::{Model, Sample};
use perfectplay_game::{Options, Patterns, Playable, Visitor};
use perfectplay_solve::network::{Network, Weights, subject};
use perfectplay_solve::{Limits, Solvable};
use play::Play;
use positions::{Known, Wanted};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use versus::{Versus, told};

/// Learn what positions of a game are worth, and see what that is good for.
#[derive(Parser)]
struct Args {
    /// The game.
    game: String,
    /// An option of the game, KEY=VALUE.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Play with itself and learn from that, round after round; the same seed gives the same network.
    Learn(Learn),
    /// A match between two networks, at equal time of the processor.
    Versus {
        /// The first network; `none` for games by chance.
        first: PathBuf,
        /// The second.
        second: PathBuf,
        /// Pairs of games.
        #[arg(long, default_value_t = 100)]
        pairs: usize,
        /// Milliseconds a move.
        #[arg(long, conflicts_with = "nodes")]
        ms: Option<u64>,
        /// Moves made in the tree, for each move of a game.
        #[arg(long)]
        nodes: Option<u64>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// Find positions, and the true outcome of each of their moves.
    Positions {
        #[arg(long, default_value_t = 500)]
        count: usize,
        /// The least moves made before, and the most.
        #[arg(long, num_args = 2, default_values_t = [8, 20])]
        plies: Vec<usize>,
        /// One move in so many is made by chance, the others as well as can be told at a glance.
        #[arg(long, default_value_t = 4)]
        by_chance: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions that take more to solve are left out.
        #[arg(long, default_value_t = 100_000_000)]
        most_nodes: u64,
    },
    /// How often the move that seems best keeps what can be had, and how far percentages are from the truth.
    Calibrate {
        /// A file of `positions`.
        positions: PathBuf,
        /// A network; `none` for games by chance.
        network: PathBuf,
        /// Seconds of the processor for a position.
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
        /// Only the first ones.
        #[arg(long)]
        first: Option<usize>,
        #[arg(long, default_value_t = 2)]
        threads: usize,
    },
    /// A player for other programs: reads `newgame`, `play MOVE` and `go MILLISECONDS`.
    Player {
        /// The network; `none` for games by chance.
        network: PathBuf,
    },
}

#[derive(clap::Args)]
struct Learn {
    /// Where the network is written, after each round.
    #[arg(long)]
    out: PathBuf,
    /// A network to go on from.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Rounds of playing and learning.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// Games a round.
    #[arg(long, default_value_t = 10_000)]
    games: usize,
    /// Moves made in the tree for each move of a game.
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// At most 8 moves are made by chance to begin with, and then so many by how much they were tried.
    #[arg(long, default_value_t = 12)]
    by_share: usize,
    /// How much moves are tried that do not seem best.
    #[arg(long, default_value_t = 1.5)]
    exploration: f32,
    /// For each move of a game, so many positions of the tree are learnt from, too.
    #[arg(long, default_value_t = 1)]
    of_tree: usize,
    /// How much what was reached in the end counts, against what a position seemed to be worth.
    #[arg(long, default_value_t = 0.7)]
    end: f32,
    /// Samples are learnt from for so many rounds.
    #[arg(long, default_value_t = 4)]
    remember: usize,
    /// How often each sample is learnt from in a round.
    #[arg(long, default_value_t = 1)]
    passes: usize,
    /// The first step of a round of learning; the last one is a tenth of it.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

const BATCH: usize = 256;

/// One of so many samples is kept apart, to see whether what is learnt holds elsewhere.
const APART: usize = 50;

fn main() {
    let args = Args::parse();
    let settings: Vec<(String, String)> = args
        .settings
        .iter()
        .filter_map(|setting| setting.split_once('='))
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    let name = args.game.clone();
    perfectplay_games::visit(&name, &settings, Training(args)).unwrap_or_else(|error| panic!("{error}"));
}

struct Training(Args);

impl Visitor for Training {
    type Output = ();

    fn visit<G: Playable>(self, game: G, options: &Options) {
        let Training(Args { game: called, task, .. }) = self;
        let name = subject(&game, &called, options);
        let network = |file: &Path| {
            let weights = (file != Path::new("none")).then(|| read(file, &name, &game.patterns()));
            weights.map(|weights| Arc::new(Network::new(&weights, &game.patterns())))
        };
        match task {
            Task::Learn(learn) => train(&game, &name, &learn),
            Task::Versus { first, second, pairs, ms, nodes, seed, threads } => {
                let limits = Limits { nodes, time: ms.map(Duration::from_millis) };
                let versus = Versus { pairs, limits, threads, seed };
                println!("{}", told(versus.play(&game, [network(&first), network(&second)])));
            }
            Task::Positions { count, plies, by_chance, seed, most_nodes } => {
                let wanted = Wanted { count, plies: plies[0]..=plies[1], by_chance, seed, most_nodes };
                let left_out = wanted.find(&game, |known| println!("{}", known.write(&game)));
                println!("# {name}, {left_out} left out");
            }
            Task::Calibrate { positions, network: file, seconds, first, threads } => {
                let text = std::fs::read_to_string(&positions)
                    .unwrap_or_else(|error| panic!("{}: {error}", positions.display()));
                let known =
                    text.lines().filter_map(|line| Known::read(&game, line).unwrap_or_else(|error| panic!("{error}")));
                let known: Vec<Known<G>> = known.take(first.unwrap_or(usize::MAX)).collect();
                let time = Duration::from_secs_f64(seconds);
                println!(
                    "| {name} | {seconds} s |{}",
                    Tally::of(&game, network(&file).as_ref(), &known, time, threads).row()
                );
            }
            Task::Player { network: file } => player::answer(&game, network(&file), |mv| game.write_move(mv)),
        }
    }
}

/// The weights in a file.
fn read(file: &Path, name: &str, patterns: &Patterns) -> Weights {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Weights::read(&bytes, name, patterns).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn train<G: Solvable>(game: &G, name: &str, args: &Learn) {
    let patterns = game.patterns();
    assert!(!patterns.is_empty(), "expected a game that can be judged by patterns, found {name}");
    let mut random = fastrand::Rng::with_seed(args.seed);
    let from = args.from.as_ref().map(|file| read(file, name, &patterns));
    let mut network = from.as_ref().map(|weights| Arc::new(Network::new(weights, &patterns)));
    let mut model = Model::new(&patterns, from, &mut random);
    let mut rounds: Vec<Vec<Sample>> = vec![];
    let mut apart: Vec<Sample> = vec![];
    for round in 1..=args.rounds {
        let started = Instant::now();
        let play = Play {
            games: args.games,
            seed: random.u64(..),
            threads: args.threads,
            nodes: args.nodes,
            by_chance: 8,
            by_share: args.by_share,
            exploration: args.exploration,
            of_tree: args.of_tree,
            end: args.end,
        };
        let mut samples = play.samples(game, network.as_ref());
        random.shuffle(&mut samples);
        let kept = samples.len() / APART;
        apart.splice(.., samples.drain(..kept));
        let played = started.elapsed().as_secs_f64();
        rounds.insert(0, samples);
        rounds.truncate(args.remember);
        let before = loss(&mut model, &apart);
        let all: Vec<&Sample> = rounds.iter().flatten().collect();
        let mut order: Vec<u32> = (0..all.len() as u32).collect();
        let batches = args.passes * all.len().div_ceil(BATCH);
        let mut done = 0;
        for _ in 0..args.passes {
            random.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                let rate = args.rate * 0.1f32.powf(done as f32 / batches as f32);
                model.learn(batch.iter().map(|&at| all[at as usize]), rate);
                done += 1;
            }
        }
        let after = loss(&mut model, &apart);
        let weights = model.weights();
        let file = weights.write(name);
        let read = Weights::read(&file, name, &patterns).expect("what was written");
        network = Some(Arc::new(Network::new(&read, &patterns)));
        std::fs::write(&args.out, &file).unwrap_or_else(|error| panic!("{}: {error}", args.out.display()));
        println!(
            "round {round}: {} samples in {played:.0} s, learnt from {} in {:.0} s, loss {before:.4} before, {after:.4} after; {} bytes",
            rounds[0].len(),
            all.len(),
            started.elapsed().as_secs_f64() - played,
            file.len()
        );
    }
}

/// The mean loss.
fn loss(model: &mut Model, samples: &[Sample]) -> f64 {
    samples.iter().map(|sample| model.loss(sample)).sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::Hints;
    use perfectplay_games::{TixTax, WonBoards};

    #[test]
    fn the_same_seed_gives_the_same_network() {
        let game = TixTax::new(WonBoards::Open);
        let learn = |name: &str, seed: u64, threads: usize| {
            let out = std::env::temp_dir().join(format!("perfectplay-{}-{name}.net", std::process::id()));
            let args = Learn {
                out: out.clone(),
                from: None,
                rounds: 2,
                games: 3,
                nodes: 300,
                by_share: 12,
                exploration: 1.5,
                of_tree: 1,
                end: 0.7,
                remember: 2,
                passes: 1,
                rate: 0.002,
                seed,
                threads,
            };
            train(&game, "a game", &args);
            let file = std::fs::read(&out).unwrap();
            std::fs::remove_file(&out).unwrap();
            file
        };
        let first = learn("first", 1, 1);
        assert_eq!(first, learn("second", 1, 2), "with any number of threads");
        assert_ne!(first, learn("third", 2, 1));
        Weights::read(&first, "a game", &game.patterns()).unwrap();
    }
}
