//! What pictures of several games have in common: boards, heaps and marks.

pub(crate) mod grid;
mod heaps;
pub(crate) mod marks;
