// A UCI session: lines in, lines out, on one thread. A search keeps the thread for some milliseconds, then yields, so
// that the next line is heard, and resumes where it was. This needs no shared memory: Binaryen's Asyncify has
// transformed the module (scripts/build-web) so that it can save and restore the search's stack.

/** How long a search keeps the thread to itself, in milliseconds. */
const SLICE = 20;
/** Room for the stack of a suspended search, in bytes. */
const ROOM = 4 << 20;
/** A page of WebAssembly's memory, in bytes. */
const PAGE = 1 << 16;
/** States of `asyncify_get_state`. */
const UNWINDING = 1;
const REWINDING = 2;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Waits for the event loop's next turn. A timer would take four milliseconds. */
const nextTurn = typeof setImmediate === "function" ? () => new Promise((done) => setImmediate(done)) : messageTurn();

function messageTurn() {
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  return () =>
    new Promise((done) => {
      waiting.push(done);
      port2.postMessage(null);
    });
}

/** A session with its own engine. */
export class Session {
  #module;
  #say;
  #quit;
  #engine;
  /** The address of what Asyncify needs: two pointers, and the room for the stack. */
  #aside;
  /** When the search must yield; outside searches nothing yields. */
  #sliceEnd = Infinity;
  /** How long the suspended search has nothing to do, in milliseconds. */
  #idle = 0;
  /** Ends the wait of a search that has nothing to do. */
  #wake = () => {};
  /** Whether code in the module is running. */
  #isInside = false;
  #isWorking = false;
  #isOver = false;
  /** Lines that arrived while code in the module was running. */
  #lines = [];

  /**
   * @param {WebAssembly.Module} module the engine
   * @param {(line: string) => void} say is called with each line that the engine says
   * @param {() => void} [quit] is called when the session is over
   */
  constructor(module, say, quit = () => {}) {
    this.#module = module;
    this.#say = say;
    this.#quit = quit;
    this.#start();
  }

  /** Takes one line or several. The answer may come before this returns, or long after. */
  send(line) {
    this.#lines.push(...line.split("\n"));
    if (this.#isInside) return;
    this.#hearAll();
    this.#work();
  }

  #start() {
    const host = {
      say: (at, length) => {
        const text = decoder.decode(new Uint8Array(this.#engine.memory.buffer, at, length));
        for (const line of text.replace(/\n$/, "").split("\n")) this.#say(line);
      },
      now: () => performance.now(),
      pause: (milliseconds) => this.#pause(milliseconds),
    };
    this.#engine = new WebAssembly.Instance(this.#module, { host }).exports;
    this.#aside = this.#engine.memory.grow(Math.ceil((ROOM + 8) / PAGE)) * PAGE;
  }

  /** Calls a function of the module. If that fails, which is a bug, the session goes on with a new engine. */
  #call(name, ...values) {
    this.#isInside = true;
    try {
      return this.#engine[name](...values);
    } catch (error) {
      this.#sliceEnd = Infinity;
      this.#say(`info string internal error, please report it: ${error.message}; the engine starts again`);
      this.#start();
      return undefined;
    } finally {
      this.#isInside = false;
    }
  }

  #hearAll() {
    while (this.#lines.length > 0 && !this.#isOver) {
      const bytes = encoder.encode(this.#lines.shift());
      const at = this.#call("room", bytes.length);
      new Uint8Array(this.#engine.memory.buffer, at, bytes.length).set(bytes);
      this.#isOver = this.#call("hear") === 0;
    }
    this.#wake();
  }

  /** Runs searches and other long tasks until there is nothing left to do. */
  async #work() {
    if (this.#isWorking) return;
    this.#isWorking = true;
    do {
      this.#sliceEnd = performance.now() + SLICE;
      this.#call("work");
      while (this.#engine.asyncify_get_state() === UNWINDING) {
        this.#engine.asyncify_stop_unwind();
        this.#sliceEnd = Infinity;
        // The listener may have sent lines while code in the module was running.
        if (this.#lines.length > 0) this.#hearAll();
        else await this.#turn();
        this.#engine.asyncify_start_rewind(this.#aside);
        this.#sliceEnd = performance.now() + SLICE;
        this.#call("work");
      }
      this.#sliceEnd = Infinity;
      this.#hearAll();
      this.#isOver ||= this.#call("go_on") === 0;
    } while (this.#call("is_busy") === 1);
    this.#isWorking = false;
    if (this.#isOver) this.#quit();
  }

  /** Called by the search: suspends it if its time is up, or completes its resumption. */
  #pause(milliseconds) {
    if (this.#engine.asyncify_get_state() === REWINDING) {
      this.#engine.asyncify_stop_rewind();
    } else if (performance.now() >= this.#sliceEnd || (milliseconds > 0 && this.#sliceEnd < Infinity)) {
      this.#idle = milliseconds;
      const pointers = new Uint32Array(this.#engine.memory.buffer, this.#aside, 2);
      pointers[0] = this.#aside + 8;
      pointers[1] = this.#aside + 8 + ROOM;
      this.#engine.asyncify_start_unwind(this.#aside);
    }
  }

  /** Waits for the next turn, or, if the search has nothing to do, for a line or the end of its idle time. */
  async #turn() {
    if (this.#idle === 0) return nextTurn();
    let timer;
    await new Promise((done) => {
      this.#wake = done;
      if (this.#idle < Infinity) timer = setTimeout(done, this.#idle);
    });
    clearTimeout(timer);
    this.#wake = () => {};
  }
}
