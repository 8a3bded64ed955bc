//! A small network that tells what a position is worth from the patterns that it has, learnt from games of an estimate with itself.
//!
//! Each pattern has a short code, and each place a matrix that turns codes into numbers for the hidden layer; what both give together is
//! worked out when the network is read, so that looking at a place is looking up a row. Two small layers follow.

use perfectplay_game::{Hints, Options, Patterns};
use std::io::{Read, Write};
use thiserror::Error;

/// Numbers in the code of a pattern, in the hidden layer, and in the layer behind it.
pub const CODE: usize = 16;
/// See [`CODE`].
pub const HIDDEN: usize = 64;
/// See [`CODE`].
pub const SECOND: usize = 16;

/// Numbers of the hidden layer are kept as multiples of this.
const UNIT: f32 = 1.0 / 1024.0;

/// See [`Network::answer`].
const SIDE_BY_SIDE: usize = 4;

const MAGIC: [u8; 8] = *b"PPNET\n\0\x01";

/// What a network for a game of this name with these options is for, as its file tells.
pub fn subject<G: Hints>(game: &G, name: &str, options: &Options) -> String {
    let settings = options.settings().into_iter().map(|(option, setting)| format!(" {option}={setting}"));
    format!("{name}{}, patterns {}", settings.collect::<String>(), game.patterns_version())
}

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
    patterns: Patterns,
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
            patterns: patterns.clone(),
            starts,
            rows,
            bias: Row(weights.bias.map(unit)),
            second: std::array::from_fn(|from| std::array::from_fn(|to| weights.second[to][from])),
            second_bias: weights.second_bias,
            last: weights.last,
            last_bias: weights.last_bias,
        }
    }

    /// Bytes that a network for these patterns takes, and that it takes to read it.
    pub fn memory(patterns: &Patterns) -> usize {
        let rows: usize = patterns.places.iter().map(|&table| patterns.tables[table]).sum();
        let codes: usize = patterns.tables.iter().sum();
        rows * size_of::<Row>() + codes * 2 * size_of::<[f32; CODE]>()
    }

    /// The patterns that it knows.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Finds out what the side to move may expect at each of the positions looked at: 1 for a win, 0 for a loss.
    pub fn judge(&self, looks: &mut Looks) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function asks for
            #[expect(unsafe_code)]
            return unsafe { self.judge_wide(looks) };
        }
        self.judge_all(looks);
    }

    /// The same with registers twice as wide.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn judge_wide(&self, looks: &mut Looks) {
        self.judge_all(looks);
    }

    #[inline(always)]
    fn judge_all(&self, looks: &mut Looks) {
        let Looks { seen, places, differing, told } = looks;
        told.clear();
        let Some(first) = seen.get(..*places) else { return };
        let mut common = self.bias;
        differing.clear();
        for (place, &pattern) in first.iter().enumerate() {
            if seen.iter().skip(place).step_by(*places).all(|&other| other == pattern) {
                common.add(self.row(place, pattern));
            } else {
                differing.push(place);
            }
        }
        // a loop, since closures would not have the wide registers
        for seen in seen.chunks_exact(*places) {
            let mut hidden = common;
            for &place in &*differing {
                hidden.add(self.row(place, seen[place]));
            }
            told.push(self.answer(&hidden));
        }
    }

    #[inline(always)]
    fn row(&self, place: usize, pattern: u16) -> &Row {
        let (start, count) = self.starts[place];
        debug_assert!(u32::from(pattern) < count, "a pattern of the table");
        &self.rows[(start + u32::from(pattern)) as usize]
    }

    #[inline(always)]
    fn answer(&self, hidden: &Row) -> f32 {
        let mut numbers = [0.0; HIDDEN];
        for (number, &sum) in numbers.iter_mut().zip(&hidden.0) {
            *number = f32::from(sum.clamp(0, (1.0 / UNIT) as i16)) * UNIT;
        }
        // several sums side by side, so that none has to wait for the one before
        let mut sums = [[0.0; SECOND]; SIDE_BY_SIDE];
        for (numbers, weights) in numbers.chunks_exact(SIDE_BY_SIDE).zip(self.second.chunks_exact(SIDE_BY_SIDE)) {
            for at in 0..SIDE_BY_SIDE {
                for to in 0..SECOND {
                    sums[at][to] += numbers[at] * weights[at][to];
                }
            }
        }
        let mut second = self.second_bias;
        for sums in &sums {
            second.iter_mut().zip(sums).for_each(|(second, sum)| *second += sum);
        }
        let told = second.iter().zip(&self.last).map(|(number, weight)| number.clamp(0.0, 1.0) * weight);
        let answer = self.last_bias + told.sum::<f32>();
        1.0 / (1.0 + (-answer).exp())
    }
}

/// What was seen of some positions, and what a network tells of them. Siblings have most of it in common, which is added up once.
#[derive(Default)]
pub struct Looks {
    /// The patterns of the positions, one position after the other.
    seen: Vec<u16>,
    places: usize,
    /// The places that are not alike in all of them.
    differing: Vec<usize>,
    told: Vec<f32>,
}

impl Looks {
    /// None so far, at so many places.
    pub fn at(places: usize) -> Looks {
        Looks { places, ..Looks::default() }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.seen.clear();
    }

    /// The places of one more position, to be filled in.
    #[inline]
    pub fn another(&mut self) -> &mut [u16] {
        let start = self.seen.len();
        self.seen.resize(start + self.places, 0);
        &mut self.seen[start..]
    }

    /// What the network has told, position by position.
    pub fn told(&self) -> &[f32] {
        &self.told
    }
}

impl Row {
    #[inline(always)]
    fn add(&mut self, other: &Row) {
        for (sum, &number) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.saturating_add(number);
        }
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

    fn expectations(network: &Network, positions: &[&[u16]]) -> Vec<f32> {
        let mut looks = Looks::at(network.patterns().places.len());
        positions.iter().for_each(|seen| looks.another().copy_from_slice(seen));
        network.judge(&mut looks);
        looks.told().to_vec()
    }

    #[test]
    fn tells_what_its_weights_say() {
        let weights = weights();
        let network = Network::new(&weights, &patterns());
        for (first, second, third) in (0..75).map(|n| (n % 5, n / 5 % 5, n / 25)) {
            let seen = [first, second, third];
            let (told, expected) = (expectations(&network, &[&seen])[0], plainly(&weights, &seen));
            assert!((told - expected).abs() < 0.01, "{seen:?}: {told}, {expected}");
        }
    }

    #[test]
    fn files_are_read_as_they_were_written_or_not_at_all() {
        let file = weights().write("a game");
        let read = Weights::read(&file, "a game", &patterns()).unwrap();
        let (rounded, exact) = (Network::new(&read, &patterns()), Network::new(&weights(), &patterns()));
        assert!((expectations(&rounded, &[&[1, 2, 0]])[0] - expectations(&exact, &[&[1, 2, 0]])[0]).abs() < 0.02);
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
