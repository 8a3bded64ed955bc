// A game at play: turns clicks, keys and buttons into new states, and shows each state in its view.

import { ask, reason } from "./api.js";
import { Board } from "./board.js";
import { begunBy, judgedMoves, madeBy, marks, nextSpots } from "./clicks.js";
import { say } from "./dom.js";
import { exportGame } from "./export.js";
import { optionsForm } from "./gallery.js";
import { plies, showHistory } from "./history.js";
import { shortcut } from "./keys.js";
import { layout } from "./layout.js";
import { noLine, showLine } from "./line.js";
import { highlightMoves, hoveredMove, showMoves } from "./moves.js";
import { showProof } from "./proof.js";
import { SetupView } from "./setup.js";
import { MODES, newGame, opponentPlays, positionQuery, withMove, writeAddress } from "./state.js";
import { showSentence, showSkill, showStatus, showTurn, showViews } from "./status.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Position} Position */

export class Desk {
  #hints = localStorage.getItem("hints") !== "off";
  /** @type {string[]} the spots of a move that has been begun */
  #clicked = [];
  #remark = "";
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
      play: (text) => this.#goTo({ position: text || null, moves: [], at: 0, view: "play" }),
      cancel: () => this.#goTo({ view: "play" }),
      accept: (accepted) => showTurn(this.page.turn, accepted),
    });
    this.thinking = new Thinking(this.page.progress, memory, {
      news: () => this.#draw(),
      play: (move, remark) => this.#play(move, remark),
      settled: () => void this.#lookAround(),
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
    page.skill.oninput = () => showSkill(page, Number(page.skill.value));
    page.skill.onchange = () => this.#goTo({ skill: Number(page.skill.value) }, "replace");
    page.hints.onchange = () => {
      this.#hints = page.hints.checked;
      localStorage.setItem("hints", this.#hints ? "on" : "off");
      this.#goTo({}, "replace");
    };
    page.export.onclick = () => exportGame(this.state, this.position, this.memory);
    page.moveForm.onsubmit = (event) => {
      event.preventDefault();
      void this.#typed(page.moveText.value.trim());
    };
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
    showSentence(page, position, hints, report);
    const begun = new Set(begunBy(legal, this.#clicked).map(({ move }) => move));
    const moves = judgedMoves(legal, report).filter(({ move }) => begun.has(move));
    const light = (/** @type {string | null} */ move) =>
      board.highlight(legal.find((one) => one.move === move)?.clicks ?? []);
    showMoves(page.moves, moves, report?.best ?? [], {
      play: (move) => this.#mayMove() && this.#play(move),
      hover: light,
    });
    light(hoveredMove(page.moves));
    highlightMoves(page.moves, board.hovered === null ? [] : this.#movesAt(board.hovered));
    this.#drawHistory();
  }

  #drawHistory() {
    const { page, state, position } = this;
    const { players } = position;
    const course = plies(state.moves, this.memory.course(state, players));
    showHistory(page.history, course, state.at, players, this.#hints, (at) => this.#goTo({ at }));
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
        const made = state.moves.slice(0, state.at);
        showLine(page.line, best, (count) =>
          this.#goTo({ moves: [...made, ...best.line.slice(0, count)], at: made.length + count }),
        );
      }
      if ((await this.memory.fill(state, position.players, visit)) && !visit.aborted) this.#drawHistory();
    } catch (problem) {
      if (!visit.aborted) say(page.status, reason(problem));
    }
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
    if (!may) say(this.page.status, "It is the opponent's turn. Step lets it move.");
    return may;
  }

  /** @param {string} move @param {string} [remark] */
  #play(move, remark = "") {
    this.#remark = remark;
    this.go(withMove(this.state, move), "push");
  }

  /** @param {string} text */
  async #typed(text) {
    if (!text || !this.#mayMove()) return;
    const { page, state } = this;
    const visit = this.#visit;
    try {
      const after = await ask(state.game, "/play", [...positionQuery(state), ["move", text]], visit);
      page.moveText.value = "";
      this.#play(after.last ?? text);
    } catch (problem) {
      if (!visit.aborted) say(page.status, reason(problem));
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
    const wanted = this.state.view === "play" ? shortcut(event) : null;
    if (!wanted) return;
    if (wanted === "unselect") {
      if (!this.#clicked.length) return;
      this.#clicked = [];
      return this.#draw();
    }
    event.preventDefault();
    const element = document.getElementById(wanted);
    if (wanted === "move-text") element?.focus();
    else element?.click();
  }
}
