//! Which TixTax positions are alike: the canonical form, and the key.
//!
//! Two positions are alike if their moves are the same squares, lead to positions that are alike, and end the game in the
//! same way. The canonical form replaces each part of a position by one that is alike. Why each step is right:
//!
//! A board *counts* for a player if it is in a line of boards that are all the player's or alive for the player. Boards
//! are captured once, so a line of boards that is spoilt stays so: a board that does not count for a player never will,
//! and whether the player owns it makes no difference to that player's lines.
//!
//! 1. *A captured board that does not count for its owner is neutral.* Its owner wins no line by it. The other player wins
//!    no line with it either, whether it is the owner's or nobody's.
//! 2. *With open boards, a board that counts for neither is neutral*, for the same reason: capturing it gains nothing and
//!    spoils nothing, and it stays playable either way. (With closed boards, a capture ends play in it.)
//! 3. *In a captured or neutral board only the empty cells matter*, because no line in it does; and in a closed one
//!    nothing does. All its marks become the first player's.
//! 4. *In any other board*, a player's line comes about when the player has taken all cells of one of its
//!    [ways to a line](super::lines::Fillings::least_alike). A mark in an empty cell changes these sets in a way that depends on
//!    nothing else: it leaves those of its owner, and spoils those of the other player that contain it. So boards with
//!    the same empty cells and the same ways for both are alike; so are those whose ways differ only by sets that
//!    contain another way, since that stays so.
//! 5. *Only the cell of the last move matters*, and only if the board that it names is open; a free choice is the same
//!    however it came about, and the same as being sent to the only open board.
//!
//! Steps 1 and 2 leave the lines that count as they are, and the others do not touch the owners, so the reduced position is
//! its own.

use super::lines::{on_lines, squares_of};
use super::{FULL, NO_SQUARE, TixTax, TixTaxPosition, WonBoards};

/// While no more squares than this are taken, the canonical form is the least of all images of the board. Later on two
/// images of one position are hardly ever met, and finding the least one takes longer than all the rest.
const TURNED_UP_TO: u32 = 12;

impl TixTax {
    #[inline]
    pub(super) fn representative(&self, position: &TixTaxPosition) -> TixTaxPosition {
        let reduced = self.reduced(position);
        if reduced.taken() > TURNED_UP_TO { reduced } else { self.least_image(&reduced) }
    }

    /// The position and all its images, each once.
    pub(super) fn turned(&self, position: &TixTaxPosition) -> Vec<TixTaxPosition> {
        // of the last move only the cell matters
        let last = if position.last == NO_SQUARE { NO_SQUARE } else { position.last % 9 };
        let position = TixTaxPosition { last, ..*position };
        let images = self.fillings.symmetries.iter().map(|(map, image)| position.turned(map, image));
        crate::each_once(std::iter::once(position).chain(images))
    }

    /// The position with all dropped that has no influence, but not turned.
    #[inline]
    fn reduced(&self, position: &TixTaxPosition) -> TixTaxPosition {
        let mut reduced = *position;
        let counts = [0, 1].map(|player| on_lines(position.captured[player] | position.alive[player]));
        let stays_alive = if self.won_boards == WonBoards::Open { counts[0] | counts[1] } else { FULL };
        reduced.captured = [0, 1].map(|player| position.captured[player] & counts[player]);
        reduced.alive = position.alive.map(|boards| boards & stays_alive);
        let contested = squares_of(reduced.alive[0] | reduced.alive[1]);
        let [x, o] = position.marks;
        reduced.marks = self.least_alike([x & contested, o & contested]);
        reduced.marks[0] |= (x | o) & !contested | squares_of(position.closed);
        let playable = position.playable();
        reduced.last = if playable.is_power_of_two() { playable.trailing_zeros() as u8 } else { NO_SQUARE };
        reduced
    }

    /// All boards replaced by the [least](super::lines::Fillings::least_alike) that is alike.
    #[inline]
    fn least_alike(&self, [x, o]: [u128; 2]) -> [u128; 2] {
        // in two halves that fit a register: seven boards and two
        let half = |x: u64, o: u64, boards: usize| {
            let (mut least_x, mut least_o) = (0, 0);
            for shift in (0..boards).map(|board| 9 * board) {
                let least = self.fillings.least_alike((x >> shift) as u16, (o >> shift) as u16);
                least_x |= (least & FULL as u64) << shift;
                least_o |= (least >> 9) << shift;
            }
            (least_x as u128, least_o as u128)
        };
        let (low_x, low_o) = half(x as u64, o as u64, 7);
        let (high_x, high_o) = half((x >> 63) as u64, (o >> 63) as u64, 2);
        [low_x | high_x << 63, low_o | high_o << 63]
    }

    /// The least of the images of a reduced position, each reduced.
    #[cold]
    fn least_image(&self, reduced: &TixTaxPosition) -> TixTaxPosition {
        let images = self.fillings.symmetries.iter().map(|(map, image)| self.reduced(&reduced.turned(map, image)));
        images.fold(*reduced, |least, image| if image.rank() < least.rank() { image } else { least })
    }
}

impl TixTaxPosition {
    fn turned(&self, map: &[usize; 9], image: &[u16; 512]) -> Self {
        let set = |boards: u16| image[boards as usize];
        let mut turned = *self;
        turned.marks = [0; 2];
        for player in 0..2 {
            for (board, &to) in map.iter().enumerate() {
                turned.marks[player] |= (set(self.cells(player, board)) as u128) << (9 * to);
            }
        }
        turned.captured = self.captured.map(set);
        turned.alive = self.alive.map(set);
        turned.closed = set(self.closed);
        if self.last != NO_SQUARE {
            turned.last = map[self.last as usize] as u8; // what is turned names the board to play in
        }
        turned
    }

    /// For each player, the boards that are this player's or neutral. With the marks that tells which boards are alive,
    /// and with the rule which are closed.
    #[inline]
    pub(super) fn settled(&self) -> [u16; 2] {
        let neutral = FULL & !(self.captured[0] | self.captured[1] | self.alive[0] | self.alive[1]);
        self.captured.map(|boards| boards | neutral)
    }

    /// Orders the images of a position.
    fn rank(&self) -> ([u128; 2], [u16; 2], u8) {
        (self.marks, self.settled(), self.last)
    }

    pub(super) fn taken(&self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }
}
