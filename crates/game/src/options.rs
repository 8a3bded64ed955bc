//! Options of games: what there is, how it is read, and what is wrong with it.

use crate::names::{did_you_mean, nearest};
use crate::notation::comma_list;
use crate::registry::About;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// An option that a game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name on the command line.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
    /// Its default, as it would be written.
    pub default: String,
    /// What it means.
    pub help: String,
}

/// An object with `name`, `help`, `kind` and `default`, and where they apply `min`, `max` and `choices`.
impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, range, choices) = match &self.kind {
            Kind::Int(min, max) => ("int", Some((min, max)), None),
            Kind::Ints(min, max) => ("ints", Some((min, max)), None),
            Kind::Flag => ("flag", None, None),
            Kind::Choice(words) => ("choice", None, Some(words)),
            Kind::Text => ("text", None, None),
        };
        let mut object = serializer.serialize_struct("OptionSpec", 7)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("help", &self.help)?;
        object.serialize_field("kind", kind)?;
        object.serialize_field("default", &self.default)?;
        if let Some((min, max)) = range {
            object.serialize_field("min", min)?;
            object.serialize_field("max", max)?;
        }
        if let Some(choices) = choices {
            object.serialize_field("choices", choices)?;
        }
        object.end()
    }
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// Whole numbers, each from the first to the second, separated by commas.
    Ints(i64, i64),
    /// true or false.
    Flag,
    /// One of these words.
    Choice(Vec<String>),
    /// Any text; the game says more.
    Text,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
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
#[non_exhaustive]
pub enum OptionError {
    /// There is no such game.
    #[error("expected the name of a game ({known}), found {found:?}{}", did_you_mean(meant))]
    UnknownGame {
        /// The names there are.
        known: String,
        /// What was asked for.
        found: String,
        /// What may have been meant.
        meant: Option<String>,
    },
    /// A file is about a game that is not here.
    #[error("expected a game that this program has, found {name:?}; use the program that the file was made with")]
    MissingGame {
        /// The game.
        name: String,
    },
    /// A file has other settings than the game writes.
    #[error("expected the options {expected:?}, found {found:?}")]
    Unwritten {
        /// What the game writes.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The rules are not those of a game that can be set up so.
    #[error("{problem}")]
    Rules {
        /// What is wrong with them.
        problem: String,
    },
    /// The game has no such option.
    #[error("expected an option of {game} ({known}), found {found:?}{}", did_you_mean(meant))]
    UnknownOption {
        /// The game.
        game: String,
        /// Its options.
        known: String,
        /// What was asked for.
        found: String,
        /// What may have been meant.
        meant: Option<String>,
    },
    /// The game has no sizes.
    #[error("expected an option of {game} ({known}), which has no sizes, found {found:?}")]
    NoSize {
        /// The game.
        game: String,
        /// Its options.
        known: String,
        /// What was asked for.
        found: String,
    },
    /// A text sets nothing.
    #[error("expected KEY=VALUE{}, found {found:?}", or_a_size(sizes))]
    NoSetting {
        /// A size that would do, if the game has sizes.
        sizes: Option<String>,
        /// What was given.
        found: String,
    },
    /// The option is given twice.
    #[error("expected each option once, found {name:?} twice")]
    Repeated {
        /// The option.
        name: String,
    },
    /// There is no setting that fits a position.
    #[error(transparent)]
    Position(#[from] crate::NotationError),
    /// The value does not fit the option.
    #[error("expected {expected} for option {name:?}, found {found:?}{}", did_you_mean(meant))]
    Value {
        /// The option.
        name: String,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
        /// What may have been meant.
        meant: Option<String>,
    },
}

fn or_a_size(sizes: &Option<String>) -> String {
    sizes.as_ref().map(|size| format!(" or a size such as {size}")).unwrap_or_default()
}

impl OptionError {
    /// A value that does not fit.
    pub fn value(name: &str, expected: impl Into<String>, found: impl ToString) -> Self {
        OptionError::Value { name: name.to_string(), expected: expected.into(), found: found.to_string(), meant: None }
    }
}

impl Kind {
    /// One of these words.
    pub fn choice(words: &[&str]) -> Kind {
        Kind::Choice(words.iter().map(|word| word.to_string()).collect())
    }

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

    /// The setting of an option with this name.
    fn setting(&self, name: &str, text: &str) -> Result<Setting, OptionError> {
        self.read(text).map_err(|found| {
            let words = if let Kind::Choice(words) = self { &words[..] } else { &[] };
            let meant = nearest(found, words.iter().map(|word| (&word[..], word))).cloned();
            let (name, found) = (name.to_string(), found.to_string());
            OptionError::Value { name, expected: self.describe(), found, meant }
        })
    }

    /// The setting, or the piece of the text that is wrong.
    fn read<'a>(&self, text: &'a str) -> Result<Setting, &'a str> {
        let int = |text: &'a str, min, max| match text.trim().parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(text),
        };
        match self {
            &Kind::Int(min, max) => int(text, min, max).map(Setting::Int),
            &Kind::Ints(min, max) => {
                comma_list(text).map(|item| int(item, min, max)).collect::<Result<_, _>>().map(Setting::Ints)
            }
            Kind::Flag => text.parse().map(Setting::Flag).map_err(|_| text),
            Kind::Choice(words) if !words.iter().any(|word| word == text) => Err(text),
            Kind::Choice(_) | Kind::Text => Ok(Setting::Text(text.to_string())),
        }
    }
}

/// The settings of all options of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(Vec<(String, Setting)>);

impl Options {
    /// The given settings, and defaults for the rest.
    ///
    /// # Errors
    ///
    /// If the game has no such option, or a setting does not fit.
    pub fn read<S: AsRef<str>>(about: &About, given: &[(S, S)]) -> Result<Options, OptionError> {
        let specs = &about.options;
        let given: Vec<(&str, &str)> = given.iter().map(|(name, text)| (name.as_ref(), text.as_ref())).collect();
        for (i, (name, _)) in given.iter().enumerate() {
            if !specs.iter().any(|spec| spec.name == *name) {
                let known = about.known_options();
                let meant = nearest(name, specs.iter().map(|spec| (&spec.name[..], &spec.name))).cloned();
                let (game, found) = (about.name.clone(), name.to_string());
                return Err(OptionError::UnknownOption { game, known, found, meant });
            }
            if given[..i].iter().any(|(earlier, _)| earlier == name) {
                return Err(OptionError::Repeated { name: name.to_string() });
            }
        }
        let setting = |spec: &OptionSpec| {
            let text = given.iter().find(|(name, _)| *name == spec.name).map_or(&spec.default[..], |(_, text)| text);
            Ok((spec.name.clone(), spec.kind.setting(&spec.name, text)?))
        };
        specs.iter().map(setting).collect::<Result<_, OptionError>>().map(Options)
    }

    /// Every option with its setting.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.0.iter().map(|(name, setting)| (&name[..], setting))
    }

    /// The settings by name.
    pub fn settings(&self) -> BTreeMap<String, Setting> {
        self.0.iter().cloned().collect()
    }

    /// Replaces a setting by its written-out form.
    ///
    /// # Panics
    ///
    /// If the game has no such option.
    pub fn set(&mut self, name: &str, setting: Setting) {
        *self.0.iter_mut().find(|(known, _)| *known == name).map(|(_, old)| old).expect("a known option") = setting;
    }

    fn get(&self, name: &str) -> &Setting {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, setting)| setting).expect("a known option")
    }

    /// The setting of an option that takes a number.
    ///
    /// # Panics
    ///
    /// If the game has no such option, or it takes something else.
    pub fn int(&self, name: &str) -> i64 {
        let Setting::Int(n) = self.get(name) else { panic!("{name} is a number") };
        *n
    }

    /// The setting of an option that takes a list of numbers.
    ///
    /// # Panics
    ///
    /// If the game has no such option, or it takes something else.
    pub fn ints(&self, name: &str) -> &[i64] {
        let Setting::Ints(list) = self.get(name) else { panic!("{name} is a list") };
        list
    }

    /// The setting of an option that is true or false.
    ///
    /// # Panics
    ///
    /// If the game has no such option, or it takes something else.
    pub fn flag(&self, name: &str) -> bool {
        let Setting::Flag(flag) = self.get(name) else { panic!("{name} is a flag") };
        *flag
    }

    /// The setting of an option that takes a word or a text.
    ///
    /// # Panics
    ///
    /// If the game has no such option, or it takes something else.
    pub fn text(&self, name: &str) -> &str {
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
