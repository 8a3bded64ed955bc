// Writes the pictures of the documentation: every game in the middle of play, the gallery, a phone, the dark, a proof.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { playAddress, settled, startBrowser, startServer } from "./helpers.mjs";

const [, , folder] = process.argv;

/** `query` of the game; `plies` of best play are made first, unless it tells moves itself. */
const scenes = [
  { name: "weighted-tic-tac-toe", query: { moves: "a3,b3" } },
  { name: "triangle-war", query: {}, plies: 8 },
  { name: "tixtax", query: { position: "1o3x3/1o1xooo2/2x1oo1o1/o1xxxx1x1/oo4xxo/1xoo1x1xo/xo2x2x1/2xx1oxox/3x1ooox f6" }, plies: 2 },
  { name: "finger-game", query: { position: "9,1;1,9" }, plies: 2 },
  { name: "strings-and-coins", query: { edges: "ground-1,1-2,2-3,3-ground,1-4,4-5,5-6,6-3,2-5,4-ground" }, plies: 3 },
  { name: "dots-and-boxes", query: {}, plies: 6 },
  { name: "connect-four", query: { position: "43261462441454", moves: "5,2,2,2" } },
  { name: "quixo", query: { size: "3" }, plies: 3 },
  { name: "hex", query: {}, plies: 5 },
  { name: "chess-ending", query: { position: "8/8/8/3k4/8/4K3/7R/8 w" } },
  { name: "nim", query: { moves: "1:1,3:2" } },
  { name: "subtraction", query: { moves: "2,3,1" } },
  { name: "chomp", query: { moves: "d3,c3" } },
];
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };
const proof = playAddress("chomp", { view: "proof", line: "c2" });

const server = await startServer();
const browser = await startBrowser();

async function shoot(name, address, waitFor, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1240, height: 860 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(server.origin + address);
  await waitFor(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

/** The address of a scene, and how many moves are made there. */
async function sceneAddress({ name, query, plies = 0 }) {
  if (!plies) return [playAddress(name, query), query.moves?.split(",").length ?? 0];
  const { line } = await (await fetch(`${server.origin}/api/games/${name}/line?${new URLSearchParams(query)}`)).json();
  return [playAddress(name, { ...query, moves: line.slice(0, plies).join(",") }), plies];
}

/** All values are there: of the moves, of the earlier positions, and the line of best play. */
const complete = (plies) => async (page) => {
  await settled(page, plies);
  await page.locator("#line .chip").first().waitFor();
  await page.locator("#history .ply.unknown").first().waitFor({ state: "detached" });
};

try {
  await mkdir(folder, { recursive: true });
  for (const scene of scenes) {
    const [address, plies] = await sceneAddress(scene);
    await shoot(scene.name, address, complete(plies));
    if (scene.name === "connect-four") {
      await shoot("dark", address, complete(plies), { colorScheme: "dark" });
      await shoot("phone", address, complete(plies), phone);
    }
  }
  await shoot("gallery", "/", (page) => page.locator("[data-game]").last().waitFor());
  await shoot("proof", proof, (page) => page.locator("[data-reply]").first().waitFor());
} finally {
  await browser.close();
  server.stop();
}
