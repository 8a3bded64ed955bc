// Values in words and signs, and which of two is better. Pure.

import { boundWords } from "./bounds.js";
import { counted, percent } from "./numbers.js";

/** @typedef {import("./types").Value} Value */
/** @typedef {import("./types").Judged} Judged */
/** @typedef {import("./types").JudgedMove} JudgedMove */
/** @typedef {import("./types").Outcome} Outcome */
/** @typedef {import("./types").Standing} Standing */

const SIGNS = { win: "✓", tie: "=", draw: "=", loss: "✗", unknown: "?" };

/** @param {Outcome} outcome */
export const sign = (outcome) => SIGNS[outcome];

/** Nothing can be added to it. @param {{status: string, complete: boolean}} report */
export const isFinal = ({ status, complete }) => status === "proved" && complete;

/** @param {number} plies */
const inPlies = (plies) => `in ${counted(plies, "ply", "plies")}`;

/**
 * "win in 31 plies, mate in 16", "loss by 2", "tie".
 * @param {Value & {words?: string}} value
 */
export function valueWords({ value, plies, margin, words }) {
  if (value === "draw") return "draw (endless play)";
  if (value === "unknown") return "undecided";
  if (value === "tie") return value;
  if (margin !== null) return `${value} by ${Math.abs(margin)}`;
  return plies === null ? value : `${value} ${inPlies(plies)}${words ? `, ${words}` : ""}`;
}

/**
 * The same for a value of which only bounds may be known.
 * @param {Judged} judged
 */
export function judgedWords(judged) {
  const words = valueWords(judged);
  const bounds = boundWords(judged.at_least, judged.at_most);
  if (judged.value !== "unknown") return words === judged.value && bounds.startsWith(words) ? bounds : words;
  const guess = typeof judged.estimate === "number" ? estimateWords(judged.estimate, judged.interval) : "";
  return [bounds || words, guess].filter(Boolean).join(", ");
}

/**
 * "estimate 63 %, 58 to 68".
 * @param {number} estimate
 * @param {[number, number] | null} [interval]
 */
function estimateWords(estimate, interval) {
  const [low, high] = (interval ?? []).map((end) => Math.round(100 * end));
  return `estimate ${percent(estimate)}${interval ? `, ${low} to ${high}` : ""}`;
}

/**
 * What fits beside a sign: "5", "+3", "63%".
 * @param {Judged} judged
 */
export function shortWords(judged) {
  if (judged.value === "unknown")
    return typeof judged.estimate === "number" ? `${Math.round(100 * judged.estimate)}%` : "";
  if (judged.margin !== null)
    return judged.margin > 0 ? `+${judged.margin}` : judged.margin < 0 ? `−${-judged.margin}` : "";
  return judged.plies !== null && (judged.value === "win" || judged.value === "loss") ? String(judged.plies) : "";
}

/**
 * A list of numbers to compare values by, for the side to move: more is better.
 * @param {Judged} judged
 */
function rank(judged) {
  const outcome = { win: 3, tie: 2, draw: 2, unknown: 1.5, loss: 0 }[judged.value];
  const speed =
    judged.plies === null ? 0 : judged.value === "win" ? -judged.plies : judged.value === "loss" ? judged.plies : 0;
  const least = judged.value === "unknown" && judged.at_least ? outcomeRank(judged.at_least.value) : 0;
  return [
    outcome,
    judged.margin ?? 0,
    judged.value === "win" && judged.plies === null ? -Infinity : speed,
    least,
    judged.estimate ?? 0,
  ];
}

/** @param {Outcome} outcome */
export const outcomeRank = (outcome) => ({ win: 1, tie: 0, draw: 0, unknown: -1, loss: -1 })[outcome];

/**
 * For sorting: the better one for the side to move comes first.
 * @param {Judged} a
 * @param {Judged} b
 */
export function betterFirst(a, b) {
  const [left, right] = [rank(a), rank(b)];
  for (const [place, number] of left.entries()) if (number !== right[place]) return right[place] - number;
  return 0;
}

/**
 * The same value for the first player.
 * @param {Judged} judged
 * @param {import("./types").Turn} turn
 * @returns {Standing}
 */
export function standing(judged, turn) {
  const own = judged.value === "unknown" ? null : outcomeRank(judged.value);
  const flip = turn === 0 ? 1 : -1;
  return {
    outcome: own === null ? null : /** @type {1 | 0 | -1} */ (own === 0 ? 0 : own * flip),
    plies: judged.plies,
    margin: judged.margin === null ? null : judged.margin * flip,
    words: judgedWords(judged),
  };
}

/**
 * How far from the middle a standing is drawn, from -1 (second has won) to 1 (first has won); null where it is unknown.
 * @param {Standing | undefined} known
 */
export function height(known) {
  if (!known || known.outcome === null) return null;
  const size = known.margin !== null ? Math.abs(known.margin) : null;
  const closeness = size !== null ? size / (size + 4) : known.plies !== null ? 12 / (12 + known.plies) : 0.2;
  return known.outcome * (0.25 + 0.75 * closeness);
}
