//! How keys of positions are written to files.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

type Writer<'g, K> = Box<dyn Fn(&K, &mut dyn Write) -> io::Result<()> + 'g>;
type Reader<'g, K> = Box<dyn Fn(&mut dyn Read) -> io::Result<K> + 'g>;

/// Writes keys, and reads them again.
pub struct KeyCodec<'g, K> {
    form: String,
    write: Writer<'g, K>,
    read: Reader<'g, K>,
}

impl<K: Serialize + DeserializeOwned> KeyCodec<'_, K> {
    /// A codec for keys that serde knows; a key may take up to 256 bytes.
    pub fn serde() -> Self {
        KeyCodec::new(
            "",
            |key, to| to.write_all(&postcard::to_stdvec(key).map_err(io::Error::other)?),
            |from| Ok(postcard::from_io((from, &mut [0; 256])).map_err(io::Error::other)?.0),
        )
    }
}

impl<'g, K> KeyCodec<'g, K> {
    /// A codec of one's own. What is written in one form is not read in another: where the meaning of what is written depends on
    /// more than the name, the options and the [version](crate::Game::version) of the game, the form has to tell.
    pub fn new(
        form: impl Into<String>,
        write: impl Fn(&K, &mut dyn Write) -> io::Result<()> + 'g,
        read: impl Fn(&mut dyn Read) -> io::Result<K> + 'g,
    ) -> Self {
        KeyCodec { form: form.into(), write: Box::new(write), read: Box::new(read) }
    }

    /// The same codec, with another form.
    pub fn of_form(self, form: impl Into<String>) -> Self {
        KeyCodec { form: form.into(), ..self }
    }

    /// What tells apart keys that are written in different ways.
    pub fn form(&self) -> &str {
        &self.form
    }

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
