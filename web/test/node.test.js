// The engine in Node.js: on a worker, and on a pipe.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";

import { createEngine, parseInfo } from "../engine/node.js";
import { Session } from "../engine/session.js";
import { DIALOGUES } from "./dialogues.js";
import { Lines, sleep } from "./lines.js";
import { BENCH, checkPerfts, perfts } from "./suites.js";

/** A promise that never settles fails its test. */
const PATIENT = { timeout: 60_000 };
const COMMAND = new URL("../engine/command.js", import.meta.url).pathname;

/** The dialogue with an engine on a worker. */
async function connect() {
  const engine = await createEngine();
  const lines = new Lines((line) => engine.post(line));
  engine.onLine((line) => lines.hear(line));
  return { engine, lines };
}

test("what a listener sends from within its call is heard at once", PATIENT, async () => {
  const module = await WebAssembly.compile(await readFile(new URL("../engine/dist/quevedo.wasm", import.meta.url)));
  const best = await new Promise((done) => {
    const session = new Session(module, (line) => {
      if (line.startsWith("info depth 6 ")) session.send("stop");
      if (line.startsWith("bestmove")) done(line);
    });
    session.send("go infinite");
  });
  assert.match(best, /^bestmove [a-h]/);
});

describe("on a worker", () => {
  let engine, lines;
  before(async () => ({ engine, lines } = await connect()));
  after(() => engine.quit());

  for (const [name, dialogue] of Object.entries(DIALOGUES)) test(name, () => dialogue(lines));

  test("bench takes the nodes of the native program", async () => {
    lines.send("bench");
    const last = (await lines.until(`${BENCH} nodes `)).at(-1);
    assert.match(last, / nps$/);
  });

  test("perft suites", async () => {
    for (const suite of ["standard", "chess960"]) {
      const checked = await checkPerfts(lines, perfts(`perft-suites/${suite}.epd`, 200_000));
      assert.ok(checked >= 100, `${suite}: only ${checked}`);
    }
  });

  test("stop is answered within 100 ms", async () => {
    lines.send("position startpos");
    const times = [];
    while (times.length < 11) {
      lines.send("go infinite");
      await sleep(200);
      const start = performance.now();
      await lines.ask("stop", "bestmove");
      times.push(performance.now() - start);
    }
    // The median, because other programs on the machine can delay any single answer.
    assert.ok(times.sort((a, b) => a - b)[5] < 100, `${times} ms`);
  });

  // The last of them the package does not know for a `quit`; the engine does, which skips unknown words.
  for (const [name, quit] of [
    ["quit()", (engine) => engine.quit()],
    ["a quit that is posted", (engine) => engine.post("quit")],
    ["the end of the thread", (engine) => engine.post("joho quit")],
  ]) {
    test(`${name} is told, and what was asked or is asked then fails`, PATIENT, async () => {
      const { engine } = await connect();
      const open = [engine.search({ limits: { infinite: true } }), engine.ask("isready", "never said")];
      for (const one of open) one.catch(() => {});
      quit(engine);
      assert.match((await engine.lost).message, /has ended/);
      for (const one of open) await assert.rejects(one, /has ended/);
      await assert.rejects(engine.search({ limits: { depth: 1 } }), /has ended/);
      await assert.rejects(engine.ask("isready", "readyok"), /has ended/);
    });
  }

  test("a quit that is posted ends the worker in the middle of a count", PATIENT, async () => {
    const engine = new URL("../engine/node.js", import.meta.url);
    const program = `
      import("${engine}").then(async ({ createEngine }) => {
        const engine = await createEngine();
        engine.post("go perft 9");
        engine.post("quit");
      });
    `;
    const node = spawn(process.execPath, ["--eval", program]);
    const start = performance.now();
    const [code] = await once(node, "exit");
    assert.equal(code, 0);
    assert.ok(performance.now() - start < 30_000);
  });

  test("256 MB of hash", async () => {
    lines.send("setoption name Hash value 256");
    assert.deepEqual(await lines.sync(), []);
    assert.match(await lines.bestMove("go depth 8"), /^[a-h]/);
    lines.send("setoption name Hash value 16");
    assert.deepEqual(await lines.sync(), []);
  });

  test("a game against itself ends by the rules", async () => {
    lines.send("ucinewgame");
    const moves = [];
    while (moves.length < 600) {
      lines.send(`position startpos moves ${moves.join(" ")}`);
      const board = await lines.ask("d", "Legal moves");
      if (!board.at(-1).endsWith("game: in progress")) break;
      moves.push(await lines.bestMove("go nodes 2000"));
      assert.match(moves.at(-1), /^[a-h][1-8][a-h][1-8][nbrq]?$/);
    }
    assert.ok(moves.length > 20, `${moves}`);
  });
});

describe("through promises", () => {
  test("searches wait for one another, and what is wrong is told", async () => {
    const engine = await createEngine();
    const depths = [];
    const searches = [
      engine.search({ limits: { depth: 6 }, onInfo: (info) => depths.push(info.depth) }),
      engine.search({ fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", limits: { depth: 4 } }),
      engine.search({ fen: "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", limits: { depth: 1 } }),
    ];
    const [first, mate, mated] = await Promise.all(searches);
    assert.ok(first.bestMove && depths.includes(6));
    assert.equal(mate.bestMove, "a1a8");
    assert.deepEqual(mate.lines[0].score, { mate: 1 });
    assert.equal(mated.bestMove, undefined);
    await assert.rejects(engine.search({ fen: "nonsense" }), /bad FEN 'nonsense'/);
    await assert.rejects(engine.setOption("Hash", 0), /'0'/);
    await engine.setOption("MultiPV", 3);
    const { lines } = await engine.search({ moves: ["e2e4"], limits: { depth: 5 } });
    assert.deepEqual(lines.map((line) => line.multipv), [1, 2, 3]);
    await engine.setOption("Clear Hash");
    await engine.newGame();
    const endless = engine.search({ limits: { infinite: true } });
    setTimeout(() => engine.stop(), 100);
    assert.ok((await endless).bestMove);
    engine.quit();
    await assert.rejects(engine.ask("isready", "readyok"), /has ended/);
  });

  describe("whatever is posted, ordered or stopped", () => {
    let engine;
    before(async () => (engine = await createEngine()));
    after(() => engine.quit());
    const toMate = { fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", limits: { depth: 3 } };

    test("a stop is heard before the search has begun, and by the first search only", PATIENT, async () => {
      const searches = [engine.search({ limits: { infinite: true } }), engine.search(toMate)];
      engine.stop();
      assert.match((await searches[0]).bestMove, /^[a-h]/);
      const { bestMove, lines } = await searches[1];
      assert.deepEqual([bestMove, lines[0].depth], ["a1a8", 3]);
    });

    test("limits that are undefined or false are left out", PATIENT, async () => {
      const limits = { depth: 3, nodes: undefined, movetime: undefined, infinite: false, ponder: false };
      assert.equal((await engine.search({ limits })).lines[0].depth, 3);
    });

    test("searchmoves restricts the search", PATIENT, async () => {
      const searchmoves = ["a2a3", "h2h4"];
      const { bestMove } = await engine.search({ limits: { searchmoves, depth: 4 } });
      assert.ok(searchmoves.includes(bestMove), bestMove);
    });

    test("a pondering search goes on after ponderhit", PATIENT, async () => {
      let isOver = false;
      const search = engine.search({ limits: { ponder: true, depth: 2 } }).finally(() => (isOver = true));
      await sleep(300);
      assert.ok(!isOver);
      engine.post("ponderhit");
      assert.equal((await search).lines[0].depth, 2);
    });

    test("limits that the engine objects to reject, and the next search is another", PATIENT, async () => {
      await assert.rejects(engine.search({ limits: { depth: "three" } }), /'three'/);
      await assert.rejects(engine.search({ limits: { plies: 3 } }), /'plies'/);
      await assert.rejects(engine.search({ limits: { searchmoves: ["e2e5"], depth: 2 } }), /'?e2e5'?/);
      assert.equal((await engine.search(toMate)).bestMove, "a1a8");
    });

    test("a pasted line break ends no command", PATIENT, async () => {
      const search = { ...toMate, fen: `${toMate.fen}\r\n`, moves: ["g1g2", "g8h8\n"] };
      assert.equal((await engine.search(search)).bestMove, "a1a8");
    });

    test("a search that was posted doesn't answer for the next one", PATIENT, async () => {
      for (const line of ["go infinite", "go depth 30", "bench", "perft 7", "go depth 2\nwait\ngo infinite"]) {
        engine.post(line);
        assert.equal((await engine.search(toMate)).bestMove, "a1a8", line);
        const { lines } = await engine.search({ limits: { depth: 4 } });
        assert.equal(lines[0].depth, 4, line);
        engine.post(line);
        await assert.rejects(engine.setOption("Hash", "much"), /'much'/, line);
      }
    });

    test("debug remarks are no objections", PATIENT, async () => {
      engine.post("debug on");
      await engine.setOption("MultiPV", 2);
      assert.equal((await engine.search({ moves: ["e2e4"], limits: { depth: 3 } })).lines.length, 2);
      await assert.rejects(engine.search({ fen: "nonsense" }), /bad FEN 'nonsense'/);
      await assert.rejects(engine.search({ limits: { depth: "three" } }), /'three'/);
      await assert.rejects(engine.setOption("Hash", 0), /'0'/);
      engine.post("debug off");
      await engine.setOption("MultiPV", 1);
    });

    test("what a level limits is no objection", PATIENT, async () => {
      await engine.setOption("UCI_LimitStrength", true);
      assert.equal((await engine.search({ ...toMate, limits: { depth: 2 } })).bestMove, "a1a8");
      await engine.setOption("Style", "FirstChess");
      assert.match((await engine.search({ limits: { depth: 2 } })).bestMove, /^[a-h]/);
      await engine.setOption("Style", "Quevedo");
      await engine.setOption("BookFile", "<empty>");
      await engine.setOption("UCI_LimitStrength", false);
    });

    test("an answer may be known by a pattern", PATIENT, async () => {
      const lines = await engine.ask("position startpos\nperft 2", /^Nodes searched: \d+$/);
      assert.equal(lines.at(-1), "Nodes searched: 400");
    });
  });

  test("info lines are read", () => {
    const line = "info depth 3 seldepth 4 multipv 1 score mate -2 upperbound wdl 0 10 990 nodes 5 nps 6 hashfull 0 tbhits 0 time 7 pv e2e4 e7e5";
    const info = parseInfo(line);
    assert.deepEqual(info.score, { mate: -2 });
    assert.equal(info.bound, "upper");
    assert.deepEqual([info.wdl, info.time, info.moves], [[0, 10, 990], 7, ["e2e4", "e7e5"]]);
    for (const other of ["info string score 3", "info depth 1 currmove e2e4 currmovenumber 1", "bestmove e2e4"]) {
      assert.equal(parseInfo(other), undefined);
    }
  });
});

describe("on a pipe", () => {
  /** Runs the command with these arguments and this input; what it prints. */
  async function run(commands, input) {
    const child = spawn(process.execPath, [COMMAND, ...commands], { stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (part) => (text += part));
    if (input !== undefined) child.stdin.end(input);
    const [code] = await once(child, "close");
    return { code, text };
  }

  test("commands as arguments are carried out one after the other", async () => {
    const { code, text } = await run(["position startpos moves e2e4", "go depth 4", "d"]);
    assert.equal(code, 0);
    assert.match(text, /bestmove [a-h][\s\S]*Fen: rnbqkbnr\/pppppppp\/8\/8\/4P3/);
    assert.match((await run(["go", "depth", "3"])).text, /bestmove [a-h]\S+( ponder \S+)?\n$/);
  });

  test("quit and the end of the input end it, in the middle of a search", async () => {
    for (const input of ["uci\ngo infinite\nquit\n", "uci\ngo infinite\n", "go depth 8\nwait\nquit\n"]) {
      const { code, text } = await run([], input);
      assert.equal(code, 0);
      assert.match(text, /bestmove [a-h]/, input);
    }
  });
});
