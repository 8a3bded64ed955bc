//! What a learnt evaluation looks at: places of a position, at each of which it finds one of some patterns.

/// Where a learnt evaluation looks, and how many patterns there are. None is for games that have no such evaluation.
///
/// A place is any part of a position: a row of cells, a small board, the margin so far. What is found there is a number, its pattern.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Patterns {
    /// How many patterns each table has.
    pub tables: Vec<usize>,
    /// The table of each place. Where patterns mean the same at several places, what is learnt of one serves the others.
    pub places: Vec<usize>,
}

impl Patterns {
    /// So many places that share a table of so many patterns.
    pub fn with(mut self, places: usize, patterns: usize) -> Self {
        self.places.extend(std::iter::repeat_n(self.tables.len(), places));
        self.tables.push(patterns);
        self
    }

    /// Whether there is nothing to look at.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}
