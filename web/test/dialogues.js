// Dialogues that the engine must pass on every host: those of tests/uci/dialogue.rs that need neither threads nor
// files. Each gets the `Lines` of an engine that has just been started or has passed the previous dialogue.
import assert from "node:assert/strict";

import { number, sleep } from "./lines.js";

const SHORT = 150;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
const BARE_KINGS = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";

const isAnswer = (line) => line.startsWith("bestmove");
const isRemark = (line) => line.startsWith("info string ");

export const DIALOGUES = {
  async "the handshake declares the options"(lines) {
    const said = await lines.ask("uci", "uciok");
    assert.match(said[0], /^id name Quevedo \d/);
    assert.match(said[1], /^id author ./);
    const options = said.slice(2, -1);
    assert.ok(options.every((line) => /^option name .+ type (check|spin|button|string|combo)/.test(line)), said.join("\n"));
    assert.ok(options.includes("option name Threads type spin default 1 min 1 max 1"));
    assert.ok(options.includes("option name Hash type spin default 16 min 1 max 256"));
    assert.deepEqual(await lines.sync(), []);
  },

  async "a finished game has no move"(lines) {
    for (const [fen, score] of [[MATED, "score mate 0"], [STALEMATED, "score cp 0"]]) {
      lines.send(`position fen ${fen}`);
      for (const go of ["go depth 1", "go wtime 100 btime 100", "go movetime 20"]) {
        const said = await lines.ask(go, "bestmove");
        assert.equal(said.at(-1), "bestmove (none)");
        assert.ok(said.some((line) => line.includes("depth 0") && line.includes(score)), said.join("\n"));
      }
    }
  },

  async "bad positions are refused and the old one stays"(lines) {
    lines.send("position startpos moves e2e4");
    const before = await lines.fen();
    for (const bad of [
      "position fen garbage",
      "position fen",
      "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
      "position fen 4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
      "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
      "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
      "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1",
      "position startpos moves e2e5",
      "position startpos moves e2e4 junk",
      "position nonsense",
    ]) {
      lines.send(bad);
      const said = await lines.sync();
      assert.ok(said.length === 1 && isRemark(said[0]), `${bad}: ${said}`);
      assert.equal(await lines.fen(), before, bad);
    }
    assert.notEqual(await lines.bestMove("go depth 2"), "(none)");
  },

  async "short and repairable FENs are taken"(lines) {
    for (const [given, kept] of [
      ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", START],
      ["4k3/8/8/8/8/8/8/4K2R w KQkq - 0 0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
    ]) {
      lines.send(`position fen ${given}`);
      assert.equal(await lines.fen(), kept);
    }
  },

  async "clocks that are out or missing"(lines) {
    lines.send("position startpos");
    for (const go of [
      "go wtime 0 btime 0",
      "go wtime -100 btime -100",
      "go wtime 100",
      "go btime 50 binc 10 wtime 60 winc 10",
      "go movetime 0",
      "go movestogo 0 wtime 40 btime 40",
      "go depth 0",
      "go nodes 0",
      "go nodes 1",
      "go wtime 99999999999999999999999999999999 btime 1 depth 3",
    ]) {
      const said = await lines.ask(go, "bestmove");
      const info = said.findLast((line) => line.includes(" score "));
      assert.ok(info.includes(" pv ") && !info.includes("bound"), `${go}: ${info}`);
    }
  },

  async "long games and odd characters"(lines) {
    lines.send(`position startpos moves ${"g1f3 g8f6 f3g1 f6g8 ".repeat(1250)}`);
    assert.notEqual(await lines.bestMove("go depth 3"), "(none)");
    lines.send("position startpos moves e2e4 e7e5\r");
    assert.match(await lines.fen(), /^rnbqkbnr\/pppp1ppp/);
    for (const line of ["\0", "", "   \t ", "# a comment"]) lines.send(line);
    assert.deepEqual(await lines.sync(), []);
    lines.send("\ud800 nonsense \u{1f40e}");
    assert.equal((await lines.sync()).length, 1);
    lines.send("  joho \t isready ");
    assert.equal(await lines.next(), "readyok");
    lines.send("x".repeat(1 << 20));
    const said = await lines.sync();
    assert.ok(said.length === 1 && said[0].length < 1000);
  },

  async "stop when idle says nothing"(lines) {
    lines.send("stop");
    lines.send("ponderhit");
    assert.deepEqual(await lines.sync(), []);
  },

  async "infinite and ponder wait for stop"(lines) {
    for (const fen of [BARE_KINGS, MATE_IN_ONE, MATED, STALEMATED]) {
      for (const go of ["go infinite", "go ponder wtime 50 btime 50", "go ponder depth 1"]) {
        lines.send(`position fen ${fen}`);
        lines.send(go);
        await sleep(SHORT);
        assert.ok(!(await lines.sync()).some(isAnswer), `${go} at ${fen}`);
        await lines.ask("stop", "bestmove");
        assert.deepEqual(await lines.sync(), []);
      }
    }
  },

  async "a go without limits ends with nothing left to search"(lines) {
    for (const [fen, best] of [[MATE_IN_ONE, "a1a8"], [MATED, "(none)"], [BARE_KINGS, ""]]) {
      lines.send(`position fen ${fen}`);
      assert.ok((await lines.bestMove("go")).startsWith(best), fen);
    }
    lines.send("position startpos");
    lines.send("go");
    await sleep(SHORT);
    assert.ok(!(await lines.sync()).some(isAnswer));
    await lines.ask("stop", "bestmove");
  },

  async "wait keeps nobody from being heard"(lines) {
    for (const go of ["go infinite", "go ponder wtime 1000000 btime 1000000", "go"]) {
      lines.send("position startpos");
      for (const line of [go, "wait", "position startpos moves e2e4"]) lines.send(line);
      assert.ok(!(await lines.sync()).some(isAnswer), go);
      await lines.ask("stop", "bestmove");
      assert.match(await lines.fen(), / b KQkq /, go);
    }
  },

  async "what follows wait comes after the search"(lines) {
    lines.send("position startpos");
    for (const line of ["go depth 8", "wait", "d", "perft 3", "wait", "go depth 7"]) lines.send(line);
    for (const start of ["info depth 8 ", "bestmove", "Fen: ", "Nodes searched: 8902", "info depth 7 ", "bestmove"]) {
      await lines.until(start);
    }
  },

  async "ponderhit starts the clock"(lines) {
    lines.send("position startpos moves e2e4 e7e5");
    lines.send("go ponder wtime 300 btime 300");
    await sleep(SHORT);
    assert.ok(!(await lines.sync()).some(isAnswer));
    await lines.ask("ponderhit", "bestmove");
  },

  async "a search is answered once, whatever comes"(lines) {
    lines.send("position startpos");
    for (const interruption of ["go depth 1", "position startpos", "ucinewgame", "setoption name Hash value 8", "uci"]) {
      for (const line of ["go infinite", interruption, "stop"]) lines.send(line);
      const answers = interruption.startsWith("go") ? 2 : 1;
      const said = [];
      for (let answer = 0; answer < answers; answer++) said.push(...(await lines.until("bestmove")));
      said.push(...(await lines.sync()));
      assert.equal(said.filter(isAnswer).length, answers, `${interruption}: ${said}`);
    }
    await lines.ask("setoption name Hash value 16\nisready", "readyok");
  },

  async "stop right after go is not lost"(lines) {
    for (let round = 0; round < 100; round++) {
      lines.send("go infinite");
      await lines.ask("stop", "bestmove");
    }
  },

  async "a search that is cut off tells what it has cost"(lines) {
    for (const nodes of [5000, 20_000]) {
      const said = await lines.ask(`go nodes ${nodes}`, "bestmove");
      assert.ok(said.at(-2).includes(` nodes ${nodes} `), said.at(-2));
    }
  },

  async "stop ends a benchmark within a search"(lines) {
    lines.send("bench");
    await lines.next();
    lines.send("stop");
    const said = await lines.ask("perft 1", "Nodes searched: 20");
    assert.ok(said.includes("info string bench was stopped"), said.join("\n"));
    assert.ok(!said.some((line) => line.endsWith(" nps")));
  },

  async "isready is answered while searching"(lines) {
    lines.send("go infinite");
    for (let round = 0; round < 20; round++) assert.ok(!(await lines.sync()).some(isAnswer));
    await lines.ask("stop", "bestmove");
  },

  async "searchmoves may stand anywhere in the line"(lines) {
    lines.send("position startpos");
    for (const go of ["go searchmoves a2a3 h2h4 depth 4", "go depth 4 searchmoves h2h4 a2a3"]) {
      assert.match(await lines.bestMove(go), /^(a2a3|h2h4)$/, go);
    }
  },

  async "several lines are complete and sorted"(lines) {
    lines.send("setoption name MultiPV value 4");
    const said = await lines.ask("go depth 6", "bestmove");
    lines.send("setoption name MultiPV value 1");
    const last = said.filter((line) => line.startsWith("info depth 6 ") && line.includes(" score cp ")).slice(-4);
    assert.deepEqual(last.map((line) => number(line, "multipv")), [1, 2, 3, 4]);
    const scores = last.map((line) => number(line, "cp"));
    assert.deepEqual(scores, scores.slice().sort((a, b) => b - a));
  },

  async "bad options are refused, with the offending text"(lines) {
    for (const [bad, named] of [
      ["setoption", "''"],
      ["setoption name Hash value abc", "'abc'"],
      ["setoption name Hash value 257", "'257'"],
      ["setoption name Threads value 2", "'2'"],
      ["setoption name Nonsense value 1", "'Nonsense'"],
      ["setoption name UCI_Elo value 599", "'599'"],
      ["setoption name Style value Deep Blue", "'Deep Blue'"],
      ["setoption name BookFile value /no/such/book.bin", "'/no/such/book.bin'"],
    ]) {
      lines.send(bad);
      const said = await lines.sync();
      assert.ok(said.length === 1 && isRemark(said[0]) && said[0].includes(named), `${bad}: ${said}`);
    }
  },

  async "castling is written as the mode wants"(lines) {
    const position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (const [mode, castling, other] of [["true", "e1h1", "e1g1"], ["false", "e1g1", "e1h1"]]) {
      lines.send(`setoption name UCI_Chess960 value ${mode}`);
      lines.send(position);
      const said = await lines.ask("go perft 1", "Nodes searched");
      assert.ok(said.some((line) => line.startsWith(castling)) && !said.some((line) => line.startsWith(other)));
      assert.equal(await lines.bestMove(`go depth 2 searchmoves ${castling}`), castling);
    }
  },

  async "perft prints the known form"(lines) {
    lines.send("position startpos");
    const said = await lines.ask("go perft 3", "Nodes searched");
    assert.ok(said.includes("e2e4: 600"));
    assert.deepEqual(said.slice(-2), ["", "Nodes searched: 8902"]);
    for (const bad of ["go perft 0", "perft x", "go perft"]) {
      lines.send(bad);
      const remarks = (await lines.sync()).filter((line) => line !== "");
      assert.ok(remarks.length === 1 && isRemark(remarks[0]), `${bad}: ${remarks}`);
    }
  },

  async "stop ends perft"(lines) {
    lines.send("go perft 12");
    await sleep(SHORT);
    lines.send("stop");
    assert.ok((await lines.until("info string perft was stopped")).every((line) => !isAnswer(line)));
  },

  async "the same search takes the same nodes"(lines) {
    for (const go of ["go depth 8", "go nodes 20000"]) {
      const both = [];
      for (let round = 0; round < 2; round++) {
        lines.send("ucinewgame");
        const said = await lines.ask(go, "bestmove");
        both.push([number(said.at(-2), "nodes"), said.at(-1)]);
      }
      assert.deepEqual(both[0], both[1], go);
    }
  },

  async "every style and a level play legal moves"(lines) {
    for (const style of ["FirstChess", "JS Schach", "Spektrum", "NagaSkaki", "Baguette", "Quevedo"]) {
      lines.send(`setoption name Style value ${style}`);
      lines.send("position startpos moves e2e4");
      assert.match(await lines.bestMove("go nodes 60000"), /^[a-h][78][a-h][56]$|^[bg]8[a-h]6$/, style);
    }
    lines.send("setoption name UCI_LimitStrength value true");
    lines.send("position startpos moves e2e4");
    assert.match(await lines.bestMove("go wtime 60000 btime 60000"), /^[a-h]\d[a-h]\d$/);
    lines.send("setoption name UCI_LimitStrength value false");
    assert.deepEqual(await lines.sync(), []);
  },

  async "why says why a move is better"(lines) {
    lines.send("position fen 4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1");
    const said = (await lines.ask("why depth 6 Ke2\nwait\ncompiler", "debug assertions")).join("\n");
    assert.match(said, /Nxd5/);
    assert.match(said, /Ke2/);
  },
};
