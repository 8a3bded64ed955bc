//! The positions that moves lead to, found in passes over many positions.

use crate::line::{Job, Line, Reached, TOGETHER};
use crate::pool::Pool;
use crate::position::{self, Seen};
use crate::sheet::Sheet;
use perfectplay_game::Heap;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// A move: of the role that is to move, the how manyth in the order of the texts.
pub type Choice = u32;

/// What one thread needs to find successors, and what it has found.
pub struct Desk {
    packed: Line,
    plain: Line,
    found: Found,
}

/// The positions that moves have led to.
#[derive(Default)]
pub struct Found {
    /// For each of them, from which position and by what.
    pub steps: Vec<(u32, Choice)>,
    /// Their words, one after the other.
    pub words: Vec<u64>,
    /// What can be done at each of them, if that was asked for and they are not finished.
    pub choices: Vec<Option<Choices>>,
    looks_further: bool,
}

/// What can be done at a position: by the role that is to move, and by the other one, which has no choice.
#[derive(Clone)]
pub struct Choices {
    pub own: Arc<[Choice]>,
    pub forced: Choice,
}

impl Desk {
    /// Room for passes.
    pub fn new(sheet: &Sheet) -> Desk {
        Desk { packed: Line::new(&sheet.packed), plain: Line::new(&sheet.plain), found: Found::default() }
    }

    /// What was found last.
    pub fn found(&mut self) -> &mut Found {
        &mut self.found
    }

    fn clear(&mut self, looks_further: bool) {
        self.found.steps.clear();
        self.found.words.clear();
        self.found.choices.clear();
        self.found.looks_further = looks_further;
        self.packed.looks_further = looks_further;
        self.plain.looks_further = looks_further;
    }
}

/// The part of the memory for the pool if all positions are there, and if hardly any are: one in so many.
const ALL: usize = 2;
const FEW: usize = 16;

/// Positions and what leads from one to another. Positions are given by their words.
pub struct World {
    pub sheet: Arc<Sheet>,
    pub pool: Pool,
    /// The words of a position.
    words: usize,
    /// Whether there is room for packed bits; if not, all positions are in the pool.
    packs: bool,
}

impl World {
    /// The positions of these rules, in so many words.
    pub fn new(sheet: Arc<Sheet>, words: usize) -> Self {
        let packs = World::fits(&sheet, words);
        World { packs, sheet, words, pool: Pool::new(Heap::new(if packs { FEW } else { ALL })) }
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

    /// Writes the words of a position, and its bits if it is in the pool.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write(&self, words: &[u64], to: &mut dyn Write) -> io::Result<()> {
        let mut written = words.to_vec();
        if let Some(number) = position::number(words) {
            written.clear();
            position::write_pooled(0, position::seen(words), self.words, &mut written);
            written.extend(self.pool.row(number));
        }
        written.iter().try_for_each(|word| to.write_all(&word.to_le_bytes()))
    }

    /// The words of a position that was written.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn read(&self, from: &mut dyn Read) -> io::Result<Vec<u64>> {
        let mut read = |count: usize| -> io::Result<Vec<u64>> {
            let mut word = || {
                let mut bytes = [0; size_of::<u64>()];
                from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
            };
            (0..count).map(|_| word()).collect()
        };
        let mut words = read(self.words)?;
        if position::number(&words).is_some() {
            let row = read(self.sheet.facts.len().div_ceil(64))?;
            let seen = position::seen(&words);
            words.clear();
            position::write_pooled(self.pool.number(&row), seen, self.words, &mut words);
        }
        Ok(words)
    }

    /// How far a game has come, if there is something that rises with every move.
    #[inline]
    pub fn layer(&self, words: &[u64]) -> Option<u32> {
        let meter = self.sheet.meter.as_ref()?;
        Some(match position::number(words) {
            Some(number) => meter.of_plain(&self.pool.row(number)),
            None => meter.of_packed(words),
        })
    }

    /// Finds what the moves of some unfinished positions lead to, for each in their order.
    pub fn expand(&self, desk: &mut Desk, positions: &[u64]) {
        desk.clear(false);
        let Desk { packed, plain, found } = desk;
        let position = |at: u32| &positions[at as usize * self.words..][..self.words];
        let all = 0..(positions.len() / self.words) as u32;
        let (pooled, direct): (Vec<u32>, Vec<u32>) = all.partition(|&at| position::number(position(at)).is_some());
        let Sheet { packed: machine, plain: plain_machine, judge, .. } = &*self.sheet;
        for these in direct.chunks(TOGETHER) {
            let row = |lane: usize| position(these[lane]);
            let tell = &mut |reached: Reached| {
                let lane = reached.job.lane as usize;
                self.add(found, these[lane], row(lane), plain, reached);
            };
            packed.follow(machine, judge, these.len(), row, tell);
        }
        for these in pooled.chunks(TOGETHER) {
            let rows: Vec<Vec<u64>> = these.iter().map(|&at| self.plain_row(position(at))).collect();
            let tell = &mut |reached: Reached| {
                let at = these[reached.job.lane as usize];
                self.add_plain(found, at, position(at), &reached);
            };
            plain.follow(plain_machine, judge, these.len(), |lane| &rows[lane][..], tell);
        }
    }

    /// Finds what the moves of an unfinished position lead to, and what can be done there.
    pub fn look_further(&self, desk: &mut Desk, position: &[u64], known: Option<&Choices>) {
        desk.clear(true);
        let Desk { packed, plain, found } = desk;
        let Sheet { packed: machine, plain: plain_machine, judge, .. } = &*self.sheet;
        let is_second = position::seen(position).mover() == 1;
        let jobs = known.map(|Choices { own, forced }| -> Vec<Job> {
            let joint = |&choice: &Choice| if is_second { [*forced, choice] } else { [choice, *forced] };
            own.iter().map(|choice| Job { lane: 0, joint: joint(choice) }).collect()
        });
        match position::number(position) {
            None => {
                let tell = &mut |reached: Reached| self.add(found, 0, position, plain, reached);
                match jobs {
                    Some(jobs) => packed.pass(machine, judge, &jobs, &|_| position, tell),
                    None => packed.follow(machine, judge, 1, |_| position, tell),
                }
            }
            Some(_) => {
                let row = self.plain_row(position);
                let tell = &mut |reached: Reached| self.add_plain(found, 0, position, &reached);
                match jobs {
                    Some(jobs) => plain.pass(plain_machine, judge, &jobs, &|_| &row[..], tell),
                    None => plain.follow(plain_machine, judge, 1, |_| &row[..], tell),
                }
            }
        }
    }

    /// Adds a position that was reached from another one by packed bits.
    #[inline]
    fn add(&self, found: &mut Found, at: u32, from: &[u64], plain: &mut Line, reached: Reached) {
        let Reached { job, row, seen, .. } = reached;
        match row {
            Some(bits) => {
                found.note(at, from, &reached);
                position::write_packed(bits, seen, self.words, &mut found.words);
            }
            // what has no packed bits goes a longer way
            None => {
                let row = self.plain_row(from);
                let add = &mut |reached: Reached| self.add_plain(found, at, from, &reached);
                plain.pass(&self.sheet.plain, &self.sheet.judge, &[job], &|_| &row[..], add);
            }
        }
    }

    /// Adds a position that was reached from another one by plain bits.
    fn add_plain(&self, found: &mut Found, at: u32, from: &[u64], reached: &Reached) {
        found.note(at, from, reached);
        self.place(reached.row.expect("every position has plain bits"), reached.seen, &mut found.words);
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

impl Found {
    /// Notes how a position was reached, and what can be done there.
    #[inline]
    fn note(&mut self, at: u32, from: &[u64], reached: &Reached) {
        self.steps.push((at, reached.job.joint[position::seen(from).mover()]));
        if self.looks_further {
            let mover = reached.seen.mover();
            let forced = reached.legal[1 - mover].first().filter(|_| reached.seen.goes_on());
            self.choices.push(forced.map(|&forced| Choices { own: reached.legal[mover].into(), forced }));
        }
    }
}
