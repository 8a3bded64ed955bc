//! Games by name: what there is to know about a game before it is set up, and lists of games that anybody can add to.
//!
//! Rules are types, and a name is known only at run time. An [`Entry`] stands between: it reads the options, sets the game up, and
//! hands it to a [`Visitor`], which is compiled for each type. A [`Registry`] is a list of entries whose visitors make the same
//! thing of every game: a door, a checker.

pub use crate::fitting::{Choice, Fitting};
pub use crate::options::{Kind, OptionError, OptionSpec, Options, Setting};
use crate::{Game, Hints, Notation, names};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What there is to know about a game before it is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct About {
    /// Its name on the command line and in files.
    pub name: String,
    /// What else it is called by those who look for it; files name it by its name alone.
    pub aliases: Vec<String>,
    /// Its name for people.
    pub title: String,
    /// One line about it.
    pub summary: String,
    /// The rules.
    pub rules: String,
    /// How moves and positions are written.
    pub notation: String,
    /// A command to try.
    pub example: String,
    /// A position in the midst of play, by which lists show the game.
    pub scene: String,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// The options that a size such as `7x6` sets: those of the columns and of the rows, or one for both; empty if it has no sizes.
    pub size: Vec<String>,
    /// How it chooses settings by the text of a position, if it does.
    #[serde(skip)]
    pub fitting: Option<Fitting>,
}

impl About {
    /// A game of this name, of which nothing else is told. The title is the name with a capital and spaces.
    pub fn new(name: &str) -> About {
        let mut title = name.replace('-', " ");
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let [summary, rules, notation, example, scene] = [const { String::new() }; 5];
        About {
            name: name.to_string(),
            aliases: vec![],
            title,
            summary,
            rules,
            notation,
            example,
            scene,
            options: vec![],
            size: vec![],
            fitting: None,
        }
    }

    /// The same with the name of a type, in small letters with hyphens: `TicTacToe` is `tic-tac-toe`.
    pub fn of_type<G>() -> About {
        let path = std::any::type_name::<G>().split('<').next().unwrap_or_default();
        let name = path.rsplit("::").next().unwrap_or_default();
        let hyphen = |(place, letter): (usize, char)| (place > 0 && letter.is_uppercase()).then_some('-');
        let letters = name.char_indices().flat_map(|at| hyphen(at).into_iter().chain(at.1.to_lowercase()));
        About::new(&letters.collect::<String>())
    }

    /// With what else it is called.
    #[must_use]
    pub fn aliases(self, aliases: &[&str]) -> About {
        About { aliases: aliases.iter().map(|alias| alias.to_string()).collect(), ..self }
    }

    /// With its name for people.
    #[must_use]
    pub fn title(self, title: &str) -> About {
        About { title: title.to_string(), ..self }
    }

    /// With a line about it.
    #[must_use]
    pub fn summary(self, summary: &str) -> About {
        About { summary: summary.to_string(), ..self }
    }

    /// With the rules.
    #[must_use]
    pub fn rules(self, rules: &str) -> About {
        About { rules: rules.to_string(), ..self }
    }

    /// With how moves and positions are written.
    #[must_use]
    pub fn notation(self, notation: &str) -> About {
        About { notation: notation.to_string(), ..self }
    }

    /// With a command to try.
    #[must_use]
    pub fn example(self, example: &str) -> About {
        About { example: example.to_string(), ..self }
    }

    /// With a position in the midst of play, which has to be one with the defaults of all options.
    #[must_use]
    pub fn scene(self, position: &str) -> About {
        About { scene: position.to_string(), ..self }
    }

    /// With settings that the text of a position asks for.
    #[must_use]
    pub fn fitting(self, fitting: Fitting) -> About {
        About { fitting: Some(fitting), ..self }
    }

    /// With one more option. Its name is of letters, digits and hyphens, and not one that is asked about positions by.
    ///
    /// # Panics
    ///
    /// If it is not, or another option has the name.
    #[must_use]
    pub fn option(mut self, name: &str, kind: Kind, default: &str, help: &str) -> About {
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        assert!(is_word, "expected letters, digits and hyphens for the name of an option, found {name:?}");
        assert!(!RESERVED.contains(&name), "expected another name for an option, found {name:?}, which has a meaning");
        assert!(self.options.iter().all(|other| other.name != name), "expected one option {name:?}, found another");
        let [name, default, help] = [name, default, help].map(str::to_string);
        self.options.push(OptionSpec { name, kind, default, help });
        self
    }

    /// With sizes, columns by rows, that set these options: of the columns and of the rows, or one for both.
    ///
    /// # Panics
    ///
    /// If there are others, or the game has none of the name.
    #[must_use]
    pub fn size(self, options: &[&str]) -> About {
        let is_known = |name: &&str| self.options.iter().any(|spec| spec.name == *name);
        let is_size = matches!(options.len(), 1 | 2) && options.iter().all(is_known);
        assert!(is_size, "expected one or two options of the game for its size, found {options:?}");
        About { size: options.iter().map(|name| name.to_string()).collect(), ..self }
    }

    /// The names of its options, as they are told.
    pub(crate) fn known_options(&self) -> String {
        match &self.options[..] {
            [] => "it has none".to_string(),
            options => options.iter().map(|spec| &spec.name[..]).collect::<Vec<_>>().join(", "),
        }
    }
}

/// What requests to the server call other things than options.
const RESERVED: [&str; 5] = ["position", "moves", "move", "line", "claim"];

/// What a game has to offer for all that there is.
pub trait Playable:
    Game<Position: Send + Sync, Move: Send + Sync> + Notation + Hints<Key: Send + Sync> + Send + Sync + 'static
{
}

impl<G> Playable for G where
    G: Game<Position: Send + Sync, Move: Send + Sync> + Notation + Hints<Key: Send + Sync> + Send + Sync + 'static
{
}

/// What is to be done with a game, whatever its type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Takes a game that is set up, with the settings of all its options.
    fn visit<G: Playable>(self, game: G, options: &Options) -> Self::Output;
}

/// A game that can be chosen, and set up for a visitor.
pub struct Entry<V: Visitor> {
    /// What there is to know about it.
    pub about: About,
    /// Sets the game up, and writes out those options that stand for something longer.
    pub open: fn(&mut Options, V) -> Result<V::Output, OptionError>,
}

/// Games to choose from, each of which becomes a `D` when it is set up.
pub struct Registry<D> {
    games: Vec<(Arc<About>, Open<D>)>,
}

type Open<D> = Box<dyn Fn(&mut Options) -> Result<D, OptionError> + Send + Sync>;

impl<D> Default for Registry<D> {
    fn default() -> Self {
        Registry { games: vec![] }
    }
}

impl<D: 'static> Registry<D> {
    /// Adds games; each gets a visitor of its own.
    pub fn extend<V: Visitor<Output = D> + 'static>(
        &mut self,
        entries: Vec<Entry<V>>,
        visitor: impl Fn(&Arc<About>) -> V + Clone + Send + Sync + 'static,
    ) {
        for Entry { about, open } in entries {
            let (visitor, known) = (visitor.clone(), Arc::new(about));
            let about = known.clone();
            self.games.push((known, Box::new(move |options| open(options, visitor(&about)))));
        }
    }

    /// Adds a game, which takes the place of others of the same name.
    pub fn add(
        &mut self,
        about: About,
        open: impl Fn(&Arc<About>, &mut Options) -> Result<D, OptionError> + Send + Sync + 'static,
    ) {
        self.games.retain(|(known, _)| known.name != about.name);
        let about = Arc::new(about);
        let known = about.clone();
        self.games.insert(0, (known, Box::new(move |options| open(&about, options))));
    }

    /// What there is to know about the games, in their order.
    pub fn abouts(&self) -> impl Iterator<Item = &About> {
        self.games.iter().map(|(about, _)| &**about)
    }

    /// What there is to know about the game that goes by a name or an alias.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn about(&self, name: &str) -> Result<&About, OptionError> {
        self.find(name).map(|(about, _)| &**about)
    }

    fn find(&self, name: &str) -> Result<&(Arc<About>, Open<D>), OptionError> {
        names::find(&self.games, |(about, _)| about, name)
    }

    /// Sets up the game that goes by this name or alias; options that are not given have their defaults.
    ///
    /// # Errors
    ///
    /// If there is no such game, or an option does not fit.
    pub fn open<S: AsRef<str>>(&self, name: &str, given: &[(S, S)]) -> Result<D, OptionError> {
        let (about, open) = self.find(name)?;
        open(&mut Options::read(about, given)?)
    }

    /// The settings of a game for the position with this text, given those that it has: what is set as usual gives way to what the
    /// text asks for. None if nothing changes.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the text asks for something that there is not.
    pub fn fitted(
        &self,
        name: &str,
        settings: &BTreeMap<String, Setting>,
        position: &str,
    ) -> Result<Option<BTreeMap<String, Setting>>, OptionError> {
        let about = self.about(name)?;
        let is_usual = |name: &str| {
            about.options.iter().any(|spec| spec.name == name && settings[name].to_string() == spec.default)
        };
        let fitting = about.fitting.filter(|fitting| fitting.options.iter().any(|name| is_usual(name)));
        let Some(choice) = fitting.and_then(|fitting| (fitting.choose)(position)) else { return Ok(None) };
        let mut fitted = settings.clone();
        fitted.extend(
            choice?
                .into_iter()
                .filter(|(name, _)| is_usual(name))
                .map(|(name, value)| (name.to_string(), Setting::Text(value))),
        );
        Ok((fitted != *settings).then_some(fitted))
    }

    /// Sets up a game from settings that need not be complete.
    ///
    /// # Errors
    ///
    /// If there is no such game, or an option does not fit.
    pub fn reopen(&self, name: &str, settings: &BTreeMap<String, Setting>) -> Result<D, OptionError> {
        self.open(name, &texts(settings))
    }

    /// Sets up the game that a file is about. It is named exactly, and all settings have to be there, as the game writes them.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the settings are not those of the game.
    pub fn reopen_exactly(&self, name: &str, settings: &BTreeMap<String, Setting>) -> Result<D, OptionError> {
        let missing = || OptionError::MissingGame { name: name.to_string() };
        let (about, open) = self.games.iter().find(|(about, _)| about.name == name).ok_or_else(missing)?;
        let mut options = Options::read(about, &texts(settings))?;
        let made = open(&mut options)?;
        let written = options.settings();
        match written == *settings {
            true => Ok(made),
            false => Err(OptionError::Unwritten { expected: words(&written), found: words(settings) }),
        }
    }
}

fn texts(settings: &BTreeMap<String, Setting>) -> Vec<(String, String)> {
    settings.iter().map(|(name, setting)| (name.clone(), setting.to_string())).collect()
}

fn words(settings: &BTreeMap<String, Setting>) -> String {
    settings.iter().map(|(name, setting)| format!("{name}={setting}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_name_games() {
        struct TicTacToe;
        struct Of<G>(std::marker::PhantomData<G>);
        let about = About::of_type::<TicTacToe>();
        assert_eq!((&about.name[..], &about.title[..]), ("tic-tac-toe", "Tic tac toe"));
        assert_eq!(About::of_type::<Of<TicTacToe>>().name, "of");
    }

    #[test]
    fn what_is_set_as_usual_gives_way_to_what_a_position_asks_for() {
        let choose = |text: &str| match text.len() {
            0 => None,
            length @ 1..5 => Some(Ok(vec![("size", length.to_string())])),
            _ => Some(Err(crate::NotationError::new("a short text", text))),
        };
        let mut games: Registry<()> = Registry::default();
        let about = About::new("heap").option("size", Kind::Text, "3", "how many");
        games.add(about.fitting(Fitting { options: &["size"], choose }), |_, _| Ok(()));
        let fitted = |size: &str, text: &str| {
            let settings = BTreeMap::from([("size".to_string(), Setting::Text(size.to_string()))]);
            let fitted = games.fitted("heap", &settings, text);
            fitted.map(|fitted| fitted.map(|fitted| fitted["size"].to_string())).map_err(|error| error.to_string())
        };
        assert_eq!(fitted("3", "ab"), Ok(Some("2".to_string())));
        assert_eq!(fitted("3", "abc"), Ok(None), "it is so already");
        assert_eq!(fitted("3", ""), Ok(None));
        assert_eq!(fitted("4", "ab"), Ok(None), "what is set otherwise stays");
        assert_eq!(fitted("4", "abcde"), Ok(None));
        assert_eq!(fitted("3", "abcde"), Err("expected a short text, found \"abcde\"".to_string()));
    }

    #[test]
    fn files_name_games_exactly() {
        let mut games: Registry<i64> = Registry::default();
        let about = || About::new("heap").aliases(&["stack"]).option("size", Kind::Int(1, 9), "5", "how many");
        games.add(about(), |_, options| Ok(options.int("size")));
        games.add(about(), |about, options| {
            let size = options.int("size").min(3);
            options.set("size", Setting::Int(size));
            Ok(size + 100 * about.options.len() as i64)
        });
        let settings = |size| BTreeMap::from([("size".to_string(), Setting::Int(size))]);
        assert_eq!(games.abouts().count(), 1, "the second takes the place of the first");
        assert_eq!(games.open("heap", &[("size", "2")]), Ok(102));
        assert_eq!(games.reopen("heap", &BTreeMap::new()), Ok(103));
        assert_eq!(games.reopen_exactly("heap", &settings(2)), Ok(102));
        let error = |settings| games.reopen_exactly("heap", &settings).unwrap_err().to_string();
        assert_eq!(error(settings(5)), "expected the options \"size=3\", found \"size=5\"");
        assert_eq!(error(BTreeMap::new()), "expected the options \"size=3\", found \"\"");
        assert!(error(settings(10)).contains("a whole number from 1 to 9"));
        assert_eq!(games.open("Stack", &[("size", "2")]), Ok(102));
        for name in ["pile", "stack", "Heap"] {
            let missing = games.reopen_exactly(name, &settings(2)).unwrap_err();
            assert!(matches!(&missing, OptionError::MissingGame { name: said } if said == name), "{missing}");
        }
        assert!(matches!(games.open::<&str>("pile", &[]), Err(OptionError::UnknownGame { .. })));
    }
}
