// What the page has learned of the positions of a game: pictures, reports, values, lines of best play.

import { ask, solveAll } from "./api.js";
import { merged } from "./reports.js";
import { opponentPlays, positionQuery, queryText } from "./state.js";
import { isFinal } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Position} Position */
/** @typedef {import("./types").Report} Report */
/** @typedef {import("./types").Known} Known */
/** @typedef {import("./types").Line} Line */

const SECONDS_FOR_EARLIER_POSITIONS = 1;
/** The most positions that are asked about at once, and the most letters of their moves. */
const AT_ONCE = { positions: 100, letters: 100_000 };

/** The keys of the positions of a state, as far as they were asked for. @type {WeakMap<State, string[]>} */
const keys = new WeakMap();

/** @param {State} state @param {number} at */
function keyOf(state, at) {
  const known = keys.get(state) ?? [];
  keys.set(state, known);
  return (known[at] ??= `${state.game}${queryText(positionQuery(state, at))}`);
}

/**
 * What the end of a game says about its value.
 * @param {Position} position
 * @returns {Known | undefined}
 */
function knownEnd({ ending, turn, scored, lead }) {
  if (!ending) return undefined;
  const value = ending.winner === null ? "tie" : ending.winner === turn ? "win" : "loss";
  const margin = scored ? (turn === 0 ? lead : -lead) : null;
  return { turn, value: { value, plies: 0, margin }, proved: true, sentence: ending.sentence, moves: [] };
}

export class Memory {
  /** @type {Map<string, Position>} */
  #positions = new Map();
  /** @type {Map<string, {report: Report, final: boolean}>} */
  #reports = new Map();
  /** @type {Map<string, Line>} */
  #lines = new Map();
  /** @type {Set<string>} */
  #asked = new Set();

  /**
   * @param {State} state
   * @param {number} [at]
   * @returns {Promise<Position>}
   */
  async position(state, at = state.at) {
    const key = keyOf(state, at);
    const position = this.#positions.get(key) ?? (await ask(state.game, "/position", positionQuery(state, at)));
    this.#positions.set(key, position);
    return position;
  }

  /**
   * Whose turn it was, as far as that is known already.
   * @param {State} state
   * @param {number} at
   */
  turn(state, at) {
    return this.#positions.get(keyOf(state, at))?.turn;
  }

  /**
   * Undo and redo: the next position in this direction where the person is to move, or the last one; null if there is none.
   * @param {State} state
   * @param {1 | -1} way
   */
  async nextOwnTurn(state, way) {
    for (let at = state.at + way; at >= 0 && at <= state.moves.length; at += way) {
      const { turn } = await this.position(state, at);
      const isLast = way > 0 && at === state.moves.length;
      if (state.mode === "watch" || !opponentPlays(state.mode, turn) || isLast) return at;
    }
    return null;
  }

  /** @param {State} state @param {number} [at] */
  report(state, at = state.at) {
    return this.#reports.get(keyOf(state, at));
  }

  /**
   * Adds to what is known of a position.
   * @param {State} state
   * @param {Report} report
   * @param {boolean} final whether no better one is to be expected
   * @param {number} [at]
   */
  learn(state, report, final, at = state.at) {
    const key = keyOf(state, at);
    this.#reports.set(key, { report: merged(this.#reports.get(key)?.report, report), final });
  }

  /**
   * @param {State} state
   * @param {number} at
   * @param {readonly string[]} players
   * @returns {Known | undefined}
   */
  known(state, at, players) {
    const position = this.#positions.get(keyOf(state, at));
    const end = position && knownEnd(position);
    const report = this.report(state, at)?.report;
    if (end || !report) return end;
    const turn = report.to_move === players[0] ? 0 : 1;
    const { moves, sentence, status } = report;
    return { turn, value: report, proved: status === "proved", sentence, moves };
  }

  /**
   * What is known of the beginning and of the position after each move.
   * @param {State} state
   * @param {readonly string[]} players
   */
  course(state, players) {
    return [...state.moves.keys(), state.moves.length].map((at) => this.known(state, at, players));
  }

  /**
   * Asks once for the values of positions of the game that are not known, as many as can be asked about at once; says whether there
   * is news, and so maybe more to ask.
   * @param {State} state
   * @param {readonly string[]} players
   * @param {AbortSignal} signal
   */
  async fill(state, players, signal) {
    const plies = [...state.moves.keys(), state.moves.length];
    const open = plies.filter(
      (at) =>
        !this.#asked.has(keyOf(state, at)) &&
        at !== state.at &&
        (this.known(state, at, players)?.value.value ?? "unknown") === "unknown",
    );
    let letters = 0;
    const fits = (/** @type {number} */ at, /** @type {number} */ place) =>
      place < AT_ONCE.positions && (letters += keyOf(state, at).length) <= AT_ONCE.letters;
    const end = open.findIndex((at, place) => !fits(at, place));
    const missing = end < 0 ? open : open.slice(0, Math.max(1, end));
    if (!missing.length) return false;
    for (const at of missing) this.#asked.add(keyOf(state, at));
    const queries = missing.map((at) => ({
      ...(state.position ? { position: state.position } : {}),
      ...(at ? { moves: state.moves.slice(0, at).join(",") } : {}),
    }));
    const body = { options: state.options, queries, limit_seconds: SECONDS_FOR_EARLIER_POSITIONS };
    try {
      const { answers } = await solveAll(state.game, body, signal);
      for (const [place, answer] of answers.entries()) {
        if (!("error" in answer)) this.learn(state, answer, isFinal(answer), missing[place]);
      }
      return true;
    } catch (problem) {
      for (const at of missing) this.#asked.delete(keyOf(state, at));
      if (signal.aborted) return false;
      throw problem;
    }
  }

  /**
   * @param {State} state
   * @param {AbortSignal} signal
   * @returns {Promise<Line>}
   */
  async line(state, signal) {
    const key = keyOf(state, state.at);
    const line = this.#lines.get(key) ?? (await ask(state.game, "/line", positionQuery(state), signal));
    this.#lines.set(key, line);
    return line;
  }
}
