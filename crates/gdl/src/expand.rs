//! The positions that moves lead to, found in passes over many positions.

use crate::machine::{Bench, Joint, Machine};
use crate::pool::Pool;
use crate::position::{Position, Seen};
use crate::sheet::Sheet;
use std::sync::Arc;

/// A move: of the role that is to move, the how manyth in the order of the texts.
pub type Choice = u32;

/// What one thread needs to find successors.
pub struct Desk {
    packed: (Bench<1>, Bench<4>),
    plain: (Bench<1>, Bench<4>),
}

impl Desk {
    /// Room for passes.
    pub fn new(sheet: &Sheet) -> Desk {
        Desk { packed: (sheet.packed.bench(), sheet.packed.bench()), plain: (sheet.plain.bench(), sheet.plain.bench()) }
    }
}

/// Positions and what leads from one to another.
pub struct World<const N: usize> {
    pub sheet: Arc<Sheet>,
    pool: Pool,
    /// Whether there is room for packed bits; if not, all positions are in the pool.
    packs: bool,
}

impl<const N: usize> World<N> {
    pub fn new(sheet: Arc<Sheet>) -> Self {
        World { packs: World::<N>::fits(&sheet), sheet, pool: Pool::default() }
    }

    /// Whether packed positions fit into `N` words.
    pub fn fits(sheet: &Sheet) -> bool {
        sheet.codes.bits() <= Position::<N>::BITS
    }

    /// The first position.
    pub fn start(&self, desk: &mut Desk) -> Position<N> {
        self.place(&mut desk.plain, &self.sheet.plain.start())
    }

    /// A position with a bit for each fact.
    pub fn plain_row(&self, position: &Position<N>) -> Vec<u64> {
        match position.number() {
            Some(number) => self.pool.row(number),
            None => self.sheet.unpacked(position.as_ref()),
        }
    }

    /// Tells for each of some unfinished positions what its moves lead to, in their order.
    pub fn successors(
        &self,
        desk: &mut Desk,
        positions: &[Position<N>],
        tell: &mut impl FnMut(usize, Choice, Position<N>),
    ) {
        let Desk { packed, plain } = desk;
        let (pooled, direct): (Vec<usize>, Vec<usize>) =
            (0..positions.len()).partition(|&at| positions[at].number().is_some());
        for chunk in direct.chunks(256) {
            let rows: Vec<&[u64]> = chunk.iter().map(|&at| positions[at].as_ref()).collect();
            let movers: Vec<usize> = chunk.iter().map(|&at| positions[at].seen().mover()).collect();
            let machine = &self.sheet.packed;
            let (mut found, mut unseen) = (vec![], vec![]);
            follow(machine, packed, &rows, &movers, &mut |at, joint, row| {
                let position = match row {
                    Some(row) => {
                        unseen.push(found.len());
                        Position::packed(row, Seen::default())
                    }
                    // what has no packed bits goes a longer way
                    None => self.detour(plain, &self.plain_row(&positions[chunk[at]]), joint),
                };
                found.push((chunk[at], joint[movers[at]], position));
            });
            for some in unseen.chunks(256) {
                let rows: Vec<Position<N>> = some.iter().map(|&nth| found[nth].2).collect();
                self.see(machine, packed, &rows, &mut |lane, seen| found[some[lane]].2 = rows[lane].with(seen));
            }
            found.into_iter().for_each(|(at, choice, position)| tell(at, choice, position));
        }
        for at in pooled {
            let row = self.plain_row(&positions[at]);
            let mover = positions[at].seen().mover();
            let mut found = vec![];
            follow(&self.sheet.plain, plain, &[&row], &[mover], &mut |_, joint, row| {
                found.push((joint[mover], row.expect("every position has plain bits").to_vec()));
            });
            for (choice, row) in found {
                let position = self.place(plain, &row);
                tell(at, choice, position);
            }
        }
    }

    /// What a move leads to, by plain bits.
    fn detour(&self, bench: &mut (Bench<1>, Bench<4>), row: &[u64], joint: Joint) -> Position<N> {
        let mut next = vec![];
        self.sheet.plain.play(&mut bench.0, &[row], &[joint], &mut |_, row| {
            next = row.expect("every position has plain bits").to_vec();
        });
        self.place(bench, &next)
    }

    /// The position with these plain bits.
    fn place(&self, bench: &mut (Bench<1>, Bench<4>), row: &[u64]) -> Position<N> {
        let mut found = None;
        self.see(&self.sheet.plain, bench, &[row], &mut |_, seen| found = Some(seen));
        let seen = found.expect("a judge tells about each position");
        let mut bits = vec![0; self.sheet.codes.bits().div_ceil(64)];
        let fits = self.packs && self.sheet.codes.encode(|fact| row[fact / 64] >> (fact % 64) & 1 == 1, &mut bits);
        if fits { Position::packed(&bits, seen) } else { Position::pooled(self.pool.number(row), seen) }
    }

    /// Looks at positions and tells what was seen.
    fn see<P: AsRef<[u64]>>(
        &self,
        machine: &Machine,
        bench: &mut (Bench<1>, Bench<4>),
        rows: &[P],
        tell: &mut impl FnMut(usize, Seen),
    ) {
        let judge = &self.sheet.judge;
        let mut tell = |lane, verdict| tell(lane, Seen::new(verdict));
        match rows.len() <= 64 {
            true => judge.judge(&machine.look(&mut bench.0, rows), rows.len(), &mut tell),
            false => judge.judge(&machine.look(&mut bench.1, rows), rows.len(), &mut tell),
        }
    }
}

/// Tells what all moves of some positions lead to: the position, what both roles do, and the bits, if there are any.
fn follow(
    machine: &Machine,
    bench: &mut (Bench<1>, Bench<4>),
    rows: &[&[u64]],
    movers: &[usize],
    tell: &mut impl FnMut(usize, Joint, Option<&[u64]>),
) {
    let legal = match rows.len() <= 64 {
        true => legal(machine, &mut bench.0, rows),
        false => legal(machine, &mut bench.1, rows),
    };
    let jobs: Vec<(usize, Joint)> = (0..rows.len())
        .flat_map(|at| {
            let (mover, forced) = (movers[at], legal[1 - movers[at]][at][0]);
            let joint = move |choice| if mover == 0 { [choice, forced] } else { [forced, choice] };
            legal[mover][at].iter().map(move |&choice| (at, joint(choice)))
        })
        .collect();
    for jobs in jobs.chunks(256) {
        let from: Vec<&[u64]> = jobs.iter().map(|&(at, _)| rows[at]).collect();
        let done: Vec<Joint> = jobs.iter().map(|&(_, joint)| joint).collect();
        let mut tell = |lane: usize, row: Option<&[u64]>| tell(jobs[lane].0, jobs[lane].1, row);
        match jobs.len() <= 64 {
            true => machine.play(&mut bench.0, &from, &done, &mut tell),
            false => machine.play(&mut bench.1, &from, &done, &mut tell),
        }
    }
}

/// For each role, what it may do at each position.
fn legal<const W: usize>(machine: &Machine, bench: &mut Bench<W>, rows: &[&[u64]]) -> [Vec<Vec<u32>>; 2] {
    let sight = machine.look(bench, rows);
    [0, 1].map(|role| {
        let mut lists = vec![vec![]; rows.len()];
        sight.list_legal(role, &mut lists);
        lists
    })
}
