// Makes elements: html("button", {id: "undo", onclick: back}, "Undo") and the same for SVG.

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes  null, undefined and false are left out */

/** Names of attributes that are listeners. */
const LISTENERS = /** @type {const} */ ([
  "onclick",
  "onpointerenter",
  "onpointerleave",
  "onfocus",
  "onblur",
  "onkeydown",
  "onchange",
  "onsubmit",
]);
/** What tells one child from another of the same kind. */
const NAMES = ["data-spot", "data-move", "data-ply"];

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) Object.assign(element, { [name]: value });
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** @param {Child[]} children */
function present(children) {
  return children.flatMap((child) =>
    child === null || child === undefined || child === false ? [] : [child instanceof Node ? child : String(child)],
  );
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * Puts these children in the place of those that are there.
 * @param {Element} element
 * @param {Child[]} children
 */
export function set(element, ...children) {
  element.replaceChildren(...present(children));
}

/**
 * Makes the children like these. Those that are there already stay the same elements: a press or the focus on them is not
 * lost, and a button can be hit at any time.
 * @param {Element} element
 * @param {Child[]} children
 */
export function update(element, ...children) {
  /** @type {Map<string, ChildNode[]>} */
  const old = new Map();
  for (const node of element.childNodes) old.set(kind(node), [...(old.get(kind(node)) ?? []), node]);
  const wanted = present(children).map((child) => {
    const node = child instanceof Node ? child : new Text(child);
    const kept = old.get(kind(node))?.shift();
    if (kept) imitate(kept, node);
    return kept ?? node;
  });
  for (const node of [...old.values()].flat()) node.remove();
  for (const [place, node] of wanted.entries()) {
    const there = element.childNodes[place] ?? null;
    if (there !== node) element.insertBefore(node, there);
  }
}

/** @param {Node} node */
function kind(node) {
  return [node.nodeName, ...NAMES.map((name) => (node instanceof Element ? node.getAttribute(name) : ""))].join("\n");
}

/** @param {Node} old @param {Node} node */
function imitate(old, node) {
  if (!(old instanceof Element && node instanceof Element)) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  for (const name of old.getAttributeNames()) if (!node.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of LISTENERS) Object.assign(old, { [name]: Reflect.get(node, name) });
  update(old, ...node.childNodes);
}

/**
 * Sets the text only if it is another one, so that it is read out once.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} selector */
export function find(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}
