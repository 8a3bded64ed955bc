// The game as a JSON file to keep.

import { html } from "./dom.js";

/**
 * @param {import("./types").State} state
 * @param {import("./types").Position} position
 * @param {import("./memory.js").Memory} memory
 */
export function gameRecord(state, position, memory) {
  const values = memory.course(state, position.players).map((known, ply) => {
    if (!known) return { ply, value: "unknown" };
    const { value, plies, margin } = known.value;
    return {
      ply,
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
