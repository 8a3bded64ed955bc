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
      const match = /^([\d,]+) positions( and [\d,]+ playouts?)? in/.exec(document.querySelector(selector)?.textContent ?? "");
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
    assert.doesNotMatch(await text(page, PROGRESS), /at (least|most)/);
    await page.waitForFunction(() => /estimate/i.test(document.querySelector("#sentence")?.textContent));
    const chips = page.locator("#moves [data-move]");
    assert.equal(await chips.count(), 81);
    const groups = await page.locator("#moves .value").allTextContents();
    assert.ok(groups.length <= 2, `they are not divided by what hardly matters: ${groups}`);
    assert.match(groups[0], /(may be|seems) best, estimates:$/);
    await page.waitForFunction(() => / and [\d,]+ playouts in /.test(document.querySelector("#progress")?.textContent));
    // a heat map, in which moves that are the same when the board is turned have the same colour and figure
    const tenth = await page.locator('#board [data-spot="e5"] .heat').getAttribute("data-tenth");
    assert.equal(await page.locator("#board .heat").count(), 81);
    assert.equal(await page.locator("#board .sign.guess").count(), 81);
    const [corner, ...corners] = await page.evaluate(() =>
      ["a1", "a9", "i1", "i9"].map((spot) => document.querySelector(`[data-spot="${spot}"]`)?.getAttribute("aria-label")?.slice(2)),
    );
    for (const other of corners) assert.equal(other, corner);
    assert.ok(Number(tenth) >= 3 && Number(tenth) <= 8, tenth);
    await page.locator("#line").getByText("Not proved: what seems best on both sides.").waitFor();
    const titles = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute("aria-label")));
    for (const title of titles) assert.match(title, /: .*estimate \d+ %, \d+ to \d+/);
    assert.equal(await page.locator('#board [data-spot][data-value="unknown"]').count(), 81, "no estimate is drawn as a value");
  }));

test("a search that is stopped ends at the server, another can begin, and it goes on for longer", () =>
  it.visit(playAddress("tixtax"), async (page) => {
    const before = await positionsOver(page, 0);
    await page.locator("#cancel").click();
    assert.equal(await text(page, PROGRESS), "Stopped.");
    assert.ok(await anotherCanBegin(), "the server stops searching");
    for (const seconds of ["240", "960"]) {
      const asked = page.waitForRequest(/\/analysis/);
      await page.getByRole("button", { name: "Continue the search" }).click();
      const { searchParams } = new URL((await asked).url());
      assert.equal(searchParams.get("limit_seconds"), seconds);
      const first = await page.waitForFunction((selector) => /^([\d,]+) positions( and [\d,]+ playouts?)? in/.exec(document.querySelector(selector)?.textContent)?.[1], PROGRESS);
      assert.ok(Number((await first.jsonValue()).replaceAll(",", "")) > before, "it counts on");
      await page.locator("#cancel").click();
    }
  }));

/** A stream of these reports about the first position of nim with the heaps 1 and 2. */
const tell = (...reports) => (page) =>
  page.route(/\/api\/.*\/analysis/, (route) => {
    const report = { best: [], complete: false, engine: "test", nodes: 1, seconds: 1, to_move: "First", value: "unknown", plies: null, margin: null };
    const events = reports.map((one) => `event: report\ndata: ${JSON.stringify({ ...report, ...one })}\n\n`);
    return route.fulfill({ contentType: "text/event-stream", body: events.join("") });
  });

test("each report adds to the ones before: what is proved takes the place of estimates, move by move", () => {
  const move = (move, value, estimate) => ({ move, value, plies: null, margin: null, estimate });
  const guess = { status: "estimated", sentence: "Estimated.", choice: "1:1", moves: ["1:1", "2:1", "2:2"].map((name) => move(name, "unknown", 0.5)) };
  const first = { status: "bounded", sentence: "Undecided.", moves: [move("1:1", "loss")] };
  const second = { status: "bounded", sentence: "First wins.", value: "win", moves: [move("2:1", "win")] };
  return it.visit(
    playAddress("nim", { heaps: "1,2" }),
    async (page) => {
      await page.locator('#moves [data-move="2:1"][data-value="win"]').waitFor();
      assert.deepEqual(await page.locator("#moves [data-move]").evaluateAll((all) => all.map(({ title }) => title)), [
        "2:1: win",
        "2:2: undecided, estimate 50 %",
        "1:1: loss",
      ]);
      assert.equal(await text(page, "#sentence"), "First wins.");
    },
    { prepare: tell(guess, first, second, first) },
  );
});

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
