//! What a board of Hex looks like: hexagons, edges in the colours of the players, and the chain that has won.

use super::{Hex, SWAP};
use crate::pictures::grid::side_to_move;
use crate::pictures::marks;
use perfectplay_game::picture::{Form, Look, Part, Picture, Point, Setup};
use perfectplay_game::{Game, Player, Record};

/// Half the width of a hexagon, its radius, and the height of a row.
const HALF: f32 = 0.5;
const RADIUS: f32 = 0.577;
const ROW: f32 = 0.866;

/// Room around the board.
const MARGIN: f32 = 0.75;

/// Room for the button below the board.
const BUTTON: f32 = 0.9;

impl Hex {
    fn middle(&self, cell: usize) -> Point {
        let (row, col) = ((cell / self.grid.cols) as f32, (cell % self.grid.cols) as f32);
        (marks::round(MARGIN + HALF + col + HALF * row), marks::round(MARGIN + RADIUS + ROW * row))
    }

    /// The corners of a hexagon, the top one first, to the right.
    fn corners((x, y): Point, radius: f32) -> [Point; 6] {
        let (half, quarter) = (radius * ROW, radius / 2.0);
        let around =
            [(0.0, -radius), (half, -quarter), (half, quarter), (0.0, radius), (-half, quarter), (-half, -quarter)];
        around.map(|(dx, dy)| (marks::round(x + dx), marks::round(y + dy)))
    }

    fn hexagon(&self, cell: usize, radius: f32) -> Form {
        Form::Polygon { points: Self::corners(self.middle(cell), radius).to_vec() }
    }

    /// Draws the edges of the board that belong to the players.
    fn draw_edges(&self, picture: &mut Picture) {
        const WIDTH: f32 = 0.12;
        let size = self.grid.cols;
        for i in 0..size {
            // cells along the four sides, and the corners between which their outer edges lie
            let edges = [
                (i, [5, 0, 1], Player::First),
                (size * (size - 1) + i, [2, 3, 4], Player::First),
                (i * size, [3, 4, 5], Player::Second),
                (i * size + size - 1, [0, 1, 2], Player::Second),
            ];
            for (cell, [a, b, c], player) in edges {
                let corners = Self::corners(self.middle(cell), RADIUS + WIDTH / 2.0);
                picture.line(marks::area_of(player), corners[a], corners[b], WIDTH);
                picture.line(marks::area_of(player), corners[b], corners[c], WIDTH);
            }
        }
    }

    pub(super) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let chains = record.position();
        let size = self.grid.cols as f32;
        let height = 2.0 * MARGIN + 2.0 * RADIUS + ROW * (size - 1.0);
        let button = if self.swap { BUTTON } else { 0.0 };
        let mut picture = Picture::new(2.0 * MARGIN + size + HALF * (size - 1.0), height + button);
        self.draw_edges(&mut picture);
        for (col, name) in self.grid.files().split(' ').enumerate() {
            let (x, y) = self.middle(col);
            picture.text(Look::Label, (x, y - RADIUS - 0.35), 0.32, name);
        }
        for row in 0..self.grid.rows {
            let (x, y) = self.middle(row * self.grid.cols);
            picture.text(Look::Label, (x - HALF - 0.5, y), 0.32, (self.grid.rows - row).to_string());
        }
        let last = record.moves().last().filter(|&mv| mv != SWAP).map(usize::from);
        for cell in 0..self.grid.cells() {
            let look = if Some(cell) == last { Look::Last } else { Look::Cell };
            picture.draw(look, self.hexagon(cell, RADIUS - 0.04));
        }
        if self.ending(chains).is_some() {
            let winner = chains.turn.other();
            let (own, [from, to]) = (chains.marks[winner.index()], self.cells.sides(winner));
            let chain = self.cells.joined(from, own) & self.cells.joined(to, own);
            let links = (0..self.grid.cells()).filter(|cell| chain >> cell & 1 == 1);
            links.for_each(|cell| picture.draw(Look::Won, self.hexagon(cell, RADIUS - 0.16)));
        }
        for cell in 0..self.grid.cells() {
            if let Some(mark) = chains.mark(cell) {
                marks::mark(&mut picture, marks::player(mark), self.middle(cell), 0.5, 0.11);
            }
            picture.spot(self.grid.name(cell), self.middle(cell), 0.45, self.hexagon(cell, RADIUS));
        }
        if self.can_swap(chains) {
            let at = (picture.width / 2.0, height + BUTTON / 2.0 - 0.1);
            let area = Form::Rect { x: at.0 - 1.0, y: at.1 - 0.4, width: 2.0, height: 0.8 };
            picture.draw(Look::Cell, area.clone());
            picture.text(Look::Text, (at.0 - 0.35, at.1), 0.4, "swap");
            picture.spot("swap", (at.0 + 0.6, at.1), 0.45, area);
        }
        picture
    }

    pub(super) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let chains = record.position();
        let mut parts = vec![];
        for cell in 0..self.grid.cells() {
            if cell > 0 && cell % self.grid.cols == 0 {
                parts.push(Part::fixed("/"));
            }
            let name = self.grid.name(cell);
            let mark = chains.mark(cell).unwrap_or('.');
            parts.push(Part::choice(&name, mark, ['.', 'x', 'o']).at([name]));
        }
        parts.extend(side_to_move(["x", "o"][chains.turn.index()], ["x", "o"]));
        Some(Setup { separator: "", in_order: false, parts })
    }
}
