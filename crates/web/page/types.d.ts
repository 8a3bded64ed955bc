// The shapes of what the API sends, and of the state of the page.

export type Outcome = "win" | "tie" | "draw" | "loss" | "unknown";
export type Turn = 0 | 1;

/** A value for the side to move. */
export interface Value {
  value: Outcome;
  plies: number | null;
  margin: number | null;
}

/** What is known of a value that may not be proved. */
export interface Judged extends Value {
  score?: number;
  /** The plies as players of the game tell them. */
  words?: string;
  at_least?: Value;
  at_most?: Value;
  estimate?: number | null;
  /** Where the estimate may lie in 95 cases of 100. */
  interval?: [number, number] | null;
}

export interface JudgedMove extends Judged {
  move: string;
  visits?: number;
}

export interface Report extends Judged {
  game: string;
  options: Record<string, unknown>;
  position: string;
  to_move: string;
  best: string[];
  /** Whether the value of every move is proved. */
  complete: boolean;
  choice?: string | null;
  /** What is estimated, while it is open who wins. */
  estimated_sentence?: string | null;
  /** The moves that cannot be told apart from the choice, with it. */
  leaders?: string[];
  estimated_line?: string[];
  playouts?: number;
  moves: JudgedMove[];
  status: "proved" | "bounded" | "estimated";
  engine: string;
  engine_reason: string;
  nodes: number;
  seconds: number;
  sentence: string;
}

/** What the server says of rules that were given to it. */
export interface Welcome {
  name: string;
  title: string;
  /** Why the game cannot be played with the options that it has if none are chosen. */
  problem: string | null;
  options: OptionSpec[];
}

export type Form =
  | { form: "rect"; x: number; y: number; width: number; height: number }
  | { form: "circle"; x: number; y: number; r: number }
  | { form: "line"; x1: number; y1: number; x2: number; y2: number; width: number }
  | { form: "polygon"; points: [number, number][] }
  | { form: "text"; x: number; y: number; size: number; text: string };

export type Shape = Form & { look: string };

export interface Spot {
  name: string;
  x: number;
  y: number;
  size: number;
  area: Form;
}

export interface Picture {
  width: number;
  height: number;
  shapes: Shape[];
  spots: Spot[];
}

export interface OptionSpec {
  name: string;
  help: string;
  kind: "int" | "ints" | "flag" | "choice" | "text";
  default: string;
  min?: number;
  max?: number;
  choices?: string[];
}

export interface Game {
  name: string;
  title: string;
  summary: string;
  players: [string, string];
  options: OptionSpec[];
  /** The options that the text of a position chooses. */
  fitted: string[];
  picture: Picture;
}

export interface GameDetails extends Game {
  rules: string;
  notation: string;
  example: string;
  settings: Record<string, unknown>;
  /** Published certificates about positions of the game. */
  proofs: { position: string | null; sentence: string }[];
}

export interface Legal {
  move: string;
  clicks: string[];
}

export interface Part {
  label: string;
  text: string;
  choices: string[];
  spots: string[];
}

export interface Setup {
  separator: string;
  in_order: boolean;
  parts: Part[];
}

export interface Position {
  game: string;
  options: Record<string, unknown>;
  position: string;
  moves: string[];
  players: [string, string];
  turn: Turn;
  scored: boolean;
  lead: number;
  tells_turn: boolean;
  ending: null | { winner: Turn | null; sentence: string };
  legal: Legal[];
  last: string | null;
  picture: Picture;
  setup: Setup | null;
}

export interface Progress {
  nodes: number;
  seconds: number;
  stage?: string;
  at_least?: Value;
  at_most?: Value;
}

export interface Line {
  line: string[];
  endless: boolean;
}

export interface Reply {
  move: string;
  answer: string | null;
  sentence: string;
}

export interface Proof {
  claims: { sentence: string; claimant: Turn }[];
  claim: number;
  positions: number;
  /** Whether the board is shown as the certificate has it: turned, or without what has no influence. */
  turned: boolean;
  line: string[];
  node: {
    turn: Turn;
    claimants_turn: boolean;
    sentence: string;
    move: string | null;
    replies: Reply[];
    over: string | null;
  };
  picture: Picture;
  position: string;
}

export type Mode = "people" | "first" | "second" | "watch";

/** Everything that the address of a game says. */
export interface State {
  game: string;
  options: Record<string, string>;
  position: string | null;
  moves: string[];
  at: number;
  mode: Mode;
  skill: number;
  view: "play" | "setup" | "proof";
  line: string[];
  claim: number;
}

/** How a position stands for the first player: 1 wins, 0 tie or draw, -1 loses, null unknown. */
export interface Standing {
  outcome: 1 | 0 | -1 | null;
  plies: number | null;
  margin: number | null;
  words: string;
}

/** What the page has learned of a position of the game. */
export interface Known {
  turn: Turn;
  value: Judged;
  proved: boolean;
  sentence: string;
  /** What is known of its moves. */
  moves: readonly JudgedMove[];
}
