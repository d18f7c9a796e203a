// Lines of nonsense, which an engine has to survive. `storm` runs beside the worker, in Node.js or on a page, so this
// file imports nothing.

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const FENS = [
  START,
  KIWIPETE,
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
  "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
  "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
];
/** What a GUI or a person may say; the lines of nonsense are made from these. */
const REAL = [
  "uci",
  "isready",
  "ucinewgame",
  "stop",
  "ponderhit",
  "wait",
  "d",
  "eval",
  "flip",
  "help",
  "compiler",
  "debug on",
  "debug off",
  "register later",
  "why",
  "why e2e4 d2d4",
  "bench",
  "bench 16 1 4",
  "speedtest 1 1 1",
  "genfens 3 seed 5 book None",
  "perft 2",
  "go perft 1",
  "go perft 2",
  "go infinite",
  "go ponder wtime 1000 btime 1000",
  "go wtime 300000 btime 300000 winc 2000 binc 2000 movestogo 40",
  "go depth 3",
  "go nodes 500",
  "go mate 2",
  "go movetime 5",
  "go depth 4 searchmoves e2e4 d2d4 g1f3",
  "position startpos",
  "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
  ...FENS.map((fen) => `position fen ${fen}`),
  `position fen ${KIWIPETE} moves e1g1 h3g2`,
];
/**
 * Options, with sensible values to be set besides nonsense. `Hash` is left out, since a larger table may use more
 * memory.
 */
const OPTIONS = {
  "Debug Log File": ["<empty>", "log.txt"],
  Threads: ["1"],
  "Clear Hash": [""],
  Ponder: ["true", "false"],
  MultiPV: ["1", "3", "256"],
  "Move Overhead": ["0", "5000"],
  nodestime: ["0", "600"],
  UCI_Chess960: ["true", "false"],
  UCI_ShowWDL: ["true", "false"],
  UCI_AnalyseMode: ["true", "false"],
  SyzygyPath: ["/nowhere"],
  SyzygyProbeDepth: ["1"],
  OwnBook: ["true", "false"],
  BookFile: ["book.bin"],
  Minimal: ["true", "false"],
  "Skill Level": ["0", "20"],
  UCI_LimitStrength: ["true", "false"],
  UCI_Elo: ["600", "3400"],
  "Level Seed": ["1"],
  "Level Pace": ["true", "false"],
  Style: ["Quevedo", "FirstChess", "JS Schach", "Spektrum", "NagaSkaki", "Baguette"],
  "Spektrum Stage": ["minimax", "quiescence", "null move"],
};
const WRONG = ["", "-1", "0", "1e9", "999999999999999999999999", "NaN", "0x10", "truthy", "<empty>", "\u{1f40e}", "\0", "1.5"];
const ODD = ["-1", "0", "1", "2", "99999999999999999999", "-9223372036854775808", "4294967296", "x", "", "1.5", "infinite"];
const LIMITS = ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate", "searchmoves", "ponder"];
const SCRAPS = ["\0", "\t", "\r", "\x1b[2J", "\x7f", "\u00e9", "\u202e", "\ufeff", "\u{1f40e}", "\ud800", "%s%n", "'", '"', "\\", "  "];

/** Pseudo-random numbers from a seed (mulberry32). */
export function numbers(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A line of nonsense. It never ends the engine, and never asks for a larger hash table. */
export function nonsense(random) {
  const one = (list) => list[random(list.length)];
  const text = (length) => Array.from({ length }, () => String.fromCharCode(random(10) ? 32 + random(95) : random(0x3000))).join("");
  const edits = [
    (line) => line.slice(0, random(line.length + 1)),
    (line, at) => line.slice(0, at) + line.slice(at + 1),
    (line, at) => line.slice(0, at) + one(SCRAPS) + line.slice(at),
    (line, at) => line.slice(0, at) + String.fromCharCode(32 + random(95)) + line.slice(at + 1),
    (line, at) => line.slice(0, at) + line.slice(at, at + 9).repeat(1 + random(20)) + line.slice(at),
    (line) => line.toUpperCase(),
    (line) => [...line].reverse().join(""),
    (line) => line.split(" ").sort(() => random(3) - 1).join(" "),
    (line) => `${line} ${one(REAL)}`,
    (line) => `${one(one(REAL).split(" "))} ${line}`,
    (line) => line.replace(/\d+/, () => one(ODD)),
    (line) => line.replaceAll(" ", " ".repeat(1 + random(5))),
  ];
  const mutated = (line) => {
    for (let count = 1 + random(4); count > 0; count--) line = one(edits)(line, random(line.length + 1));
    return line;
  };
  const kinds = [
    () => mutated(one(REAL)),
    () => mutated(one(REAL)),
    () => one(REAL),
    () => `position fen ${mutated(one(FENS))}`,
    () => `position fen ${one(FENS).slice(0, random(70))}`,
    () => `position startpos moves ${mutated("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7")}`,
    () => `go ${Array.from({ length: 1 + random(4) }, () => `${one(LIMITS)} ${one(ODD)}`).join(" ")}`,
    () => `go perft ${1 + random(2)}`,
    () => {
      const name = one(Object.keys(OPTIONS));
      return `setoption name ${name} value ${random(2) ? one(WRONG) : one(OPTIONS[name])}`;
    },
    () => `setoption name ${mutated(one(Object.keys(OPTIONS)))} value ${mutated(one(ODD))}`,
    () => `setoption name Hash value ${one([...WRONG, "1", "16"])}`,
    () => text(random(200)),
    () => Array.from({ length: random(9) }, () => one(one(REAL).split(" "))).join(" "),
  ];
  // Now and then a line that is far too long.
  const long = [
    () => `position startpos moves${" g1f3 g8f6 f3g1 f6g8".repeat(random(1000))}`,
    () => "x".repeat(random(100_000)),
    () => `setoption name ${text(random(20_000))}`,
    () => `position fen ${"/8".repeat(random(10_000))}`,
  ];
  let line = (random(1000) ? one(kinds) : one(long))();
  line = line.replace(/[\n\r]/g, " ").replace(/quit/gi, "quiet");
  const isHash = /hash/i.test(line.replace(/clear hash/i, "")) && !/^setoption name Hash value \D*(|1|16|0|-1)$/.test(line);
  if (isHash) return "setoption name Hash value zero";
  // `bench` and `speedtest` make a hash table of the size they are told; without a size, `speedtest` makes one of 128
  // MB.
  if (/speedtest/i.test(line)) return one(["speedtest 1 1 1", "speedtest 1 0 1", "speedtest x", "speedtest 1 1 1 1"]);
  return /bench/i.test(line) ? line.replace(/\d{2,}/g, "16") : line;
}

/**
 * Sends `count` lines of nonsense in batches; after each batch the engine must become idle and answer `isready`.
 *
 * @param post sends a line to the worker
 * @param listen is given a function that wants to hear the worker's lines
 * @param memory promises the size of the engine's memory in bytes, and how often an engine has started
 */
export async function storm({ post, listen, memory, count, seed }) {
  const BATCH = 50;
  const PATIENCE = 60_000;
  const random = numbers(seed);
  const defects = [];
  let expected = "";
  let heard = () => {};
  listen((line) => {
    if (/internal error|panicked|^info string thread /.test(line)) defects.push(line);
    if (expected && line.startsWith(expected)) heard();
  });
  /** Waits for a line, repeating `urge` until it comes. */
  const until = async (line, batch, urge) => {
    let isHere = false;
    const here = new Promise((done) => (heard = done)).then(() => (isHere = true));
    expected = line;
    const end = Date.now() + PATIENCE;
    while (!isHere) {
      if (Date.now() > end) throw new Error(`no '${line}' after ${JSON.stringify(batch).slice(0, 5000)}`);
      if (urge) post(urge);
      await Promise.race([here, new Promise((done) => setTimeout(done, 5))]);
    }
  };
  // Allocate the largest tables before anything is measured.
  for (const line of ["speedtest 1 1 1", "bench 16 1 1"]) {
    post(line);
    post("wait");
  }
  const sizes = [];
  const start = Date.now();
  for (let sent = 0; sent < count; ) {
    const batch = Array.from({ length: Math.min(BATCH, count - sent) }, () => nonsense(random));
    for (const line of batch) post(line);
    sent += batch.length;
    // Stop the search or count that has begun, and those that have waited for its end.
    post(`here${sent}`);
    await until(`info string unknown command 'here${sent}'`, batch, "stop");
    post("isready");
    await until("readyok", batch);
    // Twenty samples.
    if (sent >= (count * (sizes.length + 1)) / 20) sizes.push(await memory());
  }
  return { sizes, defects, seconds: (Date.now() - start) / 1000 };
}
