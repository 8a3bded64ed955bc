//! Chess endings: a white king with one or two pieces against the bare black king, by the usual rules of chess.
//! Neither the fifty-move rule nor repetition ends a game, so play may go on for ever.

mod attacks;
mod backwards;
mod hints;
pub(crate) mod notation;
mod numbering;
mod picture;

use crate::bits::bits;
use attacks::{KING, attacks};
use perfectplay_game::registry::{About, Entry, Fitting, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Player, Step};
use serde::{Deserialize, Serialize};

/// The endings there are: the pieces of White, then of Black.
const ENDINGS: [&str; 4] = ["KQK", "KRK", "KPK", "KBNK"];

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("chess-ending")
        .aliases(&["chess-endings", "chess-endgame", "chess-endgames", "endgame", "ending"])
        .title("Chess endings")
        .summary("chess: king and one or two pieces against the bare king; endless play is a draw")
        .rules(
            "White has the king and the pieces of the ending, Black the bare king, and all move as in chess. A king in \
             check that has no move is mated and loses; a side that has no move and is not in check is stalemated: a \
             tie. A king alone, or with only a bishop or a knight, cannot mate: such positions are ties at once. A \
             pawn promotes to queen, rook, bishop or knight. There is no fifty-move rule and no rule of repetition: \
             endless play is a draw.",
        )
        .notation(
            "A move is the square it begins on and the square it leads to, and the letter of the new piece where a \
             pawn promotes: a2b3, e7e8q. Moves are also read as chess players write them: Kb3, Rh8#, e8=Q. A position is the first two fields of its FEN: ranks from the top, separated \
             by '/', with white pieces as capitals (K Q R B N P), the black king as k and numbers for runs of empty \
             squares or a dot for each; then w or b for the side to move. The other fields of a FEN may follow.",
        )
        .example("perfectplay solve chess-ending --position '8/8/8/4k3/8/8/8/KR6 w'")
        .scene("8/8/8/3k4/8/4K3/7R/8 w")
        .option("pieces", Kind::choice(&ENDINGS), "KRK", "the pieces of White, then of Black")
        .fitting(Fitting { options: &["pieces"], choose: notation::ending_of });
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let set = match options.text("pieces") {
        "KQK" => PieceSet::Kqk,
        "KPK" => PieceSet::Kpk,
        "KBNK" => PieceSet::Kbnk,
        _ => PieceSet::Krk,
    };
    let game = ChessEnding::new(set);
    Ok(visitor.visit(game, options))
}

/// What White has beside the king at the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PieceSet {
    /// A queen.
    Kqk,
    /// A rook.
    Krk,
    /// A pawn.
    Kpk,
    /// A bishop and a knight.
    Kbnk,
}

/// A piece other than a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PieceKind {
    /// Moves up one square, or two from its first rank; becomes another piece on the last.
    Pawn,
    /// Leaps.
    Knight,
    /// Moves along diagonals.
    Bishop,
    /// Moves along ranks and files.
    Rook,
    /// Moves along all lines.
    Queen,
}

/// What a pawn can become on the last rank, and what other moves make of a piece: nothing new.
const PROMOTIONS: [Option<PieceKind>; 4] =
    [Some(PieceKind::Queen), Some(PieceKind::Rook), Some(PieceKind::Bishop), Some(PieceKind::Knight)];
const NO_PROMOTION: [Option<PieceKind>; 1] = [None];

/// The rules for one set of pieces.
#[derive(Clone, Debug)]
pub struct ChessEnding {
    set: PieceSet,
    /// What each of the pieces can be, as it was at the beginning first.
    pub(crate) kinds: [&'static [PieceKind]; 2],
}

/// Where the pieces stand, and whose turn it is.
///
/// Squares are numbered row by row from a1 to h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChessPosition {
    white_king: u8,
    pub(crate) black_king: u8,
    /// In the order of the set; a piece that was captured is missing.
    pieces: [Option<Piece>; 2],
    turn: Player,
}

/// A white piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Piece {
    kind: PieceKind,
    square: u8,
}

/// A move from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChessMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) promotion: Option<PieceKind>,
}

impl Piece {
    /// Pawns do not stand on the first and last rank.
    #[inline]
    fn may_stand(self) -> bool {
        self.kind != PieceKind::Pawn || (8..56).contains(&self.square)
    }
}

impl ChessPosition {
    #[inline]
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.pieces.into_iter().flatten()
    }

    /// The squares of the white pieces other than the king.
    #[inline]
    fn piece_squares(&self) -> u64 {
        self.pieces().fold(0, |mask, piece| mask | 1 << piece.square)
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.piece_squares() | 1 << self.white_king | 1 << self.black_king
    }

    /// The squares where the black king would be in check.
    #[inline]
    fn attacked(&self) -> u64 {
        // the king does not shade the squares behind it
        let occupied = self.piece_squares() | 1 << self.white_king;
        self.pieces()
            .fold(KING[self.white_king as usize], |mask, piece| mask | attacks(piece.kind, piece.square, occupied))
    }

    /// Whether the black king is in check.
    #[inline]
    fn is_check(&self) -> bool {
        self.attacked() >> self.black_king & 1 == 1
    }

    /// Whether White cannot mate, however badly Black plays.
    #[inline]
    fn is_dead(&self) -> bool {
        match self.pieces {
            [None, None] => true,
            [Some(only), None] | [None, Some(only)] => matches!(only.kind, PieceKind::Bishop | PieceKind::Knight),
            _ => false,
        }
    }

    /// Where each piece of the side to move can go.
    #[inline]
    fn routes(&self) -> [(u8, u64); 3] {
        const NONE: (u8, u64) = (0, 0);
        if self.is_dead() {
            return [NONE; 3];
        }
        if self.turn == Player::Second {
            return [(self.black_king, KING[self.black_king as usize] & !self.attacked()), NONE, NONE];
        }
        let occupied = self.occupied();
        let king = KING[self.white_king as usize] & !KING[self.black_king as usize] & !occupied;
        let [first, second] = self.pieces.map(|piece| match piece {
            // there is nothing to capture
            Some(Piece { kind: PieceKind::Pawn, square }) => (square, pawn_steps(square, occupied)),
            Some(Piece { kind, square }) => (square, attacks(kind, square, occupied) & !occupied),
            None => NONE,
        });
        [(self.white_king, king), first, second]
    }

    /// What is wrong with the places of the pieces.
    fn validate(&self) -> Result<(), &'static str> {
        let men = 2 + self.pieces().count() as u32;
        if self.occupied().count_ones() != men {
            return Err("at most one piece on a square");
        }
        if !self.pieces().all(Piece::may_stand) {
            return Err("a pawn on one of the ranks 2 to 7");
        }
        if KING[self.white_king as usize] >> self.black_king & 1 == 1 {
            return Err("kings that are not side by side");
        }
        if self.turn == Player::First && self.is_check() {
            return Err("the black king not in check, because it is White's turn");
        }
        Ok(())
    }
}

/// Where a white pawn can step: up to the next square, and one further from rank 2.
#[inline]
fn pawn_steps(square: u8, occupied: u64) -> u64 {
    const RANK_3: u64 = 0xff << 16;
    let one = 1u64 << square << 8 & !occupied;
    one | (one & RANK_3) << 8 & !occupied
}

impl ChessEnding {
    /// The ending with these pieces.
    pub fn new(set: PieceSet) -> Self {
        use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
        let kinds: [&[PieceKind]; 2] = match set {
            PieceSet::Kqk => [&[Queen], &[]],
            PieceSet::Krk => [&[Rook], &[]],
            PieceSet::Kpk => [&[Pawn, Queen, Rook, Bishop, Knight], &[]],
            PieceSet::Kbnk => [&[Bishop], &[Knight]],
        };
        ChessEnding { set, kinds }
    }

    /// What is wrong with a position whose pieces are those of the set or have come from them by promotion.
    fn validate(&self, position: &ChessPosition) -> Result<(), &'static str> {
        if position.pieces == [None, None] && !self.kinds[1].is_empty() {
            return Err("a bishop or a knight, because the game is over when one is captured");
        }
        position.validate()
    }
}

impl Game for ChessEnding {
    type Position = ChessPosition;
    type Move = ChessMove;

    /// White to move, one of the positions that take longest to win.
    fn start(&self) -> ChessPosition {
        let text = match self.set {
            PieceSet::Kqk => "8/8/8/5k2/8/8/1Q6/K7 w",
            PieceSet::Krk => "8/8/8/8/8/2k5/1R6/K7 w",
            PieceSet::Kpk => "8/8/8/1k6/8/8/K5P1/8 w",
            PieceSet::Kbnk => "8/8/8/8/8/8/2k5/KNB5 w",
        };
        self.parse(text).expect("a legal position")
    }

    #[inline]
    fn turn(&self, position: &ChessPosition) -> Player {
        position.turn
    }

    #[inline]
    fn ending(&self, position: &ChessPosition) -> Option<Ending> {
        let is_over = position.routes().iter().all(|&(_, targets)| targets == 0);
        is_over.then(|| match position.turn {
            Player::Second if !position.is_dead() && position.is_check() => Ending::Loss,
            _ => Ending::Tie,
        })
    }

    #[inline]
    fn moves(&self, position: &ChessPosition) -> impl Iterator<Item = ChessMove> {
        let is_pawn = |square| position.pieces[0] == Some(Piece { kind: PieceKind::Pawn, square });
        position.routes().into_iter().flat_map(move |(from, targets)| {
            let promotions: &'static [_] = if from >= 48 && is_pawn(from) { &PROMOTIONS } else { &NO_PROMOTION };
            bits(targets).flat_map(move |to| promotions.iter().map(move |&promotion| ChessMove { from, to, promotion }))
        })
    }

    #[inline]
    fn play(&self, position: &ChessPosition, mv: ChessMove) -> Step<ChessPosition> {
        let mut next = ChessPosition { turn: position.turn.other(), ..*position };
        if position.turn == Player::Second {
            next.black_king = mv.to;
            next.pieces = position.pieces.map(|piece| piece.filter(|piece| piece.square != mv.to));
        } else if mv.from == position.white_king {
            next.white_king = mv.to;
        } else {
            for piece in next.pieces.iter_mut().flatten().filter(|piece| piece.square == mv.from) {
                *piece = Piece { kind: mv.promotion.unwrap_or(piece.kind), square: mv.to };
            }
        }
        next.into()
    }

    fn players(&self) -> [&str; 2] {
        ["White", "Black"]
    }

    #[inline]
    fn canonical(&self, position: &ChessPosition) -> ChessPosition {
        self.represent(position).0
    }
}
