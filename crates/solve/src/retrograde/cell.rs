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

/// An unsigned number that holds a value.
pub trait Cell: Copy + Eq + Send + Sync + 'static {
    /// Its size in bytes.
    const BYTES: usize;
    /// The empty cell: nothing is known yet.
    const EMPTY: Self;
    /// A cell that threads share.
    type Shared: Send + Sync;

    /// The number it holds.
    fn bits(self) -> u32;
    /// The cell that holds this number.
    fn from_bits(bits: u32) -> Self;
    /// A shared cell.
    fn share(self) -> Self::Shared;
    /// What a shared cell holds now.
    fn load(shared: &Self::Shared) -> Self;
    /// Changes a shared cell.
    fn store(self, shared: &Self::Shared);
}

macro_rules! cell {
    ($int:ty, $shared:ty) => {
        impl Cell for $int {
            const BYTES: usize = size_of::<$int>();
            const EMPTY: Self = 0;
            type Shared = $shared;

            #[inline]
            fn bits(self) -> u32 {
                self.into()
            }
            #[inline]
            fn from_bits(bits: u32) -> Self {
                bits as $int
            }
            #[inline]
            fn share(self) -> $shared {
                <$shared>::new(self)
            }
            #[inline]
            fn load(shared: &$shared) -> Self {
                shared.load(Ordering::Relaxed)
            }
            #[inline]
            fn store(self, shared: &$shared) {
                shared.store(self, Ordering::Relaxed);
            }
        }
    };
}

cell!(u8, AtomicU8);
cell!(u16, AtomicU16);
cell!(u32, AtomicU32);

/// The worth of a move to an empty cell: not known.
pub(crate) const UNKNOWN: i32 = i32::MIN;
/// The worth of a move to a cell that has no position.
pub(crate) const NOWHERE: i32 = i32::MIN + 1;

/// How values are written into cells of one size.
#[derive(Clone, Debug)]
pub struct Coding {
    half: i64,
    edge: i64,
    scored: bool,
    /// For cells of a byte, what a move to such a cell is worth: when the turn passes on, and when it does not.
    moved: Box<[[i32; 256]; 2]>,
}

impl Coding {
    /// The coding for cells of so many bytes, in games that are scored or not.
    pub fn new(bytes: usize, scored: bool) -> Coding {
        let half = 1i64 << (8 * bytes - 1);
        let edge = if scored { half / 2 } else { 3 };
        let mut coding = Coding { half, edge, scored, moved: Box::new([[UNKNOWN; 256]; 2]) };
        for again in [false, true] {
            let moved = std::array::from_fn(|bits| coding.worth_of_move(bits as u32, again));
            coding.moved[again as usize] = moved;
        }
        coding
    }

    /// The cell that says that there is no position.
    pub fn none<C: Cell>(&self) -> C {
        C::from_bits((self.half - (self.edge - 1)) as u32)
    }

    /// The cell for a value, or `None` if it does not fit.
    #[inline]
    pub fn encode<C: Cell>(&self, value: Value) -> Option<C> {
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
        fits.then(|| C::from_bits((c + self.half) as u32))
    }

    /// The cell for the value with this worth.
    #[inline]
    pub(crate) fn encode_worth<C: Cell>(&self, worth: i32) -> Option<C> {
        self.encode(Value::from_worth(worth, self.scored))
    }

    /// The value in a cell; `None` if it is empty or there is no position.
    #[inline]
    pub fn decode<C: Cell>(&self, cell: C) -> Option<Value> {
        self.decode_bits(cell.bits())
    }

    fn decode_bits(&self, bits: u32) -> Option<Value> {
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
        match self.decode_bits(bits) {
            Some(value) => value.before(again, 0).worth(),
            None if bits == 0 => UNKNOWN,
            None => NOWHERE,
        }
    }

    /// What a move to a position with this cell is worth, apart from gains; [`UNKNOWN`] or [`NOWHERE`] if the cell has no
    /// value.
    #[inline]
    pub(crate) fn before<C: Cell>(&self, cell: C, again: bool) -> i32 {
        match C::BYTES {
            1 => self.moved[again as usize][(cell.bits() & 255) as usize],
            _ => self.worth_of_move(cell.bits(), again),
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

    fn check<C: Cell>(scored: bool, bits: impl Iterator<Item = u32>) {
        let coding = Coding::new(C::BYTES, scored);
        let mut values = 0;
        for bits in bits {
            let cell = C::from_bits(bits);
            let Some(value) = coding.decode(cell) else {
                assert!(coding.before(cell, false) <= NOWHERE);
                continue;
            };
            values += 1;
            assert_eq!(coding.encode::<C>(value).map(C::bits), Some(bits), "{value:?}");
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
            check::<u8>(scored, 0..=255);
            check::<u16>(scored, 0..=65535);
            check::<u32>(true, (0..300).chain(some_values).chain((1 << 31) - 300..(1 << 31) + 300));
        }
        assert_eq!(Coding::new(1, false).encode::<u8>(Value::Win { plies: 125 }), None);
        assert!(Coding::new(1, false).encode::<u8>(Value::Win { plies: 124 }).is_some());
        assert_eq!(Coding::new(1, true).encode::<u8>(Value::Margin(63)), None);
        assert!(Coding::new(1, true).encode::<u8>(Value::Margin(-62)).is_some());
        assert!(Coding::new(4, true).encode::<u32>(Value::Margin(MARGIN_LIMIT - 1)).is_some());
    }
}
