//! Ties, which have no distances, and margins of games without layers could support each other in a circle of moves.

use super::{Fault, Verifier, VerifyError};
use crate::Block;
use perfectplay_game::{Game, Hints, Value};
use perfectplay_solve::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

impl<G> Verifier<'_, G>
where
    G: Game<Position: Send + Sync> + Hints + Sync,
{
    /// Every tie has a way to the end, and margins depend on nothing but the end. The section must be in memory.
    pub(super) fn check_circles(&self, section: usize, control: &mut Control) -> Result<(), VerifyError<G::Position>> {
        let scored = self.table.header().scored;
        let flags = |block: &Option<Block>| {
            (0..block.as_ref().map_or(0, Block::len)).map(|_| AtomicBool::new(false)).collect::<Vec<_>>()
        };
        let settled: Vec<Vec<AtomicBool>> = self.blocks.iter().map(flags).collect();
        loop {
            let (more, open) = (AtomicBool::new(false), AtomicU64::new(u64::MAX));
            let is_open = |block: usize, at: usize, cell| {
                let is_asked = scored || self.table.decode(cell) == Some(Value::Tie);
                is_asked && !settled[block][at].load(Ordering::Relaxed)
            };
            self.each(
                section,
                control,
                |found| is_open(found.block, found.at, found.cell),
                |found, position| {
                    let leads_on = |mv| {
                        let next = self.find(&self.game.play(position, mv).position);
                        next.is_some_and(|next| settled[next.block][next.at].load(Ordering::Relaxed))
                    };
                    let mut moves = self.game.moves(position);
                    // a value that was searched depends on no other
                    let is_settled = self.game.ending(position).is_some()
                        || self.leads_beyond(position)
                        || if scored { moves.all(leads_on) } else { moves.any(leads_on) };
                    if is_settled {
                        settled[found.block][found.at].store(true, Ordering::Relaxed);
                        more.store(true, Ordering::Relaxed);
                    } else {
                        open.fetch_min((found.block as u64) << 32 | found.at as u64, Ordering::Relaxed);
                    }
                    Ok(0)
                },
            )?;
            match open.into_inner() {
                u64::MAX => return Ok(()),
                _ if more.into_inner() => {}
                first => {
                    let block = self.content((first >> 32) as usize).expect("a block in memory");
                    let place = first as u32 as usize;
                    let found = self.table.decode(block.cell(place)).expect("a value that was checked");
                    let position = self.numbering.position(block.number(place));
                    return Err(VerifyError::Wrong { fault: Fault::Circle { found }, position });
                }
            }
        }
    }
}
