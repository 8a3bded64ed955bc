//! Subtraction games: take one of the allowed numbers from a heap; whoever cannot move loses, or wins in misère play.

use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Setting, Visitor};
use perfectplay_game::{Ending, Game, Hints, KeyCodec, Notation, NotationError, Player, Record, Step, notation};
use serde::{Deserialize, Serialize};

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("subtraction")
        .aliases(&["subtraction-game", "take-away", "bachet"])
        .title("Subtraction game")
        .summary("take one of the allowed numbers from a heap; whoever cannot move loses")
        .rules(
            "The players take things from one heap in turn; each time the number must be one of the allowed ones. \
             Whoever cannot move loses; in misère play they win.",
        )
        .notation("A position is the size of the heap: 21. A move is the number taken: 3.")
        .example("perfectplay solve subtraction --set heap=21 --set take=1,2,3")
        .scene("14")
        .option("heap", Kind::Int(0, 100_000), "21", "size of the heap")
        .option("take", Kind::Ints(1, 100_000), "1,2,3", "numbers that may be taken, at most 1000 of them")
        .option("misere", Kind::Flag, "false", "whoever cannot move wins");
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let mut take = options.ints("take").to_vec();
    if take.is_empty() || take.len() > 1000 {
        return Err(OptionError::value("take", "1 to 1000 numbers", format!("{} numbers", take.len())));
    }
    take.sort_unstable();
    take.dedup();
    options.set("take", Setting::Ints(take.clone()));
    let take = take.into_iter().map(|number| number as u32).collect();
    let game = Subtraction::new(options.int("heap") as u32, take, options.flag("misere"));
    Ok(visitor.visit(game, options))
}

/// The rules, and the heap at the start.
#[derive(Clone, Debug)]
pub struct Subtraction {
    pub(crate) heap: u32,
    /// In rising order.
    take: Vec<u32>,
    misere: bool,
}

/// What is left of the heap, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heap {
    /// Things left.
    pub left: u32,
    /// Whose turn it is.
    pub turn: Player,
}

impl Subtraction {
    /// A heap, and the numbers that may be taken, in rising order.
    ///
    /// # Panics
    ///
    /// If there is no number, or 0 is one, or they do not rise.
    pub fn new(heap: u32, take: Vec<u32>, misere: bool) -> Self {
        assert!(
            take.first().is_some_and(|&least| least > 0) && take.is_sorted_by(|a, b| a < b),
            "positive numbers in rising order"
        );
        Subtraction { heap, take, misere }
    }
}

impl Game for Subtraction {
    type Position = Heap;
    type Move = u32;

    fn start(&self) -> Heap {
        Heap { left: self.heap, turn: Player::First }
    }

    #[inline]
    fn turn(&self, heap: &Heap) -> Player {
        heap.turn
    }

    #[inline]
    fn ending(&self, heap: &Heap) -> Option<Ending> {
        (heap.left < self.take[0]).then_some(if self.misere { Ending::Win } else { Ending::Loss })
    }

    #[inline]
    fn moves(&self, heap: &Heap) -> impl Iterator<Item = u32> {
        self.take.iter().copied().take_while(move |&count| count <= heap.left)
    }

    #[inline]
    fn play(&self, heap: &Heap, count: u32) -> Step<Heap> {
        Heap { left: heap.left - count, turn: heap.turn.other() }.into()
    }

    /// The players are alike.
    #[inline]
    fn canonical(&self, heap: &Heap) -> Heap {
        Heap { left: heap.left, turn: Player::First }
    }

    /// The things taken.
    #[inline]
    fn layer(&self, heap: &Heap) -> Option<u32> {
        Some(self.heap - heap.left)
    }
}

impl Notation for Subtraction {
    fn write_move(&self, count: u32) -> String {
        count.to_string()
    }

    fn read_move(&self, heap: &Heap, text: &str) -> Result<u32, NotationError> {
        notation::legal_move(self, heap, text, text.parse().ok())
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        record.position().left.to_string()
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let size = text.trim().parse().ok().filter(|&left| left <= self.heap);
        let expected = || format!("the size of the heap, from 0 to {}", self.heap);
        let left = size.ok_or_else(|| NotationError::new(expected(), text))?;
        Ok(Record::at(Heap { left, turn: Player::First }))
    }

    fn tells_turn(&self) -> bool {
        false
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let left = record.position().left;
        let things = "o".repeat(left.min(60) as usize) + if left > 60 { "…" } else { "" };
        format!("{things} ({left})").trim_start().to_string()
    }
}

impl Hints for Subtraction {
    type Key = Heap;

    #[inline]
    fn key(&self, heap: &Heap) -> Heap {
        *heap
    }

    fn index_count(&self) -> Option<u64> {
        Some(u64::from(self.heap) + 1)
    }

    fn is_dense(&self) -> bool {
        true
    }

    /// The size of the heap; whose turn it is makes no difference.
    #[inline]
    fn index(&self, heap: &Heap) -> Option<u64> {
        Some(heap.left.into())
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Heap> {
        (index <= u64::from(self.heap)).then_some(Heap { left: index as u32, turn: Player::First })
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, Heap>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
