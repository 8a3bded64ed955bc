// Games of one's own: rules that are dropped on the page, chosen as a file, or pasted.

import { bringRules, reason } from "./api.js";
import { html } from "./dom.js";
import { keepRules } from "./shelf.js";
import { GALLERY, newGame, writeAddress } from "./state.js";

/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {(address: string) => void} Open */

/** Of a file that is read, in bytes. */
export const LARGEST = 256 * 1024;

/** Whether a text is meant as rules. @param {string} text */
export const isRules = (text) => text.includes("(role");

/** Rules that cannot be played as they are, with the reason, and the game if they are one. */
class Draft {
  /** @param {string} text @param {string} problem @param {Welcome | null} game */
  constructor(text, problem, game) {
    this.text = text;
    this.problem = problem;
    this.game = game;
  }

  /** The roles whose chances can be asked for, one by one. */
  get roles() {
    return this.game?.options.find((spec) => spec.name === "objective")?.choices?.slice(1, 3) ?? [];
  }
}

/** @type {Draft | null} */
let draft = null;

/** @param {string} file */
function titleOf(file) {
  const words = file
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Takes a file, or a text, and opens its game; if there is none, the gallery shows the text and what is wrong with it.
 * @param {File | string} source
 * @param {Open} open
 */
export async function receive(source, open) {
  let text = "";
  try {
    const size = typeof source === "string" ? source.length : source.size;
    if (size > LARGEST) throw new Error(`expected rules of at most ${LARGEST} bytes, found ${size}`);
    text = typeof source === "string" ? source : await source.text();
    const game = await bringRules(typeof source === "string" ? "" : titleOf(source.name), text);
    if (!game.problem) {
      play(game, text, {}, open);
      return;
    }
    draft = new Draft(text, game.problem, game);
  } catch (problem) {
    draft = new Draft(text, reason(problem), null);
  }
  open(GALLERY);
}

/**
 * @param {Welcome} game
 * @param {string} text
 * @param {Record<string, string>} options
 * @param {Open} open
 */
function play({ name, title }, text, options, open) {
  keepRules({ name, title, text, options });
  open(writeAddress(newGame(name, options)));
}

/**
 * The place for rules in the gallery, with those that could not be played the last time.
 * @param {Open} open
 */
export function ownRules(open) {
  const failed = draft;
  draft = null;
  const area = html("textarea", { id: "rules-text", rows: 12, spellcheck: "false", "aria-label": "Rules" });
  area.value = failed?.text ?? "";
  const file = html("input", {
    type: "file",
    id: "rules-file",
    accept: ".kif,.gdl,.txt,text/plain",
    onchange: () => file.files?.[0] && void receive(file.files[0], open),
  });
  const questions = (failed?.roles ?? []).map((role) => {
    const ask = () => failed?.game && play(failed.game, failed.text, { objective: role }, open);
    return html("button", { type: "button", onclick: ask }, `What can ${role} be sure of?`);
  });
  const form = html(
    "form",
    {
      class: "stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void receive(area.value, open);
      },
    },
    area,
    html("div", { class: "actions" }, html("button", { class: "primary" }, "Play these rules")),
  );
  const spot = /^(\d+):(\d+): /.exec(failed?.problem ?? "");
  if (spot) setTimeout(() => select(area, Number(spot[1]), Number(spot[2])));
  return html(
    "section",
    { class: "own card", id: "own" },
    html("h2", {}, "Your own game"),
    html("p", {}, "Drop a file with its rules (GDL, .kif) anywhere on this page, choose one, or paste the text."),
    failed && html("p", { class: "error", role: "alert" }, failed.problem),
    html(
      "div",
      { class: "actions" },
      html("label", { class: "button", for: "rules-file" }, "Choose a file"),
      file,
      ...questions,
    ),
    html("details", { open: failed !== null }, html("summary", {}, "Paste rules"), form),
  );
}

/**
 * Shows where something is wrong.
 * @param {HTMLTextAreaElement} area
 * @param {number} line
 * @param {number} column
 */
function select(area, line, column) {
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  const word = /^[^\s()]*/.exec(area.value.slice(start))?.[0] ?? "";
  area.focus();
  area.setSelectionRange(start, start + Math.max(1, word.length));
}
