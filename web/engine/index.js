// The engine behind promises, on a worker of its own. What goes to and fro is plain UCI; see `Engine.post`.

const isNode = typeof process === "object" && typeof process.versions?.node === "string";

/** Starts a worker; both kinds get the same three functions. */
async function start(options, hear, fail) {
  if (isNode && options.worker === undefined) {
    const { Worker } = await import(/* @vite-ignore */ "node:worker_threads");
    const worker = new Worker(new URL("node-worker.js", import.meta.url));
    worker.on("message", hear).on("error", fail);
    return worker;
  }
  const worker = new Worker(options.worker ?? new URL("dist/quevedo.js", import.meta.url));
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => fail(new Error(event.message || "the worker could not be started"));
  return worker;
}

/** Numbers that an `info` line gives by name. */
const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"];

/** What an `info` line tells; undefined if it tells no score. */
export function parseInfo(line) {
  const words = line.split(" ");
  const score = words.indexOf("score");
  if (words[0] !== "info" || words[1] === "string" || score < 0) return undefined;
  const info = { score: { [words[score + 1]]: Number(words[score + 2]) }, moves: [] };
  if (words.includes("lowerbound")) info.bound = "lower";
  if (words.includes("upperbound")) info.bound = "upper";
  for (const name of NUMBERS) {
    const place = words.indexOf(name);
    if (place > 0) info[name] = Number(words[place + 1]);
  }
  const chances = words.indexOf("wdl");
  if (chances > 0) info.wdl = words.slice(chances + 1, chances + 4).map(Number);
  const moves = words.indexOf("pv");
  if (moves > 0) info.moves = words.slice(moves + 1);
  return info;
}

/** Loads the engine; it is ready when the promise is kept. */
export async function createEngine(options = {}) {
  const engine = new Engine();
  await engine._start(options);
  return engine;
}

/** An engine on a worker. */
export class Engine {
  #worker;
  #listeners = new Set();
  #failure;
  #fail;
  /** The last command that was ordered: commands are carried out one after the other. */
  #last = Promise.resolve();

  constructor() {
    this.#failure = new Promise((_, reject) => (this.#fail = reject));
    this.#failure.catch(() => {});
  }

  async _start(options) {
    const hear = (line) => {
      for (const listener of [...this.#listeners]) listener(line);
    };
    this.#worker = await start(options, hear, (error) => this.#fail(error));
    this.onLine((line) => {
      const isLost = ["the engine can't be loaded", "internal error"].some((what) => line.startsWith(`info string ${what}`));
      if (isLost) this.#fail(new Error(line.slice(12)));
    });
    await this.ask("uci", "uciok");
  }

  /** Is kept with the reason once the engine has ended or failed: no promise of it will be kept any more. */
  get lost() {
    return this.#failure.catch((error) => error);
  }

  /** Sends a line of UCI. */
  post(line) {
    this.#worker.postMessage(line);
  }

  /** Hears every line; the function that is returned ends that. */
  onLine(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a line; all lines up to the one that begins like this, which is among them. */
  ask(line, end, hear = () => {}) {
    const answer = new Promise((keep) => {
      const lines = [];
      const leave = this.onLine((said) => {
        lines.push(said);
        hear(said);
        if (!said.startsWith(end)) return;
        leave();
        keep(lines);
      });
      this.post(line);
    });
    return Promise.race([answer, this.#failure]);
  }

  /** Sets an option, and tells what the engine objects to. */
  async setOption(name, value) {
    const isButton = value === undefined;
    return this.#inTurn(async () => {
      this.post(`setoption name ${name}${isButton ? "" : ` value ${value}`}`);
      const said = await this.ask("isready", "readyok");
      const complaint = said.find((line) => line.startsWith("info string"));
      if (complaint !== undefined) throw new Error(complaint.slice(12));
    });
  }

  /** Begins a new game. */
  newGame() {
    return this.#inTurn(async () => {
      this.post("ucinewgame");
      await this.ask("isready", "readyok");
    });
  }

  /** Searches a position. The limits are those of UCI's `go`, by name. */
  search({ fen = "startpos", moves = [], limits = {}, onInfo = () => {} } = {}) {
    return this.#inTurn(async () => {
      const position = fen === "startpos" ? fen : `fen ${fen}`;
      this.post(`position ${position}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
      const refused = (await this.ask("isready", "readyok")).find((line) => line.startsWith("info string"));
      if (refused !== undefined) throw new Error(refused.slice(12));
      const words = Object.entries(limits).map(([name, value]) => (value === true ? name : `${name} ${value}`));
      const lines = new Map();
      const said = await this.ask(["go", ...words].join(" "), "bestmove", (line) => {
        const info = parseInfo(line);
        if (info === undefined) return;
        if (info.bound === undefined) lines.set(info.multipv ?? 1, info);
        onInfo(info);
      });
      const [, best, , ponder] = said.at(-1).split(" ");
      return { bestMove: best === "(none)" ? undefined : best, ponder, lines: [...lines.values()] };
    });
  }

  /** Ends a search; its promise is kept with what it has found. */
  stop() {
    this.post("stop");
  }

  /** Ends the engine. */
  quit() {
    this.post("quit");
    this.#fail(new Error("the engine has ended"));
  }

  #inTurn(command) {
    const result = this.#last.then(command);
    this.#last = result.catch(() => {});
    return result;
  }
}
