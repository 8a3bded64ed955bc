//! What games are called.

use perfectplay_game::names::find;
use perfectplay_games::abouts;

#[test]
fn every_name_and_alias_leads_to_one_game() {
    let games = abouts();
    let names = |about: &'_ perfectplay_game::About| [vec![about.name.clone()], about.aliases.clone()].concat();
    for about in &games {
        for name in names(about) {
            let spellings = [name.clone(), name.to_uppercase(), name.replace('-', "_"), name.replace('-', " ")];
            for spelling in [&spellings[..], &[name.replace('-', "")]].concat() {
                assert_eq!(find(&games, |about| about, &spelling).unwrap().name, about.name, "{spelling}");
            }
        }
    }
}

#[test]
fn games_have_the_names_that_people_type() {
    for (typed, name) in [
        ("connect4", "connect-four"),
        ("Connect 4", "connect-four"),
        ("c4", "connect-four"),
        ("tic-tac-toe", "weighted-tic-tac-toe"),
        ("TicTacToe", "weighted-tic-tac-toe"),
        ("ttt", "weighted-tic-tac-toe"),
        ("uttt", "tixtax"),
        ("ultimate_tic_tac_toe", "tixtax"),
        ("dots", "dots-and-boxes"),
        ("DotsAndBoxes", "dots-and-boxes"),
    ] {
        assert_eq!(find(&abouts(), |about| about, typed).map(|about| about.name.clone()).as_deref(), Ok(name));
    }
}
