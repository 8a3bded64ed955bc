//! Games without hints of their own.

use crate::{Bounds, Ending, Game, Hints, Notation, NotationError, Player, Record, Step, Value};

/// A game without hints, as engines take it: positions are their own keys, and nothing is known beyond the rules.
#[derive(Clone, Copy, Debug)]
pub struct Plain<G>(pub G);

impl<G: Game> Game for Plain<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }
    fn turn(&self, position: &G::Position) -> Player {
        self.0.turn(position)
    }
    fn ending(&self, position: &G::Position) -> Option<Ending> {
        self.0.ending(position)
    }
    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &G::Position, mv: G::Move) -> Step<G::Position> {
        self.0.play(position, mv)
    }
    fn players(&self) -> [&str; 2] {
        self.0.players()
    }
    fn scored(&self) -> bool {
        self.0.scored()
    }
    fn canonical(&self, position: &G::Position) -> G::Position {
        self.0.canonical(position)
    }
    fn has_one_representative(&self) -> bool {
        self.0.has_one_representative()
    }
    fn layer(&self, position: &G::Position) -> Option<u32> {
        self.0.layer(position)
    }
    fn evident(&self, position: &G::Position) -> Bounds {
        self.0.evident(position)
    }
    fn version(&self) -> u32 {
        self.0.version()
    }
    fn text(&self) -> Option<&str> {
        self.0.text()
    }
    fn final_value(&self, position: &G::Position) -> Option<Value> {
        self.0.final_value(position)
    }
    fn moves_again(&self, from: &G::Position, to: &G::Position) -> bool {
        self.0.moves_again(from, to)
    }
    fn player_name(&self, player: Player) -> &str {
        self.0.player_name(player)
    }
}

impl<G: Notation> Notation for Plain<G> {
    fn write_move(&self, mv: G::Move) -> String {
        self.0.write_move(mv)
    }
    fn read_move(&self, position: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        self.0.read_move(position, text)
    }
    fn write_position(&self, record: &Record<Self>) -> String {
        self.0.write_position(&record.of_game())
    }
    fn moves_to(&self, position: &G::Position) -> Option<Vec<G::Move>> {
        self.0.moves_to(position)
    }
    fn write_moves(&self, moves: &[G::Move]) -> String {
        self.0.write_moves(moves)
    }
    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        Ok(self.0.read_position(text)?.of_game())
    }
    fn read_moves(&self, text: &str) -> Result<Record<Self>, NotationError> {
        Ok(self.0.read_moves(text)?.of_game())
    }
    fn tells_turn(&self) -> bool {
        self.0.tells_turn()
    }
    fn customary_score(&self, position: &G::Position, value: Value) -> Option<i32> {
        self.0.customary_score(position, value)
    }

    fn distance_in_words(&self, value: Value) -> Option<String> {
        self.0.distance_in_words(value)
    }

    fn margin_in_words(&self, player: Player, margin: i32) -> Option<String> {
        self.0.margin_in_words(player, margin)
    }
    fn draw(&self, record: &Record<Self>) -> String {
        self.0.draw(&record.of_game())
    }
    fn marks(&self) -> [String; 2] {
        self.0.marks()
    }
}

impl<G: Game> Hints for Plain<G> {
    type Key = G::Position;

    fn key(&self, position: &G::Position) -> G::Position {
        position.clone()
    }
}
