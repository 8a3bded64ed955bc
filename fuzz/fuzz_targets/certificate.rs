//! Certificates: whatever a file or a strategy says, what the checker accepts is true by brute force, for every kind of claim,
//! with scores and without, with layers and with cycles, at the start and later. Headers are whatever the bytes make of them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_check::{Certificate, Claim, Demand, Gets, Side, Strategy, Terms, check, walk};
use perfectplay_game::{Options, Playable, Record, Registry, Visitor};
use std::io::Cursor;
use std::sync::LazyLock;

#[path = "../../crates/games/tests/common/mod.rs"]
mod common;
use common::{try_open, with_game};
#[path = "../../crates/perfectplay/tests/all/meaning.rs"]
mod meaning;

const TERMS: Terms = Terms { threads: 1, memory: 1 << 20, most_positions: 10_000 };

/// Games that brute force can judge, and how many positions they have at the most.
const GAMES: [(&str, &[(&str, &str)]); 10] = [
    ("strings-and-coins", &[("edges", "ground-1")]),
    ("strings-and-coins", &[("edges", "ground-1,1-2,2-3,3-ground")]),
    ("dots-and-boxes", &[("rows", "1"), ("cols", "2")]),
    ("triangle-war", &[("side", "2")]),
    ("finger-game", &[("modulus", "2")]),
    ("finger-game", &[("modulus", "3")]),
    ("weighted-tic-tac-toe", &[("rows", "2"), ("cols", "3"), ("k", "3"), ("weights", "1,-2,0,3,0,1")]),
    ("connect-four", &[("cols", "3"), ("rows", "2"), ("k", "2")]),
    ("nim", &[("heaps", "1,2,3")]),
    ("chomp", &[("rows", "2"), ("cols", "3")]),
];
const MOST_POSITIONS: u32 = 500;

/// All games, to be set up as headers say.
static ALL: LazyLock<Registry<()>> = LazyLock::new(|| {
    let mut games = Registry::default();
    games.extend(perfectplay_games::entries(), |_| Idle);
    games
});

struct Idle;

impl Visitor for Idle {
    type Output = ();
    fn visit<G: Playable>(self, _: G, _: &Options) {}
}

fuzz_target!(|data: &[u8]| {
    if let Ok(Certificate { header, .. }) = Certificate::read(Cursor::new(data)) {
        let _ = ALL.reopen_exactly(&header.game, &header.options);
    }
    let mut bytes = Bytes(data);
    let Some((name, settings)) = bytes.next().map(|byte| GAMES[byte as usize % GAMES.len()]) else { return };
    let opened = try_open(name, settings).expect("a game");
    with_game!(opened, |game| {
        let mut whole = Bytes(bytes.0);
        let _ = strategy(game, &mut bytes);
        let _ = file(game, &mut whole);
    });
});

fn assert_true<G: Playable>(game: &G, record: &Record<G>, claim: Claim) {
    let truth = meaning::holds(game, record, claim, MOST_POSITIONS);
    assert_eq!(truth, Some(true), "{claim:?} is accepted after {:?}", record.moves().collect::<Vec<_>>());
}

/// Some moves, a claim, and the rest is what the strategy says.
fn strategy<G: Playable>(game: &G, bytes: &mut Bytes) -> Option<()> {
    let mut record = Record::new(game);
    for _ in 0..bytes.next()? % 4 {
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        if moves.is_empty() {
            break;
        }
        record.play(game, moves[bytes.next()? as usize % moves.len()]).expect("a legal move");
    }
    let side = if bytes.next()? % 2 == 0 { Side::Mover } else { Side::Other };
    let (kind, number) = (bytes.next()?, bytes.next()?);
    let within = Some(u32::from(number % 12));
    let gets = match kind % 5 {
        0 => Gets::Win { within: None },
        1 => Gets::Win { within },
        2 => Gets::NotLoss { within: None },
        3 => Gets::NotLoss { within },
        _ => Gets::Margin { at_least: i32::from(number as i8 % 8) },
    };
    let claim = Claim { side, gets };
    if walk(game, &record, claim, bytes, TERMS, &mut |_| true).is_ok() {
        assert_true(game, &record, claim);
    }
    Some(())
}

/// A length, a header of that length, counts, and a body of numbers that is not packed; the frame is in order.
fn file<G: Playable>(game: &G, bytes: &mut Bytes) -> Option<()> {
    let length = usize::from(bytes.next()?);
    let header = bytes.0.get(..length)?;
    let counts = [u64::from(*bytes.0.get(length)?), u64::from(*bytes.0.get(length + 1)?)];
    let body = &bytes.0[length + 2..];
    // the blocks of a zlib stream as they are, which takes a length of two bytes
    let size = u16::try_from(body.len()).ok()?;
    let mut file = b"PPPROOF\n\x02\0\0\0".to_vec();
    file.extend_from_slice(&(length as u32).to_le_bytes());
    file.extend_from_slice(header);
    file.extend_from_slice(&[0x78, 0x01, 0x01]);
    file.extend_from_slice(&size.to_le_bytes());
    file.extend_from_slice(&(!size).to_le_bytes());
    file.extend_from_slice(body);
    file.extend_from_slice(&adler32(body).to_be_bytes());
    counts.iter().for_each(|count| file.extend_from_slice(&count.to_le_bytes()));
    file.extend_from_slice(&crc32fast::hash(&file).to_le_bytes());
    let certificate = Certificate::read(Cursor::new(file)).ok()?;
    let claims = certificate.header.claims.clone();
    let position = certificate.header.position.clone();
    check(game, certificate, TERMS, &mut |_| true).ok()?;
    let record = game.read_position(&position).expect("a position that was read before");
    assert_eq!(game.write_position(&record), position);
    claims.into_iter().for_each(|claim| assert_true(game, &record, claim));
    Some(())
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (a + b) % 65521)
    });
    b << 16 | a
}

/// Each byte is what the strategy says next.
struct Bytes<'d>(&'d [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }
}

impl<P> Strategy<P> for Bytes<'_> {
    type Error = ();

    fn choose(&mut self, _: &Demand<P>) -> Result<u64, ()> {
        self.next().map(u64::from).ok_or(())
    }

    fn declare(&mut self, _: &Demand<P>) -> Result<u32, ()> {
        self.next().map(u32::from).ok_or(())
    }
}
