// The engine on its own worker, with an interface of promises. The two sides exchange plain UCI; see `Engine.post`.
import { loss, objection, parseInfo } from "./info.js";

/** Commands that keep the engine busy: whatever comes next has to wait for their last line. */
const LONG = /\b(go|perft|why|bench|speedtest|genfens)\b/;
const QUIT = /^\s*quit\b/m;
/** How long a worker has to end after `quit`, in milliseconds. */
const GRACE = 1000;

/** An engine on a worker. */
export class Engine {
  #worker;
  #listeners = new Set();
  /** Functions that reject the promises still waiting for an answer. */
  #open = new Set();
  #reason;
  #tell;
  #lost = new Promise((resolve) => (this.#tell = resolve));
  /** The last command that was given: commands are carried out one after another. */
  #last = Promise.resolve();
  /** Searches that were requested and have not ended. */
  #searches = [];
  /** Whether a line has been posted that may still keep the engine busy. */
  #isBusy = false;

  /**
   * Starts an engine.
   * @param startWorker is given a function to call with each line and one to call with an error; returns an object with
   *   `postMessage` and `terminate`
   */
  static async start(startWorker) {
    const engine = new Engine();
    engine.#worker = startWorker(
      (line) => engine.#hear(line),
      (error) => engine.#fail(error),
    );
    await engine.#ask("uci", "uciok");
    return engine;
  }

  /** Resolves to the reason once the engine has ended or failed. Requests that are still open reject. */
  get lost() {
    return this.#lost;
  }

  /** Sends a line of UCI. */
  post(line) {
    this.#isBusy ||= LONG.test(line);
    this.#worker.postMessage(line);
    if (!QUIT.test(line)) return;
    this.#end(new Error("the engine has ended"));
    // A worker that counts leaves, or has not loaded the engine yet, does not react to `quit`.
    setTimeout(() => this.#worker.terminate(), GRACE).unref?.();
  }

  /** Calls `listener` with every line, until the returned function is called. */
  onLine(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a line. Resolves to all lines up to and including the first that begins with `end` or matches it. */
  ask(line, end, hear) {
    return this.#ask(line, end, hear, (text) => this.post(text));
  }

  #ask(line, end, hear = () => {}, post = (text) => this.#worker.postMessage(text)) {
    const isEnd = typeof end === "string" ? (said) => said.startsWith(end) : (said) => said.search(end) >= 0;
    return new Promise((resolve, reject) => {
      if (this.#reason !== undefined) return reject(this.#reason);
      const lines = [];
      const leave = this.onLine((said) => {
        lines.push(said);
        hear(said);
        if (!isEnd(said)) return;
        close();
        resolve(lines);
      });
      const fail = (error) => {
        close();
        reject(error);
      };
      const close = () => {
        leave();
        this.#open.delete(fail);
      };
      this.#open.add(fail);
      post(line);
    });
  }

  /** Sets an option; rejects with the engine's objection. */
  setOption(name, value) {
    return this.#inTurn(() => this.#order(`setoption name ${name}${value === undefined ? "" : ` value ${value}`}`));
  }

  /** Starts a new game. */
  newGame() {
    return this.#inTurn(() => this.#order("ucinewgame"));
  }

  /** Searches a position. The limits have the names of UCI's `go`. */
  search({ fen = "startpos", moves = [], limits = {}, onInfo = () => {} } = {}) {
    const search = { isStopped: false };
    this.#searches.push(search);
    return this.#inTurn(async () => {
      try {
        const position = fen === "startpos" ? fen : `fen ${fen}`;
        await this.#order(`position ${position}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
        return await this.#go(limits, onInfo, search);
      } finally {
        this.#searches.splice(this.#searches.indexOf(search), 1);
      }
    });
  }

  async #go(limits, onInfo, search) {
    const lines = new Map();
    let isTaken = false;
    let wrong;
    const answer = this.#ask(`${goCommand(limits)}\nisready`, "bestmove", (line) => {
      // Objections to the limits come before `readyok`; later remarks are the search's own.
      if (!isTaken) {
        wrong ??= objection([line]);
        isTaken = line === "readyok";
        if (isTaken && wrong !== undefined) this.stop();
        return;
      }
      const info = parseInfo(line);
      if (info === undefined) return;
      if (info.bound === undefined) lines.set(info.multipv ?? 1, info);
      onInfo(info);
    });
    if (search.isStopped) this.stop();
    const [, best, , ponder] = (await answer).at(-1).split(" ");
    if (wrong !== undefined) throw new Error(wrong);
    return { bestMove: best === "(none)" ? undefined : best, ponder, lines: [...lines.values()] };
  }

  /**
   * Ends the current search, which resolves to what it has found. If it has not begun yet, it ends as soon as it
   * begins.
   */
  stop() {
    const [search] = this.#searches;
    if (search !== undefined) search.isStopped = true;
    this.#worker.postMessage("stop");
  }

  /** Ends the engine. */
  quit() {
    this.post("quit");
  }

  /** Sends a command that is carried out at once; rejects with the engine's objection. */
  async #order(command) {
    const said = await this.#ask(`${oneLine(command)}\nisready`, "readyok");
    const wrong = objection(said);
    if (wrong !== undefined) throw new Error(wrong);
  }

  #inTurn(command) {
    const result = this.#last.then(async () => {
      await this.#settle();
      return command();
    });
    this.#last = result.catch(() => {});
    return result;
  }

  /**
   * Stops what has been posted, and waits for its last line, which would otherwise be taken for that of the next
   * command.
   */
  async #settle() {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    // `uci` after `wait`, because `isready` is answered at once, even during a search.
    await this.#ask("stop\nwait\nuci", "uciok");
  }

  #hear(line) {
    for (const listener of [...this.#listeners]) listener(line);
    const reason = loss(line);
    if (reason !== undefined) this.#fail(new Error(reason));
  }

  #fail(error) {
    this.#end(error);
    this.#worker?.terminate();
  }

  #end(error) {
    if (this.#reason !== undefined) return;
    this.#reason = error;
    for (const fail of [...this.#open]) fail(error);
    this.#tell(error);
  }
}

/** The `go` command for these limits; those that are undefined or false are left out. */
function goCommand(limits) {
  const words = ["go"];
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || value === null || value === false) continue;
    words.push(name);
    if (value !== true) words.push(...[value].flat());
  }
  return oneLine(words.join(" "));
}

/** Removes line breaks, which pasted text may contain and which would end the command. */
function oneLine(text) {
  return text.replaceAll(/[\r\n]+/g, " ");
}
