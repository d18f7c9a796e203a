// A hundred thousand lines of nonsense through a real worker, in Node.js and in Chromium: it stays alive and answers,
// and its memory does not grow. QUEVEDO_NONSENSE sets another number of lines.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { MessageChannel, Worker } from "node:worker_threads";

import { launch, serve } from "./chromium.js";
import { storm } from "./nonsense.js";

const COUNT = Number(process.env.QUEVEDO_NONSENSE ?? 100_000);
const SEED = 20;
/** The largest hash table that is asked for, in bytes. */
const LARGEST_TABLE = 16 << 20;
const ENGINE = new URL("../engine/node-worker.js", import.meta.url).href;

/** Runs before the worker's own script, and makes it report how large its engine's memory is. */
const WATCH = `
  const engines = [];
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (...values) {
    engines.push(new Instance(...values));
    return engines.at(-1);
  };
  const report = () => ({ bytes: engines.at(-1).exports.memory.buffer.byteLength, starts: engines.length });
`;

function check({ sizes, defects, seconds }) {
  console.log(`# ${COUNT} lines in ${seconds.toFixed(0)} s, ${sizes.at(-1).bytes / (1 << 20)} MB`);
  assert.deepEqual(defects, []);
  assert.equal(sizes.at(-1).starts, 1, "the engine has started again");
  assert.ok(sizes.length >= 10 || COUNT < 1000, `${sizes.length} samples`);
  // The first quarter is for warming up: tables, histories and buffers are allocated when they are first needed. Once
  // in a run the memory may grow, when a new hash table does not fit where the old one was. A leak would grow
  // repeatedly.
  const warm = sizes.slice(sizes.length >> 2).map(({ bytes }) => bytes);
  const growth = warm.slice(1).map((bytes, index) => bytes - warm[index]).filter((bytes) => bytes > 0);
  const isFlat = growth.length === 0 || (growth.length === 1 && growth[0] <= LARGEST_TABLE + (1 << 20));
  assert.ok(isFlat, `bytes of memory: ${sizes.map(({ bytes }) => bytes)}`);
}

describe("nonsense, line by line", () => {
  test("in a worker of Node.js", async () => {
    const { port1, port2 } = new MessageChannel();
    const script = `${WATCH}
      const { workerData } = require("node:worker_threads");
      workerData.on("message", () => workerData.postMessage(report()));
      import(${JSON.stringify(ENGINE)});`;
    const worker = new Worker(script, { eval: true, workerData: port2, transferList: [port2] });
    const ended = new Promise((_, fail) => {
      worker.once("error", fail).once("exit", () => fail(new Error("the worker has ended")));
    });
    ended.catch(() => {});
    const memory = () => {
      port1.postMessage("memory");
      return new Promise((done) => port1.once("message", done));
    };
    const result = storm({
      post: (line) => worker.postMessage(line),
      listen: (hear) => worker.on("message", hear),
      memory,
      count: COUNT,
      seed: SEED,
    });
    try {
      check(await Promise.race([result, ended]));
    } finally {
      await worker.terminate();
      port1.close();
    }
  });

  test("in a worker of Chromium", async () => {
    const chromium = await launch(3_600_000);
    const host = await serve();
    try {
      const page = await chromium.browser.newPage();
      await page.goto(host.url);
      const storming = await readFile(new URL("nonsense.js", import.meta.url), "utf8");
      const result = await page.evaluate(
        async (storming, watch, count, seed) => {
          const place = (script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
          const { storm } = await import(place(storming));
          const script = `${watch}
            self.addEventListener("message", (event) => {
              if (event.data !== self.name) return;
              event.stopImmediatePropagation();
              self.postMessage(report());
            });
            importScripts("${location.origin}/dist/quevedo.js");`;
          const name = "tell the memory";
          const worker = new Worker(`${place(script)}#${location.origin}/dist/quevedo.wasm`, { name });
          let hear = () => {};
          let told = () => {};
          worker.onmessage = ({ data }) => (typeof data === "string" ? hear(data) : told(data));
          const failed = new Promise((_, fail) => (worker.onerror = ({ message }) => fail(new Error(message))));
          const memory = () => {
            worker.postMessage(name);
            return new Promise((done) => (told = done));
          };
          const listen = (listener) => (hear = listener);
          const post = (line) => worker.postMessage(line);
          return Promise.race([storm({ post, listen, memory, count, seed }), failed]);
        },
        storming,
        WATCH,
        COUNT,
        SEED,
      );
      check(result);
    } finally {
      host.close();
      await chromium.close();
    }
  });
});
