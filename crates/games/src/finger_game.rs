//! The finger game: add a number of the opponent's hands to one of your own, modulo n; free both hands to win.
//! Positions can come back, so play may go on for ever.

mod picture;

use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Hints, KeyCodec, Notation, NotationError, Player, Record, Step};
use serde::{Deserialize, Serialize};

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("finger-game")
        .aliases(&["finger", "fingers"])
        .title("Finger game")
        .summary("add fingers modulo n until both own hands are free; endless play is a draw")
        .rules(
            "Each player has two hands, which start at 1. The mover adds the number on one of the opponent's hands to \
             one of their own, modulo n. A hand that becomes 0 is free: it neither moves nor can be added. Whoever has \
             both own hands free wins. Endless play is a draw.",
        )
        .notation(
            "A position is a,b;c,d: the mover's hands first. A move is ac, ad, bc or bd: the second hand is added to \
             the first.",
        )
        .example("perfectplay solve finger-game --set modulus=5 --position '1,4;2,3'")
        .scene("7,1;2,9")
        .option("modulus", Kind::Int(2, 100), "10", "hands count modulo this");
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let game = FingerGame::new(options.int("modulus") as u8);
    Ok(visitor.visit(game, options))
}

/// The rules with one modulus.
#[derive(Clone, Debug)]
pub struct FingerGame {
    pub(crate) modulus: u8,
}

/// The numbers on the hands of both players, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hands {
    /// The two hands of the first player, then those of the second.
    pub hands: [[u8; 2]; 2],
    /// Whose turn it is.
    pub turn: Player,
}

impl FingerGame {
    /// Hands count modulo this number, 2 to 100.
    ///
    /// # Panics
    ///
    /// If the number is smaller or larger.
    pub fn new(modulus: u8) -> Self {
        assert!((2..=100).contains(&modulus), "a modulus from 2 to 100");
        FingerGame { modulus }
    }
}

impl Game for FingerGame {
    type Position = Hands;
    /// The own hand that changes and the opponent's hand that is added.
    type Move = (u8, u8);

    fn start(&self) -> Hands {
        Hands { hands: [[1; 2]; 2], turn: Player::First }
    }

    #[inline]
    fn turn(&self, position: &Hands) -> Player {
        position.turn
    }

    #[inline]
    fn ending(&self, position: &Hands) -> Option<Ending> {
        (position.hands[position.turn.other().index()] == [0, 0]).then_some(Ending::Loss)
    }

    #[inline]
    fn moves(&self, position: &Hands) -> impl Iterator<Item = (u8, u8)> {
        let own = position.hands[position.turn.index()];
        let other = position.hands[position.turn.other().index()];
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter();
        pairs.filter(move |&(mine, theirs)| own[mine as usize] != 0 && other[theirs as usize] != 0)
    }

    #[inline]
    fn play(&self, position: &Hands, (mine, theirs): (u8, u8)) -> Step<Hands> {
        let mut next = *position;
        let added = position.hands[position.turn.other().index()][theirs as usize];
        let hand = &mut next.hands[position.turn.index()][mine as usize];
        *hand = (*hand + added) % self.modulus;
        next.turn = position.turn.other();
        next.into()
    }

    /// The hands of a player are alike, and so are the players.
    #[inline]
    fn canonical(&self, position: &Hands) -> Hands {
        let mut hands = position.hands;
        hands.iter_mut().for_each(|pair| pair.sort_unstable());
        if position.turn == Player::Second {
            hands.swap(0, 1);
        }
        Hands { hands, turn: Player::First }
    }
}

impl Notation for FingerGame {
    fn write_move(&self, (mine, theirs): (u8, u8)) -> String {
        format!("{}{}", ["a", "b"][mine as usize], ["c", "d"][theirs as usize])
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let position = record.position();
        let own = position.hands[position.turn.index()];
        let other = position.hands[position.turn.other().index()];
        format!("{},{};{},{}", own[0], own[1], other[0], other[1])
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let expected = || format!("four numbers a,b;c,d from 0 to {}", self.modulus - 1);
        let wrong = || NotationError::new(expected(), text);
        let (own, other) = text.split_once(';').ok_or_else(wrong)?;
        let pair = |hands: &str| {
            let (a, b) = hands.split_once(',').ok_or_else(wrong)?;
            let fingers = |n: &str| n.trim().parse().ok().filter(|&n| n < self.modulus).ok_or_else(wrong);
            Ok([fingers(a)?, fingers(b)?])
        };
        let hands = [pair(own)?, pair(other)?];
        if hands[0] == [0, 0] {
            return Err(NotationError::new("a hand of the mover that is not free, because free hands have won", text));
        }
        Ok(Record::at(Hands { hands, turn: Player::First }))
    }

    fn tells_turn(&self) -> bool {
        false
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let position = record.position();
        let player = |player: Player| {
            let names = if player == position.turn { ["a", "b"] } else { ["c", "d"] };
            let hands = position.hands[player.index()].map(|n| if n == 0 { "free".to_string() } else { n.to_string() });
            format!("{:<8}{}: {:<6}{}: {}", self.player_name(player), names[0], hands[0], names[1], hands[1])
        };
        format!("{}\n{}", player(Player::First), player(Player::Second))
    }
}

impl Hints for FingerGame {
    type Key = u64;

    #[inline]
    fn key(&self, position: &Hands) -> u64 {
        let [[a, b], [c, d]] = position.hands.map(|hands| hands.map(u64::from));
        (((a << 8 | b) << 8 | c) << 8 | d) << 1 | position.turn.index() as u64
    }

    fn index_count(&self) -> Option<u64> {
        Some(u64::from(self.modulus).pow(4))
    }

    fn is_dense(&self) -> bool {
        true
    }

    /// The numbers on the mover's hands, then on the other player's.
    #[inline]
    fn index(&self, position: &Hands) -> Option<u64> {
        let hands = [position.hands[position.turn.index()], position.hands[position.turn.other().index()]];
        let digits = hands.as_flattened().iter();
        Some(digits.fold(0, |index, &hand| index * u64::from(self.modulus) + u64::from(hand)))
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Hands> {
        let n = u64::from(self.modulus);
        let digit = |power: u32| (index / n.pow(power) % n) as u8;
        let hands = [[digit(3), digit(2)], [digit(1), digit(0)]];
        (index < n.pow(4) && hands[0] != [0, 0]).then_some(Hands { hands, turn: Player::First })
    }

    /// No hand is free at the beginning.
    fn may_begin(&self, position: &Hands) -> bool {
        position.hands.as_flattened().iter().all(|&hand| hand != 0)
    }

    #[inline]
    fn unmoves(&self, position: &Hands, before: &mut Vec<Hands>) -> bool {
        let mover = position.turn.other();
        let added = position.hands[position.turn.index()];
        for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut earlier = *position;
            earlier.turn = mover;
            let hand = &mut earlier.hands[mover.index()][mine];
            *hand = (*hand + self.modulus - added[theirs]) % self.modulus;
            if added[theirs] != 0 && *hand != 0 {
                before.push(earlier);
            }
        }
        true
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, u64>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn clicks(&self, mv: (u8, u8)) -> Vec<String> {
        self.clicks_of(mv)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
