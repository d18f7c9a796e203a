// The engine, which serves one panel at a time: what another panel had begun is stopped first.
import { INITIAL_FEN } from "chessops/fen";

import { createEngine, type Engine } from "../../engine/index.js";
import { objection } from "../../engine/info.js";

/** The address of the worker, with its WebAssembly in the same folder; the build fills it in. */
declare const WORKER: string;

type Value = string | number | boolean;

/** The options that every job gets unless it sets others. */
const USUAL: Record<string, Value> = {
  Hash: 32,
  MultiPV: 1,
  UCI_Chess960: true,
  UCI_ShowWDL: true,
  UCI_LimitStrength: false,
  Style: "Quevedo",
  "Spektrum Stage": "null move",
};

/** A lost engine is replaced until this many are lost within this time, in milliseconds. */
const MOST_LOSSES = 3;
const LOSSES_WITHIN = 20_000;

export class EngineHost extends EventTarget {
  #engine: Promise<Engine> | undefined;
  /** The options that the engine declares, as it prints them. */
  #declared: string[] = [];
  /** The options that have been set. */
  #set = new Map<string, Value>();
  /** Rejects when the engine fails. */
  #end: Promise<never> | undefined;
  #job: AbortController | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #losses: number[] = [];
  /** FENs that the engine has accepted, and how it writes them. */
  #accepted = new Map([[INITIAL_FEN, INITIAL_FEN]]);

  /**
   * Gives the engine to a job, with the usual options and these. Resolves to undefined if another job was started
   * before this one ended, or if the engine was lost, for which there is the event `lost`.
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
        // Repeatedly, because the job may be about to send its `go`.
        const stop = () => {
          if (isDone) return;
          engine.stop();
          reminder = setInterval(() => engine.stop(), 50);
        };
        signal.addEventListener("abort", stop);
        const result = await Promise.race([job(engine, signal), this.#end!]);
        return signal.aborted ? undefined : result;
      } catch (error) {
        // What was stopped may object to that.
        if (signal.aborted && !(error instanceof Lost)) return undefined;
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
   * The FEN as the engine writes it; fails with the engine's objection. A separate engine reads it, so that the
   * question stops no job. If none can be started, the FEN is returned as it is.
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

  /** Stops the current job. */
  rest(): void {
    this.#job?.abort();
  }

  /** The values that an option may have, in the engine's order; known once the engine has started, so to every job. */
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

  /** Sets those of the options that don't have their values already. */
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

/** Sets a position; fails with the engine's objection if the engine refuses it and keeps the old one. */
export async function setPosition(engine: Engine, { fen, moves = [] }: { fen: string; moves?: string[] }): Promise<void> {
  engine.post(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
  const wrong = objection(await engine.ask("isready", "readyok"));
  if (wrong !== undefined) throw new Error(wrong.replace(/^bad FEN '.*': /, ""));
}

/** Counts the leaves of the position that has been set, to this depth; undefined if the count was stopped. */
export async function perft(engine: Engine, depth: number): Promise<number | undefined> {
  const said = await engine.ask(`go perft ${depth}`, /^Nodes searched: |^info string perft was stopped/);
  const [, leaves] = said.at(-1)!.split(": ");
  return leaves === undefined ? undefined : Number(leaves);
}
