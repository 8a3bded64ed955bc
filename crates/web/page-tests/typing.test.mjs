// Moves that are typed, and the keys that mean something else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginnings, keysOf } from "../page/keys.js";
import { namedBy, typedOut, typedSoFar } from "../page/typing.js";

const legal = (...moves) => moves.map((move) => ({ move, clicks: [] }));

test("a text is a move as soon as it can be no other", () => {
  const moves = legal("1", "10", "2", "a1", "b10", "X", "x");
  assert.deepEqual(
    ["2", "1", "10", "a", "A1", "b1", "B10", "x", "3"].map((text) => typedOut(moves, text)),
    ["2", null, "10", null, "a1", null, "b10", null, null],
  );
  assert.deepEqual(
    ["1", "A1", "x", "X", "c"].map((text) => namedBy(moves, text)),
    ["1", "a1", "x", "X", null],
  );
  assert.deepEqual(
    typedSoFar(moves, "1").map(({ move }) => move),
    ["1", "10"],
  );
});

test("a letter with which moves begin needs Shift for what else it does", () => {
  const spots = ["f1", "4.2", "heap 1"].map((name) => ({ name }));
  const typed = new Set(beginnings({ legal: legal("Swap", "3"), picture: { spots } }));
  assert.deepEqual(typed, new Set(["s", "3", "f", "4"]), "names of several words are no moves");
  assert.deepEqual(
    ["flip", "step", "undo", "hints"].map((id) => keysOf(typed).get(id)),
    ["F", "S", "u", "h"],
  );
});
