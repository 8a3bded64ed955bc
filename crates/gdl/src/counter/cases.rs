//! All that the roles can do together, in as many cases as it takes to tell what comes of it.

use super::implied::{Implications, Known, both};
use super::study::Study;
use super::{Effect, Fields, Values};
use crate::net::Net;
use std::collections::BTreeMap;

/// So many wires may be read to find out, and so many pairs of moves looked at.
const WORK: usize = 150_000_000;
const PAIRS: usize = 1_000_000;

/// A move of each role, where this is so.
pub type Joint = (usize, usize, Known);

/// What a move of each role may do.
pub struct Case {
    joint: Joint,
    pub effect: Effect,
    /// A value of a field on which that depends.
    split: Option<(u32, u32)>,
}

/// All that can be done, in as many cases as it takes.
pub struct Cases<'n> {
    study: Study<'n>,
    alone: Vec<Vec<Values>>,
    /// So many more can be studied.
    left: usize,
    pub list: Vec<Case>,
}

impl<'n> Cases<'n> {
    /// None yet; `None` if it takes too long to find any.
    pub fn new(net: &'n Net, fields: &'n Fields) -> Option<Self> {
        let mut study = Study::new(net, fields);
        let left = (WORK / (study.size + 1)).checked_sub(fields.of.len())?;
        Some(Cases { alone: study.alone(), study, left, list: vec![] })
    }

    /// The values that each field may have after each of its values, whatever is done.
    pub fn alone(&self) -> &[Vec<Values>] {
        &self.alone
    }

    /// Looks at all that the roles can do together; `None` if that takes too long.
    pub fn study(&mut self) -> Option<()> {
        joint_moves(self.study.net, self.study.fields)?.into_iter().try_for_each(|joint| self.add(joint))
    }

    fn add(&mut self, joint: Joint) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let effect = self.study.effect(&joint, &self.alone);
        self.list.extend(effect.map(|effect| Case { joint, split: self.study.undecided(&effect), effect }));
        Some(())
    }

    /// Looks closer at some cases, by whether a field has a value; `None` if it takes too long.
    pub fn split(&mut self, wanted: impl Fn(&Effect) -> bool) -> Option<()> {
        let can_be_split = |case: &Case| case.split.is_some() && wanted(&case.effect);
        let (split, kept): (Vec<Case>, Vec<Case>) = std::mem::take(&mut self.list).into_iter().partition(can_be_split);
        self.list = kept;
        for Case { joint: (one, other, known), split, .. } in split {
            let Some((field, value)) = split else { continue };
            for values in [1 << value, self.study.fields.all[field as usize] & !(1 << value)] {
                if let Some(known) = both(&known, &[(field, values)].into()) {
                    self.add((one, other, known))?;
                }
            }
        }
        Some(())
    }
}

/// What both roles can do together, as far as that can be seen; `None` if there are too many pairs.
fn joint_moves(net: &Net, fields: &Fields) -> Option<Vec<Joint>> {
    let mut implications = Implications::new(&net.gates, fields);
    let goes_on = implications.of(!net.terminal)?;
    let [first, second] = [0, 1].map(|role: usize| -> Vec<(usize, Known)> {
        let legal = net.moves[role].iter().map(|&(_, legal)| both(&goes_on, &implications.of(legal)?));
        legal.enumerate().filter_map(|(mv, known)| Some((mv, known?))).collect()
    });
    // the field that most moves tell something of may be whose turn it is
    let mut told = vec![0; fields.facts.len()];
    first.iter().chain(&second).flat_map(|(_, known)| known.iter()).for_each(|(field, _)| told[*field as usize] += 1);
    let (turn, _) = told.iter().enumerate().max_by_key(|(_, count)| **count)?;
    let [first, second] = [first, second].map(|moves| {
        let mut groups: BTreeMap<Values, Vec<(usize, Known)>> = BTreeMap::new();
        for (mv, known) in moves {
            let values = known.iter().find(|(field, _)| *field as usize == turn);
            let values = values.map_or(fields.all[turn], |(_, values)| *values);
            groups.entry(values).or_default().push((mv, known));
        }
        groups
    });
    let (mut pairs, mut joints) = (0, vec![]);
    for (turns, first) in &first {
        for (_, second) in second.iter().filter(|(others, _)| turns & *others != 0) {
            pairs += first.len() * second.len();
            if pairs > PAIRS {
                return None;
            }
            for (one, known) in first {
                joints.extend(second.iter().filter_map(|(other, too)| Some((*one, *other, both(known, too)?))));
            }
        }
    }
    Some(joints)
}
