// The keys that work anywhere on the page of a game, and those that type a move.

/** @type {Record<string, string>} the ids of what they press, or focus */
const SHORTCUTS = {
  u: "undo",
  r: "redo",
  n: "restart",
  h: "hints",
  f: "flip",
  s: "step",
  m: "move-text",
};
const TYPING = "input:not([type=checkbox], [type=range]), select, textarea, dialog";

/**
 * The signs with which moves begin: those that are legal, and those to places of the board (names of several words are no moves).
 * @param {Pick<import("./types").Position, "legal" | "picture">} position
 */
export function beginnings({ legal, picture }) {
  const places = picture.spots.map(({ name }) => name).filter((name) => !name.includes(" "));
  return [...legal.map(({ move }) => move), ...places].map((text) => text.slice(0, 1).toLowerCase());
}

/**
 * What each key presses, by id. A letter with which moves begin types, and presses with Shift.
 * @param {ReadonlySet<string>} typed the signs with which moves begin
 * @returns {Map<string, string>}
 */
export function keysOf(typed) {
  const entries = Object.entries(SHORTCUTS);
  return new Map(entries.map(([letter, id]) => [id, typed.has(letter) ? letter.toUpperCase() : letter]));
}

/**
 * What a key asks for: to press or focus something, or to type a move; nothing while the user types elsewhere, or if something else
 * has used the key.
 * @param {KeyboardEvent} event
 * @param {ReadonlySet<string>} typed the signs with which moves begin
 * @returns {{press: string} | "type" | "unselect" | null}
 */
export function meaning(event, typed) {
  const elsewhere = event.target instanceof Element && event.target.closest(TYPING);
  if (elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (event.key === "Escape") return "unselect";
  for (const [press, key] of keysOf(typed)) if (key === event.key) return { press };
  const isSign = /^[\p{L}\p{N}]$/u.test(event.key) || typed.has(event.key);
  return isSign && !event.repeat ? "type" : null;
}
