// The page in Chromium, as a user meets it: clicks, keys, and what is visible.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { launch, serve } from "./chromium.js";

export const DIST = fileURLToPath(new URL("../page/dist", import.meta.url));
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };
/** Morphy's Opera Game, and a game in which White threatens scholar's mate, as the address writes them. */
export const OPERA =
  "moves=e2e4_e7e5_g1f3_d7d6_d2d4_c8g4_d4e5_g4f3_d1f3_d6e5_f1c4_g8f6_f3b3_d8e7_b1c3_c7c6_c1g5_b7b5_c3b5_c6b5_c4b5_b8d7" +
  "_e1a1_a8d8_d1d7_d8d7_h1d1_e7e6_b5d7_f6d7_b3b8_d7b8_d1d8";
export const SCHOLAR = "moves=e2e4_e7e5_f1c4_b8c6_d1h5";
/** Longer than anything may take, even on a loaded machine, in milliseconds. */
const PATIENCE = 60_000;
const ROLES = { q: "queen", r: "rook", b: "bishop", n: "knight" };

/** Serves what was built. */
export const servePage = () => serve({}, DIST);

/**
 * Gives a test its own page, and then checks that the page neither complained nor requested anything from elsewhere.
 * `expected` matches the complaints that the test provokes.
 */
export async function withPage({ browser }, host, test, { viewport = DESKTOP, scheme = "light", hash = "", expected } = {}) {
  const context = await browser.createBrowserContext();
  await context.overridePermissions(host.url.slice(0, -1), ["clipboard-read", "clipboard-sanitized-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const [complaints, strangers] = [[], []];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(host.url) && !request.url().startsWith("data:")) strangers.push(request.url());
  });
  try {
    await page.emulateFocusedPage(true);
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(host.url + hash);
    await page.waitForSelector("cg-board piece");
    await test(page);
    assert.deepEqual(complaints.filter((text) => !expected?.test(text)), []);
    assert.deepEqual(strangers, []);
  } finally {
    await context.close();
  }
}

/**
 * Serves the page and starts Chromium for the tests of a file: `visit` gives a page to a function, `onPage` makes a
 * test of it.
 */
export function inChromium() {
  let chromium, own;
  before(async () => ([chromium, own] = await Promise.all([launch(), servePage()])));
  after(async () => {
    await chromium?.close();
    own?.close();
  });
  const visit = (test, { host = own, ...options } = {}) => withPage(chromium, host, test, options);
  return { visit, onPage: (test, options) => () => visit(test, options) };
}

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent.trim());
export const isShown = (page, selector) => page.$eval(selector, (element) => element.checkVisibility());

/** Waits until an element's text matches a pattern. */
export async function waitForText(page, selector, pattern, timeout = PATIENCE) {
  const test = (selector, source, flags) => new RegExp(source, flags).test(document.querySelector(selector)?.textContent ?? "");
  await page.waitForFunction(test, { timeout }, selector, pattern.source, pattern.flags).catch(async (error) => {
    throw new Error(`${selector} is '${await text(page, selector)}', not ${pattern}: ${error.message}`);
  });
}

/** The moves in the address, which are those of the game. */
export async function moves(page) {
  const hash = await page.evaluate(() => location.hash);
  return (hash.match(/moves=([^&]*)/)?.[1] ?? "").split("_").filter((move) => move !== "");
}

/** The pieces on the board by square. */
export function pieces(page) {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll("cg-board > piece:not(.ghost)")].filter((piece) => piece.cgKey);
    return Object.fromEntries(shown.map((piece) => [piece.cgKey, piece.cgPiece]));
  });
}

/** The coordinates of a square's centre. */
async function middle(page, square) {
  const { x, y, size, isFlipped } = await page.$eval("cg-board", (board) => {
    const box = board.getBoundingClientRect();
    return { x: box.x, y: box.y, size: box.width / 8, isFlipped: document.querySelector(".cg-wrap").classList.contains("orientation-black") };
  });
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  const [column, row] = isFlipped ? [7 - file, rank] : [file, 7 - rank];
  return [x + (column + 0.5) * size, y + (row + 0.5) * size];
}

/** Makes a move with clicks or, on a phone, with taps. */
export async function clickMove(page, uci) {
  const press = page.viewport().hasTouch ? page.touchscreen.tap.bind(page.touchscreen) : page.mouse.click.bind(page.mouse);
  await page.$eval("cg-board", (board) => board.scrollIntoView({ block: "nearest" }));
  await press(...(await middle(page, uci.slice(0, 2))));
  await press(...(await middle(page, uci.slice(2, 4))));
  const role = ROLES[uci[4]];
  if (role !== undefined) await (await page.waitForSelector(`#promotion[open] button[value=${role}]`)).click();
}

/** Starts a game with the settings of the form. */
export async function beginGame(page, { opponent, color = "white", level, pace = "100" }) {
  await page.select("#pace", pace);
  await page.select("#opponent", opponent);
  await page.select("#color", color);
  if (level !== undefined) {
    await page.$eval("#level", (slider, level) => {
      slider.value = level;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }, String(level));
  }
  await page.click("#new-game");
}

/** What the status line says when a game is over. */
const OVER = /wins\.|You win!|A draw/;

/**
 * Plays a game to its end by clicks; `choose` is given the moves so far and chooses the next one. After `mostPlies` the
 * game is resigned. Returns the status line that says how it ended.
 */
export async function playGame(page, choose, mostPlies) {
  const isOwnTurn = (isWhite) => {
    const count = (location.hash.match(/moves=([^&]*)/)?.[1] ?? "").split("_").filter((move) => move !== "").length;
    const status = document.querySelector("#status").textContent;
    return /wins\.|You win!|A draw/.test(status) || ((count % 2 === 0) === isWhite && /Your move\./.test(status));
  };
  const isWhite = (await page.$eval("#color", (select) => select.value)) === "white";
  for (;;) {
    await page.waitForFunction(isOwnTurn, {}, isWhite);
    const status = await text(page, "#status");
    if (OVER.test(status)) return status;
    const played = await moves(page);
    if (played.length >= mostPlies) {
      await page.click("#resign");
      await waitForText(page, "#status", /You resign/);
      return text(page, "#status");
    }
    const move = await choose(played);
    await clickMove(page, move);
    await page.waitForFunction((before) => (location.hash.match(/moves=([^&]*)/)?.[1].split("_").length ?? 0) > before, {}, played.length)
      .catch(() => assert.fail(`${move} after ${played.join(" ")} is not played: ${status}`));
  }
}

/** Waits until the analysis shows this many lines. */
export const waitForLines = (page, count) => page.waitForFunction(
  (count) => document.querySelectorAll("#lines button:not([aria-disabled])").length === count, {}, count,
);

/** Puts a FEN into its field, and loads it. */
export async function loadFen(page, fen) {
  await page.$eval("#exchange", (details) => (details.open = true));
  await page.$eval("#fen", (field, fen) => (field.value = fen), fen);
  await page.click("#fen-form button");
}

/** Puts a PGN into its field, and loads it. */
export async function loadPgn(page, pgn) {
  await page.$eval("#exchange", (details) => (details.open = true));
  await page.$eval("#pgn", (field, pgn) => (field.value = pgn), pgn);
  await page.click("#pgn-form button");
}
