//! A text in prefix form as a tree of words and lists, each with its place.

use crate::{RulesError, Spot};
use std::fmt;

/// Lists may be nested so deeply.
const DEPTH: usize = 200;

/// A word or a list, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<'t> {
    /// Where it begins.
    pub spot: Spot,
    /// What it is.
    pub node: Node<'t>,
}

/// What a tree is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node<'t> {
    /// A word without spaces and parentheses.
    Word(&'t str),
    /// What stands between parentheses.
    List(Vec<Tree<'t>>),
}

/// As it is written, with single spaces.
impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Word(word) => f.write_str(word),
            Node::List(list) => {
                let words: Vec<String> = list.iter().map(Tree::to_string).collect();
                write!(f, "({})", words.join(" "))
            }
        }
    }
}

/// A piece of the text that means something.
enum Token<'t> {
    Open,
    Close,
    Word(&'t str),
}

/// The trees of a text, one after the other. A semicolon begins a comment, which ends with the line.
pub fn trees(text: &str) -> Result<Vec<Tree<'_>>, RulesError> {
    let mut open: Vec<(Spot, Vec<Tree>)> = vec![];
    let mut done = vec![];
    for (spot, token) in tokens(text) {
        let tree = match token {
            Token::Open if open.len() == DEPTH => {
                return Err(RulesError::at(spot, format!("no more than {DEPTH} lists inside each other"), "one more"));
            }
            Token::Open => {
                open.push((spot, vec![]));
                continue;
            }
            Token::Close => match open.pop() {
                Some((spot, list)) => Tree { spot, node: Node::List(list) },
                None => return Err(RulesError::at(spot, "a rule", "a closing parenthesis that nothing opens")),
            },
            Token::Word(word) => Tree { spot, node: Node::Word(word) },
        };
        open.last_mut().map_or(&mut done, |(_, list)| list).push(tree);
    }
    match open.pop() {
        Some((spot, _)) => Err(RulesError::at(spot, "a closing parenthesis for this one", "the end of the text")),
        None => Ok(done),
    }
}

fn tokens(text: &str) -> impl Iterator<Item = (Spot, Token<'_>)> {
    text.split('\n').zip(1..).flat_map(|(line, number)| {
        let mut rest = line.split(';').next().unwrap_or_default();
        let mut column = 1;
        std::iter::from_fn(move || {
            let word = rest.trim_start_matches(is_blank);
            column += rest[..rest.len() - word.len()].chars().count() as u32;
            let spot = Spot { line: number, column };
            let (token, length) = match word.chars().next()? {
                '(' => (Token::Open, 1),
                ')' => (Token::Close, 1),
                _ => {
                    let length = word.find(|c| is_blank(c) || c == '(' || c == ')').unwrap_or(word.len());
                    (Token::Word(&word[..length]), length)
                }
            };
            column += word[..length].chars().count() as u32;
            rest = &word[length..];
            Some((spot, token))
        })
    })
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\0'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blanks_and_places() {
        let text = "(a;comment) ü\r\n\tb (c d))\r\n;\nword ; (";
        let trees = trees(text).unwrap();
        assert_eq!(trees.iter().map(Tree::to_string).collect::<Vec<_>>(), ["(a b (c d))", "word"]);
        assert_eq!(trees[1].spot.to_string(), "4:1");
        let Node::List(list) = &trees[0].node else { panic!("a list") };
        assert_eq!(list[1].spot.to_string(), "2:2");
        assert_eq!(list[2].spot.to_string(), "2:4");
    }

    #[test]
    fn parentheses_have_to_match() {
        let error = |text: &str| trees(text).unwrap_err().to_string();
        assert_eq!(error("(a\n (b c)"), "1:1: expected a closing parenthesis for this one, found the end of the text");
        assert_eq!(error("(a)\n )"), "2:2: expected a rule, found a closing parenthesis that nothing opens");
        assert!(error(&"(".repeat(1000)).starts_with("1:201: expected no more than 200 lists"));
        assert_eq!(trees(" \u{feff}; nothing").unwrap(), []);
    }
}
