//! Bar charts in SVG, one below the other on a sheet.

use super::grouped;
use perfectplay_game::{Outcome, Value};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What a part of a bar stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Colour {
    Win,
    Tie,
    Draw,
    Loss,
}

impl Colour {
    pub(super) fn of(value: Value) -> Colour {
        match value.outcome() {
            Outcome::Win => Colour::Win,
            Outcome::Tie => Colour::Tie,
            Outcome::Draw => Colour::Draw,
            Outcome::Loss => Colour::Loss,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Colour::Win => "wins",
            Colour::Tie => "ties",
            Colour::Draw => "draws",
            Colour::Loss => "losses",
        }
    }

    fn paint(self) -> &'static str {
        match self {
            Colour::Win => "#1f6fb4",
            Colour::Tie => "#9aa5b1",
            Colour::Draw => "#e3a92f",
            Colour::Loss => "#c8443c",
        }
    }
}

/// A part of a bar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) size: u64,
    pub(super) colour: Colour,
}

/// A bar that grows up and down from the axis, piece by piece.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) key: i64,
    pub(super) above: Vec<Piece>,
    pub(super) below: Vec<Piece>,
}

/// Bars over whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) title: &'static str,
    /// What the whole numbers are.
    pub(super) keys: &'static str,
    pub(super) bars: Vec<Bar>,
    /// Whether bars show shares of a whole, and are all of the same height.
    pub(super) is_shares: bool,
}

const WIDTH: f64 = 960.0;
const LEFT: f64 = 88.0;
const RIGHT: f64 = 24.0;
const PLOT: f64 = WIDTH - LEFT - RIGHT;
const PLOT_HEIGHT: f64 = 220.0;
const WIDEST_BAR: f64 = 44.0;
const MOST_BARS: i64 = 140;
/// About what a character takes, of the height of its font.
const CHARACTER: f64 = 0.58;
const SMALL: f64 = 12.0;
const INK: &str = "#1d2530";
const FAINT_INK: &str = "#4b5563";
const GRID: &str = "#e1e5ea";

/// An SVG drawing that grows downwards.
pub(super) struct Sheet {
    body: String,
    y: f64,
}

impl Default for Sheet {
    fn default() -> Self {
        Sheet { body: String::new(), y: 24.0 }
    }
}

impl Sheet {
    pub(super) fn heading(&mut self, text: &str) {
        self.y += 14.0;
        self.text((24.0, self.y), "start", 22.0, INK, true, text);
        self.y += 8.0;
    }

    /// A line of text, cut off at the edge of the sheet.
    pub(super) fn line(&mut self, text: &str) {
        const SIZE: f64 = 14.0;
        let room = ((WIDTH - 48.0) / (CHARACTER * SIZE)) as usize;
        let text = match text.chars().count() > room {
            true => text.chars().take(room - 1).chain(['…']).collect(),
            false => text.to_string(),
        };
        self.y += 18.0;
        self.text((24.0, self.y), "start", SIZE, FAINT_INK, false, &text);
        self.y += 3.0;
    }

    /// Colours and what they stand for, in a row.
    pub(super) fn legend(&mut self, entries: &[(Colour, String)]) {
        self.y += 22.0;
        let mut x = 24.0;
        for (colour, text) in entries {
            self.rect((x, self.y - 11.0), (12.0, 12.0), colour.paint());
            self.text((x + 18.0, self.y), "start", SMALL + 1.0, INK, false, text);
            x += 18.0 + CHARACTER * (SMALL + 1.0) * text.chars().count() as f64 + 20.0;
        }
        self.y += 8.0;
    }

    pub(super) fn chart(&mut self, chart: &Chart) {
        self.y += 36.0;
        self.text((24.0, self.y), "start", 16.0, INK, true, chart.title);
        self.y += 16.0;
        let bins = Bins::new(chart);
        let scale = Scale::new(chart, &bins, self.y);
        for tick in -scale.ticks_below..=scale.ticks_above {
            let y = scale.y(tick as f64 * scale.step);
            self.rule((LEFT, y), (LEFT + PLOT, y), GRID);
            let size = (tick.unsigned_abs() as f64 * scale.step).round() as u64;
            let text = if chart.is_shares { format!("{size} %") } else { short(size) };
            self.text((LEFT - 8.0, y + 4.0), "end", SMALL, FAINT_INK, false, &text);
        }
        self.sideways((24.0, self.y + PLOT_HEIGHT / 2.0), if chart.is_shares { "share" } else { "positions" });
        let slot = PLOT / bins.count as f64;
        let width = (slot * 0.84).min(WIDEST_BAR);
        for (&bin, bar) in &bins.bars {
            let x = LEFT + slot * (bin as f64 + 0.5) - width / 2.0;
            self.bar(chart, &bins, &scale, bar, x, width);
        }
        self.rule((LEFT, scale.y(0.0)), (LEFT + PLOT, scale.y(0.0)), INK);
        self.y += PLOT_HEIGHT + 16.0;
        for bin in bins.labelled() {
            let x = LEFT + slot * (bin as f64 + 0.5);
            self.text((x, self.y), "middle", SMALL, FAINT_INK, false, &bins.key(bin).to_string());
        }
        self.y += 20.0;
        let each = match bins.width {
            1 => String::new(),
            width => format!("; a bar for every {}, labelled with its first", grouped(width.unsigned_abs())),
        };
        let text = format!("{}{each}", chart.keys);
        self.text((LEFT + PLOT / 2.0, self.y), "middle", SMALL + 1.0, INK, false, &text);
    }

    /// A bar with its sizes as a tooltip.
    fn bar(&mut self, chart: &Chart, bins: &Bins, scale: &Scale, bar: &Bar, x: f64, width: f64) {
        let keys =
            if bins.width == 1 { bar.key.to_string() } else { format!("{} to {}", bar.key, bar.key + bins.width - 1) };
        let pieces = bar.above.iter().chain(&bar.below).filter(|piece| piece.size > 0);
        let sizes: Vec<String> =
            pieces.map(|piece| format!("{} {}", grouped(piece.size), piece.colour.name())).collect();
        let tooltip = escaped(&format!("{keys}: {}", sizes.join(", ")));
        let _ = writeln!(self.body, "<g><title>{tooltip}</title>");
        let whole = if chart.is_shares { 0.01 * total(&bar.above) as f64 } else { 1.0 };
        for (pieces, sign) in [(&bar.above, 1.0), (&bar.below, -1.0)] {
            let mut end = 0;
            for piece in pieces.iter().filter(|piece| piece.size > 0) {
                let from = scale.y(sign * end as f64 / whole);
                end += piece.size;
                let to = scale.y(sign * end as f64 / whole);
                self.rect((x, from.min(to)), (width, (from - to).abs()), piece.colour.paint());
            }
        }
        self.body += "</g>\n";
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: &str, size: f64, colour: &str, is_bold: bool, text: &str) {
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\"{weight} fill=\"{colour}\">{text}</text>"
        );
    }

    /// A text that reads upwards, with its middle here.
    fn sideways(&mut self, (x, y): (f64, f64), text: &str) {
        let size = SMALL + 1.0;
        let _ = writeln!(
            self.body,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\" font-size=\"{size}\" fill=\"{INK}\">{text}</text>"
        );
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{colour}\"/>"
        );
    }

    fn rule(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        );
    }

    /// The whole file.
    pub(super) fn finish(self) -> String {
        let height = self.y + 24.0;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// The bars of a chart in their bins. Where there would be too many, neighbours are put together.
struct Bins {
    first: i64,
    /// So many keys share a bar.
    width: i64,
    count: i64,
    bars: BTreeMap<i64, Bar>,
}

impl Bins {
    fn new(chart: &Chart) -> Bins {
        let keys = || chart.bars.iter().map(|bar| bar.key);
        let (least, most) = (keys().min().unwrap_or(0), keys().max().unwrap_or(0));
        let count = |width: i64| most.div_euclid(width) - least.div_euclid(width) + 1;
        let width = round_steps().find(|&width| count(width) <= MOST_BARS).unwrap_or(i64::MAX);
        let first = least.div_euclid(width) * width;
        let mut bins = Bins { first, width, count: count(width), bars: BTreeMap::new() };
        for bar in &chart.bars {
            let bin = (bar.key - first) / width;
            let empty = Bar { key: bins.key(bin), above: vec![], below: vec![] };
            let here = bins.bars.entry(bin).or_insert(empty);
            add(&mut here.above, &bar.above);
            add(&mut here.below, &bar.below);
        }
        bins
    }

    /// The first key of a bin.
    fn key(&self, bin: i64) -> i64 {
        self.first + bin * self.width
    }

    /// The bins that get a label, such that labels have room and are round.
    fn labelled(&self) -> impl Iterator<Item = i64> {
        let longest = [self.first, self.key(self.count - 1)].map(|key| key.to_string().len());
        let room = CHARACTER * SMALL * (longest[0].max(longest[1]) as f64 + 2.0);
        let slot = PLOT / self.count as f64;
        let every = round_steps().find(|&every| every as f64 * slot >= room).unwrap_or(i64::MAX);
        (0..self.count).filter(move |&bin| (self.key(bin) / self.width) % every == 0)
    }
}

/// 1, 2, 5, 10, 20, 50, …
fn round_steps() -> impl Iterator<Item = i64> {
    (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i64.pow(power)))
}

/// Adds pieces to those of the same colour.
fn add(pieces: &mut Vec<Piece>, more: &[Piece]) {
    for &piece in more {
        match pieces.iter_mut().find(|there| there.colour == piece.colour) {
            Some(there) => there.size += piece.size,
            None => pieces.push(piece),
        }
    }
    pieces.sort_by_key(|piece| piece.colour);
}

fn total(pieces: &[Piece]) -> u64 {
    pieces.iter().map(|piece| piece.size).sum()
}

/// Where sizes are on the sheet.
struct Scale {
    /// What is between two ticks.
    step: f64,
    ticks_above: i64,
    ticks_below: i64,
    top: f64,
}

impl Scale {
    fn new(chart: &Chart, bins: &Bins, top: f64) -> Scale {
        if chart.is_shares {
            return Scale { step: 25.0, ticks_above: 4, ticks_below: 0, top };
        }
        let most = |pieces: fn(&Bar) -> &[Piece]| bins.bars.values().map(|bar| total(pieces(bar))).max().unwrap_or(0);
        let (above, below) = (most(|bar| &bar.above) as f64, most(|bar| &bar.below) as f64);
        let step = round_steps().map(|step| step as f64).find(|step| (above + below) / step <= 6.0).unwrap_or(1e18);
        let ticks = |size: f64| (size / step).ceil() as i64;
        Scale { step, ticks_above: ticks(above), ticks_below: ticks(below), top }
    }

    /// The height of a size on the sheet, negative below the axis.
    fn y(&self, size: f64) -> f64 {
        let ticks = (self.ticks_above + self.ticks_below).max(1) as f64;
        self.top + PLOT_HEIGHT * (self.ticks_above as f64 - size / self.step) / ticks
    }
}

/// A size for the axis: 2,500, then 25k, 2.5M, ….
fn short(size: u64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.into_iter().find(|&(unit, _)| size >= 10_000 && size as f64 >= unit) {
        Some((unit, letter)) => format!("{}{letter}", size as f64 / unit),
        None => grouped(size),
    }
}

/// A text for XML.
fn escaped(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() || matches!(c, '\t' | '\n');
    let allowed: String = text.chars().filter(is_allowed).collect();
    allowed.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
