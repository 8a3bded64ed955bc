//! Values of whole games.

use crate::data::{Solved, folder, read, rows, visit};
use perfectplay_game::{Game, Notation};
use perfectplay_gdl::{Aim, Limits, Objective, RulesGame, Sheet};
use std::sync::Arc;

#[test]
fn values_of_our_own_sheets() {
    for row in rows(&folder().join("reference.tsv")) {
        let text = read(&folder().join(&row["file"]));
        let (_, goal, states, finished) = visit(&text, Objective::Both, Solved).unwrap();
        let expected = ["value_role1", "states", "terminal_states"].map(|name| row[name].clone());
        assert_eq!([goal.to_string(), states.to_string(), finished.to_string()], expected, "{}", row["file"]);
    }
}

/// Doing nothing may be called noop or NOOP, at other positions in another way: the other role is to move then.
#[test]
fn noop_in_two_spellings() {
    let text = "(role a) (role b) (init (s 0)) (opt 1) (opt 2)
        (<= (legal a NOOP) (true (s 0))) (<= (legal b (pick ?x)) (true (s 0)) (opt ?x))
        (<= (legal a noop) (true (s 1))) (<= (legal b go) (true (s 1)))
        (<= (next (s 1)) (true (s 0))) (<= (next (s 2)) (true (s 1)))
        (<= terminal (true (s 2))) (goal a 100) (goal b 0)";
    let (_, goal, states, finished) = visit(text, Objective::Both, Solved).unwrap();
    assert_eq!((goal, states, finished), (0, 3, 1), "b begins, and reaches nothing");
    let sheet = Arc::new(Sheet::read(text, &Limits::default()).unwrap());
    let game = RulesGame::<2>::new(sheet, Aim::Sum(100)).unwrap();
    let second = game.play(&game.start(), game.moves(&game.start()).next().unwrap()).position;
    assert_eq!(game.moves(&second).map(|mv| game.write_move(mv)).collect::<Vec<_>>(), ["go"]);
}

/// Games that no random play ends have goals that add up to what their best and worst do.
#[test]
fn sums_of_goals_that_chance_does_not_reach() {
    let code: String = (0..24).map(|at| format!("(code {at} {} {})", 1 + at * 7 % 4, at + 1)).collect();
    let text = format!(
        "(role a) (role b) (init (step 0)) (init (turn a)) (d 1) (d 2) (d 3) (d 4) {code}
        (<= (legal ?r (dig ?x)) (true (turn ?r)) (d ?x)) (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
        (<= (next (step ?n)) (true (step ?i)) (does ?r (dig ?x)) (code ?i ?x ?n))
        (<= right (true (step ?i)) (does ?r (dig ?x)) (code ?i ?x ?n))
        (<= (next (step 0)) (not right))
        (<= terminal (true (step 24)))
        (<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 90) (role ?r) (not (true (turn ?r))))"
    );
    let (_, _, states, finished) = visit(&text, Objective::Both, Solved).unwrap();
    assert_eq!((states, finished), (50, 2));
}
