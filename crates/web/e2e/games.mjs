// The games as the tests play them: small enough to be solved at once, each with a game that comes to an end.

export const games = [
  { name: "weighted-tic-tac-toe", query: {} },
  { name: "triangle-war", query: {} },
  { name: "tixtax", query: { position: "2oxoooxx/x2o2oox/o1xoo2xo/x1xox2xo/xoox1x1o1/o2xx1o2/1xx2o2x/1xx1o2ox/ox1xoo3 e1" } },
  { name: "finger-game", query: { modulus: "4" } },
  { name: "strings-and-coins", query: {} },
  { name: "dots-and-boxes", query: {} },
  { name: "connect-four", query: { cols: "4", rows: "4" } },
  { name: "quixo", query: { size: "3" } },
  { name: "chess-ending", query: { pieces: "KQK", position: "8/8/8/8/8/k7/7Q/1K6 b" } },
  { name: "nim", query: {} },
  { name: "subtraction", query: {} },
  { name: "chomp", query: {} },
];
