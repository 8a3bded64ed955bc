// Which move the opponent makes. Pure, with the source of chance given.

/** @typedef {import("./types").Report} Report */

import { betterFirst } from "./words.js";

/**
 * Whether a best move is due, at this skill (0 to 100).
 * @param {number} skill
 * @param {() => number} random
 */
export const playsBest = (skill, random) => random() * 100 < skill;

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 */
export const pick = (list, random) => list[Math.min(list.length - 1, Math.floor(random() * list.length))];

/**
 * The best move that a report tells, and whether it is proved to be best; null if it tells none.
 * @param {Report} report
 * @param {() => number} random
 * @returns {{move: string, proved: boolean} | null}
 */
export function bestMove(report, random) {
  if (report.best.length) return { move: pick(report.best, random), proved: true };
  if (report.choice) return { move: report.choice, proved: false };
  const safest = [...report.moves].sort(
    (a, b) => betterFirst(a.at_least ?? a, b.at_least ?? b) || betterFirst(a, b),
  )[0];
  return safest ? { move: safest.move, proved: false } : null;
}
