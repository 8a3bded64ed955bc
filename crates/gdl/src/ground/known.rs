//! Which arguments of relations are known whenever they are asked for, and where that is worth knowing.
//!
//! An argument is *guessed* if a rule lets it be anything that some fixed relation allows, whatever the position is. Relations with
//! such arguments hold of very many things, of which few may be asked for.

use crate::read::{Atom, Literal, Relation, Rule, Term};
use rustc_hash::FxHashMap;

/// What leaves no more ways than these, on average, tells what is unknown in it.
const FEW: usize = 4;

/// So many conditions may be looked at, and those of rules with more are not.
const WORK: usize = 20_000_000;
const CONDITIONS: usize = 64;

/// How the conditions of a rule are taken, and what is known when they are.
pub struct Reading<'r> {
    /// The conditions that are taken, in order.
    pub order: Vec<usize>,
    /// All that ask for a relation that changes.
    pub asks: Vec<Ask<'r>>,
}

/// A condition that asks for a relation.
pub struct Ask<'r> {
    /// What it says.
    pub atom: &'r Atom,
    /// How many conditions were taken before.
    pub after: usize,
    /// Whether each argument is known then.
    known: Vec<bool>,
}

/// How many ways a fixed relation leaves on average, if some arguments are known.
pub type Ways<'w> = dyn FnMut(Relation, &[bool]) -> usize + 'w;

/// Finds out about all relations of some rules.
pub struct Study<'r, 'w> {
    rules: &'r [Rule],
    /// The rules about what changes, by the relation of their heads.
    by_head: Vec<Vec<usize>>,
    moves: Vec<bool>,
    /// So many relations are written in the text; the others are parts of rules.
    written: usize,
    guessed: Vec<Vec<bool>>,
    known: Vec<Vec<bool>>,
    ways: &'w mut Ways<'w>,
    found: FxHashMap<(Relation, Vec<bool>), usize>,
    work: usize,
}

impl<'r, 'w> Study<'r, 'w> {
    /// Looks at all rules about relations that change; `None` if that takes too long.
    pub fn new(
        rules: &'r [Rule],
        relations: usize,
        written: usize,
        moving: &[Relation],
        ways: &'w mut Ways<'w>,
    ) -> Option<Study<'r, 'w>> {
        let mut moves = vec![false; relations];
        moving.iter().for_each(|relation| moves[relation.0 as usize] = true);
        let (mut by_head, mut known, mut guessed) =
            (vec![vec![]; relations], vec![vec![]; relations], vec![vec![]; relations]);
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| moves[rule.head.relation.0 as usize]) {
            let (head, arity) = (rule.head.relation, rule.head.arguments.len());
            by_head[head.0 as usize].push(at);
            (known[head.0 as usize], guessed[head.0 as usize]) = (vec![false; arity], vec![false; arity]);
        }
        let mut study =
            Study { rules, by_head, moves, written, guessed, known, ways, found: FxHashMap::default(), work: 0 };
        (study.find_guessed() && study.find_known()).then_some(study)
    }

    /// The relations for which that is worth knowing, with the arguments that are known.
    pub fn restricted(&self) -> Vec<(Relation, Vec<usize>)> {
        let places = |known: &[bool]| (0..known.len()).filter(|&at| known[at]).collect();
        let all = self.known.iter().zip(0..).map(|(known, at)| (Relation(at), places(known)));
        all.filter(|(_, places): &(_, Vec<usize>)| !places.is_empty()).collect()
    }

    /// Whether a relation never changes.
    pub fn is_fixed(&self, relation: Relation) -> bool {
        !self.moves[relation.0 as usize]
    }

    /// The rules about what changes.
    pub fn moving_rules(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.by_head.iter().flatten().copied().collect();
        all.sort_unstable();
        all
    }

    /// Finds all guessed arguments; whether there was time to.
    fn find_guessed(&mut self) -> bool {
        let mut users = vec![vec![]; self.moves.len()];
        let mut open = self.moving_rules();
        for &at in &open {
            holding(&self.rules[at]).for_each(|(_, atom)| users[atom.relation.0 as usize].push(at));
        }
        while let Some(at) = open.pop() {
            let rule = &self.rules[at];
            let head = rule.head.relation.0 as usize;
            if rule.head.relation.is_keyword() || rule.body.len() > CONDITIONS {
                continue;
            }
            let told = known_arguments(&rule.head, &self.told(rule));
            let before = self.guessed[head].clone();
            self.guessed[head].iter_mut().zip(told).for_each(|(is, told)| *is |= !told);
            if self.guessed[head] != before {
                open.extend(&users[head]);
            }
            if self.work > WORK {
                return false;
            }
        }
        true
    }

    /// The variables that a position tells.
    fn told(&mut self, rule: &Rule) -> Vec<bool> {
        let mut told = vec![false; rule.variables.len()];
        for (_, atom) in holding(rule).filter(|(_, atom)| self.moves[atom.relation.0 as usize]) {
            let guessed = &self.guessed[atom.relation.0 as usize];
            let arguments = atom.arguments.iter().enumerate();
            arguments.filter(|(at, _)| guessed.get(*at) != Some(&true)).for_each(|(_, term)| bind(term, &mut told));
        }
        let mut taken = vec![];
        while let Some((at, atom)) = self.next_fixed(rule, &taken, &told) {
            taken.push(at);
            atom.arguments.iter().for_each(|term| bind(term, &mut told));
        }
        told
    }

    /// Finds all known arguments; whether there was time to.
    fn find_known(&mut self) -> bool {
        // negations ask with all arguments known
        for (known, guessed) in self.known.iter_mut().zip(&self.guessed) {
            known.fill(guessed.contains(&true));
        }
        let mut open = self.moving_rules();
        while let Some(at) = open.pop() {
            let is_asked = self.known[self.rules[at].head.relation.0 as usize].contains(&true);
            for ask in self.read(&self.rules[at]).asks {
                let relation = ask.atom.relation.0 as usize;
                let before = self.known[relation].clone();
                self.known[relation].iter_mut().zip(ask.known).for_each(|(is, known)| *is &= known);
                // parts of rules that are worked out in full are as well
                if !is_asked && relation >= self.written {
                    self.known[relation].fill(false);
                }
                let mut pairs = self.known[relation].iter().zip(&self.guessed[relation]);
                if !pairs.any(|(known, guessed)| *known && *guessed) {
                    self.known[relation].fill(false);
                }
                if self.known[relation] != before {
                    open.extend(&self.by_head[relation]);
                }
            }
            if self.work > WORK {
                return false;
            }
        }
        true
    }

    /// How a rule is read if the known arguments of its head are.
    pub fn read(&mut self, rule: &'r Rule) -> Reading<'r> {
        let known = &self.known[rule.head.relation.0 as usize];
        let is_asked = known.contains(&true);
        let mut bound = vec![false; rule.variables.len()];
        let arguments = rule.head.arguments.iter().zip(known);
        arguments.filter(|(_, known)| **known).for_each(|(term, _)| bind(term, &mut bound));
        let mut reading = Reading { order: vec![], asks: vec![] };
        while rule.body.len() <= CONDITIONS
            && let Some((at, atom)) = self.next(rule, &reading.order, &bound, is_asked)
        {
            reading.asks.push(Ask { atom, after: reading.order.len(), known: known_arguments(atom, &bound) });
            reading.order.push(at);
            atom.arguments.iter().for_each(|term| bind(term, &mut bound));
        }
        for (_, atom) in open(rule, &reading.order) {
            reading.asks.push(Ask { atom, after: reading.order.len(), known: known_arguments(atom, &bound) });
        }
        reading.asks.retain(|ask| !self.is_fixed(ask.atom.relation));
        reading
    }

    /// The condition to take next, if one tells something with what is bound.
    fn next(&mut self, rule: &'r Rule, taken: &[usize], bound: &[bool], is_asked: bool) -> Option<(usize, &'r Atom)> {
        self.next_fixed(rule, taken, bound).or_else(|| {
            let moving = open(rule, taken).filter(|(_, atom)| self.moves[atom.relation.0 as usize]);
            let tells = |(at, atom): (usize, &'r Atom)| {
                // where everything is asked for, what is so at a position comes first; else what is mostly known
                let is_fact = !is_asked && !self.guessed[atom.relation.0 as usize].contains(&true);
                let (known, unknown) = leaves(atom, bound);
                (is_fact || unknown <= known).then_some((unknown, at, atom))
            };
            moving.filter_map(tells).min_by_key(|&(unknown, ..)| unknown).map(|(_, at, atom)| (at, atom))
        })
    }

    /// A fixed condition that leaves few ways with what is bound.
    fn next_fixed<'a>(&mut self, rule: &'a Rule, taken: &[usize], bound: &[bool]) -> Option<(usize, &'a Atom)> {
        let Study { moves, found, ways, work, .. } = self;
        *work += rule.body.len();
        let mut fixed = open(rule, taken).filter(|(_, atom)| !moves[atom.relation.0 as usize]);
        fixed.find(|(_, atom)| {
            let key = (atom.relation, known_arguments(atom, bound));
            *found.entry(key).or_insert_with_key(|(relation, known)| ways(*relation, known)) <= FEW
        })
    }
}

/// The conditions of a rule that hold.
fn holding(rule: &Rule) -> impl Iterator<Item = (usize, &Atom)> {
    rule.body.iter().enumerate().filter_map(|(at, literal)| match literal {
        Literal::Holds(atom) => Some((at, atom)),
        _ => None,
    })
}

/// Those of them that have not been taken.
fn open<'r>(rule: &'r Rule, taken: &[usize]) -> impl Iterator<Item = (usize, &'r Atom)> {
    holding(rule).filter(|(at, _)| !taken.contains(at))
}

fn bind(term: &Term, bound: &mut [bool]) {
    term.variables(&mut |variable| bound[variable] = true);
}

fn known_arguments(atom: &Atom, bound: &[bool]) -> Vec<bool> {
    let is_known = |term: &Term| {
        let mut known = true;
        term.variables(&mut |variable| known &= bound[variable]);
        known
    };
    atom.arguments.iter().map(is_known).collect()
}

/// How many names and variables stand in an atom that are known, and how many that are not.
fn leaves(atom: &Atom, bound: &[bool]) -> (usize, usize) {
    fn count(term: &Term, bound: &[bool], counts: &mut (usize, usize)) {
        match term {
            Term::Variable(variable) if !bound[*variable] => counts.1 += 1,
            Term::Variable(_) | Term::Symbol(_) => counts.0 += 1,
            Term::Function(_, arguments) => arguments.iter().for_each(|argument| count(argument, bound, counts)),
        }
    }
    let mut counts = (0, 0);
    atom.arguments.iter().for_each(|term| count(term, bound, &mut counts));
    counts
}
