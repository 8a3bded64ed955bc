// How good each move of a game was, as far as that is known. Pure.

import { counted } from "./numbers.js";
import { outcomeRank } from "./words.js";

/** @typedef {import("./types").Known} Known */
/** @typedef {import("./types").Judged} Judged */
/** @typedef {import("./types").Turn} Turn */

/**
 * @typedef {object} Verdict
 * @property {"best" | "kept" | "slip" | "mistake" | "open" | "none"} kind
 *   kept: the outcome stays, more is not known; slip: only speed or margin suffer; open: not decided; none: not analysed
 * @property {string} words
 */

/**
 * @typedef {object} Ply
 * @property {string | null} move the move that led here; null at the beginning
 * @property {Turn | undefined} mover who made it, if that is known
 * @property {Known | undefined} known of the position
 * @property {Verdict | null} verdict on that move
 */

/** What is said of a move or a position of which nothing is known. */
export const NOT_ANALYSED = "not analysed";

/**
 * @param {readonly string[]} moves
 * @param {readonly (Known | undefined)[]} known of the beginning and after each move
 * @returns {Ply[]}
 */
export function plies(moves, known) {
  return known.map((after, place) => {
    const [before, move] = [known[place - 1], moves[place - 1]];
    if (!place) return { move: null, mover: undefined, known: after, verdict: null };
    return { move, mover: before?.turn, known: after, verdict: verdict(before, move, after) };
  });
}

/**
 * @param {Known | undefined} before
 * @param {string} move
 * @param {Known | undefined} after
 * @returns {Verdict}
 */
export function verdict(before, move, after) {
  const made = before && valueOfMove(before, move, after);
  if (!before || !made) return { kind: "none", words: NOT_ANALYSED };
  const value = before.value;
  if (made.value === "unknown" || (value.value === "unknown" && made.value !== "win"))
    return { kind: "open", words: "not decided" };
  if (value.value === "unknown") return { kind: "kept", words: "wins" };
  const steps = outcomeRank(value.value) - outcomeRank(made.value);
  if (value.margin !== null && made.margin !== null) return byMargin(value.margin - made.margin, steps, value, made);
  if (steps > 0) return { kind: "mistake", words: steps > 1 ? "lost the win" : "lost half a point" };
  return bySpeed(value, made);
}

/**
 * @param {number} less
 * @param {number} steps
 * @param {Judged} value
 * @param {Judged} made
 * @returns {Verdict}
 */
function byMargin(less, steps, value, made) {
  if (less <= 0) return { kind: "best", words: "best" };
  const words = `${counted(less, "point", "points")} less`;
  return steps > 0 ? { kind: "mistake", words: `${words}: ${value.value} to ${made.value}` } : { kind: "slip", words };
}

/**
 * Of a move that keeps the outcome.
 * @param {Judged} value
 * @param {Judged} made
 * @returns {Verdict}
 */
function bySpeed(value, made) {
  const isWin = value.value === "win";
  if (!isWin && value.value !== "loss") return { kind: "best", words: "best" };
  if (value.plies === null || made.plies === null)
    return { kind: "kept", words: isWin ? "keeps the win" : "was lost already" };
  const worse = isWin ? made.plies - value.plies : value.plies - made.plies;
  const count = counted(worse, "ply", "plies");
  if (worse <= 0) return { kind: "best", words: "best" };
  return { kind: "slip", words: isWin ? `slower by ${count}` : `loses ${count} sooner` };
}

/**
 * The value of a move for the mover: from what is known before it or, if that is more, after it. Nothing if neither is known.
 * @param {Known} before
 * @param {string} move
 * @param {Known | undefined} after
 * @returns {Judged | undefined}
 */
function valueOfMove(before, move, after) {
  const told = before.moves.find((one) => one.move === move);
  const seen = after && forMover(after, before.turn);
  const isExact = told && (told.plies !== null || told.margin !== null);
  return isExact || !seen || (told && seen.value === "unknown") ? told : seen;
}

/**
 * The value of a position for who moved to it, one ply before.
 * @param {Known} after
 * @param {Turn} mover
 * @returns {Judged}
 */
function forMover({ value: { value, plies, margin }, turn }, mover) {
  const own = turn === mover;
  const flipped = /** @type {const} */ ({ win: "loss", loss: "win", tie: "tie", draw: "draw", unknown: "unknown" });
  return {
    value: own ? value : flipped[value],
    plies: plies === null ? null : plies + 1,
    margin: margin === null || own ? margin : -margin,
  };
}
