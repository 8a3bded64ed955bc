//! Symmetries of rules: ways to exchange facts and moves under which all cases of all rules stay what they are, and the start, too. The
//! roles and their goals stay with them. They are found and checked, but nothing makes use of them.
//!
//! Cases and atoms are nodes of a graph, coloured by all that can be told of them from near and far. Of facts that look the same one is
//! singled out, and the colours tell whether singling out another one makes the same picture; if so, that is a symmetry, which is then
//! checked rule by rule. How many there are follows from how many facts each fact can take the place of, one fact fixed after the other.

use crate::RulesError;
use crate::ground::{Limits, Program, ground_as_written};
use crate::read::{Relation, check, parse};
use rustc_hash::FxHashMap;

/// So many edges may be looked at.
const WORK: usize = 200_000_000;

/// How many ways there are to exchange facts and moves so that the rules stay the same, the one that changes nothing included; `None` if
/// it takes too long to find out.
///
/// # Errors
///
/// If the text describes no game of ours.
pub fn symmetries(text: &str, limits: &Limits) -> Result<Option<u64>, RulesError> {
    let rules = parse(text)?;
    check(&rules)?;
    // parts into which rules are split need not be symmetric
    let program = ground_as_written(rules, limits)?;
    Ok(Graph::new(&program).symmetries())
}

/// The colour of a node: nodes of different colours differ.
type Colour = u64;

/// Atoms, by their numbers, and then cases of rules.
struct Graph {
    /// The neighbours of each node, from its place in `spans` to the next one, each with how it is one.
    edges: Vec<(u32, u8)>,
    spans: Vec<u32>,
    /// What is known of each node by itself.
    colours: Vec<Colour>,
    facts: Vec<u32>,
    work: usize,
}

/// How nodes are neighbours. The other way round it is one more.
const HEAD: u8 = 0;
const HOLDS: u8 = 2;
const FAILS: u8 = 4;
const LATER: u8 = 6;

fn mix(one: u64, other: u64) -> u64 {
    let mixed = (one ^ other.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ mixed >> 32
}

impl Graph {
    fn new(program: &Program) -> Graph {
        let atoms = &program.atoms;
        let mut list: Vec<(u32, u32, u8)> = vec![];
        let mut join = |from: u32, to: u32, how: u8| list.extend([(from, to, how), (to, from, how + 1)]);
        for (at, rule) in program.rules.iter().enumerate() {
            let node = (atoms.len() + at) as u32;
            join(node, rule.head.0, HEAD);
            rule.body.iter().for_each(|one| join(node, one.atom().0, if one.holds() { HOLDS } else { FAILS }));
        }
        for (now, later) in [(Relation::TRUE, Relation::NEXT), (Relation::DOES, Relation::LEGAL)] {
            for &atom in atoms.members(now) {
                if let Some(other) = atoms.find(later, atoms.arguments(atom)) {
                    join(atom.0, other.0, LATER);
                }
            }
        }
        list.sort_unstable();
        let nodes = atoms.len() + program.rules.len();
        let mut spans = vec![0; nodes + 1];
        list.iter().for_each(|&(from, ..)| spans[from as usize + 1] += 1);
        (0..nodes).for_each(|at| spans[at + 1] += spans[at]);
        let mut graph = Graph {
            edges: list.into_iter().map(|(_, to, how)| (to, how)).collect(),
            spans,
            colours: vec![1; nodes],
            facts: atoms.members(Relation::TRUE).iter().map(|fact| fact.0).collect(),
            work: 0,
        };
        // atoms that no rule is about stay where they are
        for node in 0..atoms.len() {
            if graph.spans[node] == graph.spans[node + 1] {
                graph.colours[node] = mix(6, node as u64);
            }
        }
        graph.colours[atoms.len()..].fill(2);
        for &fact in atoms.members(Relation::TRUE) {
            graph.colours[fact.0 as usize] = if program.is_start(fact) { 4 } else { 3 };
        }
        // what a goal is and whose, and whose moves they are, stays
        for relation in [Relation::NEXT, Relation::LEGAL, Relation::DOES, Relation::GOAL, Relation::TERMINAL] {
            for &atom in atoms.members(relation) {
                let told = match relation {
                    Relation::GOAL => atoms.arguments(atom),
                    Relation::LEGAL | Relation::DOES => &atoms.arguments(atom)[..1],
                    _ => &[],
                };
                let told = told.iter().fold(5 + u64::from(relation.0), |sum, term| mix(sum, u64::from(term.0)));
                graph.colours[atom.0 as usize] = told;
            }
        }
        graph
    }

    fn symmetries(&mut self) -> Option<u64> {
        let mut colours = self.refined(self.colours.clone())?;
        let mut count = 1u64;
        while let Some(alike) = self.smallest_class(&self.facts, &colours) {
            let one = self.refined(singled_out(&colours, alike[0]))?;
            let mut places = 1;
            for &other in &alike[1..] {
                let other = self.refined(singled_out(&colours, other))?;
                places += u64::from(self.is_symmetry(one.clone(), other)?);
            }
            count = count.checked_mul(places)?;
            colours = one;
        }
        Some(count)
    }

    /// Those of the smallest set of nodes of the same colour.
    fn smallest_class(&self, nodes: &[u32], colours: &[Colour]) -> Option<Vec<u32>> {
        let mut classes: FxHashMap<Colour, Vec<u32>> = FxHashMap::default();
        nodes.iter().for_each(|&node| classes.entry(colours[node as usize]).or_default().push(node));
        let many = classes.into_iter().filter(|(_, class)| class.len() > 1);
        many.min_by_key(|(colour, class)| (class.len(), *colour)).map(|(_, class)| class)
    }

    /// Colours that tell all that the neighbours' tell, too.
    fn refined(&mut self, mut colours: Vec<Colour>) -> Option<Vec<Colour>> {
        let count = |colours: &[Colour]| {
            let mut sorted = colours.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len()
        };
        let mut classes = count(&colours);
        loop {
            self.work += self.edges.len() + colours.len();
            if self.work > WORK {
                return None;
            }
            let around = |node: usize| {
                let edges = &self.edges[self.spans[node] as usize..self.spans[node + 1] as usize];
                edges.iter().fold(0u64, |sum, &(to, how)| sum.wrapping_add(mix(colours[to as usize], u64::from(how))))
            };
            let finer: Vec<Colour> = (0..colours.len()).map(|node| mix(colours[node], around(node))).collect();
            let now = count(&finer);
            if now <= classes {
                return Some(colours);
            }
            (colours, classes) = (finer, now);
        }
    }

    /// Whether there is a symmetry that takes nodes to those of the same colours. If several look the same, any will do.
    fn is_symmetry(&mut self, mut one: Vec<Colour>, mut other: Vec<Colour>) -> Option<bool> {
        let all: Vec<u32> = (0..one.len() as u32).collect();
        while let Some(alike) = self.smallest_class(&all, &one) {
            let colour = one[alike[0] as usize];
            let Some(twin) = other.iter().position(|&own| own == colour) else { return Some(false) };
            one = self.refined(singled_out(&one, alike[0]))?;
            other = self.refined(singled_out(&other, twin as u32))?;
        }
        let places: FxHashMap<Colour, u32> = other.iter().zip(0..).map(|(&colour, node)| (colour, node)).collect();
        let image: Option<Vec<u32>> = one.iter().map(|colour| places.get(colour).copied()).collect();
        Some(places.len() == one.len() && image.is_some_and(|image| self.keeps_rules(&image)))
    }

    /// Whether all that is known of nodes and their neighbours is true of their images.
    fn keeps_rules(&self, image: &[u32]) -> bool {
        let around = |node: u32, named: &dyn Fn(u32) -> u32| {
            let edges = &self.edges[self.spans[node as usize] as usize..self.spans[node as usize + 1] as usize];
            let mut list: Vec<(u32, u8)> = edges.iter().map(|&(to, how)| (named(to), how)).collect();
            list.sort_unstable();
            list
        };
        (0..image.len() as u32).all(|node| {
            let place = image[node as usize];
            self.colours[node as usize] == self.colours[place as usize]
                && around(node, &|to| image[to as usize]) == around(place, &|to| to)
        })
    }
}

/// The same colours, but this node has one of its own.
fn singled_out(colours: &[Colour], node: u32) -> Vec<Colour> {
    let mut colours = colours.to_vec();
    colours[node as usize] = mix(colours[node as usize], 0x5eed);
    colours
}
