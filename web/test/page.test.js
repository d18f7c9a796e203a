// Every part of the page in Chromium: panels, keys, links, nonsense, no network, nobody kept out.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { launch, serve } from "./chromium.js";
import { sleep } from "./lines.js";
import { BAD_FENS, BAD_LINKS, BAD_MOVES, BAD_PGNS, GOOD_PGNS } from "./pasted.js";
import { DESKTOP, DIST, PHONE, beginGame, clickMove, isShown, moves, pieces, servePage, text, waitForText, withPage } from "./pages.js";
import { BENCH, read } from "./suites.js";

const BUILD = fileURLToPath(new URL("../page/build.mjs", import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Morphy's game at the opera. */
const OPERA =
  "#moves=e2e4_e7e5_g1f3_d7d6_d2d4_c8g4_d4e5_g4f3_d1f3_d6e5_f1c4_g8f6_f3b3_d8e7_b1c3_c7c6_c1g5_b7b5_c3b5_c6b5_c4b5_b8d7" +
  "_e1a1_a8d8_d1d7_d8d7_h1d1_e7e6_b5d7_f6d7_b3b8_d7b8_d1d8&tab=analyse";
/** Scholar's mate is about to come. */
const SCHOLAR = "#moves=e2e4_e7e5_f1c4_b8c6_d1h5&tab=analyse";

let chromium, host;
before(async () => ([chromium, host] = await Promise.all([launch(), servePage()])));
after(async () => {
  await chromium?.close();
  host?.close();
});
/** Waits until so many lines of the analysis are there. */
const waitForLines = (page, count) => page.waitForFunction(
  (count) => document.querySelectorAll("#lines button:not([aria-disabled])").length === count, {}, count,
);
const onPage = (test, options) => () => withPage(chromium, host, test, options);

describe("analysis", () => {
  test("bar, lines and arrow", onPage(async (page) => {
    await waitForLines(page, 3);
    assert.ok(await isShown(page, "#bar"));
    await page.select("#line-count", "5");
    await waitForLines(page, 5);
    await page.waitForFunction(() => /depth ([6-9]|\d\d)/.test(document.querySelector("#lines small")?.textContent));
    assert.match(await text(page, "#lines li"), /^[+-]?\d\.\d\d depth \d+ 3\.\.\. \S+ /);
    assert.ok(await page.$("#board svg.cg-shapes line"));
    // Black has to see to f7; the best line of five does.
    assert.match(await text(page, "#lines li"), /3\.\.\. (Qe7|g6|Qf6|Nh6|d5)/);
    await page.click("#lines button");
    assert.equal((await moves(page)).length, 6);
  }, { hash: SCHOLAR }));

  test("why, with accounts that add up and arrows", onPage(async (page) => {
    await page.type("#why-move", "Nf6");
    await page.click("#why-form button");
    await waitForText(page, "#reasons h3", /^3\.\.\. \S+ rather than Nf6: .* against #/);
    assert.match(await text(page, "#reasons .tactics"), /Nf6 is mated in 1 \(4\. Qxf7#\)\./);
    assert.equal((await page.$$("#board svg.cg-shapes line")).length, 2);
    await page.$eval("#why-move", (field) => (field.value = "d6"));
    await page.click("#back");
    await page.click("#why-form button");
    await page.waitForSelector("#reasons .accounts");
    for (const comparison of await page.$$("#reasons .comparison")) {
      const [headline, numbers] = await comparison.evaluate((section) => [
        section.querySelector("h3").textContent,
        [...section.querySelectorAll(".account .number")].map((cell) => Number(cell.textContent)),
      ]);
      const difference = Number(headline.match(/: ([+-]\d+\.\d\d)$/)[1]);
      assert.ok(Math.abs(numbers.reduce((sum, number) => sum + number, 0) - difference) < 0.005, `${headline}: ${numbers}`);
    }
    await page.click("#reasons summary");
    assert.ok(await isShown(page, "#reasons .accounts ul li"));
    await page.$eval("#why-move", (field) => (field.value = "Ke3"));
    await page.click("#why-form button");
    await waitForText(page, "#alert-text", /^'Ke3' is not a legal move here\.$/);
  }, { hash: SCHOLAR }));

  test("a review is ended by what is asked for meanwhile, and by nothing else", onPage(async (page) => {
    const begin = async () => {
      await page.click("#review");
      await waitForText(page, "#status", /^Reviewing the game/);
    };
    await begin();
    await page.click("#review");
    // One may go through the game, whose lines are not known yet.
    await page.click("#back");
    await waitForLines(page, 0);
    await waitForText(page, "#status", /^The review finds/);
    await waitForLines(page, 3);

    await begin();
    for (let ply = 0; ply < 3; ply++) await page.click("#back");
    await page.type("#why-move", "Qb5");
    await page.click("#why-form button");
    await waitForText(page, "#reasons h3", / rather than Qb5/);
    assert.ok(await page.$("#review:not([aria-disabled])"));
    assert.ok(!(await isShown(page, "#review-progress")));
    await waitForLines(page, 3);

    await begin();
    await loadFen(page, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    await waitForText(page, "#status", /^(The position is on the board|Best: )/);
    await waitForLines(page, 3);
    await page.goBack();
    await waitForText(page, "#moves", /Rxd7/);

    await begin();
    await page.click("#tab-play");
    await waitForText(page, "#status", /^This game is not played here/);
    await sleep(1000);
    assert.match(await text(page, "#status"), /^This game is not played here/);
  }, { hash: OPERA }));

  test("whoever presses a button stays there", onPage(async (page) => {
    await waitForLines(page, 3);
    await page.focus("#lines li:nth-child(2) button");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.split("_").length === 6);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("#lines button")].indexOf(document.activeElement)), 1);
    await page.focus("#back");
    for (let presses = 0; presses < 7; presses++) await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "back");
    assert.match(await page.evaluate(() => location.hash), /ply=0/);
    await page.click("#tab-speed");
    await page.select("#perft-depth", "1");
    await page.focus("#perft-start");
    await page.keyboard.press("Enter");
    await waitForText(page, "#status", /^perft 1/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "perft-start");
  }, { hash: SCHOLAR }));

  test("the engine can be turned off", onPage(async (page) => {
    const engine = () => page.$eval("#engine-switch", (button) => [button.textContent, button.getAttribute("aria-pressed")]);
    assert.deepEqual(await engine(), ["Engine", "true"]);
    assert.equal(await text(page, "#bar-score"), "1-0");
    await page.click("#engine-switch");
    assert.deepEqual(await engine(), ["Engine", "false"]);
    await page.click("#back");
    assert.ok(await page.$("#bar.off"), "the bar does not tell of the mate any more");
    assert.equal((await page.$$("#lines li")).length, 0);
    await page.click("#engine-switch");
    await waitForLines(page, 3);
    assert.ok(await page.$("#board svg.cg-shapes line"));
    await page.click("#engine-switch");
    assert.ok(!(await page.$("#board svg.cg-shapes line")), "an arrow of nobody's");
  }, { hash: "#moves=e2e4_e7e5_f1c4_b8c6_d1h5_g8f6_h5f7&tab=analyse" }));

  test("what is tried out leaves the game as it is", onPage(async (page) => {
    await page.click("#first");
    await clickMove(page, "d2d4");
    // Chessground tells of a move a moment later.
    await page.waitForFunction(() => location.hash.includes("&try=0:d2d4&"));
    assert.equal((await moves(page)).length, 5);
    assert.match(await text(page, "#moves"), /1\.d4.*1\.e4.*e5.*Qh5/s);
    await page.click("#main-line");
    assert.deepEqual(await moves(page), ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5"]);
    await page.click("#last");
    await page.click("#play-from");
    await waitForText(page, "#status", /Your move/);
    await beginPaceless(page);
    await page.type("#move", "g6\n");
    await waitForText(page, "#status", /Quevedo plays 4\. \S+/);
    assert.equal((await moves(page)).length, 7);
  }, { hash: SCHOLAR }));
});

const beginPaceless = (page) => page.select("#pace", "100");

test("what each idea buys, stage by stage", onPage(async (page) => {
  await page.click("#tab-ideas");
  await page.select("#ideas-depth", "3");
  await page.click("#ideas-start");
  await waitForText(page, "#status", /^Minimax took .* one in/);
  const rows = await page.$$eval("#ideas-rows tr:not(.about)", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const stages = ["minimax", "alpha-beta", "+ ordering", "+ table", "+ iteration", "+ quiescence", "+ null move", "Quevedo"];
  assert.deepEqual(rows.map(([stage]) => stage), stages);
  const nodes = rows.map(([, nodes]) => Number(nodes.replaceAll(",", "")));
  // Every position of the tree, by the known counts of perft.
  assert.equal(nodes[0], 1 + 20 + 400 + 8902);
  assert.ok(nodes[1] < nodes[0] && nodes[7] < nodes[1], nodes.join(" "));
  // The first five compute the same value.
  assert.equal(new Set(rows.slice(0, 5).map(([, , , , score]) => score)).size, 1);
  assert.ok(rows.every(([, , ms, move]) => Number(ms.replaceAll(",", "")) > 0 && /^\w/.test(move)));
  await page.select("#ideas-depth", "6");
  await page.click("#ideas-start");
  await page.waitForSelector("#ideas-rows .waiting");
  await page.click("#ideas-stop");
  await page.waitForSelector("#ideas-start:not([aria-disabled])");
}));

test("work that is left says nothing elsewhere", onPage(async (page) => {
  await page.click("#tab-speed");
  await page.click("#bench-start");
  await waitForText(page, "#bench-result", /^Position \d+ …/);
  await page.click("#tab-play");
  await page.waitForSelector("#bench-start:not([aria-disabled])");
  assert.match(await text(page, "#status"), /Your move\.$/);
  await page.click("#tab-speed");
  await page.click("#bench-start");
  await page.click("#speed-stop");
  await waitForText(page, "#status", /^Stopped\.$/);
}));

test("speed of this machine, and a line to share", onPage(async (page) => {
  await page.click("#tab-speed");
  await page.select("#perft-depth", "4");
  await page.click("#perft-start");
  await waitForText(page, "#status", /^perft 4: 197,281 leaves in /);
  const leaves = await page.$$eval("#perft-rows td:nth-child(2)", (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(leaves, ["20", "400", "8,902", "197,281"]);
  await page.select("#perft-depth", "7");
  await page.click("#perft-start");
  await page.click("#speed-stop");
  await page.waitForSelector("#perft-start:not([aria-disabled])");
  await page.click("#bench-start");
  await waitForText(page, "#status", /^search: [\d,]+ nodes a second/, 120_000);
  assert.ok((await text(page, "#bench-result")).includes(`(${BENCH.toLocaleString("en-US")} nodes)`));
  await page.click("#share");
  await waitForText(page, "#status", /Copied/);
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(shared, /^Quevedo in \S+ \d+: perft \d: .*; search: .* http:\/\/127\.0\.0\.1/);
}));

/** The depth of the best line. */
const analysisDepth = (page) => page.$eval("#lines small", (depth) => Number(depth.textContent.match(/\d+/)));

async function loadFen(page, fen) {
  await page.$eval("#exchange", (details) => (details.open = true));
  await page.$eval("#fen", (field, fen) => (field.value = fen), fen);
  await page.click("#fen-form button");
}

async function loadPgn(page, pgn) {
  await page.$eval("#exchange", (details) => (details.open = true));
  await page.$eval("#pgn", (field, pgn) => (field.value = pgn), pgn);
  await page.click("#pgn-form button");
}

describe("nonsense", () => {
  const START = "#moves=e2e4_c7c5_g1f3&tab=analyse";
  const fields = [
    ["FEN", "#fen", "#fen-form button", BAD_FENS],
    ["PGN", "#pgn", "#pgn-form button", BAD_PGNS],
    ["move", "#move", "#move-form button", BAD_MOVES],
  ];
  for (const [kind, field, button, table] of fields) {
    test(`as a ${kind} gets one line, and nothing is lost`, onPage(async (page) => {
      await page.click("#exchange summary");
      await waitForLines(page, 3);
      const [address, before] = [await page.evaluate(() => location.hash), await pieces(page)];
      for (const [nonsense, told] of table) {
        await page.$eval(field, (field, value) => (field.value = value), nonsense);
        await page.click(button);
        await waitForText(page, "#alert-text", told);
        const said = await text(page, "#alert-text");
        assert.ok(said.length < 300 && !/\n/.test(said), said);
        assert.ok(await isShown(page, "#alert"));
        assert.equal(await page.evaluate(() => location.hash), address, nonsense);
        assert.deepEqual(await pieces(page), before, nonsense);
        assert.equal(await page.$eval(field, (field) => field.value.slice(0, 30)), nonsense.replace(/\n/g, field === "#pgn" ? "\n" : "").slice(0, 30), "the field keeps what was typed");
        await page.click("#dismiss");
        assert.ok(!(await isShown(page, "#alert")));
      }
      // The analysis goes on, unless it has come to its end.
      const depth = await analysisDepth(page);
      const goesOn = (depth) => !document.querySelector("#deeper").hidden || Number(document.querySelector("#lines small").textContent.match(/\d+/)) > depth;
      await page.waitForFunction(goesOn, {}, depth);
    }, { hash: START }));
  }

  test("as a FEN stays in its field, whatever the engine plays", onPage(async (page) => {
    await loadFen(page, "garbage");
    await page.waitForSelector("#alert:not([hidden])");
    await page.select("#pace", "100");
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
    assert.equal(await page.$eval("#fen", (field) => field.value), "garbage");
    await loadFen(page, "4k3/8/8/8/8/8/8/R3K3 w - -");
    await page.waitForFunction(() => document.querySelector("#fen").value === "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    await page.type("#move", "Ra7\n");
    await page.waitForFunction(() => document.querySelector("#fen").value.includes("/R7/"));
  }));

  test("as a FEN stops neither the engine's move nor a count", onPage(async (page) => {
    // At the highest level it takes its time.
    await beginGame(page, { opponent: "Quevedo", level: 3400, pace: "5000" });
    await page.click("#exchange summary");
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /is thinking/);
    await loadFen(page, "garbage");
    await waitForText(page, "#alert-text", /^'garbage' is no position/);
    await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
    await page.click("#tab-speed");
    await page.select("#perft-depth", "6");
    await page.click("#perft-start");
    await loadFen(page, "garbage");
    await page.waitForSelector("#alert:not([hidden])");
    await waitForText(page, "#status", /^perft 6 of .*: [\d,]{9,} leaves in /, 120_000);
  }));

  test("in the address of a page that is open leaves its game", onPage(async (page) => {
    await page.evaluate((hash) => (location.hash = hash), BAD_LINKS.at(-2)[0]);
    await waitForText(page, "#alert-text", BAD_LINKS.at(-2)[1]);
    assert.deepEqual(await moves(page), ["e2e4", "c7c5", "g1f3"]);
    assert.equal((await pieces(page)).f3, "white knight");
  }, { hash: START }));

  test("in a link gets one line", async () => {
    for (const [hash, told] of BAD_LINKS) {
      await withPage(chromium, host, async (page) => {
        await waitForText(page, "#alert-text", told);
        assert.equal(Object.keys(await pieces(page)).length, 32);
        await page.type("#move", "e4\n");
        await page.waitForFunction(() => location.hash.includes("moves=e2e4"));
      }, { hash });
    }
  });
});

describe("positions and games", () => {
  test("a promotion that is cancelled can be made again", onPage(async (page) => {
    await clickMove(page, "a7a8");
    await page.waitForSelector("#promotion[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#promotion:not([open])");
    await clickMove(page, "a7a8n");
    await page.waitForFunction(() => location.hash.includes("moves=a7a8n"));
    assert.equal((await pieces(page)).a8, "white knight");
  }, { hash: "#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1&tab=analyse" }));

  test("castling by the king's two squares is the move that was played", onPage(async (page) => {
    await page.click("#back");
    await clickMove(page, "e1g1");
    await page.waitForFunction(() => !location.hash.includes("ply="));
    assert.doesNotMatch(await page.evaluate(() => location.hash), /try=/);
    assert.equal((await pieces(page)).g1, "white king");
    await page.click("#back");
    await page.type("#move", "e1f1\n");
    await page.waitForFunction(() => location.hash.includes("&try=6:e1f1&"));
    await page.click("#main-line");
    // The king's own pawn is no rook.
    await page.type("#move", "e1d2\n");
    await waitForText(page, "#alert-text", /^'e1d2' is not a legal move here/);
  }, { hash: "#moves=e2e4_e7e5_g1f3_b8c6_f1c4_f8c5_e1g1&tab=analyse" }));

  test("what is tried out and the game beside it outlive a reload", onPage(async (page) => {
    await page.click("#back");
    await page.click("#back");
    await clickMove(page, "f2f4");
    await page.waitForFunction(() => location.hash.includes("&try=2:f2f4&"));
    await page.reload();
    await page.waitForSelector("#main-line:not([hidden])");
    assert.equal((await pieces(page)).f4, "white pawn");
    await page.click("#back");
    await page.reload();
    await page.waitForSelector("#main-line:not([hidden])");
    assert.match(await page.evaluate(() => location.hash), /try=2:f2f4&ply=2&/);
    await page.click("#main-line");
    assert.deepEqual(await moves(page), ["e2e4", "e7e5", "g1f3", "b8c6"]);
    assert.doesNotMatch(await page.evaluate(() => location.hash), /try=/);
  }, { hash: "#moves=e2e4_e7e5_g1f3_b8c6&tab=analyse" }));

  test("a game that is played goes on after something was tried out and the page loaded again", onPage(async (page) => {
    await beginGame(page, { opponent: "FirstChess" });
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /FirstChess plays 1\.\.\. /);
    const game = await moves(page);
    await page.click("#tab-analyse");
    await page.click("#back");
    await page.type("#move", "a6\n");
    await page.waitForFunction(() => location.hash.includes("&try=1:a7a6&"));
    await page.reload();
    await page.waitForSelector("#main-line:not([hidden])");
    // Neither does it grow when something is tried out at its end.
    await page.click("#main-line");
    await page.click("#last");
    await page.type("#move", "d4\n");
    await page.waitForFunction(() => location.hash.includes("&try=2:d2d4&"));
    await page.click("#tab-play");
    await waitForText(page, "#status", /^Your move\.$/);
    assert.deepEqual(await moves(page), game);
    await page.type("#move", "d4\n");
    await waitForText(page, "#status", /FirstChess plays 2\.\.\. /);
  }));

  test("a reload leaves the opponent at the board", onPage(async (page) => {
    await beginGame(page, { opponent: "Quevedo", level: 1000 });
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
    await page.select("#opponent", "FirstChess");
    assert.ok(await isShown(page, "#next-game"));
    await page.reload();
    await waitForText(page, "#status", /Your move\./);
    assert.ok(await isShown(page, "#next-game"));
    await page.type("#move", "d4\n");
    await waitForText(page, "#status", /(Quevedo|FirstChess) plays 2\.\.\. /);
    assert.match(await text(page, "#status"), /^Quevedo /);
    await page.click("#new-game");
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /FirstChess plays 1\.\.\. /);
  }));

  test("an answer is not played in the game before", onPage(async (page) => {
    await beginGame(page, { opponent: "Quevedo", level: 3400, pace: "5000" });
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /is thinking/);
    await page.click("#new-game");
    await page.type("#move", "d4\n");
    await waitForText(page, "#status", /1\. d4\. Quevedo is thinking/);
    await page.goBack();
    await waitForText(page, "#status", /^This game is not played here\./);
    await sleep(6000); // longer than the answer takes
    assert.deepEqual(await moves(page), ["e2e4"]);
    await page.goForward();
    await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
    assert.equal((await moves(page))[0], "d2d4");
  }));

  test("where the browser refuses more addresses, the panels follow, and the address later", onPage(async (page) => {
    await page.evaluate(() => {
      history.replaceState = () => {
        throw new DOMException("Attempt to use history.replaceState() more than 100 times per 30 seconds", "SecurityError");
      };
    });
    await page.click("#back");
    await waitForText(page, "#lines li", /depth \d+ 3\. \S+/);
    assert.doesNotMatch(await page.evaluate(() => location.hash), /ply=/);
    await page.evaluate(() => delete history.replaceState);
    await page.waitForFunction(() => location.hash.includes("ply=4"));
  }, { hash: SCHOLAR }));

  test("PGN of all kinds is read", onPage(async (page) => {
    await page.click("#exchange summary");
    for (const [pgn, expected] of GOOD_PGNS) {
      await page.$eval("#pgn", (field, value) => (field.value = value), pgn);
      await page.click("#pgn-form button");
      await page.waitForFunction((expected) => (location.hash.match(/moves=([^&]*)/)?.[1] ?? "") === expected, {}, expected);
    }
  }, { hash: "#tab=analyse" }));

  test("what a PGN has that the page can't keep is told", onPage(async (page) => {
    await page.click("#exchange summary");
    await loadPgn(page, "1. e4 e5 (1... c5) 2. Nf3 *\n\n1. d4 *");
    await waitForText(page, "#status", /^A game of 2 moves, the first of 2, is on the board\. Its comments and variations are left out\.$/);
    await page.waitForFunction(() => location.hash.includes("moves=e2e4_e7e5_g1f3&"));
    await loadPgn(page, "1. d4 d5 *");
    await waitForText(page, "#status", /^A game of one move, is on the board\.$/);
  }, { hash: "#moves=c2c4" }));

  test("a game of Chess960 is copied as one", onPage(async (page) => {
    await page.click("#exchange summary");
    const fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    await loadPgn(page, `[White "Somebody"]\n[SetUp "1"]\n[FEN "${fen}"]\n[Variant "Fischerrandom"]\n\n9. Nf3 b5 *`);
    await waitForText(page, "#status", /^A game of/);
    await page.click("#copy-pgn");
    await waitForText(page, "#status", /Copied/);
    const pgn = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(pgn, /\[White "Somebody"\]/);
    assert.match(pgn, /\[Variant "(Chess960|Fischerrandom)"\]/);
    // A second reader takes it for what it is.
    await page.reload();
    await loadPgn(page, pgn);
    await page.waitForFunction(() => location.hash.includes("moves=e1f3_b7b5"));
    await page.reload();
    await page.$eval("#exchange", (details) => (details.open = true));
    await page.click("#copy-pgn");
    await waitForText(page, "#status", /Copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\[Variant "Chess960"\]/);
  }, { hash: "#tab=analyse" }));

  test("a file that is too long is not read, and the field stays as it is", onPage(async (page) => {
    await page.click("#exchange summary");
    await page.type("#pgn", "1. e4");
    const folder = await mkdtemp(join(tmpdir(), "quevedo-pgn-"));
    try {
      await writeFile(join(folder, "many.pgn"), "1. d4 d5 *\n\n".repeat(250_000));
      await writeFile(join(folder, "one.pgn"), "1. c4 *\n");
      const input = await page.$("#pgn-file");
      await input.uploadFile(join(folder, "many.pgn"));
      await waitForText(page, "#alert-text", /^'many\.pgn' is too long for a game: 3000000 bytes\.$/);
      assert.equal(await page.$eval("#pgn", (field) => field.value), "1. e4");
      await input.uploadFile(join(folder, "one.pgn"));
      await page.waitForFunction(() => location.hash.includes("moves=c2c4"));
    } finally {
      await rm(folder, { recursive: true });
    }
  }));

  test("a FEN is loaded, played from, and taken back by the browser", onPage(async (page) => {
    await page.select("#pace", "100");
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
    const game = await moves(page);
    await page.click("#exchange summary");
    await page.$eval("#fen", (field) => (field.value = " 4k3/P7/8/8/8/8/8/4K3  w - - \n"));
    await page.click("#fen-form button");
    await page.waitForFunction(() => document.querySelectorAll("cg-board > piece").length === 3);
    await clickMove(page, "a7a8r");
    await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
    assert.equal((await pieces(page)).a8, "white rook");
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("cg-board > piece").length > 30);
    assert.deepEqual(await moves(page), game);
    await page.click("#play-here");
    await page.type("#move", "Nf3\n");
    await waitForText(page, "#status", /Quevedo plays 2\.\.\. /);
  }));

  test("a link holds position and game", async () => {
    let link;
    await withPage(chromium, host, async (page) => {
      await page.click("#back");
      await page.click("#flip");
      await page.click("#exchange summary");
      await page.click("#copy-link");
      await waitForText(page, "#status", /Copied/);
      link = await page.evaluate(() => navigator.clipboard.readText());
    }, { hash: "#fen=bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR_w_HFhf_-_2_9&moves=e1f3_b7b5&tab=analyse" });
    await withPage(chromium, host, async (page) => {
      assert.deepEqual(await moves(page), ["e1f3", "b7b5"]);
      assert.match(await page.evaluate(() => location.hash), /ply=1&tab=analyse&flipped$/);
      assert.equal((await pieces(page)).f3, "white knight");
      assert.ok(await page.$(".orientation-black"));
      assert.match(await page.$eval("#fen", (field) => field.value), /^bqnb1rkr\/pp3ppp\/.* b [HFhfKQkq]+ - 3 9$/);
    }, { hash: link.slice(link.indexOf("#")) });
  });
});

test("keys alone are enough", onPage(async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  const tabTo = async (id) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused()) === id) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`the Tab key does not lead to ${id}`);
  };
  await tabTo("tab-play");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-analyse");
  await page.keyboard.press("ArrowLeft");
  await tabTo("pace");
  await page.keyboard.type("a moment");
  await page.evaluate(() => document.activeElement.blur());
  await tabTo("move");
  await page.keyboard.type("e4");
  await page.keyboard.press("Enter");
  await waitForText(page, "#status", /^Quevedo plays 1\.\.\. \S+ Your move\.$/);
  assert.equal(await page.$eval("#status", (line) => line.getAttribute("role")), "status");
  await page.keyboard.type("g1f3");
  await page.keyboard.press("Enter");
  await waitForText(page, "#status", /^Quevedo plays 2\.\.\. /);
  await tabTo("back");
  await page.keyboard.press("Home");
  assert.match(await page.evaluate(() => location.hash), /ply=0/);
  assert.equal((await pieces(page)).e2, "white pawn");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => location.hash), /ply=1/);
  // One of the moves can be reached, and the keys go on from it.
  assert.equal(await page.$$eval("#moves [tabindex='0']", (list) => list.length), 1);
  await tabTo("e4");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => location.hash), /ply=2/);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-current")), "true");
  await page.keyboard.press("End");
  assert.doesNotMatch(await page.evaluate(() => location.hash), /ply=/);
  const words = await page.$eval("#words", (element) => element.textContent);
  assert.match(words, /White: king e1, queen d1, .*knights b1 f3.*Black: king/s);
}));

test("taps on a phone are moves", onPage(async (page) => {
  await beginGame(page, { opponent: "JS Schach" });
  assert.ok(await page.$eval("cg-board", (board) => board.getBoundingClientRect().top > -2), "the board is in view");
  for (const [index, move] of ["e2e4", "g1f3"].entries()) {
    await clickMove(page, move);
    await waitForText(page, "#status", new RegExp(`plays ${index + 1}\\.\\.\\. `));
  }
  assert.equal((await pieces(page)).f3, "white knight");
}, { viewport: PHONE }));

test("without a network, after the first visit", async () => {
  const own = await servePage();
  await withPage(chromium, own, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.setOfflineMode(true);
    own.close();
    await page.reload();
    await page.waitForSelector("cg-board piece");
    await beginGame(page, { opponent: "Spektrum" });
    await clickMove(page, "d2d4");
    await waitForText(page, "#status", /Spektrum plays 1\.\.\. /);
    await page.click("#tab-analyse");
    await waitForLines(page, 3);
  });
});

describe("a new version", () => {
  let folder, own;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "quevedo-page-"));
    own = await serve({}, folder);
  });
  after(async () => {
    own?.close();
    await rm(folder, { recursive: true, force: true });
  });
  /** Builds the page into a part of the folder; its footer leads to a source of this name. */
  const publish = (part, name) =>
    execFileSync(process.execPath, [BUILD, join(folder, part)], { env: { ...process.env, SOURCE_URL: `https://example.org/${name}` } });
  const version = (page) => page.$eval("footer a", (link) => link.href.split("/").at(-1));
  const keptBuilds = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(async () => (await caches.keys()).length));

  test("is offered, and taken by the tab that asks for it", async () => {
    publish("page", "first");
    await withPage(chromium, { url: `${own.url}page/` }, async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.select("#pace", "100");
      await page.type("#move", "e4\n");
      await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
      const game = await moves(page);
      const other = await page.browserContext().newPage();
      await other.goto(page.url());
      publish("page", "second");
      assert.ok(!(await isShown(page, "#update")));
      await page.reload();
      await page.waitForSelector("#update:not([hidden])", { visible: true });
      assert.equal(await version(page), "first");
      await Promise.all([page.waitForNavigation(), page.click("#update-now")]);
      await page.waitForSelector("cg-board piece");
      assert.equal(await version(page), "second");
      assert.ok(!(await isShown(page, "#update")));
      assert.deepEqual(await moves(page), game);
      // The other tab stays, and can still start its engine.
      assert.equal(await version(other), "first");
      await other.bringToFront();
      await loadFen(other, "garbage");
      await waitForText(other, "#alert-text", /^'garbage' is no position/);
      await other.close();
    });
  });

  test("leaves other pages of the same host alone", async () => {
    publish("one", "one");
    publish("two", "two");
    await withPage(chromium, own, async (page) => {
      assert.equal(await keptBuilds(page), 1);
      await page.goto(`${own.url}two/`);
      assert.equal(await keptBuilds(page), 2);
      await page.setOfflineMode(true);
      await page.goto(`${own.url}one/`);
      await page.waitForSelector("cg-board piece");
      assert.equal(await version(page), "one");
    }, { hash: "one/" });
  });
});

test("an engine that fails is told, and another goes on", onPage(async (page) => {
  await beginGame(page, { opponent: "Quevedo" });
  await page.type("#move", "e4\n");
  await waitForText(page, "#status", /Quevedo plays 1\.\.\. /);
  for (const [move, reply] of [["d4", /plays 2\.\.\. /], ["Nc3", /plays 3\.\.\. /]]) {
    await page.workers().at(-1).evaluate(() => setTimeout(() => { throw new Error("the plug was pulled"); }));
    await page.type("#move", `${move}\n`);
    await waitForText(page, "#alert-text", /^The engine has stopped \(.*the plug was pulled.*\)\. A new one takes its place\.$/);
    await waitForText(page, "#status", reply);
    await page.click("#dismiss");
  }
}, { expected: /the plug was pulled/ }));

describe("nobody is kept out", () => {
  for (const [name, options] of Object.entries({
    "light, on a desk": { viewport: DESKTOP },
    "dark, on a desk": { viewport: DESKTOP, scheme: "dark" },
    "light, on a phone": { viewport: PHONE },
    "dark, on a phone": { viewport: PHONE, scheme: "dark" },
  })) {
    test(`axe finds nothing, and nothing is cut off: ${name}`, onPage(async (page) => {
      for (const tab of ["play", "analyse", "ideas", "speed"]) {
        await page.click(`#tab-${tab}`);
        if (tab === "play") await page.click("#exchange summary");
        if (tab === "analyse") {
          await page.click("#why-form button");
          await page.waitForSelector("#reasons h3");
        }
        if (tab === "ideas") {
          await page.select("#ideas-depth", "2");
          await page.click("#ideas-start");
          await waitForText(page, "#status", /one in/);
        }
        if (tab === "speed") {
          await page.$eval("#move", (field) => (field.value = "Ke9"));
          await page.click("#move-form button");
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= options.viewport.width, `${width} pixels wide in ${tab}`);
        const [board, column] = await Promise.all(["cg-board", "#table"].map((one) => page.$eval(one, (element) => {
          const { left, right, width, height } = element.getBoundingClientRect();
          return { left, right, width, height };
        })));
        assert.ok(board.left >= column.left - 1 && board.right <= column.right && board.width === board.height, tab);
        await page.evaluate(AXE);
        const found = await page.evaluate(() => globalThis.axe.run());
        const told = found.violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 3).map(({ html }) => html)]);
        assert.deepEqual(told, [], tab);
      }
    }, { ...options, hash: "#moves=e2e4_e7e5_d1h5_b8c6_f1c4" }));
  }

  test("motion is left out where it is unwelcome", onPage(async (page) => {
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await page.click("#tab-ideas");
    await page.select("#ideas-depth", "1");
    await page.click("#ideas-start");
    await page.waitForSelector(".idea-bar");
    assert.equal(await page.$eval(".idea-bar", (bar) => getComputedStyle(bar).animationName), "none");
  }));
});

describe("what is built", () => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const contents = files.map((file) => readFileSync(`${file.parentPath}/${file.name}`));

  test("is below 1 MB, compressed", () => {
    const size = contents.reduce((sum, file) => sum + brotliCompressSync(file).length, 0);
    console.log(`# the page: ${(size / 1000).toFixed(1)} kB with brotli`);
    assert.ok(size < 1_000_000, `${size} bytes`);
  });

  test("names no other address to load from", () => {
    for (const [index, file] of files.entries()) {
      if (file.name.endsWith(".wasm")) continue;
      const loading = contents[index].toString().replace(/<a href="[^"]*">/g, "");
      const addresses = loading.match(/\b(?:https?|wss?):\/\/[^\s"'`)]+/g) ?? [];
      assert.deepEqual(addresses.filter((address) => !address.startsWith("http://www.w3.org/")), [], file.name);
    }
  });

  test("lets no other script run, and nothing else be loaded", onPage(async (page) => {
    await page.evaluate(() => {
      document.body.dataset.safe = "yes";
      document.body.append(Object.assign(document.createElement("script"), { text: "document.body.dataset.safe = 'no'" }));
    });
    assert.equal(await page.evaluate(() => document.body.dataset.safe), "yes");
    const answer = await page.evaluate(() => fetch("https://example.org/").then(() => "loaded", String));
    assert.match(answer, /TypeError/);
  }, { expected: /Content Security Policy|Refused to connect/ }));

  test("knows the classics as their document does", onPage(async (page) => {
    const document = read("docs/classics.md");
    const rows = await page.$$eval("#opponent optgroup option", (options) => options.map(({ value, text }) => [value, text]));
    const styles = document.match(/option `Style`: Quevedo, ([^.]*)\./)[1].split(/,\s+|\s+or\s+/).map((name) => name.trim());
    assert.deepEqual(rows.map(([name]) => name).sort(), styles.sort());
    for (const [name, label] of rows) {
      await page.select("#opponent", name);
      const [, authors, year] = (await text(page, "#about-opponent")).match(/^(.*), (\d{4})\. \S/);
      const section = document.split(/^## /m).find((part) => part.startsWith(name)).replace(/\s+/g, " ");
      assert.ok(label.endsWith(`(${year})`) && section.includes(year), `${name}: ${year}`);
      for (const author of authors.split(", ")) assert.ok(section.includes(author), `${name}: ${author}`);
    }
  }));
});
