// The output of scripts/build-web: small, and without traces of the machine that built it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

const module = readFileSync(new URL("../engine/dist/quevedo.wasm", import.meta.url));

test("the engine is at most 250 kB with brotli", () => {
  const { length } = brotliCompressSync(module);
  assert.ok(length <= 250_000, `${length} bytes`);
});

test("no folder of the machine that built it is named", () => {
  const text = module.toString("latin1");
  const checkout = new URL("../..", import.meta.url).pathname;
  for (const folder of [checkout, `${homedir()}/`, ".cargo", ".rustup", "/home/", "/Users/", ":\\Users"]) {
    assert.ok(!text.includes(folder), folder);
  }
  // Panic messages still name their source file.
  assert.match(text, /quevedo\/src\/search\/root\.rs/);
});
