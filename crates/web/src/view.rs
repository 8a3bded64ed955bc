//! What there is to see without any search: the games, and positions with their legal moves and pictures.

use crate::failure::Failure;
use crate::proof::Published;
use crate::question::Subject;
use perfectplay::door::PositionView;
use perfectplay::picture::Picture;
use perfectplay::{About, Doors, OptionSpec, Options, Place};
use serde::Serialize;

/// All games.
#[derive(Serialize)]
pub struct GameList {
    games: Vec<GameView>,
}

/// A game as it is listed.
#[derive(Serialize)]
pub struct GameView {
    name: String,
    title: String,
    summary: String,
    players: [String; 2],
    options: Vec<OptionSpec>,
    /// Those that the text of a position chooses.
    fitted: &'static [&'static str],
    picture: Picture,
}

/// A game with all there is to read about it.
#[derive(Serialize)]
pub struct Rules<'o> {
    #[serde(flatten)]
    game: GameView,
    rules: &'o str,
    notation: &'o str,
    example: &'o str,
    settings: &'o Options,
    proofs: Vec<ProofView<'o>>,
}

/// A published proof about a position of the game.
#[derive(Serialize)]
struct ProofView<'p> {
    position: Option<&'p str>,
    sentence: &'p str,
}

/// All games, each as it is without any options.
pub fn games(doors: &Doors) -> Result<GameList, Failure> {
    let game = |about: &About| view(&Subject::open(doors, &about.name, &[], &Place::default())?);
    Ok(GameList { games: doors.abouts().map(game).collect::<Result<_, Failure>>()? })
}

/// One game with its rules.
pub fn rules<'o>(subject: &'o Subject, published: &'o [Published]) -> Result<Rules<'o>, Failure> {
    let About { rules, notation, example, .. } = subject.door.about();
    let proofs = published.iter().filter(|one| one.subject.name == subject.name);
    let proofs = proofs.map(|one| ProofView { position: one.place.position.as_deref(), sentence: &one.sentence });
    let (game, settings, proofs) = (view(subject)?, subject.door.options(), proofs.collect());
    Ok(Rules { game, rules, notation, example, settings, proofs })
}

fn view(subject: &Subject) -> Result<GameView, Failure> {
    let About { name, title, summary, options, scene, fitting, .. } = subject.door.about().clone();
    let fitted = fitting.map_or(&[][..], |fitting| fitting.options);
    // with other options it may be no position
    let scene = Some(scene)
        .filter(|scene| !scene.is_empty())
        .and_then(|scene| subject.door.picture(&Place::position(scene)).ok());
    let picture = scene.map_or_else(|| subject.door.picture(&Place::default()), Ok)?;
    Ok(GameView { name, title, summary, players: subject.door.players(), options, fitted, picture })
}

/// The position at a place, after one more move if there is one.
pub fn position(subject: &Subject, place: &Place, mv: Option<&str>) -> Result<PositionView, Failure> {
    Ok(subject.door.view(place, mv)?)
}
