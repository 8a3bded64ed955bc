// Pictures as SVG: shapes with the class of their look, which decides the colours.

import { svg } from "./dom.js";

/** @typedef {import("./types").Form} Form */

/** @param {Form} form @param {Record<string, any>} attributes */
export function outline(form, attributes) {
  switch (form.form) {
    case "rect":
      return svg("rect", {
        x: form.x,
        y: form.y,
        width: form.width,
        height: form.height,
        rx: Math.min(form.width, form.height, 1) * 0.06,
        ...attributes,
      });
    case "circle":
      return svg("circle", { cx: form.x, cy: form.y, r: form.r, ...attributes });
    case "line":
      return svg("line", {
        x1: form.x1,
        y1: form.y1,
        x2: form.x2,
        y2: form.y2,
        "stroke-width": form.width,
        ...attributes,
      });
    case "polygon":
      return svg("polygon", { points: form.points.map((point) => point.join(",")).join(" "), ...attributes });
    case "text":
      return svg("text", { x: form.x, y: form.y, "font-size": form.size, ...attributes }, form.text);
  }
}

/**
 * A line as the rectangle that it covers, so that it has an inside.
 * @param {Form} form
 * @returns {Form}
 */
export function solid(form) {
  if (form.form !== "line") return form;
  const { x1, y1, x2, y2, width } = form;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [right, down] = [(-(y2 - y1) * width) / (2 * length), ((x2 - x1) * width) / (2 * length)];
  return {
    form: "polygon",
    points: [
      [x1 + right, y1 + down],
      [x2 + right, y2 + down],
      [x2 - right, y2 - down],
      [x1 - right, y1 - down],
    ],
  };
}

/**
 * Players who are called by a colour have it.
 * @param {readonly string[]} players
 */
function colours(players) {
  return `first-${players[0].toLowerCase()} second-${players[1].toLowerCase()}`;
}

/**
 * @param {import("./types").Picture} picture
 * @param {readonly string[]} players
 * @param {Record<string, any>} [attributes]
 */
export function draw(picture, players, attributes = { "aria-hidden": "true" }) {
  const shapes = picture.shapes.map((shape) => outline(shape, { class: `look-${shape.look}` }));
  const viewBox = `0 0 ${picture.width} ${picture.height}`;
  return svg("svg", { viewBox, class: `picture ${colours(players)}`, ...attributes }, ...shapes);
}
