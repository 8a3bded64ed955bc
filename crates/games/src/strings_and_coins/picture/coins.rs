//! Any graph: coins in a circle, strings between them, and strings to the ground outwards.

use super::between;
use crate::StringsAndCoins;
use crate::pictures::marks::{area_of, of, round};
use perfectplay_game::picture::{Form, Look, Picture, Point};
use perfectplay_game::{Game, Record};
use std::f32::consts::{PI, TAU};

const COIN: f32 = 0.4;
/// From coin to coin along the circle, and between strings that go the same way.
const SPACING: f32 = 2.0;
const APART: f32 = 0.3;
const EDGE: f32 = 0.3;

/// A string in the picture, as its two ends.
type Ends = (Point, Point);

pub fn picture(game: &StringsAndCoins, record: &Record<StringsAndCoins>) -> Picture {
    let mut coins = circle(game.labels.len());
    let mut strings = strings(game, &coins);
    let points = || coins.iter().copied().chain(strings.iter().flat_map(|&(from, to)| [from, to]));
    let reach = COIN + EDGE;
    let low = points().fold((f32::MAX, f32::MAX), |low, (x, y)| (low.0.min(x), low.1.min(y)));
    let high = points().fold((f32::MIN, f32::MIN), |high, (x, y)| (high.0.max(x), high.1.max(y)));
    let moved = |(x, y): Point| (round(x - low.0 + reach), round(y - low.1 + reach));
    let mut picture = Picture::new(high.0 - low.0 + 2.0 * reach, high.1 - low.1 + 2.0 * reach);
    coins.iter_mut().for_each(|coin| *coin = moved(*coin));
    strings.iter_mut().for_each(|(from, to)| (*from, *to) = (moved(*from), moved(*to)));

    let last = record.moves().last().map(usize::from);
    for (string, &(from, to)) in strings.iter().enumerate() {
        match record.position().cut >> string & 1 == 1 {
            true if last == Some(string) => picture.line(Look::Last, from, to, 0.1),
            true => picture.line(Look::Rule, from, to, 0.03),
            false => picture.line(Look::Piece, from, to, 0.1),
        }
        if game.strings[string].ends.contains(&None) {
            picture.circle(Look::Peg, to, 0.1);
        }
    }
    for ((&at, owner), label) in coins.iter().zip(game.owners(record)).zip(&game.labels) {
        let size = (1.2 / label.chars().count() as f32).min(0.4);
        match owner {
            Some(player) => {
                picture.circle(area_of(player), at, COIN);
                picture.text(of(player), at, 0.5, game.player_name(player));
            }
            None => {
                picture.circle(Look::Peg, at, COIN);
                picture.circle(Look::Cell, at, COIN - 0.05);
                picture.text(Look::Text, at, size, label);
            }
        }
    }
    add_spots(&mut picture, game, &coins, &strings);
    picture
}

/// So many points on a circle, the first at the top.
fn circle(count: usize) -> Vec<Point> {
    let radius = if count == 1 { 0.0 } else { (SPACING * count as f32 / TAU).max(SPACING / 2.0) };
    let point = |n: usize| {
        let (sin, cos) = (TAU * n as f32 / count as f32).sin_cos();
        (radius * sin, -radius * cos)
    };
    (0..count).map(point).collect()
}

/// Where the strings are: those between the same two coins side by side, those from a coin to the ground like a fan.
fn strings(game: &StringsAndCoins, coins: &[Point]) -> Vec<Ends> {
    let pair = |string: usize| {
        let [a, b] = game.strings[string].ends;
        (a.max(b).expect("a coin"), a.min(b))
    };
    let ends = |string: usize| {
        let alike: Vec<usize> = (0..game.strings.len()).filter(|&other| pair(other) == pair(string)).collect();
        let (count, before) = (alike.len() as f32, alike.iter().filter(|&&other| other < string).count() as f32);
        let (coin, other) = pair(string);
        let at = coins[coin];
        let Some(other) = other else {
            // within its share of the circle, and long enough for all to be apart at their ends
            let spread =
                if coins.len() == 1 { TAU * (1.0 - 1.0 / count) } else { (PI / coins.len() as f32).min(0.6) * 1.8 };
            let step = if count > 1.0 { (spread / (count - 1.0)).min(0.6) } else { 0.0 };
            let angle = TAU * coin as f32 / coins.len() as f32 + step * (before - (count - 1.0) / 2.0);
            let length = if count > 1.0 { (1.5 * APART / step).max(1.4) } else { 1.4 };
            return (at, (at.0 + length * angle.sin(), at.1 - length * angle.cos()));
        };
        let (dx, dy) = (coins[other].0 - at.0, coins[other].1 - at.1);
        let apart = APART.min(1.6 * COIN / (count - 1.0).max(1.0)) * (before - (count - 1.0) / 2.0) / dx.hypot(dy);
        let aside = |(x, y): Point| (x - apart * dy, y + apart * dx);
        (aside(at), aside(coins[other]))
    };
    (0..game.strings.len()).map(ends).collect()
}

/// The sign of a string stands where it is far from other strings and coins; its area leaves the signs of others free.
fn add_spots(picture: &mut Picture, game: &StringsAndCoins, coins: &[Point], strings: &[Ends]) {
    const SHARES: [f32; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75];
    let others = |string: usize| strings.iter().enumerate().filter(move |&(other, _)| other != string);
    let room = |string: usize, at: Point| {
        let coins = coins.iter().map(|coin| distance(at, (*coin, *coin)) - COIN);
        others(string).map(|(_, &ends)| distance(at, ends)).chain(coins).fold(0.5, f32::min)
    };
    let sign = |string: usize| {
        let (from, to) = strings[string];
        let points = SHARES.map(|share| between(from, to, share));
        // the first of the best ones
        points.into_iter().rev().max_by(|&a, &b| room(string, a).total_cmp(&room(string, b))).expect("a point")
    };
    let signs: Vec<Point> = (0..strings.len()).map(sign).collect();
    for (string, &(from, to)) in strings.iter().enumerate() {
        let free = others(string).map(|(other, _)| distance(signs[other], (from, to))).fold(0.5, f32::min);
        let size = room(string, signs[string]).max(0.1);
        let area = Form::line(between(from, to, 0.1), between(from, to, 0.95), 0.9 * free);
        picture.spot(game.spot_name(string), signs[string], size, area);
    }
}

/// How far a point is from a string.
fn distance((x, y): Point, ((x1, y1), (x2, y2)): Ends) -> f32 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx * dx + dy * dy;
    let share = if length == 0.0 { 0.0 } else { ((x - x1) * dx + (y - y1) * dy) / length };
    let (x0, y0) = between((x1, y1), (x2, y2), share.clamp(0.0, 1.0));
    (x - x0).hypot(y - y0)
}
