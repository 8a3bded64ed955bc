// All games as cards, each with its first board and its options; and the form of the options, for other places too.

import { allGames, ask, reason } from "./api.js";
import { html, set } from "./dom.js";
import { ownRules } from "./own.js";
import { draw } from "./picture.js";
import { forgetRules, keptRules } from "./shelf.js";
import { newGame, writeAddress } from "./state.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").OptionSpec} OptionSpec */

/**
 * @param {HTMLElement} root
 * @param {(address: string) => void} open
 */
export async function showGallery(root, open) {
  set(root, html("p", { class: "loading", role: "status" }, "Loading the games…"));
  const { games } = await allGames();
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
  );
  const own = await Promise.all(keptRules().map(ownCard));
  const cards = [...own, ...games.map((game) => card(game))];
  set(root, intro, html("ul", { class: "gallery" }, ...cards.map((one) => html("li", {}, one))), ownRules(open));
}

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
  const options = optionsForm(
    game,
    settings,
    "Play",
    (chosen) => writeAddress(newGame(game.name, chosen)),
    (changed, address) => {
      set(picture, draw(changed.picture, changed.players));
      picture.href = address;
    },
  );
  const title = html("h2", {}, html("a", { href }, game.title));
  return html(
    "article",
    { class: "card", "data-game": game.name },
    picture,
    title,
    html("p", {}, game.summary),
    options,
  );
}

/**
 * The fields of a game's options and a button that leads on with them once the server has taken them.
 * @param {Game} game
 * @param {Record<string, unknown>} settings those that differ from the defaults, or all
 * @param {string} button
 * @param {(chosen: Record<string, string>) => string} address
 * @param {(changed: Game, address: string) => void} [onChange]
 */
export function optionsForm(game, settings, button, address, onChange) {
  const message = html("p", { class: "error", role: "alert", hidden: true });
  const fields = game.options.map((spec) => field(spec, String(settings[spec.name] ?? spec.default), game.name));
  const link = html("a", { class: "button primary", href: address(changedOptions()) }, button);
  /** The options that differ from their defaults. */
  function changedOptions() {
    const all = fields.map(({ spec, read }) => /** @type {const} */ ([spec, read()]));
    return Object.fromEntries(
      all.filter(([spec, text]) => text !== spec.default).map(([spec, text]) => [spec.name, text]),
    );
  }
  async function check() {
    const chosen = changedOptions();
    link.href = address(chosen);
    try {
      const details = await ask(game.name, "", Object.entries(chosen));
      message.hidden = true;
      if (link.href.endsWith(address(chosen))) onChange?.(details, address(chosen));
      return true;
    } catch (problem) {
      message.textContent = reason(problem);
      message.hidden = false;
      return false;
    }
  }
  const form = html(
    "form",
    {
      class: "options",
      onchange: check,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (await check()) link.click();
      },
    },
    fields.length > 0 &&
      html(
        "details",
        {},
        html("summary", {}, "Options"),
        html("div", { class: "fields" }, ...fields.map(({ element }) => element)),
      ),
    message,
    html("div", { class: "actions" }, fields.length ? html("button", { class: "primary" }, button) : link),
  );
  return form;
}

/**
 * @param {OptionSpec} spec
 * @param {string} value
 * @param {string} game
 */
function field(spec, value, game) {
  const id = `${game}-${spec.name}`;
  const about = { id, name: spec.name, "aria-describedby": `${id}-help` };
  const range = spec.min !== undefined ? ` (${spec.min} to ${spec.max})` : "";
  const help = html("small", { id: `${id}-help` }, spec.help + range);
  const label = html("label", { for: id }, spec.name.replaceAll("-", " "));
  const wrap = (/** @type {HTMLElement} */ control) =>
    html("div", { class: `field field-${spec.kind}` }, label, control, help);
  if (spec.kind === "flag") {
    const box = html("input", { ...about, type: "checkbox", checked: value === "true" });
    return { spec, element: wrap(box), read: () => String(box.checked) };
  }
  if (spec.kind === "choice") {
    const choices = (spec.choices ?? []).map((choice) => html("option", { selected: choice === value }, choice));
    const select = html("select", about, ...choices);
    return { spec, element: wrap(select), read: () => select.value };
  }
  const kind =
    spec.kind === "int" ? { type: "number", min: spec.min, max: spec.max, inputmode: "numeric" } : { type: "text" };
  const input = html("input", { ...about, ...kind, value, autocomplete: "off", spellcheck: "false" });
  return { spec, element: wrap(input), read: () => input.value.trim() };
}
