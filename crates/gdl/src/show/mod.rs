//! How positions of rules files look: boards, and a list of what is not on them.

mod board;
mod clicks;
mod order;
mod picture;

pub use board::Board;
use clicks::clicks;

use crate::ground::Program;
use crate::net::Codes;
use crate::read::{Node, Tree, trees};
use crate::remarks::Remarks;

/// What is known of how to show positions.
pub struct Scene {
    boards: Vec<Board>,
    /// The facts that are on no board, and the number of things that they tell of, if they do.
    others: Vec<(usize, Option<usize>)>,
    /// For each role, the spots that are clicked for each of its moves.
    clicks: [Vec<Vec<String>>; 2],
}

impl Scene {
    /// Finds out how to show positions: from a comment, and from facts that look like cells with marks.
    pub fn new(program: &Program, remarks: &Remarks, facts: &Facts, codes: &Codes, moves: &[Vec<String>; 2]) -> Scene {
        let boards = board::find(program, remarks, facts, codes);
        let is_on_board = |fact: &usize| boards.iter().any(|board| board.has(*fact));
        let others = (0..facts.changing.len()).filter(|fact| !is_on_board(fact));
        let others = others.map(|fact| (fact, things(&facts.changing[fact]))).collect();
        let clicks = [0, 1].map(|role| clicks(&boards, &moves[role]));
        Scene { boards, others, clicks }
    }

    /// The spots that are clicked, one after the other, for a move of a role.
    pub fn clicks(&self, role: usize, mv: usize) -> &[String] {
        &self.clicks[role][mv]
    }

    /// The boards as lines of text, and what else holds at a position.
    pub fn draw(&self, facts: &[String], holds: impl Fn(usize) -> bool + Copy) -> String {
        let mut parts: Vec<String> = self.boards.iter().map(|board| board.draw(holds)).collect();
        let others: Vec<&str> = self.others(facts, holds).into_iter().map(|(text, _)| text).collect();
        parts.push(others.join("\n"));
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }

    /// What stands for the marks of a role on boards as lines of text, unless a row or column is called so.
    pub fn marks_of(&self, role: usize) -> Vec<String> {
        let names = |board: &Board| [&board.rows[..], &board.columns].concat();
        let names: Vec<String> = self.boards.iter().flat_map(names).collect();
        let marks = self.boards.iter().flat_map(|board| board.signs_of(role));
        marks.filter(|mark| !names.contains(mark)).collect()
    }

    /// What holds beside the boards, in the order of the texts.
    fn others<'f>(&self, facts: &'f [String], holds: impl Fn(usize) -> bool) -> Vec<(&'f str, Option<usize>)> {
        let holding = self.others.iter().filter(|(fact, _)| holds(*fact));
        let mut others: Vec<_> = holding.map(|&(fact, things)| (&facts[fact][..], things)).collect();
        others.sort_unstable();
        others
    }
}

/// How many things a fact such as `(heap a 3)` tells of.
fn things(text: &str) -> Option<usize> {
    let (_, words) = parts(text)?;
    words.last()?.parse().ok()
}

/// The facts of a game, as texts.
pub struct Facts<'f> {
    pub changing: &'f [String],
    pub always: &'f [String],
    /// Which of those that change hold at the start.
    pub start: &'f [bool],
    pub roles: &'f [String; 2],
}

/// A text such as `(cell 1 2 x)` in its parts: a name, and what stands behind it.
fn parts(text: &str) -> Option<(String, Vec<String>)> {
    match &trees(text).ok()?[..] {
        [Tree { node: Node::List(list), .. }] => {
            let mut words = list.iter().map(Tree::to_string);
            Some((words.next()?, words.collect()))
        }
        _ => None,
    }
}
