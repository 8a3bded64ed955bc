//! Settings that the text of a position asks for: the pieces that stand on a board say which ending of chess it is.

use crate::NotationError;

/// How a game chooses settings by the text of a position.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// The options that it chooses.
    pub options: &'static [&'static str],
    /// The settings that a text asks for; none if it says nothing about them, an error if there are none such.
    pub choose: fn(&str) -> Option<Result<Choice, NotationError>>,
}

/// Options with what they are set to.
pub type Choice = Vec<(&'static str, String)>;

impl PartialEq for Fitting {
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options
    }
}

impl Eq for Fitting {}
