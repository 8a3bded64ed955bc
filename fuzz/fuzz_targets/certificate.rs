//! Certificates: the bytes as they are, and the same as the strategy for a claim that is false.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay::check::{Certificate, Demand, Strategy, Terms, check, walk};
use perfectplay::{Game, Value, registry, with_game};
use std::io::Cursor;
use std::path::Path;

const TERMS: Terms = Terms { threads: 1, memory: 1 << 20, most_positions: 10_000 };

fuzz_target!(|data: &[u8]| {
    if let Ok(certificate) = Certificate::read(Cursor::new(data), Path::new("fuzz"))
        && let Ok(opened) = registry::reopen(&certificate.header.game, &certificate.header.options)
    {
        with_game!(&opened.game, game => drop(check(game, certificate, TERMS, &mut |_| true)));
    }
    // tic-tac-toe is a tie, and the finger game with two fingers is won in three plies
    for (game, settings, need) in [
        ("weighted-tic-tac-toe", &[][..], 1),
        ("finger-game", &[("modulus", "2")], Value::Win { plies: 2 }.worth()),
        ("nim", &[("heaps", "1,2,3")], 1),
    ] {
        let opened = registry::open(game, settings).expect("a game");
        with_game!(&opened.game, game => {
            let root = Demand { position: game.start(), claimants_turn: true, need };
            assert!(walk(game, root, &mut Bytes(data), TERMS, &mut |_| true).is_err(), "accepted, but false");
        });
    }
});

/// Each byte is what the strategy says next.
struct Bytes<'d>(&'d [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Result<u8, ()> {
        let (&first, rest) = self.0.split_first().ok_or(())?;
        self.0 = rest;
        Ok(first)
    }
}

impl<P> Strategy<P> for Bytes<'_> {
    type Error = ();

    fn choose(&mut self, _: &Demand<P>) -> Result<u64, ()> {
        self.next().map(u64::from)
    }

    fn declare(&mut self, _: &Demand<P>) -> Result<u32, ()> {
        self.next().map(u32::from)
    }
}
