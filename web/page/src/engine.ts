// The engine, for one panel at a time. What another panel had begun is stopped first.
import { INITIAL_FEN } from "chessops/fen";

import { createEngine, type Engine } from "../../engine/index.js";
import { objection } from "../../engine/info.js";

/** The address of the worker, beside which its WebAssembly lies; the build writes it. */
declare const WORKER: string;

type Value = string | number | boolean;

/** Options as every job finds them unless it sets them otherwise. */
const USUAL: Record<string, Value> = {
  Hash: 32,
  MultiPV: 1,
  UCI_Chess960: true,
  UCI_ShowWDL: true,
  UCI_LimitStrength: false,
  Style: "Quevedo",
  "Spektrum Stage": "null move",
};

/** A new engine is started again and again, but not more often than this in such a time. */
const MOST_LOSSES = 3;
const LOSSES_WITHIN = 20_000;

export class EngineHost extends EventTarget {
  #engine: Promise<Engine> | undefined;
  /** The options that the engine declares, as it prints them. */
  #declared: string[] = [];
  /** What has been set. */
  #set = new Map<string, Value>();
  /** Fails when the engine does. */
  #end: Promise<never> | undefined;
  #job: AbortController | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #losses: number[] = [];
  /** FENs that the engine has accepted, and how it writes them. */
  #accepted = new Map([[INITIAL_FEN, INITIAL_FEN]]);

  /**
   * Gives the engine to a job, with the usual options and these. Undefined if another job was begun before this one
   * had ended, or the engine was lost; then `lost` is told.
   */
  use<T>(options: Record<string, Value>, job: (engine: Engine, signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#job?.abort();
    const control = new AbortController();
    this.#job = control;
    const { signal } = control;
    const turn = this.#last.then(async () => {
      if (signal.aborted) return undefined;
      let isDone = false;
      let reminder: ReturnType<typeof setInterval> | undefined;
      try {
        const engine = await (this.#engine ??= this.#start());
        await this.configure(engine, { ...USUAL, ...options });
        if (signal.aborted) return undefined;
        // Again and again: the job may be about to send its `go`.
        const stop = () => {
          if (isDone) return;
          engine.stop();
          reminder = setInterval(() => engine.stop(), 50);
        };
        signal.addEventListener("abort", stop);
        const result = await Promise.race([job(engine, signal), this.#end!]);
        return signal.aborted ? undefined : result;
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        this.#lose(error);
        return undefined;
      } finally {
        isDone = true;
        clearInterval(reminder);
      }
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /**
   * A FEN as the engine writes it; fails with what the engine objects to. An engine of its own reads it, so that no job
   * is stopped by a question. Where none can be started the FEN is given back.
   */
  async readFen(given: string): Promise<string> {
    const known = this.#accepted.get(given);
    if (known !== undefined) return known;
    const engine = await startEngine().catch(() => undefined);
    if (engine === undefined) return given;
    try {
      await engine.setOption("UCI_Chess960", true);
      await setPosition(engine, { fen: given });
      const said = await engine.ask("d", "Legal moves");
      const fen = said.find((line) => line.startsWith("Fen: "))!.slice(5);
      this.#accepted.set(given, fen).set(fen, fen);
      return fen;
    } finally {
      engine.quit();
    }
  }

  /** Stops what is being done. */
  rest(): void {
    this.#job?.abort();
  }

  /** The values that an option may have, in the engine's order; known to every job. */
  choices(option: string): string[] {
    const line = this.#declared.find((one) => one.startsWith(`option name ${option} type combo`));
    return (line ?? "").split(" var ").slice(1);
  }

  /** Name and version. */
  async name(): Promise<string> {
    await (this.#engine ??= this.#start());
    return this.#declared.find((line) => line.startsWith("id name "))?.slice(8) ?? "Quevedo";
  }

  async #start(): Promise<Engine> {
    this.#set.clear();
    const engine = await startEngine().catch((error: Error) => {
      throw new Lost(error.message);
    });
    this.#end = engine.lost.then((error) => {
      throw new Lost(error.message);
    });
    this.#end.catch(() => {});
    this.#declared = await engine.ask("uci", "uciok");
    return engine;
  }

  /** Sets options, those that are not set already. */
  async configure(engine: Engine, options: Record<string, Value>): Promise<void> {
    for (const [name, value] of Object.entries(options)) {
      if (this.#set.get(name) === value) continue;
      await Promise.race([engine.setOption(name, value), this.#end!]);
      this.#set.set(name, value);
    }
  }

  #lose(error: Lost): void {
    const old = this.#engine;
    this.#engine = undefined;
    old?.then((engine) => engine.quit(), () => {});
    const now = performance.now();
    this.#losses = [...this.#losses.filter((time) => now - time < LOSSES_WITHIN), now];
    const isFinal = this.#losses.length >= MOST_LOSSES;
    this.dispatchEvent(new CustomEvent("lost", { detail: { why: error.message, isFinal } }));
  }
}

/** The engine has ended or was never there. */
class Lost extends Error {}

function startEngine(): Promise<Engine> {
  return createEngine({ worker: new URL(WORKER, document.baseURI) });
}

/** Sets a position; fails with what the engine objects to, for then the one before is still there. */
export async function setPosition(engine: Engine, { fen, moves = [] }: { fen: string; moves?: string[] }): Promise<void> {
  engine.post(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
  const wrong = objection(await engine.ask("isready", "readyok"));
  if (wrong !== undefined) throw new Error(wrong.replace(/^bad FEN '.*': /, ""));
}

/** The leaves of a position that has been set, so many plies deep; undefined if the count was stopped. */
export async function perft(engine: Engine, depth: number): Promise<number | undefined> {
  const said = await engine.ask(`go perft ${depth}`, /^Nodes searched: |^info string perft was stopped/);
  const [, leaves] = said.at(-1)!.split(": ");
  return leaves === undefined ? undefined : Number(leaves);
}
