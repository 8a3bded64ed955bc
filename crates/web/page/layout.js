// The parts of the page of a game, and where they stand.

import { copyButton } from "./copy.js";
import { html } from "./dom.js";

/** @typedef {import("./types").GameDetails} GameDetails */

/**
 * @param {GameDetails} details
 * @param {HTMLElement} optionsForm
 * @param {boolean} hints
 */
export function layout(details, optionsForm, hints) {
  const [first, second] = details.players;
  const button = (/** @type {string} */ id, /** @type {string} */ text) => html("button", { id, type: "button" }, text);
  const parts = {
    turn: html("p", { id: "turn" }),
    sentence: html("p", { id: "sentence", "aria-live": "polite" }),
    board: html("div", { id: "board" }),
    status: html("p", { id: "status", role: "status", "aria-live": "polite" }),
    progress: html("div", { id: "progress" }),
    undo: button("undo", "Undo"),
    redo: button("redo", "Redo"),
    restart: button("restart", "Restart"),
    flip: button("flip", "Flip sides"),
    step: button("step", "Let the opponent move"),
    auto: html("input", { id: "auto", type: "checkbox" }),
    moveText: html("input", {
      id: "move-text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      size: 10,
      placeholder: "Move",
      "aria-label": "Move",
    }),
    mode: html(
      "select",
      { id: "mode" },
      html("option", { value: "first" }, `The opponent plays ${second}`),
      html("option", { value: "second" }, `The opponent plays ${first}`),
      html("option", { value: "people" }, "No opponent: I move both sides"),
      html("option", { value: "watch" }, "The opponent plays both sides"),
    ),
    skill: html("input", { id: "skill", type: "range", min: 0, max: 100, step: 5, "aria-describedby": "skill-words" }),
    skillWords: html("small", { id: "skill-words" }),
    hints: html("input", { id: "hints", type: "checkbox", role: "switch", checked: hints }),
    moves: html("div", { id: "moves" }),
    history: html("div", { id: "history" }),
    played: html("div", { id: "played" }),
    review: html("button", { id: "review", type: "button" }, "Review the game"),
    reviewed: html("div", { id: "reviewed" }),
    import: html("button", { id: "import", type: "button" }, "Import"),
    line: html("div", { id: "line" }),
    command: html("pre", { id: "command", tabindex: 0 }),
    export: html("button", { id: "export", type: "button" }, "Export"),
    play: html("a", { id: "play", href: "#" }, "Play"),
    setup: html("a", { id: "setup", href: "#" }, "Set up"),
    proof: html("a", { id: "proof", href: "#" }, "Proof"),
    setupPanel: html("div", { class: "panels", hidden: true }),
    proofPanel: html("div", { class: "panels", hidden: true }),
  };
  const autoLabel = html("label", { class: "check", id: "auto-label" }, parts.auto, "Auto-play");
  const moveForm = html("form", { class: "move-form" }, parts.moveText, html("button", { type: "submit" }, "Play"));
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
    card(
      "The game so far",
      parts.history,
      parts.played,
      html("div", { class: "actions" }, hinted(parts.review), parts.import, parts.export),
      hinted(parts.reviewed),
    ),
    hinted(card("Best play from here", parts.line)),
    about(details, parts.command),
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
 * @param {HTMLElement} command for the position at hand; rules that came as a file have none
 */
function about({ rules, notation, example }, command) {
  const fold = (/** @type {string} */ title, /** @type {string} */ text) =>
    text && html("details", {}, html("summary", {}, title), html("p", {}, text));
  const copy = html(
    "div",
    { class: "actions" },
    copyButton("copy-command", () => command.textContent ?? ""),
  );
  return html(
    "section",
    { class: "card about", "aria-label": "Rules", hidden: !(rules || notation || example) },
    fold("Rules", rules),
    fold("Notation", notation),
    example && html("details", {}, html("summary", {}, "On the command line"), command, copy),
  );
}
