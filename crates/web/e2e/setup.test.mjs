// Positions are set up by text and by clicks on the board, impossible ones are refused in words, and play goes on from there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { clickSpot, drawn, playAddress, playByKeys, queried, settled, shapes, spot, waitForText, world } from "./helpers.mjs";

const it = world();
const alert = (page) => page.locator('.panels [role="alert"]:visible');
const textField = (page) => page.locator("#setup-text");

async function expectText(page, wanted) {
  await page.waitForFunction((wanted) => document.querySelector("#setup-text")?.value === wanted, wanted);
}

/** Goes on to play, at the position with this text, and makes a move there. */
async function playFromHere(page, name, query) {
  await page.locator("#setup-play").click();
  await settled(page, 0);
  const [{ legal, picture }, { sentence }] = await Promise.all([it.api(`${name}/position`, query), it.api(`${name}/solve`, query)]);
  await waitForText(page, "#sentence", sentence);
  await playByKeys(page, legal[0], { picture });
  await settled(page, 1);
  assert.equal(await queried(page, "position"), query.position);
  assert.equal(await queried(page, "moves"), legal[0].move);
}

test("by text: a good one and an impossible one", () =>
  it.visit(
    playAddress("chess-ending", { view: "setup" }),
    async (page) => {
      const wrong = "8/8/8/8/8/1k6/1R6/K7 w";
      const { error } = await it.api("chess-ending/position", { position: wrong });
      assert.match(error, /expected .+, found/);
      await textField(page).fill(wrong);
      await alert(page).waitFor();
      assert.equal(await alert(page).textContent(), error);
      assert.ok(await page.locator("#setup-play").isDisabled());
      const good = "8/8/8/8/8/2k5/7R/K7 w";
      await textField(page).fill(good);
      await alert(page).waitFor({ state: "hidden" });
      await playFromHere(page, "chess-ending", { position: good });
    },
    { refusals: true },
  ));

test("by clicks on the cells of a grid", () =>
  it.visit(
    playAddress("weighted-tic-tac-toe", { view: "setup" }),
    async (page) => {
      await clickSpot(page, "a3");
      await expectText(page, "x../.../...");
      await clickSpot(page, "b2");
      await alert(page).waitFor();
      assert.equal(await alert(page).textContent(), (await it.api("weighted-tic-tac-toe/position", { position: "x../.x./..." })).error);
      await clickSpot(page, "b2");
      await expectText(page, "x../.o./...");
      await alert(page).waitFor({ state: "hidden" });
      await spot(page, "c1").focus();
      await page.keyboard.press("o");
      await expectText(page, "x../.o./..o");
      await page.keyboard.press("Delete");
      await expectText(page, "x../.o./...");
      await alert(page).waitFor({ state: "hidden" });
      await playFromHere(page, "weighted-tic-tac-toe", { position: "x../.o./..." });
    },
    { refusals: true },
  ));

test("by clicks on the cells of connect four", () =>
  it.visit(
    playAddress("connect-four", { cols: "4", rows: "4", view: "setup" }),
    async (page) => {
      await clickSpot(page, "2.2");
      await alert(page).waitFor();
      const floating = "..../..../.x../....";
      assert.equal(await alert(page).textContent(), (await it.api("connect-four/position", { cols: "4", rows: "4", position: floating })).error);
      await clickSpot(page, "2.2");
      await clickSpot(page, "2.1");
      const position = "..../..../.o../.x..";
      await expectText(page, position);
      await alert(page).waitFor({ state: "hidden" });
      await playFromHere(page, "connect-four", { cols: "4", rows: "4", position });
    },
    { refusals: true },
  ));

test("by clicks on the heaps of nim", () =>
  it.visit(playAddress("nim", { view: "setup" }), async (page) => {
    await clickSpot(page, "heap 1");
    await expectText(page, "0,4,5");
    await clickSpot(page, "heap 1");
    await expectText(page, "1,4,5");
    await spot(page, "heap 3").focus();
    await page.keyboard.press("2");
    await expectText(page, "1,4,2");
    await playFromHere(page, "nim", { position: "1,4,2" });
  }));

for (const { name, query } of games.filter((game) => game.name !== "subtraction")) {
  test(`every place of ${name} that can be set is on the board and can be clicked`, () =>
    it.visit(
      playAddress(name, { ...query, view: "setup" }),
      async (page) => {
        const { setup } = await it.api(`${name}/position`, query);
        const parts = setup.parts.filter(({ choices, spots }) => choices.length > 1 && spots.length);
        const places = parts.flatMap(({ spots }) => spots);
        await spot(page, places[0]).waitFor({ state: "attached" });
        assert.deepEqual((await page.locator("#board [data-spot]").evaluateAll((all) => all.map((one) => one.dataset.spot))).toSorted(), places.toSorted());
        const [{ label, text, choices, spots }] = parts;
        await clickSpot(page, spots[0]);
        const next = choices[(choices.indexOf(text) + 1) % choices.length];
        await page.locator(`#board [data-spot="${spots[0]}"][aria-label="${label}: ${next || "empty"}"]`).waitFor({ state: "attached" });
        assert.notEqual(await textField(page).inputValue(), (await it.api(`${name}/position`, query)).position);
      },
      { refusals: true },
    ));
}

test("a heap without places on the board is chosen in a list", () =>
  it.visit(playAddress("subtraction", { view: "setup" }), async (page) => {
    await page.locator("#setup-heap").selectOption("6");
    await expectText(page, "6");
    await playFromHere(page, "subtraction", { position: "6" });
  }));

test("the side to move is chosen in a list", () =>
  it.visit(
    playAddress("quixo", { size: "3", view: "setup" }),
    async (page) => {
      const list = page.locator(".panels select:visible");
      await list.waitFor();
      const choices = await list.locator("option").allTextContents();
      assert.equal(choices.length, 2);
      await list.selectOption({ index: 1 });
      await page.waitForFunction(() => document.querySelector("#turn")?.textContent.startsWith("O to move"));
    },
    { refusals: true },
  ));

test("Cancel goes back to the game as it was", () =>
  it.visit(playAddress("nim", { moves: "1:1,2:2" }), async (page) => {
    await settled(page, 2);
    const board = await shapes(page);
    await page.locator("#setup").click();
    await clickSpot(page, "heap 2");
    await page.getByRole("button", { name: "Cancel" }).locator("visible=true").click();
    await settled(page, 2);
    assert.deepEqual(await shapes(page), board);
  }));

test("an answer that comes after Cancel does not draw over the game", () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  return it.visit(playAddress("nim", { view: "setup" }), async (page) => {
    await spot(page, "heap 1").waitFor({ state: "attached" });
    await page.route(/\/position\?/, (route) => released.then(() => route.continue()));
    const late = page.waitForResponse(/\/position\?/);
    await clickSpot(page, "heap 1");
    await expectText(page, "0,4,5");
    await page.getByRole("button", { name: "Cancel" }).locator("visible=true").click();
    await settled(page, 0);
    release();
    await (await late).finished();
    await drawn(page);
    assert.ok(await spot(page, "1:1").count());
    assert.equal(await spot(page, "heap 1").count(), 0);
  });
});
