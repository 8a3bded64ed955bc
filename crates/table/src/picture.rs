//! A picture of what a table tells about its game: an SVG file with bar charts, complete in itself.

mod chart;

use crate::{Header, Stats, ValueCounts};
use chart::{Bar, Chart, Colour, Piece, Sheet};
use perfectplay_game::Value;

/// Draws distances, margins and layers, in positions counted.
pub fn picture<P, M>(header: &Header, stats: &Stats<P, M>) -> String {
    let mut sheet = Sheet::default();
    sheet.heading(&header.game);
    let options: Vec<String> = header.options.iter().map(|(name, setting)| format!("{name}={setting}")).collect();
    if !options.is_empty() {
        sheet.line(&options.join("  "));
    }
    let positions = stats.positions;
    let stored = match positions.stored == positions.counted {
        true => String::new(),
        false => format!(" ({} stored up to symmetry)", grouped(positions.stored)),
    };
    sheet.line(&format!("{} positions{stored}; values are for the side to move", grouped(positions.counted)));
    let share = |count: u64| 100.0 * count as f64 / positions.counted.max(1) as f64;
    let kinds = pieces(&stats.values).into_iter().filter(|piece| piece.size > 0);
    let legend = kinds
        .map(|Piece { size, colour }| (colour, format!("{} {} ({:.1} %)", grouped(size), colour.name(), share(size))));
    sheet.legend(&legend.collect::<Vec<_>>());
    for chart in [distances(stats), margins(stats), layers(stats)].into_iter().flatten() {
        sheet.chart(&chart);
    }
    if let Some(chart) = layers(stats) {
        sheet.chart(&Chart { title: "Share of values by layer", is_shares: true, ..chart });
    }
    sheet.finish()
}

fn distances<P, M>(stats: &Stats<P, M>) -> Option<Chart> {
    let bar = |counts: &crate::DistanceCounts| Bar {
        key: counts.plies.into(),
        above: vec![Piece { size: counts.win.counted, colour: Colour::Win }],
        below: vec![Piece { size: counts.loss.counted, colour: Colour::Loss }],
    };
    let bars = stats.distances.iter().map(bar).collect();
    chart("Wins (up) and losses (down) by distance", "plies to the end", bars)
}

fn margins<P, M>(stats: &Stats<P, M>) -> Option<Chart> {
    let bar = |counts: &crate::MarginCounts| {
        let colour = Colour::of(Value::Margin(counts.margin));
        let above = vec![Piece { size: counts.count.counted, colour }];
        Bar { key: counts.margin.into(), above, below: vec![] }
    };
    chart(
        "Positions by margin",
        "margin for the side to move, from the position on",
        stats.margins.iter().map(bar).collect(),
    )
}

fn layers<P, M>(stats: &Stats<P, M>) -> Option<Chart> {
    let bar = |layer: &crate::LayerCounts| Bar { key: layer.layer.into(), above: pieces(&layer.values), below: vec![] };
    chart("Positions by layer", "layer (in most games: moves made)", stats.layers.iter().map(bar).collect())
}

/// A chart, if it has bars.
fn chart(title: &'static str, keys: &'static str, bars: Vec<Bar>) -> Option<Chart> {
    (!bars.is_empty()).then_some(Chart { title, keys, bars, is_shares: false })
}

/// A bar of values, from the bottom up.
fn pieces(values: &ValueCounts) -> Vec<Piece> {
    let counts = [
        (values.win, Colour::Win),
        (values.tie, Colour::Tie),
        (values.draw, Colour::Draw),
        (values.loss, Colour::Loss),
    ];
    counts.map(|(count, colour)| Piece { size: count.counted, colour }).to_vec()
}

/// A count with commas between the thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let comma = |(at, digit): (usize, char)| {
        let is_next_thousand = at > 0 && (digits.len() - at).is_multiple_of(3);
        is_next_thousand.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(comma).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (4_531_985_219_092, "4,531,985,219,092")] {
            assert_eq!(grouped(count), text);
        }
    }
}
