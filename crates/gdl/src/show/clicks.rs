//! Clicks for moves that name cells of a board.

use super::{Board, parts};
use std::collections::BTreeMap;

/// For each move, the spots that are clicked: the cells that it names. Moves that could not be told apart like that are spots of their own.
pub fn clicks(boards: &[Board], moves: &[String]) -> Vec<Vec<String>> {
    let mut clicks: Vec<Vec<String>> = moves.iter().map(|text| cells(boards, text)).collect();
    let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    // who has clicked all of one move must not be on the way to another
    for list in &clicks {
        (1..=list.len()).for_each(|length| *counts.entry(list[..length].to_vec()).or_default() += 1);
    }
    for (list, text) in clicks.iter_mut().zip(moves) {
        if list.is_empty() || counts[list] > 1 {
            *list = vec![text.clone()];
        }
    }
    clicks
}

/// The spots of the cells that a move names, each once in a row.
fn cells(boards: &[Board], text: &str) -> Vec<String> {
    let Some((_, words)) = parts(text) else { return vec![] };
    let (mut spots, mut at) = (vec![], 0);
    while at + 1 < words.len() {
        let cell = boards.iter().find_map(|board| Some(board.spot(board.cell(&words[at], &words[at + 1])?)));
        at += if cell.is_some() { 2 } else { 1 };
        spots.extend(cell);
    }
    spots.dedup();
    spots
}

impl Board {
    /// The name of the spot of a cell.
    pub fn spot(&self, cell: usize) -> String {
        let (column, row) = (&self.columns[cell % self.columns.len()], &self.rows[cell / self.columns.len()]);
        let (one, other) = if self.column_first { (column, row) } else { (row, column) };
        format!("{} {one} {other}", self.name)
    }
}
