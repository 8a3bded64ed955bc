//! Options of games: what there is, how it is read, and what is wrong with it.

use perfectplay_game::notation::comma_list;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use thiserror::Error;

/// An option that a game has.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Its default, as it would be written.
    pub default: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// What an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// Whole numbers, each from the first to the second, separated by commas.
    Ints(i64, i64),
    /// true or false.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text; the game says more.
    Text,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A whole number.
    Int(i64),
    /// A list of whole numbers.
    Ints(Vec<i64>),
    /// true or false.
    Flag(bool),
    /// A word or text.
    Text(String),
}

/// As it is written on the command line.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Int(number) => number.fmt(f),
            Setting::Ints(list) => f.write_str(&list.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
            Setting::Flag(flag) => flag.fmt(f),
            Setting::Text(text) => f.write_str(text),
        }
    }
}

/// An option that is unknown or has an impossible value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such game.
    #[error("expected the name of a game ({known}), found {found:?}")]
    UnknownGame {
        /// The names there are.
        known: String,
        /// What was asked for.
        found: String,
    },
    /// The game has no such option.
    #[error("expected an option of {game} ({known}), found {found:?}")]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// Its options.
        known: String,
        /// What was asked for.
        found: String,
    },
    /// The option is given twice.
    #[error("expected each option once, found {name:?} twice")]
    Repeated {
        /// The option.
        name: String,
    },
    /// The value does not fit the option.
    #[error("expected {expected} for option {name:?}, found {found:?}")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl OptionError {
    /// A value that does not fit.
    pub fn value(name: &'static str, expected: impl Into<String>, found: impl ToString) -> Self {
        OptionError::Value { name, expected: expected.into(), found: found.to_string() }
    }
}

impl Kind {
    /// What the option takes, in words.
    pub fn describe(&self) -> String {
        match self {
            Kind::Int(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Ints(min, max) => format!("whole numbers from {min} to {max}, separated by commas"),
            Kind::Flag => "true or false".to_string(),
            Kind::Choice(words) => words.join(" or "),
            Kind::Text => "text".to_string(),
        }
    }

    /// The setting, or the piece of the text that is wrong.
    fn read<'a>(&self, text: &'a str) -> Result<Setting, &'a str> {
        let int = |text: &'a str, min, max| match text.trim().parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(text),
        };
        match *self {
            Kind::Int(min, max) => int(text, min, max).map(Setting::Int),
            Kind::Ints(min, max) => {
                comma_list(text).map(|item| int(item, min, max)).collect::<Result<_, _>>().map(Setting::Ints)
            }
            Kind::Flag => text.parse().map(Setting::Flag).map_err(|_| text),
            Kind::Choice(words) if !words.contains(&text) => Err(text),
            Kind::Choice(_) | Kind::Text => Ok(Setting::Text(text.to_string())),
        }
    }
}

/// The settings of all options of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options(Vec<(&'static str, Setting)>);

impl Options {
    /// The given settings, and defaults for the rest.
    pub(crate) fn read(
        game: &'static str,
        specs: &'static [OptionSpec],
        given: &[(&str, &str)],
    ) -> Result<Options, OptionError> {
        for (i, (name, _)) in given.iter().enumerate() {
            if !specs.iter().any(|spec| spec.name == *name) {
                let known = specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
                let known = if known.is_empty() { "it has none".to_string() } else { known };
                return Err(OptionError::UnknownOption { game, known, found: name.to_string() });
            }
            if given[..i].iter().any(|(earlier, _)| earlier == name) {
                return Err(OptionError::Repeated { name: name.to_string() });
            }
        }
        let setting = |spec: &OptionSpec| {
            let text = given.iter().find(|(name, _)| *name == spec.name).map_or(spec.default, |(_, text)| text);
            let setting = spec.kind.read(text);
            let wrong = |found| OptionError::value(spec.name, spec.kind.describe(), found);
            setting.map(|setting| (spec.name, setting)).map_err(wrong)
        };
        Ok(Options(specs.iter().map(setting).collect::<Result<_, _>>()?))
    }

    /// Every option with its setting.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().map(|(name, setting)| (*name, setting))
    }

    /// Replaces a setting by its written-out form.
    pub(crate) fn set(&mut self, name: &'static str, setting: Setting) {
        *self.0.iter_mut().find(|(known, _)| *known == name).map(|(_, old)| old).expect("a known option") = setting;
    }

    fn get(&self, name: &str) -> &Setting {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, setting)| setting).expect("a known option")
    }

    pub(crate) fn int(&self, name: &str) -> i64 {
        let Setting::Int(n) = self.get(name) else { panic!("{name} is a number") };
        *n
    }

    pub(crate) fn ints(&self, name: &str) -> &[i64] {
        let Setting::Ints(list) = self.get(name) else { panic!("{name} is a list") };
        list
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        let Setting::Flag(flag) = self.get(name) else { panic!("{name} is a flag") };
        *flag
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        let Setting::Text(text) = self.get(name) else { panic!("{name} is a text") };
        text
    }
}

/// An object with a field for each option.
impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
