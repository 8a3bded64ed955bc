//! Nim and subtraction: a click on a thing takes it and all that came upon it later.

use crate::{Nim, Subtraction};
use perfectplay_game::picture::{Form, Look, Part, Picture, Point, Setup};
use perfectplay_game::{Game, Notation, Record};

/// The largest heap that is drawn as a tower of things; larger ones are tables of numbered things.
const TOWER: usize = 20;
/// The largest heap of subtraction whose things are all drawn, and the largest that is set from a list.
const TABLE: usize = 100;
const LIST: usize = 1000;
const EDGE: f32 = 0.3;

/// Where the things of a heap are.
struct Pile {
    /// Its left edge, and its bottom if it is a tower, else its top.
    at: Point,
    /// The size of a thing with the room around it.
    thing: (f32, f32),
    in_a_row: usize,
}

impl Pile {
    /// A pile with room for so many things.
    fn new(at: Point, room: usize) -> Self {
        if room <= TOWER {
            return Pile { at, thing: (1.8, 0.5), in_a_row: 1 };
        }
        Pile { at, thing: (0.8, 0.6), in_a_row: if room <= TABLE { 10 } else { 25 } }
    }

    fn is_tower(&self) -> bool {
        self.in_a_row == 1
    }

    fn size(&self, room: usize) -> (f32, f32) {
        (self.thing.0 * self.in_a_row as f32, self.thing.1 * room.div_ceil(self.in_a_row).max(1) as f32)
    }

    /// The middle of a thing.
    fn middle(&self, nth: usize) -> Point {
        let (row, col) = ((nth / self.in_a_row) as f32 + 0.5, (nth % self.in_a_row) as f32 + 0.5);
        let y = if self.is_tower() { -row } else { row };
        (self.at.0 + self.thing.0 * col, self.at.1 + self.thing.1 * y)
    }

    fn outline(&self, nth: usize, share: f32) -> Form {
        let ((x, y), (width, height)) = (self.middle(nth), self.thing);
        let (width, height) = (width - height * (1.0 - share), height * share);
        Form::Rect { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    /// Draws the things that are left and where the last ones were; `name` tells the move that takes so many.
    fn draw(&self, picture: &mut Picture, left: usize, taken: usize, name: impl Fn(usize) -> Option<String>) {
        for nth in 0..left + taken {
            picture.draw(if nth < left { Look::Piece } else { Look::Last }, self.outline(nth, 0.84));
        }
        for (nth, name) in (0..left).filter_map(|nth| Some((nth, name(left - nth)?))) {
            if !self.is_tower() {
                picture.text(Look::Text, self.middle(nth), 0.26, (left - nth).to_string());
            }
            picture.spot(name, self.middle(nth), 0.4, self.outline(nth, 1.0));
        }
    }
}

/// Writes how many things are left, where a click also sets them up.
fn draw_count(picture: &mut Picture, middle: Point, left: usize, spot: &str) {
    picture.text(Look::Text, middle, 0.6, left.to_string());
    let (x, y) = middle;
    picture.spot(spot, (x + 0.6, y), 0.3, Form::Rect { x: x - 0.9, y: y - 0.35, width: 1.8, height: 0.7 });
}

/// The size of a heap as a part: small ones are set by clicks on their count.
fn part(label: String, left: usize, most: usize) -> Part {
    let part = Part::choice(&label, left.to_string(), (0..=most).map(|size| size.to_string()));
    if most <= TOWER { part.at([label]) } else { part }
}

fn heap_name(heap: usize) -> String {
    format!("heap {}", heap + 1)
}

impl Nim {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let sizes: Vec<(f32, f32)> =
            self.heaps.iter().map(|&room| Pile::new((0.0, 0.0), room.into()).size(room.into())).collect();
        let width = sizes.iter().map(|size| size.0 + 2.0 * EDGE).sum();
        let height = sizes.iter().map(|size| size.1).fold(1.0, f32::max);
        let mut picture = Picture::new(width, EDGE + height + 1.6);
        let mut left_edge = EDGE;
        let last = record.moves().last();
        for (heap, (&room, size)) in self.heaps.iter().zip(sizes).enumerate() {
            let (bottom, middle) = (EDGE + height, left_edge + size.0 / 2.0);
            let mut pile = Pile::new((left_edge, bottom), room.into());
            if !pile.is_tower() {
                pile.at.1 -= size.1;
            }
            let left = record.position().sizes[heap].into();
            let taken = last.filter(|take| usize::from(take.heap) == heap).map_or(0, |take| take.count.into());
            picture.line(Look::Rule, (left_edge, bottom + 0.06), (left_edge + size.0, bottom + 0.06), 0.05);
            pile.draw(&mut picture, left, taken, |count| Some(format!("{}:{count}", heap + 1)));
            draw_count(&mut picture, (middle, bottom + 0.55), left, &heap_name(heap));
            picture.text(Look::Label, (middle, bottom + 1.25), 0.32, heap_name(heap));
            left_edge += size.0 + 2.0 * EDGE;
        }
        picture
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let heaps = self.heaps.iter().zip(record.position().sizes).enumerate();
        let parts = heaps.map(|(heap, (&most, left))| part(heap_name(heap), left.into(), most.into()));
        Some(Setup { separator: ",", in_order: false, parts: parts.collect() })
    }
}

impl Subtraction {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let (room, left) = (self.heap as usize, record.position().left as usize);
        let taken = record.moves().last().map_or(0, |count| count as usize);
        if room > TABLE {
            return self.with_buttons(record);
        }
        let pile = Pile::new((EDGE, EDGE), room.max(TOWER + 1));
        let (width, height) = pile.size(room);
        let mut picture = Picture::new(width + 2.0 * EDGE, height + 2.0 * EDGE + 1.0);
        let legal: Vec<u32> = self.moves(record.position()).collect();
        pile.draw(&mut picture, left, taken, |count| {
            legal.contains(&(count as u32)).then(|| self.write_move(count as u32))
        });
        draw_count(&mut picture, (EDGE + width / 2.0, height + 2.0 * EDGE + 0.4), left, "heap");
        picture
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let (left, most) = (record.position().left as usize, self.heap as usize);
        let parts = || vec![part("heap".to_string(), left, most)];
        (most <= LIST).then(|| Setup { separator: "", in_order: false, parts: parts() })
    }
}

impl Subtraction {
    /// A heap that is too large to draw: its count, and a button for each move.
    fn with_buttons(&self, record: &Record<Self>) -> Picture {
        let moves: Vec<u32> = self.moves(record.position()).collect();
        let mut buttons = Pile::new((EDGE, 2.6), if moves.len() > TABLE { moves.len() } else { TABLE });
        buttons.thing.0 = 1.0;
        let (width, height) = buttons.size(moves.len());
        let mut picture = Picture::new(width + 2.0 * EDGE, 2.6 + height + EDGE);
        let middle = EDGE + width / 2.0;
        picture.circle(Look::Piece, (middle, 1.3), 1.2);
        picture.text(Look::Text, (middle, 1.3), 0.6, record.position().left.to_string());
        if let Some(last) = record.moves().last() {
            picture.text(Look::Label, (middle + 2.2, 1.3), 0.5, format!("−{last}"));
        }
        for (nth, count) in moves.into_iter().enumerate() {
            picture.draw(Look::Board, buttons.outline(nth, 0.94));
            picture.draw(Look::Cell, buttons.outline(nth, 0.8));
            picture.text(Look::Text, buttons.middle(nth), 0.24, count.to_string());
            picture.spot(self.write_move(count), buttons.middle(nth), 0.4, buttons.outline(nth, 1.0));
        }
        picture
    }
}
