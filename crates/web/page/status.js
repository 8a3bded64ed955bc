// The words around the board: whose turn it is, what the position is worth, what has happened, which buttons work.

import { html, say, set } from "./dom.js";
import { writeAddress } from "./state.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./types").Position} Position */
/** @typedef {import("./types").State} State */

/** A sentence of more letters is written smaller, so that it has room. */
const LONG = 80;

/**
 * @param {HTMLElement} root
 * @param {Pick<Position, "players" | "turn"> & Partial<Position>} position
 */
export function showTurn(root, { players, turn, ending, scored, lead = 0 }) {
  const who = players[turn];
  const disc = html("span", {
    class: `disc disc-${turn} ${["first", "second"][turn]}-${who.toLowerCase()}`,
    "aria-hidden": "true",
  });
  const ahead = scored && lead !== 0 && html("span", {}, ` · ${players[lead > 0 ? 0 : 1]} leads by ${Math.abs(lead)}`);
  set(root, !ending && disc, ending ? "The game is over" : `${who} to move`, ahead);
}

/**
 * @param {Layout} page
 * @param {Position} position
 * @param {boolean} hints
 * @param {import("./types").Report | undefined} report
 * @param {boolean} running whether there is more to come
 */
export function showSentence(page, { ending }, hints, report, running) {
  page.sentence.hidden = !ending && !hints;
  const sentence = report && ((report.value === "unknown" && report.estimated_sentence) || report.sentence);
  const guess = report?.status === "estimated" && !/estimate/i.test(report.sentence) ? "Estimate: " : "";
  const known = sentence ? guess + sentence : running ? "Looking for the value…" : "Not analysed.";
  const words = ending ? ending.sentence : hints ? known : "";
  say(page.sentence, words);
  page.sentence.classList.toggle("long", words.length > LONG);
}

/**
 * @param {Layout} page
 * @param {State} state
 * @param {Position} position
 * @param {import("./types").Turn | undefined} mover who made the last move, if that is known
 * @param {string} remark about that move
 */
export function showStatus(page, state, position, mover, remark) {
  showTurn(page.turn, position);
  const { last, players } = position;
  const moved = last && (mover === undefined ? `Last move: ${last}.` : `${players[mover]} played ${last}.`);
  say(page.status, [moved, remark].filter(Boolean).join(" "));
  page.mode.value = state.mode;
  page.undo.disabled = state.at === 0;
  page.redo.disabled = state.at === state.moves.length;
  page.restart.disabled = state.moves.length === 0;
  page.flip.disabled = state.mode !== "first" && state.mode !== "second";
  page.step.disabled = position.ending !== null;
  page.autoLabel.hidden = state.mode !== "watch";
  if (state.mode !== "watch") page.auto.checked = false;
  page.skillField.hidden = state.mode === "people";
  page.skill.value = String(state.skill);
}

/**
 * Tells the keys of buttons and fields.
 * @param {Layout} page
 * @param {ReadonlyMap<string, string>} keys by id
 */
export function showKeys(page, keys) {
  for (const [id, key] of keys) {
    const element = page.root.querySelector(`#${id}`);
    const combination = key === key.toLowerCase() ? key : `Shift+${key}`;
    element?.setAttribute("aria-keyshortcuts", combination);
    if (element instanceof HTMLButtonElement) element.title = `${element.textContent} (${combination})`;
  }
}

/** @param {Layout} page @param {State} state */
export function showViews(page, state) {
  page.root.dataset.view = state.view;
  for (const view of /** @type {const} */ (["play", "setup", "proof"])) {
    const here = state.view === view;
    page[view].href = writeAddress({ ...state, view, line: [], claim: 0 });
    page[view].ariaCurrent = here ? "page" : null;
    page[`${view}Panel`].hidden = !here;
  }
}
