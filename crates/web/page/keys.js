// The keys that work anywhere on the page of a game.

/** @type {Record<string, string>} the ids of what they press, or focus */
const SHORTCUTS = {
  u: "undo",
  r: "redo",
  n: "restart",
  h: "hints",
  f: "flip",
  s: "step",
  m: "move-text",
  Escape: "unselect",
};
const TYPING = "input:not([type=checkbox], [type=range]), select, textarea, dialog";

/**
 * What a key asks for; nothing while the user types, or if something else has used the key.
 * @param {KeyboardEvent} event
 */
export function shortcut(event) {
  const typing = event.target instanceof Element && event.target.closest(TYPING);
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  return SHORTCUTS[event.key] ?? null;
}
