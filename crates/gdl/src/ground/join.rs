//! The search for all cases of the rules, by joining conditions with the atoms that may hold.

use super::Limits;
use super::atoms::{AtomId, Atoms, Candidates};
use super::demand::{self, Question};
use super::pattern::{AtomPattern, Bindings};
use super::plan::Plan;
use super::program::{GroundLiteral, GroundRules, Program};
use super::strata::{strata, unstratified};
use super::terms::{TermId, Terms};
use crate::read::{Relation, Rules};
use crate::{RulesError, Spot};

/// Terms inside each other, so deep.
const DEPTH: u32 = 64;

/// To write into an index is so many attempts: it takes as long, and memory.
const INDEXED: u64 = 8;

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
    /// Whether each relation only says what is asked, and is no part of cases.
    asks: Vec<bool>,
    /// How relations are asked for that are not worked out in full.
    questions: Vec<Option<Question>>,
    /// Whether the cases that are found have to be kept.
    keeps: bool,
    cases: GroundRules,
    /// The head of the last case, which may be that of the next one.
    last_head: Option<AtomId>,
    /// Room for arguments that are looked for.
    arguments: Vec<TermId>,
    limits: &'l Limits,
    attempts: u64,
}

/// When rules are looked at.
struct Schedule {
    /// Those that speak of nothing that is being worked out.
    first: Vec<usize>,
    /// For each relation the rules that speak of it, and the condition in which they do: when an atom of it is found.
    triggers: Vec<Vec<(usize, usize)>>,
    /// Those that lead to nothing else, when all is found.
    last: Vec<usize>,
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
        let mut grounder = Grounder {
            terms: Terms::default(),
            atoms: Atoms::new(),
            plans: vec![],
            by_head: vec![],
            spots: vec![],
            grows: vec![],
            asks: vec![],
            questions: vec![],
            keeps: false,
            cases: GroundRules::default(),
            last_head: None,
            arguments: vec![],
            limits,
            attempts: 0,
        };
        grounder.take(rules);
        grounder
    }

    /// From now on these rules are the ones to work with.
    fn take(&mut self, rules: &Rules) {
        let count = rules.relations.len();
        self.plans = rules.rules.iter().map(|rule| Plan::new(&mut self.terms, rule)).collect();
        self.by_head = vec![vec![]; count];
        self.plans.iter().enumerate().for_each(|(at, plan)| self.by_head[plan.head.relation.0 as usize].push(at));
        let first = |list: &Vec<usize>| list.first().map(|&at: &usize| self.plans[at].spot);
        self.spots = self.by_head.iter().map(first).collect();
        self.grows.resize(count, false);
        self.asks.resize(count, false);
        self.questions.resize_with(count, || None);
        self.atoms.extend(count);
    }

    /// From now on relations that change are worked out as far as they are asked for; gives the relations that say so.
    pub fn restrict(&mut self, rules: &mut Rules, written: usize, moving: &[Relation]) -> Vec<Relation> {
        let atoms = &self.atoms;
        let mut left = self.limits.attempts / 8;
        let questions = demand::restrict(rules, written, moving, &mut |relation, known| {
            let work = (atoms.members(relation).len() * known.len()) as u64;
            match left.checked_sub(work) {
                Some(rest) => {
                    left = rest;
                    atoms.ways(relation, known)
                }
                None => usize::MAX,
            }
        });
        self.take(rules);
        let asked = questions.iter().map(|question| question.asked).collect();
        for question in questions {
            self.asks[question.asked.0 as usize] = true;
            let about = question.about.0 as usize;
            self.questions[about] = Some(question);
        }
        asked
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
        let rules_by_head = cases.sorted(atoms.len());
        Program { terms, atoms, rules: rules_by_head, symbols: rules.symbols, spots }
    }

    fn hold(&mut self, relation: Relation, arguments: &[TermId]) -> AtomId {
        let atom = self.atoms.make(relation, arguments);
        self.atoms.hold(&self.terms, atom);
        atom
    }

    /// Finds all atoms of relations that depend on each other.
    fn spread_among(&mut self, relations: &[Relation]) -> Result<(), RulesError> {
        relations.iter().for_each(|relation| self.grows[relation.0 as usize] = true);
        // atoms are taken in the order in which they were found
        let members = relations.iter().filter_map(|&relation| self.atoms.members(relation).first());
        let mut cursor = members.map(|&atom| self.atoms.order(atom) as usize).min().unwrap_or(self.atoms.held().len());
        let Schedule { first, triggers, last } = self.schedule(relations);
        for plan in first {
            let mut case = self.case(plan);
            self.join(&mut case)?;
        }
        while let Some(&atom) = self.atoms.held().get(cursor) {
            cursor += 1;
            let relation = self.atoms.relation(atom);
            self.follow(relation, atom);
            for &(plan, condition) in &triggers[relation.0 as usize] {
                let mut case = self.case(plan);
                if self.choose(&mut case, condition, atom) {
                    case.youngest = Some((condition, self.atoms.order(atom)));
                    self.join(&mut case)?;
                }
            }
        }
        last.into_iter().try_for_each(|plan| self.join_at_last(plan))?;
        relations.iter().for_each(|relation| self.grows[relation.0 as usize] = false);
        Ok(())
    }

    /// When rules about relations that depend on each other are looked at.
    fn schedule(&self, relations: &[Relation]) -> Schedule {
        let plans = || relations.iter().flat_map(|relation| self.by_head[relation.0 as usize].iter().copied());
        let mut leads_on = vec![false; self.grows.len()];
        [Relation::NEXT, Relation::LEGAL].iter().for_each(|relation| leads_on[relation.0 as usize] = true);
        plans().flat_map(|plan| &self.plans[plan].conditions).for_each(|one| leads_on[one.relation.0 as usize] = true);
        let mut schedule = Schedule { first: vec![], triggers: vec![vec![]; self.grows.len()], last: vec![] };
        for plan in plans() {
            let Plan { head, conditions, exceptions, .. } = &self.plans[plan];
            let is_asked_for = |one: &AtomPattern| self.questions[one.relation.0 as usize].is_some();
            if !leads_on[head.relation.0 as usize] && !exceptions.iter().any(is_asked_for) {
                schedule.last.push(plan);
                continue;
            }
            let growing = (0..conditions.len()).filter(|&at| self.grows[conditions[at].relation.0 as usize]);
            let growing: Vec<usize> = growing.collect();
            growing.iter().for_each(|&at| schedule.triggers[conditions[at].relation.0 as usize].push((plan, at)));
            if growing.is_empty() {
                schedule.first.push(plan);
            }
        }
        schedule
    }

    /// Finds all cases of a rule when all that it speaks of is found: for one thing that is asked after the other, if it is asked for.
    fn join_at_last(&mut self, plan: usize) -> Result<(), RulesError> {
        let conditions = &self.plans[plan].conditions;
        let Some(filter) = conditions.iter().position(|one| self.asks[one.relation.0 as usize]) else {
            let mut case = self.case(plan);
            return self.join(&mut case);
        };
        for atom in self.atoms.members(conditions[filter].relation).to_vec() {
            let mut case = self.case(plan);
            if self.choose(&mut case, filter, atom) {
                self.join(&mut case)?;
            }
        }
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
        let Grounder { terms, atoms, plans, grows, arguments, .. } = self;
        let plan = &plans[case.plan];
        plan.comparisons.iter().all(|(one, other, same)| {
            match (one.make(terms, &case.bindings), other.make(terms, &case.bindings)) {
                (Some(one), Some(other)) => (one == other) == *same,
                _ => true,
            }
        }) && plan.exceptions.iter().all(|exception| {
            grows[exception.relation.0 as usize]
                || !exception.make(terms, &case.bindings, arguments)
                || atoms.find(exception.relation, arguments).is_none_or(|atom| !atoms.may_hold(atom))
        })
    }

    /// Finds all ways to complete a case.
    fn join(&mut self, case: &mut Case) -> Result<(), RulesError> {
        let Grounder { terms, atoms, plans, .. } = self;
        let plan = &mut plans[case.plan];
        if self.attempts + INDEXED * atoms.indexed() > self.limits.attempts {
            let expected = format!("rules whose cases are found in {} attempts", self.limits.attempts);
            return Err(RulesError::at(plan.spot, expected, "more"));
        }
        // all conditions are looked at to find the best one
        self.attempts += plan.conditions.len() as u64;
        let mut best: Option<(usize, usize, Candidates)> = None;
        for (at, condition) in plan.conditions.iter_mut().enumerate().filter(|(at, _)| case.chosen[*at].is_none()) {
            let candidates = condition.candidates(terms, atoms, &case.bindings);
            let count = atoms.list(candidates).len();
            if count == 0 {
                return Ok(());
            }
            if best.is_none_or(|(least, ..)| count < least) {
                best = Some((count, at, candidates));
            }
            if count == 1 {
                break;
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
        let Grounder { terms, atoms, plans, grows, asks, questions, arguments, .. } = self;
        let plan = &plans[case.plan];
        // a rule without conditions has not been looked at yet
        let is_open = plan.conditions.is_empty();
        let is_known = plan.head.make(terms, &case.bindings, arguments);
        debug_assert!(is_known, "variables of heads are told by conditions");
        if arguments.iter().any(|&term| terms.depth(term) > DEPTH) {
            return Err(RulesError::at(plan.spot, format!("terms no deeper than {DEPTH}"), "terms that grow and grow"));
        }
        let is_head = |&atom: &AtomId| atoms.relation(atom) == plan.head.relation && atoms.arguments(atom) == arguments;
        let known = self.last_head.filter(is_head);
        let head = known.unwrap_or_else(|| atoms.make(plan.head.relation, arguments));
        self.last_head = Some(head);
        let keeps = self.keeps && !asks[plan.head.relation.0 as usize];
        if keeps {
            let is_part = |relation: Relation| grows[relation.0 as usize] && !asks[relation.0 as usize];
            let conditions = plan.conditions.iter().zip(&case.chosen);
            for (condition, atom) in conditions.filter(|(condition, _)| is_part(condition.relation)) {
                debug_assert_eq!(condition.relation, atoms.relation(atom.expect("a complete case")));
                self.cases.add_literal(GroundLiteral::new(atom.expect("a complete case"), true));
            }
            for exception in plan.exceptions.iter().filter(|exception| grows[exception.relation.0 as usize]) {
                let is_known = exception.make(terms, &case.bindings, arguments);
                debug_assert!(is_known, "variables of exceptions are told by conditions");
                let count = atoms.len();
                let atom = atoms.make(exception.relation, arguments);
                self.cases.add_literal(GroundLiteral::new(atom, false));
                // what was spoken of has been asked for
                if atoms.len() > count
                    && let Some(Question { asked, places, .. }) = &questions[exception.relation.0 as usize]
                {
                    let known: Vec<TermId> = places.iter().map(|&at| arguments[at]).collect();
                    let question = atoms.make(*asked, &known);
                    atoms.hold(terms, question);
                }
            }
        }
        if is_open && !self.is_consistent(case) {
            self.cases.drop_open();
            return Ok(());
        }
        if keeps {
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
