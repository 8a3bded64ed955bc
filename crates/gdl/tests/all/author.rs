//! An author of random rules: games that nobody would play, with all that rules can have in them.

use fastrand::Rng;

/// What positions have in them; `#` stands for a term.
const FACTS: [&str; 6] = ["p", "(f #)", "(g # #)", "(h (k #) #)", "(f (k #))", "(last (mark #))"];
/// What never changes.
const FIXED: [&str; 5] = ["(small #)", "(link # #)", "(after # #)", "(far # #)", "(wraps (k #) #)"];
/// What is worked out at a position, each from those before it.
const DERIVED: [&str; 6] = ["(one #)", "(two # #)", "some", "(three # # #)", "(four #)", "won"];

/// What all games have. Roles take turns, or one of them moves again; six moves are the longest game.
const FRAME: &str = "(role a) (role b) (other a b) (other b a) (init (turn a)) (init (step 1))
(after 1 2) (after 2 3) (after 3 4) (count 1 2) (count 2 3) (count 3 4) (count 4 5) (count 5 6) (count 6 7)
(<= (far ?x ?y) (link ?x ?y))
(<= (far ?x ?z) (far ?x ?y) (far ?y ?z))
(<= (wraps (k ?x) ?y) (after ?x ?y))
(<= (next (turn ?r)) (true (turn ?r)) again)
(<= (next (turn ?o)) (not again) (other ?r ?o) (true (turn ?r)))
(<= (next (step ?n)) (true (step ?m)) (count ?m ?n))
(<= (next ?fact) (true ?fact) (kept ?fact))
(<= (next (last ?move)) (true (turn ?r)) (does ?r ?move))
(<= (legal ?r noop) (not (true (turn ?r))) (role ?r))
(<= (legal ?r pass) (true (turn ?r)))
(<= terminal (true (step 7)))
";

/// What is reached in the end: by what has happened, always the same, or nothing now and then.
const GOALS: [&str; 4] = [
    "(<= (goal a 100) won) (<= (goal a 20) (not won)) (<= (goal b 70) (goal a 20)) (<= (goal b 5) (not (goal b 70)))\n",
    "(<= (goal a 100) won) (<= (goal a 20) (not won)) (goal b 50)\n",
    "(<= (goal ?r 50) (role ?r))\n",
    "(goal a 10) (<= (goal b 20) won) (<= (goal b 30) some)\n",
];

/// Writes rules.
pub struct Author {
    random: Rng,
    /// The relations that conditions may be about so far.
    relations: Vec<String>,
    text: String,
}

impl Author {
    pub fn new(seed: u64) -> Author {
        Author { random: Rng::with_seed(seed), relations: vec![], text: String::new() }
    }

    /// The text of a game.
    pub fn write(&mut self) -> String {
        let facts = FACTS.iter().map(|fact| format!("(true {fact})"));
        self.relations = facts.chain(FIXED.map(str::to_string)).collect();
        self.text = FRAME.to_string() + &self.pick(&GOALS);
        for _ in 0..12 {
            let [init, kept] = [0, 1].map(|_| self.pick(&FACTS));
            let fixed = self.pick(&FIXED[..2]);
            let facts = self.filled(&format!("(init {init}) (kept {kept}) {fixed}\n"), &[]);
            self.text += &facts;
        }
        for relation in DERIVED {
            for _ in 0..self.random.usize(1..4) {
                self.rule(relation, &[]);
            }
            if relation.contains('#') && self.random.bool() {
                let [one, other] = [0, 1].map(|_| self.filled(relation, &["?x", "?y", "?u"]));
                let count = self.random.usize(1..3);
                self.rule(relation, &[&one[..], &other][..count]);
            }
            self.relations.push(relation.to_string());
        }
        // by its name it depends on its own negation, but no case of it does
        self.rule("(odd ?y)", &["(after ?x ?y)", "(not (odd ?x))"]);
        self.relations.push("(odd #)".to_string());
        for legal in ["(legal ?r (mark #))", "(legal ?r (mark #))", "(legal ?r (put (k #) #))"] {
            self.rule(legal, &["(true (turn ?r))"]);
        }
        for _ in 0..6 {
            let next = format!("(next {})", self.pick(&FACTS));
            let done = self.pick(&["(mark ?x)", "(put (k ?y) ?x)", "pass", "(put ?k 2)"]);
            self.rule(&next, &[&format!("(does ?r {done})")]);
        }
        self.rule("again", &["(does ?r (mark ?x))"]);
        self.spoilt()
    }

    fn pick(&mut self, choices: &[&str]) -> String {
        choices[self.random.usize(..choices.len())].to_string()
    }

    /// A pattern with terms: mostly these variables, else numbers.
    fn filled(&mut self, pattern: &str, variables: &[&str]) -> String {
        let mut parts = pattern.split('#');
        let mut text = parts.next().unwrap().to_string();
        for part in parts {
            let is_number = variables.is_empty() || self.random.u8(..4) == 0;
            text += &if is_number { self.random.u8(1..5).to_string() } else { self.pick(variables) };
            text += part;
        }
        text
    }

    /// Something that is said of terms that are known.
    fn atom(&mut self, known: &[&str]) -> String {
        let at = self.random.usize(..self.relations.len());
        let relation = self.relations[at].clone();
        self.filled(&relation, known)
    }

    /// Something that is said of this variable, and of others.
    fn atom_about(&mut self, name: &str, variables: &[&str]) -> String {
        loop {
            let atom = self.atom(variables);
            if atom.contains(name) {
                return atom;
            }
        }
    }

    /// A condition on what is known.
    fn test(&mut self, known: &[&str]) -> String {
        let [one, other] = [0, 1].map(|_| self.atom(known));
        let distinct = self.filled("(distinct # #)", known);
        match self.random.u8(..8) {
            0 => distinct,
            1 => format!("(not {distinct})"),
            2 => format!("(or {one} {other})"),
            3 => format!("(or (not {one}) (and {other} {distinct}))"),
            4 => format!("(not (or {one} {other}))"),
            5 => format!("(or {one} {distinct} {})", self.test(known)),
            _ => format!("(not {one})"),
        }
    }

    /// Adds a rule, with these conditions and others.
    fn rule(&mut self, pattern: &str, given: &[&str]) {
        const NAMES: [&str; 5] = ["?x", "?y", "?z", "?u", "?v"];
        let head = self.filled(pattern, &NAMES[..3]);
        let mut body: Vec<String> = given.iter().map(|text| text.to_string()).collect();
        let is_known =
            |body: &[String], name: &str| body.iter().any(|text| !text.starts_with("(not") && text.contains(name));
        for name in NAMES {
            if head.contains(name) && !is_known(&body, name) || self.random.u8(..8) == 0 {
                let atom = self.atom_about(name, &NAMES);
                body.push(atom);
            }
        }
        let known: Vec<&str> = NAMES.into_iter().filter(|name| is_known(&body, name)).collect();
        for _ in 0..self.random.u8(..3) {
            let test = self.test(&known);
            body.push(test);
        }
        self.random.shuffle(&mut body);
        self.text += &format!("(<= {head} {})\n", body.join(" "));
    }

    /// The text with keywords in capitals here and there, comments, and words in parentheses.
    fn spoilt(&mut self) -> String {
        let mut text = std::mem::take(&mut self.text);
        let mut change = |from: &str, to: &str| {
            if self.random.u8(..4) == 0 {
                text = text.replace(from, to);
            }
        };
        for keyword in ["true", "not", "or", "distinct", "does", "next", "legal", "goal", "init", "role", "and"] {
            change(&format!("({keyword} "), &format!("({} ", keyword.to_uppercase()));
        }
        change(" terminal", " Terminal");
        change(" won)", " (won))");
        change(" some)", " (some))");
        change("(init p)", "(init (p))");
        change("(true p)", "(true (p))");
        change("\n", ";comment) (\r\n\t");
        text
    }
}
