//! Checks of what a game tells beyond its rules.

use super::{Sample, Violation, broken};
use crate::{Bounds, Ending, Game, Hints, Record};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// Symmetry: a representative represents itself, and has the same ending, as many moves, and equivalent successors
/// with the same gains and the same change of turn. Successors that may have several representatives are equivalent as
/// far as the shape of the next plies tells.
///
/// # Errors
///
/// If one of these is not so.
pub fn symmetry<G: Game>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let position = record.position();
        let canonical = game.canonical(position);
        if game.canonical(&canonical) != canonical {
            return broken(position, "a representative represents itself", format!("{canonical:?} does not"));
        }
        if game.ending(position) != game.ending(&canonical) {
            return broken(position, "symmetry keeps endings", format!("{canonical:?} ends differently"));
        }
        let successors = |from: &G::Position| {
            let mut found: HashMap<_, i32> = HashMap::new();
            for mv in game.moves(from) {
                let step = game.play(from, mv);
                let again = game.moves_again(from, &step.position);
                *found.entry((game.canonical(&step.position), step.gain, again)).or_default() += 1;
            }
            found
        };
        let are_equivalent = successors(position) == successors(&canonical)
            || (!game.has_one_representative() && shape(game, position, 2) == shape(game, &canonical, 2));
        if !are_equivalent {
            return broken(position, "symmetry keeps moves", format!("{canonical:?} has other successors"));
        }
        Ok(())
    })
}

/// A number that tells game trees of so many plies apart by endings, gains, turns and numbers of moves.
fn shape<G: Game>(game: &G, position: &G::Position, plies: u32) -> u64 {
    let below = |mv| {
        let step = game.play(position, mv);
        let again = game.moves_again(position, &step.position);
        (step.gain, again, if plies == 0 { 0 } else { shape(game, &step.position, plies - 1) })
    };
    let mut moves: Vec<(i32, bool, u64)> = game.moves(position).map(below).collect();
    moves.sort_unstable();
    FxBuildHasher.hash_one((game.ending(position), moves))
}

/// Keys: equal exactly when the positions are equal, among the positions and representatives met; and so are packed keys,
/// which have as many bits as they should. Bounds of positions that share a canonical key fit each other. (Whether these have
/// the same value, only solving can tell.)
///
/// # Errors
///
/// If one of these is not so.
pub fn key<G: Hints>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let mut by_key: HashMap<G::Key, G::Position> = HashMap::new();
    let mut by_packed: HashMap<u64, G::Position> = HashMap::new();
    let mut by_canonical: HashMap<G::Key, (Bounds, G::Position)> = HashMap::new();
    sample.visit(game, |record| {
        let canonical = game.canonical(record.position());
        let is_shared = game.canonical_key(record.position()) == game.canonical_key(&canonical);
        if game.has_one_representative() && !is_shared {
            return broken(record.position(), "the canonical key is that of the representative", "it is another");
        }
        for position in [record.position().clone(), canonical] {
            if game.ending(&position).is_none() {
                let here = game.bounds(&position);
                let shared = by_canonical.entry(game.canonical_key(&position)).or_insert((here, position.clone()));
                shared.0 = shared.0.and(here);
                if shared.0.at_least.worth() > shared.0.at_most.worth() {
                    let detail = format!("{here:?} does not fit {:?}", shared.1);
                    return broken(&position, "positions that share a canonical key have the same value", detail);
                }
            }
            let key = game.key(&position);
            if key != game.key(&position.clone()) {
                return broken(&position, "equal positions have equal keys", "two keys for one position");
            }
            let known = by_key.entry(key.clone()).or_insert_with(|| position.clone());
            if *known != position {
                return broken(&position, "different positions have different keys", format!("{known:?} has its key"));
            }
            let Some(bits) = game.packed_bits() else { continue };
            let Some(packed) = game.packed(&key) else {
                return broken(&position, "keys are packed as promised", "this one is not");
            };
            if packed.checked_shr(bits).unwrap_or(0) != 0 {
                return broken(&position, "a packed key has few bits", format!("{packed} has more than {bits}"));
            }
            let known = by_packed.entry(packed).or_insert_with(|| position.clone());
            if *known != position {
                return broken(&position, "different keys are packed differently", format!("{known:?} has {packed}"));
            }
        }
        Ok(())
    })
}

/// Bounds: those of a position fit those of its moves, and nobody wins sooner than the position allows. (Whether the bounds
/// hold, only solving can tell.)
///
/// # Errors
///
/// If one of these is not so.
pub fn bounds<G: Hints>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let known =
        |position: &G::Position| game.final_value(position).map_or_else(|| game.bounds(position), Bounds::exactly);
    sample.visit(game, |record| {
        let position = record.position();
        let here = known(position);
        let after = |mv| {
            let step = game.play(position, mv);
            known(&step.position).before(game.moves_again(position, &step.position), step.gain)
        };
        let best_move = game.moves(position).map(after).reduce(Bounds::or).unwrap_or(here);
        let both = here.and(best_move);
        if both.at_least.worth() > both.at_most.worth() {
            return broken(
                position,
                "bounds fit those of the moves",
                format!("{here:?}, but by the moves {best_move:?}"),
            );
        }
        not_won_too_soon(game, record)
    })
}

/// If the record ends with a win, none of its positions said that it takes longer.
fn not_won_too_soon<G: Hints>(game: &G, record: &Record<G>) -> Result<(), Violation> {
    let turn = game.turn(record.position());
    let winner = match game.ending(record.position()) {
        Some(Ending::Win) => turn,
        Some(Ending::Loss) => turn.other(),
        _ => return Ok(()),
    };
    let mut position = record.first().clone();
    for (plies, mv) in (1..=record.moves().len() as u32).rev().zip(record.moves()) {
        let least = game.least_plies_to_win(&position, winner);
        if least > plies {
            return broken(&position, "nobody wins too soon", format!("{winner:?} in {plies} plies, not {least}"));
        }
        position = game.play(&position, mv).position;
    }
    Ok(())
}

/// Insight, where the bounds leave the value open: there are candidates, legal and listed once, always in the same order;
/// and what is seen after them is the ending, or fits the bounds and forces a legal move. (Whether it is true, only solving
/// can tell.)
///
/// # Errors
///
/// If one of these is not so.
pub fn insight<G: Hints>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let position = record.position();
        if game.ending(position).is_some() || game.bounds(position).value().is_some() {
            return Ok(());
        }
        let legal: Vec<G::Move> = game.moves(position).collect();
        let candidates: Vec<(G::Move, i32)> = game.candidates(position).collect();
        if candidates.is_empty() {
            return broken(position, "there are candidates while the value is open", "there is none");
        }
        if !candidates.iter().copied().eq(game.candidates(position)) {
            return broken(position, "candidates come in the same order", "a second listing differs");
        }
        for (i, (mv, _)) in candidates.iter().enumerate() {
            if !legal.contains(mv) {
                return broken(position, "candidates are legal", format!("{mv:?} is not"));
            }
            if candidates[..i].iter().any(|(earlier, _)| earlier == mv) {
                return broken(position, "each candidate is listed once", format!("{mv:?} is listed twice"));
            }
            seen_after(game, &game.play(position, *mv).position)?;
        }
        Ok(())
    })
}

/// What is seen at a position to which a candidate has led.
fn seen_after<G: Hints>(game: &G, position: &G::Position) -> Result<(), Violation> {
    let glance = game.glance(position);
    if let Some(value) = game.final_value(position) {
        if (glance.low, glance.high) != (value.worth(), value.worth()) {
            return broken(position, "an ending is seen", format!("{glance:?} for {value:?}"));
        }
        return Ok(());
    }
    let bounds = game.bounds(position);
    if glance.low.max(bounds.at_least.worth()) > glance.high.min(bounds.at_most.worth()) {
        return broken(position, "what is seen fits the bounds", format!("{glance:?}, but {bounds:?}"));
    }
    match glance.forced {
        Some(mv) if glance.low != glance.high && !game.moves(position).any(|legal| legal == mv) => {
            broken(position, "a forced move is legal", format!("{mv:?} is not"))
        }
        _ => Ok(()),
    }
}

/// Layers: the layer rises with every move and does not fall by symmetry, or there is none anywhere.
///
/// # Errors
///
/// If one of these is not so.
pub fn layers<G: Game>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let has_layers = game.layer(&game.start()).is_some();
    sample.visit(game, |record| {
        let position = record.position();
        let layer = game.layer(position);
        if layer.is_some() != has_layers {
            return broken(position, "all positions have a layer or none has", format!("{layer:?}"));
        }
        if game.layer(&game.canonical(position)) < layer {
            return broken(position, "the layer does not fall by symmetry", format!("{layer:?}"));
        }
        for mv in game.moves(position) {
            let next = game.layer(&game.play(position, mv).position);
            if next.is_some() != has_layers {
                return broken(position, "all positions have a layer or none has", format!("{next:?} after {mv:?}"));
            }
            if has_layers && next <= layer {
                return broken(position, "the layer rises with every move", format!("{layer:?} to {next:?} by {mv:?}"));
            }
        }
        Ok(())
    })
}

/// Numbers: within range, and the position that stands for a number has it, and has the same layer, the same ending, and
/// the same moves up to the numbers of what they lead to; and so have its images.
///
/// # Errors
///
/// If one of these is not so.
pub fn index<G: Hints>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let Some(count) = game.index_count() else { return Ok(()) };
    sample.visit(game, |record| {
        let position = record.position();
        let Some(index) = game.index(position) else {
            return broken(position, "a position has a number", "this one has none");
        };
        if index >= count {
            return broken(position, "a number is below the count", format!("{index} of {count}"));
        }
        let Some(found) = game.at_index(index) else {
            return broken(position, "a number leads back to a position", format!("{index} leads to none"));
        };
        let features = |position: &G::Position| {
            let mut moves: Vec<(Option<u64>, i32, bool)> = vec![];
            for mv in game.moves(position) {
                let step = game.play(position, mv);
                moves.push((game.index(&step.position), step.gain, game.moves_again(position, &step.position)));
            }
            moves.sort_unstable();
            (game.index(position), game.layer(position), game.ending(position), game.images(position).len(), moves)
        };
        let (here, there) = (features(position), features(&found));
        if here != there {
            let detail = format!("{index} leads to {found:?}: {there:?}, not {here:?}");
            return broken(position, "positions share a number only by symmetry", detail);
        }
        let images = game.images(position);
        if !images.contains(position) {
            return broken(position, "a position is one of its images", format!("{images:?}"));
        }
        for (at, image) in images.iter().enumerate() {
            let back = game.images(image);
            if images[..at].contains(image) || features(image) != here || !images.iter().all(|one| back.contains(one)) {
                return broken(
                    position,
                    "images are different and have the same images",
                    format!("{image:?}: {back:?}"),
                );
            }
        }
        Ok(())
    })
}

/// Moves backwards: those to a position lead back, and all that lead back lead to it.
///
/// # Errors
///
/// If one of these is not so.
pub fn unmoves<G: Hints>(game: &G, sample: &Sample) -> Result<(), Violation> {
    sample.visit(game, |record| {
        let position = record.position();
        let mut before = vec![];
        for mv in game.moves(position) {
            let reached = game.play(position, mv).position;
            before.clear();
            if !game.unmoves(&reached, &mut before) {
                return Ok(());
            }
            if !before.contains(position) {
                return broken(position, "a move can be taken back", format!("not {mv:?} from {reached:?}"));
            }
        }
        before.clear();
        game.unmoves(position, &mut before);
        for earlier in &before {
            let is_met = game.ending(earlier).is_none()
                && (game.index_count().is_none()
                    || game.index(earlier).is_some_and(|index| game.at_index(index).is_some()));
            if is_met && !game.moves(earlier).any(|mv| game.play(earlier, mv).position == *position) {
                return broken(position, "a move taken back can be made again", format!("not from {earlier:?}"));
            }
        }
        Ok(())
    })
}

/// Patterns: each place finds one of those that its table has, the same each time.
///
/// # Errors
///
/// If that is not so.
pub fn patterns<G: Hints>(game: &G, sample: &Sample) -> Result<(), Violation> {
    let patterns = game.patterns();
    let (mut seen, mut again) = (vec![0; patterns.places.len()], vec![1; patterns.places.len()]);
    sample.visit(game, |record| {
        let (position, lead) = (record.position(), record.lead(game));
        if game.ending(position).is_some() {
            return Ok(());
        }
        game.look(position, lead, &mut seen);
        for (place, (&pattern, &table)) in seen.iter().zip(&patterns.places).enumerate() {
            if patterns.tables.get(table).is_none_or(|&size| usize::from(pattern) >= size) {
                return broken(
                    position,
                    "each place has a pattern of its table",
                    format!("{pattern} at place {place}"),
                );
            }
        }
        game.look(position, lead, &mut again);
        if seen != again {
            return broken(position, "a position has the same patterns each time", "other ones");
        }
        Ok(())
    })
}
