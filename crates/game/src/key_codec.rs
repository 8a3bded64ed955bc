//! How keys of positions are written to files.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// Writes keys, and reads them again.
pub struct KeyCodec<K> {
    write: fn(&K, &mut dyn Write) -> io::Result<()>,
    read: fn(&mut dyn Read) -> io::Result<K>,
}

impl<K: Serialize + DeserializeOwned> KeyCodec<K> {
    /// A codec for keys that serde knows; a key may take up to 256 bytes.
    pub fn serde() -> Self {
        KeyCodec {
            write: |key, to| to.write_all(&postcard::to_stdvec(key).map_err(io::Error::other)?),
            read: |from| Ok(postcard::from_io((from, &mut [0; 256])).map_err(io::Error::other)?.0),
        }
    }
}

impl<K> KeyCodec<K> {
    /// Writes a key.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, key: &K, to: &mut dyn Write) -> io::Result<()> {
        (self.write)(key, to)
    }

    /// Reads a key.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is none.
    pub fn read(&self, from: &mut dyn Read) -> io::Result<K> {
        (self.read)(from)
    }
}
