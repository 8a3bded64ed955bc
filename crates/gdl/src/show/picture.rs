//! Positions as pictures: boards beside each other, what else holds, with things for numbers, and a button for each move that no cell stands for.

use super::board::Mark;
use super::{Board, Scene};
use perfectplay_game::picture::{Form, Look, Picture, Point};

const NAMES: f32 = 0.8;
const GAP: f32 = 0.06;
const LINE: f32 = 0.6;
const BUTTON: f32 = 1.4;
const LETTER: f32 = 0.3;
/// Of pictures with boards, and of those without.
const NARROWEST: [f32; 2] = [8.0, 16.0];
const THING: f32 = 0.4;

impl Scene {
    /// The picture of a position with these facts and legal moves of a role.
    pub fn picture(
        &self,
        facts: &[String],
        holds: impl Fn(usize) -> bool + Copy,
        role: usize,
        moves: &[(usize, &str)],
    ) -> Picture {
        let size = |board: &Board| (NAMES + board.columns.len() as f32 + 0.4, board.rows.len() as f32 + NAMES);
        let boards_width: f32 = self.boards.iter().map(|board| size(board).0).sum();
        let boards_height = self.boards.iter().map(|board| size(board).1).fold(0.0, f32::max);
        let others = self.others(facts, holds);
        let alone = |&&(mv, text): &&(usize, &str)| self.clicks(role, mv) == [text];
        let buttons: Vec<&str> = moves.iter().filter(alone).map(|(_, text)| *text).collect();
        let texts = others.iter().map(|(text, _)| text).chain(&buttons);
        let longest = texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let button = (LETTER * (longest + 2) as f32).max(2.0);
        let width = boards_width.max(NARROWEST[usize::from(self.boards.is_empty())]).max(button);
        let in_a_row = ((width / button) as usize).max(1);
        let top = boards_height + LINE * others.len() as f32 + 0.3;
        let mut picture = Picture::new(width, top + BUTTON * buttons.len().div_ceil(in_a_row) as f32 + 0.1);
        let mut left = (width - boards_width) / 2.0;
        for board in &self.boards {
            board.paint(&mut picture, left, holds);
            left += size(board).0;
        }
        for (nth, (text, things)) in others.into_iter().enumerate() {
            let y = boards_height + LINE * (nth as f32 + 0.5);
            match things.filter(|&things| things > 0 && (things as f32) * THING < width / 2.0) {
                Some(things) => {
                    picture.text(Look::Text, (width / 4.0, y), 0.4, text);
                    let x = |nth: usize| width / 2.0 + THING * (nth as f32 + 0.5);
                    (0..things).for_each(|nth| picture.circle(Look::Piece, (x(nth), y), 0.4 * THING));
                }
                None => picture.text(Look::Text, (width / 2.0, y), 0.4, text),
            }
        }
        let cell_in_row = |nth: usize| (width / in_a_row as f32) * ((nth % in_a_row) as f32 + 0.5);
        for (nth, text) in buttons.into_iter().enumerate() {
            let (x, y) = (cell_in_row(nth), top + BUTTON * (nth / in_a_row) as f32);
            let area = Form::Rect { x: x - button / 2.0 + 0.05, y, width: button - 0.1, height: BUTTON - 0.1 };
            picture.draw(Look::Cell, area.clone());
            picture.text(Look::Text, (x, y + 0.35), 0.45, text);
            picture.spot(text, (x, y + 0.95), 0.5, area);
        }
        picture
    }
}

impl Board {
    /// Draws the board, so far from the left edge.
    fn paint(&self, picture: &mut Picture, left: f32, holds: impl Fn(usize) -> bool) {
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let middle = |cell: usize| -> Point {
            (left + NAMES + (cell % columns) as f32 + 0.5, 0.2 + (rows - 1 - cell / columns) as f32 + 0.5)
        };
        for (row, name) in self.rows.iter().enumerate() {
            picture.text(Look::Label, (left + NAMES / 2.0, middle(row * columns).1), 0.3, name);
        }
        for (column, name) in self.columns.iter().enumerate() {
            picture.text(Look::Label, (middle(column).0, 0.2 + rows as f32 + 0.3), 0.3, name);
        }
        for (cell, marks) in self.marks_at(holds).into_iter().enumerate().filter(|(cell, _)| self.exists[*cell]) {
            let area = Form::square(middle(cell), 1.0 - GAP);
            picture.draw(Look::Cell, area.clone());
            marks.into_iter().for_each(|mark| mark.paint(picture, middle(cell)));
            let (x, y) = middle(cell);
            picture.spot(self.spot(cell), (x, y), 0.5, area);
        }
    }
}

impl Mark {
    /// Draws the mark around a point: a stone if it is all that a role has, unless it is a cross or a nought, else its text.
    fn paint(&self, picture: &mut Picture, at: Point) {
        let look = match self.owner {
            Some(0) => Look::First,
            Some(_) => Look::Second,
            None => Look::Piece,
        };
        let letters = self.text.chars().count();
        match self.owner {
            Some(_) if self.is_only && !["x", "o"].contains(&&self.text.to_lowercase()[..]) => {
                picture.circle(look, at, 0.36);
            }
            _ => {
                let size = (1.2 / letters.max(1) as f32).clamp(0.2, 0.6);
                picture.text(if self.owner.is_some() { look } else { Look::Text }, at, size, &self.text);
            }
        }
    }
}
