// All games as cards, each with a board and its options, and a field to search them.

import { allGames, ask, reason } from "./api.js";
import { html, set } from "./dom.js";
import { optionsForm } from "./options.js";
import { ownRules } from "./own.js";
import { draw } from "./picture.js";
import { forgetRules, keptRules } from "./shelf.js";
import { newGame, writeAddress } from "./state.js";

/** @typedef {import("./types").Game} Game */

/**
 * @param {HTMLElement} root
 * @param {(address: string) => void} open
 * @param {{problem?: string, search?: string, signal: AbortSignal}} how problem: with what was brought here; search: what is looked for
 */
export async function showGallery(root, open, { problem = "", search = "", signal }) {
  set(root, html("p", { class: "loading", role: "status" }, "Loading the games…"));
  const { games } = await allGames();
  const own = await Promise.all(keptRules().map(ownCard));
  if (signal.aborted) return;
  const items = [...own, ...games.map((game) => card(game))].map((one) => html("li", {}, one));
  const intro = html(
    "section",
    { class: "intro" },
    html("h1", {}, "Play the perfect opponent"),
    html(
      "p",
      {},
      "Choose a game, or bring the rules of ",
      html("a", { href: "#own" }, "your own"),
      ". Every move shows whether it wins, ties or loses, and how fast: solved, not guessed.",
    ),
    problem && html("p", { class: "error", role: "alert" }, problem),
  );
  const gallery = html("ul", { class: "gallery", onkeydown: closeOptions }, ...items);
  set(root, intro, searchField(items, search), gallery, ownRules(open));
}

/** What the gallery shows, to come back to. */
export function galleryNow() {
  const field = document.querySelector("#search");
  return { search: field instanceof HTMLInputElement ? field.value : "" };
}

/**
 * A field that shows only the games with all of its words in their name, title or summary. Enter goes to the first of them.
 * @param {readonly HTMLElement[]} items
 * @param {string} value what is looked for to begin with
 */
function searchField(items, value) {
  const nothing = html("p", { class: "empty", role: "status" });
  const matching = () => items.filter((item) => !item.hidden);
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) {
      const text = `${item.querySelector("[data-game]")?.getAttribute("data-game")} ${item.textContent}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    nothing.textContent = matching().length ? "" : `No game has “${field.value}” in its name or summary.`;
  };
  const field = html("input", {
    id: "search",
    type: "search",
    value,
    placeholder: "Search games",
    "aria-label": "Search games",
    "aria-keyshortcuts": "/",
    autocomplete: "off",
    oninput: search,
  });
  if (value) search();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    matching()[0]?.querySelector("a")?.click();
  };
  return html("form", { class: "search", role: "search", onsubmit: submit }, field, nothing);
}

/** Escape closes the options, and goes back to what opened them. @param {KeyboardEvent} event */
function closeOptions({ key, target }) {
  const options = target instanceof Element ? target.closest("details") : null;
  if (key !== "Escape" || !options?.open) return;
  options.open = false;
  options.querySelector("summary")?.focus();
}

/** A press elsewhere closes the options. */
document.addEventListener("pointerdown", ({ target }) => {
  for (const options of document.querySelectorAll(".gallery details"))
    if (options instanceof HTMLDetailsElement && !(target instanceof Node && options.contains(target)))
      options.open = false;
});

/**
 * The card of a game of one's own, with a button to forget it.
 * @param {import("./shelf.js").Kept} kept
 */
async function ownCard({ name, title, options }) {
  const forget = html(
    "button",
    {
      type: "button",
      class: "quiet small",
      "aria-label": `Forget ${title}`,
      onclick: () => {
        forgetRules(name);
        forget.closest("li")?.remove();
      },
    },
    "Forget",
  );
  try {
    const element = card(await ask(name, "", Object.entries(options)), options);
    element.append(forget);
    return element;
  } catch (problem) {
    return html("article", { class: "card" }, html("h2", {}, title), html("p", {}, reason(problem)), forget);
  }
}

/**
 * @param {Game} game
 * @param {Record<string, string>} [settings]
 */
function card(game, settings = {}) {
  const href = writeAddress(newGame(game.name, settings));
  const picture = html(
    "a",
    { class: "card-board", href, tabindex: -1, "aria-hidden": "true" },
    draw(game.picture, game.players),
  );
  const title = html("a", { href }, game.title);
  const options = optionsForm(
    game,
    settings,
    "Play",
    (chosen) => writeAddress(newGame(game.name, chosen)),
    (changed, address) => {
      set(picture, draw(changed.picture, changed.players));
      picture.href = title.href = address;
    },
  );
  return html(
    "article",
    { class: "card", "data-game": game.name },
    picture,
    html("h2", {}, title),
    html("p", {}, game.summary),
    options,
  );
}
