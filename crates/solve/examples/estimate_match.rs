//! A match between the estimate engine and plain UCT, with the same time a move. Each pair of games begins with the same two
//! moves, made by chance, with sides changed; two games are played at a time.
//!
//! `cargo run --release -p perfectplay-solve --example estimate_match -- PAIRS MILLISECONDS [GAME [KEY=VALUE]…]`

use perfectplay_game::{Ending, Game, Options, Playable, Record, Visitor};
use perfectplay_solve::{Control, Estimate, Limits};
use std::time::{Duration, Instant};

const MEMORY: usize = 256 << 20;

/// What UCT does best with, of 0.4, 0.7, 1.0 and 1.4.
const EXPLORE: f64 = 0.4;

/// A player of a match.
trait Opponent<G: Game> {
    fn choose(&mut self, position: &G::Position, lead: i32, time: Duration, work: &mut Work) -> G::Move;
}

/// How much a player has done: moves made in games to the end and in the tree.
#[derive(Clone, Copy, Default)]
struct Work {
    moves: u64,
    time: Duration,
}

impl<G: Playable> Opponent<G> for Estimate<'_, G> {
    fn choose(&mut self, position: &G::Position, lead: i32, time: Duration, work: &mut Work) -> G::Move {
        let mut control = Control::new(Limits { nodes: None, time: Some(time) });
        let estimation = self.think(position, lead, &mut control).expect("a game that keeps its promises");
        work.moves += control.nodes();
        work.time += control.elapsed();
        estimation.choice().expect("an unfinished position").0
    }
}

impl Work {
    fn and(self, other: Work) -> Work {
        Work { moves: self.moves + other.moves, time: self.time + other.time }
    }
}

/// UCT as in the textbooks: UCB1, a node added a playout, moves by chance in playouts, the move tried most is made.
struct Uct<'g, G: Game> {
    game: &'g G,
    random: fastrand::Rng,
    nodes: Vec<UctNode<G>>,
    moves: u64,
}

struct UctNode<G: Game> {
    /// The move to the node, if it is not the root, and the position after it.
    mv: Option<G::Move>,
    position: G::Position,
    /// The lead of the side to move.
    lead: i32,
    untried: Vec<G::Move>,
    children: Vec<usize>,
    visits: f64,
    /// Points of the side to move, from 0 to 1 for a game.
    points: f64,
}

impl<'g, G: Game> Uct<'g, G> {
    fn new(game: &'g G, seed: u64) -> Self {
        Uct { game, random: fastrand::Rng::with_seed(seed), nodes: vec![], moves: 0 }
    }

    fn add(&mut self, mv: Option<G::Move>, position: G::Position, lead: i32) -> usize {
        let untried = self.game.moves(&position).collect();
        self.nodes.push(UctNode { mv, position, lead, untried, children: vec![], visits: 0.0, points: 0.0 });
        self.nodes.len() - 1
    }

    fn after(&mut self, position: &G::Position, lead: i32, mv: G::Move) -> (G::Position, i32) {
        self.moves += 1;
        let step = self.game.play(position, mv);
        let again = self.game.moves_again(position, &step.position);
        let lead = lead + step.gain;
        (step.position, if again { lead } else { -lead })
    }

    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let ucb = |&child: &usize| {
            let child = &self.nodes[child];
            let mean = child.points / child.visits;
            let mean = if self.game.moves_again(&node.position, &child.position) { mean } else { 1.0 - mean };
            mean + EXPLORE * (node.visits.ln() / child.visits).sqrt()
        };
        *node.children.iter().max_by(|a, b| ucb(a).total_cmp(&ucb(b))).expect("an unfinished position")
    }

    /// Points of the side to move.
    fn playout(&mut self, at: usize) -> f64 {
        let (mut position, mut lead) = (self.nodes[at].position.clone(), self.nodes[at].lead);
        let mover = self.game.turn(&position);
        let mut moves = vec![];
        loop {
            if let Some(ending) = self.game.ending(&position) {
                let points = match ending {
                    Ending::Win => 1.0,
                    Ending::Loss => 0.0,
                    Ending::Tie => (f64::from(lead.signum()) + 1.0) / 2.0,
                };
                return if self.game.turn(&position) == mover { points } else { 1.0 - points };
            }
            moves.clear();
            moves.extend(self.game.moves(&position));
            let mv = moves[self.random.usize(..moves.len())];
            (position, lead) = self.after(&position, lead, mv);
        }
    }

    fn try_once(&mut self) {
        let mut way = vec![0];
        let mut at = 0;
        while self.nodes[at].untried.is_empty() && !self.nodes[at].children.is_empty() {
            at = self.select(at);
            way.push(at);
        }
        if !self.nodes[at].untried.is_empty() {
            let pick = self.random.usize(..self.nodes[at].untried.len());
            let mv = self.nodes[at].untried.swap_remove(pick);
            let before = self.nodes[at].position.clone();
            let (position, lead) = self.after(&before, self.nodes[at].lead, mv);
            let child = self.add(Some(mv), position, lead);
            self.nodes[at].children.push(child);
            at = child;
            way.push(at);
        }
        let points = self.playout(at);
        let turn = self.game.turn(&self.nodes[at].position);
        for at in way {
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.points += if self.game.turn(&node.position) == turn { points } else { 1.0 - points };
        }
    }
}

impl<G: Game> Opponent<G> for Uct<'_, G> {
    fn choose(&mut self, position: &G::Position, lead: i32, time: Duration, work: &mut Work) -> G::Move {
        const BETWEEN_LOOKS: u64 = 8;
        let started = Instant::now();
        self.nodes.clear();
        self.moves = 0;
        self.add(None, position.clone(), lead);
        loop {
            (0..BETWEEN_LOOKS).for_each(|_| self.try_once());
            if started.elapsed() >= time {
                break;
            }
        }
        work.moves += self.moves;
        work.time += started.elapsed();
        let by_visits = |a: &&usize, b: &&usize| self.nodes[**a].visits.total_cmp(&self.nodes[**b].visits);
        let most = self.nodes[0].children.iter().max_by(by_visits).expect("an unfinished position");
        self.nodes[*most].mv.expect("not the root")
    }
}

/// A game from two moves made by chance on: points of the estimate engine from 0 to 2.
fn play<G: Playable>(game: &G, number: u64, time: Duration, work: &mut [Work; 2]) -> usize {
    let mut estimate = Estimate::new(game, MEMORY, number).expect("enough memory");
    let mut uct = Uct::new(game, number);
    let mut opening = fastrand::Rng::with_seed(number / 2);
    let mut record = Record::new(game);
    for _ in 0..2 {
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        record.play(game, opening.choice(moves).expect("a game of more than two moves")).expect("a legal move");
    }
    let is_estimates_turn = |record: &Record<G>| game.turn(record.position()).index() as u64 == number % 2;
    while game.ending(record.position()).is_none() {
        let (position, lead) = (record.position(), record.lead(game));
        let mv = match is_estimates_turn(&record) {
            true => estimate.choose(position, lead, time, &mut work[0]),
            false => uct.choose(position, lead, time, &mut work[1]),
        };
        record.play(game, mv).expect("a legal move");
    }
    let value = game.final_value(record.position()).expect("a finished game").with_lead(record.lead(game));
    let points = 1 + value.worth().signum();
    (if is_estimates_turn(&record) { points } else { 2 - points }) as usize
}

/// So many pairs of games, with so much time a move.
struct Match {
    pairs: u64,
    time: Duration,
}

impl Visitor for Match {
    /// For either side of the estimate engine: how many losses, ties and wins it had, and the work of both players.
    type Output = [([u32; 3], [Work; 2]); 2];

    fn visit<G: Playable>(self, game: G, _: &Options) -> Self::Output {
        let half = &|sides: u64| {
            let (mut results, mut work) = ([0u32; 3], [Work::default(); 2]);
            for pair in 0..self.pairs {
                results[play(&game, 2 * pair + sides, self.time, &mut work)] += 1;
            }
            (results, work)
        };
        std::thread::scope(|scope| {
            [0, 1].map(|sides| scope.spawn(move || half(sides))).map(|half| half.join().expect("no panic"))
        })
    }
}

fn tell(name: &str, work: Work) {
    let a_second = |count: u64| count as f64 / work.time.as_secs_f64() / 1e3;
    println!("{name}: {:.0} thousand moves a second", a_second(work.moves));
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number =
        |name: &str| args.next().and_then(|arg| arg.parse::<u64>().ok()).unwrap_or_else(|| panic!("{name}?"));
    let (pairs, time) = (number("PAIRS"), Duration::from_millis(number("MILLISECONDS")));
    let name = args.next().unwrap_or_else(|| "tixtax".to_string());
    let options: Vec<(String, String)> = args
        .map(|arg| arg.split_once('=').map(|(key, value)| (key.to_string(), value.to_string())).expect("KEY=VALUE"))
        .collect();
    let halves =
        perfectplay_games::visit(&name, &options, Match { pairs, time }).unwrap_or_else(|error| panic!("{error}"));
    let results = [0, 1, 2].map(|points| halves.iter().map(|(results, _)| f64::from(results[points])).sum::<f64>());
    let games = results.iter().sum::<f64>();
    let mean = (results[1] / 2.0 + results[2]) / games;
    let variance = (0..3).map(|points| results[points] * (points as f64 / 2.0 - mean).powi(2)).sum::<f64>() / games;
    let interval = 1.96 * (variance / games).sqrt();
    println!("estimate against UCT: {} wins, {} ties, {} losses", results[2], results[1], results[0]);
    println!("{:.1} % ± {:.1} (95 %)", 100.0 * mean, 100.0 * interval);
    for (player, name) in ["estimate", "UCT"].into_iter().enumerate() {
        tell(name, halves.iter().fold(Work::default(), |sum, (_, work)| sum.and(work[player])));
    }
}
