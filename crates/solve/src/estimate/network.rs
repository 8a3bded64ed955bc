//! A small network that tells what a position is worth from the patterns that it has, learnt from games of an estimate with itself.
//!
//! Each pattern has a short code, and each place a matrix that turns codes into numbers for the hidden layer; what both give together is
//! worked out when the network is read, so that looking at a place is looking up a row. Two small layers follow.

use perfectplay_game::Patterns;
use std::io::{Read, Write};
use thiserror::Error;

/// Numbers in the code of a pattern, in the hidden layer, and in the layer behind it.
pub const CODE: usize = 16;
/// See [`CODE`].
pub const HIDDEN: usize = 32;
/// See [`CODE`].
pub const SECOND: usize = 16;

/// Numbers of the hidden layer are kept as multiples of this.
const UNIT: f32 = 1.0 / 1024.0;

const MAGIC: [u8; 8] = *b"PPNET\n\0\x01";

/// What is learnt: all numbers of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// For each table, the code of each pattern.
    pub codes: Vec<Vec<[f32; CODE]>>,
    /// For each place, what each number of a code adds to the hidden layer.
    pub places: Vec<[[f32; HIDDEN]; CODE]>,
    /// What the hidden layer begins with.
    pub bias: [f32; HIDDEN],
    /// For each number of the second layer, what it takes from the hidden one.
    pub second: [[f32; HIDDEN]; SECOND],
    /// What the second layer begins with.
    pub second_bias: [f32; SECOND],
    /// What the answer takes from the second layer.
    pub last: [f32; SECOND],
    /// What the answer begins with.
    pub last_bias: f32,
}

/// Why a file is no network for a game.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It is not as it was written.
    #[error("expected a network of Perfectplay, found another file, or a damaged one")]
    Damaged,
    /// It is for other patterns.
    #[error("expected a network for {expected}, found one for {found}")]
    Foreign {
        /// What it is to be for.
        expected: String,
        /// What it is for.
        found: String,
    },
}

impl Weights {
    /// The file of a network for what has this name.
    pub fn write(&self, name: &str) -> Vec<u8> {
        let mut bytes = vec![];
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend(name.as_bytes());
        for codes in &self.codes {
            bytes.extend((codes.len() as u32).to_le_bytes());
            let scale: [f32; CODE] = std::array::from_fn(|at| {
                let largest = codes.iter().map(|code| code[at].abs()).fold(0.0, f32::max);
                (largest / 127.0).max(f32::MIN_POSITIVE)
            });
            scale.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
            let rounded = codes.iter().flat_map(|code| code.iter().zip(scale).map(|(&number, scale)| number / scale));
            bytes.extend(rounded.map(|number| number.round() as i8 as u8));
        }
        for number in self.dense() {
            bytes.extend(number.to_le_bytes());
        }
        let mut file = MAGIC.to_vec();
        file.extend(crc32fast::hash(&bytes).to_le_bytes());
        let mut packer = flate2::write::DeflateEncoder::new(file, flate2::Compression::best());
        packer.write_all(&bytes).expect("writing to memory");
        packer.finish().expect("writing to memory")
    }

    fn dense(&self) -> impl Iterator<Item = f32> {
        let places = self.places.iter().flatten().flatten();
        let layers = places.chain(&self.bias).chain(self.second.iter().flatten()).chain(&self.second_bias);
        layers.chain(&self.last).chain([&self.last_bias]).copied()
    }

    /// Reads the file of a network for what has this name and these patterns.
    ///
    /// # Errors
    ///
    /// If it is another one, or damaged.
    pub fn read(file: &[u8], name: &str, patterns: &Patterns) -> Result<Weights, NetworkError> {
        let packed = file.strip_prefix(&MAGIC).ok_or(NetworkError::Damaged)?;
        let (checksum, packed) = packed.split_first_chunk::<4>().ok_or(NetworkError::Damaged)?;
        let most = 64
            + name.len()
            + patterns.tables.iter().map(|size| 16 + (4 + size) * CODE).sum::<usize>()
            + 4 * (patterns.places.len() * CODE * HIDDEN + HIDDEN + SECOND * (HIDDEN + 2) + 1);
        let mut bytes = vec![];
        let unpacker = flate2::read::DeflateDecoder::new(packed);
        // a name that is another one may be longer
        unpacker.take(most as u64 + 4096).read_to_end(&mut bytes).map_err(|_| NetworkError::Damaged)?;
        if crc32fast::hash(&bytes) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Damaged);
        }
        let mut rest = &bytes[..];
        let found = take_text(&mut rest).ok_or(NetworkError::Damaged)?;
        if found != name {
            return Err(NetworkError::Foreign { expected: name.to_string(), found });
        }
        Weights::take(&mut rest, patterns).filter(|_| rest.is_empty()).ok_or(NetworkError::Damaged)
    }

    fn take(rest: &mut &[u8], patterns: &Patterns) -> Option<Weights> {
        let mut codes = vec![];
        for &size in &patterns.tables {
            if take_count(rest)? != size {
                return None;
            }
            let scale: [f32; CODE] = take_numbers(rest)?;
            let (these, after) = rest.split_at_checked(size * CODE)?;
            *rest = after;
            codes.push(
                these
                    .chunks_exact(CODE)
                    .map(|code| std::array::from_fn(|at| f32::from(code[at] as i8) * scale[at]))
                    .collect(),
            );
        }
        let mut places = vec![];
        for _ in &patterns.places {
            let mut place = [[0.0; HIDDEN]; CODE];
            for row in &mut place {
                *row = take_numbers(rest)?;
            }
            places.push(place);
        }
        let bias = take_numbers(rest)?;
        let mut second = [[0.0; HIDDEN]; SECOND];
        for row in &mut second {
            *row = take_numbers(rest)?;
        }
        let (second_bias, last) = (take_numbers(rest)?, take_numbers(rest)?);
        let [last_bias] = take_numbers(rest)?;
        Some(Weights { codes, places, bias, second, second_bias, last, last_bias })
    }
}

fn take_count(rest: &mut &[u8]) -> Option<usize> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*bytes) as usize)
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    let length = take_count(rest)?;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

/// Numbers as they are written; each has to be one.
fn take_numbers<const N: usize>(rest: &mut &[u8]) -> Option<[f32; N]> {
    let (bytes, after) = rest.split_at_checked(4 * N)?;
    *rest = after;
    let numbers =
        std::array::from_fn(|at| f32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().expect("four bytes")));
    numbers.iter().all(|number: &f32| number.is_finite()).then_some(numbers)
}

/// A row of the hidden layer, in a line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([i16; HIDDEN]);

/// A network at work.
pub struct Network {
    /// For each place, where its rows begin, and how many it has.
    starts: Vec<(u32, u32)>,
    rows: Vec<Row>,
    bias: Row,
    /// By numbers of the hidden layer, so that the second one is worked out side by side.
    second: [[f32; SECOND]; HIDDEN],
    second_bias: [f32; SECOND],
    last: [f32; SECOND],
    last_bias: f32,
}

impl Network {
    /// A network with these weights, for these patterns.
    pub fn new(weights: &Weights, patterns: &Patterns) -> Network {
        let unit = |number: f32| (number / UNIT).round() as i16;
        let (mut starts, mut rows) = (vec![], vec![]);
        for (place, &table) in weights.places.iter().zip(&patterns.places) {
            starts.push((rows.len() as u32, weights.codes[table].len() as u32));
            rows.extend(weights.codes[table].iter().map(|code| Row(added(code, place).map(unit))));
        }
        Network {
            starts,
            rows,
            bias: Row(weights.bias.map(unit)),
            second: std::array::from_fn(|from| std::array::from_fn(|to| weights.second[to][from])),
            second_bias: weights.second_bias,
            last: weights.last,
            last_bias: weights.last_bias,
        }
    }

    /// How many places it looks at.
    pub fn places(&self) -> usize {
        self.starts.len()
    }

    /// Bytes that it takes.
    pub fn memory(&self) -> usize {
        self.rows.len() * size_of::<Row>()
    }

    /// What the side to move may expect at a position with these patterns: 1 for a win, 0 for a loss.
    #[inline]
    pub fn expectation(&self, seen: &[u16]) -> f32 {
        let mut hidden = self.bias;
        for (&(start, count), &pattern) in self.starts.iter().zip(seen) {
            debug_assert!(u32::from(pattern) < count, "a pattern of the table");
            let row = &self.rows[(start + u32::from(pattern)) as usize];
            for (sum, &number) in hidden.0.iter_mut().zip(&row.0) {
                *sum = sum.saturating_add(number);
            }
        }
        let mut second = self.second_bias;
        for (&number, weights) in hidden.0.iter().zip(&self.second) {
            let number = f32::from(number.clamp(0, (1.0 / UNIT) as i16)) * UNIT;
            for (sum, weight) in second.iter_mut().zip(weights) {
                *sum += number * weight;
            }
        }
        let mut answer = self.last_bias;
        for (number, weight) in second.iter().zip(&self.last) {
            answer += number.clamp(0.0, 1.0) * weight;
        }
        1.0 / (1.0 + (-answer).exp())
    }
}

/// What a code adds to the hidden layer at a place.
pub fn added(code: &[f32; CODE], place: &[[f32; HIDDEN]; CODE]) -> [f32; HIDDEN] {
    let mut sum = [0.0; HIDDEN];
    for (&number, row) in code.iter().zip(place) {
        for (sum, weight) in sum.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Patterns {
        Patterns::default().with(2, 5).with(1, 3)
    }

    fn weights() -> Weights {
        let mut random = fastrand::Rng::with_seed(3);
        let mut number = || 2.0 * random.f32() - 1.0;
        Weights {
            codes: patterns()
                .tables
                .iter()
                .map(|&size| (0..size).map(|_| std::array::from_fn(|_| number())).collect())
                .collect(),
            places: (0..3).map(|_| std::array::from_fn(|_| std::array::from_fn(|_| number()))).collect(),
            bias: std::array::from_fn(|_| number()),
            second: std::array::from_fn(|_| std::array::from_fn(|_| number())),
            second_bias: std::array::from_fn(|_| number()),
            last: std::array::from_fn(|_| number()),
            last_bias: number(),
        }
    }

    /// The same without any tables, step by step.
    fn plainly(weights: &Weights, seen: &[u16]) -> f32 {
        let mut hidden = weights.bias;
        for (place, &pattern) in seen.iter().enumerate() {
            let code = weights.codes[patterns().places[place]][usize::from(pattern)];
            for (at, hidden) in hidden.iter_mut().enumerate() {
                *hidden += (0..CODE).map(|i| code[i] * weights.places[place][i][at]).sum::<f32>();
            }
        }
        let mut answer = weights.last_bias;
        for at in 0..SECOND {
            let sum: f32 = (0..HIDDEN).map(|i| hidden[i].clamp(0.0, 1.0) * weights.second[at][i]).sum();
            answer += weights.last[at] * (weights.second_bias[at] + sum).clamp(0.0, 1.0);
        }
        1.0 / (1.0 + (-answer).exp())
    }

    #[test]
    fn tells_what_its_weights_say() {
        let weights = weights();
        let network = Network::new(&weights, &patterns());
        for (first, second, third) in (0..75).map(|n| (n % 5, n / 5 % 5, n / 25)) {
            let seen = [first, second, third];
            let (told, expected) = (network.expectation(&seen), plainly(&weights, &seen));
            assert!((told - expected).abs() < 0.01, "{seen:?}: {told}, {expected}");
        }
    }

    #[test]
    fn files_are_read_as_they_were_written_or_not_at_all() {
        let file = weights().write("a game");
        let read = Weights::read(&file, "a game", &patterns()).unwrap();
        let (rounded, exact) = (Network::new(&read, &patterns()), Network::new(&weights(), &patterns()));
        assert!((rounded.expectation(&[1, 2, 0]) - exact.expectation(&[1, 2, 0])).abs() < 0.02);
        assert_eq!(read.write("a game"), file, "what is rounded stays so");
        let other = Weights::read(&file, "another game", &patterns()).unwrap_err().to_string();
        assert_eq!(other, "expected a network for another game, found one for a game");
        for other in [patterns().with(1, 2), Patterns::default().with(2, 5).with(1, 4), Patterns::default()] {
            assert!(Weights::read(&file, "a game", &other).is_err(), "{other:?}");
        }
        for cut in 0..file.len() {
            assert!(Weights::read(&file[..cut], "a game", &patterns()).is_err(), "{cut}");
        }
        for at in 0..file.len() {
            let mut spoilt = file.clone();
            spoilt[at] ^= 1 << (at % 8);
            let same = Weights::read(&spoilt, "a game", &patterns()).is_ok_and(|found| found == read);
            assert!(same || Weights::read(&spoilt, "a game", &patterns()).is_err(), "byte {at}");
        }
    }
}
