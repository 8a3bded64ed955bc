// The address of the page and the state of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isShown,
  newGame,
  opponentPlays,
  positionQuery,
  queryText,
  readAddress,
  unusual,
  withMove,
  writeAddress,
} from "../page/state.js";

const address = "/play/connect-four?cols=5&rows=4&position=3333&moves=4,4,3&at=2&mode=first&skill=75";

/** @param {string} text */
const read = (text) => {
  const { pathname, search } = new URL(text, "http://localhost");
  return readAddress(pathname, search);
};

test("an address says everything about a game", () => {
  assert.deepEqual(read(address), {
    game: "connect-four",
    options: { cols: "5", rows: "4" },
    position: "3333",
    moves: ["4", "4", "3"],
    at: 2,
    mode: "first",
    skill: 75,
    view: "play",
    line: [],
    claim: 0,
  });
});

test("what is written is read again", () => {
  const texts = [
    address,
    "/play/tixtax",
    "/play/quixo?position=x2/1o1/3+x&moves=a1a4&view=setup",
    "/play/nim?heaps=1,2,3&misere=true&moves=2:1&mode=watch&skill=0",
    "/play/finger-game?position=1,4;2,3&view=proof&line=ac,bd&claim=1",
  ];
  for (const text of texts) assert.equal(writeAddress(read(text)), text);
});

test("an address without details is a new game against the opponent", () => {
  assert.deepEqual(read("/play/nim"), newGame("nim"));
  assert.equal(newGame("nim").mode, "first");
  assert.equal(writeAddress(newGame("nim")), "/play/nim");
});

test("a position or moves without a mode are there to be looked at", () => {
  for (const text of ["/play/nim?position=1,2", "/play/nim?moves=1:1", "/play/nim?moves=1:1&at=0"]) {
    assert.equal(read(text).mode, "people", text);
    assert.equal(writeAddress(read(text)), text);
  }
  const played = withMove(newGame("nim"), "1:1");
  assert.equal(writeAddress(played), "/play/nim?moves=1:1&mode=first", "a game that goes on says who plays");
  assert.equal(writeAddress({ ...newGame("nim"), mode: "people" }), "/play/nim?mode=people");
});

test("the page shows the gallery and games", () => {
  assert.deepEqual(["/", "/play/nim", "/api/games", "/play/"].map(isShown), [true, true, false, false]);
});

test("other addresses are no games", () => {
  assert.equal(readAddress("/", ""), null);
  assert.equal(readAddress("/play/", ""), null);
  assert.equal(readAddress("/play/nim/more", ""), null);
});

test("nonsense in an address is put right", () => {
  const state = read("/play/nim?moves=1:1,,2:2&at=9&mode=both&skill=1000&view=x&claim=-1");
  assert.deepEqual(
    [state.moves, state.at, state.mode, state.skill, state.view, state.claim],
    [["1:1", "2:2"], 2, "people", 100, "play", 0],
  );
});

test("signs that mean something in an address are written as codes", () => {
  const text = queryText([["position", "a&b=c+d #é"]]);
  assert.equal(text, "?position=a%26b%3Dc%2Bd+%23%C3%A9");
  assert.equal(new URLSearchParams(text).get("position"), "a&b=c+d #é");
});

test("the API is asked for the moves that are made", () => {
  assert.deepEqual(positionQuery(read(address)), [
    ["cols", "5"],
    ["rows", "4"],
    ["position", "3333"],
    ["moves", "4,4"],
  ]);
  assert.deepEqual(positionQuery(newGame("nim")), []);
});

test("a move drops the moves that could be redone, unless it is the next of them", () => {
  const state = read(address);
  const other = withMove(state, "1");
  assert.deepEqual([other.moves, other.at], [["4", "4", "1"], 3]);
  const earlier = withMove({ ...state, at: 1 }, "4");
  assert.deepEqual([earlier.moves, earlier.at], [["4", "4", "3"], 2]);
});

test("settings that are not the usual ones are written as in an address", () => {
  const specs = [
    { name: "heaps", default: "3,4,5" },
    { name: "misere", default: "false" },
    { name: "size", default: "4" },
  ];
  assert.deepEqual(unusual(specs, { heaps: [1, 2], misere: false, size: 5 }), { heaps: "1,2", size: "5" });
  assert.deepEqual(unusual(specs, { heaps: [3, 4, 5] }), {});
});

test("who is played by the opponent", () => {
  const sides = ["people", "first", "second", "watch"].map((mode) => [opponentPlays(mode, 0), opponentPlays(mode, 1)]);
  assert.deepEqual(sides, [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ]);
});
