// Asks the server: JSON answers, and the stream of an analysis.

import { keptRules } from "./shelf.js";
import { queryText } from "./state.js";

/** @typedef {[string, string][]} Query */

/** The longest address that is asked for. */
const LONGEST = 15_000;

/** The status of an answer to a question that makes sense, but is too large. */
export const NO_ANSWER = 422;

/** An answer of the server that is an error, in its own words. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** There is no answer at all. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. Is perfectplay serve still running?");
  }
}

/**
 * What went wrong, in words.
 * @param {unknown} problem
 */
export const reason = (problem) => (problem instanceof Error ? problem.message : String(problem));

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text();
  try {
    return new Refusal(JSON.parse(text).error, response.status);
  } catch {
    return new Refusal(text || `the server answers ${response.status}`, response.status);
  }
}

/**
 * A fetch that waits and asks again as long as the server is too busy; rules of one's own that it has forgotten are told again.
 * @param {string} path
 * @param {RequestInit} request
 * @param {(seconds: number) => void} [onWait]
 */
async function patiently(path, request, onWait) {
  if (path.length > LONGEST)
    throw new Refusal(`expected a game that fits into ${LONGEST} letters, found ${path.length}`, NO_ANSWER);
  for (let isToldAgain = false; ; ) {
    const response = await fetch(path, request).catch((problem) => {
      throw request.signal?.aborted ? problem : new Unreachable();
    });
    if (response.ok) return response;
    const problem = await refusal(response);
    const forgotten = response.status === 404 && !isToldAgain && rulesOf(path);
    if (forgotten) {
      isToldAgain = true;
      await bringRules(forgotten.title, forgotten.text);
      continue;
    }
    if (response.status !== 429) throw problem;
    const seconds = Math.max(1, Number(response.headers.get("Retry-After")) || 1);
    onWait?.(seconds);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    request.signal?.throwIfAborted();
  }
}

/**
 * The rules of the game that an address is about, if they are one's own.
 * @param {string} path
 */
function rulesOf(path) {
  const name = /^\/api\/games\/([^/?]+)/.exec(path)?.[1];
  return keptRules().find((rules) => rules.name === name);
}

/**
 * Gives the server rules, and learns how it calls the game.
 * @param {string} title
 * @param {string} text
 * @returns {Promise<import("./types").Welcome>}
 */
export async function bringRules(title, text) {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  const request = { method: "POST", headers, body: text };
  return (await patiently(`/api/rules${queryText(title ? [["title", title]] : [])}`, request)).json();
}

/**
 * @param {string} game
 * @param {string} route "" | "/position" | "/play" | "/line" | "/proof"
 * @param {Query} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(game, route, query, signal) {
  const path = `/api/games/${encodeURIComponent(game)}${route}${queryText(query)}`;
  return (await patiently(path, { signal })).json();
}

/** @returns {Promise<{games: import("./types").Game[]}>} */
export async function allGames() {
  return (await patiently("/api/games", {})).json();
}

/**
 * Solves many positions in one go.
 * @param {string} game
 * @param {{options: Record<string, string>, queries: {position?: string, moves?: string}[], limit_seconds: number}} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<{answers: (import("./types").Report | {error: string})[]}>}
 */
export async function solveAll(game, body, signal) {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body), signal };
  return (await patiently(`/api/games/${encodeURIComponent(game)}/solve`, request)).json();
}

/**
 * Follows an analysis; each event goes to the listener with its name. Ends with the stream.
 * @param {string} game
 * @param {Query} query
 * @param {AbortSignal} signal
 * @param {(event: string, data: any) => void} listener
 */
export async function analyse(game, query, signal, listener) {
  const path = `/api/games/${encodeURIComponent(game)}/analysis${queryText(query)}`;
  const response = await patiently(path, { signal, headers: { Accept: "text/event-stream" } }, (seconds) =>
    listener("busy", { seconds }),
  );
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const fields = event.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line) ?? ["", "", ""]);
      const name = fields.find(([, field]) => field === "event")?.[2] ?? "message";
      const data = fields.filter(([, field]) => field === "data").map(([, , rest]) => rest);
      if (data.length) listener(name, JSON.parse(data.join("\n")));
    }
  }
}
