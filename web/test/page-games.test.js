// Whole games on the page, played by clicks against each classic and against Quevedo, and the review of them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { createEngine } from "../engine/node.js";
import { beginGame, inChromium, isShown, moves, pieces, playGame, text, waitForText } from "./pages.js";

const CLASSICS = ["JS Schach", "FirstChess", "Baguette", "Spektrum", "NagaSkaki"];
/** The strong player's nodes for a move. */
const NODES = 10_000;
const MOST_PLIES = 200;

const { onPage } = inChromium();
let engine;
before(async () => {
  engine = await createEngine();
  await engine.setOption("UCI_Chess960", true);
});
after(() => engine?.quit());

/** Quevedo's own move. */
async function strong(played) {
  const { bestMove } = await engine.search({ moves: played, limits: { nodes: NODES } });
  return bestMove;
}

/** The worst move in the position. */
async function weak(played) {
  await engine.setOption("MultiPV", 256);
  const { lines } = await engine.search({ moves: played, limits: { depth: 2 } });
  await engine.setOption("MultiPV", 1);
  return lines.at(-1).moves[0];
}

describe("a game to its end", () => {
  for (const [index, opponent] of CLASSICS.entries()) {
    const color = index % 2 === 0 ? "white" : "black";
    test(`with ${color} against ${opponent}`, onPage(async (page) => {
      await beginGame(page, { opponent, color });
      assert.match(await text(page, "#about-opponent"), /\d{4}\. \S/);
      const end = await playGame(page, strong, MOST_PLIES);
      const played = await moves(page);
      console.log(`# ${opponent}: ${end} (${played.length} plies)`);
      // Spektrum and NagaSkaki may hold a draw; the others can't.
      assert.match(end, index < 3 ? /Checkmate\. You win!/ : /Checkmate\.|A draw|You resign/);
      assert.ok(played.length >= 8);
      // The board shows what was played.
      await engine.setOption("UCI_Chess960", true);
      assert.equal(Object.keys(await pieces(page)).length, await pieceCount(played));
    }));
  }
});

/** The number of pieces after these moves, as the engine in Node.js counts them. */
async function pieceCount(played) {
  engine.post(`position startpos moves ${played.join(" ")}`);
  const said = await engine.ask("d", "Legal moves");
  const fen = said.find((line) => line.startsWith("Fen: ")).slice(5);
  return fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
}

test("a stranger loses to Quevedo, and sees why", onPage(async (page) => {
  await beginGame(page, { opponent: "Quevedo", level: 3400 });
  const end = await playGame(page, weak, MOST_PLIES);
  assert.match(end, /Checkmate\. Quevedo wins\./);
  const played = await moves(page);
  await page.click("#review-game");
  await waitForText(page, "#status", /The review finds \d+ mistakes|The review finds one mistake/);
  const mistakes = await page.$$eval("#mistakes li", (rows) => rows.map((row) => row.textContent));
  assert.ok(mistakes.length > 0 && mistakes.some((row) => row.includes("??")), mistakes.join("\n"));
  assert.ok((await text(page, "#moves")).includes("??"));
  // Most of the marks are on White's moves, because White tried to lose.
  await page.click("#mistakes li button");
  await page.waitForSelector("#reasons h3");
  const headline = await text(page, "#reasons h3");
  const [, number, mistake] = mistakes[0].match(/^(\d+\.+) (\S+?)[?!]+ /);
  assert.ok(headline.startsWith(number) && headline.includes(` than ${mistake}`), `${headline} about ${mistakes[0]}`);
  await page.waitForFunction(() => document.querySelectorAll("#board svg.cg-shapes line").length >= 2);
  assert.deepEqual(await moves(page), played, "the game is still there");
  await page.click("#tab-play");
  await waitForText(page, "#status", /Quevedo wins\./);
  await page.click("#new-game");
  await page.type("#move", "e4\n");
  await waitForText(page, "#status", /plays 1\.+ \S+ Your move/);
  assert.ok(!/[?!]/.test(await text(page, "#moves")), "another game has no marks");
  await page.click("#back");
  await page.type("#move", "e5\n");
  await waitForText(page, "#alert-text", /This is an earlier position/);
}));

test("moves are taken back, a game is resigned, and the page loaded again goes on with it", onPage(async (page) => {
  await beginGame(page, { opponent: "FirstChess", color: "black" });
  await waitForText(page, "#status", /FirstChess plays 1\. \S+ Your move/);
  const first = await moves(page);
  await page.type("#move", "e5\n");
  await waitForText(page, "#status", /FirstChess plays 2\./);
  assert.equal((await moves(page)).length, 3);
  await page.reload();
  await page.waitForSelector("cg-board piece");
  assert.ok(await page.$(".orientation-black"), "the board is still turned");
  assert.equal(await page.$eval("#opponent", (select) => select.value), "FirstChess");
  await page.click("#take-back");
  assert.deepEqual(await moves(page), first);
  await page.click("#hint");
  await waitForText(page, "#status", /^Hint: \S+\.$/);
  await page.waitForSelector("#board svg.cg-shapes line");
  await page.click("#resign");
  await waitForText(page, "#status", /You resign\. FirstChess wins\./);
  assert.ok(await isShown(page, "#review-game"));
  await page.click("#exchange summary");
  await page.click("#copy-pgn");
  await waitForText(page, "#status", /Copied/);
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(pgn, /\[White "FirstChess"\]\s+\[Black "You"\]\s+\[Result "1-0"\]\s+1\. \S+ 1-0/);
}));
