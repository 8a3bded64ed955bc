//! Checks of what games draw, and of what can be clicked there.

use super::{Sample, Violation, broken};
use crate::picture::{Form, Picture, Point, Setup, Spot};
use crate::{Hints, Notation, Record};
use std::collections::{HashMap, HashSet};

/// Rounding of coordinates.
const SLACK: f32 = 1e-3;

/// Pictures: all lies within them; each legal move has clicks of its own on spots that are there, and none begins with
/// those of another; a sign stands in the area of its own spot alone; and the parts of a set-up make up the position.
///
/// # Errors
///
/// If one of these is not so.
pub fn picture<G: Hints + Notation>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let position = record.position();
        let picture = game.picture(record);
        if let Some(detail) = outside(&picture) {
            return broken(position, "all lies within the picture", detail);
        }
        let spots: HashMap<&str, &Spot> = picture.spots.iter().map(|spot| (spot.name.as_str(), spot)).collect();
        if spots.len() != picture.spots.len() {
            return broken(position, "each spot has a name of its own", "one is there twice");
        }
        let mut clicks: Vec<Vec<String>> = game.moves(position).map(|mv| game.clicks(mv)).collect();
        let mut clicked: Vec<&str> = clicks.iter().flatten().map(String::as_str).collect();
        clicked.sort_unstable();
        clicked.dedup();
        if let Some(detail) = muddled(&spots, &clicked) {
            return broken(position, "clicks are on spots of the picture, which can be told apart", detail);
        }
        clicks.sort_unstable();
        // in this order the clicks that begin another list stand right before one that begins with them
        if clicks.iter().any(Vec::is_empty) || clicks.windows(2).any(|pair| pair[1].starts_with(&pair[0])) {
            return broken(position, "each move has clicks of its own", format!("they are {clicks:?}"));
        }
        let Some(setup) = game.setup(record) else { return Ok(()) };
        let to_set: Vec<&str> = setup.parts.iter().flat_map(|part| &part.spots).map(String::as_str).collect();
        if let Some(detail) = muddled(&spots, &to_set) {
            return broken(position, "parts are set on spots of the picture, which can be told apart", detail);
        }
        match unset(game, record, &setup) {
            Some(detail) => broken(position, "the parts of a set-up make up the position", detail),
            None => Ok(()),
        }
    })
}

/// What lies outside the picture.
fn outside(picture: &Picture) -> Option<String> {
    let fits = |(low, high): (Point, Point)| {
        low.0 >= -SLACK && low.1 >= -SLACK && high.0 <= picture.width + SLACK && high.1 <= picture.height + SLACK
    };
    let sign = |spot: &Spot| extent(&Form::square((spot.x, spot.y), spot.size));
    let shape = picture.shapes.iter().find(|shape| !fits(extent(&shape.form)));
    let spot = picture.spots.iter().find(|spot| !fits(extent(&spot.area)) || !fits(sign(spot)) || spot.size <= 0.0);
    shape.map(|shape| format!("{shape:?} does not")).or(spot.map(|spot| format!("{spot:?} does not")))
}

/// What is wrong with spots that can be clicked at the same time.
fn muddled(spots: &HashMap<&str, &Spot>, names: &[&str]) -> Option<String> {
    if let Some(missing) = names.iter().find(|name| !spots.contains_key(*name)) {
        return Some(format!("there is no spot {missing:?}"));
    }
    let together: Vec<&Spot> = names.iter().map(|name| spots[name]).collect();
    for spot in &together {
        let at = (spot.x, spot.y);
        if let Some(taker) = together.iter().find(|other| contains(&other.area, at) != (other.name == spot.name)) {
            return Some(format!("the sign of {:?} is wrong for the area of {:?}", spot.name, taker.name));
        }
    }
    None
}

/// Why a set-up does not tell the position that the record has reached.
fn unset<G: Notation>(game: &G, record: &Record<G>, setup: &Setup) -> Option<String> {
    for part in &setup.parts {
        let different: HashSet<&String> = part.choices.iter().collect();
        let is_right = match part.choices.is_empty() {
            true => part.spots.is_empty() && !part.text.is_empty(),
            false => part.choices.contains(&part.text) && different.len() == part.choices.len(),
        };
        if !is_right {
            return Some(format!("{part:?}"));
        }
    }
    let text = setup.text();
    let read = match game.read_position(&text) {
        Ok(read) => read,
        Err(error) => return Some(format!("{text:?} is refused: {error}")),
    };
    let is_same = match game.tells_turn() {
        true => read.position() == record.position() && read.lead(game) == record.lead(game),
        false => game.write_position(&read) == game.write_position(record),
    };
    (!is_same).then(|| format!("{text:?} is read as {:?}", read.position()))
}

/// The least and the largest coordinates of an outline.
fn extent(form: &Form) -> (Point, Point) {
    let around = |x: f32, y: f32, dx: f32, dy: f32| ((x - dx, y - dy), (x + dx, y + dy));
    match form {
        &Form::Rect { x, y, width, height } => ((x, y), (x + width, y + height)),
        &Form::Circle { x, y, r } => around(x, y, r, r),
        &Form::Line { x1, y1, x2, y2, width } => {
            let (dx, dy) = ((x1 - x2).abs() + width, (y1 - y2).abs() + width);
            around((x1 + x2) / 2.0, (y1 + y2) / 2.0, dx / 2.0, dy / 2.0)
        }
        Form::Polygon { points } => {
            let (xs, ys) = (points.iter().map(|p| p.0), points.iter().map(|p| p.1));
            (
                (xs.clone().fold(f32::MAX, f32::min), ys.clone().fold(f32::MAX, f32::min)),
                (xs.fold(f32::MIN, f32::max), ys.fold(f32::MIN, f32::max)),
            )
        }
        // letters are half as wide as high, more or less
        Form::Text { x, y, size, text } => around(*x, *y, size * text.chars().count() as f32 / 4.0, size / 2.0),
    }
}

/// Whether a point lies within an outline.
fn contains(form: &Form, (x, y): Point) -> bool {
    match form {
        &Form::Line { x1, y1, x2, y2, width } => {
            let (dx, dy) = (x2 - x1, y2 - y1);
            let along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
            let (x0, y0) = (x1 + along.clamp(0.0, 1.0) * dx, y1 + along.clamp(0.0, 1.0) * dy);
            (x - x0).hypot(y - y0) <= width / 2.0
        }
        &Form::Circle { x: x0, y: y0, r } => (x - x0).hypot(y - y0) <= r,
        Form::Polygon { points } => {
            let sides = points.iter().zip(points.iter().cycle().skip(1));
            let crossed = |&(&(x1, y1), &(x2, y2)): &(&Point, &Point)| {
                (y1 > y) != (y2 > y) && x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
            };
            sides.filter(crossed).count() % 2 == 1
        }
        Form::Rect { .. } | Form::Text { .. } => {
            let (low, high) = extent(form);
            (low.0..=high.0).contains(&x) && (low.1..=high.1).contains(&y)
        }
    }
}
