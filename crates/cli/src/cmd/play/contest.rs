//! A game between a person and the opponent: what is typed, what is done, and what is said.

use super::command::{Command, help};
use super::input::{Heard, Input};
use super::opponent::{Opponent, choice};
use super::paint::{Paint, Tone};
use super::remark::remark;
use super::screen::Screen;
use crate::cmd::solve::effort;
use crate::failure::Failure;
use crate::moves::{ROWS, move_table};
use perfectplay::door::PositionView;
use perfectplay::{NotationError, Outcome, Place, Report};
use std::process::ExitCode;

/// A game under way.
pub struct Contest {
    opponent: Opponent,
    /// The side of the person, by the place in the list of players.
    person: usize,
    screen: Screen,
    input: Input,
    start: Place,
    /// How many moves the start has.
    from_start: usize,
    view: PositionView,
}

impl Contest {
    pub fn new(opponent: Opponent, start: Place, person: usize) -> Result<Self, Failure> {
        let view = opponent.door.view(&start, None)?;
        // from here on the moves are a list
        let start = Place { moves: Some(view.moves.join(",")), ..start };
        let screen = Screen::new(Paint::for_stdout(&view.players, &opponent.door.marks()))?;
        let input = Input::new(screen.is_in_place())?;
        Ok(Contest { opponent, person, screen, input, start, from_start: view.moves.len(), view })
    }

    pub fn run(mut self, remark: Option<String>) -> Result<ExitCode, Failure> {
        let mark = self.screen.paint.mark(self.person).map(|mark| format!(" ({mark})")).unwrap_or_default();
        remark.map_or(Ok(()), |remark| self.screen.tell(Tone::Plain, &remark))?;
        let greeting = format!("You play {}{mark}. Type a move, or help.", self.view.players[self.person]);
        self.screen.tell(Tone::Plain, &greeting)?;
        self.show()?;
        self.tell_end()?;
        loop {
            self.let_the_opponent_move()?;
            let moves: Vec<String> = self.view.legal.iter().map(|legal| legal.mv.clone()).collect();
            let line = match self.input.next(&self.prompt(), moves.into_iter())? {
                Heard::Line(line) => line,
                Heard::End => return Ok(ExitCode::SUCCESS),
                Heard::Interrupt => return Ok(ExitCode::from(130)),
            };
            self.screen.forget_answer();
            if self.obey(line.trim())? {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }

    /// Does what was typed; whether the person wants to leave. A legal move goes before a command.
    fn obey(&mut self, text: &str) -> Result<bool, Failure> {
        let illegal = match self.opponent.door.view(&self.here(), Some(text)) {
            _ if text.is_empty() => return self.screen.refresh().map(|()| false),
            Ok(view) => return self.make_move(view).map(|()| false),
            Err(error) => NotationError { at: None, ..error },
        };
        match Command::named(text) {
            Some(Command::Quit) => return Ok(true),
            Some(Command::Help) => self.screen.answer(Tone::Plain, &help())?,
            Some(Command::Board) => self.screen.show_again()?,
            Some(Command::Undo) => self.undo()?,
            Some(Command::New) => {
                self.view = self.opponent.door.view(&self.start, None)?;
                self.screen.forget_news();
                self.show()?;
            }
            Some(Command::Hint) => {
                let report = self.opponent.think(&self.here())?;
                self.screen.answer(verdict(&report), &report.sentence)?;
                if !self.is_over() {
                    self.screen.answer(Tone::Plain, &effort(&report))?;
                }
            }
            Some(Command::Moves | Command::All) if self.is_over() => {
                self.screen.answer(Tone::Plain, "There are no moves: the game is over.")?;
            }
            Some(command @ (Command::Moves | Command::All)) => {
                let report = self.opponent.think(&self.here())?;
                let rows = if command == Command::All { usize::MAX } else { ROWS };
                self.screen.answer(Tone::Values, move_table(&report, rows).trim_end())?;
            }
            None => {
                let answer = format!("{illegal}. Type help for what else there is.");
                self.screen.answer(Tone::Doubtful, &answer)?;
            }
        }
        Ok(false)
    }

    /// The position that the game has reached.
    fn here(&self) -> Place {
        self.after(self.view.moves.len())
    }

    /// The position after the first moves.
    fn after(&self, moves: usize) -> Place {
        Place { position: self.start.position.clone(), moves: Some(self.view.moves[..moves].join(",")) }
    }

    fn is_over(&self) -> bool {
        self.view.ending.is_some()
    }

    /// The prompt as it is, and as it is shown.
    fn prompt(&self) -> (String, String) {
        let paint = &self.screen.paint;
        match self.is_over() {
            true => ("game over> ".to_string(), "game over> ".to_string()),
            false => {
                let name = &self.view.players[self.person];
                (format!("{name}> "), format!("{}> ", paint.of_player(self.person, name)))
            }
        }
    }

    fn show(&mut self) -> Result<(), Failure> {
        let door = &self.opponent.door;
        let drawing = door.draw(&self.here())?;
        let before = match self.screen.paint.is_on() {
            true => self.before_last_turn()?.map(|place| door.draw(&place)).transpose()?,
            false => None,
        };
        self.screen.show(drawing, before)
    }

    /// The position before the moves that the player who moved last has made in a row.
    fn before_last_turn(&self) -> Result<Option<Place>, Failure> {
        let mut mover = None;
        let mut first = self.view.moves.len();
        while first > 0 {
            let turn = self.opponent.door.view(&self.after(first - 1), None)?.turn;
            if *mover.get_or_insert(turn) != turn {
                break;
            }
            first -= 1;
        }
        Ok(mover.map(|_| self.after(first)))
    }

    /// The person has made a move, after which there is this to see.
    fn make_move(&mut self, view: PositionView) -> Result<(), Failure> {
        let there = self.here();
        let had_a_choice = self.view.legal.len() > 1;
        self.view = view;
        self.screen.forget_news();
        self.show()?;
        if had_a_choice && let Some(report) = self.opponent.look_back(&there)? {
            let played = self.view.last.as_deref().unwrap_or_default();
            let opponent = &self.view.players[1 - self.person];
            if let Some((tone, words)) = remark(&report, played, opponent, self.is_over()) {
                self.screen.tell(tone, &words)?;
            }
        }
        self.tell_end()
    }

    /// Goes back to before the person's last move.
    fn undo(&mut self) -> Result<(), Failure> {
        for moves in (self.from_start..self.view.moves.len()).rev() {
            let earlier = self.opponent.door.view(&self.after(moves), None)?;
            if earlier.turn == self.person {
                self.view = earlier;
                self.screen.forget_news();
                return self.show();
            }
        }
        self.screen.answer(Tone::Plain, "There is nothing to take back.")
    }

    fn let_the_opponent_move(&mut self) -> Result<(), Failure> {
        let mut turn: Vec<String> = vec![];
        while !self.is_over() && self.view.turn != self.person {
            let report = self.opponent.think(&self.here())?;
            let (choice, doubt) = choice(&report).expect("an unfinished position has a move");
            let name = &self.view.players[1 - self.person];
            let words = format!("{name} plays {choice}{doubt}.");
            turn.push(format!("{choice}{doubt}"));
            match turn.len() {
                1 => self.screen.tell(Tone::Plain, &words)?,
                _ => self.screen.tell_more(Tone::Plain, &words, &format!("{name} plays {}.", turn.join(", ")))?,
            }
            self.view = self.opponent.door.view(&self.here(), Some(&choice))?;
            self.show()?;
            self.tell_end()?;
        }
        Ok(())
    }

    fn tell_end(&mut self) -> Result<(), Failure> {
        let Some(ending) = &self.view.ending else { return Ok(()) };
        let tone = match ending.winner {
            Some(winner) if winner == self.person => Tone::Good,
            Some(_) => Tone::Bad,
            None => Tone::Even,
        };
        self.screen.tell(tone, &format!("{} Type undo, new or quit.", ending.sentence))
    }
}

/// Whether an answer is good news for the side to move.
fn verdict(report: &Report) -> Tone {
    match report.bounds.outcome() {
        Some(Outcome::Win) => Tone::Good,
        Some(Outcome::Loss) => Tone::Bad,
        Some(Outcome::Tie | Outcome::Draw) => Tone::Even,
        None => Tone::Plain,
    }
}
