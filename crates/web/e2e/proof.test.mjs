// A proof is walked to its ends: the strategy's move at its own turns, and an answer to every reply of the other side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { playAddress, shapes, text, waitForText, world } from "./helpers.mjs";

const it = world();

/** What the API says about the proof at this line, once the page shows it. */
async function arrive(page, name, query, line) {
  const walked = line.length ? { line: line.join(",") } : {};
  const proof = await it.api(`${name}/proof`, { ...query, ...walked });
  assert.deepEqual(proof.line, line);
  await page.waitForFunction((moves) => {
    const crumbs = [...document.querySelectorAll("#main .crumbs .chip")].map((chip) => chip.textContent);
    return crumbs.length && String(crumbs.slice(1)) === moves;
  }, String(line));
  await waitForText(page, "#proof-sentence", proof.node.over ?? proof.node.sentence);
  return proof;
}

/** From here to an end, along the last reply each time; returns that line. */
async function walkToTheEnd(page, name, query, line) {
  for (;;) {
    const { node, position, claims, claim } = await arrive(page, name, query, line);
    if (node.over) {
      assert.match(await text(page, "#turn"), /won|tie/i);
      assert.equal(await page.locator("#proof-move, [data-reply]").count(), 0);
      return { line, winner: node.over, claimant: claims[claim].claimant };
    }
    if (node.claimants_turn) {
      assert.equal(await page.locator("#proof-move").getAttribute("data-move"), node.move);
      await page.locator("#proof-move").click();
      line = [...line, node.move];
      continue;
    }
    const { legal } = await it.api(`${name}/position`, { ...query, position, moves: "" });
    const listed = await page.locator("[data-reply]").evaluateAll((all) => all.map((one) => one.dataset.reply));
    assert.deepEqual(listed.toSorted(), legal.map(({ move }) => move).toSorted(), "every reply is listed");
    assert.deepEqual(listed, node.replies.map(({ move }) => move));
    for (const { move, sentence } of node.replies) assert.ok((await text(page, `[data-reply="${move}"]`)).endsWith(sentence));
    const { move, answer } = node.replies.at(-1);
    await page.locator(`[data-reply="${move}"]`).click();
    line = [...line, move, ...(answer === null ? [] : [answer])];
  }
}

for (const { name, query } of [
  { name: "chomp", query: { rows: "2", cols: "3" } },
  { name: "nim", query: { heaps: "1,2" } },
  { name: "weighted-tic-tac-toe", query: { position: "x2/3/xo1", moves: "a2" } },
  { name: "dots-and-boxes", query: { rows: "1", cols: "2" } },
  { name: "quixo", query: { size: "2" } },
]) {
  test(`a proof of ${name} is walked to its end`, () =>
    it.visit(playAddress(name, { ...query, view: "proof" }), async (page) => {
      await arrive(page, name, query, []);
      const start = await shapes(page);
      const { line } = await walkToTheEnd(page, name, query, []);
      assert.ok(line.length > 0);
      await page.locator("#proof-up").click();
      await arrive(page, name, query, line.slice(0, -1));
      await page.locator("#main .crumbs .chip").first().click();
      await arrive(page, name, query, []);
      assert.deepEqual(await shapes(page), start);
    }));
}

test("the number of positions and both claims are shown, and the other claim can be walked", () =>
  it.visit(playAddress("chomp", { rows: "2", cols: "3", view: "proof" }), async (page) => {
    const query = { rows: "2", cols: "3" };
    const { claims, positions } = await arrive(page, "chomp", query, []);
    assert.equal(claims.length, 2);
    assert.deepEqual(await page.locator(".claims li").allTextContents(), claims.map(({ sentence }) => sentence));
    await page.getByText(`${positions} positions in the certificate`).waitFor();
    await page.locator(".claims button").nth(1).click();
    await page.locator('.claims button[aria-pressed="true"]').getByText(claims[1].sentence).waitFor();
    const other = { ...query, claim: "1" };
    const { node } = await arrive(page, "chomp", other, []);
    assert.equal(node.claimants_turn, false);
    await walkToTheEnd(page, "chomp", other, []);
  }));

test("a position that cannot be proved in time says so", () =>
  it.visit(
    playAddress("nim", { heaps: "1,2", view: "proof", line: "1:1" }),
    async (page) => {
      await page.locator('.panels [role="alert"]:visible').waitFor();
      const { error } = await it.api("nim/proof", { heaps: "1,2", line: "1:1" });
      assert.equal(await text(page, '.panels [role="alert"]:visible'), error);
      await page.getByRole("button", { name: "Back to the beginning of the proof" }).click();
      await arrive(page, "nim", { heaps: "1,2" }, []);
    },
    { refusals: true },
  ));
