//! How many strings the coins have left, counted for all coins at once.

use crate::bits::bits;

/// Counts strings at coins. A set of coins is a word with a mark for each of them, at the place of the coin.
#[derive(Clone, Debug)]
pub(super) struct Degrees {
    /// So many bits of a word are for one coin: enough for the number of its strings, if words have room for all coins, else one.
    width: usize,
    /// A mark for every coin.
    places: u64,
    /// For each byte of a set of strings, how many of these each coin has, at the place of the coin; empty if there is no room.
    bytes: Vec<[u64; 256]>,
    /// The strings of the coin at each place.
    strings: [u64; MAX_COINS],
}

/// Coins by the number of strings that they have left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub one: u64,
    pub two: u64,
    pub more: u64,
}

/// A word has places for so many coins at least.
pub(super) const MAX_COINS: usize = u64::BITS as usize;

impl Degrees {
    /// For coins that have these strings; at most [`MAX_COINS`].
    pub fn new(coins: &[u64]) -> Degrees {
        assert!(coins.len() <= MAX_COINS, "at most {MAX_COINS} coins");
        let most = coins.iter().map(|strings| strings.count_ones()).max().unwrap_or(0);
        let enough = (most.max(3).ilog2() + 1) as usize;
        let has_room = enough * coins.len() <= MAX_COINS;
        let width = if has_room { enough } else { 1 };
        let place = |coin: usize| 1 << (coin * width);
        let count = |byte: usize, value: u64| {
            let here = |strings: u64| (strings >> (8 * byte) & value).count_ones() as u64;
            coins.iter().enumerate().map(|(coin, &strings)| here(strings) * place(coin)).sum()
        };
        let all = coins.iter().fold(0, |all, strings| all | strings);
        let used = if has_room { (u64::BITS - all.leading_zeros()).div_ceil(8) as usize } else { 0 };
        let mut strings = [0; MAX_COINS];
        coins.iter().enumerate().for_each(|(coin, &of_coin)| strings[coin * width] = of_coin);
        Degrees {
            width,
            places: (0..coins.len()).map(place).sum(),
            bytes: (0..used).map(|byte| std::array::from_fn(|value| count(byte, value as u64))).collect(),
            strings,
        }
    }

    /// The coins by the number of these strings that they have.
    #[inline]
    pub fn tally(&self, left: u64) -> Tally {
        if self.width == 1 {
            return self.tally_one_by_one(left);
        }
        let counts = self.bytes.iter().enumerate().map(|(i, table)| table[(left >> (8 * i)) as usize & 255]);
        let counts: u64 = counts.sum();
        let bit = |nth: usize| counts >> nth & self.places;
        let high = (2..self.width).fold(0, |high, nth| high | bit(nth));
        let (ones, twos) = (bit(0), bit(1));
        Tally { one: ones & !twos & !high, two: twos & !ones & !high, more: high | ones & twos }
    }

    fn tally_one_by_one(&self, left: u64) -> Tally {
        let mut tally = Tally { one: 0, two: 0, more: 0 };
        for coin in bits(self.places) {
            match (self.strings[coin as usize] & left).count_ones() {
                0 => {}
                1 => tally.one |= 1 << coin,
                2 => tally.two |= 1 << coin,
                _ => tally.more |= 1 << coin,
            }
        }
        tally
    }

    /// All strings of some coins.
    #[inline]
    pub fn strings_of(&self, coins: u64) -> u64 {
        bits(coins).fold(0, |strings, place| strings | self.strings[place as usize])
    }
}

impl Tally {
    /// How many coins are left.
    #[inline]
    pub fn coins(&self) -> i32 {
        (self.one | self.two | self.more).count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_one_by_one() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut with_room = 0;
        for _ in 0..500 {
            let (count, strings) = (random.usize(..=MAX_COINS), random.u32(1..64));
            let mut coins = vec![0u64; count];
            for string in 0..strings {
                (0..random.usize(..3).min(count)).for_each(|_| coins[random.usize(..count)] |= 1 << string);
            }
            let degrees = Degrees::new(&coins);
            with_room += (degrees.width > 1) as usize;
            for _ in 0..20 {
                let left = random.u64(..1 << strings);
                let tally = degrees.tally(left);
                let mut all = 0;
                for (coin, &strings) in coins.iter().enumerate() {
                    let place = 1 << (coin * degrees.width);
                    let found = [tally.one, tally.two, tally.more].map(|coins| coins & place != 0);
                    let left = (strings & left).count_ones();
                    assert_eq!(found, [left == 1, left == 2, left > 2]);
                    assert_eq!(degrees.strings_of(place), strings);
                    all += (left > 0) as i32;
                }
                assert_eq!(tally.coins(), all);
            }
        }
        assert!((100..400).contains(&with_room), "{with_room}");
    }
}
