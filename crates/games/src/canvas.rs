//! Drawings made of characters.

/// Rows of characters that grow as needed.
#[derive(Default)]
pub struct Canvas(Vec<Vec<char>>);

impl Canvas {
    /// Writes a text from this column on.
    pub fn put(&mut self, row: usize, col: usize, text: &str) {
        self.0.resize(self.0.len().max(row + 1), vec![]);
        let line = &mut self.0[row];
        line.resize(line.len().max(col + text.chars().count()), ' ');
        for (old, char) in line[col..].iter_mut().zip(text.chars()) {
            *old = char;
        }
    }
}

/// The rows without blanks at their ends.
impl std::fmt::Display for Canvas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rows: Vec<String> =
            self.0.iter().map(|row| row.iter().collect::<String>().trim_end().to_string()).collect();
        f.write_str(&rows.join("\n"))
    }
}
