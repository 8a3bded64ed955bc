// Verdicts on moves, and what the chart says of all of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { faults, plyWords } from "../page/history.js";
import { plies, verdict } from "../page/verdicts.js";

/** "win 5" is a win in 5 plies, "loss -3m" a loss by 3. */
const value = (text) => {
  const [word, number = ""] = text.split(" ");
  const margin = number.endsWith("m") ? Number.parseInt(number) : null;
  return { value: word, plies: number && margin === null ? Number(number) : null, margin };
};
const known = (text, turn, moves = []) => ({ turn, value: value(text), moves, proved: true, sentence: `${text}.` });
const told = (move, text) => ({ move, ...value(text) });

test("a move is judged by the values before and after it", () => {
  const cases = [
    // before, for the mover; after, for the other side, which is then to move
    ["win 5", "loss 4", "best", "best"],
    ["win 5", "loss 6", "slip", "slower by 2 plies"],
    ["win 5", "loss 5", "slip", "slower by 1 ply"],
    ["win 5", "tie", "mistake", "lost half a point"],
    ["win 5", "draw", "mistake", "lost half a point"],
    ["tie", "win 3", "mistake", "lost half a point"],
    ["win 5", "win 3", "mistake", "lost the win"],
    ["tie", "tie", "best", "best"],
    ["tie", "draw", "best", "best"],
    ["loss 6", "win 5", "best", "best"],
    ["loss 6", "win 1", "slip", "loses 4 plies sooner"],
    ["win 3m", "loss -3m", "best", "best"],
    ["win 3m", "loss -1m", "slip", "2 points less"],
    ["win 1m", "win 1m", "mistake", "2 points less: win to loss"],
    ["loss -1m", "win 2m", "slip", "1 point less"],
    ["win", "loss 8", "kept", "keeps the win"],
    ["loss", "win 8", "kept", "was lost already"],
    ["unknown", "loss 3", "kept", "wins"],
    ["unknown", "win 3", "open", "not decided"],
    ["win 3", "unknown", "open", "not decided"],
  ];
  for (const [before, after, kind, words] of cases) {
    for (const mover of [0, 1]) {
      const found = verdict(known(before, mover), "a", known(after, 1 - mover));
      assert.deepEqual(found, { kind, words }, `${before} -> ${after} by ${mover}`);
    }
  }
});

test("what was told of the move before it was made will do, and what is not known is said", () => {
  const none = { kind: "none", words: "not analysed" };
  assert.deepEqual(verdict(undefined, "a", known("tie", 0)), none);
  assert.deepEqual(verdict(known("tie", 0), "a", undefined), none);
  const before = known("win 5", 0, [told("a", "win 9"), told("b", "unknown")]);
  assert.equal(verdict(before, "a", undefined).words, "slower by 4 plies");
  assert.equal(verdict(before, "b", undefined).words, "not decided");
  assert.equal(verdict(before, "b", known("win 2", 1)).words, "lost the win", "what came after it is more");
});

test("a mover who moves again is judged the same way", () => {
  assert.equal(verdict(known("win 3m", 1), "a", known("win 3m", 1)).kind, "best");
  assert.equal(verdict(known("win 3m", 1), "a", known("loss -1m", 1)).kind, "mistake");
});

test("the words below the chart count what is not analysed, and praise nothing else", () => {
  const players = ["X", "O"];
  const say = (...course) =>
    faults(
      plies(
        course.slice(1).map((_, place) => `m${place}`),
        course,
      ),
      players,
    );
  const [even, lost] = [(turn) => known("tie", turn), (turn) => known("loss 4", turn)];
  assert.equal(say(even(0)), "");
  assert.equal(say(even(0), even(1)), "No mistakes.");
  assert.equal(say(even(0), undefined, even(0)), "2 moves not analysed");
  assert.equal(say(even(0), even(1), undefined), "No mistakes in 1 move · 1 move not analysed");
  assert.equal(say(even(0), even(1), lost(1), undefined), "O: 1 mistake (??) · 1 move not analysed");
  assert.equal(say(even(0), known("unknown", 1)), "1 move not decided");
});

test("a point of the chart says what is known of it", () => {
  const [start, , after] = plies(["a", "b"], [known("tie", 0), undefined, undefined]);
  assert.equal(plyWords(start, 0, true), "Beginning. tie.");
  assert.equal(plyWords(after, 2, true), "Ply 2: b. Not analysed.");
  assert.equal(plyWords(after, 2, false), "Ply 2: b");
  const [, bad] = plies(["a"], [known("win 5", 0), known("win 3", 1)]);
  assert.equal(plyWords(bad, 1, true), "Ply 1: a, a mistake (lost the win). win 3.");
});
