//! What a TixTax position tells without search: who can still win, who wins at once, and which moves look good.

use super::lines::{LINES, completing, has_line};
use super::{FULL, TixTax, TixTaxPosition, WonBoards};
use crate::bits::bits;
use perfectplay_game::{Bounds, Player, Value};

impl TixTaxPosition {
    /// Whether a player can ever have a line of boards.
    #[inline]
    fn can_win(&self, player: usize) -> bool {
        has_line(self.captured[player] | self.alive[player])
    }

    /// The cells of a board by which a player completes a line in it.
    #[inline]
    fn line_cells(&self, player: usize, board: usize) -> u16 {
        completing(self.cells(player, board)) & !self.cells(1 - player, board)
    }

    /// Those of some boards where a player wins the game with a single mark.
    #[inline]
    fn winning_boards(&self, player: usize, among: u16) -> u16 {
        let candidates = completing(self.captured[player]) & self.alive[player] & among;
        let wins = bits(candidates as u64).filter(|&board| self.line_cells(player, board as usize) != 0);
        wins.fold(0, |boards, board| boards | 1 << board)
    }

    /// Whether the side to move, which has no move that wins, has one after which the opponent does not win at once.
    ///
    /// `threats` are the boards where the opponent would win with a mark now. A move changes no board but its own, and the
    /// opponent's lines of boards only by its own board. So a threat in another board stays, and one in the board of the
    /// move stays unless the move captures the board or takes the only cell that wins there (which is so if it fills
    /// the board). The opponent may carry out a threat in the board to which the move sends, or any threat if that board
    /// is closed after the move; only the board of the move can be closed by it.
    #[inline]
    fn has_safe_move(&self, rule: WonBoards, own: usize, threats: u16) -> bool {
        bits(self.playable() as u64).any(|board| {
            let (board, here) = (board as usize, 1 << board);
            let empty = self.empty_cells(board);
            let is_alive = self.alive[own] & here != 0;
            let captures = if is_alive { self.line_cells(own, board) } else { 0 };
            let threat = if threats & here != 0 { self.line_cells(1 - own, board) } else { 0 };
            // the cells that end the threat in this board, if there is one
            let parries = if threat & threat.wrapping_sub(1) == 0 { captures | threat } else { captures };
            let is_threat_elsewhere = threats & !here != 0;

            let to_others = empty & !here;
            let after_free_choice = match (is_threat_elsewhere, threat != 0) {
                (true, _) => 0,
                (false, true) => parries,
                (false, false) => FULL,
            };
            let safe = (!self.closed & !threats) | (self.closed & after_free_choice);
            if to_others & safe != 0 {
                return true;
            }
            if empty & here == 0 {
                return false;
            }
            let closes = empty == here || (rule == WonBoards::Closed && captures & here != 0);
            if closes { !is_threat_elsewhere } else { threat == 0 || parries & here != 0 }
        })
    }

    /// Boards in one of which the next mark of a player will be; all if that is not easy to tell.
    #[inline]
    fn next_boards(&self, player: usize) -> u16 {
        let playable = self.playable();
        if player == self.turn.index() {
            return playable;
        }
        // the other player is sent to one of the empty cells, if that is an open board and not the one just played in
        let sent_to =
            if playable.is_power_of_two() { self.empty_cells(playable.trailing_zeros() as usize) } else { FULL };
        if sent_to & (self.closed | playable) == 0 { sent_to } else { FULL }
    }

    /// Whether the side to move loses in two plies, if it has no move that wins.
    #[inline]
    fn is_lost_in_two(&self, rule: WonBoards, own: usize) -> bool {
        let threats = self.winning_boards(1 - own, FULL);
        threats != 0 && !self.has_safe_move(rule, own, threats)
    }
}

/// No line of boards takes more marks than this.
const NEVER: u32 = 100;

impl TixTax {
    /// A player needs at least so many marks for a line of boards, and cannot win if there is none left.
    pub(super) fn evident_bounds(&self, position: &TixTaxPosition) -> Bounds {
        let mover = position.turn;
        let value = |player: Player| match self.plies_of_marks(position, player, |_| 0) {
            u32::MAX => Value::Tie,
            plies => Value::Win { plies },
        };
        Bounds { at_least: -value(mover.other()), at_most: value(mover) }
    }

    /// One mark more than [evident](Game::evident) if the player's next mark cannot be in a board of the line.
    #[inline]
    pub(super) fn least_plies(&self, position: &TixTaxPosition, player: Player) -> u32 {
        let useful = !position.captured[player.index()] & position.next_boards(player.index());
        self.plies_of_marks(position, player, |line| (line & useful == 0) as u32)
    }

    /// Win the game, else capture a board, best with a threat; do not send the opponent where he wins, captures a board,
    /// or may choose the board.
    #[inline]
    pub(super) fn liking(&self, position: &TixTaxPosition, square: u8) -> i32 {
        let own = position.turn.index();
        let (board, cell) = (square as usize / 9, square % 9);
        let (here, there) = (1u16 << board, 1u16 << cell);
        let mut promise = (board == 4) as i32 + (cell == 4) as i32;
        if position.alive[own] & here != 0 && position.line_cells(own, board) & there != 0 {
            if completing(position.captured[own]) & here != 0 {
                return 1000;
            }
            let is_threat = completing(position.captured[own] | here) & position.alive[own] & !here != 0;
            promise += if is_threat { 18 } else { 12 };
        }
        if position.alive[1 - own] & here != 0 && position.line_cells(1 - own, board) & there != 0 {
            promise += if completing(position.captured[1 - own]) & here != 0 { 10 } else { 4 };
        }
        if position.closed & there != 0 {
            promise -= 8;
        } else if position.alive[1 - own] & there != 0 && position.line_cells(1 - own, cell as usize) != 0 {
            promise -= if completing(position.captured[1 - own]) & there != 0 { 100 } else { 6 };
        }
        promise
    }

    /// Who can no longer win, and who wins with the next mark or the one after.
    #[inline]
    pub(super) fn seen(&self, position: &TixTaxPosition) -> Bounds {
        let own = position.turn.index();
        if position.winning_boards(own, position.playable()) != 0 {
            return Bounds::exactly(Value::Win { plies: 1 });
        }
        if position.is_lost_in_two(self.won_boards, own) {
            return Bounds::exactly(Value::Loss { plies: 2 });
        }
        Bounds {
            at_least: if position.can_win(1 - own) { Value::Loss { plies: 4 } } else { Value::Tie },
            at_most: if position.can_win(own) { Value::Win { plies: 3 } } else { Value::Tie },
        }
    }

    /// The plies that a player needs at the least for a line of boards, with `more` marks for each line. In each board of the
    /// line that is not captured yet, a line has to be completed. The players make marks in turn.
    #[inline]
    fn plies_of_marks(&self, position: &TixTaxPosition, player: Player, more: impl Fn(u16) -> u32) -> u32 {
        let who = player.index();
        let (captured, alive) = (position.captured[who], position.alive[who]);
        let marks_needed: [u32; 9] = std::array::from_fn(|board| {
            let [own, other] = [who, 1 - who].map(|player| position.cells(player, board));
            let needed = if alive >> board & 1 == 1 { self.fillings.marks_needed(own, other) as u32 } else { NEVER };
            if captured >> board & 1 == 1 { 0 } else { needed }
        });
        let marks = LINES.map(|line| {
            let boards = (0..9).filter(|board| line >> board & 1 == 1);
            boards.map(|board| marks_needed[board]).sum::<u32>() + more(line)
        });
        let least = marks.into_iter().min().expect("eight lines");
        if least < NEVER { 2 * least - (player == position.turn) as u32 } else { u32::MAX }
    }
}
