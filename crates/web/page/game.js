// The page of a game: loads what the address asks for, and gives it to the desk; or says why it cannot be shown.

import { ask, reason, Unreachable } from "./api.js";
import { Desk } from "./desk.js";
import { html, set } from "./dom.js";
import { Memory } from "./memory.js";
import { GALLERY, newGame, positionQuery, queryText, writeAddress } from "./state.js";

/** @typedef {import("./types").State} State */

export class GamePage {
  /** @type {Desk | null} */
  #desk = null;
  /** The game and options of the desk. */
  #opened = "";
  #memory = new Memory();
  #visit = new AbortController();
  #keydown = (/** @type {KeyboardEvent} */ event) => this.#desk?.key(event);

  /**
   * @param {HTMLElement} root
   * @param {(next: State, how: "push" | "replace") => void} go
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    document.addEventListener("keydown", this.#keydown);
  }

  close() {
    this.#visit.abort();
    this.#desk?.close();
    document.removeEventListener("keydown", this.#keydown);
  }

  /** @param {State} state */
  async show(state) {
    this.#visit.abort();
    this.#desk?.leave(state);
    const visit = (this.#visit = new AbortController());
    try {
      const game = state.game + queryText(Object.entries(state.options));
      if (game !== this.#opened) {
        this.#forgetDesk();
        set(this.root, html("p", { class: "loading", role: "status" }, "Setting up the board…"));
      }
      const [details, position] = await Promise.all([
        game === this.#opened ? null : ask(state.game, "", positionQuery(state, 0), visit.signal),
        this.#memory.position(state),
      ]);
      if (visit.signal.aborted) return;
      if (details) {
        this.#desk = new Desk(details, this.#memory, state, position, this.go);
        this.#opened = game;
        document.title = `${details.title} · Perfectplay`;
      }
      // what is there stays, with the focus
      if (this.#desk && [...this.root.childNodes].some((node) => node !== this.#desk?.root))
        set(this.root, this.#desk.root);
      this.#desk?.show(state, position, visit.signal);
      if (details) this.#desk?.takeFocus();
    } catch (problem) {
      if (!visit.signal.aborted) this.#showProblem(state, problem);
    }
  }

  /** A text from outside: a game, or a position. Says whether there is a board to bring it to. @param {string} text */
  import(text) {
    void this.#desk?.import(text);
    return this.#desk !== null;
  }

  #forgetDesk() {
    this.#opened = "";
    this.#desk?.close();
    this.#desk = null;
  }

  /** What stands in the way; the board stays beside it if it is just that nobody answers. @param {State} state @param {unknown} problem */
  #showProblem(state, problem) {
    const again = html("a", { class: "button", href: writeAddress(state) }, "Try again");
    const words = html("p", { class: "error", role: "alert" }, reason(problem));
    if (problem instanceof Unreachable && this.#desk)
      return set(this.root, html("section", { class: "problem card" }, words, again), this.#desk.root);
    this.#forgetDesk();
    const ways = [
      again,
      html("a", { class: "button", href: writeAddress(newGame(state.game)) }, "Start this game anew"),
      html("a", { class: "button", href: GALLERY }, "All games"),
    ];
    set(
      this.root,
      html(
        "section",
        { class: "problem card" },
        html("h1", {}, "This cannot be shown"),
        words,
        html("div", { class: "actions" }, ...ways),
      ),
    );
  }
}
