//! The squares that pieces attack, from masks made when the program is compiled.

use super::PieceKind;

const ROOK: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares next to a square.
pub(super) static KING: [u64; 64] = leaps(&[(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, -1), (-1, 1)]);
static KNIGHT: [u64; 64] = leaps(&[(2, 1), (2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2), (-2, 1), (-2, -1)]);
static WHITE_PAWN: [u64; 64] = leaps(&[(1, -1), (1, 1)]);

/// What lies beyond a square in each direction of a rook or a bishop: first the two in which squares rise, then the
/// two in which they fall.
static ROOK_RAYS: [[u64; 4]; 64] = rays(ROOK);
static BISHOP_RAYS: [[u64; 4]; 64] = rays(BISHOP);

/// The squares that a white piece attacks or protects.
#[inline]
pub(super) fn attacks(kind: PieceKind, square: u8, occupied: u64) -> u64 {
    match kind {
        PieceKind::Pawn => WHITE_PAWN[square as usize],
        PieceKind::Knight => KNIGHT[square as usize],
        PieceKind::Bishop => lines(&BISHOP_RAYS, square, occupied),
        PieceKind::Rook => lines(&ROOK_RAYS, square, occupied),
        PieceKind::Queen => lines(&BISHOP_RAYS, square, occupied) | lines(&ROOK_RAYS, square, occupied),
    }
}

/// Each ray up to the first piece on it, and that one too.
#[inline]
fn lines(rays: &[[u64; 4]; 64], square: u8, occupied: u64) -> u64 {
    let [up_1, up_2, down_1, down_2] = rays[square as usize];
    let mut reached = up_1 | up_2 | down_1 | down_2;
    for (direction, ray) in [up_1, up_2, down_1, down_2].into_iter().enumerate() {
        let blockers = ray & occupied;
        if blockers != 0 {
            let first = if direction < 2 { blockers.trailing_zeros() } else { blockers.ilog2() };
            reached &= !rays[first as usize][direction];
        }
    }
    reached
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut masks = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            masks[square] |= walk(square, steps[i], 1);
            i += 1;
        }
        square += 1;
    }
    masks
}

const fn rays(directions: [(i8, i8); 4]) -> [[u64; 4]; 64] {
    let mut masks = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            masks[square][i] = walk(square, directions[i], 7);
            i += 1;
        }
        square += 1;
    }
    masks
}

/// The squares met by so many steps (up, right) or as far as the board goes.
const fn walk(square: usize, (up, right): (i8, i8), most: u8) -> u64 {
    let (mut rank, mut file) = (square as i8 / 8, square as i8 % 8);
    let mut met = 0;
    let mut steps = 0;
    while steps < most {
        rank += up;
        file += right;
        if rank < 0 || rank > 7 || file < 0 || file > 7 {
            break;
        }
        met |= 1 << (8 * rank + file);
        steps += 1;
    }
    met
}
