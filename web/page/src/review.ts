// A review of the whole game: a curve of White's expected score, and the mistakes.
import type { App } from "./app.js";
import { byId, enable, make } from "./dom.js";
import { moveNumber, pliesOf, whiteShare } from "./game.js";
import { forWhite } from "./score.js";
import { complain, say } from "./messages.js";

/** The nodes for each position. */
const NODES = 60_000;
/** How much winning probability a move must lose to get a mark, as in `quevedo analyse`. */
const MARKS: [number, string][] = [[0.15, "??"], [0.1, "?"], [0.05, "?!"]];
const WORDS: Record<string, string> = { "??": "blunder", "?": "mistake", "?!": "inaccuracy" };
/** The curve's width per move and its height, in its own units. */
const STEP = 10;
const HEIGHT = 100;

interface Mistake {
  ply: number;
  mark: string;
  lost: number;
  better: string;
}

export class Review {
  #app: App;
  #why: (ply: number) => void;
  /** The moves that were reviewed. */
  #moves = "";
  #chances: number[] = [];
  #mistakes: Mistake[] = [];
  /** The run in progress, and its game. */
  #run: { game: string } | undefined;

  /** @param why is called with the ply of a mistake to explain */
  constructor(app: App, why: (ply: number) => void) {
    this.#app = app;
    this.#why = why;
    byId("curve").addEventListener("click", (event) => {
      const box = byId("curve").getBoundingClientRect();
      app.game.goMain(Math.round(((event.clientX - box.left) / box.width) * (this.#chances.length - 1)));
    });
  }

  /** Whether the game on the board is being reviewed. */
  get isRunning(): boolean {
    return this.#run?.game === this.#app.game.key;
  }

  /** Stops the review, because something else takes the engine. */
  cancel(): void {
    if (this.#run === undefined) return;
    this.#end();
    say("The review was interrupted.");
  }

  #end(): void {
    this.#run = undefined;
    byId("review-progress").hidden = true;
    enable("review", true);
  }

  /** Searches every position. Resolves to a sentence about what was found, or to undefined if it was cancelled. */
  async run(): Promise<string | undefined> {
    const { game, host } = this.#app;
    const moves = game.key;
    const run = { game: moves };
    this.#run = run;
    enable("review", false);
    const bar = byId<HTMLProgressElement>("review-progress");
    bar.hidden = false;
    bar.max = game.main.length + 1;
    bar.value = 0;
    say("Reviewing the game …");
    const found = await host.use({}, async (engine, signal) => {
      const chances: number[] = [];
      const best: string[] = [];
      for (let ply = 0; ply <= game.main.length && !signal.aborted; ply++) {
        const position = game.position(ply, game.main);
        const outcome = game.deadEnd(ply, game.main);
        if (outcome !== undefined) {
          chances.push(whiteShare(outcome));
          best.push("");
          continue;
        }
        const { lines } = await engine.search({ ...game.told(ply, game.main), limits: { nodes: NODES } });
        chances.push(forWhite(lines[0], position.turn));
        best.push(pliesOf(position, lines[0].moves.slice(0, 1))[0]?.san ?? "");
        bar.value = ply + 1;
      }
      return { chances, best };
    }).catch((error: Error) => complain(`The engine refuses the game: ${error.message}`));
    if (this.#run !== run) return undefined;
    this.#end();
    if (!found || moves !== game.key) return "The review was interrupted.";
    this.#moves = moves;
    this.#chances = found.chances;
    this.#mistakes = found.best.flatMap((better, ply) => this.#mistake(ply, better));
    const count = this.#mistakes.length;
    this.#app.refresh();
    this.show();
    if (count === 0) return "The review finds no mistakes.";
    return `The review finds ${count === 1 ? "one mistake" : `${count} mistakes`}.`;
  }

  /** Whether the game on the board has been reviewed. */
  get #isThere(): boolean {
    return this.#moves !== "" && this.#moves === this.#app.game.key;
  }

  /** Marks of the moves that are mistakes, by ply; none of another game. */
  marks(): ReadonlyMap<number, string> {
    return new Map(this.#isThere ? this.#mistakes.map(({ ply, mark }) => [ply, mark]) : []);
  }

  /** Shows the result, if the game is still the same. */
  show(): void {
    byId("review-result").hidden = !this.#isThere;
    if (!this.#isThere) return;
    this.#drawCurve();
    const { game } = this.#app;
    byId("mistakes").replaceChildren(
      ...this.#mistakes.map(({ ply, mark, lost, better }) => {
        const san = game.main[ply].san;
        const told = `${moveNumber(game.startFen, ply)} ${san}${mark}`;
        const button = make("button", { type: "button" }, "Why?");
        button.setAttribute("aria-label", `Why is ${told.replace(/[?!]+$/, "")} ${/^[aeiou]/.test(WORDS[mark]) ? "an" : "a"} ${WORDS[mark]}?`);
        button.addEventListener("click", () => this.#why(ply));
        return make("li", {}, make("strong", {}, told), ` loses ${Math.round(100 * lost)}% `, `(better ${better}) `, button);
      }),
    );
    byId("no-mistakes").hidden = this.#mistakes.length > 0;
  }

  #mistake(ply: number, better: string): Mistake[] {
    if (ply >= this.#app.game.main.length || better === this.#app.game.main[ply].san) return [];
    const change = this.#chances[ply] - this.#chances[ply + 1];
    const lost = this.#app.game.position(ply, this.#app.game.main).turn === "white" ? change : -change;
    const mark = MARKS.find(([most]) => lost >= most)?.[1];
    return mark === undefined ? [] : [{ ply, mark, lost, better }];
  }

  #drawCurve(): void {
    const width = STEP * Math.max(1, this.#chances.length - 1);
    const points = this.#chances.map((share, ply) => `${STEP * ply},${(HEIGHT * (1 - share)).toFixed(1)}`);
    const svg = byId("curve") as unknown as SVGSVGElement;
    svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    byId("curve-area").setAttribute("points", `0,${HEIGHT} ${points.join(" ")} ${width},${HEIGHT}`);
    const { game } = this.#app;
    const x = String(STEP * Math.min(game.branchedAt ?? game.ply, this.#chances.length - 1));
    for (const end of ["x1", "x2"]) byId("curve-here").setAttribute(end, x);
  }
}
