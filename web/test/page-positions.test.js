// Input and output of the page, in Chromium: nonsense, FEN, PGN, links, the game and its address.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";

import { sleep } from "./lines.js";
import { BAD_FENS, BAD_LINKS, BAD_MOVES, BAD_PGNS, GOOD_PGNS } from "./pasted.js";
import {
  SCHOLAR,
  beginGame,
  clickMove,
  inChromium,
  isShown,
  loadFen,
  loadPgn,
  moves,
  pieces,
  text,
  waitForLines,
  waitForText,
} from "./pages.js";

const { onPage, visit } = inChromium();

/** The depth of the analysis: that of its best line. */
const analysisDepth = (page) => page.$eval("#lines small", (depth) => Number(depth.textContent.match(/\d+/)));

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
      // The analysis goes on, unless it has finished.
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
    // At the highest level it uses all its time.
    await beginGame(page, { opponent: "Quevedo", level: 3400, pace: "5000" });
    await page.click("#exchange summary");
    await page.type("#move", "e4\n");
    await waitForText(page, "#status", /is thinking/);
    await loadFen(page, "garbage");
    await waitForText(page, "#alert-text", /^'garbage' is not a valid position/);
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
      await visit(async (page) => {
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
    // Moving the king onto its own pawn is not castling.
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
    // A move tried out at the end of the game does not extend it either.
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
    await waitForText(page, "#status", /^You are not playing this game\./);
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
  }, { hash: `#${SCHOLAR}&tab=analyse` }));

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
    await waitForText(page, "#status", /^A game of one move is on the board\.$/);
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
    // Read in again, it is still a game of Chess960.
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

  test("a FEN stays when another colour is chosen, and the engine moves first", onPage(async (page) => {
    await loadFen(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    await waitForText(page, "#status", /The position is on the board/);
    await page.select("#color", "black");
    await waitForText(page, "#status", /plays 1\. \S+ Your move/);
    assert.equal((await page.$$("cg-board piece")).length, 3);
    await page.click("#back");
    await page.type("#move", "Kd7\n");
    await waitForText(page, "#alert-text", /'Kd7' is not a legal move|earlier position/);
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
    await visit(async (page) => {
      await page.click("#back");
      await page.click("#flip");
      await page.click("#exchange summary");
      await page.click("#copy-link");
      await waitForText(page, "#status", /Copied/);
      link = await page.evaluate(() => navigator.clipboard.readText());
    }, { hash: "#fen=bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR_w_HFhf_-_2_9&moves=e1f3_b7b5&tab=analyse" });
    await visit(async (page) => {
      assert.deepEqual(await moves(page), ["e1f3", "b7b5"]);
      assert.match(await page.evaluate(() => location.hash), /ply=1&tab=analyse&flipped$/);
      assert.equal((await pieces(page)).f3, "white knight");
      assert.ok(await page.$(".orientation-black"));
      assert.match(await page.$eval("#fen", (field) => field.value), /^bqnb1rkr\/pp3ppp\/.* b [HFhfKQkq]+ - 3 9$/);
    }, { hash: link.slice(link.indexOf("#")) });
  });
});
