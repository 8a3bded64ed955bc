//! The order of coordinates: numbers as such, other words as a relation of the rules has them one after the other, or as they are read.

use crate::ground::Program;
use crate::read::Relation;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Coordinates in their order.
pub fn in_order(program: &Program, words: BTreeSet<String>) -> Vec<String> {
    if words.iter().any(|word| word.parse::<i64>().is_err())
        && let Some(chain) = chain(program, &words)
    {
        return chain;
    }
    let mut words: Vec<String> = words.into_iter().collect();
    words.sort_by(|one, other| as_read(one, other));
    words
}

/// By the number at the end, if what comes before is the same.
fn as_read(one: &str, other: &str) -> Ordering {
    let split = |word: &str| {
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        (word[..name].to_string(), word[name..].parse::<u64>().ok())
    };
    split(one).cmp(&split(other)).then(one.cmp(other))
}

/// The words as a relation between two of them puts them one after the other.
fn chain(program: &Program, words: &BTreeSet<String>) -> Option<Vec<String>> {
    (0..program.spots.len() as u32).map(Relation).find_map(|relation| {
        let mut after: BTreeMap<String, String> = BTreeMap::new();
        for &atom in program.atoms.members(relation).iter().filter(|&&atom| program.atoms.may_hold(atom)) {
            let [one, other] = *program.atoms.arguments(atom) else { return None };
            let [one, other] = [one, other].map(|term| program.terms.write(&program.symbols, term));
            if words.contains(&one) && words.contains(&other) && after.insert(one, other).is_some() {
                return None;
            }
        }
        let followers: BTreeSet<&String> = after.values().collect();
        let first = words.iter().find(|word| !followers.contains(word))?;
        let chain: Vec<String> =
            std::iter::successors(Some(first), |word| after.get(*word)).take(words.len() + 1).cloned().collect();
        (chain.len() == words.len() && followers.len() + 1 == words.len()).then_some(chain)
    })
}
