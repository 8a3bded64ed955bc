// One analysis at a time: follows its stream, tells how it goes, and lets the user stop it and go on with it.

import { analyse, reason } from "./api.js";
import { boundSentence } from "./bounds.js";
import { html, say, set } from "./dom.js";
import { counted, grouped } from "./numbers.js";
import { isFinal } from "./words.js";

/** @typedef {import("./types").Report} Report */
/** @typedef {import("./types").Progress} Progress */
/** @typedef {import("./types").Position} Position */

/** How long a search takes at most, unless it goes on, and how many times longer it is asked to then. The server may allow less. */
const USUAL_SECONDS = 60;
const LONGER = 4;

export class Search {
  /** @type {AbortController | null} */
  #running = null;
  #text = html("span", { class: "progress-text" });
  #spinner = html("span", { class: "spinner", "aria-hidden": "true" });
  /** What went into the position before the search that runs, which goes on with it. */
  #before = { nodes: 0, seconds: 0 };
  /** What has gone into it in all. */
  #spent = { nodes: 0, seconds: 0 };
  /** How many games the last estimate has played. */
  #playouts = 0;
  /** How many seconds the next search may take if it goes on with this one. */
  #more = LONGER * USUAL_SECONDS;

  /**
   * @param {HTMLElement} root
   * @param {{report: (report: Report) => void, end: () => void, again: () => void}} listeners
   */
  constructor(root, listeners) {
    this.listeners = listeners;
    this.cancel = html(
      "button",
      { id: "cancel", type: "button", class: "small", onclick: () => this.#cancelled() },
      "Stop",
    );
    this.again = html(
      "button",
      { id: "again", type: "button", class: "small", onclick: listeners.again },
      "Continue the search",
    );
    set(root, this.#spinner, this.#text, this.cancel, this.again);
    this.#tell("", false, false);
  }

  get running() {
    return this.#running !== null;
  }

  /**
   * @param {string} game
   * @param {[string, string][]} query
   * @param {boolean} open whether it may tell what it has found so far
   * @param {Position} position
   * @param {boolean} goesOn with the search that has ended, for longer than that: the server still has its table
   */
  async start(game, query, open, position, goesOn) {
    this.stop();
    this.#before = goesOn ? this.#spent : { nodes: 0, seconds: 0 };
    this.#spent = this.#before;
    const limit = goesOn ? this.#more : null;
    this.#more = LONGER * (limit ?? USUAL_SECONDS);
    const controller = new AbortController();
    this.#running = controller;
    this.#playouts = 0;
    this.#tell("Searching…", true, false);
    /** @type {Report[]} */
    const reports = [];
    let failed = "";
    try {
      /** @type {[string, string][]} */
      const more = limit === null ? [] : [["limit_seconds", String(limit)]];
      await analyse(game, [...query, ...more], controller.signal, (event, data) => {
        if (this.#running !== controller) return;
        if (event === "progress" || event === "report") this.#spend(data);
        if (event === "queued") this.#tell(waitingWords(data.ahead), true, false);
        else if (event === "busy")
          this.#tell(`The server is busy. Asking again in ${counted(data.seconds, "second", "seconds")}…`, true, false);
        else if (event === "progress")
          this.#tell(
            open ? progressWords({ ...data, ...this.#spent }, position, this.#playouts) : "The opponent is thinking…",
            true,
            false,
          );
        else if (event === "failure") failed = data.error;
        else if (event === "report") {
          reports.push(data);
          this.#playouts = data.playouts ?? 0;
          this.listeners.report(data);
        }
      });
    } catch (problem) {
      if (controller.signal.aborted) return;
      failed = reason(problem);
    }
    if (this.#running !== controller) return;
    this.#running = null;
    const last = reports.at(-1);
    this.#tell(
      failed || (last ? reportWords({ ...last, ...this.#spent }) : "The search ended without an answer."),
      false,
      !last || !isFinal(last),
    );
    this.listeners.end();
  }

  /** Ends a search that is no longer wanted. */
  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#tell("", false, false);
  }

  /** @param {Report} report what is shown of a search that has ended before */
  recall(report) {
    this.#tell(reportWords(report), false, !isFinal(report));
  }

  #cancelled() {
    this.stop();
    this.#tell("Stopped.", false, true);
    this.listeners.end();
  }

  /** @param {{nodes: number, seconds: number}} lately */
  #spend({ nodes, seconds }) {
    this.#spent = { nodes: this.#before.nodes + nodes, seconds: this.#before.seconds + seconds };
  }

  /**
   * @param {string} text
   * @param {boolean} running
   * @param {boolean} again
   */
  #tell(text, running, again) {
    say(this.#text, text);
    this.#spinner.hidden = this.cancel.hidden = !running;
    this.again.hidden = !again;
  }
}

/** @param {number} ahead */
function waitingWords(ahead) {
  return ahead ? `Waiting, ${ahead} ahead…` : "Waiting…";
}

/** @param {Progress} progress @param {Position} position @param {number} playouts */
function progressWords({ nodes, seconds, at_least, at_most }, { players, turn, scored }, playouts) {
  const sentence = boundSentence(at_least, at_most, [players[turn], players[1 - turn]], scored);
  return `${grouped(nodes)} positions${playoutWords(playouts)} in ${time(seconds)}${sentence && ` · ${sentence}`}`;
}

/** @param {number} [playouts] */
const playoutWords = (playouts) => (playouts ? ` and ${counted(playouts, "playout", "playouts")}` : "");

/** @param {Report} report */
function reportWords(report) {
  const how = { proved: "Proved", bounded: "Not proved in this time", estimated: "Estimate, not proved" }[
    report.status
  ];
  const missing = report.status === "proved" && !report.complete ? ", but not every move" : "";
  return `${how}${missing} · ${report.engine} · ${grouped(report.nodes)} positions${playoutWords(report.playouts)} in ${time(report.seconds)}`;
}

/** @param {number} seconds */
function time(seconds) {
  return seconds < 0.95 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`;
}
