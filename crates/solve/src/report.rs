//! An answer for the outside: the JSON object that every front end shares, and a sentence for people.
//!
//! Values in a report count what was gained before the position, so a margin is the final one of the whole game.

pub use crate::words::{between, in_short};
use crate::words::{count_plies, not_settled};
use crate::{Analysis, Estimation, Goal, Progress, Score, Solution, SolveError, Tries};
use perfectplay_game::{Bounds, Hints, Notation, Options, Outcome, Player, Record, Value};
use serde::Serialize;

/// The answer about one position.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// The settings of its options.
    pub options: Options,
    /// The position, in the game's notation.
    pub position: String,
    /// The name of the side to move.
    pub to_move: String,
    /// The answer in one sentence.
    pub sentence: String,
    /// What is known of the value, for the side to move.
    #[serde(flatten)]
    pub known: Known,
    /// The moves that are proved to be best.
    pub best: Vec<String>,
    /// Whether the value of every move is proved, so that there are no other best moves.
    pub complete: bool,
    /// What is not proved, but estimated, if that was asked for.
    #[serde(flatten)]
    pub guess: Option<Guess>,
    /// All moves with their values, for the side to move.
    pub moves: Vec<MoveReport>,
    /// "proved", or "bounded" if the search was stopped before; always "estimated" for an estimate.
    pub status: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// Why it was this engine.
    pub engine_reason: &'static str,
    /// Positions searched.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// What has been shown of the value.
    #[serde(skip)]
    pub bounds: Bounds,
    /// Whether the game is scored.
    #[serde(skip)]
    pub scored: bool,
}

/// A move in a report.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is known of its value.
    #[serde(flatten)]
    pub known: Known,
    /// How it did in an estimate.
    #[serde(flatten)]
    pub guess: Option<MoveGuess>,
    /// What has been shown of its value.
    #[serde(skip)]
    pub bounds: Bounds,
    /// How likely it seemed to be good before the search.
    #[serde(skip)]
    pub promise: i32,
}

/// An estimate.
#[derive(Clone, Debug, Serialize)]
pub struct Guess {
    /// What is estimated in one sentence, while it is open who wins.
    #[serde(rename = "estimated_sentence")]
    pub sentence: Option<String>,
    /// The move that seems best; none if the game is over.
    pub choice: Option<String>,
    /// The expected score of the side to move with it: 1 for a win, ½ for a tie, 0 for a loss.
    pub estimate: Option<f64>,
    /// Where that may lie in 95 cases of 100.
    pub interval: Option<[f64; 2]>,
    /// The moves that cannot be told apart from it, with it; while there are several, none is called best.
    pub leaders: Vec<String>,
    /// The moves that were tried most, from the choice on.
    pub estimated_line: Vec<String>,
    /// Games played, or positions judged in the place of games.
    pub playouts: u32,
}

/// An estimate of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveGuess {
    /// The expected score of the side to move.
    pub estimate: f64,
    /// Where that may lie in 95 cases of 100.
    pub interval: [f64; 2],
    /// In how many games the move was tried.
    pub visits: u32,
}

/// What is known of a value.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// "win", "tie", "draw", "loss", or "unknown".
    pub value: &'static str,
    /// Plies to the end, if known.
    pub plies: Option<u32>,
    /// The final margin in scored games, if known.
    pub margin: Option<i32>,
    /// The customary score, in games that have one, if the value is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The plies as players of the game tell them, if they have such words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Bounds, where the value is not proved.
    #[serde(flatten)]
    pub bounds: Option<KnownBounds>,
}

/// Bounds on a value.
#[derive(Clone, Debug, Serialize)]
pub struct KnownBounds {
    /// The value is this or better.
    pub at_least: KnownValue,
    /// The value is this or worse.
    pub at_most: KnownValue,
}

/// A value, or a bound on one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct KnownValue {
    /// The value itself.
    #[serde(skip)]
    pub exact: Value,
    /// "win", "tie", "draw" or "loss".
    pub value: &'static str,
    /// Plies to the end.
    pub plies: Option<u32>,
    /// The final margin in scored games.
    pub margin: Option<i32>,
}

impl KnownValue {
    fn of(value: Value) -> Self {
        KnownValue { exact: value, value: value.outcome().name(), plies: value.plies(), margin: value.margin() }
    }

    /// The value of a position, with the plies that a game takes which ends no sooner than it has to.
    pub fn at<G: Hints>(game: &G, position: &G::Position, value: Value) -> Self {
        KnownValue { plies: plies_of(value, game.plies_to_fill(position)), ..KnownValue::of(value) }
    }
}

/// The plies of a value, where a game that ends no sooner takes so many.
fn plies_of(value: Value, to_fill: Option<u32>) -> Option<u32> {
    value.plies().or(to_fill.filter(|_| value != Value::Draw))
}

impl KnownBounds {
    fn of(bounds: Bounds) -> Self {
        KnownBounds { at_least: KnownValue::of(bounds.at_least), at_most: KnownValue::of(bounds.at_most) }
    }
}

impl Known {
    /// What bounds on the value of a position, or of a move in it, tell; `plies_to_fill` is how long the game takes if it
    /// ends no sooner.
    fn of<G: Notation>(game: &G, position: &G::Position, bounds: Bounds, plies_to_fill: Option<u32>) -> Self {
        let value = bounds.outcome().map_or("unknown", Outcome::name);
        match bounds.value() {
            Some(exact) => Known {
                value,
                plies: plies_of(exact, plies_to_fill),
                margin: exact.margin(),
                score: game.customary_score(position, exact),
                words: game.distance_in_words(exact),
                bounds: None,
            },
            None => {
                let bounds = Some(KnownBounds::of(bounds));
                Known { value, plies: None, margin: None, score: None, words: None, bounds }
            }
        }
    }
}

impl Report {
    /// The report of a solution of the position that a record has reached.
    pub fn new<G: Notation + Hints>(
        name: &str,
        options: Options,
        game: &G,
        record: &Record<G>,
        solution: &Solution<G::Move>,
    ) -> Report {
        let position = record.position();
        let lead = record.lead(game);
        let moves = solution.moves.iter().map(|root| MoveReport {
            mv: game.write_move(root.mv),
            guess: None,
            bounds: root.bounds.with_lead(lead),
            promise: game.promise(position, root.mv),
            known: {
                let after = game.plies_to_fill(&game.play(position, root.mv).position);
                Known::of(game, position, root.bounds.with_lead(lead), after.map(|plies| plies.saturating_add(1)))
            },
        });
        Report {
            game: name.to_string(),
            options,
            position: game.write_position(record),
            to_move: game.player_name(game.turn(position)).to_string(),
            sentence: sentence(game, record, solution),
            known: Known::of(game, position, solution.bounds.with_lead(lead), game.plies_to_fill(position)),
            best: solution.best().into_iter().map(|mv| game.write_move(mv)).collect(),
            complete: solution.answers(Goal::Exact, game.scored())
                && solution.moves.len() == game.moves(position).count(),
            guess: None,
            moves: moves.collect(),
            status: if solution.value().is_some() { "proved" } else { "bounded" },
            engine: solution.engine,
            engine_reason: solution.reason,
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
            bounds: solution.bounds.with_lead(lead),
            scored: game.scored(),
        }
    }

    /// The report of an estimate. What the tree has proved on the way is told, but the status is "estimated" always.
    pub fn estimated<G: Notation + Hints>(
        name: &str,
        options: Options,
        game: &G,
        record: &Record<G>,
        estimation: &Estimation<G::Move>,
    ) -> Report {
        let mut report = Report::new(name, options, game, record, &estimation.shown);
        report.sentence = match (report.bounds.outcome(), estimated_sentence(game, record, estimation)) {
            (None, Some(estimated)) => estimated,
            (Some(_), Some(_)) => format!("Settled while estimating: {}", report.sentence),
            (_, None) => report.sentence,
        };
        report.add(game, record, estimation);
        report.status = "estimated";
        report
    }

    /// The report of an analysis: what is proved, and beside it what is estimated as long as there is something to estimate.
    pub fn analysed<G: Notation + Hints>(
        name: &str,
        options: Options,
        game: &G,
        record: &Record<G>,
        analysis: &Analysis<G::Move>,
    ) -> Report {
        let mut report = Report::new(name, options, game, record, &analysis.solution);
        if let Some(estimation) = &analysis.estimation {
            report.add(game, record, estimation);
        }
        report
    }

    fn add<G: Notation + Hints>(&mut self, game: &G, record: &Record<G>, estimation: &Estimation<G::Move>) {
        let (choice, score) = estimation.choice().unzip();
        let write = |mv| game.write_move(mv);
        self.guess = Some(Guess {
            sentence: estimated_sentence(game, record, estimation).filter(|_| self.bounds.outcome().is_none()),
            choice: choice.map(write),
            estimate: score.map(|score| score.mean),
            interval: score.map(Score::interval),
            leaders: estimation.leaders.iter().map(|&at| write(estimation.shown.moves[at].mv)).collect(),
            estimated_line: estimation.line.iter().copied().map(write).collect(),
            playouts: estimation.playouts,
        });
        for (mv, tries) in self.moves.iter_mut().zip(&estimation.tries) {
            let Tries { visits, score } = *tries;
            mv.guess = Some(MoveGuess { estimate: score.mean, interval: score.interval(), visits });
        }
    }
}

/// How far a search has come.
#[derive(Clone, Debug, Serialize)]
pub struct ProgressReport<'p> {
    /// Positions searched so far.
    pub nodes: u64,
    /// Time taken so far.
    pub seconds: f64,
    /// What the engine is at, if it has told.
    pub stage: &'p str,
    /// What has been shown so far.
    #[serde(flatten)]
    pub bounds: KnownBounds,
}

impl<'p> ProgressReport<'p> {
    /// Of a search about a position where the side to move has this lead.
    pub fn new(progress: &Progress<'p>, lead: i32) -> Self {
        let bounds = KnownBounds::of(progress.bounds.with_lead(lead));
        ProgressReport { nodes: progress.nodes, seconds: progress.elapsed.as_secs_f64(), stage: progress.stage, bounds }
    }
}

/// The answer in one sentence: "Red wins in 17 plies with e5."
pub fn sentence<G: Notation>(game: &G, record: &Record<G>, solution: &Solution<G::Move>) -> String {
    let turn = game.turn(record.position());
    let (mover, other) = (game.player_name(turn), game.player_name(turn.other()));
    let bounds = solution.bounds.with_lead(record.lead(game));
    if let Some(sentence) = final_sentence(game, record) {
        return sentence;
    }
    let best = solution.best();
    let choice = match best[..] {
        [] => None,
        [only] => Some(game.write_move(only)),
        [first, ..] => Some(format!("{} (or {} more)", game.write_move(first), best.len() - 1)),
    };
    let Some(value) = bounds.value() else { return not_settled(bounds, game.scored(), mover, other) };
    let extent = match value.plies() {
        Some(plies) => {
            let words = game.distance_in_words(value).map(|words| format!(" ({words})")).unwrap_or_default();
            format!(" in {}{words}", count_plies(plies))
        }
        None => by_margin(game, turn, value),
    };
    let with = choice.as_ref().map(|choice| format!(" with {choice}")).unwrap_or_default();
    let sentence = match value.outcome() {
        Outcome::Win => format!("{mover} wins{extent}{with}."),
        Outcome::Tie => format!("It is a tie{}{with}.", in_words(game, turn, value)),
        Outcome::Draw => format!("It is a draw by endless play{with}."),
        Outcome::Loss => {
            let does = if value.plies().is_some() { "holds out longest" } else { "does best" };
            let resistance = choice.map(|choice| format!("; {mover} {does} with {choice}")).unwrap_or_default();
            format!("{other} wins{extent}{resistance}.")
        }
    };
    let is_complete = solution.answers(Goal::Exact, game.scored());
    sentence
        + match best[..] {
            _ if is_complete => "",
            [] => " With which moves, is not proved.",
            _ => " Not all moves are proved, so others may be as good.",
        }
}

/// An estimate in one sentence: "Estimated, not proved: Red scores about 63 % (58 to 68) with e5." None of a game that is over.
fn estimated_sentence<G: Notation>(game: &G, record: &Record<G>, estimation: &Estimation<G::Move>) -> Option<String> {
    let (mv, score) = estimation.choice()?;
    let mover = game.player_name(game.turn(record.position()));
    let others = match estimation.leaders.len() {
        0 | 1 => String::new(),
        2 => "; another move may be as good".to_string(),
        count => format!("; {} others may be as good", count - 1),
    };
    let [mean, low, high] = [score.mean, score.low, score.high].map(in_percent);
    Some(format!(
        "Estimated, not proved: {mover} scores about {mean} % ({low} to {high}) with {}{others}.",
        game.write_move(mv)
    ))
}

/// What is estimated in a few words: "about 63 % with e5".
pub fn guessed_in_short(report: &Report) -> Option<String> {
    let guess = report.guess.as_ref()?;
    Some(format!("about {} % with {}", in_percent(guess.estimate?), guess.choice.as_ref()?))
}

/// A score in percent, rounded.
pub fn in_percent(score: f64) -> u32 {
    (100.0 * score).round() as u32
}

/// Why an engine has no answer, with the position in the game's notation.
pub fn no_answer<G: Notation>(game: &G, error: &SolveError<G::Position>) -> String {
    let at = match game.write_position(&Record::at(error.position.clone())) {
        start if start.is_empty() => "the start".to_string(),
        position => format!("position {position}"),
    };
    format!("{} (at {at})", error.premise)
}

/// How a finished game has ended: "Red has won."
pub fn final_sentence<G: Notation>(game: &G, record: &Record<G>) -> Option<String> {
    let value = game.final_value(record.position())?.with_lead(record.lead(game));
    let turn = game.turn(record.position());
    let winner = match value.outcome() {
        Outcome::Win => turn,
        Outcome::Loss => turn.other(),
        Outcome::Tie | Outcome::Draw => {
            return Some(format!("The game has ended in a tie{}.", in_words(game, turn, value)));
        }
    };
    Some(format!("{} has won{}.", game.player_name(winner), by_margin(game, turn, value)))
}

/// By how much the winner wins, given the value for the side to move: " by 50 (goal 75)".
fn by_margin<G: Notation>(game: &G, turn: Player, value: Value) -> String {
    let by = value.margin().map(|margin| format!(" by {}", margin.abs()));
    by.map(|by| by + &in_words(game, turn, value)).unwrap_or_default()
}

/// What the margin means to the winner, if the game has words for it: " (goal 75)".
fn in_words<G: Notation>(game: &G, turn: Player, value: Value) -> String {
    let winner = |margin: i32| if margin < 0 { turn.other() } else { turn };
    let words = value.margin().and_then(|margin| game.margin_in_words(winner(margin), margin.abs()));
    words.map(|words| format!(" ({words})")).unwrap_or_default()
}
