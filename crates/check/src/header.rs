//! The header of a certificate: the game, the position and the claims, in a text that can be written in one way only.

use crate::format::{MAGIC, VERSION};
use crate::{CertificateError, Claim};
use perfectplay_game::{Notation, NotationError, Options, Record, Setting};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a certificate is about. Its text is written in one way only, and no other is read, so that what one reader overlooks
/// (a field given twice, a number in quotes) is not there for any.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The [version](perfectplay_game::Game::version) of the game.
    pub version: u32,
    /// Its options.
    pub options: BTreeMap<String, Setting>,
    /// The text of the rules, if the game comes from a file of rules and not from a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The position, in the notation of the game.
    pub position: String,
    /// The claims about it, each with a strategy.
    pub claims: Vec<Claim>,
}

impl Header {
    /// A header about a position, without claims yet, and the position as the checker will read it.
    ///
    /// # Errors
    ///
    /// If the game does not read the position that it writes.
    pub fn about<G: Notation>(
        name: &str,
        options: &Options,
        game: &G,
        record: &Record<G>,
    ) -> Result<(Header, Record<G>), NotationError> {
        let position = game.write_position(record);
        let read = game.read_position(&position)?;
        let (version, rules) = (game.version(), game.text().map(str::to_string));
        let (game, options) = (name.to_string(), options.settings());
        Ok((Header { game, version, options, rules, position, claims: vec![] }, read))
    }

    /// The position that it is about, if it is of this version of the game, the game writes the position so, and all claims fit
    /// the game.
    ///
    /// # Errors
    ///
    /// If one of these is not so.
    pub fn subject<G: Notation>(&self, game: &G) -> Result<Record<G>, CertificateError> {
        if self.version != game.version() {
            let (game, expected, found) = (self.game.clone(), game.version(), self.version);
            return Err(CertificateError::GameVersion { game, expected, found });
        }
        if self.rules.as_deref() != game.text() {
            return Err(CertificateError::header(format!("{} by the rules that are given", self.game), "other rules"));
        }
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
        let header: Header = serde_json::from_slice(text).map_err(|error| {
            CertificateError::header("a game, its version, options, a position and claims", error.to_string())
        })?;
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
