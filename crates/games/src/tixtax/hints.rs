//! What engines use of the game beyond its rules, and what it looks like.

use super::{TixTax, TixTaxPosition, WonBoards};
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{Bounds, Hints, KeyCodec, Patterns, Player, Record};

impl Hints for TixTax {
    /// The first 64 squares of either player; then the other squares (17 bits each), the settled boards (9 bits each), the
    /// last move (7 bits) and the turn.
    type Key = [u64; 3];

    #[inline]
    fn key(&self, position: &TixTaxPosition) -> [u64; 3] {
        let [x, o] = position.marks;
        let settled = position.settled();
        let boards = (settled[0] as u64) << 9 | settled[1] as u64;
        let state = boards << 8 | (position.last as u64) << 1 | position.turn.index() as u64;
        [x as u64, o as u64, state << 34 | ((x >> 64) as u64) << 17 | (o >> 64) as u64]
    }

    #[inline]
    fn bounds(&self, position: &TixTaxPosition) -> Bounds {
        self.seen(position)
    }

    /// With open boards a tie fills all 81 cells.
    fn plies_to_fill(&self, position: &TixTaxPosition) -> Option<u32> {
        let empty = || 81 - (position.marks[0] | position.marks[1]).count_ones();
        (self.won_boards == WonBoards::Open).then(empty)
    }

    #[inline]
    fn least_plies_to_win(&self, position: &TixTaxPosition, player: Player) -> u32 {
        self.least_plies(position, player)
    }

    #[inline]
    fn promise(&self, position: &TixTaxPosition, square: u8) -> i32 {
        self.liking(position, square)
    }

    fn is_forcing(&self) -> bool {
        true
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, [u64; 3]>> {
        Some(KeyCodec::serde())
    }

    fn images(&self, position: &TixTaxPosition) -> Vec<TixTaxPosition> {
        self.turned(position)
    }

    fn patterns(&self) -> Patterns {
        self.places()
    }

    #[inline]
    fn look(&self, position: &TixTaxPosition, _lead: i32, seen: &mut [u16]) {
        self.look_at(position, seen);
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
