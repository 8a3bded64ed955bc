//! Conditions with variables, made ready to be matched with atoms.

use super::atoms::{Atoms, Candidates, Key, Part};
use super::terms::{TermId, Terms};
use crate::read::{Atom, Relation, Symbol, Term};

/// What the variables of a rule are, as far as that is known.
pub struct Bindings {
    values: Vec<Option<TermId>>,
    /// The variables in the order in which they became known.
    trail: Vec<usize>,
}

impl Bindings {
    /// Of so many variables none is known.
    pub fn new(variables: usize) -> Bindings {
        Bindings { values: vec![None; variables], trail: vec![] }
    }

    /// How many are known.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets all but the first so many.
    pub fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[variable] = None;
        }
    }

    fn bind(&mut self, variable: usize, term: TermId) -> bool {
        match self.values[variable] {
            Some(known) => known == term,
            None => {
                self.values[variable] = Some(term);
                self.trail.push(variable);
                true
            }
        }
    }
}

/// A term with variables.
pub enum Pattern {
    Variable(usize),
    Ground(TermId),
    Function(Symbol, Vec<Pattern>),
}

impl Pattern {
    /// The pattern of a term.
    pub fn new(terms: &mut Terms, term: &Term) -> Pattern {
        match term {
            Term::Variable(variable) => Pattern::Variable(*variable),
            Term::Symbol(symbol) => Pattern::Ground(terms.make(*symbol, &[])),
            Term::Function(symbol, arguments) => {
                let arguments: Vec<Pattern> = arguments.iter().map(|term| Pattern::new(terms, term)).collect();
                let ground = |pattern: &Pattern| match pattern {
                    Pattern::Ground(term) => Some(*term),
                    _ => None,
                };
                match arguments.iter().map(ground).collect::<Option<Vec<TermId>>>() {
                    Some(grounded) => Pattern::Ground(terms.make(*symbol, &grounded)),
                    None => Pattern::Function(*symbol, arguments),
                }
            }
        }
    }

    /// Whether a term fits; then its variables are known.
    fn fits(&self, terms: &Terms, term: TermId, bindings: &mut Bindings) -> bool {
        match self {
            Pattern::Variable(variable) => bindings.bind(*variable, term),
            Pattern::Ground(own) => *own == term,
            Pattern::Function(symbol, patterns) => {
                terms.symbol(term) == *symbol && all_fit(patterns, terms, terms.arguments(term), bindings)
            }
        }
    }

    /// The term, if all variables are known.
    pub fn make(&self, terms: &mut Terms, bindings: &Bindings) -> Option<TermId> {
        match self {
            Pattern::Variable(variable) => bindings.values[*variable],
            Pattern::Ground(term) => Some(*term),
            Pattern::Function(symbol, patterns) => {
                let arguments = patterns.iter().map(|pattern| pattern.make(terms, bindings));
                let arguments: Vec<TermId> = arguments.collect::<Option<_>>()?;
                Some(terms.make(*symbol, &arguments))
            }
        }
    }
}

fn all_fit(patterns: &[Pattern], terms: &Terms, arguments: &[TermId], bindings: &mut Bindings) -> bool {
    patterns.len() == arguments.len()
        && patterns.iter().zip(arguments).all(|(pattern, &term)| pattern.fits(terms, term, bindings))
}

/// An atom with variables.
pub struct AtomPattern {
    pub relation: Relation,
    arguments: Vec<Pattern>,
    /// What an index can be asked for: each part, with what has to stand there.
    parts: Vec<(Part, Wanted)>,
    /// The indexes that were asked so far, by which of the parts were known.
    indexes: Vec<(u64, usize)>,
}

enum Wanted {
    Variable(usize),
    Ground(TermId),
    Function(Symbol, usize),
}

impl AtomPattern {
    /// The pattern of an atom.
    pub fn new(terms: &mut Terms, atom: &Atom) -> AtomPattern {
        let arguments: Vec<Pattern> = atom.arguments.iter().map(|term| Pattern::new(terms, term)).collect();
        let mut parts = vec![];
        add_parts(&arguments, &mut vec![], &mut parts);
        parts.truncate(u64::BITS as usize);
        AtomPattern { relation: atom.relation, arguments, parts, indexes: vec![] }
    }

    /// Whether an atom of the relation fits; then its variables are known.
    pub fn fits(&self, terms: &Terms, arguments: &[TermId], bindings: &mut Bindings) -> bool {
        all_fit(&self.arguments, terms, arguments, bindings)
    }

    /// Puts the arguments into a list; whether all variables are known.
    pub fn make(&self, terms: &mut Terms, bindings: &Bindings, list: &mut Vec<TermId>) -> bool {
        list.clear();
        self.arguments.iter().all(|pattern| pattern.make(terms, bindings).map(|term| list.push(term)).is_some())
    }

    /// Atoms among which all are that fit what is known.
    pub fn candidates(&mut self, terms: &Terms, atoms: &mut Atoms, bindings: &Bindings) -> Candidates {
        let (mut known, mut key) = (0, Key::default());
        for (at, (_, wanted)) in self.parts.iter().enumerate() {
            match wanted {
                Wanted::Function(symbol, arity) => key.function(*symbol, *arity),
                Wanted::Ground(term) => key.term(*term),
                Wanted::Variable(variable) => match bindings.values[*variable] {
                    Some(term) => key.term(term),
                    None => continue,
                },
            }
            known |= 1 << at;
        }
        if known == 0 {
            return Candidates::All(self.relation);
        }
        let index = match self.indexes.iter().find(|(parts, _)| *parts == known) {
            Some((_, index)) => *index,
            None => {
                let is_known = |(at, (part, _)): (usize, &(Part, Wanted))| (known >> at & 1 == 1).then(|| part.clone());
                let parts: Vec<Part> = self.parts.iter().enumerate().filter_map(is_known).collect();
                let index = atoms.index(terms, self.relation, &parts);
                self.indexes.push((known, index));
                index
            }
        };
        atoms.with_key(self.relation, index, key.finish())
    }
}

fn add_parts(patterns: &[Pattern], path: &mut Vec<u8>, parts: &mut Vec<(Part, Wanted)>) {
    for (at, pattern) in patterns.iter().enumerate().take(u8::MAX as usize) {
        path.push(at as u8);
        let part = |is_function| Part { path: path.clone(), is_function };
        match pattern {
            Pattern::Variable(variable) => parts.push((part(false), Wanted::Variable(*variable))),
            Pattern::Ground(term) => parts.push((part(false), Wanted::Ground(*term))),
            Pattern::Function(symbol, inner) => {
                parts.push((part(true), Wanted::Function(*symbol, inner.len())));
                add_parts(inner, path, parts);
            }
        }
        path.pop();
    }
}
