//! The header of a certificate: the game, the position and the claims, in a text that can be written in one way only.

use crate::format::{MAGIC, VERSION};
use crate::{CertificateError, Claim};
use perfectplay_game::{Notation, NotationError, Record};
use perfectplay_games::{Opened, Options, Setting, registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a certificate is about. Its text is written in one way only, and no other is read, so that what one reader overlooks
/// (a field given twice, a number in quotes) is not there for any.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, Setting>,
    /// The position, in the notation of the game.
    pub position: String,
    /// The claims about it, each with a strategy.
    pub claims: Vec<Claim>,
}

impl Header {
    /// A header about a position, without claims yet, and the position as the checker will read it.
    pub fn about<G: Notation>(
        name: &str,
        options: &Options,
        game: &G,
        record: &Record<G>,
    ) -> Result<(Header, Record<G>), NotationError> {
        let position = game.write_position(record);
        let read = game.read_position(&position)?;
        Ok((Header { game: name.to_string(), options: settings(options), position, claims: vec![] }, read))
    }

    /// The game that it names, set up; all options have to be there, as the game writes them.
    pub fn open(&self) -> Result<Opened, CertificateError> {
        let opened = registry::reopen(&self.game, &self.options)
            .map_err(|error| CertificateError::header("a game of this program", error.to_string()))?;
        let options = settings(&opened.options);
        if options != self.options {
            let text = |options| serde_json::to_string(options).expect("options can be written as JSON");
            return Err(CertificateError::header(format!("the options {}", text(&options)), text(&self.options)));
        }
        Ok(opened)
    }

    /// The position that it is about, if the game writes it so and all claims fit the game.
    pub fn subject<G: Notation>(&self, game: &G) -> Result<Record<G>, CertificateError> {
        let record = game
            .read_position(&self.position)
            .map_err(|error| CertificateError::header(error.expected, error.found))?;
        let written = game.write_position(&record);
        if written != self.position {
            return Err(CertificateError::header(
                format!("the position written as {written:?}"),
                format!("{:?}", self.position),
            ));
        }
        if self.claims.is_empty() {
            return Err(CertificateError::header("a claim", "none"));
        }
        match self.claims.iter().find_map(|claim| claim.demand(game, &record).err()) {
            Some(unfit) => Err(CertificateError::Claim(unfit)),
            None => Ok(record),
        }
    }

    pub(crate) fn from_text(text: &[u8]) -> Result<Header, CertificateError> {
        let header: Header = serde_json::from_slice(text)
            .map_err(|error| CertificateError::header("a game, options, a position and claims", error.to_string()))?;
        let written = header.to_text();
        if written != text {
            let place = written.iter().zip(text).take_while(|(a, b)| a == b).count();
            let from = |text: &[u8]| {
                format!("{:?}", String::from_utf8_lossy(&text[place..]).chars().take(40).collect::<String>())
            };
            let expected = format!("the fields that FORMATS.md lists, written as there, and so {}", from(&written));
            return Err(CertificateError::header(expected, format!("{} (byte {place})", from(text))));
        }
        Ok(header)
    }

    fn to_text(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a header can be written as JSON")
    }

    /// The bytes before the moves.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let text = self.to_text();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&text);
        bytes
    }
}

fn settings(options: &Options) -> BTreeMap<String, Setting> {
    options.iter().map(|(name, setting)| (name.to_string(), setting.clone())).collect()
}
