//! Strings and coins: dots and lines where the game is one of a drawing, else coins and strings.

mod coins;
mod dots;

use crate::StringsAndCoins;
use perfectplay_game::picture::{Part, Picture, Point, Setup};
use perfectplay_game::{Game, Notation, Record};

impl StringsAndCoins {
    /// The name of the spot of a string: its text, and a number if others have that text, too.
    fn spot_name(&self, string: usize) -> String {
        let text = self.write_move(string as u8);
        match self.same_name_before[string].count_ones() {
            0 => text,
            before => format!("{text}#{}", before + 1),
        }
    }
}

impl StringsAndCoins {
    /// What a position looks like.
    pub(crate) fn picture_of(&self, record: &Record<Self>) -> Picture {
        match &self.layout {
            Some(layout) => dots::picture(self, layout, record),
            None => coins::picture(self, record),
        }
    }

    /// The spots to click on for a move.
    pub(crate) fn clicks_of(&self, string: u8) -> Vec<String> {
        vec![self.spot_name(string.into())]
    }

    /// The strings that are cut, in order, and then the others.
    pub(crate) fn setup_of(&self, record: &Record<Self>) -> Option<Setup> {
        let made = record.moves().collect();
        let cut = if *record.first() == self.start() { Some(made) } else { self.moves_to(record.position()) }?;
        let uncut = (0..self.strings.len() as u8).filter(|string| !cut.contains(string));
        let part = |string: u8| {
            let text = self.write_move(string);
            let now = if cut.contains(&string) { text.as_str() } else { "" };
            Part::choice(&text, now, ["", &text]).at([self.spot_name(string.into())])
        };
        let parts = cut.iter().copied().chain(uncut).map(part).collect();
        Some(Setup { separator: ",", in_order: true, parts })
    }
}

fn between((x1, y1): Point, (x2, y2): Point, share: f32) -> Point {
    (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
}

/// The middle of some points.
fn middle(points: &[Point]) -> Point {
    let sum = points.iter().fold((0.0, 0.0), |sum: Point, point| (sum.0 + point.0, sum.1 + point.1));
    (sum.0 / points.len() as f32, sum.1 / points.len() as f32)
}
