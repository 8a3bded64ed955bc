// A game at play: turns clicks, keys and buttons into new states, and shows each state in its view.

import { ask, reason } from "./api.js";
import { Board } from "./board.js";
import { begunBy, judgedMoves, madeBy, marks, nextSpots } from "./clicks.js";
import { command } from "./command.js";
import { say } from "./dom.js";
import { exportGame } from "./export.js";
import { showHistory } from "./history.js";
import { ImportDialog } from "./import.js";
import { beginnings, keysOf, meaning } from "./keys.js";
import { layout } from "./layout.js";
import { noLine, showLine } from "./line.js";
import { highlightMoves, hoveredMove, showMoves } from "./moves.js";
import { skillWords, sureness } from "./opponent.js";
import { optionsForm } from "./options.js";
import { Played } from "./played.js";
import { showProof } from "./proof.js";
import { Review } from "./review.js";
import { SetupView } from "./setup.js";
import { MODES, newGame, opponentPlays, positionQuery, unusual, withMove, writeAddress } from "./state.js";
import { showKeys, showSentence, showStatus, showTurn, showViews } from "./status.js";
import { Thinking } from "./thinking.js";
import { MoveField } from "./typing.js";
import { plies } from "./verdicts.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Position} Position */

/** The modes in which the person plays one side, by that side. @type {readonly import("./types").Mode[]} */
const SIDES = ["first", "second"];

export class Desk {
  #hints = localStorage.getItem("hints") !== "off";
  /** @type {string[]} the spots of a move that has been begun */
  #clicked = [];
  #remark = "";
  /** @type {Set<string>} the signs with which moves of the game begin, as far as they have been seen */
  #typed = new Set();
  /** @type {AbortSignal} */
  #visit = AbortSignal.abort();
  /** @type {SetupView} */
  setupView;

  /**
   * @param {import("./types").GameDetails} details
   * @param {import("./memory.js").Memory} memory
   * @param {State} state
   * @param {Position} position
   * @param {(next: State, how: "push" | "replace") => void} go
   */
  constructor(details, memory, state, position, go) {
    this.details = details;
    this.memory = memory;
    this.state = state;
    this.position = position;
    this.go = go;
    const form = optionsForm(details, details.settings, "New game", (chosen) =>
      writeAddress({ ...newGame(details.name, chosen), mode: this.state.mode, skill: this.state.skill }),
    );
    this.page = layout(details, form, this.#hints);
    this.root = this.page.root;
    this.board = new Board(this.page.board, {
      click: (spot) => (this.state.view === "setup" ? this.setupView.click(spot) : this.#click(spot)),
      key: (spot, key) => this.state.view === "setup" && this.setupView.key(spot, key),
      hover: (spot) => highlightMoves(this.page.moves, spot ? this.#movesAt(spot) : []),
    });
    this.setupView = new SetupView(this.page.setupPanel, details, state.options, this.board, {
      play: (text, set) => {
        const mode = this.#againstOpponent() ? SIDES[set?.turn ?? 0] : this.state.mode;
        const options = set ? unusual(details.options, set.options) : this.state.options;
        this.#goTo({ options, position: text || null, moves: [], at: 0, view: "play", mode });
      },
      cancel: () => this.#goTo({ view: "play" }),
      accept: (accepted) => showTurn(this.page.turn, accepted),
    });
    this.thinking = new Thinking(this.page.progress, memory, {
      news: () => this.#draw(),
      // going back leads to where the person was to move
      play: (move, remark) => this.#play(move, remark, "replace"),
      settled: () => void this.#lookAround(),
    });
    this.played = new Played(this.page.played);
    this.review = new Review(this.page.reviewed, this.page.review, memory, () => {
      if (this.state.view === "play") this.#draw();
    });
    this.importDialog = new ImportDialog((next) => this.go(next, "push"));
    this.moveField = new MoveField(this.page.moveForm, this.page.moveText, {
      legal: () => this.position.legal,
      play: (text) => this.#readMove(text),
      light: (moves) => this.#light(moves),
      leave: () => this.board.focus(),
    });
    this.#listen();
  }

  #listen() {
    const { page } = this;
    page.undo.onclick = () => this.#travel(-1);
    page.redo.onclick = () => this.#travel(1);
    page.restart.onclick = () => this.#goTo({ moves: [], at: 0 });
    page.flip.onclick = () => this.#goTo({ mode: this.state.mode === "first" ? "second" : "first" });
    page.step.onclick = () => this.#think(true);
    page.auto.onchange = () => this.#think();
    page.mode.onchange = () => this.#goTo({ mode: MODES.find((mode) => mode === page.mode.value) ?? "people" });
    page.skill.oninput = () => this.#drawSkill(Number(page.skill.value));
    page.skill.onchange = () => this.#goTo({ skill: Number(page.skill.value) }, "replace");
    page.hints.onchange = () => {
      this.#hints = page.hints.checked;
      localStorage.setItem("hints", this.#hints ? "on" : "off");
      this.#goTo({}, "replace");
    };
    page.review.onclick = () => {
      if (this.review.running) this.review.stop();
      else void this.review.start(this.state, this.position.players);
    };
    page.import.onclick = () => this.importDialog.open(this.state);
    page.export.onclick = () => exportGame(this.state, this.position, this.memory);
  }

  /** @param {Partial<State>} change @param {"push" | "replace"} [how] */
  #goTo(change, how = "push") {
    this.go({ ...this.state, ...change }, how);
  }

  /**
   * Ends all that belongs to the position shown; what is asked for from now on begins at the next state.
   * @param {State} next
   */
  leave(next) {
    this.state = next;
    this.thinking.stop();
    this.review.leave(next);
    this.setupView.leave();
    this.#clicked = [];
  }

  /**
   * @param {State} state
   * @param {Position} position
   * @param {AbortSignal} visit ends when another state is shown
   */
  show(state, position, visit) {
    const { page } = this;
    Object.assign(this, { state, position });
    this.#visit = visit;
    showViews(page, state);
    page.root.classList.toggle("no-hints", !this.#hints);
    showStatus(page, state, position, this.memory.turn(state, state.at - 1), this.#remark);
    for (const sign of beginnings(position)) this.#typed.add(sign);
    showKeys(page, keysOf(this.#typed));
    say(page.command, command(state, position));
    this.#remark = "";
    noLine(page.line, position.ending ? "The game is over." : "It is shown once the value is proved.");
    if (state.view === "setup") return this.setupView.begin(position);
    this.#draw();
    if (state.view === "play") return this.#think();
    void showProof(page, this.board, state, this.details, visit, (next) => this.go(next, "push"));
  }

  #think(due = this.#opponentIsDue()) {
    if (!this.#visit.aborted) this.thinking.begin(this.state, this.position, due, this.#hints);
  }

  /** Whether the person plays one side, and the opponent the other. */
  #againstOpponent() {
    return SIDES.includes(this.state.mode);
  }

  #opponentIsDue() {
    const { state, position, page } = this;
    if (state.at < state.moves.length) return false;
    return state.mode === "watch" ? page.auto.checked : opponentPlays(state.mode, position.turn);
  }

  /** Draws all that depends on what is known of the position. */
  #draw() {
    const { page, state, position, board, details } = this;
    const { legal, ending, players } = position;
    const report = this.memory.report(state)?.report;
    const hints = this.#hints && state.view === "play";
    const label = `${details.title}, ${ending ? ending.sentence : `${players[position.turn]} to move`}`;
    const shown = state.view === "play" ? marks(legal, this.#clicked, report, hints) : new Map();
    board.show(position.picture, players, shown, label);
    showSentence(page, position, hints, report, this.thinking.running);
    const begun = new Set(begunBy(legal, this.#clicked).map(({ move }) => move));
    const moves = judgedMoves(legal, report).filter(({ move }) => begun.has(move));
    const light = (/** @type {string | null} */ move) =>
      board.highlight(legal.find((one) => one.move === move)?.clicks ?? []);
    showMoves(page.moves, moves, report?.best ?? [], report?.leaders ?? [], {
      play: (move) => this.#mayMove() && this.#play(move),
      hover: light,
    });
    light(hoveredMove(page.moves));
    highlightMoves(page.moves, board.hovered === null ? [] : this.#movesAt(board.hovered));
    this.#drawHistory();
    if (report?.estimated_line?.length && report.status !== "proved") this.#showLine(report.estimated_line, false, true);
  }

  /** What the opponent may be called for the moves that it has made. @param {number} skill */
  #drawSkill(skill) {
    const { page, state, memory } = this;
    const { players } = this.position;
    const made = state.moves.slice(0, state.at).flatMap((move, at) => {
      const turn = memory.turn(state, at) ?? memory.known(state, at, players)?.turn;
      return turn !== undefined && opponentPlays(state.mode, turn)
        ? [sureness(memory.report(state, at)?.report, move)]
        : [];
    });
    say(page.skillWords, skillWords(skill, made));
  }

  /** Shows where moves are, in the list and on the board. @param {readonly import("./types").Legal[]} moves */
  #light(moves) {
    highlightMoves(
      this.page.moves,
      moves.map(({ move }) => move),
    );
    this.board.highlight(moves.flatMap(({ clicks }) => clicks.slice(0, 1)));
  }

  #drawHistory() {
    const { page, state, position } = this;
    const { players } = position;
    this.#drawSkill(state.skill);
    const course = plies(state.moves, this.memory.course(state, players));
    const goTo = (/** @type {number} */ at) => this.#goTo({ at });
    showHistory(page.history, course, state.at, players, this.#hints, goTo);
    this.played.show(course, state.at, players, this.#hints, goTo);
    page.review.disabled = !state.moves.length;
  }

  /** With the value at hand: the line of best play, and the rest of the chart. */
  async #lookAround() {
    const { state, page, position } = this;
    const visit = this.#visit;
    if (!this.#hints) return;
    try {
      if (this.memory.report(state)?.report.status === "proved") {
        const best = await this.memory.line(state, visit);
        if (visit.aborted) return;
        this.#showLine(best.line, best.endless, false);
      }
      if (this.review.running) return;
      while ((await this.memory.fill(state, position.players, visit)) && !visit.aborted) this.#drawHistory();
    } catch (problem) {
      if (!visit.aborted) say(page.status, reason(problem));
    }
  }

  /** @param {string[]} line @param {boolean} endless @param {boolean} guessed */
  #showLine(line, endless, guessed) {
    const made = this.state.moves.slice(0, this.state.at);
    showLine(this.page.line, { line, endless }, guessed, (count) =>
      this.#goTo({ moves: [...made, ...line.slice(0, count)], at: made.length + count }),
    );
  }

  /** @param {string} spot */
  #movesAt(spot) {
    return (nextSpots(this.position.legal, this.#clicked).get(spot) ?? []).map(({ move }) => move);
  }

  /** @param {string} spot */
  #click(spot) {
    const { legal } = this.position;
    const goesOn = this.#movesAt(spot).length > 0;
    if (goesOn && !this.#mayMove()) return;
    this.#clicked = goesOn ? [...this.#clicked, spot] : [];
    const move = madeBy(legal, this.#clicked);
    if (move) return this.#play(move);
    this.#draw();
    const next = nextSpots(legal, this.#clicked).size > 0;
    say(this.page.status, !goesOn ? "" : next ? `${spot} selected.` : "Choose one of these moves in the list.");
  }

  /** Whether a person may move: not while another position is on its way, nor for the opponent. */
  #mayMove() {
    if (this.#visit.aborted) return false;
    const may = !opponentPlays(this.state.mode, this.position.turn);
    if (!may) say(this.page.status, "It is the opponent's turn. “Let the opponent move” has it move.");
    return may;
  }

  /** @param {string} move @param {string} [remark] @param {"push" | "replace"} [how] */
  #play(move, remark = "", how = "push") {
    this.#remark = remark;
    this.go(withMove(this.state, move), how);
  }

  /**
   * Plays a move that was typed; says whether it could.
   * @param {string} text a legal move, or another way to write one
   */
  async #readMove(text) {
    const { page, state, position } = this;
    const visit = this.#visit;
    if (!this.#mayMove()) return false;
    try {
      const isLegal = position.legal.some(({ move }) => move === text);
      const after = isLegal ? null : await ask(state.game, "/play", [...positionQuery(state), ["move", text]], visit);
      this.#play(after?.last ?? text);
      return true;
    } catch (problem) {
      if (!visit.aborted) say(page.status, reason(problem));
      return false;
    }
  }

  /** @param {1 | -1} way */
  async #travel(way) {
    const visit = this.#visit;
    this.page.auto.checked = false;
    const at = await this.memory.nextOwnTurn(this.state, way);
    if (visit.aborted) return;
    if (at === null) say(this.page.status, "There is no move of yours to undo.");
    else this.#goTo({ at });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const wanted = this.state.view === "play" ? meaning(event, this.#typed) : null;
    if (!wanted) return;
    if (wanted === "type") return this.moveField.visit();
    if (wanted === "unselect") {
      if (!this.#clicked.length) return;
      this.#clicked = [];
      return this.#draw();
    }
    event.preventDefault();
    if (wanted.press === "move-text") this.moveField.visit();
    else document.getElementById(wanted.press)?.click();
  }

  /** Ends all that was begun. */
  close() {
    this.thinking.stop();
    this.review.stop("");
  }

  /** A text from outside: a game, or a position. @param {string} text */
  import(text) {
    return this.importDialog.read(text, this.state);
  }

  /** When the game is opened: keys are for the board, unless something else has the focus. */
  takeFocus() {
    const isElsewhere = document.activeElement && !document.activeElement.matches("body, main");
    if (this.state.view === "play" && !isElsewhere) this.board.focus();
  }
}
