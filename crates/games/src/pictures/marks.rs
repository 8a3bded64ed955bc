//! What belongs to one of the players: marks, stones, areas.

use perfectplay_game::Player;
use perfectplay_game::picture::{Form, Look, Picture, Point};
use std::f32::consts::TAU;

/// The look of something that a player has.
pub fn of(player: Player) -> Look {
    match player {
        Player::First => Look::First,
        Player::Second => Look::Second,
    }
}

/// The look of what a player has captured.
pub fn area_of(player: Player) -> Look {
    match player {
        Player::First => Look::FirstArea,
        Player::Second => Look::SecondArea,
    }
}

/// The player whose mark is written so.
pub fn player(mark: char) -> Player {
    if mark == 'x' { Player::First } else { Player::Second }
}

/// Draws × for the first player or ○ for the second, as large and as thick as this.
pub fn mark(picture: &mut Picture, player: Player, (x, y): Point, size: f32, width: f32) {
    let arm = (size - width) / 2.0;
    match player {
        Player::First => {
            picture.line(Look::First, (x - arm, y - arm), (x + arm, y + arm), width);
            picture.line(Look::First, (x - arm, y + arm), (x + arm, y - arm), width);
        }
        Player::Second => ring(picture, Look::Second, (x, y), size / 2.0, width),
    }
}

/// Draws a ring: an outline round the outside, then back along the inside.
fn ring(picture: &mut Picture, look: Look, (x, y): Point, r: f32, width: f32) {
    let corners = if r > 1.0 { 72 } else { 24 };
    let corner = |r: f32, i: usize| {
        let (sin, cos) = (i as f32 * TAU / corners as f32).sin_cos();
        (round(x + r * cos), round(y + r * sin))
    };
    let outside = (0..=corners).map(|i| corner(r, i));
    let inside = (0..=corners).rev().map(|i| corner(r - width, i));
    picture.draw(look, Form::Polygon { points: outside.chain(inside).collect() });
}

/// To a thousandth, which keeps texts of pictures short.
pub fn round(length: f32) -> f32 {
    (length * 1000.0).round() / 1000.0
}
