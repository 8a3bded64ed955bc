//! Sections of a text that are generated, between two comments each.

/// The text with this section replaced; a section that is not there yet is added at the end.
pub fn replace(text: &str, name: &str, body: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- measured: {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let section = format!("{begin}{}\n{end}", body.trim_end());
    let Some((before, rest)) = text.split_once(&begin) else {
        return Ok(format!("{}\n\n{section}", text.trim_end()));
    };
    let (_, after) = rest.split_once(&end).ok_or_else(|| format!("expected {} after {}", end.trim(), begin.trim()))?;
    Ok(format!("{before}{section}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_added_and_replaced() {
        let text = "# Title\n\nWords.\n";
        let one = replace(text, "a", "| 1 |\n").unwrap();
        assert_eq!(one, "# Title\n\nWords.\n\n<!-- measured: a -->\n| 1 |\n<!-- end of a -->\n");
        let two = replace(&one, "b", "| 2 |").unwrap() + "\nMore words.\n";
        let changed = replace(&two, "a", "| 3 |\n").unwrap();
        assert_eq!(changed, two.replace("| 1 |", "| 3 |"));
        assert_eq!(replace(&changed, "a", "| 1 |").unwrap(), two);
    }

    #[test]
    fn must_have_an_end() {
        let refused = replace("<!-- measured: a -->\n| 1 |\n\nWords.\n", "a", "| 2 |").unwrap_err();
        assert_eq!(refused, "expected <!-- end of a --> after <!-- measured: a -->");
    }
}
