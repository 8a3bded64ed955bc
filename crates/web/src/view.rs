//! What there is to see without any search: the games, and positions with their legal moves and pictures.

use crate::failure::Failure;
use crate::proof::Published;
use crate::question::Subject;
use perfectplay::door::PositionView;
use perfectplay::games::{Entry, Kind, OptionSpec, Options};
use perfectplay::picture::Picture;
use perfectplay::{Place, registry};
use serde::Serialize;

/// All games.
#[derive(Serialize)]
pub struct GameList {
    games: Vec<GameView>,
}

/// A game as it is listed.
#[derive(Serialize)]
pub struct GameView {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    players: [String; 2],
    options: Vec<OptionView>,
    picture: Picture,
}

/// A game with all there is to read about it.
#[derive(Serialize)]
pub struct Rules<'o> {
    #[serde(flatten)]
    game: GameView,
    rules: &'static str,
    notation: &'static str,
    example: &'static str,
    settings: &'o Options,
    proofs: Vec<ProofView<'o>>,
}

/// A published proof about a position of the game.
#[derive(Serialize)]
struct ProofView<'p> {
    position: Option<&'p str>,
    sentence: &'p str,
}

/// An option, as a form needs to know it.
#[derive(Serialize)]
struct OptionView {
    name: &'static str,
    help: &'static str,
    kind: &'static str,
    default: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<&'static [&'static str]>,
}

impl OptionView {
    fn of(spec: &OptionSpec) -> Self {
        let OptionSpec { name, help, default, .. } = *spec;
        let plain = |kind| OptionView { name, help, kind, default, min: None, max: None, choices: None };
        match spec.kind {
            Kind::Int(min, max) => OptionView { min: Some(min), max: Some(max), ..plain("int") },
            Kind::Ints(min, max) => OptionView { min: Some(min), max: Some(max), ..plain("ints") },
            Kind::Flag => plain("flag"),
            Kind::Choice(choices) => OptionView { choices: Some(choices), ..plain("choice") },
            Kind::Text => plain("text"),
        }
    }
}

/// The games of the registry, each as it is without any options.
pub fn games() -> Result<GameList, Failure> {
    let game = |entry: &Entry| view(&Subject::open(entry.name, &[])?);
    Ok(GameList { games: registry::GAMES.iter().map(game).collect::<Result<_, Failure>>()? })
}

/// One game with its rules.
pub fn rules<'o>(subject: &'o Subject, published: &'o [Published]) -> Result<Rules<'o>, Failure> {
    let &Entry { rules, notation, example, .. } = subject.door.entry();
    let proofs = published.iter().filter(|one| one.subject.name == subject.name);
    let proofs = proofs.map(|one| ProofView { position: one.place.position.as_deref(), sentence: &one.sentence });
    let (game, settings, proofs) = (view(subject)?, subject.door.options(), proofs.collect());
    Ok(Rules { game, rules, notation, example, settings, proofs })
}

fn view(subject: &Subject) -> Result<GameView, Failure> {
    let &Entry { name, title, summary, options, .. } = subject.door.entry();
    let options = options.iter().map(OptionView::of).collect();
    let (players, picture) = (subject.door.players(), subject.door.picture(&Place::default())?);
    Ok(GameView { name, title, summary, players, options, picture })
}

/// The position at a place, after one more move if there is one.
pub fn position(subject: &Subject, place: &Place, mv: Option<&str>) -> Result<PositionView, Failure> {
    Ok(subject.door.view(place, mv)?)
}
