//! From a position to one that moves have led to: how worths change on the way.

use perfectplay_game::{MARGIN_LIMIT, Target};

/// Some moves, played one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// Whether it is the other side's turn afterwards.
    turned: bool,
    plies: i32,
    /// What the side that began has gained more than the other.
    gain: i32,
}

impl Way {
    /// No move at all.
    pub(crate) const NONE: Way = Way { turned: false, plies: 0, gain: 0 };

    /// One more move, after which the same side moves `again` or not. `None` if the gains grow too large.
    #[inline]
    pub(crate) fn and(self, again: bool, gain: i32) -> Option<Way> {
        let gain = if self.turned { self.gain.checked_sub(gain)? } else { self.gain.checked_add(gain)? };
        is_margin(gain).then_some(Way { turned: self.turned == again, plies: self.plies + 1, gain })
    }

    /// Whether it is the other side's turn afterwards.
    #[inline]
    pub(crate) fn is_turned(self) -> bool {
        self.turned
    }

    /// What is to be reached after the moves for `target` before them, for the side to move at either time: as
    /// [`Target::after`], for all moves at once, whose gains are known to be small. A win that may take as long as it likes may do so
    /// after them, too: bounds that are rounded are no slower, before and after.
    #[inline]
    pub(crate) fn target(self, target: Target) -> Target {
        let worth = target.worth();
        let later = Target::at_least(if worth == MARGIN_LIMIT {
            worth
        } else if worth > MARGIN_LIMIT {
            worth.saturating_add(self.plies)
        } else if worth <= -MARGIN_LIMIT {
            worth.saturating_sub(self.plies)
        } else {
            (worth - self.gain).clamp(1 - MARGIN_LIMIT, MARGIN_LIMIT)
        });
        if self.turned { later.turned() } else { later }
    }

    /// The worth before the moves, from that after them. `None` if a margin grows too large.
    #[inline]
    pub(crate) fn back(self, worth: i32) -> Option<i32> {
        let worth = if self.turned { -worth } else { worth };
        if worth >= MARGIN_LIMIT {
            Some((worth - self.plies).max(MARGIN_LIMIT))
        } else if worth <= -MARGIN_LIMIT {
            Some((worth + self.plies).min(-MARGIN_LIMIT))
        } else {
            Some(worth + self.gain).filter(|&margin| is_margin(margin))
        }
    }
}

/// A margin that values can hold.
#[inline]
pub(crate) fn is_margin(margin: i32) -> bool {
    -MARGIN_LIMIT < margin && margin < MARGIN_LIMIT
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A worth reaches the target after the moves exactly if it does before them; margins that are too large have no worth before.
    #[test]
    fn targets_and_worths_fit() {
        let around = |middle: i32| (middle - 4)..=(middle + 4);
        let worths: Vec<i32> = [-MARGIN_LIMIT, 0, MARGIN_LIMIT].into_iter().flat_map(around).collect();
        let ways = [true, false].map(|again| [-3, 0, 2].map(|gain| Way::NONE.and(again, gain).unwrap()));
        let ways = ways.into_iter().flatten();
        let longer = ways.clone().flat_map(|way| [way, way.and(false, 1).unwrap(), way.and(true, -2).unwrap()]);
        for way in ways.clone().chain(longer) {
            for (&target, &worth) in worths.iter().flat_map(|target| worths.iter().map(move |worth| (target, worth))) {
                let target = Target::at_least(target);
                if let Some(before) = way.back(worth) {
                    let (turned, plies, gain) = (way.turned, way.plies, way.gain);
                    let is_reached = way.target(target).is_reached_by(worth);
                    let way = format!("turned {turned}, {plies} plies, gain {gain}");
                    // the other side is asked the opposite
                    assert_eq!(is_reached != turned, target.is_reached_by(before), "{target:?} by {worth}: {way}");
                }
            }
        }
    }
}
