// Rules that were dropped or pasted, kept in this browser: a server may forget them, and is told again then.

/**
 * @typedef {object} Kept
 * @property {string} name by which the server knows the game
 * @property {string} title
 * @property {string} text the rules
 * @property {Record<string, string>} options those it is played with
 */

const KEY = "rules";
const MOST = 8;

/**
 * Those used last come first.
 * @returns {Kept[]}
 */
export function keptRules() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Kept} rules */
export function keepRules(rules) {
  let kept = [rules, ...keptRules().filter(({ name }) => name !== rules.name)].slice(0, MOST);
  // a browser has room for some megabytes
  for (; kept.length; kept = kept.slice(0, -1)) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      return;
    } catch {
      continue;
    }
  }
}

/** @param {string} name */
export function forgetRules(name) {
  localStorage.setItem(KEY, JSON.stringify(keptRules().filter((rules) => rules.name !== name)));
}
