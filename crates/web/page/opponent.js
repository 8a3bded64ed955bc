// Which move the opponent makes, how sure it is, and what it may be called for that. Pure, with the source of chance given.

/** @typedef {import("./types").Report} Report */

import { counted } from "./numbers.js";
import { betterFirst } from "./words.js";

/**
 * How sure a move is: proved to be best, proved to keep the outcome though perhaps not by the best way, or a guess.
 * @typedef {"best" | "outcome" | "guess"} Sureness
 */

/** What is said of a move when it is made. */
export const REMARKS = {
  best: "",
  outcome: "The outcome is proved, but not that no move is better.",
  guess: "A strong opponent's move: estimated, not proved.",
};

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
 * The best move that a report tells, and how sure that is; null if it tells none.
 * @param {Report} report
 * @param {() => number} random
 * @returns {{move: string, sureness: Sureness} | null}
 */
export function bestMove(report, random) {
  const move = report.best.length ? pick(report.best, random) : likelyMove(report);
  return move === undefined ? null : { move, sureness: sureness(report, move) };
}

/**
 * Without a move that is proved to be best: one that keeps the outcome, or that seems best.
 * @param {Report} report
 */
function likelyMove({ value, choice, moves }) {
  const safest = [...moves].sort((a, b) => betterFirst(a.at_least ?? a, b.at_least ?? b) || betterFirst(a, b))[0];
  const chosen = moves.find(({ move }) => move === choice);
  const isDecided = value !== "unknown" || safest?.value === "win" || chosen?.value === "loss";
  return isDecided ? safest?.move : (choice ?? safest?.move);
}

/**
 * @param {Report | undefined} report of the position in which the move is made
 * @param {string} move
 * @returns {Sureness}
 */
export function sureness(report, move) {
  if (report?.best.includes(move)) return "best";
  const made = report?.moves.find((one) => one.move === move);
  const isKept = made && made.value !== "unknown" && (made.value === report?.value || made.value === "win");
  return isKept && made.margin === null && report?.status !== "proved" ? "outcome" : "guess";
}

/**
 * What an opponent of this skill may be called, after moves that it was so sure of.
 * @param {number} skill
 * @param {readonly Sureness[]} made
 */
export function skillWords(skill, made) {
  if (skill === 0) return "Random: any legal move.";
  if (skill < 100) return `A best move ${skill} times in 100, otherwise any legal move.`;
  const guesses = made.filter((one) => one === "guess").length;
  if (guesses) return `Strong: ${counted(guesses, "move", "moves")} of ${made.length} not proved to be best.`;
  return made.length ? "Perfect: every move so far is proved." : "Perfect where moves can be proved, else strong.";
}
