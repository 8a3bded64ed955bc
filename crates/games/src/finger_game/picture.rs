//! The finger game: the first player's hands below, the second player's above; the mover's are a and b.

use crate::pictures::marks::{self, round};
use crate::{FingerGame, Hands};
use perfectplay_game::picture::{Form, Look, Part, Picture, Point, Setup};
use perfectplay_game::{Game, Player, Record};
use std::f32::consts::PI;

const PALM: f32 = 0.7;
const REACH: f32 = 1.6;
const WIDTH: f32 = 9.0;
const HEIGHT: f32 = 6.4;
const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// The names of a player's hands: they depend on who is to move.
fn names(position: &Hands, player: Player) -> [&'static str; 2] {
    if player == position.turn { ["a", "b"] } else { ["c", "d"] }
}

/// The middle of a palm.
fn palm(player: Player, hand: usize) -> Point {
    const EDGE: f32 = 1.1;
    (3.2 + 3.6 * hand as f32, if player == Player::First { HEIGHT - EDGE } else { EDGE })
}

/// The fingers that can be stretched out, each as its direction, from left to right.
fn fingers(modulus: u8) -> Vec<f32> {
    let count = usize::from(modulus - 1).max(5);
    // ten fingers fit above the palm; more go further round it
    let spread = if count <= 10 { 0.8 * PI } else { 1.3 * PI };
    (0..count).map(|finger| spread * (finger as f32 / (count - 1) as f32 - 0.5)).collect()
}

impl FingerGame {
    fn draw_hand(&self, picture: &mut Picture, player: Player, hand: usize, raised: u8) {
        let (x, y) = palm(player, hand);
        let up = if player == Player::First { -1.0 } else { 1.0 };
        let fingers = fingers(self.modulus);
        let count = fingers.len();
        let width = (2.2 / count as f32).min(0.3);
        for (finger, angle) in fingers.into_iter().enumerate() {
            let (sin, cos) = angle.sin_cos();
            let at = |r: f32| (round(x + r * sin), round(y + up * r * cos));
            // the thumb comes last
            match finger.checked_sub(1).unwrap_or(count - 1) < raised.into() {
                true => picture.line(marks::of(player), at(PALM), at(REACH - width / 2.0), round(0.8 * width)),
                false => picture.line(Look::Rule, at(PALM), at(PALM + 0.22), round(0.5 * width)),
            }
        }
        if raised == 0 {
            picture.circle(Look::DeadArea, (x, y), PALM);
            picture.text(Look::Label, (x, y), 0.4, "free");
        } else {
            picture.circle(marks::area_of(player), (x, y), PALM);
            picture.text(Look::Text, (x, y), 0.7, raised.to_string());
        }
    }
}

impl FingerGame {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        let position = record.position();
        let mut picture = Picture::new(WIDTH, HEIGHT);
        let winner = self.ending(position).map(|_| position.turn.other());
        let last = record.moves().last().map(|(mine, _)| (position.turn.other(), usize::from(mine)));
        for player in PLAYERS {
            picture.text(Look::Label, (0.9, palm(player, 0).1), 0.4, self.player_name(player));
            for (hand, name) in names(position, player).into_iter().enumerate() {
                let (x, y) = palm(player, hand);
                if last == Some((player, hand)) {
                    picture.circle(Look::Last, (x, y), PALM + 0.14);
                }
                if winner == Some(player) {
                    picture.circle(Look::Won, (x, y), PALM + 0.1);
                }
                self.draw_hand(&mut picture, player, hand, position.hands[player.index()][hand]);
                let out = if player == Player::First { 0.9 } else { -0.9 };
                picture.text(Look::Label, (x, y + out), 0.32, name);
                let top = if player == Player::First { HEIGHT / 2.0 } else { 0.0 };
                let area = Form::Rect { x: x - 1.7, y: top, width: 3.4, height: HEIGHT / 2.0 };
                picture.spot(name, (x + 1.15, y + 0.75 * out), 0.5, area);
            }
        }
        picture
    }

    /// The spots to click on for a move.
    pub(crate) fn clicks_of(&self, (mine, theirs): (u8, u8)) -> Vec<String> {
        vec![["a", "b"][mine as usize].to_string(), ["c", "d"][theirs as usize].to_string()]
    }

    /// How a position is put together by clicking.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let position = record.position();
        let mut parts = vec![];
        for (player, between) in [(position.turn, ";"), (position.turn.other(), "")] {
            for ((name, fingers), then) in
                names(position, player).into_iter().zip(position.hands[player.index()]).zip([",", between])
            {
                let choices = (0..self.modulus).map(|fingers| fingers.to_string());
                parts.push(Part::choice(name, fingers.to_string(), choices).at([name.to_string()]));
                parts.extend((!then.is_empty()).then(|| Part::fixed(then)));
            }
        }
        Some(Setup { separator: "", in_order: false, parts })
    }
}
