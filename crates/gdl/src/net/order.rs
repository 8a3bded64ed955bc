//! In which order the atoms of a program are defined: those first that others depend on.

use crate::RulesError;
use crate::ground::{AtomId, GroundLiteral, Program, components};

/// The atoms of a program in order, and the rules of each.
pub struct Order<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where the rules of each atom begin; they end where those of the next one begin.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// Where atoms that depend on each other end, and whether they do.
    ends: Vec<(u32, bool)>,
}

impl<'p> Order<'p> {
    /// The order of a program.
    ///
    /// # Errors
    ///
    /// If something depends on its own negation.
    pub fn new(program: &'p Program) -> Result<Order<'p>, RulesError> {
        let atoms = program.atoms.len();
        let mut starts = vec![0; atoms + 1];
        program.rules.iter().for_each(|rule| starts[rule.head.0 as usize + 1] += 1);
        (0..atoms).for_each(|at| starts[at + 1] += starts[at]);
        let mut order = Order { program, starts, members: Vec::with_capacity(atoms), ends: vec![] };
        let edges = |atom: usize, list: &mut Vec<usize>| {
            list.extend(order.bodies(atom).flatten().map(|literal| literal.atom().0 as usize));
        };
        let in_order = components(atoms, edges);
        let mut place = vec![0; atoms];
        for (number, component) in in_order.into_iter().enumerate() {
            component.iter().for_each(|&atom| place[atom] = number);
            let mut depends_on_itself = false;
            for &atom in &component {
                let is_own = |literal: &&GroundLiteral| place[literal.atom().0 as usize] == number;
                for literal in order.bodies(atom).flatten().filter(is_own) {
                    depends_on_itself = true;
                    if !literal.holds() {
                        return Err(program.unstratified(AtomId(atom as u32)));
                    }
                }
            }
            order.members.extend(component.into_iter().map(|atom| atom as u32));
            order.ends.push((order.members.len() as u32, depends_on_itself));
        }
        Ok(order)
    }

    /// The conditions of the rules of an atom.
    pub fn bodies(&self, atom: usize) -> impl Iterator<Item = &'p [GroundLiteral]> + Clone {
        let program = self.program;
        (self.starts[atom]..self.starts[atom + 1]).map(|at| program.rules.rule(at as usize).body)
    }

    /// Atoms that depend on each other and whether they do, which a single one may not do.
    pub fn components(&self) -> impl Iterator<Item = (&[u32], bool)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(end, _)| end));
        starts.zip(&self.ends).map(|(start, &(end, is_loop))| (&self.members[start as usize..end as usize], is_loop))
    }
}
