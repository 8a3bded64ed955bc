// Walks through a proof: the strategy's move at its own turns, and its answer to every reply of the other side.

import { ask, reason } from "./api.js";
import { html, set } from "./dom.js";
import { card } from "./layout.js";
import { counted } from "./numbers.js";
import { positionQuery, writeAddress } from "./state.js";
import { showTurn } from "./status.js";

/** @typedef {import("./types").Proof} Proof */
/** @typedef {import("./types").State} State */

/**
 * @param {import("./layout.js").Layout} page
 * @param {import("./board.js").Board} board
 * @param {State} state
 * @param {import("./types").GameDetails} details
 * @param {AbortSignal} signal
 * @param {(next: State) => void} go
 */
export async function showProof({ proofPanel: root, turn }, board, state, { players, proofs }, signal, go) {
  const more = proofs.length > 0 && card("Published proofs", published(proofs, state));
  const waiting = html("p", { role: "status" }, "Building and checking the proof. This can take a minute…");
  set(root, card("Proof", waiting), more);
  const query = positionQuery(state);
  if (state.line.length) query.push(["line", state.line.join(",")]);
  if (state.claim) query.push(["claim", String(state.claim)]);
  /** @type {Proof} */
  let proof;
  try {
    proof = await ask(state.game, "/proof", query, signal);
  } catch (problem) {
    if (signal.aborted) return;
    const message = reason(problem);
    const back = html(
      "button",
      { type: "button", onclick: () => go({ ...state, line: [], claim: 0 }) },
      "Back to the beginning of the proof",
    );
    set(
      root,
      card(
        "Proof",
        html("p", { class: "error", role: "alert" }, message),
        state.line.length > 0 && html("div", { class: "actions" }, back),
      ),
      more,
    );
    return;
  }
  if (signal.aborted) return;
  board.show(proof.picture, players, new Map(), "Board of the proof");
  if (proof.node.over) turn.textContent = proof.node.over;
  else showTurn(turn, { players, turn: proof.node.turn });
  const walk = (/** @type {string[]} */ line) => go({ ...state, line });
  set(
    root,
    card(
      "What is proved",
      claims(proof, (chosen) => go({ ...state, claim: chosen, line: [] })),
      html(
        "p",
        { class: "quiet-text" },
        `${counted(proof.positions, "position", "positions")} in the certificate; an independent checker has accepted it.`,
      ),
    ),
    card(
      "The line so far",
      breadcrumbs(proof.line, walk),
      proof.turned &&
        html(
          "p",
          { class: "quiet-text" },
          "The board is shown as the certificate has it: turned, or without what has no influence any more.",
        ),
    ),
    card(
      heading(proof, players),
      html("p", { id: "proof-sentence", "aria-live": "polite" }, proof.node.over ?? proof.node.sentence),
      step(proof, players, walk),
    ),
    more,
  );
}

/**
 * Links to the certificates that came with the server.
 * @param {import("./types").GameDetails["proofs"]} proofs
 * @param {State} state
 */
function published(proofs, state) {
  const place = (/** @type {string | null} */ position) =>
    writeAddress({ ...state, position, moves: [], at: 0, view: "proof", line: [], claim: 0 });
  const items = proofs.map(({ position, sentence }) => html("li", {}, html("a", { href: place(position) }, sentence)));
  return html("ul", {}, ...items);
}

/** @param {Proof} proof @param {readonly string[]} players */
function heading({ node }, players) {
  if (node.over) return "The end";
  return node.claimants_turn ? `${players[node.turn]}'s move` : `Every reply of ${players[node.turn]}, and the answer`;
}

/** @param {Proof} proof @param {(claim: number) => void} choose */
function claims({ claims, claim }, choose) {
  const items = claims.map(({ sentence }, place) => {
    if (claims.length === 1) return html("li", {}, sentence);
    const about = { type: "button", "aria-pressed": String(place === claim), onclick: () => choose(place) };
    return html("li", {}, html("button", about, sentence));
  });
  return html("ul", { class: "claims" }, ...items);
}

/** @param {readonly string[]} line @param {(line: string[]) => void} walk */
function breadcrumbs(line, walk) {
  const crumb = (/** @type {string} */ text, /** @type {number} */ length) =>
    html(
      "li",
      {},
      html(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-current": length === line.length ? "step" : null,
          onclick: () => walk(line.slice(0, length)),
        },
        text,
      ),
    );
  const up = html(
    "button",
    { id: "proof-up", type: "button", disabled: line.length === 0, onclick: () => walk(line.slice(0, -1)) },
    "Back up",
  );
  return html(
    "div",
    { class: "stack" },
    html("ol", { class: "crumbs" }, crumb("Beginning", 0), ...line.map((move, place) => crumb(move, place + 1))),
    html("div", { class: "actions" }, up),
  );
}

/** @param {Proof} proof @param {readonly string[]} players @param {(line: string[]) => void} walk */
function step({ line, node }, players, walk) {
  const { move } = node;
  if (node.over) return null;
  if (move !== null) {
    const text = `${players[node.turn]} plays ${move}`;
    return html(
      "div",
      { class: "actions" },
      html(
        "button",
        { type: "button", class: "primary", id: "proof-move", "data-move": move, onclick: () => walk([...line, move]) },
        text,
      ),
    );
  }
  const rows = node.replies.map((reply) =>
    html(
      "li",
      {},
      html(
        "button",
        {
          type: "button",
          class: "reply",
          "data-reply": reply.move,
          onclick: () => walk([...line, reply.move, ...(reply.answer === null ? [] : [reply.answer])]),
        },
        html("strong", {}, reply.move),
        html("span", {}, reply.sentence),
      ),
    ),
  );
  return html("ol", { class: "replies" }, ...rows);
}
