//! Chess endings against the rules of another program, and their numbers and moves backwards against plain loops.

use cozy_chess::util::display_san_move;
use cozy_chess::{
    BitBoard, Board, Color, GameStatus, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use perfectplay_game::{Ending, Game, Hints, Notation, Player, Record, Value, perft};
use perfectplay_games::{ChessEnding, ChessPosition, PieceSet, abouts};
use std::collections::HashMap;

/// Each ending with the white pieces it can have beside the king.
const ENDINGS: [(PieceSet, &[&str]); 4] = [
    (PieceSet::Kqk, &["Q", ""]),
    (PieceSet::Krk, &["R", ""]),
    (PieceSet::Kpk, &["P", "Q", "R", "B", "N", ""]),
    (PieceSet::Kbnk, &["BN", "B", "N"]),
];

/// The text of a position with these pieces; squares from a1 to h8.
fn fen(pieces: &[(char, usize)], side: &str) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for square in 8 * rank..8 * rank + 8 {
            match pieces.iter().find(|(_, place)| *place == square) {
                Some((letter, _)) if empty == 0 => text.push(*letter),
                Some((letter, _)) => text.extend([char::from(b'0' + empty), *letter]),
                None => {
                    empty += 1;
                    continue;
                }
            }
            empty = 0;
        }
        if empty > 0 {
            text.push(char::from(b'0' + empty));
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text + side
}

fn is_dead(board: &Board) -> bool {
    matches!(board.to_string().replace(|c: char| !c.is_ascii_uppercase(), "").as_str(), "K" | "KB" | "BK" | "KN" | "NK")
}

fn legal_moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = vec![];
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

fn cozy_perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if is_dead(board) {
        return 0;
    }
    let after = |mv| {
        let mut next = board.clone();
        next.play(mv);
        cozy_perft(&next, depth - 1)
    };
    legal_moves(board).into_iter().map(after).sum()
}

/// A position with the pieces on some of these squares.
fn random_text(material: &str, squares: impl Iterator<Item = usize>, random: &mut fastrand::Rng) -> String {
    let squares = random.choose_multiple(squares, 2 + material.len());
    let pieces: Vec<(char, usize)> = "Kk".chars().chain(material.chars()).zip(squares).collect();
    fen(&pieces, random.choice(["w", "b"]).unwrap())
}

fn compare(game: &ChessEnding, text: &str, depth: u32) -> bool {
    let board = Board::from_fen(&format!("{text} - - 0 1"), false).ok();
    // that crate lets kings stand side by side
    let board = board.filter(|board| !get_king_moves(board.king(Color::White)).has(board.king(Color::Black)));
    let (board, position) = match (board, game.read_position(text)) {
        (Some(board), Ok(record)) => (board, *record.position()),
        (None, Err(_)) => return false,
        (board, ours) => panic!("{text}: {board:?}, but {:?}", ours.map(|_| "accepted")),
    };
    if is_dead(&board) {
        assert_eq!(game.ending(&position), Some(Ending::Tie), "{text}");
        assert_eq!(game.moves(&position).count(), 0, "{text}");
        return true;
    }
    let ending = match board.status() {
        GameStatus::Won => Some(Ending::Loss),
        GameStatus::Drawn => Some(Ending::Tie),
        GameStatus::Ongoing => None,
    };
    assert_eq!(game.ending(&position), ending, "{text}");
    let mut theirs: Vec<(String, String)> = vec![];
    for mv in legal_moves(&board) {
        let mut next = board.clone();
        next.play(mv);
        theirs.push((mv.to_string(), next.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ")));
    }
    let ours = |mv| (game.write_move(mv), game.write_position(&Record::at(game.play(&position, mv).position)));
    let mut ours: Vec<(String, String)> = game.moves(&position).map(ours).collect();
    theirs.sort();
    ours.sort();
    assert_eq!(ours, theirs, "{text}");
    for depth in 1..=depth {
        assert_eq!(perft(game, &position, depth), cozy_perft(&board, depth), "{text} at depth {depth}");
    }
    true
}

#[test]
fn rules_as_in_cozy_chess() {
    let mut random = fastrand::Rng::with_seed(3);
    for (set, materials) in ENDINGS {
        let game = ChessEnding::new(set);
        for (place, material) in materials.iter().enumerate() {
            let mut accepted = 0;
            for _ in 0..if place == 0 { 6000 } else { 2000 } {
                let depth = if random.u8(..16) == 0 { 3 } else { 1 };
                accepted += u32::from(compare(&game, &random_text(material, 0..64, &mut random), depth));
            }
            assert!(accepted > 1000, "{set:?} {material}: {accepted}");
        }
        let start = game.write_position(&Record::new(&game));
        assert!(compare(&game, &start, 4), "{start}");
    }
}

#[test]
fn moves_are_read_as_another_program_writes_them() {
    let mut random = fastrand::Rng::with_seed(5);
    for (set, materials) in ENDINGS {
        let game = ChessEnding::new(set);
        for (place, material) in (0..400).flat_map(|place| materials.iter().map(move |material| (place, material))) {
            let near_the_edge = |square: &usize| place % 2 == 0 || *square >= 32 && square % 8 < 3;
            let text = random_text(material, (0..64).filter(near_the_edge), &mut random);
            let Ok(record) = game.read_position(&text) else { continue };
            let board = Board::from_fen(&format!("{text} - - 0 1"), false).unwrap();
            for mv in legal_moves(&board).into_iter().filter(|_| game.ending(record.position()).is_none()) {
                let algebraic = display_san_move(&board, mv).to_string();
                let read = game.read_move(record.position(), &algebraic).map(|mv| game.write_move(mv));
                assert_eq!(read, Ok(mv.to_string()), "{algebraic} in {text}");
            }
        }
    }
}

#[test]
fn moves_are_read_as_chess_players_write_them() {
    let pawn = ChessEnding::new(PieceSet::Kpk);
    let position = *pawn.read_position("8/4P1k1/8/8/8/8/4K3/8 w").unwrap().position();
    let read = |text: &str| pawn.read_move(&position, text).map(|mv| pawn.write_move(mv)).map_err(|e| e.to_string());
    for (text, expected) in [
        ("e8=Q", "e7e8q"),
        ("e8N", "e7e8n"),
        ("e8=R+!", "e7e8r"),
        ("Kd3", "e2d3"),
        ("Ke2-d3", "e2d3"),
        ("K2d3", "e2d3"),
    ] {
        assert_eq!(read(text), Ok(expected.to_string()), "{text}");
    }
    for text in ["e8", "e8=K", "Kd4", "Kf2d3", "Qe8", "d3", "K", "", "=Q", "é8", "Kdé", "O-O"] {
        assert!(read(text).is_err_and(|error| error.starts_with("expected a legal move")), "{text}");
    }
    assert_eq!(pawn.distance_in_words(Value::Win { plies: 31 }), Some("mate in 16".to_string()));
    assert_eq!(pawn.distance_in_words(Value::Loss { plies: 30 }), Some("mate in 15".to_string()));
    assert_eq!(pawn.distance_in_words(Value::Draw), None);
}

#[test]
fn the_pieces_on_the_board_choose_the_ending() {
    let about = abouts().into_iter().find(|about| about.name == "chess-ending").unwrap();
    let choose = |text: &str| {
        let choice = (about.fitting.unwrap().choose)(text);
        choice.map(|choice| choice.map(|settings| settings[0].1.clone()).map_err(|error| error.to_string()))
    };
    for (pieces, placed) in [("KQK", "Q"), ("KRK", "R"), ("KPK", "P"), ("KBNK", "NB"), ("KBNK", "B"), ("KBNK", "N")] {
        let squares: Vec<(char, usize)> = placed.chars().zip(20..).chain([('K', 0), ('k', 63)]).collect();
        assert_eq!(choose(&fen(&squares, "w - - 0 1")), Some(Ok(pieces.to_string())), "{placed}");
    }
    for text in ["", "8/8/8/8/8/8/8/K6k w", "8/8/8/8/8/8/8/KQ6 w", "8/8/8/8 w", "KQk", "8/8/8/8/8/8/8/KX5k w"] {
        assert_eq!(choose(text), None, "{text} says nothing");
    }
    let endings = "expected White with the pieces of an ending (KQK, KRK, KPK, KBNK), Black with the king alone, found";
    for (text, found) in [
        ("8/8/8/8/8/8/8/KRR4k w", "KRR against K"),
        ("8/8/8/8/8/8/8/K5rk w", "K against KR"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "KQRRBBNNPPPPPPPP against KQRRBBNNPPPPPPPP"),
    ] {
        assert_eq!(choose(text), Some(Err(format!("{endings} {found:?}"))));
    }
}

/// Corners and edges are rare on random squares: mates, stalemates and promotions.
#[test]
fn rules_as_in_cozy_chess_near_the_edge() {
    let mut random = fastrand::Rng::with_seed(4);
    let mut ends = HashMap::new();
    for (set, materials) in ENDINGS {
        let game = ChessEnding::new(set);
        for material in materials.iter().filter(|material| !material.is_empty()) {
            for _ in 0..4000 {
                let corner = (32..64).filter(|square| square % 8 < 3);
                let text = random_text(material, corner, &mut random);
                if compare(&game, &text, 2) {
                    let ending = game.ending(game.read_position(&text).unwrap().position());
                    *ends.entry((set as u8, material.len(), ending == Some(Ending::Loss))).or_insert(0) += 1;
                }
            }
        }
    }
    for set in [PieceSet::Kqk, PieceSet::Krk, PieceSet::Kpk, PieceSet::Kbnk] {
        let pieces = if set == PieceSet::Kbnk { 2 } else { 1 };
        assert!(ends.get(&(set as u8, pieces, true)).is_some_and(|&mates| mates > 0), "{set:?} has no mates");
    }
}

fn attacked(piece: char, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        'P' => get_pawn_attacks(square, Color::White),
        'N' => get_knight_moves(square),
        'B' => get_bishop_moves(square, occupied),
        'R' => get_rook_moves(square, occupied),
        _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
    }
}

/// The legal positions with White and with Black to move, by trying all squares.
fn count_by_squares(material: &str) -> [u64; 2] {
    let mut counts = [0; 2];
    for kings in 0..64 * 64 {
        let (white, black) = (Square::index(kings / 64), Square::index(kings % 64));
        if white == black || get_king_moves(white).has(black) {
            continue;
        }
        for places in 0..64usize.pow(material.len() as u32) {
            let pieces: Vec<(char, Square)> = material
                .chars()
                .enumerate()
                .map(|(i, piece)| (piece, Square::index(places / 64usize.pow(i as u32) % 64)))
                .collect();
            let occupied =
                pieces.iter().fold(white.bitboard() | black.bitboard(), |all, (_, square)| all | square.bitboard());
            let may_stand = |&(piece, square): &(char, Square)| piece != 'P' || (8..56).contains(&(square as usize));
            if occupied.len() as usize == 2 + pieces.len() && pieces.iter().all(may_stand) {
                let is_check = pieces.iter().any(|&(piece, square)| attacked(piece, square, occupied).has(black));
                counts[0] += u64::from(!is_check);
                counts[1] += 1;
            }
        }
    }
    counts
}

fn positions(game: &ChessEnding) -> impl Iterator<Item = ChessPosition> {
    (0..game.index_count().unwrap()).filter_map(|index| game.at_index(index))
}

#[test]
fn numbers_stand_for_all_legal_positions() {
    for (set, materials) in ENDINGS {
        let game = ChessEnding::new(set);
        let mut counts = [0; 2];
        for position in positions(&game) {
            counts[game.turn(&position).index()] += game.images(&position).len() as u64;
        }
        let mut expected = [0; 2];
        for material in materials {
            let by_squares = count_by_squares(material);
            expected.iter_mut().zip(by_squares).for_each(|(sum, count)| *sum += count);
        }
        assert_eq!(counts, expected, "{set:?}");
    }
}

/// Every legal position has a number, and as many others share it as `images` says.
#[test]
fn positions_share_numbers() {
    for (set, piece) in [(PieceSet::Krk, 'R'), (PieceSet::Kpk, 'P')] {
        let game = ChessEnding::new(set);
        let mut shared: HashMap<u64, (u64, u64)> = HashMap::new();
        for squares in 0..1 << 18 {
            let [a, b, c] = [0, 6, 12].map(|shift| squares >> shift & 63);
            if a == b || b == c || c == a {
                continue;
            }
            for side in ["w", "b"] {
                let Ok(record) = game.read_position(&fen(&[('K', a), ('k', b), (piece, c)], side)) else {
                    continue;
                };
                let position = record.position();
                let index = number(&game, position);
                assert_eq!(game.at_index(index).map(|it| number(&game, &it)), Some(index), "{position:?}");
                let (count, sharers) = shared.entry(index).or_insert((0, game.images(position).len() as u64));
                *count += 1;
                assert_eq!(*sharers, game.images(position).len() as u64, "{position:?}");
            }
        }
        for (index, (count, sharers)) in shared {
            assert_eq!(count, sharers, "{:?}", game.at_index(index));
        }
    }
}

#[test]
fn moves_can_be_taken_back() {
    for set in [PieceSet::Krk, PieceSet::Kpk] {
        let game = ChessEnding::new(set);
        let mut before = vec![];
        for position in positions(&game) {
            for mv in game.moves(&position) {
                before.clear();
                assert!(game.unmoves(&game.play(&position, mv).position, &mut before));
                assert_eq!(before.iter().filter(|&it| *it == position).count(), 1, "{mv:?} at {position:?}");
            }
            before.clear();
            game.unmoves(&position, &mut before);
            for earlier in &before {
                assert!(game.at_index(number(&game, earlier)).is_some(), "{earlier:?}");
                let leads_here = |mv| game.play(earlier, mv).position == position;
                assert!(game.moves(earlier).any(leads_here), "{earlier:?} to {position:?}");
            }
        }
    }
}

/// Counted without symmetry there are as many moves as moves backwards.
#[test]
fn as_many_moves_backwards_as_forwards() {
    for (set, _) in ENDINGS {
        let game = ChessEnding::new(set);
        let (mut forwards, mut backwards) = (0, 0);
        let mut before = vec![];
        for position in positions(&game) {
            before.clear();
            game.unmoves(&position, &mut before);
            forwards += game.images(&position).len() as u64 * game.moves(&position).count() as u64;
            backwards += game.images(&position).len() as u64 * before.len() as u64;
        }
        assert_eq!(forwards, backwards, "{set:?}");
    }
}

/// Plies to mate for every number: mates first, then by moves backwards, a ply a pass.
fn plies_to_mate(game: &ChessEnding) -> HashMap<u64, u32> {
    let mut plies = HashMap::new();
    let is_mate = |position: &ChessPosition| game.ending(position) == Some(Ending::Loss);
    let mut last: Vec<ChessPosition> = positions(game).filter(is_mate).collect();
    let mut before = vec![];
    for distance in 0.. {
        plies.extend(last.iter().map(|position| (number(game, position), distance)));
        before.clear();
        for position in &last {
            game.unmoves(position, &mut before);
        }
        last.clear();
        for position in &before {
            let mut after =
                game.moves(position).map(|mv| plies.contains_key(&number(game, &game.play(position, mv).position)));
            let is_new = !plies.contains_key(&number(game, position));
            if is_new && (game.turn(position) == Player::First || after.all(|is_lost| is_lost)) {
                last.push(game.at_index(number(game, position)).unwrap());
            }
        }
        last.sort_unstable_by_key(|position| number(game, position));
        last.dedup();
        if last.is_empty() {
            break;
        }
    }
    plies
}

/// The longest mates are well known; games begin with one of them.
#[test]
fn longest_mates() {
    for (set, mate_in) in [(PieceSet::Kqk, 10), (PieceSet::Krk, 16), (PieceSet::Kpk, 28)] {
        let game = ChessEnding::new(set);
        let plies = plies_to_mate(&game);
        assert_eq!(plies.values().max(), Some(&(2 * mate_in)), "{set:?}, Black to move");
        let white = plies.iter().filter(|(index, _)| game.turn(&game.at_index(**index).unwrap()) == Player::First);
        assert_eq!(white.map(|(_, plies)| *plies).max(), Some(2 * mate_in - 1), "{set:?}, White to move");
        assert_eq!(plies[&number(&game, &game.start())], 2 * mate_in - 1, "{set:?}");
    }
}

#[test]
fn reads_fen_and_refuses_what_is_not_legal() {
    let [kqk, krk, kpk, kbnk] = ENDINGS.map(|(set, _)| ChessEnding::new(set));
    let text = "8/8/8/4k3/8/8/8/KR6 w";
    for more in ["", " - -", " - - 0 1", " - - 99 120"] {
        let record = krk.read_position(&format!("{text}{more}")).unwrap();
        assert_eq!(krk.write_position(&record), text);
    }
    for (game, text, reason) in [
        (&krk, "8/8/8/4k3/8/8/8/KR6", "w or b"),
        (&krk, "8/8/8/4k3/8/8/8/KR6 x", "w or b"),
        (&krk, "8/8/8/4k3/8/8/8/KR6 w KQ - 0 1", "a FEN may go on with"),
        (&krk, "8/8/8/4k3/8/8/8/KR6 w - - 0 x", "a FEN may go on with"),
        (&krk, "8/8/8/4k3/8/8/KR6 w", "8 ranks"),
        (&krk, "8/8/8/4k3/8/8/8/KQ6 w", "K, k, R and numbers"),
        (&krk, "8/8/8/4k3/8/8/8/KRR5 w", "one K, one k, and at most one R"),
        (&krk, "8/8/8/4k3/8/8/8/1R6 w", "one K, one k, and at most one R"),
        (&krk, "8/8/8/4k3/8/8/k7/KR6 b", "one K, one k, and at most one R"),
        (&krk, "8/8/8/8/8/8/1k6/K1R5 b", "not side by side"),
        (&krk, "8/8/8/1k6/8/8/8/KR6 w", "not in check"),
        (&kpk, "8/8/8/4k3/8/8/8/KP6 w", "ranks 2 to 7"),
        (&kpk, "6P1/8/8/4k3/8/8/8/K7 w", "ranks 2 to 7"),
        (&kpk, "6Q1/8/8/4k3/8/8/6P1/K7 w", "at most one P or Q or R or B or N"),
        (&kbnk, "8/8/8/4k3/8/8/8/K7 w", "a bishop or a knight"),
        (&kbnk, "8/8/8/4k3/8/8/8/KBB5 w", "at most one B and one N"),
    ] {
        let error = game.read_position(text).map(|_| "accepted").unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    // what is left after a capture or a promotion
    for (game, text) in [
        (&kqk, "8/8/8/4k3/8/8/8/K7 w"),
        (&kpk, "6B1/8/8/4k3/8/8/8/K7 b"),
        (&kpk, "8/8/8/4k3/8/8/8/K7 w"),
        (&kbnk, "8/8/8/4k3/8/8/8/K1N5 w"),
    ] {
        let record = game.read_position(text).unwrap();
        assert_eq!(game.ending(record.position()), Some(Ending::Tie), "{text}");
    }
}

#[test]
fn draws_the_board() {
    let game = ChessEnding::new(PieceSet::Kbnk);
    let drawing = "8  . . . . . . . .\n7  . . . . . . . .\n6  . . . . . . . .\n5  . . . . . . . .\n4  . . . . . . . .\n\
                   3  . . . . . . . .\n2  . . k . . . . .\n1  K N B . . . . .\n   a b c d e f g h";
    assert_eq!(game.draw(&Record::new(&game)), drawing);
}

fn number(game: &ChessEnding, position: &ChessPosition) -> u64 {
    game.index(position).expect("a number")
}
