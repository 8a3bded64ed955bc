#!/usr/bin/env python3
"""Checks certificates of Perfectplay for tixtax, weighted-tic-tac-toe and all games that come from rules files:
python3 check_certificate.py FILE [RULES]

Written from FORMATS.md with the standard library alone, so that no proof depends on one program. Prints the claim and
VERIFIED, or the first position that is wrong and why; exit code 0, 1, or 2 for other files. A position is a tuple that
ends with its layer (or None) and the player to move (0 or 1). An ending is what it is worth for player 0: WON for a
win, 0 for a tie, -WON for a loss, or a margin. A need is the least worth that is enough for the claimant: WON - n for a
win within n plies, 1 for a win, 0 for not to lose, n - WON for not to lose before ply n, or a margin.
"""
import functools, json, math, re, struct, sys, zlib
from gdl import Unfit, expect
from rules import WON, RulesGame, restore
LONGEST, LARGEST = 1 << 28, 1 << 29  # plies and margins that are claimed are smaller
class Refuted(Exception):
    """The certificate does not prove what it claims."""

def read_file(path):
    """The header, how many positions are promised, and the numbers."""
    with open(path, "rb") as file:
        data = memoryview(file.read())
    expect(data[:8] == b"PPPROOF\n", 'a certificate, which begins with "PPPROOF"')
    version, length = struct.unpack_from("<II", data, 8) if len(data) >= 36 else (2, len(data))
    expect(version == 2, f"version 2, found {version}")
    expect(length <= min(1 << 20, len(data) - 36), "a header and a footer; the file is cut off")
    positions, numbers, checksum = struct.unpack_from("<QQI", data, len(data) - 20)
    expect(zlib.crc32(data[:-4]) == checksum, "the right checksum; the file is damaged")
    return read_header(str(data[16:16 + length], "utf-8")), positions, read_numbers(data[16 + length:-20], numbers)

def read_header(text):
    """The header, if it is written as FORMATS.md tells: then nothing in it is there twice, or for other readers."""
    types = {"game": str, "version": int, "options": dict, "rules": str, "position": str, "claims": list}
    header = json.loads(text)
    expect(type(header) is dict, "a header that is an object")
    is_full = all(type(header.get(name)) is types[name] for name in types if name != "rules" or name in header)
    expect(is_full, "a full header")
    expect(all(type(claim) is dict for claim in header["claims"]), "claims, each an object")
    def picked(fields, names):
        return {name: fields[name] for name in names if fields.get(name) is not None}
    claims = [picked(claim, ("side", "gets", "within", "at_least")) for claim in header["claims"]]
    whole = picked(header, types) | {"options": dict(sorted(header["options"].items())), "claims": claims}
    written = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    expect(written == text, f"the header written as {written}, found {text}")
    return whole

def read_numbers(body, promised):
    """The numbers of the strategy, one after the other; at their end the promise is checked."""
    stream = zlib.decompressobj()
    data = stream.decompress(body)
    if not stream.eof or stream.unused_data:
        raise Refuted("the zlib stream does not end where the footer begins")
    count = number = shift = 0
    for byte in data:
        number, shift = number | (byte & 127) << shift, shift + 7
        if byte < 128:
            yield number
            count, number, shift = count + 1, 0, 0
        elif shift == 63:
            raise Refuted("a number has more than nine bytes")
    if shift or count != promised:
        raise Refuted(f"expected {promised} numbers, found {count}")

def read_ranks(text, rows, cols):
    """The cells with x and those with o as bits, row by row from the top left; and the player to move."""
    ranks = [re.sub("[1-9][0-9]?(?![0-9])", lambda run: "." * int(run[0]), rank) for rank in text.split("/")]
    fits = len(ranks) == rows and all(len(rank) == cols and re.fullmatch("[xo.]+", rank) for rank in ranks)
    written = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks)
    expect(fits and written == text, f"{rows} ranks of {cols} cells made of x, o and numbers, found {text!r}")
    x, o = (packed(mark == own for mark in "".join(ranks)) for own in "xo")
    mover = len(cells_of(x)) - len(cells_of(o))
    expect(mover in (0, 1), "as many x as o, or one x more")
    return x, o, mover

def write_cells(x, o, size):
    return "".join("x" if x >> cell & 1 else "o" if o >> cell & 1 else "." for cell in range(size))

def turns(rows, cols):
    """The turns and reflections of a board: for each cell, where it goes."""
    grid = [[row * cols + col for col in range(cols)] for row in range(rows)]
    images = [[row[::right] for row in grid[::down]] for down in (1, -1) for right in (1, -1)]
    images += [list(zip(*image)) for image in images] if rows == cols else []
    return [[cell for row in image for cell in row] for image in images]

def lines_of(rows, cols, k):
    """The lines of k cells as bits."""
    lines = [[(row + i * down, col + i * right) for i in range(k)] for row in range(rows) for col in range(cols)
             for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))]
    inside = [line for line in lines if all(row < rows and 0 <= col < cols for row, col in line)]
    return [sum(1 << row * cols + col for row, col in line) for line in inside]

def cells_of(mask):
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
def packed(values, width=1):
    """Numbers side by side in one, the first in the lowest bits."""
    return sum([value << width * place for place, value in enumerate(values)])

class WeightedTicTacToe:
    """Positions are (x, o, layer, player to move), with cells as bits."""
    players, scored = ("Takahashi", "Aoki"), False
    def __init__(self, options):
        expect(set(options) == {"rows", "cols", "k", "weights"}, "the options rows, cols, k and weights")
        self.rows, self.cols, k, self.weights = (options[name] for name in ("rows", "cols", "k", "weights"))
        is_size = all(type(number) is int and 1 <= number <= 64 for number in (self.rows, self.cols, k))
        expect(is_size and self.cols <= 26 and self.rows * self.cols <= 64, "at most 26 files and 64 cells")
        is_list = type(self.weights) is list and all(type(w) is int and abs(w) <= 10 ** 9 for w in self.weights)
        expect(is_list and len(self.weights) == self.rows * self.cols, "a weight of at most 10^9 in size for each cell")
        self.cells, self.lines = len(self.weights), lines_of(self.rows, self.cols, k)
        self.turns = [to for to in turns(self.rows, self.cols)
                      if all(self.weights[to[cell]] == self.weights[cell] for cell in range(self.cells))]
    def read_position(self, text):
        x, o, mover = read_ranks(text, self.rows, self.cols)
        expect(not self.has_line(o if mover else x), "no line of the side to move, because the game ended with it")
        return self.arrival(x, o, mover)
    def has_line(self, marks):
        return any(marks & line == line for line in self.lines)
    def moves(self, position):
        return [cell for cell in range(self.cells) if not (position[0] | position[1]) >> cell & 1]
    def play(self, position, cell):
        x, o, _, mover = position
        return self.arrival(x, o | 1 << cell, 0) if mover else self.arrival(x | 1 << cell, o, 1)
    def arrival(self, x, o, mover):
        """The canonical form of a position, and the ending if the game is over."""
        x_cells, o_cells = cells_of(x), cells_of(o)
        more = sum(self.weights[cell] for cell in x_cells) - sum(self.weights[cell] for cell in o_cells)
        layer, by_sum = len(x_cells) + len(o_cells), WON * ((more > 0) - (more < 0))
        by_line = WON if mover else -WON
        ending = by_line if self.has_line(x if mover else o) else by_sum if layer == self.cells else None
        images = ((sum(1 << to[cell] for cell in x_cells), sum(1 << to[cell] for cell in o_cells)) for to in self.turns)
        return (*min(images), layer, mover), ending
    def earliest_win(self, _position, _player):
        return 0  # nothing is evident
    def write_position(self, position):
        return write_cells(position[0], position[1], self.cells)

FULL, TURNED_UP_TO, ANYWHERE = 511, 12, 81
NEUTRAL, UNDECIDED = 2, 3  # owners beside the players 0 and 1
LINES = lines_of(3, 3, 3)
HAS_LINE = [any(mask & line == line for line in LINES) for mask in range(512)]
ON_LINES = [sum({1 << cell for line in LINES if mask & line == line for cell in cells_of(line)}) for mask in range(512)]
TURNS = [(to, [sum(1 << to[cell] for cell in cells_of(mask)) for mask in range(512)]) for to in turns(3, 3)]
ONLY = [mask.bit_length() - 1 if mask and not mask & mask - 1 else ANYWHERE for mask in range(512)]
SQUARES = [9 * (n // 27 * 3 + n % 9 // 3) + n // 9 % 3 * 3 + n % 3 for n in range(81)]  # for each cell of the grid

@functools.cache
class Board:
    """One of the nine boards of tixtax in canonical form. Boards that are the same are one object."""
    def __init__(self, owner, x, o):
        self.owner, self.x, self.o, self.taken = owner, x, o, len(cells_of(x | o))
        self.missing = (self.marks_missing(0, x, o), self.marks_missing(1, o, x))
        self.flags = packed((owner == 0, owner == 1, *(n < math.inf for n in self.missing), x | o != FULL), 9)
    def marks_missing(self, player, own, other):
        """How many marks a player needs to have the board."""
        if self.owner == UNDECIDED:
            return min((len(cells_of(line & ~own)) for line in LINES if not line & other), default=math.inf)
        return 0 if self.owner == player else math.inf

@functools.cache
def least_alike(taken):
    """For boards with these cells taken, by the marks of x: the marks of the least board that has the same ways."""
    least, alike = {}, {}
    for x, o in ((taken & ~o, o) for o in range(512) if o & taken == o):
        alike[x] = least.setdefault((ways(x, o), ways(o, x)), (x, o))
    return alike
def ways(own, other):
    """The sets of empty cells that make a line, without those that contain another one."""
    sets = {line & ~own for line in LINES if not line & other}
    return frozenset(way for way in sets if not any(part != way and part & way == part for part in sets))

class TixTax:
    """Positions are (nine boards, board to play in, layer, player to move)."""
    players, scored = ("Red", "Blue"), False
    def __init__(self, options):
        expect(options in ({"won-boards": "open"}, {"won-boards": "closed"}), "the option won-boards, open or closed")
        self.stays_open = options["won-boards"] == "open"
    def read_position(self, text):
        ranks, last, *owners = text.split(" ") if " " in text else (text, "")
        expect(len(owners) <= self.stays_open, f"nine ranks and the last move, found {text!r}")
        x, o, mover = read_ranks(ranks, 9, 9)
        x, o = (sum(1 << SQUARES[cell] for cell in cells_of(mask)) for mask in (x, o))
        expect(re.fullmatch("[a-i][1-9]|-", last) and (last == "-") == (x == 0), "a last move if there are marks")
        last = ANYWHERE if last == "-" else SQUARES[(9 - int(last[1])) * 9 + ord(last[0]) - ord("a")]
        expect(last == ANYWHERE or (x if mover else o) >> last & 1, "a last move of the side that is not to move")
        marks = [[mask >> 9 * place & FULL for place in range(9)] for mask in (x, o)]
        owners = self.read_owners(*marks, *owners)
        expect(not HAS_LINE[packed(owner == mover for owner in owners)], "no line of boards of the side to move")
        return self.arrival(tuple(map(self.board, owners, *marks)), last if last == ANYWHERE else last % 9, mover)
    def read_owners(self, x, o, told=None):
        """The owner of each board; where both have a line it has to be told."""
        candidates = ["x" * HAS_LINE[x] + "o" * HAS_LINE[o] or "-" for x, o in zip(x, o)]
        expect((told is None) == all(len(owner) == 1 for owner in candidates), "owners where both sides have a line")
        told = told or "".join(candidates)
        expect(len(told) == 9 and all(map(str.count, candidates, told)), "for each board an owner who has a line in it")
        return [{"x": 0, "o": 1, "-": UNDECIDED}[owner] for owner in told]
    @functools.cache
    def board(self, owner, x, o):
        """The canonical board for these marks: steps 1, 3 and 4."""
        if owner == UNDECIDED and any(not line & x or not line & o for line in LINES):
            return Board(owner, *least_alike(x | o)[x])
        is_captured = owner < NEUTRAL
        return Board(owner if is_captured else NEUTRAL, FULL if is_captured and not self.stays_open else x | o, 0)
    def moves(self, position):
        places = range(9) if position[9] == ANYWHERE else position[9:10]
        return [(place, *after) for place in places for after in self.after(position[place], position[-1])]
    @functools.cache
    def after(self, board, mover):
        """The empty cells of a board, each with the board after the mover has marked it."""
        def marked(cell):
            x, o = (board.x, board.o | 1 << cell) if mover else (board.x | 1 << cell, board.o)
            captures = board.owner == UNDECIDED and HAS_LINE[o if mover else x]
            return self.board(mover if captures else board.owner, x, o)
        return [(cell, marked(cell)) for cell in cells_of(FULL & ~(board.x | board.o))]
    def play(self, position, move):
        place, cell, board = move
        return self.arrival(position[:place] + (board,) + position[place + 1:9], cell, 1 - position[-1])
    def arrival(self, boards, cell, mover):
        """The canonical form of a position after a move in this cell, and the ending if the game is over."""
        flags = packed([board.flags for board in boards])
        own_x, own_o, may_x, may_o, is_open = [flags >> shift & FULL for shift in (0, 9, 18, 27, 36)]
        counts_x, counts_o = ON_LINES[may_x], ON_LINES[may_o]
        undecided = (may_x | may_o) & ~(own_x | own_o) if self.stays_open else 0
        idle = own_x & ~counts_x | own_o & ~counts_o | undecided & ~(counts_x | counts_o)
        if idle:
            boards = tuple(self.board(NEUTRAL, b.x, b.o) if idle >> place & 1 else b for place, b in enumerate(boards))
        ending = WON if HAS_LINE[own_x] else -WON if HAS_LINE[own_o] else None if is_open else 0
        sent = cell if is_open >> cell & 1 else ONLY[is_open]
        layer = sum([board.taken for board in boards])
        if layer <= TURNED_UP_TO:
            *_, sent, boards = min(self.image(boards, sent, *turn) for turn in TURNS)
        return boards + (sent, layer, mover), ending
    def image(self, boards, sent, to, turned):
        """What the images of a position are compared by, and at the end the boards."""
        turned_boards = [self.board(board.owner, turned[board.x], turned[board.o]) for board in boards]
        image = tuple(turned_boards[to.index(place)] for place in range(9))
        marks = packed([b.x for b in image], 9), packed([b.o for b in image], 9)
        owned = (packed(b.owner in (player, NEUTRAL) for b in image) for player in (0, 1))
        return *marks, *owned, sent if sent == ANYWHERE else to[sent], image
    def earliest_win(self, position, player):
        """No win of the player can come in fewer plies."""
        a, b, c, d, e, f, g, h, i = [board.missing[player] for board in position[:9]]
        marks = min(a + b + c, d + e + f, g + h + i, a + d + g, b + e + h, c + f + i, a + e + i, c + e + g)
        return 2 * marks - (position[-1] == player)
    def write_position(self, position):
        boards = " ".join(write_cells(board.x, board.o, 9) + "xo#-"[board.owner] for board in position[:9])
        return f"{boards}, to play in board {'*' if position[9] == ANYWHERE else position[9]}"

def walk(game, root, claimant, need, numbers, most):
    """Follows the strategy from a position; returns how many positions there were."""
    def fail(why):
        raise Refuted(f"at {game.write_position(position)}, {game.players[position[-1]]} to move: {why}")
    def is_met(position, ending, need):
        if ending is None:
            return need <= 0 and game.earliest_win(position, 1 - claimant) >= need + WON
        worth = -ending if claimant else ending
        words = {WON: "a win", 0: "a tie", -WON: "a loss"}.get(worth, f"a margin of {worth}")
        return worth >= need or fail(f"the game ends with {words} for {game.players[claimant]}")
    position, ending = root
    declares, declared = position[-2] is None and need != 0, {}
    layers = {} if is_met(position, ending, need) else {position[-2]: ([position], {position: need})}
    known = len(layers)
    while layers:
        layer = min(layers)
        queue, needs = layers[layer]
        for position in queue:  # in a game without layers it grows on the way
            need = needs[position]
            if declares:
                plies = next(numbers, 1 << 32)
                declared[position] = (WON - min(plies, LARGEST)) * (1 if need > 0 else -1)
                if plies >= 1 << 32 or declared[position] < need:
                    fail("what is declared is not enough, or nothing is")
                need = declared[position]
            moves = game.moves(position)
            if position[-1] == claimant:
                choice = next(numbers, None)
                moves = [] if choice is None else moves[choice:choice + 1]
            if not moves:
                fail("there is no such move, or none is told")
            need += (need >= LARGEST) - (need <= -LARGEST)
            for move in moves if need > -WON else ():
                after, ending = game.play(position, move)
                if is_met(after, ending, need):
                    continue
                if layer is not None and after[-2] <= layer:
                    fail("a move does not lead to a higher layer")
                if declared.get(after, need) < need:
                    fail("a move leads to a position where too little is declared")
                places, demands = layers.setdefault(after[-2], ([], {}))
                if after not in demands:
                    places.append(after)
                    known += 1
                demands[after] = max(need, demands.get(after, need))
            if known > most:
                fail(f"there are more positions than the {most} promised")
        del layers[layer]
    return known

def read_claim(claim, mover, game):
    """The claimant, what the claimant needs, and that in words."""
    side, gets, plies, margin = map(claim.get, ("side", "gets", "within", "at_least"))
    expect(side in ("mover", "other"), "claims, each with a side")
    claimant = mover ^ (side == "other")
    who = f"{game.players[claimant]}, {'' if side == 'mover' else 'not '}to move,"
    if gets == "margin" and game.scored:
        is_margin = type(margin) is int and abs(margin) < LARGEST and plies is None
        expect(is_margin, f"a margin alone, found {claim}")
        return claimant, margin, f"{who} gets a margin of at least {margin}"
    is_win = gets == "win"
    expect((is_win or gets == "not-loss") and margin is None, "claims that fit the game: a win, or not to lose")
    expect(plies is None or type(plies) is int and 0 <= plies < LONGEST - (not is_win), f"plies, found {plies!r}")
    need = int(is_win) if plies is None else WON - plies if is_win else plies + 1 - WON
    within = "" if plies is None else f" within {plies} plies"
    return claimant, need, f"{who} {'wins' if is_win else 'does not lose'}{within}"

def check(path, rules_path=None):
    header, promised, numbers = read_file(path)
    name, options, text, claims = (header[field] for field in ("game", "options", "position", "claims"))
    games = {"tixtax": TixTax, "weighted-tic-tac-toe": WeightedTicTacToe}
    expect(name in games or "rules" in header, f"rules, or a game that is {' or '.join(games)}, found {name!r}")
    expect(header["version"] == 1, f"version 1 of {name}, found {header['version']}")
    expect(claims, "a claim")
    if "rules" in header:
        game = RulesGame(restore(header["rules"], rules_path), options, claims)
    else:
        game = games[name](options)
    root = game.read_position(text)
    claims = [read_claim(claim, root[0][-1], game) for claim in claims]
    rules, place = ", by the rules in the file" * ("rules" in header), f"position {text}" if text else "the start"
    say(f"{name} {json.dumps(options)}{rules}, {place}: {'; '.join(words for _, _, words in claims)}.")
    positions = 0
    for claimant, need, _ in claims:
        positions += walk(game, root, claimant, need, numbers, promised - positions)
    if positions != promised or next(numbers, None) is not None:
        raise Refuted(f"expected {promised} positions and no more numbers, found {positions}")
    say(f"VERIFIED: {positions} positions")

def say(text, stream=sys.stdout):
    """Prints one line: names in files must not look like words of this program."""
    print(text if text.isprintable() else ascii(text)[1:-1], file=stream, flush=True)

if __name__ == "__main__":
    try:
        expect(2 <= len(sys.argv) <= 3, "the name of a certificate, and of a rules file if its rules are not in it")
        check(*sys.argv[1:])
    except (Refuted, zlib.error) as error:
        sys.exit(say(f"NOT VERIFIED: {error}", sys.stderr) or 1)
    except (Unfit, OSError) as error:
        sys.exit(say(f"error: {error}", sys.stderr) or 2)
    except (ValueError, RecursionError, MemoryError) as error:
        sys.exit(say(f"error: expected a header in JSON and UTF-8, and less of everything: {error}", sys.stderr) or 2)
