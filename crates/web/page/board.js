// The board: draws a picture, puts signs on its spots, and turns clicks and keys into names of spots.

import { svg, update } from "./dom.js";
import { draw, outline, solid } from "./picture.js";
import { sign } from "./words.js";

/** @typedef {import("./types").Picture} Picture */
/** @typedef {import("./types").Spot} Spot */

/**
 * What is shown at a spot that can be clicked.
 * @typedef {object} Mark
 * @property {string} label in words, for the tooltip and for screen readers
 * @property {import("./types").Outcome} [value]
 * @property {string} [short] what stands beside the sign of the value
 * @property {boolean} [best]
 * @property {boolean} [pending] whether the value is still being looked for
 * @property {{score: number, strength: number, leads: boolean}} [heat] of a move that is estimated: its score, how it stands among the others from 0 to 1, and whether it may be best
 * @property {boolean} [selected]
 * @property {string} [text] while a position is set up: what the spot gets, or nothing if that is drawn already
 */

/**
 * The nearest spot in a direction, or undefined.
 * @param {readonly {x: number, y: number}[]} spots
 * @param {{x: number, y: number}} from
 * @param {readonly [number, number]} direction
 */
export function nearest(spots, from, [right, down]) {
  const costs = spots.map((spot) => {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const along = dx * right + dy * down;
    const across = Math.abs(dx * down + dy * right);
    return along > 1e-3 ? along + 3 * across : Infinity;
  });
  const least = Math.min(...costs);
  return least < Infinity ? costs.indexOf(least) : undefined;
}

/**
 * Whether a shape is something of a player in the middle of a spot.
 * @param {import("./types").Shape} shape
 * @param {Spot} spot
 */
function coversMiddle(shape, { x, y, size }) {
  if (shape.look !== "first" && shape.look !== "second") return false;
  const near = (/** @type {number} */ right, /** @type {number} */ down) =>
    Math.hypot(right - x, down - y) < 0.2 * size;
  if (shape.form === "line") return near((shape.x1 + shape.x2) / 2, (shape.y1 + shape.y2) / 2);
  return (shape.form === "circle" || shape.form === "text") && near(shape.x, shape.y);
}

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** In pixels. */
const ROOM_FOR_A_NUMBER = 26;
const LARGEST_SIGN = 54;

export class Board {
  /** @type {Map<string, SVGElement>} */
  #elements = new Map();
  /** @type {Map<string, SVGElement>} apart from the buttons, whose names say the same in words */
  #signs = new Map();
  /** @type {Set<string>} spots with something of a player, which the sign must not hide */
  #taken = new Set();
  /** @type {Spot[]} */
  #spots = [];
  /** @type {{x: number, y: number}} */
  #focus = { x: 0, y: 0 };

  /**
   * @param {HTMLElement} root
   * @param {{click: (spot: string) => void, hover?: (spot: string | null) => void, key?: (spot: string, key: string) => boolean}} listeners
   */
  constructor(root, listeners) {
    this.root = root;
    this.listeners = listeners;
    root.addEventListener("keydown", (event) => this.#keydown(event));
    new ResizeObserver(() => this.#resize()).observe(root);
  }

  /**
   * @param {Picture} picture
   * @param {readonly string[]} players
   * @param {Map<string, Mark>} marks
   * @param {string} label
   */
  show(picture, players, marks, label) {
    const hadFocus = this.root.querySelector(".spot:focus") !== null;
    const drawing = draw(picture, players, { role: "group", "aria-label": label, tabindex: -1 });
    this.#spots = picture.spots.filter((spot) => marks.has(spot.name));
    this.#taken = new Set(
      this.#spots.filter((spot) => picture.shapes.some((shape) => coversMiddle(shape, spot))).map(({ name }) => name),
    );
    const marked = this.#spots.flatMap((spot) => marks.get(spot.name) ?? []);
    const signs = svg("g", { class: "signs", "aria-hidden": "true" }, ...marked.map(signElement));
    drawing.append(...marked.map((mark, place) => this.#spotElement(this.#spots[place], mark)), signs);
    update(this.root, drawing);
    this.#elements = this.#bySpot(".spot");
    this.#signs = this.#bySpot(".sign");
    this.#resize();
    this.#rove(this.#closest(), hadFocus);
    if (hadFocus && !this.#spots.length) this.focus();
  }

  /** Gives the focus to the board as a whole: arrow keys lead to its places. */
  focus() {
    this.root.querySelector("svg")?.focus({ preventScroll: true });
  }

  /** @param {string} selector of elements that are there once for each spot */
  #bySpot(selector) {
    const elements = /** @type {NodeListOf<SVGElement>} */ (this.root.querySelectorAll(selector));
    return new Map(this.#spots.map(({ name }, place) => [name, elements[place]]));
  }

  /** The spot under the mouse. */
  get hovered() {
    return this.root.querySelector(".spot:hover")?.getAttribute("data-spot") ?? null;
  }

  /** @param {readonly string[]} names */
  highlight(names) {
    for (const [name, element] of this.#elements) element.classList.toggle("lit", names.includes(name));
  }

  /** @param {Spot} spot @param {Mark} mark */
  #spotElement(spot, mark) {
    const { hover, click } = this.listeners;
    const about = {
      role: "button",
      tabindex: -1,
      "aria-label": mark.label,
      "data-spot": spot.name,
      "data-value": mark.value,
    };
    return svg(
      "g",
      {
        ...about,
        class: mark.selected ? "spot selected" : "spot",
        "aria-pressed": mark.selected ? "true" : null,
        onclick: () => click(spot.name),
        onpointerenter: () => hover?.(spot.name),
        onpointerleave: () => hover?.(null),
        onfocus: () => this.#rove(spot, false),
      },
      svg("title", {}, mark.label),
      mark.heat && outline(solid(spot.area), heatAttributes(mark.heat)),
      outline(solid(spot.area), { class: "area" }),
    );
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.target instanceof Element ? event.target.getAttribute("data-spot") : null;
    const spot = this.#spots.find((spot) => spot.name === name);
    const arrow = ARROWS[event.key];
    if (!spot) {
      if (!arrow) return;
      this.#rove(this.#closest(), true);
    } else if (arrow) {
      const next = nearest(this.#spots, spot, arrow);
      if (next !== undefined) this.#rove(this.#spots[next], true);
    } else if (this.listeners.key?.(spot.name, event.key)) {
      event.stopPropagation();
    } else if (event.key === "Enter" || event.key === " ") {
      this.listeners.click(spot.name);
    } else return;
    event.preventDefault();
  }

  /** The spot nearest to the one that had the focus. */
  #closest() {
    const distance = (/** @type {Spot} */ spot) => Math.hypot(spot.x - this.#focus.x, spot.y - this.#focus.y);
    return [...this.#spots].sort((a, b) => distance(a) - distance(b))[0];
  }

  /**
   * Makes this spot the one that Tab reaches.
   * @param {Spot | undefined} spot
   * @param {boolean} focus
   */
  #rove(spot, focus) {
    for (const [name, element] of this.#elements) element.setAttribute("tabindex", name === spot?.name ? "0" : "-1");
    if (!spot) return;
    this.#focus = spot;
    if (focus) this.#elements.get(spot.name)?.focus({ preventScroll: true });
  }

  /** Signs are as large as their spot allows, up to a limit; numbers stand beside them where there is room. */
  #resize() {
    const pixels = this.root.querySelector("svg")?.getScreenCTM()?.a ?? 1;
    for (const { name, x, y, size } of this.#spots) {
      const sign = this.#signs.get(name);
      const aside = !this.#taken.has(name) ? 0 : sign?.classList.contains("free") ? 0.75 * size : 0.5 * size;
      const scale = Math.min(size * (aside ? 0.8 : 1), LARGEST_SIGN / pixels);
      sign?.classList.toggle("roomy", scale * pixels >= ROOM_FOR_A_NUMBER);
      sign?.setAttribute("transform", `translate(${x + aside} ${y - aside}) scale(${scale})`);
    }
  }
}

/**
 * A sign of diameter 1 around the origin; the board moves and scales it.
 * @param {Mark} mark
 */
function signElement(mark) {
  const disc = svg("circle", { r: 0.5 });
  if (mark.text) return svg("g", { class: "sign" }, disc, svg("text", { "font-size": 0.55 }, mark.text));
  if (!mark.value || mark.pending)
    return svg("g", { class: "sign free" }, mark.text === undefined && !mark.selected && svg("circle", { r: 0.15 }));
  const short = mark.short ?? "";
  if (mark.heat)
    return svg("g", { class: `sign guess${mark.heat.leads ? " leads" : ""}` }, svg("text", { "font-size": 0.36 }, short));
  return svg(
    "g",
    { class: `sign value-${mark.value}${mark.best ? " best" : ""}` },
    disc,
    svg("text", { class: short && "alone", "font-size": 0.66 }, sign(mark.value)),
    short && svg("text", { class: "with", y: -0.2, "font-size": 0.42 }, sign(mark.value)),
    short && svg("text", { class: "with", y: 0.21, "font-size": short.length > 2 ? 0.29 : 0.36 }, short),
  );
}

/** Colours are in the style sheet, which the page takes from nowhere else. @param {{score: number, strength: number}} heat */
function heatAttributes({ score, strength }) {
  return { class: "heat", "data-tenth": Math.round(10 * score), "fill-opacity": (0.15 + 0.5 * strength).toFixed(2) };
}
