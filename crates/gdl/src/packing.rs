//! Which facts seem to exclude each other, so that they can share a field. Found out by playing: what is never seen together is taken
//! to exclude each other, and a position at which that is wrong has no bits and is kept in another way.

use crate::ground::Program;
use crate::machine::Machine;
use crate::net::Codes;
use crate::playouts::Playouts;
use rustc_hash::FxHashMap;

/// So many moves are made in 64 games each.
const MOVES: usize = 512;
/// So many bits and wires may be looked at to find out.
const WORK: usize = 60_000_000;

/// Facts that may have a field in common.
struct Group {
    facts: Vec<usize>,
    clashed: bool,
    was_empty: bool,
}

/// Ways to put the facts of a function into fields, of which one is chosen.
struct Choice {
    ways: Vec<Vec<Group>>,
}

/// The fields of facts, each of which is numbered as it is in the machine, where it has a bit of its own.
pub fn pack(program: &Program, machine: &Machine, facts: &[usize]) -> Codes {
    let mut choices = choices(program, facts);
    let mut games: Playouts<1> = Playouts::new(machine, 1);
    for moves in 0..MOVES {
        if games.work() + moves * 4 * facts.len() > WORK {
            break;
        }
        for group in choices.iter_mut().flat_map(|choice| choice.ways.iter_mut().flatten()) {
            let (mut any, mut two) = (0, 0);
            for &fact in &group.facts {
                let [plane] = games.planes()[fact];
                two |= any & plane;
                any |= plane;
            }
            group.clashed |= two != 0;
            group.was_empty |= any != u64::MAX;
        }
        games.advance();
    }
    let mut codes = Codes::single([]);
    for choice in choices {
        let fields = |way: Vec<Group>| -> Vec<(Vec<usize>, bool)> {
            way.into_iter()
                .flat_map(|group| match group.clashed || group.facts.len() == 1 {
                    true => group.facts.into_iter().map(|fact| (vec![fact], true)).collect(),
                    false => vec![(group.facts, group.was_empty)],
                })
                .collect()
        };
        let bits = |fields: &Vec<(Vec<usize>, bool)>| {
            let mut own = Codes::single([]);
            fields.iter().for_each(|(facts, may_be_empty)| own.add(facts, *may_be_empty));
            own.bits()
        };
        let best = choice.ways.into_iter().map(fields).min_by_key(bits).unwrap_or_default();
        for (group, may_be_empty) in best {
            let numbers: Vec<usize> = group.iter().map(|&at| facts[at]).collect();
            codes.add(&numbers, may_be_empty);
        }
    }
    codes
}

/// For each function: all its facts together, or those that differ in one argument, or each alone.
fn choices(program: &Program, facts: &[usize]) -> Vec<Choice> {
    let mut functions: FxHashMap<(u32, usize), Vec<usize>> = FxHashMap::default();
    for (at, &fact) in facts.iter().enumerate() {
        let (symbol, arguments) = program.fact(fact);
        functions.entry((symbol.0, arguments.len())).or_default().push(at);
    }
    let mut functions: Vec<_> = functions.into_iter().collect();
    functions.sort_unstable_by_key(|(_, list)| list[0]);
    let of_function = |((_, arity), list): ((u32, usize), Vec<usize>)| {
        let group = |facts| Group { facts, clashed: false, was_empty: false };
        let apart = list.iter().map(|&at| group(vec![at])).collect();
        let together = vec![group(list.clone())];
        let by_argument = (0..arity).map(|free| {
            let mut groups: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
            for &at in &list {
                let (_, arguments) = program.fact(facts[at]);
                let others = arguments.iter().enumerate().filter(|(number, _)| *number != free);
                groups.entry(others.map(|(_, term)| term.0).collect()).or_default().push(at);
            }
            let mut groups: Vec<Group> = groups.into_values().map(group).collect();
            groups.sort_unstable_by_key(|group| group.facts[0]);
            groups
        });
        Choice { ways: [apart, together].into_iter().chain(by_argument).collect() }
    };
    functions.into_iter().map(of_function).collect()
}
