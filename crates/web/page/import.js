// Games and positions from outside: pasted, dropped or chosen as a file; moves as people write them, or what export has written.

import { allGames, ask, reason } from "./api.js";
import { html, set } from "./dom.js";
import { newGame, positionQuery, unusual } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {Pick<State, "position" | "moves">} Reading */

/** A game that is written down: all but its moves may be left out. @typedef {{game?: string, options?: Record<string, string>, position?: string | null, moves: string[], at?: number}} GameRecord */

/** The most letters of a text that is read. */
const LARGEST = 256 * 1024;

/** What stands at the end of a game that is written down. */
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2", "½-½"];

/** Whether a text is meant as a file of ours. @param {string} text */
export const isRecord = (text) => /^\s*\{/.test(text);

/**
 * A game as export has written it.
 * @param {string} text
 * @returns {GameRecord}
 */
export function readRecord(text) {
  const wrong = (/** @type {string} */ what) =>
    new Error(`expected a game as JSON, with a list of moves; found ${what}`);
  let data;
  try {
    data = JSON.parse(text);
  } catch (problem) {
    throw wrong(`a text that is no JSON (${reason(problem)})`);
  }
  const { game, options, position = null, moves, at } = data;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === "string"))
    throw wrong(
      moves === undefined ? "no moves" : `moves that are no list of texts: ${JSON.stringify(moves).slice(0, 60)}`,
    );
  if (options !== undefined && (typeof options !== "object" || !options || Array.isArray(options)))
    throw wrong(`options that are no object: ${JSON.stringify(options).slice(0, 60)}`);
  const texts = Object.entries(options ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(",") : `${value}`,
  ]);
  return { game, options: options && Object.fromEntries(texts), position, moves, at };
}

/**
 * A game as chess programs write it (PGN), without its tags, and the position that it starts from if they tell one.
 * @param {string} text
 */
export function headless(text) {
  const tags = [...text.matchAll(/^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm)];
  const start = tags.find(([, name]) => name === "FEN")?.[2] ?? null;
  return { start, rest: tags.reduce((rest, [tag]) => rest.replace(tag, ""), text) };
}

/**
 * The ways in which a text can be a list of moves: separated by spaces or commas, with numbers before them or without; by commas
 * alone, where moves have spaces; and not at all, where each has one sign.
 * @param {string} text
 * @returns {string[][]}
 */
export function moveLists(text) {
  const words = text
    .replaceAll(/\{[^}]*\}/g, " ")
    .split(/[\s,]+/)
    .filter(Boolean);
  const numberless = words.map((word) => word.replace(/^\d+(\.+|…)/, "")).filter(Boolean);
  const isNumbered = numberless.join(" ") !== words.join(" ");
  if (isNumbered && RESULTS.includes(numberless[numberless.length - 1])) numberless.pop();
  const phrases = text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
  const lists = [numberless, phrases, [...words.join("")]];
  return lists.filter(
    (list, place) => list.length && lists.findIndex((one) => one.join("\n") === list.join("\n")) === place,
  );
}

/** How many moves could be read before this problem. @param {unknown} problem */
const readBefore = (problem) => Number(/\(move (\d+)\)$/.exec(reason(problem))?.[1] ?? 1) - 1;

/**
 * The state that a text stands for on the page of a game.
 * @param {string} text
 * @param {State} state
 * @returns {Promise<State>}
 */
export async function imported(text, state) {
  if (!text.trim()) throw new Error("expected moves, a position, or a game as JSON; found nothing");
  if (text.length > LARGEST) throw new Error(`expected a game of at most ${LARGEST} letters, found ${text.length}`);
  if (isRecord(text)) return stateOf(readRecord(text), state);
  const { start, rest } = headless(text);
  /** @type {Reading[]} */
  const readings = moveLists(rest).map((moves) => ({ position: start ?? state.position, moves }));
  if (state.position && start === null) readings.push(...readings.map(({ moves }) => ({ position: null, moves })));
  readings.push({ position: text.trim(), moves: [] });
  /** @type {unknown[]} */
  const problems = [];
  for (const reading of readings) {
    try {
      return await stateOf(reading, state);
    } catch (problem) {
      problems.push(problem);
    }
  }
  const other = await positionOfSome(text).catch(() => null);
  if (other) return other;
  const best = problems.reduce((best, one) => (readBefore(one) > readBefore(best) ? one : best));
  if (readBefore(best)) throw best;
  throw new Error(`As moves: ${reason(problems[0])}. As a position: ${reason(problems[problems.length - 1])}`);
}

/**
 * The state of a game that is written down, if the server can read it.
 * @param {GameRecord} record
 * @param {State} [state] where the game, its options and more are taken from if it does not tell them
 * @returns {Promise<State>}
 */
export async function stateOf({ game, options, position = null, moves, at }, state) {
  const name = game ?? state?.game;
  if (!name) throw new Error('expected a game as JSON that tells its name as "game", found none');
  const base = options ?? (name === state?.game ? state.options : {});
  /** @type {import("./types").GameDetails} */
  const details = await ask(name, "", Object.entries(base));
  const isNew = position !== null && position !== state?.position;
  // what a position chooses is not taken from where one comes from
  const kept = Object.entries(base).filter(([one]) => options || !isNew || !details.fitted.includes(one));
  const fresh = { ...newGame(name, Object.fromEntries(kept)), position, moves, at: moves.length };
  const seen = await ask(name, "/position", positionQuery(fresh));
  const length = seen.moves.length;
  const place = Number.isInteger(at) ? Math.max(0, Math.min(Number(at), length)) : length;
  return { ...fresh, options: unusual(details.options, seen.options), moves: seen.moves, at: place, mode: "people" };
}

/**
 * A position of one of the games that know their positions from others, with the settings that it asks for.
 * @param {string} text
 */
export async function positionOfSome(text) {
  const { games } = await allGames();
  /** @type {string[]} */
  const problems = [];
  for (const { name, title } of games.filter(({ fitted }) => fitted.length)) {
    try {
      return await stateOf({ game: name, position: text.trim(), moves: [] });
    } catch (problem) {
      problems.push(`${title}: ${reason(problem)}`);
    }
  }
  throw new Error(`No game takes this as a position. ${problems.join(" ")}`);
}

/** Where a game is pasted, dropped or chosen. */
export class ImportDialog {
  #area = html("textarea", { id: "import-text", rows: 7, spellcheck: "false", "aria-describedby": "import-help" });
  #message = html("p", { class: "error", role: "alert", hidden: true });
  #dialog = html("dialog", { id: "import-dialog", "aria-labelledby": "import-title" });
  /** @type {State | null} the game that it is opened from */
  #state = null;

  /** @param {(next: State) => void} go */
  constructor(go) {
    this.go = go;
    const file = html("input", {
      type: "file",
      id: "import-file",
      accept: ".json,.txt,application/json,text/plain",
      onchange: async () => file.files?.[0] && this.#take(await file.files[0].text()),
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#take(this.#area.value);
    };
    const help =
      "Moves with spaces, commas or lines between them, with or without numbers; a position; or a game that was exported.";
    const form = html(
      "form",
      { class: "stack", onsubmit: submit },
      html("h2", { id: "import-title" }, "Import a game"),
      html("label", { for: "import-text", id: "import-help" }, help),
      this.#area,
      this.#message,
      html(
        "div",
        { class: "actions" },
        html("button", { class: "primary", id: "import-go" }, "Import"),
        html("label", { class: "button", for: "import-file" }, "Choose a file"),
        file,
        html("button", { type: "button", onclick: () => this.#dialog.close() }, "Cancel"),
      ),
    );
    set(this.#dialog, form);
    this.#dialog.addEventListener("close", () => this.#dialog.remove());
  }

  /**
   * @param {State} state
   * @param {string} [text]
   */
  open(state, text = "") {
    this.#state = state;
    this.#area.value = text;
    this.#complain("");
    document.body.append(this.#dialog);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#area.focus();
  }

  /**
   * Goes to what a text stands for; if that is nothing, the dialog tells why.
   * @param {string} text
   * @param {State} state
   */
  async read(text, state) {
    if (!this.#dialog.open) this.#state = state;
    await this.#take(text);
  }

  /** @param {string} text */
  async #take(text) {
    const state = this.#state;
    if (!state) return;
    try {
      const next = await imported(text, state);
      this.#dialog.close();
      this.go(next);
    } catch (problem) {
      if (!this.#dialog.open) this.open(state, text);
      this.#area.value = text;
      this.#complain(reason(problem));
    }
  }

  /** @param {string} words */
  #complain(words) {
    this.#message.textContent = words;
    this.#message.hidden = !words;
  }
}
