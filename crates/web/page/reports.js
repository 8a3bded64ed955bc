// What is known of a position, put together from all reports about it: what is proved stays, estimates give way to it. Pure.

import { isFinal } from "./words.js";

/** @typedef {import("./types").Report} Report */
/** @typedef {import("./types").JudgedMove} JudgedMove */

/**
 * How much a report tells of the value of the position itself.
 * @param {Report} report
 */
function weight({ status, value, choice }) {
  if (value !== "unknown") return status === "proved" ? 3 : 2;
  return choice ? 1 : 0;
}

/**
 * @param {Report | undefined} old
 * @param {Report} fresh
 * @returns {Report}
 */
export function merged(old, fresh) {
  if (!old || isFinal(fresh)) return fresh;
  if (isFinal(old)) return old;
  const kept = weight(old) > weight(fresh) ? old : fresh;
  const moves = new Map(old.moves.map((move) => [move.move, move]));
  for (const move of fresh.moves) moves.set(move.move, mergedMove(moves.get(move.move), move));
  const { nodes, seconds } = fresh;
  return { ...kept, moves: [...moves.values()], ...(fresh.choice ? guess(fresh) : guess(old)), nodes, seconds };
}

/** What a report estimates. @param {Report} report */
const guess = ({ choice, leaders, estimated_line, estimated_sentence, playouts }) => ({
  choice,
  leaders,
  estimated_line,
  estimated_sentence,
  playouts,
});

/**
 * @param {JudgedMove | undefined} old
 * @param {JudgedMove} fresh
 * @returns {JudgedMove}
 */
function mergedMove(old, fresh) {
  if (!old) return fresh;
  if (fresh.value === "unknown" && old.value !== "unknown") return old;
  const isLess = fresh.value === old.value && fresh.plies === null && old.plies !== null;
  const { estimate, interval } = old;
  const isKept = typeof estimate === "number" && typeof fresh.estimate !== "number";
  return isLess ? old : { ...fresh, ...(isKept && { estimate, ...(interval && { interval }) }) };
}
