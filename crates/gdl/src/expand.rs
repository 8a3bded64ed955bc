//! The positions that moves lead to, found in passes over many positions.

use crate::line::{Job, Line, TOGETHER};
use crate::pool::Pool;
use crate::position::{self, Seen};
use crate::sheet::Sheet;
use std::sync::Arc;

/// A move: of the role that is to move, the how manyth in the order of the texts.
pub type Choice = u32;

/// What one thread needs to find successors, and what it has found.
pub struct Desk {
    packed: Line,
    plain: Line,
    found: Vec<(u32, Choice)>,
    /// The words of the positions that were found.
    words: Vec<u64>,
}

impl Desk {
    /// Room for passes.
    pub fn new(sheet: &Sheet) -> Desk {
        Desk { packed: Line::new(&sheet.packed), plain: Line::new(&sheet.plain), found: vec![], words: vec![] }
    }

    /// What was found: which one of the positions, what is done there, and the words of the position that this leads to.
    pub fn found(&self) -> impl ExactSizeIterator<Item = (usize, Choice, &[u64])> {
        let words = self.words.len() / self.found.len().max(1);
        self.found
            .iter()
            .zip(self.words.chunks_exact(words.max(1)))
            .map(|(&(at, choice), words)| (at as usize, choice, words))
    }
}

/// Positions and what leads from one to another. Positions are given by their words.
pub struct World {
    pub sheet: Arc<Sheet>,
    pool: Pool,
    /// The words of a position.
    words: usize,
    /// Whether there is room for packed bits; if not, all positions are in the pool.
    packs: bool,
}

impl World {
    /// The positions of these rules, in so many words.
    pub fn new(sheet: Arc<Sheet>, words: usize) -> Self {
        World { packs: World::fits(&sheet, words), sheet, words, pool: Pool::default() }
    }

    /// Whether packed positions fit into so many words.
    pub fn fits(sheet: &Sheet, words: usize) -> bool {
        sheet.codes.bits() <= position::room(words)
    }

    /// The words of the first position.
    pub fn start(&self) -> Vec<u64> {
        let row = self.sheet.plain.start();
        let mut seen = [Seen::default()];
        self.sheet.judge.judge(&self.sheet.plain.look(&mut self.sheet.plain.bench::<1>(), 1, |_| &row[..]), &mut seen);
        let mut words = vec![];
        self.place(&row, seen[0], &mut words);
        words
    }

    /// A position with a bit for each fact.
    pub fn plain_row(&self, words: &[u64]) -> Vec<u64> {
        match position::number(words) {
            Some(number) => self.pool.row(number),
            None => self.sheet.unpacked(words),
        }
    }

    /// Finds what the moves of some unfinished positions lead to, for each in their order.
    pub fn expand(&self, desk: &mut Desk, positions: &[u64]) {
        let Desk { packed, plain, found, words } = desk;
        found.clear();
        words.clear();
        let position = |at: u32| &positions[at as usize * self.words..][..self.words];
        let all = 0..(positions.len() / self.words) as u32;
        let (pooled, direct): (Vec<u32>, Vec<u32>) = all.partition(|&at| position::number(position(at)).is_some());
        let Sheet { packed: machine, plain: plain_machine, judge, .. } = &*self.sheet;
        for these in direct.chunks(TOGETHER) {
            let row = |lane: usize| position(these[lane]);
            let tell = &mut |job: Job, reached: Option<&[u64]>, seen| {
                let from = row(job.lane as usize);
                found.push((these[job.lane as usize], job.joint[position::seen(from).mover()]));
                match reached {
                    Some(bits) => position::write_packed(bits, seen, self.words, words),
                    // what has no packed bits goes a longer way
                    None => {
                        let from = self.plain_row(from);
                        let place = &mut |_, row: Option<&[u64]>, seen| self.place(plain_bits(row), seen, words);
                        plain.pass(plain_machine, judge, &[job], &|_| &from, place);
                    }
                }
            };
            packed.follow(machine, judge, these.len(), row, tell);
        }
        for these in pooled.chunks(TOGETHER) {
            let rows: Vec<Vec<u64>> = these.iter().map(|&at| self.plain_row(position(at))).collect();
            let mover = |lane: u32| position::seen(position(these[lane as usize])).mover();
            let tell = &mut |job: Job, row: Option<&[u64]>, seen| {
                found.push((these[job.lane as usize], job.joint[mover(job.lane)]));
                self.place(plain_bits(row), seen, words);
            };
            plain.follow(plain_machine, judge, these.len(), |lane| &rows[lane][..], tell);
        }
    }

    /// Adds the words of the position with these plain bits.
    fn place(&self, row: &[u64], seen: Seen, words: &mut Vec<u64>) {
        let mut bits = vec![0; self.sheet.codes.bits().div_ceil(64)];
        let fits = self.packs && self.sheet.codes.encode(|fact| row[fact / 64] >> (fact % 64) & 1 == 1, &mut bits);
        match fits {
            true => position::write_packed(&bits, seen, self.words, words),
            false => position::write_pooled(self.pool.number(row), seen, self.words, words),
        }
    }
}

fn plain_bits(row: Option<&[u64]>) -> &[u64] {
    row.expect("every position has plain bits")
}
