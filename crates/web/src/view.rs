//! What there is to see without any search: the games, and positions with their legal moves and pictures.

use crate::failure::Failure;
use crate::proof::Published;
use crate::question::{Place, Table};
use perfectplay::games::{Entry, Kind, OptionSpec, Options, Playable};
use perfectplay::picture::{Picture, Setup};
use perfectplay::{Drawn, Outcome, Player, Record, registry, report, with_game};
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
    let game = |entry: &Entry| Ok(view(&Table::open(entry.name, &[])?));
    Ok(GameList { games: registry::GAMES.iter().map(game).collect::<Result<_, Failure>>()? })
}

/// One game with its rules.
pub fn rules<'o>(table: &'o Table, published: &'o [Published]) -> Rules<'o> {
    let &Entry { rules, notation, example, .. } = table.opened.entry;
    let proofs = published.iter().filter(|one| one.table.name == table.name);
    let proofs = proofs.map(|one| ProofView { position: one.place.position.as_deref(), sentence: &one.sentence });
    let (game, settings, proofs) = (view(table), &table.opened.options, proofs.collect());
    Rules { game, rules, notation, example, settings, proofs }
}

fn view(table: &Table) -> GameView {
    let &Entry { name, title, summary, options, .. } = table.opened.entry;
    let options = options.iter().map(OptionView::of).collect();
    with_game!(&table.opened.game, game => {
        GameView { name, title, summary, players: players(game), options, picture: game.picture(&Record::new(game)) }
    })
}

fn players<G: Playable>(game: &G) -> [String; 2] {
    [Player::First, Player::Second].map(|player| game.player_name(player).to_string())
}

/// A position.
#[derive(Serialize)]
pub struct PositionView<'o> {
    game: &'static str,
    options: &'o Options,
    position: String,
    moves: Vec<String>,
    players: [String; 2],
    turn: usize,
    scored: bool,
    lead: i32,
    tells_turn: bool,
    ending: Option<EndingView>,
    legal: Vec<Legal>,
    last: Option<String>,
    picture: Picture,
    setup: Option<Setup>,
}

/// A legal move.
#[derive(Serialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: String,
    clicks: Vec<String>,
}

/// How a game has ended.
#[derive(Serialize)]
struct EndingView {
    winner: Option<usize>,
    sentence: String,
}

/// The position at a place, after one more move if there is one.
pub fn position<'t>(table: &'t Table, place: &Place, mv: Option<&str>) -> Result<PositionView<'t>, Failure> {
    with_game!(&table.opened.game, game => {
        let (mut record, before) = place.read_with_start(game)?;
        if let Some(mv) = mv {
            perfectplay::notation::play_on(game, &mut record, std::iter::once(mv))?;
        }
        Ok(position_view(table, game, &record, before))
    })
}

fn position_view<'t, G: Playable>(table: &'t Table, game: &G, record: &Record<G>, before: usize) -> PositionView<'t> {
    let position = record.position();
    let legal = |mv| Legal { mv: game.write_move(mv), clicks: game.clicks(mv) };
    PositionView {
        game: table.opened.entry.name,
        options: &table.opened.options,
        position: game.write_position(record),
        moves: record.moves().skip(before).map(|mv| game.write_move(mv)).collect(),
        players: players(game),
        turn: index(game.turn(position)),
        scored: game.scored(),
        lead: record.first_players_lead(),
        tells_turn: game.tells_turn(),
        ending: ending(game, record),
        legal: game.moves(position).map(legal).collect(),
        last: record.moves().next_back().map(|mv| game.write_move(mv)),
        picture: game.picture(record),
        setup: game.setup(record),
    }
}

fn ending<G: Playable>(game: &G, record: &Record<G>) -> Option<EndingView> {
    let sentence = report::final_sentence(game, record)?;
    let turn = game.turn(record.position());
    let value = game.final_value(record.position())?.with_lead(record.lead(game));
    let winner = match value.outcome() {
        Outcome::Win => Some(index(turn)),
        Outcome::Loss => Some(index(turn.other())),
        Outcome::Tie | Outcome::Draw => None,
    };
    Some(EndingView { winner, sentence })
}

/// The place of a player in the list of both.
pub fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}
