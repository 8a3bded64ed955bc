// Where the page begins: shows the gallery or a game, as the address says, and keeps what the user prefers.

import { reason } from "./api.js";
import { find, html, set } from "./dom.js";
import { galleryNow, showGallery } from "./gallery.js";
import { GamePage } from "./game.js";
import { isRecord, positionOfSome, readRecord, stateOf } from "./import.js";
import { isRules, LARGEST, receive } from "./own.js";
import { GALLERY, isShown, readAddress, writeAddress } from "./state.js";

const THEMES = ["auto", "light", "dark"];
const main = find("#main");
/** @type {GamePage | null} */
let page = null;
/** Ends when something else is shown. */
let visit = new AbortController();

/**
 * @param {string} address
 * @param {"push" | "replace"} how
 */
function goTo(address, how) {
  if (!page) history.replaceState({ ...galleryNow(), top: scrollY }, "");
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** @param {string} address */
function open(address) {
  goTo(address, "push");
  void show();
}

/** @param {string} [problem] with what was brought to the gallery */
async function show(problem) {
  visit.abort();
  visit = new AbortController();
  const state = readAddress(location.pathname, location.search);
  if (!state) {
    page?.close();
    page = null;
    document.title = "Perfectplay";
    const { signal } = visit;
    const left = history.state;
    await showGallery(main, open, { problem, search: left?.search, signal });
    // as it was left, if one comes back to it
    if (!signal.aborted && left) window.scrollTo(0, left.top);
    return;
  }
  page ??= new GamePage(main, (next, how) => {
    goTo(writeAddress(next), how);
    void page?.show(next);
  });
  await page.show(state);
}

/** A link within the page needs no new page. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
  if (!isShown(link.pathname) || link.hash) return;
  event.preventDefault();
  const elsewhere = link.pathname !== location.pathname;
  goTo(link.pathname + link.search, "push");
  void show();
  if (!elsewhere) return;
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
});
addEventListener("popstate", () => {
  // another place in the gallery is there already
  if (page || location.pathname !== GALLERY) void show();
});

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void take(file);
});
addEventListener("paste", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  const source = event.clipboardData?.files[0] ?? event.clipboardData?.getData("text").trim();
  if (source && !typing) void take(source);
});

/**
 * Takes what is dropped or pasted anywhere: rules of a game, a game that is written down, or moves on the page of a game.
 * @param {File | string} source
 */
async function take(source) {
  const isSmall = typeof source === "string" || source.size <= LARGEST;
  const text = typeof source === "string" ? source : isSmall ? await source.text() : "";
  if (!isSmall || isRules(text)) return receive(source, open);
  if (page?.import(text)) return;
  if (!isRecord(text) && typeof source !== "string") return receive(source, open);
  try {
    open(writeAddress(await (isRecord(text) ? stateOf(readRecord(text)) : positionOfSome(text))));
  } catch (problem) {
    if (page) goTo(GALLERY, "push");
    await show(reason(problem));
  }
}

const themeButton = find("#theme");
/** @param {string} theme */
function setTheme(theme) {
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
  themeButton.textContent = `Theme: ${theme}`;
}
themeButton.addEventListener("click", () => {
  const now = THEMES.indexOf(document.documentElement.dataset.theme ?? "auto");
  setTheme(THEMES[(now + 1) % THEMES.length]);
});
setTheme(THEMES.find((theme) => theme === localStorage.getItem("theme")) ?? "auto");

const keys = find("#keys");
const openKeys = () => keys instanceof HTMLDialogElement && !keys.open && keys.showModal();
find("#help").addEventListener("click", openKeys);
addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key === "?" && !typing) openKeys();
  const field = event.key === "/" && !typing && document.querySelector("#search");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.select();
});

show().catch((problem) => set(main, html("p", { class: "error", role: "alert" }, reason(problem))));
