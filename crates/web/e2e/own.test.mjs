// Rules of one's own: dropped, chosen, pasted, mended, kept and forgotten.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { address, clickSpot, settled, startServer, waitForText, world } from "./helpers.mjs";

const it = world();
const rules = (name) => readFileSync(`examples/rules/${name}.kif`, "utf8");
const file = (name) => ({ name: `${name}.kif`, mimeType: "text/plain", buffer: Buffer.from(rules(name)) });
const card = (page, title) => page.locator(".gallery article", { has: page.locator("h2", { hasText: title }) });

/** Drops a file on the page, as a person does. */
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.querySelector("main").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    },
    [name, text],
  );

test("a file is chosen, played, kept and forgotten", () =>
  it.visit("/", async (page) => {
    await page.locator("#own").waitFor();
    await page.setInputFiles("#rules-file", file("tic-tac-toe"));
    await settled(page, 0);
    assert.match((await address(page)).pathname, /^\/play\/rules-[0-9a-f]{24}$/);
    assert.equal(await page.title(), "Tic tac toe · Perfectplay");
    await clickSpot(page, "cell 2 2");
    await settled(page, 1);
    await waitForText(page, "#turn", "o to move");
    await page.click(".brand");
    await card(page, "Tic tac toe").locator("svg").waitFor();
    await card(page, "Tic tac toe").getByRole("button", { name: "Forget" }).click();
    assert.equal(await card(page, "Tic tac toe").count(), 0);
    await page.reload();
    await page.locator("#own").waitFor();
    assert.equal(await card(page, "Tic tac toe").count(), 0);
  }));

test("a file is dropped on a game", () =>
  it.visit("/play/nim?heaps=1,2", async (page) => {
    await settled(page, 0);
    await drop(page, "hex.kif", rules("hex"));
    await page.waitForFunction(() => document.title === "Hex · Perfectplay");
    await settled(page, 0);
  }));

test("what is wrong is shown where it is, and can be mended", () =>
  it.visit(
    "/",
    async (page) => {
      await page.locator("#own").waitFor();
      const broken = rules("nim").replace("(role", "(rolle");
      await drop(page, "nim.kif", broken);
      await page.locator("#own .error").waitFor();
      assert.match(await page.locator("#own .error").textContent(), /expected .+, found/);
      assert.equal(await page.inputValue("#rules-text"), broken);
      await page.fill("#rules-text", rules("nim"));
      await page.click("text=Play these rules");
      await settled(page, 0);
      assert.equal(await page.title(), "Your rules · Perfectplay");
    },
    { refusals: true },
  ));

test("the spot of a mistake is selected", () =>
  it.visit(
    "/",
    async (page) => {
      await page.locator("#own").waitFor();
      await drop(page, "bad.kif", "(role a) (role b)\n(<= (next (p ?x)) (true (q ?y)))");
      await page.waitForFunction(() => document.activeElement?.id === "rules-text");
      const [start, error] = await page.evaluate(() => [
        document.querySelector("#rules-text").selectionStart,
        document.querySelector("#own .error").textContent,
      ]);
      assert.match(error, /^2:\d+: expected/);
      assert.ok(start >= 18, `${start}`);
    },
    { refusals: true },
  ));

test("goals that do not add up are two questions", () =>
  it.visit("/", async (page) => {
    await page.locator("#own").waitFor();
    await drop(page, "sums.kif", readFileSync("crates/gdl/tests/data/reject/bad_not_constant_sum.kif", "utf8"));
    await page.click("text=What can a be sure of?");
    await settled(page, 0);
    assert.equal((await address(page)).searchParams.get("objective"), "a");
  }));

test("too much is refused before it is sent", () =>
  it.visit("/", async (page) => {
    await page.locator("#own").waitFor();
    await drop(page, "long.kif", " ".repeat(256 * 1024 + 1));
    await waitForText(page, "#own .error", "expected rules of at most 262144 bytes, found 262145");
  }));

test("a server that has forgotten the rules is told again", () =>
  it.visit(
    "/",
    async (page) => {
      await page.locator("#own").waitFor();
      await page.setInputFiles("#rules-file", file("clobber"));
      await settled(page, 0);
      const kept = await page.evaluate(() => localStorage.getItem("rules"));
      const other = await startServer();
      try {
        const { pathname } = await address(page);
        const elsewhere = await page.context().browser().newContext();
        const again = await elsewhere.newPage();
        await again.goto(`${other.origin}/`);
        await again.evaluate((kept) => localStorage.setItem("rules", kept), kept);
        await again.goto(other.origin + pathname);
        await settled(again, 0);
        await elsewhere.close();
      } finally {
        other.stop();
      }
    },
    { refusals: true },
  ));
