// Values for whoever needs them: the hints, and the opponent, which moves as soon as there is a report.

import { bestMove, pick, playsBest } from "./opponent.js";
import { Search } from "./search.js";
import { positionQuery } from "./state.js";
import { isFinal } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Position} Position */
/** @typedef {import("./types").Report} Report */

/** So that one can see the opponent's move, and so that a proof that is nearly there can come; in milliseconds. */
const PAUSE = { proved: 400, hoping: 1000 };
/** Endless play by itself has to stop somewhere. */
const LONGEST_GAME = 400;

export class Thinking {
  #timer = 0;
  /** Whether the opponent waits for a report to move. */
  #due = false;
  /** @type {State | undefined} */
  state;
  hints = true;

  /**
   * @param {HTMLElement} root of the progress
   * @param {import("./memory.js").Memory} memory
   * @param {{news: () => void, play: (move: string, remark: string) => void, settled: () => void}} listeners news: draw again; settled: nobody is about to move
   */
  constructor(root, memory, listeners) {
    this.memory = memory;
    this.listeners = listeners;
    this.search = new Search(root, {
      report: (report) => this.#onReport(report, isFinal(report)),
      end: () => this.#onEnd(),
      again: () => this.#start(),
    });
  }

  stop() {
    clearTimeout(this.#timer);
    this.#due = false;
    this.search.stop();
  }

  /**
   * @param {State} state
   * @param {Position} position
   * @param {boolean} due whether the opponent moves
   * @param {boolean} hints
   */
  begin(state, position, due, hints) {
    clearTimeout(this.#timer);
    if (position.ending) return this.listeners.settled();
    Object.assign(this, { state, hints });
    const moves = due && state.at < LONGEST_GAME;
    this.#due = moves && playsBest(state.skill, Math.random);
    if (moves && !this.#due) {
      const { move } = pick(position.legal, Math.random);
      this.#timer = setTimeout(() => this.listeners.play(move, "A random move."), PAUSE.proved);
    }
    const kept = this.memory.report(state);
    if (kept) this.#onReport(kept.report, kept.final);
    if (kept?.final) this.search.recall(kept.report);
    else if ((hints || this.#due) && !this.search.running) this.#start();
  }

  #start() {
    if (this.state) void this.search.start(this.state.game, positionQuery(this.state), this.hints);
  }

  /** @param {Report} report @param {boolean} final */
  #onReport(report, final) {
    if (!this.state) return;
    this.memory.learn(this.state, report, final);
    this.listeners.news();
    if (!this.#due) return this.listeners.settled();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#move(), final ? PAUSE.proved : PAUSE.hoping);
  }

  #move() {
    const kept = this.state && this.memory.report(this.state);
    const best = kept && bestMove(kept.report, Math.random);
    if (best) this.listeners.play(best.move, best.proved ? "" : "It is estimated to be best, not proved.");
  }

  #onEnd() {
    const kept = this.state && this.memory.report(this.state);
    if (!this.state || !kept || kept.final) return;
    this.memory.learn(this.state, kept.report, true);
    this.listeners.settled();
  }
}
