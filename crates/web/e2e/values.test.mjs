// The values drawn on the board and in the list are those of the API, at several positions of every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { clickSpot, playAddress, settled, text, world } from "./helpers.mjs";

const it = world();
const WORTH = { win: 2, tie: 1, draw: 1, loss: 0 };

/** What the page has to say of a value, for the side to move. */
function words({ value, plies, margin }) {
  if (value === "draw") return "draw (endless play)";
  if (value === "tie") return "tie";
  if (margin !== null) return `${value} by ${Math.abs(margin)}`;
  return `${value} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
}

/** The best outcome among moves that share a click. */
const bestOf = (moves) => moves.map(({ value }) => value).sort((a, b) => WORTH[b] - WORTH[a])[0];

/** Values at the spots for the click after these ones, by name. */
function expectedSpots(legal, judged, clicked) {
  const begun = legal.filter(({ clicks }) => clicked.every((name, place) => clicks[place] === name));
  const names = new Set(begun.flatMap(({ clicks }) => clicks[clicked.length] ?? []));
  const at = (name) => begun.filter(({ clicks }) => clicks[clicked.length] === name).map(({ move }) => judged.get(move));
  return new Map([...names].map((name) => [name, at(name)]));
}

/** What the signs on the board show, by the name of the spot at which each of them stands. */
async function signsDrawn(page) {
  const signs = await page.locator("#board .sign:has(circle)").evaluateAll((drawn) =>
    drawn.map((sign) => {
      const { x, y, width, height } = sign.querySelector("circle").getBoundingClientRect();
      const name = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("[data-spot]")?.getAttribute("data-spot");
      return [name, sign.getAttribute("class").match(/(?<=value-)\w+/g) ?? []];
    }),
  );
  return new Map(signs);
}

async function compareSpots(page, legal, judged, clicked, best) {
  const signs = await signsDrawn(page);
  const drawn = await page.locator("#board [data-spot]").evaluateAll((all) => all.map((one) => [one.dataset.spot, { value: one.dataset.value, label: one.getAttribute("aria-label") }]));
  const spots = new Map(drawn);
  for (const [name, moves] of expectedSpots(legal, judged, clicked)) {
    const { value, label } = spots.get(name);
    assert.equal(value, bestOf(moves), `value at ${name} after ${clicked}`);
    assert.deepEqual(signs.get(name), [bestOf(moves)], `sign at ${name} after ${clicked}`);
    if (moves.length > 1) continue;
    assert.ok(label.includes(`${moves[0].move}: ${words(moves[0])}`), `${label} at ${name}`);
    assert.equal(label.includes("a best move"), best.includes(moves[0].move), label);
  }
}

async function compare(page, name, query, plies) {
  await settled(page, plies);
  const [{ legal }, report] = await Promise.all([it.api(`${name}/position`, query), it.api(`${name}/solve`, query)]);
  const judged = new Map(report.moves.map((move) => [move.move, move]));
  assert.equal(report.status, "proved");
  assert.equal(judged.size, legal.length);
  assert.equal(await text(page, "#sentence"), report.sentence);

  const rows = await page.locator("#moves [data-move]").evaluateAll((chips) => chips.map((chip) => ({ ...chip.dataset, title: chip.title, best: chip.classList.contains("best") })));
  assert.equal(rows.length, legal.length);
  for (const row of rows) {
    const move = judged.get(row.move);
    assert.equal(row.value, move.value, `value of ${row.move} in the list`);
    assert.ok(row.title.startsWith(`${row.move}: ${words(move)}`), row.title);
    assert.equal(row.best, report.best.includes(row.move), `whether ${row.move} is marked as best`);
  }
  const ranks = rows.map((row) => WORTH[row.value]);
  assert.deepEqual(ranks, ranks.toSorted((a, b) => b - a), "the best moves come first");

  await compareSpots(page, legal, judged, [], report.best);
  const [longer] = legal.filter(({ clicks }) => clicks.length > 1);
  if (longer) {
    await clickSpot(page, longer.clicks[0]);
    await page.locator(`#board .selected[data-spot="${longer.clicks[0]}"]`).waitFor({ state: "attached" });
    await compareSpots(page, legal, judged, [longer.clicks[0]], report.best);
    await page.keyboard.press("Escape");
    await page.locator("#board .selected").waitFor({ state: "detached" });
  }
}

for (const { name, query } of games) {
  test(`the values of ${name} are those of the API`, async () => {
    const { line } = await it.api(`${name}/line`, query);
    const places = [...new Set([0, 1, Math.floor(line.length / 2), line.length - 2].filter((at) => at >= 0 && at < line.length))];
    await it.visit("/", async (page) => {
      for (const at of places) {
        const made = { ...query, ...(at && { moves: line.slice(0, at).join(",") }) };
        await page.goto(it.origin + playAddress(name, made));
        await compare(page, name, made, at);
      }
    });
  });
}

test("the values after a bad move are those of the API, too", async () => {
  const made = { moves: "a1,b1" };
  await it.visit(playAddress("weighted-tic-tac-toe", made), (page) => compare(page, "weighted-tic-tac-toe", made, 2));
});
