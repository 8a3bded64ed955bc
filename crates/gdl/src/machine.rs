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

    /// How many wires are read to look at positions, and to find what comes next.
    pub fn sizes(&self) -> [usize; 2] {
        [self.view.size(), self.step.size()]
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
        }
    }

    /// Looks at positions, at most 64 times `W`.
    pub fn look<'m, P: AsRef<[u64]>, const W: usize>(
        &'m self,
        bench: &'m mut Bench<W>,
        positions: &[P],
    ) -> Sight<'m, W> {
        self.load(self.view.inputs(&mut bench.view), positions);
        self.seen(bench)
    }

    /// Looks at positions whose bits are given plane by plane: each bit at all positions.
    pub fn look_at_planes<'m, const W: usize>(&'m self, bench: &'m mut Bench<W>, planes: &[[u64; W]]) -> Sight<'m, W> {
        self.view.inputs(&mut bench.view)[..self.bits].copy_from_slice(planes);
        self.seen(bench)
    }

    fn seen<'m, const W: usize>(&'m self, bench: &'m mut Bench<W>) -> Sight<'m, W> {
        self.view.run(&mut bench.view);
        Sight { slots: &bench.view, outputs: self.view.outputs(), moves: self.moves, goals: self.goals }
    }

    /// What comes of positions when the roles do this, in the same order; `None` where the position has no bits.
    pub fn play<P: AsRef<[u64]>, const W: usize>(
        &self,
        bench: &mut Bench<W>,
        positions: &[P],
        done: &[Joint],
        tell: &mut impl FnMut(usize, Option<&[u64]>),
    ) {
        self.load(self.step.inputs(&mut bench.step), positions);
        self.advance(bench, done);
        let Bench { step, blocks, row, .. } = bench;
        let outputs = self.step.outputs();
        let misfit = outputs[self.bits].read(step);
        for (word, lanes) in done.chunks(64).enumerate() {
            for (block, taps) in blocks.iter_mut().zip(outputs[..self.bits].chunks(64)) {
                block.fill(0);
                block.iter_mut().zip(taps).for_each(|(row, tap)| *row = tap.read(step)[word]);
                transpose(block);
            }
            for lane in 0..lanes.len() {
                row.iter_mut().zip(&*blocks).for_each(|(word, block)| *word = block[lane]);
                let fits = misfit[word] >> lane & 1 == 0;
                tell(64 * word + lane, fits.then_some(row));
            }
        }
    }

    /// What comes of positions that are given plane by plane; all of them must have bits.
    pub fn play_on_planes<const W: usize>(&self, bench: &mut Bench<W>, planes: &mut [[u64; W]], done: &[Joint]) {
        self.step.inputs(&mut bench.step)[..self.bits].copy_from_slice(planes);
        self.advance(bench, done);
        planes.iter_mut().zip(self.step.outputs()).for_each(|(plane, tap)| *plane = tap.read(&bench.step));
    }

    /// Works out what comes next, for positions that are set.
    fn advance<const W: usize>(&self, bench: &mut Bench<W>, done: &[Joint]) {
        let planes = |joint: &Joint| [self.bits + joint[0] as usize, self.bits + self.moves[0] + joint[1] as usize];
        let Bench { step, done: before, .. } = bench;
        let inputs = self.step.inputs(step);
        before.drain(..).for_each(|plane| inputs[plane] = [0; W]);
        for (lane, joint) in done.iter().enumerate() {
            for plane in planes(joint) {
                inputs[plane][lane / 64] |= 1 << (lane % 64);
                before.push(plane);
            }
        }
        self.step.run(step);
    }

    /// Sets the inputs for positions.
    fn load<P: AsRef<[u64]>, const W: usize>(&self, inputs: &mut [[u64; W]], positions: &[P]) {
        let mut block = [0; 64];
        for (word, lanes) in positions.chunks(64).enumerate() {
            for (at, planes) in inputs[..self.bits].chunks_mut(64).enumerate() {
                block.fill(0);
                block.iter_mut().zip(lanes).for_each(|(row, bits)| *row = bits.as_ref()[at]);
                transpose(&mut block);
                planes.iter_mut().zip(&block).for_each(|(plane, row)| plane[word] = *row);
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
            for (at, mut word) in plane.into_iter().enumerate() {
                while word != 0 {
                    if let Some(list) = lists.get_mut(64 * at + word.trailing_zeros() as usize) {
                        list.push(mv);
                    }
                    word &= word - 1;
                }
            }
        }
    }

    /// At which positions each goal of a role is reached.
    pub fn goals(&self, role: usize) -> impl Iterator<Item = [u64; W]> {
        let from = 1 + self.moves[0] + self.moves[1] + if role == 0 { 0 } else { self.goals[0] };
        self.outputs[from..from + self.goals[role]].iter().map(|tap| tap.read(self.slots))
    }
}

/// Exchanges rows and columns.
fn transpose(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> width ^ block[row + width]) & mask;
            block[row + width] ^= swapped;
            block[row] ^= swapped << width;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
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
