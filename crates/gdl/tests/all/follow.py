"""Follows games by checkers/rules.py for the tests: reads rules and choices, and writes what it sees at each position."""
import pathlib, sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "checkers"))
from gdl import Unfit, write
from rules import RulesGame

for game in sys.stdin.buffer.read().decode().split("\x1e"):
    text, choices = game.split("\x1f")
    rules = RulesGame(text, {"objective": "both"}, [])
    facts = rules.start
    for choice in [*map(int, choices.split()), None]:
        try:
            mover, moves, goals = rules.look(facts)
            moves_or_none = ", ".join(map(write, moves[mover]))
            seen = f"over, {goals[0]} and {goals[1]}" if goals else f"{mover} moves, {moves_or_none}"
        except Unfit:
            seen = "no game"
        print(f"{' '.join(sorted(map(write, facts)))}; {seen}")
        facts = facts if choice is None else rules.after(facts, moves[mover][choice])
