//! Symmetries of rules.

use crate::data::read;
use perfectplay_gdl::{Limits, symmetries};
use std::path::Path;

fn count(text: &str) -> Option<u64> {
    symmetries(text, &Limits::default()).unwrap()
}

#[test]
fn symmetries_of_our_sheets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules");
    for (name, expected) in [
        ("clobber", 2),
        ("connect-three", 2),
        ("domineering", 4),
        // the hands of either player
        ("finger-game", 4),
        ("four-by-three", 4),
        ("nim", 1),
        ("tic-tac-toe", 8),
        ("tixtax", 8),
        // the triangle, and at each corner two lines that belong to one small triangle alone
        ("triangle-war", 48),
        ("weighted-tic-tac-toe", 1),
    ] {
        assert_eq!(count(&read(&folder.join(format!("{name}.kif")))), Some(expected), "{name}");
    }
}

/// Heaps of the same size can be exchanged, others not.
#[test]
fn equal_heaps_change_places() {
    let heaps = |sizes: &[u32]| {
        let heaps: String = sizes
            .iter()
            .zip('a'..)
            .map(|(size, name)| format!("(heap {name}) (init (left {name} {size}))\n"))
            .collect();
        count(&format!(
            "(role x) (role y) (init (turn x)) (less 0 1) (less 0 2) (less 0 3) (less 1 2) (less 1 3) (less 2 3)
            {heaps}
            (<= (legal ?r (take ?h ?n)) (true (turn ?r)) (true (left ?h ?m)) (less ?n ?m))
            (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
            (<= (next (left ?h ?n)) (does ?r (take ?h ?n)))
            (<= (taken ?h) (does ?r (take ?h ?n)))
            (<= (next (left ?h ?n)) (true (left ?h ?n)) (not (taken ?h)))
            (<= (next (turn x)) (true (turn y))) (<= (next (turn y)) (true (turn x)))
            (<= more (true (left ?h ?n)) (distinct ?n 0))
            (<= terminal (not more))
            (<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 100) (role ?r) (not (true (turn ?r))))"
        ))
    };
    for (sizes, expected) in [
        (&[3][..], 1),
        (&[2, 3], 1),
        (&[3, 3], 2),
        (&[1, 1, 2], 2),
        (&[2, 2, 2], 6),
        (&[3, 3, 3, 3], 24),
        (&[3, 1, 3, 1], 4),
    ] {
        assert_eq!(heaps(sizes), Some(expected), "{sizes:?}");
    }
}
