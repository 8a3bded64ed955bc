// What is known of a position, put together from several reports.

import assert from "node:assert/strict";
import { test } from "node:test";
import { merged } from "../page/reports.js";

const unknown = { value: "unknown", plies: null, margin: null };
const win = { value: "win", plies: null, margin: null };
const report = (status, value, moves, more = {}) => ({ status, complete: false, best: [], ...value, moves, ...more });

const guessed = report(
  "estimated",
  unknown,
  [
    { move: "a", ...unknown, estimate: 0.7 },
    { move: "b", ...unknown, estimate: 0.4 },
  ],
  { choice: "a", sentence: "Estimated, not proved." },
);

test("an estimate gives way to what is proved, move by move", () => {
  const first = merged(guessed, report("bounded", unknown, [{ move: "b", ...win }], { sentence: "Undecided." }));
  assert.deepEqual(first.moves, [
    { move: "a", ...unknown, estimate: 0.7 },
    { move: "b", ...win, estimate: 0.4 },
  ]);
  assert.equal(first.sentence, guessed.sentence, "an estimate says more than nothing");
  const second = merged(first, report("bounded", win, [{ move: "a", ...unknown }], { sentence: "X wins." }));
  assert.deepEqual([second.value, second.sentence, second.status], ["win", "X wins.", "bounded"]);
  assert.equal(second.moves[0].estimate, 0.7);
  assert.equal(second.moves[1].value, "win", "what was proved stays");
});

test("distances come after outcomes, and stay", () => {
  const outcomes = report("bounded", win, [{ move: "a", ...win }]);
  const exact = report("proved", { ...win, plies: 5 }, [{ move: "a", ...win, plies: 5 }], { best: ["a"] });
  assert.equal(merged(outcomes, exact).moves[0].plies, 5);
  const again = merged(merged(outcomes, exact), guessed);
  assert.deepEqual([again.plies, again.moves[0].plies, again.best, again.status], [5, 5, ["a"], "proved"]);
});

test("a complete report stands for itself", () => {
  const whole = report("proved", { ...win, plies: 5 }, [{ move: "a", ...win, plies: 5 }], { complete: true });
  assert.equal(merged(guessed, whole), whole);
  assert.equal(merged(whole, guessed), whole);
  assert.equal(merged(undefined, guessed), guessed);
});

test("an estimate beside what is proved goes on with the reports", () => {
  const beside = (score, more) =>
    report("bounded", unknown, [{ move: "a", ...unknown, estimate: score, interval: [0.4, 0.9] }], {
      choice: "a",
      leaders: ["a"],
      estimated_line: ["a"],
      playouts: 10,
      ...more,
    });
  const later = merged(beside(0.6, {}), beside(0.7, { playouts: 20, estimated_sentence: "Estimated." }));
  assert.deepEqual([later.moves[0].estimate, later.playouts, later.estimated_sentence], [0.7, 20, "Estimated."]);
  const proved = merged(later, report("bounded", unknown, [{ move: "a", ...unknown }]));
  assert.deepEqual([proved.choice, proved.playouts, proved.leaders], ["a", 20, ["a"]]);
  assert.deepEqual([proved.moves[0].estimate, proved.moves[0].interval], [0.7, [0.4, 0.9]]);
});
