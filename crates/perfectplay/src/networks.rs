//! The networks that come with Perfectplay, for estimates. `networks/README.md` has the commands that make them.

use crate::Door;
use std::borrow::Cow;

/// By what they are for.
#[cfg(feature = "books")]
pub const ALL: &[(&str, &[u8])] =
    &[("tixtax won-boards=closed, patterns 1", include_bytes!("../networks/tixtax-closed.net"))];
/// By what they are for: none comes along.
#[cfg(not(feature = "books"))]
pub const ALL: &[(&str, &[u8])] = &[];

/// The file of the network for a game, if there is one.
pub fn shipped_for(door: &dyn Door) -> Option<Cow<'static, [u8]>> {
    let subject = door.network_subject()?;
    ALL.iter().find(|(name, _)| *name == subject).map(|(_, file)| Cow::Borrowed(*file))
}
