//! Relations that could hold of very many things are worked out only for those that some rule asks about.
//!
//! `(<= (total ?from ?to) (true (coin)) (succ ?from ?to))` holds for all numbers there are. If it is only ever asked as `(total 0 ?x)`, it gets
//! the condition `(asked ?from)`, and a rule for that says what is asked: the known arguments of a condition, if those before it hold.
//! A relation is asked in one way everywhere: with the arguments that are [known](super::known) wherever it is a condition.
//!
//! What is asked is a matter of grounding alone, and no part of any case. It is more than is needed, as what may hold is: it looks at
//! no negation.

use super::known::{Study, Ways};
use crate::read::{Atom, Literal, Relation, Rule, Rules};
use rustc_hash::FxHashSet;

/// How a relation is asked for.
pub struct Question {
    /// The relation.
    pub about: Relation,
    /// The relation that says of what it is asked.
    pub asked: Relation,
    /// The arguments of the one that the other has.
    pub places: Vec<usize>,
}

/// Adds what is asked to the rules about relations that change, but for what is asked by negations. A fixed relation leaves so many
/// `ways` on average if some of its arguments are known.
pub fn restrict(rules: &mut Rules, written: usize, moving: &[Relation], ways: &mut Ways) -> Vec<Question> {
    let count = rules.relations.len();
    let Some(mut study) = Study::new(&rules.rules, count, written, moving, ways) else { return vec![] };
    let mut numbers = vec![None; count];
    let mut questions = vec![];
    for (about, places) in study.restricted() {
        let name = format!("({})", rules.relations.len());
        numbers[about.0 as usize] = Some(questions.len());
        questions.push(Question { about, asked: Relation(rules.relations.number(&name)), places });
    }
    let question = |atom: &Atom| {
        let Question { asked, places, .. } = &questions[numbers[atom.relation.0 as usize]?];
        Some(Atom { relation: *asked, arguments: places.iter().map(|&at| atom.arguments[at].clone()).collect() })
    };
    let (mut added, mut filters) = (vec![], vec![]);
    let mut seen = FxHashSet::default();
    for at in study.moving_rules() {
        let rule = &rules.rules[at];
        let reading = study.read(rule);
        let filter = question(&rule.head);
        for ask in &reading.asks {
            let Some(head) = question(ask.atom) else { continue };
            let is_fixed = |atom: &Atom| study.is_fixed(atom.relation);
            let body = reasons(rule, &head, filter.as_ref(), &reading.order[..ask.after], is_fixed);
            if !body.contains(&Literal::Holds(head.clone())) && seen.insert((head.clone(), body.clone())) {
                added.push(Rule { head, body, variables: rule.variables.clone(), spot: rule.spot });
            }
        }
        filters.extend(filter.map(|filter| (at, filter)));
    }
    filters.into_iter().for_each(|(at, filter)| rules.rules[at].body.push(Literal::Holds(filter)));
    rules.rules.extend(added);
    questions
}

/// Why something is asked in a rule: what is asked of its head, those of the conditions before that tell a variable, and what is fixed
/// about all these.
fn reasons(
    rule: &Rule,
    question: &Atom,
    filter: Option<&Atom>,
    before: &[usize],
    is_fixed: impl Fn(&Atom) -> bool,
) -> Vec<Literal> {
    let variables = |literal: &Literal| {
        let mut list = vec![];
        literal.variables(&mut |variable| list.push(variable));
        list
    };
    let filter = filter.map(|filter| Literal::Holds(filter.clone()));
    // which condition tells each variable
    let mut teller = vec![None; rule.variables.len()];
    let told_by = before.iter().map(|&at| (&rule.body[at], Some(at)));
    for (literal, at) in filter.iter().map(|filter| (filter, None)).chain(told_by).rev() {
        variables(literal).into_iter().for_each(|variable| teller[variable] = Some(at));
    }
    let mut needed: Vec<bool> = vec![false; rule.variables.len()];
    let mut open = variables(&Literal::Holds(question.clone()));
    open.extend(filter.iter().flat_map(variables));
    let mut taken = vec![];
    while let Some(variable) = open.pop() {
        if !std::mem::replace(&mut needed[variable], true)
            && let Some(Some(at)) = teller[variable]
            && !taken.contains(&at)
        {
            taken.push(at);
            open.extend(variables(&rule.body[at]));
        }
    }
    let speaks_of_needed = |literal: &Literal| variables(literal).iter().all(|&variable| needed[variable]);
    let is_kept = |at: usize, literal: &Literal| {
        taken.contains(&at) || literal.atom().is_none_or(&is_fixed) && speaks_of_needed(literal)
    };
    let kept = rule.body.iter().enumerate().filter(|(at, literal)| is_kept(*at, literal));
    filter.iter().cloned().chain(kept.map(|(_, literal)| literal.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::program::GroundRules;
    use super::super::strata::strata;
    use super::super::{GroundLiteral, Limits, Program, ground, ground_as_written};
    use super::*;
    use crate::read::parse;
    use std::collections::BTreeSet;

    const FRAME: &str =
        "(role x) (role y) (<= (legal ?r noop) (role ?r)) (<= (goal ?r 50) (role ?r)) (<= terminal (true over))
        (num 0) (num 1) (num 2) (num 3) (num 4) (num 5) (num 6) (num 7)
        (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
        (init (f 0)) (init (f 3)) (init (g 1 2)) (init (g 2 5)) (init (f 6))";

    fn texts(program: &Program, relation: Relation, holds: impl Fn(usize) -> bool) -> BTreeSet<String> {
        let members = program.atoms.members(relation).iter().filter(|atom| holds(atom.0 as usize));
        let write = |&term: &_| program.terms.write(&program.symbols, term);
        members.map(|&atom| program.atoms.arguments(atom).iter().map(write).collect::<Vec<_>>().join(" ")).collect()
    }

    /// What follows if this is so and that is done.
    fn outcome(program: &Program, given: &BTreeSet<String>) -> Vec<BTreeSet<String>> {
        let mut rules = GroundRules::default();
        for rule in program.rules.iter() {
            rule.body.iter().for_each(|&literal: &GroundLiteral| rules.add_literal(literal));
            rules.add_rule(rule.head);
        }
        for relation in [Relation::TRUE, Relation::DOES] {
            for &atom in program.atoms.members(relation) {
                if texts(program, relation, |at| at == atom.0 as usize).is_subset(given) {
                    rules.add_rule(atom);
                }
            }
        }
        let holds = strata(program.atoms.len(), &rules).unwrap();
        let asked = [Relation::NEXT, Relation::LEGAL, Relation::GOAL, Relation::TERMINAL];
        asked.iter().map(|&relation| texts(program, relation, |at| holds[at])).collect()
    }

    /// Compares rules with and without demand at some random positions; how many atoms there are.
    fn compare(text: &str, random: &mut fastrand::Rng) -> [usize; 2] {
        let rules = parse(text).unwrap();
        let limits = Limits::default();
        let programs = [ground_as_written(rules.clone(), &limits).unwrap(), ground(rules, &limits).unwrap()];
        let facts = programs
            .each_ref()
            .map(|program| [Relation::TRUE, Relation::DOES].map(|relation| texts(program, relation, |_| true)));
        assert_eq!(facts[0], facts[1], "{text}");
        for _ in 0..8 {
            let given = facts[0].iter().flatten().filter(|_| random.bool()).cloned().collect();
            assert_eq!(outcome(&programs[0], &given), outcome(&programs[1], &given), "{given:?} in {text}");
        }
        programs.map(|program| program.rules.iter().map(|rule| rule.head).collect::<BTreeSet<_>>().len())
    }

    /// Rules about relations that hold of much, and are asked for in many ways.
    fn random_rules(random: &mut fastrand::Rng) -> String {
        const RELATIONS: [(&str, usize); 5] = [("p", 1), ("q", 2), ("r", 2), ("s", 3), ("t", 3)];
        let term = |random: &mut fastrand::Rng| match random.u8(..8) {
            0 => random.u8(..8).to_string(),
            at => ["?a", "?b", "?c", "?d"][usize::from(at) % 4].to_string(),
        };
        let atom = |random: &mut fastrand::Rng, (name, arity): (&str, usize)| {
            format!("({name}{})", (0..arity).map(|_| format!(" {}", term(random))).collect::<String>())
        };
        let mut text = FRAME.to_string();
        let mut rule = |head: String, last: usize, random: &mut fastrand::Rng| {
            let mut body = vec![];
            for _ in 0..random.usize(1..4) {
                let [before, known] = [last - 1, last].map(|end| RELATIONS[random.usize(..end.max(1))]);
                body.push(match random.u8(..6) {
                    0 => format!("(true {})", atom(random, ("f", 1))),
                    1 => format!("(true {})", atom(random, ("g", 2))),
                    2 => atom(random, ("succ", 2)),
                    3 if last > 1 => format!("(not {})", atom(random, before)),
                    _ => atom(random, known),
                });
            }
            let spoken = head.clone() + &body.concat();
            let bound: String = body.iter().filter(|one| !one.starts_with("(not")).cloned().collect();
            for variable in
                ["?a", "?b", "?c", "?d"].iter().filter(|name| spoken.contains(**name) && !bound.contains(**name))
            {
                body.push(format!("(num {variable})"));
            }
            text += &format!("\n(<= {head} {})", body.join(" "));
        };
        for (at, relation) in RELATIONS.into_iter().enumerate() {
            for _ in 0..random.usize(1..4) {
                let head = atom(random, relation);
                // what is negated comes before what is defined
                rule(head, at + 1, random);
            }
        }
        for head in ["(next (f ?a))", "(next (g ?a ?b))", "(legal x (m ?c))", "(goal y 100)", "terminal"] {
            rule(head.to_string(), RELATIONS.len(), random);
        }
        text
    }

    #[test]
    fn random_rules_mean_the_same() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut fewer = 0;
        for _ in 0..300 {
            let text = random_rules(&mut random);
            let [full, asked] = compare(&text, &mut random);
            fewer += usize::from(asked < full);
        }
        assert!(fewer > 50, "{fewer}");
    }

    /// Stones on a row of cells are counted from the first cell on: from all numbers to all numbers, if nobody asks.
    fn counting(cells: usize, numbers: usize) -> String {
        let cell =
            |at: usize| format!("(init (cell {at} stone)) (init (cell {at} free)) (next_cell {at} {})\n", at + 1);
        let number = |at: usize| format!("(succ n{at} n{}) (number n{at})\n", at + 1);
        let cells_and_numbers: String = (0..cells).map(cell).chain((0..numbers).map(number)).collect();
        format!(
            "(role x) (role y) {cells_and_numbers}
            (<= (next ?fact) (true ?fact))
            (<= (legal ?r noop) (role ?r))
            (<= (one ?cell ?n ?m) (true (cell ?cell stone)) (succ ?n ?m))
            (<= (one ?cell ?n ?n) (true (cell ?cell free)) (number ?n))
            (<= (from {cells} ?n ?n) (number ?n))
            (<= (from ?cell ?n ?m) (one ?cell ?n ?k) (next_cell ?cell ?other) (from ?other ?k ?m))
            (<= (goal ?r 100) (role ?r) (from 0 n0 n3))
            (<= terminal (not (from 0 n0 n5)))"
        )
    }

    #[test]
    fn counting_loops_fit_small_limits() {
        let mut random = fastrand::Rng::with_seed(4);
        let [full, asked] = compare(&counting(6, 20), &mut random);
        assert!(3 * asked < full, "{asked} of {full}");
        let rules = parse(&counting(12, 60)).unwrap();
        let limits = Limits { atoms: 3_000, literals: 10_000, attempts: 100_000 };
        assert!(ground(rules.clone(), &limits).is_ok());
        let mut split = rules;
        super::super::split::split(&mut split);
        assert!(ground_as_written(split, &limits).is_err());
    }

    /// What is asked may grow where what holds does not, or be more than there is: then all that holds is worked out.
    #[test]
    fn questions_without_end_are_given_up() {
        let mut random = fastrand::Rng::with_seed(6);
        let grows = format!("{FRAME} (<= (p ?x) (true (f 0)) (num ?x)) (<= (p ?x) (p (s ?x))) (<= (next (f 4)) (p 4))");
        compare(&grows, &mut random);
        let facts: String = (0..300).map(|at| format!("(init (h {at})) (pair {at} {})", at + 1)).collect();
        let rules = "(<= (q ?x ?y) (true (f 0)) (pair ?x ?y)) (<= (next (f 4)) (true (h ?x)) (true (h ?y)) (q ?x ?y))";
        let rules = parse(&format!("{FRAME} {facts} {rules}")).unwrap();
        assert!(ground(rules, &Limits { atoms: 20_000, literals: 100_000, attempts: 1_000_000 }).is_ok());
    }

    #[test]
    fn our_sheets_mean_the_same() {
        let mut random = fastrand::Rng::with_seed(5);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
        for entry in std::fs::read_dir(folder).unwrap() {
            compare(&std::fs::read_to_string(entry.unwrap().path()).unwrap(), &mut random);
        }
    }
}
