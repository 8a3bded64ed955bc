// Games that are written down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { moveLists, readRecord } from "../page/import.js";

const words = (text) => moveLists(text)[0];

test("moves are separated by commas, spaces or lines, with numbers or without", () => {
  const moves = ["a3", "b2", "c1"];
  for (const text of [
    "a3,b2,c1",
    "a3 b2 c1",
    " a3\nb2\n c1\n",
    "1. a3 b2 2. c1",
    "1.a3 b2 2.c1",
    "1. a3 1... b2\n2. c1 *",
    "a3, b2, c1",
  ])
    assert.deepEqual(words(text), moves, text);
  assert.deepEqual(words("1. e2e4 {a comment, here} e7e5 1-0"), ["e2e4", "e7e5"]);
  assert.deepEqual(words("1-0,1-2"), ["1-0", "1-2"], "what looks like a result is a move without numbers");
});

test("a text can be read in other ways, too", () => {
  assert.deepEqual(moveLists("4432"), [["4432"], ["4", "4", "3", "2"]]);
  assert.ok(moveLists("mark 1 1, noop").some((list) => list.join("|") === "mark 1 1|noop"));
  assert.deepEqual(moveLists("  "), []);
});

test("a record has texts as options, as an address has them", () => {
  const text = JSON.stringify({
    game: "nim",
    options: { heaps: [1, 2], misere: true },
    moves: ["1:1"],
    at: 0,
    url: "",
  });
  assert.deepEqual(readRecord(text), {
    game: "nim",
    options: { heaps: "1,2", misere: "true" },
    position: null,
    moves: ["1:1"],
    at: 0,
  });
});

test("what is no record says why", () => {
  assert.throws(
    () => readRecord("{"),
    /^Error: expected a game as JSON, with a list of moves; found a text that is no JSON/,
  );
  assert.throws(() => readRecord("{}"), /found no moves$/);
  assert.throws(() => readRecord('{"moves": [1]}'), /found moves that are no list of texts: \[1\]$/);
});
