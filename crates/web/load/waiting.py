"""How long a player of a game waits for values on the page: plays games against the perfect opponent, half of them by chance and half
by good play with a slip now and then, and follows the analysis of every position as the page does. Tells the slowest times to know who wins by
each move, and to know all distances. Usage: waiting.py URL [GAMES] [GAME?OPTIONS]"""

import json
import random
import sys
import time
import urllib.request

url = sys.argv[1].rstrip("/")
games = int(sys.argv[2]) if len(sys.argv) > 2 else 50
game, _, options = (sys.argv[3] if len(sys.argv) > 3 else "connect-four").partition("?")
# one move in so many is made by chance where play is good otherwise
SLIP = 6


def address(route, moves):
    settings = [options] if options else []
    return f"{url}/api/games/{game}/{route}?{'&'.join(settings + ['moves=' + ','.join(moves)])}"


def ask(route, moves):
    with urllib.request.urlopen(address(route, moves)) as answer:
        return json.load(answer)


def follow(moves):
    """The last report about a position, and when it was known who wins by each move, and all distances."""
    began = time.monotonic()
    outcomes, whole, report = None, None, None
    with urllib.request.urlopen(address("analysis", moves)) as stream:
        name = ""
        for line in stream:
            field, _, text = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = text
            elif field == "data" and name == "report":
                report = json.loads(text)
                now = time.monotonic() - began
                if outcomes is None and all(mv["value"] != "unknown" for mv in report["moves"]):
                    outcomes = now
                if report["status"] == "proved" and report["complete"]:
                    whole = now
    never = float("inf")
    return report, outcomes or never, whole or never


def rank(mv):
    outcome = {"win": 2, "tie": 1, "draw": 1, "loss": 0, "unknown": 1}[mv["value"]]
    return outcome, mv["margin"] or 0, (mv["plies"] or 0) * (outcome - 1) * -1


chance = random.Random(1)
times = []
for number in range(games):
    moves, is_random = [], number % 2 == 0
    person = number // 2 % 2
    while not ask("position", moves)["ending"]:
        report, outcomes, whole = follow(moves)
        times.append((outcomes, whole, ",".join(moves)))
        best = report["best"] or [max(report["moves"], key=rank)["move"]]
        is_person = len(moves) % 2 == person
        slips = is_person and (is_random or chance.randrange(SLIP) == 0)
        moves.append(chance.choice([mv["move"] for mv in report["moves"]] if slips else best))
    slowest = [max(times, key=lambda row: row[column]) for column in (0, 1)]
    texts = [f"{row[column]:.2f} s at {row[2] or 'the start'}" for column, row in enumerate(slowest)]
    print(f"{number + 1} games, {len(times)} positions; slowest: who wins {texts[0]}; all distances {texts[1]}", flush=True)

for column, words in enumerate(["who wins by each move", "all distances"]):
    ranked = sorted(row[column] for row in times)
    at = lambda share: ranked[min(len(ranked) - 1, int(share * len(ranked)))]
    print(f"{words}: median {at(0.5):.3f} s, 95 % {at(0.95):.2f} s, 99 % {at(0.99):.2f} s, slowest {ranked[-1]:.2f} s")
