"""Slow clients, malformed bodies and broken streams against a server, with its memory before and after each round."""

import random
import socket
import sys

url, process = sys.argv[1:3]
host, port = url.removeprefix("http://").split(":")


def connect():
    return socket.create_connection((host, int(port)), timeout=30)


def head(method, path, length=None):
    size = "" if length is None else f"Content-Length: {length}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{size}\r\n".encode()


def memory():
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))


def read_answer(stream):
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += stream.recv(4096)
    top, _, body = answer.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in top.lower().split(b"\r\n") if line.startswith(b"content-length"))
    while len(body) < length:
        body += stream.recv(4096)
    return int(top.split(b" ")[1])


def malformed(count):
    statuses = {}
    with connect() as stream:
        for _ in range(count):
            body = random.choice([b"", b'{"queries":', b'{"queries":[{"moves":']) + random.randbytes(random.randrange(200))
            stream.sendall(head("POST", "/api/games/nim/solve", len(body)) + body)
            status = read_answer(stream)
            statuses[status] = statuses.get(status, 0) + 1
    return f"{count} malformed bodies, statuses {statuses}"


def broken_streams(count):
    for number in range(count):
        with connect() as stream:
            square = "abcdefghi"[number % 9] + "123456789"[number // 9 % 9]
            stream.sendall(head("GET", f"/api/games/tixtax/analysis?moves={square}"))
            stream.recv(100)
    return f"{count} streams broken off"


def slow(count):
    streams = [connect() for _ in range(count)]
    for stream in streams:
        stream.sendall(b"GET / HTTP/1.1\r\nX-")
    with connect() as one:
        one.sendall(head("GET", "/api/games/nim/solve"))
        status = read_answer(one)
    closed = sum(stream.recv(1) == b"" for stream in streams)
    return f"{count} slow clients: another one got {status} meanwhile; {closed} were turned out"


random.seed(7)
for attack in [lambda: malformed(10_000), lambda: broken_streams(1000), lambda: slow(1000)]:
    before = memory()
    told = attack()
    print(f"{told}; memory {before} MiB, then {memory()} MiB")
