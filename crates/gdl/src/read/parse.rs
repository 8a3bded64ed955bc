//! From trees to rules: keywords, relations, variables; `and`, `or` and `not` in any place.

use super::rules::{Atom, Literal, Names, Relation, Rule, Rules, Symbol, Term};
use super::tree::{Node, Tree, trees};
use crate::{RulesError, Spot};

/// Rules may have so many variables.
const MOST_VARIABLES: usize = 1000;

/// A rule may become so many when `or` is written out.
const BRANCHES: usize = 4096;

/// All rules that become several may have so many conditions then.
const WRITTEN_OUT: usize = 1_000_000;

/// The rules of a text.
pub fn parse(text: &str) -> Result<Rules, RulesError> {
    let (symbols, relations) = (Names::default(), Names::default());
    let mut parser = Parser { rules: vec![], symbols, relations, arities: vec![], written_out: 0 };
    for (name, arity) in Relation::KEYWORDS {
        parser.relations.number(name);
        parser.arities.push((arity, None));
    }
    for tree in trees(text)? {
        parser.rule(&tree)?;
    }
    Ok(Rules { rules: parser.rules, symbols: parser.symbols, relations: parser.relations })
}

struct Parser {
    rules: Vec<Rule>,
    symbols: Names,
    relations: Names,
    /// How many arguments each relation has, and where that was seen first.
    arities: Vec<(usize, Option<Spot>)>,
    /// How many conditions there are in rules that have become several.
    written_out: usize,
}

/// A condition with `or` and `not` pushed down to literals.
enum Formula {
    Is(Literal),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

impl Parser {
    fn rule(&mut self, tree: &Tree) -> Result<(), RulesError> {
        let mut variables = vec![];
        let (head, conditions) = match split(tree) {
            Some(("<=", rest)) => match rest.split_first() {
                Some((head, conditions)) => (head, conditions),
                None => return Err(RulesError::at(tree.spot, "a head behind \"<=\"", "nothing")),
            },
            _ => (tree, &[][..]),
        };
        let spot = head.spot;
        let head = self.atom(head, &mut variables)?;
        let body = conditions.iter().map(|tree| self.formula(tree, true, &mut variables)).collect::<Result<_, _>>()?;
        let Some(bodies) = branches(&Formula::All(body)) else {
            let expected = format!("a rule that becomes no more than {BRANCHES} when \"or\" is written out");
            return Err(RulesError::at(spot, expected, "more"));
        };
        if bodies.len() > 1 {
            self.written_out += bodies.iter().map(Vec::len).sum::<usize>();
        }
        if self.written_out > WRITTEN_OUT {
            let expected = format!("rules with at most {WRITTEN_OUT} conditions when \"or\" is written out");
            return Err(RulesError::at(spot, expected, "more"));
        }
        for mut body in bodies {
            body.sort();
            body.dedup();
            self.rules.push(Rule { head: head.clone(), body, variables: variables.clone(), spot });
        }
        Ok(())
    }

    fn formula(&mut self, tree: &Tree, positive: bool, variables: &mut Vec<String>) -> Result<Formula, RulesError> {
        let (word, rest) = split(tree).unwrap_or_default();
        let folded = word.to_ascii_lowercase();
        match &folded[..] {
            "not" => {
                let [inner] = operands(tree, rest, "one condition behind \"not\"")?;
                self.formula(inner, !positive, variables)
            }
            "and" | "or" => {
                let parts =
                    rest.iter().map(|tree| self.formula(tree, positive, variables)).collect::<Result<_, _>>()?;
                Ok(if (folded == "or") == positive { Formula::Any(parts) } else { Formula::All(parts) })
            }
            "distinct" => {
                let [one, other] = operands(tree, rest, "two terms behind \"distinct\"")?;
                let (one, other) = (self.term(one, variables)?, self.term(other, variables)?);
                Ok(Formula::Is(if positive { Literal::Distinct(one, other) } else { Literal::Same(one, other) }))
            }
            _ => {
                let atom = self.atom(tree, variables)?;
                Ok(Formula::Is(if positive { Literal::Holds(atom) } else { Literal::Fails(atom) }))
            }
        }
    }

    fn atom(&mut self, tree: &Tree, variables: &mut Vec<String>) -> Result<Atom, RulesError> {
        let Some((word, rest)) = split(tree) else {
            return Err(RulesError::at(tree.spot, "the name of a relation", "a list"));
        };
        let folded = word.to_ascii_lowercase();
        if word.starts_with('?') || ["<=", "and", "or", "not", "distinct"].contains(&&folded[..]) {
            return Err(RulesError::at(tree.spot, "the name of a relation", format!("{word:?}")));
        }
        let is_keyword = Relation::KEYWORDS.iter().any(|(name, _)| *name == folded);
        let number = self.relations.number(if is_keyword { &folded } else { word });
        if number as usize == self.arities.len() {
            self.arities.push((rest.len(), Some(tree.spot)));
        }
        let (arity, first) = self.arities[number as usize];
        if arity != rest.len() {
            let seen = first.map(|spot| format!(" as in line {}", spot.line)).unwrap_or_default();
            let expected = format!("{} for {word:?}{seen}", count_of_arguments(arity));
            return Err(RulesError::at(tree.spot, expected, rest.len().to_string()));
        }
        let arguments = rest.iter().map(|tree| self.term(tree, variables)).collect::<Result<_, _>>()?;
        Ok(Atom { relation: Relation(number), arguments })
    }

    fn term(&mut self, tree: &Tree, variables: &mut Vec<String>) -> Result<Term, RulesError> {
        let Some((word, rest)) = split(tree) else {
            return Err(RulesError::at(tree.spot, "a name, a variable or a function", "a list that begins with none"));
        };
        if !word.starts_with('?') {
            let symbol = Symbol(self.symbols.number(word));
            let arguments: Vec<Term> = rest.iter().map(|tree| self.term(tree, variables)).collect::<Result<_, _>>()?;
            return Ok(if arguments.is_empty() { Term::Symbol(symbol) } else { Term::Function(symbol, arguments) });
        }
        if !matches!(tree.node, Node::Word(_)) {
            return Err(RulesError::at(tree.spot, "the name of a function", format!("{word:?}")));
        }
        let known = variables.iter().position(|name| name == word);
        if known.is_none() && variables.len() == MOST_VARIABLES {
            return Err(RulesError::at(tree.spot, format!("at most {MOST_VARIABLES} variables in a rule"), "more"));
        }
        Ok(Term::Variable(known.unwrap_or_else(|| {
            variables.push(word.to_string());
            variables.len() - 1
        })))
    }
}

/// The word that a tree is or begins with, and what follows.
fn split<'t>(tree: &'t Tree) -> Option<(&'t str, &'t [Tree<'t>])> {
    match &tree.node {
        Node::Word(word) => Some((word, &[])),
        Node::List(list) => match list.split_first() {
            Some((Tree { node: Node::Word(word), .. }, rest)) => Some((word, rest)),
            _ => None,
        },
    }
}

fn operands<'t, const N: usize>(
    tree: &Tree,
    rest: &'t [Tree<'t>],
    expected: &str,
) -> Result<&'t [Tree<'t>; N], RulesError> {
    rest.try_into().map_err(|_| RulesError::at(tree.spot, expected, rest.len().to_string()))
}

fn count_of_arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_string(),
        1 => "1 argument".to_string(),
        n => format!("{n} arguments"),
    }
}

/// All ways to make a formula hold; `None` if they are too many.
fn branches(formula: &Formula) -> Option<Vec<Vec<Literal>>> {
    match formula {
        Formula::Is(literal) => Some(vec![vec![literal.clone()]]),
        Formula::Any(parts) => {
            let mut all = vec![];
            for part in parts {
                all.extend(branches(part)?);
                if all.len() > BRANCHES {
                    return None;
                }
            }
            Some(all)
        }
        Formula::All(parts) => parts.iter().try_fold(vec![vec![]], |ways: Vec<Vec<Literal>>, part| {
            let more = branches(part)?;
            if ways.len() * more.len() > BRANCHES {
                return None;
            }
            Some(ways.iter().flat_map(|way| more.iter().map(|more| [&way[..], more].concat())).collect())
        }),
    }
}
