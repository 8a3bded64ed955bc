// Values in words, their order, and the faults of moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  betterFirst,
  boundWords,
  height,
  judgedWords,
  shortWords,
  spoiled,
  standing,
  valueWords,
} from "../page/words.js";

/** "win 5" is a win in 5 plies, "loss -3m" a loss by 3. */
const value = (text) => {
  const [word, number = ""] = text.split(" ");
  const margin = number.endsWith("m") ? Number.parseInt(number) : null;
  return { value: word, plies: number && margin === null ? Number(number) : null, margin };
};

test("values", () => {
  const words = ["win 5", "win 1", "loss 4", "win 3m", "loss -1m", "win", "tie", "tie 9", "draw", "unknown"].map(
    (text) => valueWords(value(text)),
  );
  assert.deepEqual(words, [
    "win in 5 plies",
    "win in 1 ply",
    "loss in 4 plies",
    "win by 3",
    "loss by 1",
    "win",
    "tie",
    "tie",
    "draw (endless play)",
    "unknown",
  ]);
});

test("bounds", () => {
  const cases = [
    ["loss 22", "win 21", ""],
    ["loss 22", "tie", "at most tie"],
    ["tie", "win 21", "at least tie"],
    ["tie", "draw", "between tie and draw (endless play)"],
    ["win 39", "win 21", "win in 21 to 39 plies"],
    ["win 39", "win", "win in at most 39 plies"],
    ["win", "win 21", "win in at least 21 plies"],
    ["win 9", "win 9", "win in 9 plies"],
    ["loss 4", "loss 8", "loss in 4 to 8 plies"],
    ["loss 4", "loss", "loss in at least 4 plies"],
    ["loss", "loss 8", "loss in at most 8 plies"],
    ["loss -3m", "win 1m", "between loss by 3 and win by 1"],
    ["win 1m", "win 1m", "win by 1"],
  ];
  for (const [least, most, words] of cases)
    assert.equal(boundWords(value(least), value(most)), words, `${least} .. ${most}`);
  assert.equal(boundWords(), "");
});

test("values of which not all is known", () => {
  assert.equal(judgedWords({ ...value("unknown"), estimate: 0.634 }), "unknown, estimate 63 %");
  assert.equal(
    judgedWords({ ...value("unknown"), at_least: value("tie"), at_most: value("win"), estimate: 0.5 }),
    "at least tie, estimate 50 %",
  );
  assert.equal(
    judgedWords({ ...value("win"), at_least: value("win 9"), at_most: value("win 5") }),
    "win in 5 to 9 plies",
  );
  assert.equal(judgedWords({ ...value("win 3"), estimate: 0.9 }), "win in 3 plies");
});

test("short words stand beside a sign", () => {
  const short = ["win 5", "loss 12", "win 3m", "loss -3m", "tie", "tie 0m", "draw", "unknown"].map((text) =>
    shortWords(value(text)),
  );
  assert.deepEqual(short, ["5", "12", "+3", "−3", "", "", "", ""]);
  assert.equal(shortWords({ ...value("unknown"), estimate: 0.256 }), "26%");
});

test("better values come first", () => {
  const order = ["win 1", "win 7", "win", "tie", "unknown", "loss 8", "loss 2"];
  const shuffled = ["loss 2", "win 7", "unknown", "win", "loss 8", "tie", "win 1"].map(value);
  assert.deepEqual(shuffled.sort(betterFirst), order.map(value));
  const margins = ["loss -5m", "win 1m", "tie 0m", "win 4m", "loss -1m"].map(value).sort(betterFirst);
  assert.deepEqual(
    margins.map(({ margin }) => margin),
    [4, 1, 0, -1, -5],
  );
  const guesses = [0.2, 0.9, 0.5].map((estimate) => ({ ...value("unknown"), estimate })).sort(betterFirst);
  assert.deepEqual(
    guesses.map(({ estimate }) => estimate),
    [0.9, 0.5, 0.2],
  );
});

test("a standing is for the first player", () => {
  assert.equal(standing(value("win 5"), 0).outcome, 1);
  assert.equal(standing(value("win 5"), 1).outcome, -1);
  assert.equal(Object.is(standing(value("draw"), 1).outcome, 0), true);
  assert.equal(standing(value("loss -3m"), 1).margin, 3);
  assert.equal(standing(value("unknown"), 1).outcome, null);
});

test("faults: a worse outcome is a mistake, a slower win, a faster loss or a smaller margin a slip", () => {
  const cases = [
    // before, for the mover; after, for the other side, which is then to move
    ["win 5", "loss 4", null],
    ["win 5", "loss 6", "slip"],
    ["win 5", "tie", "mistake"],
    ["win 5", "win 3", "mistake"],
    ["tie", "tie", null],
    ["tie", "draw", null],
    ["tie", "win 3", "mistake"],
    ["loss 6", "win 5", null],
    ["loss 6", "win 1", "slip"],
    ["win 3m", "loss -3m", null],
    ["win 3m", "loss -1m", "slip"],
    ["win 1m", "win 1m", "mistake"],
    ["loss -1m", "win 3m", "slip"],
    ["win", "loss 8", null],
    ["unknown", "win 3", null],
    ["win 3", "unknown", null],
  ];
  for (const [before, after, fault] of cases) {
    for (const mover of [0, 1]) {
      const found = spoiled(standing(value(before), mover), standing(value(after), 1 - mover), mover);
      assert.equal(found, fault, `${before} -> ${after} by ${mover}`);
    }
  }
  assert.equal(spoiled(undefined, standing(value("win 3"), 0), 0), null);
});

test("a mover who moves again is judged the same way", () => {
  assert.equal(spoiled(standing(value("win 3m"), 1), standing(value("win 3m"), 1), 1), null);
  assert.equal(spoiled(standing(value("win 3m"), 1), standing(value("loss -1m"), 1), 1), "mistake");
});

test("the chart goes up for the first player, further for nearer wins and larger margins", () => {
  const at = (text, turn = 0) => height(standing(value(text), turn));
  assert.equal(at("tie"), 0);
  assert.equal(at("unknown"), null);
  assert.equal(height(undefined), null);
  assert.equal(at("win 0"), 1);
  assert.ok(at("win 3") > at("win 30") && at("win 30") > 0);
  assert.equal(at("win 3", 1), -at("win 3"));
  assert.ok(at("win 5m") > at("win 1m") && at("loss -5m") < at("loss -1m"));
});
