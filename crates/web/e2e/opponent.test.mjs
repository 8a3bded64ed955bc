// The opponent answers by itself on either side, as well as its skill says, and plays against itself step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickSpot, playAddress, queried, settled, shown, text, waitForText, world } from "./helpers.mjs";

const it = world();
const LONGER_THAN_THE_OPPONENT_WAITS = 1200;
const movesOf = async (page) => (await queried(page, "moves"))?.split(",") ?? [];

/** Waits until the address tells this move, and returns it. The opponent may have gone on by then. */
async function moveMade(page, ply) {
  const made = await page.waitForFunction((ply) => new URL(location.href).searchParams.get("moves")?.split(",")[ply], ply);
  return made.jsonValue();
}

/** The person plays any move, the opponent has to take one of the best each time, until the game is over. */
async function playAgainst(name, query, mode, nthMove) {
  await it.visit(playAddress(name, { ...query, mode }), async (page) => {
    const mine = mode === "first" ? 0 : 1;
    let opponentsMove = "";
    for (let ply = 0; ; ply++) {
      const made = { ...query, ...(ply && { moves: (await movesOf(page)).slice(0, ply).join(",") }) };
      const { ending, turn, legal, players } = await it.api(`${name}/position`, made);
      if (ending) return waitForText(page, "#sentence", ending.sentence);
      if (turn === mine) {
        await settled(page, ply);
        if (opponentsMove) assert.equal(await text(page, "#status"), `${players[1 - mine]} played ${opponentsMove}.`);
        await clickSpot(page, legal[nthMove % legal.length].clicks[0]);
        await moveMade(page, ply);
        opponentsMove = "";
      } else {
        const { best } = await it.api(`${name}/solve`, made);
        opponentsMove = await moveMade(page, ply);
        assert.ok(best.includes(opponentsMove), `${opponentsMove} is one of ${best}`);
      }
    }
  });
}

test("the opponent is perfect as the second player", () => playAgainst("weighted-tic-tac-toe", {}, "first", 2));
test("the opponent is perfect as the first player", () => playAgainst("nim", {}, "second", 3));
test("the opponent moves again where a box gives another move", () => playAgainst("dots-and-boxes", { rows: "1", cols: "2" }, "second", 1));

test("a game opens with the opponent, and the person begins", () =>
  it.visit("/", async (page) => {
    await page.locator('[data-game="subtraction"] h2 a').click();
    await settled(page, 0);
    assert.equal(await page.locator("#mode").inputValue(), "first");
    assert.equal(await text(page, "#skill-words"), "Perfect where moves can be proved, else strong.");
    await page.keyboard.press("2");
    await settled(page, 2);
    assert.deepEqual(await movesOf(page), ["2", "3"], "the opponent answers");
    assert.equal(await text(page, "#skill-words"), "Perfect: every move so far is proved.");
    await page.reload();
    await settled(page, 2);
    assert.equal(await page.locator("#mode").inputValue(), "first");
  }));

test("a link to a position or moves without a mode leaves both sides to the person", async () => {
  for (const query of ["?moves=2", "?position=19"]) {
    await it.visit(`/play/subtraction${query}`, async (page) => {
      await page.waitForFunction(() => document.querySelector(".progress-text")?.textContent.startsWith("Proved"));
      assert.equal(await page.locator("#mode").inputValue(), "people");
      await page.waitForTimeout(LONGER_THAN_THE_OPPONENT_WAITS);
      assert.deepEqual(await movesOf(page), query.includes("moves") ? ["2"] : [], "nobody moves by itself");
    });
  }
});

test("after a position is set up the person plays the side to move", () =>
  it.visit(playAddress("quixo", { size: "3", position: "x2/1o1/3 o", view: "setup", mode: "first" }), async (page) => {
    await page.locator("#setup-play").click();
    await settled(page, 0);
    assert.equal(await page.locator("#mode").inputValue(), "second");
  }));

test("the opponent of a link is called by the moves it has made", () =>
  it.visit(playAddress("weighted-tic-tac-toe", { moves: "a1,b1,b2", mode: "first" }), async (page) => {
    await waitForText(page, "#skill-words", "Strong: 1 move of 2 not proved to be best.");
    assert.equal((await movesOf(page)).length, 4, "its answer was a best one");
  }));

test("an opponent whose move is estimated is called strong", () =>
  it.visit(
    playAddress("chomp", { mode: "first" }),
    async (page) => {
      await shown(page, 0);
      await page.keyboard.type("d3");
      await shown(page, 2);
      assert.match(await text(page, "#status"), /A strong opponent's move: estimated, not proved\.$/);
      assert.equal(await text(page, "#skill-words"), "Strong: 1 move of 1 not proved to be best.");
    },
    { prepare: guessOnly },
  ));

/** A server that has no more than estimates. */
async function guessOnly(page) {
  await page.route(/\/api\/.*\/solve/, (route) => route.fulfill({ json: { answers: [] } }));
  await page.route(/\/api\/.*\/analysis/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    const { legal } = await it.api("chomp/position", searchParams.has("moves") ? { moves: searchParams.get("moves") } : {});
    const moves = legal.map(({ move }) => ({ move, value: "unknown", plies: null, margin: null, estimate: 0.5 }));
    const known = { value: "unknown", plies: null, margin: null, best: [], complete: false, choice: moves[0].move, moves };
    const report = { ...known, status: "estimated", engine: "test", nodes: 1, seconds: 1, to_move: "First", sentence: "Estimated." };
    await route.fulfill({ contentType: "text/event-stream", body: `event: report\ndata: ${JSON.stringify(report)}\n\n` });
  });
}

test("the person cannot move for the opponent", () =>
  it.visit(playAddress("chomp", { moves: "d3,c3", at: "1", mode: "first" }), async (page) => {
    await settled(page, 1);
    await clickSpot(page, "c3");
    await waitForText(page, "#status", "It is the opponent's turn. “Let the opponent move” has it move.");
    await page.locator("#step").click();
    await shown(page, 2);
    const { best } = await it.api("chomp/solve", { moves: "d3" });
    assert.ok(best.includes((await movesOf(page))[1]));
  }));

test("flip sides: the opponent goes on with the other side", () =>
  it.visit(playAddress("subtraction", { mode: "first" }), async (page) => {
    await settled(page, 0);
    await page.locator("#flip").click();
    await shown(page, 1);
    assert.equal(await page.locator("#mode").inputValue(), "second");
    assert.deepEqual(await movesOf(page), ["1"], "21 is won by taking 1 only");
    await page.keyboard.press("f");
    await shown(page, 2);
    assert.equal(await page.locator("#mode").inputValue(), "first");
  }));

test("undo takes back the opponent's move, too", () =>
  it.visit(playAddress("subtraction", { mode: "first" }), async (page) => {
    await settled(page, 0);
    await clickSpot(page, "2");
    await settled(page, 2);
    await page.locator("#undo").click();
    await settled(page, 0);
    assert.ok((await text(page, "#turn")).startsWith("First to move"));
  }));

test("watch: step by step, then by itself to the end", () =>
  it.visit(playAddress("nim", { heaps: "1,2,3", mode: "watch" }), async (page) => {
    await settled(page, 0);
    await page.locator("#step").click();
    await settled(page, 1);
    await page.keyboard.press("s");
    await settled(page, 2);
    await page.waitForTimeout(LONGER_THAN_THE_OPPONENT_WAITS);
    assert.equal((await movesOf(page)).length, 2, "nothing moves without a step");
    await page.locator("#auto").check();
    await page.waitForFunction(() => document.querySelector("#turn")?.textContent === "The game is over");
    const { ending } = await it.api("nim/position", { heaps: "1,2,3", moves: (await movesOf(page)).join(",") });
    assert.equal(ending.winner, 1, "1, 2, 3 is lost for the first player");
    await waitForText(page, "#sentence", ending.sentence);
  }));

test("a perfect opponent follows best play against itself", () =>
  it.visit(playAddress("weighted-tic-tac-toe", { mode: "watch" }), async (page) => {
    for (let ply = 0; ply < 9; ply++) {
      await settled(page, ply);
      const { best } = await it.api("weighted-tic-tac-toe/solve", ply ? { moves: (await movesOf(page)).join(",") } : {});
      await page.locator("#step").click();
      await shown(page, ply + 1);
      assert.ok(best.includes((await movesOf(page))[ply]));
    }
    const { ending } = await it.api("weighted-tic-tac-toe/position", { moves: (await movesOf(page)).join(",") });
    assert.equal(ending.winner, null);
    await waitForText(page, "#sentence", ending.sentence);
  }));

test("skill 0: random moves, all of them legal", () =>
  it.visit(playAddress("weighted-tic-tac-toe", { mode: "watch", skill: "0" }), async (page) => {
    await settled(page, 0);
    assert.equal(await text(page, "#skill-words"), "Random: any legal move.");
    for (let ply = 0; !(await text(page, "#turn")).startsWith("The game is over"); ply++) {
      const { legal } = await it.api("weighted-tic-tac-toe/position", ply ? { moves: (await movesOf(page)).join(",") } : {});
      await page.locator("#step").click();
      await shown(page, ply + 1);
      const made = (await movesOf(page))[ply];
      assert.ok(legal.some(({ move }) => move === made));
      assert.match(await text(page, "#status"), /A random move\.$/);
    }
  }));

test("the skill is set with the keyboard and kept in the address", () =>
  it.visit(playAddress("nim", { mode: "first" }), async (page) => {
    await settled(page, 0);
    await page.locator("#skill").press("ArrowLeft");
    await page.waitForURL(/skill=95/);
    assert.equal(await text(page, "#skill-words"), "A best move 95 times in 100, otherwise any legal move.");
  }));
