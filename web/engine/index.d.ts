/** The contents of an `info` line. Scores are from the side to move's point of view. */
export interface Info {
  /** Centipawns, or moves to mate; negative if the side to move is worse or gets mated. */
  score: { cp: number } | { mate: number };
  /** Set if the score is only a bound, as it can be while a search goes on. */
  bound?: "lower" | "upper";
  depth?: number;
  seldepth?: number;
  multipv?: number;
  nodes?: number;
  nps?: number;
  hashfull?: number;
  tbhits?: number;
  /** Milliseconds. */
  time?: number;
  /** The probabilities of a win, a draw and a loss, in thousandths; with the option `UCI_ShowWDL`. */
  wdl?: number[];
  /** The line (`pv`), in UCI notation. */
  moves: string[];
}

/**
 * What ends a search, by the names of UCI's `go`; times are in milliseconds. Without any limit, a search ends at its
 * maximum depth or on `stop`. Limits that are undefined or false count as left out.
 */
export interface Limits {
  depth?: number;
  nodes?: number;
  movetime?: number;
  mate?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  infinite?: boolean;
  /** Ponders: searches until `stop`, or until `post("ponderhit")`, after which the other limits apply. */
  ponder?: boolean;
  /** Searches only these moves, in UCI notation. */
  searchmoves?: string[];
}

export interface Search {
  /** A FEN; by default the starting position. */
  fen?: string;
  /** Moves from there, in UCI notation. */
  moves?: string[];
  limits?: Limits;
  /** Called with every `info` line that has a score. */
  onInfo?: (info: Info) => void;
}

export interface Result {
  /** Undefined if there is no legal move. */
  bestMove?: string;
  /** The expected reply. */
  ponder?: string;
  /** The latest `info` of each line, best first. */
  lines: Info[];
}

export interface Options {
  /**
   * The address of the package's `dist/quevedo.js`, for pages where neither the package's own layout nor a bundler
   * finds the worker. `quevedo.wasm` is expected beside it, or at the address after a `#`. Node.js ignores this.
   */
  worker?: string | URL;
}

/**
 * An engine on its own worker. `setOption`, `newGame` and `search` wait for one another, and stop whatever `post` or
 * `ask` has begun, such as a `go` or a `bench`.
 */
export class Engine {
  private constructor();
  /** Resolves to the reason once the engine has ended or failed. Requests that are still open reject. */
  readonly lost: Promise<Error>;
  /** Sends a line of UCI. `quit` ends the engine, like the method. */
  post(line: string): void;
  /** Calls `listener` with every line that the engine says, until the returned function is called. */
  onLine(listener: (line: string) => void): () => void;
  /** Sends a line. Resolves to all lines up to and including the first that begins with `end` or matches it. */
  ask(line: string, end: string | RegExp, hear?: (line: string) => void): Promise<string[]>;
  /** Sets an option, or pushes a button; rejects with the engine's objection. */
  setOption(name: string, value?: string | number | boolean): Promise<void>;
  newGame(): Promise<void>;
  /** Searches; rejects with the engine's objection to the position or the limits. */
  search(search?: Search): Promise<Result>;
  /**
   * Ends the current search, which resolves to what it has found. If it has not begun yet, it ends as soon as it
   * begins.
   */
  stop(): void;
  /** Ends the engine; requests that are still open reject. */
  quit(): void;
}

/** Loads and starts an engine. */
export function createEngine(options?: Options): Promise<Engine>;

/** The contents of an `info` line; undefined if it has no score. */
export function parseInfo(line: string): Info | undefined;
