"""What rules in the game description language (GDL, prefix form) say, worked out plainly and slowly.

Written from FORMATS.md with the standard library alone, for the checkers of certificates.

A term is a word, or a tuple of a word and terms; words that begin with "?" are variables. What holds is known by
relation, as a set of tuples of terms. The conditions of a rule are worked off one after the other: each makes the cases
in which it holds, too, of those found before. A case is a row of values, one for each variable that is still wanted.
"""
import functools, itertools, math, re
DEEPEST, LARGEST = 200, 200  # lists inside each other, words in a term
MOST_CONDITIONS, MOST_NAMES, MOST_CASES, MOST_ROWS, MOST_FACTS = 1000, 10 ** 4, 10 ** 4, 2 * 10 ** 6, 10 ** 6
BLANK = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\0"
TOKEN = re.compile(f";[^\n]*|[()]|[^();{BLANK}]+")
ARITY = {"role": 1, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2, "goal": 2, "terminal": 0, "distinct": 2}
KEYWORDS = {*ARITY, "not", "or", "and"}
NO_HEADS, NO_CONDITIONS = {"true", "does", "distinct", "not", "or", "and", "<="}, {"init", "next", "<="}
HOLDS, FAILS, DISTINCT, SAME = range(4)
class Unfit(Exception):
    """The file is not a certificate that can be checked here."""

def expect(condition, what):
    if not condition:
        raise Unfit(f"expected {what}")

def read_trees(text):
    """The words and lists of a text."""
    open_lists = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            open_lists.append([])
            expect(len(open_lists) <= DEEPEST + 1, f"no more than {DEEPEST} lists inside each other")
        elif token == ")":
            tree = tuple(open_lists.pop())
            expect(open_lists, "an opening parenthesis for each closing one")
            open_lists[-1].append(tree)
        elif token[0] != ";":
            open_lists[-1].append(token)
    expect(len(open_lists) == 1, "a closing parenthesis for each opening one")
    return open_lists[0]

def read_list(tree):
    """A name, and what stands behind it."""
    tree = (tree,) if type(tree) is str else tree
    expect(tree and type(tree[0]) is str and tree[0][0] != "?", f"a name at the beginning of {write(tree)}")
    return tree[0], tree[1:]

def read_term(tree):
    """The term that a tree stands for; a list of one word is that word."""
    if type(tree) is str:
        return tree
    name, trees = read_list(tree)
    return (name, *map(read_term, trees)) if trees else name

def read_atom(tree, forbidden):
    """The name of a relation, and the terms behind it."""
    name, trees = read_list(tree)
    name = name.lower() if name.lower() in KEYWORDS else name
    expect(name not in forbidden, f"another relation in place of {write(tree)}")
    expect(ARITY.get(name, len(trees)) == len(trees), f"{ARITY.get(name)} terms behind {name}, found {write(tree)}")
    return name, tuple(map(read_term, trees))

def read_cases(tree, holds):
    """The lists of simple conditions of which one has to be met, so that a condition holds, or does not hold."""
    word, trees = read_list(tree)
    word = word.lower()
    if word == "not":
        expect(len(trees) == 1, f"one condition behind not, found {write(tree)}")
        return read_cases(trees[0], not holds)
    if word in ("and", "or"):
        options = [read_cases(tree, holds) for tree in trees]
        if (word == "or") == holds:
            return [case for option in options for case in option]
        expect(math.prod(map(len, options)) <= MOST_CASES, f"at most {MOST_CASES} ways to meet {write(tree)[:80]}")
        return [tuple(itertools.chain(*choice)) for choice in itertools.product(*options)]
    name, terms = read_atom(tree, NO_CONDITIONS)
    kinds = (SAME, DISTINCT) if name == "distinct" else (FAILS, HOLDS)
    return [((kinds[holds], name, terms),)]

def read_rules(text):
    """The rules of a text, without alternatives in them."""
    rules, arities = [], {}
    for tree in read_trees(text):
        head, *conditions = tree[1:] if tree[:1] == ("<=",) and len(tree) > 1 else (tree,)
        name, terms = read_atom(head, NO_HEADS)
        rules += [Rule(name, terms, case) for case in read_cases(("and", *conditions), True)]
        expect(len(rules) <= MOST_FACTS, f"at most {MOST_FACTS} rules")
    for rule in rules:
        for _, name, terms in ((HOLDS, rule.name, rule.terms), *rule.conditions):
            arity = arities.setdefault(name, len(terms))
            expect(arity == len(terms), f"as many terms behind {name} everywhere, found {arity} and {len(terms)}")
    return rules

def write(term):
    return term if type(term) is str else f"({' '.join(map(write, term))})"
def variables(term):
    if type(term) is str:
        return {term} if term[0] == "?" else set()
    return set().union(*map(variables, term))
def size(term):
    return 1 if type(term) is str else sum(map(size, term))
def fill(pattern, row):
    """A term with values in place of its variables, each of which is a place in the row."""
    kind = type(pattern)
    return pattern if kind is str else row[pattern] if kind is int else tuple([fill(part, row) for part in pattern])
def part(term, path):
    """What stands somewhere in a term, if the lists around it are as long as they should be."""
    for place, length in path:
        if type(term) is str or len(term) != length:
            return None
        term = term[place]
    return term

class Relation:
    """What a relation holds for."""
    def __init__(self, facts):
        self.facts, self.indexes = facts, {}
    def index(self, paths):
        """By what facts have at the first paths: what they have at the others, all paths of a group the same."""
        if paths not in self.indexes:
            index = self.indexes[paths] = {}
            for fact in self.facts:
                groups = [{part(fact, path) for path in group} for group in paths[1]]
                if all(len(group) == 1 for group in groups):
                    key = tuple([part(fact, path) for path in paths[0]])
                    index.setdefault(key, set()).add(tuple([value for value, in groups]))
        return self.indexes[paths]

class Rule:
    """A relation that holds for some terms if all conditions are met."""
    def __init__(self, name, terms, conditions):
        self.name, self.terms, self.conditions, self.steps, self.row = name, terms, conditions, None, ()
        self.grows = any(type(term) is tuple and variables(term) for term in terms)
        told = variables([terms for kind, _, terms in conditions if kind == HOLDS])
        unknown = variables([terms, *(terms for _, _, terms in conditions)]) - told
        most = max(len(conditions), len(told))
        expect(most <= MOST_CONDITIONS, f"at most {MOST_CONDITIONS} conditions and variables in a rule of {name}")
        expect(not unknown, f"conditions that tell what {' and '.join(sorted(unknown))} is in a rule of {name}")
    def plan(self, known):
        """Puts the conditions in an order, by what is known when they are worked off first."""
        self.steps, left = [], list(self.conditions)
        while left:
            kind, *condition = left.pop(min(range(len(left)), key=lambda place: self.cost(known, *left[place])))
            wanted = variables([self.terms, *(terms for _, _, terms in left)])
            self.steps.append(self.search(*condition, wanted) if kind == HOLDS else self.test(kind, *condition))
        self.pattern = self.slots(self.terms)
    def cost(self, known, kind, name, terms):
        """How many cases a condition makes of one, more or less. What makes no more of them is never too early."""
        if variables(terms).issubset(self.row):
            return 0
        if kind != HOLDS:
            return math.inf
        keys, groups = self.divided(terms)
        index = known[name].index((tuple(keys), tuple(map(tuple, groups.values()))))
        def fits(key):
            return all(type(pattern) is not str or pattern == value for pattern, value in zip(keys.values(), key))
        counts = [len(values) for key, values in index.items() if fits(key)]
        return sum(counts) / len(counts) if counts else 0
    def slots(self, term):
        """The term with places in the row in place of its variables."""
        if type(term) is str:
            return self.row.index(term) if term[0] == "?" else term
        return tuple(map(self.slots, term))
    def divided(self, terms):
        """The paths to all that is known in terms, with that; and each unknown variable with the paths to it."""
        keys, groups = {}, {}
        def divide(term, path):
            if variables(term).issubset(self.row):
                keys[path] = self.slots(term)
            elif type(term) is str:
                groups.setdefault(term, []).append(path)
            else:
                for place, inner in enumerate(term):
                    divide(inner, path + ((place, len(term)),))
        for place, term in enumerate(terms):
            divide(term, ((place, len(terms)),))
        return keys, groups
    def search(self, name, terms, wanted):
        """The step for a condition that tells what variables are."""
        keys, groups = self.divided(terms)
        kept = [place for place, variable in enumerate(self.row) if variable in wanted]
        found = [variable for variable in groups if variable in wanted or len(groups[variable]) > 1]
        key, paths = tuple(keys.values()), (tuple(keys), tuple(tuple(groups[variable]) for variable in found))
        is_all_kept = len(kept) == len(self.row)
        self.row = (*(self.row[place] for place in kept), *found)
        def step(rows, known, _):
            index = known[name].index(paths)
            pairs = ((row, values) for row in rows for values in index.get(fill(key, row), ()))
            if is_all_kept:
                return (row + values for row, values in pairs)
            return (tuple([row[place] for place in kept]) + values for row, values in pairs)
        return step, list if is_all_kept else set
    def test(self, kind, name, terms):
        """The step for a condition that only tells which cases remain."""
        pattern = self.slots(terms)
        def step(rows, _, denied):
            if kind == FAILS:
                return (row for row in rows if fill(pattern, row) not in denied[name].facts)
            return (row for row in rows if (fill(pattern[0], row) == fill(pattern[1], row)) == (kind == SAME))
        return step, list
    def derive(self, known, denied):
        """What follows from what is known, if whatever does not hold in `denied` fails."""
        if self.steps is None:
            self.plan(known)
        rows = [()]
        for step, container in self.steps:
            cases = step(rows, known, denied)
            rows = container(itertools.islice(cases, MOST_ROWS))
            expect(next(cases, None) is None, f"at most {MOST_ROWS} cases at a time in a rule of {self.name}")
        facts = {fill(self.pattern, row) for row in rows}
        is_small = not self.grows or all(size(fact) <= LARGEST for fact in facts)
        expect(is_small, f"at most {LARGEST} words in {self.name}, found terms that grow and grow")
        return facts

class Component:
    """Relations that depend on each other, and their rules."""
    def __init__(self, names, rules, is_of_moves):
        self.names, self.is_of_moves = names, is_of_moves
        own = [[kind for kind, name, _ in rule.conditions if name in names] for rule in rules]
        self.denies_itself = any(FAILS in kinds for kinds in own)
        self.rules = [(rule, kinds.count(HOLDS)) for rule, kinds in zip(rules, own)]
    def settle(self, known):
        """Adds what follows from what is known of all that these depend on."""
        if not self.denies_itself:
            self.close(known, {})
            return
        # what may hold and what surely does, in turns: each follows if nothing but the other one holds
        sure, before = {name: set() for name in self.names}, None
        while sure != before:
            may = self.close(known, sure)
            before, sure = sure, self.close(known, may)
        expect(may == sure, f"rules that tell when {' and '.join(self.names)} hold, found a circle through not")
    def close(self, known, held):
        """Makes known, and returns, the least relations that obey the rules if what fails is judged by what is held."""
        denied = {**known, **{name: Relation(facts) for name, facts in held.items()}}
        facts, fresh = ({name: set() for name in self.names} for _ in range(2))
        is_first = True
        while is_first or any(fresh.values()):
            known.update({name: Relation(facts[name]) for name in self.names})
            news = {**known, **{name: Relation(fresh[name]) for name in self.names}}
            derived = {name: set() for name in self.names}
            for rule, own in self.rules:
                # with one condition on these relations, what is new follows from what is new
                if own or is_first:
                    derived[rule.name] |= rule.derive(news if own == 1 else known, denied)
            fresh, is_first = {name: derived[name] - facts[name] for name in self.names}, False
            for name in self.names:
                facts[name] |= fresh[name]
                expect(len(facts[name]) <= MOST_FACTS, f"at most {MOST_FACTS} facts about {name}")
        return facts

class Theory:
    """All that rules say, worked out as far as it is asked for."""
    def __init__(self, text):
        rules = read_rules(text)
        uses, by_name = {name: set() for name in ARITY}, {}
        for rule in rules:
            by_name.setdefault(rule.name, []).append(rule)
            used = {name for _, name, _ in rule.conditions}
            uses.setdefault(rule.name, set()).update(used)
            uses.update((name, set()) for name in used if name not in uses)
        expect(len(uses) <= MOST_NAMES, f"at most {MOST_NAMES} relations")
        bits = {name: 1 << place for place, name in enumerate(uses)}
        reach, before = bits, None
        while reach != before:
            before = reach
            reach = {name: functools.reduce(int.__or__, map(reach.get, uses[name]), reach[name]) for name in uses}
        for name, other in (("init", "true"), *((name, "does") for name in ("init", "legal", "goal", "terminal"))):
            expect(not reach[name] & bits[other], f"{name} not to depend on {other}")
        # relations that depend on each other reach the same ones, and more than those that they build on
        groups = {}
        for name in sorted(uses, key=lambda name: bin(reach[name]).count("1")):
            groups.setdefault(reach[name], []).append(name)
        components = [Component(names, [rule for name in names for rule in by_name.get(name, ())],
                                bool(group & bits["does"])) for group, names in groups.items()]
        self.needed = {name: [component for component in components if reach[name] & bits[component.names[0]]]
                       for name in ARITY}
        self.fixed = {}
        for component in dict.fromkeys(itertools.chain(*self.needed.values())):
            if not reach[component.names[0]] & (bits["true"] | bits["does"]):
                component.settle(self.fixed)
        expect(not any(rule.conditions for rule in by_name.get("role", ())), "roles without conditions")
        self.roles = list(dict.fromkeys(rule.terms[0] for rule in by_name.get("role", ())))
        self.goals = {rule.terms[1] for rule in by_name.get("goal", ())}
    def work_out(self, name, known):
        """Makes a relation known, and what it depends on; before a move is known, what does not depend on that."""
        for component in self.needed[name]:
            if component.names[0] not in known and ("does" in known or not component.is_of_moves):
                component.settle(known)
    def ask(self, name, known):
        """What a relation holds for."""
        self.work_out(name, known)
        return known[name].facts
