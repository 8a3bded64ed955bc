//! The judges: any text is answered or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_cli::cmd::judge::{abc349e, poj1085};

fuzz_target!(|text: &str| {
    let mut out = std::io::sink();
    let _ = abc349e::answer(text, None, &mut out);
    let _ = abc349e::answer_batch(text, None, &mut out);
    let _ = poj1085::answer(text, None, &mut out);
});
