// Bounds in words, in short and as the sentences of the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boundSentence, boundWords } from "../page/bounds.js";

/** "win 5" is a win in 5 plies, "win" one at any time, "3" a margin. */
const value = (text) => {
  const [word, number] = text.split(" ");
  const margin = /^-?\d+$/.test(word) ? Number(word) : null;
  const outcome = margin === null ? word : margin > 0 ? "win" : margin < 0 ? "loss" : "tie";
  return { value: outcome, plies: number ? Number(number) : null, margin };
};

// at least, at most, in short, as a sentence; the table of crates/solve/src/words.rs
const cases = [
  ["loss 1", "win 1", "", ""],
  [
    "loss 4",
    "win 4",
    "undecided, no win or loss within 3 plies",
    "Undecided so far: neither side can force a win within 3 plies",
  ],
  [
    "loss 4",
    "win 5",
    "undecided, no win within 4 plies, no loss within 3 plies",
    "Undecided so far: neither side can force a win within 3 plies, nor Red within 4",
  ],
  ["loss 4", "win 1", "undecided, no loss within 3 plies", "Undecided so far: Blue cannot force a win within 3 plies"],
  ["loss 2", "win 1", "undecided, no loss within 1 ply", "Undecided so far: Blue cannot force a win within 1 ply"],
  ["tie", "win 1", "undecided, no loss", "Red does not lose; undecided so far whether it wins"],
  [
    "tie",
    "win 5",
    "undecided, no loss, no win within 4 plies",
    "Red does not lose; undecided so far whether it wins, in 5 plies or more",
  ],
  [
    "loss 4",
    "tie",
    "undecided, no win, no loss within 3 plies",
    "Red does not win; undecided so far whether Blue does, in 4 plies or more",
  ],
  ["tie", "tie", "tie", "It is a tie"],
  ["0", "0", "tie", "It is a tie"],
  ["draw", "draw", "draw", "It is a draw by endless play"],
  ["tie", "draw", "tie or draw", "Nobody wins; undecided so far whether it is a tie or a draw by endless play"],
  ["win 41", "win 23", "win in 23 to 41 plies", "Red wins, in 23 to 41 plies"],
  ["win 41", "win 1", "win within 41 plies", "Red wins within 41 plies"],
  ["win", "win 23", "win in 23 plies or more", "Red wins, in 23 plies or more"],
  ["win", "win 1", "win", "Red wins; how fast is not known yet"],
  ["loss 4", "loss 8", "loss in 4 to 8 plies", "Blue wins, in 4 to 8 plies"],
  ["win 9", "win 9", "win in 9 plies", "Red wins, in 9 plies"],
  ["-3", "5", "undecided (margin -3 to +5)", "Undecided so far: the margin of Red is between -3 and +5"],
  ["-3", "win 1", "undecided (margin -3 or more)", "Undecided so far: the margin of Red is -3 or more"],
  ["loss 1", "5", "undecided (margin +5 or less)", "Undecided so far: the margin of Red is +5 or less"],
  ["0", "5", "undecided (margin 0 to +5)", "Red does not lose; undecided so far whether it wins, by 5 at most"],
  ["-3", "0", "undecided (margin -3 to 0)", "Red does not win; undecided so far whether Blue does, by 3 at most"],
  ["2", "5", "win by 2 to 5", "Red wins by 2 to 5"],
  ["loss 1", "-2", "loss by 2 or more", "Blue wins by 2 or more"],
];

test("what is not settled is said as a person would", () => {
  for (const [least, most, short, sentence] of cases) {
    const bounds = [value(least), value(most)];
    assert.equal(boundWords(...bounds), short, `${least} .. ${most}`);
    assert.equal(boundSentence(...bounds, ["Red", "Blue"], false), sentence, `${least} .. ${most}`);
  }
  assert.equal(boundWords(), "");
  assert.equal(boundSentence(undefined, undefined, ["Red", "Blue"], false), "");
});

test("in scored games nothing is said of endings, for margins may win sooner", () => {
  assert.equal(boundSentence(value("loss 4"), value("win 5"), ["Red", "Blue"], true), "");
});
