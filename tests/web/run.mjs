// Runs a program built for WebAssembly: node tests/web/run.mjs PROGRAM.wasm
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
process.exitCode = instance.exports.main(0, 0);
