//! Rules as they are written, in terms of numbers instead of names.

use crate::Spot;
use rustc_hash::FxHashMap;

/// The number of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// The number of a relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation(pub u32);

/// The relations that mean something to everybody have the first numbers.
impl Relation {
    pub const ROLE: Relation = Relation(0);
    pub const INIT: Relation = Relation(1);
    pub const TRUE: Relation = Relation(2);
    pub const NEXT: Relation = Relation(3);
    pub const LEGAL: Relation = Relation(4);
    pub const DOES: Relation = Relation(5);
    pub const GOAL: Relation = Relation(6);
    pub const TERMINAL: Relation = Relation(7);

    /// Those relations, with the number of their arguments.
    pub const KEYWORDS: [(&'static str, usize); 8] =
        [("role", 1), ("init", 1), ("true", 1), ("next", 1), ("legal", 2), ("does", 2), ("goal", 2), ("terminal", 0)];

    /// Whether it is one of them.
    pub fn is_keyword(self) -> bool {
        (self.0 as usize) < Relation::KEYWORDS.len()
    }
}

/// What stands in an argument.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// A variable of the rule.
    Variable(usize),
    /// A name.
    Symbol(Symbol),
    /// A function with arguments.
    Function(Symbol, Vec<Term>),
}

impl Term {
    /// Calls for every variable in it.
    pub fn variables(&self, tell: &mut impl FnMut(usize)) {
        match self {
            Term::Variable(variable) => tell(*variable),
            Term::Symbol(_) => {}
            Term::Function(_, arguments) => arguments.iter().for_each(|argument| argument.variables(tell)),
        }
    }
}

/// A relation with arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: Relation,
    /// What it is said of.
    pub arguments: Vec<Term>,
}

/// A condition of a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Literal {
    /// It holds.
    Holds(Atom),
    /// It does not hold.
    Fails(Atom),
    /// Two terms are different.
    Distinct(Term, Term),
    /// Two terms are the same.
    Same(Term, Term),
}

impl Literal {
    /// Calls for every variable in it.
    pub fn variables(&self, tell: &mut impl FnMut(usize)) {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.arguments.iter().for_each(|term| term.variables(tell)),
            Literal::Distinct(one, other) | Literal::Same(one, other) => {
                one.variables(tell);
                other.variables(tell);
            }
        }
    }

    /// The atom that it speaks of, if it does.
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
            Literal::Distinct(..) | Literal::Same(..) => None,
        }
    }
}

/// The head holds if all of the body does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What follows.
    pub head: Atom,
    /// From what.
    pub body: Vec<Literal>,
    /// What its variables are called.
    pub variables: Vec<String>,
    /// Where it begins.
    pub spot: Spot,
}

/// All rules of a text, with the names in them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The rules, in their order; facts have no body.
    pub rules: Vec<Rule>,
    /// The names of things.
    pub symbols: Names,
    /// The names of relations.
    pub relations: Names,
}

/// Names by number, and numbers by name.
#[derive(Clone, Default, Debug)]
pub struct Names {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Names {
    /// The number of a name, which may be a new one.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }
}
