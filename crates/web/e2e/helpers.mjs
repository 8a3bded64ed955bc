// What the tests share: a server, a browser, pages that must stay without errors, and hands that play on the board.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { nearest } from "../page/board.js";

/** The program under test. */
export const program = process.env.PERFECTPLAY ?? "target/debug/perfectplay";

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PATIENCE = 60_000;

/** @param {string[]} [flags] */
export async function startServer(flags = ["--limit-seconds", "20"]) {
  const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const failed = new Promise((_, reject) => child.once("error", reject).once("exit", (code) => reject(new Error(`${program} ended with ${code}`))));
  const lines = createInterface({ input: child.stdout });
  const line = new Promise((resolve) => lines.once("line", resolve));
  const origin = /http:\/\/[\d.:]+/.exec(await Promise.race([line, failed]))[0];
  failed.catch(() => {});
  return { origin, stop: () => child.kill() };
}

export function startBrowser(options = {}) {
  return chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: QUIET, ...options });
}

/** A server and a browser for the tests of a file. */
export function world(flags) {
  const it = {};
  before(async () => {
    it.server = await startServer(flags);
    it.origin = it.server.origin;
    it.browser = await startBrowser({ ignoreDefaultArgs: ["--hide-scrollbars"] });
  });
  after(async () => {
    await it.browser?.close();
    it.server?.stop();
  });

  /** The answer of the API, also if it is an error. */
  it.api = async (path, query = {}) => {
    const response = await fetch(`${it.origin}/api/games/${path}?${new URLSearchParams(query)}`);
    return response.json();
  };

  /**
   * Opens an address in a fresh profile, runs the steps, and fails if the page complained, asked another host or, unless the
   * test expects that, got an error from the server or no answer. `prepare` is given the page before it is opened.
   */
  it.visit = async (address, steps, { refusals = false, unreachable = false, prepare = async () => {}, ...options } = {}) => {
    const context = await it.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE);
    const complaints = [];
    context.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== it.origin) complaints.push(`asked ${request.url()}`);
    });
    context.on("weberror", (problem) => complaints.push(String(problem.error())));
    context.on("console", (message) => {
      const refused = /status of 4\d\d/.test(message.text());
      const failed = /Failed to load resource: net::/.test(message.text());
      if (message.type() === "error" && !(refusals && refused) && !(unreachable && failed)) complaints.push(`${message.text()} ${message.location().url}`);
    });
    try {
      const page = await context.newPage();
      await prepare(page, context);
      await page.goto(it.origin + address);
      await steps(page, context);
    } catch (problem) {
      if (complaints.length) problem.message += `\nThe page complained: ${complaints.join("; ")}`;
      throw problem;
    } finally {
      await context.close();
    }
    assert.deepEqual(complaints, []);
  };
  return it;
}

/** The address of a game with its query. A person moves both sides, unless it says otherwise. */
export function playAddress(name, query = {}) {
  const text = new URLSearchParams({ mode: "people", ...query }).toString();
  return `/play/${name}${text && "?" + text}`;
}

/** Waits until so many moves are made on the board. */
export async function shown(page, plies) {
  await page.locator(`#history [data-ply="${plies}"][aria-current=step]`).waitFor({ state: "attached" });
}

/** Waits until the value is proved or the game is over. */
export async function settled(page, plies) {
  await shown(page, plies);
  await page.waitForFunction(() => {
    const over = document.querySelector("#turn")?.textContent.startsWith("The game is over");
    return over || document.querySelector("#progress .progress-text")?.textContent.startsWith("Proved");
  });
}

/** Waits until all that has happened so far has been drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The address as the page has it now. (What the browser tells of it comes later.) */
export const address = async (page) => new URL(await page.evaluate(() => location.href));
/** A part of its query, or null. */
export const queried = async (page, name) => (await address(page)).searchParams.get(name);
export const spot = (page, name) => page.locator(`#board [data-spot="${name}"]`);
export const text = (page, selector) => page.locator(selector).textContent();

export async function waitForText(page, selector, wanted) {
  const same = ([selector, wanted]) => document.querySelector(selector)?.textContent === wanted;
  await page.waitForFunction(same, [selector, wanted]).catch(async () => assert.equal(await text(page, selector), wanted));
}

/** The drawing without the spots: the same position has the same shapes. */
export function shapes(page) {
  return page.locator("#board svg").evaluate((svg) => [...svg.children].filter((child) => child.localName !== "g").map((child) => child.outerHTML));
}

/** Makes a move with the mouse, click after click. */
export async function playByMouse(page, { clicks }) {
  for (const name of clicks) await clickSpot(page, name);
}

/** Clicks in the middle of a spot. */
export async function clickSpot(page, name) {
  const { x, y } = await middle(page, name);
  await page.mouse.click(x, y);
}

/**
 * The middle of a spot on the screen, once it is there; it has to be what the mouse hits. All in one look, so that what is found
 * is what is measured. (A line across has no height, so its box will not do.)
 */
export async function middle(page, name) {
  const look = await page.waitForFunction((name) => {
    const spot = document.querySelector(`#board [data-spot="${name}"]`);
    if (!spot) return null;
    spot.scrollIntoView({ block: "nearest" });
    const box = spot.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return { x, y, hit: document.elementFromPoint(x, y)?.closest("[data-spot]")?.getAttribute("data-spot") };
  }, name);
  const { x, y, hit } = await look.jsonValue();
  assert.equal(hit, name, `the mouse hits ${name}`);
  return { x, y };
}

/** Makes a move with the keyboard alone: Tab to the board, arrows to each spot, Enter. */
export async function playByKeys(page, { clicks }, position) {
  for (const name of clicks) {
    await tabToBoard(page);
    for (const key of await wayTo(page, name, position.picture.spots)) await page.keyboard.press(key);
    assert.equal(await focusedSpot(page), name, `the arrow keys lead to ${name}`);
    await page.keyboard.press("Enter");
  }
}

const focusedSpot = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-spot") ?? null);

async function tabToBoard(page) {
  for (let presses = 0; (await focusedSpot(page)) === null; presses++) {
    assert.ok(presses < 60, "Tab reaches the board");
    await page.keyboard.press("Tab");
  }
}

/** The arrow keys from the spot that has the focus to this one. */
async function wayTo(page, target, all) {
  const present = await page.locator("#board [data-spot]").evaluateAll((found) => found.map((one) => one.getAttribute("data-spot")));
  const spots = all.filter(({ name }) => present.includes(name));
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const ways = new Map([[await focusedSpot(page), []]]);
  for (const [name, way] of ways) {
    if (name === target) return way;
    const here = spots.find((one) => one.name === name);
    for (const [key, direction] of Object.entries(arrows)) {
      const next = spots[nearest(spots, here, direction)]?.name;
      if (next !== undefined && !ways.has(next)) ways.set(next, [...way, key]);
    }
  }
  assert.fail(`no way by arrow keys to ${target}`);
}
