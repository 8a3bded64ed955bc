// Values for whoever needs them: the hints, and the opponent, which moves as soon as there is a report.

import { bestMove, pick, playsBest, REMARKS } from "./opponent.js";
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
  /** Whether the timer waits for a better report than there is. */
  #hoping = false;
  /** Whether the opponent waits for a report to move. */
  #due = false;
  /** @type {State | undefined} */
  state;
  /** @type {Position | undefined} */
  position;
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
      again: () => this.#start(true),
    });
  }

  /** Whether a search is under way. */
  get running() {
    return this.search.running;
  }

  stop() {
    this.#wait(0);
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
    this.#wait(0);
    if (position.ending) return this.listeners.settled();
    Object.assign(this, { state, position, hints });
    const moves = due && state.at < LONGEST_GAME;
    this.#due = moves && playsBest(state.skill, Math.random);
    if (moves && !this.#due) {
      const { move } = pick(position.legal, Math.random);
      this.#wait(PAUSE.proved, () => this.listeners.play(move, "A random move."));
    }
    const kept = this.memory.report(state);
    if (kept) this.#onReport(kept.report, kept.final);
    if (kept?.final) this.search.recall(kept.report);
    else if ((hints || this.#due) && !this.search.running) this.#start();
  }

  /** @param {boolean} [goesOn] whether it goes on with the search that has ended */
  #start(goesOn = false) {
    const { state, position, hints } = this;
    if (state && position) void this.search.start(state.game, positionQuery(state), hints, position, goesOn);
  }

  /**
   * Ends the waiting, and waits anew if there is something to do.
   * @param {number} pause
   * @param {() => void} [then]
   */
  #wait(pause, then) {
    clearTimeout(this.#timer);
    this.#hoping = false;
    if (then) this.#timer = setTimeout(then, pause);
  }

  /** @param {Report} report @param {boolean} final */
  #onReport(report, final) {
    if (!this.state) return;
    this.memory.learn(this.state, report, final);
    this.listeners.news();
    if (!this.#due) return this.listeners.settled();
    const known = this.memory.report(this.state)?.report;
    const isEnough = known && (known.value !== "unknown" || known.choice);
    if (!final && (this.#hoping || !isEnough)) return;
    this.#wait(final ? PAUSE.proved : PAUSE.hoping, () => this.#move());
    this.#hoping = !final;
  }

  #move() {
    const kept = this.state && this.memory.report(this.state);
    const best = kept && bestMove(kept.report, Math.random);
    if (best) this.listeners.play(best.move, REMARKS[best.sureness]);
  }

  #onEnd() {
    const kept = this.state && this.memory.report(this.state);
    if (kept && !kept.final) this.#onReport(kept.report, true);
    else this.listeners.news();
  }
}
