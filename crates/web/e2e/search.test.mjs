// A long search tells how it goes, its estimate is called one, and it ends with a click or when the page is left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickSpot, playAddress, shown, text, world } from "./helpers.mjs";

/** So long that no search of these tests comes to its own end; two threads, so only one long search at a time. */
const it = world(["--limit-seconds", "900", "--threads", "2"]);
const PROGRESS = "#progress .progress-text";
const PATIENCE = 30_000;

/** The number of positions that the progress tells, once it tells more than this. */
async function positionsOver(page, least) {
  const told = await page.waitForFunction(
    ([selector, least]) => {
      const match = /^([\d,]+) positions in/.exec(document.querySelector(selector)?.textContent ?? "");
      const count = match ? Number(match[1].replaceAll(",", "")) : 0;
      return count > least && count;
    },
    [PROGRESS, least],
  );
  return told.jsonValue();
}

/** Whether a long search of another position begins: only one may run at a time, so none is left behind. */
async function anotherCanBegin() {
  const stop = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(`${it.origin}/api/games/tixtax/analysis?moves=i9`, { signal: stop });
  let told = "";
  try {
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      told += chunk;
      if (/^event: (progress|report)$/m.test(told)) return true;
    }
  } catch (problem) {
    if (!stop.aborted) throw problem;
  }
  return false;
}

test("progress is shown, and an estimate is called one", () =>
  it.visit(playAddress("tixtax"), async (page) => {
    const first = await positionsOver(page, 0);
    assert.ok((await positionsOver(page, first)) > first);
    await page.waitForFunction(() => /estimate/i.test(document.querySelector("#sentence").textContent));
    const chips = page.locator("#moves [data-move]");
    assert.equal(await chips.count(), 81);
    const titles = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute("aria-label")));
    for (const title of titles) assert.match(title, /: .*estimate \d+ %/);
    assert.equal(await page.locator('#board [data-spot][data-value="unknown"]').count(), 81, "no estimate is drawn as a value");
  }));

test("Cancel stops the search at the server, and another can begin", () =>
  it.visit(playAddress("tixtax"), async (page) => {
    await positionsOver(page, 0);
    await page.locator("#cancel").click();
    assert.equal(await text(page, PROGRESS), "Search cancelled.");
    assert.ok(await anotherCanBegin(), "the server stops searching");
    await page.locator("#again").click();
    await positionsOver(page, 0);
  }));

test("leaving the page ends its search", async () => {
  for (const leave of [
    (page) => page.goto("about:blank"),
    (page) => page.close(),
    (page) => page.locator("a.brand").click(),
    (page) => page.locator("#setup").click(),
    (page) => page.locator("#hints").uncheck(),
  ]) {
    await it.visit(playAddress("tixtax", { moves: "e5" }), async (page) => {
      await positionsOver(page, 0);
      await leave(page);
      assert.ok(await anotherCanBegin(), `${leave} ends the search`);
    });
  }
});

test("going on to other positions leaves no search behind that the next would wait for", () =>
  it.visit(playAddress("tixtax"), async (page) => {
    const moves = ["a1", "b2", "e5", "d6", "b7", "e3"];
    for (const [ply, move] of moves.entries()) {
      await shown(page, ply);
      await positionsOver(page, 0);
      await clickSpot(page, move);
    }
    await shown(page, moves.length);
    await positionsOver(page, 0);
  }));
