//! What a Connect Four player sees at a glance: threats, forced moves, and games that cannot be won any more.

use super::lines::{Bits, Shape, completing, has_line, line_starts};
use super::{ConnectFourOn, Stones};
use perfectplay_game::{Bounds, Glance, Value};

/// What the other side threatens.
pub(super) struct Threats<B> {
    /// The free cells that a stone can drop onto.
    landings: B,
    /// The free cells that complete a line of the other side.
    losing: B,
    /// The landings after which the other side cannot win at once.
    pub(super) safe: B,
}

impl<B: Bits> ConnectFourOn<B> {
    #[inline(always)]
    pub(super) fn threats(&self, stones: &Stones<B>, shape: impl Shape) -> Threats<B> {
        let landings = self.landings(stones);
        let losing = completing(stones.own ^ stones.all, shape) & self.full & !stones.all;
        let not_below = landings & !(losing >> 1);
        let now = losing & landings;
        let safe = if now == B::zero() {
            not_below
        } else if is_single(now) {
            now & not_below
        } else {
            B::zero()
        };
        Threats { landings, losing, safe }
    }

    /// The most to be had for the side to move, if that is less than a win: a side with no line left to make cannot win.
    #[inline(always)]
    fn at_most(&self, stones: &Stones<B>, landings: B, shape: impl Shape) -> Option<Value> {
        if self.even != B::zero() && stones.all.count_ones().is_multiple_of(2) {
            return self.at_most_by_pairs(stones, landings, shape);
        }
        let can_win = has_line(stones.own | (self.full & !stones.all), shape);
        (!can_win).then_some(Value::Tie)
    }

    /// The same for the first player on a board with an even number of rows, if the second player always answers on top of
    /// the last stone.
    ///
    /// A column with an even number of free cells then falls into pairs, of which the second player gets the upper ones. The
    /// other columns are even in number, and have one free cell more: for each of those that the first player takes the
    /// second player takes another, and may here lose them all. A line of the first player is of no use above a line of
    /// the second player in the same columns, because that is complete before.
    #[inline(always)]
    fn at_most_by_pairs(&self, stones: &Stones<B>, landings: B, shape: impl Shape) -> Option<Value> {
        let free = self.full & !stones.all;
        let upper = free & self.even & !landings;
        let first = stones.own | (free & !upper);
        let second = (stones.own ^ stones.all) | upper;
        let [above, across @ ..] = shape.steps();
        if line_starts(first, above, shape) != B::zero() {
            return None;
        }
        let mut loses = false;
        for step in across {
            let starts = line_starts(second, step, shape);
            // the cells below the lowest start in each column, or all of them
            let guarded = starts | self.spare;
            let open = (guarded - self.bottom) & !guarded;
            if line_starts(first, step, shape) & open != B::zero() {
                return None;
            }
            loses |= starts != B::zero();
        }
        Some(if loses { Value::Loss { plies: free.count_ones() } } else { Value::Tie })
    }

    #[inline(always)]
    pub(super) fn bounds_at(&self, stones: &Stones<B>, shape: impl Shape) -> Bounds {
        let Threats { landings, safe, .. } = self.threats(stones, shape);
        if completing(stones.own, shape) & landings != B::zero() {
            return Bounds::exactly(Value::Win { plies: 1 });
        }
        if safe == B::zero() {
            return Bounds::exactly(Value::Loss { plies: 2 });
        }
        let at_most = self.at_most(stones, landings, shape).unwrap_or(Value::BEST);
        let free = self.full & !stones.all;
        let can_lose = has_line((stones.own ^ stones.all) | free, shape);
        Bounds { at_least: if can_lose { Value::WORST } else { Value::Tie }, at_most }
    }

    #[inline(always)]
    pub(super) fn glance_at(&self, stones: &Stones<B>, shape: impl Shape) -> Glance<u8> {
        let Threats { landings, losing, safe } = self.threats(stones, shape);
        if safe == B::zero() {
            let value = if landings == B::zero() { Value::Tie } else { Value::Loss { plies: 2 } };
            return Glance::new(Bounds::exactly(value));
        }
        let at_most = self.at_most(stones, landings, shape).map_or(Value::Win { plies: 3 }.worth(), Value::worth);
        let forced = is_single(safe).then(|| self.column_of[safe.trailing_zeros() as usize]);
        // weights by trial: threats, the more so if they come up next, and few safe answers
        let count = |cells: B| cells.count_ones() as i32;
        let soon = 60 * count(losing & (landings << 1)) + 50 * count(losing & (landings << 2));
        let appeal = soon + 30 * count(losing) - 10 * count(safe);
        Glance { low: Value::Loss { plies: 4 }.worth(), high: at_most, forced, appeal }
    }
}

#[inline(always)]
fn is_single<B: Bits>(cells: B) -> bool {
    cells & (cells - B::one()) == B::zero()
}

impl<B: Bits> ConnectFourOn<B> {
    #[inline]
    pub(super) fn centrality(&self, col: u8) -> i32 {
        -(2 * col as i32 + 1 - self.cols as i32).abs()
    }
}
