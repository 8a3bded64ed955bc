// Every game is played to its end, with the mouse and with the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { playAddress, playByKeys, playByMouse, queried, settled, text, waitForText, world } from "./helpers.mjs";

const it = world();

/** Follows best play to the end of the game; the board and the words keep up with the API. */
async function playToTheEnd({ name, query }, hand) {
  await it.visit(playAddress(name, query), async (page) => {
    const moves = [];
    for (;;) {
      const made = { ...query, ...(moves.length && { moves: moves.join(",") }) };
      const position = await it.api(`${name}/position`, made);
      await settled(page, moves.length);
      if (position.ending) {
        await waitForText(page, "#sentence", position.ending.sentence);
        assert.match(await text(page, "#turn"), /^The game is over/);
        assert.equal(await page.locator("#board [data-spot]").count(), 0, "nothing can be clicked any more");
        break;
      }
      assert.ok((await text(page, "#turn")).startsWith(`${position.players[position.turn]} to move`));
      const { best } = await it.api(`${name}/solve`, made);
      await hand(page, position.legal.find(({ move }) => move === best[0]), position);
      moves.push(best[0]);
    }
    assert.equal(await queried(page, "moves"), moves.join(","));
  });
}

for (const game of games) {
  test(`a whole game of ${game.name} with the mouse`, () => playToTheEnd(game, playByMouse));
  test(`a whole game of ${game.name} with the keyboard`, () => playToTheEnd(game, playByKeys));
}

test("a whole game by typing the moves", () =>
  playToTheEnd(games[0], async (page, { move }) => {
    await page.keyboard.type(move);
  }));

test("a move that cannot be made is refused in words", () =>
  it.visit(
    playAddress("weighted-tic-tac-toe", { moves: "a1" }),
    async (page) => {
      await settled(page, 1);
      await page.fill("#move-text", "a1");
      await page.press("#move-text", "Enter");
      const { error } = await it.api("weighted-tic-tac-toe/play", { moves: "a1", move: "a1" });
      assert.match(error, /expected .+, found/);
      await waitForText(page, "#status", error);
    },
    { refusals: true },
  ));
