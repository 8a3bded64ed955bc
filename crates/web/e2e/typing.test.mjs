// Keys: the board has the focus, digits and letters type moves, and other keys do not come in between.

import assert from "node:assert/strict";
import { test } from "node:test";
import { playAddress, queried, settled, shown, text, waitForText, world } from "./helpers.mjs";

const it = world();
const focused = (page, selector) => page.evaluate((selector) => document.activeElement?.matches(selector), selector);

test("a game opens with the focus on the board, and arrows lead to its places", () =>
  it.visit("/", async (page) => {
    await page.locator('[data-game="weighted-tic-tac-toe"] h2 a').click();
    await shown(page, 0);
    await page.waitForFunction(() => document.activeElement?.matches("#board svg"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    assert.ok(await focused(page, "#board [data-spot]"));
    assert.equal(await queried(page, "moves"), null, "Enter plays at a place, not on the board as a whole");
    await page.keyboard.press("Enter");
    await shown(page, 1);
  }));

test("digits drop stones, one after the other", () =>
  it.visit(playAddress("connect-four", { cols: "4", rows: "4" }), async (page) => {
    await settled(page, 0);
    for (const [ply, digit] of ["2", "3", "2"].entries()) {
      await shown(page, ply);
      await page.keyboard.press(digit);
    }
    await shown(page, 3);
    assert.equal(await queried(page, "moves"), "2,3,2");
    await page.waitForFunction(() => document.activeElement?.matches("#board svg"));
    await page.keyboard.press("u");
    await shown(page, 2);
  }));

test("what may become another move waits for Enter, and is shown meanwhile", () =>
  it.visit(playAddress("subtraction", { take: "1,12" }), async (page) => {
    await settled(page, 0);
    await page.keyboard.press("1");
    await page.locator('#moves [data-move="12"].lit').waitFor();
    assert.equal(await page.locator("#move-text").inputValue(), "1");
    assert.equal(await queried(page, "moves"), null);
    await page.keyboard.press("Enter");
    await shown(page, 1);
    await page.keyboard.type("12");
    await shown(page, 2);
    assert.equal(await queried(page, "moves"), "1,12");
    await page.keyboard.press("1");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#move-text").inputValue(), "");
    assert.ok(await focused(page, "#board svg"), "Escape leaves the field");
  }));

test("a letter with which moves begin types, and does with Shift what it does elsewhere", () =>
  it.visit(playAddress("tixtax", { mode: "first" }), async (page) => {
    await shown(page, 0);
    assert.equal(await page.locator("#hints").getAttribute("aria-keyshortcuts"), "Shift+H");
    assert.equal(await page.locator("#flip").getAttribute("title"), "Flip sides (Shift+F)");
    assert.equal(await page.locator("#undo").getAttribute("title"), "Undo (u)");
    await page.keyboard.press("Shift+H");
    assert.equal(await page.locator("#hints").isChecked(), false);
    await page.keyboard.type("h5");
    await page.waitForURL(/moves=h5/);
    assert.equal(await page.locator("#hints").isChecked(), false);
    assert.equal(await page.locator("#mode").inputValue(), "first");
  }));

test("the field keeps the focus of those who went there, and refuses in words", () =>
  it.visit(
    playAddress("weighted-tic-tac-toe"),
    async (page) => {
      await settled(page, 0);
      await page.locator("#move-text").click();
      await page.keyboard.type("b2");
      await shown(page, 1);
      assert.ok(await focused(page, "#move-text"));
      await page.keyboard.type("b2");
      await page.keyboard.press("Enter");
      await waitForText(page, "#status", (await it.api("weighted-tic-tac-toe/play", { moves: "b2", move: "b2" })).error);
      await page.keyboard.type("a1");
      await shown(page, 2);
      assert.equal(await text(page, "#status"), "Aoki played a1.");
    },
    { refusals: true },
  ));
