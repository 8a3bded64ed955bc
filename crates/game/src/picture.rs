//! What a position looks like: shapes to draw, spots to click on, and the parts of its text that can be set.
//!
//! A front end that knows these few words can show and play every game.

mod build;

use serde::Serialize;

/// A point in a picture: x, which goes to the right, and y, which goes down.
pub type Point = (f32, f32);

/// A drawing, in units of its own; x goes to the right and y down.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Picture {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What is drawn, the hindmost first.
    pub shapes: Vec<Shape>,
    /// Where one can click.
    pub spots: Vec<Spot>,
}

/// Something drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shape {
    /// What it is, which decides its colours.
    pub look: Look,
    /// Its outline.
    #[serde(flatten)]
    pub form: Form,
}

/// What a shape stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Look {
    /// The board, or a part of it.
    Board,
    /// A part of the board where the next move may be, if it is not the whole.
    Open,
    /// A part of the board that the first player has captured.
    FirstArea,
    /// A part of the board that the second player has captured.
    SecondArea,
    /// A part of the board that nobody can use any more.
    DeadArea,
    /// A place on the board: a cell, a hole.
    Cell,
    /// The same in the other shade of a chequered board.
    DarkCell,
    /// A thin line of the board.
    Rule,
    /// A dot, a peg, a coin: a fixed thing on the board.
    Peg,
    /// Something that belongs to nobody, such as a thing of a heap.
    Piece,
    /// Something of the first player.
    First,
    /// Something of the second player.
    Second,
    /// Writing.
    Text,
    /// Writing that matters less: names of files and ranks, weights.
    Label,
    /// The last move.
    Last,
    /// What decided the game, such as a line of stones.
    Won,
}

/// The outline of a shape. Lines have the colour of their look; all else is filled with it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Form {
    /// A rectangle; x and y are its top left corner.
    Rect {
        /// Left edge.
        x: f32,
        /// Top edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
    },
    /// A circle around a point.
    Circle {
        /// The point.
        x: f32,
        /// The point.
        y: f32,
        /// The radius.
        r: f32,
    },
    /// A line between two points.
    Line {
        /// From here.
        x1: f32,
        /// From here.
        y1: f32,
        /// To here.
        x2: f32,
        /// To here.
        y2: f32,
        /// How thick it is.
        width: f32,
    },
    /// A closed outline through these points.
    Polygon {
        /// The corners.
        points: Vec<Point>,
    },
    /// Text around a point.
    Text {
        /// The point.
        x: f32,
        /// The point.
        y: f32,
        /// The height of its letters.
        size: f32,
        /// What it says.
        text: String,
    },
}

/// Where one can click: to make a move, to set a position up, or both. Spots that are for one of these alone may
/// overlap those that are for the other, but no others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    /// Its name, as in [`Hints::clicks`](crate::Hints::clicks) and in [`Part::spots`].
    pub name: String,
    /// Where a sign about it stands.
    pub x: f32,
    /// Where a sign about it stands.
    pub y: f32,
    /// How large that sign may be.
    pub size: f32,
    /// What takes the click.
    pub area: Form,
}

/// A position as a text with parts that can be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setup {
    /// What stands between the parts that are not empty.
    pub separator: &'static str,
    /// Whether the text has its parts in the order in which they were set (those that are not empty).
    pub in_order: bool,
    /// The parts.
    pub parts: Vec<Part>,
}

/// A part of the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// What it stands for: "a1", "side to move".
    pub label: String,
    /// What it says now.
    pub text: String,
    /// All that it can say; nothing if it is fixed.
    pub choices: Vec<String>,
    /// The spots where a click takes the next choice; without any it is chosen from a list.
    pub spots: Vec<String>,
}

impl Setup {
    /// The text of the position.
    pub fn text(&self) -> String {
        let texts = self.parts.iter().map(|part| part.text.as_str()).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join(self.separator)
    }
}

impl Part {
    /// A part that always says the same.
    pub fn fixed(text: impl Into<String>) -> Self {
        Part { label: String::new(), text: text.into(), choices: vec![], spots: vec![] }
    }

    /// A part that says one of several things.
    pub fn choice<T: Into<String>>(
        label: impl Into<String>,
        text: impl Into<String>,
        choices: impl IntoIterator<Item = T>,
    ) -> Self {
        let choices = choices.into_iter().map(Into::into).collect();
        Part { label: label.into(), text: text.into(), choices, spots: vec![] }
    }

    /// The same part, set by clicking on one of these spots.
    #[must_use]
    pub fn at(mut self, spots: impl IntoIterator<Item = String>) -> Self {
        self.spots.extend(spots);
        self
    }
}
