// How long it takes from opening the page of each game, with default settings, until a value is proved: of a move, and of all of them.
// Prints the rows of a table for docs/benchmarks.md. Each game has a fresh server and a fresh browser profile.

import { games } from "./games.mjs";
import { startBrowser, startServer } from "./helpers.mjs";

/** Longer than a server searches, in milliseconds. */
const PATIENCE = 70_000;
const browser = await startBrowser();

/** The seconds until this holds on the page, or a dash. */
async function until(page, start, holds) {
  try {
    await page.waitForFunction(holds, undefined, { timeout: PATIENCE, polling: 20 });
    return ((Date.now() - start) / 1000).toFixed(1);
  } catch {
    return "–";
  }
}

try {
  console.log("| game | a value of a move | all values |\n|---|---|---|");
  for (const { name } of games) {
    const server = await startServer([]);
    const page = await browser.newPage();
    const start = Date.now();
    await page.goto(`${server.origin}/play/${name}`);
    const times = await Promise.all([
      until(page, start, () => document.querySelector("#moves [data-value]:not([data-value=unknown])") !== null),
      until(page, start, () => /^Proved ·/.test(document.querySelector(".progress-text")?.textContent ?? "")),
    ]);
    console.log(`| ${name} | ${times.join(" | ")} |`);
    await page.close();
    server.stop();
  }
} finally {
  await browser.close();
}
