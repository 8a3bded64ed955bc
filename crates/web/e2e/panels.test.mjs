// Beside the board: hints on and off, the chart of the game, the line of best play, export, and the list of keys.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { address, clickSpot, playAddress, queried, settled, shapes, shown, spot, text, waitForText, world } from "./helpers.mjs";

const it = world();
const tictactoe = "weighted-tic-tac-toe";

async function expectNoValues(page) {
  assert.equal(await page.locator("#board [data-value]").count(), 0);
  assert.equal(await page.locator("#board [class*=value-]").count(), 0);
  for (const part of ["#sentence", "#moves", "#line"]) assert.ok(await page.locator(part).isHidden(), `${part} is hidden`);
  assert.equal(await spot(page, "a1").getAttribute("aria-label"), "a1");
  const labels = await page.locator("#history [data-ply]").evaluateAll((points) => points.map((point) => point.getAttribute("aria-label")));
  assert.deepEqual(labels, ["Beginning", "Ply 1: b2"]);
}

test("without hints no value is shown, not after a reload either", () =>
  it.visit(playAddress(tictactoe, { moves: "b2" }), async (page) => {
    await settled(page, 1);
    assert.equal(await page.locator("#board [data-value]").count(), 8);
    await page.locator("#hints").uncheck();
    await page.locator("#sentence").waitFor({ state: "hidden" });
    await expectNoValues(page);
    await page.reload();
    await shown(page, 1);
    assert.equal(await page.locator("#hints").isChecked(), false);
    await expectNoValues(page);
    await page.keyboard.press("h");
    await settled(page, 1);
    assert.equal(await page.locator("#board [data-value]").count(), 8);
    await page.reload();
    await settled(page, 1);
    assert.equal(await page.locator("#board [data-value]").count(), 8);
  }));

test("without hints the opponent still moves", () =>
  it.visit(playAddress(tictactoe, { mode: "first" }), async (page) => {
    await settled(page, 0);
    await page.locator("#hints").uncheck();
    await page.locator("#sentence").waitFor({ state: "hidden" });
    await clickSpot(page, "a1");
    await shown(page, 2);
    assert.equal(await queried(page, "moves"), "a1,b2", "only the middle answers a corner");
  }));

test("the chart has a point for each ply, marks a blunder, and goes back", () =>
  it.visit(playAddress(tictactoe), async (page) => {
    const moves = ["a1", "b1", "a3", "a2"];
    const boards = [];
    for (const [ply, move] of moves.entries()) {
      await settled(page, ply);
      boards.push(await shapes(page));
      await clickSpot(page, move);
    }
    await settled(page, 4);
    const points = page.locator("#history [data-ply]");
    assert.equal(await points.count(), 5);
    assert.deepEqual(await points.evaluateAll((all) => all.map((point) => point.getAttribute("data-fault"))), [null, null, "mistake", null, null]);
    for (const ply of moves.keys()) {
      const { sentence } = await it.api(`${tictactoe}/solve`, ply ? { moves: moves.slice(0, ply).join(",") } : {});
      assert.ok((await points.nth(ply).getAttribute("aria-label")).endsWith(sentence), `ply ${ply} says ${sentence}`);
    }
    assert.match(await text(page, "#history .faults"), /^Aoki: 1 mistake/);
    await points.nth(1).click();
    await settled(page, 1);
    assert.deepEqual(await shapes(page), boards[1]);
    assert.equal(await points.count(), 5, "the moves after it can be redone");
    assert.equal(await queried(page, "at"), "1");
  }));

test("the chart of a link shows the values of all its positions", () =>
  it.visit(playAddress("nim", { moves: "1:2,2:4,3:4" }), async (page) => {
    await settled(page, 3);
    await page.locator("#history .ply.unknown").first().waitFor({ state: "detached" });
    const faults = await page.locator("#history [data-ply]").evaluateAll((all) => all.map((point) => point.dataset.fault ?? ""));
    const values = [];
    for (const moves of [{}, { moves: "1:2" }, { moves: "1:2,2:4" }, { moves: "1:2,2:4,3:4" }]) values.push((await it.api("nim/solve", moves)).value);
    assert.deepEqual(values, ["win", "loss", "win", "loss"]);
    assert.ok(!faults.includes("mistake"));
  }));

test("the line of best play is that of the API, can be copied, and leads to its positions", () =>
  it.visit(
    playAddress("chomp", { rows: "2", cols: "3" }),
    async (page) => {
      await settled(page, 0);
      const { line } = await it.api("chomp/line", { rows: "2", cols: "3" });
      await page.locator("#line .chip").first().waitFor();
      assert.deepEqual(await page.locator("#line .chip").allTextContents(), line);
      await page.locator("#copy").click();
      await waitForText(page, "#copy", "Copied");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line.join(","));
      await page.locator("#line .chip").nth(1).click();
      await settled(page, 2);
      assert.equal(await queried(page, "moves"), line.slice(0, 2).join(","));
    },
    { permissions: ["clipboard-read", "clipboard-write"] },
  ));

test("endless play is told", () =>
  it.visit(playAddress("finger-game"), async (page) => {
    await settled(page, 0);
    await page.getByText("… and so on for ever").waitFor();
    assert.match(await text(page, "#sentence"), /draw by endless play/);
  }));

test("the exported file has the moves and their values", () =>
  it.visit(playAddress("nim", { heaps: "1,2" }), async (page) => {
    await settled(page, 0);
    await clickSpot(page, "2:1");
    await settled(page, 1);
    await clickSpot(page, "1:1");
    await settled(page, 2);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
    assert.equal(download.suggestedFilename(), "nim.json");
    const record = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.equal(record.game, "nim");
    assert.deepEqual(record.moves, ["2:1", "1:1"]);
    const wanted = [];
    for (const moves of [{}, { moves: "2:1" }, { moves: "2:1,1:1" }]) {
      const { value, plies, sentence } = await it.api("nim/solve", { heaps: "1,2", ...moves });
      wanted.push({ value, plies, sentence });
    }
    assert.deepEqual(record.values.map(({ value, plies, sentence }) => ({ value, plies, sentence })), wanted);
    assert.equal(record.url, (await address(page)).href);
  }));

test("the list of keys opens with ? and closes with Escape", () =>
  it.visit(playAddress("nim"), async (page) => {
    await settled(page, 0);
    await page.keyboard.press("?");
    await page.locator("#keys").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#keys").waitFor({ state: "hidden" });
  }));
