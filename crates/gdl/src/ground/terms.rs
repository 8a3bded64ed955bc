//! Terms without variables.

use super::heap::Heap;
use crate::read::{Names, Symbol};

/// The number of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// All terms there are.
#[derive(Default)]
pub struct Terms {
    heap: Heap,
    depths: Vec<u32>,
}

impl Terms {
    /// The term that a name with these arguments is, which may be a new one.
    pub fn make(&mut self, symbol: Symbol, arguments: &[TermId]) -> TermId {
        let (number, is_new) = self.heap.make(symbol.0, arguments);
        if is_new {
            self.depths.push(arguments.iter().map(|&argument| self.depth(argument) + 1).max().unwrap_or(0));
        }
        TermId(number)
    }

    /// The name that a term begins with.
    pub fn symbol(&self, term: TermId) -> Symbol {
        Symbol(self.heap.name(term.0))
    }

    /// What stands behind it.
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        self.heap.arguments(term.0)
    }

    /// How many functions are inside each other.
    pub fn depth(&self, term: TermId) -> u32 {
        self.depths[term.0 as usize]
    }

    /// The text of a term.
    pub fn write(&self, symbols: &Names, term: TermId) -> String {
        let name = symbols.name(self.symbol(term).0);
        match self.arguments(term) {
            [] => name.to_string(),
            arguments => {
                let words: Vec<String> = arguments.iter().map(|&argument| self.write(symbols, argument)).collect();
                format!("({name} {})", words.join(" "))
            }
        }
    }
}
