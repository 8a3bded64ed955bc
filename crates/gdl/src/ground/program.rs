//! Rules without variables.

use super::atoms::{AtomId, Atoms};
use super::strata::unstratified;
use super::terms::{TermId, Terms};
use crate::read::{Names, Relation, Symbol};
use crate::{RulesError, Spot};

/// All cases of all rules about what changes, and the atoms in them.
pub struct Program {
    /// The terms.
    pub terms: Terms,
    /// The atoms.
    pub atoms: Atoms,
    /// The rules, in the order of their heads.
    pub rules: GroundRules,
    /// The names.
    pub symbols: Names,
    /// Where the first rule of each relation stands.
    pub spots: Vec<Option<Spot>>,
}

impl Program {
    /// The roles, in the order of the text.
    pub fn roles(&self) -> [TermId; 2] {
        [0, 1].map(|at| self.atoms.arguments(self.atoms.members(Relation::ROLE)[at])[0])
    }

    /// How many facts there are.
    pub fn facts(&self) -> usize {
        self.atoms.members(Relation::TRUE).len()
    }

    /// What a fact says, by its number: a name, and what stands behind it.
    pub fn fact(&self, number: usize) -> (Symbol, &[TermId]) {
        let fact = self.atoms.arguments(self.atoms.members(Relation::TRUE)[number])[0];
        (self.terms.symbol(fact), self.terms.arguments(fact))
    }

    /// The text of a fact.
    pub fn fact_text(&self, number: usize) -> String {
        self.text(self.atoms.members(Relation::TRUE)[number])
    }

    /// Whether a fact, as an atom of `true`, holds at the start.
    pub fn is_start(&self, fact: AtomId) -> bool {
        let init = self.atoms.find(Relation::INIT, self.atoms.arguments(fact));
        init.is_some_and(|init| self.atoms.may_hold(init))
    }

    /// What a role may ever do, as atoms of `does`, in the order of their texts.
    pub fn moves(&self, role: TermId) -> Vec<AtomId> {
        let mut moves = self.about(Relation::DOES, role);
        moves.sort_by_cached_key(|&mv| self.text(mv));
        moves
    }

    /// What a role may ever reach.
    pub fn goals(&self, role: TermId) -> Vec<AtomId> {
        self.about(Relation::GOAL, role)
    }

    fn about(&self, relation: Relation, role: TermId) -> Vec<AtomId> {
        let members = self.atoms.members(relation).iter().copied();
        members.filter(|&atom| self.atoms.arguments(atom)[0] == role).collect()
    }

    /// The error that an atom depends on its own negation.
    pub fn unstratified(&self, atom: AtomId) -> RulesError {
        unstratified(self.spots[self.atoms.relation(atom).0 as usize])
    }

    /// The text of the last argument of an atom: a fact, a move, a goal.
    pub fn text(&self, atom: AtomId) -> String {
        self.atoms.arguments(atom).last().map(|&term| self.terms.write(&self.symbols, term)).unwrap_or_default()
    }
}

/// An atom that holds, or does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroundLiteral(u32);

impl GroundLiteral {
    /// The atom holds, or does not.
    pub fn new(atom: AtomId, holds: bool) -> GroundLiteral {
        GroundLiteral(atom.0 << 1 | u32::from(!holds))
    }

    /// The atom.
    pub fn atom(self) -> AtomId {
        AtomId(self.0 >> 1)
    }

    /// Whether it has to hold.
    pub fn holds(self) -> bool {
        self.0 & 1 == 0
    }
}

/// A rule without variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroundRule<'r> {
    /// What follows.
    pub head: AtomId,
    /// From what.
    pub body: &'r [GroundLiteral],
}

/// A list of them.
#[derive(Default)]
pub struct GroundRules {
    heads: Vec<AtomId>,
    ends: Vec<u32>,
    literals: Vec<GroundLiteral>,
}

impl GroundRules {
    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// How many conditions they have.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The rules, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = GroundRule<'_>> {
        (0..self.heads.len()).map(|at| self.rule(at))
    }

    /// One of them.
    pub fn rule(&self, at: usize) -> GroundRule<'_> {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        GroundRule { head: self.heads[at], body: &self.literals[start as usize..self.ends[at] as usize] }
    }

    /// The same rules, those with the same head together, heads in the order of their numbers.
    pub fn sorted(&self, atoms: usize) -> GroundRules {
        let mut next = vec![0; atoms + 1];
        self.heads.iter().for_each(|head| next[head.0 as usize + 1] += 1);
        (0..atoms).for_each(|at| next[at + 1] += next[at]);
        let mut places = vec![0u32; self.len()];
        for (at, head) in (0..).zip(&self.heads) {
            let place = &mut next[head.0 as usize];
            places[*place as usize] = at;
            *place += 1;
        }
        let (heads, ends) = (Vec::with_capacity(self.len()), Vec::with_capacity(self.len()));
        let mut sorted = GroundRules { heads, ends, literals: Vec::with_capacity(self.literals.len()) };
        for at in places {
            let GroundRule { head, body } = self.rule(at as usize);
            sorted.literals.extend(body);
            sorted.add_rule(head);
        }
        sorted
    }

    /// A condition of the rule that is added next.
    pub fn add_literal(&mut self, literal: GroundLiteral) {
        self.literals.push(literal);
    }

    /// A rule with the conditions that have been added since the last one.
    pub fn add_rule(&mut self, head: AtomId) {
        self.heads.push(head);
        self.ends.push(self.literals.len() as u32);
    }

    /// There is no rule with the conditions that have been added since the last one.
    pub fn drop_open(&mut self) {
        self.literals.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
}
