//! From a text to rules: what is written, and whether it is a description of a game at all.
//!
//! The text is a [tree](tree), the tree is [parsed](parse) into [rules](rules), and the rules are [checked](check) before anything is
//! derived from them.

mod check;
mod parse;
mod rules;
mod tree;

pub use check::check;
pub use parse::parse;
pub use rules::{Atom, Literal, Names, Relation, Rule, Rules, Symbol, Term};
pub use tree::{Node, Tree, trees};
