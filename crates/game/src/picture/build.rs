//! How pictures are put together.

use super::{Form, Look, Picture, Point, Shape, Spot};
use crate::{Hints, Notation, Record};

impl Picture {
    /// An empty picture of this size.
    pub fn new(width: f32, height: f32) -> Self {
        Picture { width, height, shapes: vec![], spots: vec![] }
    }

    /// Draws an outline over what is there.
    pub fn draw(&mut self, look: Look, form: Form) {
        self.shapes.push(Shape { look, form });
    }

    /// Draws a circle around a point.
    pub fn circle(&mut self, look: Look, (x, y): Point, r: f32) {
        self.draw(look, Form::Circle { x, y, r });
    }

    /// Draws a line of this width.
    pub fn line(&mut self, look: Look, from: Point, to: Point, width: f32) {
        self.draw(look, Form::line(from, to, width));
    }

    /// Writes a text around a point.
    pub fn text(&mut self, look: Look, (x, y): Point, size: f32, text: impl Into<String>) {
        self.draw(look, Form::Text { x, y, size, text: text.into() });
    }

    /// Adds a spot, with the place and the size of the sign about it.
    pub fn spot(&mut self, name: impl Into<String>, (x, y): Point, size: f32, area: Form) {
        self.spots.push(Spot { name: name.into(), x, y, size, area });
    }

    /// A picture of one line of writing a line, and a row of buttons for the moves.
    pub(crate) fn of_moves<G: Hints + Notation>(game: &G, record: &Record<G>) -> Picture {
        const BUTTON: f32 = 2.0;
        const WIDTH: f32 = 16.0;
        const LETTER: f32 = 0.4;
        let drawing = game.draw(record);
        let moves: Vec<String> = game.moves(record.position()).map(|mv| game.write_move(mv)).collect();
        // as many in a row as the longest text leaves room for
        let longest = moves.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let button = (LETTER * (longest + 1) as f32).max(BUTTON);
        let in_a_row = ((WIDTH / button) as usize).max(1);
        let width = WIDTH.max(button);
        let top = drawing.lines().count() as f32 + 1.0;
        let mut picture = Picture::new(width, top + BUTTON * moves.len().div_ceil(in_a_row) as f32);
        for (row, line) in drawing.lines().enumerate() {
            picture.text(Look::Text, (width / 2.0, row as f32 + 0.5), 0.7, line);
        }
        for (nth, name) in moves.into_iter().enumerate() {
            let (x, y) = (button * (nth % in_a_row) as f32, top + BUTTON * (nth / in_a_row) as f32);
            let (middle, place) = (x + button / 2.0, Form::Rect { x, y, width: button, height: BUTTON });
            picture.draw(Look::Cell, place.clone());
            picture.text(Look::Text, (middle, y + BUTTON / 4.0), BUTTON / 3.0, &name);
            picture.spot(name, (middle, y + 0.7 * BUTTON), BUTTON / 3.0, place);
        }
        picture
    }
}

impl Form {
    /// A line of this width.
    pub fn line((x1, y1): Point, (x2, y2): Point, width: f32) -> Self {
        Form::Line { x1, y1, x2, y2, width }
    }

    /// A square around a point.
    pub fn square((x, y): Point, side: f32) -> Self {
        Form::Rect { x: x - side / 2.0, y: y - side / 2.0, width: side, height: side }
    }
}
