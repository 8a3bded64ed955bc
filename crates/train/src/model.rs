//! The network while it learns: forwards, backwards, and steps by Adam.

use perfectplay_game::Patterns;
use perfectplay_solve::network::{CODE, HIDDEN, SECOND, Weights, added};

/// A position to learn from: its patterns, and what the side to move got in the end or seemed to be worth, from 0 to 1.
pub struct Sample {
    pub seen: Vec<u16>,
    pub worth: f32,
}

/// Outside of its range a number of a layer still learns, so much more slowly.
const LEAK: f32 = 0.02;

/// Numbers that are learnt, with their gradient and what Adam keeps of it.
struct Learnt<const N: usize> {
    rows: Vec<[f32; N]>,
    gradient: Vec<[f32; N]>,
    mean: Vec<[f32; N]>,
    square: Vec<[f32; N]>,
    /// The rows that have a gradient.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl<const N: usize> Learnt<N> {
    fn new(rows: Vec<[f32; N]>) -> Self {
        let zeros = vec![[0.0; N]; rows.len()];
        let is_touched = vec![false; rows.len()];
        Learnt { gradient: zeros.clone(), mean: zeros.clone(), square: zeros, touched: vec![], is_touched, rows }
    }

    #[inline]
    fn gradient_of(&mut self, row: usize) -> &mut [f32; N] {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row as u32);
        }
        &mut self.gradient[row]
    }

    /// A step of Adam with the mean gradient of a batch; only rows that have one move.
    fn step(&mut self, rate: f32, share: f32) {
        for row in self.touched.drain(..) {
            let row = row as usize;
            self.is_touched[row] = false;
            for at in 0..N {
                let gradient = self.gradient[row][at] * share;
                let (mean, square) = (&mut self.mean[row][at], &mut self.square[row][at]);
                *mean += 0.1 * (gradient - *mean);
                *square += 0.001 * (gradient * gradient - *square);
                self.rows[row][at] -= rate * *mean / (square.sqrt() + 1e-8);
                self.gradient[row][at] = 0.0;
            }
        }
    }
}

/// A network that learns.
pub struct Model {
    patterns: Patterns,
    /// Where the codes of each table begin.
    starts: Vec<usize>,
    codes: Learnt<CODE>,
    /// The matrices of the places, row by row.
    places: Learnt<HIDDEN>,
    /// The second layer, row by row, and the bias of the hidden one.
    second: Learnt<HIDDEN>,
    /// The bias of the second layer, and the last layer.
    last: Learnt<SECOND>,
    last_bias: Learnt<1>,
}

impl Model {
    /// A network that goes on with these weights, or one that knows nothing.
    pub fn new(patterns: &Patterns, weights: Option<Weights>, random: &mut fastrand::Rng) -> Self {
        let weights = weights.unwrap_or_else(|| ignorant(patterns, random));
        let mut starts = vec![];
        let mut count = 0;
        for codes in &weights.codes {
            starts.push(count);
            count += codes.len();
        }
        Model {
            patterns: patterns.clone(),
            starts,
            codes: Learnt::new(weights.codes.into_iter().flatten().collect()),
            places: Learnt::new(weights.places.into_iter().flatten().collect()),
            second: Learnt::new(weights.second.into_iter().chain([weights.bias]).collect()),
            last: Learnt::new(vec![weights.second_bias, weights.last]),
            last_bias: Learnt::new(vec![[weights.last_bias]]),
        }
    }

    /// The weights as they are now.
    pub fn weights(&self) -> Weights {
        let codes = self.starts.iter().zip(&self.patterns.tables);
        Weights {
            codes: codes.map(|(&start, &size)| self.codes.rows[start..start + size].to_vec()).collect(),
            places: self.places.rows.chunks_exact(CODE).map(|place| place.try_into().expect("a matrix")).collect(),
            bias: self.second.rows[SECOND],
            second: self.second.rows[..SECOND].try_into().expect("a layer"),
            second_bias: self.last.rows[0],
            last: self.last.rows[1],
            last_bias: self.last_bias.rows[0][0],
        }
    }

    fn row_of_code(&self, place: usize, pattern: u16) -> usize {
        self.starts[self.patterns.places[place]] + usize::from(pattern)
    }

    fn matrix(&self, place: usize) -> &[[f32; HIDDEN]; CODE] {
        self.places.rows[place * CODE..(place + 1) * CODE].try_into().expect("a matrix")
    }

    /// Learns from a batch; gives the sum of the losses before that.
    pub fn learn<'s>(&mut self, batch: impl Iterator<Item = &'s Sample>, rate: f32) -> f64 {
        let (mut loss, mut count) = (0.0, 0);
        for sample in batch {
            loss += self.go_through(sample, true);
            count += 1;
        }
        let share = 1.0 / count.max(1) as f32;
        self.codes.step(rate, share);
        self.places.step(rate, share);
        self.second.step(rate, share);
        self.last.step(rate, share);
        self.last_bias.step(rate, share);
        loss
    }

    /// The loss of a sample.
    pub fn loss(&mut self, sample: &Sample) -> f64 {
        self.go_through(sample, false)
    }

    /// The loss of a sample; adds its gradient, if that is wanted.
    fn go_through(&mut self, sample: &Sample, learns: bool) -> f64 {
        let mut hidden = self.second.rows[SECOND];
        for (place, &pattern) in sample.seen.iter().enumerate() {
            let code = &self.codes.rows[self.row_of_code(place, pattern)];
            for (sum, number) in hidden.iter_mut().zip(added(code, self.matrix(place))) {
                *sum += number;
            }
        }
        let seen = hidden.map(|number| number.clamp(0.0, 1.0));
        let second: [f32; SECOND] = std::array::from_fn(|at| self.last.rows[0][at] + dot(&self.second.rows[at], &seen));
        let told = second.map(|number| number.clamp(0.0, 1.0));
        let answer = 1.0 / (1.0 + (-(self.last_bias.rows[0][0] + dot(&self.last.rows[1], &told))).exp());
        let loss = -sample.worth * answer.max(1e-7).ln() - (1.0 - sample.worth) * (1.0 - answer).max(1e-7).ln();
        if !learns {
            return loss.into();
        }
        let error = answer - sample.worth;
        self.last_bias.gradient_of(0)[0] += error;
        let last = self.last.rows[1];
        add(self.last.gradient_of(1), &told, error);
        let of_second: [f32; SECOND] = std::array::from_fn(|at| error * last[at] * slope(second[at]));
        add(self.last.gradient_of(0), &of_second, 1.0);
        let mut of_hidden = [0.0; HIDDEN];
        for (at, &error) in of_second.iter().enumerate() {
            add(&mut of_hidden, &self.second.rows[at], error);
            add(self.second.gradient_of(at), &seen, error);
        }
        for (error, &number) in of_hidden.iter_mut().zip(&hidden) {
            *error *= slope(number);
        }
        add(self.second.gradient_of(SECOND), &of_hidden, 1.0);
        for (place, &pattern) in sample.seen.iter().enumerate() {
            let row = self.row_of_code(place, pattern);
            let code = self.codes.rows[row];
            let of_code: [f32; CODE] = std::array::from_fn(|at| dot(&self.places.rows[place * CODE + at], &of_hidden));
            add(self.codes.gradient_of(row), &of_code, 1.0);
            for (at, &number) in code.iter().enumerate() {
                add(self.places.gradient_of(place * CODE + at), &of_hidden, number);
            }
        }
        loss.into()
    }
}

fn slope(number: f32) -> f32 {
    if (0.0..1.0).contains(&number) { 1.0 } else { LEAK }
}

fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add<const N: usize>(to: &mut [f32; N], what: &[f32; N], times: f32) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

/// Codes are all alike, so that patterns that never come up change nothing.
fn ignorant(patterns: &Patterns, random: &mut fastrand::Rng) -> Weights {
    let mut row = |reach: f32| std::array::from_fn(|_| (2.0 * random.f32() - 1.0) * reach);
    let mut matrix = || std::array::from_fn(|_| row(0.25));
    Weights {
        codes: patterns.tables.iter().map(|&size| vec![[0.0; CODE]; size]).collect(),
        places: patterns.places.iter().map(|_| matrix()).collect(),
        bias: [0.5; HIDDEN],
        second: std::array::from_fn(|_| std::array::from_fn(|_| (2.0 * random.f32() - 1.0) * 0.25)),
        second_bias: [0.5; SECOND],
        last: std::array::from_fn(|_| (2.0 * random.f32() - 1.0) * 0.5),
        last_bias: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who has more of two patterns at three places, which share a table.
    #[test]
    fn learns_what_patterns_are_worth() {
        let patterns = Patterns::default().with(3, 4);
        let mut random = fastrand::Rng::with_seed(1);
        let samples: Vec<Sample> = (0..64u16)
            .map(|n| {
                let seen = vec![n % 4, n / 4 % 4, n / 16];
                let worth = if seen.iter().sum::<u16>() > 4 { 1.0 } else { 0.0 };
                Sample { seen, worth }
            })
            .collect();
        let mut model = Model::new(&patterns, None, &mut random);
        let loss = |model: &mut Model| samples.iter().map(|sample| model.loss(sample)).sum::<f64>() / 64.0;
        let before = loss(&mut model);
        for _ in 0..400 {
            model.learn(samples.iter(), 0.005);
        }
        let after = loss(&mut model);
        assert!(before > 0.6 && after < 0.1, "{before} {after}");
        // one that goes on from the weights begins there
        let mut again = Model::new(&patterns, Some(model.weights()), &mut random);
        assert!((loss(&mut again) - after).abs() < 1e-6);
    }
}
