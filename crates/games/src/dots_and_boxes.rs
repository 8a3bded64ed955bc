//! Dots and Boxes: draw lines between neighbouring dots of a grid; completing boxes scores them and gives another move.

use crate::canvas::Canvas;
use crate::grid::Grid;
use crate::strings_and_coins::{MAX_STRINGS, StringsAndCoins, from_drawing, is_drawn};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Game, Player};

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("dots-and-boxes")
        .aliases(&["dots", "boxes", "dots-boxes", "dab"])
        .title("Dots and Boxes")
        .summary("draw lines in a grid of dots; completing a box gives another move")
        .rules(
            "A grid of rows × cols boxes has dots at its corners, numbered row by row from the top left. A and B draw \
             one line in turn between two neighbouring dots. Completing one or two boxes scores them and gives another \
             move. More boxes win.",
        )
        .notation(
            "A move names the two dots of a line, in either order: 1-2. A position is the lines drawn in order, \
             separated by commas: 1-2,2-5.",
        )
        .example("perfectplay solve dots-and-boxes --set rows=2 --set cols=2 --moves 1-2,1-4")
        .scene("1-2,1-4,4-5,2-5,6-9,5-8")
        .option("rows", Kind::Int(1, 20), "2", "rows of boxes; at most 63 lines in all, such as 5 × 5 boxes")
        .option("cols", Kind::Int(1, 20), "2", "columns of boxes")
        .size(&["cols", "rows"]);
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let (rows, cols) = (options.int("rows") as usize, options.int("cols") as usize);
    let lines = rows * (cols + 1) + cols * (rows + 1);
    if lines > MAX_STRINGS {
        return Err(OptionError::value("rows", format!("at most {MAX_STRINGS} lines"), format!("{lines} lines")));
    }
    let game = dots_and_boxes(rows, cols);
    Ok(visitor.visit(game, options))
}

/// Dots and Boxes with so many rows and columns of boxes, and at most 63 lines.
///
/// # Panics
///
/// If there is no box, or there are more lines.
pub fn dots_and_boxes(rows: usize, cols: usize) -> StringsAndCoins {
    assert!(rows >= 1 && cols >= 1, "at least one box");
    let dots = Grid { rows: rows + 1, cols: cols + 1 };
    let dot = |row, col| row * dots.cols + col + 1;
    let mut lines = vec![];
    let mut boxes = vec![];
    for row in 0..=rows {
        for col in 0..=cols {
            if col < cols {
                lines.push((dot(row, col), dot(row, col + 1)));
            }
            if row < rows {
                lines.push((dot(row, col), dot(row + 1, col)));
            }
            if row < rows && col < cols {
                let (a, b, c, d) = (dot(row, col), dot(row, col + 1), dot(row + 1, col), dot(row + 1, col + 1));
                boxes.push(vec![(a, b), (a, c), (b, d), (c, d)]);
            }
        }
    }
    let from_one = |map: Vec<usize>| std::iter::once(0).chain(map.into_iter().map(|dot| dot + 1)).collect();
    let symmetries: Vec<Vec<usize>> = dots.symmetries().into_iter().map(from_one).collect();
    let points = (0..dots.cells()).map(|dot| ((dot % dots.cols) as f32, (dot / dots.cols) as f32)).collect();
    from_drawing(&lines, &boxes, &symmetries, points, draw)
}

fn draw(game: &StringsAndCoins, cut: u64, owners: &[Option<Player>]) -> String {
    // the first dot is joined to its right and lower neighbours; the latter tells the width
    let below_first = (0..game.strings()).map(|s| game.name(s)).filter(|name| name[0] == "1").map(|name| &name[1]);
    let width = below_first.map(|dot| dot.parse::<usize>().expect("a number")).max().expect("a line") - 1;
    let boxes_across = width - 1;
    let rows = owners.len() / boxes_across;
    let mut canvas = Canvas::default();
    for row in 0..=rows {
        for col in 0..width {
            let (here, x, y) = (row * width + col + 1, 6 * col, 2 * row);
            canvas.put(y, x, &here.to_string());
            if col < boxes_across && is_drawn(game, cut, here, here + 1) {
                canvas.put(y, x + 2, "───");
            }
            if row < rows && is_drawn(game, cut, here, here + width) {
                canvas.put(y + 1, x, "│");
            }
            if row < rows && col < boxes_across {
                let owner = owners[row * boxes_across + col];
                canvas.put(y + 1, x + 3, owner.map_or(" ", |player| game.player_name(player)));
            }
        }
    }
    canvas.to_string()
}
