// The board stands still and can be hit at any time, on a slow machine, too, where values come in while one plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { drawn, middle, playAddress, queried, settled, shown, spot, world } from "./helpers.mjs";

const it = world();
const SLOWNESS = 3;
const DELAY = 100;
const narrow = { viewport: { width: 960, height: 640 } };
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const isValue = /\/api\/games\/[^/]+\/(analysis|line|solve)/;

/** A slow machine with a slow server; the page notes each place and size that the board has had since it was first drawn. */
async function watchTheBoard(page, context) {
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  await page.route(isValue, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    await route.continue().catch(() => {}); // the page does not want it any more
  });
  await page.addInitScript(() => {
    window.places = [];
    (function look() {
      const board = document.querySelector("#board svg")?.getBoundingClientRect();
      const place = board && [board.x, board.y + scrollY, board.width, board.height].map(Math.round).join(" ");
      if (place && place !== window.places.at(-1)?.place)
        window.places.push({ place, words: document.querySelector(".headline").textContent });
      requestAnimationFrame(look);
    })();
  });
}

for (const { name, query } of games) {
  for (const [size, options] of Object.entries({ "a narrow window": narrow, "a phone": phone })) {
    test(`the board of ${name} stands still in ${size}`, async () => {
      const { line } = await it.api(`${name}/line`, query);
      await it.visit(
        playAddress(name, query),
        async (page) => {
          for (const [ply, move] of line.slice(0, 2).entries()) {
            await settled(page, ply);
            await page.locator(`#moves [data-move="${move}"]`).click();
          }
          await settled(page, Math.min(2, line.length));
          await drawn(page);
          const places = await page.evaluate(() => window.places);
          assert.equal(places.length, 1, JSON.stringify(places));
        },
        { prepare: watchTheBoard, ...options },
      );
    });
  }
}

test("the board stands still where there are no hints, to the end of the game", () =>
  it.visit(
    playAddress("finger-game", { modulus: "4" }),
    async (page) => {
      await settled(page, 0);
      await page.locator("#hints").uncheck();
      await page.locator("#sentence").waitFor({ state: "hidden" });
      const { line } = await it.api("finger-game/line", { modulus: "4" });
      await page.goto(it.origin + playAddress("finger-game", { modulus: "4", moves: line.slice(0, -1).join(",") }));
      await shown(page, line.length - 1);
      await page.fill("#move-text", line.at(-1));
      await page.press("#move-text", "Enter");
      await page.locator("#sentence").waitFor();
      await drawn(page);
      const places = await page.evaluate(() => window.places);
      assert.equal(places.length, 1, JSON.stringify(places));
    },
    { prepare: watchTheBoard, ...phone },
  ));

test("the board stands still under sentences of any length", () => {
  const sentences = ["Short.", "White wins in 31 plies with h2d2 (or 13 more). ".repeat(2), "A sentence that goes on and on. ".repeat(12)];
  const known = { value: "unknown", plies: null, margin: null, best: [], complete: false, moves: [], engine: "test", nodes: 1, seconds: 1, to_move: "First" };
  const report = (sentence) => `event: report\ndata: ${JSON.stringify({ ...known, status: "bounded", sentence })}\n\n`;
  let told = 0;
  const prepare = async (page, context) => {
    await watchTheBoard(page, context);
    await page.route(/\/api\/.*\/analysis/, (route) => route.fulfill({ contentType: "text/event-stream", body: report(sentences[told++]) }));
  };
  return it.visit(
    playAddress("nim"),
    async (page) => {
      for (const width of [390, 820, 1280]) {
        told = 0;
        await page.setViewportSize({ width, height: 800 });
        await page.reload();
        for (const sentence of sentences) {
          if (told) await page.locator("#again").click();
          await page.waitForFunction((text) => document.querySelector("#sentence")?.textContent === text, sentence);
          assert.ok(await page.locator("#sentence").evaluate((one) => one.offsetHeight > 0), "it is seen");
        }
        await drawn(page);
        const places = await page.evaluate(() => window.places);
        assert.equal(places.length, 1, JSON.stringify(places));
      }
    },
    { prepare },
  );
});

test("what can be hit below the board stands still under what is said of a move and of a search", () =>
  it.visit(
    playAddress("nim", { mode: "first" }),
    async (page) => {
      await settled(page, 0);
      const places = () => page.locator(".toolbar button, #mode").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y + scrollY));
      const before = await places();
      await page.evaluate(() => {
        document.querySelector("#status").textContent = "Second played 1:2. A strong opponent's move: estimated, not proved.";
        document.querySelector(".progress-text").textContent =
          "123,456,789 positions in 59.9 s · Undecided so far: neither side can force a win within 21 plies, nor Second within 22";
        document.querySelector("#cancel").hidden = false;
      });
      assert.deepEqual(await places(), before);
    },
    phone,
  ));

/** The page without values until `release` is called. */
function holdValues() {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const prepare = (page) =>
    page.route(isValue, async (route) => {
      await released;
      await route.continue().catch(() => {});
    });
  return { prepare, release };
}

test("a press on the board counts, also if values come before the release", () => {
  const { prepare, release } = holdValues();
  return it.visit(
    playAddress("connect-four", { cols: "4", rows: "4" }),
    async (page) => {
      await shown(page, 0);
      const { x, y } = await middle(page, "2");
      await page.mouse.move(x, y);
      await page.mouse.down();
      release();
      await settled(page, 0);
      await page.locator('#board [data-spot="2"]:not([data-value="unknown"])').waitFor({ state: "attached" });
      await page.mouse.up();
      await shown(page, 1);
      assert.equal(await queried(page, "moves"), "2");
    },
    { prepare },
  );
});

test("a press on the chart counts, also if values come before the release", () => {
  const { prepare, release } = holdValues();
  return it.visit(
    playAddress("nim", { moves: "1:2,2:4,3:4" }),
    async (page) => {
      await shown(page, 3);
      await page.locator('#history [data-ply="1"]').hover();
      await page.mouse.down();
      release();
      await page.locator("#history .ply.unknown").first().waitFor({ state: "detached" });
      await page.mouse.up();
      await shown(page, 1);
    },
    { prepare },
  );
});

test("the focus stays on the same place of the board when values come, and beside it when the place is taken", () => {
  const { prepare, release } = holdValues();
  return it.visit(
    playAddress("weighted-tic-tac-toe"),
    async (page) => {
      await shown(page, 0);
      await spot(page, "b2").focus();
      const focused = await page.evaluateHandle(() => document.activeElement);
      release();
      await settled(page, 0);
      assert.ok(await focused.evaluate((element) => element === document.activeElement && element.dataset.spot === "b2"));
      await page.keyboard.press("Enter");
      await settled(page, 1);
      assert.ok(await page.evaluate(() => document.activeElement.matches("#board [data-spot]")));
    },
    { prepare },
  );
});

test("a move or a place that is pointed at stays lit when values come", () => {
  const { prepare, release } = holdValues();
  return it.visit(
    playAddress("weighted-tic-tac-toe"),
    async (page) => {
      await shown(page, 0);
      const { x, y } = await middle(page, "b2");
      await page.mouse.move(x, y);
      await page.locator('#moves [data-move="b2"].lit').waitFor();
      release();
      await settled(page, 0);
      assert.deepEqual(await page.locator("#moves .lit").evaluateAll((all) => all.map((chip) => chip.dataset.move)), ["b2"]);
      await page.locator('#moves [data-move="a1"]').hover();
      await page.locator('#board [data-spot="a1"].lit').waitFor({ state: "attached" });
    },
    { prepare },
  );
});
