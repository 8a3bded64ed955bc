//! What engines use: wins with the next mark, marks that are forced, how far each player still has to go, and a numbering.

use super::{Chains, Hex, SWAP};
use crate::bits::bits;
use crate::each_once;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{Bounds, Game, Glance, Hints, KeyCodec, Player, Record, Value};

/// Numbers of larger boards leave no room for a value beside them.
const LARGEST_NUMBERED: usize = 5;

impl Hex {
    /// The empty cells with which a player connects the sides at once.
    #[inline]
    fn winning_cells(&self, chains: &Chains, player: Player) -> u64 {
        let own = chains.marks[player.index()];
        let [from, to] = self.cells.sides(player);
        let [near, far] = [from, to].map(|side| side | self.cells.grown(self.cells.joined(side, own)));
        near & far & self.empty(chains)
    }

    /// The empty cells on the shortest ways of a player from side to side, and how many marks such a way still needs.
    fn shortest_ways(&self, chains: &Chains, player: Player) -> (u64, u32) {
        let (own, empty) = (chains.marks[player.index()], self.empty(chains));
        let [from, to] = self.cells.sides(player);
        // what can be reached with so many marks, from either side
        let waves = |side: u64| {
            let mut waves = vec![];
            let mut reached = self.cells.joined(side, own);
            let mut next = (side | self.cells.grown(reached)) & empty;
            while next != 0 {
                waves.push(next);
                reached |= next;
                // marks beside the new cells come for nothing
                reached |= self.cells.joined(self.cells.grown(next) & own, own);
                next = self.cells.grown(reached) & empty & !reached;
            }
            waves
        };
        let (there, back) = (waves(from), waves(to));
        let ways = |length: usize| {
            let meeting = |place: usize| there.get(place).zip(back.get(length - 1 - place)).map_or(0, |(a, b)| a & b);
            (0..length).fold(0, |cells, place| cells | meeting(place))
        };
        let shortest = (1..=there.len()).map(|length| (ways(length), length as u32)).find(|(cells, _)| *cells != 0);
        shortest.unwrap_or((0, u32::MAX))
    }
}

impl Hints for Hex {
    type Key = ([u64; 2], Player);

    #[inline]
    fn key(&self, chains: &Chains) -> Self::Key {
        (chains.marks, chains.turn)
    }

    fn packed_bits(&self) -> Option<u32> {
        let bits = 2 * self.grid.cells() as u32 + 1;
        Some(bits).filter(|&bits| bits < u64::BITS)
    }

    #[inline]
    fn packed(&self, &(marks, turn): &Self::Key) -> Option<u64> {
        self.packed_bits()?;
        Some((marks[0] << self.grid.cells() | marks[1]) << 1 | turn.index() as u64)
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, Self::Key>> {
        Some(KeyCodec::serde())
    }

    /// A mark that connects the sides wins; two such marks of the other side cannot both be kept from it.
    #[inline]
    fn bounds(&self, chains: &Chains) -> Bounds {
        if self.winning_cells(chains, chains.turn) != 0 {
            return Bounds::exactly(Value::Win { plies: 1 });
        }
        let threats = self.winning_cells(chains, chains.turn.other());
        if threats.count_ones() >= 2 && !self.can_swap(chains) {
            return Bounds::exactly(Value::Loss { plies: 2 });
        }
        match self.can_swap(chains) {
            true => Bounds::UNKNOWN,
            // a single threat can be met
            false => Bounds { at_least: Value::Loss { plies: 4 }, at_most: Value::Win { plies: 3 } },
        }
    }

    #[inline]
    fn least_plies_to_win(&self, chains: &Chains, player: Player) -> u32 {
        if self.can_swap(chains) {
            return 1;
        }
        match self.shortest_ways(chains, player).1 {
            u32::MAX => u32::MAX,
            marks if chains.turn == player => 2 * marks - 1,
            marks => 2 * marks,
        }
    }

    #[inline]
    fn promise(&self, chains: &Chains, mv: u8) -> i32 {
        let of_move = |&(candidate, _): &(u8, i32)| candidate == mv;
        self.candidates(chains).find(of_move).map_or(0, |(_, promise)| promise)
    }

    /// Cells on the shortest ways of both players first, then those in the middle.
    fn candidates(&self, chains: &Chains) -> impl Iterator<Item = (u8, i32)> {
        let [own, other] = [chains.turn, chains.turn.other()].map(|player| self.shortest_ways(chains, player).0);
        let middle = self.grid.cols as i32 - 1;
        let promise = move |mv: u8| {
            let on = |ways: u64| i32::from(mv != SWAP && ways >> mv & 1 == 1);
            let (row, col) = (i32::from(mv) / (middle + 1), i32::from(mv) % (middle + 1));
            let off = (2 * row - middle).abs() + (2 * col - middle).abs();
            if mv == SWAP { 0 } else { 40 * (on(own) + on(other)) - off }
        };
        self.moves(chains).map(move |mv| (mv, promise(mv)))
    }

    #[inline]
    fn glance(&self, chains: &Chains) -> Glance<u8> {
        let mut glance = Glance::new(self.final_value(chains).map_or_else(|| self.bounds(chains), Bounds::exactly));
        if glance.low < glance.high && !self.can_swap(chains) {
            let threat = self.winning_cells(chains, chains.turn.other());
            glance.forced = bits(threat).next();
        }
        glance
    }

    fn index_count(&self) -> Option<u64> {
        (self.grid.rows <= LARGEST_NUMBERED).then(|| 2 * 3u64.pow(self.grid.cells() as u32))
    }

    /// The cells as digits: 1 for marks of the first player, 2 for those of the second; twice that, and the turn; the smaller of
    /// the two numbers that turning the board round gives.
    #[inline]
    fn index(&self, chains: &Chains) -> Option<u64> {
        self.index_count()?;
        let digits = |marks: u64| bits(marks).map(|cell| 3u64.pow(cell.into())).sum::<u64>();
        let number = |chains: Chains| digits(chains.marks[0]) + 2 * digits(chains.marks[1]);
        Some(2 * number(*chains).min(number(self.turned(chains))) + chains.turn.index() as u64)
    }

    fn at_index(&self, index: u64) -> Option<Chains> {
        self.index_count().filter(|&count| index < count)?;
        let turn = [Player::First, Player::Second][(index & 1) as usize];
        let (mut marks, mut rest) = ([0; 2], index / 2);
        for cell in 0..self.grid.cells() {
            match rest % 3 {
                0 => {}
                digit => marks[digit as usize - 1] |= 1 << cell,
            }
            rest /= 3;
        }
        let chains = Chains { marks, turn };
        (self.is_possible(&chains) && self.index(&chains) == Some(index)).then_some(chains)
    }

    fn images(&self, chains: &Chains) -> Vec<Chains> {
        each_once([*chains, self.turned(chains)])
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn clicks(&self, mv: u8) -> Vec<String> {
        vec![self.name_of(mv)]
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
