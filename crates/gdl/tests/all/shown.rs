//! How positions look: boards that are found, or told in a comment, and clicks for moves.

use crate::data::{read, visit};
use crate::layers::sheets;
use perfectplay_game::conformance::{self, Sample};
use perfectplay_game::{Options, Playable, Record, Visitor};
use perfectplay_gdl::{Limits, Objective, Sheet};

/// Rules, notation, layers and pictures are as front ends and engines take them.
struct Conforms;

impl Visitor for Conforms {
    type Output = ();

    fn visit<G: Playable>(self, game: G, _: &Options) {
        let sample = Sample { games: 20, longest: 40, seed: 3 };
        let checks = [
            conformance::rules::<G>,
            conformance::notation,
            conformance::layers,
            conformance::key,
            conformance::picture,
        ];
        for check in checks {
            check(&game, &sample).unwrap();
        }
    }
}

#[test]
fn every_sheet_conforms() {
    for path in sheets() {
        eprintln!("{}", path.display());
        visit(&read(&path), Objective::Both, Conforms).unwrap();
    }
}

/// What a position looks like after some moves, and which spots those were.
struct Look<'m>(&'m [&'m str]);

impl Visitor for Look<'_> {
    type Output = (String, Vec<Vec<String>>);

    fn visit<G: Playable>(self, game: G, _: &Options) -> Self::Output {
        let mut record = Record::new(&game);
        let mut clicks = vec![];
        for text in self.0 {
            let mv = game.moves(record.position()).find(|mv| game.write_move(*mv) == *text).expect("a legal move");
            clicks.push(game.clicks(mv));
            record.play(&game, mv).unwrap();
        }
        (game.draw(&record), clicks)
    }
}

fn example(name: &str) -> String {
    read(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/rules/{name}.kif")))
}

#[test]
fn cells_are_boards_and_moves_are_clicks() {
    let look = |name: &str, moves: &[&str]| visit(&example(name), Objective::Both, Look(moves)).unwrap();
    let (text, clicks) = look("connect-three", &["(drop b)", "(drop c)", "(drop b)"]);
    assert_eq!(text, "4 . . . .\n3 . . . .\n2 . r . .\n1 . r y .\n  a b c d\n\n(control yellow)");
    assert_eq!(clicks[0], ["(drop b)"]);
    let (text, clicks) = look("clobber", &["(move 1 1 1 2)"]);
    assert!(text.starts_with("4 b w b\n3 w b w\n2 w w b\n1 . b w\n"), "{text}");
    assert_eq!(clicks[0], ["cell 1 1", "cell 1 2"]);
    // lines are counted from the top, and come first
    let (text, clicks) = look("hex", &["(place 1 3)"]);
    assert!(text.starts_with("1 . . r\n2 . . .\n3 . . .\n  1 2 3\n"), "{text}");
    assert_eq!(clicks[0], ["cell 1 3"]);
}

/// The words of drawings that stand for what each player has.
struct Marks;

impl Visitor for Marks {
    type Output = [String; 2];

    fn visit<G: Playable>(self, game: G, _: &Options) -> Self::Output {
        game.marks()
    }
}

#[test]
fn marks_of_roles_are_those_of_players() {
    let marks = |rules: &str| visit(rules, Objective::Both, Marks).unwrap();
    assert_eq!(marks(&example("connect-three")), ["r", "y"]);
    assert_eq!(marks(&example("nim")), ["", ""]);
    // what a column is called is no mark
    assert_eq!(marks(&example("connect-three").replace("red", "c")), ["", "y"]);
}

#[test]
fn a_piece_stands_on_the_board_of_its_coordinates() {
    let text = "(role a) (role b) (init (knight 1 1)) (init (seen 1 1)) (init (control a)) (succ 1 2)
        (<= (legal ?r (go ?u ?v)) (true (control ?r)) (true (knight ?x ?y)) (succ ?x ?u) (succ ?y ?v))
        (<= (legal ?r (go ?u ?y)) (true (control ?r)) (true (knight ?x ?y)) (succ ?x ?u))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (next (knight ?u ?v)) (does ?r (go ?u ?v))) (<= (next (seen ?u ?v)) (does ?r (go ?u ?v)))
        (<= (next (seen ?x ?y)) (true (seen ?x ?y)))
        (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
        (<= terminal (true (knight 2 ?y)))
        (<= (goal ?r 0) (true (control ?r))) (<= (goal ?r 100) (role ?r) (not (true (control ?r))))";
    let (text, clicks) = visit(text, Objective::Both, Look(&["(go 2 2)"])).unwrap();
    assert_eq!(text, "2    ks\n1 s  .\n  1  2\n\n(control b)");
    assert_eq!(clicks[0], ["knight 2 2"]);
}

#[test]
fn comments_about_boards_are_checked() {
    let error =
        |remark: &str| Sheet::read(&format!("(role a) ; perfectplay: {remark}"), &Limits::default()).err().unwrap();
    let expected = "1:25: expected a name, ?column, ?row or ?line, and ?mark if there is one, in parentheses";
    for remark in
        ["board (cell ?row ?mark)", "board (cell ?row ?column ?x)", "board ()", "board (cell ?row ?line ?column)"]
    {
        assert_eq!(error(remark).to_string(), format!("{expected}, found {remark:?}"));
    }
}
