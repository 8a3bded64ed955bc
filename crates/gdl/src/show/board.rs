//! Boards: facts with two coordinates and a mark, such as `(cell 1 2 x)`, or without one, such as `(taken 1 2)`.

use super::order::in_order;
use super::{Facts, parts};
use crate::ground::Program;
use crate::net::Codes;
use crate::remarks::{Place, Remarks};
use std::collections::{BTreeMap, BTreeSet};

/// Larger boards are lists of facts.
const LARGEST: usize = 26;
/// What empty cells are often called.
const EMPTY: [&str; 8] = ["blank", "empty", "none", "nothing", "clear", "e", "b", "0"];

/// A board of cells.
pub struct Board {
    /// What stands before the coordinates.
    pub name: String,
    /// The coordinates, from the left and from the bottom.
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    /// Whether the column comes before the row in facts and moves.
    pub column_first: bool,
    pub marks: Vec<Mark>,
    /// The marks that facts mean, by number: which cell, and which mark.
    facts: BTreeMap<usize, (usize, usize)>,
    /// Marks that never change.
    fixed: Vec<(usize, usize)>,
    /// Which cells there are.
    pub exists: Vec<bool>,
}

/// What may be on a cell.
pub struct Mark {
    pub text: String,
    pub is_empty: bool,
    /// The role that it seems to belong to.
    pub owner: Option<usize>,
    /// Whether it is the only one of this role.
    pub is_only: bool,
}

impl Board {
    /// Whether a fact is on the board.
    pub fn has(&self, fact: usize) -> bool {
        self.facts.contains_key(&fact)
    }

    /// The cell with these coordinates, in the order of the facts.
    pub fn cell(&self, one: &str, other: &str) -> Option<usize> {
        let (column, row) = if self.column_first { (one, other) } else { (other, one) };
        let column = self.columns.iter().position(|name| name == column)?;
        let row = self.rows.iter().position(|name| name == row)?;
        Some(row * self.columns.len() + column).filter(|&cell| self.exists[cell])
    }

    /// The marks on the cells at a position.
    pub fn marks_at(&self, holds: impl Fn(usize) -> bool) -> Vec<Vec<&Mark>> {
        let mut cells = vec![vec![]; self.exists.len()];
        let changing = self.facts.iter().filter(|(fact, _)| holds(**fact)).map(|(_, place)| place);
        for &(cell, mark) in changing.chain(&self.fixed) {
            cells[cell].extend(Some(&self.marks[mark]).filter(|mark| !mark.is_empty));
        }
        cells
    }

    /// Takes over what is on another board with the same coordinates.
    fn merge(&mut self, other: Board) {
        let before = self.marks.len();
        let place = |(cell, mark): (usize, usize)| (cell, mark + before);
        self.marks.extend(other.marks);
        self.facts.extend(other.facts.into_iter().map(|(fact, at)| (fact, place(at))));
        self.fixed.extend(other.fixed.into_iter().map(place));
        self.exists.iter_mut().zip(other.exists).for_each(|(exists, too)| *exists |= too);
    }

    /// What stands for a mark in a text: its first letter, if no other mark has the same.
    fn sign(&self, mark: &Mark) -> String {
        let initial = |mark: &Mark| mark.text.chars().next();
        let same = self.marks.iter().filter(|other| !other.is_empty && initial(other) == initial(mark)).count();
        if same == 1 { initial(mark).into_iter().collect() } else { mark.text.clone() }
    }

    /// What stands for the marks of a role in a text.
    pub fn signs_of(&self, role: usize) -> impl Iterator<Item = String> {
        self.marks.iter().filter(move |mark| !mark.is_empty && mark.owner == Some(role)).map(|mark| self.sign(mark))
    }

    /// The board as lines of text, the first row at the bottom.
    pub fn draw(&self, holds: impl Fn(usize) -> bool) -> String {
        let marks = self.marks_at(holds);
        let text = |cell: usize| match &marks[cell][..] {
            _ if !self.exists[cell] => String::new(),
            [] => ".".to_string(),
            several => several.iter().map(|mark| self.sign(mark)).collect(),
        };
        let cells: Vec<String> = (0..marks.len()).map(text).collect();
        let width = |words: &[String]| words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
        let (label, wide) = (width(&self.rows), width(&cells).max(width(&self.columns)));
        let line = |name: &str, words: &[String]| {
            let words: Vec<String> = words.iter().map(|word| format!("{word:<wide$}")).collect();
            format!("{name:>label$} {}", words.join(" ")).trim_end().to_string()
        };
        let rows = self.rows.iter().zip(cells.chunks(self.columns.len())).rev().map(|(name, words)| line(name, words));
        rows.chain([line("", &self.columns)]).collect::<Vec<_>>().join("\n")
    }
}

/// Finds the boards of a game.
pub fn find(program: &Program, remarks: &Remarks, facts: &Facts, codes: &Codes) -> Vec<Board> {
    if !remarks.boards.is_empty() {
        let told = remarks.boards.iter().map(|(name, places)| Shape { name: name.clone(), places: places.clone() });
        return merged(told.filter_map(|shape| shape.board(program, facts)).collect());
    }
    let texts: Vec<Option<(String, Vec<String>)>> = facts.changing.iter().map(|text| parts(text)).collect();
    // what differs between facts that exclude each other
    let mut differing: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for field in codes.fields().iter().filter(|field| field.codes.len() > 1) {
        let texts: Vec<_> = field.codes.iter().filter_map(|&(fact, _)| texts[fact].as_ref()).collect();
        if let Some((name, first)) = texts.first() {
            let differs = |at: &usize| texts.iter().any(|(_, other)| other.get(*at) != first.get(*at));
            differing.insert(name, (0..first.len()).filter(differs).collect());
        }
    }
    let shapes: BTreeMap<&str, usize> = texts.iter().flatten().map(|(name, words)| (&name[..], words.len())).collect();
    let shapes = shapes.into_iter().filter_map(|(name, arity)| {
        let mut places = vec![Place::Column, Place::Row];
        match (arity, differing.get(name).map_or(&[][..], |places| places)) {
            (3, [mark]) => places.insert(*mark, Place::Mark),
            (3, _) => places.push(Place::Mark),
            // with one that differs it is a number of things
            (2, [] | [_, _]) => {}
            _ => return None,
        }
        Some(Shape { name: name.to_string(), places })
    });
    merged(shapes.filter_map(|shape| shape.board(program, facts)).collect())
}

/// Boards with the same cells are one.
fn merged(boards: Vec<Board>) -> Vec<Board> {
    let mut kept: Vec<Board> = vec![];
    for board in boards {
        let is_same = |other: &&mut Board| other.columns == board.columns && other.rows == board.rows;
        match kept.iter_mut().find(is_same) {
            Some(other) => other.merge(board),
            None => kept.push(board),
        }
    }
    kept
}

/// What facts on a board look like.
struct Shape {
    name: String,
    places: Vec<Place>,
}

impl Shape {
    fn place(&self, place: Place) -> Option<usize> {
        self.places.iter().position(|other| *other == place)
    }

    /// The board of all facts that look like this, if there are two cells in some direction, and not too many.
    fn board(&self, program: &Program, facts: &Facts) -> Option<Board> {
        let read = |text: &String| {
            parts(text)
                .filter(|(name, words)| *name == self.name && words.len() == self.places.len())
                .map(|(_, words)| words)
        };
        let changing: Vec<(usize, Vec<String>)> =
            facts.changing.iter().enumerate().filter_map(|(fact, text)| Some((fact, read(text)?))).collect();
        let fixed: Vec<Vec<String>> = facts.always.iter().filter_map(read).collect();
        let line = self.place(Place::Line);
        let (column, row) = (self.place(Place::Column)?, self.place(Place::Row).or(line)?);
        let all = || changing.iter().map(|(_, words)| words).chain(&fixed);
        let names = |at: usize| in_order(program, all().map(|words| words[at].clone()).collect::<BTreeSet<_>>());
        let (columns, mut rows) = (names(column), names(row));
        if line.is_some() {
            rows.reverse();
        }
        if columns.len() * rows.len() < 2 || columns.len() > LARGEST || rows.len() > LARGEST {
            return None;
        }
        let mark =
            |words: &Vec<String>| self.place(Place::Mark).map_or_else(|| self.name.clone(), |at| words[at].clone());
        let marks: Vec<String> = all().map(mark).collect::<BTreeSet<_>>().into_iter().collect();
        let spot = |words: &Vec<String>| {
            let (column, row) = (
                columns.iter().position(|name| *name == words[column]),
                rows.iter().position(|name| *name == words[row]),
            );
            let mark = marks.iter().position(|text| *text == mark(words)).unwrap_or(0);
            (row.unwrap_or(0) * columns.len() + column.unwrap_or(0), mark)
        };
        let mut exists = vec![false; columns.len() * rows.len()];
        all().for_each(|words| exists[spot(words).0] = true);
        let places: BTreeMap<usize, (usize, usize)> =
            changing.iter().map(|(fact, words)| (*fact, spot(words))).collect();
        let fixed = fixed.iter().map(spot).collect();
        let empty = empty_mark(&marks, &places, facts);
        let owners: Vec<Option<usize>> = marks.iter().map(|text| owner(text, facts.roles)).collect();
        let marks = marks.iter().enumerate().map(|(at, text)| Mark {
            text: text.clone(),
            is_empty: empty == Some(at),
            owner: owners[at],
            is_only: (0..owners.len()).all(|other| other == at || owners[other] != owners[at] || empty == Some(other)),
        });
        let marks = marks.collect();
        Some(Board {
            name: self.name.clone(),
            columns,
            rows,
            column_first: column < row,
            marks,
            facts: places,
            fixed,
            exists,
        })
    }
}

/// The mark that means that there is none: one that is called so, and if several are, the one that most cells have at the start.
fn empty_mark(marks: &[String], places: &BTreeMap<usize, (usize, usize)>, facts: &Facts) -> Option<usize> {
    let at_start =
        |mark: usize| places.iter().filter(|(fact, (_, other))| facts.start[**fact] && *other == mark).count();
    let is_called_so = |mark: &usize| EMPTY.contains(&&marks[*mark].to_lowercase()[..]);
    (0..marks.len()).filter(is_called_so).max_by_key(|&mark| at_start(mark))
}

/// The role that a mark is named after: by its name, or by its first letters if those of the other role differ.
fn owner(mark: &str, roles: &[String; 2]) -> Option<usize> {
    let mark = mark.to_lowercase();
    let [one, other] = roles.each_ref().map(|role| {
        let role = role.to_lowercase();
        if mark.starts_with(&role) { 100 } else { mark.chars().zip(role.chars()).take_while(|(a, b)| a == b).count() }
    });
    match one.cmp(&other) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    }
}
