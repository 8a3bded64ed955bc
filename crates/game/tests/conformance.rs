//! The conformance suite finds each way to break a promise.

use perfectplay_game::conformance::{self, Sample, Violation};
use perfectplay_game::picture::{self, Form, Part, Picture, Setup};
use perfectplay_game::{
    Bounds, Ending, Game, Glance, Hints, Notation, NotationError, Patterns, Player, Record, Step, Value,
};
use std::cell::Cell;

/// One to three steps up to square 20, with one flaw.
struct Steps {
    flaw: &'static str,
    asked: Cell<u32>,
}

type Square = (u8, Player);

impl Steps {
    fn with(flaw: &'static str) -> Self {
        Steps { flaw, asked: Cell::new(0) }
    }
    fn has(&self, flaw: &str) -> bool {
        self.flaw == flaw
    }
    /// Different each time, if that is the flaw.
    fn whim(&self, flaw: &str) -> u8 {
        self.asked.set(self.asked.get() + 1);
        if self.has(flaw) { (self.asked.get() % 2) as u8 } else { 0 }
    }
}

impl Game for Steps {
    type Position = Square;
    type Move = u8;

    fn start(&self) -> Square {
        (0, if self.has("second begins") { Player::Second } else { Player::First })
    }
    fn turn(&self, square: &Square) -> Player {
        square.1
    }
    fn ending(&self, square: &Square) -> Option<Ending> {
        let early = self.has("moves after the end") && square.0 == 19;
        let never = self.has("no end");
        ((square.0 >= 20 && !never) || early).then_some(Ending::Loss)
    }
    fn moves(&self, square: &Square) -> impl Iterator<Item = u8> {
        let most = 20u8.saturating_sub(square.0).min(3);
        let twice = (self.has("move twice") && most > 0).then_some(1);
        let order = self.whim("other order");
        (1..=most).map(move |step| if order == 1 { most + 1 - step } else { step }).chain(twice)
    }
    fn play(&self, square: &Square, step: u8) -> Step<Square> {
        let step = if self.has("standing still") && square.0 == 7 { 0 } else { step };
        let turn = if self.has("standing still") { square.1 } else { square.1.other() };
        let to = (square.0 + step + self.whim("whim")).min(20);
        Step { position: (to, turn), gain: self.has("gain") as i32 }
    }
    fn canonical(&self, square: &Square) -> Square {
        match self.flaw {
            "restless" => (square.0, square.1.other()),
            "moves the token" if square.0 == 5 => (6, Player::First),
            "ends it" if square.0 == 5 => (20, Player::First),
            "several, not alike" if square.0 == 17 => (18, Player::First),
            "key without turn" => *square,
            "several" if square.0 % 2 == 1 => *square,
            _ => (square.0, Player::First),
        }
    }
    fn has_one_representative(&self) -> bool {
        !self.flaw.starts_with("several")
    }
    fn layer(&self, square: &Square) -> Option<u32> {
        match self.flaw {
            "flat" => Some(square.0 as u32 / 2),
            "some layers" if square.0 > 3 => None,
            _ => Some(square.0.into()),
        }
    }
}

impl Hints for Steps {
    type Key = (u8, Player);
    fn key(&self, square: &Square) -> (u8, Player) {
        if self.has("key without turn") { (square.0, Player::First) } else { *square }
    }
    fn canonical_key(&self, square: &Square) -> (u8, Player) {
        let canonical = match self.canonical(square) {
            (16, turn) if self.has("several, of one key") => (17, turn),
            canonical => canonical,
        };
        self.key(if self.has("key of another") { square } else { &canonical })
    }
    fn packed_bits(&self) -> Option<u32> {
        Some(if self.has("few bits") { 5 } else { 6 })
    }
    fn packed(&self, &(square, turn): &(u8, Player)) -> Option<u64> {
        Some(2 * u64::from(square) + (turn == Player::Second && !self.has("number without turn")) as u64)
    }
    fn bounds(&self, square: &Square) -> Bounds {
        let wins = Bounds { at_least: Value::Tie, at_most: Value::BEST };
        if self.has("hopeful") && square.0 == 16 { wins } else { self.honest_bounds(square) }
    }
    fn least_plies_to_win(&self, square: &Square, _player: Player) -> u32 {
        (20 - square.0 as u32).div_ceil(if self.has("slow") { 2 } else { 3 })
    }
    fn candidates(&self, square: &Square) -> impl Iterator<Item = (u8, i32)> {
        let order = self.whim("other candidates");
        let most = if self.has("no candidate") && square.0 == 9 { 0 } else { 3.min(20 - square.0) };
        let also = match self.flaw {
            "candidate too far" => Some(4),
            "candidate twice" => Some(2),
            _ => None,
        };
        (1..=most).map(move |step| if order == 1 { most + 1 - step } else { step }).chain(also).map(|step| (step, 0))
    }
    fn glance(&self, square: &Square) -> Glance<u8> {
        let seen = match (self.final_value(square), square.0) {
            (Some(_), _) if self.has("blind") => Bounds::UNKNOWN,
            (Some(value), _) => Bounds::exactly(value),
            (None, 17) if self.has("dreams") => Bounds::exactly(Value::Tie),
            (None, _) => self.bounds(square),
        };
        // to square 16, from where the other side cannot win at once
        let step = if self.has("forces too much") { 4 } else { 16 - square.0.min(16) };
        Glance { forced: (13..16).contains(&square.0).then_some(step), ..Glance::new(seen) }
    }
    fn index_count(&self) -> Option<u64> {
        Some(if self.has("few") { 10 } else { 42 })
    }
    fn index(&self, square: &Square) -> Option<u64> {
        Some(2 * u64::from(if self.has("two squares a number") { square.0 & !1 } else { square.0 }))
    }
    fn at_index(&self, index: u64) -> Option<Square> {
        (!self.has("hole") || index != 14).then_some(((index / 2) as u8, Player::First))
    }
    fn images(&self, square: &Square) -> Vec<Square> {
        match self.flaw {
            "no image of its own" => vec![(square.0, square.1.other())],
            "image twice" => vec![*square, *square],
            "image of another" => vec![*square, (square.0 ^ 1, square.1)],
            "image without return" if square.1 == Player::First => vec![*square, (square.0, Player::Second)],
            _ => vec![*square],
        }
    }
    fn unmoves(&self, square: &Square, before: &mut Vec<Square>) -> bool {
        let most = if self.has("forgets a step back") { 2 } else { 3 };
        let most = if self.has("steps back too far") { 4 } else { most };
        before.extend((1..=most).filter_map(|step| Some((square.0.checked_sub(step)?, square.1.other()))));
        true
    }
    fn patterns(&self) -> Patterns {
        Patterns::default().with(1, 20).with(2, 2)
    }
    fn look(&self, square: &Square, _lead: i32, seen: &mut [u16]) {
        let turn = square.1.index() as u16;
        let strange = if self.has("strange pattern") { 1 } else { 0 };
        let pattern = if self.has("forgets a place") { seen[2] ^ 1 } else { turn };
        seen.copy_from_slice(&[square.0.into(), turn + strange, pattern]);
    }
    fn picture(&self, record: &Record<Self>) -> Picture {
        let mut picture = Picture::new(4.0, 1.0);
        let missing = usize::from(self.has("spot missing"));
        for name in ["1", "2", "3"].into_iter().skip(missing) {
            let x = name.parse::<f32>().unwrap();
            let area = match self.has("areas overlap") {
                true => Form::line((1.2, 0.5), (2.8, 0.5), 0.9),
                false => Form::square((x, 0.5), 1.0),
            };
            picture.spot(name, (x, 0.5), if self.has("sign too large") { 1.1 } else { 0.9 }, area);
        }
        match self.flaw {
            "shape outside" => picture.circle(picture::Look::Cell, (3.6, 0.5), 0.5),
            "sign outside its area" => picture.spots[0].area = Form::square((1.0, 0.2), 0.4),
            "spot twice" => picture.spots.push(picture.spots[0].clone()),
            _ => {}
        }
        if record.moves().len() == 2 && self.has("area outside at last") {
            picture.spots[2].area = Form::Polygon { points: vec![(2.6, 0.0), (4.1, 0.5), (2.6, 1.0)] };
        }
        picture
    }
    fn clicks(&self, step: u8) -> Vec<String> {
        match self.flaw {
            "no click" => vec![],
            "clicks alike" => vec!["1".to_string()],
            "clicks that begin alike" => vec!["1".to_string(); step.into()],
            _ => vec![step.to_string()],
        }
    }
    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        let (square, turn) = record.position();
        let square = square + u8::from(self.has("set-up of another"));
        let most = if self.has("no choice for the end") { 19 } else { 25 };
        let squares = (0..=most).map(|square: u8| square.to_string());
        let spot = if self.has("set-up without spot") { "4" } else { "1" };
        let turn = if self.has("set-up without turn") { String::new() } else { format!("{turn:?}") };
        let parts = vec![Part::choice("square", square.to_string(), squares).at([spot.to_string()]), Part::fixed(turn)];
        Some(Setup { separator: "", in_order: false, parts })
    }
}

impl Notation for Steps {
    fn write_move(&self, step: u8) -> String {
        match self.flaw {
            "moves alike" => "step".to_string(),
            "comma" => format!("{step},"),
            _ => step.to_string(),
        }
    }
    fn write_position(&self, record: &Record<Self>) -> String {
        let (square, turn) = record.position();
        format!("{square}{turn:?}")
    }
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let turn = if text.ends_with("First") != self.has("wrong turn") { Player::First } else { Player::Second };
        let digits = text.trim_end_matches(char::is_alphabetic);
        let square = digits.parse().map_err(|_| NotationError::new("a square", text))?;
        if self.has("refuses") && square == 5 {
            return Err(NotationError::new("not five", text));
        }
        Ok(Record::at((square, turn)))
    }
}

impl Steps {
    fn honest_bounds(&self, square: &Square) -> Bounds {
        match square.0 {
            16 => Bounds { at_least: Value::WORST, at_most: Value::Tie },
            17..20 if !self.has("blind") => Bounds::exactly(Value::Win { plies: 1 }),
            _ => Bounds::UNKNOWN,
        }
    }
}

type Check = fn(&Steps, &Sample) -> Result<(), Violation>;

/// A flaw and the promise it breaks.
type Flaw = (&'static str, &'static str);

#[test]
fn every_flaw_is_found_and_nothing_else() {
    let checks: [(&str, Check, &[Flaw]); 11] = [
        (
            "rules",
            conformance::rules,
            &[
                ("second begins", "the first player begins"),
                ("moves after the end", "finished means no moves"),
                ("no end", "no moves means finished"),
                ("move twice", "each move is listed once"),
                ("other order", "moves come in the same order"),
                ("whim", "a move always leads to the same position"),
                ("standing still", "a move changes the position"),
                ("gain", "gains occur only in scored games"),
            ],
        ),
        (
            "notation",
            conformance::notation,
            &[
                ("moves alike", "notation survives a round trip"),
                ("comma", "a move's text has no commas, and no spaces around it"),
                ("wrong turn", "notation survives a round trip"),
                ("refuses", "notation survives a round trip"),
            ],
        ),
        (
            "picture",
            conformance::picture,
            &[
                ("shape outside", "all lies within the picture"),
                ("sign too large", "all lies within the picture"),
                ("area outside at last", "all lies within the picture"),
                ("spot twice", "each spot has a name of its own"),
                ("spot missing", "clicks are on spots of the picture, which can be told apart"),
                ("areas overlap", "clicks are on spots of the picture, which can be told apart"),
                ("sign outside its area", "clicks are on spots of the picture, which can be told apart"),
                ("no click", "each move has clicks of its own"),
                ("clicks alike", "each move has clicks of its own"),
                ("clicks that begin alike", "each move has clicks of its own"),
                ("set-up without spot", "parts are set on spots of the picture, which can be told apart"),
                ("set-up of another", "the parts of a set-up make up the position"),
                ("set-up without turn", "the parts of a set-up make up the position"),
                ("no choice for the end", "the parts of a set-up make up the position"),
                ("refuses", "the parts of a set-up make up the position"),
            ],
        ),
        (
            "symmetry",
            conformance::symmetry,
            &[
                ("restless", "a representative represents itself"),
                ("moves the token", "symmetry keeps moves"),
                ("ends it", "symmetry keeps endings"),
                ("several, not alike", "symmetry keeps moves"),
            ],
        ),
        (
            "key",
            conformance::key,
            &[
                ("key without turn", "different positions have different keys"),
                ("key of another", "the canonical key is that of the representative"),
                ("several, of one key", "positions that share a canonical key have the same value"),
                ("few bits", "a packed key has few bits"),
                ("number without turn", "different keys are packed differently"),
            ],
        ),
        (
            "bounds",
            conformance::bounds,
            &[("hopeful", "bounds fit those of the moves"), ("slow", "nobody wins too soon")],
        ),
        (
            "insight",
            conformance::insight,
            &[
                ("no candidate", "there are candidates while the value is open"),
                ("other candidates", "candidates come in the same order"),
                ("candidate too far", "candidates are legal"),
                ("candidate twice", "each candidate is listed once"),
                ("blind", "an ending is seen"),
                ("dreams", "what is seen fits the bounds"),
                ("forces too much", "a forced move is legal"),
            ],
        ),
        (
            "layers",
            conformance::layers,
            &[("flat", "the layer rises with every move"), ("some layers", "all positions have a layer or none has")],
        ),
        (
            "index",
            conformance::index,
            &[
                ("few", "a number is below the count"),
                ("hole", "a number leads back to a position"),
                ("two squares a number", "positions share a number only by symmetry"),
                ("no image of its own", "a position is one of its images"),
                ("image twice", "images are different and have the same images"),
                ("image of another", "images are different and have the same images"),
                ("image without return", "images are different and have the same images"),
            ],
        ),
        (
            "unmoves",
            conformance::unmoves,
            &[
                ("forgets a step back", "a move can be taken back"),
                ("steps back too far", "a move taken back can be made again"),
            ],
        ),
        (
            "patterns",
            conformance::patterns,
            &[
                ("strange pattern", "each place has a pattern of its table"),
                ("forgets a place", "a position has the same patterns each time"),
            ],
        ),
    ];
    let sample = Sample::default();
    assert_eq!(conformance::symmetry(&Steps::with("several"), &sample), Ok(()));
    for (name, check, flaws) in checks {
        assert_eq!(check(&Steps::with("none"), &sample), Ok(()), "{name}");
        for (flaw, promise) in flaws {
            let found = check(&Steps::with(flaw), &sample).map_err(|violation| violation.promise);
            assert_eq!(found, Err(*promise), "{name}: {flaw}");
        }
    }
}
