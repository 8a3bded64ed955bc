//! Strings and Coins on any graph: cut a string in turn; whoever cuts the last string of a coin takes it and moves
//! again. Triangle War and Dots and Boxes are this game with coins in the faces of a drawing.

mod apart;
mod chains;
mod degrees;
mod free_coins;
mod hints;
mod insight;
mod look;
mod parts;
mod picture;
mod symmetry;

use self::apart::Apart;
use self::degrees::{Degrees, MAX_COINS};
use self::symmetry::Symmetries;
use crate::bits::bits;
use perfectplay_game::picture::Point;
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Notation, NotationError, Player, Record, Step};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// One bit of a 64-bit key is for the side to move.
pub(crate) const MAX_STRINGS: usize = 63;

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("strings-and-coins")
        .aliases(&["strings", "coins"])
        .title("Strings and coins")
        .summary("cut strings of any graph; taking a coin gives another move")
        .rules(
            "Coins are joined to each other and to the ground by strings. A and B cut one string in turn. Cutting the \
             last string of a coin takes it (both coins, if it was the last of both) and gives another move. More \
             coins win.",
        )
        .notation(
            "A move names the two ends of a string: a-b, in either order, or a-ground. A position is the strings cut \
             in order, separated by commas: 1-2,2-3.",
        )
        .example("perfectplay solve strings-and-coins --set edges=ground-1,1-2,2-3,3-ground --moves 1-2")
        .scene("1-2")
        .option(
            "edges",
            Kind::Text,
            "ground-1,1-2,2-3,3-ground",
            "the strings, as pairs a-b separated by commas; 'ground' is the ground",
        );
    Entry { about, open }
}

const GROUND: &str = "ground";

/// Stands for the ground where a string has coins.
const GROUND_STRING: u64 = 1 << MAX_STRINGS;

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let mut names: Vec<&str> = vec![];
    let mut strings = vec![];
    let edges: Vec<&str> = options.text("edges").split(',').map(str::trim).collect();
    for &edge in &edges {
        let wrong = || OptionError::value("edges", "pairs a-b of two different names made of letters and digits", edge);
        let (a, b) = edge.split_once('-').ok_or_else(wrong)?;
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric());
        if a == b || !is_name(a) || !is_name(b) {
            return Err(wrong());
        }
        let mut end = |name| {
            (name != GROUND).then(|| {
                names.iter().position(|&known| known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                })
            })
        };
        strings.push(Strand { name: [a.to_string(), b.to_string()], ends: [end(a), end(b)] });
    }
    if strings.len() > MAX_STRINGS {
        return Err(OptionError::value("edges", format!("at most {MAX_STRINGS} strings"), strings.len()));
    }
    if names.len() > MAX_COINS {
        return Err(OptionError::value("edges", format!("at most {MAX_COINS} coins"), names.len()));
    }
    let labels = names.iter().map(|name| name.to_string()).collect();
    let game = StringsAndCoins::new(strings, labels, vec![], draw_list, None);
    Ok(visitor.visit(game, options))
}

/// A string between two coins, or between a coin and the ground.
#[derive(Clone, Debug)]
pub(crate) struct Strand {
    /// The two names that a move is written with.
    pub name: [String; 2],
    /// The coins at its ends; `None` is the ground.
    pub ends: [Option<usize>; 2],
}

/// Draws the strings that are cut and who took each coin.
pub(crate) type Drawing = fn(&StringsAndCoins, u64, &[Option<Player>]) -> String;

/// Where the dots of a drawing are, in a picture; they are numbered from 1.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub dots: Vec<Point>,
    /// The dots that each string joins.
    pub lines: Vec<(usize, usize)>,
    /// The dots around each coin.
    pub regions: Vec<Vec<usize>>,
}

/// The rules on one graph.
#[derive(Clone, Debug)]
pub struct StringsAndCoins {
    pub(crate) strings: Vec<Strand>,
    pub(crate) labels: Vec<String>,
    /// The strings of each coin.
    coins: Vec<u64>,
    degrees: Degrees,
    /// The strings to the ground.
    at_ground: u64,
    /// For each string, the strings of the coins at its ends, and a string that is never cut for the ground.
    around: Vec<[u64; 2]>,
    /// For each string, the numbers of the coins at its ends; the ground is numbered after all coins.
    ends: Vec<[u8; 2]>,
    /// For each string, the earlier strings with the same name; they are cut first.
    pub(crate) same_name_before: Vec<u64>,
    /// The strings that have such.
    renamed: u64,
    /// For each string, the promise of cutting it that comes from its place: inner ones first.
    inside: Vec<i32>,
    symmetries: Symmetries,
    apart: Apart,
    /// See [`look::groups`].
    groups: OnceLock<Vec<Vec<u64>>>,
    /// So many bits of a key tell whose turn it is, or of chains that hang from nothing.
    tag_bits: u32,
    drawing: Drawing,
    /// Where it is the game of a drawing of dots and lines.
    pub(crate) layout: Option<Layout>,
}

/// Which strings are cut, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cuts {
    /// The strings that are cut, as bits.
    pub cut: u64,
    /// Whose turn it is.
    pub turn: Player,
}

impl StringsAndCoins {
    /// The game on these strings. `symmetries` map strings to strings and must keep the graph as it is.
    pub(crate) fn new(
        strings: Vec<Strand>,
        labels: Vec<String>,
        symmetries: Vec<Vec<usize>>,
        drawing: Drawing,
        layout: Option<Layout>,
    ) -> StringsAndCoins {
        assert!(strings.len() <= MAX_STRINGS, "at most {MAX_STRINGS} strings");
        let mut coins = vec![0u64; labels.len()];
        for (i, string) in strings.iter().enumerate() {
            for &coin in string.ends.iter().flatten() {
                coins[coin] |= 1 << i;
            }
        }
        let all = |keep: &dyn Fn(&Strand) -> bool| {
            strings.iter().enumerate().filter(|(_, s)| keep(s)).fold(0u64, |mask, (i, _)| mask | 1 << i)
        };
        let same_pair = |a: &[String; 2], b: &[String; 2]| a == b || (a[0] == b[1] && a[1] == b[0]);
        let same_name_before = strings.iter().enumerate();
        let same_name_before: Vec<u64> =
            same_name_before.map(|(i, s)| all(&|t| same_pair(&s.name, &t.name)) & ((1 << i) - 1)).collect();
        let ends: Vec<[u8; 2]> = strings.iter().map(|s| s.ends.map(|end| end.unwrap_or(labels.len()) as u8)).collect();
        let at_ground = all(&|s| s.ends.contains(&None));
        let inside = |end: &Option<usize>| match end {
            None => -3,
            Some(coin) if coins[*coin] & at_ground == 0 => 1,
            Some(_) => 0,
        };
        let apart = Apart::new(coins.len());
        let tag_bits = apart.numbers().ilog2() + 1;
        let has_room = strings.len() as u32 + tag_bits <= u64::BITS;
        StringsAndCoins {
            at_ground,
            tag_bits: if has_room { tag_bits } else { 1 },
            apart,
            groups: OnceLock::new(),
            inside: strings.iter().map(|s| s.ends.iter().map(inside).sum()).collect(),
            symmetries: Symmetries::new(&symmetries, &coins, &ends),
            around: strings.iter().map(|s| s.ends.map(|end| end.map_or(GROUND_STRING, |coin| coins[coin]))).collect(),
            ends,
            degrees: Degrees::new(&coins),
            renamed: (0..strings.len()).filter(|&i| same_name_before[i] != 0).fold(0, |mask, i| mask | 1 << i),
            same_name_before,
            strings,
            labels,
            coins,
            drawing,
            layout,
        }
    }

    /// How many strings there are.
    pub fn strings(&self) -> usize {
        self.strings.len()
    }

    /// The string with these two names, in either order; of several, the first.
    pub fn string_named(&self, a: &str, b: &str) -> Option<u8> {
        (0..self.strings.len() as u8).find(|&string| self.is_named(string, a, b))
    }

    fn is_named(&self, string: u8, a: &str, b: &str) -> bool {
        let [first, second] = self.name(string as usize);
        (first == a && second == b) || (first == b && second == a)
    }

    /// The two names of a string.
    pub(crate) fn name(&self, string: usize) -> &[String; 2] {
        &self.strings[string].name
    }

    fn all(&self) -> u64 {
        (1 << self.strings.len()) - 1
    }

    /// Who took each coin in the course of the record.
    pub(crate) fn owners(&self, record: &Record<Self>) -> Vec<Option<Player>> {
        let mut owners = vec![None; self.coins.len()];
        let mut now = *record.first();
        for mv in record.moves() {
            let next = self.play(&now, mv).position;
            for (coin, owner) in owners.iter_mut().enumerate() {
                if self.coins[coin] & !now.cut != 0 && self.coins[coin] & !next.cut == 0 {
                    *owner = Some(now.turn);
                }
            }
            now = next;
        }
        owners
    }
}

impl Game for StringsAndCoins {
    type Position = Cuts;
    type Move = u8;

    fn start(&self) -> Cuts {
        Cuts { cut: 0, turn: Player::First }
    }

    #[inline]
    fn turn(&self, cuts: &Cuts) -> Player {
        cuts.turn
    }

    #[inline]
    fn ending(&self, cuts: &Cuts) -> Option<Ending> {
        (cuts.cut == self.all()).then_some(Ending::Tie)
    }

    #[inline]
    fn moves(&self, cuts: &Cuts) -> impl Iterator<Item = u8> {
        let uncut = self.all() & !cuts.cut;
        let waits = |&string: &u8| self.same_name_before[string as usize] & uncut != 0;
        bits(bits(uncut & self.renamed).filter(waits).fold(uncut, |moves, string| moves & !(1 << string)))
    }

    #[inline]
    fn play(&self, cuts: &Cuts, string: u8) -> Step<Cuts> {
        let cut = cuts.cut | 1 << string;
        let [a, b] = self.around[string as usize];
        let gain = (a & !cut == 0) as i32 + (b & !cut == 0) as i32;
        let turn = if gain > 0 { cuts.turn } else { cuts.turn.other() };
        Step { position: Cuts { cut, turn }, gain }
    }

    fn players(&self) -> [&str; 2] {
        ["A", "B"]
    }

    fn scored(&self) -> bool {
        true
    }

    #[inline]
    fn canonical(&self, cuts: &Cuts) -> Cuts {
        // the players are alike
        Cuts { cut: self.smallest(cuts.cut), turn: Player::First }
    }

    /// Graphs can be the same in other ways, and the order of making the set smaller matters.
    fn has_one_representative(&self) -> bool {
        false
    }

    #[inline]
    fn layer(&self, cuts: &Cuts) -> Option<u32> {
        Some(cuts.cut.count_ones())
    }
}

impl Notation for StringsAndCoins {
    fn write_move(&self, string: u8) -> String {
        self.name(string as usize).join("-")
    }

    fn read_move(&self, cuts: &Cuts, text: &str) -> Result<u8, NotationError> {
        let names = text.split_once('-').filter(|(a, b)| self.string_named(a, b).is_some());
        let Some((a, b)) = names else {
            let example = self.strings.first().map_or(String::new(), |s| format!(" such as {}", s.name.join("-")));
            return Err(NotationError::new(format!("a line that exists{example}"), text));
        };
        let legal = self.moves(cuts).find(|&string| self.is_named(string, a, b));
        legal.ok_or_else(|| NotationError::new("a line that is not drawn yet", text))
    }

    /// Some order of the cuts after which it is the right player's turn; that depends on how often a cut took two coins. If
    /// none is found, it is the other player's turn, and the players are alike.
    fn moves_to(&self, cuts: &Cuts) -> Option<Vec<u8>> {
        let in_turn: Vec<u8> = bits(cuts.cut).collect();
        let mut orders = (0..in_turn.len().max(1)).flat_map(|first| {
            let mut rotated: Vec<u8> = in_turn.clone();
            rotated.rotate_left(first);
            let reversed = rotated.iter().rev().copied().collect();
            [rotated, reversed]
        });
        let leads_here =
            |order: &Vec<u8>| order.iter().fold(self.start(), |now, &mv| self.play(&now, mv).position) == *cuts;
        orders.find(leads_here).or(Some(in_turn))
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let board = (self.drawing)(self, record.position().cut, &self.owners(record));
        let lead = record.first_players_lead();
        let ahead = if lead < 0 { 1 } else { 0 };
        match lead {
            0 => board,
            _ => format!("{board}\n{} leads by {}.", self.players()[ahead], lead.abs()),
        }
    }
}

/// The strings that are left, a coin a line.
fn draw_list(game: &StringsAndCoins, cut: u64, owners: &[Option<Player>]) -> String {
    let coin = |coin: usize| {
        let left: Vec<String> = bits(game.coins[coin] & !cut).map(|s| game.write_move(s)).collect();
        let state = match owners[coin] {
            Some(player) => format!("taken by {}", game.player_name(player)),
            None if left.is_empty() => "taken".to_string(),
            None => left.join(" "),
        };
        format!("{}: {state}", game.labels[coin])
    };
    (0..game.coins.len()).map(coin).collect::<Vec<_>>().join("\n")
}

/// Builds the game of a drawing: dots, lines between them, and a coin in each convex region that lines enclose.
pub(crate) fn from_drawing(
    lines: &[(usize, usize)],
    regions: &[Vec<(usize, usize)>],
    dot_symmetries: &[Vec<usize>],
    dots: Vec<Point>,
    drawing: Drawing,
) -> StringsAndCoins {
    let sorted = |(a, b): (usize, usize)| (a.min(b), a.max(b));
    let mut lines: Vec<(usize, usize)> = lines.iter().copied().map(sorted).collect();
    lines.sort_unstable();
    let string_of = |line| lines.binary_search(&sorted(line)).expect("a line of the drawing");
    let strings = lines.iter().map(|&line| {
        let mut sides = (0..regions.len()).filter(|&region| regions[region].iter().any(|&side| sorted(side) == line));
        Strand { name: [line.0.to_string(), line.1.to_string()], ends: [sides.next(), sides.next()] }
    });
    let image = |map: &Vec<usize>| lines.iter().map(|&(a, b)| string_of((map[a], map[b]))).collect();
    let labels = (1..=regions.len()).map(|n| n.to_string()).collect();
    let symmetries = dot_symmetries.iter().map(image).collect();
    let corners = |region: &Vec<(usize, usize)>| {
        let mut corners: Vec<usize> = region.iter().flat_map(|&(a, b)| [a, b]).collect();
        corners.sort_unstable();
        corners.dedup();
        corners
    };
    let regions = regions.iter().map(corners).collect();
    let strings = strings.collect();
    StringsAndCoins::new(strings, labels, symmetries, drawing, Some(Layout { dots, lines, regions }))
}

/// Whether the line between two dots is drawn.
pub(crate) fn is_drawn(game: &StringsAndCoins, cut: u64, a: usize, b: usize) -> bool {
    game.string_named(&a.to_string(), &b.to_string()).is_some_and(|line| cut >> line & 1 == 1)
}
