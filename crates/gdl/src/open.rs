//! From a text to a game: reads the rules, finds out what the goals mean, and chooses how wide positions are.

use crate::carry;
use crate::ground::Limits;
use crate::{Aim, RulesError, RulesGame, Sheet};
use perfectplay_game::{About, Kind, OptionError, Options, Registry, Setting, Visitor};
use std::collections::BTreeMap;
use std::sync::Arc;

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

/// The option that tells the objective.
const OPTION: &str = "objective";
const BOTH: &str = "both";
const NOBODY: &str = "nobody";

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
    set_up(&Arc::new(Sheet::read(text, &Limits::default())?), objective, options, visitor)
}

/// Adds the game that a text describes, and that is read within limits, to those that can be chosen. The label has its name and
/// title; the rest is told by the text.
///
/// # Errors
///
/// If the text describes no game of ours, as far as that can be seen now.
pub fn add<D: 'static, V: Visitor<Output = D>>(
    games: &mut Registry<D>,
    label: About,
    text: &str,
    limits: &Limits,
    visitor: impl Fn(&Arc<About>) -> V + Send + Sync + 'static,
) -> Result<(), RulesError> {
    let sheet = Arc::new(Sheet::read(text, limits)?);
    games.add(about(label, &sheet), move |about, options| {
        let objective = match options.text(OPTION) {
            BOTH => Objective::Both,
            NOBODY => Objective::Nobody,
            role => Objective::Role(role),
        };
        let game = set_up(&sheet, objective, options, visitor(about));
        game.map_err(|error| OptionError::Rules { problem: error.to_string() })
    });
    Ok(())
}

/// The game that a file is about which brings its rules along, or asks for one of the rules files at hand. All settings have to be
/// there, as the game writes them.
///
/// # Errors
///
/// If the text describes no game of ours, or the settings are not those of the game.
pub fn reopen_exactly<V: Visitor<Output: 'static>>(
    name: &str,
    carried: &str,
    files: &[String],
    settings: &BTreeMap<String, Setting>,
    visitor: impl Fn(&Arc<About>) -> V + Send + Sync + 'static,
) -> Result<V::Output, OptionError> {
    let mut games = Registry::default();
    carry::restore(carried, files)
        .and_then(|text| add(&mut games, About::new(name), &text, &Limits::default(), visitor))
        .map_err(|error| OptionError::Rules { problem: error.to_string() })?;
    games.reopen_exactly(name, settings)
}

fn about(label: About, sheet: &Sheet) -> About {
    let [one, other] = [0, 1].map(|role| &sheet.roles[role][..]);
    let found = format!(
        "Roles: {one} and {other}. {} facts that change and {} that do not, {} and {} moves, {} rules without variables; {} bits for a position. {}",
        sheet.facts.len(),
        sheet.always.len(),
        sheet.moves[0].len(),
        sheet.moves[1].len(),
        sheet.rules,
        sheet.codes.bits(),
        match sheet.meter {
            Some(_) => "A sum of weights of facts rises with every move, so no position can come again.",
            None => "Positions may come again, as far as the rules tell at a glance.",
        },
    );
    let sample = sheet.moves[0].iter().find(|text| !text.eq_ignore_ascii_case("noop")).map_or("noop", |text| text);
    label
        .summary(&format!("rules from a file, for {one} and {other}"))
        .rules(format!("{} {found} {}", sheet.introduction, sheet.sample()).trim())
        .notation(&format!("Moves are written as in the rules, such as {sample:?}. Positions are lists of moves, separated by commas."))
        .option(
            OPTION,
            Kind::choice(&[BOTH, one, other, NOBODY]),
            BOTH,
            "whose goals count: those of both, which have to add up to the same in all games; what one role can be sure of; or nobody's",
        )
}

fn set_up<V: Visitor>(
    sheet: &Arc<Sheet>,
    objective: Objective,
    options: &Options,
    visitor: V,
) -> Result<V::Output, RulesError> {
    let aim = aim(sheet, objective)?;
    let sheet = sheet.clone();
    // what does not fit into four words is a number in a pool
    match RulesGame::<4>::fits(&sheet) && !RulesGame::<2>::fits(&sheet) {
        true => Ok(visitor.visit(RulesGame::<4>::new(sheet, aim)?, options)),
        false => Ok(visitor.visit(RulesGame::<2>::new(sheet, aim)?, options)),
    }
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
    let sums = &sheet.sample().sums;
    match (sums.len(), sums.first()) {
        // no game ended: if the best of one role goes with the worst of the other, that is what they add up to
        (0, _) => {
            let ends = |role: usize| {
                let goals = &sheet.goals[role];
                (goals.iter().min().copied().unwrap_or(0), goals.iter().max().copied().unwrap_or(100))
            };
            let ((worst, best), (others_worst, others_best)) = (ends(0), ends(1));
            Ok(Aim::Sum(if best + others_worst == worst + others_best { best + others_worst } else { 100 }))
        }
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
