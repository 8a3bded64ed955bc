// The list of moves, best first, those of equal value together.

import { moveTitle } from "./clicks.js";
import { html, update } from "./dom.js";
import { percent } from "./numbers.js";
import { betterFirst, judgedWords, sign } from "./words.js";

/** @typedef {import("./types").JudgedMove} JudgedMove */

/**
 * @param {HTMLElement} root
 * @param {readonly JudgedMove[]} moves
 * @param {readonly string[]} best
 * @param {readonly string[]} leaders moves of which the best cannot be told yet
 * @param {{play: (move: string) => void, hover: (move: string | null) => void}} listeners
 */
export function showMoves(root, moves, best, leaders, { play, hover }) {
  if (!moves.length) return update(root, html("p", { class: "empty" }, "There is no move left."));
  const sorted = [...moves].sort((a, b) => betterFirst(a, b) || a.move.localeCompare(b.move, "en", { numeric: true }));
  /** @type {Map<string, JudgedMove[]>} */
  const groups = new Map();
  for (const move of sorted) {
    const words = groupWords(move, leaders);
    groups.set(words, [...(groups.get(words) ?? []), move]);
  }
  const chip = (/** @type {JudgedMove} */ move) => {
    const isBest = best.includes(move.move);
    return html(
      "button",
      {
        type: "button",
        class: `chip value-${move.value}${isBest ? " best" : ""}`,
        "data-move": move.move,
        "data-value": move.value,
        "data-estimate": typeof move.estimate === "number" && move.value === "unknown" ? percent(move.estimate) : null,
        title: moveTitle(move, isBest),
        "aria-label": moveTitle(move, isBest),
        onclick: () => play(move.move),
        onpointerenter: () => hover(move.move),
        onpointerleave: () => hover(null),
        onfocus: () => hover(move.move),
        onblur: () => hover(null),
      },
      move.move,
    );
  };
  const rows = [...groups].map(([words, group]) =>
    html(
      "li",
      { class: `value-${group[0].value}` },
      html(
        "span",
        { class: "value" },
        html("span", { class: "badge", "aria-hidden": "true" }, sign(group[0].value)),
        words,
      ),
      html("span", { class: "chips" }, ...group.map(chip)),
    ),
  );
  update(root, html("ol", { class: "moves" }, ...rows));
}

/**
 * What moves have in common. Those that are estimated need not have the same plies without a win or a loss.
 * @param {JudgedMove} move
 * @param {readonly string[]} leaders
 */
function groupWords(move, leaders) {
  const isGuess = move.value === "unknown" && typeof move.estimate === "number";
  const [at_least, at_most] = [move.at_least, move.at_most].map((bound) =>
    isGuess && bound?.plies ? { ...bound, plies: 1 } : bound,
  );
  const words = judgedWords({ ...move, at_least, at_most, estimate: null });
  const among = !leaders.includes(move.move) ? "seems worse" : leaders.length > 1 ? "may be best" : "seems best";
  return words[0].toUpperCase() + words.slice(1) + (isGuess ? `, ${among}, estimates:` : "");
}

/**
 * The move whose chip is under the mouse or has the focus.
 * @param {HTMLElement} root
 */
export function hoveredMove(root) {
  return root.querySelector("[data-move]:is(:hover, :focus)")?.getAttribute("data-move") ?? null;
}

/**
 * Lights up the chips of these moves.
 * @param {HTMLElement} root
 * @param {readonly string[]} moves
 */
export function highlightMoves(root, moves) {
  for (const chip of root.querySelectorAll("[data-move]")) {
    chip.classList.toggle("lit", moves.includes(chip.getAttribute("data-move") ?? ""));
  }
}
