//! Nim: take any number from one heap; the last one taken wins, or loses in misère play.

use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Hints, KeyCodec, Notation, NotationError, Player, Record, Step, notation};
use serde::{Deserialize, Serialize};

const MAX_HEAPS: usize = 8;

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("nim")
        .title("Nim")
        .summary("take any number from one heap; the last one taken wins")
        .rules(
            "The players take in turn any number of things, at least one, from one of the heaps. Whoever takes the \
             last thing wins; in misère play they lose.",
        )
        .notation(
            "A position is the heap sizes: 3,4,5. A move is heap:number, heaps counted from 1: 2:3 takes three from \
             the second heap.",
        )
        .example("perfectplay solve nim --set heaps=3,4,5 --set misere=true --position 1,4,5")
        .scene("2,4,3")
        .option("heaps", Kind::Ints(0, 1000), "3,4,5", "sizes of one to eight heaps")
        .option("misere", Kind::Flag, "false", "taking the last thing loses");
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let heaps: Vec<u16> = options.ints("heaps").iter().map(|&size| size as u16).collect();
    if heaps.is_empty() || heaps.len() > MAX_HEAPS {
        return Err(OptionError::value("heaps", format!("1 to {MAX_HEAPS} heaps"), format!("{} heaps", heaps.len())));
    }
    let game = Nim::new(&heaps, options.flag("misere"));
    Ok(visitor.visit(game, options))
}

/// The rules, and the heaps at the start.
#[derive(Clone, Debug)]
pub struct Nim {
    pub(crate) heaps: Vec<u16>,
    misere: bool,
}

/// The sizes of the heaps, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heaps {
    pub(crate) sizes: [u16; MAX_HEAPS],
    turn: Player,
}

/// Some things taken from one heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    pub(crate) heap: u8,
    pub(crate) count: u16,
}

impl Nim {
    /// One to eight heaps at the start.
    ///
    /// # Panics
    ///
    /// If there are fewer or more.
    pub fn new(heaps: &[u16], misere: bool) -> Self {
        assert!((1..=MAX_HEAPS).contains(&heaps.len()), "one to eight heaps");
        Nim { heaps: heaps.to_vec(), misere }
    }

    fn position(&self, sizes: &[u16]) -> Heaps {
        let mut heaps = Heaps { sizes: [0; MAX_HEAPS], turn: Player::First };
        heaps.sizes[..sizes.len()].copy_from_slice(sizes);
        heaps
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        self.position(&self.heaps)
    }

    #[inline]
    fn turn(&self, heaps: &Heaps) -> Player {
        heaps.turn
    }

    #[inline]
    fn ending(&self, heaps: &Heaps) -> Option<Ending> {
        (heaps.sizes == [0; MAX_HEAPS]).then_some(if self.misere { Ending::Win } else { Ending::Loss })
    }

    #[inline]
    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = Take> {
        let sizes = heaps.sizes.into_iter().enumerate();
        sizes.flat_map(|(heap, size)| (1..=size).map(move |count| Take { heap: heap as u8, count }))
    }

    #[inline]
    fn play(&self, heaps: &Heaps, take: Take) -> Step<Heaps> {
        let mut next = *heaps;
        next.sizes[take.heap as usize] -= take.count;
        next.turn = heaps.turn.other();
        next.into()
    }

    /// The order of the heaps does not matter, and the players are alike.
    #[inline]
    fn canonical(&self, heaps: &Heaps) -> Heaps {
        let mut sizes = heaps.sizes;
        sizes[..self.heaps.len()].sort_unstable();
        Heaps { sizes, turn: Player::First }
    }

    /// The things taken.
    #[inline]
    fn layer(&self, heaps: &Heaps) -> Option<u32> {
        let total = |sizes: &[u16]| sizes.iter().map(|&size| u32::from(size)).sum::<u32>();
        Some(total(&self.heaps) - total(&heaps.sizes))
    }
}

impl Notation for Nim {
    fn write_move(&self, take: Take) -> String {
        format!("{}:{}", take.heap + 1, take.count)
    }

    fn read_move(&self, heaps: &Heaps, text: &str) -> Result<Take, NotationError> {
        let take = text.split_once(':').and_then(|(heap, count)| {
            Some(Take { heap: heap.parse::<u8>().ok()?.checked_sub(1)?, count: count.parse().ok()? })
        });
        notation::legal_move(self, heaps, text, take)
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let sizes = record.position().sizes[..self.heaps.len()].iter();
        sizes.map(u16::to_string).collect::<Vec<_>>().join(",")
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let sizes: Option<Vec<u16>> = text.split(',').map(|size| size.trim().parse().ok()).collect();
        let fits = |sizes: &Vec<u16>| {
            sizes.len() == self.heaps.len() && sizes.iter().zip(&self.heaps).all(|(size, start)| size <= start)
        };
        match sizes.filter(fits) {
            Some(sizes) => Ok(Record::at(self.position(&sizes))),
            None => {
                let start = self.heaps.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
                Err(NotationError::new(format!("{} heap sizes of at most {start}", self.heaps.len()), text))
            }
        }
    }

    fn tells_turn(&self) -> bool {
        false
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let heap = |(i, &size): (usize, &u16)| {
            let things = "o".repeat(size.min(60) as usize) + if size > 60 { "…" } else { "" };
            format!("{}: {things} ({size})", i + 1)
        };
        let sizes = record.position().sizes[..self.heaps.len()].iter().enumerate();
        sizes.map(heap).collect::<Vec<_>>().join("\n")
    }
}

impl Hints for Nim {
    type Key = Heaps;

    #[inline]
    fn key(&self, heaps: &Heaps) -> Heaps {
        *heaps
    }

    /// Large bites first: they shorten the game.
    fn promise(&self, _heaps: &Heaps, take: Take) -> i32 {
        take.count.into()
    }

    fn index_count(&self) -> Option<u64> {
        self.heaps.iter().try_fold(1u64, |count, &heap| count.checked_mul(u64::from(heap) + 1))
    }

    fn is_dense(&self) -> bool {
        true
    }

    /// The sizes as digits, each in its own base; whose turn it is makes no difference.
    #[inline]
    fn index(&self, heaps: &Heaps) -> Option<u64> {
        let digits = heaps.sizes.iter().zip(&self.heaps);
        Some(digits.fold(0, |index, (&size, &most)| index * (u64::from(most) + 1) + u64::from(size)))
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Heaps> {
        let mut heaps = self.start();
        let mut rest = index;
        for size in heaps.sizes[..self.heaps.len()].iter_mut().rev() {
            let base = u64::from(*size) + 1;
            *size = (rest % base) as u16;
            rest /= base;
        }
        (rest == 0).then_some(heaps)
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, Heaps>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
