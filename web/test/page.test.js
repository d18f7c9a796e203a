// The page's panels in Chromium: analysis, ideas, speed, keys, and accessibility.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

import { sleep } from "./lines.js";
import {
  DESKTOP,
  OPERA,
  PHONE,
  SCHOLAR,
  beginGame,
  clickMove,
  inChromium,
  isShown,
  loadFen,
  moves,
  pieces,
  text,
  waitForLines,
  waitForText,
} from "./pages.js";
import { BENCH } from "./suites.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { onPage } = inChromium();

describe("analysis", () => {
  test("bar, lines and arrow", onPage(async (page) => {
    await waitForLines(page, 3);
    assert.ok(await isShown(page, "#bar"));
    await page.select("#line-count", "5");
    await waitForLines(page, 5);
    await page.waitForFunction(() => /depth ([6-9]|\d\d)/.test(document.querySelector("#lines small")?.textContent));
    assert.match(await text(page, "#lines li"), /^[+-]?\d\.\d\d depth \d+ 3\.\.\. \S+ /);
    await page.waitForSelector("#board svg.cg-shapes line");
    // Black has to protect f7; the best of the five lines does.
    assert.match(await text(page, "#lines li"), /3\.\.\. (Qe7|g6|Qf6|Nh6|d5)/);
    await page.click("#lines button");
    assert.equal((await moves(page)).length, 6);
  }, { hash: `#${SCHOLAR}&tab=analyse` }));

  test("why, with accounts that add up and arrows", onPage(async (page) => {
    await page.type("#why-move", "Nf6");
    await page.click("#why-form button");
    await waitForText(page, "#reasons h3", /^3\.\.\. \S+ rather than Nf6: .* against #/);
    assert.match(await text(page, "#reasons .tactics"), /Nf6 is mated in 1 \(4\. Qxf7#\)\./);
    await page.waitForFunction(() => document.querySelectorAll("#board svg.cg-shapes line").length === 2);
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
  }, { hash: `#${SCHOLAR}&tab=analyse` }));

  test("a review is ended by what is asked for meanwhile, and by nothing else", onPage(async (page) => {
    const begin = async () => {
      await page.click("#review");
      await waitForText(page, "#status", /^Reviewing the game/);
    };
    await begin();
    await page.click("#review");
    // One can step through the game meanwhile, but there are no lines yet.
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
    await waitForText(page, "#status", /^You are not playing this game/);
    await sleep(1000);
    assert.match(await text(page, "#status"), /^You are not playing this game/);
  }, { hash: `#${OPERA}&tab=analyse` }));

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
  }, { hash: `#${SCHOLAR}&tab=analyse` }));

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
    // Chessground draws in the next frame.
    await page.waitForSelector("#board svg.cg-shapes line");
    await page.click("#engine-switch");
    await page.waitForSelector("#board svg.cg-shapes line", { hidden: true });
  }, { hash: "#moves=e2e4_e7e5_f1c4_b8c6_d1h5_g8f6_h5f7&tab=analyse" }));

  test("what is tried out leaves the game as it is", onPage(async (page) => {
    await page.click("#first");
    await clickMove(page, "d2d4");
    // Chessground reports a move a moment later.
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
  }, { hash: `#${SCHOLAR}&tab=analyse` }));
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
  // Every position of the tree, by the known perft counts.
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
  // The Tab key reaches exactly one of the moves, and the arrow keys go on from it.
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
