// A button that copies a text.

import { html, say } from "./dom.js";

/**
 * @param {string} id
 * @param {() => string} text
 */
export function copyButton(id, text) {
  const onclick = async (/** @type {MouseEvent & {currentTarget: HTMLElement}} */ { currentTarget: button }) => {
    await navigator.clipboard.writeText(text());
    say(button, "Copied");
    setTimeout(() => say(button, "Copy"), 1500);
  };
  return html("button", { type: "button", id, class: "small", onclick }, "Copy");
}
