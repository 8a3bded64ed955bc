// Addresses tell everything: links restore positions, and undo, redo, back, forward, restart and flip go between them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { address, clickSpot, drawn, playAddress, queried, settled, shapes, shown, spot, text, world } from "./helpers.mjs";

const it = world();

/** All that a link has to restore. */
async function seen(page) {
  return {
    shapes: await shapes(page),
    sentence: await text(page, "#sentence"),
    turn: await text(page, "#turn"),
    points: await page.locator("#history [data-ply]").count(),
    here: await page.locator("#history [aria-current=step]").getAttribute("data-ply"),
    mode: await page.locator("#mode").inputValue(),
    skill: await page.locator("#skill").inputValue(),
    canUndo: await page.locator("#undo").isEnabled(),
    canRedo: await page.locator("#redo").isEnabled(),
  };
}

for (const { name, query } of games) {
  test(`a link restores a position of ${name}`, async () => {
    const { line } = await it.api(`${name}/line`, query);
    let link = "";
    let before;
    await it.visit(playAddress(name, query), async (page) => {
      for (const [ply, move] of line.slice(0, 3).entries()) {
        await settled(page, ply);
        await page.locator(`#moves [data-move="${move}"]`).click();
      }
      const made = Math.min(3, line.length);
      await settled(page, made);
      await page.locator("#undo").click();
      await settled(page, made - 1);
      before = await seen(page);
      link = (await address(page)).href.slice(it.origin.length);
    });
    await it.visit(link, async (page) => {
      await settled(page, before.points - 2);
      assert.deepEqual(await seen(page), before);
    });
  });
}

test("a link restores mode and skill", () =>
  it.visit(playAddress("chomp", { moves: "d3,c3", mode: "second", skill: "35", at: "1" }), async (page) => {
    await settled(page, 1);
    const { mode, skill, points, here } = await seen(page);
    assert.deepEqual({ mode, skill, points, here }, { mode: "second", skill: "35", points: 3, here: "1" });
    assert.equal(await page.locator("#skill-words").textContent(), "A best move 35 times in 100, otherwise any legal move.");
  }));

test("undo, redo and restart", () =>
  it.visit(playAddress("connect-four", { cols: "4", rows: "4" }), async (page) => {
    const boards = [await shapes(page)];
    for (const [ply, column] of ["2", "3", "2"].entries()) {
      await shown(page, ply);
      boards[ply] = await shapes(page);
      await clickSpot(page, column);
    }
    await shown(page, 3);
    boards.push(await shapes(page));
    assert.equal(new Set(boards.map(String)).size, 4, "every move changes the board");
    const expectBoard = async (ply) => {
      await shown(page, ply);
      assert.deepEqual(await shapes(page), boards[ply]);
    };
    await page.locator("#undo").click();
    await expectBoard(2);
    await page.keyboard.press("u");
    await expectBoard(1);
    await page.locator("#redo").click();
    await expectBoard(2);
    await page.keyboard.press("r");
    await expectBoard(3);
    assert.ok(await page.locator("#redo").isDisabled());
    await page.locator("#undo").click();
    await expectBoard(2);
    await clickSpot(page, "4");
    await shown(page, 3);
    assert.equal(await queried(page, "moves"), "2,3,4", "another move replaces what could be redone");
    await page.locator("#restart").click();
    await expectBoard(0);
    assert.equal(await queried(page, "moves"), null);
    assert.ok(await page.locator("#undo").isDisabled());
  }));

test("back and forward go through the positions and to the gallery", () =>
  it.visit("/", async (page) => {
    await page.locator('[data-game="dots-and-boxes"] h2 a').click();
    await settled(page, 0);
    await page.locator("#mode").selectOption("people");
    const boards = [];
    for (const [ply, edge] of ["1-2", "4-5"].entries()) {
      await settled(page, ply);
      boards.push(await shapes(page));
      await clickSpot(page, edge);
    }
    await settled(page, 2);
    boards.push(await shapes(page));
    for (const ply of [1, 0]) {
      await page.goBack();
      await shown(page, ply);
      assert.deepEqual(await shapes(page), boards[ply]);
    }
    for (const _ of ["the mode", "the game"]) await page.goBack();
    await page.locator('[data-game="chomp"]').waitFor();
    await page.goForward();
    for (const ply of [0, 1, 2]) {
      await page.goForward();
      await shown(page, ply);
      assert.deepEqual(await shapes(page), boards[ply]);
    }
  }));

test("options chosen in the gallery are those of the game, and impossible ones are refused", () =>
  it.visit(
    "/",
    async (page) => {
      const card = page.locator('[data-game="connect-four"]');
      await card.locator("summary").click();
      await card.locator('[name="cols"]').fill("5");
      await card.locator('[name="rows"]').fill("4");
      await card.getByRole("button", { name: "Play with these" }).click();
      await settled(page, 0);
      assert.deepEqual(Object.fromEntries((await address(page)).searchParams), { cols: "5", rows: "4" });
      assert.equal(await page.locator("#moves [data-move]").count(), 5);
      await page.goBack();
      const nim = page.locator('[data-game="nim"]');
      await nim.locator("summary").click();
      await nim.locator('[name="heaps"]').fill("3,x");
      await nim.getByRole("button", { name: "Play with these" }).click();
      await nim.getByRole("alert").waitFor();
      assert.equal(await nim.getByRole("alert").textContent(), (await it.api("nim", { heaps: "3,x" })).error);
      assert.equal((await address(page)).pathname, "/");
    },
    { refusals: true },
  ));

test("an address that cannot be shown says why", () =>
  it.visit(
    playAddress("nim", { moves: "9:9" }),
    async (page) => {
      await page.getByRole("alert").waitFor();
      assert.equal(await page.getByRole("alert").textContent(), (await it.api("nim/position", { moves: "9:9" })).error);
      await page.getByRole("link", { name: "Start this game anew" }).click();
      await settled(page, 0);
      await spot(page, "1:1").waitFor({ state: "attached" });
    },
    { refusals: true },
  ));

test("back leads before the move of the person, and on to the gallery, not to a new answer of the opponent", () =>
  it.visit("/", async (page) => {
    await page.locator('[data-game="nim"] h2 a').click();
    await settled(page, 0);
    for (let moves = 0; moves < 4; moves += 2) {
      await page.locator("#moves [data-move]").last().click();
      await shown(page, moves + 2);
    }
    for (const plies of [2, 0]) {
      await page.goBack();
      await shown(page, plies);
    }
    await page.goBack();
    await page.locator('[data-game="chomp"]').waitFor();
    for (const plies of [0, 2, 4]) {
      await page.goForward();
      await shown(page, plies);
    }
  }));

test("going back before other options are there leads to the board that was", () =>
  it.visit(playAddress("nim"), async (page) => {
    await settled(page, 0);
    await page.route(/heaps=2/, (route) => setTimeout(() => route.continue().catch(() => {}), 300));
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "/play/nim?heaps=2,3&mode=people";
      document.querySelector("#main").append(link);
      link.click();
    });
    await page.getByText("Setting up the board…").waitFor();
    await page.goBack();
    await settled(page, 0);
    await spot(page, "3:5").waitFor({ state: "attached" });
  }));

test("a gallery that comes late does not cover a game", () =>
  it.visit(playAddress("nim"), async (page) => {
    await settled(page, 0);
    await page.route(/\/api\/games$/, (route) => setTimeout(() => route.continue().catch(() => {}), 300));
    await page.locator(".brand").click();
    await page.getByText("Loading the games…").waitFor();
    const late = page.waitForResponse(/\/api\/games$/);
    await page.goBack();
    await settled(page, 0);
    await late;
    await drawn(page);
    assert.equal(await page.locator("#board svg").count(), 1);
  }));

test("the gallery is as it was left", () =>
  it.visit("/", async (page) => {
    await page.fill("#search", "tic");
    const found = await page.locator(".gallery li:visible").count();
    await page.locator('[data-game="tixtax"] h2 a').click();
    await shown(page, 0);
    await page.goBack();
    await page.locator('[data-game="tixtax"]').waitFor();
    assert.equal(await page.inputValue("#search"), "tic");
    assert.equal(await page.locator(".gallery li:visible").count(), found);
    await page.fill("#search", "");
    await page.evaluate(() => window.scrollTo(0, 600));
    await page.locator('[data-game="nim"] h2 a').click();
    await shown(page, 0);
    await page.goBack();
    await page.waitForFunction(() => scrollY === 600);
    // places in the gallery are there already
    await page.getByRole("link", { name: "your own" }).click();
    await page.waitForFunction(() => document.querySelector("#own").getBoundingClientRect().top < innerHeight);
    assert.equal((await address(page)).hash, "#own");
  }));

test("strange addresses of games say that there is none", async () => {
  for (const name of ["%zz", "%E0%A4%A", "no-such-game"])
    await it.visit(
      `/play/${name}`,
      async (page) => {
        await page.getByRole("alert").waitFor();
        await page.getByRole("link", { name: "All games" }).first().waitFor();
      },
      { refusals: true },
    );
  await it.visit("/play/nim/?mode=people", (page) => settled(page, 0));
});

test("the board stays when nobody answers, and goes on when somebody does", () =>
  it.visit(
    playAddress("nim"),
    async (page, context) => {
      await settled(page, 0);
      await page.route(/\/api\//, (route) => route.abort());
      await page.locator('#moves [data-move="1:2"]').click();
      await page.getByText("The server does not answer.").waitFor();
      assert.equal(await page.locator("#board svg").count(), 1);
      await page.unroute(/\/api\//);
      await page.getByRole("link", { name: "Try again" }).click();
      await settled(page, 1);
      assert.equal(await page.getByText("The server does not answer.").count(), 0);
    },
    { unreachable: true },
  ));
