// The line of best play, or of what seems best: its moves lead to their positions, and can be copied.

import { copyButton } from "./copy.js";
import { html, update } from "./dom.js";

/**
 * @param {HTMLElement} root
 * @param {import("./types").Line} best
 * @param {boolean} guessed whether it is just what was tried most
 * @param {(count: number) => void} goTo after so many moves of the line
 */
export function showLine(root, { line, endless }, guessed, goTo) {
  const copy = copyButton("copy", () => line.join(","));
  const chips = line.map((move, place) =>
    html("li", {}, html("button", { type: "button", class: "chip", onclick: () => goTo(place + 1) }, move)),
  );
  const end = (endless || guessed) && html("li", { class: "quiet-text" }, endless ? "… and so on for ever" : "…");
  const note = guessed && html("p", { class: "quiet-text" }, "Not proved: what seems best on both sides.");
  if (!line.length) noLine(root, "No line is known.");
  else
    update(
      root,
      html(
        "div",
        { class: "stack" },
        note,
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
