//! Lines of stones on boards of bits. A column takes a few bits, from its bottom up; a spare bit on top of each keeps lines
//! from wrapping round.

use num_traits::{PrimInt, WrappingAdd};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::hash::Hash;

/// The bits of a board.
pub trait Bits:
    PrimInt + WrappingAdd + Hash + Debug + Default + Serialize + DeserializeOwned + Send + Sync + Into<u128> + 'static
{
}

impl Bits for u64 {}
impl Bits for u128 {}

/// The height of columns in bits, and the length of lines.
pub(super) trait Shape: Copy {
    fn height(self) -> usize;
    fn k(self) -> usize;

    /// How far it is from a cell to the next of a line, in each direction.
    #[inline(always)]
    fn steps(self) -> [usize; 4] {
        [1, self.height() - 1, self.height(), self.height() + 1]
    }
}

/// Six rows and lines of four, for which the compiler then knows all shifts.
#[derive(Clone, Copy)]
pub(super) struct Usual;

impl Shape for Usual {
    #[inline(always)]
    fn height(self) -> usize {
        7
    }

    #[inline(always)]
    fn k(self) -> usize {
        4
    }
}

/// Any other shape.
#[derive(Clone, Copy)]
pub(super) struct Other {
    pub(super) height: usize,
    pub(super) k: usize,
}

impl Shape for Other {
    #[inline(always)]
    fn height(self) -> usize {
        self.height
    }

    #[inline(always)]
    fn k(self) -> usize {
        self.k
    }
}

/// Whether there are `k` stones in a line.
#[inline(always)]
pub(super) fn has_line<B: Bits>(stones: B, shape: impl Shape) -> bool {
    shape.steps().into_iter().fold(B::zero(), |any, step| any | line_starts(stones, step, shape)) != B::zero()
}

/// The first cells of all lines with this step from a cell to the next.
#[inline(always)]
pub(super) fn line_starts<B: Bits>(stones: B, step: usize, shape: impl Shape) -> B {
    // lines of one stone, then of twice as many each time
    let (mut starts, mut length) = (stones, 1);
    while length < shape.k() {
        let more = length.min(shape.k() - length);
        starts = starts & down(starts, more * step);
        length += more;
    }
    starts
}

/// The cells that complete a line of `k` stones; also some with a stone on top.
#[inline(always)]
pub(super) fn completing<B: Bits>(stones: B, shape: impl Shape) -> B {
    let [above, across @ ..] = shape.steps();
    // nothing is free below a stone
    let mut cells = before(stones, above, shape.k() - 1);
    for step in across {
        for length in 0..shape.k() {
            cells = cells | (before(stones, step, length) & behind(stones, step, shape.k() - 1 - length));
        }
    }
    cells
}

/// The cells before which there are so many stones in a line.
#[inline(always)]
fn before<B: Bits>(stones: B, step: usize, length: usize) -> B {
    (1..=length).fold(B::max_value(), |cells, by| cells & up(stones, by * step))
}

/// The cells behind which there are so many.
#[inline(always)]
fn behind<B: Bits>(stones: B, step: usize, length: usize) -> B {
    (1..=length).fold(B::max_value(), |cells, by| cells & down(stones, by * step))
}

#[inline(always)]
fn up<B: Bits>(board: B, by: usize) -> B {
    if by < 8 * size_of::<B>() { board << by } else { B::zero() }
}

#[inline(always)]
fn down<B: Bits>(board: B, by: usize) -> B {
    if by < 8 * size_of::<B>() { board >> by } else { B::zero() }
}
