//! What there is to see of a position without any search.

use super::Place;
use super::face::Face;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{NotationError, Options, Outcome, Playable, Player, Record, notation};
use perfectplay_solve::report;
use serde::Serialize;

/// A position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: Options,
    /// The text of the position.
    pub position: String,
    /// The moves made since the position that was given as a text, or since the start.
    pub moves: Vec<String>,
    /// What the players are called, the one who begins first.
    pub players: [String; 2],
    /// Whose turn it is, by the place in that list.
    pub turn: usize,
    /// Whether gains are added up.
    pub scored: bool,
    /// By how much the first player leads.
    pub lead: i32,
    /// Whether the text tells whose turn it is.
    pub tells_turn: bool,
    /// How the game has ended, if it has.
    pub ending: Option<EndingView>,
    /// The legal moves.
    pub legal: Vec<Legal>,
    /// The last move.
    pub last: Option<String>,
    /// What it looks like.
    pub picture: Picture,
    /// How it can be set up by clicking.
    pub setup: Option<Setup>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct Legal {
    /// Its text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The spots to click on.
    pub clicks: Vec<String>,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize)]
pub struct EndingView {
    /// The winner, by the place in the list of players.
    pub winner: Option<usize>,
    /// The same in words.
    pub sentence: String,
}

/// What the players are called.
pub(crate) fn players<G: Playable>(game: &G) -> [String; 2] {
    [Player::First, Player::Second].map(|player| game.player_name(player).to_string())
}

impl<G: Playable> Face<G> {
    pub(super) fn view_of(&self, place: &Place, mv: Option<&str>) -> Result<PositionView, NotationError> {
        let game = &*self.game;
        let (mut record, before) = place.read_with_start(game)?;
        notation::play_typed(game, &mut record, mv.into_iter())?;
        let position = record.position();
        let legal = |mv| Legal { mv: game.write_move(mv), clicks: game.clicks(mv) };
        Ok(PositionView {
            game: self.about.name.to_string(),
            options: self.options.clone(),
            position: game.write_position(&record),
            moves: record.moves().skip(before).map(|mv| game.write_move(mv)).collect(),
            players: players(game),
            turn: game.turn(position).index(),
            scored: game.scored(),
            lead: record.first_players_lead(),
            tells_turn: game.tells_turn(),
            ending: ending(game, &record),
            legal: game.moves(position).map(legal).collect(),
            last: record.moves().next_back().map(|mv| game.write_move(mv)),
            picture: game.picture(&record),
            setup: game.setup(&record),
        })
    }
}

fn ending<G: Playable>(game: &G, record: &Record<G>) -> Option<EndingView> {
    let sentence = report::final_sentence(game, record)?;
    let turn = game.turn(record.position());
    let value = game.final_value(record.position())?.with_lead(record.lead(game));
    let winner = match value.outcome() {
        Outcome::Win => Some(turn.index()),
        Outcome::Loss => Some(turn.other().index()),
        Outcome::Tie | Outcome::Draw => None,
    };
    Some(EndingView { winner, sentence })
}
