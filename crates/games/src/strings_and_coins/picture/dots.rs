//! A drawing: numbered dots, the lines between them, and the regions that were completed.

use super::{between, middle};
use crate::StringsAndCoins;
use crate::pictures::marks::{area_of, of, round};
use crate::strings_and_coins::Layout;
use perfectplay_game::picture::{Form, Look, Picture, Point};
use perfectplay_game::{Game, Record};

/// From dot to dot, and around all of them.
const SPACING: f32 = 1.6;
const EDGE: f32 = 0.6;

pub fn picture(game: &StringsAndCoins, layout: &Layout, record: &Record<StringsAndCoins>) -> Picture {
    let dot = |name: usize| {
        let (x, y) = layout.dots[name - 1];
        (round(EDGE + SPACING * x), round(EDGE + SPACING * y))
    };
    let dots: Vec<Point> = (1..=layout.dots.len()).map(dot).collect();
    let (right, bottom) = dots.iter().fold((0.0, 0.0), |(right, bottom), &(x, y)| (x.max(right), y.max(bottom)));
    let mut picture = Picture::new(right + EDGE, bottom + EDGE);

    let corners: Vec<Vec<Point>> =
        layout.regions.iter().map(|region| region.iter().map(|&n| dot(n)).collect()).collect();
    for (corners, owner) in corners.iter().zip(game.owners(record)) {
        let Some(player) = owner else { continue };
        picture.draw(area_of(player), Form::Polygon { points: in_circle(corners) });
        picture.text(of(player), middle(corners), 0.55, game.player_name(player));
    }
    let cut = record.position().cut;
    let last = record.moves().last().map(usize::from);
    for (string, &(from, to)) in layout.lines.iter().enumerate() {
        let (from, to) = (dot(from), dot(to));
        match cut >> string & 1 == 1 {
            true if last == Some(string) => picture.line(Look::Last, from, to, 0.16),
            true => picture.line(Look::Piece, from, to, 0.12),
            false => picture.line(Look::Rule, from, to, 0.03),
        }
        // a diamond that reaches to the middles of the regions; there is none on the ground's side
        let half = between(from, to, 0.5);
        let regions = game.strings[string].ends.iter().flatten().map(|&coin| middle(&corners[coin]));
        let mut sides: Vec<Point> = regions.collect();
        if let [only] = sides[..] {
            sides.push(between(only, half, 1.6));
        }
        let points = [from, sides[0], to, sides[1]].map(|(x, y)| (round(x), round(y))).to_vec();
        picture.spot(game.spot_name(string), half, 0.5, Form::Polygon { points });
    }
    // where no line goes
    let (dx, dy) = if layout.regions[0].len() == 3 { (0.0, -0.34) } else { (-0.24, -0.24) };
    for (dot, &(x, y)) in dots.iter().enumerate() {
        picture.circle(Look::Peg, (x, y), 0.12);
        picture.text(Look::Label, (x + dx, y + dy), 0.22, (dot + 1).to_string());
    }
    picture
}

/// The corners of a convex region, one after the other around its middle.
fn in_circle(corners: &[Point]) -> Vec<Point> {
    let (x, y) = middle(corners);
    let mut corners = corners.to_vec();
    corners.sort_by(|a, b| (a.1 - y).atan2(a.0 - x).total_cmp(&(b.1 - y).atan2(b.0 - x)));
    corners
}
