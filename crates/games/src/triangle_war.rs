//! Triangle War (POJ 1085): draw lines between neighbouring dots of a triangle; completing triangles scores them and
//! gives another move.

use crate::canvas::Canvas;
use crate::strings_and_coins::{StringsAndCoins, from_drawing, is_drawn};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Game, Player};

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("triangle-war")
        .aliases(&["triangle", "triangles"])
        .title("Triangle War")
        .summary("draw lines in a triangle of dots; completing a triangle gives another move (POJ 1085)")
        .rules(
            "The dots of a triangle are numbered row by row. A and B draw one line in turn between two neighbouring \
             dots. Completing one or two small triangles scores them and gives another move. More triangles win.",
        )
        .notation(
            "A move names the two dots of a line, in either order: 1-2. A position is the lines drawn in order, \
             separated by commas: 1-2,2-3.",
        )
        .example("perfectplay solve triangle-war --position 2-4,4-5,5-9,3-6,2-5,3-5")
        .scene("2-4,4-5,5-9,3-6,2-5,3-5,1-2,1-3")
        .option("side", Kind::Int(1, 6), "3", "lines along each side");
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let game = triangle_war(options.int("side") as usize);
    Ok(visitor.visit(game, options))
}

/// The number of the dot in this row and column, both from 0.
fn dot(row: usize, col: usize) -> usize {
    row * (row + 1) / 2 + col + 1
}

/// Triangle War with so many lines along each side, 1 to 6.
///
/// # Panics
///
/// If there are fewer or more.
pub fn triangle_war(side: usize) -> StringsAndCoins {
    assert!((1..=6).contains(&side), "a side of 1 to 6 lines");
    let mut lines = vec![];
    let mut triangles = vec![];
    for row in 0..side {
        for col in 0..=row {
            let (top, left, right) = (dot(row, col), dot(row + 1, col), dot(row + 1, col + 1));
            lines.extend([(top, left), (top, right), (left, right)]);
            triangles.push(vec![(top, left), (top, right), (left, right)]);
            if col < row {
                let next = dot(row, col + 1);
                triangles.push(vec![(top, next), (top, right), (next, right)]);
            }
        }
    }
    // a dot is named by its distances from the three sides; permuting these turns and reflects the triangle
    let orders = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let symmetries = orders.map(|order| {
        let mut map = vec![0; dot(side, side) + 1];
        for row in 0..=side {
            for col in 0..=row {
                let distances = [side - row, row - col, col];
                let turned = order.map(|i| distances[i]);
                map[dot(row, col)] = dot(side - turned[0], turned[2]);
            }
        }
        map
    });
    let point = |row: usize, col: usize| (col as f32 + (side - row) as f32 / 2.0, 0.75f32.sqrt() * row as f32);
    let dots = (0..=side).flat_map(|row| (0..=row).map(move |col| point(row, col))).collect();
    from_drawing(&lines, &triangles, &symmetries, dots, draw)
}

fn draw(game: &StringsAndCoins, cut: u64, owners: &[Option<Player>]) -> String {
    let side = (1..).find(|side| side * (side + 1) / 2 * 3 == game.strings()).expect("a triangle");
    let mut canvas = Canvas::default();
    let mut taken = owners.iter();
    for row in 0..=side {
        for col in 0..=row {
            let (here, x, y) = (dot(row, col), 4 * (side - row) + 8 * col, 2 * row);
            canvas.put(y, x, &here.to_string());
            if col < row && is_drawn(game, cut, here, dot(row, col + 1)) {
                canvas.put(y, x + 3, "───");
            }
            if row == side {
                continue;
            }
            let slope = |to, sign| if is_drawn(game, cut, here, to) { sign } else { "·" };
            canvas.put(y + 1, x - 2, slope(dot(row + 1, col), "╱"));
            canvas.put(y + 1, x + 2, slope(dot(row + 1, col + 1), "╲"));
            // the triangle below this dot, and the one to its right
            let columns = if col < row { vec![x, x + 4] } else { vec![x] };
            for (column, owner) in columns.into_iter().zip(&mut taken) {
                canvas.put(y + 1, column, owner.map_or(" ", |player| game.player_name(player)));
            }
        }
    }
    canvas.to_string()
}
