//! The search for all cases of the rules, by joining conditions with the atoms that may hold.

use super::Limits;
use super::atoms::{AtomId, Atoms, Candidates};
use super::pattern::{AtomPattern, Bindings, Pattern};
use super::program::{GroundLiteral, GroundRules, Program};
use super::strata::{strata, unstratified};
use super::terms::{TermId, Terms};
use crate::read::{Literal, Relation, Rule, Rules};
use crate::{RulesError, Spot};

/// Terms inside each other, so deep.
const DEPTH: u32 = 64;

/// A rule made ready to be joined.
struct Plan {
    head: AtomPattern,
    conditions: Vec<AtomPattern>,
    exceptions: Vec<AtomPattern>,
    /// Two terms, and whether they have to be the same.
    comparisons: Vec<(Pattern, Pattern, bool)>,
    variables: usize,
    spot: Spot,
}

impl Plan {
    fn new(terms: &mut Terms, rule: &Rule) -> Plan {
        let head = AtomPattern::new(terms, &rule.head);
        let (variables, spot) = (rule.variables.len(), rule.spot);
        let mut plan = Plan { head, conditions: vec![], exceptions: vec![], comparisons: vec![], variables, spot };
        for literal in &rule.body {
            match literal {
                Literal::Holds(atom) => plan.conditions.push(AtomPattern::new(terms, atom)),
                Literal::Fails(atom) => plan.exceptions.push(AtomPattern::new(terms, atom)),
                Literal::Distinct(one, other) => {
                    plan.comparisons.push((Pattern::new(terms, one), Pattern::new(terms, other), false));
                }
                Literal::Same(one, other) => {
                    plan.comparisons.push((Pattern::new(terms, one), Pattern::new(terms, other), true));
                }
            }
        }
        plan
    }
}

/// All that is found so far.
pub struct Grounder<'l> {
    terms: Terms,
    atoms: Atoms,
    plans: Vec<Plan>,
    /// The plans with a head of each relation.
    by_head: Vec<Vec<usize>>,
    /// Where the first rule of each relation stands.
    spots: Vec<Option<Spot>>,
    /// The relations that are being worked out.
    grows: Vec<bool>,
    /// Whether the cases that are found have to be kept.
    keeps: bool,
    cases: GroundRules,
    limits: &'l Limits,
    attempts: u64,
}

/// A case of a rule that is being put together.
struct Case {
    plan: usize,
    bindings: Bindings,
    /// The atom of each condition, as far as it is chosen.
    chosen: Vec<Option<AtomId>>,
    /// The condition that the youngest atom is for, and its order.
    youngest: Option<(usize, u32)>,
}

impl<'l> Grounder<'l> {
    pub fn new(rules: &Rules, limits: &'l Limits) -> Grounder<'l> {
        let mut terms = Terms::default();
        let plans: Vec<Plan> = rules.rules.iter().map(|rule| Plan::new(&mut terms, rule)).collect();
        let count = rules.relations.len();
        let mut by_head = vec![vec![]; count];
        plans.iter().enumerate().for_each(|(at, plan)| by_head[plan.head.relation.0 as usize].push(at));
        let first = |list: &Vec<usize>| list.first().map(|&at: &usize| plans[at].spot);
        let spots = by_head.iter().map(first).collect();
        Grounder {
            terms,
            atoms: Atoms::new(count),
            plans,
            by_head,
            spots,
            grows: vec![false; count],
            keeps: false,
            cases: GroundRules::default(),
            limits,
            attempts: 0,
        }
    }

    /// Works out relations that depend on no position.
    pub fn settle(&mut self, relations: &[Relation]) -> Result<(), RulesError> {
        let heads = |grounder: &Grounder| -> Vec<usize> {
            relations.iter().flat_map(|relation| grounder.by_head[relation.0 as usize].iter().copied()).collect()
        };
        let denies = |plan: &Plan| plan.exceptions.iter().any(|exception| relations.contains(&exception.relation));
        self.keeps = heads(self).iter().any(|&plan| denies(&self.plans[plan]));
        self.spread_among(relations)?;
        if self.keeps {
            let cases = std::mem::take(&mut self.cases);
            let holds = strata(self.atoms.len(), &cases)
                .map_err(|atom| unstratified(self.spots[self.atoms.relation(atom).0 as usize]))?;
            for &relation in relations {
                self.atoms.keep(&self.terms, relation, |atom| holds[atom.0 as usize]);
            }
        }
        Ok(())
    }

    /// Finds all atoms that may hold at some position, and the cases of all rules about them.
    pub fn spread(&mut self, relations: &[Relation]) -> Result<(), RulesError> {
        self.keeps = true;
        for atom in self.atoms.members(Relation::INIT).to_vec() {
            let fact = self.atoms.arguments(atom).to_vec();
            self.hold(Relation::TRUE, &fact);
        }
        self.spread_among(relations)
    }

    /// All that was found.
    pub fn finish(self, rules: Rules) -> Program {
        let Grounder { terms, atoms, spots, cases, .. } = self;
        Program { terms, atoms, rules: cases, symbols: rules.symbols, spots }
    }

    fn hold(&mut self, relation: Relation, arguments: &[TermId]) -> AtomId {
        let atom = self.atoms.make(relation, arguments);
        self.atoms.hold(&self.terms, atom);
        atom
    }

    /// Finds all atoms of relations that depend on each other.
    fn spread_among(&mut self, relations: &[Relation]) -> Result<(), RulesError> {
        relations.iter().for_each(|relation| self.grows[relation.0 as usize] = true);
        let plans: Vec<usize> =
            relations.iter().flat_map(|relation| self.by_head[relation.0 as usize].iter().copied()).collect();
        let mut triggers: Vec<Vec<(usize, usize)>> = vec![vec![]; self.grows.len()];
        let mut first = vec![];
        for plan in plans {
            let conditions = &self.plans[plan].conditions;
            let growing = |&at: &usize| self.grows[conditions[at].relation.0 as usize];
            let before = triggers.iter().map(Vec::len).sum::<usize>();
            for at in (0..conditions.len()).filter(growing) {
                triggers[conditions[at].relation.0 as usize].push((plan, at));
            }
            if triggers.iter().map(Vec::len).sum::<usize>() == before {
                first.push(plan);
            }
        }
        for plan in first {
            let mut case = self.case(plan);
            self.join(&mut case)?;
        }
        // each relation has a cursor; atoms are taken in the order in which they were found
        let mut cursors = vec![0; relations.len()];
        loop {
            let next = (0..relations.len())
                .filter_map(|at| Some((self.atoms.order(*self.atoms.members(relations[at]).get(cursors[at])?), at)))
                .min();
            let Some((_, at)) = next else { break };
            let atom = self.atoms.members(relations[at])[cursors[at]];
            cursors[at] += 1;
            self.follow(relations[at], atom);
            for &(plan, condition) in &triggers[relations[at].0 as usize] {
                let mut case = self.case(plan);
                if self.choose(&mut case, condition, atom) {
                    case.youngest = Some((condition, self.atoms.order(atom)));
                    self.join(&mut case)?;
                }
            }
        }
        relations.iter().for_each(|relation| self.grows[relation.0 as usize] = false);
        Ok(())
    }

    /// What holds next may hold, and what is legal may be done.
    fn follow(&mut self, relation: Relation, atom: AtomId) {
        let follower = match relation {
            Relation::NEXT => Relation::TRUE,
            Relation::LEGAL => Relation::DOES,
            _ => return,
        };
        let arguments = self.atoms.arguments(atom).to_vec();
        self.hold(follower, &arguments);
    }

    fn case(&self, plan: usize) -> Case {
        let Plan { conditions, variables, .. } = &self.plans[plan];
        Case { plan, bindings: Bindings::new(*variables), chosen: vec![None; conditions.len()], youngest: None }
    }

    /// Takes an atom for a condition, if it fits and nothing known speaks against it.
    fn choose(&mut self, case: &mut Case, condition: usize, atom: AtomId) -> bool {
        let plan = &self.plans[case.plan];
        self.attempts += 1;
        let fits = plan.conditions[condition].fits(&self.terms, self.atoms.arguments(atom), &mut case.bindings);
        if fits {
            case.chosen[condition] = Some(atom);
        }
        fits && self.is_consistent(case)
    }

    /// Whether all comparisons hold whose terms are known, and no exception is sure to apply.
    fn is_consistent(&mut self, case: &Case) -> bool {
        let Grounder { terms, atoms, plans, grows, .. } = self;
        let plan = &plans[case.plan];
        plan.comparisons.iter().all(|(one, other, same)| {
            match (one.make(terms, &case.bindings), other.make(terms, &case.bindings)) {
                (Some(one), Some(other)) => (one == other) == *same,
                _ => true,
            }
        }) && plan.exceptions.iter().all(|exception| {
            grows[exception.relation.0 as usize]
                || exception
                    .make(terms, &case.bindings)
                    .and_then(|arguments| atoms.find(exception.relation, &arguments))
                    .is_none_or(|atom| !atoms.may_hold(atom))
        })
    }

    /// Finds all ways to complete a case.
    fn join(&mut self, case: &mut Case) -> Result<(), RulesError> {
        let Grounder { terms, atoms, plans, .. } = self;
        let plan = &mut plans[case.plan];
        if self.attempts > self.limits.attempts {
            let expected = format!("rules whose cases are found in {} attempts", self.limits.attempts);
            return Err(RulesError::at(plan.spot, expected, "more"));
        }
        // all conditions are looked at to find the best one
        self.attempts += plan.conditions.len() as u64;
        let mut best: Option<(usize, usize, Candidates)> = None;
        for (at, condition) in plan.conditions.iter_mut().enumerate().filter(|(at, _)| case.chosen[*at].is_none()) {
            let candidates = condition.candidates(terms, atoms, &case.bindings);
            let count = atoms.list(candidates).len();
            if best.is_none_or(|(least, ..)| count < least) {
                best = Some((count, at, candidates));
            }
        }
        let Some((count, condition, candidates)) = best else { return self.complete(case) };
        let grows = self.grows[self.plans[case.plan].conditions[condition].relation.0 as usize];
        let limit = match case.youngest {
            // conditions before that of the youngest take older ones, those after it may take it again
            Some((at, order)) if grows => order + u32::from(condition > at),
            _ => u32::MAX,
        };
        for at in 0..count {
            let atom = self.atoms.list(candidates)[at];
            if self.atoms.order(atom) >= limit {
                break;
            }
            let mark = case.bindings.mark();
            if self.choose(case, condition, atom) {
                self.join(case)?;
            }
            case.bindings.undo(mark);
            case.chosen[condition] = None;
        }
        Ok(())
    }

    /// Notes a case that is complete.
    fn complete(&mut self, case: &Case) -> Result<(), RulesError> {
        let Grounder { terms, atoms, plans, grows, .. } = self;
        let plan = &plans[case.plan];
        // a rule without conditions has not been looked at yet
        let is_open = plan.conditions.is_empty();
        let head = plan.head.make(terms, &case.bindings).expect("variables of heads are told by conditions");
        if head.iter().any(|&term| terms.depth(term) > DEPTH) {
            return Err(RulesError::at(plan.spot, format!("terms no deeper than {DEPTH}"), "terms that grow and grow"));
        }
        let head = atoms.make(plan.head.relation, &head);
        if self.keeps {
            let conditions = plan.conditions.iter().zip(&case.chosen);
            for (condition, atom) in conditions.filter(|(condition, _)| grows[condition.relation.0 as usize]) {
                debug_assert_eq!(condition.relation, atoms.relation(atom.expect("a complete case")));
                self.cases.add_literal(GroundLiteral::new(atom.expect("a complete case"), true));
            }
            for exception in plan.exceptions.iter().filter(|exception| grows[exception.relation.0 as usize]) {
                let arguments = exception.make(terms, &case.bindings).expect("variables of exceptions are told");
                let atom = atoms.make(exception.relation, &arguments);
                self.cases.add_literal(GroundLiteral::new(atom, false));
            }
        }
        if is_open && !self.is_consistent(case) {
            self.cases.drop_open();
            return Ok(());
        }
        if self.keeps {
            self.cases.add_rule(head);
        }
        self.atoms.hold(&self.terms, head);
        if self.atoms.len() > self.limits.atoms || self.cases.literals() > self.limits.literals {
            let spot = self.plans[case.plan].spot;
            let expected =
                format!("rules with at most {} atoms and {} conditions", self.limits.atoms, self.limits.literals);
            return Err(RulesError::at(spot, expected, "more, when all cases are written out"));
        }
        Ok(())
    }
}
