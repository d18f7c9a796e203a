// Compares the engine in Node.js and in Chromium with the native program, in alternating runs:
//
//     node web/measure.js target/release/quevedo [SCRIPT]
//
// SCRIPT is another engine's worker with its .wasm file beside it, such as one from the npm package `stockfish`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { launch, serve } from "./test/chromium.js";

const [native, other] = process.argv.slice(2);
const command = new URL("engine/command.js", import.meta.url).pathname;
const ROUNDS = 3;
const PERFTS = [
  ["startpos", 6],
  ["fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5],
  ["fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7],
  ["fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6],
  ["fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5],
  ["fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5],
];

const median = (figures) => figures.slice().sort((a, b) => a - b)[figures.length >> 1];
const mean = (figures) => Math.exp(figures.reduce((sum, figure) => sum + Math.log(figure), 0) / figures.length);
const run = (program, args) => execFileSync(program, args, { encoding: "utf8" });
const speed = (text, unit) => Number(text.match(new RegExp(`[\\d.]+(?= ${unit})`, "g")).at(-1));

const chromium = await launch();

/** Sends lines to a worker on a page in Chromium; what it says, and how long it took from the start of the worker. */
async function ask(script, folder, lines, end) {
  const host = await serve({}, folder);
  const page = await chromium.browser.newPage();
  await page.goto(host.url);
  const answer = await page.evaluate(
    (script, lines, end) =>
      new Promise((done) => {
        const start = performance.now();
        const said = [];
        const worker = new Worker(script);
        worker.onmessage = ({ data }) => {
          said.push(data);
          if (!data.includes(end)) return;
          worker.terminate();
          done({ text: said.join("\n"), milliseconds: performance.now() - start });
        };
        for (const line of lines) worker.postMessage(line);
      }),
    script,
    lines,
    end,
  );
  await page.close();
  host.close();
  return answer;
}
const inChromium = (lines, end) => ask("dist/quevedo.js", undefined, lines, end);

/**
 * Runs the three in turn and takes a figure from each. Returns the speed of the other two relative to the native
 * program.
 */
async function compare(name, unit, args, end) {
  const figures = { native: [], node: [], chromium: [] };
  for (let round = 0; round < ROUNDS; round++) {
    figures.native.push(speed(run(native, args), unit));
    figures.node.push(speed(run(process.execPath, [command, ...args]), unit));
    figures.chromium.push(speed((await inChromium(args, end)).text, unit));
  }
  const [base, ...rest] = Object.values(figures).map(median);
  const shares = rest.map((figure) => figure / base);
  console.log(
    `${name}: native ${base} ${unit}, Node.js ${rest[0]} (${shares[0].toFixed(2)}), ` +
      `Chromium ${rest[1]} (${shares[1].toFixed(2)})`,
  );
  return shares;
}

await compare("bench", "nps", ["bench"], " nps");
const shares = [];
for (const [position, depth] of PERFTS) {
  // Only the second count is used, since the WebAssembly compiler is still at work during the first.
  const count = `go perft ${depth}`;
  const lines = [`position ${position}`, count, "wait", count, "wait", "compiler"];
  shares.push(await compare(`perft ${depth}, ${position}`, "Mnps", lines, "debug assertions"));
}
for (const [place, host] of ["Node.js", "Chromium"].entries()) {
  console.log(`perft, geometric mean in ${host}: ${mean(shares.map((share) => share[place])).toFixed(2)}`);
}

/** Prints the size, time to the first move, and speed of an engine's worker. */
async function portrait(name, script, folder, files) {
  const bytes = (compress) => files.reduce((sum, file) => sum + compress(readFileSync(`${folder}/${file}`)).length, 0);
  const kilobytes = (count) => `${(count / 1000).toFixed(0)} kB`;
  const size = `gzip -9 ${kilobytes(bytes((file) => gzipSync(file, { level: 9 })))}, brotli ${kilobytes(bytes(brotliCompressSync))}`;
  const first = [];
  for (let round = 0; round < ROUNDS; round++) {
    const lines = ["uci", "position startpos", "go depth 12"];
    first.push((await ask(script, folder, lines, "bestmove")).milliseconds);
  }
  const { text } = await ask(script, folder, ["position startpos", "go movetime 5000"], "bestmove");
  const nps = text.match(/ nps (\d+)/g).at(-1).trim();
  console.log(`${name}: ${size}; first move (depth 12, cold) ${median(first).toFixed(0)} ms; ${nps} from the start position`);
}

const engine = new URL("engine", import.meta.url).pathname;
await portrait("Quevedo", "dist/quevedo.js", engine, ["dist/quevedo.js", "dist/quevedo.wasm"]);
if (other !== undefined) {
  const script = basename(other);
  await portrait(script, script, dirname(other), [script, script.replace(/\.js$/, ".wasm")]);
}
await chromium.close();
