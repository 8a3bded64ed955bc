//! The network of a game at work: what is legal, what is over, and what comes next, for as many positions as fit into one pass.

use crate::net::{Circuit, Net, Tap};

/// What each role does, by number.
pub type Joint = [u32; 2];

/// The circuits of a game.
pub struct Machine {
    view: Circuit,
    step: Circuit,
    bits: usize,
    /// How many moves each role may ever make.
    moves: [usize; 2],
    /// How many goals each role may ever reach.
    goals: [usize; 2],
    start: Vec<bool>,
}

/// Room for what the wires carry, for 64 positions times `W`.
pub struct Bench<const W: usize> {
    view: Vec<[u64; W]>,
    step: Vec<[u64; W]>,
    /// The inputs of moves that have been set.
    done: Vec<usize>,
    /// The words of 64 positions, word by word.
    blocks: Vec<[u64; 64]>,
    row: Vec<u64>,
    /// So many wires have been read.
    pub work: usize,
}

/// What a pass has told about positions.
pub struct Sight<'m, const W: usize> {
    slots: &'m [[u64; W]],
    outputs: &'m [Tap],
    moves: [usize; 2],
    goals: [usize; 2],
}

impl Machine {
    /// The machine of a network.
    pub fn new(net: &Net) -> Machine {
        let moves = [0, 1].map(|role| net.moves[role].len());
        let goals = [0, 1].map(|role| net.goals[role].len());
        let bits = net.next.len();
        let inputs = bits + moves[0] + moves[1];
        let seen = [&net.moves[0], &net.moves[1], &net.goals[0], &net.goals[1]];
        let seen: Vec<_> =
            std::iter::once(net.terminal).chain(seen.into_iter().flatten().map(|&(_, wire)| wire)).collect();
        let next: Vec<_> = net.next.iter().copied().chain([net.misfit]).collect();
        Machine {
            view: Circuit::new(&net.gates, inputs, &seen),
            step: Circuit::new(&net.gates, inputs, &next),
            bits,
            moves,
            goals,
            start: net.start.clone(),
        }
    }

    /// The words of the first position.
    pub fn start(&self) -> Vec<u64> {
        let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
        self.start.chunks(64).map(word).collect()
    }

    /// The bits of the first position.
    pub fn start_bits(&self) -> &[bool] {
        &self.start
    }

    /// Room for passes.
    pub fn bench<const W: usize>(&self) -> Bench<W> {
        let words = self.bits.div_ceil(64);
        Bench {
            view: self.view.slots(),
            step: self.step.slots(),
            done: vec![],
            blocks: vec![[0; 64]; words],
            row: vec![0; words],
            work: 0,
        }
    }

    /// Looks at so many positions, at most 64 times `W`, whose words are given.
    pub fn look<'m, 'r, const W: usize>(
        &'m self,
        bench: &'m mut Bench<W>,
        count: usize,
        row: impl Fn(usize) -> &'r [u64],
    ) -> Sight<'m, W> {
        self.load(self.view.inputs(&mut bench.view), count, row);
        self.seen(bench)
    }

    /// Looks at positions whose bits are given plane by plane: each bit at all positions.
    pub fn look_at_planes<'m, const W: usize>(&'m self, bench: &'m mut Bench<W>, planes: &[[u64; W]]) -> Sight<'m, W> {
        self.view.inputs(&mut bench.view)[..self.bits].copy_from_slice(planes);
        self.seen(bench)
    }

    fn seen<'m, const W: usize>(&'m self, bench: &'m mut Bench<W>) -> Sight<'m, W> {
        bench.work += self.view.run(&mut bench.view);
        Sight { slots: &bench.view, outputs: self.view.outputs(), moves: self.moves, goals: self.goals }
    }

    /// Makes a move at each of some positions, whose words are given: what the roles do there.
    pub fn play<'r, const W: usize>(
        &self,
        bench: &mut Bench<W>,
        done: impl ExactSizeIterator<Item = Joint>,
        row: impl Fn(usize) -> &'r [u64],
    ) {
        self.load(self.step.inputs(&mut bench.step), done.len(), row);
        self.advance(bench, done);
    }

    /// Looks at the positions that moves have led to.
    pub fn look_ahead<'m, const W: usize>(&'m self, bench: &'m mut Bench<W>) -> Sight<'m, W> {
        let Bench { view, step, .. } = bench;
        let inputs = self.view.inputs(view);
        inputs[..self.bits].iter_mut().zip(self.step.outputs()).for_each(|(plane, tap)| *plane = tap.read(step));
        self.seen(bench)
    }

    /// The words of so many positions that moves have led to, in their order; `None` where the position has no bits.
    pub fn reached<const W: usize>(
        &self,
        bench: &mut Bench<W>,
        count: usize,
        tell: &mut impl FnMut(usize, Option<&[u64]>),
    ) {
        let Bench { step, blocks, row, .. } = bench;
        let outputs = self.step.outputs();
        let misfit = outputs[self.bits].read(step);
        for from in (0..count).step_by(64) {
            for (block, taps) in blocks.iter_mut().zip(outputs[..self.bits].chunks(64)) {
                block.fill(0);
                block.iter_mut().zip(taps).for_each(|(row, tap)| *row = tap.read(step)[from / 64]);
                transpose(block);
            }
            for lane in 0..(count - from).min(64) {
                row.iter_mut().zip(&*blocks).for_each(|(word, block)| *word = block[lane]);
                let fits = misfit[from / 64] >> lane & 1 == 0;
                tell(from + lane, fits.then_some(row));
            }
        }
    }

    /// What comes of positions that are given plane by plane; all of them must have bits.
    pub fn play_on_planes<const W: usize>(
        &self,
        bench: &mut Bench<W>,
        planes: &mut [[u64; W]],
        done: impl Iterator<Item = Joint>,
    ) {
        self.step.inputs(&mut bench.step)[..self.bits].copy_from_slice(planes);
        self.advance(bench, done);
        planes.iter_mut().zip(self.step.outputs()).for_each(|(plane, tap)| *plane = tap.read(&bench.step));
    }

    /// Works out what comes next, for positions that are set.
    fn advance<const W: usize>(&self, bench: &mut Bench<W>, done: impl Iterator<Item = Joint>) {
        let planes = |joint: Joint| [self.bits + joint[0] as usize, self.bits + self.moves[0] + joint[1] as usize];
        let Bench { step, done: before, work, .. } = bench;
        let inputs = self.step.inputs(step);
        before.drain(..).for_each(|plane| inputs[plane] = [0; W]);
        for (lane, joint) in done.enumerate() {
            for plane in planes(joint) {
                if inputs[plane] == [0; W] {
                    before.push(plane);
                }
                inputs[plane][lane / 64] |= 1 << (lane % 64);
            }
        }
        *work += self.step.run(step);
    }

    /// Sets the inputs for positions.
    fn load<'r, const W: usize>(&self, inputs: &mut [[u64; W]], count: usize, row: impl Fn(usize) -> &'r [u64]) {
        let mut block = [0; 64];
        for from in (0..count).step_by(64) {
            let lanes = from..count.min(from + 64);
            for (at, planes) in inputs[..self.bits].chunks_mut(64).enumerate() {
                block[lanes.len()..].fill(0);
                block.iter_mut().zip(lanes.clone()).for_each(|(word, lane)| *word = row(lane)[at]);
                transpose(&mut block);
                planes.iter_mut().zip(&block).for_each(|(plane, row)| plane[from / 64] = *row);
            }
        }
    }
}

impl<const W: usize> Sight<'_, W> {
    /// At which positions the game is over.
    pub fn terminal(&self) -> [u64; W] {
        self.outputs[0].read(self.slots)
    }

    /// At which positions each move of a role is legal.
    pub fn legal(&self, role: usize) -> impl Iterator<Item = [u64; W]> {
        let from = 1 + if role == 0 { 0 } else { self.moves[0] };
        self.outputs[from..from + self.moves[role]].iter().map(|tap| tap.read(self.slots))
    }

    /// Adds the legal moves of a role at each of the first positions to its list.
    pub fn list_legal(&self, role: usize, lists: &mut [Vec<u32>]) {
        for (mv, plane) in (0..).zip(self.legal(role)) {
            for (word, lists) in plane.into_iter().zip(lists.chunks_mut(64)) {
                ones(word & first_ones(lists.len())).for_each(|lane| lists[lane].push(mv));
            }
        }
    }

    /// At which positions each goal of a role is reached.
    pub fn goals(&self, role: usize) -> impl Iterator<Item = [u64; W]> {
        let from = 1 + self.moves[0] + self.moves[1] + if role == 0 { 0 } else { self.goals[0] };
        self.outputs[from..from + self.goals[role]].iter().map(|tap| tap.read(self.slots))
    }
}

/// The places of the ones in a word, from the lowest on.
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (lane < 64).then_some(lane)
    })
}

/// So many ones, of 64 at most, from the lowest place on.
pub fn first_ones(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// Exchanges rows and columns.
fn transpose(block: &mut [u64; 64]) {
    swap_halves::<32>(block, 0x0000_0000_ffff_ffff);
    swap_halves::<16>(block, 0x0000_ffff_0000_ffff);
    swap_halves::<8>(block, 0x00ff_00ff_00ff_00ff);
    swap_halves::<4>(block, 0x0f0f_0f0f_0f0f_0f0f);
    swap_halves::<2>(block, 0x3333_3333_3333_3333);
    swap_halves::<1>(block, 0x5555_5555_5555_5555);
}

/// In all squares of twice the width along the diagonal, exchanges the upper right quarter with the lower left one.
#[inline]
fn swap_halves<const WIDTH: usize>(block: &mut [u64; 64], mask: u64) {
    for square in block.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = square.split_at_mut(WIDTH);
        for (one, other) in upper.iter_mut().zip(lower) {
            let swapped = (*one >> WIDTH ^ *other) & mask;
            *other ^= swapped;
            *one ^= swapped << WIDTH;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposed_bit_by_bit() {
        let mut random = fastrand::Rng::with_seed(7);
        let block: [u64; 64] = std::array::from_fn(|_| random.u64(..));
        let mut other = block;
        transpose(&mut other);
        for (row, words) in block.iter().enumerate() {
            for (column, others) in other.iter().enumerate() {
                assert_eq!(words >> column & 1, others >> row & 1);
            }
        }
    }
}
