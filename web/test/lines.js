// A dialogue with an engine, wherever it runs: sends lines and waits for answers.

/** No answer may take this long, even on a loaded machine; in milliseconds. */
const PATIENCE = 60_000;

export class Lines {
  #post;
  #said = [];
  #wake = () => {};

  /** @param post sends a line to the engine; what the engine says must be passed to `hear` */
  constructor(post) {
    this.#post = post;
  }

  hear(line) {
    this.#said.push(line);
    this.#wake();
  }

  send(line) {
    this.#post(line);
  }

  /** The next line that the engine says. */
  async next() {
    while (this.#said.length === 0) {
      let timer;
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("the engine is silent")), PATIENCE);
      });
      await Promise.race([new Promise((wake) => (this.#wake = wake)), late]);
      clearTimeout(timer);
    }
    return this.#said.shift();
  }

  /** All lines up to and including the first that begins with `start`. */
  async until(start) {
    const lines = [];
    for (;;) {
      lines.push(await this.next());
      if (lines.at(-1).startsWith(start)) return lines;
    }
  }

  ask(line, start) {
    this.send(line);
    return this.until(start);
  }

  /** What the engine has said so far and nobody has read. */
  async sync() {
    return (await this.ask("isready", "readyok")).slice(0, -1);
  }

  async bestMove(go) {
    return (await this.ask(go, "bestmove")).at(-1).split(" ")[1];
  }

  async fen() {
    const lines = await this.ask("d", "Legal moves");
    return lines.find((line) => line.startsWith("Fen: ")).slice(5);
  }
}

/** The number after a word in a line. */
export function number(line, name) {
  const words = line.split(" ");
  return Number(words[words.indexOf(name) + 1]);
}

/** Waits for this many milliseconds. */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
