// The field for moves: what is typed is played as soon as it can be only one move, or with Enter.

/** @typedef {import("./types").Legal} Legal */

/**
 * The moves that begin with a text, in either case.
 * @param {readonly Legal[]} legal
 * @param {string} text
 */
export function typedSoFar(legal, text) {
  return legal.filter(({ move }) => move.toLowerCase().startsWith(text.toLowerCase()));
}

/**
 * The move that a text is, if it cannot become another one.
 * @param {readonly Legal[]} legal
 * @param {string} text
 */
export function typedOut(legal, text) {
  const begun = typedSoFar(legal, text);
  return begun.length === 1 && begun[0].move.length === text.length ? begun[0].move : null;
}

/**
 * The move with this text, else the only one with it in other letters.
 * @param {readonly Legal[]} legal
 * @param {string} text
 */
export function namedBy(legal, text) {
  const alike = typedSoFar(legal, text).filter(({ move }) => move.length === text.length);
  const exact = alike.find(({ move }) => move === text);
  return exact?.move ?? (alike.length === 1 ? alike[0].move : null);
}

export class MoveField {
  #isVisited = false;

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} field
   * @param {object} listeners
   * @param {() => readonly Legal[]} listeners.legal
   * @param {(text: string) => Promise<boolean>} listeners.play plays a move, or reads what may be another way to write it
   * @param {(moves: readonly Legal[]) => void} listeners.light shows where the typed moves are
   * @param {() => void} listeners.leave goes back to where the typing began
   */
  constructor(form, field, { legal, play, light, leave }) {
    this.field = field;
    const text = () => field.value.trim();
    const tryToPlay = async (/** @type {string} */ move) => {
      field.select();
      if (!(await play(move))) return;
      field.value = "";
      if (this.#isVisited) leave();
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      if (text()) void tryToPlay(namedBy(legal(), text()) ?? text());
    };
    field.oninput = () => {
      light(text() ? typedSoFar(legal(), text()) : []);
      const move = text() && typedOut(legal(), text());
      if (move) void tryToPlay(move);
    };
    field.onkeydown = ({ key }) => {
      if (key !== "Escape") return;
      field.value = "";
      light([]);
      leave();
    };
    field.onblur = () => {
      this.#isVisited = false;
      light([]);
    };
  }

  /** Takes the keys that follow, until a move is made. */
  visit() {
    this.field.value = "";
    this.field.focus({ preventScroll: true });
    this.#isVisited = true;
  }
}
