//! Values of whole games.

use crate::data::{Solved, folder, read, rows, visit};
use perfectplay_gdl::Objective;

#[test]
fn values_of_our_own_sheets() {
    for row in rows(&folder().join("reference.tsv")) {
        let text = read(&folder().join(&row["file"]));
        let (_, goal, states, finished) = visit(&text, Objective::Both, Solved).unwrap();
        let expected = ["value_role1", "states", "terminal_states"].map(|name| row[name].clone());
        assert_eq!([goal.to_string(), states.to_string(), finished.to_string()], expected, "{}", row["file"]);
    }
}
