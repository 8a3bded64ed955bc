// The chart of the game so far: who was winning after each ply, and where it was spoiled.

import { html, svg, update } from "./dom.js";
import { counted } from "./numbers.js";
import { NOT_ANALYSED } from "./verdicts.js";
import { height, standing } from "./words.js";

/** @typedef {import("./verdicts.js").Ply} Ply */

const WIDTH = 400;
const HEIGHT = 150;
const LEFT = 10;
const MIDDLE = HEIGHT / 2;
const REACH = 52;
const ROOM_FOR_WORDS = 70;

/** What the chart marks a move as. @param {Ply} ply @returns {"mistake" | "slip" | null} */
const faultOf = ({ verdict }) => (verdict?.kind === "mistake" || verdict?.kind === "slip" ? verdict.kind : null);

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
    const words = plyWords(ply, place, hints);
    const fault = hints ? faultOf(ply) : null;
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
  const gaps = unknownRuns(points).map(([from, to]) =>
    svg("text", { class: "gap-words", x: (from.x + to.x) / 2, y: MIDDLE + 16 }, NOT_ANALYSED),
  );
  const axis = svg("line", { class: "axis", x1: 0, y1: MIDDLE, x2: WIDTH, y2: MIDDLE });
  const chart = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "group", "aria-label": "The game so far" };
  update(
    root,
    svg("svg", chart, axis, ...(hints ? [...names, ...gaps] : []), ...strokes, ...dots),
    html("p", { class: "faults" }, hints ? faults(plies, players) : ""),
  );
}

/** @param {HTMLElement} root @param {number} place */
function focusPly(root, place) {
  const point = root.querySelector(`[data-ply="${place}"]`);
  if (point instanceof SVGElement) point.focus();
}

/**
 * Where the words "not analysed" have room: the first and last point of each longer run without a value.
 * @template {{known: boolean, x: number}} P
 * @param {readonly P[]} points
 * @returns {[P, P][]}
 */
function unknownRuns(points) {
  /** @type {P[][]} */
  const runs = [[]];
  for (const point of points) {
    if (point.known) runs.push([]);
    else runs[runs.length - 1].push(point);
  }
  const ends = runs.filter((run) => run.length > 1).map((run) => /** @type {[P, P]} */ ([run[0], run[run.length - 1]]));
  return ends.filter(([from, to]) => to.x - from.x > ROOM_FOR_WORDS);
}

/**
 * "Ply 3: b1, a mistake: lost half a point. X wins in 4 plies."
 * @param {Ply} ply
 * @param {number} place
 * @param {boolean} hints
 */
export function plyWords(ply, place, hints) {
  const what = place === 0 ? "Beginning" : `Ply ${place}: ${ply.move}`;
  if (!hints) return what;
  const fault = faultOf(ply);
  const blame = fault === "mistake" ? ", a mistake" : fault === "slip" ? ", not the best" : "";
  const value = ply.known ? ply.known.sentence : `${NOT_ANALYSED[0].toUpperCase()}${NOT_ANALYSED.slice(1)}.`;
  return `${what}${blame}${fault ? ` (${ply.verdict?.words})` : ""}. ${value}`;
}

/**
 * "O: 1 mistake (??), 2 slips (?!) · 3 moves not analysed"; of moves that are not known to be right nothing good is said.
 * @param {readonly Ply[]} plies
 * @param {readonly string[]} players
 */
export function faults(plies, players) {
  const made = plies.slice(1);
  const count =
    (/** @type {string[]} */ ...kinds) =>
    (/** @type {Ply[]} */ some) =>
      some.filter(({ verdict }) => kinds.includes(verdict?.kind ?? "")).length;
  const sides = players.flatMap((player, turn) => {
    const own = made.filter(({ mover }) => mover === turn);
    const [mistakes, slips] = [count("mistake")(own), count("slip")(own)];
    const counts = [
      mistakes && `${counted(mistakes, "mistake", "mistakes")} (??)`,
      slips && `${counted(slips, "slip", "slips")} (?!)`,
    ].filter(Boolean);
    return counts.length ? [`${player}: ${counts.join(", ")}`] : [];
  });
  const [missing, open] = [count("none")(made), count("open")(made)];
  const judged = made.length - missing - open;
  if (!sides.length && judged)
    sides.push(judged === made.length ? "No mistakes." : `No mistakes in ${counted(judged, "move", "moves")}`);
  const rest = [
    missing && `${counted(missing, "move", "moves")} ${NOT_ANALYSED}`,
    open && `${counted(open, "move", "moves")} not decided`,
  ].filter(Boolean);
  return [...sides, ...rest].join(" · ");
}
