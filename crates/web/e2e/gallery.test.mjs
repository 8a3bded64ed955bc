// The gallery: boards of games under way, a field to search them, options that lie over the rows, and a compact list on a phone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { games } from "./games.mjs";
import { address, playAddress, program, settled, shown, text, world } from "./helpers.mjs";

const it = world();
const cards = (page) => page.locator("[data-game]:visible").evaluateAll((all) => all.map((card) => card.dataset.game));
const places = (page) => page.locator(".gallery .card").evaluateAll((all) => all.map((card) => JSON.stringify(card.getBoundingClientRect())));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("every board shows a game under way", () =>
  it.visit("/", async (page) => {
    await page.locator("[data-game]").last().waitFor();
    for (const { name } of games) {
      const { picture } = await it.api(name);
      const start = (await it.api(`${name}/position`)).picture;
      assert.notDeepEqual(picture.shapes, start.shapes, `${name} has begun`);
      assert.equal(await page.locator(`[data-game="${name}"] svg > :not(g)`).count(), picture.shapes.length, `${name} is drawn so`);
    }
  }));

test("the search field finds games by name, title and summary", () =>
  it.visit("/", async (page) => {
    await page.locator("[data-game]").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("boxes");
    assert.deepEqual(await cards(page), ["dots-and-boxes"]);
    await page.fill("#search", "Connect-Four");
    assert.deepEqual(await cards(page), ["connect-four"], "the name, in any case");
    await page.fill("#search", "poison chocolate");
    assert.deepEqual(await cards(page), ["chomp"], "words of the summary");
    await page.fill("#search", "go");
    await page.fill("#search", "backgammon");
    assert.deepEqual(await cards(page), []);
    await page.getByText("No game has “backgammon” in its name or summary.").waitFor();
    await page.fill("#search", "");
    assert.equal((await cards(page)).length, games.length);
    await page.fill("#search", "nim");
    await page.keyboard.press("Enter");
    await shown(page, 0);
    assert.equal((await address(page)).pathname, "/play/nim");
  }));

test("options open over the rows, and close with Escape or elsewhere", () =>
  it.visit("/", async (page) => {
    await page.locator("[data-game]").last().waitFor();
    const before = await places(page);
    const card = page.locator('[data-game="connect-four"]');
    const panel = card.locator(".options-panel");
    await card.locator("summary").scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 0));
    await card.locator("summary").evaluate((summary) => summary.click());
    await panel.waitFor();
    assert.deepEqual(await places(page), before, "no card moves or grows");
    await card.locator('[name="cols"]').press("Escape");
    await panel.waitFor({ state: "hidden" });
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-game=connect-four] summary")));
    await page.keyboard.press("Enter");
    await panel.waitFor();
    await page.locator(".intro").click();
    await panel.waitFor({ state: "hidden" });
  }));

test("the picture and the links follow the options", () =>
  it.visit("/", async (page) => {
    const card = page.locator('[data-game="hex"]');
    await card.locator("summary").click();
    await card.locator('[name="size"]').fill("3");
    await card.locator('[name="size"]').press("Tab");
    await card.locator('h2 a[href="/play/hex?size=3"]').waitFor();
    const { picture } = await it.api("hex", { size: "3" });
    await page.waitForFunction((count) => document.querySelectorAll('[data-game="hex"] svg > :not(g)').length === count, picture.shapes.length);
  }));

test("on a phone the games are a compact list whose rows lead to them", () =>
  it.visit(
    "/",
    async (page) => {
      await page.locator("[data-game]").last().waitFor();
      const heights = await page.locator(".gallery .card").evaluateAll((all) => all.map((card) => card.offsetHeight));
      assert.ok(Math.max(...heights) < 140, `${heights}`);
      await page.locator('[data-game="chomp"] summary').tap();
      await page.locator('[data-game="chomp"] .options-panel').waitFor();
      await page.locator('[data-game="nim"] > p').tap({ force: true });
      await shown(page, 0);
      assert.equal((await address(page)).pathname, "/play/nim");
    },
    phone,
  ));

test("the command line asks about the position at hand, and scrolls inside itself", async () => {
  const tixtax = games.find(({ name }) => name === "tixtax").query;
  const cases = [
    ["tixtax", tixtax, `perfectplay solve tixtax --position '${tixtax.position}'`],
    ["nim", { heaps: "1,2", moves: "2:1,1:1", at: "1" }, "perfectplay solve nim --set heaps=1,2 --moves 2:1"],
  ];
  for (const [name, query, command] of cases) {
    await it.visit(playAddress(name, query), async (page) => {
      await settled(page, Number(query.at ?? 0));
      await page.getByText("On the command line").click();
      assert.equal(await text(page, "#command"), command);
      const { box, card } = await page.locator("#command").evaluate((pre) => ({ box: pre.offsetWidth, card: pre.closest(".card").offsetWidth }));
      assert.ok(box < card, `${box} in ${card}`);
      const said = execFileSync("sh", ["-c", `${command.replace("perfectplay", `'${program}'`)} --json`], { encoding: "utf8" });
      assert.equal(JSON.parse(said).sentence, await text(page, "#sentence"));
    });
  }
});
