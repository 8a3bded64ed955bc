// The list of the moves that were played, each with its verdict; a click goes there.

import { html, update } from "./dom.js";

/** @typedef {import("./verdicts.js").Ply} Ply */

export class Played {
  /** What was shown last; the list scrolls when another move is. */
  #shown = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /**
   * @param {readonly Ply[]} plies
   * @param {number} at which of them is shown on the board
   * @param {readonly string[]} players
   * @param {boolean} hints
   * @param {(at: number) => void} goTo
   */
  show(plies, at, players, hints, goTo) {
    const rows = plies.map((ply, place) => html("li", {}, this.#row(ply, place, at, players, hints, goTo)));
    update(this.root, html("ol", { class: "played", "aria-label": "Moves played", start: 0 }, ...rows));
    const shown = `${at} of ${plies.length}`;
    if (shown !== this.#shown) this.#scrollTo(at);
    this.#shown = shown;
  }

  /**
   * @param {Ply} ply
   * @param {number} place
   * @param {number} at
   * @param {readonly string[]} players
   * @param {boolean} hints
   * @param {(at: number) => void} goTo
   */
  #row({ move, mover, verdict }, place, at, players, hints, goTo) {
    const who = mover === undefined ? "" : players[mover];
    const disc = `disc disc-${mover} ${["first", "second"][mover ?? 0]}-${who.toLowerCase()}`;
    const judged = hints && verdict ? verdict : null;
    return html(
      "button",
      {
        type: "button",
        class: "row",
        "data-ply": place,
        "data-verdict": judged?.kind,
        tabindex: place === at ? 0 : -1,
        "aria-current": place === at ? "step" : null,
        onclick: () => goTo(place),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, place),
      },
      html("span", { class: "number" }, place || ""),
      move !== null && html("span", { class: mover === undefined ? "disc" : disc, title: who, "aria-hidden": "true" }),
      html("span", { class: "move" }, move ?? "Beginning"),
      judged && html("span", { class: "verdict", title: judged.words }, judged.words),
    );
  }

  /** @param {KeyboardEvent} event @param {number} place */
  #key(event, place) {
    const last = this.#rows().length - 1;
    const next = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#rows()[Math.max(0, Math.min(last, next))].focus();
  }

  #rows() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".row"));
  }

  /** Scrolls the list, and nothing else, until this row is seen. @param {number} place */
  #scrollTo(place) {
    const row = this.#rows()[place];
    const top = row.offsetTop;
    const most = Math.max(top - this.root.clientHeight + row.offsetHeight, 0);
    this.root.scrollTop = Math.min(Math.max(this.root.scrollTop, most), top);
  }
}
