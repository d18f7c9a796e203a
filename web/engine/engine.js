// The engine behind promises, on a worker of its own. What goes to and fro is plain UCI; see `Engine.post`.
import { loss, objection, parseInfo } from "./info.js";

/** Commands that go on after their line has been taken: what comes next has to wait for their last line. */
const LONG = /\b(go|perft|why|bench|speedtest|genfens)\b/;
const QUIT = /^\s*quit\b/m;
/** How long a worker has to end after `quit`, in milliseconds. */
const GRACE = 1000;

/** An engine on a worker. */
export class Engine {
  #worker;
  #listeners = new Set();
  /** Rejects what has been asked and not yet answered. */
  #open = new Set();
  #reason;
  #tell;
  #lost = new Promise((resolve) => (this.#tell = resolve));
  /** The last command that was ordered: commands are carried out one after the other. */
  #last = Promise.resolve();
  /** Searches that were ordered and have not ended. */
  #searches = [];
  /** Whether a line has been posted that may still keep the engine busy. */
  #isBusy = false;

  /**
   * Starts an engine.
   * @param startWorker takes a function for each line and one for an error, and gives what has `postMessage` and
   *   `terminate`
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

  /** Resolves to the reason once the engine has ended or failed. What has been asked of it rejects. */
  get lost() {
    return this.#lost;
  }

  /** Sends a line of UCI. */
  post(line) {
    this.#isBusy ||= LONG.test(line);
    this.#worker.postMessage(line);
    if (QUIT.test(line)) this.#end(new Error("the engine has ended"));
  }

  /** Hears every line; the function that is returned ends that. */
  onLine(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a line; all lines up to the one that begins like this, or matches it, which is among them. */
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

  /** Sets an option, and rejects with what the engine objects to. */
  setOption(name, value) {
    return this.#inTurn(() => this.#order(`setoption name ${name}${value === undefined ? "" : ` value ${value}`}`));
  }

  /** Begins a new game. */
  newGame() {
    return this.#inTurn(() => this.#order("ucinewgame"));
  }

  /** Searches a position. The limits are those of UCI's `go`, by name. */
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
      // What is wrong with the limits is said before `readyok`; later remarks are the search's own.
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

  /** Ends the search at hand, which resolves to what it has found; one that has not begun yet ends at once. */
  stop() {
    const [search] = this.#searches;
    if (search !== undefined) search.isStopped = true;
    this.#worker.postMessage("stop");
  }

  /** Ends the engine. */
  quit() {
    this.post("quit");
    // A worker that has not loaded the engine does not hear of it.
    setTimeout(() => this.#worker.terminate(), GRACE).unref?.();
  }

  /** Sends a command that is carried out at once; rejects with what the engine objects to. */
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

  /** Stops what has been posted, and waits for its last line: it would be taken for that of the next command. */
  async #settle() {
    if (!this.#isBusy) return;
    this.#isBusy = false;
    // `isready` is answered at once, even while a search goes on; `uci` waits.
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

/** Limits as `go` takes them; without those that are undefined or false. */
function goCommand(limits) {
  const words = ["go"];
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || value === null || value === false) continue;
    words.push(name);
    if (value !== true) words.push(...[value].flat());
  }
  return oneLine(words.join(" "));
}

/** A text that was pasted may have line breaks, which would end the command. */
function oneLine(text) {
  return text.replaceAll(/[\r\n]+/g, " ");
}
