//! Atoms without variables: which there are, which of them may hold, and how to find those that fit a condition.

use super::heap::Heap;
use super::terms::{TermId, Terms};
use crate::read::{Relation, Symbol};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// The number of an atom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomId(pub u32);

/// All atoms that are spoken of.
pub struct Atoms {
    heap: Heap,
    /// The how manyth an atom is of those that may hold; `NEVER` if it does not.
    orders: Vec<u32>,
    /// The atoms that were found to hold, in that order.
    held: Vec<AtomId>,
    relations: Vec<Extent>,
    /// So many places there are in all indexes.
    indexed: u64,
}

const NEVER: u32 = u32::MAX;

/// The atoms of a relation that may hold, in the order in which they were found.
#[derive(Default)]
struct Extent {
    members: Vec<AtomId>,
    indexes: Vec<Index>,
}

/// The atoms of a relation by some of their parts.
struct Index {
    parts: Vec<Part>,
    /// Which of the lists belongs to a key.
    numbers: FxHashMap<u64, u32>,
    lists: Vec<Vec<AtomId>>,
}

impl Index {
    fn add(&mut self, key: u64, atom: AtomId) {
        let number = *self.numbers.entry(key).or_insert(self.lists.len() as u32) as usize;
        match self.lists.get_mut(number) {
            Some(list) => list.push(atom),
            None => self.lists.push(vec![atom]),
        }
    }
}

/// A part of an atom: what stands at a place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The argument, the argument of that, and so on.
    pub path: Vec<u8>,
    /// Whether the name of the function and the number of its arguments is meant, and not the whole term.
    pub is_function: bool,
}

/// Atoms among which those are that fit a condition.
#[derive(Clone, Copy, Debug)]
pub enum Candidates {
    /// All of the relation.
    All(Relation),
    /// Those of a list in an index.
    List(Relation, usize, u32),
    /// None.
    None,
}

impl Atoms {
    /// No atoms.
    pub fn new() -> Atoms {
        Atoms { heap: Heap::default(), orders: vec![], held: vec![], relations: vec![], indexed: 0 }
    }

    /// Room for so many relations in all.
    pub fn extend(&mut self, relations: usize) {
        self.relations.resize_with(relations, Extent::default);
    }

    /// How much was written into indexes.
    pub fn indexed(&self) -> u64 {
        self.indexed
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// The atom of a relation with these arguments, which may be a new one.
    pub fn make(&mut self, relation: Relation, arguments: &[TermId]) -> AtomId {
        let (number, is_new) = self.heap.make(relation.0, arguments);
        if is_new {
            self.orders.push(NEVER);
        }
        AtomId(number)
    }

    /// The atom of a relation with these arguments, if it was spoken of.
    pub fn find(&self, relation: Relation, arguments: &[TermId]) -> Option<AtomId> {
        self.heap.find(relation.0, arguments).map(AtomId)
    }

    /// Its relation.
    pub fn relation(&self, atom: AtomId) -> Relation {
        Relation(self.heap.name(atom.0))
    }

    /// Its arguments.
    pub fn arguments(&self, atom: AtomId) -> &[TermId] {
        self.heap.arguments(atom.0)
    }

    /// Whether it may hold.
    pub fn may_hold(&self, atom: AtomId) -> bool {
        self.order(atom) != NEVER
    }

    /// The how manyth it is of those that may hold.
    pub fn order(&self, atom: AtomId) -> u32 {
        self.orders[atom.0 as usize]
    }

    /// The atoms that were found to hold, in that order.
    pub fn held(&self) -> &[AtomId] {
        &self.held
    }

    /// The atoms of a relation that may hold.
    pub fn members(&self, relation: Relation) -> &[AtomId] {
        &self.relations[relation.0 as usize].members
    }

    /// From now on the atom may hold; whether that is new.
    pub fn hold(&mut self, terms: &Terms, atom: AtomId) -> bool {
        if self.may_hold(atom) {
            return false;
        }
        self.orders[atom.0 as usize] = self.held.len() as u32;
        self.held.push(atom);
        let Atoms { heap, relations, indexed, .. } = self;
        let arguments = heap.arguments(atom.0);
        let extent = &mut relations[heap.name(atom.0) as usize];
        extent.members.push(atom);
        *indexed += extent.indexes.len() as u64;
        for index in &mut extent.indexes {
            if let Some(key) = key_of(terms, &index.parts, arguments) {
                index.add(key, atom);
            }
        }
        true
    }

    /// Of a relation, only these may hold.
    pub fn keep(&mut self, terms: &Terms, relation: Relation, keep: impl Fn(AtomId) -> bool) {
        let Extent { members, indexes } = std::mem::take(&mut self.relations[relation.0 as usize]);
        let (kept, dropped): (Vec<_>, Vec<_>) = members.into_iter().partition(|&atom| keep(atom));
        dropped.iter().for_each(|atom| self.orders[atom.0 as usize] = NEVER);
        self.relations[relation.0 as usize].members = kept;
        for index in indexes {
            self.index(terms, relation, &index.parts);
        }
    }

    /// How many atoms of a relation that may hold agree in some of the arguments, on average.
    pub fn ways(&self, relation: Relation, known: &[bool]) -> usize {
        let members = self.members(relation);
        let key = |&atom: &AtomId| -> Vec<TermId> {
            self.arguments(atom).iter().zip(known).filter(|(_, known)| **known).map(|(term, _)| *term).collect()
        };
        let keys: FxHashSet<Vec<TermId>> = members.iter().map(key).collect();
        members.len().div_ceil(keys.len().max(1))
    }

    /// The index of a relation by these parts, which may be a new one.
    pub fn index(&mut self, terms: &Terms, relation: Relation, parts: &[Part]) -> usize {
        let Atoms { heap, relations, .. } = self;
        let extent = &mut relations[relation.0 as usize];
        if let Some(known) = extent.indexes.iter().position(|index| index.parts == parts) {
            return known;
        }
        self.indexed += extent.members.len() as u64;
        let mut index = Index { parts: parts.to_vec(), numbers: FxHashMap::default(), lists: vec![] };
        for &atom in &extent.members {
            if let Some(key) = key_of(terms, parts, heap.arguments(atom.0)) {
                index.add(key, atom);
            }
        }
        extent.indexes.push(index);
        extent.indexes.len() - 1
    }

    /// The atoms of an index with a key.
    pub fn with_key(&self, relation: Relation, index: usize, key: u64) -> Candidates {
        let number = self.relations[relation.0 as usize].indexes[index].numbers.get(&key);
        number.map_or(Candidates::None, |&number| Candidates::List(relation, index, number))
    }

    /// The atoms, in the order in which they were found.
    pub fn list(&self, candidates: Candidates) -> &[AtomId] {
        match candidates {
            Candidates::All(relation) => self.members(relation),
            Candidates::List(relation, index, number) => {
                &self.relations[relation.0 as usize].indexes[index].lists[number as usize]
            }
            Candidates::None => &[],
        }
    }
}

/// What several parts together are: the same for atoms that have the same parts, and hardly ever for others.
#[derive(Default)]
pub struct Key(FxHasher);

impl Key {
    /// With a part that is a whole term.
    pub fn term(&mut self, term: TermId) {
        term.hash(&mut self.0);
    }

    /// With a part that is a function.
    pub fn function(&mut self, symbol: Symbol, arity: usize) {
        (symbol, arity).hash(&mut self.0);
    }

    /// The number for all of them.
    pub fn finish(self) -> u64 {
        self.0.finish()
    }
}

fn key_of(terms: &Terms, parts: &[Part], arguments: &[TermId]) -> Option<u64> {
    let mut key = Key::default();
    for part in parts {
        let (&first, rest) = part.path.split_first()?;
        let mut term = arguments[first as usize];
        for &step in rest {
            term = *terms.arguments(term).get(step as usize)?;
        }
        match part.is_function {
            true => key.function(terms.symbol(term), terms.arguments(term).len()),
            false => key.term(term),
        }
    }
    Some(key.finish())
}
