//! Values in cells of 8, 16 or 32 bits, as they stand in arrays and tables.
//!
//! A cell is a signed number c, stored with half the range added so that an empty cell is zero:
//!
//! ```text
//! empty   losses, the fastest first   none | margins, 0 is a tie | draw   wins, the fastest last
//! -half   -half+1 …           -edge   1-edge          …          edge-1   edge   …        half-1
//! ```

use crate::way::is_margin;
use perfectplay_game::Value;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// The empty cell: nothing is known yet.
pub(crate) const EMPTY: u32 = 0;

/// An array of cells, which threads share.
pub(crate) trait Cells: Send + Sync {
    /// Cells of so many bytes.
    fn new(bytes: usize, cells: impl Iterator<Item = u32>) -> Self;
    fn len(&self) -> usize;
    fn load(&self, index: usize) -> u32;
    fn store(&self, index: usize, cell: u32);
}

/// Cells of a byte, as most games have them.
pub(crate) type Narrow = Vec<AtomicU8>;

impl Cells for Narrow {
    fn new(_bytes: usize, cells: impl Iterator<Item = u32>) -> Self {
        cells.map(|cell| AtomicU8::new(cell as u8)).collect()
    }

    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn load(&self, index: usize) -> u32 {
        self[index].load(Ordering::Relaxed).into()
    }

    #[inline]
    fn store(&self, index: usize, cell: u32) {
        self[index].store(cell as u8, Ordering::Relaxed);
    }
}

/// Wider cells.
pub(crate) enum Wide {
    Of16(Vec<AtomicU16>),
    Of32(Vec<AtomicU32>),
}

impl Cells for Wide {
    fn new(bytes: usize, cells: impl Iterator<Item = u32>) -> Self {
        match bytes {
            2 => Wide::Of16(cells.map(|cell| AtomicU16::new(cell as u16)).collect()),
            _ => Wide::Of32(cells.map(AtomicU32::new).collect()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Wide::Of16(cells) => cells.len(),
            Wide::Of32(cells) => cells.len(),
        }
    }

    #[inline]
    fn load(&self, index: usize) -> u32 {
        match self {
            Wide::Of16(cells) => cells[index].load(Ordering::Relaxed).into(),
            Wide::Of32(cells) => cells[index].load(Ordering::Relaxed),
        }
    }

    #[inline]
    fn store(&self, index: usize, cell: u32) {
        match self {
            Wide::Of16(cells) => cells[index].store(cell as u16, Ordering::Relaxed),
            Wide::Of32(cells) => cells[index].store(cell, Ordering::Relaxed),
        }
    }
}

/// The worth of a move to an empty cell: not known.
pub(crate) const UNKNOWN: i32 = i32::MIN;
/// The worth of a move to a cell that has no position.
pub(crate) const NOWHERE: i32 = i32::MIN + 1;

/// How values are written into cells of one size.
#[derive(Clone, Debug)]
pub struct Coding {
    bytes: usize,
    half: i64,
    edge: i64,
    scored: bool,
    /// What a move to a cell with a small number is worth: when the turn passes on, and when it does not.
    moved: Box<[[i32; 256]; 2]>,
}

impl Coding {
    /// The coding for cells of so many bytes, in games that are scored or not.
    pub fn new(bytes: usize, scored: bool) -> Coding {
        let half = 1i64 << (8 * bytes - 1);
        let edge = if scored { half / 2 } else { 3 };
        let mut coding = Coding { bytes, half, edge, scored, moved: Box::new([[UNKNOWN; 256]; 2]) };
        for again in [false, true] {
            let moved = std::array::from_fn(|bits| coding.worth_of_move(bits as u32, again));
            coding.moved[again as usize] = moved;
        }
        coding
    }

    /// Bytes of a cell.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The cell that says that there is no position.
    pub fn none(&self) -> u32 {
        (self.half - (self.edge - 1)) as u32
    }

    /// The cell for a value, or `None` if it does not fit.
    #[inline]
    pub fn encode(&self, value: Value) -> Option<u32> {
        let c = match value {
            Value::Loss { plies } => i64::from(plies) + 1 - self.half,
            Value::Win { plies } => self.half - 1 - i64::from(plies),
            Value::Margin(margin) => i64::from(margin),
            Value::Tie => 0,
            Value::Draw => self.edge - 1,
        };
        let fits = match value {
            Value::Loss { .. } => c <= -self.edge,
            Value::Win { .. } => c >= self.edge,
            Value::Margin(_) => c.abs() < self.edge - 1,
            Value::Tie | Value::Draw => true,
        };
        fits.then_some((c + self.half) as u32)
    }

    /// The cell for the value with this worth.
    #[inline]
    pub(crate) fn encode_worth(&self, worth: i32) -> Option<u32> {
        self.encode(Value::from_worth(worth, self.scored))
    }

    /// The value in a cell; `None` if it is empty or there is no position.
    pub fn decode(&self, bits: u32) -> Option<Value> {
        let c = i64::from(bits) - self.half;
        if c >= self.edge {
            Some(Value::Win { plies: (self.half - 1 - c) as u32 })
        } else if c == -self.half || c == 1 - self.edge {
            None
        } else if c <= -self.edge {
            Some(Value::Loss { plies: (c + self.half - 1) as u32 })
        } else if c == self.edge - 1 {
            Some(Value::Draw)
        } else if self.scored {
            Some(Value::Margin(c as i32))
        } else {
            (c == 0).then_some(Value::Tie)
        }
    }

    fn worth_of_move(&self, bits: u32, again: bool) -> i32 {
        match self.decode(bits) {
            Some(value) => value.before(again, 0).worth(),
            None if bits == EMPTY => UNKNOWN,
            None => NOWHERE,
        }
    }

    /// What a move to a position with this cell is worth, apart from gains; [`UNKNOWN`] or [`NOWHERE`] if the cell has no
    /// value.
    #[inline]
    pub(crate) fn before(&self, bits: u32, again: bool) -> i32 {
        match self.moved[again as usize].get(bits as usize) {
            Some(&worth) => worth,
            None => self.worth_of_move(bits, again),
        }
    }

    /// The cells in these bytes.
    pub(crate) fn read<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = u32> + 'b {
        let cell = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
        bytes.chunks_exact(self.bytes).map(cell)
    }

    /// The bytes of some cells, in place of what was there.
    pub(crate) fn write(&self, cells: impl Iterator<Item = u32>, bytes: &mut Vec<u8>) {
        bytes.clear();
        match self.bytes {
            1 => bytes.extend(cells.map(|cell| cell as u8)),
            size => cells.for_each(|cell| bytes.extend_from_slice(&cell.to_le_bytes()[..size])),
        }
    }
}

/// A worth with a gain added, if it is a margin, and `None` if that grows too large.
#[inline]
pub(crate) fn with_gain(worth: i32, gain: i32) -> Option<i32> {
    if !is_margin(worth) {
        return Some(worth);
    }
    // a sum that overflows is far from any margin
    let margin = worth.wrapping_add(gain);
    is_margin(margin).then_some(margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay_game::MARGIN_LIMIT;

    fn check(bytes: usize, scored: bool, cells: impl Iterator<Item = u32>) {
        let coding = Coding::new(bytes, scored);
        let mut values = 0;
        for cell in cells {
            let Some(value) = coding.decode(cell) else {
                assert!(coding.before(cell, false) <= NOWHERE);
                continue;
            };
            values += 1;
            assert_eq!(coding.encode(value), Some(cell), "{value:?}");
            for (again, gain) in [(false, 0), (true, 0), (false, 2), (true, -2)] {
                let gain = if value.margin().is_some() { gain } else { 0 };
                let expected = value.before(again, gain).worth();
                assert_eq!(with_gain(coding.before(cell, again), gain), Some(expected), "{value:?} {again} {gain}");
            }
        }
        assert!(values > 250, "{values}");
    }

    #[test]
    fn cells_hold_values() {
        for scored in [false, true] {
            let some_values = [0, 1, (1 << 31) - 2, 1 << 31, (1 << 31) + 1, u32::MAX];
            check(1, scored, 0..=255);
            check(2, scored, 0..=65535);
            check(4, true, (0..300).chain(some_values).chain((1 << 31) - 300..(1 << 31) + 300));
        }
        assert_eq!(Coding::new(1, false).encode(Value::Win { plies: 125 }), None);
        assert!(Coding::new(1, false).encode(Value::Win { plies: 124 }).is_some());
        assert_eq!(Coding::new(1, true).encode(Value::Margin(63)), None);
        assert!(Coding::new(1, true).encode(Value::Margin(-62)).is_some());
        assert!(Coding::new(4, true).encode(Value::Margin(MARGIN_LIMIT - 1)).is_some());
    }
}
