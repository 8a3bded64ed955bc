// The moves played with their verdicts, the review of a whole game, and games that are brought in from outside.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { address, playAddress, queried, settled, shown, text, waitForText, world } from "./helpers.mjs";

const it = world();
const rows = (page) => page.locator("#played .row");
const verdicts = (page) => page.locator("#played .verdict").allTextContents();
const isFilling = /\/api\/games\/[^/]+\/solve$/;
const withoutFilling = { prepare: (page) => page.route(isFilling, (route) => route.fulfill({ json: { answers: [] } })) };

test("each move has its verdict, and a click or a key goes there", () =>
  it.visit(playAddress("weighted-tic-tac-toe", { moves: "a1,b1,a3,a2" }), async (page) => {
    await settled(page, 4);
    await page.waitForFunction(() => !document.querySelector('#played [data-verdict="none"]'));
    assert.deepEqual(await rows(page).evaluateAll((all) => all.map((row) => row.querySelector(".move").textContent)), ["Beginning", "a1", "b1", "a3", "a2"]);
    assert.deepEqual(await verdicts(page), ["best", "lost half a point", "best", "best"]);
    await rows(page).nth(2).click();
    await settled(page, 2);
    assert.equal(await page.locator("#played [aria-current=step]").getAttribute("data-ply"), "2");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await settled(page, 1);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await settled(page, 4);
    assert.equal(await queried(page, "moves"), "a1,b1,a3,a2");
  }));

test("slower wins and lost points are told", async () => {
  const cases = [
    ["chess-ending", { pieces: "KQK", position: "8/8/8/8/8/k7/7Q/1K6 w" }, (value, move) => `slower by ${move.plies - value.plies} plies`],
    ["dots-and-boxes", { rows: "1", cols: "3", position: "7-8,1-5" }, (value, move) => `${value.margin - move.margin} points less`],
  ];
  for (const [name, query, words] of cases) {
    const report = await it.api(`${name}/solve`, query);
    const worse = report.moves.find(({ move, value }) => value === report.value && !report.best.includes(move));
    await it.visit(playAddress(name, { ...query, moves: worse.move }), async (page) => {
      await settled(page, 1);
      await page.locator('#played [data-verdict="slip"]').waitFor();
      assert.deepEqual(await verdicts(page), [words(report, worse)]);
    });
  }
});

test("without hints the list has moves only", () =>
  it.visit(playAddress("nim", { moves: "1:2,2:4" }), async (page) => {
    await settled(page, 2);
    await page.locator("#hints").uncheck();
    await page.locator("#sentence").waitFor({ state: "hidden" });
    assert.equal(await rows(page).count(), 3);
    assert.deepEqual(await verdicts(page), []);
    assert.ok(await page.locator("#review").isHidden());
  }));

test("the list of a long game scrolls inside itself, to the move that is shown", () =>
  it.visit(playAddress("subtraction", { moves: Array(18).fill("1").join(",") }), async (page) => {
    await settled(page, 18);
    const inside = (ply) =>
      page.waitForFunction((ply) => {
        const [list, row] = [document.querySelector("#played"), document.querySelector(`#played [data-ply="${ply}"]`)].map((one) => one.getBoundingClientRect());
        return list.height < 300 && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
      }, ply);
    await inside(18);
    await page.locator('#history [data-ply="0"]').focus();
    await page.keyboard.press("Enter");
    await shown(page, 0);
    await inside(0);
    assert.equal(await page.evaluate(() => scrollY), 0, "the page itself stays");
  }));

test("what is not analysed is called so in the chart and in the list", () =>
  it.visit(
    playAddress("nim", { moves: "1:2,2:4,3:4" }),
    async (page) => {
      await settled(page, 3);
      assert.deepEqual(await verdicts(page), ["not analysed", "not analysed", "not analysed"]);
      assert.equal(await text(page, "#history .faults"), "3 moves not analysed");
      assert.match(await page.locator('#history [data-ply="1"]').getAttribute("aria-label"), /Not analysed\.$/);
      assert.equal(await text(page, "#history .gap-words"), "not analysed");
    },
    withoutFilling,
  ));

test("the whole game is reviewed, position by position, and the chart and the list are filled", () =>
  it.visit(
    playAddress("nim", { moves: "1:2,2:4,3:4" }),
    async (page) => {
      await settled(page, 3);
      const asked = [];
      page.on("request", (request) => /\/solve\?/.test(request.url()) && asked.push(new URL(request.url()).searchParams.get("moves")));
      await page.locator("#review").click();
      await page.getByText("4 positions analysed.").waitFor();
      assert.deepEqual(asked, ["1:2,2:4", "1:2", null], "from the end, and only what is not known");
      assert.equal(await page.locator("#history .ply.unknown").count(), 0);
      const values = [];
      for (const moves of [{}, { moves: "1:2" }, { moves: "1:2,2:4" }]) values.push((await it.api("nim/solve", moves)).best);
      assert.deepEqual(await page.locator("#played [data-verdict]").evaluateAll((all) => all.map((row) => row.dataset.verdict === "best")), [
        values[0].includes("1:2"),
        values[1].includes("2:4"),
        values[2].includes("3:4"),
      ]);
    },
    withoutFilling,
  ));

test("the review of a long game of which all is known lets the page go on", () => {
  return it.visit(playAddress("subtraction", { heap: "400", moves: Array(300).fill("1").join(",") }), async (page) => {
    await settled(page, 300);
    await page.waitForFunction(() => !document.querySelector('#played [data-verdict="none"]'));
    const words = await page.evaluate(async () => {
      document.querySelector("#review").click();
      await new Promise((resolve) => setTimeout(resolve));
      return document.querySelector(".review-words").textContent;
    });
    assert.match(words, /^Position \d+ of 301…$/, "there is time for others before the end");
    await waitForText(page, ".review-words", "301 positions analysed.");
  });
});

/** Answers to the questions of a review come when they are released. */
function heldBack() {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const prepare = async (page) => {
    await withoutFilling.prepare(page);
    await page.route(/\/solve\?/, (route) => released.then(() => route.continue()).catch(() => {}));
  };
  return { release, prepare };
}

test("a review that goes on does not draw over a position that is set up", () => {
  const { release, prepare } = heldBack();
  return it.visit(
    playAddress("nim", { moves: "1:2,2:4,3:4" }),
    async (page) => {
      await settled(page, 3);
      await page.locator("#review").click();
      await page.locator("#setup").click();
      await page.locator('#board [data-spot="heap 1"]').waitFor({ state: "attached" });
      release();
      await waitForText(page, ".review-words", "4 positions analysed.");
      assert.equal(await page.locator('#board [data-spot="heap 1"]').count(), 1);
    },
    { prepare },
  );
});

test("a review tells how far it is, can be stopped, and ends with the game that it is about", () => {
  const { release, prepare } = heldBack();
  return it.visit(
    playAddress("nim", { moves: "1:2,2:4,3:4" }),
    async (page) => {
      await settled(page, 3);
      await page.locator("#review").click();
      await waitForText(page, ".review-words", "Position 2 of 4…");
      assert.equal(await page.locator("#reviewed progress").evaluate((bar) => bar.value / bar.max), 0.25);
      await rows(page).nth(1).click();
      await shown(page, 1);
      assert.equal(await text(page, ".review-words"), "Position 2 of 4…", "it goes on while one looks around");
      await page.getByRole("button", { name: "Stop the review" }).click();
      await waitForText(page, ".review-words", "Review stopped.");
      assert.ok(await page.locator("#reviewed progress").isHidden());
      await page.locator("#review").click();
      await waitForText(page, ".review-words", "Position 2 of 4…");
      await page.locator("#undo").click();
      await shown(page, 0);
      await page.keyboard.type("3:5");
      await page.keyboard.press("Enter");
      await shown(page, 1);
      assert.equal(await text(page, ".review-words"), "");
      assert.equal(await text(page, "#review"), "Review the game");
      release();
    },
    { prepare },
  );
});

async function bring(page, words) {
  await page.locator("#import").click();
  await page.fill("#import-text", words);
  await page.locator("#import-go").click();
}

test("a game is imported from moves in all ways to write them, and from a position", async () => {
  const c4 = { cols: "5", rows: "4" };
  const cases = [
    ["connect-four", c4, "3,3,2,4", { ...c4, moves: "3,3,2,4" }],
    ["connect-four", c4, "1. 3 3\n2. 2 4", { ...c4, moves: "3,3,2,4" }],
    ["connect-four", c4, "3324", { ...c4, moves: "3,3,2,4" }],
    ["connect-four", c4, "5/5/5/2xo1", { ...c4, position: "5/5/5/2xo1" }],
    ["dots-and-boxes", {}, "2-1 1-4", { moves: "1-2,1-4" }],
    ["nim", {}, "3,4,2", { position: "3,4,2" }],
    ["nim", { position: "3,4,2" }, "1:1", { position: "3,4,2", moves: "1:1" }],
    ["connect-four", c4, '{"moves":["3","3"]}', { ...c4, moves: "3,3" }],
    ["chess-ending", { pieces: "KQK" }, '[Event "x"]\n[FEN "8/8/8/8/8/k7/7Q/1K6 w - - 0 1"]\n\n1. Qh3+ Kb4 *', { pieces: "KQK", position: "8/8/8/8/8/k7/7Q/1K6 w - - 0 1", moves: "h2h3,a3b4" }],
  ];
  await it.visit("/", async (page) => {
    for (const [name, query, words, wanted] of cases) {
      await page.goto(it.origin + playAddress(name, query));
      await shown(page, 0);
      await bring(page, words);
      await page.locator("#import-dialog").waitFor({ state: "detached" });
      await shown(page, wanted.moves?.split(",").length ?? 0);
      assert.deepEqual(Object.fromEntries((await address(page)).searchParams), wanted, words);
    }
  }, { refusals: true });
});

test("what cannot be imported names the bad move, and stays to be mended", () =>
  it.visit(
    playAddress("weighted-tic-tac-toe"),
    async (page) => {
      await settled(page, 0);
      await bring(page, "1. a3 b2 2. a3 c1");
      const alert = page.locator("#import-dialog [role=alert]");
      await alert.waitFor();
      assert.equal(await alert.textContent(), (await it.api("weighted-tic-tac-toe/position", { moves: "a3,b2,a3,c1" })).error);
      assert.match(await alert.textContent(), /found "a3" \(move 3\)$/);
      assert.equal(await page.inputValue("#import-text"), "1. a3 b2 2. a3 c1");
      await page.fill("#import-text", "nonsense");
      await page.locator("#import-go").click();
      await page.waitForFunction(() => /^As moves: .+\. As a position: expected/.test(document.querySelector("#import-dialog [role=alert]")?.textContent));
      await page.fill("#import-text", '{"moves": [], "options": null}');
      await page.locator("#import-go").click();
      await waitForText(page, "#import-dialog [role=alert]", "expected a game as JSON, with a list of moves; found options that are no object: null");
      await page.fill("#import-text", "1 ".repeat(150000));
      await page.locator("#import-go").click();
      await waitForText(page, "#import-dialog [role=alert]", "expected a game of at most 262144 letters, found 300000");
      await page.fill("#import-text", '{"moves": 3}');
      await page.locator("#import-go").click();
      await waitForText(page, "#import-dialog [role=alert]", "expected a game as JSON, with a list of moves; found moves that are no list of texts: 3");
      await page.keyboard.press("Escape");
      await page.locator("#import-dialog").waitFor({ state: "detached" });
      assert.equal(await queried(page, "moves"), null);
    },
    { refusals: true },
  ));

/** Drops a file on the page, as if by hand. */
async function drop(page, name, content) {
  await page.evaluate(
    ([name, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      document.querySelector("#main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, content],
  );
}

test("what is exported can be imported: by hand, dropped on the gallery, or on another game", async () => {
  const start = playAddress("nim", { heaps: "1,2,4", misere: "true", moves: "3:2,2:1,1:1", at: "1" });
  let record = "";
  await it.visit(start, async (page) => {
    await settled(page, 1);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
    record = await readFile(await download.path(), "utf8");
    await page.locator("#restart").click();
    await shown(page, 0);
    await bring(page, record);
    await shown(page, 1);
    assert.equal((await address(page)).search, "?heaps=1,2,4&misere=true&moves=3:2,2:1,1:1&at=1");
    for (const elsewhere of ["/", playAddress("chomp")]) {
      await page.goto(it.origin + elsewhere);
      await page.locator(elsewhere === "/" ? "[data-game]" : "#board svg").first().waitFor();
      await drop(page, "nim.json", record);
      await shown(page, 1);
      assert.equal((await address(page)).pathname, "/play/nim");
      assert.equal((await address(page)).search, "?heaps=1,2,4&misere=true&moves=3:2,2:1,1:1&at=1");
    }
  });
  await it.visit("/", async (page) => {
    await page.locator("[data-game]").first().waitFor();
    await drop(page, "no.json", '{"moves": []}');
    await page.getByText('expected a game as JSON that tells its name as "game", found none').waitFor();
  });
});
