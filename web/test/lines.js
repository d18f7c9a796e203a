// A dialogue with an engine, wherever it runs: lines are sent, and waited for.

/** Longer than any answer may take, even on a loaded machine, in milliseconds. */
const PATIENCE = 60_000;

export class Lines {
  #post;
  #said = [];
  #wake = () => {};

  /** @param post takes a line for the engine; what it says goes to `hear` */
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

  /** All lines up to one that begins like this. */
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

  /** What has been said so far. */
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

/** The number after a word of a line. */
export function number(line, name) {
  const words = line.split(" ");
  return Number(words[words.indexOf(name) + 1]);
}

/** Waits for some milliseconds. */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
