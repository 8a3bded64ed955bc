//! Values of positions that are known by their numbers and moves alone: each after those that its moves lead to, where no play
//! goes round in circles, else from the ends by falling worth.

use super::cell::{Coding, EMPTY, with_gain};
use crate::way::is_margin;
use crate::{Control, Interrupted, Premise};
use perfectplay_game::Value;
use std::collections::BTreeMap;
use std::ops::Range;

/// The other end of a move, and whether the mover moves again.
#[derive(Clone, Copy, Default)]
pub(super) struct Link(u32);

impl Link {
    /// Numbers have 31 bits.
    pub(super) const MOST: usize = 1 << 31;

    #[inline]
    pub(super) fn new(number: usize, again: bool) -> Self {
        Link((number as u32) << 1 | again as u32)
    }

    /// The same with another end.
    #[inline]
    pub(super) fn to(self, number: usize) -> Self {
        Link::new(number, self.again())
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
        Moves { first, ends: vec![0], to: vec![], gains: vec![], scored }
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
    #[inline]
    pub(super) fn push(&mut self, link: Link, gain: i32) {
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
        match self.sweep(coding, values, control)? {
            Swept::All => Ok(()),
            Swept::IntoCircle => Backwards::new(self, values)?.settle(coding, values, control),
        }
    }

    fn of(&self, at: usize) -> Range<usize> {
        self.ends[at] as usize..self.ends[at + 1] as usize
    }

    fn gain(&self, mv: usize) -> i32 {
        self.gains.get(mv).copied().unwrap_or(0)
    }

    /// Gives each position the value of its best move, after those that its moves lead to have theirs, until play comes back to a
    /// position that waits.
    fn sweep(&self, coding: &Coding, values: &mut [u32], control: &mut Control) -> Result<Swept, Unsettled> {
        /// So many positions pass between two looks at the control.
        const INTERVAL: usize = 1 << 16;
        let mut waits = vec![false; self.ends.len() - 1];
        // a position, its moves that are not looked at yet, and what the best one of the others is worth
        let mut path: Vec<(usize, Range<usize>, i32)> = vec![];
        // most moves lead to later ones
        for (nth, from) in (0..self.ends.len() - 1).rev().enumerate() {
            if nth % INTERVAL == 0 && !control.advance(0) {
                return Err(Unsettled::Interrupted);
            }
            if values[self.first + from] == EMPTY {
                path.push((from, self.of(from), i32::MIN));
            }
            while let Some((at, moves, best)) = path.last_mut() {
                let Some(mv) = moves.next() else {
                    let (at, _, best) = path.pop().expect("the path has a last position");
                    values[self.first + at] = self.cell(at, best, coding, values)?;
                    continue;
                };
                let link = self.to[mv];
                let cell = values[link.number()];
                if cell == EMPTY {
                    // it comes again when what it waits for has a value
                    moves.start = mv;
                    waits[*at] = true;
                    let to = link.number() - self.first;
                    if waits[to] {
                        return Ok(Swept::IntoCircle);
                    }
                    path.push((to, self.of(to), i32::MIN));
                    continue;
                }
                let worth = with_gain(coding.before(cell, link.again()), self.gain(mv));
                *best = worth.ok_or(Unsettled::At(self.first + *at, Premise::MarginTooLarge))?.max(*best);
            }
        }
        Ok(Swept::All)
    }

    /// The cell of a position whose best move is worth so much.
    fn cell(&self, at: usize, best: i32, coding: &Coding, values: &[u32]) -> Result<u32, Unsettled> {
        let is_tied = |mv: usize| coding.decode(values[self.to[mv].number()]) == Some(Value::Tie);
        let value = match Value::from_worth(best, self.scored) {
            Value::Tie if !self.of(at).any(is_tied) => Value::Draw,
            value => value,
        };
        cell_of(coding, self.first + at, value)
    }
}

/// How far a sweep came.
enum Swept {
    All,
    IntoCircle,
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
