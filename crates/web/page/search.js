// One analysis at a time: follows its stream, tells how it goes, and lets the user stop it and begin again.

import { analyse, reason } from "./api.js";
import { html, say, set } from "./dom.js";
import { boundWords, counted, grouped, isFinal } from "./words.js";

/** @typedef {import("./types").Report} Report */
/** @typedef {import("./types").Progress} Progress */

export class Search {
  /** @type {AbortController | null} */
  #running = null;
  #text = html("span", { class: "progress-text" });
  #spinner = html("span", { class: "spinner", "aria-hidden": "true" });

  /**
   * @param {HTMLElement} root
   * @param {{report: (report: Report) => void, end: () => void, again: () => void}} listeners
   */
  constructor(root, listeners) {
    this.listeners = listeners;
    this.cancel = html(
      "button",
      { id: "cancel", type: "button", class: "small", onclick: () => this.#cancelled() },
      "Cancel",
    );
    this.again = html(
      "button",
      { id: "again", type: "button", class: "small", onclick: listeners.again },
      "Search again",
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
   */
  async start(game, query, open) {
    this.stop();
    const controller = new AbortController();
    this.#running = controller;
    this.#tell("Searching…", true, false);
    /** @type {Report[]} */
    const reports = [];
    let failed = "";
    try {
      await analyse(game, query, controller.signal, (event, data) => {
        if (this.#running !== controller) return;
        if (event === "queued") this.#tell(waitingWords(data.ahead), true, false);
        else if (event === "busy")
          this.#tell(`The server is busy. Asking again in ${counted(data.seconds, "second", "seconds")}…`, true, false);
        else if (event === "progress")
          this.#tell(open ? progressWords(data) : "The opponent is thinking…", true, false);
        else if (event === "failure") failed = data.error;
        else if (event === "report") {
          reports.push(data);
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
      failed || (last ? reportWords(last) : "The search ended without an answer."),
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
    this.#tell("Search cancelled.", false, true);
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

/** @param {Progress} progress */
function progressWords({ nodes, seconds, at_least, at_most }) {
  const bounds = boundWords(at_least, at_most);
  return `${grouped(nodes)} positions in ${time(seconds)}${bounds ? ` · so far: ${bounds}` : ""}`;
}

/** @param {Report} report */
function reportWords(report) {
  const how = { proved: "Proved", bounded: "Stopped at a limit", estimated: "Estimate, not proved" }[report.status];
  const missing = report.status === "proved" && !report.complete ? ", but not every move" : "";
  return `${how}${missing} · ${report.engine} · ${grouped(report.nodes)} positions in ${time(report.seconds)}`;
}

/** @param {number} seconds */
function time(seconds) {
  return seconds < 0.95 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`;
}
