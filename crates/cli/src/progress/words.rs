//! What is said of a search under way, within the width that there is.

use indicatif::HumanCount;
use perfectplay::{Bounds, Progress, report};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// "1 position", "1,090 positions".
pub fn positions(count: u64) -> String {
    format!("{} position{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

/// Positions, speed, and what is noted beside the search, else the stage or what is known of a position where the side to move has this
/// lead; the speed is left out where there is no room for all, and what still does not fit is cut.
pub fn words(progress: &Progress, lead: i32, note: &str, width: usize) -> String {
    let positions = positions(progress.nodes);
    let speed = format!("{:.1} million/s", progress.nodes as f64 / progress.elapsed.as_secs_f64().max(1e-3) / 1e6);
    let known = match progress.stage {
        _ if !note.is_empty() => Some(note.to_string()),
        "" if progress.bounds == Bounds::UNKNOWN => None,
        "" => Some(report::between(progress.bounds.with_lead(lead))),
        stage => Some(stage.to_string()),
    };
    let all = [Some(&positions), Some(&speed), known.as_ref()].map(|part| part.map_or("", String::as_str));
    let join = |parts: &[&str]| parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let long = join(&all);
    if long.width() <= width { long } else { cut(&join(&[all[0], all[2]]), width) }
}

/// The text, or as much of it as fits with "…" behind it.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut room = width.saturating_sub(1);
    let fits = |char: &char| {
        let wide = char.width().unwrap_or(0);
        let has_room = wide <= room;
        room = room.saturating_sub(wide);
        has_room
    };
    let start: String = text.chars().take_while(fits).collect();
    start.trim_end_matches([' ', ',']).to_string() + if width > 0 { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perfectplay::Value;
    use std::time::Duration;

    fn progress<'p>(bounds: Bounds, stage: &'p str) -> Progress<'p> {
        Progress { nodes: 12_345_678, elapsed: Duration::from_secs(10), bounds, stage }
    }

    #[test]
    fn what_is_known_goes_before_the_speed() {
        let stage = progress(Bounds::UNKNOWN, "layer 7 of 42, 3 min left");
        let all = "12,345,678 positions, 1.2 million/s, layer 7 of 42, 3 min left";
        assert_eq!(words(&stage, 0, "", usize::MAX), all);
        assert_eq!(words(&stage, 0, "", all.len()), all);
        let noted = "12,345,678 positions, 1.2 million/s, about 63 % with e5";
        assert_eq!(words(&stage, 0, "about 63 % with e5", usize::MAX), noted);
        assert_eq!(words(&stage, 0, "", all.len() - 1), "12,345,678 positions, layer 7 of 42, 3 min left");
        let bounds = Bounds { at_least: Value::Margin(-1), at_most: Value::Margin(4) };
        assert!(words(&progress(bounds, ""), 1, "", usize::MAX).ends_with(&report::between(bounds.with_lead(1))));
        assert_eq!(words(&progress(Bounds::UNKNOWN, ""), 0, "", usize::MAX), "12,345,678 positions, 1.2 million/s");
    }

    #[test]
    fn nothing_is_wider_than_the_room() {
        let stage = progress(Bounds::UNKNOWN, "ein Stapel 积木 von vielen");
        for width in 0..80 {
            assert!(words(&stage, 0, "", width).width() <= width, "{width}");
        }
        assert_eq!(words(&stage, 0, "", 23), "12,345,678 positions…");
    }
}
