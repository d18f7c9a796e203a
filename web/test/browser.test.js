// The engine in headless Chromium, on an ordinary page and on a cross-origin isolated one, which could share memory.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { launch, serve } from "./chromium.js";
import { DIALOGUES } from "./dialogues.js";
import { Lines, sleep } from "./lines.js";
import { BENCH, checkPerfts, perfts } from "./suites.js";

const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

let chromium;
before(async () => (chromium = await launch()));
after(() => chromium?.close());

for (const [kind, headers] of [["without shared memory", {}], ["isolated", ISOLATION]]) {
  describe(kind, () => {
    let host, page, lines;
    before(async () => {
      host = await serve(headers);
      page = await chromium.browser.newPage();
      await page.goto(host.url);
      assert.equal(await page.evaluate(() => crossOriginIsolated), kind === "isolated");
      lines = new Lines((line) => page.evaluate((line) => globalThis.worker.postMessage(line), line));
      await page.exposeFunction("hear", (said) => said.forEach((line) => lines.hear(line)));
      await page.evaluate(() => {
        globalThis.worker = new Worker("dist/quevedo.js");
        globalThis.worker.onmessage = ({ data }) => globalThis.hear([data]);
      });
    });
    after(async () => {
      await page?.close();
      host?.close();
    });

    for (const [name, dialogue] of Object.entries(DIALOGUES)) test(name, () => dialogue(lines));

    test("bench takes the nodes of the native program", async () => {
      lines.send("bench");
      const last = (await lines.until(`${BENCH} nodes `)).at(-1);
      assert.match(last, / nps$/);
    });

    test("a perft suite", async () => {
      assert.ok((await checkPerfts(lines, perfts("perft-suites/standard.epd", 20_000))) >= 100);
    });

    test("stop is answered within 100 ms", async () => {
      const times = await page.evaluate(async () => {
        const { createEngine } = await import("/index.js");
        const engine = await createEngine({ worker: "/dist/quevedo.js" });
        const times = [];
        while (times.length < 11) {
          engine.post("go infinite");
          await new Promise((done) => setTimeout(done, 200));
          const start = performance.now();
          await engine.ask("stop", "bestmove");
          times.push(performance.now() - start);
        }
        engine.quit();
        return times.sort((a, b) => a - b);
      });
      // The median, because other programs on the machine can delay any single answer.
      assert.ok(times[5] < 100, `${times} ms`);
    });
  });
}

/** Waits until a page has no workers. */
async function noWorkers(page) {
  const end = Date.now() + 30_000;
  while (page.workers().length > 0) {
    assert.ok(Date.now() < end, `${page.workers().map((worker) => worker.url())}`);
    await sleep(50);
  }
}

describe("a page", () => {
  test("has its first move soon after a cold load", async () => {
    const host = await serve();
    const page = await chromium.browser.newPage();
    await page.goto(host.url);
    const milliseconds = await page.evaluate(async () => {
      const start = performance.now();
      const { createEngine } = await import("/index.js");
      const engine = await createEngine({ worker: "/dist/quevedo.js" });
      const { bestMove } = await engine.search({ limits: { depth: 12 } });
      engine.quit();
      return bestMove ? performance.now() - start : Infinity;
    });
    await page.close();
    host.close();
    console.log(`# first move, depth 12, after a cold load: ${milliseconds.toFixed(0)} ms`);
    // One second is promised, but on an idle machine.
    assert.ok(milliseconds < 5000, `${milliseconds} ms`);
  });

  test("is told if the engine can't be loaded", async () => {
    const host = await serve();
    const page = await chromium.browser.newPage();
    await page.goto(host.url);
    const answers = await page.evaluate(async () => {
      const { createEngine } = await import("/index.js");
      const places = ["/dist/quevedo.js#/nowhere.wasm", "/nowhere.js"];
      return Promise.all(places.map((worker) => createEngine({ worker }).then(() => "loaded", String)));
    });
    await noWorkers(page);
    await page.close();
    host.close();
    assert.match(answers[0], /nowhere\.wasm: 404/);
    assert.match(answers[1], /the option `worker` tells where it is/);
  });

  test("leaves no worker behind", async () => {
    const host = await serve();
    const page = await chromium.browser.newPage();
    await page.goto(host.url);
    const reason = await page.evaluate(async () => {
      const { createEngine } = await import("/index.js");
      const [engine, other] = await Promise.all([createEngine(), createEngine()]);
      other.post("quit");
      engine.search({ limits: { infinite: true } }).catch(() => {});
      engine.quit();
      return String(await engine.lost) + String(await other.lost);
    });
    await noWorkers(page);
    await page.close();
    host.close();
    assert.equal(reason, "Error: the engine has ended".repeat(2));
  });
});
