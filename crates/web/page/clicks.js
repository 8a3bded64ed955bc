// Moves of one or several clicks: where the next click can go, what it leads to, and how that is marked. Pure.

import { betterFirst, judgedWords, shortWords } from "./words.js";

/** @typedef {import("./types").Legal} Legal */
/** @typedef {import("./types").JudgedMove} JudgedMove */

/**
 * The moves that begin with these clicks.
 * @param {readonly Legal[]} legal
 * @param {readonly string[]} clicked
 */
export function begunBy(legal, clicked) {
  return legal.filter((move) => clicked.every((spot, place) => move.clicks[place] === spot));
}

/**
 * The spots for the next click, each with the moves that go on there.
 * @param {readonly Legal[]} legal
 * @param {readonly string[]} clicked
 */
export function nextSpots(legal, clicked) {
  /** @type {Map<string, Legal[]>} */
  const spots = new Map();
  for (const move of begunBy(legal, clicked)) {
    const spot = move.clicks[clicked.length];
    if (spot !== undefined) spots.set(spot, [...(spots.get(spot) ?? []), move]);
  }
  return spots;
}

/**
 * The move that these clicks make, if there is just one.
 * @param {readonly Legal[]} legal
 * @param {readonly string[]} clicked
 */
export function madeBy(legal, clicked) {
  const begun = begunBy(legal, clicked);
  return begun.length === 1 && begun[0].clicks.length === clicked.length ? begun[0].move : null;
}

/**
 * All moves with what is known of them.
 * @param {readonly Legal[]} legal
 * @param {import("./types").Report | undefined} report
 * @returns {JudgedMove[]}
 */
export function judgedMoves(legal, report) {
  const known = new Map((report?.moves ?? []).map((move) => [move.move, move]));
  return legal.map(({ move }) => known.get(move) ?? { move, value: "unknown", plies: null, margin: null });
}

/**
 * "b2: win in 5 plies (a best move)".
 * @param {JudgedMove} move
 * @param {boolean} isBest
 */
export function moveTitle(move, isBest) {
  const notes = [isBest && "a best move", move.score !== undefined && `score ${move.score}`].filter(Boolean);
  return `${move.move}: ${judgedWords(move)}${notes.length ? ` (${notes.join(", ")})` : ""}`;
}

/**
 * What the board shows at the spots: where several moves begin, the best of them.
 * @param {readonly Legal[]} legal
 * @param {readonly string[]} clicked
 * @param {import("./types").Report | undefined} report
 * @param {boolean} hints
 */
export function marks(legal, clicked, report, hints) {
  const judged = new Map(judgedMoves(legal, report).map((move) => [move.move, move]));
  const heat = heatOf(report);
  /** @type {Map<string, import("./board.js").Mark>} */
  const result = new Map(clicked.map((spot) => [spot, { label: `${spot}, selected`, selected: true }]));
  for (const [spot, moves] of nextSpots(legal, clicked)) {
    const [top] = moves.flatMap(({ move }) => judged.get(move) ?? []).sort(betterFirst);
    const isBest = moves.some(({ move }) => report?.best.includes(move));
    const single = moves.length === 1 && moves[0].clicks.length === clicked.length + 1;
    const plain = single ? top.move : spot;
    const label = !hints ? plain : single ? moveTitle(top, isBest) : `${spot}: best is ${moveTitle(top, isBest)}`;
    const shown = hints
      ? { value: top.value, short: shortWords(top), best: isBest, pending: !report, ...heat(top) }
      : {};
    result.set(spot, { ...shown, label, selected: clicked.includes(spot) });
  }
  return result;
}

/**
 * How an estimated move is coloured: by its score, and the stronger the better it is among the estimated ones.
 * @param {import("./types").Report | undefined} report
 */
function heatOf(report) {
  const guessed = (/** @type {JudgedMove} */ { value, estimate }) => (value === "unknown" ? (estimate ?? null) : null);
  const scores = (report?.moves ?? []).flatMap((move) => guessed(move) ?? []);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  return (/** @type {JudgedMove} */ move) => {
    const score = guessed(move);
    if (score === null) return {};
    const share = most > least ? (score - least) / (most - least) : 1;
    return { heat: { score, strength: share, leads: report?.leaders?.includes(move.move) ?? false } };
  };
}
