"""Attacks on a server with an honest client beside each: its slowest answer, what the attack got, and the memory of the server.
Attackers are 127.0.0.2 and so on, the honest client is 127.0.0.100. Usage: ill_will.py URL PROCESS"""

import json
import random
import socket
import sys
import threading
import time

url, process = sys.argv[1:3]
host, port = url.removeprefix("http://").split(":")
HONEST = 100
LONGEST_PAUSE = 0.05


def connect(client=2):
    return socket.create_connection((host, int(port)), timeout=60, source_address=(f"127.0.0.{client}", 0))


def head(method, path, length=None):
    size = "" if length is None else f"Content-Length: {length}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{size}\r\n".encode()


def post(path, body):
    text = json.dumps(body).encode()
    return head("POST", path, len(text)) + text


def memory(field="VmRSS"):
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith(field))


def read_answer(stream):
    answer = b""
    while b"\r\n\r\n" not in answer:
        more = stream.recv(4096)
        if not more:
            return 0
        answer += more
    top, _, body = answer.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in top.lower().split(b"\r\n") if line.startswith(b"content-length"))
    while len(body) < length:
        body += stream.recv(1 << 16)
    return int(top.split(b" ")[1])


def counts(items):
    return ", ".join(f"{items.count(item)} × {item}" for item in sorted(set(items)))


def first_status(stream):
    """The status of an answer that may go on for long; 0 if the connection was closed."""
    try:
        return int(stream.recv(12)[9:] or 0)
    except ConnectionResetError:
        return 0


class Honest(threading.Thread):
    """Asks one new short question after the other, each on a connection of its own."""

    asked = 0

    def __init__(self):
        super().__init__(daemon=True)
        self.times, self.wrong, self.is_over = [], 0, False

    def run(self):
        while not self.is_over:
            Honest.asked += 1
            began = time.monotonic()
            with connect(HONEST) as stream:
                stream.sendall(head("GET", f"/api/games/nim/solve?heaps={Honest.asked % 900},{Honest.asked // 900},3"))
                self.wrong += read_answer(stream) != 200
            self.times.append(time.monotonic() - began)
            time.sleep(LONGEST_PAUSE * random.random())


def malformed(count):
    statuses = []
    with connect() as stream:
        for _ in range(count):
            body = random.choice([b"", b'{"queries":', b'{"queries":[{"moves":']) + random.randbytes(random.randrange(200))
            stream.sendall(head("POST", "/api/games/nim/solve", len(body)) + body)
            statuses.append(read_answer(stream))
    return counts(statuses)


def square(number):
    return "abcdefghi"[number % 9] + "123456789"[number // 9 % 9]


def broken_streams(count):
    for number in range(count):
        with connect() as stream:
            stream.sendall(head("GET", f"/api/games/tixtax/analysis?moves={square(number)}"))
            stream.recv(100)
    return "all stopped"


def slow(count, clients):
    streams = [connect(2 + number % clients) for number in range(count)]
    for stream in streams:
        try:
            stream.sendall(b"GET / HTTP/1.1\r\nX-")
        except (BrokenPipeError, ConnectionResetError):
            pass
    closed = sum(first_status(stream) == 0 for stream in streams)
    return f"{closed} turned out"


def board(number):
    """A Connect Four board that no first stone can have begun."""
    pairs = ["xo" if number >> bit & 1 else "ox" for bit in range(8)]
    return f"8/{''.join(pairs[:4])}/{''.join(pairs[4:])}/xoxoxoxo/oxoxoxox/xoxoxoxo/xxxxxxxx/oooooooo"


def rank_boards():
    options = {"cols": 8, "rows": 8, "k": 64}
    with connect() as stream:
        stream.sendall(post("/api/games/connect-four/solve", {"options": options, "queries": [{"position": board(n)} for n in range(60)]}))
        lists = [read_answer(stream)]
    streams = [connect() for _ in range(24)]
    for number, stream in enumerate(streams):
        stream.sendall(head("GET", f"/api/games/connect-four/position?cols=8&rows=8&k=64&position={board(number)}"))
    return f"lists {counts(lists)}; positions {counts([read_answer(stream) for stream in streams])}"


def requests(count, clients):
    """Long searches; those that are taken run until the honest client has had its time."""
    streams = [connect(2 + number % clients) for number in range(count)]
    for number, stream in enumerate(streams):
        try:
            stream.sendall(head("GET", f"/api/games/tixtax/solve?moves={square(number)}"))
        except (BrokenPipeError, ConnectionResetError):
            pass
    time.sleep(8)
    statuses = []
    for stream in streams:
        stream.setblocking(False)
        try:
            statuses.append(first_status(stream) or "closed")
        except BlockingIOError:
            statuses.append("waiting")
    return counts([str(status) for status in statuses])


def event_streams(count):
    streams = []
    for number in range(count):
        stream = connect()
        try:
            stream.sendall(head("GET", f"/api/games/tixtax/analysis?moves={square(number)}"))
        except (BrokenPipeError, ConnectionResetError):
            pass
        streams.append(stream)
    return counts([str(first_status(stream) or "closed") for stream in streams])


def never_read(pipelines, count, path):
    streams = [connect() for _ in range(pipelines)]
    for stream in streams:
        stream.settimeout(1)
        try:
            stream.sendall(head("GET", path) * count)
        except TimeoutError:
            pass
    began = time.monotonic()
    left = set(streams)
    while left and time.monotonic() - began < 60:
        time.sleep(0.1)
        for stream in list(left):
            try:
                stream.send(b"\r\n")
            except TimeoutError:
                pass
            except (BrokenPipeError, ConnectionResetError):
                left.remove(stream)
    return f"{pipelines - len(left)} of {pipelines} given up after {time.monotonic() - began:.0f} s"


def many_views(connections, seconds):
    """The largest pictures there are, again and again."""
    path = "/api/games/nim/position?heaps=" + ",".join(["1000"] * 8)
    until, statuses = time.monotonic() + seconds, []

    def again():
        with connect() as stream:
            while time.monotonic() < until:
                stream.sendall(head("GET", path))
                statuses.append(read_answer(stream))

    threads = [threading.Thread(target=again) for _ in range(connections)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return counts(statuses)


ATTACKS = {
    "60 boards by ranks in a list, and 24 positions": rank_boards,
    "70 long requests of one client": lambda: requests(70, 1),
    "70 long requests of each of three clients": lambda: requests(210, 3),
    "2,050 event streams of one client": lambda: event_streams(2050),
    "400 pipelined requests that are never read, on 5 connections": lambda: never_read(5, 400, "/api/games"),
    "large pictures, never read, on 60 connections": lambda: never_read(60, 2, "/api/games/nim/position?heaps=" + ",".join(["1000"] * 8)),
    "large pictures on 16 connections for 5 s": lambda: many_views(16, 5),
    "1,000 clients' connections that never finish a request (16 addresses)": lambda: slow(1000, 16),
    "10,000 malformed bodies": lambda: malformed(10_000),
    "1,000 streams of long searches, broken off": lambda: broken_streams(1000),
}

random.seed(7)
print("| attack | what it got | honest answers | slowest | memory before | most | after |")
print("|---|---|---|---|---|---|---|")
for name, attack in ATTACKS.items():
    before = memory()
    with open(f"/proc/{process}/clear_refs", "w") as peak:
        peak.write("5")
    honest = Honest()
    honest.start()
    told = attack()
    honest.is_over = True
    honest.join()
    answers = f"{len(honest.times)}, {honest.wrong} wrong"
    print(f"| {name} | {told} | {answers} | {max(honest.times):.2f} s | {before} MiB | {memory('VmHWM')} MiB | {memory()} MiB |", flush=True)
