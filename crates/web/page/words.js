// Values in words and signs, which of two is better, and how bad a move was. Pure.

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

/** @param {number} count */
export const grouped = (count) => Math.round(count).toLocaleString("en");

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

/**
 * "1 ply", "5 plies".
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export const counted = (count, one, many) => `${grouped(count)} ${count === 1 ? one : many}`;

/** @param {number} plies */
const inPlies = (plies) => `in ${counted(plies, "ply", "plies")}`;

/**
 * "win in 5 plies", "loss by 2", "tie".
 * @param {Value} value
 */
export function valueWords({ value, plies, margin }) {
  if (value === "draw") return "draw (endless play)";
  if (value === "tie" || value === "unknown") return value;
  if (margin !== null) return `${value} by ${Math.abs(margin)}`;
  return plies === null ? value : `${value} ${inPlies(plies)}`;
}

/**
 * The same for a value of which only bounds may be known.
 * @param {Judged} judged
 */
export function judgedWords(judged) {
  const words = valueWords(judged);
  const bounds = boundWords(judged.at_least, judged.at_most);
  if (judged.value !== "unknown") return words === judged.value && bounds.startsWith(words) ? bounds : words;
  const guess = typeof judged.estimate === "number" ? `estimate ${percent(judged.estimate)}` : "";
  return [bounds || words, guess].filter(Boolean).join(", ");
}

/**
 * "at least tie", "win in 5 to 9 plies", "between loss by 3 and win by 1"; nothing if any outcome is possible.
 * @param {Value} [least]
 * @param {Value} [most]
 */
export function boundWords(least, most) {
  const low =
    least && least.value !== "unknown" && (least.value !== "loss" || least.margin !== null) ? least : undefined;
  const high = most && most.value !== "unknown" && (most.value !== "win" || most.margin !== null) ? most : undefined;
  if (low?.value === "win" && low.margin === null) return `win${pliesBetween(most?.plies ?? null, low.plies)}`;
  if (high?.value === "loss" && high.margin === null) return `loss${pliesBetween(least?.plies ?? null, high.plies)}`;
  if (low && high)
    return valueWords(low) === valueWords(high)
      ? valueWords(low)
      : `between ${valueWords(low)} and ${valueWords(high)}`;
  return low ? `at least ${valueWords(low)}` : high ? `at most ${valueWords(high)}` : "";
}

/**
 * @param {number | null} from
 * @param {number | null} to
 */
function pliesBetween(from, to) {
  if (from !== null && to !== null) return from === to ? ` ${inPlies(to)}` : ` in ${from} to ${to} plies`;
  if (to !== null) return ` in at most ${counted(to, "ply", "plies")}`;
  return from !== null ? ` in at least ${counted(from, "ply", "plies")}` : "";
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
const outcomeRank = (outcome) => ({ win: 1, tie: 0, draw: 0, unknown: -1, loss: -1 })[outcome];

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
 * How much a move spoiled: the outcome ("mistake"), only its speed or margin ("slip"), or nothing that is known.
 * @param {Standing | undefined} before
 * @param {Standing | undefined} after
 * @param {import("./types").Turn} mover
 * @returns {"mistake" | "slip" | null}
 */
export function spoiled(before, after, mover) {
  if (!before || !after || before.outcome === null || after.outcome === null) return null;
  const flip = mover === 0 ? 1 : -1;
  if (after.outcome * flip < before.outcome * flip) return "mistake";
  if (after.outcome !== before.outcome) return null;
  if (before.margin !== null && after.margin !== null)
    return after.margin * flip < before.margin * flip ? "slip" : null;
  if (before.plies === null || after.plies === null || before.outcome === 0) return null;
  const due = before.plies - 1;
  return (before.outcome === flip ? after.plies > due : after.plies < due) ? "slip" : null;
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
