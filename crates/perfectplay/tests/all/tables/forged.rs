//! The red team: tables that were forged in every way we can think of, with right checksums. Each is refused, or all its
//! answers are right and it has what it says it has.

use super::forgeries::{forge, with_all_choices};
use super::judge::{each_victim, judge};

#[test]
fn forged_in_one_place() {
    let (mut refused, mut right) = (0, 0);
    each_victim(|name, parts, texts, truth| {
        with_all_choices(|choose| {
            let mut choices = vec![];
            let mut forged = parts.clone();
            forge(&mut forged, texts, &mut |below| {
                choices.push(choose(below));
                choices[choices.len() - 1]
            });
            match judge(forged.write(), truth, &|| format!("{name} {choices:?}")) {
                Ok(()) => right += 1,
                Err(_) => refused += 1,
            }
        });
    });
    println!("{refused} refused, {right} right");
    assert!(refused > 10_000 && right > 100);
}

#[test]
fn forged_in_several_places() {
    let mut random = fastrand::Rng::with_seed(13);
    let (mut refused, mut right) = (0, 0);
    each_victim(|name, parts, texts, truth| {
        for _ in 0..1000 {
            let seed = random.u64(..);
            let mut random = fastrand::Rng::with_seed(seed);
            let mut forged = parts.clone();
            for _ in 0..random.usize(2..5) {
                forge(&mut forged, texts, &mut |below| random.usize(..below));
            }
            match judge(forged.write(), truth, &|| format!("{name} with seed {seed}")) {
                Ok(()) => right += 1,
                Err(_) => refused += 1,
            }
        }
    });
    println!("{refused} refused, {right} right");
    assert!(refused > 5000 && right > 20);
}
