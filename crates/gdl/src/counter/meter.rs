//! The layer of a position, read off its words.

use super::Counter;
use crate::net::{Codes, Field};

/// So many bits are looked up together, unless a field has more.
const WIDEST: u32 = 10;

/// Sums of weights for all values of some bits each.
pub struct Meter {
    counter: Counter,
    windows: Vec<Window>,
}

struct Window {
    word: usize,
    shift: u32,
    mask: u64,
    sums: Vec<i32>,
}

impl Meter {
    /// The meter of a counter, for positions that are packed like this.
    pub fn new(counter: Counter, codes: &Codes) -> Meter {
        let mut meter = Meter { counter, windows: vec![] };
        let (mut from, mut fields, mut bits): (u32, Vec<&Field>, u32) = (0, vec![], 0);
        for field in codes.fields() {
            if bits + field.bits > WIDEST {
                meter.open_window(from, &fields);
                (from, bits) = (from + bits, 0);
                fields.clear();
            }
            fields.push(field);
            bits += field.bits;
        }
        meter.open_window(from, &fields);
        meter
    }

    fn open_window(&mut self, from: u32, fields: &[&Field]) {
        let mut sums = vec![0];
        for field in fields {
            let of_code = |code: u32| {
                let fact = field.codes.iter().find(|(_, other)| *other == code);
                fact.map_or(0, |&(fact, _)| self.counter.weight(fact))
            };
            sums = (0..1 << field.bits).map(of_code).flat_map(|own| sums.iter().map(move |sum| own + sum)).collect();
        }
        if sums.iter().any(|&sum| sum != 0) {
            let (word, shift, mask) = (from as usize / 64, from % 64, sums.len() as u64 - 1);
            self.windows.push(Window { word, shift, mask, sums });
        }
    }

    /// The layer of the position with these packed bits.
    #[inline]
    pub fn of_packed(&self, words: &[u64]) -> u32 {
        let sum = |window: &Window| {
            let low = words[window.word] >> window.shift;
            // what is shifted out is nothing where the window ends before the word does
            let high = words.get(window.word + 1).map_or(0, |word| word << 1 << (63 - window.shift));
            window.sums[((low | high) & window.mask) as usize]
        };
        self.counter.layer(self.windows.iter().map(sum).sum())
    }

    /// The layer of the position with a bit for each fact.
    pub fn of_plain(&self, row: &[u64]) -> u32 {
        let holds = |&&(fact, _): &&(usize, i32)| row[fact / 64] >> (fact % 64) & 1 == 1;
        self.counter.layer(self.counter.weights.iter().filter(holds).map(|(_, weight)| weight).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_plain_positions_have_the_same_layer() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut codes = Codes::single([]);
            let mut count = 0;
            while count < 90 {
                let facts: Vec<usize> = (count..count + random.usize(1..9)).collect();
                count += facts.len();
                codes.add(&facts, random.bool());
            }
            let weights: Vec<(usize, i32)> = (0..count).map(|fact| (fact, random.i32(-9..9))).collect();
            let meter = Meter::new(Counter { weights, least: -900 }, &codes);
            for _ in 0..20 {
                let mut row = [0u64; 2];
                for field in codes.fields() {
                    let (fact, _) = field.codes[random.usize(..field.codes.len())];
                    let holds = !field.may_be_empty || random.bool();
                    row[fact / 64] |= u64::from(holds) << (fact % 64);
                }
                let mut words = vec![0; codes.bits().div_ceil(64)];
                assert!(codes.encode(|fact| row[fact / 64] >> (fact % 64) & 1 == 1, &mut words));
                assert_eq!(meter.of_packed(&words), meter.of_plain(&row));
            }
        }
    }
}
