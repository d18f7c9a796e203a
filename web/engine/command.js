#!/usr/bin/env node
// A UCI engine on a pipe: `npx quevedo`. Arguments are commands, carried out one after another, as with the native
// program: npx quevedo "position startpos moves e2e4" "go depth 12"
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Session } from "./session.js";

const module = await WebAssembly.compile(await readFile(new URL("dist/quevedo.wasm", import.meta.url)));
// The program ends when nobody reads its output any more.
process.stdout.on("error", () => process.exit(0));
const session = new Session(
  module,
  (line) => process.stdout.write(`${line}\n`),
  () => process.stdin.destroy(),
);
const commands = process.argv.slice(2);
if (commands.length > 0) {
  const lines = commands.some((command) => /\s/.test(command)) ? commands : [commands.join(" ")];
  for (const line of [...lines, "quit"]) {
    session.send(line);
    session.send("wait");
  }
} else {
  createInterface({ input: process.stdin })
    .on("line", (line) => session.send(line))
    .on("close", () => session.send("quit"));
}
