// Has every position of a game analysed, one after the other, from the end: what comes later helps with what came before.

import { ask, NO_ANSWER, reason, Refusal } from "./api.js";
import { html, say, set } from "./dom.js";
import { counted } from "./numbers.js";
import { positionQuery } from "./state.js";
import { isFinal } from "./words.js";

/** @typedef {import("./types").State} State */

/** For one position. */
const SECONDS = 10;

/** Between two drawings, in milliseconds; and drawing takes no more than one part in so many of the time. */
const REST = { least: 50, share: 5 };

/** What tells a game from others. @param {State} state */
const nameOf = ({ position, moves }) => JSON.stringify([position, moves]);

export class Review {
  /** @type {AbortController | null} */
  #running = null;
  /** The game that is or was reviewed. */
  #game = "";
  #bar = html("progress", { "aria-label": "Review" });
  #words = html("span", { class: "review-words", role: "status" });
  /** When it is drawn next. */
  #due = 0;

  /**
   * @param {HTMLElement} root of what it tells
   * @param {HTMLButtonElement} button that begins and ends it
   * @param {import("./memory.js").Memory} memory
   * @param {() => void} news there is something new to draw
   */
  constructor(root, button, memory, news) {
    this.button = button;
    this.memory = memory;
    this.news = news;
    set(root, this.#bar, this.#words);
    this.stop("");
  }

  get running() {
    return this.#running !== null;
  }

  /** @param {string} words why it ends */
  stop(words = "Review stopped.") {
    this.#running?.abort();
    this.#running = null;
    this.#bar.hidden = true;
    say(this.#words, words);
    say(this.button, "Review the game");
  }

  /** Ends, and says nothing more, if another game is shown now. @param {State} next */
  leave(next) {
    if (this.#game !== nameOf(next)) this.stop("");
  }

  /** @param {State} state @param {readonly string[]} players */
  async start(state, players) {
    this.stop("");
    const running = (this.#running = new AbortController());
    this.#game = nameOf(state);
    this.#bar.hidden = false;
    this.#bar.max = state.moves.length + 1;
    say(this.button, "Stop the review");
    let undecided = 0;
    for (let at = state.moves.length; at >= 0; at--) {
      this.#bar.value = state.moves.length - at;
      say(this.#words, `Position ${this.#bar.value + 1} of ${this.#bar.max}…`);
      try {
        if (!(await this.#learn(state, at, players, running.signal))) undecided++;
      } catch (problem) {
        if (!running.signal.aborted) this.stop(reason(problem));
        return;
      }
      if (!running.signal.aborted) await this.#breathe();
      if (running.signal.aborted) return;
    }
    this.news();
    const rest = undecided ? `, ${undecided} of them not decided within ${SECONDS} s each` : "";
    this.stop(`${counted(state.moves.length + 1, "position", "positions")} analysed${rest}.`);
  }

  /** Draws what is new, and lets the page hear clicks, if it has not for a while: most positions may be known already. */
  async #breathe() {
    const begun = performance.now();
    if (begun < this.#due) return;
    this.news();
    await new Promise((resolve) => setTimeout(resolve));
    const now = performance.now();
    this.#due = now + Math.max(REST.least, (REST.share - 1) * (now - begun));
  }

  /**
   * Has a position analysed, if that is not done; says whether its value is known then.
   * @param {State} state
   * @param {number} at
   * @param {readonly string[]} players
   * @param {AbortSignal} signal
   */
  async #learn(state, at, players, signal) {
    const known = () => this.memory.known(state, at, players);
    const isKnown = () => (known()?.value.value ?? "unknown") !== "unknown";
    const kept = this.memory.report(state, at)?.report;
    if ((kept && isFinal(kept)) || (await this.memory.position(state, at)).ending) return true;
    const query = [...positionQuery(state, at), /** @type {[string, string]} */ (["limit_seconds", String(SECONDS)])];
    try {
      const report = await ask(state.game, "/solve", query, signal);
      if (!signal.aborted) this.memory.learn(state, report, isFinal(report), at);
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === NO_ANSWER)) throw problem;
    }
    return isKnown();
  }
}
