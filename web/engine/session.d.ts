/** A UCI session on the caller's thread, for programs with their own worker. */
export class Session {
  /**
   * @param module the engine, `quevedo.wasm`
   * @param say is called with each line that the engine says
   * @param quit is called when the session is over
   */
  constructor(module: WebAssembly.Module, say: (line: string) => void, quit?: () => void);
  /** Takes one line or several. The answer may come before this returns, or long after. */
  send(line: string): void;
}
