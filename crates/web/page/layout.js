// The parts of the page of a game, and where they stand.

import { html } from "./dom.js";

/** @typedef {import("./types").GameDetails} GameDetails */

/**
 * @param {GameDetails} details
 * @param {HTMLElement} optionsForm
 * @param {boolean} hints
 */
export function layout(details, optionsForm, hints) {
  const [first, second] = details.players;
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ key) =>
    html("button", { id, type: "button", title: `${text} (${key})`, "aria-keyshortcuts": key }, text);
  const parts = {
    turn: html("p", { id: "turn" }),
    sentence: html("p", { id: "sentence", "aria-live": "polite" }),
    board: html("div", { id: "board" }),
    status: html("p", { id: "status", role: "status", "aria-live": "polite" }),
    progress: html("div", { id: "progress" }),
    undo: button("undo", "Undo", "u"),
    redo: button("redo", "Redo", "r"),
    restart: button("restart", "Restart", "n"),
    flip: button("flip", "Flip sides", "f"),
    step: button("step", "Step", "s"),
    auto: html("input", { id: "auto", type: "checkbox" }),
    moveText: html("input", {
      id: "move-text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      size: 10,
      "aria-keyshortcuts": "m",
    }),
    mode: html(
      "select",
      { id: "mode" },
      html("option", { value: "people" }, "Two people"),
      html("option", { value: "first" }, `I play ${first}, perfect opponent plays ${second}`),
      html("option", { value: "second" }, `I play ${second}, perfect opponent plays ${first}`),
      html("option", { value: "watch" }, "Watch the opponent play itself"),
    ),
    skill: html("input", { id: "skill", type: "range", min: 0, max: 100, step: 5, "aria-describedby": "skill-words" }),
    skillWords: html("small", { id: "skill-words" }),
    hints: html("input", { id: "hints", type: "checkbox", role: "switch", checked: hints, "aria-keyshortcuts": "h" }),
    moves: html("div", { id: "moves" }),
    history: html("div", { id: "history" }),
    line: html("div", { id: "line" }),
    export: html("button", { id: "export", type: "button" }, "Export as JSON"),
    play: html("a", { id: "play", href: "#" }, "Play"),
    setup: html("a", { id: "setup", href: "#" }, "Set up"),
    proof: html("a", { id: "proof", href: "#" }, "Proof"),
    setupPanel: html("div", { class: "panels", hidden: true }),
    proofPanel: html("div", { class: "panels", hidden: true }),
  };
  const autoLabel = html("label", { class: "check", id: "auto-label" }, parts.auto, "Auto-play");
  const moveForm = html(
    "form",
    { class: "move-form" },
    html("label", { for: "move-text" }, "Move"),
    parts.moveText,
    html("button", { type: "submit" }, "Play"),
  );
  const toolbar = html(
    "div",
    { class: "toolbar" },
    parts.undo,
    parts.redo,
    parts.restart,
    parts.flip,
    parts.step,
    autoLabel,
    moveForm,
  );
  const headline = html("div", { class: "headline" }, parts.turn, parts.sentence);
  const stage = html(
    "section",
    { class: "stage", "aria-label": "Board" },
    headline,
    parts.board,
    parts.status,
    toolbar,
    parts.progress,
  );
  const skillField = html(
    "div",
    { class: "field" },
    html("label", { for: "skill" }, "Skill of the opponent"),
    parts.skill,
    parts.skillWords,
  );
  const settings = card(
    "",
    html("div", { class: "field" }, html("label", { for: "mode" }, "Players"), parts.mode),
    skillField,
    html(
      "label",
      { class: "switch" },
      parts.hints,
      html("span", {}, "Hints"),
      html("small", {}, "values, moves and best play"),
    ),
  );
  const playPanel = html(
    "div",
    { class: "panels" },
    settings,
    hinted(card("Moves", parts.moves)),
    card("The game so far", parts.history, html("div", { class: "actions" }, parts.export)),
    hinted(card("Best play from here", parts.line)),
    about(details),
    html("section", { class: "card" }, html("h2", {}, "Other options"), optionsForm),
  );
  const views = html("nav", { class: "views", "aria-label": "Views" }, parts.play, parts.setup, parts.proof);
  const head = html("header", { class: "game-head" }, html("h1", {}, details.title), views);
  const root = html("div", { class: "game" }, head, stage, playPanel, parts.setupPanel, parts.proofPanel);
  return { ...parts, skillField, autoLabel, moveForm, playPanel, root };
}

/** @typedef {ReturnType<typeof layout>} Layout */

/**
 * @param {string} title
 * @param {import("./dom.js").Child[]} children
 */
export function card(title, ...children) {
  return html(
    "section",
    { class: "card", "aria-label": title || "Settings" },
    title && html("h2", {}, title),
    ...children,
  );
}

/** Seen only with hints. @param {HTMLElement} element */
function hinted(element) {
  element.classList.add("hinted");
  return element;
}

/**
 * What a game tells of itself; somebody's own need not tell anything.
 * @param {GameDetails} details
 */
function about({ rules, notation, example }) {
  const fold = (/** @type {string} */ title, /** @type {string} */ text, /** @type {"p" | "pre"} */ tag = "p") =>
    text && html("details", {}, html("summary", {}, title), html(tag, tag === "pre" ? { tabindex: 0 } : {}, text));
  return html(
    "section",
    { class: "card about", "aria-label": "Rules", hidden: !(rules || notation || example) },
    fold("Rules", rules),
    fold("Notation", notation),
    fold("On the command line", example, "pre"),
  );
}
