// What is not settled, as a person would say it: the words of the server, for bounds that it tells on the way. Pure.

import { counted } from "./numbers.js";

/** @typedef {import("./types").Value} Value */

/**
 * Whether a side can still win: never, or not within so many plies.
 * @typedef {"never" | number} Chance
 */

/** @typedef {{kind: "settled", outcome: "win" | "loss", least: number | null, most: number | null}} Settled */
/** @typedef {{kind: "margin", low: number | null, high: number | null}} Margins */
/** @typedef {{kind: "open", win: Chance, loss: Chance}} Open */

/** @param {number} count */
const plies = (count) => counted(count, "ply", "plies");

/** "-3", "0" or "+5". @param {number} margin */
const signed = (margin) => (margin > 0 ? `+${margin}` : String(margin));

/**
 * What two bounds tell.
 * @param {Value} least
 * @param {Value} most
 * @returns {Settled | Margins | Open | {kind: "even"}}
 */
function spread(least, most) {
  // every win takes a ply
  const soonest = (/** @type {Value} */ { plies }) => (plies !== null && plies > 1 ? plies : null);
  if (least.margin !== null || most.margin !== null) return { kind: "margin", low: least.margin, high: most.margin };
  if (least.value === "win") return { kind: "settled", outcome: "win", least: soonest(most), most: least.plies };
  if (most.value === "loss") return { kind: "settled", outcome: "loss", least: soonest(least), most: most.plies };
  /** @returns {Chance} */
  const chance = (/** @type {Value} */ bound, /** @type {"win" | "loss"} */ outcome) =>
    bound.value === outcome && bound.plies !== null ? Math.max(0, bound.plies - 1) : "never";
  const [win, loss] = [chance(most, "win"), chance(least, "loss")];
  return win === "never" && loss === "never" ? { kind: "even" } : { kind: "open", win, loss };
}

/**
 * For the side to move, in short: "win in 3 to 7 plies", "undecided, no loss"; nothing if all is possible.
 * @param {Value} [least]
 * @param {Value} [most]
 */
export function boundWords(least, most) {
  if (!least || !most) return "";
  const known = spread(least, most);
  if (known.kind === "even") return least.value === most.value ? least.value : "tie or draw";
  if (known.kind === "settled") return `${known.outcome}${between(known)}`;
  if (known.kind === "margin") return marginWords(known);
  const fact = (/** @type {string} */ name, /** @type {Chance} */ chance) =>
    chance === "never" ? [`no ${name}`] : chance ? [`no ${name} within ${plies(chance)}`] : [];
  const { win, loss } = known;
  if (win && win === loss) return `undecided, no win or loss within ${plies(Number(win))}`;
  const facts = [...fact("win", win), ...fact("loss", loss)];
  if (loss === "never") facts.reverse();
  return facts.length ? ["undecided", ...facts].join(", ") : "";
}

/** " in 3 to 7 plies". @param {Settled} settled */
function between({ least, most }) {
  if (least === most && most !== null) return ` in ${plies(most)}`;
  if (least !== null && most !== null) return ` in ${least} to ${plies(most)}`;
  if (most !== null) return ` within ${plies(most)}`;
  return least === null ? "" : ` in ${plies(least)} or more`;
}

/** @param {Margins} margins */
function marginWords({ low, high }) {
  if (low !== null && low > 0) return `win ${by(low, high)}`;
  if (high !== null && high < 0) return `loss ${by(-high, low === null ? null : -low)}`;
  if (low === 0 && high === 0) return "tie";
  if (low !== null && high !== null) return `undecided (margin ${signed(low)} to ${signed(high)})`;
  return `undecided (margin ${low !== null ? `${signed(low)} or more` : `${signed(high ?? 0)} or less`})`;
}

/** "by 2 to 5". @param {number} least @param {number | null} most */
const by = (least, most) =>
  most === null ? `by ${least} or more` : most === least ? `by ${least}` : `by ${least} to ${most}`;

/**
 * The same with the names of who is to move and who is not: "Red wins, in 23 to 41 plies"; nothing if all is possible.
 * @param {Value | undefined} least
 * @param {Value | undefined} most
 * @param {readonly [string, string]} sides the side to move first
 * @param {boolean} scored
 */
export function boundSentence(least, most, sides, scored) {
  if (!least || !most) return "";
  const known = spread(least, most);
  const [mover, other] = sides;
  if (least.value === "tie" && most.value === "tie") return "It is a tie";
  if (least.value === "draw" && most.value === "draw") return "It is a draw by endless play";
  if (known.kind === "settled") {
    const winner = known.outcome === "win" ? mover : other;
    const when = between(known);
    return `${winner} wins${known.least === null ? "" : ","}${when || "; how fast is not known yet"}`;
  }
  if (known.kind === "margin") return marginSentence(known, mover, other);
  // a game that is not over by an ending may be won by a margin, and soon
  if (scored) return "";
  if (known.kind === "even") return "Nobody wins; undecided so far whether it is a tie or a draw by endless play";
  return openSentence(known, mover, other);
}

/** @param {Margins} margins @param {string} mover @param {string} other */
function marginSentence({ low, high }, mover, other) {
  const most = (/** @type {number | null} */ margin) => (margin === null ? "" : `, by ${margin} at most`);
  if (low !== null && low > 0) return `${mover} wins ${by(low, high)}`;
  if (high !== null && high < 0) return `${other} wins ${by(-high, low === null ? null : -low)}`;
  if (low === 0) return `${mover} does not lose; undecided so far whether it wins${most(high)}`;
  if (high === 0)
    return `${mover} does not win; undecided so far whether ${other} does${most(low === null ? null : -low)}`;
  const range =
    low !== null && high !== null
      ? `between ${signed(low)} and ${signed(high)}`
      : low !== null
        ? `${signed(low)} or more`
        : `${signed(high ?? 0)} or less`;
  return `Undecided so far: the margin of ${mover} is ${range}`;
}

/** @param {Open} open @param {string} mover @param {string} other */
function openSentence({ win, loss }, mover, other) {
  const when = (/** @type {Chance} */ chance) => (Number(chance) > 0 ? `, in ${Number(chance) + 1} plies or more` : "");
  if (loss === "never") return `${mover} does not lose; undecided so far whether it wins${when(win)}`;
  if (win === "never") return `${mover} does not win; undecided so far whether ${other} does${when(loss)}`;
  if (!win && !loss) return "";
  const both = Math.min(win, loss);
  const longer = win === loss ? "" : `, nor ${win > loss ? mover : other} within ${Math.max(win, loss)}`;
  return both
    ? `Undecided so far: neither side can force a win within ${plies(both)}${longer}`
    : `Undecided so far: ${win ? mover : other} cannot force a win within ${plies(Math.max(win, loss))}`;
}
