//! Lines that fit into a window.

use unicode_width::UnicodeWidthStr;

/// The line, broken between words where it is too wide; what goes on is indented as it is. A word that is too wide for a
/// line of its own is left to the terminal.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    if line.width() <= width {
        return vec![line.to_string()];
    }
    let indent: String = line.chars().take_while(|char| *char == ' ').collect();
    let mut lines = vec![];
    let mut current = String::new();
    // blanks inside belong to the word before them, so that columns stay as they are
    for word in line[indent.len()..].split_inclusive(' ') {
        if !current.is_empty() && (current.width() + word.trim_end().width() + indent.width()) > width {
            lines.push(format!("{indent}{}", current.trim_end()));
            current.clear();
        }
        current += word;
    }
    lines.push(format!("{indent}{}", current.trim_end()));
    lines
}

/// How many rows of a window so wide lines take.
pub fn height<'l>(lines: impl Iterator<Item = &'l str>, width: usize) -> usize {
    lines.map(|line| line.width().div_ceil(width.max(1)).max(1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words() {
        assert_eq!(wrapped("That was a mistake.", 19), ["That was a mistake."]);
        assert_eq!(wrapped("That was a mistake.", 18), ["That was a", "mistake."]);
        assert_eq!(wrapped("  win in 3 plies  a b c", 20), ["  win in 3 plies  a", "  b c"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn counts_the_rows_that_a_terminal_needs() {
        assert_eq!(height("".lines(), 10), 0);
        assert_eq!(height("\n12345\n123456".lines(), 5), 1 + 1 + 2);
        assert_eq!(height("积木".lines(), 2), 2);
    }
}
