#!/usr/bin/env python3
"""Games that come from rules files, for check_certificate.py, with the standard library alone.

By itself it counts sequences of moves, as `perfectplay perft` does: python3 rules.py perft FILE DEPTH
"""
import functools, hashlib, re, sys
from gdl import Relation, Theory, Unfit, expect, read_term, read_trees, write
WON = 1 << 30  # what a win is worth where there are no margins
HEAVIEST = 1 << 30  # all weights of facts together
REMARK = "perfectplay: "  # a comment that begins so is more than a comment
HASH, FOUND, LAYER = f"; {REMARK}rules ", f"\n; {REMARK}found\n", f"; {REMARK}layer "

def read_text(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read()

def parts(text):
    """The rules of a text, and comments below them; what else is below is part of the rules: nobody may add any to them."""
    rules, line, found = text.rpartition(FOUND)
    is_ours = line and all(line.startswith(LAYER) for line in found.split("\n") if line)
    return (rules, found) if is_ours else (text, "")

def restore(carried, path):
    """The whole text of what a certificate carries: long rules are in a file, and the certificate has their hash."""
    rules, found = parts(carried)
    if not rules.startswith(HASH):
        return carried
    expect(path, f"the rules file whose SHA-256 is {rules[len(HASH):]!r} as the second argument")
    text = parts(read_text(path))[0]
    is_right = hashlib.sha256(text.encode()).hexdigest() == rules[len(HASH):]
    expect(is_right, f"the rules file whose SHA-256 is {rules[len(HASH):]!r}, found another one")
    return text + FOUND + found if found else text

def read_weights(text):
    """The weights of facts that comments tell."""
    weights = {}
    for line in text.split("\n"):
        remark = line.partition(";")[2].lstrip("; \t")
        words = read_trees(remark[len(REMARK):]) if remark.startswith(REMARK) else []
        if words[:1] == ["layer"]:
            expect(re.fullmatch("[+-]?[0-9]{1,10}", write((*words, "")[1])), f"a number behind layer, found {remark!r}")
            for fact in map(read_term, words[2:]):
                expect(fact not in weights, f"one weight of {write(fact)}")
                weights[fact] = int(words[1])
    expect(sum(map(abs, weights.values())) <= HEAVIEST, f"weights that add up to {HEAVIEST} at most, without their signs")
    return weights

class RulesGame:
    """Positions are (facts, layer or None, player to move). Player 0 is the role that begins.

    Whether a game is scored depends on all goals that can be reached in it, which is not known here. So claims are
    taken at their word, and endings have to agree: where a claim tells plies, or positions may come back, goals are 0,
    50 and 100; where a claim tells a margin, the rules have other goals, too. What is proved is true either way: who
    has the larger goal wins, and the margin is by how much it is larger.
    """
    def __init__(self, text, options, claims):
        self.theory, self.weights, self.total = Theory(text), read_weights(text), None
        self.roles, names = self.theory.roles, list(map(write, self.theory.roles))
        expect(len(names) == 2 and "random" not in map(str.lower, names), "two roles that choose")
        self.objective = options.get("objective")
        is_known = len(options) == 1 and self.objective in ("both", "nobody", *names)
        expect(is_known, "one option, the objective, which is both, nobody or a role")
        self.scored, has_plies = (any(field in claim for claim in claims) for field in ("at_least", "within"))
        self.is_plain = has_plies or not self.weights or self.objective == "nobody"
        expect(not self.scored or not self.is_plain, "no margins without layers, beside plies, or of nobody's goals")
        self.start = frozenset(fact for fact, in self.theory.fixed["init"].facts)
        self.may_score = not self.theory.goals <= {"0", "50", "100"}
        self.first, _, goals = self.look(self.start)
        expect(goals is None, "a start at which the game is not over")
        self.players = names[self.first], names[1 - self.first]
    @functools.lru_cache(2)
    def known(self, facts):
        """What is known at a position; more is added as it is asked for."""
        return {**self.theory.fixed, "true": Relation({(fact,) for fact in facts})}
    @functools.lru_cache(1 << 16)
    def look(self, facts):
        """The role to move, the moves of both roles in the order of their texts, and the goals if the game is over."""
        known = self.known(facts)
        legal = self.theory.ask("legal", known)
        moves = [sorted([move for other, move in legal if other == role], key=write) for role in self.roles]
        expect(not any("," in write(move) for own in moves for move in own), "moves without commas")
        idle = [len(own) == 1 and write(own[0]).lower() == "noop" for own in moves]
        mover = int(len(moves[0]) < 2 and (len(moves[1]) > 1 or idle[0] and not idle[1]))
        if self.theory.ask("terminal", known):
            return mover, ((), ()), self.goals(facts, known)
        expect(all(moves), f"a move of each role at {self.write_facts(facts)}")
        expect(len(moves[1 - mover]) == 1, f"one role that has a choice, found two at {self.write_facts(facts)}")
        return mover, moves, None
    def goals(self, facts, known):
        """What counts of the goals at the end: if it is those of one role, the other role has the rest."""
        if self.objective == "nobody":
            return 50, 50
        reached = self.theory.ask("goal", known)
        goals = [[write(goal) for other, goal in reached if other == role] for role in self.roles]
        is_number = all(len(own) == 1 and re.fullmatch("[+]?[0-9]+", own[0]) and int(own[0]) <= 100 for own in goals)
        expect(is_number, f"a goal from 0 to 100 of each role, found {goals} at {self.write_facts(facts)}")
        one, other = (int(goal) for goal, in goals)
        if self.objective == "both":
            return one, other
        return (one, 100 - one) if self.objective == write(self.roles[0]) else (100 - other, other)
    def worth(self, goals):
        """What an ending is worth for player 0."""
        total, margin = sum(goals), goals[self.first] - goals[1 - self.first]
        expect(self.total in (None, total), f"goals that always add up to the same, found {self.total} and {total}")
        self.total = total
        is_plain = total == 100 and {*goals} <= {0, 50, 100}
        expect(is_plain or not self.is_plain, f"goals of 0, 50 and 100, because the game is not scored, found {goals}")
        expect(self.may_score or total != 100 or not self.scored, "no margins, because the game is not scored")
        return margin if self.scored else WON * ((margin > 0) - (margin < 0))
    def arrival(self, facts):
        """The position with these facts, and what it is worth for player 0 if the game is over."""
        mover, _, goals = self.look(facts)
        layer = sum([self.weights.get(fact, 0) for fact in facts]) if self.weights else None
        return (facts, layer, mover ^ self.first), None if goals is None else self.worth(goals)
    def read_position(self, text):
        facts = self.start
        for name in text.split(",") if text else ():
            mover, moves, _ = self.look(facts)
            move = [move for move in moves[mover] if write(move) == name]
            expect(move, f"a legal move of {write(self.roles[mover])}, found {name!r}")
            facts = self.after(facts, *move)
        return self.arrival(facts)
    def moves(self, position):
        mover, moves, _ = self.look(position[0])
        return moves[mover]
    def play(self, position, move):
        return self.arrival(self.after(position[0], move))
    def after(self, facts, move):
        """The facts after a move; the other role does the only thing that it can do."""
        mover, moves, _ = self.look(facts)
        known = self.known(facts)
        self.theory.work_out("next", known)
        does = {(self.roles[mover], move), (self.roles[1 - mover], *moves[1 - mover])}
        return frozenset(fact for fact, in self.theory.ask("next", {**known, "does": Relation(does)}))
    def earliest_win(self, _position, _player):
        return 0  # nothing is evident
    def write_position(self, position):
        return self.write_facts(position[0])
    def write_facts(self, facts):
        return " ".join(sorted(map(write, facts))) or "no facts"

def perft(path, depth):
    """Prints how many sequences of moves there are, a line for each length."""
    game = RulesGame(read_text(path), {"objective": "nobody"}, [])
    counts = {game.start: 1}
    for length in range(1, depth + 1):
        counts, before = {}, counts
        for facts, count in before.items():
            mover, moves, _ = game.look(facts)
            for move in moves[mover]:
                after = game.after(facts, move)
                counts[after] = counts.get(after, 0) + count
        print(length, sum(counts.values()), flush=True)

if __name__ == "__main__":
    try:
        is_perft = len(sys.argv) == 4 and sys.argv[1] == "perft" and re.fullmatch("[0-9]{1,4}", sys.argv[3])
        expect(is_perft, "perft, the name of a rules file, and a depth")
        perft(sys.argv[2], int(sys.argv[3]))
    except (Unfit, OSError, ValueError, RecursionError, MemoryError) as error:
        sys.exit(print(f"error: {error}", file=sys.stderr) or 2)
