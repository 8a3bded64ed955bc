//! From a text to a game: reads the rules, finds out what the goals mean, and chooses how wide positions are.

use crate::ground::Limits;
use crate::playouts::Playouts;
use crate::{Aim, RulesError, RulesGame, Sheet};
use perfectplay_game::{Options, Visitor};
use std::collections::BTreeSet;

/// So many moves are made in 64 games each, to see what goals add up to.
const MOVES: usize = 512;
/// So many wires may be read for that.
const WORK: usize = 200_000_000;

/// What is asked of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective<'o> {
    /// Who wins.
    Both,
    /// What this role can be sure of, whatever the other one does.
    Role(&'o str),
    /// Nothing but its positions and moves, so goals need not fit.
    Nobody,
}

/// Reads the rules of a game from a text, and hands the game to a visitor.
///
/// # Errors
///
/// If the text describes no game of ours, as far as that can be seen now.
pub fn open<V: Visitor>(
    text: &str,
    objective: Objective,
    options: &Options,
    visitor: V,
) -> Result<V::Output, RulesError> {
    let sheet = Sheet::read(text, &Limits::default())?;
    let aim = aim(&sheet, objective)?;
    if RulesGame::<1>::fits(&sheet) {
        return Ok(visitor.visit(RulesGame::<1>::new(sheet, aim)?, options));
    }
    if RulesGame::<2>::fits(&sheet) {
        return Ok(visitor.visit(RulesGame::<2>::new(sheet, aim)?, options));
    }
    if RulesGame::<4>::fits(&sheet) {
        return Ok(visitor.visit(RulesGame::<4>::new(sheet, aim)?, options));
    }
    Ok(visitor.visit(RulesGame::<1>::new(sheet, aim)?, options))
}

/// What the goals mean.
fn aim(sheet: &Sheet, objective: Objective) -> Result<Aim, RulesError> {
    let has_goals = |role: usize| match sheet.goals[role].is_empty() {
        true => Err(RulesError::whole(format!("goals of {}", sheet.roles[role]), "none")),
        false => Ok(()),
    };
    match objective {
        Objective::Nobody => return Ok(Aim::Nothing),
        Objective::Role(name) => {
            let role = sheet.roles.iter().position(|role| role == name).ok_or_else(|| {
                RulesError::whole(format!("{:?} or {:?}", sheet.roles[0], sheet.roles[1]), format!("{name:?}"))
            })?;
            has_goals(role)?;
            return Ok(Aim::Role(role));
        }
        Objective::Both => {}
    }
    has_goals(0)?;
    has_goals(1)?;
    let sums = sums(sheet);
    match (sums.len(), sums.first()) {
        (0, _) => Ok(Aim::Sum(100)),
        (1, Some(&sum)) => Ok(Aim::Sum(sum)),
        _ => {
            let words: Vec<String> = sums.iter().map(u8::to_string).collect();
            let expected = format!(
                "goals of both roles that add up to the same in all games (or one role that counts: objective={} or {})",
                sheet.roles[0], sheet.roles[1]
            );
            Err(RulesError::whole(expected, format!("sums of {}", words.join(" and "))))
        }
    }
}

/// What the goals add up to in some random games.
fn sums(sheet: &Sheet) -> BTreeSet<u8> {
    let mut found = BTreeSet::new();
    let mut games: Playouts<1> = Playouts::new(&sheet.plain, 2);
    let mut bench = sheet.plain.bench();
    for _ in 0..MOVES.min(WORK / (sheet.plain.sizes().iter().sum::<usize>() + 1)) {
        let sight = sheet.plain.look_at_planes(&mut bench, games.planes());
        sheet.judge.judge(&sight, 64, &mut |_, verdict| {
            found.extend(verdict.ok().and_then(|verdict| verdict.goals).map(|[one, other]| one + other));
        });
        games.advance();
    }
    found
}
