//! What a table tells about its game as a whole: how many positions are won, how fast, and by how much.

use crate::{Block, Table, TableEngine, TableError};
use perfectplay_game::{Game, Hints, Notation, Outcome, Value};
use perfectplay_solve::report::KnownValue;
use perfectplay_solve::{Control, Crew, Numbering, Premise, main_line};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::Mutex;

/// A number of positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Count {
    /// Those that the table stores.
    pub stored: u64,
    /// Those that they stand for: all that share a number are counted.
    pub counted: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.stored = self.stored.saturating_add(other.stored);
        self.counted = self.counted.saturating_add(other.counted);
    }
}

/// How many positions have which value, for the side to move. Margins count by their sign, as if nothing had been gained
/// before the position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ValueCounts {
    /// Positions that the side to move wins.
    pub win: Count,
    /// Positions that end without a winner.
    pub tie: Count,
    /// Positions from which play goes on for ever.
    pub draw: Count,
    /// Positions that the side to move loses.
    pub loss: Count,
}

impl ValueCounts {
    /// One position.
    pub fn one(outcome: Outcome) -> ValueCounts {
        let mut counts = ValueCounts::default();
        counts.add(outcome, Count { stored: 1, counted: 1 });
        counts
    }

    /// How many positions there are.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        [self.win, self.tie, self.draw, self.loss].into_iter().for_each(|count| total += count);
        total
    }

    fn add(&mut self, outcome: Outcome, count: Count) {
        *match outcome {
            Outcome::Win => &mut self.win,
            Outcome::Tie => &mut self.tie,
            Outcome::Draw => &mut self.draw,
            Outcome::Loss => &mut self.loss,
        } += count;
    }
}

impl AddAssign for ValueCounts {
    fn add_assign(&mut self, other: ValueCounts) {
        self.win += other.win;
        self.tie += other.tie;
        self.draw += other.draw;
        self.loss += other.loss;
    }
}

/// How many positions are won and lost in so many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DistanceCounts {
    /// Plies to the end.
    pub plies: u32,
    /// Positions that the side to move wins.
    pub win: Count,
    /// Positions that the side to move loses.
    pub loss: Count,
}

/// How many positions have this margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MarginCounts {
    /// The margin from the position on, for the side to move.
    pub margin: i32,
    /// How many positions have it.
    #[serde(flatten)]
    pub count: Count,
}

/// The values of the positions of a layer. In many games the layer is the number of moves made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LayerCounts {
    /// The [layer](perfectplay_game::Game::layer).
    pub layer: u32,
    /// How many positions have which value.
    #[serde(flatten)]
    pub values: ValueCounts,
}

/// How many moves unfinished positions have.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Branching {
    /// The mean over the positions counted.
    pub mean: f64,
    /// The most.
    pub most: u64,
}

/// A position that stands out, with best play from it to the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Highlight<P, M> {
    /// The position.
    pub position: P,
    /// Its number.
    pub number: u64,
    /// Its value.
    #[serde(flatten)]
    pub value: KnownValue,
    /// Best play.
    pub line: Vec<M>,
}

/// What a table tells about its game as a whole. `P` and `M` are positions and moves, or their texts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stats<P, M> {
    /// How many positions there are.
    pub positions: Count,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bits of the file for each position stored.
    pub bits_per_stored: Option<f64>,
    /// Bits of the file for each position counted.
    pub bits_per_counted: Option<f64>,
    /// How many positions have which value.
    pub values: ValueCounts,
    /// The same for the finished ones among them.
    pub finished: ValueCounts,
    /// The value of the start of the game, if the table has it.
    pub start: Option<KnownValue>,
    /// The values of positions with which a game may begin, if there are several.
    pub beginnings: Option<ValueCounts>,
    /// The share of wins minus the share of losses among unfinished positions counted: what it is worth to be to move.
    pub advantage: Option<f64>,
    /// How many moves unfinished positions have; `None` if all are finished.
    pub branching: Option<Branching>,
    /// The first of the positions that are won and take longest.
    pub longest_win: Option<Highlight<P, M>>,
    /// The first of the positions with the largest margin, if it is a win.
    pub largest_margin: Option<Highlight<P, M>>,
    /// Wins and losses by distance, in rising order.
    pub distances: Vec<DistanceCounts>,
    /// Positions by margin, in rising order.
    pub margins: Vec<MarginCounts>,
    /// Positions by layer, in rising order; empty for a game without layers.
    pub layers: Vec<LayerCounts>,
}

impl<P: Clone, M: Copy> Stats<P, M> {
    /// The same with positions and moves in the game's notation.
    pub fn written<'g, G>(&self, numbering: impl Into<Numbering<'g, G>>) -> Stats<String, String>
    where
        G: Notation<Position = P, Move = M> + Hints + 'g,
    {
        let numbering = numbering.into();
        let game = numbering.game();
        let highlight = |highlight: &Highlight<P, M>| Highlight {
            position: numbering
                .record(highlight.number)
                .map_or_else(String::new, |record| game.write_position(&record)),
            number: highlight.number,
            value: highlight.value,
            line: highlight.line.iter().map(|&mv| game.write_move(mv)).collect(),
        };
        Stats {
            longest_win: self.longest_win.as_ref().map(highlight),
            largest_margin: self.largest_margin.as_ref().map(highlight),
            positions: self.positions,
            bytes: self.bytes,
            bits_per_stored: self.bits_per_stored,
            bits_per_counted: self.bits_per_counted,
            values: self.values,
            finished: self.finished,
            start: self.start,
            beginnings: self.beginnings,
            advantage: self.advantage,
            branching: self.branching,
            distances: self.distances.clone(),
            margins: self.margins.clone(),
            layers: self.layers.clone(),
        }
    }
}

/// A position that may stand out: by how much, its section and its number. The largest is the one that does.
type Peak = Option<(i64, Reverse<usize>, Reverse<u64>)>;

/// Counts that can be added in any order.
#[derive(Default)]
struct Counts {
    values: ValueCounts,
    finished: ValueCounts,
    beginnings: ValueCounts,
    moves: u64,
    most_moves: u64,
    distances: BTreeMap<u32, [Count; 2]>,
    margins: BTreeMap<i32, Count>,
    layers: BTreeMap<u32, ValueCounts>,
    longest_win: Peak,
    largest_margin: Peak,
}

impl Counts {
    fn of_block<G: Hints>(numbering: &Numbering<G>, table: &Table, section: usize, block: &Block) -> Option<Counts> {
        let game = numbering.game();
        let header = &table.header().sections[section];
        let mut counts = Counts::default();
        for place in 0..block.len() {
            let number = block.number(place);
            let position = match numbering.position(number) {
                None if !header.is_listed => continue,
                position => position?,
            };
            let layer = game.layer(&position);
            if header.layer.is_some() && header.layer != layer {
                return None;
            }
            let value = table.decode(block.cell(place))?;
            counts.add(numbering, &position, layer, value, (Reverse(section), Reverse(number)));
        }
        Some(counts)
    }

    fn add<G: Hints>(
        &mut self,
        numbering: &Numbering<G>,
        position: &G::Position,
        layer: Option<u32>,
        value: Value,
        (section, number): (Reverse<usize>, Reverse<u64>),
    ) {
        let game = numbering.game();
        let count = Count { stored: 1, counted: numbering.images(position).len() as u64 };
        let outcome = value.outcome();
        self.values.add(outcome, count);
        if game.ending(position).is_some() {
            self.finished.add(outcome, count);
        } else {
            let moves = game.moves(position).count() as u64;
            self.moves = self.moves.saturating_add(moves.saturating_mul(count.counted));
            self.most_moves = self.most_moves.max(moves);
        }
        if game.may_begin(position) {
            self.beginnings.add(outcome, count);
        }
        if let Some(layer) = layer {
            self.layers.entry(layer).or_default().add(outcome, count);
        }
        if let Some(plies) = value.plies() {
            let is_loss = usize::from(outcome == Outcome::Loss);
            self.distances.entry(plies).or_default()[is_loss] += count;
        }
        if let Some(margin) = value.margin() {
            *self.margins.entry(margin).or_default() += count;
        }
        match value {
            Value::Win { plies } => self.longest_win = self.longest_win.max(Some((plies.into(), section, number))),
            Value::Margin(margin @ 1..) => {
                self.largest_margin = self.largest_margin.max(Some((margin.into(), section, number)));
            }
            _ => {}
        }
    }

    fn merge(&mut self, other: Counts) {
        self.values += other.values;
        self.finished += other.finished;
        self.beginnings += other.beginnings;
        self.moves += other.moves;
        self.most_moves = self.most_moves.max(other.most_moves);
        for (plies, [win, loss]) in other.distances {
            let here = self.distances.entry(plies).or_default();
            here[0] += win;
            here[1] += loss;
        }
        other.margins.into_iter().for_each(|(margin, count)| *self.margins.entry(margin).or_default() += count);
        other.layers.into_iter().for_each(|(layer, values)| *self.layers.entry(layer).or_default() += values);
        self.longest_win = self.longest_win.max(other.longest_win);
        self.largest_margin = self.largest_margin.max(other.largest_margin);
    }
}

/// Counts everything. The same table gives the same answer, whatever the crew.
///
/// # Errors
///
/// If the table cannot be read, or the control stops it.
pub fn stats<'g, G>(
    numbering: impl Into<Numbering<'g, G>>,
    table: &Table,
    crew: Crew,
    control: &mut Control,
) -> Result<Stats<G::Position, G::Move>, TableError>
where
    G: Game<Position: Send + Sync> + Hints + Sync + 'g,
{
    let numbering = &numbering.into();
    table.check_game(numbering)?;
    control.stage("counting");
    let all = Mutex::new(Counts::default());
    for section in 0..table.header().sections.len() {
        let blocks = table.section_blocks(section);
        let own = || ();
        crew.run(blocks.len(), control, own, |(), nth| {
            let block = blocks.start + nth;
            let content = table.block(block)?;
            let counts = Counts::of_block(numbering, table, section, &content).ok_or(TableError::Block { block })?;
            all.lock().expect("nobody panics with the lock").merge(counts);
            Ok::<u64, TableError>(content.len() as u64)
        })?;
    }
    let counts = all.into_inner().expect("nobody panics with the lock");
    let positions = counts.values.total();
    let finished = counts.finished.total();
    let unfinished = positions.counted - finished.counted;
    let wins = counts.values.win.counted - counts.finished.win.counted;
    let losses = counts.values.loss.counted - counts.finished.loss.counted;
    let per = |amount: f64, count: u64| (count > 0).then(|| amount / count as f64);
    let bits = 8.0 * table.size() as f64;
    let start = numbering.game().start();
    let of_start = TableEngine::new(numbering.clone(), table, None)?.value(&start)?;
    let mean = per(counts.moves as f64, unfinished);
    Ok(Stats {
        positions,
        bytes: table.size(),
        bits_per_stored: per(bits, positions.stored),
        bits_per_counted: per(bits, positions.counted),
        values: counts.values,
        finished: counts.finished,
        start: of_start.map(|value| KnownValue::at(numbering.game(), &start, value)),
        beginnings: Some(counts.beginnings).filter(|beginnings| beginnings.total().stored > 1),
        advantage: per(wins as f64 - losses as f64, unfinished),
        branching: mean.map(|mean| Branching { mean, most: counts.most_moves }),
        longest_win: highlight(numbering, table, counts.longest_win, control)?,
        largest_margin: highlight(numbering, table, counts.largest_margin, control)?,
        distances: counts
            .distances
            .into_iter()
            .map(|(plies, [win, loss])| DistanceCounts { plies, win, loss })
            .collect(),
        margins: counts.margins.into_iter().map(|(margin, count)| MarginCounts { margin, count }).collect(),
        layers: counts.layers.into_iter().map(|(layer, values)| LayerCounts { layer, values }).collect(),
    })
}

/// A highlight of a game.
type HighlightOf<G> = Highlight<<G as Game>::Position, <G as Game>::Move>;

/// The position of a peak, and best play from there by the values in the table.
fn highlight<G: Hints>(
    numbering: &Numbering<G>,
    table: &Table,
    peak: Peak,
    control: &mut Control,
) -> Result<Option<HighlightOf<G>>, TableError> {
    let Some((_, Reverse(section), Reverse(number))) = peak else { return Ok(None) };
    control.stage("best play");
    let position = numbering.position(number).expect("a number with a position");
    let block = table.block_of(table.header().sections[section].layer, number);
    let damaged = TableError::Block { block: block.expect("a block that was counted") };
    let mut engine = TableEngine::new(numbering.clone(), table, None)?;
    let Some(value) = engine.value(&position)? else { return Err(damaged) };
    let line = main_line(&mut engine, &position, usize::MAX, control).map_err(|error| match error.premise {
        Premise::TableDamaged { block } => TableError::Block { block },
        _ => damaged,
    })?;
    match control.stopped() {
        Some(_) => Err(TableError::Stopped),
        None => {
            let value = KnownValue::at(numbering.game(), &position, value);
            Ok(Some(Highlight { position, number, value, line }))
        }
    }
}
