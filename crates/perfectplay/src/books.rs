//! The tables that come with Perfectplay. `books/README.md` has the commands that make them.

/// By name: what the game and its options are called.
pub const ALL: &[(&str, &[u8])] = &[
    ("chess-ending-KBNK", include_bytes!("../books/chess-ending-KBNK.ppt")),
    ("connect-four-7x6", include_bytes!("../books/connect-four-7x6.ppt")),
    ("quixo-4x4", include_bytes!("../books/quixo-4x4.ppt")),
];
