//! Bounds in few bits. What cannot be told in these is rounded, lower bounds down and upper bounds up, so that they hold.

use perfectplay_game::{MARGIN_LIMIT, Value};

/// Bits of a code, which has a sign.
pub(super) const CODE_BITS: u32 = 9;

/// Codes up to this are margins. Then comes the slowest of all wins, and then come wins in less and less plies.
const MOST_MARGIN: i32 = 127;
const SLOWEST_WIN: i32 = MOST_MARGIN + 1;
const WON: i32 = (1 << (CODE_BITS - 1)) - 1;
const WON_WORTH: i32 = Value::BEST.worth();

/// The worth of a code.
#[inline]
pub(super) fn decode(code: i32) -> i32 {
    match code.abs() {
        margin @ ..=MOST_MARGIN => code.signum() * margin,
        SLOWEST_WIN => code.signum() * MARGIN_LIMIT,
        win => code.signum() * (WON_WORTH - WON + win),
    }
}

/// The greatest code that is not worth more than this.
#[inline]
pub(super) fn encode_low(worth: i32) -> i32 {
    if worth >= MARGIN_LIMIT {
        (worth - WON_WORTH + WON).max(SLOWEST_WIN)
    } else if worth < -MARGIN_LIMIT {
        (worth + WON_WORTH - WON).min(-SLOWEST_WIN - 1)
    } else if worth < -MOST_MARGIN {
        -SLOWEST_WIN
    } else {
        worth.min(MOST_MARGIN)
    }
}

/// The least code that is not worth less than this.
#[inline]
pub(super) fn encode_high(worth: i32) -> i32 {
    -encode_low(-worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept_or_rounded_so_that_they_hold() {
        let plies = [0, 1, 2, 41, 125, 126, 127, 128, 5000, MARGIN_LIMIT as u32];
        let wins = plies.map(|plies| Value::Win { plies }.worth());
        let margins = [0, 1, 2, 63, 126, 127, 128, 129, 5000, MARGIN_LIMIT - 1];
        for worth in wins.into_iter().chain(margins).flat_map(|worth| [worth, -worth]) {
            let (low, high) = (decode(encode_low(worth)), decode(encode_high(worth)));
            assert!(low <= worth && worth <= high, "{low} {worth} {high}");
            for code in [encode_low(worth), encode_high(worth)] {
                assert!(code.abs() < 1 << (CODE_BITS - 1));
            }
            let is_near = worth.abs() <= MOST_MARGIN || worth.abs() == MARGIN_LIMIT || worth.abs() >= WON_WORTH - 126;
            assert_eq!(low == high, is_near, "{worth}");
        }
        assert!((-WON..WON).all(|code| decode(code) < decode(code + 1)));
        assert!((-WON..=WON).all(|code| encode_low(decode(code)) == code && encode_high(decode(code)) == code));
    }
}
