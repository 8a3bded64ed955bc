// The chart of the game so far: who was winning after each ply, and where it was spoiled.

import { html, svg, update } from "./dom.js";
import { counted, height, spoiled, standing } from "./words.js";

/** @typedef {import("./types").Known} Known */

/**
 * @typedef {object} Ply
 * @property {string | null} move the move that led here
 * @property {Known | undefined} known
 * @property {"mistake" | "slip" | null} fault of that move
 */

const WIDTH = 400;
const HEIGHT = 150;
const LEFT = 10;
const MIDDLE = HEIGHT / 2;
const REACH = 52;

/**
 * @param {readonly string[]} moves
 * @param {readonly (Known | undefined)[]} known of the start and after each move
 * @returns {Ply[]}
 */
export function plies(moves, known) {
  const standings = known.map((one) => one && standing(one.value, one.turn));
  return known.map((one, place) => {
    const before = known[place - 1];
    const fault = before ? spoiled(standings[place - 1], standings[place], before.turn) : null;
    return { move: place ? moves[place - 1] : null, known: one, fault };
  });
}

/**
 * @param {HTMLElement} root
 * @param {readonly Ply[]} plies
 * @param {number} at which of them is shown on the board
 * @param {readonly string[]} players
 * @param {boolean} hints
 * @param {(at: number) => void} goTo
 */
export function showHistory(root, plies, at, players, hints, goTo) {
  const step = (WIDTH - 2 * LEFT) / Math.max(10, plies.length - 1);
  const points = plies.map((ply, place) => {
    const up = hints && ply.known ? height(standing(ply.known.value, ply.known.turn)) : null;
    return { ply, place, x: LEFT + step * place, y: MIDDLE - REACH * (up ?? 0), known: up !== null };
  });
  const strokes = points.slice(1).map((point, place) => {
    const from = points[place];
    const gap = hints && !(from.known && point.known);
    return svg("line", { class: gap ? "gap" : "stroke", x1: from.x, y1: from.y, x2: point.x, y2: point.y });
  });
  const dots = points.map(({ ply, place, x, y, known }) => {
    const words = plyWords(ply, place, players, hints);
    const fault = hints ? ply.fault : null;
    const go = () => goTo(place);
    const side = !known || y === MIDDLE ? "even" : y < MIDDLE ? "ahead" : "behind";
    return svg(
      "g",
      {
        role: "button",
        tabindex: place === at ? 0 : -1,
        class: ["ply", side, !known && "unknown", fault, place === at && "here"].filter(Boolean).join(" "),
        "data-ply": place,
        "data-fault": fault,
        "aria-label": words,
        "aria-current": place === at ? "step" : null,
        onclick: go,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (aside) focusPly(root, place + aside);
          else if (event.key === "Enter" || event.key === " ") go();
          else return;
          event.preventDefault();
        },
      },
      svg("title", {}, words),
      svg("rect", { class: "reach", x: x - step / 2, y: 0, width: step, height: HEIGHT }),
      place === at && svg("circle", { class: "halo", cx: x, cy: y, r: 7.5 }),
      svg("circle", { class: "dot", cx: x, cy: y, r: Math.min(4, 1.5 + step / 5) }),
      fault && svg("text", { class: "fault", x, y: y < MIDDLE ? y - 12 : y + 13 }, fault === "mistake" ? "??" : "?!"),
    );
  });
  const names = [
    svg("text", { class: "side", x: LEFT, y: 11 }, `${players[0]} ${hints ? "wins" : ""}`),
    svg("text", { class: "side", x: LEFT, y: HEIGHT - 4 }, `${players[1]} ${hints ? "wins" : ""}`),
  ];
  const axis = svg("line", { class: "axis", x1: 0, y1: MIDDLE, x2: WIDTH, y2: MIDDLE });
  const chart = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "group", "aria-label": "The game so far" };
  update(
    root,
    svg("svg", chart, axis, ...(hints ? names : []), ...strokes, ...dots),
    html("p", { class: "faults" }, hints ? faults(plies, players) : ""),
  );
}

/** @param {HTMLElement} root @param {number} place */
function focusPly(root, place) {
  const point = root.querySelector(`[data-ply="${place}"]`);
  if (point instanceof SVGElement) point.focus();
}

/**
 * "Ply 3: O played b1, a mistake. X wins in 4 plies."
 * @param {Ply} ply
 * @param {number} place
 * @param {readonly string[]} players
 * @param {boolean} hints
 */
export function plyWords({ move, known, fault }, place, players, hints) {
  const what = place === 0 ? "Beginning" : `Ply ${place}: ${move}`;
  if (!hints) return what;
  const blame = fault === "mistake" ? ", a mistake" : fault === "slip" ? ", not the best" : "";
  const value = !known ? "value unknown" : known.sentence || `${players[known.turn]} to move: ${known.value.value}`;
  return `${what}${blame}. ${value}`;
}

/**
 * "O: 1 mistake (??), 2 slips (?!)".
 * @param {readonly Ply[]} plies
 * @param {readonly string[]} players
 */
function faults(plies, players) {
  const sides = players.flatMap((player, turn) => {
    const made = plies.filter((ply, place) => ply.fault && plies[place - 1].known?.turn === turn);
    const mistakes = made.filter((ply) => ply.fault === "mistake").length;
    const slips = made.length - mistakes;
    const counts = [
      mistakes && `${counted(mistakes, "mistake", "mistakes")} (??)`,
      slips && `${counted(slips, "slip", "slips")} (?!)`,
    ];
    return made.length ? [`${player}: ${counts.filter(Boolean).join(", ")}`] : [];
  });
  return sides.join(" · ") || (plies.length > 1 ? "No mistakes seen." : "");
}
