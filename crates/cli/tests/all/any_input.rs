//! The judges meet any text: it is answered or refused in one line. The fuzz target does the same for longer.

use perfectplay_cli::cmd::judge::{abc349e, poj1085};
use proptest::prelude::*;

fn numbers() -> impl Strategy<Value = String> {
    prop_oneof!["([0-9]{1,2}[ \n]){0,40}", "(-?[0-9]{1,11} ){8,10}", "[0-9 \n.x-]{0,40}", ".{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn judges(text in numbers()) {
        for answer in [abc349e::answer, abc349e::answer_batch, poj1085::answer] {
            let mut out = vec![];
            if let Err(failure) = answer(&text, None, &mut out) {
                let message = failure.to_string();
                prop_assert!(message.starts_with("expected ") && !message.contains('\n'), "{message}");
            }
        }
    }
}
