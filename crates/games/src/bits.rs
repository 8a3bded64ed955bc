//! Sets of up to 64 things as bit masks: iteration and fast permutation.

/// The numbers of the set bits, lowest first.
#[inline]
pub fn bits(mask: u64) -> Bits {
    Bits(mask)
}

/// Iterator over the set bits of a mask.
#[derive(Clone)]
pub struct Bits(u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros() as u8;
            self.0 &= self.0 - 1;
            bit
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl DoubleEndedIterator for Bits {
    #[inline]
    fn next_back(&mut self) -> Option<u8> {
        (self.0 != 0).then(|| {
            let bit = 63 - self.0.leading_zeros() as u8;
            self.0 &= !(1 << bit);
            bit
        })
    }
}

/// A permutation of bits, applied a byte at a time.
#[derive(Clone, Debug)]
pub struct BitPermutation {
    bytes: Vec<[u64; 256]>,
}

impl BitPermutation {
    /// The permutation that moves bit `i` to bit `to[i]`.
    pub fn new(to: &[usize]) -> Self {
        let table = |chunk: &[usize]| {
            let mut table = [0; 256];
            for byte in 1..1usize << chunk.len() {
                let lowest = chunk[byte.trailing_zeros() as usize];
                table[byte] = table[byte & (byte - 1)] | 1 << lowest;
            }
            table
        };
        BitPermutation { bytes: to.chunks(8).map(table).collect() }
    }

    /// The permuted mask.
    #[inline]
    pub fn apply(&self, mask: u64) -> u64 {
        self.bytes.iter().enumerate().fold(0, |image, (i, table)| image | table[(mask >> (8 * i)) as usize & 255])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutes() {
        let to: Vec<usize> = (0..20).map(|i| (i * 7 + 3) % 20).collect();
        let permutation = BitPermutation::new(&to);
        for (from, to) in to.iter().enumerate() {
            assert_eq!(permutation.apply(1 << from), 1 << to);
        }
        assert_eq!(permutation.apply((1 << 20) - 1), (1 << 20) - 1);
    }

    #[test]
    fn iterates() {
        assert_eq!(bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(bits(0b1010_0001).rev().collect::<Vec<_>>(), [7, 5, 0]);
        assert_eq!(bits(u64::MAX).count(), 64);
    }
}
