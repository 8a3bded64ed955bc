//! Recursion that is as deep as the game is long.

/// How many bytes of stack a level of recursion may take, with room to spare: some copies of a position and the rest.
pub(crate) const fn stack_per_ply<P>() -> usize {
    1024 + 6 * size_of::<P>()
}

/// Calls a function that recurses over positions of this type, from the given ply, on more stack if needed.
#[inline]
pub(crate) fn with_stack<P, R>(ply: usize, call: impl FnOnce() -> R) -> R {
    const INTERVAL: usize = 16;
    let reserve = 4 * INTERVAL * stack_per_ply::<P>();
    if ply.is_multiple_of(INTERVAL) { stacker::maybe_grow(reserve, 16 * reserve, call) } else { call() }
}
