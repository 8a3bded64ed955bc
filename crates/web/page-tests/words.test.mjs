// Values in words, and their order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { betterFirst, height, judgedWords, shortWords, standing, valueWords } from "../page/words.js";

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
    "undecided",
  ]);
});

test("values of which not all is known", () => {
  assert.equal(judgedWords({ ...value("unknown"), estimate: 0.634 }), "undecided, estimate 63 %");
  assert.equal(
    judgedWords({ ...value("unknown"), estimate: 0.634, interval: [0.5, 0.752] }),
    "undecided, estimate 63 %, 50 to 75",
  );
  assert.equal(
    judgedWords({ ...value("unknown"), at_least: value("tie"), at_most: value("win 1"), estimate: 0.5 }),
    "undecided, no loss, estimate 50 %",
  );
  assert.equal(
    judgedWords({ ...value("win"), at_least: value("win 9"), at_most: value("win 5") }),
    "win in 5 to 9 plies",
  );
  assert.equal(judgedWords({ ...value("win 3"), estimate: 0.9 }), "win in 3 plies");
});

test("plies are told in words of the game, too", () => {
  assert.equal(valueWords({ ...value("win 31"), words: "mate in 16" }), "win in 31 plies, mate in 16");
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
