// The game as a JSON file to keep.

import { html } from "./dom.js";

/**
 * @param {import("./types").State} state
 * @param {import("./types").Position} position
 * @param {import("./memory.js").Memory} memory
 */
export function gameRecord(state, position, memory) {
  const values = [...state.moves.keys(), state.moves.length].map((at) => {
    const known = memory.known(state, at, position.players);
    if (!known) return { ply: at, value: "unknown" };
    const { value, plies, margin } = known.value;
    return {
      ply: at,
      to_move: position.players[known.turn],
      value,
      plies,
      margin,
      proved: known.proved,
      sentence: known.sentence,
    };
  });
  return {
    game: state.game,
    options: position.options,
    position: state.position,
    moves: state.moves,
    at: state.at,
    values,
    url: location.href,
  };
}

/**
 * @param {import("./types").State} state
 * @param {import("./types").Position} position
 * @param {import("./memory.js").Memory} memory
 */
export function exportGame(state, position, memory) {
  const text = JSON.stringify(gameRecord(state, position, memory), null, 2);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  html("a", { href, download: `${state.game}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
