//! What is no game of ours, and what is although it looks strange.

use crate::data::{Solved, folder, read, visit};
use perfectplay_gdl::Objective;

#[test]
fn each_for_its_reason() {
    let folder = folder().join("reject");
    let mut refused = 0;
    for line in read(&folder.join("messages.tsv")).lines().filter(|line| !line.starts_with('#')) {
        let (file, message) = line.split_once('\t').unwrap();
        let found = match visit(&read(&folder.join(file)), Objective::Both, Solved) {
            Ok((first, goal, states, _)) => format!("{first} {goal}, {states} positions"),
            Err(error) => {
                refused += 1;
                error.to_string()
            }
        };
        assert_eq!(found, message, "{file}");
    }
    assert_eq!(refused, 27);
}
