// The command for a position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { command } from "../page/command.js";
import { newGame } from "../page/state.js";

test("the command has options, position and moves, as a shell reads them", () => {
  const state = { ...newGame("nim", { heaps: "1,2" }), moves: ["1:1", "2:1"], at: 1 };
  const shown = { position: "here" };
  assert.equal(command(state, shown), "perfectplay solve nim --set heaps=1,2 --moves 1:1");
  assert.equal(command({ ...state, at: 0 }, shown), "perfectplay solve nim --set heaps=1,2");
  const set = { ...newGame("quixo"), position: "x2/1o1/3 x" };
  assert.equal(command(set, shown), "perfectplay solve quixo --position 'x2/1o1/3 x'");
  const further = { ...set, moves: ["a3a1"], at: 1 };
  assert.equal(command(further, shown), "perfectplay solve quixo --position here", "there is no way to tell both");
  assert.equal(command({ ...set, position: "it's" }, shown), "perfectplay solve quixo --position 'it'\\''s'");
});
