/** What an `info` line tells of a search. Scores are those of the side to move. */
export interface Info {
  /** Centipawns, or moves to mate; negative if the side to move is mated. */
  score: { cp: number } | { mate: number };
  /** The score is only a bound, such as in a search that goes on. */
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
  /** The chances to win, draw and lose, in 1/1000; with the option `UCI_ShowWDL`. */
  wdl?: number[];
  /** The best line, in UCI's notation. */
  moves: string[];
}

/**
 * What ends a search, by the names of UCI's `go`; times in milliseconds. Without any, its greatest depth or `stop`
 * does. What is undefined or false counts as left out.
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
  /** Searches until `stop`, or until `post("ponderhit")` has the other limits count. */
  ponder?: boolean;
  /** Only these moves, in UCI's notation. */
  searchmoves?: string[];
}

export interface Search {
  /** A FEN; the start position unless given. */
  fen?: string;
  /** Moves from there, in UCI's notation. */
  moves?: string[];
  limits?: Limits;
  /** Is called with every line that is found. */
  onInfo?: (info: Info) => void;
}

export interface Result {
  /** Undefined if there is no legal move. */
  bestMove?: string;
  /** The expected answer. */
  ponder?: string;
  /** The last of each line, the best first. */
  lines: Info[];
}

export interface Options {
  /**
   * Where a page finds the package's `dist/quevedo.js`, if it is not where a bundler or the package has it.
   * `quevedo.wasm` is expected beside it, or at the address that follows a `#`. Node.js does not need it.
   */
  worker?: string | URL;
}

/**
 * An engine on a worker of its own. `setOption`, `newGame` and `search` wait for one another. What `post` or `ask` has
 * begun, such as a `go` or a `bench`, they stop.
 */
export class Engine {
  private constructor();
  /** Resolves to the reason once the engine has ended or failed. All that has been asked of it and is open rejects. */
  readonly lost: Promise<Error>;
  /** Sends a line of UCI. `quit` ends the engine, as the method does. */
  post(line: string): void;
  /** Hears every line that the engine says; the function that is returned ends that. */
  onLine(listener: (line: string) => void): () => void;
  /** Sends a line, and resolves to all lines up to one that begins with `end`, or matches it. */
  ask(line: string, end: string | RegExp, hear?: (line: string) => void): Promise<string[]>;
  /** Sets an option, or pushes a button; rejects with what the engine objects to. */
  setOption(name: string, value?: string | number | boolean): Promise<void>;
  newGame(): Promise<void>;
  /** Searches; rejects with what is wrong with the position or the limits. */
  search(search?: Search): Promise<Result>;
  /** Ends the search at hand, which resolves to what it has found; one that has not begun yet ends at once. */
  stop(): void;
  /** Ends the engine; what is open rejects. */
  quit(): void;
}

/** Loads the engine. */
export function createEngine(options?: Options): Promise<Engine>;

/** What an `info` line tells; undefined if it tells no score. */
export function parseInfo(line: string): Info | undefined;
