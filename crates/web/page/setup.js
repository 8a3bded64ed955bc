// Setting up a position: by its text, or by clicking on the board, as the game's parts of the text allow.

import { ask, reason } from "./api.js";
import { html, set } from "./dom.js";
import { card } from "./layout.js";

/** @typedef {import("./types").Position} Position */
/** @typedef {import("./types").Setup} Setup */
/** @typedef {import("./types").Part} Part */

/**
 * The text of a position from its parts.
 * @param {Pick<Setup, "separator">} setup
 * @param {readonly Part[]} parts in the order of the text
 */
export function joined({ separator }, parts) {
  return parts
    .map((part) => part.text)
    .filter(Boolean)
    .join(separator);
}

/**
 * The parts after one of them has been set. If their order counts, one that gets a text goes to the end.
 * @param {Setup} setup
 * @param {Part} part
 * @param {string} text
 * @returns {Part[]}
 */
export function withText({ parts, in_order }, part, text) {
  const changed = { ...part, text };
  if (!in_order || !text) return parts.map((one) => (one === part ? changed : one));
  return [...parts.filter((one) => one !== part), changed];
}

/** @param {Part} part */
export function nextChoice({ choices, text }) {
  return choices[(choices.indexOf(text) + 1) % choices.length];
}

export class SetupView {
  #text = html("input", { id: "setup-text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  #how = html(
    "p",
    { class: "quiet-text" },
    "Click a place on the board for its next content, or press the key of the content you want there.",
  );
  #message = html("p", { class: "error", role: "alert" });
  #lists = html("div", { class: "fields" });
  #go = html("button", { id: "setup-play", type: "button", class: "primary" }, "Play from here");
  #asked = 0;

  /**
   * @param {HTMLElement} root
   * @param {import("./types").GameDetails} details
   * @param {Record<string, string>} options
   * @param {import("./board.js").Board} board
   * @param {{play: (text: string, position: Position | null) => void, cancel: () => void, accept: (position: Position) => void}} listeners
   */
  constructor(root, details, options, board, { play, cancel, accept }) {
    this.accept = accept;
    this.details = details;
    this.options = options;
    this.board = board;
    /** @type {Position | null} */
    this.shown = null;
    /** @type {Setup | null} */
    this.setup = null;
    this.#text.addEventListener("input", () => this.#tryText(this.#text.value.trim()));
    this.#go.addEventListener("click", () => play(this.#text.value.trim(), this.shown));
    const buttons = html(
      "div",
      { class: "actions" },
      this.#go,
      html("button", { type: "button", onclick: cancel }, "Cancel"),
    );
    const label = html("label", { for: "setup-text" }, "Position as text");
    const help = html("small", { id: "setup-help" }, details.notation);
    this.#text.setAttribute("aria-describedby", "setup-help");
    set(
      root,
      card(
        "Set up a position",
        this.#how,
        html("div", { class: "field" }, label, this.#text),
        this.#lists,
        this.#message,
        buttons,
        help,
      ),
    );
  }

  /** @param {Position} position where it begins */
  begin(position) {
    this.#text.value = position.position;
    this.#accept(position);
  }

  /** What is still asked for is not wanted any more. */
  leave() {
    this.#asked++;
  }

  /** @param {Position} position */
  #accept(position) {
    this.shown = position;
    this.setup = position.setup;
    this.#how.hidden = !position.setup?.parts.some(({ choices, spots }) => choices.length && spots.length);
    this.#refuse("");
    this.accept(position);
    this.#draw();
  }

  /** @param {string} message */
  #refuse(message) {
    this.#message.textContent = message;
    this.#message.hidden = !message;
    this.#go.disabled = message !== "";
  }

  /** @param {string} text */
  async #tryText(text) {
    const asked = ++this.#asked;
    try {
      const { fitted } = this.details;
      const query = Object.entries(this.options).filter(([option]) => !text || !fitted.includes(option));
      if (text) query.push(["position", text]);
      const position = await ask(this.details.name, "/position", query);
      if (asked === this.#asked) this.#accept(position);
    } catch (problem) {
      if (asked === this.#asked) this.#refuse(reason(problem));
    }
  }

  /** @param {string} name */
  #partAt(name) {
    return this.setup?.parts.find((part) => part.choices.length && part.spots.includes(name));
  }

  /** @param {Part} part @param {string} text */
  #change(part, text) {
    if (!this.setup) return;
    this.setup = { ...this.setup, parts: withText(this.setup, part, text) };
    this.#text.value = joined(this.setup, this.setup.parts);
    this.#draw();
    void this.#tryText(this.#text.value);
  }

  /** @param {string} name */
  click(name) {
    const part = this.#partAt(name);
    if (part) this.#change(part, nextChoice(part));
  }

  /** @param {string} name @param {string} key */
  key(name, key) {
    const part = this.#partAt(name);
    const wanted = key === "Delete" || key === "Backspace" ? part?.choices[0] : key;
    const choice =
      part?.choices.find((choice) => choice === wanted) ??
      part?.choices.find((choice) => choice.toLowerCase() === wanted?.toLowerCase());
    if (!part || choice === undefined) return false;
    this.#change(part, choice);
    return true;
  }

  #draw() {
    if (!this.shown) return;
    const drawn = new Map((this.shown.setup?.parts ?? []).map((part) => [part.label, part.text]));
    /** @type {Map<string, import("./board.js").Mark>} */
    const marks = new Map();
    for (const part of this.setup?.parts ?? []) {
      const edited = part.text !== drawn.get(part.label) ? part.text || "–" : "";
      for (const spot of part.choices.length ? part.spots : [])
        marks.set(spot, { label: `${part.label}: ${part.text || "empty"}`, text: edited });
    }
    this.board.show(this.shown.picture, this.shown.players, marks, "Board to set up");
    const lists = (this.setup?.parts ?? []).filter((part) => part.choices.length && !part.spots.length);
    if (this.#lists.contains(document.activeElement)) return;
    set(this.#lists, ...lists.map((part) => this.#list(part)));
  }

  /** @param {Part} part */
  #list(part) {
    const id = `setup-${part.label.replace(/\W+/g, "-")}`;
    const choices = part.choices.map((choice) =>
      html("option", { value: choice, selected: choice === part.text }, choice || "–"),
    );
    const change = (/** @type {Event} */ event) => {
      const now = this.setup?.parts.find((one) => one.label === part.label);
      if (now && event.target instanceof HTMLSelectElement) this.#change(now, event.target.value);
    };
    return html(
      "div",
      { class: "field" },
      html("label", { for: id }, part.label),
      html("select", { id, onchange: change }, ...choices),
    );
  }
}
