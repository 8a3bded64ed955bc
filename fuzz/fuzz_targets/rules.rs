//! Rules files: any text is read or refused, within its limits; what is read can be played, and its layers rise.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_game::{Complaint, Game};
use perfectplay_gdl::{Aim, Limits, RulesGame, Sheet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

const LIMITS: Limits = Limits { atoms: 10_000, literals: 100_000, attempts: 1_000_000 };

fuzz_target!(|data: &[u8]| {
    let Some(sheet) = std::str::from_utf8(data).ok().and_then(|text| Sheet::read(text, &LIMITS).ok()) else { return };
    let is_told = data.windows(12).any(|part| part == b"perfectplay:");
    let played = catch_unwind(AssertUnwindSafe(|| {
        let Ok(game) = RulesGame::<4>::new(Arc::new(sheet), Aim::Nothing) else { return };
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = game.start();
        for _ in 0..20 {
            let Some(mv) = random.choice(game.moves(&position).collect::<Vec<_>>()) else { break };
            let next = game.play(&position, mv).position;
            let rises = game.layer(&next).is_none() || game.layer(&next) > game.layer(&position);
            assert!(rises || is_told, "a layer that does not rise");
            position = next;
        }
    }));
    if let Err(panic) = played {
        assert!(Complaint::of(&*panic).is_some(), "a panic that is no complaint");
    }
});
