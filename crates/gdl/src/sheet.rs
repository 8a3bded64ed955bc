//! Rules made ready to be played by: circuits, names of moves, and what was found out on the way.

use crate::RulesError;
use crate::carry;
use crate::counter::{Counter, Meter};
use crate::ground::{Limits, Program, ground};
use crate::judge::Judge;
use crate::machine::Machine;
use crate::net::{Circuit, Codes, Net, Order, build, constants};
use crate::packing::pack;
use crate::playouts::Playouts;
use crate::read::{check, parse};
use crate::remarks::Remarks;
use crate::sample::Sample;
use crate::show::{Facts, Scene};
use std::sync::OnceLock;

/// The rules of a game.
pub struct Sheet {
    /// What certificates and tables carry of the text that they come from, with the layer if that was found.
    pub text: String,
    /// The comment at the beginning of the text.
    pub introduction: String,
    /// The roles, in the order of the text.
    pub roles: [String; 2],
    /// The texts of the moves of each role, in order.
    pub moves: [Vec<String>; 2],
    /// The facts that change, one for each bit of the plain form.
    pub facts: Vec<String>,
    /// The facts that always hold.
    pub always: Vec<String>,
    /// Who judges positions.
    pub(crate) judge: Judge,
    /// Circuits for positions with a bit for each fact.
    pub(crate) plain: Machine,
    /// Circuits for packed positions.
    pub(crate) packed: Machine,
    /// From packed bits to the facts.
    pub(crate) unpack: Circuit,
    /// How facts are packed; numbers are those of the plain form.
    pub(crate) codes: Codes,
    /// Tells how far a game has come, if something rises with every move.
    pub(crate) meter: Option<Meter>,
    /// How positions are shown.
    pub(crate) scene: Scene,
    /// The goals that roles may reach.
    pub goals: [Vec<u8>; 2],
    /// How many rules there are without variables.
    pub rules: usize,
    /// What is seen in some random games, once they were played.
    sample: OnceLock<Sample>,
}

impl Sheet {
    /// Reads the rules of a game.
    ///
    /// # Errors
    ///
    /// If they are none, or none of a game of ours.
    pub fn read(text: &str, limits: &Limits) -> Result<Sheet, RulesError> {
        let remarks = Remarks::read(text)?;
        let rules = parse(text)?;
        check(&rules)?;
        let program = ground(rules, limits)?;
        let order = Order::new(&program)?;
        let all = build(&order, &Codes::single(0..program.facts()));
        let known = constants(&all);
        let moving: Vec<usize> = (0..known.len()).filter(|&fact| known[fact].is_none()).collect();
        let plain = match moving.len() == known.len() {
            true => all,
            false => build(&order, &Codes::single(moving.iter().copied())),
        };
        let goals = goals(&program, &plain)?;
        if let Some(idle) = (0..2).find(|&role| plain.moves[role].is_empty()) {
            let role = program.terms.write(&program.symbols, program.roles()[idle]);
            return Err(RulesError::whole(format!("a legal move of {role}"), "none"));
        }
        let plain_machine = Machine::new(&plain);
        let fields = pack(&program, &plain_machine, &moving);
        let packed = build(&order, &fields);
        let wires: Vec<_> = moving.iter().map(|&fact| packed.facts[fact].1).collect();
        let texts = |moves: &Vec<(_, _)>| moves.iter().map(|&(mv, _)| program.text(mv)).collect::<Vec<String>>();
        let moves = [texts(&plain.moves[0]), texts(&plain.moves[1])];
        if let Some(comma) = moves.iter().flatten().find(|text| text.contains(',')) {
            return Err(RulesError::whole("moves without commas", format!("{comma:?}")));
        }
        let is_noop = |&at: &usize, texts: &[String]| texts[at].eq_ignore_ascii_case("noop");
        let noops = |texts: &Vec<String>| (0..texts.len()).filter(|at| is_noop(at, texts)).collect();
        let place = |fact: usize| moving.binary_search(&fact).expect("only facts that change are packed");
        let codes = fields.renumbered(place);
        let facts: Vec<String> = moving.iter().map(|&fact| program.fact_text(fact)).collect();
        let (counter, found) = match remarks.layer.is_empty() {
            true => Counter::find(&plain, &codes)
                .map(|counter| {
                    let weights = counter.weights.iter().map(|&(fact, weight)| (&facts[fact][..], weight));
                    let found = Remarks::write_layer(weights);
                    (counter, found)
                })
                .filter(|(_, found)| carry::fits(found))
                .unzip(),
            false => (Some(Counter::told(&remarks.layer, &facts, &codes)), None),
        };
        let roles = program.roles().map(|role| program.terms.write(&program.symbols, role));
        let always = (0..known.len()).filter(|&fact| known[fact] == Some(true));
        let always: Vec<String> = always.map(|fact| program.fact_text(fact)).collect();
        let shown = Facts { changing: &facts, always: &always, start: &plain.start, roles: &roles };
        Ok(Sheet {
            text: carry::carry(text, &found.unwrap_or_default()),
            introduction: carry::introduction(text),
            scene: Scene::new(&program, &remarks, &shown, &codes, &moves),
            roles,
            facts,
            always,
            judge: Judge::new([noops(&moves[0]), noops(&moves[1])], goals.clone()),
            unpack: Circuit::new(&packed.gates, packed.next.len(), &wires),
            meter: counter.map(|counter| Meter::new(counter, &codes)),
            codes,
            plain: plain_machine,
            packed: Machine::new(&packed),
            moves,
            goals,
            rules: program.rules.len(),
            sample: OnceLock::new(),
        })
    }

    /// What is seen in some random games.
    pub fn sample(&self) -> &Sample {
        self.sample.get_or_init(|| Sample::new(self))
    }

    /// What the bits of positions mean, in brief: the same for sheets that have the same rules, facts and fields.
    pub fn form(&self) -> String {
        let Sheet { text, facts, codes, .. } = self;
        carry::hash(&format!("{text}\n{}\n{codes:?}", facts.join("\n")))
    }

    /// Random games, 64 times `W` at a time.
    pub fn playouts<const W: usize>(&self, seed: u64) -> Playouts<'_, W> {
        Playouts::new(&self.plain, seed)
    }

    /// A packed position with a bit for each fact.
    pub fn unpacked(&self, packed: &[u64]) -> Vec<u64> {
        let mut slots: Vec<[u64; 1]> = self.unpack.slots();
        for (at, input) in self.unpack.inputs(&mut slots).iter_mut().enumerate() {
            *input = [packed[at / 64] >> (at % 64) & 1];
        }
        self.unpack.run(&mut slots);
        let mut row = vec![0; self.facts.len().div_ceil(64)];
        for (at, tap) in self.unpack.outputs().iter().enumerate() {
            row[at / 64] |= (tap.read(&slots)[0] & 1) << (at % 64);
        }
        row
    }

    /// The facts that hold at a position in plain form.
    pub fn holding(&self, row: &[u64]) -> impl Iterator<Item = &str> {
        let holds = |at: &usize| row[at / 64] >> (at % 64) & 1 == 1;
        (0..self.facts.len()).filter(holds).map(|at| &self.facts[at][..])
    }
}

/// What the goals of both roles are worth.
fn goals(program: &Program, net: &Net) -> Result<[Vec<u8>; 2], RulesError> {
    let value = |goal| {
        let text = program.text(goal);
        text.parse().ok().filter(|goal: &u8| *goal <= 100).ok_or_else(|| {
            let spot = program.spots[crate::read::Relation::GOAL.0 as usize];
            RulesError { spot, expected: "goals from 0 to 100".to_string(), found: format!("{text:?}") }
        })
    };
    let of = |role: usize| net.goals[role].iter().map(|&(goal, _)| value(goal)).collect::<Result<Vec<u8>, _>>();
    Ok([of(0)?, of(1)?])
}
