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

/// The images of a set under a few permutations, of which the smallest is looked for.
#[derive(Clone, Debug)]
pub struct BitImages {
    maps: Vec<BitPermutation>,
    /// For each byte of a set, the first eight bits of the images of what is in it: a byte for each map.
    leading: Vec<[u64; 256]>,
    /// The bits below these.
    following: u32,
}

impl BitImages {
    /// So many permutations at most.
    pub const MOST: usize = 8;

    /// The images under permutations of so many bits, each of which moves bit `i` to bit `to[i]`; at most [`MOST`](Self::MOST).
    pub fn new(count: usize, permutations: &[Vec<usize>]) -> Self {
        assert!(permutations.len() <= Self::MOST, "at most {} permutations", Self::MOST);
        let maps: Vec<BitPermutation> = permutations.iter().map(|to| BitPermutation::new(to)).collect();
        let following = count.saturating_sub(8) as u32;
        let bytes = if maps.is_empty() { 0 } else { count.div_ceil(8) };
        let leading = |byte: usize, value: usize| {
            let first = |map: &BitPermutation| map.bytes[byte][value] >> following;
            maps.iter().enumerate().fold(0, |images, (nth, map)| images | first(map) << (8 * nth))
        };
        let leading = (0..bytes).map(|byte| std::array::from_fn(|value| leading(byte, value))).collect();
        BitImages { maps, leading, following }
    }

    /// The smallest image, or the set itself if none is smaller. Mostly the first bits tell which one it is.
    #[inline]
    pub fn smallest(&self, set: u64) -> u64 {
        let tables = self.leading.iter().enumerate();
        let mut images = tables.fold(0, |images, (i, table)| images | table[(set >> (8 * i)) as usize & 255]);
        let mut smallest = set;
        for map in &self.maps {
            if images & 255 <= smallest >> self.following {
                smallest = smallest.min(map.apply(set));
            }
            images >>= 8;
        }
        smallest
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
    fn smallest_images() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in 1..=64 {
            let permutations: Vec<Vec<usize>> = (0..random.usize(..=BitImages::MOST))
                .map(|_| {
                    let mut to: Vec<usize> = (0..count).collect();
                    random.shuffle(&mut to);
                    to
                })
                .collect();
            let images = BitImages::new(count, &permutations);
            for _ in 0..200 {
                let set = (random.u64(..) & random.u64(..)) >> (64 - count);
                let image = |to: &Vec<usize>| bits(set).fold(0, |image, bit| image | 1 << to[bit as usize]);
                assert_eq!(images.smallest(set), permutations.iter().map(image).fold(set, Ord::min), "{count} bits");
            }
        }
    }

    #[test]
    fn iterates() {
        assert_eq!(bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(bits(0b1010_0001).rev().collect::<Vec<_>>(), [7, 5, 0]);
        assert_eq!(bits(u64::MAX).count(), 64);
    }
}
