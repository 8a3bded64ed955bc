//! Random games, many at a time: 256 cost little more than one.

use crate::machine::{Bench, Machine};
use fastrand::Rng;

/// Games that are under way, 64 times `W`.
pub struct Playouts<'m, const W: usize> {
    machine: &'m Machine,
    bench: Bench<W>,
    planes: Vec<[u64; W]>,
    /// What each role may do at each position.
    legal: [Vec<Vec<u32>>; 2],
    random: Rng,
}

impl<'m, const W: usize> Playouts<'m, W> {
    /// Games at their start.
    pub(crate) fn new(machine: &'m Machine, seed: u64) -> Self {
        let mut games = Playouts {
            machine,
            bench: machine.bench(),
            planes: vec![[0; W]; machine.start_bits().len()],
            legal: [0, 1].map(|_| vec![vec![]; 64 * W]),
            random: Rng::with_seed(seed),
        };
        games.restart([u64::MAX; W]);
        games
    }

    /// The bits of the positions, each bit at all positions.
    pub(crate) fn planes(&self) -> &[[u64; W]] {
        &self.planes
    }

    /// How many wires have been read so far.
    pub(crate) fn work(&self) -> usize {
        self.bench.work
    }

    fn restart(&mut self, lanes: [u64; W]) {
        for (plane, &holds) in self.planes.iter_mut().zip(self.machine.start_bits()) {
            for (word, lanes) in plane.iter_mut().zip(lanes) {
                *word = if holds { *word | lanes } else { *word & !lanes };
            }
        }
    }

    /// A random move in each game; those that are over begin anew first, and are counted.
    pub fn advance(&mut self) -> u32 {
        let (mut over, mut tries) = (self.look(), 0);
        let finished = over.iter().map(|word| word.count_ones()).sum();
        while over.iter().any(|&word| word != 0) && tries < 2 {
            self.restart(over);
            over = self.look();
            tries += 1;
        }
        let Playouts { machine, bench, planes, legal, random, .. } = self;
        let mut pick = |list: &Vec<u32>| list.get(random.usize(..list.len().max(1))).copied().unwrap_or(0);
        let done = legal[0].iter().zip(&legal[1]).map(|(first, second)| [pick(first), pick(second)]);
        machine.play_on_planes(bench, planes, done);
        finished
    }

    /// Finds out what is legal, and where nothing more can be done.
    fn look(&mut self) -> [u64; W] {
        let sight = self.machine.look_at_planes(&mut self.bench, &self.planes);
        let mut over = sight.terminal();
        for (role, lists) in self.legal.iter_mut().enumerate() {
            lists.iter_mut().for_each(Vec::clear);
            sight.list_legal(role, lists);
            for (lane, _) in lists.iter().enumerate().filter(|(_, list)| list.is_empty()) {
                over[lane / 64] |= 1 << (lane % 64);
            }
        }
        over
    }
}
