// The opponent's choice, moves of several clicks, and parts of a position that is set up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begunBy, madeBy, marks, nextSpots } from "../page/clicks.js";
import { bestMove, pick, playsBest, skillWords, sureness } from "../page/opponent.js";
import { joined, nextChoice, withText } from "../page/setup.js";

const unknown = { value: "unknown", plies: null, margin: null };
const loss = { value: "loss", plies: null, margin: null };
const tie = { value: "tie", plies: null, margin: null };

test("the opponent takes one of the best moves", () => {
  const report = { best: ["a", "b", "c"], moves: [] };
  assert.deepEqual(
    bestMove(report, () => 0),
    { move: "a", sureness: "best" },
  );
  assert.deepEqual(
    bestMove(report, () => 0.999),
    { move: "c", sureness: "best" },
  );
});

test("without a best move it takes the choice, else the move with the best lower bound", () => {
  assert.deepEqual(
    bestMove({ ...unknown, best: [], choice: "b", moves: [] }, () => 0),
    { move: "b", sureness: "guess" },
  );
  const moves = [
    { move: "a", ...unknown, at_least: loss },
    { move: "b", ...unknown, at_least: tie },
    { move: "c", ...loss, plies: 4 },
  ];
  assert.deepEqual(
    bestMove({ ...unknown, best: [], choice: null, moves }, () => 0),
    { move: "b", sureness: "guess" },
  );
  assert.deepEqual(
    bestMove({ ...unknown, best: [], choice: "c", moves }, () => 0),
    { move: "b", sureness: "guess" },
    "what is proved to lose is chosen no more",
  );
  assert.equal(
    bestMove({ ...unknown, best: [], moves: [] }, () => 0),
    null,
  );
});

test("a win that is proved is kept, though its speed is not proved", () => {
  const win = { value: "win", plies: null, margin: null };
  const moves = [
    { move: "a", ...unknown, estimate: 0.9 },
    { move: "b", ...win },
  ];
  assert.deepEqual(
    bestMove({ ...win, status: "bounded", best: [], choice: "a", moves }, () => 0),
    { move: "b", sureness: "outcome" },
  );
});

test("the opponent is called perfect only while its moves are proved", () => {
  assert.equal(skillWords(100, []), "Perfect where moves can be proved, else strong.");
  assert.equal(skillWords(100, ["best", "outcome"]), "Perfect: every move so far is proved.");
  assert.equal(skillWords(100, ["best", "guess", "best"]), "Strong: 1 move of 3 not proved to be best.");
  assert.equal(skillWords(0, ["guess"]), "Random: any legal move.");
  const report = { ...tie, status: "proved", best: ["a"], moves: [{ move: "b", ...tie, margin: -1 }] };
  assert.deepEqual(
    [sureness(report, "a"), sureness(report, "b"), sureness(undefined, "a")],
    ["best", "guess", "guess"],
  );
});

test("skill is the chance of a best move", () => {
  assert.equal(
    playsBest(100, () => 0.9999),
    true,
  );
  assert.equal(
    playsBest(0, () => 0),
    false,
  );
  assert.equal(
    playsBest(30, () => 0.29),
    true,
  );
  assert.equal(
    playsBest(30, () => 0.31),
    false,
  );
  assert.deepEqual(
    [0, 0.34, 0.67, 0.9999, 1].map((chance) => pick(["x", "y", "z"], () => chance)),
    ["x", "y", "z", "z", "z"],
  );
});

const legal = [
  { move: "a1a4", clicks: ["a1", "a4"] },
  { move: "a1d1", clicks: ["a1", "d1"] },
  { move: "b1b4", clicks: ["b1", "b4"] },
  { move: "e7e8q", clicks: ["e7", "e8"] },
  { move: "e7e8n", clicks: ["e7", "e8"] },
];

test("clicks lead to moves", () => {
  assert.deepEqual([...nextSpots(legal, []).keys()], ["a1", "b1", "e7"]);
  assert.deepEqual([...nextSpots(legal, ["a1"]).keys()], ["a4", "d1"]);
  assert.equal(madeBy(legal, ["a1"]), null);
  assert.equal(madeBy(legal, ["a1", "d1"]), "a1d1");
  assert.equal(madeBy(legal, ["b1"]), null, "a move is made by all of its clicks");
  assert.equal(madeBy(legal, ["e7", "e8"]), null, "two moves have these clicks");
  assert.deepEqual(
    begunBy(legal, ["e7", "e8"]).map(({ move }) => move),
    ["e7e8q", "e7e8n"],
  );
});

test("the first spot shows the best of its moves", () => {
  const moves = [
    { move: "a1a4", value: "loss", plies: 4, margin: null },
    { move: "a1d1", value: "win", plies: 5, margin: null },
    { move: "b1b4", value: "tie", plies: null, margin: null },
  ];
  const report = { best: ["a1d1"], moves };
  const first = marks(legal, [], report, true);
  assert.deepEqual(first.get("a1"), {
    value: "win",
    short: "5",
    best: true,
    pending: false,
    label: "a1: best is a1d1: win in 5 plies (a best move)",
    selected: false,
  });
  assert.equal(first.get("b1").value, "tie");
  assert.equal(first.get("e7").value, "unknown");
  const second = marks(legal, ["a1"], report, true);
  assert.deepEqual([...second.keys()], ["a1", "a4", "d1"]);
  assert.equal(second.get("a1").selected, true);
  assert.equal(second.get("a4").label, "a1a4: loss in 4 plies");
});

test("without hints the marks tell no values", () => {
  const report = { best: ["a1d1"], moves: [{ move: "a1d1", value: "win", plies: 5, margin: null }] };
  assert.deepEqual(marks(legal, ["a1"], report, false).get("d1"), { label: "a1d1", selected: false });
});

const part = (label, text, choices) => ({ label, text, choices, spots: [label] });

test("a part that is set changes the text of the position", () => {
  const parts = [
    part("a1", ".", [".", "x", "o"]),
    { label: "/", text: "/", choices: [], spots: [] },
    part("a2", "o", [".", "x", "o"]),
  ];
  const setup = { separator: "", in_order: false, parts };
  assert.equal(joined(setup, withText(setup, parts[0], nextChoice(parts[0]))), "x/o");
  assert.equal(joined(setup, withText(setup, parts[2], nextChoice(parts[2]))), "./.");
});

test("where the order counts, the part that is set comes last", () => {
  const parts = [part("1-2", "1-2", ["", "1-2"]), part("2-3", "", ["", "2-3"]), part("3-4", "3-4", ["", "3-4"])];
  const setup = { separator: ",", in_order: true, parts };
  assert.equal(joined(setup, withText(setup, parts[1], "2-3")), "1-2,3-4,2-3");
  assert.equal(joined(setup, withText(setup, parts[0], "")), "3-4");
});
