//! What certificates and tables carry of rules: all of the text, or, if it is long, a comment with its hash, so that whoever reads
//! them needs the rules file as well. Below a comment of its own stands what was found out about the rules.

use crate::RulesError;
use crate::remarks::Remarks;
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// Texts of so many bytes are carried, longer ones are not.
const LONGEST: usize = 256 << 10;

/// What stands in place of a text, before its hash.
const HASH: &str = "; perfectplay: rules ";

/// The line above what was found out.
const FOUND: &str = "\n; perfectplay: found\n";

/// How a line below it begins.
const LAYER: &str = "; perfectplay: layer ";

/// What is carried of a text, with what was found out about the rules, in comments.
pub fn carry(text: &str, found: &str) -> String {
    let (rules, told) = parts(text);
    let found = if told.is_empty() { found } else { told };
    let hash = is_long(rules).then(|| format!("{HASH}{}", hash(rules)));
    let gap = if found.is_empty() { "" } else { FOUND };
    [hash.as_deref().unwrap_or(rules), gap, found].concat()
}

/// Whether comments are short enough to be carried.
pub fn fits(found: &str) -> bool {
    found.len() <= LONGEST
}

/// The whole text of what was carried, by the rules files that are at hand.
///
/// # Errors
///
/// If none of them is the right one.
pub fn restore<'t>(carried: &'t str, files: &[String]) -> Result<Cow<'t, str>, RulesError> {
    let (rules, found) = parts(carried);
    let Some(wanted) = rules.strip_prefix(HASH) else { return Ok(Cow::Borrowed(carried)) };
    let mut right = files.iter().map(|text| parts(text).0).filter(|rules| hash(rules) == wanted);
    let rules = right.next().ok_or_else(|| {
        let expected = format!("the rules file whose SHA-256 is {wanted:?}, which is too long to be carried along");
        RulesError::whole(expected, "none")
    })?;
    Ok(Cow::Owned(if found.is_empty() { rules.to_string() } else { [rules, FOUND, found].concat() }))
}

/// The rules of a text, and the comments of ours below them. What else is below is part of the rules: nobody may add any to them.
fn parts(text: &str) -> (&str, &str) {
    let is_ours = |found: &str| found.lines().all(|line| line.starts_with(LAYER));
    text.rsplit_once(FOUND).filter(|(_, found)| is_ours(found)).unwrap_or((text, ""))
}

/// The SHA-256 of a text.
pub fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text is too long for certificates and tables, which have its hash then.
pub fn is_long(text: &str) -> bool {
    // most control characters have six bytes in JSON
    let bytes = text.bytes().map(|byte| if byte < b' ' && !b"\t\n\r".contains(&byte) { 6 } else { 1 });
    bytes.sum::<usize>() > LONGEST
}

/// The comment at the beginning of a text.
pub fn introduction(text: &str) -> String {
    let comment = text.lines().map(str::trim).take_while(|line| line.starts_with(';') || line.is_empty());
    let comment = comment.map(|line| line.trim_start_matches(';').trim()).filter(|line| !Remarks::is_one(line));
    comment.collect::<Vec<&str>>().join(" ").trim().to_string()
}
