//! Numbers of sequences and positions, by depth.

use crate::data::{Layers, folder, numbers, read, rows, visit};
use perfectplay_gdl::Objective;

#[test]
fn sequences_and_positions_of_our_own_sheets() {
    let rows = rows(&folder().join("reference.tsv"));
    assert_eq!(rows.len(), 10);
    for row in rows {
        let text = read(&folder().join(&row["file"]));
        let (sequences, distinct) = (numbers(&row["sequences_d1.."]), numbers(&row["distinct_d1.."]));
        let layers = visit(&text, Objective::Both, Layers(sequences.len())).unwrap();
        for (at, layer) in layers.iter().enumerate() {
            assert_eq!(Some(layer.sequences), sequences[at], "{} {at}", row["file"]);
            assert_eq!(Some(layer.distinct), distinct[at], "{} {at}", row["file"]);
        }
    }
}
