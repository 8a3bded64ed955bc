//! Counts of move sequences and of distinct positions.

use crate::Game;
use rustc_hash::FxHashSet;
use thiserror::Error;

/// The number of legal move sequences of exactly `depth` moves.
///
/// The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(position).count() as u64,
        _ => game.moves(position).map(|mv| perft(game, &game.play(position, mv).position, depth - 1)).sum(),
    }
}

/// The numbers of different positions that are first reached after 0, 1, 2, … moves, up to `depth` moves or until
/// no new position turns up. Their sum is the number of positions reachable at all.
///
/// `canonical` maps a position to the one it is counted as: `Clone::clone` counts every position,
/// [`Game::canonical`] counts them up to symmetry.
///
/// # Errors
///
/// If there are more than `limit` in all.
pub fn distinct_positions<G: Game>(
    game: &G,
    from: &G::Position,
    depth: u32,
    limit: usize,
    canonical: impl Fn(&G::Position) -> G::Position,
) -> Result<Vec<u64>, TooManyPositions> {
    let mut seen = FxHashSet::default();
    let mut layer = vec![canonical(from)];
    seen.extend(layer.iter().cloned());
    let mut counts = vec![];
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        if counts.len() > depth as usize {
            break;
        }
        let mut next = vec![];
        for position in &layer {
            for mv in game.moves(position) {
                let reached = canonical(&game.play(position, mv).position);
                if !seen.contains(&reached) {
                    if seen.len() >= limit {
                        return Err(TooManyPositions { limit });
                    }
                    seen.insert(reached.clone());
                    next.push(reached);
                }
            }
        }
        layer = next;
    }
    Ok(counts)
}

/// There are more positions than the caller has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there are more than {limit} positions, the given limit")]
pub struct TooManyPositions {
    /// How many positions were allowed.
    pub limit: usize,
}
