// The form of a game's options: it leads on with them once the server has taken them.

import { ask, reason } from "./api.js";
import { html } from "./dom.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").OptionSpec} OptionSpec */

/**
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
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await check()) link.click();
  };
  if (!fields.length) return html("div", { class: "options" }, link);
  const panel = html(
    "div",
    { class: "options-panel" },
    ...fields.map(({ element }) => element),
    message,
    html("button", { class: "primary" }, `${button} with these`),
  );
  return html(
    "form",
    { class: "options", onchange: check, onsubmit: submit },
    html("button", { class: "primary first-button" }, button),
    html("details", { name: `options of ${game.name}` }, html("summary", { class: "button" }, "Options"), panel),
  );
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
