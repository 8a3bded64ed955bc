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

/// What is carried of a text, with what was found out about the rules, in comments.
pub fn carry(text: &str, found: &str) -> String {
    let (rules, found) = text.split_once(FOUND).unwrap_or((text, found));
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
    let (rules, found) = carried.split_once(FOUND).map_or((carried, None), |(rules, found)| (rules, Some(found)));
    let Some(wanted) = rules.strip_prefix(HASH) else { return Ok(Cow::Borrowed(carried)) };
    let files = files.iter().map(|text| text.split_once(FOUND).map_or(&text[..], |(rules, _)| rules));
    let mut right = files.filter(|rules| hash(rules) == wanted);
    let rules = right.next().ok_or_else(|| {
        let expected = format!("the rules file whose SHA-256 is {wanted:?}, which is too long to be carried along");
        RulesError::whole(expected, "none")
    })?;
    Ok(Cow::Owned(found.map_or(rules.to_string(), |found| [rules, FOUND, found].concat())))
}

fn hash(text: &str) -> String {
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
