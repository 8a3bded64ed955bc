// The address of the page and the state of the game: each made from the other, and the steps between states. Pure.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Mode} Mode */

const OWN_NAMES = ["position", "moves", "at", "mode", "skill", "view", "line", "claim"];
/** @type {readonly Mode[]} */
export const MODES = ["people", "first", "second", "watch"];
/** The address of the list of games. */
export const GALLERY = "/";

/**
 * @param {string} game
 * @param {Record<string, string>} [options]
 * @returns {State}
 */
export function newGame(game, options = {}) {
  return {
    game,
    options,
    position: null,
    moves: [],
    at: 0,
    mode: "first",
    skill: 100,
    view: "play",
    line: [],
    claim: 0,
  };
}

/**
 * The mode of an address that tells none: a position that is shared is there to be looked at, a new game to be played.
 * @param {Pick<State, "position" | "moves">} state
 * @returns {Mode}
 */
function usualMode({ position, moves }) {
  return position || moves.length ? "people" : "first";
}

/**
 * The state that an address stands for; null if it is not that of a game.
 * @param {string} path
 * @param {string} search
 * @returns {State | null}
 */
export function readAddress(path, search) {
  const match = /^\/play\/([^/]+)\/?$/.exec(path);
  if (!match) return null;
  const query = new URLSearchParams(search);
  const state = newGame(decoded(match[1]));
  for (const [name, value] of query) if (!OWN_NAMES.includes(name)) state.options[name] = value;
  state.position = query.get("position") || null;
  state.moves = list(query.get("moves"));
  state.at = number(query.get("at"), 0, state.moves.length, state.moves.length);
  state.mode = MODES.find((mode) => mode === query.get("mode")) ?? usualMode(state);
  state.skill = number(query.get("skill"), 0, 100, 100);
  const view = query.get("view");
  if (view === "setup" || view === "proof") state.view = view;
  state.line = list(query.get("line"));
  state.claim = number(query.get("claim"), 0, Infinity, 0);
  return state;
}

/**
 * Whether the page itself shows what is at this path.
 * @param {string} path
 */
export function isShown(path) {
  return path === GALLERY || readAddress(path, "") !== null;
}

/** @param {State} state */
export function writeAddress(state) {
  /** @type {[string, string][]} */
  const query = Object.entries(state.options);
  if (state.position) query.push(["position", state.position]);
  if (state.moves.length) query.push(["moves", state.moves.join(",")]);
  if (state.at < state.moves.length) query.push(["at", String(state.at)]);
  if (state.mode !== usualMode(state)) query.push(["mode", state.mode]);
  if (state.skill !== 100) query.push(["skill", String(state.skill)]);
  if (state.view !== "play") query.push(["view", state.view]);
  if (state.view === "proof" && state.line.length) query.push(["line", state.line.join(",")]);
  if (state.view === "proof" && state.claim) query.push(["claim", String(state.claim)]);
  return `/play/${encodeURIComponent(state.game)}${queryText(query)}`;
}

/**
 * "?a=1&b=2,3", or nothing; commas and the like stay readable.
 * @param {[string, string][]} query
 */
export function queryText(query) {
  const readable = (/** @type {string} */ text) =>
    encodeURIComponent(text)
      .replace(/%(2C|2F|3A|3B)/g, decodeURIComponent)
      .replace(/%20/g, "+");
  return query.length ? "?" + query.map(([name, value]) => `${readable(name)}=${readable(value)}`).join("&") : "";
}

/**
 * The query of the API for the position after some of the moves.
 * @param {State} state
 * @param {number} [at]
 * @returns {[string, string][]}
 */
export function positionQuery(state, at = state.at) {
  /** @type {[string, string][]} */
  const query = Object.entries(state.options);
  if (state.position) query.push(["position", state.position]);
  if (at) query.push(["moves", state.moves.slice(0, at).join(",")]);
  return query;
}

/**
 * Of all settings those that are not the usual ones, as texts.
 * @param {readonly import("./types").OptionSpec[]} specs
 * @param {Record<string, unknown>} settings
 * @returns {Record<string, string>}
 */
export function unusual(specs, settings) {
  const texts = specs.map(({ name, default: usual }) => [name, String(settings[name] ?? usual), usual]);
  return Object.fromEntries(texts.filter(([, text, usual]) => text !== usual));
}

/**
 * The state after one more move. The moves that could be redone stay if it is the next of them.
 * @param {State} state
 * @param {string} move
 * @returns {State}
 */
export function withMove(state, move) {
  const moves = state.moves[state.at] === move ? state.moves : [...state.moves.slice(0, state.at), move];
  return { ...state, moves, at: state.at + 1 };
}

/**
 * Whether the opponent plays this side.
 * @param {Mode} mode
 * @param {import("./types").Turn} turn
 */
export function opponentPlays(mode, turn) {
  return mode === "watch" || (mode === "first" && turn === 1) || (mode === "second" && turn === 0);
}

/** A part of an address; as it stands if it is none. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string | null} text */
function list(text) {
  return text ? text.split(",").filter(Boolean) : [];
}

/**
 * @param {string | null} text
 * @param {number} min
 * @param {number} max
 * @param {number} otherwise
 */
function number(text, min, max, otherwise) {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(max, Math.max(min, Number(text))) : otherwise;
}
