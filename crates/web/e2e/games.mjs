// The games as the tests play them: small enough to be solved at once, each with a game that comes to an end.

import { execFileSync } from "node:child_process";
import { program } from "./helpers.mjs";

/** Settings and positions of games that take long as they are. */
const small = {
  tixtax: { position: "2oxoooxx/x2o2oox/o1xoo2xo/x1xox2xo/xoox1x1o1/o2xx1o2/1xx2o2x/1xx1o2ox/ox1xoo3 e1" },
  "finger-game": { modulus: "4" },
  "connect-four": { cols: "4", rows: "4" },
  quixo: { size: "3" },
  "chess-ending": { pieces: "KQK", position: "8/8/8/8/8/k7/7Q/1K6 b" },
};

export const games = JSON.parse(execFileSync(program, ["games", "--json"], { encoding: "utf8" })).map(({ name }) => ({
  name,
  query: small[name] ?? {},
}));
