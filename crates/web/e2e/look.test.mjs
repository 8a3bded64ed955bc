// How the page looks and loads: dark and light, on a phone, few bytes, and open to everyone (axe-core).

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { games } from "./games.mjs";
import { drawn, middle, playAddress, settled, shown, spot, text, waitForText, world } from "./helpers.mjs";

const it = world();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const KILOBYTES_OF_FIRST_LOAD = 150;

const views = [
  { name: "the gallery", address: "/", ready: (page) => page.locator("[data-game]").first().waitFor() },
  { name: "a game", address: playAddress("connect-four", { cols: "5", rows: "4", moves: "3,3,2" }), ready: (page) => settled(page, 3) },
  { name: "a game of several clicks", address: playAddress("chess-ending", { position: "8/8/8/8/8/2k5/7R/K7 w" }), ready: (page) => settled(page, 0) },
  { name: "a position with a long text", address: playAddress("tixtax", games.find(({ name }) => name === "tixtax").query), ready: (page) => settled(page, 0) },
  { name: "a game that is over", address: playAddress("nim", { heaps: "1,1", moves: "1:1,2:1" }), ready: (page) => settled(page, 2) },
  { name: "an opponent", address: playAddress("chomp", { mode: "first" }), ready: (page) => settled(page, 0) },
  { name: "set-up", address: playAddress("weighted-tic-tac-toe", { view: "setup", position: "x2/1o1/3" }), ready: (page) => spot(page, "a1").waitFor() },
  { name: "a proof", address: playAddress("chomp", { view: "proof", line: "c2" }), ready: (page) => page.locator("[data-reply]").first().waitFor() },
];

/** Serious violations, each with the elements it was found at. */
async function violations(page) {
  const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  return found
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.replaceAll("\n", " ")}`));
}

for (const { name, address, ready } of views) {
  test(`${name}, light and dark, has no serious barrier`, () =>
    it.visit(address, async (page) => {
      await ready(page);
      await page.evaluate(`${axe}; undefined`);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], colorScheme);
      }
    }));
  test(`${name} fits a phone, a tablet and a desk, with all that opens open`, () =>
    it.visit(
      address,
      async (page) => {
        await ready(page);
        for (const width of [320, 390, 820, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          for (const open of [false, true]) {
            await page.locator("details").evaluateAll((all, open) => all.forEach((one) => (one.open = open)), open);
            await expectNoSideways(page, name, width);
          }
        }
      },
      phone,
    ));
}

async function expectNoSideways(page, name, width = 390) {
  await drawn(page);
  const { content, window } = await page.evaluate(() => ({ content: document.scrollingElement.scrollWidth, window: innerWidth }));
  assert.equal(window, width);
  assert.ok(content <= window, `${name} is ${content} wide`);
}

for (const { name, query } of games) {
  test(`${name} fits a phone and is played there`, () =>
    it.visit(
      playAddress(name, query),
      async (page) => {
        await settled(page, 0);
        await expectNoSideways(page, name);
        const { legal } = await it.api(`${name}/position`, query);
        const shortest = legal.toSorted((a, b) => a.clicks.length - b.clicks.length)[0];
        for (const click of shortest.clicks) {
          const { x, y } = await middle(page, click);
          await page.touchscreen.tap(x, y);
        }
        await settled(page, 1);
        await expectNoSideways(page, name);
      },
      phone,
    ));
}

test("every game fits a phone as it begins", () =>
  it.visit(
    "/",
    async (page) => {
      for (const { name } of games) {
        await page.goto(it.origin + playAddress(name));
        await shown(page, 0);
        await expectNoSideways(page, name);
      }
    },
    phone,
  ));

test("dark as the system says, or as the button says, after a reload too", () =>
  it.visit("/", async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const brightness = async () => (await background()).match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const light = await brightness();
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await brightness();
    assert.ok(light > 600 && dark < 200, `${light} ${dark}`);
    await page.locator("#theme").click();
    assert.equal(await text(page, "#theme"), "Theme: light");
    assert.equal(await brightness(), light);
    await page.reload();
    await waitForText(page, "#theme", "Theme: light");
    assert.equal(await brightness(), light);
    await page.locator("#theme").click();
    await page.emulateMedia({ colorScheme: "light" });
    await waitForText(page, "#theme", "Theme: dark");
    assert.equal(await brightness(), dark);
  }));

for (const { name, address, ready } of views.slice(0, 2)) {
  test(`${name} loads with few bytes`, () =>
    it.visit(address, async (page, context) => {
      const client = await context.newCDPSession(page);
      await client.send("Network.enable");
      await client.send("Network.clearBrowserCache");
      let bytes = 0;
      client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
      await page.reload();
      await ready(page);
      assert.ok(bytes > 10_000, "the load is measured");
      assert.ok(bytes < 1000 * KILOBYTES_OF_FIRST_LOAD, `${bytes} bytes`);
    }));
}
