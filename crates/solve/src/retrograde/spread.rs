//! Values of positions that are known by their numbers and moves alone: one backward pass where no play goes round in
//! circles, else from the ends by falling worth.

use super::cell::{Coding, EMPTY, with_gain};
use crate::way::is_margin;
use crate::{Control, Interrupted, Premise};
use perfectplay_game::Value;
use std::collections::BTreeMap;

/// The other end of a move, and whether the mover moves again.
#[derive(Clone, Copy, Default)]
pub(super) struct Link(u32);

impl Link {
    /// Numbers have 31 bits.
    pub(super) const MOST: usize = 1 << 31;

    pub(super) fn new(number: usize, again: bool) -> Self {
        Link((number as u32) << 1 | again as u32)
    }

    fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn again(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The moves of the positions from a number on, one position after the other. Those before have values.
pub(super) struct Moves {
    first: usize,
    /// How many moves there are before those of each position, and in all.
    ends: Vec<u32>,
    to: Vec<Link>,
    /// What each move brings, in scored games.
    gains: Vec<i32>,
    scored: bool,
    /// Whether each move leads to a position with a higher number, or with a value.
    rising: bool,
}

/// Why there are no values.
pub(super) enum Unsettled {
    Interrupted,
    /// What is wrong at the position with this number.
    At(usize, Premise),
}

impl From<Interrupted> for Unsettled {
    fn from(_: Interrupted) -> Self {
        Unsettled::Interrupted
    }
}

impl Moves {
    /// None yet.
    pub(super) fn new(first: usize, scored: bool) -> Moves {
        Moves { first, ends: vec![0], to: vec![], gains: vec![], scored, rising: true }
    }

    /// Bytes for a move: it stands in two lists, which may have just doubled.
    pub(super) fn room(scored: bool) -> usize {
        if scored { 6 * size_of::<Link>() } else { 3 * size_of::<Link>() }
    }

    pub(super) fn count(&self) -> usize {
        self.to.len()
    }

    /// The number of the position whose moves are next.
    pub(super) fn next_position(&self) -> usize {
        self.first + self.ends.len() - 1
    }

    /// One more move of the next position.
    pub(super) fn push(&mut self, link: Link, gain: i32) {
        self.rising &= link.number() > self.next_position() || link.number() < self.first;
        self.to.push(link);
        if self.scored {
            self.gains.push(gain);
        }
    }

    /// No more moves of this position. Says how many it has.
    pub(super) fn end(&mut self) -> usize {
        let before = self.ends.last().map_or(0, |&end| end as usize);
        self.ends.push(self.to.len() as u32);
        self.to.len() - before
    }

    /// Gives the positions with moves their values: those in `values` that are empty.
    pub(super) fn settle(self, coding: &Coding, values: &mut [u32], control: &mut Control) -> Result<(), Unsettled> {
        let count = self.ends.len() - 1;
        if self.rising {
            return self.sweep((0..count).rev(), coding, values, control);
        }
        match self.order() {
            order if order.len() == count => {
                self.sweep(order.into_iter().rev().map(|at| at as usize), coding, values, control)
            }
            _ => Backwards::new(self, values)?.settle(coding, values, control),
        }
    }

    fn of(&self, at: usize) -> std::ops::Range<usize> {
        self.ends[at] as usize..self.ends[at + 1] as usize
    }

    fn gain(&self, mv: usize) -> i32 {
        self.gains.get(mv).copied().unwrap_or(0)
    }

    /// Where a link leads to, among the positions with moves.
    fn inner(&self, link: Link) -> Option<usize> {
        link.number().checked_sub(self.first)
    }

    /// The positions, each before those that its moves lead to; without those that can be come back to.
    fn order(&self) -> Vec<u32> {
        let count = self.ends.len() - 1;
        let mut arriving = vec![0u32; count];
        for to in self.to.iter().filter_map(|&link| self.inner(link)) {
            arriving[to] += 1;
        }
        let mut order: Vec<u32> = (0..count as u32).filter(|&at| arriving[at as usize] == 0).collect();
        order.reserve_exact(count - order.len());
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            for to in self.to[self.of(at as usize)].iter().filter_map(|&link| self.inner(link)) {
                arriving[to] -= 1;
                if arriving[to] == 0 {
                    order.push(to as u32);
                }
            }
        }
        order
    }

    /// The best move of each position, in an order in which all that moves lead to comes before.
    fn sweep(
        &self,
        order: impl Iterator<Item = usize>,
        coding: &Coding,
        values: &mut [u32],
        control: &mut Control,
    ) -> Result<(), Unsettled> {
        /// So many positions pass between two looks at the control.
        const INTERVAL: usize = 1 << 16;
        for (nth, at) in order.enumerate() {
            if nth % INTERVAL == 0 && !control.advance(0) {
                return Err(Unsettled::Interrupted);
            }
            let number = self.first + at;
            if values[number] != EMPTY {
                continue;
            }
            let mut best = i32::MIN;
            for mv in self.of(at) {
                let worth = coding.before(values[self.to[mv].number()], self.to[mv].again());
                let worth = with_gain(worth, self.gain(mv)).ok_or(Unsettled::At(number, Premise::MarginTooLarge))?;
                best = best.max(worth);
            }
            let is_tied = |mv: usize| coding.decode(values[self.to[mv].number()]) == Some(Value::Tie);
            let value = match Value::from_worth(best, self.scored) {
                Value::Tie if !self.of(at).any(is_tied) => Value::Draw,
                value => value,
            };
            values[number] = cell_of(coding, number, value)?;
        }
        Ok(())
    }
}

fn cell_of(coding: &Coding, number: usize, value: Value) -> Result<u32, Unsettled> {
    match value.margin().is_none_or(is_margin) {
        true => Ok(coding.encode(value).expect("any value fits 32 bits")),
        false => Err(Unsettled::At(number, Premise::MarginTooLarge)),
    }
}

/// The moves to each position, for play that may go round in circles: in scored games gains come with last moves alone,
/// and endless play brings nothing.
struct Backwards {
    first: usize,
    scored: bool,
    /// How many moves of each position with moves lead to one that is open.
    open: Vec<u32>,
    /// How many moves there are before those to each position, and in all.
    ends: Vec<u32>,
    from: Vec<Link>,
    gains: Vec<i32>,
    /// Moves to settled positions, with what they are worth to who makes them, by its size.
    found: BTreeMap<u32, Vec<(u32, Value)>>,
}

impl Backwards {
    fn new(moves: Moves, values: &[u32]) -> Result<Backwards, Unsettled> {
        let gains_on_the_way = |mv: &usize| moves.gain(*mv) != 0 && values[moves.to[*mv].number()] == EMPTY;
        if let Some(mv) = (0..moves.gains.len()).find(gains_on_the_way) {
            let at = moves.ends.partition_point(|&end| end as usize <= mv) - 1;
            return Err(Unsettled::At(moves.first + at, Premise::ScoredCycle));
        }
        let mut ends = vec![0u32; values.len() + 1];
        moves.to.iter().for_each(|link| ends[link.number()] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // from the back, so that each end becomes a beginning
        let mut from = vec![Link::default(); moves.to.len()];
        let mut gains = vec![0; moves.gains.len()];
        for at in (0..moves.ends.len() - 1).rev() {
            for mv in moves.of(at).rev() {
                let link = moves.to[mv];
                let end = &mut ends[link.number()];
                *end -= 1;
                from[*end as usize] = Link::new(moves.first + at, link.again());
                if moves.scored {
                    gains[*end as usize] = moves.gain(mv);
                }
            }
        }
        let open = moves.ends.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let found = BTreeMap::new();
        Ok(Backwards { first: moves.first, scored: moves.scored, open, ends, from, gains, found })
    }

    fn settle(mut self, coding: &Coding, values: &mut [u32], control: &mut Control) -> Result<(), Unsettled> {
        for (to, &cell) in values.iter().enumerate() {
            // a draw is what is left in the end
            if let Some(value) = coding.decode(cell).filter(|&value| value != Value::Draw) {
                self.arrive(to, value);
            }
        }
        // what comes first is worth most to one side or the other: who likes it takes it, who does not has no better move
        // once it has no other
        while let Some((_, found)) = self.found.pop_last() {
            if !control.advance(0) {
                return Err(Unsettled::Interrupted);
            }
            for (from, value) in found {
                let from = from as usize;
                let open = &mut self.open[from - self.first];
                *open -= 1;
                if values[from] == EMPTY && (value.worth() >= 0 || *open == 0) {
                    values[from] = cell_of(coding, from, value)?;
                    self.arrive(from, value);
                }
            }
        }
        let endless = if self.scored { Value::Margin(0) } else { Value::Draw };
        for (number, cell) in values.iter_mut().enumerate().filter(|(_, cell)| **cell == EMPTY) {
            *cell = cell_of(coding, number, endless)?;
        }
        Ok(())
    }

    /// A position has got its value: what are the moves to it worth?
    fn arrive(&mut self, to: usize, value: Value) {
        for at in self.ends[to] as usize..self.ends[to + 1] as usize {
            let link = self.from[at];
            let before = value.before(link.again(), self.gains.get(at).copied().unwrap_or(0));
            self.found.entry(before.worth().unsigned_abs()).or_default().push((link.number() as u32, before));
        }
    }
}
