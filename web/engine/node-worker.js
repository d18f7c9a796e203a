// The engine in a Node.js worker thread: each message is a line, in both directions.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

import { Session } from "./session.js";

const lines = [];
let session = { send: (line) => lines.push(line) };
parentPort.on("message", (line) => session.send(String(line)));

const module = await WebAssembly.compile(await readFile(new URL("dist/quevedo.wasm", import.meta.url)));
session = new Session(
  module,
  (line) => parentPort.postMessage(line),
  () => parentPort.close(),
);
for (const line of lines) session.send(line);
