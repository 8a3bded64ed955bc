// Chess endings: a position chooses its pieces wherever it is pasted, moves are typed as chess players write them, and mates are counted in moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, playAddress, queried, settled, shown, text, waitForText, world } from "./helpers.mjs";

const it = world();
const QUEEN = "8/8/8/8/8/k7/7Q/1K6 w";
const ROOK = "8/8/8/3k4/8/4K3/7R/8 w";
const ENDINGS = "expected White with the pieces of an ending (KQK, KRK, KPK, KBNK), Black with the king alone, found";

/** Pastes a text where the focus is, or on the page. */
function paste(page, words) {
  return page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", words);
    (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, words);
}

test("a position pasted on the gallery opens its ending", () =>
  it.visit("/", async (page) => {
    await page.locator("[data-game]").first().waitFor();
    await paste(page, `${QUEEN} - - 0 1`);
    await settled(page, 0);
    assert.equal((await address(page)).pathname, "/play/chess-ending");
    assert.deepEqual(Object.fromEntries((await address(page)).searchParams), { pieces: "KQK", position: `${QUEEN} - - 0 1` });
    assert.equal(await page.locator("#mode").inputValue(), "people", "it is there to be looked at");
  }));

test("a position pasted on another game opens its ending, also where nothing can be shown", async () => {
  for (const elsewhere of [playAddress("nim"), "/play/no-such-game"])
    await it.visit(
      elsewhere,
      async (page) => {
        await page.locator("#board svg, .problem").waitFor();
        await paste(page, `${QUEEN} - - 0 1`);
        await page.waitForFunction(() => location.pathname === "/play/chess-ending");
        await settled(page, 0);
      },
      { refusals: true },
    );
});

test("pasted on an ending, it chooses other pieces, or says which endings there are", () =>
  it.visit(
    playAddress("chess-ending", { pieces: "KQK", position: QUEEN }),
    async (page) => {
      await settled(page, 0);
      await paste(page, ROOK);
      await page.waitForFunction(() => !new URL(location.href).searchParams.has("pieces"));
      await settled(page, 0);
      assert.equal(await queried(page, "position"), ROOK);
      await paste(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
      await page.locator("#import-dialog [role=alert]").getByText(`${ENDINGS} "KQRRBBNNPPPPPPPP against KQRRBBNNPPPPPPPP"`).waitFor();
    },
    { refusals: true },
  ));

test("what no game takes as a position is said so in the gallery", () =>
  it.visit(
    "/",
    async (page) => {
      await page.locator("[data-game]").first().waitFor();
      await paste(page, "8/8/8/8/8/k7/7Q/1KQ5 w");
      await page.getByRole("alert").getByText(`No game takes this as a position. Chess endings: ${ENDINGS} "KQQ against K"`).waitFor();
    },
    { refusals: true },
  ));

test("in the field of a set-up, the text chooses the pieces", () =>
  it.visit(
    playAddress("chess-ending", { pieces: "KBNK", view: "setup" }),
    async (page) => {
      await page.locator("#setup-text").waitFor();
      await page.fill("#setup-text", "8/8/8/8/8/k7/7Q/1KQ5 w");
      await page.locator('.panels [role="alert"]:visible').getByText(ENDINGS).waitFor();
      await page.fill("#setup-text", QUEEN);
      await page.locator('.panels [role="alert"]:visible').waitFor({ state: "hidden" });
      await page.locator("#setup-play").click();
      await settled(page, 0);
      assert.deepEqual([await queried(page, "pieces"), await queried(page, "position")], ["KQK", QUEEN]);
    },
    { refusals: true },
  ));

test("a link without the pieces is as good as one with them", () =>
  it.visit(playAddress("chess-ending", { position: QUEEN, moves: "h2h4" }), async (page) => {
    await settled(page, 1);
    await page.locator('#played [data-verdict="best"]').waitFor();
    assert.equal(await page.locator("#played .verdict").textContent(), "best");
  }));

test("moves are typed as chess players write them, and mates are counted in moves", () =>
  it.visit(playAddress("chess-ending", { position: ROOK }), async (page) => {
    await settled(page, 0);
    const { sentence, words } = await it.api("chess-ending/solve", { position: ROOK });
    assert.equal(words, "mate in 12");
    assert.ok(sentence.includes("in 23 plies (mate in 12)"), sentence);
    await waitForText(page, "#sentence", sentence);
    assert.equal(await page.locator("#moves .value").first().evaluate((one) => one.lastChild.textContent), "Win in 23 plies, mate in 12");
    await page.keyboard.type("Rd2+");
    await page.keyboard.press("Enter");
    await shown(page, 1);
    assert.equal(await queried(page, "moves"), "h2d2");
    await page.locator("#import").click();
    await page.fill("#import-text", "1. Rd2+ Ke5 2. Rd8 *");
    await page.locator("#import-go").click();
    await shown(page, 3);
    assert.equal(await queried(page, "moves"), "h2d2,d5e5,d2d8");
    assert.match(await text(page, "#status"), /White played d2d8\.|Last move: d2d8\./);
  }));
