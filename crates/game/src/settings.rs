//! What people type to set the options of a game: `KEY=VALUE`, several of them with commas between, and sizes such as `7x6`.

use crate::options::{Kind, OptionError};
use crate::registry::About;

impl About {
    /// The settings that are meant by texts such as `cols=5,rows=4`, `weights=1,2,3,k=3` or `7x6,k=5`, each an option and its value.
    ///
    /// A comma begins a new setting before a `KEY=` of the game, and before a size behind numbers; elsewhere it belongs to the value. A size, columns by rows, sets the
    /// options that the game has for it.
    ///
    /// # Errors
    ///
    /// If a text is neither of the two. Whether there are such options, and what they take, is not asked here.
    pub fn read_settings<S: AsRef<str>>(&self, texts: &[S]) -> Result<Vec<(String, String)>, OptionError> {
        let mut settings = vec![];
        for text in texts.iter().flat_map(|text| self.apart(text.as_ref())) {
            match (text.split_once('='), size(&text)) {
                (Some((key, value)), _) => settings.push((key.trim().to_string(), value.trim().to_string())),
                (None, Some(size)) => settings.extend(self.of_size(size, &text)?),
                (None, None) => return Err(OptionError::NoSetting { sizes: self.sample_size(), found: text }),
            }
        }
        Ok(settings)
    }

    /// One text taken apart into settings.
    fn apart(&self, text: &str) -> Vec<String> {
        let mut settings: Vec<String> = vec![];
        for piece in text.split(',') {
            match settings.last_mut() {
                Some(last) if !self.begins(piece, last) => *last += &format!(",{piece}"),
                _ => settings.push(piece.to_string()),
            }
        }
        settings
    }

    /// Whether a piece behind a comma is a setting of its own, and does not belong to the one before it.
    fn begins(&self, piece: &str, before: &str) -> bool {
        let kind = |text: &str| {
            let key = text.split('=').next().unwrap_or_default().trim();
            self.options.iter().find(|spec| spec.name == key).map(|spec| &spec.kind)
        };
        match piece.split_once('=') {
            // no number has an equals sign in it, so there an option is meant that the game does not have
            Some((key, _)) => kind(key).is_some() || !matches!(kind(before), Some(Kind::Text | Kind::Choice(_))),
            // nor is a size a number
            None => size(piece).is_some() && matches!(kind(before), Some(Kind::Int(..) | Kind::Ints(..))),
        }
    }

    /// The settings of a size.
    fn of_size(&self, [cols, rows]: [&str; 2], found: &str) -> Result<Vec<(String, String)>, OptionError> {
        match &self.size[..] {
            [of_cols, of_rows] => Ok(vec![(of_cols.clone(), cols.to_string()), (of_rows.clone(), rows.to_string())]),
            [both] if cols == rows => Ok(vec![(both.clone(), cols.to_string())]),
            [both] => Err(OptionError::value(both, "as many columns as rows", found)),
            _ => {
                let (game, known) = (self.name.clone(), self.known_options());
                Err(OptionError::NoSize { game, known, found: found.to_string() })
            }
        }
    }

    /// The size that the game has by default, as it would be typed, if it has one.
    pub fn sample_size(&self) -> Option<String> {
        let default = |name: &String| self.options.iter().find(|spec| spec.name == *name).map(|spec| &spec.default[..]);
        let sides: Vec<&str> = self.size.iter().filter_map(default).collect();
        sides.first().zip(sides.last()).map(|(cols, rows)| format!("{cols}x{rows}"))
    }
}

/// The columns and rows of a text such as `7x6`.
fn size(text: &str) -> Option<[&str; 2]> {
    let (cols, rows) = text.split_once(['x', 'X', '×'])?;
    let is_number = |side: &&str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    Some([cols.trim(), rows.trim()]).filter(|sides| sides.iter().all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> About {
        About::new("board")
            .option("cols", Kind::Int(1, 9), "7", "")
            .option("rows", Kind::Int(1, 9), "6", "")
            .option("weights", Kind::Ints(0, 9), "", "")
            .option("names", Kind::Text, "", "")
            .size(&["cols", "rows"])
    }

    fn read(about: &About, texts: &[&str]) -> Result<String, String> {
        let settings = about.read_settings(texts).map_err(|error| error.to_string())?;
        Ok(settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn commas_begin_settings_where_they_can() {
        for (texts, expected) in [
            (&["cols=5"][..], "cols=5"),
            (&["cols=5,rows=4"], "cols=5 rows=4"),
            (&[" cols = 5 , rows = 4 "], "cols=5 rows=4"),
            (&["weights=1,2,3"], "weights=1,2,3"),
            (&["weights=1,2,3,cols=3", "rows=1"], "weights=1,2,3 cols=3 rows=1"),
            (&["names=a,b=c,d,rows=2"], "names=a,b=c,d rows=2"),
            (&["cols=5,rosw=4"], "cols=5 rosw=4"),
            (&["weights=1,2,kols=3"], "weights=1,2 kols=3"),
            (&["weights=,"], "weights=,"),
            (&["5x4"], "cols=5 rows=4"),
            (&["5×4", "weights=1"], "cols=5 rows=4 weights=1"),
            (&["5 X 4,weights=1,2"], "cols=5 rows=4 weights=1,2"),
            (&["names=5x4"], "names=5x4"),
            (&["weights=1,2, 5x4"], "weights=1,2 cols=5 rows=4"),
            (&["names=a,5x4"], "names=a,5x4"),
            (&[], ""),
        ] {
            assert_eq!(read(&board(), texts).as_deref(), Ok(expected), "{texts:?}");
        }
    }

    #[test]
    fn sizes_are_for_games_that_have_them() {
        let square = About::new("square").option("size", Kind::Int(1, 9), "4", "").size(&["size"]);
        assert_eq!(read(&square, &["5x5"]).as_deref(), Ok("size=5"));
        let plain = About::new("plain").option("heap", Kind::Int(1, 9), "4", "");
        for (about, text, expected) in [
            (&square, "5x4", "expected as many columns as rows for option \"size\", found \"5x4\""),
            (&plain, "5x4", "expected an option of plain (heap), which has no sizes, found \"5x4\""),
            (&plain, "heap", "expected KEY=VALUE, found \"heap\""),
            (&plain, "", "expected KEY=VALUE, found \"\""),
            (&square, "size", "expected KEY=VALUE or a size such as 4x4, found \"size\""),
            (&board(), "7x", "expected KEY=VALUE or a size such as 7x6, found \"7x\""),
            (&board(), "7x6x5", "expected KEY=VALUE or a size such as 7x6, found \"7x6x5\""),
            (&board(), "-7x6", "expected KEY=VALUE or a size such as 7x6, found \"-7x6\""),
            (&board(), "7x6,5x4", "expected KEY=VALUE or a size such as 7x6, found \"7x6,5x4\""),
        ] {
            assert_eq!(read(about, &[text]).unwrap_err(), expected, "{text}");
        }
    }
}
