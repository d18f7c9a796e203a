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

/** What ends a search, by the names of UCI's `go`; times in milliseconds. Without any, `stop` does. */
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
  infinite?: true;
}

export interface Search {
  /** A FEN; the start position unless given. */
  fen?: string;
  /** Moves from there, in UCI's notation. */
  moves?: string[];
  limits?: Limits;
  /** Hears of every line that is found. */
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
  /** Where the worker's script is, `quevedo.js`; the WebAssembly is expected beside it. */
  worker?: string | URL;
}

/** An engine on a worker of its own. Commands that are given before others have ended wait for their turn. */
export class Engine {
  private constructor();
  /** Is kept with the reason once the engine has ended or failed: no promise of it will be kept any more. */
  readonly lost: Promise<Error>;
  /** Sends a line of UCI. */
  post(line: string): void;
  /** Hears every line that the engine says; the function that is returned ends that. */
  onLine(listener: (line: string) => void): () => void;
  /** Sends a line, and hears all lines up to one that begins with `end`. */
  ask(line: string, end: string, hear?: (line: string) => void): Promise<string[]>;
  /** Sets an option, or pushes a button; fails with what the engine objects to. */
  setOption(name: string, value?: string | number | boolean): Promise<void>;
  newGame(): Promise<void>;
  /** Searches; fails with what is wrong with the position. */
  search(search?: Search): Promise<Result>;
  /** Ends the search; its promise is kept with what it has found. */
  stop(): void;
  quit(): void;
}

/** Loads the engine. */
export function createEngine(options?: Options): Promise<Engine>;

/** What an `info` line tells; undefined if it tells no score. */
export function parseInfo(line: string): Info | undefined;
