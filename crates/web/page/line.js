// The line of best play: its moves lead to their positions, and can be copied.

import { copyButton } from "./copy.js";
import { html, update } from "./dom.js";

/**
 * @param {HTMLElement} root
 * @param {import("./types").Line} best
 * @param {(count: number) => void} goTo after so many moves of the line
 */
export function showLine(root, { line, endless }, goTo) {
  const copy = copyButton("copy", () => line.join(","));
  const chips = line.map((move, place) =>
    html("li", {}, html("button", { type: "button", class: "chip", onclick: () => goTo(place + 1) }, move)),
  );
  const end = endless && html("li", { class: "quiet-text" }, "… and so on for ever");
  if (!line.length) noLine(root, "No line is known.");
  else
    update(
      root,
      html(
        "div",
        { class: "stack" },
        html("ol", { class: "crumbs" }, ...chips, end),
        html("div", { class: "actions" }, copy),
      ),
    );
}

/**
 * @param {HTMLElement} root
 * @param {string} why
 */
export function noLine(root, why) {
  update(root, html("p", { class: "empty" }, why));
}
