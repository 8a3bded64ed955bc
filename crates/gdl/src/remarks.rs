//! What a rules file tells in comments, for this program alone. A line such as
//!
//! ```text
//! ; perfectplay: layer -1 (cell 1 1 b) (cell 1 2 b)
//! ```
//!
//! gives weights to facts: their sum is the layer of a position, which rises with every move. And
//!
//! ```text
//! ; perfectplay: board (cell ?column ?row ?mark)
//! ```
//!
//! says which facts are marks on a board. Rows are counted from the bottom; with `?line` instead of `?row` they are from the top. Without
//! `?mark` the facts themselves are marks. What the program writes itself comes below a line with `found`.

use crate::read::{Node, Tree, trees};
use crate::{RulesError, Spot};
use std::collections::HashSet;

/// All that such comments tell.
#[derive(Default)]
pub struct Remarks {
    /// Facts with their weights, if there are any.
    pub layer: Vec<(String, i32)>,
    /// The names of facts that are on boards, with what stands behind them.
    pub boards: Vec<(String, Vec<Place>)>,
}

/// What a part of a fact tells about a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Column,
    /// Counted from the bottom.
    Row,
    /// Counted from the top.
    Line,
    Mark,
}

/// All weights together, so that layers are numbers of 32 bits.
const HEAVIEST: i64 = 1 << 30;

const PREFIX: &str = "perfectplay: ";
const LAYER: &str = "layer";
const BOARD: &str = "board";
const FOUND: &str = "found";

impl Remarks {
    /// Whether a comment is meant for this program.
    pub fn is_one(comment: &str) -> bool {
        comment.starts_with(PREFIX)
    }

    /// Reads the comments of a text.
    ///
    /// # Errors
    ///
    /// If one of those that are meant for this program says something else.
    pub fn read(text: &str) -> Result<Remarks, RulesError> {
        let mut remarks = Remarks::default();
        let (mut known, mut sum) = (HashSet::new(), 0);
        for (line, number) in text.lines().zip(1..) {
            let Some((_, comment)) = line.split_once(';') else { continue };
            let Some(remark) = comment.trim_start_matches([';', ' ', '\t']).strip_prefix(PREFIX) else { continue };
            let column = line.chars().count() - remark.chars().count() + 1;
            let spot = Spot { line: number, column: column as u32 };
            let words = trees(remark).map_err(|error| RulesError { spot: Some(spot), ..error })?;
            match &words[..] {
                [Tree { node: Node::Word(LAYER), .. }, Tree { node: Node::Word(weight), .. }, facts @ ..] => {
                    let weight: i32 = weight
                        .parse()
                        .map_err(|_| RulesError::at(spot, "a whole number behind \"layer\"", format!("{weight:?}")))?;
                    for fact in facts.iter().map(term) {
                        if !known.insert(fact.clone()) {
                            return Err(RulesError::at(spot, format!("one weight of {fact}"), "two"));
                        }
                        sum += i64::from(weight).abs();
                        remarks.layer.push((fact, weight));
                    }
                    if sum > HEAVIEST {
                        let expected = format!("weights that add up to {HEAVIEST} at most, without their signs");
                        return Err(RulesError::at(spot, expected, "more"));
                    }
                }
                [Tree { node: Node::Word(BOARD), .. }, Tree { node: Node::List(list), .. }] => {
                    remarks.boards.push(board(list).ok_or_else(|| {
                        let expected = "a name, ?column, ?row or ?line, and ?mark if there is one, in parentheses";
                        RulesError::at(spot, expected, format!("{remark:?}"))
                    })?);
                }
                [Tree { node: Node::Word(FOUND), .. }] => {}
                _ => {
                    let expected = "\"layer\", a number, and facts, or \"board\" and a fact";
                    return Err(RulesError::at(spot, expected, format!("{remark:?}")));
                }
            }
        }
        Ok(remarks)
    }

    /// The comments that give these weights, facts of the same weight in one.
    pub fn write_layer<'f>(weights: impl Iterator<Item = (&'f str, i32)>) -> String {
        let mut weights: Vec<(i32, &str)> = weights.map(|(fact, weight)| (weight, fact)).collect();
        weights.sort_unstable();
        let lines = weights.chunk_by(|one, other| one.0 == other.0).map(|group| {
            let facts: Vec<&str> = group.iter().map(|(_, fact)| *fact).collect();
            format!("; {PREFIX}{LAYER} {} {}\n", group[0].0, facts.join(" "))
        });
        lines.collect()
    }
}

/// The text of a term: a list of one word is that word.
fn term(tree: &Tree) -> String {
    match &tree.node {
        Node::List(list) if list.len() == 1 => term(&list[0]),
        Node::List(list) => format!("({})", list.iter().map(term).collect::<Vec<String>>().join(" ")),
        Node::Word(word) => word.to_string(),
    }
}

/// The name of the facts on a board, and what stands behind it.
fn board(list: &[Tree]) -> Option<(String, Vec<Place>)> {
    let words: Vec<String> = list.iter().map(Tree::to_string).collect();
    let (name, places) = words.split_first()?;
    let places = places.iter().map(|word| match &word[..] {
        "?column" => Some(Place::Column),
        "?row" => Some(Place::Row),
        "?line" => Some(Place::Line),
        "?mark" => Some(Place::Mark),
        _ => None,
    });
    let places = places.collect::<Option<Vec<Place>>>()?;
    let count = |wanted: &[Place]| places.iter().filter(|place| wanted.contains(place)).count();
    let fits = count(&[Place::Column]) == 1 && count(&[Place::Row, Place::Line]) == 1 && count(&[Place::Mark]) <= 1;
    fits.then_some((name.clone(), places))
}
