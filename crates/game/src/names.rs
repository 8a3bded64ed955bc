//! Names as people type them: which game goes by a name, and which word may have been meant by one that nothing goes by.

use crate::{About, OptionError};

/// The game that goes by this name: exactly, or up to capitals, hyphens, underscores and spaces, or by an alias. A game that has the
/// name comes before one that has it as an alias.
///
/// # Errors
///
/// If there is none.
pub fn find<'g, T>(games: &'g [T], about: impl Fn(&'g T) -> &'g About, name: &str) -> Result<&'g T, OptionError> {
    let asked = plain(name);
    let has = |text: &String| plain(text) == asked;
    let exact = games.iter().find(|game| about(game).name == name);
    let by_name = || games.iter().find(|game| has(&about(game).name));
    let by_alias = || games.iter().find(|game| about(game).aliases.iter().any(has));
    exact.or_else(by_name).or_else(by_alias).ok_or_else(|| {
        let names = |game| std::iter::once(&about(game).name).chain(&about(game).aliases);
        let all = games.iter().flat_map(|game| names(game).map(move |name| (&name[..], game)));
        OptionError::UnknownGame {
            known: games.iter().map(|game| &about(game).name[..]).collect::<Vec<_>>().join(", "),
            found: name.to_string(),
            meant: nearest(name, all).map(|game| about(game).name.clone()),
        }
    })
}

/// What belongs to the word that this one may have been meant to be, if any is near enough: the word goes on where this one ends, or
/// at most two letters in five are others.
pub(crate) fn nearest<'w, T>(found: &str, words: impl IntoIterator<Item = (&'w str, T)>) -> Option<T> {
    const NEAR: f64 = 0.6;
    const LEAST: usize = 2;
    let found = plain(found);
    let near = |(word, of): (&str, T)| {
        let word = plain(word);
        let likeness = strsim::normalized_damerau_levenshtein(&found, &word);
        let goes_on = found.chars().count() >= LEAST && word.starts_with(&found);
        (goes_on || likeness >= NEAR).then_some((likeness, of))
    };
    // of several that are equally near, the first
    words.into_iter().filter_map(near).reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, of)| of)
}

/// What is left of a name without that which does not matter.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_') && !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// What is asked of those who may have meant something else; nothing if there is nothing.
pub(crate) fn did_you_mean(meant: &Option<String>) -> String {
    meant.as_ref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_go_by_names_and_aliases() {
        let games =
            [About::new("connect-four").aliases(&["connect4", "c4", "ttt"]), About::new("ttt"), About::new("Nim")];
        let found = |name: &str| find(&games, |about| about, name).map(|about| about.name.clone());
        for name in ["connect-four", "CONNECT_four", "Connect Four", "connectfour", "C4", " c-4 "] {
            assert_eq!(found(name).as_deref(), Ok("connect-four"), "{name}");
        }
        for (name, game) in [("ttt", "ttt"), ("TTT", "ttt"), ("nim", "Nim")] {
            assert_eq!(found(name).as_deref(), Ok(game), "a name comes before an alias");
        }
        let text = |name: &str| found(name).unwrap_err().to_string();
        let known = "expected the name of a game (connect-four, ttt, Nim), found";
        assert_eq!(text("conect4"), format!("{known} \"conect4\"; did you mean connect-four?"));
        assert_eq!(text("zzz"), format!("{known} \"zzz\""));
        assert_eq!(text(""), format!("{known} \"\""));
    }

    #[test]
    fn near_words_are_meant() {
        let words = ["rows", "cols", "won-boards", "weights", "nim", "chess-ending", "chess"];
        let meant = |found: &str| nearest(found, words.map(|word| (word, word)));
        for (found, word) in [
            ("row", "rows"),
            ("col", "cols"),
            ("Cols", "cols"),
            ("colums", "cols"),
            ("won_boards", "won-boards"),
            ("won", "won-boards"),
            ("wieghts", "weights"),
            ("mim", "nim"),
            ("ches", "chess"),
        ] {
            assert_eq!(meant(found), Some(word), "{found}");
        }
        for found in ["", "w", "x", "checkers", "go", "gomoku"] {
            assert_eq!(meant(found), None, "{found}");
        }
    }
}
